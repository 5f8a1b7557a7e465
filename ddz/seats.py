"""Sets of seats: whole numbers with one bit a seat."""

from __future__ import annotations

__all__ = ["bits"]


def bits(seats: int) -> list[int]:
    """The seats of a set, lowest first."""
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]
