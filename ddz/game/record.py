"""Game records: a game as JSON data.

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

from ddz.game.events import events_of
from ddz.game.position import Position

__all__ = ["FORMAT", "next_check", "record_of", "start_check"]

FORMAT = 1


def record_of(state: Position) -> dict[str, Any]:
    """The game up to this state as JSON data."""
    rules = state.rules
    states, outcome = state.chain(), state.outcome
    record: dict[str, Any] = {
        "format": FORMAT,
        "variant": rules.name,
        "digest": rules.digest,
    }
    if rules.shipped is None:
        record["rules"] = deepcopy(rules.document)
    record |= {
        "seed": state.setup.seed,
        "base": state.setup.base,
        "deals": [deal.as_data(rules) for deal in (*state.facts.earlier, state.facts.deal)],
        "written": deepcopy(list(state.setup.written)),
        "lots": [event.data for node in states for event in events_of(node) if event.kind == "lot"],
        "scores": list(outcome.scores) if outcome is not None else None,
        "why": _why(states),
    }
    record["check"] = running = start_check(record)
    actions = []
    for node in states[1:]:
        running = next_check(running, node.actor, str(node.action))
        actions.append([node.actor, str(node.action), running])
    record["actions"] = actions
    record["end_check"] = running
    return record


def start_check(record: dict[str, Any]) -> str:
    """A hash of what comes before the actions."""
    parts = [record.get(key) for key in ("digest", "seed", "base", "deals", "written")]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def next_check(running: str, seat: int, text: str) -> str:
    """A hash of the one before and an action."""
    line = f"{running} {seat} {text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(line).hexdigest()[:16]


def _why(states: list[Position]) -> dict[str, Any]:
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
            "base": last.setup.base,
        }
    return why
