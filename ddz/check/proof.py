"""Proof by enumeration that cases, roles, kitty and settlement hold in every world.

A world is where the marks lie, how the auction went, how the game ended and who went out, and what
every open question (hand sizes, bombs held) came to. Seats are alike in these languages, so the
first mark is put at seat 0. What fails is reported once, with the first world in which it does.
"""

from __future__ import annotations

from typing import Any

from ddz.check.free import Free, Oracle, TooManyWorlds, worlds
from ddz.compiled import Compiled
from ddz.compiled.rules import (
    AuctionStep,
    EndStep,
    KittyStep,
    PlayStep,
    RolesStep,
    SettleRow,
    Value,
)
from ddz.condition import BombSet
from ddz.diagnostics import Diagnostic, Span
from ddz.seats import bits

__all__ = ["prove"]

MAX_WORLDS = 5_000


def prove(rules: Compiled) -> list[Diagnostic]:
    """What fails, each with the world it fails in; empty where everything holds in all worlds."""
    found: dict[tuple[str, Span], Diagnostic] = {}
    try:
        for oracle in worlds(MAX_WORLDS):
            _World(rules, oracle, found).run()
    except TooManyWorlds:
        place = rules.spans["settle"]
        found["DDZ609", place] = Diagnostic(
            "DDZ609",
            f"the scores are proved for the first {MAX_WORLDS} worlds only; there are more",
            place,
            "fewer marks or a simpler auction can be proved whole",
            "warning",
        )
    return list(found.values())


class _End(Exception):
    """This world has been followed to its end, or something failed in it."""


