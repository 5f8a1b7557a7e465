"""Decks and random hands as text."""

from __future__ import annotations

import random
from collections.abc import Iterable

import ddz

__all__ = ["deck_of", "drawn", "sort"]


def deck_of(rules: ddz.Rules) -> list[str]:
    """Every card of the deck by rank, weakest first."""
    counted = zip(rules.deck.ranks, rules.deck.counts, strict=True)
    return [rank for rank, copies in counted for _ in range(copies)]


def drawn(rules: ddz.Rules, size: int, chance: random.Random) -> str:
    """A random hand as text, weakest card first."""
    cards = deck_of(rules)
    return "".join(cards[at] for at in sorted(chance.sample(range(len(cards)), size)))


def sort(rules: ddz.Rules, cards: Iterable[str]) -> str:
    """The cards as text, weakest first."""
    return "".join(sorted(cards, key=rules.deck.ranks.index))
