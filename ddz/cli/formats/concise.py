"""Findings on one line each, as `grep` and editors read them: file:line:column: sentence."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TextIO

from ddz.cli.formats import Checked
from ddz.cli.paint import paint

__all__ = ["write"]


def write(checked: Iterable[Checked], out: TextIO) -> None:
    """Write the first line of each finding."""
    for file in checked:
        for finding in file.found:
            head = takewhile(lambda piece: not piece[1].endswith("\n"), finding.pieces())
            paint([*head, ("message", f": {finding.message}\n")], out)
