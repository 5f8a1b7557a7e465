"""States are values: acting gives the next one and changes nothing that was given out."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from ddz import Bid, CardsError, Pass, Play, RefusedAction, Say, State
from tests.players import busy, play_out, random_deal, rules_of, seats_and_spectator

GAMES = ["2v4", "3v3", "melee"]


def _views(state: State) -> list[str]:
    return [str(state.view(seat)) for seat in seats_and_spectator(rules_of("3v3"))]


def _trace(state: State) -> tuple[Any, ...]:
    return (
        _views(state),
        list(map(str, state.legal())),
        [(event.as_data(), event.audience) for event in state.events],
        (state.seat, state.step, state.scores, state.waiting, state.default, state.seconds),
    )


def _start(name: str, seed: int) -> State:
    """A game of short hands, though not so short that it is won at once for want of bombs (F9)."""
    deal = random_deal(name, seed, each=14 if name == "3v3" else 26)
    return rules_of(name).deal(seed=seed, deal=[deal] * 4)


def _game(name: str, seed: int) -> list[State]:
    states = play_out(_start(name, seed), busy(seed)).history()
    assert len(states) > 30
    return states


def _two_landlords() -> State:
    """Two against four where two landlords are asked whether they show."""
    for seed in range(20):
        state = rules_of("2v4").deal(seed=seed).apply("bid 3")
        if len(state.waiting) == 2:
            return state
    raise AssertionError("no seed below 20 deals the dark card to another seat than the opener's")


# --- apply


@pytest.mark.parametrize("name", GAMES)
def test_apply_changes_no_earlier_state(name: str) -> None:
    """Views, actions and events of every state are what they were when it was new, after the
    game has gone on to its end and other ways were tried."""
    rnd = random.Random(3)
    state = _start(name, 5)
    states: list[State] = []
    traces: list[Any] = []
    choose = busy(5)
    while state.seat is not None:
        states.append(state)
        traces.append(_trace(state) if len(states) % 5 == 1 or state.step != "play" else None)
        for action in rnd.sample(list(state.legal()), min(3, len(state.legal()))):
            state.apply(action)
        with pytest.raises((CardsError, RefusedAction)):
            state.apply("no such thing")
        state = state.apply(choose(state))
    assert len(states) > 30
    for was, trace in zip(states, traces, strict=True):
        assert trace is None or _trace(was) == trace
    assert state.history() == [*states, state]


@pytest.mark.parametrize("name", GAMES)
def test_states_branch(name: str) -> None:
    """Two ways on from one state are two games; each is what it is when played alone."""
    for seed in (1, 2):
        states = _game(name, seed)
        fork = states[-20]
        ends = [play_out(fork, busy(other)) for other in (101, 102, 101)]
        assert _views(ends[0]) == _views(ends[2])
        assert _views(ends[0]) != _views(ends[1])
        assert _views(states[-1]) == _views(play_out(states[0], busy(seed)))


@pytest.mark.parametrize("name", GAMES)
def test_the_same_actions_give_the_same_state(name: str) -> None:
    """Replaying a history's actions as text gives the same views (DESIGN 5)."""
    states = _game(name, 8)
    again = states[0]
    for state in states[1:]:
        again = again.apply(str(state.action))
    assert _trace(again) == _trace(states[-1])


def test_siblings_do_not_share() -> None:
    """A bid, an answer and a play in one branch are not seen in another."""
    start = _two_landlords().history()[0]
    passed, bid = start.apply("pass"), start.apply("bid 3")
    assert passed.view()["bids"] == [[start.seat, 0]]
    assert bid.view()["bids"] == [[start.seat, 3]]
    assert start.view()["bids"] == []
    shown, hidden = bid.apply("show"), bid.apply("hide")
    seat = bid.seat
    assert shown.view(seat)["answer"] == "show"
    assert hidden.view(seat)["answer"] == "hide"
    assert bid.view(seat)["answer"] is None
    assert len(bid.waiting) == 2
    assert shown.waiting == hidden.waiting == bid.waiting[1:]


def test_changing_what_was_given_out_changes_no_state() -> None:
    """A view's data, events and histories are the caller's own."""
    state = rules_of("3v3").deal(seed=2)
    while state.step != "play":
        state = state.apply(list(state.legal())[-1])
    state = state.apply(list(state.legal())[-1])
    before = _trace(state)
    view = state.view(1)
    view.data["log"].clear()
    view.data["roles"][0] = "spoilt"
    view.data["hand"] = ""
    state.history().clear()
    for data in (event.as_data() for event in state.events):
        data.clear()
    assert _trace(state) == before


def test_lists_in_a_view_are_the_callers() -> None:
    """Emptying every list of a view, also at the end and in a choice, reaches no state."""
    for state in (_game("3v3", 2)[-1], rules_of("3v3").deal(seed=1, deal=APART)):
        before = _trace(state)
        _spoil(state.view().data)
        assert _trace(state) == before


