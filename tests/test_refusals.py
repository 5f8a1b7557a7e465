"""Bad input at the table is refused in one sentence, in both languages, and leaves no trace.

CASES is a table: where the game stands, what is tried, and the key of `ddz.phrases.REFUSALS` that
answers it, with the line of the variant file the sentence must point at where a rule has one.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ddz import Bid, CardsError, Pass, Play, RefusedAction, Say, State
from ddz.phrases import LANGUAGES, REFUSALS
from tests.players import play_out, player_of, rules_of

VARIANTS = Path(__file__).parent.parent / "variants"

# --- where the game stands

# Seat 0 opens and leads; it holds S3 twice and H3 once.
TWO = {
    "hands": [
        "S3 S3 H3 S4 S5 H5 R",
        "S7 H7 S8 S9 R",
        "S4 H4 C4 D4 S9",
        "BBBB RR S6 H6",
        "H9 C9 ST SJ",
        "HT CT HJ CQ",
    ],
    "kitty": "S2 H2 C2 D2 S2 H2 C2 D2 S2 H2 C2 D2",
    "marks": {"open_card": {"seat": 0, "card": "S3"}, "dark_card": {"seat": 1, "card": "S7"}},
}
# Seat 0 plays seven stars; the eighth joker is seat 2's, and frozen from then on (F5).
SEVEN = {
    "hands": ["BBBBRRR S3 S4", "S7 S8", "R S5 S6", "S8 S9", "S9 ST", "SJ SQ"],
    "marks": {"open_card": {"seat": 0, "card": "S3"}, "dark_card": {"seat": 1, "card": "S7"}},
    "start": "play",
    "winner": 0,
}
APART = {
    "hands": ["S5 H5 S7 S8", "H7 H8", "S5 H5 C5 S6", "H9 HT", "S5 SJ", "C6 CT"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
MINE = {
    "hands": ["S5 S5 S7", "H7 H8", "S6 H6", "S5 HT", "HJ SJ", "C6 CT"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}


@cache
def _places() -> dict[str, State]:
    two, three = rules_of("2v4"), rules_of("3v3")
    auction = two.deal(seed=1, deal=TWO)
    lead = two.deal(seed=1, deal={**TWO, "start": "play", "winner": 0})
    seven = two.deal(seed=1, deal=SEVEN).apply("BBBBRRR")
    for _ in range(5):
        seven = seven.apply("pass")
    return {
        "auction": auction,
        "auction at 2": auction.apply("bid 2"),
        "melee auction": rules_of("melee").deal(seed=1, deal=TWO),
        "barred": three.deal(seed=1, deal=MINE).apply("pass").apply("pass"),  # seat 3's turn
        "show": two.deal(seed=1, deal={**TWO, "start": "show", "winner": 0}),
        "double": three.deal(seed=1, deal=APART).apply("double"),  # seat 0 has answered
        "lead": lead,
        "pair led": lead.apply("33"),  # seat 1 answers
        "bomb led": _bomb_led(lead),  # seat 3 answers 4444
        "frozen": seven.apply("3").apply("pass"),  # seat 2 holds the frozen R
        "hidden": _turn(three.deal(seed=1, deal={**APART, "start": "play"}), 2),
        "opener": three.deal(seed=1, deal={**APART, "start": "play"}),
        "over": play_out(three.deal(seed=2), player_of(2)),
    }


def _bomb_led(lead: State) -> State:
    return lead.apply("3").apply("pass").apply("4444")


def _turn(state: State, seat: int) -> State:
    """The seat's turn to answer a 5: H leads one, and those before the seat pass."""
    state = state.apply("S5")
    while state.seat != seat:
        state = state.apply("pass")
    return state


@dataclass(frozen=True)
class Case:
    """One refusal; `line` is what the line of the file that it names begins with, if any, and
    `says` words of the English sentence."""

    place: str
    action: Any
    key: str
    line: str | None = None
    says: str = ""
    seat: Any = None


def _spending() -> Play:
    """A play that spends seat 2's twin, as its hidden holder is offered it."""
    three = rules_of("3v3")
    deal = {**APART, "hands": list(APART["hands"]), "start": "play"}
    deal["hands"][2], deal["hands"][0] = "S5 H5 C5 S6", "S5 H4 S7 S8"
    state = _turn_after(three.deal(seed=1, deal=deal).apply("4"), 2)
    (play,) = (a for a in state.legal() if isinstance(a, Play) and str(a) == "S5")
    return play


