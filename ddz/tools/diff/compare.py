"""Two games compared in all respects."""

from __future__ import annotations

from ddz.cards import Deck
from ddz.compiled import Compiled
from ddz.source import Mapping
from ddz.tools.diff.cards import compare_cards
from ddz.tools.diff.meaning import differences
from ddz.tools.diff.order import compare_orders
from ddz.tools.diff.raises import compare_raises
from ddz.tools.diff.records import Comparison

__all__ = ["compare"]


def compare(before: tuple[Compiled, Mapping], after: tuple[Compiled, Mapping]) -> Comparison:
    """Everything that differs between two games, each given by its rules and its merged file."""
    old, new = before[0], after[0]
    decks = _deck(old.deck), _deck(new.deck)
    return Comparison(
        tuple(differences(before[1], after[1])),
        decks if decks[0] != decks[1] else None,
        compare_cards(old, new),
        compare_orders(old, new),
        compare_raises(old, new),
    )


def _deck(deck: Deck) -> str:
    """``216: 4 × 3 4 5 … R``."""
    return f"{deck.size}: {deck.copies} × {' '.join(deck.ranks)}"
