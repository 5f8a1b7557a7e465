"""Secrets: nobody is shown what they may not know (T6 to T10, F6 to F10, DESIGN 6).

The leak test replays the actions of a random game, by the faces that lay on the table, from deals
in which what is hidden from one onlooker was permuted; that onlooker's views, events and, on its
own turn, legal actions must be the same bytes at every step. What is hidden: other hands' cards
that stay unplayed, who holds an unspent twin, where the dark card lies before roles are known and
which card it is after, the kitty before it is turned up, answers while a choice is open.

DDZ_FULL=1 takes more games.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import ddz
from ddz import Rules, State
from tests.players import busy, random_deal, rules_of, seats_and_spectator, shy

FULL = os.environ.get("DDZ_FULL") == "1"

Actions = list[tuple[int, str]]


# --- a game that was played, and what of it is hidden


@dataclass
class Recorded:
    """A game by its written deals and its actions, plays by the faces that lay on the table."""

    rules: Rules
    name: str
    deals: list[dict[str, Any]]
    states: list[State]
    actions: Actions

    def over(self) -> int:
        """The number of the last state before the end."""
        return len(self.states) - 2


@dataclass
class Tried:
    """What the leak test did, so that it cannot become empty."""

    compared: int = 0
    worlds: int = 0
    dropped: int = 0
    moved: Counter[str] = field(default_factory=Counter)


def _record(name: str, seed: int, deals: list[dict[str, Any]], player: Any) -> Recorded:
    rules = rules_of(name)
    state = rules.deal(seed=seed, deal=deals)
    states, actions = [state], []
    while state.seat is not None:
        seat, action = state.seat, player(state)
        state = state.apply(action)
        table = [event for event in state.events if event.kind == "play"]
        actions.append((seat, table[0].data["cards"] if table else str(action)))
        states.append(state)
    return Recorded(rules, name, deals, states, actions)


def _permuted(
    game: Recorded, viewer: int | None, cut: int, rnd: random.Random, moved: Counter[str]
) -> list[dict[str, Any]] | None:
    """The game's deals with what is hidden from the viewer at state `cut` permuted."""
    current, at = 0, 0
    for number, state in enumerate(game.states[: cut + 1]):
        if any(event.kind == "redeal" for event in state.events):
            current, at = current + 1, number
    deals = list(game.deals)
    for index in range(current + 1):
        states = game.states[at : cut + 1] if index == current else []
        made = _Permuter(game, deals[index], viewer, states, rnd, moved).deal()
        if made is None:
            return None
        deals[index] = made
    return deals


