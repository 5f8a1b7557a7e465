"""Findings as workflow commands, which GitHub shows beside the lines of a change.

A command is ``::error file=…,line=…,title=…::message``, one line; what would end a value or the
line is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from ddz.cli.formats import Checked
from ddz.cli.formats.paths import relative
from ddz.diagnostics import Diagnostic, Span

__all__ = ["write"]

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_VALUE = {**_DATA, **str.maketrans({":": "%3A", ",": "%2C"})}


def write(checked: Iterable[Checked], out: TextIO) -> None:
    """Write a command a finding."""
    for file in checked:
        for finding in file.found:
            out.write(_command(finding) + "\n")


def _command(finding: Diagnostic) -> str:
    """One finding; its hint and related places are further lines of the message."""
    values = {**_place(finding.span), "title": finding.code}
    written = ",".join(f"{key}={str(value).translate(_VALUE)}" for key, value in values.items())
    lines = [finding.message]
    if finding.hint:
        lines.append(f"hint: {finding.hint}")
    lines += [f"{place}: {sentence}" for sentence, place in finding.related]
    return f"::{finding.severity} {written}::{chr(10).join(lines).translate(_DATA)}"


def _place(span: Span | None) -> dict[str, str | int]:
    """Where it is. Columns are told within one line only, and the last one is part of the place."""
    if span is None:
        return {}
    place: dict[str, str | int] = {"file": relative(span.file), "line": span.line}
    if span.end_line > span.line:
        return {**place, "endLine": span.end_line}
    last = max(span.column, span.end_column - 1)
    return {**place, "endLine": span.end_line, "col": span.column, "endColumn": last}
