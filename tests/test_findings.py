"""Findings: every kind of mistake has a file in `tests/variants/bad`, with the findings it must
give, and no others, as comments on the lines at fault (``# DDZ301@21``: code and column;
``# line 9: DDZ300@12`` where the line itself cannot hold a comment).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unicodedata import east_asian_width

import pytest

import ddz
from ddz.codes import pages
from ddz.diagnostics import Span

ROOT = Path(__file__).resolve().parent.parent
BAD = sorted((ROOT / "tests" / "variants" / "bad").glob("*.yaml"))
EMPTY = {"106-empty.yaml": [(1, "DDZ106", 1)]}  # an empty file holds no comment
# no file, and one of more than 1 MiB: tested below; and the examples of too long a file
WITHOUT_FILE = {"DDZ100", "DDZ101", "DDZ709"}
WITHOUT_HINT = {"DDZ801", "DDZ106"}  # the sentence says what to write


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that names in findings are short."""
    monkeypatch.chdir(ROOT)


def expected(path: Path) -> list[tuple[int, str, int | None]]:
    """The findings that a file's comments name: line, code, column."""
    found: list[tuple[int, str, int | None]] = []
    text = path.read_bytes().decode(errors="replace").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        comment = line[line.find("#") :] if "#" in line else ""
        other = re.match(r"# line (\d+): ", comment)
        for code, column in re.findall(r"(DDZ\d{3})(?:@(\d+))?", comment):
            found.append(
                (int(other[1]) if other else number, code, int(column) if column else None)
            )
    return [*EMPTY.get(path.name, []), *found]


@cache
def validated(path: Path) -> list[ddz.Diagnostic]:
    """The findings about a file under its short name."""
    return ddz.validate(path.relative_to(ROOT).as_posix())


def found(text: str | bytes) -> list[ddz.Diagnostic]:
    """The findings about a text."""
    return ddz.validate("house.yaml", text=text)


def places(text: str | bytes) -> list[str]:
    """The findings about a text, as `line:column code`; with the name of a file it extends."""
    return [f"{d.span}".removeprefix("house.yaml:") + f" {d.code}" for d in found(text)]


def shown(findings: list[ddz.Diagnostic]) -> str:
    """All findings as a person reads them."""
    return "\n".join(finding.render() for finding in findings)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_file(path: Path) -> None:
    """Just the findings of the comments, each at its line and column, in file order, and none about
    a line of a base."""
    wanted = expected(path)
    assert wanted
    findings = validated(path)
    got = [(d.span.line, d.code, d.span.column) for d in findings if d.span]
    columns = {(line, code): column for line, code, column in wanted if column is None}
    got_as_wanted = [
        (line, code, None if (line, code) in columns else column) for line, code, column in got
    ]
    assert sorted(got_as_wanted, key=str) == sorted(wanted, key=str), shown(findings)
    assert {d.span.file for d in findings if d.span} == {path.relative_to(ROOT).as_posix()}
    assert got == sorted(got, key=lambda place: (place[0], place[2])), "in file order"
    if path.name != "105-alias-bomb.yaml":  # it has no sense at all from its first line on
        assert len(got) == len({(line, column) for line, _, column in got}), "one finding a place"
    for finding in findings:
        assert finding.severity == pages()[finding.code].severity


