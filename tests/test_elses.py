"""Every "Else" of the rulings is a short file that extends a shipped game, and reads otherwise.

A file's own `examples:` say what is so by the other reading; `ruled` in the table below says what
the shipped game makes of the same cards. Whatever takes a deal to show has a test of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import ddz

FOLDER = Path(__file__).parent / "elses"


@dataclass(frozen=True)
class Else:
    """A ruling, its other reading, the file and the game it extends.

    `ruled` are examples that hold in the game and not by the file; `count` is a hand, a pattern,
    and how many such plays it has by the game and by the file.
    """

    ruling: str
    reading: str
    file: str
    base: str
    ruled: tuple[str, ...] = ()
    count: tuple[str, str, int, int] | None = None


ELSES = [
    Else(
        "G3",
        "wings may share a rank with each other",
        "g3-wings-share-a-rank-3v3",
        "3v3",
        ("3334445555 is nothing", "333444555666677 is nothing", "333444555777777 is nothing"),
        # 333444 with 55+66 or 55+55; 444555 with 33+66
        ("333444555566", "trio_pair_chain", 2, 3),
    ),
    Else(
        "G3",
        "wings may share a rank with the body",
        "g3-wings-touch-the-body-3v3",
        "3v3",
        ("3334443355 is nothing", "3334443344 is nothing"),
        # 333444 leaves 33 55 66: two of the three pairs, or 55+66 alone
        ("333334445566", "trio_pair_chain", 1, 3),
    ),
    Else(
        "G3",
        "wings may share a rank with each other",
        "g3-wings-share-a-rank-2v4",
        "2v4",
        ("3334445555 is nothing",),
        # 333444 with 55+66 or 55+55; 444555 leaves 33 and 66, which are not in a row
        ("333444555566", "trio_pair_chain", 1, 2),
    ),
    Else(
        "G3",
        "wings may share a rank with the body",
        "g3-wings-touch-the-body-2v4",
        "2v4",
        ("8889997788 is nothing", "3334443344 is nothing"),
        # 888999 leaves 77 88 99 TT: three rows of two, each with an 8 or a 9
        ("77888889999TT9", "trio_pair_chain", 0, 3),
    ),
    Else(
        "T3",
        "jokers never lead a trio with pair",
        "t3-jokers-lead-no-trio-with-pair",
        "3v3",
        ("BBB55 is trio_pair", "22266 < BBB55 < RRR33"),
        ("BBBRRR55", "trio_pair", 2, 0),  # BBB+55, RRR+55
    ),
    Else(
        "T5",
        "BBB and RRR are equal too",
        "t5-three-jokers-are-equal",
        "3v3",
        ("BBB < RRR",),
    ),
    Else("T8", "drawn by lot straight away", "t8-lot-straight-away", "3v3"),
    Else(
        "F2",
        "a joker trio leads only the 3-2 split",
        "f2-joker-trio-only-splits-five-jokers",
        "2v4",
        ("BBB55 is trio_pair", "22266 < BBB55 < RRR33"),
        # BBB and RRR, each with 55 or with two of the other joker
        ("BBBRRR55", "trio_pair", 4, 2),
    ),
    Else(
        "F3",
        "airplanes follow F1 too",
        "f3-airplanes-follow-f1",
        "2v4",
        (
            "3334448899 < 2223338899",
            "KKKAAA2233 < 2223338899",
            "QQQKKKAAA223344 < 222333444556677",
        ),
    ),
    Else(
        "F3",
        "trio chains follow the airplanes' order",
        "f3-trio-chains-follow-airplanes",
        "2v4",
        ("222333 < 333444", "222333 < KKKAAA", "222333444 < 333444555"),
    ),
    Else(
        "F3",
        "BBBB and RRRR serve as two wings",
        "f3-four-equal-jokers-are-two-wings",
        "2v4",
        ("222333BBBB is nothing", "222333RRRR is nothing"),
        ("333444BBBBRRRR", "trio_pair_chain", 1, 3),  # BBRR; BBBB and RRRR too
    ),
    Else(
        "F4",
        "BBBB and RRRR on the step of the mixed four",
        "f4-four-of-one-joker-mixed",
        "2v4",
        ("RRR < 22222222 < BBBB", "BBBB < RRRR", "BBRR < BBBB", "BBBB | BBBBR"),
    ),
    Else(
        "F4",
        "BBBR on BBB's step and BRRR on RRR's",
        "f4-three-and-one-with-the-three",
        "2v4",
        ("BBB < BBBR", "BBBR | BBRR | BRRR", "BRRR < RRR"),
    ),
    Else("F5", "frozen for the player of the seven too", "f5-frozen-for-all", "2v4"),
    Else(
        "F7",
        "the dark holder may only pass, unless he is also the open card's holder",
        "f7-dark-holder-may-only-pass",
        "2v4",
    ),
    Else("F8", "the kitty is seen only by who gets it", "f8-kitty-for-its-owner", "2v4"),
    Else("F9", "(a) only if no landlord has a bomb", "f9-no-landlord-has-a-bomb", "2v4"),
]
CARDS = [each for each in ELSES if each.ruled]

every_else = pytest.mark.parametrize("each", ELSES, ids=lambda each: each.file)
every_else_of_cards = pytest.mark.parametrize("each", CARDS, ids=lambda each: each.file)


def path_of(file: str) -> Path:
    """The rule file of an Else."""
    return FOLDER / f"{file}.yaml"


@cache
def rules_of(name: str) -> ddz.Rules:
    """The rules of a shipped name, or of a file of the folder."""
    return ddz.load(path_of(name) if path_of(name).exists() else name)


def document(each: Else) -> dict[str, Any]:
    """The file as plain data."""
    data: dict[str, Any] = yaml.safe_load(path_of(each.file).read_text(encoding="utf-8"))
    return data


# --- the table and the files


def test_every_else_of_the_rulings_has_a_file() -> None:
    """As many as the rulings have: G3 two, in each of two games, F3 three, F4 two, others one."""
    counts = {"G3": 4, "T3": 1, "T5": 1, "T8": 1, "F2": 1, "F3": 3, "F4": 2}
    counts |= {"F5": 1, "F7": 1, "F8": 1, "F9": 1}
    assert {r: sum(e.ruling == r for e in ELSES) for r in counts} == counts
    assert len(ELSES) == sum(counts.values())
    assert {path.stem for path in FOLDER.iterdir()} == {each.file for each in ELSES}


@every_else
def test_the_file_is_short_and_names_its_ruling(each: Else) -> None:
    """A house rule is a comment, a head, and the one key it changes: a dozen lines at most."""
    lines = path_of(each.file).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 14
    assert lines[0].startswith(f"# {each.ruling}, Else: ")
    assert each.file.startswith(each.ruling.lower() + "-")
    data = document(each)
    assert data["extends"] == each.base
    changed = set(data) - {"format", "extends", "title", "examples"}
    assert len(changed) == 1
    assert ("examples" in data) == bool(each.ruled)


@every_else
def test_the_file_is_sound(each: Else) -> None:
    """Validation finds nothing, and both titles are new."""
    assert ddz.validate(path_of(each.file)) == []
    title = rules_of(each.file).title
    others = [document(other)["title"] for other in ELSES if other is not each]
    others.append(rules_of(each.base).title)
    for lang in ("zh", "en"):
        assert title[lang] not in [other[lang] for other in others]


@pytest.mark.parametrize(
    "file",
    ["f3-airplanes-follow-f1", "f4-four-of-one-joker-mixed", "f9-no-landlord-has-a-bomb"],
)
def test_the_same_lines_change_the_melee(file: str) -> None:
    """The melee is two against four with another settlement, so its house rules are the same."""
    text = path_of(file).read_text(encoding="utf-8")
    melee = text.replace("extends: 2v4", "extends: melee")
    assert melee != text
    assert ddz.validate(path_of(file), melee) == []


# --- what cards are


def holds(rules: ddz.Rules, example: str) -> bool:
    """Whether an example holds, by `classify` and `beats` and by the list of plays alike."""
    words = example.split()
    if words[1] == "is":
        reading = rules.classify(words[0])
        return _agree(
            (reading.pattern if reading else "nothing") == words[2],
            [p.pattern for p in whole(rules, words[0])] == [words[2]] * (words[2] != "nothing"),
        )
    return all(
        _agree(
            (rules.beats(high, low), rules.beats(low, high)) == (sign == "<", False),
            (bool(whole(rules, high, low)), bool(whole(rules, low, high))) == (sign == "<", False),
        )
        and rules.classify(low) is not None
        and rules.classify(high) is not None
        for low, sign, high in zip(words[::2], words[1::2], words[2::2], strict=False)
    )


def whole(rules: ddz.Rules, cards: str, to_beat: str | None = None) -> list[ddz.Play]:
    """The listed plays of a hand that play all of it."""
    return [play for play in rules.plays(cards, to_beat) if len(play) == len(cards)]


def _agree(recognised: bool, listed: bool) -> bool:
    assert recognised == listed, "the recogniser and the list of plays disagree"
    return recognised


@every_else_of_cards
def test_the_file_reads_the_cards_the_other_way(each: Else) -> None:
    """Each of the file's examples holds by it, and some do not hold in the game."""
    examples = document(each)["examples"]
    assert [e for e in examples if not holds(rules_of(each.file), e)] == []
    assert not all(holds(rules_of(each.base), e) for e in examples)


