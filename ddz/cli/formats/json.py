"""Findings as JSON Lines, for programs: `Diagnostic.as_data`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from ddz.cli.formats import Checked

__all__ = ["write"]


def write(checked: Iterable[Checked], out: TextIO) -> None:
    """Write an object a finding."""
    for file in checked:
        for finding in file.found:
            out.write(json.dumps(finding.as_data(), ensure_ascii=False) + "\n")
