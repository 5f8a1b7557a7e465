"""A variant's model compiled to rules.

The flow is walked in order, and with it what is known: names, cases, the auction's winner, roles
and sides each enter the scope where they become known, so that no expression asks for what comes
later.
"""

from __future__ import annotations

import hashlib
import json
from difflib import get_close_matches
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
from ddz.source import Entry, Mapping, Node
from ddz.syntax import SyntaxTrouble
from ddz.variant.model import Variant
from ddz.variant.options import Choice, Option, rewritten

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
    _check_kitty(variant, findings)
    if any(finding.severity == "error" for finding in findings.all):
        return None, findings.all, frozenset(findings.used)
    return _assemble(variant, deck, table, marks, flow), findings.all, frozenset(findings.used)


def _assemble(
    variant: Variant, deck: Deck, table: PlayTable, marks: list[Mark], flow: FlowPart
) -> Compiled:
    document = variant.root.data()
    document.pop("options", None)
    canonical = json.dumps(_without_words(document), ensure_ascii=False, separators=(",", ":"))
    return Compiled(
        name=variant.shipped or PurePath(variant.name).name,
        shipped=variant.shipped,
        title=_title(variant),
        texts=variant.texts,
        players=variant.players,
        deck=deck,
        table=table,
        each=variant.each,
        kitty=variant.kitty,
        aside=variant.aside,
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
        options=variant.options,
        chosen=variant.chosen,
        digest=hashlib.sha256(canonical.encode()).hexdigest(),
        document=document,
        rewritten=rewritten(variant.root, variant.options, variant.files),
    )


def _title(variant: Variant) -> dict[str, str]:
    """What the game is called, with the options switched behind it."""
    options = [(variant.options[name], choice) for name, choice in variant.chosen.items()]
    if not options:
        return variant.title
    found = {}
    for lang, title in variant.title.items():
        words = [_switched(option, option.choices[choice], lang) for option, choice in options]
        found[lang] = (
            f"{title}（{'、'.join(words)}）" if lang == "zh" else f"{title} ({'; '.join(words)})"
        )
    return found


def _switched(option: Option, choice: Choice, lang: str) -> str:
    """An option that is switched, by its title; behind that of a choice, what is chosen."""
    title = option.title.get(lang, option.name)
    if option.is_switch:
        return title
    return f"{title}{'：' if lang == 'zh' else ': '}{choice.title.get(lang, choice.name)}"


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
    below = _entry(variant.root.get("settle"), "rows").older
    spans |= {"rows below": below[0]} if below else {}
    spans["players"] = variant.players_span
    return spans


def _check_sum(variant: Variant, deck: Deck, findings: Findings) -> None:
    dealt = variant.players * variant.each + variant.kitty + variant.aside
    if dealt == deck.size:
        return
    kitty = f" + {variant.kitty} of the kitty" if variant.kitty else ""
    kitty += f" + {variant.aside} aside" if variant.aside else ""
    suited = sum(1 for suits in deck.suits if suits > 1)
    ranks = f"{suited} ranks × 4 suits"
    if deck.jokers:
        ranks = f"({ranks} + {len(deck.jokers)} jokers)"
    findings.report(
        "DDZ504",
        f"the deal does not add up: {variant.players} players × {variant.each}{kitty} ="
        f" {dealt} cards, and the deck has {variant.copies} × {ranks} = {deck.size}",
        _changed(variant, deck),
        "change 'each', 'kitty', 'players' or 'copies', or leave the rest 'aside'",
    )


def _entry(node: Node | None, name: str) -> Entry:
    """A key that the schema asks for."""
    assert isinstance(node, Mapping)
    return node.entries[name]


def _changed(variant: Variant, deck: Deck) -> Span:
    """Where the file itself changed one number of a sum it inherits; the deal otherwise."""
    deal = variant.root.get("deal")
    assert isinstance(deal, Mapping)
    kitty, top = deal.removed.get("kitty"), variant.files[0]
    aside, dealt = deal.entries.get("aside"), variant.players * variant.each + variant.kitty
    if aside is not None and aside.key.span.file == top and dealt == deck.size:
        return aside.key.span
    entries = [deal.entries["each"], deal.entries.get("kitty", kitty)]
    own = [e.key.span for e in entries if e is not None and e.key.span.file == top and e.older]
    return own[0] if len(own) == 1 else variant.deal_span


def _check_kitty(variant: Variant, findings: Findings) -> None:
    """A kitty is kept back, a step hands it out, and the flow leaves that step out."""
    flow = {word.text for word in variant.flow}
    steps = [name for name, step in variant.steps.items() if step.kind == "kitty"]
    if variant.kitty and steps and not flow.intersection(steps):
        findings.report(
            "DDZ605",
            f"{variant.kitty} cards are kept back, and the flow leaves out the step '{steps[0]}'"
            " that hands them out",
            variant.flow_span,
            f"name '{steps[0]}' in the flow, or remove the step with '{steps[0]}: null'",
        )


def _near_mark(word: str, before: list[Mark]) -> str:
    near = get_close_matches(word, [mark.name for mark in before if mark.copies_of is None], 1)
    return f"did you mean '{near[0]}'?" if near else ""


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
        like = "a mark is 'any', 'any but B R', or 'copies of' a mark above it"
        findings.syntax("DDZ300", spec.card, error, like)
        return None
    if tree.copies_of is not None:
        findings.used.add(str(tree.copies_of))
        base = next((mark for mark in before if mark.name == tree.copies_of), None)
        if base is None or base.copies_of is not None:
            findings.report(
                "DDZ506",
                f"'{tree.copies_of}' is no mark of one card that stands above '{name}'",
                spec.card.span,
                _near_mark(str(tree.copies_of), before),
            )
            return None
        if deck.copies == 1:
            findings.report(
                "DDZ506",
                f"with one pack, '{tree.copies_of}' has no other copies",
                spec.card.span,
                "write 'copies: 2' or more under 'deck:', or take the mark out",
            )
            return None
        return Mark(name, base.ranks, base.name, spec.known, deck.copies - 1)
    ranks = []
    for rank in tree.but:
        if rank not in deck.index:
            findings.report("DDZ301", f"the deck has no rank '{rank}'", spec.card.span)
    ranks = [r for r, rank in enumerate(deck.ranks) if rank not in tree.but]
    hidden = variant.kitty + variant.aside
    room = sum(deck.counts[r] for r in ranks) - hidden - sum(m.cards for m in before)
    if ranks and room <= 0:
        findings.report(
            "DDZ506",
            f"the cards not dealt and other marks can be every card that '{name}' may fall on",
            spec.card.span,
            "let the mark fall on more ranks",
        )
        return None
    if not ranks:
        findings.report("DDZ506", f"no card is left for the mark '{name}'", spec.card.span)
        return None
    return Mark(name, frozenset(ranks), None, spec.known, 1)
