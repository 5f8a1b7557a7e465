"""A rule sheet as plain text for a terminal, 80 columns wide; a Chinese character takes two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ddz.sheet.columns import width
from ddz.sheet.model import (
    Block,
    Bullets,
    Ladder,
    Paragraph,
    Row,
    Samples,
    Sheet,
    Table,
    Text,
    Topic,
)
from ddz.sheet.stairs import stairs

__all__ = ["render_text"]

_WIDTH = 80
_GAP = "  "
_OPEN = "(\\[（“‘「『《"
_PIECE = re.compile(
    rf"\s+|[{_OPEN}]*(?:[^\W\u2e80-\uffef]+[^\s\w{_OPEN}\u2e80-\uffef]*|.)", re.DOTALL
)
"""Spaces, a word with its signs, or one Chinese character; opening signs go with what follows."""
_HELD_BACK = frozenset("，。；：、！？）」』”’》…,.;:!?)")


def render_text(sheet: Sheet) -> str:
    """The sheet as lines of text that end with a line break."""
    lines = _under(sheet.title, "═")
    for section in sheet.sections:
        lines += ["", *_under(section.heading, "─")]
        lines += _blocks(section.blocks)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield ""
        match block:
            case Paragraph(text):
                yield from _wrapped(_words(text), "", "")
            case Bullets(items):
                for item in items:
                    yield from _wrapped(_words(item), "· ", "  ")
            case Table():
                yield from _table(block)
            case Samples(rows, between):
                for row in rows:
                    yield from _wrapped(_sample(row, between), "    ", "      ")
            case Ladder():
                yield from stairs(block)
            case Topic(heading, inner):
                yield f"▪ {_flat(heading)}"
                yield from list(_blocks(inner))[1:]


def _sample(row: Row, between: str) -> str:
    space = "" if row.label.endswith("：") else " "
    return f"{_flat(row.label)}{space}{between.join(map(_words, row.texts))}"


def _table(table: Table) -> Iterator[str]:
    rows = [[_flat(cell) for cell in table.head]]
    rows += [[_words(cell) for cell in row] for row in table.rows]
    columns = range(len(table.head))
    wide = _widths(rows, columns)
    for at, row in enumerate(rows):
        cells = [list(_wrapped(row[c], "", "", wide[c])) or [""] for c in columns]
        for line in range(max(map(len, cells))):
            parts = [cells[c][line] if line < len(cells[c]) else "" for c in columns]
            yield _GAP.join(_padded(parts[c], wide[c], c in table.numbers) for c in columns)
        if at == 0:
            yield _GAP.join("─" * wide[c] for c in columns)


def _widths(rows: Sequence[Sequence[str]], columns: range) -> list[int]:
    """As wide as their cells, but the widest columns give way until all fit."""
    wide = [max(width(row[c]) for row in rows) for c in columns]
    room = _WIDTH - len(_GAP) * (len(columns) - 1)
    while sum(wide) > room and max(wide) > 8:
        wide[wide.index(max(wide))] -= 1
    return wide


def _padded(text: str, columns: int, right: bool) -> str:
    gap = " " * max(0, columns - width(text))
    return gap + text if right else text + gap


def _under(heading: str, sign: str) -> list[str]:
    words = _flat(heading)
    return [words, sign * width(words)]


def _wrapped(words: str, first: str, others: str, most: int = _WIDTH) -> Iterator[str]:
    """Lines of so many columns at most, broken at spaces and between Chinese characters; a closing
    sign may stand over."""
    line, begun = first, False
    for piece in _PIECE.findall(words):
        full = width(line + piece) > most and piece not in _HELD_BACK
        if full and begun:
            yield line.rstrip()
            line, begun = others, False
        if piece.isspace() and not begun:
            continue
        line, begun = line + piece, True
    if begun:
        yield line.rstrip()


def _words(text: Text) -> str:
    return "".join(_flat(str(part)) for part in text)


def _flat(words: str) -> str:
    return re.sub(r"\s+", " ", words)
