"""Our side of the comparison: a variant through the public door, in the engines' words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Protocol

import ddz
from tests.peers.peer import COPIES, Deal, cards_of, sort

__all__ = ["Game", "Offers", "Ours", "Rules"]

Offers = dict[str, Any]
"""Actions by their text. A play has a `pattern`, and `len()` tells its cards."""


class Game(Protocol):
    """A game that takes actions by text."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def seat(self) -> int | None:
        """Who acts."""

    def legal(self) -> Offers:
        """The actions of the seat to act."""

    def apply(self, action: Any) -> None:
        """Carry out one of them."""

    def scores(self) -> tuple[int, ...]:
        """One number a seat, at the end."""


class Rules(Protocol):
    """What is compared with an engine."""

    def leads(self, hand: str) -> Offers:
        """What a hand can lead."""

    def answers(self, hand: str, held: Any) -> Offers:
        """What of a hand beats one of the leads."""

    def deal(self, deal: Deal) -> Game:
        """A game from a given deal."""


class Ours:
    """A variant of ours; `readings` says whether plays differ by what they are played as."""

    def __init__(self, variant: str, readings: bool) -> None:
        self._rules = ddz.load(variant)
        self._readings = readings

    def _text(self, action: Any) -> str:
        text = str(action)
        if not isinstance(action, ddz.Play):
            return text
        cards = text.partition(" as ")[0].replace("+", "")
        return f"{cards} as {action.pattern}" if self._readings else sort(cards)

    def offers(self, actions: Iterable[Any]) -> Offers:
        """The actions by their text. AssertionError where two have the same."""
        offers: Offers = {}
        for action in actions:
            text = self._text(action)
            if text in offers:
                raise AssertionError(f"{text} is offered twice")
            offers[text] = action
        return offers

    def leads(self, hand: str) -> Offers:
        """What a hand can lead."""
        plays = self.offers(self._rules.plays(hand))
        return self._every_reading(plays, self._position(hand)) if self._readings else plays

    def answers(self, hand: str, held: Any) -> Offers:
        """What of a hand beats one of the leads."""
        plays = self.offers(self._rules.plays(hand, held))
        if not self._readings:
            return plays
        return self._every_reading(plays, self._position(hand, self._text(held)))

    def _position(self, hand: str, held: str = "") -> ddz.State:
        """Seat 0 to act with the hand, over what seat 2 has led."""
        rest = Counter(COPIES)
        rest.subtract(hand + cards_of(held))
        first, second, *_ = (+rest).elements()
        hands = [hand, first, cards_of(held) + second]
        written = {"hands": hands, "start": "play", "winner": 2 if held else 0, "bid": 1}
        state = self._rules.deal(seed=0, deal=written)
        return state.apply(self.offers(state.legal())[held]) if held else state

    def _every_reading(self, plays: Offers, state: ddz.State) -> Offers:
        """What the state offers, pass apart: the same card sets, each in all its readings."""
        offers = self.offers(state.legal())
        offers.pop("pass", None)
        if set(map(cards_of, offers)) != set(map(cards_of, plays)):
            raise AssertionError("a state and a list of plays offer different cards")
        return offers

    def deal(self, deal: Deal) -> Game:
        """A game from a given deal."""
        mark: dict[str, Any] = {"seat": deal.opener}
        if deal.opened is not None:
            mark["card"] = deal.opened
        written = {
            "hands": [" ".join(hand) for hand in deal.hands],
            "kitty": " ".join(deal.kitty),
            "marks": {"open_card": mark},
        }
        return _Game(self, self._rules.deal(seed=0, deal=written))


class _Game:
    def __init__(self, ours: Ours, state: ddz.State) -> None:
        self._ours, self._state = ours, state

    @property
    def over(self) -> bool:
        return self._state.seat is None

    @property
    def seat(self) -> int | None:
        return self._state.seat

    def legal(self) -> Offers:
        return self._ours.offers(self._state.legal())

    def apply(self, action: Any) -> None:
        self._state = self._state.apply(action)

    def scores(self) -> tuple[int, ...]:
        scores = self._state.scores
        assert scores is not None
        return scores