@every_else_of_cards
def test_the_game_reads_the_cards_the_ruled_way(each: Else) -> None:
    """Each `ruled` example holds in the game, and none by the file."""
    assert [e for e in each.ruled if not holds(rules_of(each.base), e)] == []
    assert [e for e in each.ruled if holds(rules_of(each.file), e)] == []


@pytest.mark.parametrize("each", [e for e in ELSES if e.count], ids=lambda each: each.file)
def test_the_list_of_plays_follows(each: Else) -> None:
    """As many plays of the pattern as were counted by hand, by the game and by the file."""
    assert each.count is not None
    hand, pattern, ruled, other = each.count
    for name, wanted in ((each.base, ruled), (each.file, other)):
        found = [play for play in rules_of(name).plays(hand) if play.pattern == pattern]
        assert len(found) == wanted, f"{name}: {found}"


# --- what takes a deal to show


def both(file: str) -> Iterator[tuple[str, ddz.Rules]]:
    """The ruled game and the other one."""
    (each,) = [e for e in ELSES if e.file == file]
    yield "ruled", rules_of(each.base)
    yield "other", rules_of(file)


def run(state: ddz.State, *actions: str) -> ddz.State:
    """The state after the actions, one after the other."""
    for action in actions:
        state = state.apply(action)
    return state


