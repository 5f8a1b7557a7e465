"""DouZero's ``GameEnv``, its move generator and its move detector; none of them needs torch."""

from __future__ import annotations

import random
from typing import Any

from tests.peers.peer import COPIES, RANKS, Deal, cards_of, sort

__all__ = ["DouZero"]

_NUMBERS = dict(zip(RANKS, (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30), strict=True))
_RANKS = {number: rank for rank, number in _NUMBERS.items()}
_SEATS = ("landlord", "landlord_down", "landlord_up")
_WRONG = 15


def _numbers(cards: str) -> list[int]:
    return [_NUMBERS[card] for card in sort(cards)]


def _text(move: list[int]) -> str:
    return sort(_RANKS[number] for number in move) or "pass"


class DouZero:
    """The engine. What is held is what its detector takes the cards for."""

    name = "DouZero"
    variant = "compat/douzero"
    readings = False

    def __init__(self) -> None:
        from douzero.env.game import GameEnv
        from douzero.env.move_detector import get_move_type
        from douzero.env.move_generator import MovesGener

        self._env, self._moves, self._type = GameEnv, MovesGener, get_move_type

    def refuses(self, cards: str) -> bool:
        """Whether its detector knows no type for the cards."""
        return bool(self._type(_numbers(cards))["type"] == _WRONG)

    def leads(self, hand: str) -> set[str]:
        """What a hand can lead."""
        return set(map(_text, self._moves(_numbers(hand)).gen_moves()))

    def answers(self, hand: str, held: str) -> set[str]:
        """What beats the held play."""
        game = self._env(None)
        game.acting_player_position = "landlord"
        game.info_sets["landlord"].player_hand_cards = _numbers(hand)
        game.card_play_action_seq = [_numbers(cards_of(held))]
        return set(map(_text, game.get_legal_card_play_actions())) - {"pass"}

    def new_game(self, seed: int) -> _Game:
        """A game, dealt by our own chance."""
        return _Game(self._env, random.Random(seed))

    def result(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The scores as they are."""
        return scores


class _Game:
    """A game of DouZero's: seat 0 is landlord from the start, and leads."""

    def __init__(self, env: Any, chance: random.Random) -> None:
        deck = [rank for rank, copies in COPIES.items() for _ in range(copies)]
        chance.shuffle(deck)
        hands = [tuple(deck[17 * seat : 17 * seat + 17]) for seat in range(3)]
        self.deal = Deal(tuple(hands), tuple(deck[51:]))
        self._next: list[int] = []
        self._game = env(dict.fromkeys(_SEATS, self))
        self._game.card_play_init(
            {
                "landlord": _numbers("".join(deck[:17] + deck[51:])),
                "landlord_down": _numbers("".join(hands[1])),
                "landlord_up": _numbers("".join(hands[2])),
                "three_landlord_cards": _numbers("".join(deck[51:])),
            }
        )

    def act(self, _: Any) -> list[int]:
        """The next action; the environment asks its players, and this is all three."""
        return self._next

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._game.game_over)

    @property
    def seat(self) -> int:
        """Who acts."""
        return _SEATS.index(self._game.acting_player_position)

    def hand(self) -> str:
        """The cards of the seat to act."""
        return _text(self._game.game_infoset.player_hand_cards)

    def legal(self) -> list[str]:
        """The actions of the seat to act; some come twice."""
        return [_text(move) for move in self._game.game_infoset.legal_actions]

    def apply(self, action: str) -> None:
        """Carry out an action."""
        self._next = [] if action == "pass" else _numbers(action)
        self._game.step()

    def scores(self) -> tuple[int, ...]:
        """The scores of this one game: the farmers' is one number for both."""
        scores = self._game.num_scores
        return (int(scores["landlord"]), int(scores["farmer"]), int(scores["farmer"]))
