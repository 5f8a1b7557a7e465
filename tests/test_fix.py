"""`ddz validate --fix`: what leaves no doubt is mended in the file, and nothing else is touched."""

from __future__ import annotations

import io
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import ddz
from ddz.cli import main
from ddz.diagnostics import Diagnostic, Fix, Span
from ddz.fix import apply_fixes, mend, write_whole
from ddz.fix.witness import changed_beside
from tests.test_mistakes import MISTAKES, told


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, run in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, text: bytes = b"") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
        status = main(["validate", *words])
        return Ran(status, *capsys.readouterr())

    return run


def mended(text: str) -> tuple[str, list[str]]:
    """A text after mending, and the codes of what was mended."""
    name = "house.yaml"
    found = mend(text.encode(), name, lambda raw: ddz.validate(name, text=raw), changed_beside)
    return found.raw.decode(), [done.code for done in found.done]


# --- the edits agree with what the mistakes say mends them


def without_notes(text: str) -> list[str]:
    """The lines of a file without the comments of `tests/mistakes`."""
    lines = [re.sub(r"\s+# DDZ\d{3}@\d+$", "", line) for line in text.splitlines()]
    return [line for line in lines if not re.match(r"# (line|hint|fixed|beside)\b", line)]


FIXABLE = [
    path
    for path in MISTAKES
    if re.match(
        "chinese-(colon|comma|quotes|digit|number|braces|brackets-of)|line-(ten|small|all)|"
        "extends-(capital|misspelt|with)|pattern-(and$|or$|ten|"
        "ranks|small|besides|plus|dash)|schema-(misspelt-(at|in-the-deal|in-a-row|lang)|number-in|whole)|"
        "yaml-(tab|yes|no-space-(in|before|between)|title|starts-with-an|colon-in|braces-closed|comma-behind)",
        path.stem,
    )
]


@pytest.mark.parametrize("path", FIXABLE, ids=lambda path: path.stem)
def test_a_mistake_is_mended_as_its_file_says(path: Path) -> None:
    """The same lines that a person would write; comments and layout stay."""
    mistake = told(path)
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for number in sorted(mistake.fixed, reverse=True):
        lines[number - 1 : number] = mistake.fixed[number]
    name = str(path)
    found = mend(path.read_bytes(), name, lambda raw: ddz.validate(name, text=raw), changed_beside)
    assert without_notes(found.raw.decode()) == without_notes("\n".join(lines))
    assert [done.code for done in found.done] == [mistake.code]
    assert found.found == ()


# --- what is not mended


@pytest.mark.parametrize(
    "text",
    [
        "extends: classic\nplayers: 4\n",  # nothing says which number was meant
        "extends: classic\ndeal: {each: 17, each: 18}\n",  # nor which of two
        "extends: classic\nnames: {opener: winner}\n",
        "extends: classic\npatterns: {xx: frobnicate + solo}\n",
        "extends: classic\nsettle: {rows: [{when: landlord is winner, shares: {landlord: 0}}]}\n",
        "extends: classic\ntitle: {zh: 甲, en: Our game #2}\n",
        "extends: classic\n",  # sound
    ],
)
def test_what_leaves_a_doubt_is_left(text: str) -> None:
    """The file is the same to the byte."""
    assert mended(text) == (text, [])


def test_the_files_own_key_is_not_doubled() -> None:
    """A misspelt key whose right spelling is there as well is left."""
    text = "extends: classic\ndeal: {each: 17, kitty: 3, kity: 3}\n"
    assert mended(text) == (text, [])


