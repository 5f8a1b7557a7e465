"""Random games: they end, add up, and are the same wherever they are played.

DDZ_FULL=1 plays 2,000 seeded games of each and prints what was seen in them.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ddz
from ddz import CardsError, State
from tests.players import (
    GAMES,
    busy,
    digest,
    faces_of_deck,
    play_out,
    player_of,
    random_deal,
    rules_of,
    seats_and_spectator,
)

FULL = os.environ.get("DDZ_FULL") == "1"
SEEDS = range(2000 if FULL else 20)
CHECKED = range(100 if FULL else 6)  # the seeds whose every step is looked at


def _data(state: State) -> list[tuple[dict[str, Any], int]]:
    return [(event.as_data(), event.audience) for event in state.events]


class _Inspector:
    """Looks at every state of one game."""

    def __init__(self, name: str, seed: int) -> None:
        self.rules = rules_of(name)
        self.deck = Counter(faces_of_deck(name))
        self.played: Counter[str] = Counter()
        self.kitty: Counter[str] | None = None
        self.rnd = random.Random(seed)
        self.hidden_kitty = GAMES[name].kitty

    def __call__(self, state: State) -> None:
        assert (state.seat is None) == (state.scores is not None)
        assert bool(state.legal()) == (state.seat is not None)
        self._cards(state)
        if state.seat is None:
            assert list(state.legal()) == []
            assert state.waiting == ()
        else:
            assert state.seat in state.waiting
            self._actions(state)

    def _cards(self, state: State) -> None:
        """Hands, cards played, and a kitty not yet dealt out make up the deck."""
        for event in state.events:
            if event.kind == "dealt":
                self.played.clear()
            elif event.kind == "play":
                self.played.update(event.data["cards"].split())
            elif event.kind == "kitty":
                self.hidden_kitty = 0
        if self.rnd.random() < 0.04 or state.seat is None:
            hands = Counter(
                card
                for seat in range(self.rules.players)
                for card in state.view(seat)["hand"].split()
            )
            assert hands + self.played <= self.deck
            assert (hands + self.played).total() == self.deck.total() - self.hidden_kitty
            left = state.view()["left"]
            assert sum(left) + self.played.total() == self.deck.total() - self.hidden_kitty

    def _actions(self, state: State) -> None:
        """Every legal action is allowed, as a value and as the text it prints as; both do the
        same."""
        legal = list(state.legal())
        texts = [str(action) for action in legal]
        assert len(set(legal)) == len(legal)
        assert len(set(texts)) == len(legal)
        for action, text in zip(legal, texts, strict=True):
            assert state.refusal(action) is None, text
            assert state.refusal(text) is None, text
        several = legal if len(legal) < 5 else [legal[0], *self.rnd.sample(legal, 3)]
        for action in several:
            one, two = state.apply(action), state.apply(str(action))
            assert _data(one) == _data(two)
            assert (one.seat, one.step) == (two.seat, two.step)
            if self.rnd.random() < 0.004:
                for seat in seats_and_spectator(self.rules):
                    assert str(one.view(seat)) == str(two.view(seat))
                assert list(map(str, one.legal())) == list(map(str, two.legal()))


def _count(state: State, seen: Counter[str]) -> None:
    for event in state.events:
        if event.kind in ("redeal", "lot", "unbid_seat", "frozen", "ended", "reveal", "opened"):
            seen[event.kind] += 1


@pytest.mark.parametrize("name", GAMES)
def test_games_end_and_add_up(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every game ends with six whole numbers that sum to zero, in sound states all along."""
    rules = rules_of(name)
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        inspect = _Inspector(name, seed) if seed in CHECKED else None

        def see(state: State, inspect: _Inspector | None = inspect) -> None:
            _count(state, seen)
            seen["actions"] += 1
            if inspect is not None:
                inspect(state)

        last = play_out(rules.deal(seed=seed), player_of(seed), see)
        assert last.scores is not None
        assert len(last.scores) == 6
        assert all(type(score) is int for score in last.scores)
        assert sum(last.scores) == 0
        assert any(last.scores), "shipped games have no void deals"
        assert last.outcome.kind in ("out", "ended")
        seen["games"] += 1
    if FULL:
        with capsys.disabled():
            print(f"\n{name}: {dict(sorted(seen.items()))}")


@pytest.mark.parametrize("name", GAMES)
def test_games_with_gathered_jokers(name: str) -> None:
    """The same with all jokers but one in one hand; in the four-deck games seven stars come
    down (F5) and games with a frozen joker end too."""
    rules = rules_of(name)
    seen: Counter[str] = Counter()
    for seed in range(100 if FULL else 3):
        deal = random_deal(name, seed, jokers_to=seed % 6)
        inspect = _Inspector(name, seed)

        def see(state: State, inspect: _Inspector = inspect) -> None:
            _count(state, seen)
            inspect(state)

        last = play_out(rules.deal(seed=seed, deal=deal), _jokers_first(seed), see)
        assert last.scores is not None
        assert sum(last.scores) == 0
        assert any(last.scores)
    assert bool(seen["frozen"]) == (name != "3v3")


