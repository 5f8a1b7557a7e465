"""Findings as a SARIF 2.1.0 log, which code scanning services and editors read.

All files make one run. Its rules are the pages of the codes that were found; columns count
characters, and an end column is one past the last, in SARIF as here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO
from urllib.parse import quote

from ddz import __version__
from ddz.cli.formats import Checked
from ddz.cli.formats.paths import relative
from ddz.codes import Page, pages
from ddz.diagnostics import Diagnostic, Fix, Span

__all__ = ["write"]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write(checked: Iterable[Checked], out: TextIO) -> None:
    """Write one log of all files."""
    found = [finding for file in checked for finding in file.found]
    codes = {finding.code for finding in found}
    rules = [page for code, page in pages().items() if code in codes]
    places = {page.code: at for at, page in enumerate(rules)}
    driver = {"name": "ddz", "version": __version__, "rules": [_rule(page) for page in rules]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, places[finding.code]) for finding in found],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    out.write(json.dumps(log, ensure_ascii=False, indent=2) + "\n")


def _rule(page: Page) -> dict[str, Any]:
    return {
        "id": page.code,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.what},
        "help": {"text": page.as_text(), "markdown": page.as_markdown()},
        "defaultConfiguration": {"level": page.severity},
    }


def _result(finding: Diagnostic, rule: int) -> dict[str, Any]:
    text = finding.message + (f"\nhint: {finding.hint}" if finding.hint else "")
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": text},
    }
    if finding.span is not None:
        result["locations"] = [{"physicalLocation": _place(finding.span)}]
    if finding.fixes:
        result["fixes"] = [{"artifactChanges": _changes(finding.fixes)}]
    if finding.related:
        result["relatedLocations"] = [
            {"id": at, "message": {"text": sentence}, "physicalLocation": _place(span)}
            for at, (sentence, span) in enumerate(finding.related)
        ]
    return result


def _changes(fixes: Iterable[Fix]) -> list[dict[str, Any]]:
    """What to put where, by file."""
    by_file: dict[str, list[dict[str, Any]]] = {}
    for fix in fixes:
        change = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.text}}
        by_file.setdefault(fix.span.file, []).append(change)
    return [{"artifactLocation": _file(f), "replacements": made} for f, made in by_file.items()]


def _place(span: Span) -> dict[str, Any]:
    return {"artifactLocation": _file(span.file), "region": _region(span)}


def _file(name: str) -> dict[str, str]:
    return {"uri": quote(relative(name))}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
