"""Edits made in a file's bytes.

Enters: bytes, and fixes whose places are lines and columns of the text as the reader sees it.
Leaves: the bytes after, and which lines were touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ddz.diagnostics import Fix, Span

__all__ = ["Applied", "Written", "apply_fixes", "separate", "text_at"]

_BOM = "\ufeff"
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Written:
    """A piece of a text that an edit made: line, first column and the one behind the last (the same
    where only something went), and whether it only moves a line."""

    line: int
    start: int
    end: int
    moves: bool


@dataclass(frozen=True, slots=True)
class Applied:
    """The bytes after some edits, the lines that hold them, before and after, and what is new."""

    after: bytes
    lines_before: frozenset[int]
    lines_after: frozenset[int]
    written: tuple[Written, ...]


def apply_fixes(raw: bytes, fixes: Iterable[Fix]) -> Applied:
    """Make all the edits, which must not overlap; the file's own line ends are kept."""
    text = raw.decode()
    bom = _BOM if text.startswith(_BOM) else ""
    text = text.removeprefix(_BOM)
    ends = [(found.start(), found.end()) for found in _LINE_END.finditer(text)]
    newline = text[slice(*ends[0])] if ends else "\n"
    line_starts = [0, *(end for _, end in ends)]
    pieces: list[str] = []
    lines_before: set[int] = set()
    lines_after: set[int] = set()
    written: list[Written] = []
    at, lines, column = 0, 1, 1
    for fix in sorted(fixes, key=lambda fix: (fix.span, fix.text)):
        start = _offset(fix.span.line, fix.span.column, line_starts, ends)
        end = _offset(fix.span.end_line, fix.span.end_column, line_starts, ends)
        instead = fix.text.replace("\n", newline)
        kept = text[at:start]
        lines += len(_LINE_END.findall(kept))
        more = len(_LINE_END.findall(instead))
        lines_before.update(range(fix.span.line, fix.span.end_line + 1))
        if instead or not _whole_lines(text, start, end):
            lines_after.update(range(lines, lines + more + 1))
        column = _column(column, kept)
        moves = not (text[line_starts[fix.span.line - 1] : end] + instead).strip()
        for first, last in _new(text[start:end], instead):
            written.append(Written(lines, column + first, column + last, moves))
        column = _column(column, instead)
        pieces += [kept, instead]
        lines += more
        at = end
    pieces.append(text[at:])
    after = (bom + "".join(pieces)).encode()
    return Applied(after, frozenset(lines_before), frozenset(lines_after), tuple(written))


def text_at(raw: bytes, span: Span) -> str:
    """What stands at a place in a file."""
    text = raw.decode().removeprefix(_BOM)
    ends = [(found.start(), found.end()) for found in _LINE_END.finditer(text)]
    line_starts = [0, *(end for _, end in ends)]
    end = _offset(span.end_line, span.end_column, line_starts, ends)
    return text[_offset(span.line, span.column, line_starts, ends) : end]


def separate(fixes: Sequence[Fix], others: Iterable[Fix]) -> bool:
    """Whether some edits touch none of the places of others."""
    taken = [(_from(other.span), _to(other.span)) for other in others]
    return not any(
        _from(fix.span) < end and start < _to(fix.span) for fix in fixes for start, end in taken
    )


def _column(column: int, text: str) -> int:
    """The column behind a text that starts at one."""
    *above, last = _LINE_END.split(text)
    return len(last) + (1 if above else column)


def _new(before: str, after: str) -> Iterator[tuple[int, int]]:
    """The pieces of a text that were not in the one it replaces."""
    for tag, _, _, start, end in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag != "equal":
            yield start, end


def _from(span: Span) -> tuple[int, int]:
    return (span.line, span.column)


def _to(span: Span) -> tuple[int, int]:
    return (span.end_line, span.end_column)


def _offset(line: int, column: int, line_starts: list[int], ends: list[tuple[int, int]]) -> int:
    """Where a line and column are in the text; a column behind the line's end is the next line."""
    at = line_starts[line - 1] + column - 1
    if line <= len(ends) and at > ends[line - 1][0]:
        return ends[line - 1][1]
    return at


def _whole_lines(text: str, start: int, end: int) -> bool:
    """Whether a piece is whole lines, with the end of the last one."""
    return (start == 0 or text[start - 1] in "\r\n") and text[start:end].endswith(("\r", "\n"))
