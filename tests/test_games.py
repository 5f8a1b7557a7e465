"""Whole games from written deals: each case in games/*.yaml is played and held to its expectation.

A case: `deal` (or `deals`, one a redeal), `base`, `seed`, `actions`, `expect`; `each` are rows that
fill `$name` in it. A line of actions is `seat action, …`; `3..1 pass` is seats 3 4 5 0 1 in turn.
Between the lines stand mappings of checks (see CHECKS). `7x8` is eight sevens; cards wanted without
a suit match any. Roles are letters by seat (see ROLES), `.` for unknown. Wanted data may be part of
what is there, an empty mapping or list is empty. A game whose `expect` has no scores is not over.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import ddz

FOLDER = Path(__file__).parent / "games"
ROLES = {
    "L": "landlord",
    "H": "hidden_landlord",
    "S": "second_landlord",
    "P": "peasant",
    ".": None,
}
CARD_KEYS = {"card", "cards", "hand", "hands", "kitty", "opened"}
CASE_KEYS = {"name", "deal", "deals", "base", "seed", "seeds", "actions", "expect"}
EXPECT_KEYS = {"case", "roles", "winner", "winners", "bid", "kitty", "events", "absent", "N"}
EXPECT_KEYS |= {"scores", "by_role", "left"}


def fill(value: Any, row: dict[str, Any]) -> Any:
    """The value with each `$name` replaced by the row's."""
    if isinstance(value, dict):
        return {fill(key, row): fill(item, row) for key, item in value.items()}
    if isinstance(value, list):
        return [fill(item, row) for item in value]
    if value.startswith("$") and value[1:] in row:
        return row[value[1:]]
    return re.sub(r"\$([a-z]+)", lambda found: row.get(found[1], found[0]), value)


def cases() -> list[Any]:
    """Every case of every file, tables spread out."""
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
        for case in document["games"]:
            for row in case.pop("each", [{}]):
                filled = fill(case, row)
                title = f"{path.stem}: {filled['name']}"
                found.append(pytest.param(document["variant"], filled, id=title))
    return found


def spread(text: str) -> str:
    """Cards with `7x8` written out."""
    return re.sub(r"([SHCD]?[3-9TJQKA2BR])x(\d+)", lambda m: m[1] * int(m[2]), text)


def same_cards(want: str, got: str) -> bool:
    """Whether the cards are the same; a card wanted without its suit matches any."""
    cards = [re.findall(r"[SHCD]?[3-9TJQKA2BR]", spread(text)) for text in (want, got)]
    named = Counter(card for card in cards[0] if len(card) == 2)
    if named - Counter(cards[1]):
        return False
    return Counter(card[-1] for card in cards[0]) == Counter(card[-1] for card in cards[1])


def same(want: Any, got: Any, key: str = "") -> bool:
    """Whether the data is as written: a mapping may have more keys, unless none are wanted."""
    if isinstance(want, dict):
        if not isinstance(got, dict) or (not want and got):
            return False
        return all(
            name in got and same(item, got[name], name or key) for name, item in want.items()
        )
    if isinstance(want, list):
        if not isinstance(got, list) or len(want) != len(got):
            return False
        return all(same(a, b, key) for a, b in zip(want, got, strict=True))
    if key == "roles" and isinstance(got, list):
        return [ROLES[letter] for letter in want.split()] == got
    if isinstance(got, str) and (key in CARD_KEYS or key.isdecimal()):
        return same_cards(want, got)
    return bool(want == (got if isinstance(got, str) else json.dumps(got)))


def moves(line: str) -> Iterator[tuple[int, str]]:
    """The seats and actions of a line."""
    for part in line.split(","):
        seats, _, action = part.strip().partition(" ")
        first, _, last = seats.partition("..")
        seat = int(first)
        yield seat, spread(action)
        while last and seat != int(last):
            seat = (seat + 1) % 6
            yield seat, spread(action)


def texts(state: ddz.State) -> list[str]:
    """What everybody sees."""
    return [str(state.view(seat)) for seat in (None, *range(6))]


def find(wanted: Iterable[dict[str, Any]], events: list[dict[str, Any]]) -> None:
    """The wanted events occur in this order, others between them."""
    rest = iter(events)
    for want in wanted:
        ((kind, data),) = want.items()
        found = any(e["event"] == kind and same(data or {"event": kind}, e) for e in rest)
        assert found, f"no {want} (in this order) in {events}"


def data_of(state: ddz.State) -> list[dict[str, Any]]:
    """The events of the last action."""
    return [event.as_data() for event in state.events]


def check_event(state: ddz.State, want: list[dict[str, Any]]) -> None:
    """The last action's events."""
    find(want, data_of(state))


def check_quiet(state: ddz.State, want: str) -> None:
    """Kinds that the last action's events have none of."""
    assert not set(want.split()) & {event.kind for event in state.events}


def check_legal(state: ddz.State, want: str) -> None:
    """All legal actions, in any order."""
    legal = [str(action) for action in state.legal()]
    assert sorted(legal) == sorted(spread(text.strip()) for text in want.split(","))


def check_count(state: ddz.State, want: str) -> None:
    """How many legal actions."""
    assert len(state.legal()) == int(want), list(map(str, state.legal()))


def check_refuse(state: ddz.State, want: dict[str, str]) -> None:
    """Actions that are refused, with the key of the reason; nothing changes."""
    before = texts(state)
    for line, key in want.items():
        ((seat, action),) = moves(line)
        refusal = state.refusal(action, seat)
        assert refusal is not None, f"{line} is allowed"
        assert refusal.key == key, f"{line}: {refusal}"
        with pytest.raises(ddz.RefusedAction):
            state.apply(action, seat)
    assert texts(state) == before


