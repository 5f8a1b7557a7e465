"""Cards, ranks and lines in words: *small joker*, *eight 2s*, *3 4 … K A*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ddz.cards import Deck
from ddz.sheet.catalogue import Catalogue

__all__ = ["CardWords"]

_LONG = 5
"""How many ranks in a row are written with a gap in the middle."""


class CardWords:
    """Says the cards of a deck in a language."""

    def __init__(self, deck: Deck, say: Catalogue) -> None:
        self.deck, self.say = deck, say

    def rank(self, rank: str, n: int = 1) -> str:
        """A rank's name, as it is written for so many cards."""
        form = "one" if n == 1 else "other"
        joker = rank in self.deck.jokers
        own = f"ranks.{rank}"
        if self.say.knows(f"{own}.one") and (joker or rank == "T"):
            return self.say.say(f"{own}.{form}")
        return self.say.say(f"ranks.{'joker' if joker else 'rank'}.{form}", rank=rank)

    def ranks(self, ranks: Iterable[str]) -> str:
        """Several ranks as a list, *2s and jokers*, in the order of the deck."""
        named = set(ranks)
        jokers = self.deck.jokers
        whole = len(jokers) > 1 and jokers <= named
        items = [
            self.rank(rank, 2)
            for rank in self.deck.ranks
            if rank in named and not (whole and rank in jokers)
        ]
        return self.say.listed([*items, *[self.say.say("ranks.jokers")] * whole])

    def so_many(self, rank: str, n: int) -> str:
        """So many cards of a rank, *three small jokers*."""
        return self.say.say("ranks.so_many", n=n, rank=self.rank(rank, n))

    def cards(self, text: str) -> str:
        """Cards written as rank letters: counted where they are few ranks or jokers, otherwise as
        they are written."""
        parts = [(rank, len(list(cards))) for rank, cards in groupby(text)]
        jokers = [part for part in parts if part[0] in self.deck.jokers]
        plain = [part for part in parts if part[0] not in self.deck.jokers]
        words = [self.so_many(rank, n) for rank, n in jokers]
        if len(plain) == 1:
            words.insert(0, self.so_many(*plain[0]))
        elif plain:
            faces = [self.rank(rank) for rank, n in plain for _ in range(n)]
            wide = any(len(face) > 1 and face.isascii() for face in faces)
            words.insert(0, (" " if wide else "").join(faces))
        return self.say.listed(words)

    def line(self, ranks: Sequence[str]) -> str:
        """A line, with a gap where it goes on for long as the deck does."""
        runs: list[list[str]] = []
        for rank in ranks:
            follows = runs and self.deck.index[rank] == self.deck.index[runs[-1][-1]] + 1
            if follows:
                runs[-1].append(rank)
            else:
                runs.append([rank])
        return " ".join(word for run in runs for word in self._run(run))

    def _run(self, run: list[str]) -> list[str]:
        words = [self.rank(rank) for rank in run]
        if len(words) <= _LONG:
            return words
        return [*words[:2], self.say.say("ranks.gap"), *words[-2:]]
