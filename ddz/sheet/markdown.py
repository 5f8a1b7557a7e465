"""A rule sheet as Markdown, with tables and a ladder as GitHub shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ddz.sheet.model import (
    Block,
    Bullets,
    Hand,
    Ladder,
    Paragraph,
    Row,
    Samples,
    Sheet,
    Table,
    Term,
    Text,
    Topic,
)
from ddz.sheet.stairs import stairs

__all__ = ["render_markdown"]

_SIGNS = re.compile(r"[\\`*_\[\]|$]|<(?=[A-Za-z/!?])|&(?=#|\w)|~(?=~)")
_OPENING = re.compile(r"^(\s*)([#+=>-]|\d+(?=[.)]))")
_DOTTED = re.compile(r"^(\s*\d+)([.)])")


def render_markdown(sheet: Sheet) -> str:
    """The sheet as a Markdown document that ends with a line break."""
    parts = [f"# {_escape(sheet.title)}"]
    for section in sheet.sections:
        parts.append(f"## {_escape(section.heading)}")
        parts += _blocks(section.blocks, "###")
    return "\n\n".join(parts) + "\n"


def _blocks(blocks: Iterable[Block], level: str) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(text):
                yield _line(text)
            case Bullets(items):
                yield "\n".join(f"- {_line(item)}" for item in items)
            case Table():
                yield _table(block)
            case Samples(rows, between):
                yield "\n".join(f"- {_sample(row, between)}" for row in rows)
            case Ladder():
                yield "\n".join(["```text", *stairs(block), "```"])
            case Topic(heading, inner):
                yield f"{level} {_escape(heading)}"
                yield from _blocks(inner, level + "#")


def _sample(row: Row, between: str) -> str:
    """A label and its cards; the wide colon of Chinese needs no space behind it."""
    space = "" if row.label.endswith("：") else " "
    return f"{_escape(row.label)}{space}{between.join(map(_words, row.texts))}"


def _table(table: Table) -> str:
    rule = ["---:" if at in table.numbers else "---" for at in range(len(table.head))]
    rows = [list(map(_escape, table.head)), rule]
    rows += [[_words(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _line(text: Text) -> str:
    """Words that open a line: what would make it a list or a heading is taken literally."""
    return _DOTTED.sub(r"\1\\\2", _OPENING.sub(_literally, _words(text)))


def _literally(match: re.Match[str]) -> str:
    return match[0] if match[2].isdigit() else f"{match[1]}\\{match[2]}"


def _words(text: Text) -> str:
    return "".join(map(_part, text))


def _part(part: str | Term | Hand) -> str:
    match part:
        case Hand():
            return f"`{part}`"
        case Term(words):
            return f"**{_escape(words).strip()}**"
    return _escape(part)


def _escape(words: str) -> str:
    """Words on one line, with every sign that means something to Markdown taken literally."""
    return _SIGNS.sub(lambda sign: "&amp;" if sign[0] == "&" else f"\\{sign[0]}", _flat(words))


def _flat(words: str) -> str:
    return re.sub(r"\s+", " ", words)
