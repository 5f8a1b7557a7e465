"""Findings as a SARIF 2.1.0 log, which code scanning services and editors read.

All files make one run. Its rules are the pages of the codes that were found; columns count
characters, and an end column is one past the last, in SARIF as here. Every result has a location,
since services refuse a log where one has none: what is about a name that leads to no file is a
notification of the run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from ddz import __version__
from ddz.cli.formats import Checked
from ddz.cli.formats.paths import asked_path, own_path, shipped_path
from ddz.codes import Page, pages
from ddz.diagnostics import Diagnostic, Fix, Span

__all__ = ["write"]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


Asked = tuple[Diagnostic, str]
"""A finding, and the name or path that was checked."""


def write(checked: Iterable[Checked], out: TextIO) -> None:
    """Write one log of all files."""
    found = [(finding, file.name) for file in checked for finding in file.found]
    codes = {finding.code for finding, _ in found}
    rules = [page for code, page in pages().items() if code in codes]
    places = {page.code: at for at, page in enumerate(rules)}
    driver = {"name": "ddz", "version": __version__, "rules": [_rule(page) for page in rules]}
    placed = [each for each in found if _is_placed(*each)]
    loose = [finding for finding, asked in found if not _is_placed(finding, asked)]
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(*each, places[each[0].code]) for each in placed],
    }
    if loose:
        told = [_notification(finding, places[finding.code]) for finding in loose]
        run["invocations"] = [{"executionSuccessful": False, "toolExecutionNotifications": told}]
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    out.write(json.dumps(log, ensure_ascii=False, indent=2) + "\n")


def _is_placed(finding: Diagnostic, asked: str) -> bool:
    """Whether there is a file to show it in."""
    return finding.span is not None or asked_path(asked) is not None


def _rule(page: Page) -> dict[str, Any]:
    return {
        "id": page.code,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.what},
        "help": {"text": page.as_text(), "markdown": page.as_markdown()},
        "defaultConfiguration": {"level": page.severity},
    }


def _result(finding: Diagnostic, asked: str, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": _message(finding),
        "locations": [{"physicalLocation": _place(finding.span, asked)}],
    }
    if finding.fixes:
        result["fixes"] = [{"artifactChanges": _changes(finding.fixes, asked)}]
    if finding.related:
        result["relatedLocations"] = [
            {"id": at, "message": {"text": sentence}, "physicalLocation": _place(span, asked)}
            for at, (sentence, span) in enumerate(finding.related)
        ]
    return result


def _notification(finding: Diagnostic, rule: int) -> dict[str, Any]:
    return {
        "associatedRule": {"id": finding.code, "index": rule},
        "level": finding.severity,
        "message": _message(finding),
    }


def _message(finding: Diagnostic) -> dict[str, str]:
    return {"text": finding.message + (f"\nhint: {finding.hint}" if finding.hint else "")}


def _changes(fixes: Iterable[Fix], asked: str) -> list[dict[str, Any]]:
    """What to put where, by file."""
    by_file: dict[str, list[dict[str, Any]]] = {}
    for fix in fixes:
        change = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.text}}
        by_file.setdefault(fix.span.file, []).append(change)
    return [
        {"artifactLocation": _file(name, asked), "replacements": made}
        for name, made in by_file.items()
    ]


def _place(span: Span | None, asked: str) -> dict[str, Any]:
    """A place; the start of the file that was asked for, where a finding is about all of it."""
    if span is None:
        start = {"startLine": 1, "startColumn": 1}
        return {"artifactLocation": _file(asked_path(asked) or asked, asked), "region": start}
    return {"artifactLocation": _file(span.file, asked), "region": _region(span)}


def _file(name: str, asked: str) -> dict[str, Any]:
    """A file by its path from the working directory; one outside, as a shipped one, by its URI."""
    path = own_path(name, asked)
    if path is None:
        inside = shipped_path(name, asked)
        if inside is None:  # services take `file:` and relative URIs only
            return {"uri": "stdin", "description": {"text": "standard input"}}
        return {"uri": inside.resolve().as_uri()}
    return {"uri": Path(path).as_uri() if Path(path).is_absolute() else quote(path)}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
