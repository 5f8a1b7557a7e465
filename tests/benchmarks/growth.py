"""What a play costs by hand size and number of decks."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from statistics import mean

import ddz
from tests.benchmarks.cards import deck_of
from tests.benchmarks.measure import Case, Column, Table, Work, measure

__all__ = ["growth"]

DECKS = """
format: 1
extends: classic
title: {{zh: 牌局, en: "{decks} decks"}}
deck: {{copies: {decks}}}
deal: {{each: {each}}}
"""


def growth(rounds: int, quick: bool) -> Table:
    """Random games by the same rules with more decks and larger hands."""
    count = 2 if quick else 100
    cases = []
    about: list[tuple[str, int, int]] = []
    offers: dict[str, float] = {}
    one = deck_of(ddz.load("classic"))
    sizes = (10, 17, 35) if quick else (10, 17, 35, 70, 140)
    for decks in (1, 2, 4, 8):
        text = DECKS.format(decks=decks, each=18 * decks - 1)
        rules = ddz.load("decks.yaml", text=text)
        cards = deck_of(rules)
        kinds = [("one deck's cards", 17, one)]
        kinds += [("any", size, cards) for size in sizes if size < 18 * decks]
        for kind, size, some in kinds:
            few = max(1, count * 17 // size // (4 if size > 35 else 1))
            name = f"{decks} {kind} {size}"
            prepare = partial(_dealt, rules, some, size, few)
            offers[name] = _offered(prepare(-1))
            cases.append(Case(name, partial(_played, prepare)))
            about.append((kind, size, decks))
    measure(cases, rounds)
    rows = [
        {
            "cards": kind,
            "hand": size,
            "decks": decks,
            "offered": offers[case.name],
            "plays/s": case.rate(),
            "µs": 1e6 / case.rate(),
        }
        for (kind, size, decks), case in zip(about, cases, strict=True)
    ]
    rows.sort(key=lambda row: (row["cards"] == "any", row["hand"], row["decks"]))
    columns = [
        Column("cards"),
        Column("hand", "d"),
        Column("decks", "d"),
        Column("offered", ",.1f"),
        Column("plays/s", ",.0f"),
        Column("µs", ",.2f"),
    ]
    note = (
        "The classic game with more decks, three random players, from the first lead to the last"
        "\nplay. In the first rows the very same hands and choices by all the rules; below, hands"
        "\nfrom all the decks. 'offered' is how many actions there are to choose from, on average;"
        "\nµs for each play."
    )
    return Table("growth", "Cost by decks and hand size", note, columns, rows)


def _dealt(
    rules: ddz.Rules, cards: list[str], size: int, count: int, number: int
) -> list[ddz.State]:
    """States at the first lead."""
    chance = random.Random(f"{size} {number}")
    states = []
    for _ in range(count):
        some = chance.sample(cards, 3 * size)
        texts = ["".join(some[seat * size : (seat + 1) * size]) for seat in range(3)]
        written = {"hands": texts, "start": "play", "winner": 0, "bid": 1}
        states.append(rules.deal(seed=0, deal=written))
    return states


def _played(prepare: Callable[[int], list[ddz.State]], number: int) -> Work:
    states = prepare(number)

    def work() -> tuple[int, int]:
        rnd, plays = random.Random(number).random, 0
        for state in states:
            while state.seat is not None:
                legal = state.legal()
                state = state.apply(legal[int(rnd() * len(legal))])
                plays += 1
        return len(states), plays

    return work


def _offered(states: list[ddz.State]) -> float:
    """How many actions there are on average in random games; also a warm-up."""
    rnd, found = random.Random(0).random, []
    for state in states:
        while state.seat is not None:
            legal = state.legal()
            found.append(len(legal))
            state = state.apply(legal[int(rnd() * len(legal))])
    return mean(found)
