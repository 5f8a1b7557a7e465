"""Sets of seats: whole numbers with one bit a seat."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["bits"]


def bits(seats: int) -> list[int]:
    """The seats of a set, lowest first."""
    return list(_bits(seats))


@lru_cache(maxsize=1 << 12)  # as many sets as the most seats there are can form
def _bits(seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats.bit_length()) if seats >> seat & 1)
