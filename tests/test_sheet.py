"""The rule sheet: what it says, that its examples are right, and that its pages are sound."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

import ddz
from ddz.cli import main
from ddz.compiled import compile_variant
from ddz.sheet import render_sheet
from ddz.sheet.build import build_sheet
from ddz.sheet.html import render_html
from ddz.sheet.markdown import render_markdown
from ddz.sheet.model import Block, Hand, Ladder, Samples, Sheet, Table, Topic
from ddz.sheet.samples import MOST_IN_ALL, Sampler
from ddz.sheet.text import render_text
from ddz.sheet.worked import stories
from ddz.tools.counting import counted
from ddz.variant import build, flatten
from ddz.variant.find import place_of_text
from tests.sheets import FOLDER, GOLDENS

LANGUAGES = ("zh", "en")
GAMES = ("2v4", "3v3", "melee", "classic", "compat/openspiel", "compat/rlcard", "compat/douzero")
HERE = Path(__file__).parent
ELSES = sorted((HERE / "elses").glob("*.yaml"))
HOUSES = sorted((HERE / "house_rules").glob("*.yaml"))
SWITCHED = [
    f"{game}[{word}]"
    for game in ("2v4", "3v3")
    for option in ddz.load(game).compiled.options.values()
    for word in option.words()
    if word != f"{option.name}={option.default}"
]
RULINGS = [
    *(f"G{n}" for n in range(1, 10)),
    *(f"T{n}" for n in range(1, 14)),
    *(f"F{n}" for n in range(1, 14)),
    *(f"M{n}" for n in range(1, 4)),
]


@cache
def rules_of(text: str) -> ddz.Rules:
    """A house file, compiled but not proved: what it says does not hang on that."""
    layered = flatten(place_of_text("house.yaml"), text)
    assert layered.root is not None, layered.found
    compiled, found, _ = compile_variant(build(layered, layered.root))
    assert compiled is not None, found
    return ddz.Rules(compiled)


@cache
def loaded(game: str) -> ddz.Rules:
    """A shipped game, or one of the files of other readings."""
    path = Path(game)
    return rules_of(path.read_text(encoding="utf-8")) if path.suffix else ddz.load(game)


@cache
def built(game: str, lang: str) -> Sheet:
    return build_sheet(loaded(game).compiled, lang)


@cache
def sheet_of(game: str, lang: str, form: str = "md") -> str:
    render = {"md": render_markdown, "html": render_html, "text": render_text}[form]
    return render(built(game, lang))


# --- what is said


@pytest.mark.parametrize("name", GOLDENS)
def test_the_goldens_are_what_is_written(name: str) -> None:
    written = sheet_of(*GOLDENS[name])
    assert (FOLDER / name).read_text(encoding="utf-8") == written, "python -m tests.sheets"


def test_every_golden_file_is_known() -> None:
    kept = {path.name for path in FOLDER.iterdir() if path.suffix in (".md", ".html", ".txt")}
    assert kept == set(GOLDENS)


def checklist() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((FOLDER / "checklist.yaml").read_text(encoding="utf-8"))
    return loaded


def test_every_ruling_is_on_the_checklist() -> None:
    found = checklist()
    said = {entry["ruling"] for entry in found["said"]}
    assert said | set(found["unsaid"]) == set(RULINGS)
    assert not said & set(found["unsaid"])
    assert all(found["unsaid"].values())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "entry", checklist()["said"], ids=lambda entry: f"{entry['ruling']}-{entry['game']}"
)
def test_the_sheet_says_what_the_rulings_say(entry: dict[str, Any], lang: str) -> None:
    sheet = sheet_of(entry["game"], lang)
    assert entry[lang]
    missing = [phrase for phrase in entry[lang] if phrase not in sheet]
    assert not missing, entry["point"]


CONSTRUCTS = yaml.safe_load((FOLDER / "constructs.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CONSTRUCTS, ids=lambda case: case["title"])
def test_every_construct_has_its_sentence(case: dict[str, Any]) -> None:
    rules = rules_of(case["file"])
    for lang in LANGUAGES:
        sheet = render_sheet(rules.compiled, lang, "md")
        missing = [phrase for phrase in case[lang] if phrase not in sheet]
        assert not missing, sheet
        found = [phrase for phrase in case.get(f"not_{lang}", []) if phrase in sheet]
        assert not found, sheet


# --- examples


def hands_in(blocks: tuple[Block, ...]) -> Iterator[tuple[str, list[str]]]:
    """The rows of samples: what each shows, and its hands as text."""
    for block in blocks:
        if isinstance(block, Topic):
            yield from hands_in(block.blocks)
        if isinstance(block, Samples):
            for row in block.rows:
                for text in row.texts:
                    yield row.kind, [str(part) for part in text if isinstance(part, Hand)]


def topics_of(sheet: Sheet) -> dict[str, Topic]:
    """The topics of patterns and bombs by heading."""
    blocks = [b for s in sheet.sections if s.id in ("patterns", "bombs") for b in s.blocks]
    return {block.heading: block for block in blocks if isinstance(block, Topic)}


@pytest.mark.parametrize("game", [*GAMES, *map(str, ELSES)])
def test_samples_are_what_they_say(game: str) -> None:
    rules = loaded(game)
    sheet = built(game, "zh")
    topics = topics_of(sheet)
    shown = 0
    for name in [*rules.compiled.table.pattern_names, *rules.compiled.table.bomb_names]:
        heading = rules.compiled.text(name, "zh")
        kinds = set()
        for kind, hands in hands_in(topics[heading].blocks):
            kinds.add(kind)
            shown += len(hands)
            readings = [rules.readings(hand) for hand in hands]
            if kind == "refused":
                assert all(r.pattern != name for found in readings for r in found), hands
                continue
            assert all(found and found[0].pattern == name for found in readings), hands
            if kind == "order":
                pairs = list(pairwise(hands))
                assert pairs
                assert all(rules.beats(high, low) for low, high in pairs), hands
                assert not any(rules.beats(low, high) for low, high in pairs), hands
        assert "example" in kinds, name
    assert shown > 20


@pytest.mark.parametrize("game", ["2v4", "3v3", "classic"])
def test_the_ladder_rises(game: str) -> None:
    rules = loaded(game)
    ladder = next(
        inner
        for topic in topics_of(built(game, "en")).values()
        for inner in topic.blocks
        if isinstance(inner, Ladder)
    )
    steps = [
        [str(part) for line in step.lines for part in line if isinstance(part, Hand)]
        for step in ladder.steps
    ]
    assert len(steps) == len(rules.compiled.document["ladder"])
    for lower, higher in pairwise(steps):
        assert all(rules.beats(high, low) for low in lower for high in higher)


# --- games worked out


def scores_of(game: str) -> list[tuple[str | None, list[int], dict[str, int]]]:
    """Each game worked out: its case, the values of N, and the score of each role."""
    return [
        (
            story.case,
            [growth.after for growth in story.growth],
            {role: score for role, _, score in story.scores},
        )
        for story in stories(loaded(game).compiled)
    ]


def test_two_against_four_worked_out() -> None:
    assert scores_of("2v4") == [
        # one shows: 1 + 3 (F10); seven of a kind: + 7 - 6 (F12); 5 × 3, 1, -1 (F13)
        ("two", [4, 5], {"landlord": 15, "second_landlord": 5, "peasant": -5}),
        # both show: 1 + 3 + 3 (F10); 7 × -3, -1, 1 (F13)
        ("two", [4, 7], {"landlord": -21, "second_landlord": -7, "peasant": 7}),
        # shown alone: 1 + 9 (F10); 10 × -5, 1 (F13)
        ("alone", [10], {"landlord": -50, "peasant": 10}),
    ]


def test_melee_worked_out() -> None:
    # the landlords lose with as many cards left: -2 each (M3)
    assert scores_of("melee")[1] == (
        "two",
        [4, 7],
        {"landlord": -14, "second_landlord": -14, "peasant": 7},
    )


def test_three_against_three_worked_out() -> None:
    assert scores_of("3v3") == [
        # one doubles: 1 + 1 (T10); three jokers: + 1 (T12); S = 3 (T7): 3 × 3
        ("apart", [2, 3], {"landlord": 9, "hidden_landlord": 9, "peasant": -9}),
        # two double: 3; S = 3
        ("apart", [2, 3], {"landlord": -9, "hidden_landlord": -9, "peasant": 9}),
        # two double: 3; S = the bid, 3
        ("mine", [2, 3], {"landlord": -9, "hidden_landlord": -9, "peasant": 9}),
    ]


def test_the_classic_game_worked_out() -> None:
    assert scores_of("classic") == [
        # won at 2; a rocket and spring: 2 × 2; 2 × 4 × 2
        (None, [2, 4], {"landlord": 16, "peasant": -8}),
        # won at 3; the landlord played once: 2; 3 × 2 × -2
        (None, [2], {"landlord": -12, "peasant": 6}),
    ]


@pytest.mark.parametrize("game", [*GAMES, *map(str, ELSES)])
def test_games_worked_out_sum_to_zero(game: str) -> None:
    found = stories(loaded(game).compiled)
    assert found
    assert all(sum(seats * score for _, seats, score in story.scores) == 0 for story in found)
    assert all(any(score for _, _, score in story.scores) for story in found)


# --- files of strangers

TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "nav", "main", "section"),
    *("h1", "h2", "h3", "p", "ul", "ol", "li", "dl", "dt", "dd", "div", "span", "article"),
    *("table", "thead", "tbody", "tr", "th", "td", "a", "strong", "b", "i"),
}

HOSTILE = """
extends: 3v3
title: {zh: "<script>甲</script> | `乙` *丙*", en: "<img src=x onerror=y> | `b` [c](d) &amp; 1. e"}
texts:
  landlord: {zh: "地|主\\n# 题", en: "land|lord\\n# head"}
  double:   {zh: "</style><b>", en: "</style><b>"}
  apart:    {zh: "- 甲 ~~乙~~", en: "- a ~~b~~ $x$"}
  joker_bomb: {zh: "```", en: "```"}
