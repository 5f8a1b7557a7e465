"""Findings as an editor underlines them, and the fixes they bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types as lsp

from ddz.diagnostics import Diagnostic
from ddz.extras.lsp.definition import location
from ddz.extras.lsp.page import Page
from ddz.extras.lsp.positions import Ruler
from ddz.phrases import EDITOR, say

__all__ = ["at_place", "failed", "fixes_for", "underlined"]

Findings = Sequence[Diagnostic]

_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
}


def underlined(page: Page, found: Findings, ruler: Ruler) -> list[lsp.Diagnostic]:
    """The findings about a page, in order."""
    return [_underlined(finding, page, ruler) for finding in found]


def failed(ruler: Ruler) -> lsp.Diagnostic:
    """What is underlined where the check itself fell over."""
    words = "ddz could not check this text; the log of the language server says why"
    place = ruler.range(0, len(ruler.lines[0]))
    return lsp.Diagnostic(place, words, severity=lsp.DiagnosticSeverity.Warning, source="ddz")


def fixes_for(
    page: Page, found: Findings, uri: str, ruler: Ruler, wanted: lsp.Range, lang: str
) -> Iterator[lsp.CodeAction]:
    """An action for each finding that touches the range and says how to mend it."""
    for finding in found:
        place = _place(finding, page, ruler)
        fixes = finding.fixes
        if not fixes or not _touch(place, wanted) or any(f.span.file != page.name for f in fixes):
            continue
        edits = [lsp.TextEdit(ruler.range_of(fix.span), fix.text) for fix in fixes]
        yield lsp.CodeAction(
            title=_title(finding, lang),
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[_underlined(finding, page, ruler)],
            edit=lsp.WorkspaceEdit(changes={uri: edits}),
            is_preferred=True,
        )


def at_place(page: Page, found: Findings, ruler: Ruler, position: lsp.Position) -> list[str]:
    """The codes of the findings at a place."""
    here = lsp.Range(position, position)
    return [d.code for d in found if _touch(_place(d, page, ruler), here)]


def _title(finding: Diagnostic, lang: str) -> str:
    """What a finding's fixes do, in a few words."""
    if len(finding.fixes) > 1:
        return say(EDITOR, "mend", lang, hint=finding.hint)
    text = " ".join(finding.fixes[0].text.split())
    if not text:
        return say(EDITOR, "take_out", lang)
    return say(EDITOR, "write", lang, text=text if len(text) <= 60 else f"{text[:59]}…")


def _underlined(finding: Diagnostic, page: Page, ruler: Ruler) -> lsp.Diagnostic:
    """One finding. What is about a file below stands at `extends:`, with the place beside it."""
    related = list(finding.related)
    message = finding.message
    span = finding.span
    if span is not None and span.file != page.name:
        related.insert(0, (finding.message, span))
        message = f"{span.file}, line {span.line}: {message}"
    if finding.hint:
        message += f"\n{finding.hint}"
    return lsp.Diagnostic(
        range=_place(finding, page, ruler),
        message=message,
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source="ddz",
        related_information=[
            lsp.DiagnosticRelatedInformation(location(page, place, ruler.codec), words)
            for words, place in related
        ]
        or None,
    )


def _place(finding: Diagnostic, page: Page, ruler: Ruler) -> lsp.Range:
    if finding.span is not None and finding.span.file == page.name:
        return ruler.range_of(finding.span)
    if page.base is not None:
        return ruler.range(page.base.start, page.base.end)
    return ruler.range(0, len(ruler.lines[0]))


def _touch(one: lsp.Range, other: lsp.Range) -> bool:
    def place(position: lsp.Position) -> tuple[int, int]:
        return position.line, position.character

    return place(one.start) <= place(other.end) and place(other.start) <= place(one.end)
