"""Finished games as an example tells of them: how the marks lay, how the auction went, who became
what, and how it ended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from ddz.check.examples.forms import Number, Score, Word
from ddz.check.examples.result import Budget
from ddz.check.free import Free, OpenError, Oracle, worlds
from ddz.check.limits import Limits
from ddz.check.proof import WholeWorld
from ddz.check.reached import Reached
from ddz.compiled import Compiled
from ddz.compiled.rules import EndStep, KittyStep
from ddz.condition import BombSet
from ddz.diagnostics import Span
from ddz.seats import bits

__all__ = ["MAX_STEPS", "MAX_WORLDS", "WORLD_COST", "Finished", "Setup", "Setups"]

MAX_SETUPS = 2_000
MAX_WORLDS = 5_000
MAX_STEPS = 100_000
SETUP_COST = 10
WORLD_COST = 4


class Setups:
    """The ways the marks can lie and the auction can go, up to the roles; worked out once."""

    def __init__(self, rules: Compiled) -> None:
        self.rules = rules
        self._all: list[Setup] | None = None

    def all(self, budget: Budget) -> list[Setup]:
        """One of each kind. TooManyWorlds where there are too many."""
        if self._all is None:
            limits, reached = Limits(self.rules.table), Reached(self.rules)
            kinds: dict[Any, Setup] = {}
            for oracle in worlds(MAX_SETUPS, MAX_STEPS):
                budget.spend(SETUP_COST)
                setup = Setup(self.rules, oracle, {}, limits, reached)
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


class Setup(WholeWorld):
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


class Finished(Setup):
    """A setup in which the game ended as the example says; `opened` are the things it leaves open
    that mattered."""

    def __init__(self, setup: Setup, oracle: Oracle, example: Score) -> None:
        super().__init__(setup.rules, oracle, {}, setup.limits, setup.reached)
        self.example = example
        self.marks, self.case, self.winner = setup.marks, setup.case, setup.winner
        self.bid, self.bids, self.roles = setup.bid, setup.bids, setup.roles
        self.hands, self.moment = setup.hands, setup.moment
        self.story += setup.story
        self.opened: set[str] = set()
        self._midway = self._before_end = False
        if example.bid is not None:
            self.bid, self.bids = example.bid.value, ()

    @contextmanager
    def asked(self, midway: bool = False) -> Iterator[None]:
        """While rows of the multiplier are asked: N is not yet what the example says; `midway`, all
        that changes in the play is open."""
        self._before_end, self._midway = True, midway
        opened = set(self.opened)
        yield
        self._before_end = self._midway = False
        self.opened = opened

    def _stable(self) -> None:
        """Ask for what changes in the play. OpenError midway."""
        if self._midway:
            raise OpenError

    def named(self, name: str) -> Any:
        if name == "N" and self._before_end:
            return super().named(name)
        if name == "N":
            if self.example.multiplier is not None:
                return self.example.multiplier.value
            self.opened.add("N")
        if name == "bid" and self.bids:
            self.opened.add("bid")
        return super().named(name)

    def won(self, seats: int) -> bool:
        self._stable()
        return super().won(seats)

    def went_out(self, seats: int) -> bool:
        self._stable()
        return super().went_out(seats)

    def ended_by(self, step: str) -> bool:
        self._stable()
        return super().ended_by(step)

    def holds(self, seats: int, bombs: BombSet) -> bool:
        self._stable()
        return super().holds(seats, bombs)

    def splits(self, seats: int, after: int) -> bool:
        self._stable()
        return super().splits(seats, after)

    def left(self, seats: int) -> Any:
        self._stable()
        return self._told(seats, self.example.left, "left", super().left)

    def plays(self, seats: int) -> Any:
        self._stable()
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
            if number is not None:
                total = total + number[1].value
                continue
            value = ask(1 << seat)
            if isinstance(value, Free):
                self.opened.add(what)
            total = total + value
        return total

    def end_by(self, word: Word) -> bool:
        """Let the game end by the step or condition named; whether it can."""
        whole, self.hands = self.hands, [self.rules.each] * self.players
        for step in self.rules.flow:
            if isinstance(step, KittyStep):
                self.hands = whole
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
