"""What the commands share: loading, and printing with rich."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ddz.cli.paint import plain, tell
from ddz.diagnostics import Diagnostic, VariantError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ddz.front import Rules

__all__ = [
    "complain",
    "console",
    "load",
    "plain_table",
    "print_findings",
    "print_json",
    "read_input",
    "read_rules",
    "typed",
]

_MOST_RULES = 1 << 20


def console(stderr: bool = False) -> Console:
    """A rich console that wraps nothing when its output is not a terminal."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else 200
    return Console(file=stream, highlight=False, soft_wrap=True, width=width, emoji=False)


def plain_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], title: str = "", foot: bool = False
) -> Table:
    """A table with numbers to the right; no line of headings where all are empty, and a line
    before the last row where it is a `foot`."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD,
        title=Text(plain(title), style="bold") if title else None,
        title_justify="left",
        title_style="",
        show_header=any(headings),
        show_edge=False,
    )
    for at, heading in enumerate(headings):
        cells = [row[at] for row in (rows[:-1] if foot else rows)]
        justify: Literal["left", "right"] = "right" if all(map(_is_number, cells)) else "left"
        table.add_column(Text(plain(heading)), justify=justify, overflow="fold")
    for at, row in enumerate(rows):
        table.add_row(
            *(Text(plain(cell)) for cell in row), end_section=foot and at == len(rows) - 2
        )
    return table


def _is_number(cell: str) -> bool:
    return cell.strip("+-–% ").replace(".", "").replace(",", "").isdigit() or cell == "–"


def print_json(data: Any) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


def complain(sentence: str, status: int = 1) -> int:
    """Say on standard error why not; the exit status, 2 where the usage is wrong."""
    tell(f"ddz: {sentence}", sys.stderr)
    return status


def typed(text: str) -> str:
    """An argument as it was typed, in UTF-8 whatever the locale."""
    try:
        return os.fsencode(text).decode("utf-8", "replace")
    except UnicodeEncodeError:
        return text


def read_input(most: int = -1) -> bytes:
    """Standard input, up to a number of bytes."""
    stream = getattr(sys.stdin, "buffer", None)
    return stream.read(most) if stream is not None else sys.stdin.read(most).encode()


def read_rules() -> bytes:
    """A rule file from standard input; one byte more than one may have says that it is too long."""
    return read_input(_MOST_RULES + 1)


def load(variant: str) -> Rules | None:
    """The rules of a name, a path or standard input; None after saying why not."""
    from ddz.front import load as load_rules

    try:
        if variant == "-":
            return load_rules("<stdin>", read_rules())
        return load_rules(variant)
    except VariantError as error:
        print_findings(error.diagnostics, stderr=True)
        return None


def print_findings(found: list[Diagnostic], stderr: bool = False) -> None:
    """Findings as a person reads them."""
    from ddz.cli.formats.full import write_findings

    write_findings(found, sys.stderr if stderr else sys.stdout)