def test_codes_files_and_source_agree() -> None:
    """Each code has a page and a file and stands in the source, and no other codes are used."""
    in_files = {code for path in BAD for _, code, _ in expected(path)}
    used = {
        code
        for path in (ROOT / "ddz").rglob("*.py")
        for code in re.findall(r'"(DDZ\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert sorted(pages().keys() - WITHOUT_FILE) == sorted(in_files)
    assert sorted(pages()) == sorted(used)
    for path in BAD:
        code = f"DDZ{path.name[:3]}"
        assert path.name[:4] == "all-" or code in {code for _, code, _ in expected(path)}


def width(text: str) -> int:
    """Columns on a terminal."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def under(line: str, column: int, count: int) -> str:
    """The characters of a line above so many columns from this one on."""
    at, chars = 0, ""
    for char in line:
        if column <= at < column + count:
            chars += char
        at += width(char)
    return chars


def check_excerpt(rendered: list[str], span: Span, lines: list[str]) -> None:
    """The line of the place stands there, and carets under the characters it is about."""
    shown_line, carets = rendered
    match = re.fullmatch(r" *(\d+) \| (.*)", shown_line)
    assert match
    assert int(match[1]) == span.line
    start = carets.index("^")
    marked = under(shown_line, start, carets.count("^"))
    line = lines[span.line - 1]
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    wanted = line[span.column - 1 : max(end, span.column)]
    wanted = "".join("\ufffd" if not char.isprintable() else char for char in wanted)
    if "…" in shown_line:  # of a long line, a part is shown
        assert marked.strip("… ")
        assert wanted.startswith(marked.rstrip("… "))
    else:
        assert marked == wanted
    assert set(carets) <= {" ", "|", "^"}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_findings_read_well(path: Path) -> None:
    """One sentence in plain words, an excerpt with a caret under the right characters, a hint."""
    text = path.read_bytes().decode(errors="replace").replace("\t", " ")
    for finding in validated(path):
        assert finding.span is not None
        lines = finding.render().split("\n")
        assert (
            lines[0]
            == str(finding)
            == f"{finding.span}: {finding.severity}" + (f"[{finding.code}]: {finding.message}")
        )
        sentence = finding.message
        assert "\n" not in sentence
        assert not sentence.endswith(".") or sentence.endswith("..")
        assert not re.search(
            r"Traceback|Error\b|Token\(|None\b|<\w+ object|given schemas|schema \(|\bexpected\b",
            sentence,
        )
        if text:
            check_excerpt(lines[1:3], finding.span, text.split("\n"))
        if finding.code not in WITHOUT_HINT:
            assert finding.hint, finding
            assert lines[3] == f"  hint: {finding.hint}"
            assert "\n" not in finding.hint
        data = finding.as_data()
        assert (data["line"], data["column"]) == (finding.span.line, finding.span.column)
        json.dumps(data)


def test_a_caret_stands_under_chinese_too() -> None:
    """Two columns for a Chinese character, before the place and in it; of a long line, a part."""
    (finding,) = found("extends: 2v4\ntitle: {zh: 二打四, en: a, 规则: b}\n")
    assert finding.render().split("\n")[1:3] == [
        "    2 | title: {zh: 二打四, en: a, 规则: b}",
        "      |                            ^^^^",
    ]
    spaces = " " * 5000
    (finding,) = found(f"extends: 2v4\ntitle: {{zh: 二打四, {spaces}en: a, 规则: b}}\n")
    line, carets = finding.render().split("\n")[1:3]
    assert len(line) < 160
    assert under(line, carets.index("^"), carets.count("^")) == "规则"


# --- what the sentences say


def message(text: str) -> str:
    """The only finding's sentence."""
    (finding,) = found(text)
    return finding.message


def test_a_deal_that_does_not_add_up_names_both_sides() -> None:
    """6 × 33 + 12 = 210, and 4 × (13 × 4 + 2) = 216."""
    sentence = message("extends: 2v4\ndeal: {each: 33}\n")
    assert "6 players × 33 + 12 of the kitty = 210 cards" in sentence
    assert "4 × (13 ranks × 4 suits + 2 jokers) = 216" in sentence


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("player: 6", "did you mean 'players'?"),
        ("steps: {auction: {auction: {bid: [1]}}}", "did you mean 'bids'?"),
        ("players: 6.0", "write it without a point"),
        ("players: '6'", "leave the quotes out"),
        ("title: {zh: 24, en: a}", 'YAML reads this as another type; write "24" in quotes'),
        ("steps: {auction: {auction: {unbid: {seat: null, void: yes}}}}", "write true or false"),
        ("ladder: [bomb 4.., jokr_bomb]", "did you mean 'joker_bomb'?"),
        ("patterns: {xx: 2 of a rnk}", "did you mean 'rank'?"),
        ("patterns: {xx: trio + paar}", "did you mean 'pair'?"),
        ("patterns: {xx: exactly 10}", "the ten is T"),
        ("deck: {ranks: 3 10 4}", "the ten is T"),
        ("names: {opener: holder(open_crd)}", "did you mean 'open_card'?"),
        ("cases: {two: winner = dark}", "write == to compare"),
        ("cases: {two: winner！}", "write !, the sign of an English keyboard"),
        (
            "flow: [deal, auction, roles, kity, instant, show, play, settle]",
            "did you mean 'kitty'?",
        ),
        ("examples: [33 is paar]", "did you mean 'pair'?"),
    ],
)
def test_a_hint_says_what_to_write(line: str, hint: str) -> None:
    """The nearest word there is, or how the thing is written."""
    (finding,) = found(f"extends: 2v4\n{line}\n")
    assert finding.hint == hint


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # what a change breaks in the base is told once, at the change
        ("extends: 2v4\ncases: {two: null}\n", ["2:9 DDZ401"]),
        ("extends: 2v4\nnames: {opener: null}\n", ["2:9 DDZ401"]),
        ("extends: 3v3\ndeal: {marks: {twin: null}}\n", ["2:16 DDZ401"]),
        ("extends: 2v4\nplayers: 5\n", ["2:1 DDZ504"]),
        # a broken name, case, pattern, line or mark is told where it is broken
        ("extends: 2v4\nnames: {opener: holder(open_card}\n", ["2:23 DDZ400"]),
        ("extends: 2v4\ncases: {two: landlords won}\n", ["2:14 DDZ404"]),
        ("extends: 2v4\npatterns: {pair: 2 of}\n", ["2:21 DDZ300"]),
        ("extends: 2v4\nbombs: {bomb: 4.. of a rnk}\n", ["2:24 DDZ300"]),
        ("extends: 2v4\nlines: {run: 3 4 X 5}\n", ["2:18 DDZ301"]),
        ("extends: 2v4\ndeal: {marks: {dark_card: {card: any but}}}\n", ["2:40 DDZ300"]),
        ("extends: 2v4\nsteps: {roles: {roles: {landlord: {who: winer}}}}\n", ["2:41 DDZ401"]),
        ("extends: 2v4\nladder: [bomb 4]\n", ["2:1 DDZ310"]),
        # a misspelt key is not also a missing one, nor an unquoted comma two mistakes
        ("extends: 2v4\nsteps: {more: {play: {leed: winner}}}\n", ["2:23 DDZ201"]),
        (
            "extends: 2v4\nsteps: {instant: {end: {when: {big_bomb: holds(s, bomb 9)}}}}\n",
            ["2:51 DDZ205"],
        ),
    ],
)
def test_one_mistake_is_told_once(text: str, wanted: list[str]) -> None:
    """What follows from a mistake is not told."""
    assert places(text) == wanted


