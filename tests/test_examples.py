"""Tests inside rule files: examples are read, run and held to what they say.

Each file in `examples/` is a rule file. A comment `# DDZ702 [33] words` says that the example on
its line has this finding, at just the text in brackets, with the words in its sentence or hint;
every other example must pass.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from junitparser import Failure, JUnitXml, Skipped

import ddz
from ddz.check import tested as testing
from ddz.check.examples import Bench, Difference, Result, run_examples
from ddz.cli import main
from ddz.cli.junit import write
from ddz.cli.test import File
from ddz.compiled import compile_variant
from ddz.diagnostics import Diagnostic, Span
from ddz.front import check_examples
from ddz.variant import build, flatten
from ddz.variant.find import find_variant, place_of_text

FOLDER = Path(__file__).parent / "examples"
FILES = sorted(FOLDER.glob("*.yaml"))
COMMENT = re.compile(r"#\s*(DDZ\d+) \[(.*?)\](?: (.*))?$")
ROOT = FOLDER.parent.parent


def wanted(text: str) -> dict[int, tuple[str, str, str]]:
    """For each line with a finding: its code, the text it is at, and words."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        comment = COMMENT.search(line)
        if comment:
            found[number] = (comment[1], comment[2], comment[3] or "")
    return found


def at(span: Span) -> str:
    """The text that a span covers, of its first line."""
    end = span.end_column if span.end_line == span.line else len(span.excerpt) + 1
    return span.excerpt[span.column - 1 : end - 1]


