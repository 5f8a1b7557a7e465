"""`ddz validate --watch`: checks again on every save, however an editor saves, and on nothing else.

Time is a list: what happens while the watch waits for the first time, the second time, and so on;
behind the last it is interrupted.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ddz
from ddz.cli import main
from ddz.cli.formats import Checked
from ddz.cli.paint import clear
from ddz.cli.watch import watch

ROOT = Path(__file__).resolve().parent.parent
SOUND = "extends: 2v4\ntitle: {zh: 甲, en: A}\n"
WRONG = "extends: 2v4\nplayer: 6\n"

Happening = Callable[[], object]


def nothing() -> None:
    """A moment in which nobody does anything."""


def codes(files: list[Checked]) -> list[list[str]]:
    """What was found in each file."""
    return [[finding.code for finding in file.found] for file in files]


def shown(names: list[str], *happenings: Happening) -> list[list[list[str]]]:
    """What is shown, time after time, while these things happen one after another."""
    rounds: list[list[list[str]]] = []
    to_come: Iterator[Happening] = iter(happenings)

    def wait(seconds: float) -> None:
        assert 0 < seconds < 1
        happening = next(to_come, None)
        if happening is None:
            raise KeyboardInterrupt
        happening()

    def check(name: str) -> Checked:
        return Checked(name, tuple(ddz.validate(name)))

    with pytest.raises(KeyboardInterrupt):
        watch(names, check, lambda files: rounds.append(codes(files)), wait)
    return rounds


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rule file in a folder of its own, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "house.yaml"
    path.write_text(SOUND, encoding="utf-8")
    return path


def writes(path: Path, text: str) -> Happening:
    """Saving a file in place."""
    return lambda: path.write_text(text, encoding="utf-8")


def renames(path: Path, text: str) -> Happening:
    """Saving a file as many editors do: written beside it, and renamed into its place."""

    def save() -> None:
        beside = path.with_name(f".{path.name}.swp")
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)

    return save


@pytest.mark.parametrize("save", [writes, renames])
def test_a_save_is_checked(house: Path, save: Callable[[Path, str], Happening]) -> None:
    """A mistake is shown once it is saved, and gone once it is mended."""
    rounds = shown(
        ["house.yaml"], save(house, WRONG), nothing, nothing, save(house, SOUND), nothing, nothing
    )
    assert rounds == [[[]], [["DDZ201"]], [[]]]


def test_the_same_length_and_the_same_time_are_another_file(house: Path) -> None:
    """A file renamed into place is a change even where its clock says otherwise."""
    before = house.stat()

    def save() -> None:
        renames(house, SOUND.replace("title", "tilte"))()
        os.utime(house, ns=(before.st_atime_ns, before.st_mtime_ns))

    rounds = shown(["house.yaml"], save, nothing, nothing)
    assert house.stat().st_size == before.st_size
    assert rounds == [[[]], [["DDZ201"]]]


def test_nothing_new_is_not_shown(house: Path) -> None:
    """Neither while nothing happens, nor when another file in the folder is written."""
    assert house.exists()
    rounds = shown(["house.yaml"], nothing, writes(house.with_name("other.yaml"), WRONG), nothing)
    assert rounds == [[[]]]


def test_a_file_gone_for_a_moment_is_not_missed(house: Path) -> None:
    """Taken away and there again by the next look: only the new text is shown."""
    rounds = shown(["house.yaml"], house.unlink, writes(house, WRONG), nothing, nothing)
    assert rounds == [[[]], [["DDZ201"]]]


def test_a_file_that_stays_away_is_told_and_waited_for(house: Path) -> None:
    rounds = shown(
        ["house.yaml"], house.unlink, nothing, nothing, writes(house, SOUND), nothing, nothing
    )
    assert rounds == [[[]], [["DDZ100"]], [[]]]


def test_a_file_is_read_when_it_has_come_to_rest(house: Path) -> None:
    """While it is written piece by piece, it is left alone."""
    rounds = shown(
        ["house.yaml"],
        writes(house, "extends: [\n"),
        writes(house, "extends: 2v4\nplayer"),
        writes(house, WRONG),
        nothing,
        nothing,
    )
    assert rounds == [[[]], [["DDZ201"]]]


def test_a_base_is_watched(house: Path) -> None:
    """The files that a file extends, also those it extends only now, and no longer those it did."""
    base, other = house.with_name("base.yaml"), house.with_name("other.yaml")
    base.write_text(SOUND, encoding="utf-8")
    other.write_text(SOUND, encoding="utf-8")
    house.write_text("extends: base.yaml\n", encoding="utf-8")
    rounds = shown(
        ["house.yaml"],
        writes(base, WRONG),
        nothing,  # shown: the base is wrong
        writes(house, "extends: other.yaml\n"),
        nothing,  # shown: the other one is sound
        writes(base, WRONG + "title: 5\n"),
        nothing,
        nothing,
        writes(other, WRONG),
        nothing,  # shown: the other one is wrong
    )
    assert rounds == [[[]], [["DDZ201"]], [[]], [["DDZ201"]]]


def test_a_missing_base_is_waited_for(house: Path) -> None:
    house.write_text("extends: base.yaml\n", encoding="utf-8")
    rounds = shown(["house.yaml"], writes(house.with_name("base.yaml"), SOUND), nothing, nothing)
    assert rounds == [[["DDZ801"]], [[]]]


def test_of_several_files_only_the_changed_one_is_checked(house: Path) -> None:
    """And all are shown."""
    other = house.with_name("other.yaml")
    other.write_text(WRONG, encoding="utf-8")
    checked: list[str] = []
    happenings = iter([writes(house, WRONG), nothing])
    rounds: list[list[list[str]]] = []

    def check(name: str) -> Checked:
        checked.append(name)
        return Checked(name, tuple(ddz.validate(name)))

    def wait(_: float) -> None:
        happening = next(happenings, None)
        if happening is None:
            raise KeyboardInterrupt
        happening()

    with pytest.raises(KeyboardInterrupt):
        watch(["house.yaml", "other.yaml"], check, lambda files: rounds.append(codes(files)), wait)
    assert rounds == [[[], ["DDZ201"]], [["DDZ201"], ["DDZ201"]]]
    assert checked == ["house.yaml", "other.yaml", "house.yaml"]


# --- the command


def test_a_screen_is_cleared_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a file or a pipe, and not a terminal that has no such thing."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for out, term, cleared in (
        (Terminal(), "xterm", True),
        (Terminal(), "dumb", False),
        (io.StringIO(), "xterm", False),
    ):
        monkeypatch.setenv("TERM", term)
        clear(out)
        assert ("\x1b[2J" in out.getvalue()) == cleared


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["-"], "standard input"), (["2v4", "--json"], "--format")],
)
def test_what_cannot_be_watched(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is wrong usage."""
    assert main(["validate", "--watch", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_where_there_is_nothing_to_wait_for(capsys: pytest.CaptureFixture[str]) -> None:
    """A name that no file has is told, once."""
    assert main(["validate", "--watch", "2v5"]) == 1
    assert capsys.readouterr().out.count("DDZ100") == 1


def test_a_watch_ends_with_ctrl_c(house: Path) -> None:
    """As a process: it tells of a save, nothing on a pipe clears a screen, and an interrupt is a
    good end."""
    command = [sys.executable, "-m", "ddz", "validate", "--watch", "house.yaml"]
    with subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline() == "house.yaml: sound\n"
        time.sleep(0.05)  # so that clocks that tick slowly tell the two saves apart
        renames(house, WRONG)()
        assert running.stdout.readline().startswith("house.yaml:2:1: error[DDZ201]")
        assert running.stderr.readline() == "house.yaml: 1 error\n"
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=10)
    assert (running.returncode, err) == (0, "")
    assert "\x1b" not in out
