"""What cards are: fixed cards are looked up; cards with wings are taken apart by how many there are
of each rank where that tells head and wings apart, and else run through tracks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from ddz.cards import Deck
from ddz.plays.flights import Flight
from ddz.plays.reading import Play, Reading
from ddz.plays.shelves import Group
from ddz.plays.tracks import Tracks

__all__ = ["Recogniser"]


class Recogniser:
    """Readings of cards. Enters: the groups by pattern (in file order) and number of cards, and
    the bombs by their tally."""

    def __init__(
        self, deck: Deck, groups: dict[tuple[str, int], Group], bombs: dict[int, Play]
    ) -> None:
        self.deck, self.groups, self.bombs = deck, groups, bombs
        self.order = {name: at for at, name in enumerate(dict.fromkeys(n for n, _ in groups))}
        self.exact: dict[int, list[Play]] = {}
        for group in groups.values():
            for play in group.plays:
                self.exact.setdefault(play.tally, []).append(play)

    @cached_property
    def flights(self) -> dict[int, list[Flight]]:
        """For each number of cards the flights, by pattern and then from the highest key down."""
        found: dict[int, list[Flight]] = defaultdict(list)
        for (_, size), group in self.groups.items():
            found[size] += sorted(group.flights, key=lambda flight: -flight.reading.key)
        return {size: flights for size, flights in found.items() if flights}

    @cached_property
    def tracks(self) -> dict[int, Tracks]:
        """The tracks of the flights of each number of cards."""
        return {
            size: Tracks(self.deck, [flight.head for flight in flights])
            for size, flights in self.flights.items()
        }

    @cached_property
    def fixed(self) -> dict[int, list[int]]:
        """The fixed cards and bombs of each number of cards that some flight reads too."""
        found: dict[int, list[int]] = defaultdict(list)
        for tally in chain(self.exact, self.bombs):
            size = self.deck.total(tally)
            if size in self.tracks and next(self.tracks[size].fits(tally), None) is not None:
                found[size].append(tally)
        return found

    def tell_flights(self) -> None:
        """Note on each flight its place, and whether its cards might be read another way.

        Where flights of one number of cards seem to meet, they are counted one by one and
        together, unless they are very many: if it comes to the same, none meet.
        """
        for size, flights in self.flights.items():
            tracks = self.tracks[size]
            met = {at for tally in self.fixed.get(size, ()) for at in tracks.fits(tally)}
            for at, flight in enumerate(flights):
                flight.at = at
                flight.twofold = at in met or tracks.meets(at)
            doubtful = [flight.at for flight in flights if flight.twofold]
            if doubtful and not met and not any(flight.wide for flight in flights):
                labels = [0] * len(flights)
                together = tracks.count(self.deck.full, labels, doubtful)
                each = (tracks.count(self.deck.full, labels, [at]) for at in doubtful)
                if together == {0: sum(count.get(0, 0) for count in each)}:
                    for flight in flights:
                        flight.twofold = False

    @cached_property
    def _plain(self) -> list[tuple[int, int, dict[int, list[Flight]]]]:
        """The flights whose wings show by their number: that number, as many of every rank, and
        the flights by the tally of the head, from the highest key down."""
        found: dict[int, dict[int, list[Flight]]] = defaultdict(lambda: defaultdict(list))
        for flights in self.flights.values():
            for flight in flights:
                if flight.plain:
                    found[flight.head.wings[0].size][flight.tally].append(flight)
        return [(size, size * self.deck.ones, dict(heads)) for size, heads in found.items()]

    @cached_property
    def _loose(self) -> frozenset[int]:
        """The numbers of cards of which some flight is not plain."""
        return frozenset(
            size
            for size, flights in self.flights.items()
            if not all(flight.plain for flight in flights)
        )

    def first(self, tally: int) -> Reading | None:
        """The first reading of the cards: a bomb, else by file order, the highest key."""
        reading = self._first_fixed.get(tally)
        return self._first_winged(tally) if reading is None else reading

    @cached_property
    def _first_fixed(self) -> dict[int, Reading]:
        """The first reading of all fixed cards, also where a flight has it."""
        found: dict[int, Reading] = {}
        for tally, plays in self.exact.items():
            own, other = plays[0].reading, self._first_winged(tally)
            if other is not None:
                places = self.order[own.pattern], self.order[other.pattern]
                if places[1] < places[0] or (places[0] == places[1] and other.key > own.key):
                    own = other
            found[tally] = own
        return found | {tally: bomb.reading for tally, bomb in self.bombs.items()}

    def _first_winged(self, tally: int) -> Reading | None:
        """The first reading by a flight."""
        if not self._loose:
            return self._shown(tally)
        size = self.deck.total(tally)
        tracks = self.tracks.get(size)
        at = None if tracks is None else next(tracks.fits(tally), None)
        return None if at is None else self.flights[size][at].reading

    def _shown(self, tally: int) -> Reading | None:
        """The first reading by a plain flight."""
        best: Flight | None = None
        guard, width = self.deck.guard, self.deck.width
        for size, all_of, heads in self._plain:
            ranks = (guard - (tally ^ all_of)) & guard
            flights = heads.get(tally - (ranks >> (width - 1)) * size)
            if flights is not None:
                for flight in flights:
                    if flight.rides_on(ranks) and (best is None or self._before(flight, best)):
                        best = flight
        return best.reading if best is not None else None

    def _before(self, one: Flight, other: Flight) -> bool:
        own, theirs = self.order[one.reading.pattern], self.order[other.reading.pattern]
        return own < theirs or (own == theirs and one.reading.key > other.reading.key)

    def _winged(self, tally: int) -> list[Flight]:
        """Every flight that reads the cards, by pattern and then from the highest key down."""
        size = self.deck.total(tally)
        tracks = self.tracks.get(size)
        if tracks is None:
            return []
        flights = self.flights[size]
        return [flights[at] for at in tracks.fits(tally)]

    def first_flown(self, hand: int, flight: Flight, *, lead: bool) -> Iterator[int]:
        """The cards of the hand that a flight with wings of one kind reads, without those that a
        flight before it does: for a lead any, else one of its own pattern."""
        size = flight.head.cards
        rivals = [
            other
            for other in self.flights[size][: flight.at]
            if lead or other.reading.pattern == flight.reading.pattern
        ]
        clear = all(other.alike for other in rivals)
        test = self.leads_as if lead else self.best_as
        taken = frozenset(self.fixed.get(size, ()))
        places = [other.at for other in rivals if other.alike]
        for tally in self.tracks[size].first_read(hand, flight.at, places):
            if (clear and tally not in taken) or test(tally, flight):
                yield tally

    def leads_as(self, tally: int, flight: Flight) -> bool:
        """Whether a flight is the first reading of cards it reads."""
        if tally in self.bombs or next(self.tracks[flight.head.cards].fits(tally)) != flight.at:
            return False
        exact = self.exact.get(tally)
        if exact is None:
            return True
        own, other = flight.reading, exact[0].reading
        if own.pattern == other.pattern:
            return own.key > other.key
        return self.order[own.pattern] < self.order[other.pattern]

    def best_as(self, tally: int, flight: Flight) -> bool:
        """Whether a flight is the highest reading by its pattern of cards it reads."""
        if tally in self.bombs:
            return False
        own = flight.reading
        for play in self.exact.get(tally, ()):
            if play.pattern == own.pattern and play.reading.key >= own.key:
                return False
        size = flight.head.cards
        flights = self.flights[size]
        return flight.at == next(
            at for at in self.tracks[size].fits(tally) if flights[at].reading.pattern == own.pattern
        )

    def every(self, tally: int) -> list[Play]:
        """All readings of the cards, as plays: a bomb alone, else by file order and from the
        highest key down; one for each pattern and key."""
        bomb = self.bombs.get(tally)
        if bomb is not None:
            return [bomb]
        plays = list(self.exact.get(tally, ()))
        if plays:
            size = len(plays[0])
            for play in self.exact[tally]:
                lower = self.groups[play.pattern, size].lower
                plays += [other for other in lower if other.tally == tally]
        plays += [flight.made[tally - flight.tally] for flight in self._winged(tally)]
        plays.sort(key=lambda play: (self.order[play.pattern], -play.reading.key))
        return [p for at, p in enumerate(plays) if not at or plays[at - 1].reading != p.reading]
