"""Random hands of the classic deck: even ones, and such as hold many plays."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.peers.peer import COPIES, RANKS, sort

__all__ = ["DECK", "draw"]

DECK = "".join(rank * copies for rank, copies in COPIES.items())

_CHAINED = RANKS[:12]


def draw(chance: random.Random, size: int, cards: Sequence[str] = DECK) -> str:
    """Some of the cards: at random, of few ranks, of neighbouring ranks, or of whole neighbouring
    ranks, with a few others."""
    kind = chance.choice(("any", "few", "row", "trios"))
    if kind == "any":
        return sort(chance.sample(cards, size))
    if kind == "few":
        ranks = set(chance.sample(RANKS, min(len(RANKS), size // 3 + chance.randint(1, 4))))
    else:
        length = chance.randint(3, 7)
        start = chance.randrange(len(_CHAINED) - length + 1)
        ranks = set(_CHAINED[start : start + length])
    wanted = [card for card in cards if card in ranks]
    others = [card for card in cards if card not in ranks]
    if kind != "trios":
        chance.shuffle(wanted)
    chance.shuffle(others)
    spare = min(chance.choice((0, 0, 1, 3, 5)), len(others), size)
    chosen = [*others[:spare], *wanted, *others[spare:]]
    return sort(chosen[:size])
