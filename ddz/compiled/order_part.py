"""Whether the flow is an order a game can take: from deal to settle, each step there and once."""

from __future__ import annotations

from difflib import get_close_matches

from ddz.compiled.findings import Findings
from ddz.variant.model import Variant

__all__ = ["check_order"]


def check_order(variant: Variant, findings: Findings) -> bool:
    """Report what is wrong with the order; whether nothing is."""
    report = findings.report
    flow = [word.text for word in variant.flow]
    good = True
    if flow[0] != "deal" or flow[-1] != "settle":
        report(
            "DDZ501",
            "the flow starts with 'deal' and ends with 'settle'",
            variant.flow_span,
        )
        good = False
    kinds: dict[str, str] = {}
    for at, word in enumerate(variant.flow):
        name = word.text
        if name in ("deal", "settle"):
            if flow.index(name) != at:
                report("DDZ501", f"'{name}' stands twice in the flow", word.span)
                good = False
            continue
        if name not in variant.steps:
            near = get_close_matches(name, list(variant.steps), 1)
            hint = f"did you mean '{near[0]}'?" if near else "steps are defined under 'steps:'"
            report("DDZ502", f"there is no step '{name[:40]}'", word.span, hint)
            good = False
            continue
        step = variant.steps[name]
        if flow.index(name) != at:
            report("DDZ501", f"the step '{name}' stands twice in the flow", word.span)
            good = False
        elif step.kind in kinds and step.kind in ("auction", "roles", "kitty", "play"):
            report(
                "DDZ501",
                f"the flow has two steps of the kind '{step.kind}'",
                word.span,
                f"the first is '{kinds[step.kind]}'",
            )
            good = False
        kinds.setdefault(step.kind, name)
    if good and "play" not in kinds:
        report("DDZ501", "the flow has no step of the kind 'play'", variant.flow_span)
        good = False
    if good and flow[-2] != kinds["play"]:
        report(
            "DDZ501",
            f"'{flow[-2]}' comes after the play, when the game is over",
            variant.flow[-2].span,
            "the play is the last step before 'settle'",
        )
        good = False
    if good and "roles" not in kinds:
        report(
            "DDZ501",
            "the flow has no step of the kind 'roles', so nobody is on a side",
            variant.flow_span,
        )
        good = False
    return good
