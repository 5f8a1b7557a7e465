"""What ddz alone is measured by: games for six, plays, names of cards, validation, processes."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import ddz
from tests.benchmarks.cards import deck_of, drawn, sort
from tests.benchmarks.engines import Ours
from tests.benchmarks.measure import Case, Column, Table, Work, measure

__all__ = ["classify", "hands", "processes", "six", "validation"]

WHAT = Column("what")


# --- random games of the six-player rules


def six(rounds: int, quick: bool) -> Table:
    """Random games of the games for six."""
    count = 1 if quick else 60
    cases = []
    for name in ("2v4", "3v3", "melee"):
        ours = Ours(name)
        ours.games(1, 999)()
        cases.append(Case(ours.name, partial(ours.games, count)))
    measure(cases, rounds)
    rows = [
        {"what": c.name, "games/s": c.rate(0), "plays/s": c.rate(), "plays a game": c.mean()}
        for c in cases
    ]
    figures = [Column(name, ",.0f") for name in ("games/s", "plays/s", "plays a game")]
    note = f"{count} games a round, from deal to settlement, other ones in every round."
    return Table("six", "Random games for six", note, [WHAT, *figures], rows)


# --- lists of plays


def hands(rounds: int, quick: bool) -> Table:
    """``list(rules.plays(text))`` of different hands."""
    count = 5 if quick else 300
    cases = []
    for name, size in (("2v4", 46), ("melee", 46), ("3v3", 27), ("classic", 20)):
        rules = ddz.load(name)
        list(rules.plays("".join(deck_of(rules))))
        cases.append(Case(f"{name}, {size} cards", partial(_lists, rules, size, count)))
    measure(cases, rounds)
    rows = [{"what": c.name, "µs": c.each() * 1e6, "plays": c.mean()} for c in cases]
    note = f"list(rules.plays(text)) of {count} random hands a round, all of them different."
    columns = [WHAT, Column("µs", ",.1f"), Column("plays", ",.1f")]
    return Table("hands", "The plays of a hand", note, columns, rows)


def _lists(rules: ddz.Rules, size: int, count: int, number: int) -> Work:
    chance = random.Random(f"{size} {number}")
    texts = [drawn(rules, size, chance) for _ in range(count)]

    def work() -> tuple[int, int]:
        plays = rules.plays
        found = 0
        for text in texts:
            found += len(list(plays(text)))
        return len(texts), found

    return work


# --- recognising


def classify(rounds: int, quick: bool) -> Table:
    """``rules.classify(text)`` of different card sets, by rules loaded anew in every round."""
    count = 50 if quick else 10_000
    cases = []
    for name in ("2v4", "3v3", "classic", "compat/douzero"):
        rules = ddz.load(name)
        plays = _sets(rules)
        chance = random.Random(name)
        some = chance.sample(plays, min(count, len(plays)))
        cases.append(Case(f"{name}, plays", partial(_classified, name, some)))
        mixed = some[: count // 2]
        mixed += _nothings(rules, plays, count - len(mixed), chance)
        chance.shuffle(mixed)
        cases.append(Case(f"{name}, plays and others", partial(_classified, name, mixed)))
    measure(cases, rounds)
    rows = [
        {"what": c.name, "µs": c.each() * 1e6, "sets": c.done[0][0], "plays": c.done[0][1]}
        for c in cases
    ]
    columns = [WHAT, Column("µs", ",.2f"), Column("sets", ",.0f"), Column("plays", ",.0f")]
    note = (
        "rules.classify(text), each set once a round by rules loaded anew, so that no answer is"
        "\nremembered. 'Others' are plays with one card changed that form nothing."
    )
    return Table("classify", "What cards are", note, columns, rows)


def _sets(rules: ddz.Rules) -> list[str]:
    """Every play of the whole deck as text, weakest card first."""
    plays = rules.plays("".join(deck_of(rules)))
    return [sort(rules, str(play).partition(" as ")[0].replace("+", "")) for play in plays]


def _nothings(
    rules: ddz.Rules, plays: list[str], count: int, chance: random.Random
) -> Iterator[str]:
    """Different card sets that form nothing."""
    most = dict(zip(rules.deck.ranks, rules.deck.counts, strict=True))
    long = [text for text in plays if len(text) > 4]
    seen: set[str] = set()
    while len(seen) < count:
        cards = list(chance.choice(long))
        cards[chance.randrange(len(cards))] = chance.choice(rules.deck.ranks)
        text = sort(rules, cards)
        held = all(text.count(rank) <= most[rank] for rank in text)
        if held and text not in seen and rules.classify(text) is None:
            seen.add(text)
            yield text


def _classified(name: str, texts: list[str], _number: int) -> Work:
    rules = ddz.load(name)
    rules.classify("34")

    def work() -> tuple[int, int]:
        find = rules.classify
        plays = 0
        for text in texts:
            if find(text) is not None:
                plays += 1
        return len(texts), plays

    return work


# --- files and whole processes


def validation(rounds: int, quick: bool) -> Table:
    """`validate` of shipped files, examples and lints included."""
    rows = []
    for name in ("2v4", "3v3", "melee", "classic"):
        spent = []
        for _ in range(2 if quick else 2 + 2 * rounds):
            before = time.process_time()
            assert ddz.validate(name) == []
            spent.append(1000 * (time.process_time() - before))
        again = spent[1:]
        rows.append({"what": name, "ms": median(again), "slowest ms": max(again)})
    columns = [WHAT, Column("ms", ".0f"), Column("slowest ms", ".0f")]
    note = "ddz.validate(name), after a first call that loads the two grammars and the schema."
    return Table("validation", "Validation of a shipped file", note, columns, rows)


def processes(rounds: int, quick: bool) -> Table:
    """The command line from start to end."""
    script = shutil.which("ddz", path=str(Path(sys.executable).parent))
    command = [script] if script else [sys.executable, "-m", "ddz"]
    lines = (["--help"], ["classify", "2v4", "33344"], ["validate", "2v4"])
    spent: list[list[tuple[float, float]]] = [[] for _ in lines]
    with TemporaryDirectory() as bytecode:
        for line in lines:
            _run([*command, *line], bytecode)
        for _ in range(1 if quick else 7):
            for at, line in enumerate(lines):
                spent[at].append(_run([*command, *line], bytecode))
    rows = [
        {
            "what": " ".join(["ddz", *line]),
            "wall s": median(wall for wall, _ in spent[at]),
            "CPU s": median(cpu for _, cpu in spent[at]),
        }
        for at, line in enumerate(lines)
    ]
    columns = [WHAT, Column("wall s", ".3f"), Column("CPU s", ".3f")]
    note = f"Median of {1 if quick else 7} runs, modules compiled as an install leaves them."
    return Table("processes", "Whole processes", note, columns, rows)


def _run(command: list[str], bytecode: str) -> tuple[float, float]:
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, start = os.times(), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    wall, after = time.perf_counter() - start, os.times()
    cpu = after.children_user + after.children_system
    return wall, cpu - before.children_user - before.children_system
