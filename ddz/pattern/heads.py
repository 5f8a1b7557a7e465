"""What a pattern expands to: heads, and the wings that ride on them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Head", "Wing"]


@dataclass(frozen=True, slots=True)
class Wing:
    """`count` groups of `size` cards of one rank of `ranks`; `repeat`: two may have the same rank;
    `touch`: they may have ranks of the wings before them. On a head, `ranks` are free of the
    head's, unless they may meet.
    """

    count: int
    size: int
    ranks: tuple[int, ...]
    repeat: bool
    touch: bool


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