def legal(state: ddz.State) -> list[str]:
    """The actions of the seat to act, as text."""
    return [str(action) for action in state.legal()]


def kinds(state: ddz.State) -> list[str]:
    """The kinds of all events so far."""
    return [event.kind for node in state.history() for event in node.events]


@pytest.mark.parametrize("seed", range(6))
def test_t8_nobody_bids(seed: int) -> None:
    """Five passes: dealt anew, three times at most; by the file the lot falls at once."""
    # Seat 0 has the open card and one twin, seat 3 the other: 1 to 5 are asked, 3 is barred.
    mine = {
        "hands": ["S5 S5", "4 7", "6 7", "S5 7", "8 9", "9 9"],
        "marks": {"open_card": {"seat": 0, "card": "S5"}},
    }
    wanted = {"ruled": (4, 3), "other": (1, 0)}  # rounds of five passes, redeals
    for way, rules in both("t8-lot-straight-away"):
        state = rules.deal(seed=seed, deal=[mine] * 4)
        rounds, redeals = wanted[way]
        for _ in range(rounds):
            assert (state.step, state.seat) == ("auction", 1)
            state = run(state, *["pass"] * 5)
        assert kinds(state).count("redeal") == redeals
        assert kinds(state).count("lot") == 1
        drawn = state.view()["winner"]
        assert drawn in (1, 2, 4, 5)  # who may bid
        assert state.view()["bid"] == 1
        state = run(state, *["keep"] * 6, "55")
        # S = 1, N = 1: the landlords 0, 3 and the drawn one win 1 each from the others
        assert state.scores == tuple(1 if seat in (0, 3, drawn) else -1 for seat in range(6))


def test_t8_a_bid_is_as_ever() -> None:
    """By the file an auction with a bid goes on as it did."""
    deal = {
        "hands": ["S5 S5", "4 7", "6 7", "S5 7", "8 9", "9 9"],
        "marks": {"open_card": {"seat": 0, "card": "S5"}},
    }
    for _, rules in both("t8-lot-straight-away"):
        state = run(rules.deal(seed=1, deal=deal), "pass", "bid 2", "pass", "pass", "pass")
        assert (state.view()["winner"], state.view()["bid"]) == (2, 2)
        assert run(state, *["keep"] * 6, "55").scores == (2, -2, 2, 2, -2, -2)  # S = 2, N = 1


def at_play(hands: list[str], dark: int, winner: int = 0) -> dict[str, Any]:
    """A deal of two against four that starts at the play."""
    marks = {"open_card": {"seat": 0}, "dark_card": {"seat": dark}}
    return {"hands": hands, "marks": marks, "start": "play", "winner": winner, "bid": 1}


