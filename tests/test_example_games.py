"""Examples of finished games against games that were played: what was so once can be, and an
example that tells it all is never refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ddz
from ddz.check.examples import Bench, run_examples
from ddz.game.known import Known
from ddz.game.state import State
from ddz.source import Listing, Mapping, read
from ddz.tools.players import SimplePlayer
from ddz.variant import build, flatten
from ddz.variant.find import find_variant

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "tests" / "house_rules"
GAMES = {
    "2v4": 12,
    "3v3": 12,
    "melee": 12,
    "classic": 40,
    "2v4[unbid=redeal]": 4,
    str(HOUSE / "capped.yaml"): 8,
    str(HOUSE / "two-players.yaml"): 20,
    str(HOUSE / "four-players.yaml"): 12,
    str(HOUSE / "redeal-at-double.yaml"): 20,
    str(HOUSE / "unequal-peasants.yaml"): 12,
    str(HOUSE / "bombs-multiply.yaml"): 8,
}


def played(rules: ddz.Rules, seed: int) -> State:
    """A game that simple players played to its end."""
    players = [SimplePlayer(seed * 31 + seat) for seat in range(rules.players)]
    state = rules.deal(seed=seed)
    while state.outcome is None:
        assert state.seat is not None
        state = state.apply(players[state.seat].choose(state))
    return state


def told(state: State) -> dict[str, Any] | None:
    """All that an example can say of a finished game; None where it was void."""
    rules, facts, outcome = state.rules, state.facts, state.outcome
    assert outcome is not None
    if outcome.kind not in ("out", "ended"):
        return None
    known = Known(state, 0)
    seats: dict[str, list[int]] = {}
    for seat, role in enumerate(facts.roles):
        seats.setdefault(rules.roles[role].name, []).append(seat)
    example: dict[str, Any] = {"won": outcome.side, "N": state.multiplier}
    if facts.case is not None:
        example["case"] = facts.case
    if facts.bid:
        example["bid"] = facts.bid
    if outcome.kind == "out":
        example["out"] = rules.roles[facts.roles[outcome.seat]].name
    else:
        example["ended"] = outcome.step
    for key, ask in (("left", known.left), ("plays", known.plays)):
        numbers = {role: {ask(1 << seat) for seat in held} for role, held in seats.items()}
        example[key] = {role: min(found) for role, found in numbers.items() if len(found) == 1}
    example["scores"] = {role: outcome.scores[held[0]] for role, held in seats.items()}
    return example


def bench(game: str, examples: list[dict[str, Any]]) -> Bench:
    """What runs these examples by a game."""
    layered = flatten(find_variant(game))
    written, _ = read(json.dumps({"examples": examples}), "house.yaml")
    assert layered.root is not None
    assert isinstance(written, Mapping)
    variant = build(layered, layered.root)
    listing = written.get("examples")
    assert isinstance(listing, Listing)
    rules = ddz.load(game).compiled
    return Bench(replace(variant, examples=tuple(listing.items)), rules.table, rules)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_a_game_that_was_played_can_be(game: str) -> None:
    """Whatever its players did, the example that tells a game holds."""
    rules = ddz.load(game)
    examples = [told(played(rules, seed)) for seed in range(GAMES[game])]
    told_of = [example for example in examples if example is not None]
    assert told_of
    for first in range(0, len(told_of), 4):  # a few at a time: the budget is a file's
        results = run_examples(bench(game, told_of[first : first + 4]))
        assert [(r.title, r.differences) for r in results if r.verdict != "passed"] == []
