"""The YAML reader alone: values as YAML 1.2 core has them, and where each character stands."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from ddz.diagnostics import Diagnostic, Span
from ddz.source import Listing, Mapping, Node, Scalar, read, reader


def root_of(text: str | bytes) -> Any:
    """The root of a text without findings."""
    root, found = read(text, "x.yaml")
    assert found == []
    return root


def scalar(text: str) -> Scalar:
    """The value of `a:` in a text that starts with it."""
    root = root_of(text)
    assert isinstance(root, Mapping)
    node = root.get("a")
    assert isinstance(node, Scalar)
    return node


def faults(text: str | bytes) -> list[Diagnostic]:
    """What is wrong with a text."""
    return read(text, "x.yaml")[1]


def codes(text: str | bytes) -> list[str]:
    """The same, as line:column code."""
    return [f"{d.span}".removeprefix("x.yaml:") + f" {d.code}" for d in faults(text)]


# --- values: YAML 1.2, chapter 10.3.2 (core schema)

VALUES: list[tuple[str, Any]] = [
    ("null", None), ("Null", None), ("NULL", None), ("~", None),
    ("nULL", "nULL"), ("none", "none"),
    ("true", True), ("True", True), ("TRUE", True),
    ("false", False), ("False", False), ("FALSE", False),
    ("tRUE", "tRUE"), ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"),
    ("0", 0), ("12", 12), ("-3", -3), ("+3", 3), ("007", 7),
    ("0o14", 12), ("0x1F", 31), ("0b11", "0b11"), ("0o8", "0o8"), ("014", 14), ("1_000", "1_000"),
    ("2:4", "2:4"), ("1:30:00", "1:30:00"), ("2024-01-02", "2024-01-02"),
    ("1.5", 1.5), ("-0.5", -0.5), (".5", 0.5), ("5.", 5.0), ("6.0", 6.0),
    ("1e3", 1000.0), ("1E+3", 1000.0), ("1.5e-1", 0.15), ("e3", "e3"), (".", "."),
    ("1.2.3", "1.2.3"),
    (".inf", math.inf), ("-.INF", -math.inf), ("+.Inf", math.inf), (".iNF", ".iNF"),
    ("inf", "inf"),
    ("3 4 5", "3 4 5"), ("4..", "4.."), ("4..8", "4..8"), ("=", "="),
    ("'12'", "12"), ('"true"', "true"), ("'null'", "null"), ('""', ""), ("''", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text for text, _ in VALUES])
def test_values_are_those_of_the_core_schema(text: str, value: Any) -> None:
    """In a mapping and in a list, in a line and on one of its own."""
    for node in (
        scalar(f"a: {text}\n"),
        scalar(f"{{a: {text}}}"),
        scalar(f"a:\n  {text}\n"),
        root_of(f"- {text}\n").items[0],
        root_of(f"[{text}, 1]").items[0],
    ):
        assert node.value == value
        assert type(node.value) is type(value)
        assert node.text == text.strip("'\"")
        assert node.data() == value


@pytest.mark.parametrize("text", [".nan", ".NaN", ".NAN"])
def test_no_number_at_all(text: str) -> None:
    """The core schema has three spellings for it."""
    assert math.isnan(scalar(f"a: {text}\n").value)


def test_an_empty_value_is_nothing_written() -> None:
    """It has no text, and so differs from an explicit null."""
    node = scalar("a:\nb: 1\n")
    assert (node.value, node.text) == (None, "")
    assert (scalar("a: null\n").value, scalar("a: null\n").text) == (None, "null")


def test_keys_are_text() -> None:
    """Also where they look like something else; the order is the file's."""
    root = root_of("no: 1\n3: 2\ntrue: 3\n'a b': 4\n~: 5\n")
    assert list(root.data().items()) == [("no", 1), ("3", 2), ("true", 3), ("a b", 4), ("~", 5)]


def test_data_is_plain() -> None:
    """Mappings, lists and values."""
    root = root_of("a: [1, {b: c}, []]\nd:\n- e\n- f: {}\n")
    assert root.data() == {"a": [1, {"b": "c"}, []], "d": ["e", {"f": {}}]}


