"""`ddz lsp`, spoken to over its pipes as an editor does: what is underlined, said, found, offered
and mended.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

import ddz
from tests.editor.client import CURSOR, Client, cursor

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [sys.executable, "-m", "ddz", "lsp"]

HOUSE = """\
# 🂡 ours
extends: 2v4
title: {zh: 我们的二打四, en: "Ours 🂡"}
patterns:
  trio_solo: trio + solo        # new
  trio_chain: row of 3.. trio on run
deal: {marks: {dark_card: {card: any but B R, known: nobody}}}
ladder: [bomb 4, joker_bomb 3, bomb 5..16, joker_bomb 4..]
multiplier:
  rows:
    - {at: played joker_bomb 8, when: two, add: 6}
    - {at: said show, when: alone and bid > 1, add: 9}
texts:
  trio_solo: {zh: 三带一, en: trio with a card}
examples:
  - 4445 is trio_solo
"""


class Desk:
    """An editor with rule files of one folder open in one server."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client, self.folder, self.numbers = client, folder, count()
        self.opened: dict[str, str] = {}

    def open(self, text: str) -> str:
        """Open a new rule file; where it is."""
        uri = (self.folder / f"rules{next(self.numbers)}.yaml").as_uri()
        self.client.open(uri, text)
        return uri

    def underlined(self, text: str) -> list[dict[str, Any]]:
        """What is underlined in a new rule file."""
        return self.client.diagnostics(self.open(text))

    def at_cursor(self, method: str, text: str, **more: Any) -> Any:
        """Ask about the place of the cursor in a rule file, opened where it is not yet."""
        whole, line, character = cursor(text)
        if whole not in self.opened:
            self.opened[whole] = self.open(whole)
        return self.client.at(method, self.opened[whole], line, character, **more)

    def hover(self, text: str) -> str:
        """What is said at the cursor."""
        found = self.at_cursor("hover", text)
        return found["contents"]["value"] if found else ""

    def offered(self, text: str) -> list[str]:
        """What can be written at the cursor."""
        return [item["label"] for item in self.at_cursor("completion", text)["items"]]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("rules")
    with Client(COMMAND, folder) as client:
        client.start()
        yield Desk(client, folder)
        assert client.stop() == 0
        client.server.wait()
        assert not [line for line in client.errors if "Traceback" in line], client.errors


@pytest.fixture(scope="module")
def chinese_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """The same with an editor that speaks Chinese; strangers' files are opened here."""
    folder = tmp_path_factory.mktemp("rules")
    with Client(COMMAND, folder) as client:
        can = client.start(locale="zh-CN")["capabilities"]
        assert {"hoverProvider", "definitionProvider", "completionProvider"} <= can.keys()
        assert {"documentSymbolProvider", "codeActionProvider"} <= can.keys()
        assert can["positionEncoding"] == "utf-16"
        assert can["textDocumentSync"]["change"] == 1  # all of the text
        yield Desk(client, folder)
        assert client.stop() == 0


def at(words: str) -> str:
    """The house rules with the cursor as in these words of them."""
    bare = words.replace(CURSOR, "")
    assert HOUSE.count(bare) == 1, bare
    return HOUSE.replace(bare, words)


def where(found: Any) -> tuple[str, str]:
    """A place to go to: the name of the file, and what stands there."""
    path = Path(found["uri"].removeprefix("file://"))
    start, end = found["range"]["start"], found["range"]["end"]
    assert start["line"] == end["line"]
    line = path.read_text(encoding="utf-8").split("\n")[start["line"]]
    return path.name, line[start["character"] : end["character"]]


# --- what is underlined


def test_a_sound_file_is_not_underlined(desk: Desk) -> None:
    assert desk.underlined(HOUSE) == []