def test_f5_the_eighth_joker_of_the_player_himself() -> None:
    """Seven played, the eighth in the same hand: he plays it out, or it is frozen for him too."""
    deal = at_play(["BBBBRRRR", "4 5", "6", "7 7", "8 8", "9 9"], dark=1)
    for way, rules in both("f5-frozen-for-all"):
        state = run(rules.deal(seed=0, deal=deal), "BBBBRRR", *["pass"] * 5)
        assert state.seat == 0
        assert state.view()["multiplier"] == 10  # 1 + 9
        if way == "ruled":
            assert legal(state) == ["R"]
            assert run(state, "R").scores == (30, 10, -10, -10, -10, -10)  # N = 10: 3, 1, -1
            continue
        assert legal(state) == ["pass"]  # G6: nothing playable passes the lead on
        assert state.refusal("R") is not None
        state = run(state, "pass", "4", "6")  # seat 2 is out; the peasants win
        assert state.scores == (-30, -10, 10, 10, 10, 10)


def test_f5_the_eighth_joker_of_somebody_else_stays_frozen() -> None:
    """By either reading nobody else can play it."""
    deal = at_play(["BBBBRRR 3", "R 5", "6 6", "7 7", "8 8", "9 9"], dark=1)
    for _, rules in both("f5-frozen-for-all"):
        state = run(rules.deal(seed=0, deal=deal), "BBBBRRR", *["pass"] * 5)
        assert run(state, "3").scores == (30, 10, -10, -10, -10, -10)  # out; N = 10
        deal2 = at_play(["BBBBRRR 3 3", "R 5", "6 6", "7 7", "8 8", "9 9"], dark=1)
        state = run(rules.deal(seed=0, deal=deal2), "BBBBRRR", *["pass"] * 5, "3")
        assert legal(state) == ["pass", "5"]
        assert state.refusal("R") is not None


def at_auction(opener: int, dark: int) -> dict[str, Any]:
    """A deal of two against four with the marks where they are told to be."""
    hands = ["3 4", "5 6", "7 8", "9 T", "J Q", "K A"]
    return {"hands": hands, "marks": {"open_card": {"seat": opener}, "dark_card": {"seat": dark}}}


def test_f7_the_dark_holder_in_the_auction() -> None:
    """Seat 4 has the dark card: he bids like everyone, or may only pass."""
    bids = ["pass", "bid 1", "bid 2", "bid 3"]
    for way, rules in both("f7-dark-holder-may-only-pass"):
        state = rules.deal(seed=0, deal=at_auction(opener=2, dark=4))
        allowed = {2: bids, 3: bids, 4: bids if way == "ruled" else ["pass"], 5: bids, 0: bids}
        for seat, wanted in allowed.items():
            assert (state.seat, legal(state)) == (seat, wanted)
            assert (state.refusal("bid 1") is None) == (len(wanted) > 1)
            state = state.apply("pass")
        state = state.apply("bid 1")  # seat 1, the last one asked
        assert (state.view()["winner"], state.view()["case"]) == (1, "two")


def test_f7_the_dark_holder_who_opens() -> None:
    """Seat 2 has both marked cards and bids by either reading: alone against five."""
    for _, rules in both("f7-dark-holder-may-only-pass"):
        state = rules.deal(seed=0, deal=at_auction(opener=2, dark=2))
        assert (state.seat, legal(state)) == (2, ["pass", "bid 1", "bid 2", "bid 3"])
        state = state.apply("bid 3")
        assert (state.view()["winner"], state.view()["case"]) == (2, "alone")


# Twelve cards of which no other copy is dealt, so that a face seen is a face of the kitty.
FIRST, SECOND = "S3 H3 C3 D3 S4 H4", "S7 H7 C7 D7 S8 H8"


def with_kitty(dark: int) -> dict[str, Any]:
    """A deal in which each landlord has a bomb and three odd cards: no instant win (F9)."""
    return {
        "hands": ["5555 6 9 J", "KKKK 9 J Q", "TT", "TA", "AA", "2A"],
        "kitty": f"{FIRST} {SECOND}",
        "marks": {"open_card": {"seat": 0}, "dark_card": {"seat": dark}},
    }


TWO = {0: FIRST.split(), 1: SECOND.split()}
ALONE = {0: [*FIRST.split(), *SECOND.split()]}


@pytest.mark.parametrize(("dark", "gets"), [(1, TWO), (0, ALONE)], ids=["two", "alone"])
def test_f8_who_sees_the_kitty(dark: int, gets: dict[int, list[str]]) -> None:
    """All see all twelve cards, or each landlord those he gets."""
    kitty = [*FIRST.split(), *SECOND.split()]
    for way, rules in both("f8-kitty-for-its-owner"):
        state = run(rules.deal(seed=0, deal=with_kitty(dark)), "bid 3")
        assert state.step == "show"
        for seat in (None, *range(6)):
            view = state.view(seat)
            own = [] if seat is None else gets.get(seat, [])
            assert [f for f in kitty if f in str(view)] == (kitty if way == "ruled" else own)
            assert [f for f in own if f not in view["hand"].split()] == []
            assert view["kitty"] == (" ".join(kitty) if way == "ruled" else None)


