"""The nodes of a YAML text, and where each of their characters stands in the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ddz.diagnostics import Span

__all__ = ["UNKNOWN", "Entry", "Listing", "Mapping", "Node", "Scalar", "SourceText", "find"]


class _Unknown:
    def __repr__(self) -> str:
        return "?"


UNKNOWN = _Unknown()
"""The value of what could not be read and is reported already; it fits no type."""

_ESCAPES = {"x": 4, "u": 6, "U": 10}


class SourceText:
    """One file's text: turns character positions into spans."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.lines = text.split("\n")
        self.line_starts = [0]
        for line in self.lines:
            self.line_starts.append(self.line_starts[-1] + len(line) + 1)

    def line_of(self, at: int) -> int:
        """The index of the line a character stands on."""
        return min(bisect_right(self.line_starts, at), len(self.lines)) - 1

    def span(self, start: int, end: int) -> Span:
        """The place of the characters from `start` to before `end`."""
        line, last = self.line_of(start), self.line_of(max(start, end - 1))
        return Span(
            self.name,
            line + 1,
            start - self.line_starts[line] + 1,
            last + 1,
            max(end, start + 1) - self.line_starts[last] + 1,
            self.lines[line],
        )


@dataclass(slots=True)
class Scalar:
    """One value: `text` as written, `value` as YAML 1.2 core reads it (str, int, float, bool,
    None); `style` is the sign it starts with, None for a plain one.
    """

    text: str
    value: Any
    start: int
    end: int
    source: SourceText = field(repr=False)
    style: str | None = None

    @property
    def span(self) -> Span:
        return self.source.span(self.start, self.end)

    def part(self, start: int, end: int) -> Span:
        """The place of `text[start:end]` in the file, also where the value is quoted or folded."""
        places = self._places()
        if not places:
            return self.span
        first = places[min(start, len(places) - 1)] + (1 if start >= len(places) else 0)
        last = places[min(max(end - 1, start), len(places) - 1)] + 1
        return self.source.span(first, max(last, first + 1))

    def _places(self) -> list[int]:
        """Where each character of the text stands in the file."""
        source, at, end = self.source.text, self.start, self.end
        if self.style in ("|", ">"):
            at = source.find("\n", at, end) + 1 or end
        elif self.style is not None:
            at += 1
        places = []
        for char in self.text:
            at = self._skipped(at)
            if char.isspace() and (at >= end or source[at] != "\\"):
                places.append(min(at, end))
                if at < end and source[at] == char == " ":
                    at += 1
                    continue
                while at < end and source[at].isspace():
                    at += 1
                continue
            while at < end and not self._shows(at, char):
                at += 1
            places.append(min(at, end))
            at += self._length(at)
        return places

    def _skipped(self, at: int) -> int:
        """Behind a backslash that joins two lines of a text in double quotes."""
        source = self.source.text
        while self.style == '"' and source.startswith("\\\n", at):
            at += 2
            while at < self.end and source[at] in " \t":
                at += 1
        return at

    def _shows(self, at: int, char: str) -> bool:
        """Whether the file shows this character of the text here."""
        found = self.source.text[at]
        return found == char or (self.style == '"' and found == "\\")

    def _length(self, at: int) -> int:
        """How many characters of the file show one of the text."""
        source = self.source.text
        if self.style == "'" and source.startswith("''", at):
            return 2
        if self.style == '"' and source.startswith("\\", at):
            return _ESCAPES.get(source[at + 1 : at + 2], 2)
        return 1

    def data(self) -> Any:
        return self.value


@dataclass(slots=True)
class Listing:
    """A sequence."""

    items: list[Node]
    start: int
    end: int
    source: SourceText = field(repr=False)

    @property
    def span(self) -> Span:
        return self.source.span(self.start, min(self.end, self.start + 1))

    def data(self) -> Any:
        return [item.data() for item in self.items]


@dataclass(slots=True)
class Entry:
    """A key, its value, and the places of the values it replaced in the files below, nearest
    first.
    """

    key: Scalar
    node: Node
    older: tuple[Span, ...] = ()


@dataclass(slots=True)
class Mapping:
    """A mapping; keys are always text. `removed` are the entries that null took out of it."""

    entries: dict[str, Entry]
    start: int
    end: int
    source: SourceText = field(repr=False)
    removed: dict[str, Entry] = field(default_factory=dict, repr=False)

    @property
    def span(self) -> Span:
        return self.source.span(self.start, min(self.end, self.start + 1))

    def data(self) -> Any:
        return {name: entry.node.data() for name, entry in self.entries.items()}

    def get(self, name: str) -> Node | None:
        entry = self.entries.get(name)
        return entry.node if entry else None


Node = Scalar | Listing | Mapping


def find(node: Node, path: Sequence[str | int]) -> tuple[Node, Scalar | None]:
    """The node at a path of keys and positions, and its key; the nearest one there is."""
    key: Scalar | None = None
    for step in path:
        if isinstance(node, Mapping) and str(step) in node.entries:
            entry = node.entries[str(step)]
            node, key = entry.node, entry.key
        elif isinstance(node, Listing) and isinstance(step, int) and step < len(node.items):
            node, key = node.items[step], None
        else:
            break
    return node, key
