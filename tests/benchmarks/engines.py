"""The engines that are measured, each through its own public door and with nothing between.

Every work counts two things: games and plays (a play is a card play or a pass in the trick phase;
auction and other actions take time but are not counted), or positions and the actions offered.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Protocol

import ddz
from tests.benchmarks.measure import Work
from tests.peers.hands import DECK
from tests.peers.peer import sort

__all__ = [
    "ENGINES",
    "DouZero",
    "Engine",
    "OpenSpiel",
    "OurLists",
    "Ours",
    "Position",
    "RLCard",
    "positions",
]

_CHAINS = ("solo_chain", "pair_chain", "trio_chain")


@dataclass(frozen=True)
class Position:
    """A classic deal and a first lead: seventeen cards a seat by rank, the landlord (seat 0)
    without his kitty, and the cards that he leads."""

    hands: tuple[str, str, str]
    kitty: str
    lead: str
    pattern: str

    @property
    def landlord(self) -> str:
        """The landlord's twenty cards."""
        return sort(self.hands[0] + self.kitty)


def positions(count: int) -> list[Position]:
    """Random deals, each with a random lead that all engines offer and read in the same way."""
    rules = ddz.load("classic")
    readings = ddz.load("compat/openspiel").readings
    chance = random.Random("positions")
    found: list[Position] = []
    cards = list(DECK)
    while len(found) < count:
        chance.shuffle(cards)
        hands = (sort(cards[:17]), sort(cards[17:34]), sort(cards[34:51]))
        kitty = sort(cards[51:])
        play = chance.choice(list(rules.plays(hands[0] + kitty)))
        lead = _cards(play)
        dropped = play.pattern in _CHAINS and (hands[0] + kitty).count(lead[0]) == 4  # OpenSpiel
        if len(readings(lead)) == 1 and not dropped:
            found.append(Position(hands, kitty, lead, play.pattern))
    return found


def _cards(play: ddz.Play) -> str:
    """The cards of a play, the leading group first."""
    return str(play).partition(" as ")[0].replace("+", "")


class Engine(Protocol):
    """What is measured."""

    name: str
    variant: str
    """The rules of ours that say the same."""
    slow: bool
    """Whether a game takes it milliseconds."""

    def games(self, count: int, seed: int) -> Work:
        """So many random games."""

    def leads(self, given: Sequence[Position]) -> Work:
        """What the landlord can lead."""

    def answers(self, given: Sequence[Position]) -> Work:
        """What the next seat can answer."""


class Ours:
    """A variant of ours, through states."""

    slow = False

    def __init__(self, variant: str) -> None:
        self.rules = ddz.load(variant)
        self.name = f"ddz {variant}"
        self.variant = variant

    def games(self, count: int, seed: int) -> Work:
        """So many random games."""
        rules = self.rules
        seeds = range(seed * count, seed * count + count)

        def work() -> tuple[int, int]:
            rnd, plays = random.Random(seed).random, 0
            for each in seeds:
                state = rules.deal(seed=each)
                while state.seat is not None and state.step != "play":
                    legal = state.legal()
                    state = state.apply(legal[int(rnd() * len(legal))])
                while state.seat is not None:
                    legal = state.legal()
                    state = state.apply(legal[int(rnd() * len(legal))])
                    plays += 1
            return count, plays

        return work

    def leads(self, given: Sequence[Position]) -> Work:
        """What the landlord can lead."""
        return _ask([self.state(position) for position in given])

    def answers(self, given: Sequence[Position]) -> Work:
        """What the next seat can answer."""
        return _ask([self._led(position) for position in given])

    def state(self, position: Position) -> ddz.State:
        """The landlord at his first lead."""
        marks = {"open_card": {"seat": 0}}
        written = {"hands": list(position.hands), "kitty": position.kitty, "marks": marks}
        state = self.rules.deal(seed=0, deal=written)
        return state if state.step == "play" else state.apply("bid 3")

    def _led(self, position: Position) -> ddz.State:
        state = self.state(position)
        return state.apply(f"{position.lead} as {position.pattern}")


