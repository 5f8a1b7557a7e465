"""What the commands share: loading, and printing with rich."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

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
]


def console(stderr: bool = False) -> Console:
    """A rich console that wraps nothing when its output is not a terminal."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else 200
    return Console(file=stream, highlight=False, soft_wrap=True, width=width, emoji=False)


def plain_table(headings: list[str], rows: list[list[str]], title: str = "") -> Table:
    """A table with numbers to the right."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE, title=escape(title) or None, title_justify="left")
    for at, heading in enumerate(headings):
        numbers = bool(rows) and all(row[at].lstrip("+-").isdigit() for row in rows)
        table.add_column(heading, justify="right" if numbers else "left")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    return table


def print_json(data: Any) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


def complain(sentence: str) -> int:
    """Say on standard error why not; the exit status."""
    print(f"ddz: {sentence}", file=sys.stderr)
    return 1


def read_input() -> str:
    """Standard input as text."""
    return sys.stdin.buffer.read((1 << 20) + 1).decode("utf-8", errors="replace")


def load(variant: str) -> Rules | None:
    """The rules of a name, a path or standard input; None after saying why not."""
    from ddz.front import load as load_rules

    try:
        if variant == "-":
            return load_rules("<stdin>", read_input())
        return load_rules(variant)
    except VariantError as error:
        print_findings(error.diagnostics, stderr=True)
        return None


def print_findings(found: list[Diagnostic], stderr: bool = False) -> None:
    """Findings as a person reads them."""
    stream = sys.stderr if stderr else sys.stdout
    for finding in found:
        stream.write(finding.render() + "\n")
