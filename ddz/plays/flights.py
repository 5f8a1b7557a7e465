"""Flights: heads that wings ride on, whose plays are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import comb, prod

from ddz.cards import Deck
from ddz.pattern import Head
from ddz.pattern.wings import choose_wings
from ddz.plays.reading import Play, Reading

__all__ = ["Flight", "Store"]

MAX_KEPT = 1 << 16
"""How many plays with wings a table keeps once they were made."""
HALF = 8
"""How many ranks are looked up together, so that a few hundred lists will do for all hands."""
MAX_AT_ONCE = 500
"""How many plays of a flight are made at once."""
MAX_WAYS = 5_000
"""With more ways to choose its wings than this, the plays of a flight are not put in a list."""


class Store:
    """How many more plays with wings may be kept."""

    def __init__(self) -> None:
        self.room = MAX_KEPT


class _Made(dict[int, Play]):
    """The plays of a flight by the tally of their wings, made when first asked for: all of them at
    once where they are few."""

    __slots__ = ("flight", "store")

    def __init__(self, flight: Flight, store: Store) -> None:
        super().__init__()
        self.flight, self.store = flight, store

    def __missing__(self, wings: int) -> Play:
        flight, store = self.flight, self.store
        if not self and flight.most <= min(MAX_AT_ONCE, store.room):
            deck = flight.deck
            for each in choose_wings(deck, deck.full - flight.tally, flight.head):
                self[each] = Play(deck, flight.tally + each, flight.reading, flight.head)
            store.room -= len(self)
            if wings in self:
                return self[wings]
        play = Play(flight.deck, flight.tally + wings, flight.reading, flight.head)
        if store.room > 0:
            store.room -= 1
            self[wings] = play
        return play


class _Single(dict[int, list[Play]]):
    """The plays of a flight with one wing, for some of its ranks: by which of them a hand has."""

    def __init__(self, made: _Made, groups: list[tuple[int, int]]) -> None:
        super().__init__()
        self.made, self.groups = made, groups
        self.ranks = sum(bit for bit, _ in groups)

    def __missing__(self, have: int) -> list[Play]:
        made = self.made
        self[have] = found = [made[group] for bit, group in self.groups if have & bit]
        return found


class Flight:
    """A head with wings.

    `plain`: the cards show by how many there are of each rank which are the wings; `alike`: the
    wings are of one kind; `once`: and of different ranks; `twofold`: the cards might be read
    another way; `at`: its place among the flights with as many cards; `most`: there are no more
    ways to choose the wings; `wide`: there may be very many.
    """

    __slots__ = (
        "_add",
        "_add_twice",
        "_both",
        "_count",
        "_groups",
        "_not_both",
        "_ranks",
        "_singles",
        "_twice",
        "alike",
        "at",
        "deck",
        "head",
        "made",
        "most",
        "once",
        "plain",
        "reading",
        "tally",
        "twofold",
        "wide",
    )

    def __init__(self, deck: Deck, head: Head, reading: Reading, store: Store) -> None:
        self.deck, self.head, self.reading = deck, head, reading
        self.tally = head.tally
        wing = head.wings[0]
        self.alike = len(head.wings) == 1
        self.once = self.alike and not wing.repeat
        clear = wing.size not in deck.spread(head.tally) and head.ranks.isdisjoint(wing.ranks)
        self.plain = self.once and clear
        self.at, self.twofold = -1, True
        self.made = _Made(self, store)
        top = deck.width - 1
        self._groups = [(deck.units[r] << top, deck.units[r] * wing.size) for r in wing.ranks]
        self._ranks = sum(bit for bit, _ in self._groups)
        self._singles = [
            _Single(self.made, self._groups[at : at + HALF])
            for at in range(0, len(self._groups), HALF)
        ]
        self._add = (deck.field + 1 - wing.size) * deck.ones
        twice = [r for r, most in zip(wing.ranks, wing.most, strict=True) if most > 1]
        self._twice = sum(deck.units[rank] << top for rank in twice)
        self._add_twice = (deck.field + 1 - 2 * wing.size) * deck.ones
        self._both = sum(deck.units[rank] * wing.size for rank in wing.not_both or ())
        self._not_both = sum(deck.units[rank] << top for rank in wing.not_both or ()) or -1
        self._count = wing.count
        self.most = prod(wing.ways for wing in head.wings)
        self.wide = self.most > MAX_WAYS

    def plays(self, hand: int) -> Iterable[Play]:
        """The plays of a hand that holds the head."""
        if self.alike and self._count <= 2:
            have = (hand - self.tally + self._add) & self._ranks
            if self._count == 2:
                return self._pairs(hand, have)
            found: list[Play] = []
            for single in self._singles:
                found += single[have & single.ranks]
            return found
        wings = choose_wings(self.deck, hand - self.tally, self.head)
        return map(self.made.__getitem__, wings)

    def _pairs(self, hand: int, have: int) -> list[Play]:
        """The same for two wings of one kind, with the ranks they may have."""
        groups = [group for bit, group in self._groups if have & bit]
        if self.once:
            wings = [one + other for one, other in combinations(groups, 2)]
        else:
            twice = (hand - self.tally + self._add_twice) & self._twice
            doubled = [group for bit, group in self._groups if twice & bit]
            wings = []
            for at, one in enumerate(groups, 1):
                if one in doubled:
                    wings.append(one + one)
                wings += [one + other for other in groups[at:]]
        if have & self._not_both == self._not_both:
            wings.remove(self._both)
        made = self.made
        return [made[each] for each in wings]

    def ways(self, hand: int) -> int:
        """How many plays, for a flight whose wings are of one kind and of different ranks."""
        have = self.deck.at_least(hand - self.tally, self.head.wings[0].size) & self._ranks
        found = comb(have.bit_count(), self._count)
        if have & self._not_both == self._not_both and self._count > 1:
            found -= comb(have.bit_count() - 2, self._count - 2)
        return found

    def rides_on(self, ranks: int) -> bool:
        """Whether groups of just these ranks, as the free bits of their fields, are the wings of a
        plain flight."""
        if ranks & ~self._ranks or ranks.bit_count() != self._count:
            return False
        return ranks & self._not_both != self._not_both
