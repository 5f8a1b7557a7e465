"""OpenSpiel's ``dou_dizhu`` through pyspiel.

It deals seventeen cards a seat and has no way to set a hand up, so a position is reached by a
game: the landlord sheds what the hand is not to have, card by card, while the others pass.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cached_property
from typing import Any

from tests.peers.peer import COPIES, RANKS, Deal, UnposedError, cards_of, sort

__all__ = ["OpenSpiel"]

_DEALT = 51
_PLAIN = {1: "solo_chain", 2: "pair_chain", 3: "trio_chain"}
_OF_A_RANK = ("solo", "pair", "trio", "bomb")


def action_of(text: str) -> str:
    """An action from its name in OpenSpiel, such as ``333444-5(CJ)``."""
    if text == "Pass":
        return "pass"
    if text.startswith("Bid"):
        return text.lower()
    body, _, wings = text.replace("(BWJ)", "B").replace("(CJ)", "R").partition("-")
    ranks = Counter(body)
    most = max(ranks.values())
    if wings:
        pattern = "trio_solo_chain" if len(wings) * 3 == len(body) else "trio_pair_chain"
    elif body == "BR":
        pattern = "rocket"
    elif len(ranks) == 1:
        pattern = _OF_A_RANK[most - 1]
    elif len(set(ranks.values())) == 1:
        pattern = _PLAIN[most]
    else:
        pattern = "trio_solo" if len(body) == 4 else "trio_pair"
        wings = "".join(card for card in body if ranks[card] < most)
        body = "".join(card for card in body if ranks[card] == most)
    return f"{body}{sort(wings)} as {pattern}"


class OpenSpiel:
    """The engine. Its actions are readings, and the one chosen is what has to be beaten."""

    name = "OpenSpiel"
    variant = "compat/openspiel"
    readings = True

    def __init__(self) -> None:
        import pyspiel

        self._game = pyspiel.load_game("dou_dizhu")

    @cached_property
    def faces(self) -> dict[int, str]:
        """The card of each dealing action: ``S3`` and the like, ``B``, ``R``."""
        state = self.start(0)
        names = {"(BWJ)": "B", "(CJ)": "R"}
        found = {}
        for action in state.legal_actions():
            name = state.action_to_string(state.current_player(), action).removeprefix("Deal ")
            found[action] = names.get(name, name)
        return found

    @cached_property
    def texts(self) -> dict[int, str]:
        """Every action of a player as text."""
        state = self.start(0)
        return {
            action: action_of(state.action_to_string(0, action))
            for action in range(self._game.num_distinct_actions())
        }

    @cached_property
    def actions(self) -> dict[str, int]:
        """Every action of a player, by its text."""
        return {text: action for action, text in self.texts.items()}

    @cached_property
    def of_rank(self) -> dict[str, list[int]]:
        """The dealing actions of each rank."""
        found: dict[str, list[int]] = {rank: [] for rank in RANKS}
        for action, face in self.faces.items():
            found[face[-1]].append(action)
        return found

    def start(self, opened: int) -> Any:
        """A state before the deal; the open card will be the one dealt at the place `opened`."""
        state = self._game.new_initial_state()
        state.apply_action(opened)
        return state

    def _dealt(self, hands: list[list[str]]) -> Any:
        """A state after the auction: three hands of seventeen, seat 0 landlord with the rest."""
        free = {rank: list(actions) for rank, actions in self.of_rank.items()}
        state = self.start(0)
        for place in range(_DEALT):
            state.apply_action(free[hands[place % 3][place // 3]].pop())
        self._act(state, "bid 3")
        return state

    def _act(self, state: Any, *actions: str) -> None:
        for action in actions:
            number = self.actions[action]
            if number not in state.legal_actions():
                raise UnposedError(action)
            state.apply_action(number)

    def legal(self, state: Any) -> list[str]:
        """The actions of the seat to act."""
        texts = self.texts
        return [texts[action] for action in state.legal_actions()]

    def leads(self, hand: str) -> set[str]:
        """What a hand of at most twenty cards can lead."""
        rest = _others(hand)
        pads, rest = rest[: 20 - len(hand)], rest[20 - len(hand) :]
        state = self._dealt([[*hand, *pads][:17], rest[:17], rest[17:]])
        for pad in pads:
            self._act(state, f"{pad} as solo", "pass", "pass")
        return set(self.legal(state))

    def answers(self, hand: str, held: str) -> set[str]:
        """What beats the held play, in a hand of at most 19 cards (17 where 16 or more are
        held)."""
        cards = cards_of(held)
        rest = _others(hand + cards)
        state = (
            self._led_by_peasant(hand, cards, rest)
            if len(cards) <= 15
            else self._led_by_landlord(hand, cards, rest)
        )
        if held not in self.legal(state):
            raise AssertionError(f"OpenSpiel does not let {held} be led")
        self._act(state, held)
        return set(self.legal(state)) - {"pass"}

    def _led_by_peasant(self, hand: str, held: str, rest: list[str]) -> Any:
        """The landlord (seat 0) sheds to the hand, and seat 2 takes the lead with a card over his
        last."""
        if len(hand) > 19:
            raise UnposedError("the landlord has led before he answers")
        last = min(rest, key=RANKS.index)
        over = next((card for card in rest if RANKS.index(card) > RANKS.index(last)), None)
        if over is None:
            raise UnposedError("nothing takes the lead")
        rest.remove(last)
        rest.remove(over)
        pads, rest = rest[: 19 - len(hand)], rest[19 - len(hand) :]
        rest = _without_fourth(held, rest)
        fill = 16 - len(held)
        leader = [over, *held, *rest[:fill]]
        state = self._dealt([[*hand, last, *pads][:17], rest[fill:], leader])
        for pad in pads:
            self._act(state, f"{pad} as solo", "pass", "pass")
        self._act(state, f"{last} as solo", "pass", f"{over} as solo", "pass", "pass")
        return state

    def _led_by_landlord(self, hand: str, held: str, rest: list[str]) -> Any:
        """The landlord's first lead, over seat 1 with all its cards."""
        if len(hand) != 17 or len(held) > 19:
            raise UnposedError("so long a lead is the landlord's first")
        fill = 20 - len(held)
        rest = _without_fourth(held, rest)
        return self._dealt([[*held, *rest[:fill]][:17], list(hand), rest[fill:]])

    def new_game(self, seed: int) -> _Game:
        """A game, dealt by our own chance."""
        return _Game(self, random.Random(seed))

    def result(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The scores as they are."""
        return scores


def _others(cards: str) -> list[str]:
    """The rest of the deck, in an order that depends on the cards alone."""
    left = Counter(COPIES)
    left.subtract(cards)
    if min(left.values()) < 0:
        raise UnposedError("more cards than the deck has")
    rest = list(left.elements())
    random.Random(cards).shuffle(rest)
    return rest


def _without_fourth(held: str, rest: list[str]) -> list[str]:
    """The same cards, those of the held play's ranks last and of its lowest at the very end: who
    leads it should not have that rank four times."""
    return sorted(rest, key=lambda card: (card in held) + (card == held[0]))


class _Game:
    """A game of OpenSpiel's."""

    def __init__(self, engine: OpenSpiel, chance: random.Random) -> None:
        self._engine = engine
        faces = engine.faces
        opened = chance.randrange(_DEALT)
        cards = sorted(faces)
        chance.shuffle(cards)
        self._state = engine.start(opened)
        for card in cards[:_DEALT]:
            self._state.apply_action(card)
        hands = [[faces[card] for card in cards[seat:_DEALT:3]] for seat in range(3)]
        kitty = [faces[card] for card in cards[_DEALT:]]
        self.deal = Deal(tuple(map(tuple, hands)), tuple(kitty), opened % 3, faces[cards[opened]])
        self._hands = [Counter(face[-1] for face in hand) for hand in hands]
        self._winner, self._led = -1, False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state.is_terminal())

    @property
    def seat(self) -> int:
        """Who acts."""
        return int(self._state.current_player())

    def hand(self) -> str:
        """The cards of the seat to act."""
        return sort(self._hands[self.seat].elements())

    def legal(self) -> list[str]:
        """The actions of the seat to act."""
        return self._engine.legal(self._state)

    def apply(self, action: str) -> None:
        """Carry out an action."""
        seat, cards = self.seat, action.partition(" as ")[0]
        if action.startswith("bid"):
            self._winner = seat
        elif action != "pass":
            self._hands[seat].subtract(cards)
        self._state.apply_action(self._engine.actions[action])
        if not self._led and not self.over and "pass" not in self.legal():
            self._led = True
            self._hands[self._winner].update(face[-1] for face in self.deal.kitty)

    def scores(self) -> tuple[int, ...]:
        """The returns."""
        return tuple(int(value) for value in self._state.returns())