def test_a_mistake_is_underlined_in_units_of_utf_16(desk: Desk) -> None:
    """`rules` stands behind 一 and 🂡: `title: {zh: 一, en: "🂡", ` has 24 characters, and 🂡 takes
    two units of UTF-16."""
    found = desk.underlined('extends: 2v4\ntitle: {zh: 一, en: "🂡", rules: b}\n')
    (mistake,) = found
    assert mistake["range"] == {
        "start": {"line": 1, "character": 25},
        "end": {"line": 1, "character": 30},
    }
    assert (mistake["code"], mistake["severity"], mistake["source"]) == ("DDZ201", 1, "ddz")
    assert mistake["message"].split("\n")[0] == "there is no key 'rules' here"
    assert "en, zh" in mistake["message"].split("\n")[1]


def test_what_is_mended_is_not_underlined_any_more(desk: Desk) -> None:
    """And what is broken is, also while the YAML cannot be read."""
    uri = desk.open("extends: 2v4\npatterns: {xx: trio + solos}\n")
    assert [each["code"] for each in desk.client.diagnostics(uri)] == ["DDZ301"]
    desk.client.change(uri, "extends: 2v4\npatterns: {xx: trio + solo}\n")
    assert [each["code"] for each in desk.client.diagnostics(uri)] == []
    desk.client.change(uri, "extends: 2v4\npatterns: {xx: trio + solo\n")
    assert [each["code"] for each in desk.client.diagnostics(uri)] == ["DDZ102"]
    desk.client.change(uri, "extends: 2v4\npatterns: {xx: trio + solo}\r\n")
    assert [each["code"] for each in desk.client.diagnostics(uri)] == []


def test_a_warning_is_less(desk: Desk) -> None:
    (found,) = desk.underlined("extends: 2v4\nnames: {nobody: none}\n")
    assert (found["code"], found["severity"]) == ("DDZ510", 2)


def test_related_places_are_named(desk: Desk) -> None:
    """`bomb` of every size stands on the ladder after `bomb 4`."""
    (found, *_) = desk.underlined("extends: 2v4\nladder: [bomb 4, bomb, joker_bomb]\n")
    assert found["code"] == "DDZ312"
    (beside, *_) = found["relatedInformation"]
    assert beside["location"]["range"]["start"] == {"line": 1, "character": 9}


def test_a_mistake_in_a_base_is_shown_at_extends(desk: Desk) -> None:
    """With the place in the other file beside it."""
    base = desk.folder / "base.yaml"
    base.write_text("extends: 2v4\npatterns: {xx: trio + solos}\n", encoding="utf-8")
    uri = desk.open("title: {zh: 甲, en: A}\nextends: base.yaml\n")
    (found,) = desk.client.diagnostics(uri)
    assert found["range"]["start"] == {"line": 1, "character": 9}
    assert found["range"]["end"] == {"line": 1, "character": 18}
    assert "there is no pattern 'solos'" in found["message"]
    (beside,) = found["relatedInformation"]
    assert where(beside["location"]) == ("base.yaml", "solos")
    # when the base is saved, what extends it is checked again
    base.write_text("extends: 2v4\npatterns: {xx: trio + solo}\n", encoding="utf-8")
    saved = {"textDocument": {"uri": base.as_uri()}}
    desk.client.notify("textDocument/didSave", saved)
    assert desk.client.diagnostics(uri) == []


def test_a_base_that_is_not_saved_counts_as_it_is_in_the_editor(desk: Desk) -> None:
    """Also through a file between, and until it is closed; then the file counts."""
    text = "extends: 2v4\ntitle: {zh: 甲, en: A}\npatterns: {duo: 2 of a rank but 3}\n"
    base, between = desk.folder / "unsaved.yaml", desk.folder / "between.yaml"
    base.write_text(text, encoding="utf-8")
    between.write_text("extends: unsaved.yaml\ntitle: {zh: 乙, en: B}\n", encoding="utf-8")

    def codes() -> set[str]:
        return {each["code"] for each in desk.client.diagnostics(uri)}

    uri = desk.open("extends: between.yaml\npatterns: {three: trio + duo}\n")
    assert codes() == {"DDZ902"}  # pairs are in 2v4 already
    desk.client.open(base.as_uri(), text)
    assert codes() == {"DDZ902"}
    desk.client.change(base.as_uri(), text.replace("duo", "two"))
    assert codes() == {"DDZ301"}
    place = desk.client.at("definition", uri, 0, 12)
    assert place["uri"] == between.as_uri()
    desk.client.notify("textDocument/didClose", {"textDocument": {"uri": base.as_uri()}})
    assert codes() == {"DDZ902"}