# --- what is no better, or worse, is not made


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # two keys that both are meant for a third: the first
        (
            "extends: classic\npaterns: {ab: 5 of 2 A}\npattern: {cd: 6 of 2 A}\n",
            "extends: classic\npatterns: {ab: 5 of 2 A}\npattern: {cd: 6 of 2 A}\n",
        ),
        # and what can be mended beside them is
        (
            "extends: classic\ndeal: {kity: 3, each: 17, kittty: 3}\ntitel: {zh: 甲, en: A}\n",
            "extends: classic\ndeal: {kitty: 3, each: 17, kittty: 3}\ntitle: {zh: 甲, en: A}\n",
        ),
        # in quotes it would be YAML, and no title
        ("extends: classic\ntitle: zh: 甲, en: A\n", "extends: classic\ntitle: zh: 甲, en: A\n"),
        # Chinese brackets with others inside
        ("extends: classic\ntitle: ｛zh: [甲], en: A｝\n",) * 2,
        # a line goes where its neighbour starts, whatever it is indented by
        (
            "extends: classic\ntitle:\n\tzh: 甲\n  \ten: A\ndeal:\n  each: 17\n",
            "extends: classic\ntitle:\n  zh: 甲\n  en: A\ndeal:\n  each: 17\n",
        ),
        # no blank is left at the end of a line
        (
            "extends: classic\ntitle：\n  zh：甲，\n  en: A\n",
            "extends: classic\ntitle:\n  zh: 甲，\n  en: A\n",
        ),
        (
            "extends: classic\npatterns：\n  ab：5 of 2 A，\n",
            "extends: classic\npatterns:\n  ab: 5 of 2 A\n",
        ),
        # each line has the mistake, and the parser stops at the first
        (
            "extends: classic\ntexts：\n"
            + "".join(f"  t{i}：{{zh: 甲, en: A}}\n" for i in range(40)),
            "extends: classic\ntexts:\n"
            + "".join(f"  t{i}: {{zh: 甲, en: A}}\n" for i in range(40)),
        ),
        ("extends: clasic\ntitle: {zh: 甲, en: A}\n", "extends: classic\ntitle: {zh: 甲, en: A}\n"),
        ("extends:classic\n", "extends: classic\n"),
    ],
)
def test_no_edit_brings_a_finding(text: str, wanted: str) -> None:
    """Edits that mend one thing and break another are left out, the others are made."""
    assert mended(text)[0] == wanted
    assert mended(wanted) == (wanted, []), "once is enough"


def test_edits_that_break_each_other() -> None:
    """Of three, the one that brings a finding where it writes is left out; the check is asked few
    times."""
    asked = []

    def check(raw: bytes) -> list[Diagnostic]:
        asked.append(raw)
        lines = raw.decode().splitlines()
        found = [
            Diagnostic("DDZ201", f"no {line}", place(at, 1, 2), fixes=(Fix(place(at, 1, 2), "x"),))
            for at, line in enumerate(lines, 1)
            if line.startswith(("a", "b", "c"))
        ]
        if "x: 2" in lines:
            found.append(Diagnostic("DDZ104", "twice", place(lines.index("x: 2") + 1, 1, 2)))
        return found

    found = mend(b"a: 1\nb: 2\nc: 3\n", "a.yaml", check, lambda *_: "")
    assert found.raw == b"x: 1\nb: 2\nx: 3\n"
    assert [done.span.line for done in found.done] == [1, 3]
    assert len(asked) <= 6


# --- what stays as it is


def test_all_of_a_file_round_by_round() -> None:
    """What one mistake hides comes to light when it is mended; comments stay where they are."""
    text = (
        "# ours\n"
        "extends： classic    # 底\n"
        "title: {zh：我们的, en: Our game}\n"
        "pattern:   # what is new\n"
        "\ttrio_solo: trio and solo    # 三带一\n"
        "deal: {each: 17, kity: 3, each: 17}\n"
    )
    after, codes = mended(text)
    assert after == (
        "# ours\n"
        "extends: classic    # 底\n"
        "title: {zh: 我们的, en: Our game}\n"
        "patterns:   # what is new\n"
        "  trio_solo: trio + solo    # 三带一\n"
        "deal: {each: 17, kitty: 3}\n"
    )
    assert sorted(codes) == ["DDZ102", "DDZ102", "DDZ103", "DDZ104", "DDZ201", "DDZ201", "DDZ300"]
    assert mended(after) == (after, []), "once is enough"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_the_mark_stay(end: str, mark: str) -> None:
    """The file's own, also where a whole line goes."""
    text = f"{mark}extends: classic{end}deal:{end}  each: 17{end}  each: 17{end}  kity: 3"
    wanted = f"{mark}extends: classic{end}deal:{end}  each: 17{end}  kitty: 3"
    after, codes = mended(text)
    assert after == wanted
    assert sorted(codes) == ["DDZ104", "DDZ201"]


