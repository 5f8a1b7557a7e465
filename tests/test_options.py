"""Options: switched by name, recorded, inherited, checked; and the search path of names."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

import ddz
from ddz.front import available
from ddz.variant import flatten
from ddz.variant.find import find_variant, names_of_shipped
from ddz.variant.names import NotFoundError, label, split_name
from ddz.variant.options import Option, needed, read_options
from tests.test_elses import ELSES, path_of

HOUSE = """
extends: 3v3
format: 1
title: {zh: 家规, en: House}
options:
  capped:
    title: {zh: 封顶, en: capped}
    changes: {multiplier: {most: 4}}
  start:
    title: {zh: 起点, en: the start}
    default: one
    choices:
      one: {title: {zh: 一倍, en: from one}}
      two:
        title: {zh: 二倍, en: from two}
        changes: {multiplier: {start: 2}}
        requires: [capped]
        conflicts: [no_bombs]
  no_bombs:
    title: {zh: 炸弹不加倍, en: bombs count nothing}
    changes: {multiplier: {rows: [{at: said double, add: 1}]}}
"""

# --- the shipped games


def test_every_else_of_the_rulings_is_an_option() -> None:
    """Each file of `tests/elses` says just what one option of its game says, and each option of a
    game is such a file, but for 2v4's redeal, which no ruling speaks of."""
    by_digest = {ddz.load(name).digest: name for game in ("2v4", "3v3") for name in forms(game)}
    found = {each.file: by_digest.pop(ddz.load(path_of(each.file)).digest) for each in ELSES}
    assert all(found[each.file].startswith(f"{each.base}[") for each in ELSES)
    assert list(by_digest.values()) == ["2v4[unbid=redeal]"]


def forms(game: str) -> list[str]:
    """The game with each of its options switched alone."""
    options = options_of(game)
    return [
        label(game, needed(options, option.name, way).items())
        for option in options.values()
        for way in option.choices
        if way != option.default
    ]


def options_of(game: str) -> dict[str, Option]:
    root = flatten(find_variant(game)).root
    assert root is not None
    return read_options(root)


@pytest.mark.parametrize("name", [f for game in names_of_shipped() for f in forms(game)])
def test_a_shipped_game_is_sound_with_each_option(name: str) -> None:
    assert [d for d in ddz.validate(name) if d.severity == "error"] == []


