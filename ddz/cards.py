"""Cards, decks, and cards as text.

A *tally* is how many cards of each rank, packed into one integer: a byte a rank, the weakest rank
lowest, the highest bit of each kept free, so that one subtraction and one mask tell whether a set
of cards is held (`Deck.holds`). A *card* is a physical card, an index from 0 to `Deck.size` - 1, in
the order of rank, suit, copy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import ClassVar

__all__ = ["SUITS", "CardsError", "Deck", "Face"]

SUITS = "SHCD"
_SUIT_SIGNS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D", "♤": "S", "♡": "H", "♧": "C", "♢": "D"}
_RANK_WORDS = {"10": "T", "小王": "B", "大王": "R"}
_TOKEN = re.compile(r"\s+|\+|(?P<suit>[SHCDshcd♠♥♣♦♤♡♧♢])?\s*(?P<rank>10|小王|大王|[0-9A-Za-z])")

Face = tuple[int, int | None]
"""A rank's index and a suit's (None where it was not said, or for a joker)."""


class CardsError(ValueError):
    """Text that is no cards of this deck, or more copies than the deck holds; or a deal that is
    none.
    """

    def __init__(self, sentence: str, chinese: str = "") -> None:
        super().__init__(sentence)
        self._chinese = chinese

    def text(self, lang: str = "en") -> str:
        """The sentence in a language."""
        return self._chinese if lang == "zh" and self._chinese else str(self)


class Deck:
    """A deck of `copies` packs: every rank of `ranks` (weakest first) in four suits, jokers in one.

    `units[r]` is the tally of one card of rank r, `counts[r]` how many the deck holds of it.
    """

    width: ClassVar[int] = 8
    field: ClassVar[int] = 127

    def __init__(self, copies: int, ranks: Sequence[str], jokers: Iterable[str] = ()) -> None:
        self.copies = copies
        self.ranks = tuple(ranks)
        self.jokers = frozenset(jokers)
        self.suits = tuple(1 if rank in self.jokers else len(SUITS) for rank in self.ranks)
        self.counts = tuple(n * copies for n in self.suits)
        self.size = sum(self.counts)
        self.units = tuple(1 << (self.width * r) for r in range(len(self.ranks)))
        self.guard = sum(unit << (self.width - 1) for unit in self.units)
        self.ones = sum(self.units)
        self.full = sum(unit * n for unit, n in zip(self.units, self.counts, strict=True))
        self._all = self.full | self.guard
        self.index = {rank: r for r, rank in enumerate(self.ranks)}
        self._unit_of = {
            text: self.units[r]
            for rank, r in self.index.items()
            for text in (rank, rank.lower())
            if text not in "shcd"
        } | {"+": 0, " ": 0}
        self._first = [sum(self.counts[:r]) for r in range(len(self.ranks))]

    # --- tallies

    def holds(self, tally: int, part: int) -> bool:
        """Whether `part` can be taken from `tally`."""
        return ((tally | self.guard) - part) & self.guard == self.guard

    def at_least(self, tally: int, n: int) -> int:
        """The ranks with `n` cards or more, as the free bits of their fields."""
        return (tally + (self.field + 1 - n) * self.ones) & self.guard

    def count(self, tally: int, rank: int) -> int:
        """How many cards of the rank."""
        return (tally >> (self.width * rank)) & self.field

    def spread(self, tally: int) -> list[int]:
        """How many cards of each rank, weakest rank first."""
        return list(tally.to_bytes(len(self.ranks), "little"))

    def total(self, tally: int) -> int:
        """How many cards in all."""
        return sum(tally.to_bytes(len(self.ranks), "little"))

    def tally_of(self, ranks: Iterable[int]) -> int:
        """The tally of one card for each rank index given."""
        return sum(self.units[r] for r in ranks)

    def text(self, tally: int) -> str:
        """The cards by rank, weakest first."""
        return "".join(self.ranks[r] * n for r, n in enumerate(self.spread(tally)))

    # --- text

    def tally(self, text: str) -> int:
        """Cards as a person writes them, as a tally. CardsError: no cards, or more than the deck
        holds.
        """
        if isinstance(text, str) and len(text) < self.field:
            try:
                tally = sum(map(self._unit_of.__getitem__, text))
            except KeyError:
                pass
            else:
                if tally and (self._all - tally) & self.guard == self.guard:
                    return tally
        return self.tally_of_faces(self.faces(text))

    def faces(self, text: str) -> list[Face]:
        """Cards as a person writes them: ranks, each with its suit before it or not, in the order
        written.

        CardsError where anything is not a card of this deck, or nothing is.
        """
        if not isinstance(text, str):
            shown = _short(repr(text))
            raise CardsError(
                f"cards are written as text such as '33344', not {shown}",
                f"牌要写成文字，如“33344”，而不是{shown}",
            )
        if len(text) > 20 * self.size:
            raise CardsError(
                f"that is far more than the {self.size} cards of the deck",
                f"远远超过这副牌的{self.size}张",
            )
        faces: list[Face] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                part, whole = _short(text[at:]), _short(text)
                if part == whole:
                    raise CardsError(f"{part} is no card", f"{part}不是牌")
                raise CardsError(f"{part} in {whole} is no card", f"{whole}里的{part}不是牌")
            at = match.end()
            if match["rank"] is not None:
                faces.append(self._face(match["suit"], match["rank"], text))
        if not faces:
            raise CardsError("no cards: write some, such as '33344'", "没有牌：请写出牌，如“33344”")
        return faces

    def tally_of_faces(self, faces: Sequence[Face]) -> int:
        """How many of each rank. CardsError where the deck holds fewer."""
        seen = [0] * len(self.ranks)
        faced: dict[Face, int] = {}
        for face in faces:
            rank, suit = face
            seen[rank] += 1
            if seen[rank] > self.counts[rank]:
                raise _too_many(self.ranks[rank], self.counts[rank])
            if suit is not None:
                faced[face] = faced.get(face, 0) + 1
                if faced[face] > self.copies:
                    raise _too_many(self.face_text(face), self.copies)
        return sum(self.units[rank] * n for rank, n in enumerate(seen))

    def face_text(self, face: Face) -> str:
        """``S5``, or ``5`` where the suit was not said."""
        rank, suit = face
        return ("" if suit is None else SUITS[suit]) + self.ranks[rank]

    def _face(self, suit: str | None, rank: str, text: str) -> Face:
        name = _RANK_WORDS.get(rank, rank.upper())
        if name not in self.index:
            part, whole = _short(rank), _short(text)
            if part == whole:
                raise CardsError(f"{part} is no card of this deck", f"{part}不是这副牌里的牌")
            raise CardsError(
                f"{part} in {whole} is no card of this deck", f"{whole}里的{part}不是这副牌里的牌"
            )
        index = self.index[name]
        if suit is None:
            return index, None
        if self.suits[index] == 1:
            whole = _short(text)
            raise CardsError(
                f"{name} is a joker and has no suit, in {whole}", f"{whole}里的{name}是王，没有花色"
            )
        return index, SUITS.index(_SUIT_SIGNS.get(suit, suit.upper()))

    # --- physical cards

    @cached_property
    def faces_of_cards(self) -> tuple[Face, ...]:
        """The face of each physical card."""
        return tuple(
            (r, None if self.suits[r] == 1 else s)
            for r in range(len(self.ranks))
            for s in range(self.suits[r])
            for _ in range(self.copies)
        )

    def copies_of(self, face: Face) -> range:
        """The physical cards with this face."""
        rank, suit = face
        start = self._first[rank] + (suit or 0) * self.copies
        return range(start, start + self.copies)

    def cards_of_rank(self, rank: int) -> range:
        """The physical cards of a rank."""
        return range(self._first[rank], self._first[rank] + self.counts[rank])

    @cached_property
    def _unit_of_card(self) -> list[int]:
        return [self.units[rank] for rank, _ in self.faces_of_cards]

    def tally_of_cards(self, cards: Iterable[int]) -> int:
        """The tally of physical cards."""
        return sum(map(self._unit_of_card.__getitem__, cards))

    def cards_text(self, cards: Iterable[int]) -> list[str]:
        """The faces of physical cards as text, in the deck's order."""
        return [self.face_text(self.faces_of_cards[card]) for card in sorted(cards)]


def _too_many(card: str, most: int) -> CardsError:
    return CardsError(
        f"more {card} than the {most} the deck holds", f"{card}超过了这副牌里的{most}张"
    )


def _short(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:23] + "…")