def test_files_that_extend_each_other_are_checked_once(desk: Desk) -> None:
    """And not again and again, each for the other's sake."""
    texts = {}
    for name, other in (("one.yaml", "other.yaml"), ("other.yaml", "one.yaml")):
        text = f"extends: {other}\ntitle: {{zh: 甲, en: A}}\n"
        (desk.folder / name).write_text(text, encoding="utf-8")
        texts[(desk.folder / name).as_uri()] = text
    for uri, text in texts.items():  # both are there before one is opened
        desk.client.open(uri, text)
    uris = list(texts)
    for uri in uris:
        assert "DDZ802" in [each["code"] for each in desk.client.diagnostics(uri)]
    time.sleep(1)
    desk.client.at("hover", uris[0], 0, 0)
    heard = [message["params"].get("uri") for message in desk.client.heard]
    assert len([uri for uri in heard if uri in uris]) <= 4  # each for itself, and for the other
    for uri in uris:
        desk.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_missing_base_is_underlined(desk: Desk) -> None:
    (found,) = desk.underlined("extends: nowhere.yaml\n")
    assert found["code"] == "DDZ801"
    assert found["range"]["start"] == {"line": 0, "character": 9}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "services: {web: {image: x, extends: y}}\n",
        "job:\n  extends: .base\n",
        "- a\n",
        "a: [\n",
        "extends: default\n",
        "extends: default\nrules:\n  line-length: disable\n",
        "extends: [airbnb]\n",
        "extends:\n  - airbnb\n",
        "extends: other-tool.yaml\nrules: {a: 1}\n",
        "format: json\ntitle: a schema\n",
        "apiVersion: v1\nkind: x\nformat: 1\n",
        "kind: x\n---\nformat: 1\npatterns: {}\n",
        "# about patterns:\n---\nkind: x\n---\nextends: 2v4\n",
        "{version: 3, kind: [a], format: 1}\n",
        "title: x\nsteps: [a]\nname: x\njobs: {}\n",
    ],
)
def test_other_yaml_files_are_left_alone(desk: Desk, text: str) -> None:
    """Of an editor that sends all YAML files there are."""
    (desk.folder / "other-tool.yaml").write_text("rules: {b: 1}\n", encoding="utf-8")
    assert desk.underlined(text) == []
    assert desk.hover(CURSOR + text) == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("extends: 2v4\nplayer: 6\n", "DDZ201"),
        ("extends: 2v4  # ours\nx-a: 6\n", "DDZ201"),
        ("extends: own-base.yaml\nplayer: 6\n", "DDZ201"),
        ("extends: 2v5\n", "DDZ801"),
        ("extends:\n", "DDZ108"),
        ("extends: 2v5\npatterns: {xx: trio}\n", "DDZ801"),
        ("format: 1\n", "DDZ202"),
        ("format: 1\nplayers: 6\nour_own: key\n", "DDZ201"),
        ("{format: 1, players: 6}\n", "DDZ202"),
        ('"format": 1\n"players": 6\n', "DDZ202"),
        ("%YAML 1.2\n---\nformat: 1\nplayers: 6\n", "DDZ202"),
        ("formt: 1\nplayers: 6\ndeck: 4 packs\npatterns: {solo: 1 of a rank}\n", "DDZ201"),
        ("# yaml-language-server: $schema=../grammar/variant.schema.json\nkind: x\n", "DDZ201"),
    ],
)
def test_what_means_to_be_a_rule_file_is_underlined(desk: Desk, text: str, code: str) -> None:
    """Also half written, and with a key that is misspelt."""
    base = "extends: 2v4\ntitle: {zh: 甲, en: A}\n"
    (desk.folder / "own-base.yaml").write_text(base, encoding="utf-8")
    assert code in [each["code"] for each in desk.underlined(text)]