# --- places


def marked(span: Span, text: str) -> str:
    """The characters of a text that a place of one line is about."""
    assert span.line == span.end_line
    line = text.split("\n")[span.line - 1]
    assert span.excerpt == line
    return line[span.column - 1 : span.end_column - 1]


def test_places_of_keys_and_values() -> None:
    """Lines and columns count from 1; a Chinese character is one column of the file."""
    text = "# 注\n标题: {zh: 二打四, en: 'two'}\nlist: [1, abc]\n"
    root = root_of(text)
    title = root.entries["标题"]
    assert (title.key.span.line, title.key.span.column, title.key.span.end_column) == (2, 1, 3)
    inner = title.node
    assert isinstance(inner, Mapping)
    assert (inner.span.line, inner.span.column) == (2, 5)
    assert marked(inner.entries["zh"].node.span, text) == "二打四"
    assert marked(inner.entries["en"].key.span, text) == "en"
    assert marked(inner.entries["en"].node.span, text) == "'two'"
    listing = root.get("list")
    assert isinstance(listing, Listing)
    assert (listing.span.line, listing.span.column) == (3, 7)
    assert marked(listing.items[1].span, text) == "abc"


PARTS: list[tuple[str, str, str, int, int]] = [
    # the file, the text that is read, a part of it, and the line and column where that starts
    ("a: trio + pair\n", "trio + pair", "pair", 1, 11),
    ("a: trio  +  pair\n", "trio  +  pair", "pair", 1, 13),
    ('a: "trio + pair"\n', "trio + pair", "pair", 1, 12),
    ("a: 'trio + pair'\n", "trio + pair", "trio", 1, 5),
    ("a: 'it''s + pair'\n", "it's + pair", "pair", 1, 13),
    ("a: '''''x'\n", "''x", "x", 1, 9),
    ('a: "q\\"q pair"\n', 'q"q pair', "pair", 1, 10),
    ('a: "\\u4e8c \\x41 \\U00004e8c pair"\n', "二 A 二 pair", "pair", 1, 28),
    ('a: "\\t\\n pair"\n', "\t\n pair", "pair", 1, 10),
    ('a: "b\\\\n n pair"\n', "b\\n n pair", "n pair", 1, 10),
    ("a: trio\n  + pair\n", "trio + pair", "pair", 2, 5),
    ("a: trio\n\n  + pair\n", "trio\n+ pair", "+ pair", 3, 3),
    ('a: "trio\n  + pair"\n', "trio + pair", "pair", 2, 5),
    ("a: 'trio   \n     + pair'\n", "trio + pair", "+", 2, 6),
    ('a: "trio \\\n   + pair"\n', "trio + pair", "+", 2, 4),
    ("a: >-\n  trio\n  + pair\n", "trio + pair", "pair", 3, 5),
    ("a: >\n  trio\n  + pair\n", "trio + pair\n", "trio", 2, 3),
    ("a: |-\n  trio\n  + pair\n", "trio\n+ pair", "+ pair", 3, 3),
    ("a: |  # why\n    why\n    + pair\n", "why\n+ pair\n", "why", 2, 5),
    ("a: >-\n  - x\n", "- x", "-", 2, 3),
    ("a: 二 + 三\n", "二 + 三", "三", 1, 8),
    ("{b: 1, a: trio + pair}", "trio + pair", "pair", 1, 18),
    ("a:\n  trio + pair   # trio + pair\n", "trio + pair", "pair", 2, 10),
]


@pytest.mark.parametrize(("text", "value", "part", "line", "column"), PARTS)
def test_places_of_parts(text: str, value: str, part: str, line: int, column: int) -> None:
    """A part of a value stands where the file shows it, however the value is written."""
    node = scalar(text)
    assert node.text == value
    start = value.index(part)
    span = node.part(start, start + len(part))
    assert (span.line, span.column) == (line, column)
    if span.end_line == line:
        assert span.end_column == column + len(part)


