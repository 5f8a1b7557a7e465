"""`extends`: a file as a JSON Merge Patch (RFC 7396) of another, and where its base may lie."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ddz
from ddz.source import Mapping
from ddz.variant import flatten
from ddz.variant.extends import Layered
from ddz.variant.find import find_variant

HEAD = "format: 1\nextends: {}\ntitle: {{zh: 甲, en: House}}\n"  # the base stands at 2:10


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test works in an empty folder of its own, so that names in findings are short."""
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str | bytes) -> str:
    """Write a file, and the folders above it; returns its name."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return name


def house(base: str, more: str = "", name: str = "house.yaml") -> str:
    """Write a file that extends `base`."""
    return write(name, HEAD.format(base) + more)


def flat(name: str) -> Layered:
    """A file flattened, not checked any further."""
    return flatten(find_variant(name))


def data_of(name: str) -> Any:
    """The flattened file as plain data."""
    layered = flat(name)
    assert layered.root is not None, layered.found
    return layered.root.data()


def found(name: str, text: str | None = None) -> list[str]:
    """The findings, each as `file:line:column code`."""
    return [f"{finding.span} {finding.code}" for finding in ddz.validate(name, text)]


# --- JSON Merge Patch

# RFC 7396, appendix A: original, patch, result; those rows of it whose patch is a mapping.
RFC = [
    ('{"a":"b"}', '{"a":"c"}', '{"a":"c"}'),
    ('{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'),
    ('{"a":"b"}', '{"a":null}', "{}"),
    ('{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'),
    ('{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'),
    ('{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'),
    ('{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'),
    ('{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'),
    ('{"e":null}', '{"a":1}', '{"e":null,"a":1}'),
    ("{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'),
    # and what the text of the RFC says besides: a mapping takes the place of anything else whole
    ('{"a":"b"}', '{"a":{"b":1}}', '{"a":{"b":1}}'),
    ('{"a":[1,2]}', '{"a":{"b":null}}', '{"a":{}}'),
    ('{"a":{"b":1}}', '{"a":{}}', '{"a":{"b":1}}'),
    ('{"a":{"b":1}}', '{"a":[]}', '{"a":[]}'),
    ('{"a":[1,2,3]}', '{"a":[null]}', '{"a":[null]}'),
    ('{"a":{"b":{"c":1,"d":2}}}', '{"a":{"b":{"c":null,"e":3}}}', '{"a":{"b":{"d":2,"e":3}}}'),
]


@pytest.mark.parametrize(("original", "patch", "result"), RFC)
def test_merge_patch(original: str, patch: str, result: str) -> None:
    """The rows of the RFC, as YAML (of which JSON is a part); order counts too."""
    write("base.yaml", original)
    write("house.yaml", patch.replace("{", '{"extends":"base.yaml",', 1).replace(",}", "}"))
    assert json.dumps(data_of("house.yaml")) == json.dumps(json.loads(result))


@pytest.mark.parametrize("null", ["null", "~", "Null", "NULL"])
def test_every_spelling_of_null_removes(null: str) -> None:
    """The core schema of YAML spells null four ways."""
    write("base.yaml", "{a: 1, b: 2}")
    write("house.yaml", f"extends: base.yaml\na: {null}\n")
    assert data_of("house.yaml") == {"b": 2}


@pytest.mark.parametrize("text", ['"null"', "'~'", '""', "no", "false", "0"])
def test_what_only_looks_empty_replaces(text: str) -> None:
    """Quoted text, an empty text, `no` and 0 are values."""
    write("base.yaml", "{a: 1, b: 2}")
    write("house.yaml", f"extends: base.yaml\na: {text}\n")
    wanted = {"no": "no", "false": False, "0": 0}.get(text, text.strip("\"'"))
    assert data_of("house.yaml") == {"a": wanted, "b": 2}
    assert flat("house.yaml").found == ()


def test_keys_keep_their_place_and_new_ones_go_last() -> None:
    """In every mapping, and also where mappings lie in mappings."""
    write("base.yaml", "a: 1\nb: {p: 1, q: 2, r: 3}\nc: 3\n")
    write("house.yaml", "extends: base.yaml\nd: 4\nb: {s: 4, q: 0, p: null}\na: 9\n")
    wanted = {"a": 9, "b": {"q": 0, "r": 3, "s": 4}, "c": 3, "d": 4}
    assert json.dumps(data_of("house.yaml")) == json.dumps(wanted)


def test_a_key_removed_and_set_anew_goes_last() -> None:
    """Three files: the middle one removes what the top one sets again."""
    write("base.yaml", "a: {x: 1}\nb: 2\n")
    write("middle.yaml", "extends: base.yaml\na: null\n")
    write("house.yaml", "extends: middle.yaml\na: {y: 3}\n")
    assert json.dumps(data_of("house.yaml")) == json.dumps({"b": 2, "a": {"y": 3}})


def test_layers_apply_from_the_ground_up() -> None:
    """The nearer file has the last word; `extends` itself is gone."""
    write("base.yaml", "{a: 1, b: 1, c: 1}")
    write("middle.yaml", "extends: base.yaml\nb: 2\nc: 2\n")
    write("house.yaml", "extends: middle.yaml\nc: 3\n")
    assert data_of("house.yaml") == {"a": 1, "b": 2, "c": 3}
    assert flat("house.yaml").files == ("house.yaml", "middle.yaml", "base.yaml")


def test_a_changed_pattern_keeps_its_place_in_the_game() -> None:
    """The changed pair comes before the trio still, and the new pattern last."""
    rules = ddz.load(
        house("2v4", "patterns: {five: row of 5 solo on run by starts, pair: 2 of a rank but 3}\n")
    )
    hand = "333445678"  # pairs: 44 only; trios: 333
    order = list(dict.fromkeys(play.pattern for play in rules.plays(hand)))
    # 34567, 45678 and 345678 are solo chains before they are anything else
    assert order == ["solo", "pair", "trio", "solo_chain", "trio_pair"]
    assert [r.pattern for r in rules.readings("34567")] == ["solo_chain", "five"]
    assert [str(play) for play in rules.plays(hand) if play.pattern == "pair"] == ["44"]


def test_the_base_is_not_changed() -> None:
    """What a house file changes, it changes for itself."""
    before = ddz.load("2v4").digest
    changed = ddz.load(house("2v4", "patterns: {pair: 2 of a rank but B R}\n"))
    assert changed.classify("BB") is None
    again = ddz.load("2v4")
    reading = again.classify("BB")
    assert reading is not None
    assert reading.pattern == "pair"
    assert again.digest == before != changed.digest


def test_a_title_alone_is_the_same_game() -> None:
    """Titles, texts and examples are no rules: the digest stays."""
    rules = ddz.load(house("2v4"))
    assert rules.title == {"zh": "甲", "en": "House"}
    assert rules.digest == ddz.load("2v4").digest


# --- examples


def test_examples_are_not_inherited() -> None:
    """Neither the base's nor a middle file's, and they are not checked for the house."""
    assert "examples" in data_of("2v4")
    house("2v4", "patterns: {pair: 2 of a rank but B R}\n")  # 2v4 has the example 'BB is pair'
    assert "examples" not in data_of("house.yaml")
    assert found("house.yaml") == []
    house("2v4", "examples: [BB is pair]\n", "middle.yaml")
    house("middle.yaml", "patterns: {pair: 2 of a rank but B R}\n")
    assert "examples" not in data_of("house.yaml")
    assert found("house.yaml") == []


def test_a_file_has_its_own_examples() -> None:
    """And they are held against its own rules, each at its place."""
    house("2v4", "patterns: {pair: 2 of a rank but B R}\nexamples: [BB is nothing, RR is pair]\n")
    assert data_of("house.yaml")["examples"] == ["BB is nothing", "RR is pair"]
    # line 5, after 'examples: [BB is nothing, ', 26 characters
    assert found("house.yaml") == ["house.yaml:5:27 DDZ702"]


# --- empty values


def test_an_empty_value_is_an_error_at_its_key() -> None:
    """It may be meant as null, or be a slip."""
    house("2v4", "deal:\n  marks:\n")
    assert "house.yaml:5:3 DDZ108" in found("house.yaml")
    with pytest.raises(ddz.VariantError, match="'marks' has no value"):
        ddz.load("house.yaml")


def test_an_empty_entry_of_a_list_is_an_error() -> None:
    """At the place where it should stand."""
    house("2v4", "ladder:\n  - bomb 4\n  -\n  - BBB\n")
    assert any(line.startswith("house.yaml:6:") for line in found("house.yaml"))
    assert any(line.endswith("DDZ108") for line in found("house.yaml"))


def test_an_empty_value_of_the_base_is_found_in_the_base() -> None:
    """Also where the file on top would replace it."""
    house("2v4", "players:\n", "base.yaml")
    house("base.yaml", "players: 6\n")
    assert "base.yaml:4:1 DDZ108" in found("house.yaml")


def test_null_for_what_is_not_there_is_a_warning() -> None:
    """At the key; the game can be played all the same."""
    house("2v4", "patterns: {trio_solo: null}\n")
    (finding,) = ddz.validate("house.yaml")
    assert (finding.code, finding.severity) == ("DDZ803", "warning")
    assert str(finding.span) == "house.yaml:4:12"
    assert ddz.load("house.yaml").digest == ddz.load("2v4").digest


def test_null_for_what_a_game_needs_is_an_error() -> None:
    """The key is removed, and then it is missing."""
    house("2v4", "players: null\n")
    (finding,) = ddz.validate("house.yaml")
    assert (finding.code, "players" in finding.message) == ("DDZ202", True)


# --- circles and bases that are missing


def test_a_circle_is_found_where_it_closes() -> None:
    """In the last file before the first one comes again."""
    house("b.yaml", name="a.yaml")
    house("sub/c.yaml", name="b.yaml")
    house("d.yaml", name="sub/c.yaml")
    house("c.yaml", name="sub/d.yaml")
    assert found("a.yaml") == ["sub/d.yaml:2:10 DDZ802"]
    assert found("sub/c.yaml") == ["sub/d.yaml:2:10 DDZ802"]
    with pytest.raises(ddz.VariantError, match=r"sub/d\.yaml:2:10"):
        ddz.load("a.yaml")


def test_a_file_that_extends_itself() -> None:
    """By whatever path."""
    assert found(house("house.yaml")) == ["house.yaml:2:10 DDZ802"]
    assert found(house("./house.yaml")) == ["house.yaml:2:10 DDZ802"]
    Path("alias.yaml").symlink_to("house.yaml")
    assert found(house("alias.yaml")) == ["house.yaml:2:10 DDZ802"]


def test_a_circle_in_text_that_is_not_saved_yet() -> None:
    """An editor's text closes the circle, whatever the file on disk says still."""
    house("2v4")
    assert found("house.yaml", HEAD.format("house.yaml")) == ["house.yaml:2:10 DDZ802"]
    house("house.yaml", name="b.yaml")
    assert found("house.yaml", HEAD.format("b.yaml")) == ["b.yaml:2:10 DDZ802"]


