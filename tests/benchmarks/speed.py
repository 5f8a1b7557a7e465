"""How fast the engine is. Run by hand: ``python -m tests.benchmarks.speed``.

Prints the median of several rounds in process time (CPU seconds), for one core. Machines differ and
are noisy, so compare figures of one run only.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

import ddz

ROUNDS = 7
HAND = "33333444455566667778888888999TTJJJQQQKKKKKKABR"

COLD = """
import time
import ddz, ddz.check, lark, jsonschema
start = time.process_time()
ddz.load("{name}")
print(time.process_time() - start)
"""


def timed(act: Callable[[], int]) -> float:
    """Seconds of process time for each of the things `act` says it did; median of the rounds."""
    found = []
    for _ in range(ROUNDS):
        start = time.process_time()
        done = act()
        found.append((time.process_time() - start) / done)
    return median(found)


def cold(name: str) -> float:
    """Seconds for `load` in a fresh process, its imports apart."""
    found = []
    for _ in range(ROUNDS):
        code = COLD.format(name=name)
        ran = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        found.append(float(ran.stdout))
    return median(found)


def games(rules: ddz.Rules, count: int) -> int:
    """Play random games through the public door; how many actions that were."""
    actions = 0
    for seed in range(count):
        chance = random.Random(seed).random
        state = rules.deal(seed=seed)
        while state.seat is not None:
            legal = state.legal()
            state = state.apply(legal[int(chance() * len(legal))])
            actions += 1
    return actions


def classified(rules: ddz.Rules, texts: list[str]) -> int:
    """Classify each text once."""
    for text in texts:
        rules.classify(text)
    return len(texts)


def listed(rules: ddz.Rules) -> int:
    """List the plays of a 46-card hand."""
    for _ in range(20):
        list(rules.plays(HAND))
    return 20


def main() -> None:
    """Print the table."""
    for name in ("2v4", "3v3", "melee"):
        rules = ddz.load(name)
        print(f"{name:6} load, cold           {cold(name):9.3f} s")
        speed = 1 / timed(partial(games, rules, 20))
        print(f"{name:6} random games         {speed:9,.0f} actions/s")
    rules = ddz.load("2v4")
    texts = [str(play) for play in rules.plays(HAND)]
    print(f"2v4    classify             {timed(lambda: classified(rules, texts)) * 1e6:9.1f} µs")
    print(f"2v4    plays of 46 cards    {timed(lambda: listed(rules)) * 1e6:9.0f} µs")


if __name__ == "__main__":
    main()