def test_a_change_that_breaks_the_base_is_told_in_file_order() -> None:
    """Like the file's other findings, among them."""
    text = "extends: 2v4\nplayers: 5\npatterns: {pair: 2 of}\n"
    assert places(text) == ["2:1 DDZ504", "3:21 DDZ300"]


def test_load_refuses_errors_only() -> None:
    """A file with warnings plays; one with errors does not, and the error carries them all."""
    idle = "extends: 2v4\nlines: {extra: 3 4 5}\n"
    assert [d.severity for d in found(idle)] == ["warning"]
    assert ddz.load("house.yaml", text=idle).players == 6
    path = ROOT / "tests" / "variants" / "bad" / "all-of-the-game.yaml"
    with pytest.raises(ddz.VariantError) as caught:
        ddz.load(path)
    assert len(caught.value.diagnostics) == len(expected(path))


# --- files that are none, and files that are too much


def test_no_such_variant() -> None:
    """A name or path without a file."""
    for name in ("2v5", "nowhere.yaml", "Two v Four"):
        (finding,) = ddz.validate(name)
        assert finding.code == "DDZ100"
        assert finding.hint


def test_too_large_a_file(tmp_path: Path) -> None:
    """More than 1 MiB is not read, from a file or as text; 1 MiB is."""
    line = b"# " + b"x" * 1021 + b"\n"
    path = tmp_path / "house.yaml"
    path.write_bytes(b"extends: 2v4\n" + line * 1024)
    (finding,) = ddz.validate(path)
    assert finding.code == "DDZ101"
    assert str(13 + 1024 * 1024) in finding.message
    assert [d.code for d in found(path.read_bytes())] == ["DDZ101"]  # as text, too
    assert found(b"extends: 2v4\n" + line * 1023) == []


RANKS = "3 4 5 6 7 8 9 T J Q K A 2 B R"