def test_layers_are_bounded() -> None:
    """Sixteen files with the shipped one are fine, seventeen are not."""
    for n in range(1, 16):
        house(f"f{n - 1}.yaml" if n > 1 else "2v4", name=f"f{n}.yaml")
    assert found("f15.yaml") == []  # f15 … f1 and 2v4: sixteen
    house("f15.yaml", name="f16.yaml")
    assert found("f16.yaml") == ["f1.yaml:2:10 DDZ802"]


@pytest.mark.parametrize("base", ["nowhere", "nowhere.yaml", "compat/nowhere", "folder.yaml"])
def test_a_missing_base(base: str) -> None:
    """At the value, with the name in the sentence."""
    Path("folder.yaml").mkdir()
    house(base)
    (finding,) = ddz.validate("house.yaml")
    assert (str(finding.span), finding.code) == ("house.yaml:2:10", "DDZ801")
    assert base in finding.message


def test_a_missing_base_of_a_base() -> None:
    """The finding is in the file that names it."""
    house("nowhere", name="base.yaml")
    assert found(house("base.yaml")) == ["base.yaml:2:10 DDZ801"]


@pytest.mark.parametrize("base", ["[2v4]", "{a: 2v4}", "'  '", '""', "2.5", "true"])
def test_a_base_is_a_name_or_a_path(base: str) -> None:
    """Nothing else will do."""
    assert found(house(base)) == ["house.yaml:2:10 DDZ801"]


