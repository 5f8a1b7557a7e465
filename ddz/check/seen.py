"""What everybody sees in one world of a proof, so that worlds can be compared by it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ddz.diagnostics import Span
from ddz.seats import bits

__all__ = ["Hands", "Seats", "Shown"]


class Seats(NamedTuple):
    """A set of seats, as bits."""

    bits: int

    def __str__(self) -> str:
        seats = bits(self.bits)
        if not seats:
            return "nobody"
        return f"seat{'s' * (len(seats) > 1)} {' '.join(map(str, seats))}"


class Hands(NamedTuple):
    """How many cards each seat has."""

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return f"hands of {' '.join(map(str, self.cards))}"


class Shown(NamedTuple):
    """What everybody sees: the rule's place, what it is, what it came to, and by then the case, who
    had won the auction and who had gone out."""

    span: Span
    what: str
    value: Any
    case: str | None
    winner: Seats
    out: Seats