def lines_of(found: list[Diagnostic]) -> dict[int, list[Diagnostic]]:
    """The findings of each line."""
    lines: dict[int, list[Diagnostic]] = {}
    for finding in found:
        assert finding.span is not None
        lines.setdefault(finding.span.line, []).append(finding)
    return lines


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_line_has_its_finding_and_no_other(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    told = lines_of(ddz.validate(path))
    expected = wanted(text)
    assert expected or path.stem == "choices"
    assert sorted(told) == sorted(expected)
    for line, (code, place, words) in expected.items():
        (finding,) = told[line]
        assert (finding.code, at(finding.span or Span("", 1, 1, 1, 1))) == (code, place), finding
        assert words in f"{finding.message}\n{finding.hint}", finding.render()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_results_and_findings_agree(path: Path) -> None:
    """What fails has the findings that `validate` has; all else passes."""
    if path.stem == "shape":
        assert check_examples(path).results == ()
        return
    tested = check_examples(path)
    assert not tested.errors
    failed = [r for r in tested.results if r.verdict == "failed"]
    told = [d.finding for result in failed for d in result.differences]
    found = [finding for finding in ddz.validate(path) if finding.severity == "error"]
    assert Counter(map(str, told)) == Counter(map(str, found))
    assert all(result.differences for result in failed)
    assert not any(r.differences for r in tested.results if r.verdict == "passed")


def test_a_todo_may_fail_and_is_told_when_it_holds() -> None:
    """A todo that is no example at all is told of even so."""
    results = check_examples(FOLDER / "todo.yaml").results
    assert [(result.title, result.verdict) for result in results] == [
        ("held", "passed"),
        ("open", "todo"),
        ("ready", "todo passed"),
        ("named", "todo"),
        ("refused", "todo"),
        ("gibberish", "failed"),
    ]


def test_a_wrong_file_runs_no_games() -> None:
    """Where the settlement is wrong, games and scores are not run; what cards are is."""
    text = (
        "extends: classic\nsettle: {rows: [{shares: {landlord: 1}}]}\nexamples:\n"
        "  - 33 is pair\n  - 33 is trio\n  - {marks: {open_card: 0}, turn: 2}\n"
        "  - {won: landlords, bid: 1, N: 1, scores: {landlord: 1}}\n"
    )
    tested = check_examples("house.yaml", text)
    assert [r.verdict for r in tested.results] == ["passed", "failed", "not run", "not run"]
    assert [finding.code for finding in tested.errors] == ["DDZ607"]


def test_expected_and_got_are_data() -> None:
    """Programs need not read the sentence."""
    text = "extends: classic\nexamples: [33 is trio, {hand: 33, plays: 3}]\n"
    first, second = check_examples("house.yaml", text).results
    assert [(d.expected, d.got) for d in first.differences] == [("trio", "pair")]
    assert [(d.expected, d.got) for d in second.differences] == [("3", "2")]


# --- the rule at work


def related(example: str, game: str = "2v4") -> list[str]:
    """The lines of rules that a failing example shows."""
    text = f"extends: {game}\nexamples:\n  - {example}\n"
    (result,) = check_examples("house.yaml", text).results
    return [span.excerpt.strip() for d in result.differences for _, span in d.finding.related]


@pytest.mark.parametrize(
    ("game", "example", "rule"),
    [
        ("2v4", "33355 is trio", "trio_pair:       trio + pair"),
        (
            "2v4",
            "{case: two, won: landlords, N: 2, scores: {landlord: 5}}",
            "two and landlords won",
        ),
        (
            "2v4",
            "{marks: {open_card: 0, dark_card: 3}, bids: 3, play: [0 show, 3 hide], N: 5}",
            "at: said show,                       when: two",
        ),
        ("2v4", "{marks: {open_card: 0, dark_card: 3}, bids: 2 1}", "auction:"),
        ("3v3", "{marks: {open_card: 0, twin: 2 2}, roles: {landlord: 0}, bids: 3}", "landlord:  "),
        ("classic", "{hand: 333, plays: {trio: 2}}", "trio:            3 of a rank"),
    ],
)
def test_a_failure_shows_the_rule_at_work(game: str, example: str, rule: str) -> None:
    assert any(rule in line for line in related(example, game)), related(example, game)


# --- bounds

DEAL = (
    "{hands: [3 4, S5, 6], marks: {open_card: {seat: 1, card: S5}}, start: play, winner: 0, bid: 1}"
)


def bench(game: str, examples: list[str]) -> Bench:
    """What runs these examples by a game."""
    text = f"extends: {game}\nexamples:\n" + "".join(f"  - {each}\n" for each in examples)
    layered = flatten(place_of_text("house.yaml"), text)
    assert layered.root is not None
    variant = build(layered, layered.root)
    compiled, _, _ = compile_variant(variant)
    assert compiled is not None
    return Bench(variant, compiled.table, compiled)


@pytest.mark.parametrize(
    ("example", "copies"),
    [
        (f"{{deal: {DEAL}, play: 0..2 pass}}", 40),
        ("{marks: {open_card: 0}}", 40),
        ("{hand: 3344455566677, plays: {bomb: 0}}", 40),
        ("{won: landlords, bid: 1, N: 1, scores: {landlord: 2}}", 100),
        ("33 is pair", 1000),
    ],
    ids=["actions", "deals", "hands", "scores", "texts"],
)
def test_all_examples_of_a_file_have_one_budget(example: str, copies: int) -> None:
    """With few steps the first examples run, one says that it is too much, the rest do not run."""
    results = run_examples(bench("classic", [example] * copies), steps=900)
    verdicts = [result.verdict for result in results]
    stop = verdicts.index("not run")
    assert set(verdicts[stop:]) == {"not run"}
    (last,) = results[stop - 1].differences
    assert last.finding.code == "DDZ709"
    assert "DDZ709" not in {d.finding.code for r in results[: stop - 1] for d in r.differences}


def test_a_long_game_of_a_stranger_ends() -> None:
    """Passes without end are stopped by the rules or by the budget, whichever is first."""
    play = ", ".join(["0..2 pass"] * 4000)
    (result,) = run_examples(bench("classic", [f"{{deal: {DEAL}, play: [0 3, {play}]}}"]))
    assert {d.finding.code for d in result.differences} <= {"DDZ704", "DDZ709"}


# --- the shipped files


CHANGES = [
    pytest.param(game, change["old"], change["new"], id=f"{game}: {change['rule']}")
    for game, changes in yaml.safe_load(
        (FOLDER / "changed" / "rules.yaml").read_text(encoding="utf-8")
    ).items()
    for change in changes
]


@pytest.mark.parametrize(("name", "old", "new"), CHANGES)
def test_a_shipped_example_guards_the_rule(name: str, old: str, new: str) -> None:
    """A changed rule of a shipped game makes an example of that game fail."""
    text = (ROOT / "variants" / f"{name}.yaml").read_text(encoding="utf-8")
    assert old in text
    layered = flatten(place_of_text(f"{name}.yaml"), text.replace(old, new, 1))
    assert layered.root is not None
    variant = build(layered, layered.root)
    compiled, found, _ = compile_variant(variant)
    assert compiled is not None, found
    results = run_examples(Bench(variant, compiled.table, compiled))
    assert [result.title for result in results if result.verdict == "failed"]


@pytest.mark.parametrize("name", ["2v4", "3v3", "melee", "classic"])
def test_shipped_examples_hold(name: str) -> None:
    """Every one is run and passes, and none is a todo."""
    layered = flatten(find_variant(name))
    assert layered.root is not None
    variant = build(layered, layered.root)
    compiled, _, _ = compile_variant(variant)
    assert compiled is not None
    results = run_examples(Bench(variant, compiled.table, compiled))
    assert len(results) == len(variant.examples) > 9
    assert [(r.title, r.differences) for r in results if r.verdict != "passed"] == []


# --- on the command line


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status of `ddz test` and what it prints."""
    status = main(["test", *arguments])
    return status, capsys.readouterr().out


def test_the_command_counts_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, str(FOLDER / "todo.yaml"))
    assert status == 1
    last = out.splitlines()[-1]
    assert last.endswith(": 1 passed, 1 failed, 3 todo, 1 todo that starts to pass")
    assert "failed: 33 what\n" in out or "failed: gibberish\n" in out
    assert re.search(r"starts to pass: ready\n.*todo\.yaml:6: remove todo: when the club", out)
    assert "DDZ702" not in out  # what a todo fails by is not told


TODO = "extends: classic\nexamples: [33 is pair, {holds: 33 is %s, todo: later}]\n"


@pytest.mark.parametrize(
    ("pattern", "strict", "status"),
    [("trio", False, 0), ("trio", True, 0), ("pair", False, 0), ("pair", True, 1)],
)
def test_a_todo_fails_only_if_strict_and_held(
    pattern: str, strict: bool, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(TODO % pattern, encoding="utf-8")
    assert run(capsys, str(path), *["--strict"] * strict)[0] == status


def test_concise_is_a_line_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, str(FOLDER / "scores.yaml"), "--format", "concise")
    assert status == 1
    count = len(wanted((FOLDER / "scores.yaml").read_text(encoding="utf-8")))
    assert len(out.splitlines()) == count + 1
    assert all("error[DDZ70" in line for line in out.splitlines()[:-1])


def test_json_is_a_line_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    path = FOLDER / "cards.yaml"
    status, out = run(capsys, str(path), "--json")
    assert status == 1
    data = [json.loads(line) for line in out.splitlines()]
    text = path.read_text(encoding="utf-8")
    assert len(data) == sum(line.startswith("  - ") for line in text.splitlines())
    failed = {each["line"]: each for each in data if each["verdict"] == "failed"}
    assert sorted(failed) == sorted(wanted(text))
    line = (
        text.splitlines().index(
            "  - 33 is paar" + " " * 33 + "# DDZ701 [paar] did you mean 'pair'?"
        )
        + 1
    )
    assert failed[line]["title"] == "33 is paar"
    assert failed[line]["differences"][0]["finding"]["code"] == "DDZ701"


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "no/such.yaml")
    assert status == 1
    assert "DDZ100" in out
    assert "1 error to mend first" in out


def test_a_file_without_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("extends: classic\n", encoding="utf-8")
    assert run(capsys, str(path)) == (0, f"{path}: no examples\n")


def test_standard_input() -> None:
    """`-` is a file from standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "ddz", "test", "-"],
        input="extends: classic\nexamples: [33 is pair]\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "-: 1 passed\n", "")