"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_takes_no_markup_from_a_file(lang: str) -> None:
    page = render_sheet(rules_of(HOSTILE).compiled, lang, "html")
    assert "<script" not in page
    assert "<img" not in page
    assert page.count("</style>") == 1
    tags = set(re.findall(r"</?([a-z0-9]+)", page))
    assert tags <= TAGS
    title = rules_of(HOSTILE).title[lang]
    assert f"<h1>{html.escape(title)}</h1>" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_markdown_takes_no_markup_from_a_file(lang: str) -> None:
    sheet = render_sheet(rules_of(HOSTILE).compiled, lang, "md")
    assert not re.search(r"(?<!\\)<(?=[A-Za-z/!])", sheet)
    assert sheet.count("```") == 2
    blocks = re.findall(r"(?:^\|.*\n)+", sheet, re.MULTILINE)
    assert len(blocks) >= 3
    for block in blocks:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()}) == 1
    headings = re.findall(r"^#+ .*", sheet, re.MULTILINE)
    assert not any("题" in each or "head" in each for each in headings)


def test_a_wide_file_is_told_in_bounded_time() -> None:
    """Twelve seats and eight marks: far more ways for the marks to lie than are tried."""
    marks = "".join(f"    m{n}: {{card: any, known: nobody}}\n" for n in range(8))
    text = f"""
format: 1
title: {{zh: 大, en: wide}}
players: 12
deck: {{copies: 16, ranks: 3 4 5 6 7 8 9 T J Q K A 2 B R, jokers: B R}}
patterns:
  solo: 1 of a rank
  wide: 4 of a rank + 8 solo may repeat
deal:
  each: 72
  marks:
{marks}names: {{}}
cases:
  near: holder(m7) == next(holder(m6))
  far:  holder(m7) != next(holder(m6))
flow: [deal, roles, play, settle]
steps:
  roles: {{roles: {{one: {{side: ones, who: holder(m0)}}, other: {{side: others, who: rest}}}}}}
  play: {{play: {{lead: one}}}}
settle:
  rows:
    - {{when: ones won, shares: {{one: 11, other: -1}}}}
    - {{shares: {{one: -11, other: 1}}}}
"""
    assert "wide" in render_sheet(rules_of(text).compiled, "en", "md")


