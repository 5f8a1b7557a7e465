"""What a number of cards settles about bombs: too few cards hold none of some size, and so many
cards cannot be without one.

Enters: the table of plays. Leaves: the smallest bomb of a set, and the most cards without any.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from ddz.compiled import Play, PlayTable
from ddz.condition import BombSet

__all__ = ["Limits", "Without"]

MAX_TRIED = 4_096
"""How many ways to hold cards of ranks that bombs mix are tried."""


@dataclass(frozen=True, slots=True)
class Without:
    """No hand without these bombs has more than `cards` cards; `hand` is such a hand of just as
    many, or None where `cards` is only a bound."""

    cards: int
    hand: int | None


class Limits:
    """The limits of one table, each set of bombs worked out once."""

    def __init__(self, table: PlayTable) -> None:
        self.table = table
        self._fitting: dict[BombSet, list[Play]] = {}
        self._without: dict[BombSet, Without] = {}

    def may_hold(self, cards: int, bombs: BombSet) -> bool:
        """Whether some hand of so many cards holds one of the bombs."""
        return any(len(bomb) <= cards for bomb in self.fitting(bombs))

    def must_hold(self, cards: int, bombs: BombSet) -> bool:
        """Whether every hand of so many cards does."""
        return cards > self.without(bombs).cards

    def fitting(self, bombs: BombSet) -> list[Play]:
        """The bombs of the set."""
        if bombs not in self._fitting:
            self._fitting[bombs] = [
                bomb
                for bomb in self.table.bombs
                if bombs.name is None
                or (
                    bomb.pattern == bombs.name
                    and len(bomb) >= bombs.low
                    and (bombs.high is None or len(bomb) <= bombs.high)
                )
            ]
        return self._fitting[bombs]

    def without(self, bombs: BombSet) -> Without:
        """The most cards that hold none of the bombs: rank by rank, and together for ranks that
        some bomb mixes."""
        if bombs not in self._without:
            self._without[bombs] = self._most_without(self.fitting(bombs))
        return self._without[bombs]

    def _most_without(self, bombs: list[Play]) -> Without:
        deck = self.table.deck
        needs = [{rank: n for rank, n in enumerate(deck.spread(bomb.tally)) if n} for bomb in bombs]
        room = list(deck.counts)
        for need in needs:
            if len(need) == 1:
                ((rank, n),) = need.items()
                room[rank] = min(room[rank], n - 1)
        mixed = [need for need in needs if len(need) > 1]
        cards, hand, exact = 0, 0, True
        for ranks in _together(mixed, len(room)):
            inside = [need for need in mixed if need.keys() <= ranks]
            best = _fullest(sorted(ranks), room, inside)
            if best is None:
                exact = False
                cards += sum(room[rank] for rank in ranks)
                continue
            cards += sum(best.values())
            hand += sum(deck.units[rank] * n for rank, n in best.items())
        return Without(cards, hand if exact else None)


def _together(needs: list[dict[int, int]], ranks: int) -> list[frozenset[int]]:
    """The ranks, those that some bomb mixes in one set."""
    sets = [frozenset([rank]) for rank in range(ranks)]
    for need in needs:
        meeting = [each for each in sets if each & need.keys()]
        if len(meeting) > 1:
            sets = [each for each in sets if each not in meeting]
            sets.append(frozenset[int]().union(*meeting))
    return sets


def _fullest(
    ranks: list[int], room: list[int], needs: list[dict[int, int]]
) -> dict[int, int] | None:
    """The most cards of the ranks that hold none of what is needed; None where too many ways would
    have to be tried."""
    if not needs:
        return {rank: room[rank] for rank in ranks}
    ways = 1
    for rank in ranks:
        ways *= room[rank] + 1
    if ways * len(needs) > MAX_TRIED:
        return None
    best: dict[int, int] = dict.fromkeys(ranks, 0)
    for counts in product(*(range(room[rank] + 1) for rank in ranks)):
        held = dict(zip(ranks, counts, strict=True))
        if sum(counts) > sum(best.values()) and not any(
            all(held[rank] >= n for rank, n in need.items()) for need in needs
        ):
            best = held
    return best
