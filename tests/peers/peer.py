"""What the comparison asks of an engine, and how cards and actions are written.

Cards are rank letters, weakest first. An action is ``pass``, ``bid 2`` or cards; where an engine
lets the player choose the reading it is ``444555666333 as trio_solo_chain``, the leading group
first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

__all__ = ["COPIES", "RANKS", "Deal", "Peer", "PeerGame", "UnposedError", "cards_of", "sort"]

RANKS = "3456789TJQKA2BR"
COPIES = {rank: 1 if rank in "BR" else 4 for rank in RANKS}

_PLACE = {rank: place for place, rank in enumerate(RANKS)}


def sort(cards: Iterable[str]) -> str:
    """The cards, weakest first."""
    return "".join(sorted(cards, key=_PLACE.__getitem__))


def cards_of(action: str) -> str:
    """The cards of a play, sorted, without what they are played as."""
    return sort(action.partition(" as ")[0])


class UnposedError(Exception):
    """No game of this engine can come to the position asked for."""


@dataclass(frozen=True)
class Deal:
    """A deal by seat: seventeen cards each, and the kitty. Cards are faces such as ``S3`` where
    the engine has suits, ranks elsewhere; the jokers are ``B`` and ``R``.

    `opener` is the seat asked first: it holds the open card `opened`, where the engine has one.
    """

    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]
    opener: int = 0
    opened: str | None = None


class PeerGame(Protocol):
    """One game of an engine, at some moment. Seats as dealt; a landlord by rule is seat 0."""

    deal: Deal

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def seat(self) -> int:
        """Who acts."""

    def hand(self) -> str:
        """The cards of the seat to act."""

    def legal(self) -> list[str]:
        """The actions of the seat to act; one may come twice."""

    def apply(self, action: str) -> None:
        """Carry out one of them."""

    def scores(self) -> tuple[int, ...]:
        """One number a seat, at the end."""


class Peer(Protocol):
    """An engine."""

    name: str
    variant: str
    """The rules of ours that say the same."""
    readings: bool
    """Whether its actions say the reading."""

    def leads(self, hand: str) -> set[str]:
        """What a hand can lead."""

    def answers(self, hand: str, held: str) -> set[str]:
        """What of a hand beats the held play, without passing. UnposedError where it cannot say."""

    def new_game(self, seed: int) -> PeerGame:
        """A game, dealt; the same for the same seed."""

    def result(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """What of the scores is compared."""
