"""Proof by enumeration that cases, roles, kitty and settlement hold in every world.

A world is where the marks lie, how the auction went, how the game ended and who went out, and what
every open question (hand sizes, bombs held) came to. Seats are alike in these languages, so the
first mark is put at seat 0. What fails is reported once, with the first world in which it does.
"""

from __future__ import annotations

from ddz.check.free import Closed, Free, OpenError, Oracle, TooManyWorlds, worlds
from ddz.check.limits import Limits
from ddz.check.reached import Reached
from ddz.check.seen import Hands, Seats
from ddz.check.world import EndOfWorld, World
from ddz.compiled import Compiled
from ddz.compiled.rules import (
    AuctionStep,
    ChoiceStep,
    EndStep,
    KittyStep,
    PlayStep,
    RolesStep,
    SettleRow,
    Value,
)
from ddz.diagnostics import Diagnostic, Span
from ddz.seats import bits

__all__ = ["WholeWorld", "prove"]

MAX_WORLDS = 5_000
MAX_STEPS = 300_000
"""How many facts the conditions may ask for in all worlds together."""


def prove(rules: Compiled) -> tuple[list[Diagnostic], Reached]:
    """What fails, each with the world it fails in (nothing where everything holds in all worlds),
    and what came about in some world."""
    found: dict[tuple[str, Span], Diagnostic] = {}
    reached = Reached(rules)
    count = 0
    try:
        for oracle in worlds(MAX_WORLDS, MAX_STEPS):
            WholeWorld(rules, oracle, found, reached.limits, reached).run()
            count += 1
    except TooManyWorlds:
        place = rules.spans["settle"]
        found["DDZ609", place] = Diagnostic(
            "DDZ609",
            f"the scores are proved for the first {count} worlds only; there are more",
            place,
            "fewer marks, a simpler auction or fewer comparisons can be proved whole",
        )
    return list(found.values()), reached