def test_examples_are_looked_for_in_bounded_steps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of patterns that others read first there is nothing to find; said is where it gave up."""
    wide = "".join(
        f'  w{n}: "{3 + n % 3} of 3 4 5 6 7 8 + {1 + n % 4} solo may repeat"\n' for n in range(60)
    )
    path = tmp_path / "wide.yaml"
    path.write_text(
        f"extends: classic\ntitle: {{zh: 甲, en: A}}\npatterns:\n{wide}", encoding="utf-8"
    )
    rules = rules_of(path.read_text(encoding="utf-8")).compiled
    sampler = Sampler(rules)
    some = {row.pattern for row in counted(rules, None, None)}
    assert not some & {f"w{n}" for n in range(12, 60)}  # read as an earlier one
    for name in rules.table.pattern_names:
        found = sampler.examples(name)
        assert name in some or not found
        assert found or name not in some or name in sampler.given_up
    assert sampler.given_up
    assert sum(sampler.tried.values()) <= MOST_IN_ALL
    assert main(["rules", str(path)]) == 0
    assert "examples were not all looked for" in capsys.readouterr().err


# --- pages and commands


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_needs_nothing_from_outside(game: str, lang: str) -> None:
    page = sheet_of(game, lang, "html")
    assert page.startswith(f'<!doctype html>\n<html lang="{"zh-Hans" if lang == "zh" else "en"}">')
    assert not re.search(r"https?:|url\(|@import|@font-face|<script|<link|\ssrc=", page)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert sorted(re.findall(r'href="#([^"]+)"', page)) == sorted(ids)


def test_tables_have_a_cell_for_each_heading() -> None:
    for game in GAMES:
        for section in built(game, "en").sections:
            for block in section.blocks:
                if isinstance(block, Table):
                    assert {len(row) for row in block.rows} == {len(block.head)}


@pytest.mark.parametrize("path", [*ELSES, *HOUSES], ids=lambda path: path.stem)
def test_other_readings_can_be_told(path: Path) -> None:
    for lang in LANGUAGES:
        sheet = built(str(path), lang)
        for render in (render_html, render_markdown, render_text):
            assert render(sheet).count("\n") > 80


@pytest.mark.parametrize("game", SWITCHED)
def test_what_is_switched_is_in_force(game: str) -> None:
    """Each option can be told, by its own words in the title, and is marked."""
    rules = loaded(game).compiled
    ((name, choice),) = rules.chosen.items()
    for lang, force in (("zh", "（现行）"), ("en", " (in force)")):
        option = rules.options[name]
        title = option.title[lang] if option.is_switch else option.choices[choice].title[lang]
        sheet = sheet_of(game, lang)
        assert title in sheet.splitlines()[0]
        assert f"{title}{force}".lower() in sheet.replace("\\", "").lower()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_of_text_fit_a_terminal(lang: str) -> None:
    from ddz.sheet.columns import width

    lines = sheet_of("3v3", lang, "text").splitlines()
    assert max(width(line) for line in lines) <= 82  # a closing sign may stand over
    assert "，" not in {line.strip()[:1] for line in lines}


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "3v3", "--lang", "zh", "--format", "md"]) == 0
    assert capsys.readouterr().out == (FOLDER / "3v3.zh.md").read_text(encoding="utf-8")
    assert main(["rules", "3v3"]) == 0
    assert capsys.readouterr().out == (FOLDER / "3v3.en.txt").read_text(encoding="utf-8")


def test_the_command_on_a_file_that_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "no_such_game"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "DDZ100" in told.err


def test_the_same_sheet_whatever_the_hash_seed() -> None:
    line = "import ddz, ddz.sheet as s; print(s.render_sheet(ddz.load('3v3').compiled, 'zh', 'md'))"
    found = {
        subprocess.run(
            [sys.executable, "-c", line],
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
            cwd=Path(__file__).parent.parent,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
