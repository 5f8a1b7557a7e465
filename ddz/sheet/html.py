"""A rule sheet as one HTML page that needs nothing else: no script, no font, no picture from
outside. All words are escaped: rule files come from strangers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

from ddz.sheet.model import (
    Block,
    Bullets,
    Card,
    Hand,
    Ladder,
    Paragraph,
    Samples,
    Section,
    Sheet,
    Step,
    Table,
    Term,
    Text,
    Topic,
)

__all__ = ["render_html"]

_LANGUAGE = {"zh": "zh-Hans", "en": "en"}
_SUITS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦", "": "★"}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render_html(sheet: Sheet) -> str:
    """The sheet as a page."""
    title = _escape(sheet.title)
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{_LANGUAGE[sheet.lang]}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title>",
            f"<style>\n{_style()}</style>",
            "</head>",
            "<body>",
            f"<header><h1>{title}</h1></header>",
            *_contents(sheet),
            "<main>",
            *(line for section in sheet.sections for line in _section(section)),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


@cache
def _style() -> str:
    return (Path(__file__).resolve().parent / "sheet.css").read_text(encoding="utf-8")


def _contents(sheet: Sheet) -> Iterator[str]:
    yield "<nav><ol>"
    for section in sheet.sections:
        yield f'<li><a href="#{_escape(section.id)}">{_escape(section.heading)}</a></li>'
    yield "</ol></nav>"


def _section(section: Section) -> Iterator[str]:
    yield f'<section id="{_escape(section.id)}">'
    yield f"<h2>{_escape(section.heading)}</h2>"
    yield from _blocks(section.blocks, 3)
    yield "</section>"


def _blocks(blocks: Iterable[Block], level: int) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(text):
                yield f"<p>{_words(text)}</p>"
            case Bullets(items):
                yield "<ul>"
                yield from (f"<li>{_words(item)}</li>" for item in items)
                yield "</ul>"
            case Table():
                yield from _table(block)
            case Samples(rows):
                yield '<dl class="samples">'
                for row in rows:
                    yield f'<div class="{_escape(row.kind)}"><dt>{_escape(row.label)}</dt>'
                    texts = (f"<span>{_words(text)}</span>" for text in row.texts)
                    yield f"<dd>{''.join(texts)}</dd></div>"
                yield "</dl>"
            case Ladder():
                yield from _ladder(block)
            case Topic(heading, inner):
                yield '<article class="topic">'
                yield f"<h{level}>{_escape(heading)}</h{level}>"
                yield from _blocks(inner, min(level + 1, 6))
                yield "</article>"


def _table(table: Table) -> Iterator[str]:
    yield '<div class="table"><table>'
    heads = (f"<th{_number(table, at)}>{_escape(head)}</th>" for at, head in enumerate(table.head))
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        cells = (f"<td{_number(table, at)}>{_words(cell)}</td>" for at, cell in enumerate(row))
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>"
    yield "</table></div>"


def _number(table: Table, at: int) -> str:
    return ' class="number"' if at in table.numbers else ""


def _ladder(ladder: Ladder) -> Iterator[str]:
    """A staircase: each bar begins further to the right than the one below it."""
    last = max(len(ladder.steps) - 1, 1)
    yield '<ol class="ladder" reversed>'
    for at, step in reversed(list(enumerate(ladder.steps))):
        yield f'<li style="--rise: {at / last:.3f}">{_step(at, step)}</li>'
    yield "</ol>"


def _step(at: int, step: Step) -> str:
    lines = "".join(f'<div class="kind">{_words(line)}</div>' for line in step.lines)
    name = f"<strong>{_escape(step.name)}</strong>" if step.name else ""
    return f'<span class="rung">{at + 1}</span><div>{name}{lines}</div>'


def _words(text: Text) -> str:
    return "".join(map(_part, text))


def _part(part: str | Term | Hand) -> str:
    match part:
        case Hand(groups):
            return f'<span class="hand">{"".join(map(_group, groups))}</span>'
        case Term(words):
            return f"<strong>{_escape(words)}</strong>"
    return _escape(part)


def _group(cards: tuple[Card, ...]) -> str:
    return f'<span class="group">{"".join(map(_card, cards))}</span>'


def _card(card: Card) -> str:
    kind = "card red" if card.red else "card"
    joker = "" if card.suit else " joker"
    return (
        f'<span class="{kind}{joker}"><b>{_escape(card.label)}</b>'
        f'<i aria-hidden="true">{_SUITS[card.suit]}</i></span>'
    )


def _escape(words: str) -> str:
    return escape(re.sub(r"\s+", " ", words))
