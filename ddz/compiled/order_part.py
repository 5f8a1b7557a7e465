"""Whether the flow is an order a game can take: from deal to settle, each step there and once."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from ddz.compiled.findings import Findings
from ddz.source import Scalar
from ddz.variant.model import Variant

__all__ = ["check_order", "mended_flow"]

_ONCE = ("auction", "roles", "kitty", "play")
"""Kinds of which a flow has one step at most."""


def check_order(variant: Variant, findings: Findings) -> bool:
    """Report what is wrong with the order, one finding a word; whether nothing is."""
    before = len(findings.all)
    _check_ends(variant, findings)
    kinds = _check_words(variant, findings)
    needs = {"play": "", "roles": ", so nobody is on a side"}
    misspelt = any(finding.code == "DDZ502" for finding in findings.all[before:])
    for kind, why in needs.items():
        if kind not in kinds and not misspelt:
            findings.report(
                "DDZ501",
                f"the flow has no step of the kind '{kind}'{why}",
                variant.flow_span,
                f"define one under 'steps:' and name it before '{'settle' if not why else 'play'}'",
            )
    words = [word.text for word in variant.flow]
    if "play" in kinds and kinds["play"] in words:
        for word in variant.flow[words.index(kinds["play"]) + 1 :]:
            if word.text in variant.steps and word.text != kinds["play"]:
                findings.report(
                    "DDZ501",
                    f"'{word.text}' comes after the play, when the game is over",
                    word.span,
                    "the play is the last step before 'settle'",
                )
                break
    findings.all[before:] = {d.span: d for d in reversed(findings.all[before:])}.values()
    return len(findings.all) == before


def _check_ends(variant: Variant, findings: Findings) -> None:
    first, last = variant.flow[0], variant.flow[-1]
    for word, wanted, does in ((first, "deal", "start"), (last, "settle", "end")):
        if word.text != wanted:
            findings.report(
                "DDZ501",
                f"the flow {does}s with '{wanted}', not with '{word.text[:40]}'",
                word.span,
                _meant(word.text, [wanted]) or f"add '{wanted}'",
            )


def _check_words(variant: Variant, findings: Findings) -> dict[str, str]:
    """Report the words of the flow that are wrong; the first step of each kind."""
    report = findings.report
    flow = [word.text for word in variant.flow]
    kinds: dict[str, str] = {}
    for at, word in enumerate(variant.flow):
        name = word.text
        if name in ("deal", "settle"):
            if flow.index(name) != at:
                report("DDZ501", f"'{name}' stands twice in the flow", word.span, "take one out")
            continue
        if name not in variant.steps:
            end = "deal" if at == 0 else "settle" if at == len(flow) - 1 else ""
            if end and _meant(name, [end]):
                continue  # told where the ends are checked
            hint = _meant(name, list(variant.steps)) or "steps are defined under 'steps:'"
            report("DDZ502", f"there is no step '{name[:40]}'", word.span, hint)
            continue
        kind = variant.steps[name].kind
        if flow.index(name) != at:
            report(
                "DDZ501", f"the step '{name}' stands twice in the flow", word.span, "take one out"
            )
        elif kind in kinds and kind in _ONCE:
            report(
                "DDZ501",
                f"the flow has two steps of the kind '{kind}'",
                word.span,
                f"the first is '{kinds[kind]}'",
            )
        kinds.setdefault(kind, name)
    return kinds


def _meant(word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, 1)
    return f"did you mean '{near[0]}'?" if near else ""


def mended_flow(variant: Variant) -> Variant | None:
    """The variant with a flow that can be followed, near to what was meant; None where there is
    none. For checking the rest of a file whose flow is wrong."""
    words: list[Scalar] = []
    kinds: set[str] = set()
    for word in variant.flow:
        name = word.text
        if name not in variant.steps:
            name = next(iter(get_close_matches(name, list(variant.steps), 1)), "")
        step = variant.steps.get(name)
        if step is None or name in {other.text for other in words}:
            continue
        if step.kind in kinds and step.kind in _ONCE:
            continue
        kinds.add(step.kind)
        words.append(word if word.text == name else replace(word, text=name, value=name))
    for kind in ("roles", "play"):
        found = [step.key for step in variant.steps.values() if step.kind == kind]
        if kind not in kinds and not found:
            return None
        if kind not in kinds:
            words.insert(
                _place_of_roles(variant, words) if kind == "roles" else len(words), found[0]
            )
    words.sort(key=lambda word: variant.steps[word.text].kind == "play")
    ends = (replace(variant.flow[0], text="deal"), replace(variant.flow[-1], text="settle"))
    return replace(variant, flow=(ends[0], *words, ends[1]))


def _place_of_roles(variant: Variant, words: list[Scalar]) -> int:
    """Behind the auction, or first."""
    kinds = [variant.steps[word.text].kind for word in words]
    return kinds.index("auction") + 1 if "auction" in kinds else 0
