"""Cards as the faces a sheet shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ddz.cards import SUITS, Deck
from ddz.compiled import Play
from ddz.sheet.catalogue import Catalogue
from ddz.sheet.model import Card, Hand

__all__ = ["Faces"]

_RED = frozenset("HD")


class Faces:
    """Makes hands of a deck's cards, with what stands on a card in the catalogue's language."""

    def __init__(self, deck: Deck, catalogue: Catalogue) -> None:
        self.deck = deck
        self.top_joker = max((deck.index[joker] for joker in deck.jokers), default=-1)
        self._labels = {rank: _label(rank, catalogue) for rank in deck.ranks}

    def label(self, rank: int) -> str:
        """What stands on a card of the rank."""
        return self._labels[self.deck.ranks[rank]]

    def play(self, play: Play) -> Hand:
        """The cards of a play in its groups, the leading one first."""
        return self.written(str(play).partition(" as ")[0])

    def written(self, cards: str) -> Hand:
        """Cards in the order and the groups they are written in, as in ``555+77``."""
        seen: Counter[int] = Counter()
        return Hand(
            tuple(
                tuple(self._card(rank, seen) for rank, _ in self.deck.faces(group))
                for group in cards.split("+")
            )
        )

    def ranks(self, ranks: Iterable[int]) -> Hand:
        """One card of each rank, without suits that would tell them apart."""
        return Hand((tuple(self._card(rank, Counter()) for rank in ranks),))

    def _card(self, rank: int, seen: Counter[int]) -> Card:
        """The next card of a rank: suits come in turn, in a pack after the other."""
        at = seen[rank]
        seen[rank] += 1
        if self.deck.suits[rank] == 1:
            return Card(self.label(rank), "", rank == self.top_joker)
        suit = SUITS[at % self.deck.suits[rank]]
        return Card(self.label(rank), suit, suit in _RED)


def _label(rank: str, catalogue: Catalogue) -> str:
    key = f"faces.{rank}"
    return catalogue.say(key) if catalogue.knows(key) else rank