# --- what is said


def test_a_pattern_says_its_cards(desk: Desk) -> None:
    """Its name in both languages, its text, how many plays there are: of 2 4 packs, a trio of 15
    ranks and a card of 14 others, but three small jokers and a big one, or the other way round, are
    a bomb: 15 × 14 - 2 = 208."""
    said = desk.hover(at(f"  trio_{CURSOR}solo: trio"))
    assert "**trio_solo** (pattern) trio with a card · 三带一" in said
    assert "trio_solo: trio + solo\n" in said
    assert "Three cards of the same rank with a single card of another rank." in said
    assert "208 plays of the whole deck" in said
    assert "`333+4`" in said or "`444+5`" in said


def test_a_pattern_in_a_pattern_says_its_own(desk: Desk) -> None:
    """Also one of a base, and where that is: three of each of 13 ranks, since three equal jokers
    are a bomb."""
    said = desk.hover(at(f"tri{CURSOR}o + solo"))
    assert "3 of a rank" in said
    assert "13 plays of the whole deck" in said
    assert "2v4.yaml" in said
    assert "三张" in said


def test_a_text_says_what_it_means(desk: Desk) -> None:
    """Between the names in it: a pattern's as its name does, a condition in words."""
    said = desk.hover(at(f"trio {CURSOR}+ solo"))
    assert "**trio_solo**" in said
    assert "208 plays" in said
    said = desk.hover(at(f"alone and bid {CURSOR}> 1"))
    assert "“alone against five”, and the winning bid is more than 1" in said


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("patterns: {xx: trio + 2 solo m▮ay repeat}", "may have one rank several times"),
        ("patterns: {xx: row of 2 trio on run with▮out AAA222}", "Leaves out one set of cards"),
        ("patterns: {xx: ex▮actly BR}", "The cards as a run of rank letters"),
        ("cases: {two: hol▮ds(landlords, bombs)}", "when one of these seats holds a bomb"),
        ("cases: {two: win▮ner == dark}", "who won the auction"),
        ("names: {dark: ne▮xt(opener)}", "the seat after"),
    ],
)
def test_a_word_says_what_it_means(desk: Desk, text: str, wanted: str) -> None:
    """In the manual's words, also in a file with mistakes."""
    assert wanted in desk.hover(f"extends: 2v4\n{text}\n")


def test_a_line_says_its_ranks(desk: Desk) -> None:
    assert "A 2 3 4 5 6 7 8 9 T J Q K A" in desk.hover(at(f"3.. trio on ru{CURSOR}n"))


def test_a_bomb_says_where_it_stands(desk: Desk) -> None:
    """joker_bomb 3 is the second of four steps, all others the last."""
    said = desk.hover(at(f"played joker_{CURSOR}bomb 8"))
    assert "(bomb)" in said
    assert "天王炸弹" in said
    assert "on the ladder at step 2, 4 of 4" in said


