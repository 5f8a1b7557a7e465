"""How many plays a hand has, without listing any wings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ddz.plays.flights import Flight
from ddz.plays.reading import Reading
from ddz.plays.table import PlayTable

__all__ = ["count", "count_answers", "count_leads", "count_readings"]


def count(table: PlayTable, hand: int, held: Sequence[Reading] | None) -> int:
    """How many different card sets of the hand can be led, or beat one of `held`."""
    if held is not None:
        return sum(count_answers(table, hand, held, fine=False).values())
    return sum(_fixed_leads(table, hand, table.deck.size).values()) + sum(
        sum(_flown(table, hand, size, [0] * len(flights)).values())
        for size, flights in table.recogniser.flights.items()
    )


def count_leads(table: PlayTable, hand: int, most: int) -> Counter[Reading]:
    """How many different card sets of `most` cards at most the hand has, each under its first
    reading."""
    found = _fixed_leads(table, hand, most)
    for size, flights in table.recogniser.flights.items():
        if size <= most:
            labels = _labels(flights)
            by_label = _flown(table, hand, size, labels)
            for flight, label in zip(flights, labels, strict=True):
                found[flight.reading] += by_label.pop(label, 0)
    return +found


def count_readings(table: PlayTable, hand: int, most: int) -> Counter[Reading]:
    """How many different card sets of `most` cards at most the hand has under each reading, those
    with several readings under each of them."""
    found: Counter[Reading] = Counter(bomb.reading for bomb in table.held_bombs(hand))
    deck = table.deck
    assert table.leading is not None
    for group in table.groups.values():
        for play in group.plays + group.lower:
            if deck.holds(hand, play.tally):
                found[play.reading] += 1
        for reading in dict.fromkeys(flight.reading for flight in group.flights):
            flights = [flight for flight in group.flights if flight.reading == reading]
            found[reading] += _union(table, hand, flights)
            known = [*group.plays, *group.lower, *table.bombs]
            taken = {p.tally for p in known if p.reading.is_bomb or p.reading == reading}
            found[reading] -= sum(_reads(table, hand, flights, t) for t in taken)
    return Counter({r: n for r, n in found.items() if n and r.length <= most})


def count_answers(
    table: PlayTable, hand: int, held: Sequence[Reading], *, fine: bool = True
) -> Counter[Reading]:
    """How many different card sets of the hand beat one of `held`, by the reading that does; those
    with wings under any one of their readings where it need not be `fine`."""
    found = Counter(
        bomb.reading
        for bomb in table.held_bombs(hand)
        if any(bomb.reading.beats(reading) for reading in held)
    )
    assert table.leading is not None
    fixed: dict[int, Reading] = {}
    flights: list[Flight] = []
    for reading in held:
        if not reading.is_bomb:
            plays, flown = table.above(hand, reading)
            fixed = {play.tally: play.reading for play in plays} | fixed
            flights += reversed(flown)
    found.update(fixed.values())
    if not any(flight.twofold or not flight.once for flight in flights):
        for flight in flights:
            found[flight.reading] += flight.ways(hand)
        return found
    size = held[0].length  # readings of the same cards
    tracks = table.recogniser.tracks[size]
    labels = [0] * len(tracks.heads)
    if fine:
        labels = _labels(table.recogniser.flights[size])
    by_label = tracks.count(hand, labels, [flight.at for flight in flights])
    bombs = table.recogniser.bombs
    for tally in table.recogniser.fixed.get(size, ()):
        if (tally in fixed or tally in bombs) and table.deck.holds(hand, tally):
            read = set(tracks.fits(tally))
            first = min((flight.at for flight in flights if flight.at in read), default=None)
            if first is not None:
                by_label[labels[first]] -= 1
    for flight in flights:
        found[flight.reading] += by_label.pop(labels[flight.at], 0)
    return found


def _fixed_leads(table: PlayTable, hand: int, most: int) -> Counter[Reading]:
    shelves = [*(shelf for shelf, _ in table.leading), table.bomb_shelf]
    plays = (play for shelf in shelves for play in shelf.of(hand))
    return Counter(play.reading for play in plays if len(play) <= most)


def _labels(flights: Sequence[Flight]) -> list[int]:
    """A number for each different reading, rising with the places of flights."""
    numbers: dict[Reading, int] = {}
    return [numbers.setdefault(flight.reading, len(numbers)) for flight in flights]


def _flown(table: PlayTable, hand: int, size: int, labels: Sequence[int]) -> Counter[int]:
    """The card sets with wings by the label of the flight that leads them."""
    recogniser = table.recogniser
    flights = [f for f in recogniser.flights[size] if table.deck.holds(hand, f.tally)]
    found: Counter[int] = Counter()
    together = [flight.at for flight in flights if flight.twofold or not flight.once]
    for flight in flights:
        if not flight.twofold and flight.once:
            found[labels[flight.at]] += flight.ways(hand)
    tracks = recogniser.tracks[size]
    if together:
        found.update(tracks.count(hand, labels, together))
    for tally in recogniser.fixed.get(size, ()):
        if table.deck.holds(hand, tally) and table.readings(tally)[0].head.wings == ():
            found[labels[next(tracks.fits(tally))]] -= 1
    return found


def _union(table: PlayTable, hand: int, flights: Sequence[Flight]) -> int:
    """How many card sets of the hand some of the flights, all of one number of cards, read."""
    flights = [flight for flight in flights if table.deck.holds(hand, flight.tally)]
    if not flights:
        return 0
    if not any(flight.twofold or not flight.once for flight in flights):
        return sum(flight.ways(hand) for flight in flights)
    tracks = table.recogniser.tracks[flights[0].head.cards]
    return sum(tracks.count(hand, [0] * len(tracks.heads), [f.at for f in flights]).values())


def _reads(table: PlayTable, hand: int, flights: Sequence[Flight], tally: int) -> bool:
    """Whether the hand has the cards and one of the flights reads them."""
    if not flights or not table.deck.holds(hand, tally):
        return False
    size = flights[0].head.cards
    if table.deck.total(tally) != size:
        return False
    read = set(table.recogniser.tracks[size].fits(tally))
    return any(flight.at in read for flight in flights)
