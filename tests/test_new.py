"""`ddz new`: the file it writes is sound as it stands and with every change it suggests, and it is
written whole or not at all."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import ddz
from ddz.check import check_place
from ddz.cli import main
from ddz.phrases import LANGUAGES
from ddz.resources import grammar_file
from ddz.tools.starter.words import STARTER
from ddz.variant.find import names_of_shipped, place_of_text

BASES = names_of_shipped()
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """A command in an empty folder: status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def blocks(text: str) -> list[list[str]]:
    """The suggestions of a starter: the lines with one # that stand together between blank
    lines."""
    found = []
    for part in text.split("\n\n")[1:]:
        lines = [line for line in part.splitlines() if line.startswith("# ")]
        if lines:
            found.append(part.splitlines())
    return found


def choices(block: list[str]) -> Iterator[list[str]]:
    """Ways to take a suggestion: where there are several below one key, each of them, and all."""
    key = next(line for line in block if line.startswith("# "))
    below = "\n".join(block[block.index(key) + 1 :])
    parts = [
        [line for line in part.splitlines() if line.startswith("# ")]
        for part in re.split(r"(?m)^## .*\n", below)
    ]
    parts = [part for part in parts if part]
    for part in parts:
        yield [key, *part]
    if len(parts) > 1:
        yield [key, *(line for part in parts for line in part)]


def with_lines(text: str, block: list[str], lines: list[str]) -> str:
    """The starter with the # taken away from these lines of a block."""
    taken = [line[2:] if line in lines else line for line in block]
    assert taken != block
    return text.replace("\n".join(block), "\n".join(taken))


def printed(run: Run, base: str, *more: str) -> str:
    status, out, err = run("new", "-", "--extends", base, *more)
    assert (status, err) == (0, "")
    return out


def digest_of(text: str) -> str:
    """The digest of a starter, changed or not, in which nothing is found wrong."""
    rules, found = check_place(place_of_text("house.yaml"), text)
    assert found == []
    assert rules is not None
    return rules.digest


@pytest.mark.parametrize("base", BASES)
def test_each_suggestion_alone_and_all_together_are_sound(base: str, run: Run) -> None:
    text = everything = printed(run, base)
    digests = [digest_of(text)]
    assert digests == [ddz.load(base).digest]
    for block in blocks(text):
        for lines in choices(block):
            digests.append(digest_of(with_lines(text, block, lines)))
        everything = with_lines(everything, block, lines)
    digests.append(digest_of(everything))
    assert len(set(digests)) == len(digests) >= 6