def test_a_step_of_the_ladder_says_what_is_below(desk: Desk) -> None:
    said = desk.hover(at(f"bomb 5.{CURSOR}.16"))
    assert "step 3 of 4, weakest first" in said
    assert "`joker_bomb 3`" in said


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        (f"when: tw{CURSOR}o,", ["(case)", "winner != dark", "两位地主"]),
        (f"al{CURSOR}one and", ["(case)", "winner == dark"]),
        (f"said sh{CURSOR}ow", ["(answer of a choice)", "show: {opens: hand}", "明牌"]),
        (f"dark_{CURSOR}card: {{card", ["(mark)", "any but B R", "dark card"]),
        (f"extends: 2{CURSOR}v4", ["Six-player Dou Dizhu, two against four", "2v4.yaml"]),
    ],
)
def test_a_name_says_what_it_is(desk: Desk, place: str, wanted: list[str]) -> None:
    said = desk.hover(at(place))
    assert [each for each in wanted if each not in said] == [], said


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        (f"when: land{CURSOR}lords won", ["(side)", "second_landlord: {side: landlords"]),
        (f"when: second_{CURSOR}landlord won", ["(role)", "who: dark - winner"]),
        (f"when: ope{CURSOR}ner won", ["(name)", "holder(open_card)"]),
        (f"when: winner == holder(open_{CURSOR}card)", ["(mark)", "card: any, known: all"]),
        (f"when: ended by inst{CURSOR}ant", ["(step)", "no_bomb:"]),
        (f"shares: {{second_{CURSOR}landlord: 0}}", ["(role)", "who: dark - winner"]),
        (f"times: {{tw{CURSOR}o: 1}}", ["(case)", "winner != dark"]),
    ],
)
def test_a_name_in_a_condition_says_what_it_is(desk: Desk, row: str, wanted: list[str]) -> None:
    said = desk.hover(f"extends: 2v4\nsettle:\n  rows:\n    - {{{row}}}\n")
    assert [each for each in wanted if each not in said] == [], said


def test_a_finding_says_what_it_means(desk: Desk) -> None:
    """The page of `ddz explain`, once the file is checked."""
    whole, line, character = cursor(f"extends: 2v4\npatterns: {{xx: trio + so{CURSOR}los}}\n")
    uri = desk.open(whole)
    desk.client.diagnostics(uri)
    said = desk.client.at("hover", uri, line, character)["contents"]["value"]
    assert "DDZ301" in said
    assert "ddz explain DDZ301" in said


def test_where_nothing_stands_nothing_is_said(desk: Desk) -> None:
    assert desk.hover(at(f"# {CURSOR}🂡 ours")) == ""
    assert desk.hover(f"extends: 2v4\nplayers: 6\n{CURSOR}\n") == ""


# --- where things are


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        (f"tri{CURSOR}o + solo", ("2v4.yaml", "trio")),
        (f"trio + so{CURSOR}lo", ("2v4.yaml", "solo")),
        (f"3.. trio on ru{CURSOR}n", ("2v4.yaml", "run")),
        (f"played joker_{CURSOR}bomb 8", ("2v4.yaml", "joker_bomb")),
        (f"when: tw{CURSOR}o,", ("2v4.yaml", "two")),
        (f"said sh{CURSOR}ow", ("2v4.yaml", "show")),
        (f"  trio_ch{CURSOR}ain: row", ("2v4.yaml", "trio_chain")),  # the base's
        (f"multi{CURSOR}plier:", ("2v4.yaml", "multiplier")),
        (f"dark_{CURSOR}card: {{card", ("2v4.yaml", "dark_card")),
        (f"extends: 2{CURSOR}v4", ("2v4.yaml", "")),
    ],
)
def test_a_definition_is_found_in_the_base(desk: Desk, place: str, wanted: tuple[str, str]) -> None:
    assert where(desk.at_cursor("definition", at(place))) == wanted


def test_a_definition_is_found_in_the_file(desk: Desk) -> None:
    """Of a text, and of an example: the key under `patterns`; behind 🂡 too."""
    for place in (f"  trio_{CURSOR}solo: {{zh", f"4445 is trio_{CURSOR}solo"):
        found = desk.at_cursor("definition", at(place))
        assert found["range"]["start"] == {"line": 4, "character": 2}
    row = "extends: 2v4\nnames: {who: opener}  # 🂡\ncases: {two: '\"🂡\" == who'}\n"
    found = desk.at_cursor("definition", row.replace("== who", f"== wh{CURSOR}o"))
    assert found["range"]["start"] == {"line": 1, "character": 8}


