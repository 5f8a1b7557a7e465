"""From rules to a sheet: which sections there are, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ddz.compiled import Compiled
from ddz.compiled.rules import (
    AuctionStep,
    ChoiceStep,
    EndStep,
    KittyStep,
    PlayStep,
    RolesStep,
)
from ddz.sheet import opening, patterns, scores, setting
from ddz.sheet.bidding import auction
from ddz.sheet.model import Section, Sheet
from ddz.sheet.playing import play
from ddz.sheet.scribe import Scribe

__all__ = ["build_sheet"]

_STEPS: dict[type, Callable[[Scribe, Any], Section]] = {
    AuctionStep: auction,
    RolesStep: setting.roles,
    KittyStep: setting.kitty,
    EndStep: setting.end,
    ChoiceStep: setting.choice,
    PlayStep: play,
}


def build_sheet(compiled: Compiled, lang: str) -> Sheet:
    """The rule sheet of a game in ``zh`` or ``en``; sections that have nothing to say are left
    out."""
    scribe = Scribe(compiled, lang)
    sections = [opening.overview(scribe), opening.deal(scribe), *_course(scribe)]
    sections += [patterns.patterns(scribe), patterns.bombs(scribe)]
    sections += [scores.multiplier(scribe), scores.settlement(scribe)]
    sections.append(opening.options(scribe))
    sections.insert(2, opening.names(scribe))  # what the others have used is known behind them
    told = tuple(section for section in sections if section is not None)
    return Sheet(compiled.title[lang], lang, told, tuple(scribe.sampler.given_up))


def _course(scribe: Scribe) -> list[Section | None]:
    """The steps in the order of the flow, and the cases where they become known."""
    flow = scribe.rules.flow
    sections: list[Section | None] = [_STEPS[type(step)](scribe, step) for step in flow]
    sections.insert(scribe.rules.case_stage, opening.cases(scribe))
    return sections