def test_a_part_behind_the_end_stands_there() -> None:
    """For what is missing at the end of a text."""
    node = scalar("a: trio +\n")
    assert (node.part(6, 7).column, node.part(6, 7).end_column) == (10, 11)
    assert (node.part(5, 6).column, node.part(5, 6).end_column) == (9, 10)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_make_no_difference(end: str, mark: str) -> None:
    """Neither to values nor to places, in text or in bytes."""
    lines = ["a: b", "c: >-", "  d", "  e", "f: [x, x]", "f: y", ""]
    text = mark + end.join(lines)
    for given in (text, text.encode()):
        root, found = read(given, "x.yaml")
        assert root is not None
        assert root.data() == {"a": "b", "c": "d e", "f": ["x", "x"]}
        assert [(d.code, str(d.span)) for d in found] == [("DDZ104", "x.yaml:6:1")]
        assert found[0].related[0][1] == Span("x.yaml", 5, 1, 5, 2)


# --- faults


def test_what_comes_before_a_fault_is_told_too() -> None:
    """All findings up to where nothing more can be read, in file order."""
    text = "a: 1\na: 2\nb: &x 3\nc: !t 4\nd: {e: 5\nf: 6\n"
    assert codes(text) == ["2:1 DDZ104", "3:4 DDZ105", "4:4 DDZ105", "5:4 DDZ102"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ["1:1 DDZ106"]),
        ("\n\n", ["1:1 DDZ106"]),
        ("# a comment\n", ["1:1 DDZ106"]),
        ("---\n...\n", []),  # a document with nothing in it: what that is, others say
        ("a:\n\tb: 1\n", ["2:1 DDZ103"]),
        ("a:\n  - b\n\t- c\n", ["3:1 DDZ103"]),
        ("a: b\tc\n", ["1:5 DDZ103"]),  # between words that no quotes hold, too
        ('a: "b\tc"\n', []),
        ("a: 'b\n", ["1:4 DDZ102"]),
        ("a: [b\n", ["1:4 DDZ102"]),
        ("a: {b: c\nd: e\n", ["1:4 DDZ102"]),
        ("a: b: c\n", ["1:5 DDZ102"]),
        ("a: 1\nb\nc: 2\n", ["2:1 DDZ102"]),
        ("a: 1\n  b: 2\n", ["2:4 DDZ102"]),
        ("a: @b\n", ["1:4 DDZ102"]),
        ('a: "\\q"\n', ["1:6 DDZ102"]),
        ("a: \x07\n", ["1:4 DDZ102"]),
        (b"a: \xe4\xba\x8c\xff\n", ["1:5 DDZ102"]),
        ("a: 1\n---\nb: 2\n", ["2:1 DDZ105"]),
        ("a: 1\n---\nb: [\n", ["2:1 DDZ105"]),
        ("a: 1\n...\nb: 2\n", ["3:1 DDZ105"]),
        ("a: &x 1\nb: *x\nc: *x\n", ["1:4 DDZ105"]),
        ("a: *x\nb: *x\nc: *y\n", ["1:4 DDZ105", "3:4 DDZ105"]),
        ("a: !!int 1\n", ["1:4 DDZ105"]),
        ("a: &x !!int 1\n", ["1:4 DDZ105", "1:7 DDZ105"]),
        ("a: ! 1\n", []),  # the sign alone says nothing
        ("<<: {a: 1}\n", ["1:1 DDZ105"]),
        ("a: {b: 1, b: 2, b: 3}\n", ["1:11 DDZ104", "1:17 DDZ104"]),
        ("3: 1\n'3': 2\n", ["2:1 DDZ104"]),  # keys are text: these are the same
        ("a: {b: 1}\nc: {b: 1}\n", []),
        ("[a, b]: 1\n", ["1:1 DDZ102"]),
        ("{a: b}: 1\n", ["1:1 DDZ102"]),
    ],
)
def test_faults(text: str | bytes, wanted: list[str]) -> None:
    """Each kind at its line and column."""
    assert codes(text) == wanted