def test_what_an_option_changes_is_found(desk: Desk) -> None:
    """A key in its changes leads to what it changes, and so does a name in their texts."""
    text = (
        "extends: classic\noptions:\n  low:\n    title: {zh: 低, en: low}\n"
        "    changes: {patterns: {trio_pair: trio + 2 pair}}\n"
    )
    for before, after, name in (
        ("trio_pair:", f"trio_{CURSOR}pair:", "trio_pair"),
        ("2 pair", f"2 pa{CURSOR}ir", "pair"),
    ):
        found = desk.at_cursor("definition", text.replace(before, after))
        assert where(found) == ("classic.yaml", name)


def test_a_definition_is_found_in_a_file_beside(desk: Desk) -> None:
    (desk.folder / "own.yaml").write_text("extends: 2v4\npatterns: {five: 5 of 3 4 5}\n")
    own = "extends: own.yaml\npatterns: {fives: five + pair}\n"
    found = desk.at_cursor("definition", own.replace("five +", f"fi{CURSOR}ve +"))
    assert where(found) == ("own.yaml", "five")
    found = desk.at_cursor("definition", own.replace("own.", f"ow{CURSOR}n."))
    assert where(found) == ("own.yaml", "")


# --- what can be written


def test_patterns_are_offered(desk: Desk) -> None:
    offered = desk.offered(at(f"trio + solo{CURSOR}"))
    assert {"pair", "trio", "run", "joker_bomb", "row of"} <= set(offered)
    assert not {"two", "landlord", "trio_solo"} & set(offered)  # nor itself
    assert "pair" in desk.offered(f"extends: 2v4\npatterns:\n  xx: trio + {CURSOR}\n")
    assert "pair" in desk.offered(f"extends: 2v4\npatterns:\n  xx: {CURSOR}\n")


def test_names_are_offered_in_conditions(desk: Desk) -> None:
    offered = desk.offered(at(f"when: two{CURSOR}, add"))
    wanted = {"two", "alone", "opener", "dark", "landlord", "landlords", "open_card", "holds"}
    assert wanted <= set(offered)
    assert not {"solo", "run"} & set(offered)


def test_what_else_is_offered(desk: Desk) -> None:
    """Games, roles, cases, steps and answers, each in its place."""
    assert {"2v4", "3v3", "compat/rlcard"} <= set(desk.offered(at(f"extends: 2v{CURSOR}4")))
    row = "extends: 2v4\nsettle: {rows: [{shares: {lan▮: 1}}]}\n"
    assert set(desk.offered(row)) == {"landlord", "second_landlord", "peasant"}
    row = "extends: 2v4\nnames: {opener: {t▮: all}}\n"
    assert set(desk.offered(row)) == {"two", "alone"}
    row = "extends: 2v4\nflow: [deal, auc▮]\n"
    steps = {"auction", "roles", "kitty", "instant", "show", "play"}
    assert set(desk.offered(row)) == steps
    row = "extends: 2v4\nsteps: {show: {choice: {default: sh▮}}}\n"
    assert set(desk.offered(row)) == {"show", "hide"}


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("names: {opener: holder(▮), dark: none}", {"open_card", "dark_card"}),
        ("names: {opener: holders( ▮), dark: none}", {"open_card", "dark_card"}),
        ("cases: {two: 'holds(landlords, ▮)'}", {"bomb", "joker_bomb"}),
        ("multiplier: {rows: [{at: said ▮, add: 1}]}", {"show", "hide"}),
        ("multiplier: {rows: [{at: played ▮, add: 1}]}", {"bomb", "joker_bomb"}),
        (
            "settle: {rows: [{when: ended by ▮}]}",
            {"auction", "roles", "kitty", "instant", "show", "play"},
        ),
    ],
)
def test_what_fits_is_offered_first(desk: Desk, line: str, first: set[str]) -> None:
    """In the order of the list, and in that an editor sorts it in."""
    items = desk.at_cursor("completion", f"extends: 2v4\n{line}\n")["items"]
    assert items == sorted(items, key=lambda item: item["sortText"])
    labels = [item["label"] for item in items]
    assert set(labels[: len(first)]) == first


