"""The front door's small promises: what pickles, what is contained, what a view keeps up with."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import ddz

HEAD = "format: 1\nextends: 2v4\ntitle: {zh: 甲, en: A}\n"
SHORT: dict[str, Any] = {
    # seat 0 and seat 3 are the landlords; each holds a bomb, so that nobody wins at once
    "hands": ["3333 5 7", "4 6", "5 6", "4444 8 9", "6 7", "8 9"],
    "kitty": "TJQKA2 33TTJJ",
    "marks": {"open_card": {"seat": 0, "card": "S5"}, "dark_card": {"seat": 3, "card": "H8"}},
}


def test_refusals_travel_between_processes() -> None:
    state = ddz.load("2v4").deal(seed=1)
    refusal = state.refusal("bid 9")
    assert refusal is not None
    again = pickle.loads(pickle.dumps(refusal))  # noqa: S301 - our own bytes
    assert (again.text("en"), again.text("zh")) == (refusal.text("en"), refusal.text("zh"))
    with pytest.raises(ddz.RefusedAction) as caught:
        state.apply("bid 9")
    error = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert str(error) == str(caught.value)


def test_rules_travel_between_processes() -> None:
    for rules in (ddz.load("3v3"), ddz.load("house.yaml", HEAD)):
        again = pickle.loads(pickle.dumps(rules))  # noqa: S301
        assert (again.name, again.digest) == (rules.name, rules.digest)


def test_what_is_no_play_is_not_among_the_plays() -> None:
    rules = ddz.load("2v4")
    plays = rules.plays("3344")
    assert "33" in plays
    assert not any(text in plays for text in ("zzz", "", "55", "3" * 99, "34"))
    assert 33 not in plays
    held = next(iter(ddz.load("3v3").plays("33")))  # a play of other rules is read as its cards
    assert held in plays


def test_an_open_hand_is_kept_up_when_the_kitty_comes() -> None:
    """A house that shows hands before the kitty: 6 cards and 6 of the kitty lie open."""
    flow = "flow: [deal, auction, roles, show, kitty, instant, play, settle]\n"
    state = ddz.load("house.yaml", HEAD + flow).deal(deal=SHORT)
    for action in ("bid 3", "show", "hide"):
        state = state.apply(action)
    assert state.step == "play"
    for seat in (None, 1):
        opened = state.view(seat)["opened"]["0"].split()
        assert len(opened) == state.view(seat)["left"][0] == 12
    assert sorted(opened) == sorted(state.view(0)["hand"].split())
    state = state.apply("3333")
    assert len(state.view(None)["opened"]["0"].split()) == 8


def test_what_nobody_bid_for_still_has_its_price() -> None:
    """The opener gets it at 2 when nobody bids; all see it."""
    steps = "steps: {auction: {auction: {unbid: {seat: opener, bid: 2}}}}\n"
    state = ddz.load("house.yaml", HEAD + steps).deal(deal=SHORT)
    for _ in range(6):
        state = state.apply("pass")
    assert (state.view(None)["winner"], state.view(None)["bid"]) == (0, 2)


def test_the_folder_of_a_rule_file_is_nobodys_business(tmp_path: Any) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(HEAD, encoding="utf-8")
    state = ddz.load(path).deal(seed=3)
    assert state.view(None)["variant"] == "house.yaml"
    assert str(tmp_path) not in str(state.view(0))
    assert state.record()["variant"] == "house.yaml"
    assert ddz.replay(state.record()).seed == 3


@pytest.mark.parametrize("deal", [[], (), {}, 5, "33"])
def test_what_is_no_deal(deal: Any) -> None:
    with pytest.raises(ddz.CardsError):
        ddz.load("2v4").deal(seed=1, deal=deal)


@pytest.mark.parametrize("multiplier", [0, -1, 10**13, True, "2"])
def test_what_is_no_multiplier(multiplier: Any) -> None:
    with pytest.raises(ddz.CardsError):
        ddz.load("2v4").deal(seed=1, deal={**SHORT, "multiplier": multiplier})


def test_a_misspelt_base_is_a_finding() -> None:
    """Without its base the file lacks nearly everything; that only follows, and is not told."""
    text = "Extends: 2v4\nsteps:\n  show:\n    end: {when: {won: two}, won: landlords}\n"
    assert [finding.code for finding in ddz.validate("house.yaml", text)] == ["DDZ201"]