# --- examples of options


def test_examples_of_options_run_with_the_option(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        "extends: classic\n"
        "options:\n"
        "  pairs_of_jokers:\n"
        "    title: {zh: 王对, en: jokers in pairs}\n"
        "    changes: {patterns: {trio_solo: null}, texts: {trio_solo: null}}\n"
        "    examples: [3334 is nothing, {hand: 3334, plays: {others: 4}}, 333 is pair]\n"
        "examples: [3334 is trio_solo]\n",
        encoding="utf-8",
    )
    # without trio_solo, 3334 has 3 4 33 333
    assert [(r.title, r.verdict) for r in check_examples(path).results] == [
        ("3334 is trio_solo", "passed"),
        ("[pairs_of_jokers] 3334 is nothing", "passed"),
        ("[pairs_of_jokers] hand: 3334, plays: {others: 4}", "passed"),
        ("[pairs_of_jokers] 333 is pair", "failed"),
    ]


def test_examples_of_a_default_run_with_the_file_as_it_stands() -> None:
    """They are told behind the file's own, before those of other choices."""
    assert [(r.title, r.verdict) for r in check_examples(FOLDER / "defaults.yaml").results] == [
        ("44 is pair", "passed"),
        ("[pairs=kept] 33 is pair", "passed"),
        ("[pairs=kept] 33 is trio", "failed"),
        ("[pairs=kept] nonsense", "failed"),
        ("[pairs=fewer] 33 is nothing", "passed"),
        ("[pairs=fewer] 44 is pair", "passed"),
    ]


