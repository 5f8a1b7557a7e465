"""Wings: groups of cards of one rank that ride on a head. Choosing them from a hand, and
recognising them.

Counts are lists of how many cards there are of each rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb

from ddz.cards import Deck
from ddz.pattern.heads import Head, Wing

__all__ = ["choose_wings", "rides", "room_for_wings", "start_of", "wanted", "ways_to_share"]

MAX_DOUBLED = 1_000
"""With more ways to take groups than this, those that come to the same are not made at all instead
of being left out."""

Share = tuple[int, ...]
"""How far the wings are while cards are shared out among them, rank by rank: the groups each has,
and behind them, for each, which of its ranks that keep apart it has (0 none, 1 the first, 2 the
second)."""


def choose_wings(deck: Deck, left: int, head: Head) -> Iterable[int]:
    """The tallies of wings that can ride on the head, from the cards left beside it; each once."""
    wings = head.wings
    if len(wings) == 1:
        return _choose_alike(deck, left, wings[0])
    return _once(_choose(deck, deck.spread(left), wings, 0, frozenset()))


def room_for_wings(deck: Deck, left: int, wings: Sequence[Wing]) -> bool:
    """Whether the cards left have room for all the wings at once."""
    if len(wings) == 1 and wings[0].not_both is None:
        (wing,) = wings
        pairs = zip(wing.ranks, wing.most, strict=True)
        groups = sum(min(deck.count(left, rank) // wing.size, most) for rank, most in pairs)
        return groups >= wing.count
    states = {start_of(wings)}
    for rank, n in enumerate(deck.spread(left)):
        states = {
            after
            for state in states
            for used in range(n + 1)
            for after in ways_to_share(used, rank, wings, state)
        }
        if any(state[: len(wings)] == wanted(wings) for state in states):
            return True
    return False


def rides(deck: Deck, head: Head, tally: int) -> bool:
    """Whether the cards are the head and wings that may ride on it."""
    if not deck.holds(tally, head.tally):
        return False
    wings = head.wings
    states = {start_of(wings)}
    for rank, n in enumerate(deck.spread(tally - head.tally)):
        if n:
            states = {after for state in states for after in ways_to_share(n, rank, wings, state)}
    return any(state[: len(wings)] == wanted(wings) for state in states)


def start_of(wings: Sequence[Wing]) -> Share:
    """No cards are shared out yet."""
    return (0,) * (2 * len(wings))


def wanted(wings: Sequence[Wing]) -> Share:
    """The first half of a share in which every wing is whole."""
    return tuple(wing.count for wing in wings)


def ways_to_share(n: int, rank: int, wings: Sequence[Wing], state: Share) -> Iterator[Share]:
    """The ways to give all of `n` cards of a rank to the wings."""
    return _shares(n, rank, wings, 0, state, False)


def _shares(
    n: int, rank: int, wings: Sequence[Wing], at: int, state: Share, used: bool
) -> Iterator[Share]:
    """The same for the wings from `at` on; `used`: an earlier one has some."""
    if at == len(wings):
        if n == 0:
            yield state
        return
    wing = wings[at]
    most = 0
    if wing.touch or not used:
        most = min(n // wing.size, wing.count - state[at], wing.groups(rank))
    mark = state[len(wings) + at]
    side = (
        1 + wing.not_both.index(rank) if wing.not_both is not None and rank in wing.not_both else 0
    )
    for groups in range(most + 1):
        if groups and side:
            if mark not in (0, side):
                return
            mark = side
        now = list(state)
        now[at] += groups
        now[len(wings) + at] = mark
        left = n - groups * wing.size
        yield from _shares(left, rank, wings, at + 1, tuple(now), used or groups > 0)


def _once(tallies: Iterator[int]) -> Iterator[int]:
    seen: set[int] = set()
    for tally in tallies:
        if tally not in seen:
            seen.add(tally)
            yield tally


def _choose_alike(deck: Deck, left: int, wing: Wing) -> Iterable[int]:
    """The tallies of wings of one kind."""
    counts, size = deck.spread(left), wing.size
    groups: list[int] = []
    for rank, most in zip(wing.ranks, wing.most, strict=True):
        if counts[rank] >= size:
            groups += [deck.units[rank] * size] * min(most, counts[rank] // size)
    if wing.repeat and comb(len(groups), wing.count) > MAX_DOUBLED:
        return _choose(deck, counts, [wing], 0, frozenset())
    found: Iterable[int] = map(sum, combinations(groups, wing.count))
    if wing.repeat:
        found = dict.fromkeys(found)
    if wing.not_both is None or any(counts[rank] < size for rank in wing.not_both):
        return found
    masks = [deck.units[rank] * deck.field for rank in wing.not_both]
    return (tally for tally in found if not (tally & masks[0] and tally & masks[1]))


def _choose(
    deck: Deck, counts: list[int], wings: Sequence[Wing], at: int, taken: frozenset[int]
) -> Iterator[int]:
    """The tallies of all the wings from `at` on, wing by wing and rank by rank."""
    if at == len(wings):
        yield 0
        return
    wing = wings[at]
    allowed = wing if wing.touch else wing.narrowed(taken)
    room = [
        min(most, counts[rank] // wing.size)
        for rank, most in zip(allowed.ranks, allowed.most, strict=True)
    ]
    for chosen in _groups_of(allowed.ranks, room, 0, wing.count):
        now = {rank for rank, _ in chosen}
        if wing.not_both is not None and now.issuperset(wing.not_both):
            continue
        left = list(counts)
        tally = 0
        for rank, groups in chosen:
            left[rank] -= groups * wing.size
            tally += deck.units[rank] * groups * wing.size
        if at + 1 == len(wings):
            yield tally
            continue
        for rest in _choose(deck, left, wings, at + 1, taken | now):
            yield tally + rest


def _groups_of(
    ranks: Sequence[int], room: Sequence[int], at: int, wanted: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """The ways to take `wanted` groups from the ranks from `at` on: pairs of rank and groups."""
    if wanted == 0:
        yield ()
        return
    left = sum(room[at:])
    for i in range(at, len(ranks)):
        if left < wanted:
            return
        left -= room[i]
        for groups in range(min(room[i], wanted), 0, -1):
            for rest in _groups_of(ranks, room, i + 1, wanted - groups):
                yield ((ranks[i], groups), *rest)
