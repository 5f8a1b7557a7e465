"""Places in a text as an editor counts them, and back.

Spans count lines and characters from 1; the protocol counts them from 0, and on a line in units of
the encoding agreed on: a character outside the basic plane, such as 🂡, takes two of UTF-16.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from lsprotocol.types import Position, Range
from pygls.workspace import PositionCodec

from ddz.diagnostics import Span

__all__ = ["Ruler", "range_of"]


def range_of(span: Span, codec: PositionCodec) -> Range:
    """The range of a span in any file, measured on its excerpt: of a long one its first line."""
    line, text = span.line - 1, span.excerpt
    end = span.end_column - 1 if span.end_line == span.line else len(text)
    start = min(span.column - 1, len(text))
    units = codec.client_num_units
    return Range(
        Position(line, units(text[:start])), Position(line, units(text[: max(end, start)]))
    )


@dataclass(frozen=True)
class Ruler:
    """Measures one text; its lines end as YAML's do."""

    text: str
    codec: PositionCodec

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")

    @cached_property
    def line_starts(self) -> list[int]:
        """The character each line starts with."""
        return [0, *accumulate(len(line) + 1 for line in self.lines)][:-1]

    def range(self, start: int, end: int) -> Range:
        """The range of the characters from `start` to before `end`."""
        return Range(self.position(start), self.position(max(start, end)))

    def position(self, at: int) -> Position:
        """Where a character of the text stands."""
        number = bisect_right(self.line_starts, max(at, 0)) - 1
        return self._position(number, at - self.line_starts[number])

    def range_of(self, span: Span) -> Range:
        """The whole range of a span in this text."""
        start = self._position(span.line - 1, span.column - 1)
        return Range(start, self._position(span.end_line - 1, span.end_column - 1))

    def offset(self, position: Position) -> int:
        """The character at a position; the nearest one there is."""
        if position.line >= len(self.lines):
            return len(self.text)
        line, at, left = self.lines[position.line], 0, position.character
        while at < len(line) and left > 0:
            left -= self.codec.client_num_units(line[at])
            at += 1
        return self.line_starts[position.line] + at

    def _position(self, number: int, column: int) -> Position:
        number = min(number, len(self.lines) - 1)
        return Position(number, self.codec.client_num_units(self.lines[number][: max(column, 0)]))
