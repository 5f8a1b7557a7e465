"""The command line: every command in-process, and a few as real processes.

Results are on standard output and everything else on standard error; the exit status is 0, 1 for
findings or refused input, 2 for wrong usage; and no traceback ever reaches a person.
"""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

import pytest

import ddz
from ddz.cli import main
from ddz.phrases import COMMANDS, LANGUAGES
from tests import players

ROOT = Path(__file__).parent.parent
NAMES = ("2v4", "3v3", "melee", "classic", "compat/openspiel", "compat/rlcard", "compat/douzero")
CHINESE = re.compile("[\u4e00-\u9fff]")
GOOD = "format: 1\nextends: 3v3\ntitle: {zh: 我家的, en: Ours}\n"
BAD = "format: 1\nextends: 3v3\ntitle: {zh: 我家的, en: Ours}\npatterns: {solo: 0 of a rank}\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ddz_(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in-process: exit status, standard output, standard error. Shipped rules are
    read once."""
    load = ddz.load

    def load_once(variant: Any, text: Any = None) -> ddz.Rules:
        if text is None and variant in NAMES:
            return players.rules_of(variant)
        return load(variant, text)

    monkeypatch.setattr("ddz.front.load", load_once)

    def run(*arguments: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as left:
            status = int(left.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return status, out, err

    return run


def process(
    *arguments: str,
    stdin: bytes = b"",
    cwd: Path | None = None,
    line: str = "",
    **environment: str,
) -> tuple[int, str, str]:
    """Runs `python -m ddz` (or a line of shell in which it is `$DDZ`) as a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    env["DDZ"] = f"{sys.executable} -m ddz"
    command = ["bash", "-c", line] if line else [sys.executable, "-m", "ddz", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, env=env, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in out + err
    assert "Exception" not in out + err
    return done.returncode, out, err


def width(line: str) -> int:
    """Terminal columns: a Chinese character takes two."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in line)


# --- list


def test_list(ddz_: Run) -> None:
    status, out, err = ddz_("list")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == sorted(NAMES)
    assert "three against three" in out
    assert "三打三" in ddz_("list", "--lang", "zh")[1]
    lines = [json.loads(line) for line in ddz_("list", "--json")[1].splitlines()]
    assert [line["name"] for line in lines] == sorted(NAMES)
    assert all(set(line["title"]) == {"en", "zh"} for line in lines)


# --- show


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_show_says_what_the_file_says(name: str, lang: str, ddz_: Run) -> None:
    status, out, err = ddz_("show", name, "--lang", lang)
    assert (status, err) == (0, "")
    document = json.loads(ddz_("show", name, "--json")[1])
    assert out.startswith(document["title"][lang])
    said = " ".join(out.split())
    for section in ("patterns", "bombs", "names", "cases", "lines"):
        for word, text in document.get(section, {}).items():
            assert word in said, word
            assert " ".join(str(text).split()) in said, text
    for rung in document["ladder"]:
        assert str(rung) in said
    for word in (*document["flow"], *document["steps"]):
        assert word in said
    for row in document["multiplier"].get("rows", []):
        assert str(row["at"]) in said
    for row in document["settle"]["rows"]:
        assert row["when"] in said
        for share in row["shares"].values():
            assert f"{share:+d}" in said
    for names in document["texts"].values():  # names are shown in the language asked for
        if names["zh"] in said:
            assert lang == "zh"
    assert bool(CHINESE.search(out)) == (lang == "zh")


def test_show_has_no_empty_headings(ddz_: Run) -> None:
    """Under a line of headings there is a rule; above the rule something is written."""
    for name in NAMES:
        lines = ddz_("show", name)[1].splitlines()
        rules = [at for at, line in enumerate(lines) if set(line.strip()) == {"─"}]
        assert len(rules) >= 5
        assert all(lines[at - 1].strip() for at in rules)


class Terminal(io.StringIO):
    """A standard output that is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["show", "run"])
