"""House rules that people ask for: each is a small file with its own tests inside, and no code."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import ddz
from ddz.tools.log import log_lines
from ddz.tools.players import SimplePlayer

FOLDER = Path(__file__).parent / "house_rules"
ASKED = {
    "trio-solo": "a trio with any one card in two against four",
    "any-wings": "wings of any pairs in two against four",
    "two-on-top": "2 allowed on top of chains",
    "joker-pair": "a pair of jokers as a bomb",
    "redeal-at-double": "nobody bids: dealt anew at double",
    "hidden-kitty": "the kitty hidden from the others",
    "bombs-multiply": "bombs multiply instead of adding",
    "capped": "a cap on N",
    "four-players": "four players with two decks",
    "five-players": "five players with three decks, 31 each and a kitty of seven",
    "two-players": "two players",
    "unequal-peasants": "unequal shares for the peasants",
}
every_rule = pytest.mark.parametrize("name", sorted(ASKED))


def path_of(name: str) -> Path:
    """The file of a house rule."""
    return FOLDER / f"{name}.yaml"


def test_every_request_is_one_small_file() -> None:
    """Nothing in the folder but these; none longer than a page."""
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.yaml" for name in ASKED}
    for name in ASKED:
        assert len(path_of(name).read_text(encoding="utf-8").splitlines()) <= 60, name


@every_rule
def test_it_is_sound_and_its_examples_hold(name: str) -> None:
    assert ddz.validate(path_of(name)) == []


@every_rule
def test_its_examples_tell_it_from_its_base(name: str) -> None:
    """Some of them do not hold in the game it extends, or cannot even be read there."""
    document = yaml.safe_load(path_of(name).read_text(encoding="utf-8"))
    base = {"extends": document["extends"], "format": 1, "title": document["title"]}
    assert document["examples"]
    without = ddz.validate(
        "base.yaml", text=yaml.safe_dump({**base, "examples": document["examples"]})
    )
    differs = any(finding.code.startswith("DDZ7") for finding in without)
    if name == "hidden-kitty":  # what is seen is told by the views, below
        assert not differs
    else:
        assert differs


@every_rule
def test_games_end_at_zero_and_replay(name: str) -> None:
    rules = ddz.load(path_of(name))
    for seed in range(6):
        player, state = SimplePlayer(seed), rules.deal(seed=seed)
        while state.seat is not None:
            state = state.apply(player.choose(state))
        assert state.scores is not None
        assert sum(state.scores) == 0
        assert ddz.replay(state.record()).scores == state.scores


def test_the_kitty_is_unseen_by_others() -> None:
    """A peasant sees how many cards each landlord gets; a landlord sees which are his."""
    rules = ddz.load(path_of("hidden-kitty"))
    hands = ["3 4", "S5 6666 7", "7", "H8 9999 3", "9", "J"]
    marks = {"open_card": {"seat": 1, "card": "S5"}, "dark_card": {"seat": 3, "card": "H8"}}
    deal = {"hands": hands, "kitty": "QQQQQQ KKKKKK", "marks": marks}
    state = rules.deal(seed=1, deal=deal).apply("bid 3")
    views = [str(state.view(seat)) for seat in range(6)]
    assert ["Q" in view for view in views] == [False, True, False, False, False, False]
    assert ["K" in view for view in views] == [False, False, False, True, False, False]


def test_what_lies_aside_is_seen_by_nobody() -> None:
    """With two players, a seat knows its own seventeen cards and the kitty of three; the other has
    the rest but for seventeen, which no view and no record of the deal names."""
    rules = ddz.load(path_of("two-players"))
    state = rules.deal(seed=4)
    deal = state.record()["deals"][0]
    held = [card for text in [*deal["hands"], deal["kitty"]] for card in text.split()]
    assert len(held) == 17 + 17 + 3 == len(set(held))
    assert "17 aside" in next(log_lines(state, "en"))
