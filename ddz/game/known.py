"""A position as the facts an expression asks about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from ddz.compiled import Play, PlayTable
from ddz.condition import BombSet
from ddz.game.position import PLAYS, Position
from ddz.seats import bits

__all__ = ["Known"]

MAX_SPLITS = 20_000
"""How many ways to split one hand are looked at; a hand that needs more counts as one that does not
split. Bombs of one rank need a few dozen."""


class Known:
    """Answers for one position; `n` is the number of cards just played."""

    __slots__ = ("n", "players", "position")

    def __init__(self, position: Position, n: int = 0) -> None:
        self.position = position
        self.players = position.rules.players
        self.n = n

    def named(self, name: str) -> Any:
        position, rules = self.position, self.position.rules
        facts = position.facts
        if name in rules.names:
            return rules.names[name].evaluate(self)
        if name in rules.settle_names:
            return rules.settle_names[name].evaluate(self)
        if name in _BUILT_IN:
            return _BUILT_IN[name](self)
        if name in rules.case_names:
            return facts.case == name
        return seats_of(position, name)

    def holders(self, mark: str) -> int:
        return self.position.facts.holders[mark]

    def left(self, seats: int) -> int:
        position = self.position
        return sum(position.rules.deck.total(position.hands[seat]) for seat in bits(seats))

    def plays(self, seats: int) -> int:
        plays = self.position.plays
        return sum(plays >> PLAYS * seat & ((1 << PLAYS) - 1) for seat in bits(seats))

    def holds(self, seats: int, bombs: BombSet) -> bool:
        position = self.position
        table = position.rules.table
        for seat in bits(seats):
            for bomb in table.held_bombs(position.hands[seat]):
                if bombs.name is None or (
                    bomb.pattern == bombs.name
                    and bomb.reading.length >= bombs.low
                    and (bombs.high is None or bomb.reading.length <= bombs.high)
                ):
                    return True
        return False

    def splits(self, seats: int, after: int) -> bool:
        position = self.position
        return any(
            splits(position.rules.table, position.hands[seat], after) for seat in bits(seats)
        )

    def won(self, seats: int) -> bool:
        outcome = self.position.outcome
        return outcome is not None and bool(seats) and seats & ~outcome.won == 0

    def went_out(self, seats: int) -> bool:
        outcome = self.position.outcome
        return outcome is not None and outcome.kind == "out" and bool(seats >> outcome.seat & 1)

    def ended_by(self, step: str) -> bool:
        outcome = self.position.outcome
        return outcome is not None and outcome.step == step


_BUILT_IN: dict[str, Callable[[Known], Any]] = {
    "case": lambda known: known.position.facts.case,
    "all": lambda known: known.position.rules.seats,
    "none": lambda known: 0,
    "winner": lambda known: known.position.facts.winner,
    "bid": lambda known: known.position.facts.bid,
    "N": lambda known: known.position.multiplier,
    "n": lambda known: known.n,
}


def seats_of(position: Position, name: str) -> int:
    """The seats of a role or a side."""
    roles = position.rules.roles
    found = 0
    for seat, role in enumerate(position.facts.roles):
        if role >= 0 and name in (roles[role].name, roles[role].side):
            found |= 1 << seat
    return found


def splits(table: PlayTable, hand: int, after: int) -> bool:
    """Whether the hand is bombs and nothing else, at once or after `after` plays at most."""
    deck = table.deck
    seen: dict[int, bool] = {}

    def whole(left: int) -> bool:
        if not left:
            return True
        if left not in seen:
            if len(seen) >= MAX_SPLITS:
                return False
            counts = deck.spread(left)
            rarest = min((n, rank) for rank, n in enumerate(counts) if n)[1]
            seen[left] = any(whole(left - bomb.tally) for bomb in _bombs_with(table, rarest, left))
        return seen[left]

    if whole(hand):
        return True
    if not after:
        return False
    loose = sum(
        (deck.field << (deck.width * rank))
        for rank, n in enumerate(deck.spread(hand))
        if n and not any(True for _ in _bombs_with(table, rank, hand))
    )
    must = hand & loose
    return any(
        play.tally & loose == must and whole(hand - play.tally)
        for play in islice(table.leads(hand), MAX_SPLITS)
    )


def _bombs_with(table: PlayTable, rank: int, hand: int) -> Iterator[Play]:
    """The bombs in the hand that have cards of the rank."""
    mask = table.deck.field << (table.deck.width * rank)
    holds = table.deck.holds
    return (bomb for bomb in table.bombs if bomb.tally & mask and holds(hand, bomb.tally))