def test_an_empty_base() -> None:
    """`extends:` with nothing behind it is an empty value like any other."""
    assert "house.yaml:2:1 DDZ108" in found(house(""))


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (b"\xff\xfe\x00", "base.yaml:1:1 DDZ102"),  # no UTF-8
        (b"format: 1\n\ta: 1\n", "base.yaml:2:1 DDZ103"),  # a tab
        (b"format: 1\nformat: 1\n", "base.yaml:2:1 DDZ104"),  # a key twice
        (b"- a\n", "base.yaml:1:1 DDZ106"),  # no mapping
        (b"", "base.yaml:1:1 DDZ106"),
    ],
)
def test_a_base_that_cannot_be_read(content: bytes, finding: str) -> None:
    """Its findings are its own."""
    write("base.yaml", content)
    assert finding in found(house("base.yaml"))


# --- where a base may lie


def test_a_path_counts_from_the_file() -> None:
    """Not from the working directory, and a folder below is fine."""
    house("2v4", "patterns: {pair: 2 of a rank but B R}\n", "games/lib/base.yaml")
    house("3v3", name="lib/base.yaml")  # the one that must not be taken
    house("lib/base.yaml", name="games/house.yaml")
    rules = ddz.load("games/house.yaml")
    assert rules.deck.copies == 4
    assert rules.classify("BB") is None
    assert flat("games/house.yaml").files[1] == "games/lib/base.yaml"
    assert ddz.load(Path("games/house.yaml").absolute()).classify("BB") is None