def test_what_was_known_is_offered_while_the_file_cannot_be_read(desk: Desk) -> None:
    """A base that is missing for a moment does not take its names away."""
    text = "extends: 2v4\npatterns: {xx: trio + solo}\n"
    uri = desk.open(text)
    desk.client.diagnostics(uri)
    desk.client.change(uri, text.replace("2v4", "2v"))
    found = desk.client.at("completion", uri, 1, 26)
    assert "xx" not in {item["label"] for item in found["items"]}
    assert "of a rank" in {item["label"] for item in found["items"]}


# --- the rest


def test_the_outline_has_sections_and_things(desk: Desk) -> None:
    uri = desk.open(HOUSE)
    found = desk.client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    names = {each["name"]: [child["name"] for child in each["children"]] for each in found}
    assert list(names) == [
        "extends", "title", "patterns", "deal", "ladder", "multiplier", "texts", "examples",
    ]  # fmt: skip
    assert names["patterns"] == ["trio_solo", "trio_chain"]
    assert names["deal"] == ["marks"]
    (title,) = [each for each in found if each["name"] == "title"]
    # `title: {zh: 我们的二打四, en: "Ours 🂡"}` has 33 characters, and 🂡 takes two units
    assert title["range"]["end"] == {"line": 2, "character": 34}


def test_a_fix_is_offered_where_there_is_one(desk: Desk) -> None:
    """And mends the file when it is made."""
    text = "extends: 2v4\npatterns: {xx: trio + solos}  # 🂡\n"
    uri = desk.open(text)
    (found,) = desk.client.diagnostics(uri)
    asked = {"textDocument": {"uri": uri}, "range": found["range"]}
    (action,) = desk.client.request(
        "textDocument/codeAction", {**asked, "context": {"diagnostics": [found]}}
    )
    assert action["title"] == "write 'solo'"
    assert action["kind"] == "quickfix"
    assert [each["code"] for each in action["diagnostics"]] == ["DDZ301"]
    (edit,) = action["edit"]["changes"][uri]
    assert edit["newText"] == "solo"
    line = text.split("\n")[1]
    start, end = edit["range"]["start"]["character"], edit["range"]["end"]["character"]
    desk.client.change(uri, f"extends: 2v4\n{line[:start]}{edit['newText']}{line[end:]}\n")
    assert desk.client.diagnostics(uri) == []
    here = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    nothing = {"textDocument": {"uri": uri}, "range": here, "context": {"diagnostics": []}}
    assert desk.client.request("textDocument/codeAction", nothing) == []


def test_a_closed_file_is_not_underlined(desk: Desk) -> None:
    uri = desk.open("extends: 2v4\nplayer: 6\n")
    assert desk.client.diagnostics(uri)
    desk.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert desk.client.diagnostics(uri) == []


def test_it_speaks_the_editor_s_language(chinese_desk: Desk) -> None:
    said = chinese_desk.hover(at(f"  trio_{CURSOR}solo: trio"))
    assert "**trio_solo** (牌型) 三带一 · trio with a card" in said
    assert "三张点数相同的牌，带一张其他点数的单牌。" in said
    assert "整副牌共208种出法" in said


