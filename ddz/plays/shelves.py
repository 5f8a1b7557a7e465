"""Shelves: what a hand holds of many fixed things, looked up by what matters of the hand; and the
groups of plays that stand on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from ddz.cards import Deck
from ddz.plays.flights import Flight
from ddz.plays.reading import Play

__all__ = [
    "NEVER",
    "TOP",
    "Group",
    "Segment",
    "Shelf",
    "segments",
    "shelf_of_flights",
    "shelf_of_plays",
]

T = TypeVar("T")

TOP = Deck.width - 1
"""Where the free bit of a field is."""
NEVER = 1 << 10
"""What an empty shelf needs of a rank."""
MAX_KNOWN = 1 << 13
"""For how many kinds of hand a shelf remembers what such a hand holds."""


class Shelf(Generic[T]):
    """Things that a hand holds or not, in order: the cards they start with, their cards, what they
    are.

    What matters of a hand, its *part*, is which ranks it has enough of for anything here, and how
    many of them unless all things need the same; hands with the same part hold the same. `held`
    works out each part once: the part is ``(hand + add) & mask``, and where `several` is set, the
    hand's own fields wherever that has a bit. A hand without `need` cards of any one rank holds
    nothing here.
    """

    __slots__ = ("add", "held", "items", "mask", "need", "several")

    def __init__(self, deck: Deck, things: Sequence[tuple[int, int, T]]) -> None:
        self.items = [thing for _, _, thing in things]
        least: dict[int, int] = {}
        numbers = set()
        for _, tally, _ in things:
            for rank, n in enumerate(deck.spread(tally)):
                if n:
                    least[rank] = min(n, least.get(rank, n))
                    numbers.add(n)
        self.several = len(numbers) > 1
        self.need = min((max(deck.spread(tally)) for _, tally, _ in things), default=NEVER)
        self.mask = sum(deck.units[rank] << TOP for rank in least)
        self.add = sum(deck.units[rank] * (deck.field + 1 - n) for rank, n in least.items())
        self.held = _Held(deck, things, 0 if self.several else max(numbers, default=0))

    def of(self, hand: int) -> list[T]:
        """What the hand holds. Not to be changed by the caller."""
        part = (hand + self.add) & self.mask
        if self.several:
            part = hand & (part - (part >> TOP))
        return self.held[part]


class _Held(dict[int, list[T]]):
    """What hands hold, by their part; a part that is new is held against each thing.

    Where all things need `size` cards of each of their ranks, a part has a bit for each rank a hand
    has so many of. Else a part is cards, and things that start with the same cards stand in a run.
    """

    def __init__(self, deck: Deck, things: Sequence[tuple[int, int, T]], size: int) -> None:
        super().__init__()
        self.guard, self.size = deck.guard, size
        self.bits = [(deck.at_least(tally, 1), thing) for _, tally, thing in things]
        self.runs: list[tuple[int, list[tuple[int, T]]]] = []
        for first, tally, thing in things:
            if not self.runs or self.runs[-1][0] != first:
                self.runs.append((first, []))
            self.runs[-1][1].append((tally, thing))
        if 2 * len(self.runs) > len(things):
            self.runs = [(0, [(tally, thing) for _, tally, thing in things])]

    def __missing__(self, part: int) -> list[T]:
        found: list[T] = []
        if self.size:
            found = [thing for bits, thing in self.bits if bits & part == bits]
        else:
            guard = self.guard
            guarded = part | guard
            for first, run in self.runs:
                if (guarded - first) & guard == guard:
                    found += [thing for tally, thing in run if (guarded - tally) & guard == guard]
        if len(self) >= MAX_KNOWN:
            self.clear()
        self[part] = found
        return found


class Group:
    """All of one pattern with one number of cards. `plays` are the fixed ones by key, each with the
    highest key it can have; `lower` the same cards with lower keys; `flights` stand behind them, by
    key too; `best` are the fixed ones that no flight reads higher. `answering` has what can answer
    on shelves, by whether every reading counts."""

    __slots__ = ("answering", "best", "flights", "lower", "plays")

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.lower: list[Play] = []
        self.best: list[Play] = []
        self.flights: list[Flight] = []
        self.answering: dict[bool, Segment] = {}


def alike(deck: Deck, tallies: Iterable[int]) -> int:
    """The number of cards that each rank of each tally has, 0 where they differ."""
    sizes = {n for tally in tallies for n in deck.spread(tally) if n}
    return sizes.pop() if len(sizes) == 1 else 0


def shelf_of_plays(deck: Deck, plays: Iterable[Play]) -> Shelf[Play]:
    """Fixed plays as they come."""
    return Shelf(deck, [(deck.tally_of(p.head.parts[0]), p.tally, p) for p in plays])


def shelf_of_flights(deck: Deck, flights: Iterable[Flight]) -> Shelf[Flight]:
    """Flights as they come."""
    return Shelf(deck, [(flight.tally, flight.tally, flight) for flight in flights])


Segment = tuple[Shelf[Play], Shelf[Flight]]
"""Some plays in order: the fixed ones, and behind them the flights."""


def segments(
    deck: Deck, groups: Iterable[tuple[Sequence[Play], Sequence[Flight]]]
) -> list[Segment]:
    """Groups in order, joined where that does not make them slower to look up."""
    found: list[tuple[list[Play], list[Flight]]] = []
    last = 0
    for plays, flights in groups:
        size = alike(deck, (play.tally for play in plays))
        if size and all(play.reading.length == size for play in plays) and not flights:
            half = (len(plays) + 1) // 2
            found += [(list(plays[:half]), []), (list(plays[half:]), [])]
            last = -1
            continue
        if found and (not plays or (not found[-1][1] and size == last)):
            found[-1][0].extend(plays)
            found[-1][1].extend(flights)
        elif plays or flights:
            found.append((list(plays), list(flights)))
        last = size if plays else 0
    return [(shelf_of_plays(deck, p), shelf_of_flights(deck, f)) for p, f in found]