@pytest.mark.parametrize(
    ("dark", "left"),
    [(1, [13, 13, 2, 2, 2, 2]), (0, [19, 7, 2, 2, 2, 2])],  # 7 + 6, 7 + 6; 7 + 12, 7
    ids=["two", "alone"],
)
def test_f8_all_know_how_many_cards_a_landlord_has(dark: int, left: list[int]) -> None:
    """How many cards each holds is public by either reading, to a spectator too."""
    for way, rules in both("f8-kitty-for-its-owner"):
        state = run(rules.deal(seed=0, deal=with_kitty(dark)), "bid 3")
        for seat in (*range(6), None):
            assert (way, seat, state.view(seat)["left"]) == (way, seat, left)


def instant(first: str, second: str, dark: int) -> dict[str, Any]:
    """A deal whose seats 0 and, where he holds the dark card, 1 are the landlords."""
    marks = {"open_card": {"seat": 0}, "dark_card": {"seat": dark}}
    return {"hands": [first, second, "TJ", "TA", "AA", "2A"], "marks": marks}


NO_BOMB, BOMB = "3 4 6 8", "5555 7 9 J"  # neither splits into bombs after one play


@pytest.mark.parametrize(
    ("first", "second", "dark", "ruled", "other"),
    [
        # one landlord without a bomb: base × shares 3, 1, -1; by the file the game goes on
        (NO_BOMB, BOMB, 1, (3, 1, -1, -1, -1, -1), None),
        (BOMB, NO_BOMB, 1, (3, 1, -1, -1, -1, -1), None),
        (NO_BOMB, "3 4 6 9", 1, (3, 1, -1, -1, -1, -1), (3, 1, -1, -1, -1, -1)),
        (BOMB, "6666 7 9 J", 1, None, None),
        # alone against five: the only landlord
        (NO_BOMB, BOMB, 0, (5, -1, -1, -1, -1, -1), (5, -1, -1, -1, -1, -1)),
        (BOMB, NO_BOMB, 0, None, None),
    ],
)
def test_f9_no_bomb_at_all(
    first: str,
    second: str,
    dark: int,
    ruled: tuple[int, ...] | None,
    other: tuple[int, ...] | None,
) -> None:
    """Any landlord without a bomb, or only all of them."""
    for way, rules in both("f9-no-landlord-has-a-bomb"):
        state = run(rules.deal(seed=0, deal=instant(first, second, dark)), "bid 3")
        wanted = ruled if way == "ruled" else other
        assert state.scores == wanted
        assert state.step == ("show" if wanted is None else "settle")
        ended = [event.data for event in state.events if event.kind == "ended"]
        assert [data["reason"] for data in ended] == ["no_bomb"] * (wanted is not None)


def test_f9_the_other_conditions_stay() -> None:
    """(b) and (c) end the game by either reading."""
    for _, rules in both("f9-no-landlord-has-a-bomb"):
        for first, reason in (("5555 6666 9", "all_bombs"), ("5555555555555 6 9 J", "big_bomb")):
            state = run(rules.deal(seed=0, deal=instant(first, "7777 8 9 J", 1)), "bid 3")
            assert state.scores == (3, 1, -1, -1, -1, -1)
            (ended,) = [event.data for event in state.events if event.kind == "ended"]
            assert (ended["seat"], ended["reason"]) == (0, reason)


@pytest.mark.parametrize(
    ("bomb", "ruled", "other"),
    [
        ("BBBB", 4, 1),  # F12: beats eight 2s, +3; on the step of the mixed four it does not
        ("RRRR", 4, 1),
        ("BBRR", 1, 1),  # beats no eight 2s by either reading
        ("BBBBR", 4, 4),
    ],
)
def test_f4_what_four_equal_jokers_add_to_n(bomb: str, ruled: int, other: int) -> None:
    """The multiplier asks the ladder, so it follows the other reading by itself."""
    deal = at_play([f"{bomb} 3", "4 5", "6 6", "7 7", "8 8", "9 9"], dark=1)
    for way, rules in both("f4-four-of-one-joker-mixed"):
        state = run(rules.deal(seed=0, deal=deal), bomb)
        assert state.view()["multiplier"] == (ruled if way == "ruled" else other)