class _Permuter:
    """Makes another deal that the viewer cannot tell from the one there was, after `states`."""

    def __init__(
        self,
        game: Recorded,
        deal: dict[str, Any],
        viewer: int | None,
        states: list[State],
        rnd: random.Random,
        moved: Counter[str],
    ) -> None:
        self.name, self.written, self.viewer = game.name, deal, viewer
        self.rnd, self.moved = rnd, moved
        self.hands = [Counter(hand.split()) for hand in deal["hands"]]
        self.played = [Counter[str]() for _ in self.hands]
        self.taken = [Counter[str]() for _ in self.hands]
        self.fixed_seats = set() if viewer is None else {viewer}
        self.turned_up = False
        for state in states:
            for event in state.events:
                data = event.data
                if event.kind == "play":
                    self.played[data["seat"]].update(data["cards"].split())
                elif event.kind == "kitty_to":
                    self.taken[data["seat"]].update(data["cards"].split())
                elif event.kind == "kitty":
                    self.turned_up = True
                elif event.kind == "opened":
                    self.fixed_seats.add(data["seat"])

    def deal(self) -> dict[str, Any] | None:
        face = self.written["marks"]["open_card"]["card"]
        opener = self.written["marks"]["open_card"]["seat"]
        fixed = [
            Counter(hand) if seat in self.fixed_seats else self.played[seat] - self.taken[seat]
            for seat, hand in enumerate(self.hands)
        ]
        for seat, hand in enumerate(self.hands):
            if self.name == "3v3":
                fixed[seat][face] = hand[face]
        fixed[opener][face] = max(1, fixed[opener][face])
        free = [hand - kept for hand, kept in zip(self.hands, fixed, strict=True)]
        room = [each.total() for each in free]
        if self.name == "3v3" and not self._move_twins(face, opener, fixed, room):
            return None
        pool = sorted(card for each in free for card in each.elements())
        kitty = self.written["kitty"].split()
        if not self.turned_up:
            pool += kitty
        self.rnd.shuffle(pool)
        hands = []
        for kept, count in zip(fixed, room, strict=True):
            hands.append([*kept.elements(), *(pool.pop() for _ in range(count))])
        self.moved["cards"] += 1
        if not self.turned_up and kitty:
            kitty = pool
            self.moved["kitty"] += 1
        marks = {"open_card": self.written["marks"]["open_card"]}
        if self.name != "3v3":
            marks["dark_card"] = self._dark(hands, face, opener)
        return {
            "hands": [" ".join(hand) for hand in hands],
            "kitty": " ".join(kitty),
            "marks": marks,
        }

    def _dark(self, hands: list[list[str]], face: str, opener: int) -> dict[str, Any]:
        """The dark card elsewhere: anywhere before roles are known, in the same hand after."""
        seat = self.written["marks"]["dark_card"]["seat"]
        if not self.turned_up:
            new = self.rnd.randrange(6)
            self.moved["dark holder"] += new != seat
            seat = new
        cards = list(hands[seat])
        if seat == opener:
            cards.remove(face)
        self.moved["dark card"] += 1
        return {"seat": seat, "card": self.rnd.choice(cards)}

    def _move_twins(
        self, face: str, opener: int, fixed: list[Counter[str]], room: list[int]
    ) -> bool:
        """Unspent twins of others to other hands, so that the public case stays what it is."""
        holders = [seat for seat in range(6) if self.hands[seat][face] and seat != opener]
        if any(self.hands[seat][face] == 2 for seat in holders):  # both: the holder is public
            return True
        for seat in holders:
            if self.played[seat][face] or seat in self.fixed_seats:
                continue
            others = [
                new
                for new in range(6)
                if new not in self.fixed_seats and new != opener and not fixed[new][face]
            ]
            new = self.rnd.choice([*others, seat])
            fixed[seat][face], room[seat] = 0, room[seat] + 1
            fixed[new][face], room[new] = 1, room[new] - 1
            if room[new] < 0:
                return False
            self.moved["twin"] += new != seat
        return True


def _replay(game: Recorded, deals: list[dict[str, Any]], actions: Actions) -> list[State] | None:
    """The states of the same actions from other deals; None where the rules refuse one."""
    state = game.rules.deal(seed=game.states[0].seed, deal=deals)
    states = [state]
    for number, (seat, action) in enumerate(actions, 1):
        if state.refusal(action, seat=seat) is not None:
            return None
        state = state.apply(action, seat=seat)
        states.append(state)
        was = game.states[number]
        if (state.seat, state.step) != (was.seat, was.step) or _lot(state) != _lot(was):
            return None  # an instant win or a lot falls otherwise: public, and another game
    return states


def _lot(state: State) -> list[Any]:
    return [event.data for event in state.events if event.kind == "lot"]


def _other_answers(
    game: Recorded, viewer: int | None, cut: int, rnd: random.Random, moved: Counter[str]
) -> Actions:
    """The first `cut` actions; in a choice still open, the others' answers are drawn anew."""
    actions = game.actions[:cut]
    state = game.states[cut]
    if state.default is None:
        return actions
    first = next(n for n, s in enumerate(game.states) if s.step == state.step)
    options = list(map(str, state.legal()))
    for number in range(first, cut):
        seat, said = actions[number]
        if seat != viewer:
            actions[number] = (seat, rnd.choice(options))
            moved["answer"] += actions[number][1] != said
    return actions


