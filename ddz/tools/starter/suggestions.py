"""Changes that people make to a game, each sound by itself and with the others.

Each is what the game says, with one thing changed. What a game has not is not suggested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ddz.compiled import Compiled
from ddz.compiled.rules import KittyStep
from ddz.pattern import read_pattern
from ddz.pattern.tree import Row
from ddz.source import Listing, Mapping
from ddz.source.writer import written

__all__ = ["Suggestion", "suggestions"]

MOST = 64
_ROW = re.compile(r"\brow of (\d+)\.\.(?=\s)")
_GROWS = re.compile(r"\b(add|times): *(\d+)(?=\s*[,}]|$)")
_SHARES = re.compile(r"\bshares:( *\{[^{}]*\}|(\n +\S+ +-?\d+)+)")
_NUMBER = re.compile(r"(: *)(-?\d+)")
_FIXED = re.compile(r"\btimes: *1\b")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One change: the key at the top of the file, the lines below it, and what to say of it:
    the key of a sentence and what fills it in."""

    section: str
    lines: tuple[str, ...]
    sentence: str
    values: tuple[tuple[str, str], ...] = ()


def suggestions(rules: Compiled, root: Mapping) -> list[Suggestion]:
    """What can be suggested for a game, given by its rules and its merged file; those of one
    section stand together."""
    return [
        *_pattern(rules, root),
        *_ladder(root),
        *_kitty(rules),
        *_multiplier(root),
        *_settle(root),
    ]


def _pattern(rules: Compiled, root: Mapping) -> Iterator[Suggestion]:
    """The first pattern that is a row of so many or more, with one more."""
    part = root.get("patterns")
    for name, text in (part.data() if isinstance(part, Mapping) else {}).items():
        match = _ROW.search(text)
        groups = [shape.groups for shape in read_pattern(text).shapes]
        lengths = sorted(length for other, length in rules.table.groups if other == name)
        if match is None or len(groups) > 1 or len(groups[0]) > 1 or len(lengths) < 2:
            continue
        if not isinstance(groups[0][0].base, Row) or not rules.table.groups[name, lengths[0]].plays:
            continue
        longer = f"{text[: match.start(1)]}{int(match[1]) + 1}{text[match.end(1) :]}"
        cards = str(rules.table.groups[name, lengths[0]].plays[0])
        yield Suggestion(
            "patterns",
            (f"{name}: {' '.join(longer.split())}",),
            "pattern",
            (("name", name), ("cards", cards)),
        )
        return


def _ladder(root: Mapping) -> Iterator[Suggestion]:
    """The ladder with the two strongest steps in each other's place."""
    node = root.get("ladder")
    if isinstance(node, Listing) and len(node.items) > 1:
        steps = [" ".join(str(step).split()) for step in node.data()]
        steps[-2:] = steps[:-3:-1]
        yield Suggestion("ladder", tuple(f"- {step}" for step in steps), "ladder")


def _kitty(rules: Compiled) -> Iterator[Suggestion]:
    """The kitty shown to others than now."""
    for step in rules.flow:
        if isinstance(step, KittyStep):
            shown, was = ("owner", "all") if step.shown else ("all", "owner")
            line = f"{step.name}: {{kitty: {{shown: {shown}}}}}"
            yield Suggestion("steps", (line,), "kitty", (("shown", shown), ("was", was)))


def _multiplier(root: Mapping) -> Iterator[Suggestion]:
    """A cap, and the rows with one number one higher."""
    part = root.get("multiplier")
    rows = part.get("rows") if isinstance(part, Mapping) else None
    if not isinstance(part, Mapping) or not isinstance(rows, Listing) or not rows.items:
        return
    start = part.data().get("start", 1)
    yield Suggestion("multiplier", (f"most: {start * MOST}",), "most")
    lines = _rows(part)
    for at, line in enumerate(lines):
        match = _GROWS.search(line)
        if match is not None:
            change = f"{match[1]}: {int(match[2]) + 1}"
            lines[at] = line[: match.start()] + change + line[match.end() :]
            values = (("change", change), ("was", match[0]))
            yield Suggestion("multiplier", tuple(lines), "rows", values)
            return


def _settle(root: Mapping) -> Iterator[Suggestion]:
    """The rows of the settlement, one with all its shares doubled."""
    part = root.get("settle")
    if not isinstance(part, Mapping):
        return
    head, *rows = re.split(r"(?m)^(?= +- )", "\n".join(_rows(part)))
    for at, row in sorted(enumerate(rows), key=lambda pair: _FIXED.search(pair[1]) is not None):
        match = _SHARES.search(row)
        if match is not None:
            doubled = _NUMBER.sub(lambda share: f"{share[1]}{2 * int(share[2])}", match[0])
            rows[at] = row[: match.start()] + doubled + row[match.end() :]
            yield Suggestion("settle", tuple("".join([head, *rows]).split("\n")), "settle")
            return


def _rows(part: Mapping) -> list[str]:
    """The rows of a part, as the files write them."""
    rows = Mapping({"rows": part.entries["rows"]}, part.start, part.end, part.source)
    return [line.text for line in written(rows)]