def _ask(states: list[ddz.State]) -> Work:
    def work() -> tuple[int, int]:
        offered = 0
        for state in states:
            offered += len(list(state.legal()))
        return len(states), offered

    return work


class OurLists(Ours):
    """The same through ``rules.plays``, from text; it makes no games."""

    def __init__(self, variant: str) -> None:
        super().__init__(variant)
        self.name = f"ddz {variant}, from text"

    def leads(self, given: Sequence[Position]) -> Work:
        """What the landlord can lead."""
        return self._list([(position.landlord, None) for position in given])

    def answers(self, given: Sequence[Position]) -> Work:
        """What the next seat can answer."""
        return self._list([(position.hands[1], position.lead) for position in given])

    def _list(self, asked: list[tuple[str, str | None]]) -> Work:
        plays = self.rules.plays

        def work() -> tuple[int, int]:
            offered = 0
            for hand, held in asked:
                offered += len(list(plays(hand, held)))
            return len(asked), offered

        return work


class OpenSpiel:
    """``dou_dizhu`` through pyspiel. Its chance is ours: it is dealt a shuffled deck, and not asked
    which cards are left."""

    name = "OpenSpiel"
    variant = "compat/openspiel"
    slow = False

    def __init__(self) -> None:
        from tests.peers.with_openspiel import OpenSpiel as Names

        self._names = Names()  # texts of actions, for the positions
        import pyspiel

        self._game = pyspiel.load_game("dou_dizhu")

    def games(self, count: int, seed: int) -> Work:
        """So many random games."""
        new, deck = self._game.new_initial_state, sorted(self._names.faces)

        def work() -> tuple[int, int]:
            chance = random.Random(seed)
            rnd, plays = chance.random, 0
            for _ in range(count):
                chance.shuffle(deck)
                state = new()
                state.apply_action(int(rnd() * 51))
                for card in deck[:51]:
                    state.apply_action(card)
                while not state.is_terminal():
                    legal = state.legal_actions()
                    if legal[-1] != 3:  # the highest bid; plays come after it
                        plays += 1
                    state.apply_action(legal[int(rnd() * len(legal))])
            return count, plays

        return work

    def leads(self, given: Sequence[Position]) -> Work:
        """What the landlord can lead."""
        return self._ask([self._state(position) for position in given])

    def answers(self, given: Sequence[Position]) -> Work:
        """What the next seat can answer."""
        states = []
        for position in given:
            state = self._state(position)
            text = f"{position.lead} as {position.pattern}"
            state.apply_action(self._names.actions[text])
            states.append(state)
        return self._ask(states)

    def _state(self, position: Position) -> Any:
        free = {rank: list(actions) for rank, actions in self._names.of_rank.items()}
        state = self._names.start(0)
        for place in range(51):
            state.apply_action(free[position.hands[place % 3][place // 3]].pop())
        state.apply_action(3)
        return state

    def _ask(self, states: list[Any]) -> Work:
        def work() -> tuple[int, int]:
            offered = 0
            for state in states:
                offered += len(state.legal_actions())
            return len(states), offered

        return work


class RLCard:
    """RLCard's raw game; at single positions its own functions for leads and answers."""

    name = "RLCard"
    variant = "compat/rlcard"
    slow = True

    def __init__(self) -> None:
        import numpy
        from rlcard.games.base import Card
        from rlcard.games.doudizhu import Game, Judger, Player, utils

        self._chance = numpy.random.RandomState
        self._game, self._judger, self._player = Game, Judger, Player
        self._card, self._utils = Card, utils

    def games(self, count: int, seed: int) -> Work:
        """So many random games."""
        game = self._game()

        def work() -> tuple[int, int]:
            rnd, plays = random.Random(seed).random, 0
            game.np_random = self._chance(seed)
            for _ in range(count):
                state, _seat = game.init_game()
                while not game.is_over():
                    actions = state["actions"]
                    state, _seat = game.step(actions[int(rnd() * len(actions))])
                    plays += 1
            return count, plays

        return work

    def leads(self, given: Sequence[Position]) -> Work:
        """What the landlord can lead."""
        hands = [position.landlord for position in given]
        find = self._judger.playable_cards_from_hand

        def work() -> tuple[int, int]:
            offered = 0
            for hand in hands:
                offered += len(find(hand))
            return len(hands), offered

        return work

    def answers(self, given: Sequence[Position]) -> Work:
        """What the next seat can answer."""
        find = self._utils.get_gt_cards
        asked = [
            (self._holding(position.hands[1]), SimpleNamespace(played_cards=sort(position.lead)))
            for position in given
        ]

        def work() -> tuple[int, int]:
            offered = 0
            for player, greater in asked:
                offered += len(find(player, greater))
            return len(asked), offered

        return work

    def _holding(self, hand: str) -> Any:
        player = self._player(1, None)
        player.set_current_hand(
            [self._card(f"{rank}J", "") if rank in "BR" else self._card("S", rank) for rank in hand]
        )
        return player


class DouZero:
    """DouZero's ``GameEnv`` and its move generator."""

    name = "DouZero"
    variant = "compat/douzero"
    slow = True

    _seats = ("landlord", "landlord_down", "landlord_up")

    def __init__(self) -> None:
        from douzero.env.game import GameEnv
        from douzero.env.move_generator import MovesGener

        self._env, self._moves = GameEnv, MovesGener

    def games(self, count: int, seed: int) -> Work:
        """So many random games."""
        deck = _numbers(DECK)

        def work() -> tuple[int, int]:
            chance, plays = random.Random(seed), 0
            env = self._env(dict.fromkeys(self._seats, _Anyhow(chance)))
            for _ in range(count):
                chance.shuffle(deck)
                env.reset()
                env.card_play_init(
                    {
                        "landlord": sorted(deck[:20]),
                        "landlord_down": sorted(deck[20:37]),
                        "landlord_up": sorted(deck[37:]),
                        "three_landlord_cards": sorted(deck[17:20]),
                    }
                )
                while not env.game_over:
                    env.step()
                plays += len(env.card_play_action_seq)
            return count, plays

        return work

    def leads(self, given: Sequence[Position]) -> Work:
        """What the landlord can lead."""
        hands = [_numbers(position.landlord) for position in given]
        moves = self._moves

        def work() -> tuple[int, int]:
            offered = 0
            for hand in hands:
                offered += len(moves(hand).gen_moves())
            return len(hands), offered

        return work

    def answers(self, given: Sequence[Position]) -> Work:
        """What the next seat can answer."""
        games = []
        for position in given:
            game = self._env(None)
            game.acting_player_position = "landlord_down"
            game.info_sets["landlord_down"].player_hand_cards = _numbers(position.hands[1])
            game.card_play_action_seq = [_numbers(sort(position.lead))]
            games.append(game)

        def work() -> tuple[int, int]:
            offered = 0
            for game in games:
                offered += len(game.get_legal_card_play_actions())
            return len(games), offered

        return work


class _Anyhow:
    """A player of DouZero's that plays at random."""

    def __init__(self, chance: random.Random) -> None:
        self._rnd = chance.random

    def act(self, infoset: Any) -> list[int]:
        legal = infoset.legal_actions
        found: list[int] = legal[int(self._rnd() * len(legal))]
        return found


_NUMBERS = dict(
    zip("3456789TJQKA2BR", (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30), strict=True)
)


def _numbers(cards: Iterable[str]) -> list[int]:
    return [_NUMBERS[card] for card in cards]


ENGINES = (OpenSpiel, RLCard, DouZero)