def test_examples_of_a_choice_that_only_needs_others_are_checked() -> None:
    """A choice without changes of its own changes what it needs."""
    title = "title: {zh: 一, en: a}"
    text = (
        "extends: classic\noptions:\n"
        f"  no_pairs: {{{title}, changes: {{patterns: {{pair: 2 of a rank but 3}}}}}}\n"
        f"  all: {{title: {{zh: 全, en: all}}, default: few, choices: {{few: {{{title}}}, many: "
        f"{{{title}, requires: [no_pairs], examples: [33 is nothing, 33 is pair]}}}}}}\n"
    )
    (finding,) = [each for each in ddz.validate("house.yaml", text) if each.severity == "error"]
    assert (finding.code, at(finding.span or Span("", 1, 1, 1, 1))) == ("DDZ702", "33 is pair")
    assert finding.message.startswith("with the option 'all=many', ")


OTHER_STARTS = [
    ("classic", "multiplier: {start: 4}", "won: landlords, bid: 1, N: 1", "N is 4 or more"),
    ("2v4", "", "case: two, won: peasants, N: 1000000000000000", "N is 1000000000000 at most"),
    ("3v3", "", "case: sweep, ended: sweep, N: 2", "N is 1 in such a game"),
]


@pytest.mark.parametrize(("game", "changes", "said", "why"), OTHER_STARTS)
def test_n_is_what_the_rows_can_make_of_it(game: str, changes: str, said: str, why: str) -> None:
    text = f"extends: {game}\n{changes}\nexamples: [{{{said}, scores: {{landlord: 1}}}}]\n"
    (result,) = check_examples("house.yaml", text).results
    (difference,) = result.differences
    assert (difference.finding.code, difference.finding.message[: len(why)]) == ("DDZ707", why)


# --- JUnit


def parsed(text: str) -> ElementTree.Element:
    """The root of an XML text."""
    return ElementTree.fromstring(text)  # noqa: S314 - the command's own output


def test_junit_is_what_ci_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One suite a file, one case an example; another's reader finds the same counts."""
    good = tmp_path / "good.yaml"
    good.write_text("extends: classic\nexamples: [33 is pair]\n", encoding="utf-8")
    status, out = run(capsys, str(FOLDER / "todo.yaml"), str(good), "--format", "junit")
    assert status == 1
    path = tmp_path / "results.xml"
    path.write_text(out, encoding="utf-8")
    suites = list(JUnitXml.fromfile(str(path)))
    assert [(s.tests, s.failures, s.errors, s.skipped) for s in suites] == [
        (6, 1, 0, 4),
        (1, 0, 0, 0),
    ]
    cases = list(suites[0])
    assert [case.name for case in cases][:2] == ["line 4: held", "line 5: open"]
    kinds = [type(result) for case in cases for result in case.result]
    assert Counter(kinds) == {Skipped: 4, Failure: 1}
    root = parsed(out)
    assert root.attrib == {
        "name": "ddz test", "tests": "7", "failures": "1", "errors": "0", "skipped": "4",
    }  # fmt: skip
    case = root[0][0]
    assert (case.get("line"), Path(case.get("file") or "").name) == ("4", "todo.yaml")


def test_junit_of_a_wrong_file(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "no/such.yaml", "--format", "junit")
    assert status == 1
    root = parsed(out)
    assert (root.get("tests"), root.get("errors")) == ("1", "1")


def test_junit_escapes_what_xml_cannot_hold() -> None:
    """Control characters, half characters, signs of XML, in every place a text can get to."""
    nasty = "a\x00b\x1bc\ufffe\ud800 <&\"'> ]]> 牌"
    span = Span(nasty, 3, 1, 3, 2, nasty)
    finding = Diagnostic("DDZ702", nasty, span, nasty, related=((nasty, span),))
    results = (
        Result(nasty, span, None, "failed", (Difference(finding, nasty, nasty),) * 2),
        Result(nasty, span, nasty, "todo"),
    )
    out = io.StringIO()
    write([File(nasty, testing.Tested(results, (finding,)))], out)
    out.getvalue().encode("utf-8")
    suite = parsed(out.getvalue())[0]
    assert len(suite) == 3
    clean = "a\ufffdb\ufffdc\ufffd\ufffd <&\"'> ]]> 牌"
    assert suite.get("name") == clean
    assert suite[1][0].get("message") == clean
