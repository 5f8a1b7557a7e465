"""What people type for a variant: a name or a path, and in brackets the options switched.

Enters: ``2v4[hidden_kitty, unbid=redeal]``. Leaves: ``2v4`` and a `Wanted` for each option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["NotFoundError", "Wanted", "is_path", "label", "split_name"]

ON, OFF = "on", "off"
_BRACKETS = re.compile(r"(?s)([^\[\]]*)\[(.*)\]\s*")
_SWITCH = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*(?:=\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*)?")
MOST_OPTIONS = 40


class NotFoundError(ValueError):
    """There is no such variant; the sentence says what there is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An option asked for, the choice of it (None where none was named), and where the words stand
    in what was typed."""

    option: str
    choice: str | None
    start: int
    end: int


def is_path(text: str) -> bool:
    """Whether the text is a path rather than a name: it ends in .yaml or .yml."""
    return text.endswith((".yaml", ".yml"))


def split_name(text: str) -> tuple[str, tuple[Wanted, ...]]:
    """The name or path, and the options behind it. NotFoundError for brackets that hold none."""
    if not text.rstrip().endswith("]"):
        return text, ()
    match = _BRACKETS.fullmatch(text)
    if match is None:
        raise NotFoundError(f"{text[:60]!r} has brackets that do not match: write NAME[option]")
    wanted: list[Wanted] = []
    at = match.start(2)
    for word in match[2].split(","):
        found = _SWITCH.fullmatch(word)
        if found is None:
            raise NotFoundError(
                f"{word.strip()[:40]!r} is no option: write NAME[option, other=choice]"
            )
        if any(other.option == found[1] for other in wanted):
            raise NotFoundError(f"the option '{found[1]}' is given twice")
        start = at + len(word) - len(word.lstrip())
        wanted.append(Wanted(found[1], found[2], start, start + len(word.strip())))
        at += len(word) + 1
    if len(wanted) > MOST_OPTIONS:
        raise NotFoundError(f"more than {MOST_OPTIONS} options are asked for")
    return match[1].rstrip(), tuple(wanted)


def label(name: str, chosen: Iterable[tuple[str, str]]) -> str:
    """The name with the options switched behind it, as `split_name` reads it."""
    words = [option if choice == ON else f"{option}={choice}" for option, choice in chosen]
    return f"{name}[{', '.join(words)}]" if words else name