def _jokers_first(seed: int) -> Any:
    other = busy(seed)

    def choose(state: State) -> Any:
        if state.step == "play" and "BBBBRRR" in state.legal():
            return "BBBBRRR"
        return other(state)

    return choose


def test_same_seed_in_another_process() -> None:
    """The same seed is the same game, byte for byte in every view, in another
    process with another hash seed."""
    program = (
        "from tests import players\n"
        "for name in players.GAMES:\n"
        "    for seed in (0, 1):\n"
        "        print(players.digest(name, seed))\n"
    )
    started = []
    for hash_seed in ("1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        started.append(
            subprocess.Popen(
                [sys.executable, "-c", program],
                cwd=Path(__file__).parent.parent,
                env=env,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
    want = [digest(name, seed) for name in GAMES for seed in (0, 1)]
    for process in started:
        out, _ = process.communicate()
        assert process.returncode == 0
        assert out.split() == want


@pytest.mark.parametrize("name", GAMES)
def test_seeds_differ(name: str) -> None:
    """Different seeds deal differently; 0 is a seed like any other."""
    rules = rules_of(name)
    views = [str(rules.deal(seed=seed).view(0)) for seed in range(60)]
    assert len(set(views)) == 60
    assert rules.deal(seed=0).seed == 0
    assert str(rules.deal(seed=0).view(0)) == views[0]
    big = 10**40
    assert str(rules.deal(seed=big).view(3)) == str(rules.deal(seed=big).view(3))


def test_a_drawn_seed_is_kept() -> None:
    """Without a seed one is drawn, and giving it again gives the same game."""
    rules = rules_of("3v3")
    drawn = rules.deal()
    again = rules.deal(seed=drawn.seed)
    for seat in seats_and_spectator(rules):
        assert str(drawn.view(seat)) == str(again.view(seat))
    assert len({rules.deal().seed for _ in range(8)}) > 1


@pytest.mark.parametrize("bad", [-1, True, False, 1.5, 2.0, "7", b"7", [7], float("nan")])
def test_bad_seeds(bad: Any) -> None:
    """A seed is a whole number from 0 up."""
    with pytest.raises(CardsError, match="seed"):
        rules_of("3v3").deal(seed=bad)


@pytest.mark.parametrize("bad", [-1, 0, True, 1.5, 2.0, "1", None, [1]])
def test_bad_bases(bad: Any) -> None:
    """A base is a whole number from 1 up."""
    with pytest.raises(CardsError, match="base"):
        rules_of("3v3").deal(seed=1, base=bad)


@pytest.mark.parametrize("name", GAMES)
def test_the_base_multiplies_scores(name: str) -> None:
    """The same game at base 7 scores seven times as much, and is otherwise the same (G9)."""
    rules = rules_of(name)
    for seed in range(3):
        one = play_out(rules.deal(seed=seed), player_of(seed))
        seven = play_out(rules.deal(seed=seed, base=7), player_of(seed))
        assert one.scores is not None
        assert seven.scores == tuple(7 * score for score in one.scores)
        assert one.view()["log"][:-1] == seven.view()["log"][:-1]


@pytest.mark.parametrize("name", GAMES)
def test_games_share_no_generator(name: str) -> None:
    """Two games played by turns go as they go alone, and Python's own generator is left alone."""
    rules = rules_of(name)
    alone = [play_out(rules.deal(seed=seed), player_of(seed)) for seed in (5, 8)]
    random.seed(99)
    before = random.getstate()
    states = [rules.deal(seed=seed) for seed in (5, 8)]
    players = [player_of(seed) for seed in (5, 8)]
    while any(state.seat is not None for state in states):
        for i in (0, 1):
            if states[i].seat is not None:
                states[i] = states[i].apply(players[i](states[i]))
    assert random.getstate() == before
    for seed, state, want in zip((5, 8), states, alone, strict=True):
        for seat in seats_and_spectator(rules):
            assert str(state.view(seat)) == str(want.view(seat)), seed


def test_redeals_go_on_in_the_stream() -> None:
    """A redeal takes fresh cards from the game's own seed: four void deals are four different
    ones, then a lot decides (T8), and the same seed gives all of it again."""
    rules = rules_of("3v3")
    found = 0
    for seed in range(200):
        first, second = (_all_pass(rules, seed) for _ in range(2))
        assert first == second
        deals, lot = first
        assert len(set(deals)) == len(deals)
        assert lot <= (len(deals) == 4)
        found += lot
    assert found > 0, "no seed below 200 led to a lot"


def _all_pass(rules: ddz.Rules, seed: int) -> tuple[list[str], bool]:
    """Seat 0's hand in each deal while everybody passes, and whether a lot was drawn."""
    state = rules.deal(seed=seed)
    while state.step == "auction":
        state = state.apply("pass")
    log = state.view(0)["log"]
    hands = [event["cards"] for event in log if event["event"] == "hand"]
    return hands, any(event["event"] == "lot" for event in log)