@pytest.mark.parametrize("game", ["2v4", "3v3"])
def test_options_go_together_in_any_order(game: str) -> None:
    """Any two of different options can be switched, and it does not matter which comes first."""
    ways = [f.removeprefix(f"{game}[").removesuffix("]") for f in forms(game)]
    pairs = [p for p in combinations(ways, 2) if p[0].split("=")[0] != p[1].split("=")[0]]
    for one, two in pairs[:: max(1, len(pairs) // 8)]:
        rules = ddz.load(f"{game}[{one}, {two}]")
        assert rules.digest == ddz.load(f"{game}[{two}, {one}]").digest
        assert rules.digest not in (ddz.load(f"{game}[{one}]").digest, ddz.load(game).digest)


def test_the_melee_inherits_the_options() -> None:
    """With the dark holder barred, the melee asks him like everyone; he can only pass."""
    assert list(options_of("melee")) == list(options_of("2v4"))
    rules = ddz.load("melee[hidden_kitty]")
    assert rules.compiled.document["steps"]["kitty"] == {
        "kitty": {
            "shown": "owner",
            "to": ddz.load("2v4").compiled.document["steps"]["kitty"]["kitty"]["to"],
        }
    }


# --- switching


def rules_of(tmp_path: Path, brackets: str = "", text: str = HOUSE) -> ddz.Rules:
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    return ddz.load(f"{path}{brackets}")


def trouble(tmp_path: Path, brackets: str, text: str = HOUSE) -> tuple[str, str, str]:
    """Code, sentence and hint of the only finding when options are asked for."""
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    (finding,) = ddz.validate(f"{path}{brackets}")
    return finding.code, finding.message.replace(str(path), "house.yaml"), finding.hint


def test_options_change_what_they_say(tmp_path: Path) -> None:
    assert rules_of(tmp_path).compiled.most is None
    assert rules_of(tmp_path, "[capped]").compiled.most == 4
    both = rules_of(tmp_path, "[ start = two,capped ]")
    assert (both.compiled.start, both.compiled.most) == (2, 4)
    assert both.name == "house.yaml[capped, start=two]"
    assert both.title["en"] == "House (capped; the start: from two)"
    assert both.title["zh"] == "家规（封顶、起点：二倍）"
    assert len(rules_of(tmp_path, "[no_bombs]").compiled.rows) == 1


def test_off_and_the_default_change_nothing(tmp_path: Path) -> None:
    plain = rules_of(tmp_path)
    same = rules_of(tmp_path, "[capped=off, start=one]")
    assert (same.digest, same.name, same.title) == (plain.digest, plain.name, plain.title)
    assert rules_of(tmp_path, "[capped=on]").digest == rules_of(tmp_path, "[capped]").digest


def test_the_digest_is_of_the_rules_in_force(tmp_path: Path) -> None:
    """Options not switched are no part of it; one switched reads as if the file said so."""
    plain = rules_of(tmp_path).digest
    assert plain == ddz.load("3v3").digest
    written = HOUSE.split("options:")[0] + "multiplier: {most: 4}\n"
    assert rules_of(tmp_path, "[capped]").digest == rules_of(tmp_path, "", written).digest


@pytest.mark.parametrize(
    ("brackets", "code", "sentence", "hint"),
    [
        ("[caped]", "DDZ804", "'house.yaml' has no option 'caped'", "did you mean 'capped'?"),
        ("[zzz]", "DDZ804", "'house.yaml' has no option 'zzz'", "there are: "),
        ("[start]", "DDZ804", "the option 'start' is a choice, and none is named", "start=two"),
        ("[start=tow]", "DDZ804", "the option 'start' cannot be 'tow'", "did you mean 'two'?"),
        ("[capped=two]", "DDZ804", "the option 'capped' cannot be 'two'", "there are: off, on"),
        ("[start=two]", "DDZ805", "'start=two' needs 'capped'", "[capped, start=two]"),
        (
            "[start=two, capped, no_bombs]",
            "DDZ805",
            "'start=two' does not go with 'no_bombs'",
            "leave one of them out",
        ),
        ("[]", "DDZ100", "'' is no option", "NAME[option, other=choice]"),
        ("[capped,]", "DDZ100", "'' is no option", "'ddz show NAME' lists the options"),
        ("[capped, capped]", "DDZ100", "the option 'capped' is given twice", "name it once"),
        ("[capped=]", "DDZ100", "'capped=' is no option", "NAME[option, other=choice]"),
        ("[capped，no_bombs]", "DDZ100", "the comma of an English keyboard", "NAME[option"),
        ("【capped】", "DDZ100", "do not match, or are not '[' and ']'", "NAME[option"),
        ("[capped", "DDZ100", "do not match, or are not '[' and ']'", "NAME[option"),
    ],
)
def test_what_cannot_be_switched_is_said(
    tmp_path: Path, brackets: str, code: str, sentence: str, hint: str
) -> None:
    got = trouble(tmp_path, brackets)
    assert got[0] == code
    assert sentence in got[1]
    assert hint in got[2]


def test_a_game_without_options_says_so() -> None:
    (finding,) = ddz.validate("classic[hidden_kitty]")
    assert finding.message == "'classic' has no option 'hidden_kitty'"
    assert finding.hint


@pytest.mark.parametrize(
    "text", ["2v4[a", "2v4]", "[a]b", "2v4[a][b]", "2v4[a=b=c]", "2v4[" + "a" * 50 + "]"]
)
def test_brackets_that_are_none(text: str) -> None:
    with pytest.raises((NotFoundError, ddz.VariantError)):
        ddz.load(text)


def test_a_name_reads_back() -> None:
    for text in ("2v4", "2v4[a]", "x/y.yaml[a, b=c]"):
        name, wanted = split_name(text)
        assert label(name, [(w.option, w.choice or "on") for w in wanted]) == text
        assert [text[w.start : w.end] for w in wanted] == [
            w.option + (f"={w.choice}" if w.choice else "") for w in wanted
        ]


def test_options_that_undo_each_other_are_not_switched_together(tmp_path: Path) -> None:
    """Also where the file that offers them is not checked itself, nor says so."""
    text = HOUSE + "  higher:\n    title: {zh: 高, en: higher}\n"
    text += "    changes: {multiplier: {most: 16}}\n"
    for brackets in ("[capped, higher]", "[higher, capped]"):
        code, sentence, _ = trouble(tmp_path, brackets, text)
        assert (code, "both change 'multiplier.most'" in sentence) == ("DDZ808", True)
    top = tmp_path / "top.yaml"
    top.write_text(
        "extends: house.yaml[capped, higher]\nformat: 1\ntitle: {zh: 甲, en: A}\n", encoding="utf-8"
    )
    assert [d.code for d in ddz.validate(top)] == ["DDZ808"]


def test_what_an_option_takes_away_is_not_mended_elsewhere(tmp_path: Path) -> None:
    """A line that is right without the option keeps its words: no fix and no other name for it."""
    text = (
        HOUSE
        + "  no_trios:\n    title: {zh: 无, en: none}\n    changes: {patterns: {trios: null}}\n"
    )
    text += "patterns:\n  trios: 3 of a rank but 2\n  trios_two: trios + 2 pair\n"
    (finding,) = [d for d in ddz.validate("house.yaml", text) if d.severity == "error"]
    assert finding.code == "DDZ301"
    assert finding.message == "with the option 'no_trios', there is no pattern 'trios'"
    assert finding.fixes == ()
    assert "without the option" in finding.hint
    assert [sentence for sentence, _ in finding.related] == ["the option is switched here"]


def test_a_default_that_has_changes_is_told_where_it_was_chosen(tmp_path: Path) -> None:
    text = "extends: 2v4\nformat: 1\ntitle: {zh: 甲, en: A}\noptions: {unbid: {default: redeal}}\n"
    (finding,) = ddz.validate("house.yaml", text)
    assert finding.code == "DDZ806"
    assert str(finding.span) == "house.yaml:4:28"
    assert "[unbid=redeal]" in finding.hint
    assert [span.file for _, span in finding.related] == ["variants/2v4.yaml"]


def test_what_a_base_has_switched_is_named_as_it_is_written(tmp_path: Path) -> None:
    """A choice whose name starts with 'on' keeps it; a switch is its name alone."""
    text = HOUSE.replace("default: one", "default: zero").replace("one: {", "zero: {")
    text = text.replace("      two:", "      only_two:")
    (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
    top = tmp_path / "top.yaml"
    top.write_text(
        "extends: house.yaml[start=only_two, capped]\nformat: 1\ntitle: {zh: 甲, en: A}\noptions:\n"
        "  more:\n    title: {zh: 乙, en: B}\n    changes: {players: 6}\n"
        "    requires: [no_bombs]\n",
        encoding="utf-8",
    )
    found = [d.message for d in ddz.validate(top) if "'more'" in d.message]
    assert len(found) == 1
    assert found[0].endswith("(the file it extends is switched to capped, start=only_two)")


def test_a_choice_says_its_default() -> None:
    text = HOUSE.replace("    default: one\n", "")
    (finding,) = ddz.validate("house.yaml", text)
    assert finding.code == "DDZ806"
    assert finding.hint == "write 'default: one' beside 'choices:'"


# --- extending


def test_a_file_extends_a_game_with_options(tmp_path: Path) -> None:
    """What it switches is fixed; what it leaves open can still be switched."""
    head = "format: 1\ntitle: {zh: 甲, en: A}\n"
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    top = tmp_path / "top.yaml"
    top.write_text(f"extends: house.yaml[capped]\n{head}", encoding="utf-8")
    assert ddz.validate(top) == []
    assert ddz.load(top).compiled.most == 4
    assert ddz.load(f"{top}[start=two]").compiled.start == 2
    (finding,) = ddz.validate(f"{top}[capped=off]")
    assert finding.message.startswith("the option 'capped' is 'on' already")
    top.write_text(f"extends: house.yaml[start=two]\n{head}", encoding="utf-8")
    (finding,) = ddz.validate(top)
    assert finding.message == "'start=two' needs 'capped'"
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (1, 10)
    assert [span.line for _, span in finding.related] == [17]


def test_an_option_can_remove_and_be_removed(tmp_path: Path) -> None:
    """null in changes removes when the option is switched; null for an option removes it."""
    text = HOUSE + "  no_trios:\n    title: {zh: 无三, en: none}\n"
    text += "    changes: {patterns: {pair_chain: null}}\n"
    rules_of(tmp_path, "", text)
    assert "pair_chain" in rules_of(tmp_path, "", text).compiled.table.pattern_names
    assert "pair_chain" not in rules_of(tmp_path, "[no_trios]", text).compiled.table.pattern_names
    top = tmp_path / "top.yaml"
    top.write_text(
        "extends: house.yaml\nformat: 1\ntitle: {zh: 甲, en: A}\noptions: {no_trios: null}\n",
        encoding="utf-8",
    )
    assert ddz.validate(top) == []
    with pytest.raises(ddz.VariantError, match="no option 'no_trios'"):
        ddz.load(f"{top}[no_trios]")
    top.write_text(top.read_text(encoding="utf-8").replace(": null", ": {changes: {players: 6}}"))
    assert "players" in str(ddz.load(f"{top}[no_trios]").compiled.document)
    assert "pair_chain" in ddz.load(f"{top}[no_trios]").compiled.table.pattern_names


def test_examples_of_an_option_hold_with_it(tmp_path: Path) -> None:
    """They are checked with the option switched, and not without."""
    text = HOUSE + "  short:\n    title: {zh: 短, en: short}\n"
    text += "    changes: {patterns: {solo_chain: row of 4.. solo on run}}\n    examples:\n"
    assert ddz.validate("house.yaml", text + "      - 3456 is solo_chain\n") == []
    (finding,) = ddz.validate("house.yaml", text + "      - 345 is solo_chain\n")
    assert finding.code == "DDZ702"
    assert finding.message.startswith("with the option 'short', 345 is nothing")


# --- records


def test_records_name_the_options(tmp_path: Path) -> None:
    """A shipped game's record says its name with them; any other has the rules with them."""
    for rules in (ddz.load("3v3[equal_jokers]"), rules_of(tmp_path, "[capped]")):
        state = rules.deal(seed=5)
        while state.seat is not None:
            state = state.apply(state.legal()[0])
        record = json.loads(json.dumps(state.record()))
        assert record["variant"] == rules.name
        assert record["digest"] == rules.digest
        again = ddz.replay(record)
        assert again.scores == state.scores
        assert again.record() == record
        if "rules" in record:
            assert record["rules"]["multiplier"]["most"] == 4
            assert "options" not in record["rules"]
    record["variant"] = "3v3[equal_jokers"
    record.pop("rules")
    with pytest.raises(ValueError, match="no shipped variant"):
        ddz.replay(record)


# --- the search path


def test_names_are_found_along_the_search_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here, then the folders of $DDZ_PATH in order, then the user's; the first one counts."""
    here, first, second, home = (tmp_path / name for name in ("here", "one", "two", "home"))
    for number, (folder, names) in enumerate(
        ((here, "a"), (first, "a b"), (second, "b c/d"), (home / "ddz" / "variants", "b e"))
    ):
        for name in names.split():
            path = folder / f"{name}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                f"extends: 3v3\nformat: 1\ntitle: {{zh: 甲, en: {name} of {number}}}\n",
                encoding="utf-8",
            )
    here.joinpath("compose.yaml").write_text("services: {}\n", encoding="utf-8")
    first.joinpath("2v4.yaml").write_text(
        "extends: 3v3\ntitle: {zh: 甲, en: A}\n", encoding="utf-8"
    )
    monkeypatch.chdir(here)
    monkeypatch.setenv("DDZ_PATH", f"{first}:{second}:{tmp_path / 'missing'}")
    monkeypatch.setattr("ddz.variant.roots._user_folder", lambda: home / "ddz" / "variants")
    got = {name: ddz.load(name).title["en"] for name in ("a", "b", "c/d", "e")}
    assert got == {"a": "a of 0", "b": "b of 1", "c/d": "c/d of 2", "e": "e of 3"}
    assert ddz.load("2v4").players == 6
    assert "two against four" in ddz.load("2v4").title["en"]
    listed = {v.name: v.source for v in available() if v.source != "shipped"}
    assert listed == {"a": "here", "b": "path", "c/d": "path", "e": "user"}
    with pytest.raises(ddz.VariantError, match="no variant 'compose2'"):
        ddz.load("compose2")


def test_a_name_is_looked_for_beside_the_file_that_extends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever one stands; and what there is, is told with what is found along the search path."""
    for folder, most in ((tmp_path / "club", 8), (tmp_path / "here", 16)):
        folder.mkdir()
        folder.joinpath("base.yaml").write_text(
            f"extends: 3v3\nformat: 1\ntitle: {{zh: 甲, en: A}}\nmultiplier: {{most: {most}}}\n",
            encoding="utf-8",
        )
    (tmp_path / "club" / "top.yaml").write_text(
        "extends: base\nformat: 1\ntitle: {zh: 甲, en: A}\n", encoding="utf-8"
    )
    monkeypatch.setenv("DDZ_PATH", str(tmp_path / "club"))
    monkeypatch.chdir(tmp_path / "here")
    assert ddz.load("top").compiled.most == 8
    assert ddz.load("base").compiled.most == 16
    with pytest.raises(ddz.VariantError, match="did you mean 'top'"):
        ddz.load("topp")


def test_brackets_in_a_folders_name_are_no_options(tmp_path: Path) -> None:
    folder = tmp_path / "a[1]"
    folder.mkdir()
    assert rules_of(folder).compiled.most is None
    assert rules_of(folder, "[capped]").compiled.most == 4


def test_no_link_leads_out_of_the_search_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    outside.joinpath("a.yaml").write_text("extends: 3v3\n", encoding="utf-8")
    inside.joinpath("a.yaml").symlink_to(outside / "a.yaml")
    monkeypatch.setenv("DDZ_PATH", str(inside))
    with pytest.raises(ddz.VariantError, match="no variant 'a'"):
        ddz.load("a")
    for name in ("../out/a", "..", "a/../../out/a", "/etc/passwd"):
        with pytest.raises(ddz.VariantError, match="no variant"):
            ddz.load(name)


def test_a_package_brings_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point names a package; its files go by the entry point's name and theirs, and the
    package itself is not run."""
    package = tmp_path / "club_rules" / "games"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        folder.joinpath("__init__.py").write_text("", encoding="utf-8")
    package.joinpath("__init__.py").write_text("raise RuntimeError('run')\n", encoding="utf-8")
    package.joinpath("saturday.yaml").write_text(
        "extends: 3v3\nformat: 1\ntitle: {zh: 甲, en: Saturday}\n", encoding="utf-8"
    )
    info = tmp_path / "club_rules-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: club-rules\nVersion: 1.0\n")
    info.joinpath("entry_points.txt").write_text("[ddz.variants]\nclub = club_rules.games\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert ddz.load("club/saturday").title["en"] == "Saturday"
    assert [v.source for v in available() if v.name == "club/saturday"] == ["package"]
