"""What came about in some world of a proof: steps, roles, cases, rows. Whatever is not here comes
about in no game.

Enters: worlds, while they are followed. Leaves: sets to look things up in. Where a world leaves
something open it counts as coming about, so that only what cannot be is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ddz.check.free import Free
from ddz.check.limits import Limits
from ddz.check.told import Told
from ddz.check.world import MAX_BESIDE, World
from ddz.compiled import Compiled
from ddz.compiled.rules import EndStep, MultiplierRow, Value

__all__ = ["Reached"]


class Reached:
    """The facts of one proof, as far as `beside`, what was asked beside it, is not too much.

    `cards` are the most a hand has; `steps` were come to, `opened` are auctions that took place,
    `asked` how many seats they ask at most, `held` the steps that were there for somebody; `roles`
    were given, `cases` held, `names` of the `truths` were true; `ends` says for each end step and
    condition how it came out, `passed` after which end steps the game went on, and `ended` a world
    each of them ended; `taken` are the multiplier's rows that events took, `raised` and `lowered`
    those that change N, `row_shadowed` others that fitted an event, with the row it took; `settled`
    the rows of the settlement that fitted, `shadowed` others that would have fitted, with the row
    that came first and the world, `doubtful` those that might have; `for_nothing` rows that paid
    nothing, with the world.
    """

    def __init__(self, rules: Compiled) -> None:
        self.rules, self.limits = rules, Limits(rules.table)
        self.worlds = 0
        self.beside = [0]
        self.cards = rules.each
        self.steps: set[str] = set()
        self.opened: set[str] = set()
        self.held: set[str] = set()
        self.asked: dict[str, int] = {}
        self.roles: set[str] = set()
        self.cases: set[str] = set()
        self.names: set[str] = set()
        self.ends: dict[tuple[str, str], set[bool]] = {}
        self.passed: set[str] = set()
        self.ended: dict[str, str] = {}
        self.taken: set[int] = set()
        self.raised: set[int] = set()
        self.lowered: set[int] = set()
        self.settled: set[int] = set()
        self.row_shadowed: dict[int, int] = {}
        self.shadowed: dict[int, tuple[int, str]] = {}
        self.doubtful: set[int] = set()
        self.for_nothing: dict[int, str] = {}
        self.told = Told(rules)
        self.truths = [name for name, value in rules.names.items() if _is_truth(value)]
        self._kinds = list(_kinds_of_plays(rules))
        self._rows_done = not rules.rows

    # --- along a world

    def held_by(self, step: str, seats: int) -> None:
        """A step took place for these seats."""
        if seats:
            self.held.add(step)

    def auction(self, step: str, asked: int, bidders: int) -> None:
        """An auction took place: who was asked, and who of them may bid."""
        self.opened.add(step)
        self.held_by(step, bidders)
        self.asked[step] = max(self.asked.get(step, 0), asked.bit_count())

    def tried(self, step: EndStep, label: str, holds: bool) -> None:
        """A condition of an end step was worked out."""
        self.ends.setdefault((step.name, label), set()).add(holds)

    # --- at the end of a world

    def settle(self, world: World, index: int) -> None:
        """The world was settled by this row."""
        self.worlds += 1
        self.cards = max(self.cards, *world.hands)
        self.roles |= {self.rules.roles[role].name for role in world.roles}
        if world.case is not None:
            self.cases.add(world.case)
        for name in self.truths:
            value = self.rules.names[name]
            if name not in self.names and value.covers(world.case):
                holds = world.settled(partial(value.evaluate, world))
                if holds is None or holds:
                    self.names.add(name)
        self._settlement(world, index)
        if not self._rows_done:
            self._multiplier(world)
        if self.beside[0] <= MAX_BESIDE:
            self.told.close(world)

    def _settlement(self, world: World, index: int) -> None:
        rows = self.rules.settle_rows
        self.settled.add(index)
        for at in range(index + 1, len(rows)):
            when = rows[at].when
            if at not in self.settled and at not in self.shadowed:
                fits = when is None or world.settled(partial(when.evaluate, world))
                if fits:
                    self.shadowed[at] = (index, world.told_so_far())
                elif fits is None:
                    self.doubtful.add(at)
        times = rows[index].times
        if times is not None and index not in self.for_nothing:
            value = _number(world.settled(partial(times.evaluate, world)))
            shares = rows[index].shares
            paid = any(shares.get(self.rules.roles[role].name) for role in world.roles)
            if value == 0 and paid:
                self.for_nothing[index] = world.told_so_far()

    def _multiplier(self, world: World) -> None:
        """Let each kind of event take its row, as far as that can be said."""
        known: dict[int, bool | None] = {}
        if world.out >= 0:
            for rows, lengths in self._kinds:
                self._take(world, rows, lengths, known)
        for option in world.options:
            self._take(world, self._rows(option), (0,), known)
        self._take(world, tuple(at for at, row in self._numbered if row.at_end), (0,), known)
        self._take(world, tuple(at for at, row in self._numbered if row.redealt), (0,), known)
        every = range(len(self.rules.rows))
        moved = self.raised | self.lowered
        self._rows_done = all(at in self.taken and at in moved for at in every)

    @property
    def _numbered(self) -> list[tuple[int, MultiplierRow]]:
        return list(enumerate(self.rules.rows))

    def _rows(self, option: str) -> tuple[int, ...]:
        """The rows of an answer."""
        return tuple(at for at, row in self._numbered if row.option == option)

    def _take(
        self,
        world: World,
        rows: tuple[int, ...],
        lengths: tuple[int, ...],
        known: dict[int, bool | None],
    ) -> None:
        first: int | None = None
        for at in rows:
            if first is not None and (at in self.taken or at in self.row_shadowed):
                continue
            row = self.rules.rows[at]
            if at not in known:
                when = row.when
                known[at] = when is None or world.settled(partial(when.evaluate, world))
            if known[at] is False:
                continue
            if first is not None:
                self.row_shadowed[at] = first
                continue
            self.taken.add(at)
            for length in lengths:
                self._move(world, at, row, length)
            if known[at]:
                first = at

    def _move(self, world: World, at: int, row: MultiplierRow, length: int) -> None:
        """Which way a row moves N; both where that is open."""
        if at in self.raised and at in self.lowered:
            return
        expression = row.add or row.times
        assert expression is not None
        world.played = length
        value = _number(world.settled(partial(expression.evaluate, world)))
        world.played = None
        same = 0 if row.add else 1
        if value is None or value > same:
            self.raised.add(at)
        if value is None or value < same:
            self.lowered.add(at)


def _number(value: object) -> int | None:
    """A number, where it is settled."""
    if isinstance(value, Free):
        return value.constant if not any(value.terms.values()) else None
    return value if isinstance(value, int) else None


def _is_truth(value: Value) -> bool:
    texts = [value.plain] if value.plain is not None else list(value.table.values())
    return bool(texts) and all(text is not None and text.type == "truth" for text in texts)


def _kinds_of_plays(rules: Compiled) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The plays by which rows fit them: those rows, and the numbers of cards."""
    place = {id(row): at for at, row in enumerate(rules.rows)}
    most = rules.each + rules.kitty
    found: dict[tuple[int, ...], set[int]] = {}
    for name, tests in rules.rows_of.items():
        if not tests:
            continue
        for reading in rules.table.readings_of(name):
            if reading.length <= most:
                rows = tuple(place[id(row)] for row, test in tests if test.takes(reading))
                if rows:
                    found.setdefault(rows, set()).add(reading.length)
    for rows, lengths in found.items():
        yield rows, tuple(sorted(lengths))
