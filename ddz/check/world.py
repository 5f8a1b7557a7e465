"""One world of a proof, and the facts expressions ask of it.

What a world leaves open is asked of its oracle: hand sizes and numbers of plays are unknowns, and
whether a hand holds bombs is chosen, in accord with what was chosen before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ddz.check.free import Closed, Free, OpenError, Oracle
from ddz.check.limits import Limits
from ddz.check.seen import Seats, Shown
from ddz.compiled import Compiled
from ddz.compiled.rules import Value
from ddz.condition import BombSet
from ddz.diagnostics import Diagnostic, Span
from ddz.seats import bits

__all__ = ["MAX_BESIDE", "EndOfWorld", "World"]


MAX_BESIDE = 200_000
"""How many facts may be asked for in all worlds that the proof does not need."""


class EndOfWorld(Exception):
    """This world has been followed to its end, or something failed in it."""


class World:
    """One world, and the facts expressions ask of it.

    `played` is the number of cards just played, where that is not left open; `options` are those of
    the choices that asked somebody; `beside` counts what is asked beside the proof; `shown` is what
    everybody saw, `shown_before_roles` how much of that before the roles were given.
    """

    def __init__(
        self,
        rules: Compiled,
        oracle: Oracle,
        found: dict[tuple[str, Span], Diagnostic],
        limits: Limits,
    ) -> None:
        self.rules, self.oracle, self.found, self.limits = rules, oracle, found, limits
        self.players = rules.players
        self.marks: dict[str, int] = {}
        self.case: str | None = None
        self.winner = 0
        self.bid = 0
        self.bids: tuple[int, ...] = ()
        self.roles: list[int] = []
        self.ended = ""
        self.out = -1
        self.winners = 0
        self.hands = [rules.each] * rules.players
        self.moment = 0
        self.held: dict[tuple[int, int], dict[BombSet, bool]] = {}
        self.split: dict[tuple[int, int], dict[int, bool]] = {}
        self.story = oracle.story
        self.played: int | None = None
        self.options: list[str] = []
        self.beside = [0]
        self.shown: list[Shown] = []
        self.shown_before_roles = 0

    def show(self, span: Span, what: str, value: Any) -> None:
        """Everybody sees what this came to."""
        self.shown.append(Shown(span, what, value, self.case, Seats(self.winner), Seats(0)))

    def told_so_far(self) -> str:
        """This world, in words."""
        return "; ".join(self.story) or "in every deal"

    def settled(self, ask: Callable[[], Any]) -> Any:
        """What something comes to here if nothing is chosen for it; None where that is left open,
        and where too much was asked beside the proof."""
        if self.beside[0] > MAX_BESIDE:
            return None
        oracle, found = self.oracle, self.found
        self.oracle, self.found = Closed(self.beside), {}
        try:
            return ask()
        except (OpenError, EndOfWorld):
            return None
        finally:
            self.oracle, self.found = oracle, found

    def report(self, code: str, sentence: str, span: Span, hint: str = "") -> EndOfWorld:
        """Keep the first world of each finding. To be raised."""
        self.found.setdefault(
            (code, span),
            Diagnostic(code, f"{sentence} (when {self.told_so_far()})", span, hint),
        )
        return EndOfWorld()

    def value_of(self, value: Value) -> Any:
        if not value.covers(self.case):
            raise self.report(
                "DDZ602",
                f"there is no value for the case '{self.case}'",
                value.span,
                f"add '{self.case}: …'",
            )
        return value.evaluate(self)

    # --- facts

    def named(self, name: str) -> Any:
        self.oracle.spend()
        rules = self.rules
        if name in rules.names:
            return self.value_of(rules.names[name])
        if name in rules.settle_names:
            return self.value_of(rules.settle_names[name])
        if name == "bid":
            return self._bid()
        if name == "all":
            return rules.seats
        if name == "none":
            return 0
        if name == "winner":
            return self.winner
        if name == "case":
            return self.case
        if name == "n" and self.played is not None:
            return self.played
        if name in ("N", "n"):
            return Free(self.oracle, {name: 1}, 0, {name: (1, rules.most if name == "N" else None)})
        if name in rules.case_names:
            return self.case == name
        found = 0
        for seat, at in enumerate(self.roles):
            role = rules.roles[at]
            if name == role.name or name == role.side:
                found |= 1 << seat
        return found

    def _bid(self) -> int:
        """The bid the auction was won at, chosen when it first matters."""
        if self.bids:
            self.bid = self.bids[self.oracle.choose("bid", len(self.bids))]
            self.bids = ()
            self.story.append(f"the bid is {self.bid}")
        return self.bid

    def holders(self, mark: str) -> int:
        self.oracle.spend()
        return self.marks[mark]

    def left(self, seats: int) -> Any:
        """Before the play the hands are as dealt; then who went out has none, all others some."""
        self.oracle.spend()
        if self.out < 0:
            return sum(self.hands[seat] for seat in bits(seats))
        names = {
            f"left(seat {seat})": (1, self.hands[seat]) for seat in bits(seats) if seat != self.out
        }
        return self._sum(names)

    def plays(self, seats: int) -> Any:
        self.oracle.spend()
        if self.out < 0:
            return 0
        return self._sum(
            {
                f"plays(seat {seat})": (int(seat == self.out), self.hands[seat])
                for seat in bits(seats)
            }
        )

    def _sum(self, names: dict[str, tuple[int, int]]) -> Any:
        if not names:
            return 0
        return Free(self.oracle, dict.fromkeys(names, 1), 0, dict(names))

    def holds(self, seats: int, bombs: BombSet) -> bool:
        return any(self._holds(seat, bombs) for seat in bits(seats))

    def _holds(self, seat: int, bombs: BombSet) -> bool:
        """One seat's bombs, in accord with what was said of them: who holds a bomb of some size
        holds a bomb."""
        self.oracle.spend()
        if seat == self.out or not self.limits.may_hold(self.hands[seat], bombs):
            return False
        said = self.held.setdefault((seat, self.moment), {})
        for other, held in said.items():
            if held and _part_of(other, bombs):
                return True
            if not held and _part_of(bombs, other):
                return False
        words = _words(bombs)
        no, yes = f"seat {seat} holds no {words}", f"seat {seat} holds {words}"
        if self.out < 0 and self.limits.must_hold(self.hands[seat], bombs):
            said[bombs] = True
            self.story.append(yes)
        else:
            key = ("holds", seat, self.moment, bombs)
            said[bombs] = self.oracle.truth(key, no, yes)
        return said[bombs]

    def splits(self, seats: int, after: int) -> bool:
        return any(self._splits(seat, after) for seat in bits(seats))

    def _splits(self, seat: int, after: int) -> bool:
        """A hand that is all bombs at once is so after a play, and holds bombs."""
        self.oracle.spend()
        if seat == self.out:
            return True
        said = self.split.setdefault((seat, self.moment), {})
        if said.get(0):
            return True
        if after == 0 and said.get(1) is False:
            return False
        if after == 0 and not self._holds(seat, BombSet(None)):
            return False
        words = "all bombs after a play" if after else "all bombs"
        key = ("splits", seat, self.moment, after)
        no, yes = f"the hand of seat {seat} is not {words}", f"the hand of seat {seat} is {words}"
        said[after] = self.oracle.truth(key, no, yes)
        return said[after]

    def won(self, seats: int) -> bool:
        self.oracle.spend()
        return bool(seats) and seats & ~self.winners == 0

    def went_out(self, seats: int) -> bool:
        self.oracle.spend()
        return self.out >= 0 and bool(seats >> self.out & 1)

    def ended_by(self, step: str) -> bool:
        self.oracle.spend()
        return self.ended == step


def _words(bombs: BombSet) -> str:
    """Bombs as a story names them, ``bomb 13..``."""
    words = bombs.name or "bombs"
    if bombs.low > 1 or bombs.high is not None:
        words += f" {bombs.low}..{'' if bombs.high is None else bombs.high}"
    return words


def _part_of(few: BombSet, many: BombSet) -> bool:
    """Whether every bomb of the first is one of the second."""
    if many.name is None:
        return True
    upper = many.high is None or (few.high is not None and few.high <= many.high)
    return few.name == many.name and few.low >= many.low and upper
