"""Simple players, so that a game can be shown whole. They know their own cards and what is
public.
"""

from __future__ import annotations

import random
from itertools import islice

from ddz.compiled import Play
from ddz.game.actions import Action, Bid
from ddz.game.position import Auction
from ddz.game.state import State

__all__ = ["SimplePlayer"]

MAX_SEEN = 5_000
"""How many actions a player looks at, where there are more."""


class SimplePlayer:
    """Plays for every seat from one seeded stream: bids on bombs, sheds many cards at a time,
    answers opponents with the cheapest play that beats them, and keeps bombs for when somebody is
    close to out."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(f"players {seed}").random

    def choose(self, state: State) -> Action:
        """An action of the seat to act."""
        legal = list(islice(state.legal(), MAX_SEEN))
        if state.default is not None:
            eager = self._strength(state) + self._random() > 1.6
            return legal[0 if eager else len(legal) - 1]
        if isinstance(state.pending, Auction):
            return self._bid(state)
        return self._play(state)

    def _strength(self, state: State) -> float:
        """About 0 to 2: bombs and high cards in the hand."""
        assert state.seat is not None
        rules = state.rules
        hand = state.hands[state.seat]
        bombs = {bomb.head.parts[0][0] for bomb in rules.table.held_bombs(hand)}
        top = len(rules.deck.ranks) - 3
        high = sum(rules.deck.spread(hand)[top:])
        size = max(rules.deck.total(hand), 1)
        return min(2.0, 0.2 * len(bombs) + 3.0 * high / size)

    def _bid(self, state: State) -> Action:
        legal = list(islice(state.legal(), MAX_SEEN))
        bids = [action for action in legal if isinstance(action, Bid)]
        if not bids or self._strength(state) + self._random() < 1.3:
            return legal[0]
        return bids[int(self._random() * len(bids))]

    def _play(self, state: State) -> Action:
        held = state.held
        legal = list(islice(state.legal(), MAX_SEEN))
        if held is None:
            return self._lead(legal)
        if self._partner(state) and self._random() < 0.9:
            return legal[0]
        plain = [a for a in legal if isinstance(a, Play) and not a.reading.is_bomb]
        if plain:
            return plain[0] if self._random() < 0.9 else legal[0]
        deck = state.rules.deck
        close = min(deck.total(hand) for hand in state.hands) < 9
        bombs = [action for action in legal if isinstance(action, Play)]
        if bombs and (close or self._random() < 0.08):
            return bombs[0]
        return legal[0]

    def _lead(self, legal: list[Action]) -> Action:
        plays = [action for action in legal if isinstance(action, Play)]
        if not plays:
            return legal[0]
        plain = [play for play in plays if not play.reading.is_bomb]
        return max(plain or plays, key=lambda play: (min(len(play), 5), -play.reading.key))

    def _partner(self, state: State) -> bool:
        """Whether the trick is held by a seat known to be on the same side."""
        assert state.seat is not None
        facts, roles = state.facts, state.rules.roles
        if not facts.public >> state.owner & 1:
            return False
        own, theirs = facts.roles[state.seat], facts.roles[state.owner]
        return roles[own].side == roles[theirs].side
