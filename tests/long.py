"""Many seeded random games: ``python -m tests.long [--games 2000] [--only NAME]``.

Every game must end, its scores sum to zero, and its record replay; then all are played again in
another process with another hash seed, and the bytes of all records compared.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter

import ddz

NAMES = ("2v4", "3v3", "melee", "classic", "compat/openspiel", "compat/rlcard", "compat/douzero")


def play(rules: ddz.Rules, seed: int) -> ddz.State:
    """A random game."""
    chance = random.Random(f"long {seed}").random
    state = rules.deal(seed=seed)
    while state.seat is not None:
        legal = state.legal()
        state = state.apply(legal[int(chance() * len(legal))])
    return state


def digest(name: str, games: int, replay: bool) -> tuple[str, Counter[str]]:
    """A hash of the records of so many games, and what was seen in them."""
    rules = ddz.load(name)
    running = hashlib.sha256()
    seen: Counter[str] = Counter()
    for seed in range(games):
        state = play(rules, seed)
        assert state.outcome is not None
        assert state.scores is not None
        assert len(state.scores) == rules.players
        assert sum(state.scores) == 0, f"{name} seed {seed}: {state.scores}"
        record = state.record()
        text = json.dumps(record, ensure_ascii=False)
        running.update(text.encode())
        running.update(str(state.view(seed % rules.players)).encode())
        seen["actions"] += len(record["actions"])
        seen["redeals"] += len(record["deals"]) - 1
        seen[f"ended by {state.outcome.kind} {state.outcome.reason}".strip()] += 1
        seen[f"case {state.facts.case}"] += 1
        if replay:
            again = ddz.replay(text)
            assert json.dumps(again.record(), ensure_ascii=False) == text, f"{name} seed {seed}"
            seen["replayed"] += 1
    return running.hexdigest(), seen


def other_process(name: str, games: int) -> str:
    """The same hash from another process with another hash seed."""
    command = [
        sys.executable,
        "-m",
        "tests.long",
        "--digest",
        "--only",
        name,
        "--games",
        str(games),
    ]
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    """Play, and print what was seen."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--only", choices=NAMES)
    parser.add_argument("--digest", action="store_true", help="print the hash and nothing else")
    arguments = parser.parse_args()
    for name in [arguments.only] if arguments.only else NAMES:
        found, seen = digest(name, arguments.games, replay=not arguments.digest)
        if arguments.digest:
            print(found)
            continue
        same = found == other_process(name, arguments.games)
        print(f"{name}: {arguments.games} games; same bytes in another process: {same}")
        print("  " + ", ".join(f"{what} {count}" for what, count in sorted(seen.items())))
        assert same


if __name__ == "__main__":
    main()