class WholeWorld(World):
    """A world followed from the deal to the scores; what comes about in it is `reached`."""

    def __init__(
        self,
        rules: Compiled,
        oracle: Oracle,
        found: dict[tuple[str, Span], Diagnostic],
        limits: Limits,
        reached: Reached,
    ) -> None:
        super().__init__(rules, oracle, found, limits)
        self.reached = reached
        self.beside = reached.beside

    def run(self) -> None:
        try:
            self._deal()
            for at, step in enumerate(self.rules.flow):
                self._learn_case(at)
                self.reached.steps.add(step.name)
                if isinstance(step, AuctionStep):
                    self._auction(step)
                elif isinstance(step, RolesStep):
                    self._roles(step)
                elif isinstance(step, KittyStep):
                    self._kitty(step)
                elif isinstance(step, EndStep):
                    self._end(step)
                elif isinstance(step, PlayStep):
                    self._play(step)
                else:
                    self._choice(step)
                if self.ended or self.out >= 0:
                    break
            self._settle()
        except EndOfWorld:
            pass

    # --- what happens

    def _deal(self) -> None:
        first = True
        for mark in self.rules.marks:
            seats = 0
            lowest = 0
            names = []
            for card in range(mark.cards):
                if first:
                    seat = 0
                elif mark.copies_of is None:
                    seat = self.oracle.choose((mark.name, card), self.players)
                else:
                    places = self.players + (1 if self.rules.kitty or self.rules.aside else 0)
                    seat = lowest + self.oracle.choose((mark.name, card), places - lowest)
                    lowest = seat
                first = False
                if seat < self.players:
                    seats |= 1 << seat
                    names.append(f"seat {seat}")
                else:
                    names.append("the kitty" if self.rules.kitty else "the cards aside")
            self.marks[mark.name] = seats
            shown = [
                name if names.count(name) == 1 else f"{names.count(name)} × {name}"
                for name in dict.fromkeys(names)
            ]
            self.story.append(f"{mark.name} is with {' and '.join(shown)}")

    def _learn_case(self, at: int) -> None:
        rules = self.rules
        if not rules.cases or at != rules.case_stage:
            return
        holding = [name for name, condition in rules.cases if condition.evaluate(self)]
        span = rules.spans["cases"]
        if not holding:
            raise self.report("DDZ601", "no case holds", span, "cases must cover every deal")
        if len(holding) > 1:
            raise self.report(
                "DDZ601",
                f"the cases {' and '.join(holding)} hold at the same time",
                span,
                "let one of them hold only where the other does not",
            )
        self.case = holding[0]

    def _auction(self, step: AuctionStep) -> None:
        takes_place = step.when is None or bool(step.when.evaluate(self))
        self.show(step.span, "whether the auction takes place", takes_place)
        if not takes_place:
            return
        asked = self.value_of(step.asked)
        barred = self.value_of(step.barred) if step.barred else 0
        start = self._one(step.start, "the auction starts with")
        self.show(step.start.span, "whom the auction starts with", Seats(1 << start))
        self.show(step.asked.span, "whom the auction asks", Seats(asked))
        self.reached.auction(step.name, asked, asked & ~barred)
        if not asked:
            raise self.report("DDZ603", "the auction asks nobody", step.asked.span, "as in 'all'")
        bidders = bits(asked & ~barred)
        chosen = self.oracle.choose("auction", len(bidders) + 1)
        if chosen < len(bidders):
            self.winner = 1 << bidders[chosen]
            self.bids = step.bids
            self.story.append(f"seat {bidders[chosen]} wins the auction")
            return
        self.story.append("nobody bids")
        if step.void:
            raise EndOfWorld
        if step.seat is not None:
            self.winner = 1 << self._one(step.seat, "the auction falls to")
            self.show(step.seat.span, "whom the auction falls to", Seats(self.winner))
            self.bid = step.seat_bid
            return
        if not bidders:
            place = step.barred.span if step.barred else step.asked.span
            raise self.report("DDZ603", "the lot has nobody to fall on", place, "bar fewer seats")
        lot = bidders[self.oracle.choose("lot", len(bidders))]
        self.winner, self.bid = 1 << lot, step.lot or 0
        self.story.append(f"the lot falls on seat {lot}")

    def _roles(self, step: RolesStep) -> None:
        self.shown_before_roles = len(self.shown)
        roles = [-1] * self.players
        for index, role in enumerate(step.roles):
            if role.who is None:
                continue
            for seat in bits(self.value_of(role.who)):
                if roles[seat] >= 0:
                    other = step.roles[roles[seat]].name
                    raise self.report(
                        "DDZ604",
                        f"seat {seat} is {other} and {role.name}",
                        role.span,
                        f"take the others' seats away, as in 'all - {other}'",
                    )
                roles[seat] = index
        rest = next((i for i, role in enumerate(step.roles) if role.who is None), None)
        for seat, role_index in enumerate(roles):
            if role_index < 0:
                if rest is None:
                    raise self.report(
                        "DDZ604",
                        f"seat {seat} has no role",
                        step.span,
                        "let one role be 'who: rest'",
                    )
                roles[seat] = rest
        self.roles = roles

    def _kitty(self, step: KittyStep) -> None:
        total = 0
        for role, share in step.shares:
            count = self.value_of(share)
            if isinstance(count, Free) or count < 0:
                raise self.report(
                    "DDZ605", "this is no fixed number of cards", share.span, "write a number"
                )
            seats = self.named(role)
            total += count * seats.bit_count()
            for seat in bits(seats):
                self.hands[seat] += count
        self.moment += 1
        self.show(step.span, "who gets the kitty", Hands(tuple(self.hands)))
        if total != self.rules.kitty:
            raise self.report(
                "DDZ605",
                f"{total} cards of the kitty are handed out, and it has {self.rules.kitty}",
                step.span,
                "all of it must go: so many cards for each seat of a role",
            )

    def _end(self, step: EndStep) -> None:
        seats = bits(self._value_of_each(step)) if step.each else [-1]
        self.reached.held_by(step.name, len(seats))
        for seat in seats:
            env = {step.each.seat: 1 << seat} if step.each else {}
            for label, condition in step.conditions:
                holds = bool(condition.evaluate(self, env))
                self.reached.tried(step, label, holds)
                if holds:
                    self.ended = step.name
                    self.winners = self.named(step.side)
                    self.story.append(f"the game ends by {step.name}, {label}")
                    if not self.winners:
                        raise self.report(
                            "DDZ604",
                            f"nobody is of the {step.side}",
                            step.span,
                            "a side that wins has a seat",
                        )
                    self.reached.ended.setdefault(step.name, self.told_so_far())
                    return
        self.reached.passed.add(step.name)

    def _value_of_each(self, step: EndStep) -> int:
        assert step.each is not None
        seats: int = step.each.among.evaluate(self)
        return seats

    def _choice(self, step: ChoiceStep) -> None:
        asked = self.value_of(step.ask)
        self.show(step.ask.span, "whom it asks", Seats(asked))
        self.reached.held_by(step.name, asked)
        if asked:
            self.options += step.options

    def _play(self, step: PlayStep) -> None:
        lead = self._one(step.lead, "the lead is with")
        self.show(step.lead.span, "who leads", Seats(1 << lead))
        self.out = self.oracle.choose("out", self.players)
        self.moment += 1
        side = self.rules.roles[self.roles[self.out]].side
        self.winners = self.named(side)
        self.story.append(f"seat {self.out} goes out and the {side} win")

    def _settle(self) -> None:
        self._multiplier()
        index = self._row()
        row = self.rules.settle_rows[index]
        if row.times is not None:
            row.times.evaluate(self)
        shares = [row.shares.get(self.rules.roles[role].name, 0) for role in self.roles]
        if sum(shares):
            roles = ", ".join(
                f"{sum(1 for r in self.roles if r == index)} × {role.name}"
                f" {row.shares.get(role.name, 0):+d}"
                for index, role in enumerate(self.rules.roles)
                if index in self.roles
            )
            raise self.report(
                "DDZ607",
                f"the shares sum to {sum(shares):+d}, not to zero: {roles}",
                row.span,
                self._who_pays(row),
            )
        self.reached.settle(self, index)

    def _multiplier(self) -> None:
        """Work out the multiplier's rows where nothing is left open: each needs its values."""
        oracle, self.oracle = self.oracle, Closed()
        for row in self.rules.rows:
            try:
                value = row.add or row.times
                if (row.when is None or row.when.evaluate(self)) and value is not None:
                    value.evaluate(self)
            except OpenError:
                continue
        self.oracle = oracle

    def _row(self) -> int:
        for index, row in enumerate(self.rules.settle_rows):
            if row.when is None or row.when.evaluate(self):
                return index
        hint = "add a row for this outcome"
        if "rows below" in self.rules.spans:
            hint += "; the list replaces the base's rows, all of them"
        raise self.report("DDZ606", "no row fits", self.rules.spans["settle"], hint)

    def _who_pays(self, row: SettleRow) -> str:
        """What to do about shares that do not sum to zero: roles without one come first."""
        names = [self.rules.roles[index].name for index in sorted(set(self.roles))]
        left_out = [f"'{name}'" for name in names if name not in row.shares]
        more = f", and {' and '.join(left_out)} has no share here" if left_out else ""
        return f"what some win, others lose{more}"

    def _one(self, value: Value, words: str) -> int:
        seats = bits(self.value_of(value))
        if len(seats) != 1:
            who = f"seats {', '.join(map(str, seats))}" if seats else "nobody"
            raise self.report(
                "DDZ603",
                f"{words} {who}, and one seat is needed",
                value.span,
                "name one seat, as in 'winner' or 'next(winner)'",
            )
        return seats[0]
