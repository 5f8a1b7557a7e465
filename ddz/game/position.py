"""Where a game is: the fields of a state, and a copy that costs little.

`Facts` changes a few times a game and is shared between states; `Position` holds what changes with
each action. A step works on a fresh fork and nobody else sees it before it is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ddz.compiled import Compiled, Play, Reading
from ddz.compiled.rules import Step
from ddz.game.deal import Deal

__all__ = ["ALL", "PLAYS", "Auction", "Facts", "Outcome", "Position", "Setup"]

PLAYS = 32
"""Bits in `Position.plays` for how often a seat has played."""
ALL = -1
"""The audience of what everybody may know; other audiences are sets of seats, one bit a seat."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game was started with; `written` are the deals given, used in order."""

    rules: Compiled
    seed: int
    base: int
    written: tuple[Any, ...] = field(hash=False)


class Facts:
    """What a deal has led to so far; shared by states, and not to be changed: see `but`.

    Sets of seats are bits; `roles` has an index a seat, -1 for none yet; `public` are the seats
    whose role all know; `hidden` those whose role a marked card would show, and `marked` their
    marked rank, suit and count; `frozen` the tally bits each seat cannot play.
    """

    __slots__ = (
        "bid",
        "case",
        "deal",
        "draws",
        "earlier",
        "frozen",
        "hidden",
        "holders",
        "kitty",
        "marked",
        "opened",
        "public",
        "roles",
        "winner",
    )

    def __init__(
        self, deal: Deal, earlier: tuple[Deal, ...], draws: int, holders: dict[str, int]
    ) -> None:
        self.deal, self.earlier, self.draws, self.holders = deal, earlier, draws, holders
        self.case: str | None = None
        self.winner, self.bid = 0, 0
        self.roles: tuple[int, ...] = ()
        self.public, self.hidden, self.opened = 0, 0, 0
        self.marked: tuple[tuple[int, int | None, int] | None, ...] = ()
        self.kitty: dict[int, tuple[int, ...]] = {}
        self.frozen: tuple[int, ...] = ()

    def but(self, **changes: Any) -> Facts:
        """A copy with some of them changed."""
        new = Facts(self.deal, self.earlier, self.draws, self.holders)
        new.case, new.winner, new.bid, new.roles = self.case, self.winner, self.bid, self.roles
        new.public, new.hidden, new.opened = self.public, self.hidden, self.opened
        new.marked, new.kitty, new.frozen = self.marked, self.kitty, self.frozen
        for name, value in changes.items():
            setattr(new, name, value)
        return new


class Auction(NamedTuple):
    """An auction under way: who is asked, who may only pass, the highest bid and its seat (-1 for
    none), how often each seat has spoken, who passed, and how many passed in a row."""

    asked: int
    barred: int
    high: int
    leader: int
    spoken: tuple[int, ...]
    passed: int
    in_a_row: int


class Outcome(NamedTuple):
    """How a game ended: `out`, `ended` (by a step), `void`, `stuck`; the seat and the reason, the
    winning seats, the scores, the settlement row and what it multiplied by."""

    kind: str
    seat: int
    step: str
    reason: str
    won: int
    side: str
    scores: tuple[int, ...]
    row: int
    times: int


class Position:
    """The fields of a state.

    `now` is the step that waits for an action, `pending` its own: an `Auction`, or answers by seat.
    In a trick, `held` is the play to beat and `bound` the readings of which an answer beats one;
    `plays` has a field of `PLAYS` bits a seat.
    """

    __slots__ = (
        "_cards",
        "_events",
        "action",
        "actor",
        "at",
        "bound",
        "facts",
        "hands",
        "held",
        "multiplier",
        "notes",
        "now",
        "outcome",
        "owner",
        "passes",
        "pending",
        "plays",
        "previous",
        "rules",
        "seat",
        "setup",
    )  # fmt: skip

    rules: Compiled
    setup: Setup
    facts: Facts
    at: int
    now: Step | None
    seat: int | None
    hands: tuple[int, ...]
    multiplier: int
    plays: int
    held: Play | None
    bound: tuple[Reading, ...]
    owner: int
    passes: int
    pending: Any
    outcome: Outcome | None
    previous: Position | None
    action: Any
    actor: int
    notes: tuple[tuple[Any, ...], ...]
    _cards: list[list[int]] | None
    _events: Any

    def fork(self) -> Any:
        """A copy to change, one action further on."""
        new = type(self)()
        new.rules = self.rules
        new.setup = self.setup
        new.facts = self.facts
        new.at = self.at
        new.now = self.now
        new.seat = self.seat
        new.hands = self.hands
        new.multiplier = self.multiplier
        new.plays = self.plays
        new.held = self.held
        new.bound = self.bound
        new.owner = self.owner
        new.passes = self.passes
        new.pending = self.pending
        new.outcome = None
        new.previous = self
        new.notes = ()
        new._cards = None
        new._events = None
        return new

    def note(self, kind: str, audience: int, *values: Any) -> None:
        """Write down what happened and who may know; it becomes an event when someone asks."""
        self.notes = (*self.notes, (kind, audience, *values))

    def chain(self) -> list[Any]:
        """All positions of the game up to this one, the first one first."""
        found: list[Position] = []
        at: Position | None = self
        while at is not None:
            found.append(at)
            at = at.previous
        return found[::-1]
