"""`ddz flatten`: the merged file is a rule file of its own that says the same, and each of its
lines says rightly where it comes from."""

from __future__ import annotations

import io
import json
import os
import re
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from ddz.check import check_place
from ddz.cli import main
from ddz.compiled import compile_variant
from ddz.source import Mapping, read
from ddz.source.writer import quoted, written
from ddz.variant import Layered, build, flatten
from ddz.variant.find import find_variant, names_of_shipped, place_of_text

ROOT = Path(__file__).parent.parent
ELSES = sorted(path.as_posix() for path in (ROOT / "tests" / "elses").glob("*.yaml"))
SWITCHED = [
    "2v4[hidden_kitty, unbid=redeal]",
    "2v4[airplane=joker_wings]",
    "3v3[wings=touch_trios, equal_jokers]",
    "melee[four_jokers=with_three]",
]
NAMES = [*names_of_shipped(), *ELSES, *SWITCHED]


@cache
def run(*arguments: str, status: int = 0) -> str:
    """What `ddz flatten` prints, or complains of where it fails."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main(["flatten", *arguments]) == status
    assert bool(err.getvalue()) == bool(status)
    return out.getvalue() or err.getvalue()


@cache
def layers(name: str) -> Layered:
    """The merged file of a name."""
    return flatten(find_variant(name))


def digest_of(layered: Layered) -> str:
    assert layered.root is not None
    assert layered.found == ()
    rules, _, _ = compile_variant(build(layered, layered.root))
    assert rules is not None
    return rules.digest


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_the_output_is_a_rule_file_that_says_the_same(name: str) -> None:
    layered = layers(name)
    assert layered.root is not None
    wanted = {**layered.root.data()}
    if layered.chosen:
        del wanted["options"]
    again = flatten(place_of_text("again.yaml"), run(name))
    assert again.root is not None
    found = {**again.root.data()}
    for part in ("texts", "options"):  # what these inherit and make idle is left out
        texts, kept = wanted.pop(part, {}), found.pop(part, {})
        assert list(kept) == [each for each in texts if each in kept]
    assert json.dumps(found) == json.dumps(wanted)  # in the same order
    assert digest_of(again) == digest_of(layered)
    plain, commented = run(name, "--plain").splitlines(), run(name).splitlines()[1:]
    assert [line.rpartition("  # ")[0].rstrip() or line for line in commented] == plain


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_every_line_stands_where_it_says(name: str) -> None:
    """The key or the row of each line is found on the line of the file that its comment names."""
    lines = run(name).splitlines()
    named = 0
    for line in lines[1:]:
        text, _, comment = line.rpartition("  # ")
        if not text:
            assert line.lstrip().startswith(("|", "trio_pair_chain:"))  # a text that goes on
            continue
        match = re.fullmatch(r"(.+?):(\d+)( \(was .*\))?", comment)
        assert match, line
        source = (ROOT / match[1]).read_text(encoding="utf-8").splitlines()
        word = re.split(r":( |$)", text.strip().removeprefix("- ").removeprefix("{"))[0]
        start = 0 if not word.startswith("|") else -2
        there = source[int(match[2]) - 1 + start : int(match[2]) + 1]
        assert any(word.lstrip("| ")[:20] in each for each in there), line
        named += 1
    assert named > 50


HOUSE_RULES = sorted(path.as_posix() for path in (ROOT / "tests" / "house_rules").glob("*.yaml"))
CHECKED = (
    [*HOUSE_RULES, *ELSES] if os.environ.get("DDZ_FULL") else [*HOUSE_RULES[5:8], *ELSES[1::5]]
)
IDLE_LINE = "f3-airplanes-follow-f1"
"""Its inherited line belongs to the rules, idle or not: without it the digest would be another."""
REMOVED = """
extends: classic
title: {zh: 不叫分, en: No auction and no rocket}
flow: [deal, roles, kitty, play, settle]
patterns: {joker_pair: exactly BR, four_two_pair: null}
bombs: {rocket: null}
ladder: [bomb]
multiplier: {rows: [{at: played bomb, times: 2}]}
steps:
  auction: null
  roles: {roles: {landlord: {side: landlords, who: opener}}}
  play: {play: {lead: opener}}
settle:
  rows:
    - {when: landlords won, times: N, shares: {landlord: 2, peasant: -1}}
    - {when: peasants won, times: N, shares: {landlord: -2, peasant: 1}}
