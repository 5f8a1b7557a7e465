"""Game records: `state.record()`, `ddz.replay(record)`, pickle, and the digest of the rules.

A record must give the same game back, as data, as JSON text and in another process; one that was
changed anywhere must fail with a ValueError that names the step.
"""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ddz
from tests import players

GAMES = ("2v4", "3v3", "melee")
ELSES = Path(__file__).parent / "elses"
STEP = re.compile(r"step (\d+): .+", re.DOTALL)

# H holds a twin too (T7, mine): seat 2 is the hidden landlord and barred, seats 1 3 4 5 may bid.
MINE: dict[str, Any] = {
    "hands": ["S5 S5 3", "4 4", "S5 6", "7", "8", "9 9"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
# Three hands, no auction (T7, apart); seats 1 and 2 are hidden.
APART: dict[str, Any] = {
    "hands": ["S5 3 3", "S5 6", "S5 7 7", "8", "9", "T"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
# After the auction; nothing but the play is left, every mark said.
PLAY: dict[str, Any] = {
    "hands": ["3 3 4 6", "4 5 5 7", "6 6 8", "7 7 9", "8 8 T", "9 9 J"],
    "marks": {"open_card": {"seat": 0, "card": "S4"}, "dark_card": {"seat": 1, "card": "S7"}},
    "start": "play",
    "winner": 0,
    "bid": 1,
}
# Seat 5's 9 is highest; it leads J, and after five more passes its last 9.
ACTIONS = "3 4 6 7 8 9 pass pass pass pass pass J pass pass pass pass pass 9"


@pytest.fixture(autouse=True)
def shipped_rules_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare each replay of shipped rules the reading and proving of their file."""
    load = ddz.load

    def load_once(variant: Any, text: Any = None) -> ddz.Rules:
        if text is None and variant in GAMES:
            return players.rules_of(variant)
        return load(variant, text)

    monkeypatch.setattr("ddz.front.load", load_once)


def replayed(state: ddz.State) -> ddz.State:
    """The state again from its record, its JSON text and its pickle, each held against it."""
    record = state.record()
    text = json.dumps(record, ensure_ascii=False)
    assert json.loads(text) == record
    for again in (
        ddz.replay(record),
        ddz.replay(text),
        ddz.replay(json.dumps(record)),
        pickle.loads(pickle.dumps(state)),  # noqa: S301
        copy.deepcopy(state),
    ):
        assert json.dumps(again.record(), ensure_ascii=False) == text
        assert (again.scores, again.seat, again.step) == (state.scores, state.seat, state.step)
        assert list(map(str, again.legal())) == list(map(str, state.legal()))
    for seat in (None, *range(6)):
        assert str(again.view(seat)) == str(state.view(seat))
    return again


def played(state: ddz.State, actions: str | list[str]) -> ddz.State:
    """The state after the actions, each of whose seat it is."""
    for action in actions.split() if isinstance(actions, str) else actions:
        state = state.apply(action)
    return state


@cache
def small() -> ddz.State:
    """A finished game of eighteen plays and passes."""
    state = played(players.rules_of("2v4").deal(seed=5, base=3, deal=PLAY), ACTIONS)
    assert state.scores is not None
    return state


@cache
def small_text() -> str:
    """Its record."""
    return json.dumps(small().record())


def small_record() -> dict[str, Any]:
    """Its record, a new one each time."""
    record: dict[str, Any] = json.loads(small_text())
    return record


def failed_step(record: Any) -> int:
    """The step at which a record fails; it must fail, with a ValueError that names it."""
    with pytest.raises(ValueError, match=r"^step \d+: ") as caught:
        ddz.replay(record)
    found = STEP.fullmatch(str(caught.value))
    assert found
    assert len(str(caught.value)) < 1000
    return int(found[1])


# --- the way there and back


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_finished_game_comes_back(name: str, seed: int) -> None:
    state = players.rules_of(name).deal(seed=seed, base=1 + seed)
    state = players.play_out(state, players.player_of(seed))
    again = replayed(state)
    assert again.scores == state.scores
    assert sum(again.scores or (1,)) == 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("actions", [0, 1, 4, 9, 40])
def test_a_game_comes_back_from_where_it_was_left(name: str, actions: int) -> None:
    player = players.busy(actions)
    state = players.rules_of(name).deal(seed=actions)
    for _ in range(actions):
        if state.seat is not None:
            state = state.apply(player(state))
    again = replayed(state)
    assert again.record()["scores"] is None
    ended = players.play_out(again, players.busy(1))  # and goes on
    assert ended.record() == players.play_out(state, players.busy(1)).record()


@pytest.mark.parametrize("name", GAMES)
def test_a_full_written_deal_comes_back(name: str) -> None:
    deal = players.random_deal(name, 4)
    state = players.rules_of(name).deal(seed=1, deal=deal)
    record = state.record()
    assert record["written"] == [deal]
    sides = [sorted(hand.split()) for hand in record["deals"][0]["hands"]]
    assert sides == [sorted(hand.split()) for hand in deal["hands"]]
    replayed(players.play_out(state, players.busy(2)))


def test_short_deals_come_back() -> None:
    state = players.rules_of("3v3").deal(seed=1, deal=APART)
    state = played(state, "keep double keep keep keep keep 33 pass 77")
    replayed(state)
    replayed(played(state, "pass pass pass pass pass S5"))  # his twin: he is out
    replayed(small())


def test_marks_left_out_are_drawn_by_the_seed() -> None:
    deal = {key: value for key, value in PLAY.items() if key in ("hands",)}
    found = set()
    for seed in range(8):
        state = players.rules_of("2v4").deal(seed=seed, deal=deal)
        replayed(state)
        record = state.record()
        assert record["written"] == [deal]
        found.add(json.dumps(record["deals"][0]["marks"]))
    assert len(found) > 1  # 8 seeds do not all draw the same two of 20 cards


def test_a_deal_that_was_given_is_a_record_of_its_own() -> None:
    deal = copy.deepcopy(PLAY)
    state = players.rules_of("2v4").deal(seed=5, deal=deal)
    before = json.dumps(state.record())
    deal["hands"][0] = "2 2"
    deal["marks"].clear()
    assert json.dumps(state.record()) == before
    record = state.record()
    record["deals"].clear()
    record["written"][0]["hands"].clear()
    assert json.dumps(state.record()) == before


def test_redeals_are_in_the_record() -> None:
    state = players.rules_of("3v3").deal(seed=2, deal=[MINE, APART])
    state = played(state, "pass pass pass pass pass")  # 1 2 3 4 5: nobody bids (T8)
    assert state.step == "double"
    record = replayed(state).record()
    assert len(record["deals"]) == 2
    assert [deal["hands"][4] for deal in record["deals"]] == ["S8", "S9"]
    deals = record["deals"]
    for changed in (deals[:1], deals[::-1], [*deals, deals[1]], [deals[0], deals[0]]):
        assert failed_step({**record, "deals": changed}) == 0
    assert failed_step({**record, "written": record["written"][:1]}) == 0


def test_redeals_after_the_written_deals_come_from_the_seed() -> None:
    state = played(players.rules_of("3v3").deal(seed=2, deal=MINE), "pass pass pass pass pass")
    record = replayed(state).record()
    assert [len(deal["hands"][0].split()) for deal in record["deals"]][:2] == [3, 27]


def test_lots_are_in_the_record() -> None:
    state = players.rules_of("3v3").deal(seed=2, deal=[MINE] * 4)
    state = played(state, ["pass"] * 20)  # four deals of five passes: three redeals, then the lot
    record = replayed(state).record()
    assert len(record["deals"]) == 4
    (lot,) = record["lots"]
    assert lot["bid"] == 1
    assert lot["seat"] in (1, 3, 4, 5)  # seat 2 is barred, seat 0 is not asked
    other = (lot["seat"] + 1) % 6
    assert failed_step({**record, "lots": [{**lot, "seat": other}]}) == 20
    assert failed_step({**record, "lots": []}) == 20


# --- rules that are not shipped


def house(folder: Path, more: str = "") -> Path:
    """A house rule file."""
    path = folder / "house.yaml"
    path.write_text(
        "format: 1\nextends: 2v4\ntitle: {zh: 我家的, en: Ours}\nmultiplier: {start: 2}\n" + more,
        encoding="utf-8",
    )
    return path


def test_rules_from_a_path_travel_in_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = house(tmp_path)
    rules = ddz.load(path)
    state = players.play_out(rules.deal(seed=1), players.busy(1))
    record, pickled = state.record(), pickle.dumps(state)
    assert "extends" not in record["rules"]
    assert record["rules"]["bombs"] == players.rules_of("2v4").deal(seed=1).rules.document["bombs"]
    path.unlink()
    monkeypatch.chdir("/")
    opened = pickle.loads(pickled)  # noqa: S301
    for again in (ddz.replay(record), ddz.replay(json.dumps(record)), opened):
        assert again.record() == record
        assert again.rules.title == {"zh": "我家的", "en": "Ours"}


def test_the_rules_in_a_record_are_a_copy(tmp_path: Path) -> None:
    state = ddz.load(house(tmp_path)).deal(seed=1)
    before = json.dumps(state.record())
    state.record()["rules"]["deck"].clear()
    assert json.dumps(state.record()) == before


@pytest.mark.parametrize(
    "name", ["a\0.yaml", "\0", "x" * 9999, "a\nb", "2v4", "melee", "/nowhere/a.yaml", ""]
)
def test_the_name_of_rules_that_travel_is_no_matter(name: str, tmp_path: Path) -> None:
    """It is shown and nothing else; a shipped name is kept for the shipped rules."""
    record = ddz.load(house(tmp_path)).deal(seed=1).record()
    changed = {**record, "variant": name}
    if "\0" in name or name in ("2v4", "melee"):
        assert failed_step(changed) == 0
    else:
        assert ddz.replay(changed).record()["rules"] == record["rules"]


def test_shipped_rules_do_not_travel() -> None:
    assert "rules" not in players.rules_of("3v3").deal(seed=1).record()


def test_other_rules_in_the_record_are_refused(tmp_path: Path) -> None:
    record = ddz.load(house(tmp_path)).deal(seed=1).record()
    start = copy.deepcopy(record)
    start["rules"]["multiplier"]["start"] = 3
    assert failed_step(start) == 0
    broken = copy.deepcopy(record)
    del broken["rules"]["ladder"]
    assert failed_step(broken) == 0
    assert failed_step({**record, "variant": "2v4", "rules": None}) == 0
    assert failed_step({key: value for key, value in record.items() if key != "rules"}) == 0


def test_a_record_never_has_a_file_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    house(tmp_path)
    record = ddz.load("house.yaml").deal(seed=1).record()
    child = {"format": 1, "title": {"zh": "子", "en": "Child"}}
    for variant, rules in itertools.product(
        ("house.yaml", str(tmp_path / "house.yaml"), "child.yaml", "./child.yaml"),
        (None, *({**child, "extends": e} for e in ("house.yaml", f"{tmp_path}/house.yaml"))),
    ):
        changed = {**record, "variant": variant, "rules": rules}
        assert failed_step(changed) == 0, (variant, rules)
        assert failed_step(json.dumps(changed)) == 0


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../2v4", "2v4.yaml", "", "2v4\0", "x" * 9999, "nope", "./2v4", "2V4"]
)
def test_a_record_names_a_shipped_variant(name: str) -> None:
    assert failed_step({**small_record(), "variant": name}) == 0


# --- records that were changed


def tampered(record: dict[str, Any]) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """What was changed in the actions, the step that must fail, and the record."""
    actions = record["actions"]
    count = len(actions)

    def other(what: str, step: int, changed: list[Any]) -> tuple[str, int, dict[str, Any]]:
        return what, step, {**record, "actions": changed}

    for at, (seat, text, check) in enumerate(actions):
        before, after = actions[:at], actions[at + 1 :]
        card = "3" if text != "3" else "4"
        yield other("another card", at + 1, [*before, [seat, card, check], *after])
        yield other("pass", at + 1, [*before, [seat, "bid 1", check], *after])
        yield other("another seat", at + 1, [*before, [(seat + 1) % 6, text, check], *after])
        yield other("no such seat", at + 1, [*before, [6, text, check], *after])
        yield other("true for a seat", at + 1, [*before, [True, text, check], *after])
        yield other("another check", at + 1, [*before, [seat, text, "0" * 16], *after])
        yield other("no check", at + 1, [*before, [seat, text], *after])
        # what follows takes its place; behind the last nothing does, and the record ends too early
        yield other("removed", min(at + 1, count - 1), [*before, *after])
        yield other("twice", at + 2, [*before, actions[at], actions[at], *after])
        if at + 1 < count:
            swapped = [*before, actions[at + 1], actions[at], *actions[at + 2 :]]
            yield other("swapped", at + 1, swapped)


@pytest.mark.parametrize("finished", [True, False])
def test_changed_actions_fail_where_they_were_changed(finished: bool) -> None:
    state = small() if finished else small().history()[7]
    record = state.record()
    assert ddz.replay(record).record() == record
    for what, step, changed in tampered(record):
        assert failed_step(changed) == step, (what, step, changed["actions"])


def test_other_allowed_actions_fail_too() -> None:
    """Every other action the rules would allow at a step is not what was recorded."""
    state = small()
    record = state.record()
    for at, before in enumerate(state.history()[:-1]):
        for action in before.legal():
            changed = copy.deepcopy(record)
            if changed["actions"][at][1] != str(action):
                changed["actions"][at][1] = str(action)
                assert failed_step(changed) == at + 1


def test_a_whole_game_with_a_changed_action_fails() -> None:
    state = players.play_out(players.rules_of("3v3").deal(seed=3), players.busy(3))
    record = state.record()
    for at in range(0, len(record["actions"]), 17):
        changed = copy.deepcopy(record)
        changed["actions"][at][1] = "77" if changed["actions"][at][1] != "77" else "pass"
        assert failed_step(changed) == at + 1


def set_at(record: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The record with one place changed."""
    changed = copy.deepcopy(record)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    assert json.dumps(place[path[-1]]) != json.dumps(value)
    place[path[-1]] = value
    return changed


LAST = len(ACTIONS.split())
CHANGED: list[tuple[tuple[Any, ...], Any, int]] = [
    (("format",), 2, 0),
    (("format",), True, 0),
    (("format",), 1.0, 0),
    (("variant",), "3v3", 0),
    (("variant",), "melee", 0),
    (("digest",), "0" * 64, 0),
    (("seed",), 6, 0),
    (("seed",), -5, 0),
    (("seed",), 5.0, 0),
    (("base",), 1, 0),
    (("base",), 0, 0),
    (("deals",), [], 0),
    (("deals", 0, "hands", 5), "S9 H9 SQ", 0),
    (("deals", 0, "marks", "dark_card", "seat"), 2, 0),
    (("deals", 0, "marks", "dark_card", "card"), "S5", 0),
    (("deals", 0, "winner"), 1, 0),
    (("deals", 0, "winner"), False, 0),
    (("written", 0, "winner"), 1, 0),
    (("written", 0, "hands", 4), "8 8 9", 0),
    (("written",), [], 0),
    (("check",), "0" * 16, 0),
    (("end_check",), "0" * 16, LAST),
    (("scores", 0), -7, LAST),
    (("scores", 1), 0.5, LAST),
    (("scores",), None, LAST),
    (("why", "N"), 2, LAST),
    (("why", "row"), 0, LAST),
    (("why", "side"), "landlords", LAST),
    (("why",), {}, LAST),
    (("lots",), [{"seat": 1, "bid": 1}], LAST),
]


@pytest.mark.parametrize(("path", "value", "step"), CHANGED, ids=str)
def test_whatever_else_is_changed_fails(path: tuple[Any, ...], value: Any, step: int) -> None:
    assert failed_step(set_at(small_record(), path, value)) == step


def test_scores_are_held_as_written() -> None:
    record = small_record()
    # base 3, N 1, the peasants win: big landlord -3 × 3, second -1 × 3, a peasant +1 × 3
    assert record["scores"] == [-9, -3, 3, 3, 3, 3]
    assert failed_step({**record, "scores": [-9.0, -3, 3, 3, 3, 3]}) == LAST
    assert failed_step({**record, "scores": [-9, -3, 3, 3, 3, 3, 0]}) == LAST


@pytest.mark.parametrize("key", [*small_record()])
def test_a_key_that_is_missing_fails(key: str) -> None:
    record = small_record()
    del record[key]
    failed_step(record)


# --- what is no record at all


def deep(levels: int = 30_000) -> list[Any]:
    """Lists in lists."""
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


def circle() -> list[Any]:
    """A list that holds itself."""
    found: list[Any] = []
    found.append(found)
    return found


GARBAGE: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "int": lambda: 8,
    "huge int": lambda: 10**5000,
    "true": lambda: True,
    "nan": lambda: float("nan"),
    "bytes": lambda: b"{}",
    "text": lambda: "3v3",
    "empty text": lambda: "",
    "surrogate": lambda: "\ud800",
    "null character": lambda: "\0",
    "long text": lambda: "x" * 9_000,
    "list": lambda: [7],
    "lists": lambda: [[[1, 2], {}], None],
    "tuple": lambda: (1, "pass", ""),
    "set": lambda: {1, 2},
    "dict": lambda: {"a": 1},
    "other keys": lambda: {1: 2, "a": {None: 3, (1, 2): 3}},
    "object": object,
    "class": lambda: ddz.Bid,
    "deep": deep,
    "circle": circle,
    "json": lambda: '{"format": 1}',
    "deep json": lambda: "[" * 100_000,
    "deep json mapping": lambda: '{"a":' * 100_000,
    "json of a big number": lambda: '{"format": ' + "1" * 5000 + "}",
}
PLACES: list[tuple[Any, ...]] = [
    *((key,) for key in (*small_record(), "rules")),
    ("actions", 3),
    ("actions", 3, 0),
    ("actions", 3, 1),
    ("actions", 3, 2),
    ("deals", 0),
    ("deals", 0, "hands", 0),
    ("written", 0),
    ("written", 0, "hands"),
    ("written", 0, "hands", 0),
    ("written", 0, "marks", "open_card"),
    ("written", 0, "start"),
    ("scores", 2),
]


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage_is_no_record(kind: str) -> None:
    assert failed_step(GARBAGE[kind]()) == 0


@pytest.mark.parametrize("kind", [kind for kind in GARBAGE if "json" not in kind])
def test_garbage_in_a_record_is_refused(kind: str) -> None:
    for place in PLACES:
        record = small_record()
        at: Any = record
        for key in place[:-1]:
            at = at[key]
        at[place[-1]] = GARBAGE[kind]()
        if place == ("rules",) and kind == "None":  # as good as left out
            assert ddz.replay(record).scores == small().scores
        else:
            failed_step(record)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(place=st.sampled_from(PLACES), value=JSON)
def test_no_json_in_a_record_raises_anything_else(place: tuple[Any, ...], value: Any) -> None:
    record = small_record()
    at: Any = record
    for key in place[:-1]:
        at = at[key]
    same = json.dumps(at.get(place[-1]) if isinstance(at, dict) else at[place[-1]])
    at[place[-1]] = value
    if json.dumps(value) != same:
        failed_step(record)


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=40) | JSON.map(json.dumps))
def test_no_text_raises_anything_else(text: str) -> None:
    assert failed_step(text) == 0


# --- another process


def other_process(code: str, seed: str, text: str = "") -> str:
    """What a new interpreter prints."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        cwd=Path(__file__).parent.parent,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_same_bytes_in_another_process() -> None:
    code = """
import hashlib, json
from tests import players
for name in ("2v4", "3v3", "melee"):
    state = players.play_out(players.rules_of(name).deal(seed=6), players.busy(6))
    print(hashlib.sha256(json.dumps(state.record()).encode()).hexdigest())
"""
    here = []
    for name in GAMES:
        state = players.play_out(players.rules_of(name).deal(seed=6), players.busy(6))
        here.append(hashlib.sha256(json.dumps(state.record()).encode()).hexdigest())
    assert [other_process(code, seed).split() for seed in ("0", "77")] == [here, here]


def test_a_pickle_opens_in_another_process_and_closes_again() -> None:
    """In a process that has dealt nothing, what `replay` gives must pickle as well."""
    code = """
import json, pickle, sys, ddz
text = sys.stdin.read()
state = ddz.replay(text)
again = pickle.loads(pickle.dumps(state))
assert again.record() == state.record() == json.loads(text)
assert len(pickle.dumps(state)) < 2 * len(text)
opened = pickle.loads(bytes.fromhex(PICKLED))
assert opened.record() == state.record()
print(state.scores)
"""
    state = small()
    code = code.replace("PICKLED", repr(pickle.dumps(state).hex()))
    printed = other_process(code, "1", json.dumps(state.record()))
    assert printed.strip() == str(state.scores)


# --- the digest


HEAD = "format: 1\nextends: {base}\ntitle: {{zh: 甲, en: A}}\n"

SAME = [
    "",
    "title: {zh: 乙, en: B}\n",
    "texts: {solo: {zh: 独, en: single}, nothing_of_that_name: null}\n",
    "examples: [3 is solo, 33 < 44]\n",
    "# a remark\n",
]

OTHER = [
    "patterns: {trio_solo: trio + solo}\n",
    "patterns: {trio: null, trio_chain: null, trio_pair: null, trio_pair_chain: null}\n",
    "multiplier: {start: 2}\n",
    "multiplier: {most: 99}\n",
    "steps: {auction: {auction: {bids: [1, 2]}}}\n",
    "steps: {auction: {auction: {turns: 2}}}\n",
]
OTHER_2V4 = [
    "steps: {show: {choice: {seconds: 6}}}\n",
    "steps: {show: {choice: {default: show}}}\n",
    "steps: {play: {play: {lead: dark}}}\n",
    "steps: {instant: {end: {when: {no_bomb: null}}}}\n",
]


def digest_of(folder: Path, base: str, more: str) -> str:
    """The digest of a file that extends a shipped one."""
    text = (HEAD if "title:" not in more else HEAD.replace("title", "# title")).format(base=base)
    path = folder / "child.yaml"
    path.write_text(text + more, encoding="utf-8")
    return ddz.load(path).digest


@pytest.mark.parametrize("base", ["2v4", "3v3"])
def test_words_do_not_change_the_digest(base: str, tmp_path: Path) -> None:
    assert {digest_of(tmp_path, base, more) for more in SAME} == {players.rules_of(base).digest}


def test_every_rule_changes_the_digest(tmp_path: Path) -> None:
    found = [players.rules_of(name).digest for name in GAMES]
    found += [ddz.load(path).digest for path in sorted(ELSES.glob("*.yaml"))[::8]]
    for base, table in (("2v4", OTHER + OTHER_2V4), ("3v3", OTHER[3:])):
        found += [digest_of(tmp_path, base, more) for more in table]
    assert len(set(found)) == len(found)
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in found)
