"""Findings as workflow commands, which GitHub shows beside the lines of a change.

A command is ``::error file=…,line=…,title=…::message``, one line; what would end a value or the
line is escaped. Where the file is none of the user's, the message says the place instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from ddz.cli.formats import Checked
from ddz.cli.formats.paths import own_path
from ddz.diagnostics import Diagnostic, Span

__all__ = ["write"]

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_VALUE = {**_DATA, **str.maketrans({":": "%3A", ",": "%2C"})}


def write(checked: Iterable[Checked], out: TextIO) -> None:
    """Write a command a finding."""
    for file in checked:
        for finding in file.found:
            out.write(_command(finding, file.name) + "\n")


def _command(finding: Diagnostic, asked: str) -> str:
    """One finding; its hint and related places are further lines of the message."""
    span = finding.span
    path = own_path(span.file, asked) if span is not None else None
    place = _place(path, span) if path is not None and span is not None else {}
    values = {**place, "title": finding.code}
    written = ",".join(f"{key}={str(value).translate(_VALUE)}" for key, value in values.items())
    lines = [finding.message if place or span is None else f"{span}: {finding.message}"]
    if finding.hint:
        lines.append(f"hint: {finding.hint}")
    lines += [f"{where}: {sentence}" for sentence, where in finding.related]
    return f"::{finding.severity} {written}::{chr(10).join(lines).translate(_DATA)}"


def _place(path: str, span: Span) -> dict[str, str | int]:
    """Where it is. Columns are told within one line only, and the last one is part of the place."""
    place: dict[str, str | int] = {"file": path, "line": span.line}
    if span.end_line > span.line:
        return {**place, "endLine": span.end_line}
    last = max(span.column, span.end_column - 1)
    return {**place, "endLine": span.end_line, "col": span.column, "endColumn": last}
