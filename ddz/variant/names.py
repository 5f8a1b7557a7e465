"""What people type for a variant: a name or a path, and in brackets the options switched.

Enters: ``2v4[hidden_kitty, unbid=redeal]``. Leaves: ``2v4`` and a `Wanted` for each option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["NotFoundError", "Wanted", "is_path", "label", "split_name", "switched"]

ON, OFF = "on", "off"
_BRACKETS = re.compile(r"(?s)(.*?)\[([^\[\]]*)\]\s*")
_SWITCH = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*(?:=\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*)?")
MOST_OPTIONS = 40
_HINT = "write NAME[option, other=choice]; 'ddz show NAME' lists the options"


class NotFoundError(ValueError):
    """There is no such variant; the sentence says what there is, and `hint` what to do."""

    def __init__(self, sentence: str, hint: str = "'ddz list' shows the names") -> None:
        super().__init__(sentence)
        self.hint = hint


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
    if is_path(text) or not re.search(r"[\[\]【】［］]", text):
        return text, ()
    match = _BRACKETS.fullmatch(text)
    if match is None:
        raise NotFoundError(
            f"the brackets of {text[:60]!r} do not match, or are not '[' and ']'", _HINT
        )
    wanted: list[Wanted] = []
    at = match.start(2)
    for word in match[2].split(","):
        found = _SWITCH.fullmatch(word)
        if found is None:
            sentence = f"{word.strip()[:40]!r} is no option"
            if "，" in word or "、" in word:
                sentence += "; between two options stands the comma of an English keyboard"
            raise NotFoundError(sentence, _HINT)
        if any(other.option == found[1] for other in wanted):
            raise NotFoundError(f"the option '{found[1]}' is given twice", "name it once")
        start = at + len(word) - len(word.lstrip())
        wanted.append(Wanted(found[1], found[2], start, start + len(word.strip())))
        at += len(word) + 1
    if len(wanted) > MOST_OPTIONS:
        raise NotFoundError(f"more than {MOST_OPTIONS} options are asked for", _HINT)
    return match[1].rstrip(), tuple(wanted)


def switched(option: str, choice: str) -> str:
    """How an option that stands so is written in brackets."""
    return option if choice == ON else f"{option}={choice}"


def label(name: str, chosen: Iterable[tuple[str, str]]) -> str:
    """The name with the options switched behind it, as `split_name` reads it."""
    words = [switched(option, choice) for option, choice in chosen]
    return f"{name}[{', '.join(words)}]" if words else name
