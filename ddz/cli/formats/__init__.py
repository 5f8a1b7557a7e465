"""The formats that `ddz validate` writes findings in, a module each.

Enters: rule files with what was found about them. Leaves: text, on the stream that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, TextIO

from ddz.diagnostics import Diagnostic

if TYPE_CHECKING:
    from ddz.check.tested import Tested

__all__ = ["FORMATS", "Checked", "File", "Writer", "writer"]

FORMATS = {
    "full": "each finding with its line, a hint and related places",
    "concise": "one line each",
    "json": "one JSON object each, a line each",
    "github": "annotations on a change, as GitHub's workflow commands",
    "sarif": "one SARIF 2.1.0 log of all files",
}
"""The names of the formats, which are those of the modules, and what each is."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A rule file that was checked: the name it was asked by, and the findings in file order."""

    name: str
    found: tuple[Diagnostic, ...]

    @property
    def errors(self) -> int:
        """How many findings keep it from being played."""
        return sum(finding.severity == "error" for finding in self.found)

    @property
    def warnings(self) -> int:
        """How many do not."""
        return len(self.found) - self.errors


@dataclass(frozen=True, slots=True)
class File:
    """A rule file whose examples were run: the name it was asked by, and how they went."""

    name: str
    tested: Tested


Writer = Callable[[Iterable[Checked], TextIO], None]
"""Writes each file's findings; where the format allows it, before it asks for the next file."""


def writer(name: str) -> Writer:
    """What writes a format of `FORMATS`."""
    write: Writer = import_module(f"ddz.cli.formats.{name}").write
    return write
