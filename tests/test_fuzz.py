"""A short seeded run of the fuzzer; ``python -m tests.fuzz`` runs as long a one as asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import SHARES, Report, clock, fuzz_files, fuzz_texts

FILES, TEXTS, SEED = 30, 700, 1


def test_mutated_files_are_refused_or_play_to_the_end() -> None:
    """Every file ends in findings, or in games that end, sum to zero and replay."""
    report = Report()
    fuzz_files(report, FILES, SEED)
    assert not report.faults, report.text()
    assert report.counts["files"] == FILES
    assert report.counts["files sound"] >= FILES // 10
    assert report.counts["replays"] == 2 * report.counts["files sound"]


def test_mutated_texts_are_read_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Patterns, conditions, cards, actions, deals, records and command lines: no other errors."""
    monkeypatch.chdir(tmp_path)
    report = Report()
    fuzz_texts(report, TEXTS, SEED)
    assert not report.faults, report.text()
    for kind, share in SHARES.items():  # the shares are in hundredths, and TEXTS whole hundreds
        assert report.counts[f"texts {kind}"] == TEXTS * share // 100
    assert report.counts["deals taken"] > 0


def test_other_errors_and_hangs_are_faults() -> None:
    """The net holds: an error of another kind, a broken promise and an endless loop are caught."""
    report = Report()

    def hang() -> None:
        with clock(0.05):
            while True:
                pass

    def divide() -> None:
        _ = 1 // 0

    assert report.run("hang", "loop", hang) is not None
    assert report.run("error", "long case", divide) == report.run("error", "case", divide)
    assert report.run("fine", "nothing", lambda: None) is None
    assert len(report.faults) == 2
    assert report.faults["error: ZeroDivisionError"].seen == 2
    assert report.faults["error: ZeroDivisionError"].case == "case"
