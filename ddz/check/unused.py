"""What a file defines and nothing uses. Only the file's own lines are looked at: a house rule may
leave idle what it inherits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from ddz.compiled import Compiled
from ddz.diagnostics import Diagnostic, Span
from ddz.source import Scalar
from ddz.variant.model import EndSpec, Variant

__all__ = ["check_unused"]

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def check_unused(variant: Variant, rules: Compiled, used: frozenset[str]) -> list[Diagnostic]:
    """Warnings, each at the definition."""
    found: list[Diagnostic] = []
    top = variant.files[0]

    def idle(what: str, name: str, span: Span, hint: str = "use it, or take it out") -> None:
        if span.file == top:
            sentence = f"the {what} '{name}' is defined and never used"
            found.append(Diagnostic("DDZ510", sentence, span, hint, "warning"))

    flow = {word.text for word in variant.flow}
    for name, step in variant.steps.items():
        if name not in flow:
            idle("step", name, step.key.span, "name it in 'flow:'")
    for name, spec in variant.marks.items():
        if name not in used:
            idle("mark", name, spec.key.span)
    for what, table in (("name", variant.names), ("name", variant.settle_names)):
        for name, (key, _) in table.items():
            if name not in used:
                idle(what, name, key.span)
    for name, (key, _) in variant.cases.items():
        if name not in used:
            idle("case", name, key.span)
    words = {word for text in _pattern_texts(variant) for word in _WORD.findall(text.text)}
    for name, (key, _) in variant.lines.items():
        if name not in words:
            idle("line", name, key.span)
    paid = {role for row in rules.settle_rows for role in row.shares}
    for role in rules.roles:
        if role.name not in used and role.name not in paid:
            idle("role", role.name, role.span, "give it a share under 'settle:'")
    for rank in _unplayable(rules):
        start = variant.ranks.text.index(rank)
        place = variant.ranks.part(start, start + 1)
        idle("rank", rank, place, "no pattern has a card of it")
    known = _known_ids(variant)
    for name, key in variant.text_keys.items():
        if name not in known:
            near = get_close_matches(name, sorted(known), 1)
            more = (f"did you mean '{near[0]}'?",) if near else ()
            idle("text", name, key.span, *more)
    return found


def _pattern_texts(variant: Variant) -> Iterable[Scalar]:
    return [text for table in (variant.patterns, variant.bombs) for _, text in table.values()]


def _unplayable(rules: Compiled) -> list[str]:
    played = rules.table.ranks_played()
    return [rank for r, rank in enumerate(rules.deck.ranks) if r not in played]


def _known_ids(variant: Variant) -> set[str]:
    ids = {*variant.patterns, *variant.bombs, *variant.marks, *variant.names, *variant.cases}
    ids |= {*variant.steps, *variant.lines}
    for step in variant.steps.values():
        spec = step.spec
        if isinstance(spec, tuple):
            ids |= {role.key.text for role in spec} | {role.side.text for role in spec}
        ids |= {*getattr(spec, "options", ())}
        if isinstance(spec, EndSpec):
            ids |= {*spec.when}
    return ids