class _World:
    """One world, and the facts expressions ask of it."""

    def __init__(
        self, rules: Compiled, oracle: Oracle, found: dict[tuple[str, Span], Diagnostic]
    ) -> None:
        self.rules, self.oracle, self.found = rules, oracle, found
        self.players = rules.players
        self.marks: dict[str, int] = {}
        self.case: str | None = None
        self.winner = 0
        self.bid: Any = 0
        self.roles: list[int] = []
        self.ended = ""
        self.out = -1
        self.winners = 0
        self.story: list[str] = []

    def run(self) -> None:
        try:
            self._deal()
            for at, step in enumerate(self.rules.flow):
                self._learn_case(at)
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
                    self._value(step.ask)
                if self.ended or self.out >= 0:
                    break
            self._settle()
        except _End:
            pass

    def report(self, code: str, sentence: str, span: Span, hint: str = "") -> _End:
        """Keep the first world of each finding. To be raised."""
        world = "; ".join(self.story) or "in every deal"
        self.found.setdefault(
            (code, span), Diagnostic(code, f"{sentence} (when {world})", span, hint)
        )
        return _End()

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
                    places = self.players + (1 if self.rules.kitty else 0)
                    seat = lowest + self.oracle.choose((mark.name, card), places - lowest)
                    lowest = seat
                first = False
                if seat < self.players:
                    seats |= 1 << seat
                    names.append(f"seat {seat}")
                else:
                    names.append("the kitty")
            self.marks[mark.name] = seats
            self.story.append(f"{mark.name} is with {' and '.join(names)}")

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
                "DDZ601", f"the cases {' and '.join(holding)} hold at the same time", span
            )
        self.case = holding[0]

    def _auction(self, step: AuctionStep) -> None:
        if step.when is not None and not step.when.evaluate(self):
            return
        asked = self._value(step.asked)
        barred = self._value(step.barred) if step.barred else 0
        self._one(step.start, "the auction starts with")
        if not asked:
            raise self.report("DDZ603", "the auction asks nobody", step.asked.span)
        bidders = bits(asked & ~barred)
        chosen = self.oracle.choose("auction", len(bidders) + 1)
        if chosen < len(bidders):
            self.winner = 1 << bidders[chosen]
            self.bid = Free(self.oracle, {"bid": 1}, 0, {"bid": step.bids[0]})
            self.story.append(f"seat {bidders[chosen]} wins the auction")
            return
        self.story.append("nobody bids")
        if step.void:
            raise _End
        if step.seat is not None:
            self.winner = 1 << self._one(step.seat, "the auction falls to")
            self.bid = step.seat_bid
            return
        if not bidders:
            raise self.report("DDZ603", "the lot has nobody to fall on", step.span)
        lot = bidders[self.oracle.choose("lot", len(bidders))]
        self.winner, self.bid = 1 << lot, step.lot
        self.story.append(f"the lot falls on seat {lot}")

    def _roles(self, step: RolesStep) -> None:
        roles = [-1] * self.players
        for index, role in enumerate(step.roles):
            if role.who is None:
                continue
            for seat in bits(self._value(role.who)):
                if roles[seat] >= 0:
                    other = step.roles[roles[seat]].name
                    raise self.report(
                        "DDZ604", f"seat {seat} is {other} and {role.name}", role.span
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
            count = self._value(share)
            if isinstance(count, Free) or count < 0:
                raise self.report("DDZ605", "this is no fixed number of cards", share.span)
            total += count * self.named(role).bit_count()
        if total != self.rules.kitty:
            raise self.report(
                "DDZ605",
                f"{total} cards of the kitty are handed out, and it has {self.rules.kitty}",
                step.span,
            )

    def _end(self, step: EndStep) -> None:
        seats = bits(self._value_of_each(step)) if step.each else [-1]
        for seat in seats:
            env = {step.each.seat: 1 << seat} if step.each else {}
            for label, condition in step.conditions:
                if condition.evaluate(self, env):
                    self.ended = step.name
                    self.winners = self.named(step.side)
                    self.story.append(f"the game ends by {step.name}, {label}")
                    if not self.winners:
                        raise self.report("DDZ604", f"nobody is of the {step.side}", step.span)
                    return

    def _value_of_each(self, step: EndStep) -> int:
        assert step.each is not None
        seats: int = step.each.among.evaluate(self)
        return seats

    def _play(self, step: PlayStep) -> None:
        self._one(step.lead, "the lead is with")
        self.out = self.oracle.choose("out", self.players)
        side = self.rules.roles[self.roles[self.out]].side
        self.winners = self.named(side)
        self.story.append(f"seat {self.out} goes out and the {side} win")

    def _settle(self) -> None:
        row = self._row()
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
                "what some win, others lose",
            )

    def _row(self) -> SettleRow:
        for row in self.rules.settle_rows:
            if row.when is None or row.when.evaluate(self):
                return row
        raise self.report(
            "DDZ606", "no row fits", self.rules.spans["settle"], "add a row for this outcome"
        )

    # --- values

    def _value(self, value: Value) -> Any:
        if not value.covers(self.case):
            raise self.report("DDZ602", f"there is no value for the case '{self.case}'", value.span)
        return value.evaluate(self)

    def _one(self, value: Value, words: str) -> int:
        seats = bits(self._value(value))
        if len(seats) != 1:
            who = f"seats {', '.join(map(str, seats))}" if seats else "nobody"
            raise self.report("DDZ603", f"{words} {who}, and one seat is needed", value.span)
        return seats[0]

    # --- facts

    def named(self, name: str) -> Any:
        rules = self.rules
        if name in rules.names:
            return self._value(rules.names[name])
        if name in rules.settle_names:
            return self._value(rules.settle_names[name])
        known = {
            "all": rules.seats,
            "none": 0,
            "winner": self.winner,
            "bid": self.bid,
            "case": self.case,
        }
        if name in known:
            return known[name]
        if name in ("N", "n"):
            return Free(self.oracle, {name: 1}, 0, {name: 1})
        if any(name == case for case, _ in rules.cases):
            return self.case == name
        return sum(
            1 << seat
            for seat, role in enumerate(self.roles)
            if name in (rules.roles[role].name, rules.roles[role].side)
        )

    def holders(self, mark: str) -> int:
        return self.marks[mark]

    def left(self, seats: int) -> Any:
        names = [f"left {seat}" for seat in bits(seats) if seat != self.out]
        return Free(self.oracle, dict.fromkeys(names, 1), 0, dict.fromkeys(names, 1))

    def plays(self, seats: int) -> Any:
        if self.out < 0:
            return 0
        names = [f"plays {seat}" for seat in bits(seats)]
        least = {name: int(name == f"plays {self.out}") for name in names}
        return Free(self.oracle, dict.fromkeys(names, 1), 0, least)

    def holds(self, seats: int, bombs: BombSet) -> bool:
        return bool(self.oracle.choose(("holds", seats, bombs), 2))

    def splits(self, seats: int, after: int) -> bool:
        return bool(self.oracle.choose(("splits", seats, after), 2))

    def won(self, seats: int) -> bool:
        return bool(seats) and seats & ~self.winners == 0

    def went_out(self, seats: int) -> bool:
        return self.out >= 0 and bool(seats >> self.out & 1)

    def ended_by(self, step: str) -> bool:
        return self.ended == step
