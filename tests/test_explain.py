"""`ddz explain`: every code has a page, and every example on a page is what it claims to be."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import ddz
from ddz.cli import main
from ddz.codes import Page, pages

ROOT = Path(__file__).resolve().parent.parent
PAGES = list(pages().values())
LAID = [page for page in PAGES if page.over != "command"]
COMMANDS = [page for page in PAGES if page.over == "command"]


HOUSE = """
extends: 2v4
options:
  open_kitty:
    title: {zh: 底牌公开, en: the kitty is turned up}
    changes: {multiplier: {start: 2}}
    conflicts: [hidden_kitty]
"""  # the file that commands name


def by_code(page: Page) -> str:
    """The name of a case."""
    return page.code


def marked(text: str) -> set[tuple[int, str]]:
    """The codes in a text's comments, each with its line."""
    comments = ((at, line.partition("#")[2]) for at, line in enumerate(text.splitlines(), 1))
    return {(at, code) for at, comment in comments for code in re.findall(r"DDZ\d{3}", comment)}


def check(text: str, folder: Path) -> list[ddz.Diagnostic]:
    """The findings about a file of this text."""
    path = folder / "house.yaml"
    path.write_text(text, encoding="utf-8")
    return ddz.validate(path)


@pytest.mark.parametrize("page", LAID, ids=by_code)
def test_the_bad_example_is_bad(page: Page, tmp_path: Path) -> None:
    """It has the findings of its comments on their lines, and those are of its code alone."""
    text = page.whole(page.bad)
    wanted = marked(text)
    assert {code for _, code in wanted} == {page.code}
    found = check(text, tmp_path)
    got = {(d.span.line, d.code) for d in found if d.span and d.span.file.endswith("house.yaml")}
    assert got == wanted, [str(finding) for finding in found]
    assert {finding.code for finding in found} == {page.code}
    assert {finding.severity for finding in found} == {page.severity}


@pytest.mark.parametrize("page", LAID, ids=by_code)
def test_the_good_example_is_good(page: Page, tmp_path: Path) -> None:
    """It has no findings at all, and is not the bad one."""
    assert page.good.strip() != re.sub(r"\s+# DDZ\d{3}", "", page.bad).strip()
    assert not marked(page.good)
    found = check(page.whole(page.good), tmp_path)
    assert not found, [finding.render() for finding in found]


@pytest.mark.parametrize("page", COMMANDS, ids=by_code)
def test_the_commands_do_what_they_say(page: Page, tmp_path: Path) -> None:
    """Each line of the bad example is refused with its code, each of the good one is not."""
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    for text, refused in ((page.bad, True), (page.good, False)):
        for line in text.splitlines():
            assert (page.code in line) == refused
            done = subprocess.run(  # noqa: S602 - the line is the table's own
                line.replace("ddz ", f'"{sys.executable}" -m ddz '),
                shell=True,
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                encoding="utf-8",
                check=False,
            )
            assert (done.returncode, f"{page.severity}[{page.code}]" in done.stdout) == (
                int(refused),
                refused,
            ), done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=by_code)
def test_a_page_reads_well(page: Page) -> None:
    """A title as a heading, sentences, and no more of them than one reads at a glance."""
    assert re.fullmatch(r"DDZ[1-9]\d\d", page.code)
    assert all(getattr(page, field.name).strip() for field in fields(page))
    assert not page.title.endswith(".")
    assert len(page.title) <= 80
    for text in (page.what, page.why):
        assert text[0].isupper() or text[0] == "`"
        assert text.endswith(".")
        assert "\n" not in text.strip()
        assert text.count("`") % 2 == 0
        assert len(text) <= 400
    assert max(len(line) for line in page.good.splitlines()) <= 120
    assert page.good.endswith("\n")
    assert page.bad.endswith("\n")


def test_pages_stand_in_order() -> None:
    """By code, so that a page is found by leafing."""
    assert list(pages()) == sorted(pages())


# --- the command


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Runs `ddz explain`: exit status, standard output, standard error."""
    status = main(["explain", *arguments])
    return (status, *capsys.readouterr())


def test_one_code(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "DDZ301")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "error[DDZ301]: a pattern, rank, line or card that does not exist"
    assert "  >   trio_solo: trio + solos          # DDZ301" in lines
    assert "  |   trio_solo: trio + solo" in lines
    assert lines.index("wrong") < lines.index("right")
    assert max(map(len, lines)) <= 100


def test_several_codes_however_they_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "ddz301", "510", "DDZ301")
    assert status == 0
    assert re.findall(r"^(?:error|warning)\[DDZ\d+\]", out, re.M) == [
        "error[DDZ301]",
        "warning[DDZ510]",
    ]


def test_no_code_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys)
    assert (status, err) == (0, "")
    listed = [line for line in out.splitlines() if line]
    assert [line.split()[0] for line in listed] == list(pages())
    assert "DDZ510  something defined and never used (warning)" in listed


def test_pages_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "DDZ301", "DDZ803", "--json")
    assert status == 0
    first, second = map(json.loads, out.splitlines())
    assert (first["code"], first["severity"], first["over"]) == ("DDZ301", "error", "2v4")
    assert (second["code"], second["severity"]) == ("DDZ803", "warning")
    assert first["bad"].splitlines()[1].endswith("# DDZ301")
    assert len(run(capsys, "--json")[1].splitlines()) == len(PAGES)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("DDZ60", "near it are DDZ601, DDZ602, DDZ603"),
        ("ddz308", "near it are DDZ306, DDZ307, DDZ309"),
        ("0", "near it are DDZ100, DDZ101, DDZ102"),
        ("solos", "'ddz explain' lists all"),
        ("9" * 100, "'ddz explain' lists all"),
        ("²", "'ddz explain' lists all"),
        ("", "'ddz explain' lists all"),
    ],
)
def test_no_such_code(typed: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Refused, with the nearest; nothing is printed of the codes that there are."""
    status, out, err = run(capsys, typed, "DDZ301")
    assert (status, out) == (1, "")
    assert err == f"ddz: there is no code {typed[:40]!r}; {said}\n"
