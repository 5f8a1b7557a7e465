"""The conformance cases of `tests/conformance/*.yaml`, each a test of its own."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import ddz

FOLDER = Path(__file__).parent / "conformance"
RANKS_IN_SUITS = "3456789TJQKA2"
Case = tuple[str, dict[str, Any]]


def _files() -> list[Case]:
    """Every file by its stem; scalars stay as written, so that `3` is cards and no number."""
    return [
        (path.stem, yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader))  # noqa: S506
        for path in sorted(FOLDER.glob("*.yaml"))
    ]


FILES = _files()


@cache
def _rules(variant: str) -> ddz.Rules:
    return ddz.load(variant)


def _pattern(rules: ddz.Rules, cards: str) -> str:
    """What a `classify` row may say: a pattern's name, `none` or `error`."""
    try:
        reading = rules.classify(cards)
    except ddz.CardsError:
        return "error"
    return "none" if reading is None else reading.pattern


def _classify_cases() -> list[Any]:
    return [
        pytest.param(cases["variant"], cards, want, id=f"{stem} {group}: {cards or 'nothing'}")
        for stem, cases in FILES
        for group, rows in cases.get("classify", {}).items()
        for row in rows
        for cards, want in row.items()
    ]


def _beats_cases() -> list[Any]:
    """`a < b`: b beats a and a does not beat b; `a | b`: neither beats the other."""
    found = []
    for stem, cases in FILES:
        for group, lines in cases.get("beats", {}).items():
            for line in lines:
                words = line.split()
                for low, sign, high in zip(words[::2], words[1::2], words[2::2], strict=False):
                    assert sign in "<|", line
                    found.append(
                        pytest.param(
                            cases["variant"],
                            low,
                            high,
                            sign == "<",
                            id=f"{stem} {group}: {low} {sign} {high}",
                        )
                    )
    return found


def _count_cases() -> list[Any]:
    return [
        pytest.param(stem, name, int(want), id=f"{stem} {name}")
        for stem, cases in FILES
        for name, want in cases.get("counts", {}).items()
    ]


def _hand_cases() -> list[Any]:
    return [
        pytest.param(
            cases["variant"],
            row["hand"],
            row.get("to_beat"),
            int(row["plays"]),
            id=f"{stem} {row['hand']} over {row.get('to_beat', 'nothing')}",
        )
        for stem, cases in FILES
        for row in cases.get("hands", [])
    ]


@cache
def _counts(stem: str) -> Counter[str]:
    """How many different card sets of each pattern a hand of at most `cap` cards can play."""
    cases = dict(FILES)[stem]
    copies, cap = int(cases["copies"]), int(cases["cap"])
    deck = "".join(r * 4 * copies for r in RANKS_IN_SUITS) + "B" * copies + "R" * copies
    return Counter(p.pattern for p in _rules(cases["variant"]).plays(deck) if len(p) <= cap)


@pytest.mark.parametrize(("variant", "cards", "want"), _classify_cases())
def test_classify(variant: str, cards: str, want: str) -> None:
    assert _pattern(_rules(variant), cards) == want


@pytest.mark.parametrize(("variant", "low", "high", "wins"), _beats_cases())
def test_beats(variant: str, low: str, high: str, wins: bool) -> None:
    rules = _rules(variant)
    assert rules.beats(high, low) is wins
    assert rules.beats(low, high) is False


@pytest.mark.parametrize(("stem", "name", "want"), _count_cases())
def test_counts(stem: str, name: str, want: int) -> None:
    assert _counts(stem)[name] == want


@pytest.mark.parametrize("stem", [stem for stem, cases in FILES if "counts" in cases])
def test_no_pattern_goes_uncounted(stem: str) -> None:
    assert set(_counts(stem)) == set(dict(FILES)[stem]["counts"])


@pytest.mark.parametrize(("variant", "hand", "to_beat", "plays"), _hand_cases())
def test_hands(variant: str, hand: str, to_beat: str | None, plays: int) -> None:
    assert len(list(_rules(variant).plays(hand, to_beat=to_beat))) == plays