def _turn_after(state: State, seat: int) -> State:
    while state.seat != seat:
        state = state.apply("pass")
    return state


def _foreign() -> Play:
    """A pair of jokers: a play of two against four, and nothing in three against three."""
    return next(iter(rules_of("2v4").plays("BB", to_beat="33")))


def _sixes() -> Play:
    """A pair that seat 0 does not hold."""
    return next(play for play in rules_of("2v4").plays("66") if len(play) == 2)


LONG = "x" * 100_000
CASES = [
    # the end, turns and seats
    Case("over", "pass", "over"),
    Case("over", "3", "over"),
    Case("over", None, "over"),
    Case("lead", "3", "turn", says="seat 0's turn, not seat 1's", seat=1),
    Case("auction", "bid 1", "turn", says="seat 0's", seat=5),
    Case("lead", "3", "seat", says="0 to 5", seat=6),
    Case("lead", "3", "seat", says="0 to 5", seat=-1),
    Case("lead", "3", "seat", says="0 to 5", seat="0"),
    Case("lead", "3", "seat", says="0 to 5", seat=[0]),
    Case("lead", "3", "seat", says="0 to 5", seat=False),
    Case("lead", "3", "seat", says="0 to 5", seat=0.0),
    Case("pair led", "77", "seat", says="0 to 5", seat=True),
    Case("pair led", "77", "seat", says="0 to 5", seat=10**400),
    Case("double", "keep", "seat", says="0 to 5", seat=6),
    Case("double", "keep", "seat", says="0 to 5", seat=True),
    # the auction: F7, T8
    Case("auction", "3", "action", "auction:", "bid 1, bid 2, bid 3"),
    Case("auction", "", "action", "auction:"),
    Case("auction", "bid", "action", "auction:"),
    Case("auction", "bid two", "action", "auction:"),
    Case("auction", "bid -1", "action", "auction:"),
    Case("auction", "bid 1 2", "action", "auction:"),
    Case("auction", LONG, "action", "auction:"),
    Case("auction", "bid " + "9" * 5000, "action", "auction:"),
    Case("auction", Say("show"), "action", "auction:"),
    Case("auction at 2", "bid", "action", "auction:", "pass, bid 3"),
    Case("auction", "bid 0", "bid", "auction:", "no bid 0"),
    Case("auction", "bid 4", "bid", "auction:", "no bid 4"),
    Case("auction", Bid(-1), "bid", "auction:", "no bid -1"),
    Case("auction", Bid(10**9), "bid", "auction:"),
    Case("auction", Bid(True), "bid", "auction:"),
    Case("auction", Bid(1.0), "bid", "auction:"),  # type: ignore[arg-type]
    Case("auction", Bid(None), "bid", "auction:"),  # type: ignore[arg-type]
    Case("melee auction", "bid 4", "bid", "auction:", "2v4.yaml"),  # the line it inherits
    Case("auction at 2", "bid 1", "bid_low", "auction:", "1 is not higher than the bid of 2"),
    Case("auction at 2", "bid 2", "bid_low", "auction:"),
    Case("barred", "bid 1", "barred", "auction:", "only pass"),
    Case("barred", "bid 9", "barred", "auction:"),
    Case("barred", "HT", "action", "auction:"),
    # choices: T10, F10
    Case("show", "open", "option", "show:", "show, hide"),
    Case("show", "pass", "option", "show:"),
    Case("show", "3", "option", "show:"),
    Case("show", "", "option", "show:"),
    Case("show", "show hide", "option", "show:"),
    Case("show", "a\nb", "option", "show:"),
    Case("show", LONG, "option", "show:"),
    Case("show", Pass(), "option", "show:"),
    Case("show", Bid(1), "option", "show:"),
    Case("show", Say(None), "option", "show:"),  # type: ignore[arg-type]
    Case("double", "show", "option", "double:", "double, keep"),
    Case("double", "double", "answered", "double:", "seat 0", seat=0),
    Case("double", "keep", "answered", "double:", seat=0),
    Case("show", "show", "answered", "show:", "seat 3", seat=3),  # a peasant is not asked
    # what is no action at all
    Case("lead", None, "object", says="None"),
    Case("lead", 5, "object", says="5"),
    Case("lead", 5.5, "object"),
    Case("lead", b"pass", "object", says="b'pass'"),
    Case("lead", ["3", "3"], "object"),
    Case("lead", ("3",), "object"),
    Case("lead", {"play": "3"}, "object"),
    Case("lead", [LONG], "object"),
    Case("lead", object, "object"),
    Case("auction", None, "object"),
    Case("auction", 1, "object"),
    Case("show", None, "object"),
    Case("show", ["show"], "object"),
    # text that is no cards
    Case("lead", "", "no_cards"),
    Case("lead", "   ", "no_cards"),
    Case("lead", "+", "no_cards"),
    Case("lead", "1", "no_cards", says="1"),
    Case("lead", "3x", "no_cards", says="x"),
    Case("lead", "X3", "no_cards", says="X"),
    Case("lead", "S", "no_cards"),
    Case("lead", "SR", "no_cards", says="joker"),
    Case("lead", "bid 2", "no_cards"),
    Case("lead", "show", "no_cards"),
    Case("lead", "3,3", "no_cards"),
    Case("lead", "3\n\0", "no_cards"),
    Case("lead", "{cards}", "no_cards"),
    Case("lead", "%s", "no_cards"),
    Case("lead", LONG, "no_cards"),
    Case("lead", "3" * 100_000, "no_cards"),
    Case("lead", "3" * 17, "no_cards", says="16"),  # four decks hold 16 threes
    Case("lead", "S3" * 5, "no_cards", says="4"),  # and four of each face
    # cards not held
    Case("lead", "K", "not_held", says="K"),
    Case("lead", "3333", "not_held", says="3"),
    Case("lead", "C3", "not_held", says="C3"),
    Case("lead", "S3C3", "not_held", says="C3"),
    Case("lead", "RR", "not_held", says="R"),
    Case("pair led", "99", "not_held", says="9"),
    Case("lead", "H3H3", "twice", says="you hold 1 of H3, and the play names 2"),
    Case("lead", "H3H3S3", "twice", says="H3"),
    Case("hidden", "H5H5", "twice", says="H5"),
    # cards that are no play
    Case("lead", "34", "no_pattern", "patterns:"),
    Case("lead", "S3 H5", "no_pattern", "patterns:"),
    Case("lead", "333R", "no_pattern", "patterns:"),
    Case("pair led", "789", "no_pattern", "patterns:"),
    Case("lead", "33 as trio", "not_that", says="33 are no trio"),
    Case("lead", "333 as bomb", "not_that"),
    Case("lead", "3 as king", "not_that"),
    Case("lead", "3 as " + LONG, "not_that"),
    Case("lead", "3 as a\nb", "not_that"),
    Case("lead", "3 as {pattern}", "not_that"),
    Case("lead", "pass", "lead_pass", "play:", "must play"),
    Case("lead", Pass(), "lead_pass", "play:"),
    Case("lead", Bid(2), "action_play", "play:", "pass"),
    Case("lead", Say("show"), "action_play", "play:"),
    Case("frozen", "R", "frozen", "- {at: played joker_bomb 7", "R"),
    # too low
    Case("pair led", "7", "low", "pair:", "pair"),
    Case("pair led", "S7", "low", "pair:"),
    Case("bomb led", "66", "low", "ladder:", "4444"),
    Case("bomb led", "6", "low", "ladder:"),
    Case("hidden", "S5", "low", "solo:", "S5 (solo) does not beat S5 (solo)"),  # equal does not
    Case("opener", _spending, "spends"),  # H's open card is no twin to spend
    Case("lead", _sixes, "not_held"),
]


