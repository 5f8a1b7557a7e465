"""Wings: groups of cards of one rank that ride on a head. Choosing them from a hand, and
recognising them.

Counts are lists of how many cards there are of each rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from ddz.cards import Deck
from ddz.pattern import Head, Wing

__all__ = ["choose_wings", "count_wings", "rides", "signature"]


def choose_wings(deck: Deck, left: int, head: Head) -> Iterator[int]:
    """The tallies of wings that can ride on the head, from the cards left beside it."""
    wings = head.wings
    if len(wings) == 1 and not wings[0].repeat:
        groups = _groups(deck, left, head, wings[0])
        return map(sum, combinations(groups, wings[0].count))
    counts = deck.spread(left)
    if len(wings) == 1:
        return _choose(deck, counts, wings, 0, head.ranks)
    return iter(dict.fromkeys(_choose(deck, counts, wings, 0, head.ranks)))


def count_wings(deck: Deck, left: int, head: Head) -> int:
    """How many wings `choose_wings` has."""
    wings = head.wings
    if len(wings) == 1 and not wings[0].repeat:
        return comb(len(_groups(deck, left, head, wings[0])), wings[0].count)
    return sum(1 for _ in choose_wings(deck, left, head))


def _groups(deck: Deck, left: int, head: Head, wing: Wing) -> list[int]:
    """The tallies of the single groups that the cards left offer to a wing."""
    counts = deck.spread(left)
    taken = frozenset() if wing.touch else head.ranks
    return [
        deck.units[rank] * wing.size
        for rank in wing.ranks
        if counts[rank] >= wing.size and rank not in taken
    ]


def rides(deck: Deck, head: Head, tally: int) -> bool:
    """Whether the cards are the head and wings that may ride on it."""
    if not deck.holds(tally, head.tally):
        return False
    left = deck.spread(tally - head.tally)
    wings = head.wings
    if len(wings) == 1 and not wings[0].repeat and not wings[0].touch:
        wing = wings[0]
        groups = [rank for rank, n in enumerate(left) if n]
        return (
            len(groups) == wing.count
            and all(left[rank] == wing.size and rank in wing.ranks for rank in groups)
            and head.ranks.isdisjoint(groups)
        )
    return _share_out(left, head.ranks, wings)


def signature(deck: Deck, head: Head) -> tuple[int, ...]:
    counts = [n for n in deck.spread(head.tally) if n]
    for wing in head.wings:
        counts += [wing.size] * wing.count
    return tuple(sorted(counts))


def _choose(
    deck: Deck, counts: list[int], wings: Sequence[Wing], at: int, taken: frozenset[int]
) -> Iterator[int]:
    """The tallies of all the wings from `at` on, wing by wing and rank by rank."""
    if at == len(wings):
        yield 0
        return
    wing = wings[at]
    ranks = [r for r in wing.ranks if wing.touch or r not in taken]
    for chosen in _groups_of(counts, wing, ranks, wing.count):
        left = list(counts)
        tally = 0
        for rank, groups in chosen:
            left[rank] -= groups * wing.size
            tally += deck.units[rank] * groups * wing.size
        now = taken | {rank for rank, _ in chosen}
        for rest in _choose(deck, left, wings, at + 1, now):
            yield tally + rest


def _groups_of(
    counts: list[int], wing: Wing, ranks: Sequence[int], wanted: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """The ways to take `wanted` groups from the ranks: pairs of rank and groups."""
    if wanted == 0:
        yield ()
        return
    for at, rank in enumerate(ranks):
        most = min(wanted, counts[rank] // wing.size, wanted if wing.repeat else 1)
        for groups in range(most, 0, -1):
            for rest in _groups_of(counts, wing, ranks[at + 1 :], wanted - groups):
                yield ((rank, groups), *rest)


def _share_out(left: list[int], taken: frozenset[int], wings: Sequence[Wing]) -> bool:
    """Whether the cards left are just the wings: each rank is shared out among them in turn."""
    states: set[tuple[int, ...]] = {tuple(0 for _ in wings)}
    for rank, n in enumerate(left):
        if not n:
            continue
        after: set[tuple[int, ...]] = set()
        for state in states:
            after.update(_shares(n, rank, rank in taken, wings, 0, state, False))
        states = after
        if not states:
            return False
    return tuple(wing.count for wing in wings) in states


def _shares(
    n: int,
    rank: int,
    body: bool,
    wings: Sequence[Wing],
    at: int,
    state: tuple[int, ...],
    used: bool,
) -> Iterator[tuple[int, ...]]:
    if at == len(wings):
        if n == 0:
            yield state
        return
    wing = wings[at]
    most = 0
    if rank in wing.ranks and (wing.touch or not (body or used)):
        most = min(n // wing.size, wing.count - state[at], n if wing.repeat else 1)
    for groups in range(most + 1):
        now = (*state[:at], state[at] + groups, *state[at + 1 :])
        yield from _shares(
            n - groups * wing.size, rank, body, wings, at + 1, now, used or groups > 0
        )
