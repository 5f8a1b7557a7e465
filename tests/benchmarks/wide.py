"""A house rule by which one hand has millions of plays."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import Any

import ddz
from tests.benchmarks.cards import deck_of
from tests.benchmarks.measure import Column, Table, clock

__all__ = ["wide"]

HOUSE = Path(__file__).with_name("house.yaml")

Question = Callable[["Wide"], Any]


class Wide:
    """What is asked about one hand: a list of plays, and a play and a card set that is none."""

    def __init__(self, rules: ddz.Rules, at: str, size: int, chance: random.Random) -> None:
        cards = deck_of(rules)
        chance.shuffle(cards)
        mine, other = cards[:size], cards[108:]
        self.text = "".join(mine)
        self.rules, self.at = rules, at
        self.play = _widest(mine, chance)
        short = len(self.play) % 5 != 1  # no trios with pairs
        self.nothing = self.play[1:] if short else self.play + self.play[0]
        written = {"hands": [self.text, "".join(other)], "start": "play", "winner": 0, "bid": 1}
        self.state = rules.deal(seed=0, deal=written)

    def plays(self) -> Any:
        """The plays, by the door that is measured."""
        return self.state.legal() if self.at == "state.legal()" else self.rules.plays(self.text)

    def size(self) -> int:
        """How many there are."""
        return len(self.plays())

    def has(self) -> bool:
        """Whether they have the play."""
        return self.play in self.plays()

    def has_not(self) -> bool:
        """Whether they lack what is no play."""
        return self.nothing not in self.plays()

    def hundred(self) -> list[Any]:
        """The first hundred."""
        return list(islice(self.plays(), 100))


def _widest(hand: list[str], chance: random.Random) -> str:
    """A chain of trios as long as the hand has it, each with a card of the rest."""
    best = run = ""
    for rank in "3456789TJQKA":
        run = run + rank if hand.count(rank) >= 3 else ""
        best = max(best, run, key=len)
    rest = list(hand)
    for rank in best * 3:
        rest.remove(rank)
    return "".join(rank * 3 for rank in best) + "".join(chance.sample(rest, len(best)))


QUESTIONS: tuple[tuple[str, Question], ...] = (
    ("len", Wide.size),
    ("in", Wide.has),
    ("in, no play,", Wide.has_not),
    ("first 100", Wide.hundred),
)


def wide(rounds: int, quick: bool) -> Table:
    """Counting, asking and beginning to list where one hand has millions of plays."""
    count, size = (2, 27) if quick else (8, 108)
    doors = ("rules.plays(text)", "state.legal()")
    asked = [(f"{name} of {door}", door, ask) for door in doors for name, ask in QUESTIONS]
    first: dict[str, list[float]] = {name: [] for name, *_ in asked}
    later: dict[str, list[float]] = {name: [] for name, *_ in asked}
    for number in range(rounds):
        for name, door, ask in asked:
            rules = ddz.load(HOUSE)
            chance = random.Random(f"wide {number}")
            for at in range(count):
                given = Wide(rules, door, size, chance)
                seconds, found = clock(partial(ask, given))
                assert found
                (later if at else first)[name].append(seconds)
    rows = []
    rules = ddz.load(HOUSE)
    for name, door, ask in asked:
        most, kept, plays = _memory(rules, door, ask, size, count)
        rows.append(
            {
                "what": name,
                "first ms": median(first[name]) * 1e3,
                "later ms": median(later[name]) * 1e3,
                "slowest later ms": max(later[name]) * 1e3,
                "peak KiB": most / 1024,
                "kept KiB a hand": kept / 1024,
                "plays": plays,
            }
        )
    columns = [
        Column("what"),
        *(Column(name, ",.3f") for name in ("first ms", "later ms", "slowest later ms")),
        *(Column(name, ",.1f") for name in ("peak KiB", "kept KiB a hand")),
        Column("plays", ",.0f"),
    ]
    note = (
        f"tests/benchmarks/house.yaml: two players, four decks, hands of {size} cards, {count} a"
        "\nround; 'first' is what is asked first of rules just loaded, 'later' the other hands."
        "\nMemory by tracemalloc, for the later ones; 'plays' is the mean of the hands."
    )
    return Table("wide", "Millions of plays in a hand", note, columns, rows)


def _memory(
    rules: ddz.Rules, door: str, ask: Question, size: int, count: int
) -> tuple[int, float, float]:
    """The most that one question takes, what stays of it, and how many plays a hand has."""
    chance = random.Random("wide memory")
    given = [Wide(rules, door, size, chance) for _ in range(count + 1)]
    ask(given[0])
    most = 0
    tracemalloc.start()
    begun, _ = tracemalloc.get_traced_memory()
    for each in given[1:]:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        ask(each)
        most = max(most, tracemalloc.get_traced_memory()[1] - before)
    ended, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most, (ended - begun) / count, mean(len(rules.plays(each.text)) for each in given)
