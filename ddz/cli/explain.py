"""`explain`: what the code of a finding stands for, why it matters, a bad and a good example."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict
from shutil import get_terminal_size
from textwrap import wrap

from ddz.cli.console import complain, print_json
from ddz.cli.paint import paint
from ddz.codes import Page, pages

__all__ = ["run_explain"]

Pieces = Iterator[tuple[str, str]]


def run_explain(arguments: argparse.Namespace) -> int:
    """Print the page of each code, or the list of all; 1 where there is no such code."""
    table = pages()
    wanted = [_code(text) for text in arguments.codes]
    unknown = [
        _unknown(text)
        for code, text in zip(wanted, arguments.codes, strict=True)
        if code not in table
    ]
    if unknown:
        return complain("; ".join(unknown))
    shown = [table[code] for code in dict.fromkeys(wanted)] or list(table.values())
    if arguments.json:
        for page in shown:
            print_json(asdict(page))
    elif wanted:
        for at, page in enumerate(shown):
            paint([*([("", "\n\n")] if at else []), *_page(page)], sys.stdout)
    else:
        paint(_list(shown), sys.stdout)
    return 0


def _code(text: str) -> str:
    """A code as it is written in the table, from however it was typed: 301, ddz301."""
    return f"DDZ{text}" if text.isdecimal() else text.upper()


def _unknown(text: str) -> str:
    """That there is no such code, with the nearest."""
    number = re.fullmatch(r"(?:DDZ)?(\d{1,6})", text, re.IGNORECASE)
    if number is None:
        return f"there is no code {text[:40]!r}; 'ddz explain' lists all"
    near = sorted(pages(), key=lambda code: _distance(number[1], code.removeprefix("DDZ")))[:3]
    return f"there is no code {text!r}; near it are {', '.join(sorted(near))}"


def _distance(number: str, other: str) -> tuple[bool, int]:
    """How far a number is from that of a code; first are those that start like it."""
    return not other.startswith(number), abs(int(number) - int(other))


def _list(shown: list[Page]) -> Pieces:
    """A line for each code, a space between the hundreds."""
    before = ""
    for page in shown:
        if before and page.code[:4] != before[:4]:
            yield "", "\n"
        before = page.code
        yield page.severity, page.code
        kind = "" if page.severity == "error" else f" ({page.severity})"
        yield "", f"  {page.title}{kind}\n"


def _page(page: Page) -> Pieces:
    """One page: the text as wide as one reads, the lines at fault marked."""
    yield page.severity, f"{page.severity}[{page.code}]"
    yield "place", f": {page.title}\n"
    width = min(get_terminal_size().columns, 100)
    for text in (page.what, page.why):
        yield "", "\n"
        for line in wrap(text, width):
            yield from _words(line)
            yield "", "\n"
    for heading, style, snippet in (("wrong", "error", page.bad), ("right", "good", page.good)):
        yield "", "\n"
        yield style, heading
        yield "", "\n"
        for line in page.whole(snippet).splitlines():
            at_fault = style == "error" and page.code in line
            yield ("error", "  > ") if at_fault else ("rule", "  | ")
            yield "", f"{line}\n"


def _words(line: str) -> Pieces:
    """A line of text, what stands between backticks in a style of its own."""
    for part in re.split("(`[^`]*`)", line):
        yield ("note" if part.startswith("`") else ""), part