"""


@pytest.mark.parametrize("name", CHECKED, ids=lambda name: Path(name).stem)
def test_the_output_has_no_findings_that_the_file_has_not(name: str) -> None:
    """Idle texts and options of a base are no fault of the file that extends it, and it has no
    other either, which its own test finds."""
    _, found = check_place(place_of_text("again.yaml"), run(name))
    wanted = ["the line 'starts' is defined and never used"] if IDLE_LINE in name else []
    assert [finding.message for finding in found] == wanted
    assert digest_of(flatten(place_of_text("again.yaml"), run(name))) == digest_of(layers(name))


def test_texts_of_what_is_removed_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "removed.yaml"
    path.write_text(REMOVED, encoding="utf-8")
    out = run(str(path))
    assert check_place(place_of_text("again.yaml"), out)[1] == []
    again = flatten(place_of_text("again.yaml"), out)
    assert again.root is not None
    texts = again.root.data()["texts"]
    before = layers("classic").root
    assert before is not None
    assert set(before.data()["texts"]) - set(texts) == {"auction", "rocket", "four_two_pair"}
    assert digest_of(again) == digest_of(flatten(find_variant(str(path))))


def test_what_a_file_takes_names_what_it_took() -> None:
    lines = run("melee").splitlines()
    (title,) = (line for line in lines if line.startswith("title:"))
    assert title.endswith("  # variants/melee.yaml:4 (was variants/2v4.yaml:3)")
    (rows,) = (line for line in lines if line.startswith("  rows:") and "melee" in line)
    assert "(was variants/2v4.yaml:" in rows
    assert lines[0] == "# variants/melee.yaml, variants/2v4.yaml"
    at = lines.index(rows)
    assert "# variants/melee.yaml:7" in lines[at + 1]  # the rows themselves are its own
    assert "was" not in lines[at + 1]


def test_lines_are_as_they_were_written() -> None:
    """Of a file that extends nothing, every line but comments and breaks is in the output."""
    plain = run("classic", "--plain").splitlines()
    source = (ROOT / "variants" / "classic.yaml").read_text(encoding="utf-8").splitlines()
    own = [re.sub(r"\s+#.*", "", line) for line in source if not line.startswith("#")]
    aligned = {"  bomb:   4 of a rank", "  rocket: exactly BR"}  # stand closer together
    assert set(plain) - aligned <= set(own)
    assert len(plain) == len(own)


def test_data_has_a_place_for_each_value() -> None:
    data = json.loads(run("melee", "--json"))
    assert data["files"] == ["variants/melee.yaml", "variants/2v4.yaml"]
    places = {tuple(each["path"]): each for each in data["places"]}
    assert places["players",]["value"] == 6
    assert places["players",]["file"] == "variants/2v4.yaml"
    assert places["title", "en"]["was"] == [{"file": "variants/2v4.yaml", "line": 3, "column": 26}]
    first = places["settle", "rows", 0, "times"]
    assert (first["value"], first["file"], first["line"]) == (1, "variants/melee.yaml", 7)

    def leaves(value: object, path: tuple[str | int, ...] = ()) -> int:
        if isinstance(value, dict):
            return sum(leaves(each, (*path, key)) for key, each in value.items())
        if isinstance(value, list):
            return sum(leaves(each, (*path, at)) for at, each in enumerate(value))
        assert places[path]["value"] == value
        return 1

    assert leaves(data["document"]) > 200


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for text, code in (("extends: 2v5\n", "DDZ801"), ("a: [1\n", "DDZ102")):
        path = tmp_path / f"{code}.yaml"
        path.write_text(text, encoding="utf-8")
        assert code in run(str(path), status=1)
    assert "DDZ100" in run("nope", status=1)
    path = tmp_path / "wrong.yaml"  # as rules, and can be read all the same
    path.write_text("extends: 2v4\nplayer: 6\n", encoding="utf-8")
    assert "player: 6" in run(str(path))


# --- the writer


STRANGE = r"""
plain: 3 4 5            # a comment
folded: row of 2..
  trio | exactly
    BBRR
blank: one

  two
single: 'it''s ''quoted'': # so'
double: "a \"b\" \u00e9 \x41 \\ \t."
broken: "over
  two lines"
literal: |
  kept
    as it is
folded_block: >-
  put
  together
numbers: [3, 03, 0x10, 1.5, -1, .5, 1e3, ~, true, no, 2:4, "24", '']
flow: {a: 1, b: [x, {c: "d, e"}], "q r": s}
over_lines: {a: 1,
  b: 2}
empty: [{}, [], ""]
lists:
  - - a
    - {b: 1}
  -
    key: value
    other: [1,
      2]
  - - - deep
'quoted key': 1
"4": four
王: {大王: 小王}
"""


def test_every_way_to_write_a_value_reads_back() -> None:
    root, found = read(STRANGE, "strange.yaml")
    assert found == []
    assert isinstance(root, Mapping)
    text = "".join(f"{line.text}  # {line.place}\n" if line.place else f"{line.text}\n"
                   for line in written(root))  # fmt: skip
    again, found = read(text, "again.yaml")
    assert found == []
    assert again is not None
    assert json.dumps(again.data()) == json.dumps(root.data())
    assert "numbers: [3, 03, 0x10, 1.5, -1, .5, 1e3, ~, true, no, 2:4, \"24\", '']  #" in text


def test_json_is_written_key_under_key_where_it_is_long() -> None:
    data = {"patterns": {f"p{n:02}": "1 of a rank" for n in range(40)}, "deal": {"each": 3}}
    root, _ = read(json.dumps(data), "data.json")
    assert isinstance(root, Mapping)
    lines = [line.text for line in written(root)]
    assert lines[:2] == ['"patterns":', '  "p00": "1 of a rank"']
    assert lines[-1] == '"deal": {"each": 3}'
    again, _ = read("\n".join(lines), "again.yaml")
    assert again is not None
    assert again.data() == data


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2v4", "2v4"),
        ("compat/rlcard", "compat/rlcard"),
        ("Dou Dizhu", "Dou Dizhu"),
        ("斗地主：甲", "斗地主：甲"),
        ("24", '"24"'),
        ("null", '"null"'),
        ("true", '"true"'),
        ("no", "no"),
        ("a, b", '"a, b"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        ("[x]", '"[x]"'),
        ("2v4[x]", '"2v4[x]"'),
        ("it's", "it's"),
        ('"', '"\\""'),
        ("", '""'),
        (" a", '" a"'),
        ("a\nb", '"a\\nb"'),
        ("\u2028", '"\\u2028"'),
        ("- a", '"- a"'),
        ("*a", '"*a"'),
    ],
)
def test_texts_are_quoted_where_they_need_it(text: str, wanted: str) -> None:
    assert quoted(text) == wanted
    root, found = read(f"block: {wanted}\nflow: {{a: {wanted}, b: [{wanted}]}}", "x")
    assert found == []
    assert root is not None
    assert root.data() == {"block": text, "flow": {"a": text, "b": [text]}}