STRANGE = {
    "no mapping": "# yaml-language-server: $schema=variant.schema.json\n- a\n- b\n",
    "a null character": "extends: 2v4\0\n",
    "half a pair": '{"extends": "2v4", "title": "\\ud83d"}',
    "other line ends": "extends: 2v4\u2028\x0c\x85players: 6\n",
    "keys of other types": "extends: 2v4\n1: 2\n[a, b]: 3\n? {x: y}\n: 4\nnull: 5\n",
    "too deep": "format: 1\npatterns: " + "{a: " * 40 + "1" + "}" * 40,
    "deep brackets": "extends: 2v4\ncases: {two: " + "(" * 590 + "}\n",
    "itself": "extends: rules0.yaml\n",
    "a folder": "extends: ../../../../etc/passwd.yaml\n",
    "a long text": "extends: 2v4\npatterns: {xx: '" + "solo + " * 3_000 + "solo'}\n",
    "many keys": "extends: 2v4\npatterns:\n" + "".join(f"  x{n}: trio\n" for n in range(1_000)),
    "very large": "extends: 2v4\n" + "# a line\n" * 150_000,
    "many sets": "extends: 2v4\npatterns: {xx: 30.. of 3 4 5 6 7 8 9 T J Q K A 2 B R}\n",
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE.keys())
def test_a_stranger_s_file_does_not_harm(chinese_desk: Desk, text: str) -> None:
    """Whatever a file holds, it is underlined, and every question about it is answered."""
    client = chinese_desk.client
    uri = chinese_desk.open(text)
    assert client.diagnostics(uri)
    for line, character in ((0, 12), (1, 10), (99_999, 7)):
        for method in ("hover", "definition", "completion"):
            client.at(method, uri, line, character)
    client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})


def test_an_editor_s_nonsense_does_not_harm(chinese_desk: Desk) -> None:
    """The next question is answered."""
    client = chinese_desk.client
    assert client.at("hover", "file:///never/opened.yaml", 0, 0) is None
    assert client.at("definition", "untitled:Untitled-9", 0, 0) is None
    with pytest.raises(ValueError, match="nonsense"):
        client.request("textDocument/nonsense", {})
    client.notify("textDocument/hover", {"position": "here"})
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///x.yaml"}})
    assert "208" in chinese_desk.hover(at(f"  trio_{CURSOR}solo: trio"))


def test_a_check_that_falls_over_does_not_stop_the_next(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, and told as a warning on the first line."""
    from pygls.workspace import PositionCodec

    from ddz.extras.lsp import page as pages
    from ddz.extras.lsp.checker import Checker
    from ddz.extras.lsp.findings import failed
    from ddz.extras.lsp.positions import Ruler
    from ddz.extras.lsp.things import Things

    def check(name: str, text: str) -> list[Any]:
        if "fall over" in text:
            raise RecursionError
        return []

    monkeypatch.setattr(ddz, "validate", check)
    told: Queue[tuple[str, Any]] = Queue()
    checker = Checker(lambda uri, page, found: told.put((uri, found)))
    for uri, text in (("a", "extends: fall over"), ("b", "extends: 2v4")):
        checker.ask(uri, pages.read_page(f"/{uri}.yaml", text, 1, Things()))
        assert told.get(timeout=30) == (uri, None if uri == "a" else [])
    assert "a could not be checked" in caplog.text
    shown = failed(Ruler("extends: 🂡\n", PositionCodec()))
    assert (shown.range.start.line, shown.range.end.character) == (0, 11)


def test_a_text_without_a_file_is_checked(desk: Desk) -> None:
    uri = "untitled:Untitled-1"
    desk.client.open(uri, "extends: 2v4\nplayer: 6\n")
    assert [each["code"] for each in desk.client.diagnostics(uri)] == ["DDZ201"]


def test_without_its_package_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from ddz.cli import lsp

    monkeypatch.setattr(lsp, "find_spec", lambda name: None)
    assert lsp.run_lsp(argparse.Namespace(lang=None)) == 1
    assert "pip install 'ddz[lsp]'" in capsys.readouterr().err
