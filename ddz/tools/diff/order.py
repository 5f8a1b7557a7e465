"""What beats what in one game and not in the other.

Plays of a pattern and length are compared by their leading cards, bombs by all of theirs. Only
cards that both games read so are gone into; what is gained or lost is told elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ddz.compiled import Compiled, Play, Reading
from ddz.pattern import Head
from ddz.tools.counting import most_held
from ddz.tools.diff.cards import key_of
from ddz.tools.diff.naming import bombs_in_short, leads_in_short
from ddz.tools.diff.records import Against, Order, Relation

__all__ = ["compare_orders"]

MOST = 600
"""Of more kinds of cards than this the order is not worked out."""
ROWS = 12
"""How many rows a pattern and length, or the bombs, have."""

_Relations = tuple[Relation, Relation]
_Changes = dict[int, dict[int, _Relations]]
_REVERSED: dict[Relation, Relation] = {"beats": "loses", "loses": "beats", "neither": "neither"}


def compare_orders(before: Compiled, after: Compiled) -> tuple[Order, ...]:
    """Patterns as the first game has them, by length, then the bombs."""
    return (*_patterns(before, after), *_bombs(before, after))


def _patterns(before: Compiled, after: Compiled) -> Iterator[Order]:
    most = min(most_held(before), most_held(after))
    names = before.table.pattern_names
    for name, length in sorted(before.table.groups, key=lambda key: (names.index(key[0]), key[1])):
        if (name, length) in after.table.groups and length <= most:
            old, new = (_leads(rules, name, length) for rules in (before, after))
            yield from _leading(name, length, old, new)


def _leading(name: str, length: int, old: dict[str, int], new: dict[str, int]) -> Iterator[Order]:
    """The order of leading groups, given by their keys in both games."""
    kinds: dict[tuple[int, int], list[str]] = defaultdict(list)
    for lead, key in old.items():
        if lead in new:
            kinds[key, new[lead]].append(lead)
    if len(kinds) > MOST:
        yield Order(name, length, (), whole=False)
        return
    keys = sorted(kinds)
    if all(a < c and b < d for (a, b), (c, d) in pairwise(keys)):
        return  # as most are: in one order in both

    def changed(i: int, j: int) -> _Relations:
        (a, b), (c, d) = keys[i], keys[j]
        return _sign(a - c), _sign(b - d)

    def short(places: Sequence[int]) -> str:
        return leads_in_short([kinds[key] for key in keys], places)

    yield from _order(name, length, len(keys), changed, short)


def _leads(rules: Compiled, name: str, length: int) -> dict[str, int]:
    """The highest key of each leading group, from the lowest up."""
    group, deck = rules.table.groups[name, length], rules.deck
    heads: list[Head] = [play.head for play in (*group.plays, *group.lower)]
    heads += [flight.head for flight in group.flights]
    found: dict[str, int] = {}
    for head in sorted(heads, key=lambda head: head.key):
        found["".join(deck.ranks[rank] for rank in head.parts[0])] = head.key
    return found


def _sign(difference: int) -> Relation:
    return "beats" if difference > 0 else "loses" if difference < 0 else "neither"


def _bombs(before: Compiled, after: Compiled) -> Iterator[Order]:
    old = {key_of(bomb): bomb for bomb in before.table.bombs}
    new = {key_of(bomb): bomb for bomb in after.table.bombs}
    both = [key for key in old if key in new]
    if _ranking(old, both) == _ranking(new, both):
        return
    if len(both) > MOST:
        yield Order(None, 0, (), whole=False)
        return
    pairs = [(old[key], new[key]) for key in both]

    def changed(i: int, j: int) -> _Relations:
        (a, b), (c, d) = pairs[i], pairs[j]
        return _relation(a.reading, c.reading), _relation(b.reading, d.reading)

    def short(places: Sequence[int]) -> str:
        return bombs_in_short([new for _, new in pairs], places)

    yield from _order(None, 0, len(pairs), changed, short)


def _ranking(bombs: dict[str, Play], keys: list[str]) -> list[tuple[int, int, int, int]]:
    """Where bombs stand."""
    found = (bombs[key].reading for key in keys)
    return [(r.step, r.alternative, r.length, r.key) for r in found]


def _relation(one: Reading, other: Reading) -> Relation:
    return "beats" if one.beats(other) else "loses" if other.beats(one) else "neither"


def _order(
    name: str | None,
    length: int,
    kinds: int,
    relations: Callable[[int, int], _Relations],
    short: Callable[[Sequence[int]], str],
) -> Iterator[Order]:
    """The pairs of kinds that stand otherwise, each told once, from the kind that has most of
    them."""
    changes: _Changes = defaultdict(dict)
    for i in range(kinds):
        for j in range(i):
            before, after = relations(i, j)
            if before != after:
                changes[i][j] = before, after
                changes[j][i] = _REVERSED[before], _REVERSED[after]
    rows: list[Against] = []
    more = 0
    while any(changes.values()):
        first = max(sorted(changes), key=lambda kind: len(changes[kind]))
        same = [k for k in sorted(changes) if changes[k] == changes[first]]
        by_relation: dict[_Relations, list[int]] = defaultdict(list)
        for kind, pair in sorted(changes[first].items()):
            by_relation[pair].append(kind)
        for (before, after), others in by_relation.items():
            if len(rows) < ROWS:
                rows.append(Against(short(same), short(others), before, after))
            else:
                more += len(same) * len(others)
        for kind in same:
            for other in changes.pop(kind):
                changes[other].pop(kind, None)
    if rows:
        yield Order(name, length, tuple(rows), more)
