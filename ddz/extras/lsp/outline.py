"""The outline of a file: its sections, and the things in each."""

from __future__ import annotations

from lsprotocol.types import DocumentSymbol, SymbolKind

from ddz.extras.lsp.page import Page
from ddz.extras.lsp.positions import Ruler
from ddz.extras.lsp.things import end_of
from ddz.source import Entry, Mapping, Scalar

__all__ = ["outline"]

DEPTH = 4
"""Sections, things, a step's kind, and the roles or options in it."""
_KINDS = {"patterns": SymbolKind.Class, "bombs": SymbolKind.Class, "steps": SymbolKind.Event}


def outline(page: Page, ruler: Ruler) -> list[DocumentSymbol]:
    """The keys of the file's own text, those of mappings inside each other to a certain depth."""
    if page.own is None:
        return []
    return [_symbol(name, entry, ruler, 1) for name, entry in page.own.entries.items()]


def _symbol(name: str, entry: Entry, ruler: Ruler, depth: int) -> DocumentSymbol:
    node = entry.node
    inside = node.entries.items() if isinstance(node, Mapping) and depth < DEPTH else ()
    kind = SymbolKind.Field
    if depth == 1:
        kind = _KINDS.get(name, SymbolKind.Namespace)
    detail = " ".join(node.text.split())[:80] if isinstance(node, Scalar) else None
    return DocumentSymbol(
        name=name or "?",
        kind=kind,
        range=ruler.range(entry.key.start, max(end_of(node), entry.key.end)),
        selection_range=ruler.range(entry.key.start, entry.key.end),
        detail=detail,
        children=[_symbol(key, each, ruler, depth + 1) for key, each in inside],
    )