def _action(case: Case) -> Any:
    makes = callable(case.action) and not isinstance(case.action, type)
    return case.action() if makes else case.action


def _name(case: Case) -> str:
    text = str(case.action.__class__.__name__ if callable(case.action) else repr(case.action))
    return f"{case.key}: {text[:24]} at {case.place} by {str(case.seat)[:8]}"


def _trace(state: State) -> list[str]:
    views = [str(state.view(seat)) for seat in (None, 0, 1, 2, 3, 4, 5)]
    told = [str(event.as_data()) for event in state.events]
    return [*views, *told, *map(str, state.legal()), repr(state), str(len(state.history()))]


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_refused(case: Case) -> None:
    """The action is refused for its reason, by `refusal` and `apply` alike, and changes nothing."""
    state = _places()[case.place]
    before = _trace(state)
    action = _action(case)
    refusal = state.refusal(action, seat=case.seat)
    assert refusal is not None
    assert refusal.key == case.key, refusal.text()
    for lang in LANGUAGES:
        _one_sentence(refusal.text(lang))
    assert case.says in refusal.text("en")
    _names_the_line(case, refusal.text("en"))
    _names_the_line(case, refusal.text("zh"))
    wanted = CardsError if case.key == "no_cards" else RefusedAction
    with pytest.raises(wanted) as caught:
        state.apply(action, seat=case.seat)
    assert str(caught.value) == refusal.text("en")
    if case.seat is None:
        assert action not in state.legal()
    assert _trace(state) == before


