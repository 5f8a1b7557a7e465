"""README's commands, its first house rule and its Python, run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line
    for kind, text in BLOCKS
    if kind == "sh"
    for line in text.splitlines()
    if line.startswith("ddz")
]
EDIT = next(text for kind, text in BLOCKS if kind == "yaml")
FIRST = [command for command in COMMANDS if re.search(r"\bhouse\b", command)][:5]
"""The five commands from nothing to a game by a house rule."""


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of README in a shell, with `ddz` being this interpreter's."""
    scripts = Path(sys.executable).parent
    path = os.pathsep.join([str(scripts), os.environ.get("PATH", "")])
    return subprocess.run(  # noqa: S602 - the line is README's own
        command.replace("ddz ", f'"{sys.executable}" -m ddz ', 1),
        shell=True,
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the house rule of README in it, and the record its commands write."""
    path = tmp_path_factory.mktemp("house")
    run(FIRST[0], path)
    with (path / "house.yaml").open("a", encoding="utf-8") as stream:
        stream.write(EDIT)
    run(next(command for command in COMMANDS if "> game.json" in command), path)
    return path


def test_commands_are_there() -> None:
    assert len(COMMANDS) >= 11


def test_five_commands_lead_from_nothing_to_a_game(tmp_path: Path) -> None:
    """In an empty folder, with the edit behind the first of them."""
    new, validate, test, diff, play = FIRST
    assert run(new, tmp_path).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["house.yaml"]
    assert run(validate, tmp_path).stdout == "house.yaml: sound\n"
    with (tmp_path / "house.yaml").open("a", encoding="utf-8") as stream:
        stream.write(EDIT)
    assert run(validate, tmp_path).stdout == "house.yaml: sound\n"
    tested = run(test, tmp_path)
    assert (tested.returncode, tested.stdout) == (0, "house.yaml: 6 passed\n")
    shown = next(text for kind, text in BLOCKS if kind == "text" and "plays gained" in text)
    differs = run(diff, tmp_path).stdout
    assert shown.rstrip() in "\n".join(line.rstrip() for line in differs.splitlines())
    assert "bomb 6    nothing     +1 (two)" in differs
    assert "win" in run(play, tmp_path).stdout


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_command(command: str, folder: Path) -> None:
    done = run(command, folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout or ">" in command
    assert "Traceback" not in done.stderr


def test_the_house_rule_is_sound(folder: Path) -> None:
    assert run("ddz validate house.yaml", folder).stdout == "house.yaml: sound\n"
    beats = run("ddz classify house.yaml 5553 --over 4445", folder).stdout
    assert beats.splitlines()[0] == "trio_solo (trio with a card), 4 cards"


def test_the_mistake_is_shown_as_written(folder: Path) -> None:
    shown = next(text for kind, text in BLOCKS if kind == "text" and "DDZ301" in text)
    house = (folder / "house.yaml").read_text(encoding="utf-8")
    wrong = house.replace("trio + solo  ", "trio + solos ")
    assert wrong != house
    path = folder / "wrong"
    path.mkdir()
    (path / "house.yaml").write_text(wrong, encoding="utf-8")
    done = run("ddz validate house.yaml", path)
    assert done.returncode == 1
    assert done.stdout == shown


def test_the_python_runs(folder: Path) -> None:
    code = next(text for kind, text in BLOCKS if kind == "python")
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "True" in done.stdout
