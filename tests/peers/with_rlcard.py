"""RLCard's raw game of Dou Dizhu (``rlcard.games.doudizhu``); its environment adds only arrays."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.peers.peer import Deal, sort

__all__ = ["RLCard"]


class RLCard:
    """The engine. A card set has one reading; who wins gets 1, and there is no more to a score."""

    name = "RLCard"
    variant = "compat/rlcard"
    readings = False

    def __init__(self) -> None:
        import numpy
        from rlcard.games.base import Card
        from rlcard.games.doudizhu import Game, Judger, utils

        self._card, self._game, self._judger, self._utils = Card, Game, Judger, utils
        self._chance = numpy.random.RandomState

    def leads(self, hand: str) -> set[str]:
        """What a hand can lead."""
        return set(map(sort, self._judger.playable_cards_from_hand(sort(hand))))

    def answers(self, hand: str, held: str) -> set[str]:
        """What beats the held play."""
        cards = [
            self._card(f"{rank}J", "") if rank in "BR" else self._card("S", rank)
            for rank in sort(hand)
        ]
        player, greater = SimpleNamespace(current_hand=cards), SimpleNamespace(played_cards=held)
        found = self._utils.get_gt_cards(player, greater)
        return {sort(cards) for cards in found if cards != "pass"}

    def new_game(self, seed: int) -> _Game:
        """A game by its own chance."""
        game = self._game()
        game.np_random = self._chance(seed)
        return _Game(game)

    def result(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Who won."""
        return tuple(int(score > 0) for score in scores)


class _Game:
    """A game of RLCard's: seat 0 is landlord from the start, and leads."""

    def __init__(self, game: Any) -> None:
        self._game = game
        game.init_game()
        deck = [card.suit[0] + card.rank for card in game.round.dealer.deck]
        hands = [tuple(deck[17 * seat : 17 * seat + 17]) for seat in range(3)]
        self.deal = Deal(tuple(hands), tuple(deck[51:]))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._game.is_over())

    @property
    def seat(self) -> int:
        """Who acts."""
        return int(self._game.get_player_id())

    def hand(self) -> str:
        """The cards of the seat to act."""
        return sort(self._game.state["current_hand"])

    def legal(self) -> list[str]:
        """The actions of the seat to act."""
        return [a if a == "pass" else sort(a) for a in self._game.state["actions"]]

    def apply(self, action: str) -> None:
        """Carry out an action."""
        self._game.step(action)

    def scores(self) -> tuple[int, ...]:
        """The pay-offs."""
        game = self._game
        paid = game.judger.judge_payoffs(game.round.landlord_id, game.winner_id)
        return tuple(int(value) for value in paid)
