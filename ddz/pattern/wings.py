"""Wings: groups of cards of one rank that ride on a head. Choosing them from a hand, counting them,
and recognising them.

Counts are lists of how many cards there are of each rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from ddz.cards import Deck
from ddz.pattern.heads import Head, Wing

__all__ = ["choose_wings", "count_wings", "rides", "room_for_wings", "signature"]


def choose_wings(deck: Deck, left: int, head: Head) -> Iterator[int]:
    """The tallies of wings that can ride on the head, from the cards left beside it; each once."""
    wings = head.wings
    if len(wings) == 1 and not wings[0].repeat:
        return map(sum, combinations(_groups(deck, left, wings[0]), wings[0].count))
    found = _choose(deck, deck.spread(left), wings, 0, frozenset())
    return found if len(wings) == 1 else _once(found)


def count_wings(deck: Deck, left: int, head: Head) -> int:
    """How many wings `choose_wings` has."""
    wings = head.wings
    if len(wings) == 1 and not wings[0].repeat:
        return comb(len(_groups(deck, left, wings[0])), wings[0].count)
    return sum(1 for _ in choose_wings(deck, left, head))


def room_for_wings(deck: Deck, left: int, wings: Sequence[Wing]) -> bool:
    """Whether the cards left have room for all the wings at once."""
    if len(wings) == 1:
        (wing,) = wings
        groups = [deck.count(left, rank) // wing.size for rank in wing.ranks]
        return sum(n if wing.repeat else min(n, 1) for n in groups) >= wing.count
    wanted = tuple(wing.count for wing in wings)
    states: set[tuple[int, ...]] = {tuple(0 for _ in wings)}
    for rank, n in enumerate(deck.spread(left)):
        states = {
            after
            for state in states
            for spare in range(n + 1)
            for after in _shares(n - spare, rank, wings, 0, state, False)
        }
        if wanted in states:
            return True
    return False


def rides(deck: Deck, head: Head, tally: int) -> bool:
    """Whether the cards are the head and wings that may ride on it."""
    if not deck.holds(tally, head.tally):
        return False
    left = deck.spread(tally - head.tally)
    wings = head.wings
    if len(wings) == 1 and not wings[0].repeat:
        wing = wings[0]
        groups = [rank for rank, n in enumerate(left) if n]
        return len(groups) == wing.count and all(
            left[rank] == wing.size and rank in wing.ranks for rank in groups
        )
    return _share_out(left, wings)


def signature(deck: Deck, head: Head) -> tuple[int, ...]:
    """The numbers of cards of a rank that head and wings make, smallest first."""
    counts = [n for n in deck.spread(head.tally) if n]
    for wing in head.wings:
        counts += [wing.size] * wing.count
    return tuple(sorted(counts))


def _once(tallies: Iterator[int]) -> Iterator[int]:
    seen: set[int] = set()
    for tally in tallies:
        if tally not in seen:
            seen.add(tally)
            yield tally


def _groups(deck: Deck, left: int, wing: Wing) -> list[int]:
    """The tallies of the single groups that the cards left offer to a wing."""
    counts = deck.spread(left)
    return [deck.units[rank] * wing.size for rank in wing.ranks if counts[rank] >= wing.size]


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
    room = [min(wanted if wing.repeat else 1, counts[rank] // wing.size) for rank in ranks]
    if sum(room) < wanted:
        return
    for at, rank in enumerate(ranks):
        for groups in range(room[at], 0, -1):
            for rest in _groups_of(counts, wing, ranks[at + 1 :], wanted - groups):
                yield ((rank, groups), *rest)


def _share_out(left: list[int], wings: Sequence[Wing]) -> bool:
    """Whether the cards left are just the wings: each rank is shared out among them in turn."""
    states: set[tuple[int, ...]] = {tuple(0 for _ in wings)}
    for rank, n in enumerate(left):
        if n:
            states = {
                after for state in states for after in _shares(n, rank, wings, 0, state, False)
            }
    return tuple(wing.count for wing in wings) in states


def _shares(
    n: int, rank: int, wings: Sequence[Wing], at: int, state: tuple[int, ...], used: bool
) -> Iterator[tuple[int, ...]]:
    """The ways to give `n` cards of a rank to the wings from `at` on; `used`: an earlier one has
    some.
    """
    if at == len(wings):
        if n == 0:
            yield state
        return
    wing = wings[at]
    most = 0
    if rank in wing.ranks and (wing.touch or not used):
        most = min(n // wing.size, wing.count - state[at], n if wing.repeat else 1)
    for groups in range(most + 1):
        now = (*state[:at], state[at] + groups, *state[at + 1 :])
        yield from _shares(n - groups * wing.size, rank, wings, at + 1, now, used or groups > 0)
