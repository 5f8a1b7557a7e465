"""A variant's model compiled to rules.

The flow is walked in order, and with it what is known: names, cases, the auction's winner, roles
and sides each enter the scope where they become known, so that no expression asks for what comes
later.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import PurePath
from typing import Any

from ddz.cards import Deck
from ddz.compiled.cards_part import compile_cards
from ddz.compiled.findings import Findings
from ddz.compiled.flow_part import FlowPart
from ddz.compiled.rules import Compiled, Mark
from ddz.diagnostics import Diagnostic, Span
from ddz.pattern import read_mark
from ddz.plays.table import PlayTable
from ddz.syntax import SyntaxTrouble
from ddz.variant.model import Variant

__all__ = ["compile_variant"]

_LEFT_OUT = ("title", "texts", "examples", "extends")


def compile_variant(variant: Variant) -> tuple[Compiled | None, list[Diagnostic], frozenset[str]]:
    """The rules (None where there is an error), the findings, and every name an expression uses."""
    findings = Findings()
    cards = compile_cards(variant, findings)
    if cards is None:
        return None, findings.all, frozenset(findings.used)
    deck, table = cards
    _check_sum(variant, deck, findings)
    marks = _marks(variant, deck, findings)
    flow = FlowPart(variant, deck, table, marks, findings)
    if any(finding.severity == "error" for finding in findings.all):
        return None, findings.all, frozenset(findings.used)
    return _assemble(variant, deck, table, marks, flow), findings.all, frozenset(findings.used)


def _assemble(
    variant: Variant, deck: Deck, table: PlayTable, marks: list[Mark], flow: FlowPart
) -> Compiled:
    document = variant.root.data()
    canonical = json.dumps(_without_words(document), ensure_ascii=False, separators=(",", ":"))
    return Compiled(
        name=variant.shipped or PurePath(variant.name).name,
        shipped=variant.shipped,
        title=variant.title,
        texts=variant.texts,
        players=variant.players,
        deck=deck,
        table=table,
        each=variant.each,
        kitty=variant.kitty,
        marks=tuple(marks),
        names=flow.knowledge.names,
        cases=tuple(flow.knowledge.cases.items()),
        case_stage=flow.knowledge.case_stage,
        flow=tuple(flow.steps),
        roles=flow.knowledge.roles,
        start=variant.start,
        most=variant.most,
        rows=tuple(flow.scores.rows),
        settle_names=flow.scores.settle_names,
        settle_rows=tuple(flow.scores.settle_rows),
        spans=_spans(variant),
        digest=hashlib.sha256(canonical.encode()).hexdigest(),
        document=document,
    )


def _without_words(document: dict[str, Any]) -> dict[str, Any]:
    """The rules alone: no titles, texts, examples or reasons."""
    rules = {key: value for key, value in document.items() if key not in _LEFT_OUT}
    settle = rules["settle"]
    rows = [{key: value for key, value in row.items() if key != "why"} for row in settle["rows"]]
    return {**rules, "settle": {**settle, "rows": rows}}


def _spans(variant: Variant) -> dict[str, Span]:
    spans = {name: key.span for name, (key, _) in {**variant.patterns, **variant.bombs}.items()}
    spans["patterns"] = variant.root.entries["patterns"].key.span
    spans["ladder"] = variant.ladder_span
    cases = variant.root.entries.get("cases") or variant.root.entries["flow"]
    spans["cases"] = cases.key.span
    spans["deal"] = variant.deal_span
    spans["settle"] = variant.settle_span
    spans["players"] = variant.players_span
    return spans


def _check_sum(variant: Variant, deck: Deck, findings: Findings) -> None:
    dealt = variant.players * variant.each + variant.kitty
    if dealt == deck.size:
        return
    kitty = f" + {variant.kitty} of the kitty" if variant.kitty else ""
    suited = sum(1 for suits in deck.suits if suits > 1)
    ranks = f"{suited} ranks × 4 suits"
    if deck.jokers:
        ranks = f"({ranks} + {len(deck.jokers)} jokers)"
    findings.report(
        "DDZ504",
        f"the deal does not add up: {variant.players} players × {variant.each}{kitty} ="
        f" {dealt} cards, and the deck has {variant.copies} × {ranks} = {deck.size}",
        variant.deal_span,
        "change 'each', 'kitty', 'players' or 'copies'",
    )


def _marks(variant: Variant, deck: Deck, findings: Findings) -> list[Mark]:
    marks: list[Mark] = []
    for name, spec in variant.marks.items():
        mark = _mark(name, spec, marks, variant, deck, findings)
        if mark is not None:
            marks.append(mark)
    return marks


def _mark(
    name: str, spec: Any, before: list[Mark], variant: Variant, deck: Deck, findings: Findings
) -> Mark | None:
    try:
        tree = read_mark(spec.card.text)
    except SyntaxTrouble as error:
        findings.syntax("DDZ300", spec.card, error)
        return None
    if tree.copies_of is not None:
        findings.used.add(str(tree.copies_of))
        base = next((mark for mark in before if mark.name == tree.copies_of), None)
        if base is None or base.copies_of is not None:
            findings.report(
                "DDZ506",
                f"'{tree.copies_of}' is no mark of one card that stands above '{name}'",
                spec.card.span,
            )
            return None
        if deck.copies == 1:
            findings.report(
                "DDZ506", f"with one pack, '{tree.copies_of}' has no other copies", spec.card.span
            )
            return None
        return Mark(name, base.ranks, base.name, spec.known, deck.copies - 1)
    ranks = []
    for rank in tree.but:
        if rank not in deck.index:
            findings.report("DDZ301", f"the deck has no rank '{rank}'", spec.card.span)
    ranks = [r for r, rank in enumerate(deck.ranks) if rank not in tree.but]
    room = sum(deck.counts[r] for r in ranks) - variant.kitty - sum(m.cards for m in before)
    if ranks and room <= 0:
        findings.report(
            "DDZ506",
            f"the kitty and other marks can hold every card that '{name}' may fall on",
            spec.card.span,
            "let the mark fall on more ranks",
        )
        return None
    if not ranks:
        findings.report("DDZ506", f"no card is left for the mark '{name}'", spec.card.span)
        return None
    return Mark(name, frozenset(ranks), None, spec.known, 1)