def place(line: int, start: int, end: int, end_line: int = 0) -> Span:
    """A place in a file."""
    return Span("a.yaml", line, start, end_line or line, end)


def test_edits_are_made_where_they_say() -> None:
    """In the order of the file, whatever order they come in; characters, not bytes, are counted."""
    raw = "甲: 一\r\n乙: 二\r\n丙: 三\r\n".encode()
    fixes = [Fix(place(3, 4, 5), "3"), Fix(place(1, 4, 5), "1\n1"), Fix(place(2, 1, 6), "")]
    done = apply_fixes(raw, fixes)
    assert done.after.decode() == "甲: 1\r\n1\r\n丙: 3\r\n"
    assert done.lines_before == {1, 2, 3}
    assert done.lines_after == {1, 2, 3}


# --- the second reader


def test_the_witness_sees_what_else_changed() -> None:
    """A value or comment on another line, a lost comment, a text that is none."""
    before = "a: 1   # one\nb: 2\n"
    assert changed_beside(before, "a: 3   # one\nb: 2\n", {1}, {1}) == ""
    assert (
        changed_beside(before, "a: 3   # one\nb: 4\n", {1}, {1})
        == "a value on another line changed"
    )
    assert changed_beside(before, "a: 3   # one\nb: 2 # x\n", {1}, {1}).startswith("a comment on")
    assert changed_beside(before, "a: 3\nb: 2\n", {1}, {1}) == "the comment '# one' is gone"
    assert changed_beside(before, "a: '3   # one\nb: 2\n", {1}, {1}) == "it is no YAML any more"


def test_an_edit_that_does_not_help_is_not_made() -> None:
    """Where the finding is still there, and where the witness objects."""
    span = place(1, 1, 2)
    stubborn = Diagnostic("DDZ999", "no", span, fixes=(Fix(span, "b"),))
    found = mend(b"a: 1\n", "a.yaml", lambda raw: [stubborn], lambda *_: "")
    assert (found.raw, found.done, found.found) == (b"a: 1\n", (), (stubborn,))

    def once(raw: bytes) -> list[Diagnostic]:
        return [stubborn] if raw.startswith(b"a") else []

    assert mend(b"a: 1\n", "a.yaml", once, lambda *_: "").raw == b"b: 1\n"
    assert mend(b"a: 1\n", "a.yaml", once, lambda *_: "something").raw == b"a: 1\n"


# --- the file on the disk

HOUSE = b"extends: classic\ndeal: {each: 17, kity: 3}   # as ever\n"
WELL = b"extends: classic\ndeal: {each: 17, kitty: 3}   # as ever\n"


def test_the_file_is_mended_and_checked_again(tmp_path: Path, run: Run) -> None:
    """What was done stands on standard error, a line each; the mode stays."""
    path = tmp_path / "house.yaml"
    path.write_bytes(HOUSE)
    path.chmod(0o640)
    done = run("--fix", "house.yaml")
    assert (done.returncode, path.read_bytes()) == (0, WELL)
    assert done.stderr == "house.yaml:2:18: fixed DDZ201: kity -> kitty\n"
    assert done.stdout == "house.yaml: sound\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["house.yaml"]


def test_what_went_is_told_over_two_lines(tmp_path: Path, run: Run) -> None:
    """The whole of it on one line."""
    text = "extends: classic\nexamples:\n  - {hand: 33,\n     hand: 33,   # c\n     plays: 2}\n"
    done = run("--fix", "-", text=text.encode())
    assert done.stderr.splitlines()[0] == "<stdin>:4:6: fixed DDZ104: , hand: 33 -> nothing"


