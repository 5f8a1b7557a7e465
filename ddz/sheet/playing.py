"""The play: leading, answering, passing, how a trick and the game end, and what plays do."""

from __future__ import annotations

from collections.abc import Iterator

from ddz.compiled.rules import Effect, PlayStep
from ddz.sheet.model import Block, Section
from ddz.sheet.scribe import Scribe

__all__ = ["play"]


def play(scribe: Scribe, step: PlayStep) -> Section:
    """The play as sentences."""
    lead = scribe.value(step.lead, "play.lead", scribe.words.seat)
    sentences = [
        lead,
        scribe.say("play.first"),
        scribe.say("play.answer"),
        scribe.say("play.passing"),
        scribe.say("play.trick"),
        *(_bound(scribe, step)),
        scribe.say("play.out"),
        scribe.say("play.public"),
    ]
    blocks: list[Block] = [*scribe.bullets(sentences)]
    blocks += [scribe.paragraph(*_effect(scribe, effect)) for effect in step.effects]
    return Section(step.name, scribe.named(step.name, "play.heading"), tuple(blocks))


def _bound(scribe: Scribe, step: PlayStep) -> Iterator[str]:
    """What an answer must beat where cards can be read in several ways."""
    if scribe.rules.table.several:
        yield scribe.say(f"play.bound_{step.bound_by}")


def _effect(scribe: Scribe, effect: Effect) -> Iterator[str]:
    """What a play freezes."""
    event, ranks = scribe.words.event(effect), scribe.ranks(effect.ranks)
    key = "play.frozen_others" if effect.others else "play.frozen_all"
    yield scribe.say(key, event=event, ranks=ranks)
    yield scribe.say("play.frozen_means")
    yield scribe.say("play.frozen_before")
    yield scribe.say("play.frozen_lead")
    if not effect.others:
        yield scribe.say("play.frozen_void")
