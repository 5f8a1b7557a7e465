"""What a pattern expands to: heads, and the wings that ride on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import comb

__all__ = ["Head", "Wing"]


@dataclass(frozen=True, slots=True)
class Wing:
    """`count` groups of `size` cards of one rank of `ranks`, of each rank as many as `most` says in
    the same place.

    `touch`: they may have ranks of the wings before them; `not_both`: two ranks that may not both
    be among them. On a head, `ranks` are free of the head's, unless they may meet.
    """

    count: int
    size: int
    ranks: tuple[int, ...]
    most: tuple[int, ...]
    touch: bool = False
    not_both: tuple[int, int] | None = None

    repeat: bool = field(init=False)
    """Whether some rank may give more than one group."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "repeat", any(most > 1 for most in self.most))

    @property
    def ways(self) -> int:
        """In how many ways its groups can be chosen, at most."""
        ranks = len(self.ranks)
        if self.repeat:
            return comb(ranks + self.count - 1, self.count)
        return comb(ranks, self.count)

    def groups(self, rank: int) -> int:
        """How many groups a rank may give."""
        return self.most[self.ranks.index(rank)] if rank in self.ranks else 0

    def narrowed(self, taken: Iterable[int]) -> Wing:
        """The wing without some ranks."""
        left = [i for i, rank in enumerate(self.ranks) if rank not in set(taken)]
        if len(left) == len(self.ranks):
            return self
        ranks, most = (tuple(each[i] for i in left) for each in (self.ranks, self.most))
        return replace(self, ranks=ranks, most=most)


@dataclass(frozen=True, slots=True)
class Head:
    """The fixed cards of a play: their tally, the cards in all (wings too), the key, the shape they
    come from, the groups of ranks they are written in, and the wings."""

    tally: int
    cards: int
    key: int
    shape: int
    parts: tuple[tuple[int, ...], ...]
    wings: tuple[Wing, ...]

    @property
    def ranks(self) -> frozenset[int]:
        return frozenset(rank for part in self.parts for rank in part)
