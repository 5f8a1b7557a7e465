"""Players that choose by a seeded stream of numbers, and deals of their own making.

Enters: states and seeds. Leaves: actions, whole games, written deals. Only public names of `ddz`
are used, so that a game played here is a game anybody could have played.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import ddz
from ddz import Bid, Pass, Play, Rules, State

__all__ = [
    "GAMES",
    "NON_JOKERS",
    "Player",
    "busy",
    "digest",
    "faces_of_deck",
    "plain",
    "play_out",
    "player_of",
    "random_deal",
    "rules_of",
    "seats_and_spectator",
    "shy",
]

Player = Callable[[State], Any]

NON_JOKERS = [suit + rank for rank in "3456789TJQKA2" for suit in "SHCD"]


@dataclass(frozen=True)
class Game:
    """What the rule texts say of a game's cards: packs, cards a hand, cards in the kitty."""

    copies: int
    each: int
    kitty: int


# 3v3: three packs of 54 are 162 = 6 × 27. 2v4: four packs are 216 = 6 × 34 + 12.
GAMES = {"2v4": Game(4, 34, 12), "3v3": Game(3, 27, 0), "melee": Game(4, 34, 12)}

_LOADED: dict[str, Rules] = {}


def rules_of(name: str) -> Rules:
    """The rules of a shipped game, loaded once."""
    if name not in _LOADED:
        _LOADED[name] = ddz.load(name)
    return _LOADED[name]


def seats_and_spectator(rules: Rules) -> list[int | None]:
    """Everyone who may look: the spectator, then each seat."""
    return [None, *range(rules.players)]


def faces_of_deck(name: str) -> list[str]:
    """Every face of a game's deck, as often as the deck holds it."""
    return [*NON_JOKERS, "B", "R"] * GAMES[name].copies


# --- players


def _pick(rnd: random.Random, actions: Sequence[Any]) -> Any:
    return actions[int(rnd.random() * len(actions))]


def plain(seed: int) -> Player:
    """A player that takes any legal action with equal chance."""
    rnd = random.Random(seed)
    return lambda state: _pick(rnd, list(state.legal()))


def shy(seed: int) -> Player:
    """A player that bids once in twenty times and plays like `busy`; for redeals and lots."""
    rnd = random.Random(seed)

    def choose(state: State) -> Any:
        actions = list(state.legal())
        if state.step == "auction":
            return actions[0] if rnd.random() < 0.95 else _pick(rnd, actions)
        return _busy_choice(rnd, state, actions)

    return choose


def busy(seed: int) -> Player:
    """A player that makes things happen: it often bids, shows, doubles and plays bombs, and
    otherwise long plays."""
    rnd = random.Random(seed)

    def choose(state: State) -> Any:
        actions = list(state.legal())
        if state.step == "auction":
            bids = [action for action in actions if isinstance(action, Bid)]
            return _pick(rnd, bids) if bids and rnd.random() < 0.4 else actions[0]
        return _busy_choice(rnd, state, actions)

    return choose


def _busy_choice(rnd: random.Random, state: State, actions: list[Any]) -> Any:
    if state.default is not None:
        others = [action for action in actions if action != state.default]
        return _pick(rnd, others) if rnd.random() < 0.6 else state.default
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays or (isinstance(actions[0], Pass) and rnd.random() < 0.15):
        return actions[0]
    bombs = [play for play in plays if play.reading.is_bomb]
    if bombs and rnd.random() < 0.3:
        return _pick(rnd, bombs)
    return max((_pick(rnd, plays) for _ in range(3)), key=len)


def player_of(seed: int) -> Player:
    """The player of a seeded game: plain, busy and shy in turn."""
    return (plain, busy, shy)[seed % 3](seed)


def play_out(
    state: State, player: Player, see: Callable[[State], None] | None = None, most: int = 20_000
) -> State:
    """The last state of a game; `see` is shown every state. Fails where it does not end."""
    for _ in range(most):
        if see is not None:
            see(state)
        if state.seat is None:
            return state
        state = state.apply(player(state))
    raise AssertionError(f"the game has not ended after {most} actions")


def digest(name: str, seed: int) -> str:
    """A hash over all views of the first 12 states of a seeded game, every 40th and the last, and
    over the legal actions of every state."""
    rules = rules_of(name)
    found = hashlib.sha256()
    count = itertools.count()

    def see(state: State) -> None:
        at = next(count)
        found.update("|".join(map(str, state.legal())).encode() + b"\n")
        if at < 12 or at % 40 == 0 or state.seat is None:
            for seat in seats_and_spectator(rules):
                found.update(str(state.view(seat)).encode() + b"\n")

    play_out(rules.deal(seed=seed), player_of(seed), see)
    return found.hexdigest()


# --- deals


def random_deal(
    name: str, seed: int, each: int | None = None, jokers_to: int | None = None
) -> dict[str, Any]:
    """A written deal: shuffled hands and kitty by face, and marks on random cards as the rules
    say (T6, F6).

    `each` makes the hands shorter; `jokers_to` is a seat that is dealt all jokers but a big one.
    """
    game = GAMES[name]
    each = each or game.each
    rnd = random.Random(seed)
    cards = faces_of_deck(name)
    rnd.shuffle(cards)
    if jokers_to is not None:
        _gather(cards, jokers_to * each, game.copies, each)
    dealt = 6 * each
    if name == "3v3":
        place = rnd.choice([at for at in range(dealt) if cards[at] not in ("B", "R")])
        _deal_all_of(cards, cards[place], dealt, rnd)
        marks = {"open_card": place}
    else:
        marks = dict(zip(("open_card", "dark_card"), rnd.sample(range(dealt), 2), strict=True))
    return {
        "hands": [" ".join(cards[seat * each : (seat + 1) * each]) for seat in range(6)],
        "kitty": " ".join(cards[dealt : dealt + game.kitty]),
        "marks": {mark: {"seat": at // each, "card": cards[at]} for mark, at in marks.items()},
    }


def _deal_all_of(cards: list[str], face: str, dealt: int, rnd: random.Random) -> None:
    """Swap copies of the face that lie beyond the dealt cards into them."""
    for at in range(dealt, len(cards)):
        if cards[at] == face:
            other = rnd.choice([i for i in range(dealt) if cards[i] != face])
            cards[at], cards[other] = cards[other], cards[at]


def _gather(cards: list[str], at: int, copies: int, each: int) -> None:
    """Swap all small jokers and all big ones but one into the places from `at` on, and that one
    elsewhere."""
    wanted = Counter({"B": copies, "R": copies - 1})
    for place in range(at, at + each):
        card = next((joker for joker in "BR" if wanted[joker]), None)
        if card is None:
            break
        wanted[card] -= 1
        found = next(
            i for i, c in enumerate(cards) if c == card and not (at <= i < place)
        )  # itself, where it lies here already
        cards[place], cards[found] = cards[found], cards[place]
    last = [i for i, card in enumerate(cards) if card == "R"]
    inside = [i for i in last if at <= i < at + each]
    if len(inside) == copies:
        other = (at + each) % (6 * each)
        cards[inside[-1]], cards[other] = cards[other], cards[inside[-1]]