def _cuts(game: Recorded, rnd: random.Random) -> list[int]:
    """Where to permute: at the deal, within every step, at its end, and during play."""
    last = game.over()
    steps = [state.step for state in game.states[: last + 1]]
    ends = [n for n in range(last) if steps[n] != steps[n + 1]]
    ends += [n for n in range(last) if game.states[n].default is not None]
    inside = rnd.sample(range(last + 1), min(3, last + 1))
    return sorted({0, last, *ends, *inside})


def _seen(state: State, viewer: int | None) -> list[Any]:
    return [event.as_data() for event in state.events if event.seen_by(viewer)]


def _check(game: Recorded, rnd: random.Random, tried: Tried) -> None:
    for viewer in seats_and_spectator(game.rules):
        views: dict[int, str] = {}
        before = -1
        for cut in _cuts(game, rnd):
            for _ in range(4):
                deals = _permuted(game, viewer, cut, rnd, tried.moved)
                actions = _other_answers(game, viewer, cut, rnd, tried.moved)
                states = None if deals is None else _replay(game, deals, actions)
                if states is not None:
                    break
                tried.dropped += 1
            else:
                continue
            tried.worlds += 1
            for number in range(before + 1, cut + 1):
                was, now = game.states[number], states[number]
                if number not in views:
                    views[number] = str(was.view(viewer))
                assert str(now.view(viewer)) == views[number], (number, viewer)
                assert _seen(now, viewer) == _seen(was, viewer)
                if viewer is not None and was.seat == viewer:
                    assert list(map(str, now.legal())) == list(map(str, was.legal()))
                tried.compared += 1
            before = cut


@pytest.mark.parametrize("name", ["2v4", "melee"])
def test_no_leak_two_against_four(name: str) -> None:
    """2v4 and melee: other hands, kitty and dark card do not show before they may."""
    tried = Tried()
    steps = games = 0
    first = 0 if name == "2v4" else 1
    for seed in range(first, first + (12 if FULL else 1)):
        # full hands, and shorter ones where one seat may play seven stars
        whole = seed % 2 == 0
        deal = random_deal(name, seed, each=None if whole else 26, jokers_to=None if whole else 4)
        game = _record(name, seed, [deal], busy(seed))
        games, steps = games + 1, steps + 7 * (game.over() + 1)
        _check(game, random.Random(seed), tried)
    assert tried.compared >= 0.9 * steps, tried
    assert tried.compared >= 800 * games, tried
    assert tried.worlds >= 7 * 5 * games, tried
    assert min(tried.moved[what] for what in ("kitty", "dark holder", "dark card")) >= 5 * games
    assert tried.moved["answer"] >= games, tried
    assert tried.dropped < tried.worlds / 4, tried


@pytest.mark.parametrize("case", ["apart", "mine", "both"])
def test_no_leak_three_against_three(case: str) -> None:
    """3v3: other hands, hidden landlords and answers to doubling do not show before they may."""
    tried = Tried()
    steps = games = 0
    wanted = 10 if FULL else 1
    for seed in range(1, 1000):
        if games == wanted:
            break
        each = 27 if games == 4 else 14
        deals = [random_deal("3v3", 10 * seed + n, each) for n in range(4)]
        if rules_of("3v3").deal(seed=seed, deal=deals[0]).view()["case"] != case:
            continue
        player = shy(seed) if games % 2 else busy(seed)
        game = _record("3v3", seed, deals, player)
        games, steps = games + 1, steps + 7 * (game.over() + 1)
        _check(game, random.Random(seed), tried)
    assert tried.compared >= 0.9 * steps, tried
    assert games == wanted
    assert tried.compared >= 350 * games, tried
    assert tried.worlds >= 7 * 7 * games, tried
    assert tried.moved["answer"] >= 14 * games, tried
    if case != "both":
        assert tried.moved["twin"] >= 14 * games, tried
    assert tried.dropped < tried.worlds / 2, tried


