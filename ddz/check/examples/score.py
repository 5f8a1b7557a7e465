"""Examples of finished games: what they score, whatever the example leaves open."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from ddz.check.examples.forms import Number, Score, Word
from ddz.check.examples.result import Budget, Difference, Stopped, differs, known
from ddz.check.free import Free, Oracle, TooManyWorlds, worlds
from ddz.check.limits import Limits
from ddz.check.proof import WholeWorld
from ddz.check.reached import Reached
from ddz.check.world import EndOfWorld
from ddz.compiled import Compiled
from ddz.compiled.rules import EndStep
from ddz.diagnostics import Diagnostic, Span
from ddz.seats import bits

__all__ = ["Setups", "run_score"]

MAX_SETUPS = 2_000
MAX_WORLDS = 5_000
MAX_STEPS = 100_000
SETUP_COST = 10
WORLD_COST = 4


class Setups:
    """The ways the marks can lie and the auction can go, up to the roles; worked out once."""

    def __init__(self, rules: Compiled) -> None:
        self.rules = rules
        self._all: list[_Setup] | None = None

    def all(self, budget: Budget) -> list[_Setup]:
        """One of each kind. TooManyWorlds where there are too many."""
        if self._all is None:
            limits, reached = Limits(self.rules.table), Reached(self.rules)
            kinds: dict[Any, _Setup] = {}
            for oracle in worlds(MAX_SETUPS, MAX_STEPS):
                budget.spend(SETUP_COST)
                setup = _Setup(self.rules, oracle, {}, limits, reached)
                setup.run()
                if setup.whole:
                    kinds.setdefault(setup.kind() if self._by_kind else len(kinds), setup)
            self._all = list(kinds.values())
        return self._all

    @cached_property
    def _by_kind(self) -> bool:
        """Whether the settlement sees no difference between seats that have the same role and
        marks: `next` is all that would tell them apart."""
        document = self.rules.document
        text = json.dumps([document.get("names"), document["settle"]])
        return re.search(r"\bnext\b", text) is None


class _Setup(WholeWorld):
    """A world followed up to the roles and the kitty."""

    whole = False

    def _end(self, step: Any) -> None:
        pass

    def _choice(self, step: Any) -> None:
        pass

    def _play(self, step: Any) -> None:
        pass

    def _settle(self) -> None:
        self.whole = True

    def kind(self) -> Any:
        """What there is to tell it from others, whichever seats they are."""
        return (self.case, self.bid, self.bids, tuple(sorted(map(self.sort, range(self.players)))))

    def sort(self, seat: int) -> tuple[int, ...]:
        """A seat's role, marks, and whether it won the auction."""
        marks = (holders >> seat & 1 for holders in self.marks.values())
        return (self.roles[seat], self.winner >> seat & 1, *marks)

    def role(self, seat: int) -> str:
        """The name of a seat's role."""
        return self.rules.roles[self.roles[seat]].name

    def side(self, seat: int) -> str:
        """The side a seat is on."""
        return self.rules.roles[self.roles[seat]].side


class _Finished(_Setup):
    """A setup in which the game ended as the example says; `opened` are the things it leaves open
    that mattered."""

    def __init__(self, setup: _Setup, oracle: Oracle, example: Score) -> None:
        super().__init__(setup.rules, oracle, {}, setup.limits, setup.reached)
        self.example = example
        self.marks, self.case, self.winner = setup.marks, setup.case, setup.winner
        self.bid, self.bids, self.roles = setup.bid, setup.bids, setup.roles
        self.hands, self.moment = setup.hands, setup.moment
        self.story += setup.story
        self.opened: set[str] = set()
        if example.bid is not None:
            self.bid, self.bids = example.bid.value, ()

    def named(self, name: str) -> Any:
        if name == "N":
            if self.example.multiplier is not None:
                return self.example.multiplier.value
            self.opened.add("N")
        if name == "bid" and self.bids:
            self.opened.add("bid")
        return super().named(name)

    def left(self, seats: int) -> Any:
        return self._told(seats, self.example.left, "left", super().left)

    def plays(self, seats: int) -> Any:
        return self._told(seats, self.example.plays, "plays", super().plays)

    def _told(
        self,
        seats: int,
        given: Mapping[str, tuple[Word, Number]],
        what: str,
        ask: Callable[[int], Any],
    ) -> Any:
        """The sum of what the example gives for each seat, and of what it leaves open."""
        total: Any = 0
        for seat in bits(seats):
            number = given.get(self.role(seat))
            if number is not None and not (what == "left" and seat == self.out):
                total = total + number[1].value
                continue
            value = ask(1 << seat)
            if isinstance(value, Free):
                self.opened.add(what)
            total = total + value
        return total

    def end_by(self, word: Word) -> bool:
        """Let the game end by the step or condition named; whether it can."""
        for step in self.rules.flow:
            if isinstance(step, EndStep):
                WholeWorld._end(self, step)
                if self.ended:
                    return word.text == step.name or self.story[-1].endswith(f", {word.text}")
        return False

    def scores(self) -> tuple[dict[str, Any], Span]:
        """What each role gets, and the row at work."""
        row = self.rules.settle_rows[self._row()]
        times = row.times.evaluate(self) if row.times is not None else 1
        names = dict.fromkeys(self.role(seat) for seat in range(self.players))
        return {n: times * row.shares.get(n, 0) * self.example.base for n in names}, row.span


def run_score(example: Score, setups: Setups, budget: Budget) -> list[Difference]:
    """Whether every finished game that fits the example scores what it says."""
    rules = setups.rules
    _check_names(example, rules)
    place = _place(example)
    try:
        fitting = _fitting(example, setups.all(budget))
        found = list(_outcomes(example, fitting, budget))
    except TooManyWorlds:
        sentence = "there are more ways for this game to go than can be gone through"
        raise Stopped("DDZ709", sentence, place, "say more of how it went") from None
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


def _fitting(example: Score, setups: list[_Setup]) -> list[_Setup]:
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
    example: Score, setups: list[_Setup], budget: Budget
) -> Iterator[tuple[dict[str, Any], Span, _Finished]]:
    """The scores of every way such a game can end, with the row and the world."""
    for oracle in worlds(MAX_WORLDS, MAX_STEPS) if setups else ():
        budget.spend(WORLD_COST)
        setup = setups[oracle.choose("setup", len(setups))]
        outs = _outs(example, setup)
        if example.ended is None and not outs:
            continue
        world = _Finished(setup, oracle, example)
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
            scores, row = world.scores()
        except EndOfWorld:
            continue
        yield scores, row, world


def _outs(example: Score, setup: _Setup) -> list[int]:
    """The seats that may be the one that went out."""
    return [
        seat
        for seat in range(setup.players)
        if (example.out is None or setup.role(seat) == example.out.text)
        and (example.won is None or setup.side(seat) == example.won.text)
    ]


def _judged(
    example: Score, found: list[tuple[dict[str, Any], Span, _Finished]]
) -> list[Difference]:
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
