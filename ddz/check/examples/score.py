"""Examples of finished games: what they score, whatever the example leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ddz.check.examples.finished import (
    MAX_STEPS,
    MAX_WORLDS,
    WORLD_COST,
    Finished,
    Setup,
    Setups,
)
from ddz.check.examples.forms import Score, Word
from ddz.check.examples.possible import Impossible, check_cards, check_multiplier
from ddz.check.examples.result import Budget, Difference, Stopped, differs, known
from ddz.check.free import Free, TooManyWorlds, worlds
from ddz.check.world import EndOfWorld
from ddz.compiled import Compiled
from ddz.compiled.rules import EndStep
from ddz.diagnostics import Diagnostic, Span

__all__ = ["Setups", "run_score"]


def run_score(example: Score, setups: Setups, budget: Budget) -> list[Difference]:
    """Whether every finished game that fits the example scores what it says."""
    rules = setups.rules
    _check_names(example, rules)
    place = _place(example)
    why: list[Impossible] = []
    try:
        fitting = _fitting(example, setups.all(budget))
        found = list(_outcomes(example, fitting, budget, why))
    except TooManyWorlds:
        sentence = "there are more ways for this game to go than can be gone through"
        raise Stopped("DDZ709", sentence, place, "say more of how it went") from None
    if not found and why:
        raise _no_game(example, str(why[0]), why[0].span).by("by this row", why[0].row)
    if not found:
        raise _no_game(example, "no game of this kind ends so", place)
    return _judged(example, found)


def _check_names(example: Score, rules: Compiled) -> None:
    roles = [role.name for role in rules.roles]
    for part in (example.scores, example.left, example.plays):
        for key, _ in part.values():
            known(key, roles, "role")
    if example.case is not None:
        known(example.case, [name for name, _ in rules.cases], "case")
    if example.won is not None:
        known(example.won, dict.fromkeys(role.side for role in rules.roles), "side")
    if example.out is not None:
        known(example.out, roles, "role")
    if example.ended is not None:
        steps = [step for step in rules.flow if isinstance(step, EndStep)]
        names = [name for step in steps for name in (step.name, *(n for n, _ in step.conditions))]
        known(example.ended, dict.fromkeys(names), "step or condition that ends a game")


def _fitting(example: Score, setups: list[Setup]) -> list[Setup]:
    """The setups with the case, the roles and the bid that the example names."""
    if example.case is not None:
        setups = [setup for setup in setups if setup.case == example.case.text]
        if not setups:
            sentence = f"in no game the case is '{example.case.text}'"
            raise Stopped("DDZ707", sentence, example.case.span)
    keys = [
        key for part in (example.scores, example.left, example.plays) for key, _ in part.values()
    ]
    for key in [*keys, *([example.out] if example.out is not None else [])]:
        setups = [s for s in setups if any(s.role(seat) == key.text for seat in range(s.players))]
        if not setups:
            raise _no_game(example, f"nobody is {key.text} in such a game", key.span)
    if example.bid is not None:
        bid = example.bid.value
        setups = [s for s in setups if bid in s.bids or (not s.bids and bid == s.bid)]
        if not setups:
            raise _no_game(example, f"no such game is played at a bid of {bid}", example.bid.span)
    return setups


def _outcomes(
    example: Score, setups: list[Setup], budget: Budget, why: list[Impossible]
) -> Iterator[tuple[dict[str, Any], Span, Finished]]:
    """The scores of every way such a game can end, with the row and the world; and `why` others
    cannot be."""
    for oracle in worlds(MAX_WORLDS, MAX_STEPS) if setups else ():
        budget.spend(WORLD_COST)
        setup = setups[oracle.choose("setup", len(setups))]
        outs = _outs(example, setup)
        if example.ended is None and not outs:
            continue
        world = Finished(setup, oracle, example)
        try:
            if example.ended is not None:
                if not world.end_by(example.ended):
                    continue
                if example.won is not None and world.winners != world.named(example.won.text):
                    continue
            else:
                world.out = outs[oracle.choose("out", len(outs))]
                world.moment += 1
                world.winners = world.named(world.side(world.out))
                world.story.append(f"seat {world.out}, {world.role(world.out)}, goes out")
            check_cards(world)
            check_multiplier(world)
            scores, row = world.scores()
        except EndOfWorld:
            continue
        except Impossible as error:
            why.append(error)
            continue
        yield scores, row, world


def _outs(example: Score, setup: Setup) -> list[int]:
    """The seats that may be the one that went out."""
    return [
        seat
        for seat in range(setup.players)
        if (example.out is None or setup.role(seat) == example.out.text)
        and (example.won is None or setup.side(seat) == example.won.text)
    ]


def _judged(example: Score, found: list[tuple[dict[str, Any], Span, Finished]]) -> list[Difference]:
    """What is otherwise in all these games, or in some of them."""
    wanted = {name: number.value for name, (_, number) in example.scores.items()}
    wrong = [each for each in found if _wrong(wanted, each[0])]
    if not wrong:
        return []
    scores, row, world = wrong[0]
    first = _wrong(wanted, scores)[0]
    place = example.scores[first][1].span
    got, says = (_shown(each) for each in ({name: scores[name] for name in wanted}, wanted))
    if len(wrong) == len(found) and not any(_open(scores[name]) for name in wanted):
        return [differs("the scores are", says, got, place, related=[("by this row", row)])]
    opened = sorted({each for _, _, world in found for each in world.opened})
    say = ", ".join(f"'{each}'" for each in opened) or "'case', 'out' or 'bid'"
    finding = Diagnostic(
        "DDZ708",
        f"what this does not say matters: the scores are {got} when {'; '.join(world.story)}",
        place,
        f"say {say} as well",
        related=(("by this row", row),),
    )
    return [Difference(finding, says, got)]


def _wrong(wanted: Mapping[str, int], scores: Mapping[str, Any]) -> list[str]:
    """The roles that score otherwise, or nothing certain."""
    return [n for n, value in wanted.items() if _open(scores[n]) or scores[n] != value]


def _shown(scores: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} {score if _open(score) or not score else f'{score:+d}'}"
        for name, score in scores.items()
    )


def _open(value: Any) -> bool:
    return isinstance(value, Free)


def _no_game(example: Score, sentence: str, span: Span) -> Stopped:
    said = [
        f"{key}: {part.text if isinstance(part, Word) else part.value}"
        for key in ("case", "bid", "won", "out", "ended")
        if (part := getattr(example, key)) is not None
    ]
    return Stopped("DDZ707", sentence, span, f"the example says {', '.join(said)}")


def _place(example: Score) -> Span:
    parts = (example.out, example.ended, example.won)
    return next(part.span for part in parts if part is not None)
