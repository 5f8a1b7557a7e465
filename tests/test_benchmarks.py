"""The benchmark runs, with the engines or without, and writes what it prints. Nothing is timed."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ddz
from tests.benchmarks import peers

ROOT = Path(__file__).resolve().parent.parent

ENGINES = {"pyspiel": "OpenSpiel", "rlcard": "RLCard", "douzero": "DouZero"}

OURS = ("compat/openspiel", "compat/rlcard", "compat/douzero", "classic")

ROWS: dict[str, list[str]] = {
    "games": [f"ddz {name}" for name in OURS],
    "leads": [f"ddz {name}{how}" for name in OURS for how in ("", ", from text")],
    "answers": [f"ddz {name}{how}" for name in OURS for how in ("", ", from text")],
    "six": ["ddz 2v4", "ddz 3v3", "ddz melee"],
    "hands": ["2v4, 46 cards", "melee, 46 cards", "3v3, 27 cards", "classic, 20 cards"],
    "classify": [
        f"{name}, plays{others}"
        for name in ("2v4", "3v3", "classic", "compat/douzero")
        for others in ("", " and others")
    ],
    "wide": [
        f"{what} of {door}"
        for door in ("rules.plays(text)", "state.legal()")
        for what in ("len", "in", "in, no play,", "first 100")
    ],
    "growth": ["one deck's cards"] * 4 + ["any"] * 11,
    "validation": ["2v4", "3v3", "melee", "classic"],
    "processes": ["ddz --help", "ddz classify 2v4 33344", "ddz validate 2v4"],
}
"""The first column of every table where no other engine is installed."""


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """What a quick run without the engines prints, and its JSON."""
    file = tmp_path_factory.mktemp("benchmarks") / "speed.json"
    with pytest.MonkeyPatch.context() as patch:
        lines: list[str] = []
        patch.setattr("builtins.print", lambda *texts, **_: lines.append(" ".join(texts)))
        patch.setattr(ddz, "load", cache(ddz.load))  # quicker, and no figure matters here
        for module in ENGINES:
            patch.setitem(sys.modules, module, None)
        assert peers.main(["--quick", "--rounds", "1", "--json", str(file)]) == 0
    return "\n".join(lines), json.loads(file.read_text("utf-8"))


def cells(text: str, title: str) -> list[dict[str, str]]:
    """A printed table: each row by the names of its columns, where the rule below them lies."""
    _, _, rest = text.partition(f"## {title}\n")
    table = rest.split("\n\n")[1].splitlines()
    head, rule, *rows = table
    edges, at = [], 0
    for dashes in rule.split("  "):
        edges.append((at, at + len(dashes)))
        at += len(dashes) + 2
    names = [head[start:end].strip() for start, end in edges]
    return [
        dict(zip(names, (row[start:end].strip() for start, end in edges), strict=True))
        for row in rows
    ]


def test_every_section_has_its_rows(trial: tuple[str, dict[str, Any]]) -> None:
    text, _ = trial
    titles = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    found = [[next(iter(row.values())) for row in cells(text, title)] for title in titles]
    assert dict(zip(ROWS, found, strict=True)) == ROWS


def test_json_has_the_figures_of_the_tables(trial: tuple[str, dict[str, Any]]) -> None:
    text, data = trial
    assert [table["section"] for table in data["tables"]] == list(ROWS)
    for table in data["tables"]:
        printed = cells(text, table["title"])
        assert len(printed) == len(table["rows"]) > 0
        for row, figures in zip(printed, table["rows"], strict=True):
            assert row.keys() == figures.keys()
            for name, cell in row.items():
                value = figures[name]
                if isinstance(value, float):
                    assert float(cell.replace(",", "")) == value
                else:
                    assert cell == (value or "")


def test_missing_engines_are_named(trial: tuple[str, dict[str, Any]]) -> None:
    text, data = trial
    for name in ENGINES.values():
        assert sum(line.startswith(f"{name} is not installed") for line in text.splitlines()) == 1
    assert len(data["missing"]) == len(ENGINES)


def test_more_hands_offer_more_at_the_same_cards(trial: tuple[str, dict[str, Any]]) -> None:
    """By more decks the very same hands are played in the very same way."""
    _, data = trial
    (table,) = (table for table in data["tables"] if table["section"] == "growth")
    same = [row["offered"] for row in table["rows"] if row["cards"] == "one deck's cards"]
    assert len(same) == 4
    assert len(set(same)) == 1


@pytest.mark.parametrize(
    "command", [["tests/benchmarks/peers.py"], ["-m", "tests.benchmarks.peers"]], ids=" ".join
)
def test_it_runs_from_the_root_and_writes_nothing(command: list[str], tmp_path: Path) -> None:
    before = sorted(path.name for path in ROOT.iterdir())
    ran = subprocess.run(
        [sys.executable, *command, "--quick", "--rounds", "1", "--only", "hands"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [row["what"] for row in cells(ran.stdout, "The plays of a hand")] == ROWS["hands"]
    assert sorted(path.name for path in ROOT.iterdir()) == before