def nasty() -> Iterator[tuple[str, str]]:
    """Texts that ask for too much, by name."""
    patterns = [
        "30 of 3 4 5 6 7 8 9 T J Q K A 2",
        "row of n trio on run + n solo may repeat may touch, n 2..",
        f"1.. of {RANKS} + 1.. of {RANKS}",
        f"8 of {RANKS} + 8 of {RANKS} + 8 of {RANKS}",
        "row of 2.. solo on run + row of 2.. solo on run may repeat",
        "solo + row of 2.. solo on run may repeat",
        f"n of a rank + n of {RANKS}, n 1..9999",
        f"4.. of {RANKS} without 33",
        "trio + 1000 solo",
    ]
    for number, pattern in enumerate(patterns):
        yield f"pattern {number}", f"patterns: {{xx: {json.dumps(pattern)}}}\n"
        copies = "deck: {copies: 16}\ndeal: {each: 142}\n"  # 864 = 16 × 54 = 6 × 142 + 12
        yield f"16 copies {number}", f"{copies}patterns: {{xx: {json.dumps(pattern)}}}\n"
    yield "line of 64", "lines: {run: " + "A 2 3 4 5 6 7 8 9 T J Q K " * 4 + "A}\n"
    bomb = f"bombs: {{mm: 4.. of {RANKS}}}\n"
    yield "mix of all ranks", bomb
    many = "".join(
        f"  p{i}: row of 2..13 solo on run + row of 2..13 pair on run may touch\n"
        for i in range(99)
    )
    yield "many patterns", "patterns:\n" + many
    conditions = [
        "not " * 149 + "two",
        "(" * 300 + "two" + ")" * 290,
        "1" + "+1" * 290 + " == 3",
        "999999999" + "*999999999" * 58 + " == 3",
        "any a in all where " * 31 + "two",
        "any a in all where any b in all where any c in all where left(a)+left(b) == left(c)",
        " and ".join(f"left(landlord) > {i}" for i in range(25)),
        "x" * 100_000,
        "(" * 100_000,
    ]
    for number, text in enumerate(conditions):
        row = f"{{when: {json.dumps(text)}, shares: {{landlord: 0}}}}"
        yield f"condition {number}", f"settle: {{rows: [{row}, {{shares: {{landlord: 0}}}}]}}\n"
    marks = ", ".join(f"m{i}: {{card: any, known: all}}" for i in range(6))
    yield "many marks", f"players: 12\ndeal: {{each: 17, marks: {{{marks}}}}}\n"
    names = "".join(f"  n{i + 1}: n{i} + n{i}\n" for i in range(60))
    yield "names of names", f"names:\n  n0: opener\n{names}"
    chain = "".join(f"  n{i}: n{i + 1}\n" for i in range(3000))
    yield "chain of names", f"names:\n{chain}  n3000: opener\n"
    yield "many bad names", "names:\n" + "".join(f"  n{i}: opener -\n" for i in range(3000))
    anchors = "".join(f"k{i}: &a{i} 1\n" for i in range(3000))
    yield "many anchors", anchors
    yield "deep lists", "names: " + "[" * 5000
    yield "deep mappings", "names: " + "{a: " * 5000
    yield "one long quote", "title: '" + "x" * 500_000
    yield "long line", " " * 300_000 + "x: 1\n"
    yield "many unknown keys", "".join(f"key{i}: 1\n" for i in range(2000))
    yield "many keys twice", "players: 6\n" * 2000
    yield "a surrogate", "title: {zh: \ud800, en: a}\n"
    yield "a line separator", "title: {zh: \u2028, en: a}\nplayer: 6\n"


@pytest.mark.parametrize(("name", "text"), [pytest.param(*case, id=case[0]) for case in nasty()])
def test_too_much_is_a_finding(name: str, text: str) -> None:
    """Whatever a file asks for, validation comes to an end, and says so in findings."""
    findings = found("extends: 2v4\n" + text)
    assert all(finding.code in pages() for finding in findings)
    assert len({(d.span, d.code) for d in findings}) == len(findings)
    if name == "many patterns":
        assert "DDZ204" in {finding.code for finding in findings}
    if name in ("mix of all ranks", "pattern 0", "pattern 3"):
        assert "DDZ304" in {finding.code for finding in findings}