def test_tables_fit_the_terminal(
    command: str, lang: str, columns: int, ddz_: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for name in NAMES:
        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdout", terminal)
            more = ["--seed", "1", "--games", "2"] if command == "run" else []
            assert ddz_(command, name, "--lang", lang, *more)[0] == 0
        lines = re.sub("\x1b\\[[0-9;]*m", "", terminal.getvalue()).splitlines()
        assert max(map(width, lines)) <= columns, name
        assert "…" not in terminal.getvalue(), name


# --- validate


def test_validate_shipped(ddz_: Run) -> None:
    sound = "".join(f"{name}: sound\n" for name in NAMES)
    assert ddz_("validate", *NAMES) == (0, sound, "")
    assert ddz_("validate", *NAMES, "--json") == (0, "", "")


def test_validate_a_bad_file(ddz_: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(BAD, encoding="utf-8")
    status, out, err = ddz_("validate", path)
    assert status == 1
    assert f"{path}:4:" in out
    assert "error[DDZ" in out
    assert "0 of a rank" in out  # the line, with carets below
    assert re.fullmatch(rf"{re.escape(str(path))}: \d+ errors?\n", err)
    status, out, err = ddz_("validate", path, "3v3", "--json")
    assert (status, err) == (1, "")
    for line in out.splitlines():
        finding = json.loads(line)
        assert finding["code"].startswith("DDZ")
        assert (finding["file"], finding["line"]) == (str(path), 4)


def test_one_bad_file_among_good_ones(ddz_: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(BAD, encoding="utf-8")
    status, out, _ = ddz_("validate", "2v4", path, "3v3")
    assert status == 1
    assert out.startswith("2v4: sound\n")
    assert out.endswith("3v3: sound\n")


def test_warnings_are_shown_and_do_not_fail(ddz_: Run, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(GOOD + "names: {nobody_asks: next(opener)}\n", encoding="utf-8")
    status, out, err = ddz_("validate", path)
    assert status == 0
    assert "warning[DDZ" in out
    assert err == f"{path}: 1 warning\n"


def test_rules_from_standard_input(ddz_: Run) -> None:
    assert ddz_("validate", "-", stdin=GOOD.encode()) == (0, "-: sound\n", "")
    status, out, _ = ddz_("validate", "-", stdin=BAD.encode())
    assert status == 1
    assert "<stdin>:4:" in out
    assert ddz_("show", "-", stdin=GOOD.encode())[1].startswith("Ours")
    assert ddz_("classify", "-", "33", stdin=GOOD.encode())[0] == 0
    assert ddz_("run", "-", "--seed", "1", stdin=GOOD.encode())[1].startswith("Ours\n")
    status, out, err = ddz_("run", "-", stdin=BAD.encode())
    assert (status, out) == (1, "")
    assert "<stdin>:4:" in err


# --- classify


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["2v4", "222333+小王小王大王大王"], 0, ["airplane with pairs", "10 cards"]),
        (["2v4", "33344"], 0, ["trio_pair", "trio with pair", "5 cards"]),
        (["2v4", "10 J Q K A"], 0, ["solo chain", "5 cards"]),
        (["2v4", "s3 h3"], 0, ["pair"]),
        (["2v4", "KKAA22"], 1, ["nothing"]),
        (["2v4", "333444+8899", "--over", "AAA222+8899"], 0, ["beats AAA222+8899", "airplane"]),
        (["2v4", "AAA222+8899", "--over", "333444+8899"], 1, ["does not beat 333444+8899"]),
        (["2v4", "33", "--over", "33"], 1, ["does not beat 33: pair"]),
        (["2v4", "BBRR", "--over", "BBB"], 0, ["joker bomb", "beats BBB"]),  # F4: BBB < mixed four
        (["3v3", "BBRR", "--over", "BBB"], 1, ["does not beat BBB"]),  # T5: equal
        (["2v4", "33", "--over", "345"], 1, ["does not beat 345", "forms no pattern"]),
        (["2v4", "345", "--over", "33"], 1, ["nothing", "does not beat 33"]),
    ],
)
def test_classify(arguments: list[str], status: int, said: list[str], ddz_: Run) -> None:
    found, out, err = ddz_("classify", *arguments)
    assert (found, err) == (status, "")
    assert all(words in out for words in said), out


def test_classify_in_chinese(ddz_: Run) -> None:
    assert "三带二" in ddz_("classify", "2v4", "33344", "--lang", "zh")[1]
    out = ddz_("classify", "2v4", "33", "--over", "44", "--lang", "zh")[1]
    assert "大不过44" in out
    assert "对子" in out
    assert "不成牌型" in ddz_("classify", "2v4", "345", "--lang", "zh")[1]


def test_classify_as_json(ddz_: Run) -> None:
    status, out, err = ddz_("classify", "2v4", "333444+8899", "--over", "33", "--json")
    assert (status, err) == (1, "")
    data = json.loads(out)
    assert (data["over"], data["beats"]) == ("33", False)
    (reading,) = data["readings"]
    assert (reading["pattern"], reading["length"]) == ("trio_pair_chain", 10)
    status, out, _ = ddz_("classify", "2v4", "345", "--json")
    assert (status, json.loads(out)["readings"]) == (1, [])


@pytest.mark.parametrize("cards", ["", " ", "X", "33333333333333333", "你好", "\0", "3" * 9999])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_cards_is_refused(cards: str, lang: str, ddz_: Run) -> None:
    for arguments in ([cards], ["33", "--over", cards]):
        status, out, err = ddz_("classify", "2v4", "--lang", lang, *arguments)
        assert (status, out) == (1, "")
        assert err.startswith("ddz: ")
        assert err.count("\n") == 1
        assert len(err) < 300


# --- run


@pytest.mark.parametrize("name", NAMES)
def test_run_shows_a_game(name: str, ddz_: Run) -> None:
    for lang in LANGUAGES:
        status, out, err = ddz_("run", name, "--seed", "1", "--lang", lang)
        assert (status, err) == (0, "")
        assert out.startswith(players.rules_of(name).title[lang] + "\n")
        table = out.split("\n\n")[-1].splitlines()[-players.rules_of(name).players :]
        scores = [int(line.split()[-1]) for line in table]
        assert sum(scores) == 0
        assert any(scores)


def test_the_same_seed_gives_the_same_bytes(ddz_: Run) -> None:
    for arguments in (["--seed", "7"], ["--seed", "7", "--json"], ["--seed", "7", "--games", "3"]):
        assert ddz_("run", "3v3", *arguments) == ddz_("run", "3v3", *arguments)
    assert ddz_("run", "3v3", "--seed", "7") != ddz_("run", "3v3", "--seed", "8")


def test_without_a_seed_one_is_drawn_and_said(ddz_: Run) -> None:
    out = ddz_("run", "3v3")[1]
    seed = re.search(r"seed (\d+), base 1\n", out)
    assert seed
    assert ddz_("run", "3v3", "--seed", seed[1])[1] == out


def test_the_base_multiplies_the_scores(ddz_: Run) -> None:
    one, ten = (
        json.loads(ddz_("run", "3v3", "--seed", "2", "--base", base, "--json")[1])["scores"]
        for base in (1, 10)
    )
    assert [10 * score for score in one] == ten


@pytest.mark.parametrize(("name", "games"), [("2v4", 5), ("3v3", 20), ("melee", 5)])
def test_many_games_sum_to_zero(name: str, games: int, ddz_: Run) -> None:
    status, out, err = ddz_("run", name, "--games", games, "--seed", "1")
    assert (status, err) == (0, "")  # no bar where there is no terminal
    assert f"{games} games from seed 1:" in out
    first, sides, seats = out.split("\n\n")
    won = [line for line in sides.splitlines()[2:] if line.strip()]
    assert sum(int(re.split(r" {2,}", line.strip())[1]) for line in won) == games
    rows = [line.split() for line in seats.splitlines() if line.split()[:1] != []][2:]
    assert [row[0] for row in rows] == [*"012345", "all"]
    scores = [int(row[2]) for row in rows[:6]]
    assert sum(scores) == int(rows[6][1]) == 0
    records = [
        json.loads(line)["scores"]
        for line in ddz_("run", name, "--games", games, "--seed", "1", "--json")[1].splitlines()
    ]
    assert scores == [sum(seat) for seat in zip(*records, strict=True)]
    assert [int(row[1]) for row in rows[:6]] == [
        sum(score > 0 for score in seat) for seat in zip(*records, strict=True)
    ]
    assert first.startswith(players.rules_of(name).title["en"])


def test_many_games_in_chinese_have_no_english(ddz_: Run) -> None:
    out = ddz_("run", "3v3", "--games", "3", "--seed", "1", "--lang", "zh")[1]
    assert re.findall("[A-Za-z]+", out) == ["N"]


# --- replay


def test_replay_shows_the_game_that_was_run(ddz_: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(ddz_("run", "2v4", "--seed", "7", "--json")[1], encoding="utf-8")
    for lang in LANGUAGES:
        shown = ddz_("run", "2v4", "--seed", "7", "--lang", lang)
        assert ddz_("replay", path, "--lang", lang) == shown
        assert ddz_("replay", "-", "--lang", lang, stdin=path.read_bytes()) == shown
    data = json.loads(ddz_("replay", path, "--json")[1])
    record = json.loads(path.read_text(encoding="utf-8"))
    assert data == {"game": 1, "steps": len(record["actions"]), "scores": record["scores"]}


def test_replay_takes_json_lines(ddz_: Run) -> None:
    """However many bytes; with or without a byte order mark."""
    lines = ddz_("run", "2v4", "--seed", "1", "--games", "3", "--json")[1]
    many = lines.replace("}\n", "}" + " " * (1 << 20) + "\n").encode()
    status, out, err = ddz_("replay", "-", stdin=many)
    assert (status, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == ["game 1", "game 2", "game 3"]
    status, out, err = ddz_("replay", "-", "--json", stdin=b"\xef\xbb\xbf" + lines.encode())
    assert (status, err) == (0, "")
    data = [json.loads(line) for line in out.splitlines()]
    assert [game["scores"] for game in data] == [
        json.loads(line)["scores"] for line in lines.splitlines()
    ]


def test_replay_of_an_unfinished_game(ddz_: Run) -> None:
    state = players.rules_of("3v3").deal(seed=1)
    record = json.dumps(state.record())
    status, out, err = ddz_("replay", "-", stdin=record.encode())
    assert (status, err) == (0, "")
    assert "scores" not in out
    status, out, _ = ddz_("replay", "-", stdin=f"{record}\n{record}\n".encode())
    assert (status, out.count("none yet")) == (0, 2)


def test_replay_says_where_a_changed_record_fails(ddz_: Run) -> None:
    line = ddz_("run", "3v3", "--seed", "1", "--json")[1]
    record = json.loads(line)
    record["actions"][8][1] = "99"
    changed = json.dumps(record)
    status, out, err = ddz_("replay", "-", stdin=changed.encode())
    assert (status, out) == (1, "")
    assert err.startswith("ddz: step 9: ")
    status, out, err = ddz_("replay", "-", stdin=f"{line}{changed}\n".encode())
    assert status == 1
    assert out.startswith("game 1: ")
    assert err.startswith("ddz: game 2: step 9: ")


# --- every sentence


def test_every_sentence_of_the_commands_is_said(
    ddz_: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said: set[str] = set()

    class Noted(dict[str, str]):
        """A phrase that remembers that it was said."""

        key = ""

        def __getitem__(self, lang: str) -> str:
            said.add(self.key)
            return super().__getitem__(lang)

    for key, phrase in list(COMMANDS.items()):
        noted = Noted(phrase)
        noted.key = key
        monkeypatch.setitem(COMMANDS, key, noted)
    path = tmp_path / "house.yaml"
    path.write_text(
        "format: 1\nextends: 3v3\ntitle: {zh: 甲, en: A}\nmultiplier: {most: 64, rows: "
        "[{at: played bomb, times: 2}]}\nsettle: {rows: [{times: N, shares: {landlord: 0, "
        "hidden_landlord: 0, peasant: 0}, why: {zh: 平局, en: a draw}}]}\n",
        encoding="utf-8",
    )
    for name in (*NAMES, path):
        ddz_("show", name)
    test_classify_in_chinese(ddz_)
    ddz_("classify", "2v4", "44", "--over", "33")
    ddz_("classify", "2v4", "44", "--over", "345")
    ddz_("run", "3v3", "--games", "2")
    ddz_("count", "2v4", "--divide")
    test_replay_of_an_unfinished_game(ddz_)
    ddz_("list")
    monkeypatch.setattr("ddz.sheet.samples.MOST_IN_ALL", 0)
    ddz_("rules", "classic")
    ddz_("show", str(Path(__file__).parent / "house_rules" / "two-players.yaml"))
    assert set(COMMANDS) - said == set()


# --- count


def _counts(out: str) -> list[tuple[str, int, str, int]]:
    found = json.loads(out)
    assert sum(row["count"] for row in found["counts"]) == found["total"]
    return [
        (row["pattern"], row["length"], row.get("key", ""), row["count"]) for row in found["counts"]
    ]


def test_count_of_a_hand(ddz_: Run) -> None:
    """Of 33344 5 with a joker: solos 3 4 5 R, pairs 33 44, trio 333, trio and card 4 5 R, trio and
    pair 44."""
    status, out, err = ddz_("count", "classic", "--hand", "333445R", "--json")
    assert (status, err) == (0, "")
    assert _counts(out) == [
        ("solo", 1, "", 4),
        ("pair", 2, "", 2),
        ("trio", 3, "", 1),
        ("trio_solo", 4, "", 3),
        ("trio_pair", 5, "", 1),
    ]
    shown = ddz_("count", "classic", "--hand", "333445R")[1].splitlines()
    assert shown[0].split() == ["pattern", "cards", "number"]
    assert shown[-1].split() == ["all", "11"]
    assert ddz_("count", "classic", "--hand", "333445R", "--lang", "zh")[1].split()[-1] == "11"


def test_count_divided_and_over(ddz_: Run) -> None:
    hand = ["--hand", "4445556 2222 BR", "--json"]
    divided = _counts(ddz_("count", "classic", *hand, "--over", "3337", "--divide")[1])
    assert divided == [  # each trio, also three of the four 2s, with any one of five other ranks
        ("trio_solo", 4, "4", 5),
        ("trio_solo", 4, "5", 5),
        ("trio_solo", 4, "2", 5),
        ("bomb", 4, "2", 1),
        ("rocket", 2, "BR", 1),
    ]
    assert _counts(ddz_("count", "classic", *hand, "--over", "2222")[1]) == [("rocket", 2, "", 1)]
    assert _counts(ddz_("count", "classic", *hand, "--over", "BR")[1]) == []
    status, out, err = ddz_("count", "classic", *hand, "--over", "3456")
    assert (status, out, err) == (1, "", "ddz: nothing: 3456 form no pattern\n")


def test_count_of_readings(ddz_: Run) -> None:
    """Three trios in a row are a chain, or a chain of two that carries the third as cards."""
    hand = ["compat/openspiel", "--hand", "333444555666", "--json"]
    total = json.loads(ddz_("count", *hand)[1])["total"]
    assert json.loads(ddz_("count", *hand, "--readings")[1])["total"] == total + 2


def test_count_refuses_what_is_no_cards(ddz_: Run) -> None:
    for arguments in (["--hand", "xyz"], ["--over", "1"], ["--hand", "33333"]):
        status, out, err = ddz_("count", "classic", *arguments)
        assert (status, out) == (1, "")
        assert err


# --- usage and trouble


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nope"],
        ["list", "2v4"],
        ["list", "--lang", "fr"],
        ["show"],
        ["validate"],
        ["run"],
        ["run", "2v4", "--seed"],
        ["run", "2v4", "--seed", "x"],
        ["run", "2v4", "--seed", "-1"],
        ["run", "2v4", "--seed", "1.5"],
        ["run", "2v4", "--seed", "9" * 5000],
        ["run", "2v4", "--games", "0"],
        ["run", "2v4", "--games", "9" * 30],
        ["run", "2v4", "--base", "0"],
        ["run", "2v4", "--base", "9" * 4000],
        ["run", "2v4", "3v3"],
        ["classify", "2v4"],
        ["classify", "2v4", "33", "--over"],
        ["count"],
        ["count", "2v4", "33"],
        ["count", "2v4", "--hand"],
        ["count", "2v4", "--plays", "--readings"],
        ["replay"],
        ["replay", "a", "b"],
        ["--nope"],
    ],
    ids=lambda arguments: " ".join(arguments)[:30],
)
def test_wrong_usage(arguments: list[str], ddz_: Run) -> None:
    status, out, err = ddz_(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("usage: ddz")
    assert len(err) < 2000


@pytest.mark.parametrize("command", ["", "list", "show", "validate", "run", "classify", "replay"])
def test_help(command: str, ddz_: Run) -> None:
    status, out, err = ddz_(*command.split(), "--help")
    assert (status, err) == (0, "")
    assert out.startswith("usage: ddz")
    if command:
        wanted = {"--json"} if command == "validate" else {"--json", "--lang"}  # findings: English
        assert wanted == set(re.findall("--[a-z]+", out)) & {"--json", "--lang"}


def test_version(ddz_: Run) -> None:
    assert ddz_("--version") == (0, f"ddz {ddz.__version__}\n", "")


def strange_files(folder: Path) -> Iterator[Path]:
    """What is no rule file and no record: missing, a folder, a dangling link, a loop, other
    bytes."""
    yield folder / "missing.yaml"
    (folder / "folder.yaml").mkdir()
    yield folder / "folder.yaml"
    (folder / "dangling.yaml").symlink_to(folder / "nowhere.yaml")
    yield folder / "dangling.yaml"
    (folder / "loop.yaml").symlink_to(folder / "loop.yaml")
    yield folder / "loop.yaml"
    yield folder / ("long" * 500 + ".yaml")
    yield folder / "missing.yaml" / "below.yaml"
    for name, content in {
        "empty": b"",
        "binary": bytes(range(256)),
        "latin": "título: ñ".encode("latin-1"),
        "utf16": "format: 1".encode("utf-16"),
        "json": b'{"format": 1}',
        "list": b"[1, 2]",
        "half": b'{"format": 1, "variant": ',
        "null": b"null",
        "deep": b"[" * 50_000,
        "number": b"9" * 9000,
        "zeros": b"\0" * 100,
        "lines": b"\n\n\n",
        "two": b"{}\n{}\n",
    }.items():
        path = folder / f"{name}.yaml"
        path.write_bytes(content)
        yield path
    if os.geteuid():
        path = folder / "closed.yaml"
        path.write_text(GOOD, encoding="utf-8")
        path.chmod(0)
        yield path


def test_strange_files_are_refused(ddz_: Run, tmp_path: Path) -> None:
    for path in strange_files(tmp_path):
        for command in (["show"], ["replay"]):
            status, out, err = ddz_(*command, path)
            assert (status, out) == (1, ""), (command, path.name)
            assert err.strip(), (command, path.name)
            assert len(err) < 5000, (command, path.name)
        status, out, err = ddz_("classify", path, "33")
        assert (status, out) == (1, ""), path.name
        status, out, err = ddz_("validate", path)
        assert status == 1, path.name
        assert "error[DDZ" in out, path.name
        assert err.startswith(f"{path}: "), path.name
        if os.path.isfile(path):
            for command in (["show", "-"], ["validate", "-"], ["replay", "-"]):
                assert ddz_(*command, stdin=path.read_bytes())[0] == 1, (command, path.name)


@pytest.mark.parametrize("name", ["nope", "2V4", "", "../2v4", "/", ".", "2v4\0", "x" * 5000, "[]"])
def test_names_that_are_none(name: str, ddz_: Run) -> None:
    for command in (["show", name], ["run", name], ["classify", name, "33"]):
        status, out, err = ddz_(*command)
        assert (status, out) == (1, "")
        assert err.strip()
    status, out, _ = ddz_("validate", name)
    assert status == 1
    assert "error[DDZ" in out
    status, out, err = ddz_("replay", name)
    assert (status, out) == (1, "")
    assert err.startswith("ddz: ")


def test_names_and_relative_paths_work_from_anywhere(
    ddz_: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "house.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "2v4.yaml").write_text(BAD, encoding="utf-8")  # no name is looked up here
    for folder, path in ((tmp_path, "house.yaml"), (below, "../house.yaml"), (below, "2v4")):
        monkeypatch.chdir(folder)
        assert ddz_("validate", path) == (0, f"{path}: sound\n", "")
        assert ddz_("classify", path, "33")[0] == 0


# --- as processes


def test_as_a_process(tmp_path: Path) -> None:
    status, out, err = process("list", cwd=tmp_path)
    assert (status, err) == (0, "")
    assert out.split()[0] == "2v4"
    assert process("validate", "3v3", cwd=Path("/"))[:2] == (0, "3v3: sound\n")
    assert process("run", "nope")[:2] == (1, "")
    assert process("run", "3v3", "--seed", "x")[:2] == (2, "")


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["PYTHONIOENCODING", "LC_ALL"],
)
def test_an_ascii_locale(environment: dict[str, str], ddz_: Run) -> None:
    arguments = ["classify", "-", "小王小王大王", "--over", "大王牌", "--lang", "zh"]
    stdin = GOOD.encode()
    assert process(*arguments, stdin=stdin, **environment) == ddz_(*arguments, stdin=stdin)
    arguments[4] = "大王"
    assert process(*arguments, stdin=stdin, **environment) == ddz_(*arguments, stdin=stdin)


def test_help_starts_fast() -> None:
    """No library but the standard one is imported for the help."""
    code = """
import sys
from ddz.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
slow = {"rich", "yaml", "lark", "jsonschema", "ddz.front", "ddz.game", "ddz.compiled"}
print("\\nIMPORTED", sorted(slow & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.startswith("usage: ddz")
    assert done.stdout.endswith("IMPORTED []\n")


@pytest.mark.parametrize(
    "shell",
    [
        "$DDZ list | head -c 0",
        "$DDZ show 2v4 | head -c 1 >/dev/null",
        "$DDZ run 3v3 --seed 1 --games 200 --json | head -c 1 >/dev/null",
        "$DDZ list >&-",
        "$DDZ validate nope 2>&-",
        "$DDZ run 3v3 --games 2 >&- 2>&-",
        "$DDZ validate - <&-",
        "$DDZ replay - <&-",
        "$DDZ show - <&- | cat",
    ],
)
def test_closed_streams(shell: str) -> None:
    assert process(line=shell)[0] in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", ["list", "show 3v3", "run 3v3 --seed 1 --json"])
def test_a_full_disk(command: str) -> None:
    status, _, err = process(line=f"$DDZ {command} >/dev/full")
    assert status == 1
    assert re.fullmatch("ddz: the output cannot be written: .+\n", err)


def test_a_terminal_gets_a_progress_bar(ddz_: Run) -> None:
    """On standard error; the results are the same bytes as without."""
    arguments = ["run", "3v3", "--games", "3", "--seed", "1"]
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    command = [sys.executable, "-m", "ddz", *arguments]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT, env=env, check=True
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:  # the other end is closed, and all is read
        pass
    os.close(ours)
    assert "100%" in shown.decode()
    assert "━" in shown.decode()
    assert ddz_(*arguments) == (0, done.stdout.decode(), "")
