"""A game back from its record, step by step."""

from __future__ import annotations

import json
from typing import Any

from ddz.cards import CardsError
from ddz.compiled import Compiled
from ddz.game.actions import RefusedAction
from ddz.game.record import FORMAT, next_check, record_of, start_check
from ddz.game.state import State, start

__all__ = ["ReplayError", "replay_with"]


class ReplayError(ValueError):
    """A record that does not replay. `step` is the number of the action at which it fails, from 1;
    0 is the deal."""

    def __init__(self, step: int, sentence: str) -> None:
        super().__init__(f"step {step}: {sentence}")
        self.step = step


def replay_with(rules: Compiled, record: dict[str, Any]) -> State:
    """The last state of a record's game, with every step checked; the record is JSON data.
    ReplayError at the first that fails.
    """
    if not _same(record.get("format"), FORMAT):
        raise ReplayError(0, f"this is no game record of format {FORMAT}")
    if record.get("digest") != rules.digest:
        raise ReplayError(0, f"the rules of '{rules.name}' are not those the game was played by")
    deals, actions = record.get("deals"), record.get("actions")
    if not isinstance(deals, list) or not deals or not isinstance(actions, list):
        raise ReplayError(0, "the record has no 'deals' or no 'actions'")
    try:
        state = start(
            rules, record.get("seed"), record.get("base", 1), record.get("written") or None
        )
    except CardsError as error:
        raise ReplayError(0, _cut(str(error), 200)) from None
    _check_deals(state, deals, 0)
    dealt = state.facts.deal
    running = start_check(record)
    if record.get("check") != running:
        raise ReplayError(0, "the seed, base or deals are not those that were recorded")
    for step, entry in enumerate(actions, 1):
        seat, text, check = _entry(rules, entry, step)
        running = next_check(running, seat, text)
        try:
            state = state.apply(text, seat)
        except (CardsError, RefusedAction) as error:
            raise ReplayError(step, f"{_short(text)} by seat {seat} is refused: {error}") from None
        if check != running:
            raise ReplayError(step, f"{_short(text)} by seat {seat} is not what was recorded")
        if state.facts.deal is not dealt:
            _check_deals(state, deals, step)
            dealt = state.facts.deal
    if record.get("end_check") != running:
        raise ReplayError(len(actions), "the record does not end where the game was recorded to")
    _check_end(state, record, len(actions))
    return state


def _entry(rules: Compiled, entry: Any, step: int) -> tuple[int, str, Any]:
    """Seat, action and check of an entry of `actions`."""
    if isinstance(entry, list) and len(entry) == 3:
        seat, text, check = entry
        if type(seat) is int and 0 <= seat < rules.players and isinstance(text, str):
            return seat, text, check
    raise ReplayError(step, f"{_short(entry)} is no seat, action and check")


def _check_deals(state: State, deals: list[Any], step: int) -> None:
    earlier = len(state.facts.earlier)
    if earlier >= len(deals):
        raise ReplayError(step, "all is dealt anew, and the record has no further deal")
    if state.facts.deal.as_data(state.rules) != deals[earlier]:
        raise ReplayError(step, f"deal {earlier + 1} is not what the seed gives")


def _check_end(state: State, record: dict[str, Any], step: int) -> None:
    again = record_of(state)
    for key in ("scores", "why", "lots"):
        if not _same(record.get(key), again[key]):
            raise ReplayError(
                step, f"'{key}' is {_short(again[key])}, not {_short(record.get(key))}"
            )
    if len(record["deals"]) != len(again["deals"]):
        raise ReplayError(step, "the record has more deals than were dealt")


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON; 1, 1.0 and true are three."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "something too long to show"
    return _cut(text, 80)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
