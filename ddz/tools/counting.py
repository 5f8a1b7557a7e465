"""Counting plays, by pattern, number of cards and leading cards, without listing wings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ddz.compiled import Compiled, PlayTable, Reading
from ddz.compiled.rules import KittyStep
from ddz.plays.counts import count_answers, count_leads, count_readings

__all__ = ["Row", "counted"]


class Row(NamedTuple):
    """How many plays there are of a pattern with a number of cards, and where it is divided, with
    these leading ranks."""

    pattern: str
    length: int
    key: str
    number: int


def counted(
    rules: Compiled,
    hand: str | None,
    held: Sequence[Reading] | None,
    what: str = "plays",
    divide: bool = False,
) -> list[Row]:
    """How many plays a hand has, in the order of `Rules.plays`; the whole deck where none is given,
    as far as one seat can hold the cards.

    `held`: only those that beat one of these. `what`: ``plays`` counts each card set once,
    ``readings`` under each of its readings. `divide`: a row for each leading group. CardsError for
    text that is no cards.
    """
    table, deck = rules.table, rules.deck
    most = deck.size if hand is not None else most_held(rules)
    cards = deck.full if hand is None else deck.tally(hand)
    if what == "readings":
        found = count_readings(table, cards, most)
        if held is not None:
            found = Counter({r: n for r, n in found.items() if any(r.beats(h) for h in held)})
    elif held is None:
        found = count_leads(table, cards, most)
    else:
        found = count_answers(table, cards, held)
    keys = _leading(table) if divide else {}
    rows: Counter[tuple[str, int, str]] = Counter()
    for reading in sorted(found, key=_order(table)):
        if reading.length <= most:
            rows[reading.pattern, reading.length, keys.get(reading, "")] += found[reading]
    return [Row(*key, number) for key, number in rows.items() if number]


def most_held(rules: Compiled) -> int:
    """The most cards a seat can hold: those it is dealt, and the kitty where one is handed out."""
    handed = any(isinstance(step, KittyStep) for step in rules.flow)
    return rules.each + rules.kitty * handed


def _order(table: PlayTable) -> Callable[[Reading], tuple[int, ...]]:
    names = [*table.pattern_names, *table.bomb_names]
    places = {name: at for at, name in enumerate(names)}

    def place(reading: Reading) -> tuple[int, ...]:
        if reading.is_bomb:
            at = (reading.step, reading.alternative)
            return (1, *at, reading.length, reading.key)
        return (0, places[reading.pattern], reading.length, reading.key)

    return place


def _leading(table: PlayTable) -> dict[Reading, str]:
    """The leading ranks of each reading."""
    ranks = table.deck.ranks
    found: dict[Reading, str] = {}
    groups = table.groups.values()
    read = [(play.reading, play.head) for g in groups for play in (*g.plays, *g.lower)]
    read += [(flight.reading, flight.head) for g in groups for flight in g.flights]
    read += [(bomb.reading, bomb.head) for bomb in table.bombs]
    for reading, head in read:
        part = dict.fromkeys(head.parts[0])
        found.setdefault(reading, "".join(ranks[rank] for rank in part))
    return found