def test_yml_is_a_path_too() -> None:
    """What ends in .yaml or .yml is a path."""
    house("2v4", name="base.yml")
    assert found(house("base.yml")) == []


@pytest.mark.parametrize(
    "base", ["../secret.yaml", "sub/../../secret.yaml", "{outside}/secret.yaml", "link.yaml"]
)
def test_a_path_does_not_lead_outside_the_folder(base: str, tmp_path: Path) -> None:
    """Up, absolute, or by a symbolic link, even where a sound file is there."""
    house("2v4", name="secret.yaml")
    assert found("secret.yaml") == []
    Path("games/sub").mkdir(parents=True)
    Path("games/link.yaml").symlink_to("../secret.yaml")
    house(base.format(outside=tmp_path), name="games/house.yaml")
    (finding,) = ddz.validate("games/house.yaml")
    assert (str(finding.span), finding.code) == ("games/house.yaml:2:10", "DDZ801")
    assert "outside" in finding.message


def test_a_file_below_does_not_lead_up_again() -> None:
    """Each file's own folder is its bound."""
    house("2v4", name="base.yaml")
    house("../base.yaml", name="sub/middle.yaml")
    assert found(house("sub/middle.yaml")) == ["sub/middle.yaml:2:10 DDZ801"]


def test_a_shipped_name_cannot_be_shadowed() -> None:
    """A file of that name beside the house, or in a folder `variants`, is not looked at."""
    for name in ("2v4.yaml", "2v4", "variants/2v4.yaml"):
        write(name, "format: 1\n")
    assert found("2v4") == []
    assert found(house("2v4")) == []
    assert ddz.load("house.yaml").digest == ddz.load("2v4").digest