def test_permuting_is_felt() -> None:
    """The permuted deals are other deals: other seats see the difference in their own hands."""
    game = _record("2v4", 4, [random_deal("2v4", 4)], busy(4))
    rnd, moved = random.Random(1), Counter[str]()
    for viewer in range(6):
        deals = _permuted(game, viewer, 0, rnd, moved)
        assert deals is not None
        other = game.rules.deal(seed=4, deal=deals)
        for seat in range(6):
            same = str(other.view(seat)) == str(game.states[0].view(seat))
            assert same == (seat == viewer)


# --- three against three, directly

# S5 is the open card, at seat 0; its twins are at seats 2 and 4, both hidden (T7, 1-1-1). Seat 1
# holds other fives, to be compared with.
APART = {
    "hands": [
        "S5 H5 C5 7 7 9",
        "H5 D5 8 8 J Q",
        "S5 H5 C5 6 T K",
        "C5 D5 8 9 Q A",
        "S5 D5 7 J K 2",
        "6 6 T T J A",
    ],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
# H has one twin himself, seat 3 the other: the hidden landlord (T7, second case).
MINE = {
    "hands": ["S5 S5 7 9", "8 8 J", "6 T K", "S5 9 Q", "7 J K", "6 T A"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
WATCHERS: list[int | None] = [None, 0, 1, 2, 3, 4, 5]


def _texts(state: State, seat: int | None) -> str:
    return str(state.view(seat))


def test_hidden_landlords_are_named_to_themselves_only() -> None:
    """Each seat knows its own role; of the others only the open landlord's (T9). Peasants are not
    named to others either, or the hidden ones would be left over."""
    state = rules_of("3v3").deal(seed=1, deal=APART)
    own = {
        0: "landlord",
        1: "peasant",
        2: "hidden_landlord",
        3: "peasant",
        4: "hidden_landlord",
        5: "peasant",
    }
    for watcher in WATCHERS:
        roles = state.view(watcher)["roles"]
        for seat, role in enumerate(roles):
            assert role == (own[seat] if seat in (0, watcher) else None)
        if watcher not in (2, 4):
            assert "hidden_landlord" not in _texts(state, watcher)


def test_reveal_shows_one_and_the_last_shows_all() -> None:
    """Spending a twin names its holder to all, and no one else while another is hidden; with the
    last, the peasants follow from what all know (T9)."""
    before = _led_by(rules_of("3v3"), 2)
    kept = before.apply("H5")
    spent = before.apply("S5")
    for watcher in WATCHERS:
        own = {} if watcher is None else {watcher: spent.view(watcher)["roles"][watcher]}
        for state, shown in ((kept, {}), (spent, {2: "hidden_landlord"})):
            known = {0: "landlord", **own, **shown}
            assert state.view(watcher)["roles"] == [known.get(seat) for seat in range(6)]
    state = spent.apply("pass").apply("7")
    for _ in range(5):
        state = state.apply("pass")
    assert state.seat == 4
    state = state.apply("S5")
    for watcher in WATCHERS:
        roles = state.view(watcher)["roles"]
        assert roles[2] == roles[4] == "hidden_landlord"
        assert [roles[seat] for seat in (1, 3, 5)] == ["peasant"] * 3


def test_last_reveal_names_everybody() -> None:
    """One hidden landlord: when he spends his twin every role is known (T9)."""
    deal = {**MINE, "start": "play", "winner": 1, "bid": 2}
    state = rules_of("3v3").deal(seed=1, deal=deal)
    assert state.view()["roles"] == ["landlord", "landlord", None, None, None, None]
    assert state.seat == 0
    state = state.apply("S5").apply("pass").apply("pass")  # H's own cards reveal nothing
    assert state.view()["roles"] == ["landlord", "landlord", None, None, None, None]
    state = state.apply("Q")
    for _ in range(5):
        state = state.apply("pass")
    state = state.apply("S5")
    want = ["landlord", "landlord", "peasant", "hidden_landlord", "peasant", "peasant"]
    for watcher in WATCHERS:
        assert state.view(watcher)["roles"] == want


def test_keeping_and_spending_are_two_actions_for_the_hidden_only() -> None:
    """A play with a rank of the twin splits in two for its hidden holder, and for nobody else."""

    def fives(state: State) -> list[str]:
        return [str(play) for play in state.legal() if set(str(play)) <= set("SHCD5+")]

    rules = rules_of("3v3")
    led_by = {seat: _led_by(rules, seat) for seat in range(6)}
    assert fives(led_by[0]) == ["5", "55", "555"]  # H's open card: one action each
    assert fives(led_by[1]) == ["5", "55"]
    assert fives(led_by[2]) == ["5", "S5", "55", "S55", "S555"]  # 555 cannot keep it
    assert fives(led_by[3]) == ["5", "55"]
    assert fives(led_by[4]) == ["5", "S5", "S55"]
    # once he is known, it does not split any more
    spent = led_by[2].apply("S5")
    for _ in range(5):
        spent = spent.apply("pass")
    assert fives(spent) == ["5", "55"]


def _led_by(rules: Rules, seat: int, deal: dict[str, Any] = APART) -> State:
    """The deal in play, where the seat has won the first lead, a 7, with a high card."""
    state = rules.deal(seed=1, deal={**deal, "start": "play"})
    if seat == 0:
        return state
    high = {1: "Q", 2: "K", 3: "A", 4: "2", 5: "A"}
    state = state.apply("7")
    for each in range(1, 6):
        state = state.apply(high[each] if each == seat else "pass")
    while state.seat != seat:
        state = state.apply("pass")
    return state


def test_a_play_that_keeps_the_twin_looks_like_anybody_elses() -> None:
    """Written by rank, a play takes the faces another holder of the same other cards would."""
    rules = rules_of("3v3")
    hidden = _led_by(rules, 2).apply("55")
    assert hidden.view()["trick"]["cards"] == "H5 C5"
    # the other twin at seat 3 instead, and seat 2 a peasant with D5 H5 C5
    hands = list(APART["hands"])
    hands[2], hands[3] = "D5 H5 C5 6 T K", "C5 S5 8 9 Q A"
    peasant = _led_by(rules, 2, {**APART, "hands": hands}).apply("55")
    for watcher in (None, 0, 1, 4, 5):
        assert _texts(peasant, watcher) == _texts(hidden, watcher)


def test_the_auction_asks_without_regard_to_twins() -> None:
    """Wherever the hidden landlord sits, the same seats are asked in the same order, and his view
    alone knows that he may only pass (T8)."""
    rules = rules_of("3v3")
    orders = set()
    for holder in range(1, 6):
        hands = ["S5 S5 7 9", "8 8 J", "6 T K", "9 Q 3", "7 J K", "6 T A"]
        hands[holder] += " S5"
        for other in range(1, 6):  # the same number of cards everywhere
            hands[other] += "" if other == holder else " D3" if other < 4 else " C4"
        marks = {"open_card": {"seat": 0, "card": "S5"}}
        state = rules.deal(seed=3, deal=[{"hands": hands, "marks": marks}] * 5)
        asked = []
        for _ in range(5):
            assert state.step == "auction"
            assert len(state.legal()) == (1 if state.seat == holder else 4)
            asked.append((state.seat, tuple(state.view()["to_act"])))
            public = str(state.view())
            assert "barred" not in public
            state = state.apply("pass")
        orders.add(tuple(asked))
    assert orders == {tuple((seat, (seat,)) for seat in (1, 2, 3, 4, 5))}


def test_answers_stay_secret_until_the_last() -> None:
    """While doubling is open nobody sees who has answered, or what; then all is shown (T10)."""
    rules = rules_of("3v3")
    start = rules.deal(seed=1, deal=APART)
    assert start.step == "double"
    one = start.apply("double", seat=0).apply("keep", seat=1).apply("double", seat=3)
    two = start.apply("keep", seat=5).apply("double", seat=4)
    for watcher in (None, 2):
        assert _texts(one, watcher) == _texts(two, watcher) == _texts(start, watcher)
        assert one.view(watcher)["to_act"] == [0, 1, 2, 3, 4, 5]
        assert one.view(watcher)["multiplier"] == 1
    assert one.view(0)["answer"] == "double"
    assert one.view(1)["answer"] == "keep"
    assert [event.kind for event in one.events if event.seen_by(2)] == []
    done = one.apply("keep", seat=2).apply("keep", seat=4).apply("keep", seat=5)
    said = ["double", "keep", "double", "keep"]
    for watcher in WATCHERS:
        answers = dict(done.view(watcher)["answers"]["double"])
        assert [answers[seat] for seat in (0, 1, 3, 5)] == said
        assert done.view(watcher)["multiplier"] == 3  # 1 + two doublers


def test_at_the_end_all_is_public() -> None:
    """Roles and the cards left are shown to everybody when the game is over (G8)."""
    deal = {
        "hands": ["S5", "8 8", "S5 6", "9 9", "S5 7", "T T"],
        "marks": {"open_card": {"seat": 0, "card": "S5"}},
        "start": "play",
    }
    state = rules_of("3v3").deal(seed=1, deal=deal).apply("5")
    want = ["landlord", "peasant", "hidden_landlord", "peasant", "hidden_landlord", "peasant"]
    for watcher in WATCHERS:
        view = state.view(watcher)
        assert view["roles"] == want
        left = view["log"][-1]["hands"]
        assert [len(hand.split()) for hand in left] == [0, 2, 2, 2, 2, 2]
        assert left[2] == "S5 S6"


# --- two against four, directly

TWO = {
    "hands": [
        "S3 H3 C3 D3 H7 S9",
        "S4 H4 C4 D4 S7 ST",
        "S8 H8 C8 SJ SK SA",
        "H9 C9 D9 HT HJ SQ",
        "S7 CJ HQ CQ HK HA",
        "S6 H6 C6 CT CK SA",
    ],
    "kitty": "S2 H2 C2 D2 S2 H2 C2 D2 S2 H2 C2 D2",
    "marks": {"open_card": {"seat": 2, "card": "S8"}, "dark_card": {"seat": 1, "card": "S7"}},
}


def _bid(rules: Rules, deal: dict[str, Any], upto: str = "auction") -> State:
    """The opener, seat 2, bids 3 in the deal: seat 2 is big landlord."""
    state = rules.deal(seed=1, deal=deal)
    return state if upto == "deal" else state.apply("bid 3")


def test_the_dark_card_shows_in_no_view() -> None:
    """Which card is dark makes no difference to any view, from the deal to the end (F6), and who
    holds it none before the first landlord is known."""
    rules = rules_of("2v4")
    worlds = []
    for card in ("S7", "ST", "S4", "D4"):
        marks = {**TWO["marks"], "dark_card": {"seat": 1, "card": card}}
        state = _bid(rules, {**TWO, "marks": marks})
        views = [_texts(s, w) for s in state.history() for w in WATCHERS]
        state = state.apply("hide").apply("show")
        while state.seat is not None:
            state = state.apply(list(state.legal())[-1])
            views += [_texts(state, watcher) for watcher in WATCHERS]
        assert state.scores is not None
        assert '"dark_card"' not in "".join(views)
        worlds.append(views)
    assert all(views == worlds[0] for views in worlds)


def test_the_dark_holder_is_unknown_until_the_first_landlord_is() -> None:
    """Before, no view depends on who holds the dark card, his own included; after, all say it."""
    rules = rules_of("2v4")
    dealt: list[list[str]] = []
    for seat, card in [(1, "S7"), (4, "S7"), (2, "H8"), (0, "S3")]:
        marks = {**TWO["marks"], "dark_card": {"seat": seat, "card": card}}
        state = rules.deal(seed=1, deal={**TWO, "marks": marks})
        auction = [state, state.apply("bid 1"), state.apply("bid 1").apply("pass")]
        dealt.append([_texts(s, watcher) for s in auction for watcher in WATCHERS])
        after = state.apply("bid 3")
        for watcher in WATCHERS:
            roles = after.view(watcher)["roles"]
            assert roles[2] == "landlord"
            assert roles.count("second_landlord") == (seat != 2)
            assert seat == 2 or roles[seat] == "second_landlord"
    assert all(views == dealt[0] for views in dealt)


def test_the_kitty_shows_when_it_is_turned_up() -> None:
    """Two kitties under the same hands: no view tells them apart during the auction, and all see
    the cards after (F8)."""
    rules = rules_of("2v4")
    other = {**TWO, "kitty": "B B B B R R R R 5 5 5 5"}
    one, two = (_bid(rules, deal, "deal") for deal in (TWO, other))
    for action in ("pass", "bid 1", "pass", "bid 2", "pass"):
        for watcher in WATCHERS:
            assert _texts(one, watcher) == _texts(two, watcher)
            assert one.view(watcher)["kitty"] is None
        one, two = one.apply(action), two.apply(action)
    assert one.step == two.step == "auction"
    one, two = one.apply("pass"), two.apply("pass")
    for watcher in WATCHERS:
        assert Counter(one.view(watcher)["kitty"].split()) == Counter(TWO["kitty"].split())
        assert two.view(watcher)["kitty"].split()[:8] == ["B"] * 4 + ["R"] * 4


def test_a_shown_hand_is_seen_by_all_and_stays_so() -> None:
    """Who shows lays the hand open to all, after both have answered, and plays from it (F10)."""
    state = _bid(rules_of("2v4"), TWO)
    assert state.step == "show"
    state = state.apply("show", seat=2)
    for watcher in WATCHERS:
        assert state.view(watcher)["opened"] == {}
    state = state.apply("hide", seat=1)
    hand = Counter(state.view(2)["hand"].split())
    assert hand.total() == 6 + 6
    for watcher in WATCHERS:
        assert list(state.view(watcher)["opened"]) == ["2"]
        assert Counter(state.view(watcher)["opened"]["2"].split()) == hand
    state = state.apply("888")
    for watcher in WATCHERS:
        opened = Counter(state.view(watcher)["opened"]["2"].split())
        assert opened == Counter(state.view(2)["hand"].split())
        assert opened.total() == 9


def test_hands_are_their_owners() -> None:
    """Another's view holds no hand but one's own; the spectator's none (G8 until the end)."""
    for name in ("2v4", "3v3"):
        state = rules_of(name).deal(seed=11)
        for watcher in WATCHERS:
            view = state.view(watcher)
            assert view["opened"] == {}
            hands = [event for event in view["log"] if event["event"] == "hand"]
            assert [event["seat"] for event in hands] == ([] if watcher is None else [watcher])
            assert view["hand"] == (hands[0]["cards"] if hands else None)


# --- a house that keeps the kitty to who gets it (F8's Else)


def test_a_kitty_for_its_takers_only(tmp_path: Path) -> None:
    """Only the taker sees the cards; everybody, a spectator too, sees how many he takes (F8)."""
    house = tmp_path / "closed.yaml"
    house.write_text(
        "format: 1\nextends: 2v4\ntitle: {zh: 暗底, en: closed kitty}\n"
        "steps:\n  kitty:\n    kitty: {shown: owner}\n",
        encoding="utf-8",
    )
    rules = ddz.load(house)
    other = {**TWO, "kitty": "S2 H2 C2 D2 S2 H2 S6 H6 D3 C3 H3 S3"}  # the last six are seat 1's
    one, two = (_bid(rules, deal) for deal in (TWO, other))
    for watcher in WATCHERS:
        same = _texts(one, watcher) == _texts(two, watcher)
        assert same == (watcher != 1)
        assert one.view(watcher)["left"] == [6, 12, 12, 6, 6, 6], watcher