def test_a_base_written_key_under_key(run: Run, tmp_path: Path) -> None:
    """The suggestions follow the base's own writing."""
    data = ddz.load("classic").compiled.document
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False)
    (tmp_path / "base.yaml").write_text(text, encoding="utf-8")
    text = printed(run, "base.yaml")
    (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
    for block in blocks(text):
        for lines in choices(block):
            (tmp_path / "house.yaml").write_text(with_lines(text, block, lines), encoding="utf-8")
            assert ddz.validate("house.yaml") == [], lines
    assert "#         peasant: -2\n" in text


def test_options_of_the_base_stay_switched(run: Run) -> None:
    text = printed(run, "2v4[hidden_kitty, unbid=redeal]")
    assert digest_of(text) == ddz.load("2v4[hidden_kitty, unbid=redeal]").digest
    assert "shown: all" in text  # the other way round from what is switched


@pytest.mark.parametrize(
    ("base", "sections"),
    [
        ("2v4", ["patterns", "ladder", "steps", "multiplier", "settle"]),
        ("3v3", ["patterns", "ladder", "multiplier", "settle"]),  # no kitty
        ("classic", ["patterns", "ladder", "steps", "multiplier", "settle"]),
        ("compat/rlcard", ["patterns", "ladder", "steps", "settle"]),  # N does not grow
    ],
)
def test_what_is_suggested_is_what_the_game_has(base: str, sections: list[str], run: Run) -> None:
    found = blocks(printed(run, base))
    keys = [next(line for line in block if line.startswith("# ")) for block in found]
    assert keys == [f"# {section}:" for section in sections]


def test_the_suggestions_are_the_games_own_lines_with_one_thing_changed(run: Run) -> None:
    """Of 2v4: chains of six, the two highest steps swapped, 6 for 8 jokers made 7, a row of 3:1:-1
    doubled."""
    text = printed(run, "2v4")
    shipped = set(
        (Path(ddz.__file__).parent.parent / "variants/2v4.yaml").read_text("utf-8").splitlines()
    )
    own = {re.sub(r"\s+# .*", "", line) for line in shipped}
    for wanted in (
        "#   solo_chain: row of 6.. solo on run",
        "#   - BBBBRRRR\n#   - bomb 9..16\n",
        "#   kitty: {kitty: {shown: owner}}",
        "#     - {at: played joker_bomb 8,             when: two,   add: 7}",
        "#     - {when: two and landlords won,      times: N, shares:"
        " {landlord: 6, second_landlord: 2, peasant: -2}}",
        "#   most: 64",
    ):
        assert wanted in text
    rows = [line[2:] for line in text.splitlines() if line.startswith("#     - {")]
    assert len(rows) == 12
    assert sum(row not in own for row in rows) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_comments_speak_the_language(lang: str, run: Run) -> None:
    text = printed(run, "2v4", "--lang", lang)
    prose = [line for line in text.splitlines() if line.startswith("## ")]
    assert len(prose) >= 10
    assert all((re.search("[一-鿿]", line) is not None) == (lang == "zh") for line in prose)


def test_every_sentence_stands_in_both_languages() -> None:
    for key, phrase in STARTER.items():
        assert set(phrase) == set(LANGUAGES), key
        fields = [set(re.findall(r"\{(\w+)\}", text)) for text in phrase.values()]
        assert fields[0] == fields[1], key


# --- the file


def test_a_name_makes_a_file_that_is_found_by_its_name(run: Run, tmp_path: Path) -> None:
    status, out, err = run("new", "house", "--extends", "2v4")
    assert (status, err) == (0, "")
    assert out.startswith("house.yaml is written. ")
    assert (tmp_path / "house.yaml").read_text("utf-8").count("\nextends: 2v4\n") == 1
    assert run("validate", "house.yaml")[:2] == (0, "house.yaml: sound\n")
    assert run("classify", "house", "33")[0] == 0


def test_a_path_makes_that_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    assert run("new", "games/mine.yaml", "--extends", "classic")[0] == 0
    assert run("new", "games/ours", "--extends", "games/mine.yaml")[0] == 0
    assert "\nextends: mine.yaml\n" in (tmp_path / "games/ours.yaml").read_text("utf-8")
    assert run("validate", "games/ours.yaml")[0] == 0


def test_nothing_is_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("mine", encoding="utf-8")
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    for name in ("house", "house.yaml", "gone"):
        status, out, err = run("new", name, "--extends", "2v4")
        assert (status, out) == (1, "")
        assert "already" in err
    assert (tmp_path / "house.yaml").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "nowhere.yaml").exists()


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["house"], 2, "--extends 2v4"),
        (["house", "--extends", "-"], 2, "--extends 2v4"),
        (["2v4", "--extends", "2v4"], 1, "shipped"),
        (["House Rule", "--extends", "2v4"], 1, "no name"),
        (["house[x]", "--extends", "2v4"], 1, "no name"),
        (["../up", "--extends", "2v4"], 1, "no name"),
        (["x" * 300 + ".yaml", "--extends", "2v4"], 1, "cannot be written"),
        (["no\0.yaml", "--extends", "2v4"], 1, "no name"),
        (["games/house", "--extends", "2v4"], 1, "no folder games"),
        (["house", "--extends", "2v5"], 1, "there is no variant '2v5'"),
        (["house", "--extends", "../house.yaml"], 1, "only such files"),
        (["house", "--extends", "2v4[nope]"], 1, "DDZ804"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_what_is_refused_leaves_nothing_behind(
    arguments: list[str], status: int, words: str, run: Run, tmp_path: Path
) -> None:
    found, out, err = run("new", *arguments)
    assert (found, out) == (status, "")
    assert words in err
    assert list(tmp_path.iterdir()) == []


def test_a_base_with_mistakes_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("extends: 2v4\nplayer: 6\n", encoding="utf-8")
    status, _, err = run("new", "house", "--extends", "bad.yaml")
    assert status == 1
    assert "DDZ201" in err
    assert not (tmp_path / "house.yaml").exists()


def test_a_file_is_written_whole_or_not_at_all(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    class Full(io.TextIOWrapper):
        """A file on a full disk."""

        def write(self, text: str, /) -> int:
            super().write(text[:100])
            super().flush()
            raise OSError(28, "No space left on device")

    def opened_on_a_full_disk(self: Path, mode: str = "r", **more: Any) -> Any:
        return Full(io.FileIO(self, mode)) if mode == "x" else opened(self, mode, **more)

    monkeypatch.setattr(Path, "open", opened_on_a_full_disk)
    status, out, err = run("new", "house", "--extends", "2v4")
    assert (status, out) == (1, "")
    assert "cannot be written: No space left" in err
    assert list(tmp_path.iterdir()) == []


# --- the schema


def schema_of(path: Path) -> str:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match
    return match[1]


def test_the_schema_is_found_from_the_file(run: Run, tmp_path: Path) -> None:
    """Somewhere else by its address, and it is the schema that validation uses."""
    run("new", "house", "--extends", "2v4")
    found = schema_of(tmp_path / "house.yaml")
    assert found == grammar_file("variant.schema.json").resolve().as_uri()


def test_the_schema_of_an_environment_in_the_project_is_relative(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / ".venv" / "ddz" / "grammar" / "variant.schema.json"
    monkeypatch.setattr("ddz.resources.grammar_file", lambda name: inside)
    run("new", "house", "--extends", "2v4")
    assert schema_of(tmp_path / "house.yaml") == ".venv/ddz/grammar/variant.schema.json"
    spaced = tmp_path / "my env" / "variant.schema.json"
    monkeypatch.setattr("ddz.resources.grammar_file", lambda name: spaced)
    run("new", "other", "--extends", "2v4")
    assert schema_of(tmp_path / "other.yaml") == spaced.as_uri()
