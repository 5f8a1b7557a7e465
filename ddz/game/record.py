"""Game records: a game as JSON data, and the game back from it, step by step.

A record holds: format, variant, digest of the rules (and the flattened rules where they are not
shipped), seed, base, deals (those of redeals too; `written` are the ones the caller gave), actions
with their seats, lots, scores, and why: how N came about and which row settled. Each action carries
a check over all before it, and `end_check` is the last of them, so that a record that was changed
fails where it was changed.
"""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from typing import Any

from ddz.cards import CardsError
from ddz.compiled import Compiled
from ddz.game.actions import RefusedAction
from ddz.game.events import events_of
from ddz.game.state import State, start

__all__ = ["FORMAT", "ReplayError", "record_of", "replay_with"]

FORMAT = 1


class ReplayError(ValueError):
    """A record that does not replay. `step` is the number of the action at which it fails, from 1;
    0 is the deal."""

    def __init__(self, step: int, sentence: str) -> None:
        super().__init__(f"step {step}: {sentence}")
        self.step = step


def record_of(state: State) -> dict[str, Any]:
    """The game up to this state as JSON data."""
    rules = state.rules
    states = state.history()
    record: dict[str, Any] = {
        "format": FORMAT,
        "variant": rules.name,
        "digest": rules.digest,
    }
    if rules.shipped is None:
        record["rules"] = deepcopy(rules.document)
    record |= {
        "seed": state.seed,
        "base": state.base,
        "deals": [deal.as_data(rules) for deal in (*state.facts.earlier, state.facts.deal)],
        "written": deepcopy(list(state.setup.written)),
        "lots": [event.data for node in states for event in events_of(node) if event.kind == "lot"],
        "scores": list(state.scores) if state.scores is not None else None,
        "why": _why(states),
    }
    record["check"] = running = _start_check(record)
    actions = []
    for node in states[1:]:
        running = _check(running, node.actor, str(node.action))
        actions.append([node.actor, str(node.action), running])
    record["actions"] = actions
    record["end_check"] = running
    return record


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
    running = _start_check(record)
    if record.get("check") != running:
        raise ReplayError(0, "the seed, base or deals are not those that were recorded")
    for step, entry in enumerate(actions, 1):
        seat, text, check = _entry(rules, entry, step)
        running = _check(running, seat, text)
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


def _start_check(record: dict[str, Any]) -> str:
    parts = [record.get(key) for key in ("digest", "seed", "base", "deals", "written")]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def _check(running: str, seat: int, text: str) -> str:
    line = f"{running} {seat} {text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(line).hexdigest()[:16]


def _why(states: list[State]) -> dict[str, Any]:
    """How N came about, and the row that settled."""
    last = states[-1]
    changes: list[dict[str, Any]] = []
    for number, node in enumerate(states):
        for event in events_of(node):
            if event.kind == "redeal":
                changes = []
            elif event.kind == "multiplier":
                action = str(node.action) if node.action is not None else ""
                changes.append({"step": number, "action": action, **event.data})
    why: dict[str, Any] = {"N": last.multiplier, "changes": changes}
    if last.outcome is not None:
        outcome = last.outcome
        why |= {
            "ended": outcome.kind,
            "reason": outcome.reason,
            "side": outcome.side,
            "row": outcome.row,
            "times": outcome.times,
            "base": last.base,
        }
    return why


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "something too long to show"
    return _cut(text, 80)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