def test_lists_in_an_event_are_the_callers() -> None:
    """The same for an event's JSON data."""
    state = _game("3v3", 2)[-1]
    before = _trace(state)
    for event in state.events:
        _spoil(event.as_data())
    assert _trace(state) == before


def _spoil(data: Any) -> None:
    for value in list(data.values() if isinstance(data, dict) else data):
        if isinstance(value, dict | list):
            _spoil(value)
    data.clear()


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_copies(how: Callable[[State], State]) -> None:
    """A copy is an equal state that goes its own way."""
    for state in (_game("3v3", 1)[9], _game("2v4", 1)[4]):
        before = _trace(state)
        twin = how(state)
        assert _trace(twin) == before
        twin = play_out(twin, busy(8))
        assert _trace(state) == before
        assert _views(play_out(state, busy(8))) == _views(twin)


def test_a_written_deal_may_change_afterwards() -> None:
    """The state keeps the deal as it was given, redeals included."""
    deal = random_deal("3v3", 6)
    first = rules_of("3v3").deal(seed=1, deal=[deal, deal])
    before = _trace(first)
    deal["hands"].reverse()
    deal["marks"].clear()
    assert _trace(first) == before


def test_a_written_redeal_may_change_afterwards() -> None:
    """A deal that serves a redeal is taken as it was when the game began."""
    mine = {
        "hands": ["S5 S5 S7", "H7 H8", "S6 H6", "S5 HT", "HJ SJ", "C6 CT"],
        "marks": {"open_card": {"seat": 0, "card": "S5"}},
    }
    second = {**mine, "hands": list(mine["hands"])}
    state = rules_of("3v3").deal(seed=1, deal=[mine, second])
    second["hands"][2] = "S9 H9"
    for _ in range(5):
        state = state.apply("pass")
    assert state.view(2)["hand"] == "S6 H6"


# --- legal()


def _leads() -> State:
    deal = {
        "hands": ["S3 H3 C3 S4 H4 C4 S5 S6 S7", "S8", "S9", "ST", "SJ", "SQ"],
        "marks": {
            "open_card": {"seat": 0, "card": "S3"},
            "dark_card": {"seat": 1, "card": "S8"},
        },
        "start": "play",
        "winner": 0,
    }
    return rules_of("2v4").deal(seed=1, deal=deal)


# Of 333 444 5 6 7: solos 3 4 5 6 7 (5), pairs 33 44 (2), trios 333 444 (2), the chain 34567 (1),
# trios with a pair 33344 44433 (2), the trio chain 333444 (1): 13. Pair chains need three ranks.
LEADS = 13


def test_legal_is_a_view() -> None:
    """Iterate twice, by turns, after `len`; `in`, index, slices and truth agree with the list."""
    state = _leads()
    want = list(state.legal())
    assert len(want) == LEADS
    legal = state.legal()
    assert legal
    assert list(legal) == list(legal) == want
    assert len(legal) == LEADS
    one, two = iter(legal), iter(legal)
    assert [(next(one), next(two)) for _ in range(LEADS)] == list(zip(want, want, strict=True))
    fresh = state.legal()
    one, two = iter(fresh), iter(fresh)
    taken = [next(one), next(one), next(two)]
    assert taken == [want[0], want[1], want[0]]
    assert len(fresh) == LEADS  # while both are under way
    assert [*one] == want[2:]
    assert [*two] == want[1:]
    assert next(one, None) is None
    assert [state.legal()[i] for i in range(LEADS)] == want
    assert state.legal()[-1] == want[-1]
    assert state.legal()[2:5] == want[2:5]
    assert list(reversed(state.legal())) == want[::-1]
    assert state.legal().index(want[3]) == 3
    assert state.legal().count(want[3]) == 1
    with pytest.raises(IndexError):
        state.legal()[LEADS]


def test_in_legal_asks_the_rules() -> None:
    """`in` takes values and text, by rank or by face, and answers False to what is no action."""
    legal = _leads().legal()
    for text in ("3", "S3", "h3", "33344", "S3 H3 + 444 + C3", "34567", "333444", "444 as trio"):
        assert text in legal, text
    for other in ("pass", "D3", "3344", "35", "333 as pair", "show", "", "x", None, 3, b"3", []):
        assert other not in legal, other
    assert all(action in legal for action in legal)
    assert Pass() not in legal
    assert Bid(1) not in legal
    assert Say("show") not in legal


def test_legal_belongs_to_its_state() -> None:
    """Begun before and finished after the game has gone on, it is the earlier state's."""
    state = _leads()
    want = list(map(str, state.legal()))
    legal = state.legal()
    begun = iter(legal)
    first = str(next(begun))
    later = state.apply("34567")
    assert later.legal()
    assert [first, *map(str, begun)] == want
    assert list(map(str, legal)) == want
    assert "34567" in legal
    assert "34567" not in later.legal()


