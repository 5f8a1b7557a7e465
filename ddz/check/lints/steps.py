"""Steps that cannot happen, ends that always or never come, and auctions that go on and on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ddz.check.lints.subject import NO_PLAY, Subject, warning
from ddz.compiled.rules import AuctionStep, ChoiceStep, EndStep
from ddz.condition import BombSet, Expression
from ddz.diagnostics import Diagnostic

__all__ = ["endless_auctions", "idle_steps", "sure_ends"]

MAX_TURNS = 60
"""An auction of more turns is long."""


def idle_steps(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ907: auctions that never take place or in which nobody may bid, choices that ask nobody,
    ends that are tried for nobody."""
    reached = subject.reached
    for step in subject.rules.flow:
        if step.name not in reached.steps or step.name in reached.held:
            continue
        if isinstance(step, AuctionStep):
            subject.dead.add("winner")
            sentence = f"nobody can ever bid in '{step.name}': whoever is asked is barred"
            hint = "bar fewer seats, or take the step out"
            if step.name not in reached.opened:
                sentence = f"'{step.name}' never takes place: its 'when' holds in no deal"
                hint = "compare its 'when' with the cases, or take the step out"
        elif isinstance(step, ChoiceStep):
            subject.dead.update(step.options)
            sentence = f"'{step.name}' never asks anybody: who is asked is nobody in every game"
            hint = "compare its 'ask' with the roles, or take the step out"
        elif isinstance(step, EndStep):
            sentence = f"'{step.name}' is never tried: who it is tried for is nobody in every game"
            hint = "compare its 'any' with the roles, or take the step out"
        else:
            continue
        subject.dead.add(step.name)
        yield warning("DDZ907", sentence, step.span, hint)


def sure_ends(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ911: ends that come in every game; DDZ912: conditions of an end that never hold."""
    reached = subject.reached
    for step in subject.rules.flow:
        if not isinstance(step, EndStep) or step.name in subject.dead:
            continue
        if step.name in reached.ended and step.name not in reached.passed:
            label, condition = next(
                each for each in step.conditions if True in reached.ends[step.name, each[0]]
            )
            reason = _counted(subject, condition, True) or f"as when {reached.ended[step.name]}"
            subject.dead.add(NO_PLAY)
            yield warning(
                "DDZ911",
                f"every game that comes to '{step.name}' ends there, by '{label}': {reason}",
                step.span,
                "no game comes to the play; narrow the condition",
            )
            continue
        texts = getattr(subject.variant.steps[step.name].spec, "when", {})
        for label, condition in step.conditions:
            if reached.ends.get((step.name, label)) != {False}:
                continue
            subject.dead.add(label)
            reason = _counted(subject, condition, False)
            if not reason:
                reason = f"in all {reached.worlds} ways a game can go it is false"
                if label != step.conditions[0][0]:
                    reason += ", or one above it holds"
            yield warning(
                "DDZ912",
                f"no game ends by '{label}': {reason}",
                texts[label][0].span,
                "compare it with the deal, or take it out",
            )


_HOLDS = re.compile(r"(not )?holds\([^,()]+, *(bombs|(\w+)(?: (\d+)(\.\.)?(\d+)?)?)\)")


def _counted(subject: Subject, condition: Expression, outcome: bool) -> str:
    """Why a condition about bombs in a hand always has this outcome, as far as that is a matter of
    how many cards there are."""
    found = _HOLDS.fullmatch(condition.text.strip())
    if found is None:
        return ""
    negated, words, name, low, dots, high = found.groups()
    last = int(high) if high else None if dots or not low else int(low)
    bombs = BombSet(name, int(low) if low else 1, last) if name else BombSet(None)
    rules, limits = subject.rules, subject.limits
    held = outcome != bool(negated)
    if held and limits.must_hold(rules.each, bombs):
        most = limits.without(bombs)
        example = f", as {rules.deck.text(most.hand)}" if most.hand else ""
        return (
            f"a hand has {rules.each} cards or more, and no more than {most.cards} can be without"
            f" {words}{example}"
        )
    if not held and not limits.may_hold(subject.reached.cards, bombs):
        largest = max((len(bomb) for bomb in limits.fitting(BombSet(name))), default=0)
        more = f", and the largest there is has {largest}" if largest else ""
        return f"no hand holds {words}: it has {subject.reached.cards} cards at most{more}"
    return ""


def endless_auctions(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ910: auctions that can take very many turns. Each ends, since bids only rise."""
    for step in subject.rules.flow:
        if not isinstance(step, AuctionStep) or step.barred is not None:
            continue
        seats, bids = subject.reached.asked.get(step.name, 0), len(step.bids)
        turns = seats + (bids - 1) * (seats - 1)
        if step.passed_out:
            turns = min(turns, seats - 1 + bids)
        if step.turns is not None:
            turns = min(turns, seats * step.turns)
        if turns <= MAX_TURNS:
            continue
        way = f"{seats - 1} passes before the first of {bids} bids, {seats - 2} before each other"
        if step.passed_out:
            way = f"{bids} bids, each the lowest there is"
        if step.turns is not None:
            way = f"{seats} seats with {step.turns} turns each"
        yield warning(
            "DDZ910",
            f"this auction can take about {turns} turns: {way}",
            step.span,
            "write 'turns:', or 'passed: out', or fewer bids",
        )
