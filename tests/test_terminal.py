"""The words of a stranger's rule file never steer the terminal they are printed to."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from ddz.cli import main
from ddz.cli.paint import plain

STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
EVIL = "\u202e" r"\e[2J\u202Ex\x9b1m\r\a\x7f\u2066"

HOUSE = f"""\
extends: classic
title: {{zh: "{EVIL}甲", en: "{EVIL}House"}}
texts:
  solo: {{zh: "{EVIL}单", en: "{EVIL}solo"}}
  landlords: {{zh: "{EVIL}主", en: "{EVIL}lords"}}
settle:
  rows:
    - when: landlords won
      times: bid * N
      shares: {{landlord: 2, peasant: -1}}
      why: {{zh: "{EVIL}", en: "{EVIL}"}}
    - {{when: peasants won,  times: bid * N, shares: {{landlord: -2, peasant: 1}}}}
options:
  fast:
    title: {{zh: "{EVIL}快", en: "{EVIL}fast"}}
    changes: {{multiplier: {{most: 8}}}}
"""
FAILING = f"""\
examples:
  - {{title: "{EVIL}", holds: 33 is trio}}
  - {{title: "{EVIL}", holds: 33 is pair, todo: "{EVIL}"}}
  - "33 is \\e[2Jtrio\u202e"
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["show", "{house}"],
        ["show", "{house}", "--lang", "zh"],
        ["rules", "{house}"],
        ["rules", "{house}", "--format", "md"],
        ["rules", "{house}", "--format", "html"],
        ["run", "{house}", "--seed", "1"],
        ["run", "{house}", "--seed", "1", "--games", "2"],
        ["diff", "classic", "{house}"],
        ["classify", "{house}", "3", "--over", "4"],
        ["count", "{house}", "--hand", "334"],
        ["test", "{failing}"],
        ["test", "{failing}", "--format", "concise"],
        ["test", "{failing}", "--format", "junit"],
        ["validate", "{failing}"],
        ["validate", "{failing}", "--format", "concise"],
        ["show", "{failing}"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("seen", [False, True], ids=["piped", "seen"])
def test_nothing_in_a_file_steers_the_terminal(
    arguments: list[str],
    seen: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even where colours, which are controls too, are written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DDZ_PATH", str(tmp_path))
    if seen:
        monkeypatch.setenv("FORCE_COLOR", "1")
    paths = {"house": tmp_path / "house.yaml", "failing": tmp_path / "failing.yaml"}
    paths["house"].write_text(HOUSE, encoding="utf-8")
    paths["failing"].write_text(HOUSE + FAILING, encoding="utf-8")
    main([each.format(**paths) for each in arguments])
    captured = capsys.readouterr()
    text = re.sub("\x1b\\[[0-9;]*m", "", captured.out + captured.err)
    assert "\ufffd" in text
    assert STEERS.findall(text) == []


def test_a_file_is_printed_as_it_is_unless_a_terminal_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("extends: classic\ntitle: {zh: 甲, en: a\u202eb}\n", encoding="utf-8")
    for shown, letter in ((False, "\u202e"), (True, "\ufffd")):
        out = io.StringIO()
        monkeypatch.setattr(out, "isatty", lambda shown=shown: shown, raising=False)
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["flatten", str(path), "--plain"]) == 0
        assert f"a{letter}b" in out.getvalue()


def test_plain_leaves_words_alone() -> None:
    assert plain("三带二\ttrio — pair\n\u200d✓") == "三带二\ttrio — pair\n\u200d✓"
    assert plain("\x1b[2J\r") == "\ufffd[2J\ufffd"