def _one_sentence(text: str) -> None:
    assert 0 < len(text) < 200, f"{len(text)} characters"
    assert text.isprintable(), text[:80]
    assert "object at 0x" not in text
    assert not text.endswith(".")


def _names_the_line(case: Case, text: str) -> None:
    """The sentence ends with file and line, and there the rule stands."""
    place = re.search(r"\(([^()]*\.yaml):(\d+)\)$", text)
    if case.line is None:
        assert place is None or case.key == "not_that"
        return
    assert place is not None, text
    lines = (VARIANTS / Path(place[1]).name).read_text(encoding="utf-8").splitlines()
    line = lines[int(place[2]) - 1].strip()
    assert line.startswith(case.line), line


def test_the_table_reaches_every_refusal() -> None:
    """Each key of the phrase table is some case's, and each case's key is in the table."""
    assert {case.key for case in CASES} == set(REFUSALS)


@pytest.mark.parametrize("key", REFUSALS)
def test_both_languages_say_the_same(key: str) -> None:
    """Every refusal is written in each language, with the same values filled in."""
    texts = REFUSALS[key]
    assert set(texts) == set(LANGUAGES)
    named = [
        {field for _, field, _, _ in string.Formatter().parse(text) if field}
        for text in texts.values()
    ]
    assert named[0] == named[1]
    assert re.search(r"[\u4e00-\u9fff]", texts["zh"])
    assert not re.search(r"[\u4e00-\u9fff]", texts["en"])


TYPED = "pass|bid|show|hide|double|keep"


@pytest.mark.parametrize("key", REFUSALS)
def test_chinese_is_chinese(key: str) -> None:
    """The Chinese sentence has no English in it but what one types, or typed."""
    for case in CASES:
        if case.key != key or _typed_words(case) or type(case.seat) not in (int, type(None)):
            continue
        refusal = _places()[case.place].refusal(_action(case), seat=case.seat)
        if refusal is None:
            continue  # test_refused says so
        text = re.sub(r"\([^()]*\.yaml:\d+\)$", "", refusal.text("zh"))
        text = re.sub(r"'[^']*'", "", text)
        if key in ("object", "seat"):
            text = text.split("而不是")[0]
        words = re.findall(r"(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])", text)
        assert [word for word in words if not re.fullmatch(TYPED, word)] == [], text


def _typed_words(case: Case) -> bool:
    """Whether the case's action is words, which the sentence may quote."""
    return isinstance(case.action, str | Say) and case.key in ("option", "action", "not_that")


def test_cards_of_other_rules_are_read_again() -> None:
    """A play of another game is taken by its cards: BB is a pair there and nothing here (T3)."""
    deal = {
        "hands": ["BB S5 S7", "H7 H8", "S5 S6", "H9 HT", "S5 SJ", "C6 CT"],
        "marks": {"open_card": {"seat": 0, "card": "S5"}},
        "start": "play",
    }
    state = rules_of("3v3").deal(seed=1, deal=deal)
    refusal = state.refusal(_foreign())
    assert refusal is not None
    assert refusal.key == "no_pattern"


@pytest.mark.parametrize("seat", [-1, 6, 10**30, "0", "x", 1.5, 0.0, True, False, [], b"0"])
def test_views_of_no_seat(seat: Any) -> None:
    """A view is a seat's, or the spectator's for None."""
    with pytest.raises(CardsError, match="seats are 0 to 5"):
        _places()["lead"].view(seat)


def test_frozen_leader_may_pass() -> None:
    """A leader with nothing but the frozen joker passes, and only he may (G6 F5)."""
    state = _places()["frozen"]  # seat 2 answers 3 with S5 S6 R
    state = state.apply("5")
    for _ in range(5):
        state = state.apply("pass")
    assert state.seat == 2
    refusal = state.refusal("pass")
    assert refusal is not None
    assert refusal.key == "lead_pass"
    state = state.apply("6")
    for _ in range(5):
        state = state.apply("pass")
    assert state.seat == 2
    assert list(map(str, state.legal())) == ["pass"]
    refusal = state.refusal("R")
    assert refusal is not None
    assert refusal.key == "frozen"
    state = state.apply("pass")
    assert state.seat == 3
    assert "pass" not in state.legal()