def test_faults_show_their_line() -> None:
    """Every finding has the line it is about, also where bytes are no text."""
    for text in ("a: 'b\n", "a:\n\tb: 1\n", b"a: 1\nb: caf\xe9\n", "a: \x07\n", "a: 1\na: 2\n"):
        (finding,) = faults(text)
        assert finding.span is not None
        assert finding.span.excerpt
        assert finding.hint
    (finding,) = faults(b"a: 1\nb: caf\xe9\n")
    assert finding.render().split("\n")[1] == "    2 | b: caf\ufffd"


def test_an_alias_is_no_value() -> None:
    """It is told with its anchor, and stands for nothing, however often it is used."""
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [
        f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, 12)
    ]  # 10^12 values, were they written out
    root, found = read("\n".join(levels), "x.yaml")
    assert isinstance(root, Mapping)
    assert [d.code for d in found] == ["DDZ105"] * 12
    assert len(found[0].related) == 3
    assert len(root.data()["a11"]) == 10


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("a: " + "[" * 24 + "]" * 24, True),
        ("a: " + "[" * 25 + "]" * 25, False),
        ("- x\n" * 19_999, True),
        ("- x\n" * 20_000, False),
        ("a: " + "x" * ((1 << 20) - 3), True),
        ("a: " + "x" * ((1 << 20) - 2), False),
    ],
    ids=["24 deep", "25 deep", "20,000 values", "20,001", "1 MiB", "1 more"],
)
def test_size_depth_and_number_are_bounded(text: str, sound: bool) -> None:
    """A file from a stranger costs little. A mapping, 24 levels below it; 20,000 values, the list
    itself among them; 1,048,576 bytes."""
    assert (codes(text) == []) is sound


def test_a_megabyte_counts_bytes() -> None:
    """Not characters: 二 has three bytes in UTF-8."""
    text = "a: " + "二" * 349_525  # 3 + 3 × 349,525 = 1,048,578 bytes
    assert [d.code for d in faults(text.encode())] == ["DDZ101"]
    assert faults(text.encode()[:-3]) == []


# --- the quick reader


def outline(node: Node | None) -> object:
    """Everything a node says and where."""
    if isinstance(node, Scalar):
        return node.text, repr(node.value), node.start, node.end, node.style
    if isinstance(node, Listing):
        return node.start, node.end, [outline(item) for item in node.items]
    if isinstance(node, Mapping):
        entries = [(outline(e.key), outline(e.node)) for e in node.entries.values()]
        return node.start, node.end, entries
    return node


@pytest.mark.skipif(not hasattr(yaml, "CSafeLoader"), reason="PyYAML is without LibYAML here")
def test_libyaml_reads_alike() -> None:
    """Where LibYAML's reading is taken, PyYAML's is the same, with nothing against it: every rule
    file there is, and every one of these with a sign put in or cut out."""
    rng, taken = random.Random(7), 0
    signs = [
        " ",
        "\n",
        ":",
        "-",
        ",",
        "[",
        "]",
        "{",
        "}",
        "#",
        "'",
        '"',
        "|",
        ">",
        "&",
        "*",
        "\n  ",
    ]
    for path in sorted((Path(__file__).parent.parent).glob("[tv]*/**/*.yaml")):
        whole = path.read_text(encoding="utf-8", errors="replace")
        if len(whole) > 5000:
            continue
        at = rng.randrange(len(whole) + 1)
        changed = whole[:at] + rng.choice(signs) + whole[at + rng.randrange(2) :]
        for text in (whole, changed):
            source = reader._source(text, path.name)
            if reader._UNLIKE.search(source.text):
                continue
            try:
                quick = reader._Reader(source, yaml.CSafeLoader)
                root = quick.build()
            except (yaml.YAMLError, reader._Stop):
                continue
            if root is not None and not quick.found:
                taken += 1
                slow, found = reader._Reader(source, yaml.SafeLoader).run()
                assert (found, outline(slow)) == ([], outline(root)), path
    assert taken > 200
