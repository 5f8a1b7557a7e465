"""A sieve: which of many fixed plays a hand holds, without asking each one.

Each play is filed under one of its ranks, the one it needs most cards of, by how many it needs. A
hand asks, of each rank, only the plays that need no more of it than it has.
"""

from __future__ import annotations

from collections.abc import Sequence

from ddz.cards import Deck
from ddz.compiled.reading import Play

__all__ = ["Sieve"]


class Sieve:
    """The plays given, in their order; no two with the same cards."""

    def __init__(self, deck: Deck, plays: Sequence[Play]) -> None:
        self.plays = list(plays)
        self._field, self._guard = deck.field, deck.guard
        filed: dict[int, list[tuple[int, int, int]]] = {}
        for at, play in enumerate(self.plays):
            counts = deck.spread(play.tally)
            need = max(counts)
            rank = len(counts) - 1 - counts[::-1].index(need)
            filed.setdefault(rank, []).append((need, play.tally, at))
        self._drawers = [
            (deck.width * rank, _by_count(entries, deck.counts[rank]))
            for rank, entries in sorted(filed.items())
        ]

    def held(self, hand: int) -> list[Play]:
        """The plays the hand holds, in order."""
        field, guard = self._field, self._guard
        guarded = hand | guard
        found: list[int] = []
        for shift, drawer in self._drawers:
            found += [
                at
                for tally, at in drawer[(hand >> shift) & field]
                if (guarded - tally) & guard == guard
            ]
        found.sort()
        plays = self.plays
        return [plays[at] for at in found]


def _by_count(entries: list[tuple[int, int, int]], most: int) -> list[list[tuple[int, int]]]:
    """For each number of cards held, the tallies and places of the plays that need no more."""
    return [
        [(tally, at) for need, tally, at in entries if need <= held] for held in range(most + 1)
    ]
