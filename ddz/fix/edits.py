"""Edits made in a file's bytes.

Enters: bytes, and fixes whose places are lines and columns of the text as the reader sees it.
Leaves: the bytes after, and which lines were touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ddz.diagnostics import Fix, Span

__all__ = ["Applied", "apply_fixes", "separate"]

_BOM = "\ufeff"
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Applied:
    """The bytes after some edits, and the lines that hold them, before and after."""

    after: bytes
    lines_before: frozenset[int]
    lines_after: frozenset[int]


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
    at, lines = 0, 1
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
        pieces += [kept, instead]
        lines += more
        at = end
    pieces.append(text[at:])
    after = (bom + "".join(pieces)).encode()
    return Applied(after, frozenset(lines_before), frozenset(lines_after))


def separate(fixes: Sequence[Fix], others: Iterable[Fix]) -> bool:
    """Whether some edits touch none of the places of others."""
    taken = [(_from(other.span), _to(other.span)) for other in others]
    return not any(
        _from(fix.span) < end and start < _to(fix.span) for fix in fixes for start, end in taken
    )


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