BAD_NAMES = [
    "../x",
    "../2v4",
    "./2v4",
    "/2v4",
    "//2v4",
    "/etc/passwd",
    "2v4/",
    "compat/../2v4",
    "compat//2v4",
    "..",
    ".",
    "2V4",
    "Melee",
    "MELEE",
    " 2v4",
    "2v4 ",
    "2v4\n",
    "2v4\0",
    "\x002v4",
    "\0.yaml",
    "2v4\\x",
    "2v4[doubling",
    "~",
    "二打四",
    "x" * 3000,
    "a/b/c/d/e",
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_stays_within_the_search_path(name: str) -> None:
    """At the front door and in `extends` alike."""
    (finding,) = ddz.validate(name)
    assert finding.code == "DDZ100"
    with pytest.raises(ddz.VariantError):
        ddz.load(name)
    house(json.dumps(name))  # a JSON text is a quoted YAML text
    assert found("house.yaml") == ["house.yaml:2:10 DDZ801"]


@pytest.mark.parametrize("name", ["x" * 300 + ".yaml", "x/" * 3000 + ".yaml", "x\ud800.yaml"])
def test_a_path_no_system_takes_is_a_finding(name: str) -> None:
    """Too long, or no Unicode: there is no such file, and that is all."""
    (finding,) = ddz.validate(name)
    assert finding.code == "DDZ100"
    house(json.dumps(name))
    assert found("house.yaml") == ["house.yaml:2:10 DDZ801"]


def test_a_symbolic_link_to_itself_is_a_finding() -> None:
    """There is no file behind it."""
    Path("loop.yaml").symlink_to("loop.yaml")
    assert found("loop.yaml") == ["None DDZ100"]
    assert found(house("loop.yaml")) == ["house.yaml:2:10 DDZ801"]


# --- where findings point


def test_a_finding_in_an_inherited_part_is_at_the_change() -> None:
    """The house breaks what the base says: the finding shows the house's line, and the base's."""
    house(
        "2v4",
        "lines: {stairs: 3 4 5 6 7 8 9}\npatterns:\n  steps: row of 3.. pair on stairs\n",
        "base.yaml",
    )
    house("base.yaml", "lines: {stairs: null}\n")
    (finding,) = ddz.validate("house.yaml")
    # 'lines: {stairs: null}': the key that null takes out is at column 9
    assert (str(finding.span), finding.code) == ("house.yaml:4:9", "DDZ301")
    # '  steps: row of 3.. pair on stairs': the line's name starts at column 29
    ((_, place),) = finding.related
    assert (str(place), place.excerpt) == ("base.yaml:6:29", "  steps: row of 3.. pair on stairs")


def test_a_finding_of_the_schema_in_an_inherited_part_is_in_the_base() -> None:
    """The same for what the schema has to say."""
    house("2v4", "players: 99\n", "base.yaml")
    assert found(house("base.yaml")) == ["base.yaml:4:10 DDZ204"]
    assert found(house("base.yaml", "players: 6\n")) == []


def test_a_finding_in_a_shipped_base_names_the_shipped_file() -> None:
    """And its lines there, beside the change."""
    house("2v4", "patterns: {pair: null}\n")
    (finding,) = ddz.validate("house.yaml")
    shipped = find_variant("2v4").path.read_text(encoding="utf-8").splitlines()
    assert (str(finding.span), finding.code) == ("house.yaml:4:12", "DDZ301")
    assert finding.related
    for _, place in finding.related:
        assert place.file.endswith("2v4.yaml")
        assert place.excerpt == shipped[place.line - 1]
        assert shipped[place.line - 1][place.column - 1 :].startswith("pair")


def test_a_finding_in_the_files_own_part_is_in_the_file() -> None:
    """A patch of a shipped mapping is the patch's own text."""
    house("2v4", "patterns:\n  pair: 2 of a rnk\n")
    (finding,) = ddz.validate("house.yaml")
    # '  pair: 2 of a rnk': the slip starts at column 9 + 7
    assert (str(finding.span), finding.code) == ("house.yaml:5:16", "DDZ300")


def test_every_key_knows_where_it_was_before() -> None:
    """The places a value replaced, nearest first, in mappings within mappings too."""
    write("base.yaml", "a: 1\nb:\n  c: 1\n  d: 1\n")
    write("middle.yaml", "extends: base.yaml\nb:\n  c: 2\n")
    write("house.yaml", "extends: middle.yaml\na: 3\nb: {c: 3}\n")
    root = flat("house.yaml").root
    assert root is not None

    def places(mapping: Mapping, key: str) -> list[str]:
        entry = mapping.entries[key]
        return [str(span) for span in (entry.key.span, *entry.older)]

    inner = root.entries["b"].node
    assert isinstance(inner, Mapping)
    assert places(root, "a") == ["house.yaml:2:1", "base.yaml:1:1"]
    assert places(root, "b") == ["house.yaml:3:1", "middle.yaml:2:1", "base.yaml:2:1"]
    assert places(inner, "c") == ["house.yaml:3:5", "middle.yaml:3:3", "base.yaml:3:3"]
    assert places(inner, "d") == ["base.yaml:4:3"]