def test_legal_is_empty_at_the_end() -> None:
    """No seat, no actions, no refusal but that the game is over."""
    state = _game("3v3", 4)[-1]
    legal = state.legal()
    assert state.seat is None
    assert not legal
    assert len(legal) == 0
    assert list(legal) == []
    assert "pass" not in legal
    assert state.default is None
    assert state.waiting == ()
    with pytest.raises(RefusedAction, match="over"):
        state.apply("pass")


def test_first_of_many_is_cheap() -> None:
    """The truth of a whole hand's actions takes no walk through all of them: the first comes out
    before the rest exist (it is an iterator's first, and equals the list's)."""
    state = rules_of("2v4").deal(seed=3).apply("bid 3")
    while state.default is not None:
        state = state.apply(state.default)
    legal = state.legal()
    assert next(iter(legal)) == next(iter(state.legal()))
    assert isinstance(legal[0], Play)


# --- choices

APART = {
    "hands": ["S5 H5 S7 S8", "H7 H8", "S5 C5 S6", "H9 HT", "S5 SJ", "C6 CT"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
ANSWERS = ["double", "keep", "keep", "double", "double", "keep"]


def test_answers_in_any_order_end_the_same() -> None:
    """Whoever answers first, second, last: the same state, N = 1 + three doublers (T10)."""
    start = rules_of("3v3").deal(seed=1, deal=APART)
    assert start.step == "double"
    orders = random.Random(1).sample(list(itertools.permutations(range(6))), 60)
    ends = []
    for order in [tuple(range(6)), tuple(range(6))[::-1], *orders]:
        state = start
        for number, seat in enumerate(order):
            left = sorted(order[number:])
            assert state.waiting == tuple(left)
            assert state.seat == left[0]
            assert state.view()["multiplier"] == 1
            state = state.apply(ANSWERS[seat], seat=seat)
        assert state.step == "play"
        assert state.view()["multiplier"] == 4
        ends.append(_trace(state))
        other = play_out(state, busy(1))
        assert other.scores == play_out(start_answered(start), busy(1)).scores
    first = ends[0]
    for end in ends:
        assert (end[0], end[1], end[3]) == (first[0], first[1], first[3])


def start_answered(start: State) -> State:
    """The state after all have answered in seat order."""
    for answer in ANSWERS:
        start = start.apply(answer)
    return start


def test_shows_in_either_order_end_the_same() -> None:
    """Two landlords: +3 each who shows, in whatever order (F10)."""
    start = _two_landlords()
    assert start.step == "show"
    assert start.seconds == 5
    low, high = start.waiting
    for first, second, multiplier in [
        ("show", "hide", 4),
        ("hide", "show", 4),
        ("show", "show", 7),
        ("hide", "hide", 1),
    ]:
        one = start.apply(first, seat=low).apply(second, seat=high)
        two = start.apply(second, seat=high).apply(first, seat=low)
        assert _views(one) == _views(two)
        assert one.view()["multiplier"] == multiplier


def test_a_seat_answers_once() -> None:
    """Having answered, a seat is refused, whoever else is still to answer; no one is skipped."""
    state = rules_of("3v3").deal(seed=1, deal=APART)
    state = state.apply("double", seat=4).apply("keep", seat=0)
    assert state.seat == 1
    assert state.waiting == (1, 2, 3, 5)
    for seat in (0, 4):
        for answer in ("double", "keep", Say("double")):
            with pytest.raises(RefusedAction, match=f"seat {seat} has answered"):
                state.apply(answer, seat=seat)
    assert state.apply("double").waiting == (2, 3, 5)


@pytest.mark.parametrize("name", GAMES)
def test_a_timeout_is_the_default(name: str) -> None:
    """`apply(default)` for whoever has not answered is what saying it is: keep, hide (T10 F10)."""
    word = "keep" if name == "3v3" else "hide"
    state = rules_of(name).deal(seed=3)
    assert state.default is None
    while state.step == "auction":
        state = state.apply(list(state.legal())[-1])
    assert str(state.default) == word
    assert state.default in state.legal()
    assert state.seconds == (None if name == "3v3" else 5)
    timed, said = state, state
    while timed.default is not None:
        timed = timed.apply(timed.default)
        said = said.apply(word)
    assert _trace(timed) == _trace(said)
    assert timed.step == "play"
    assert timed.seconds is None
    assert timed.view()["multiplier"] == 1
    assert timed.view()["opened"] == {}


def test_only_one_may_act_outside_choices() -> None:
    """In the auction and in play `waiting` is the one seat, and the others are refused."""
    for state in _game("2v4", 2):
        if state.seat is None or state.default is not None:
            continue
        assert state.waiting == (state.seat,)
        for seat in range(6):
            refusal = state.refusal(state.legal()[0], seat=seat)
            assert (refusal is None) == (seat == state.seat)
            assert refusal is None or refusal.key == "turn"
