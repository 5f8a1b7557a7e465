"""Findings as a person reads them: place, sentence, the line with carets, hint, related places;
in colours on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from ddz.cli.formats import Checked
from ddz.cli.paint import paint
from ddz.diagnostics import Diagnostic

__all__ = ["write", "write_findings"]


def write(checked: Iterable[Checked], out: TextIO) -> None:
    """Write each file's findings."""
    for file in checked:
        write_findings(file.found, out)


def write_findings(found: Iterable[Diagnostic], out: TextIO) -> None:
    """Write findings, an empty line between two."""
    for at, finding in enumerate(found):
        paint([*([("text", "\n")] if at else []), *finding.pieces()], out)
