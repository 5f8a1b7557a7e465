"""How many steps a deal may take, before it is dealt."""

from __future__ import annotations

import json
import re
from math import prod

from ddz.compiled import Compiled
from ddz.game.known import MAX_SPLITS

__all__ = ["deal_cost"]


def deal_cost(rules: Compiled) -> int:
    """The cards to deal; and where the rules ask whether a hand splits into bombs, the ways that
    can take, which are many only if bombs mix ranks."""
    cards = 20 + rules.deck.size
    if not re.search(r"\bsplits\b", json.dumps(rules.document["steps"])):
        return cards
    deck = rules.deck
    mixed = [spread for bomb in rules.table.bombs if _mixes(spread := deck.spread(bomb.tally))]
    ranks = {rank for spread in mixed for rank, n in enumerate(spread) if n}
    ways = min(MAX_SPLITS, prod(deck.counts[rank] + 1 for rank in ranks))
    return cards + len(mixed) * ways // 10


def _mixes(spread: list[int]) -> bool:
    return sum(n > 0 for n in spread) > 1