def test_a_file_named_twice_is_checked_once(tmp_path: Path, run: Run) -> None:
    """Also where it is mended."""
    (tmp_path / "house.yaml").write_bytes(HOUSE)
    assert run("house.yaml", "house.yaml").stderr.count("house.yaml: 1 error") == 1
    assert run("--fix", "house.yaml", "house.yaml").stdout == "house.yaml: sound\n"


def test_a_link_leads_to_what_is_written(tmp_path: Path, run: Run) -> None:
    """The link stays one."""
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "real.yaml").write_bytes(HOUSE)
    (tmp_path / "house.yaml").symlink_to("there/real.yaml")
    assert run("--fix", "house.yaml").returncode == 0
    assert (tmp_path / "house.yaml").is_symlink()
    assert (tmp_path / "there" / "real.yaml").read_bytes() == WELL


def test_a_difference_changes_nothing(tmp_path: Path, run: Run) -> None:
    """It is on standard output, in the form that `patch` takes."""
    path = tmp_path / "house.yaml"
    path.write_bytes(HOUSE)
    done = run("--diff", "house.yaml")
    assert (done.returncode, path.read_bytes()) == (1, HOUSE)
    assert done.stdout.splitlines() == [
        "--- house.yaml",
        "+++ house.yaml",
        "@@ -1,2 +1,2 @@",
        " extends: classic",
        "-deal: {each: 17, kity: 3}   # as ever",
        "+deal: {each: 17, kitty: 3}   # as ever",
    ]
    assert "would fix DDZ201" in done.stderr


def test_standard_input_comes_out_mended(run: Run) -> None:
    """The text alone on standard output."""
    done = run("--fix", "-", text=HOUSE)
    assert (done.returncode, done.stdout) == (0, WELL.decode())


def test_no_base_and_no_shipped_file_is_changed(tmp_path: Path, run: Run) -> None:
    """A finding in a base is told, and stays; a shipped file is refused."""
    (tmp_path / "base.yaml").write_bytes(HOUSE)
    (tmp_path / "house.yaml").write_bytes(b"extends: base.yaml\n")
    done = run("--fix", "house.yaml")
    assert done.returncode == 1
    assert "base.yaml:2:18: error[DDZ201]" in done.stdout
    assert (tmp_path / "base.yaml").read_bytes() == HOUSE
    refused = run("--fix", "classic")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("ddz: classic: this is a shipped file")


def test_without_the_extra_one_sentence_says_so(tmp_path: Path) -> None:
    """And how to install it; nothing is changed."""
    path = tmp_path / "house.yaml"
    path.write_bytes(HOUSE)
    code = (
        "import sys; sys.modules['ruamel.yaml'] = None; from ddz.cli import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", code, "validate", "--fix", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "pip install 'ddz[fix]'" in done.stderr
    assert path.read_bytes() == HOUSE


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not where it changed meanwhile, may not be written, or the disk gives up; nothing is left
    behind."""
    path = tmp_path / "house.yaml"
    path.write_bytes(HOUSE)
    with pytest.raises(OSError, match="meanwhile"):
        write_whole(path, WELL, b"what it was")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError):
        write_whole(path, WELL, HOUSE)
    monkeypatch.undo()

    def full(*_: object) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, WELL, HOUSE)
    assert path.read_bytes() == HOUSE
    assert list(tmp_path.iterdir()) == [path]


def test_fix_and_watch_do_not_go_together(run: Run) -> None:
    """That is wrong usage."""
    assert run("--fix", "--watch", "house.yaml").returncode == 2


def test_fixes_are_data() -> None:
    """Each edit has its place and text, for an editor."""
    (finding,) = ddz.validate("house.yaml", text=HOUSE)
    (fix,) = finding.as_data()["fixes"]
    assert fix == {
        "text": "kitty",
        "file": "house.yaml",
        "line": 2,
        "column": 18,
        "end_line": 2,
        "end_column": 22,
    }