def check_view(state: ddz.State, want: dict[str, Any]) -> None:
    """Parts of views, by seat or `spectator`."""
    for who, data in want.items():
        view = state.view(None if who == "spectator" else int(who)).data
        for key, item in data.items():
            assert same(item, view[key], key), f"view of {who}: {key} {view[key]}, want {item}"


def check_over(state: ddz.State, want: dict[str, str]) -> None:
    """The game is over, and every action refused."""
    assert state.seat is None
    check_refuse(state, want)


def check_unsaid(state: ddz.State, want: str) -> None:
    """A word that no view contains."""
    assert not [view for view in texts(state) if want in view]


CHECKS: dict[str, Callable[[ddz.State, Any], None]] = {
    "event": check_event,
    "quiet": check_quiet,
    "legal": check_legal,
    "count": check_count,
    "refuse": check_refuse,
    "view": check_view,
    "over": check_over,
    "unsaid": check_unsaid,
}


def check(state: ddz.State, key: str, want: Any) -> None:
    """One check in the middle of a game; other keys are plain attributes of the state."""
    if key in CHECKS:
        CHECKS[key](state, want)
    elif key == "N":
        assert state.view().data["multiplier"] == int(want)
    else:
        assert key in {"seat", "step", "seconds", "default", "waiting"}
        got = getattr(state, key)
        got = " ".join(map(str, got)) if key == "waiting" else str(got)
        assert got == want, f"{key}: {got}"


def read_deal(written: dict[str, Any]) -> dict[str, Any]:
    """The deal as the front door takes it."""
    deal: dict[str, Any] = {**written, "hands": [spread(hand) for hand in written["hands"]]}
    if "kitty" in deal:
        deal["kitty"] = spread(deal["kitty"])
    for key in {"winner", "bid"} & set(deal):
        deal[key] = int(deal[key])
    deal["marks"] = {
        name: {**place, "seat": int(place["seat"])} for name, place in deal["marks"].items()
    }
    return deal


@cache
def rules(variant: str) -> ddz.Rules:
    """The rules, loaded once."""
    return ddz.load(variant)


def play(variant: str, case: dict[str, Any], seed: int) -> ddz.State:
    """Play the actions of a case, with its checks."""
    deals = [read_deal(written) for written in case.get("deals", [case.get("deal")])]
    state = rules(variant).deal(seed=seed, base=int(case.get("base", 1)), deal=deals)
    for entry in case.get("actions") or []:
        if isinstance(entry, dict):
            for key, want in entry.items():
                check(state, key, want)
            continue
        for seat, action in moves(entry):
            assert state.scores is None
            assert action in state.legal() or seat != state.seat, f"{seat} {action} is not legal"
            state = state.apply(action, seat)
    return state


def check_result(case: dict[str, Any], state: ddz.State) -> None:
    """The end of a game against the case's expectation."""
    expect = case["expect"]
    assert set(case) <= CASE_KEYS
    assert set(expect) <= EXPECT_KEYS
    view = state.view().data
    assert view["multiplier"] == int(expect.get("N", view["multiplier"]))
    for key in {"case", "winner", "bid", "roles"} & set(expect):
        assert same(expect[key], view[key], key), f"{key}: {view[key]}"
    log = [event for at in state.history() for event in data_of(at)]
    given = {str(event["seat"]): event["cards"] for event in log if event["event"] == "kitty_to"}
    if "kitty" in expect:
        assert given.keys() == expect["kitty"].keys()
        assert same(expect["kitty"], given, "kitty"), given
    find(expect.get("events", []), log)
    assert not set(expect.get("absent", "").split()) & {event["event"] for event in log}
    over = "scores" in expect or "by_role" in expect
    assert (state.seat is None) == over
    if not over:
        assert state.scores is None
        return
    assert state.scores is not None
    if "scores" in expect:
        assert state.scores == tuple(map(int, expect["scores"].split()))
    else:
        want = {ROLES[letter]: int(score) for letter, score in expect["by_role"].items()}
        assert [want[role] for role in view["roles"]] == list(state.scores)
    check_end(state, expect, log)


def check_end(state: ddz.State, expect: dict[str, Any], log: list[dict[str, Any]]) -> None:
    """G8: the scores sum to zero, nothing more can be done, and all roles and hands are public."""
    assert state.scores is not None
    assert sum(state.scores) == 0
    assert not list(state.legal())
    assert state.refusal("pass") is not None
    assert log[-1]["event"] == "scores"
    for seat, cards in expect.get("left", {}).items():
        assert same_cards(cards, log[-1]["hands"][int(seat)])
    for seat in (None, *range(6)):
        view = state.view(seat).data
        assert view["over"]
        assert None not in view["roles"]
        assert "roles" not in expect or same(expect["roles"], view["roles"], "roles")
        assert view["scores"] == list(state.scores)
        assert view["log"][-1] == log[-1]


@pytest.mark.parametrize(("variant", "case"), cases())
def test_game(variant: str, case: dict[str, Any]) -> None:
    """The game goes as written; with `seeds`, for each seed, and the winners are exactly those."""
    if "seeds" not in case:
        check_result(case, play(variant, case, int(case.get("seed", 0))))
        return
    winners = set()
    for seed in range(int(case["seeds"])):
        state = play(variant, case, seed)
        check_result(case, state)
        winners.add(str(state.view().data["winner"]))
    assert winners == set(case["expect"]["winners"].split())
