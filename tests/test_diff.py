"""`ddz diff`: what differs is what the files say, and what is said to come of it does.

Each file of `tests/diffs/` names two games (`before`, `after`, or texts: `before_file`, `file`) and
what differs, worked out by hand; what it leaves out must be empty, unless it says `some`. `cards`
are single card sets: gained, lost, renamed or neither.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import ddz
from ddz.cli import main
from ddz.compiled import compile_variant
from ddz.condition.printer import _BRACKETS, _ROWS, _WRITINGS
from ddz.phrases import LANGUAGES
from ddz.resources import grammar
from ddz.tools.counting import most_held
from ddz.tools.diff import Comparison, Found, cards, compare
from ddz.tools.diff.meaning import DEFAULTS, differences
from ddz.tools.diff.words import DIFF
from ddz.variant import build, flatten
from ddz.variant.find import find_variant, names_of_shipped, place_of_text

ROOT = Path(__file__).parent.parent
CASES = sorted((ROOT / "tests" / "diffs").glob("*.yaml"))
ELSES = sorted((ROOT / "tests" / "elses").glob("*.yaml"))
PAIRS = [
    ("2v4", "melee"),
    ("classic", "compat/rlcard"),
    ("2v4", "3v3"),
    ("3v3", "2v4[unbid=redeal]"),
]
Run = Callable[..., tuple[int, str, str]]

every_case = pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`ddz diff` in the folder above `variants/`: status, standard output, standard error."""
    monkeypatch.chdir(ROOT)

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        status = main(["diff", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def quick(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same for sound games, which are not proved again."""

    def loaded(name: str) -> tuple[ddz.Rules, Any]:
        rules, layered = compiled(name)
        return ddz.Rules(rules), layered

    monkeypatch.setattr("ddz.cli.diff.rules_and_layers", loaded)
    return run


@cache
def compiled(name: str, text: str | None = None) -> tuple[Any, Any]:
    """The rules of a sound game, without proving that again, and its layers."""
    layered = flatten(find_variant(name) if text is None else place_of_text(name), text)
    assert layered.root is not None
    rules, found, _ = compile_variant(build(layered, layered.root))
    assert rules is not None, found
    return rules, layered


def game(name: str, text: str | None = None) -> tuple[Any, Any]:
    """The rules and the merged file of a game."""
    path = str(ROOT / name) if name.endswith(".yaml") and text is None else name
    rules, layered = compiled(path, text)
    return rules, layered.root


def sides(case: dict[str, Any]) -> tuple[Any, Any]:
    """Both games of a case."""
    before = game(case.get("before", "before.yaml"), case.get("before_file"))
    return before, game(case.get("after", "after.yaml"), case.get("file"))


def case_of(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return data


def numbers(found: tuple[Found, ...]) -> Iterator[str]:
    """``trio_solo 4 = 208``, ``trio -> bomb 3 = 2``."""
    for each in found:
        names = " -> ".join(name for name in (each.before, each.after) if name)
        assert not each.least
        yield f"{names} {each.length} = {each.number}"


def orders(found: Comparison) -> Iterator[str]:
    for order in found.orders:
        assert order.whole
        assert not order.more
        what = f"{order.pattern} {order.length}" if order.pattern else "bombs"
        for row in order.rows:
            yield f"{what}: {row.cards} / {row.others}: {row.before} -> {row.after}"


def raises(found: Comparison) -> Iterator[str]:
    for each in found.raises:
        texts = (", ".join(side) or "nothing" for side in (each.before, each.after))
        yield f"{each.cards}: {' -> '.join(texts)}"


@every_case
def test_what_differs_is_what_was_worked_out(path: Path) -> None:
    case = case_of(path)
    found = compare(*sides(case))
    rules = [each for each in found.differences if not each.is_words]
    said = [f"{each.kind} {'.'.join(each.path)}" for each in rules]
    if "differences" in case:
        assert sorted(said) == sorted(case["differences"])
    if "totals" in case:
        assert list(found.cards.totals) == case["totals"]
    assert list(found.decks or ()) == case.get("decks", [])
    for kind in ("gained", "lost", "renamed"):
        there, wanted = set(numbers(getattr(found.cards, kind))), set(case.get(kind, []))
        assert wanted <= there if case.get("some") else wanted == there, kind
    assert list(orders(found)) == case.get("orders", [])
    if "raises" in case or not case.get("some"):
        assert list(raises(found)) == case.get("raises", [])
    assert found.cards.unread == ()
    gained, lost = (
        sum(each.number for each in kind) for kind in (found.cards.gained, found.cards.lost)
    )
    assert found.cards.totals[1] - found.cards.totals[0] == gained - lost


@every_case
def test_single_cards_are_what_is_said_of_them(path: Path) -> None:
    """The cards named in the case, and the examples given, by the games themselves."""
    case = case_of(path)
    before, after = sides(case)
    for text in case.get("cards", []):
        held, _, wanted = text.partition(" is ")
        assert change(before[0], after[0], held) == wanted, text
    found = compare(before, after).cards
    for kind in ("gained", "lost", "renamed"):
        for each in getattr(found, kind):
            assert len(each.examples) == min(each.number, 3)
            for cards_ in each.examples:
                assert change(before[0], after[0], cards_) == kind, cards_


def change(before: Any, after: Any, text: str) -> str:
    """What becomes of some cards."""
    names = []
    for rules in (before, after):
        try:
            reading = ddz.Rules(rules).classify(text)
        except ddz.CardsError:
            reading = None
        fits = reading is not None and reading.length <= most_held(rules)
        names.append(reading.pattern if reading is not None and fits else None)
    if names[0] == names[1]:
        return "neither"
    return "gained" if names[0] is None else "lost" if names[1] is None else "renamed"


@pytest.mark.parametrize("path", [*ELSES, *names_of_shipped()], ids=lambda path: Path(path).stem)
def test_games_differ_where_their_digests_do(path: Path | str) -> None:
    """Against every game of three that are shipped, and against itself."""
    own = game(str(path))
    for other in ("2v4", "3v3", "classic", str(path)):
        rules, root = game(other)
        same = not [each for each in differences(root, own[1]) if not each.is_words]
        assert same == (rules.digest == own[0].digest)


def defaults(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The defaults of a schema, by the last two names on the way to each."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if key == "default" and not isinstance(value, dict):
            yield path[-2:], str(value)
        elif isinstance(value, dict | list):
            plain = key in ("definitions", "properties", "items", "whole", "patch")
            name = str(key).removeprefix("patch_")
            yield from defaults(value, path if plain or isinstance(key, int) else (*path, name))


def test_every_default_of_the_schema_is_known() -> None:
    found = dict(defaults(json.loads(grammar("variant.schema.json"))))
    assert len(found) >= 7
    assert found.items() <= DEFAULTS.items()


# --- every way to count comes to the same


def counted(found: Comparison) -> dict[str, list[str]]:
    kinds = ("gained", "lost", "renamed")
    return {kind: list(numbers(getattr(found.cards, kind))) for kind in kinds}


@pytest.mark.parametrize(
    ("before", "after"),
    [("classic", "compat/douzero"), ("compat/douzero", "classic"), ("compat/openspiel", "2v4")],
)
def test_few_plays_are_looked_at_in_either_game(
    before: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where only one game has few plays of a length, what the other has besides is the rest."""
    games = game(before), game(after)
    wanted = counted(compare(*games))
    monkeypatch.setattr(cards, "LIMIT", 3200)
    found = compare(*games)
    assert found.cards.unread == ()
    assert counted(found) == wanted


@pytest.mark.parametrize("path", [ELSES[0], ELSES[10], ELSES[13]], ids=lambda path: path.stem)
def test_many_plays_are_counted_without_a_list(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after = game(str(path))
    before = game(yaml.safe_load(path.read_text(encoding="utf-8"))["extends"])
    wanted = counted(compare(before, after))
    monkeypatch.setattr(cards, "LIMIT", -1)
    found = compare(before, after)
    assert found.cards.unread != ()
    assert counted(found) == wanted
    for each in (*found.cards.gained, *found.cards.lost):
        kind = "gained" if each.before is None else "lost"
        assert each.examples
        assert all(change(before[0], after[0], text) == kind for text in each.examples)


def test_what_is_read_otherwise_among_many_is_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "LIMIT", -1)
    monkeypatch.setattr(cards, "TRIED", 1)
    case = case_of(ROOT / "tests/diffs/another-order.yaml")
    found = compare(*sides(case)).cards
    assert [(each.number, each.least) for each in found.renamed] in ([(1, True)], [])
    assert found.unread == (5,)


# --- the command


@pytest.mark.parametrize("path", ELSES, ids=lambda path: path.stem)
def test_each_else_differs_from_its_game_in_one_key(path: Path, quick: Run) -> None:
    case = yaml.safe_load(path.read_text(encoding="utf-8"))
    status, out, err = quick(case["extends"], path.relative_to(ROOT))
    assert (status, err) == (0, "")
    (section,) = set(case) - {"format", "extends", "title", "examples"}
    keys = re.findall(r"(?m)^ (\w+)[. ]", out.partition("what the files say")[2].split("\n\n")[0])
    assert set(keys) - {"key"} == {section}
    assert section == "steps" or re.search(rf"{path.relative_to(ROOT)}:\d", out)
    words = {"patterns": "plays gained|plays lost|what beats what\n", "ladder": "what beats what\n"}
    assert re.search(words.get(section, "plays: the same"), out)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_the_output_reads_whole(before: str, after: str, lang: str, quick: Run) -> None:
    status, out, err = quick(before, after, "--lang", lang)
    assert (status, err) == (0, "")
    assert "{" not in re.sub(r"\{[^}]*[:}]", "", out.replace("{}", ""))
    assert out.startswith(f"{before}: {compiled(before)[0].title[lang]}\n")
    assert max(map(len, out.splitlines())) <= 200


def test_what_is_the_same(run: Run, tmp_path: Path) -> None:
    assert run("2v4", "2v4", "--exit-code")[:2] == (
        0,
        "2v4: Six-player Dou Dizhu, two against four\n" * 2 + "\nthe rules are the same\n",
    )
    path = tmp_path / "house.yaml"
    path.write_text(
        "extends: 2v4\ntitle: {zh: 甲, en: A}\ntexts: {peasant: {zh: 长工, en: farmhand}}\n",
        encoding="utf-8",
    )
    status, out, _ = run("2v4", path, "--exit-code")
    assert status == 0
    assert "only call things otherwise" in out
    assert "farmhand" in out


def test_exit_status(run: Run, tmp_path: Path) -> None:
    assert run("2v4", "melee")[0] == 0
    assert run("2v4", "melee", "--exit-code")[0] == 1
    assert run("2v4", "melee", "--exit-code", "--json")[0] == 1
    status, out, err = run("2v4", "nope")
    assert (status, out) == (1, "")
    assert "there is no variant 'nope'" in err
    path = tmp_path / "bad.yaml"
    path.write_text("extends: 2v4\nplayer: 6\n", encoding="utf-8")
    status, out, err = run(path, "2v4")
    assert (status, out) == (1, "")
    assert "DDZ201" in err
    assert run("-", "-")[0] == 1


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    text = b"extends: 2v4\ntitle: {zh: A, en: A}\npatterns: {trio_solo: trio + solo}\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    status, out, _ = run("2v4", "-", "--json")
    assert status == 0
    data = json.loads(out)
    assert data["after"] == "-"
    assert data["differences"][-1]["after"] == {
        "text": "trio + solo", "file": "<stdin>", "line": 3
    }  # fmt: skip
    assert data["plays"]["gained"][0]["number"] == 208
    assert data["same_rules"] is False


def test_data_names_lines_of_both_files(run: Run) -> None:
    data = json.loads(run("2v4", "melee", "--json")[1])
    each = next(each for each in data["differences"] if each["path"][-1] == "landlord")
    lines = {
        side: (ROOT / each[side]["file"]).read_text("utf-8").splitlines()[each[side]["line"] - 1]
        for side in ("before", "after")
    }
    assert "two and peasants won,       times: N, shares: {landlord: -3," in lines["before"]
    assert "two and peasants won,       times: N, shares: {landlord: -2," in lines["after"]
    assert (each["before"]["text"], each["after"]["text"]) == ("-3", "-2")


def test_every_sentence_stands_in_both_languages() -> None:
    for key, phrase in DIFF.items():
        assert set(phrase) == set(LANGUAGES), key
        fields = [set(re.findall(r"\{(\w+)\}", text)) for text in phrase.values()]
        assert fields[0] == fields[1], key


# --- bounds


def test_heads_beyond_the_bound_are_not_compared(
    monkeypatch: pytest.MonkeyPatch, quick: Run
) -> None:
    """Said is where it gave up, and that the sums are not whole."""
    monkeypatch.setattr(cards, "HEADS", 0)
    found = compare(game("classic"), game("compat/rlcard")).cards
    assert found.passed
    assert not found.whole
    assert not set(found.passed) & {each.length for each in (*found.gained, *found.lost)}
    _, out, _ = quick("classic", "compat/rlcard")
    assert f"plays of {', '.join(map(str, found.passed))} cards: those were not compared" in out
    assert "at least" in out


WIDE = "".join(
    f'  w{n}: "{3 + n % 3} of 3 4 5 6 7 8 + {1 + n % 4} solo may repeat"\n' for n in range(60)
)


def test_many_alike_patterns_are_compared_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty patterns of which twelve differ: what is looked at is bounded, and nothing is left
    out."""
    looked = 0
    key_of = cards.key_of

    def counted_key(play: Any) -> str:
        nonlocal looked
        looked += 1
        return key_of(play)

    monkeypatch.setattr(cards, "key_of", counted_key)
    text = f"extends: classic\ntitle: {{zh: 甲, en: A}}\npatterns:\n{WIDE}"
    found = compare(game("classic"), game("wide.yaml", text)).cards
    assert 0 < looked <= cards.WAYS
    assert (found.unread, found.passed, found.whole) == ((), (), True)
    assert {each.after for each in found.gained} <= {f"w{n}" for n in range(12)}
    total = found.totals[1] - found.totals[0]
    assert total == sum(each.number for each in found.gained) - sum(
        each.number for each in found.lost
    )


# --- rows and names


def test_rows_for_a_new_deal_are_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "redeal.yaml"
    path.write_text(
        "extends: 2v4[unbid=redeal]\ntitle: {zh: 甲, en: A}\n"
        "multiplier: {rows: [{at: redeal, times: 2}]}\n",
        encoding="utf-8",
    )
    status, out, err = run("2v4", path)
    assert (status, err) == (0, "")
    assert re.search(r"multiplier\.rows\.redeal +– +\{at: redeal, times: 2\}", out)


def test_patterns_are_named_in_the_language(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "solo.yaml"
    path.write_text(
        "extends: classic\ntitle: {zh: 甲, en: A}\n"
        "multiplier: {rows: [{at: played solo, times: 2}]}\n",
        encoding="utf-8",
    )
    _, out, _ = run("classic", path, "--lang", "zh")
    assert re.search(r"(?m)^ solo \(单张\) 1 +无 +×2", out)
    assert re.search(r"(?m)^ bomb \(炸弹\) 4, BR +×2 +无", out)


def test_every_rule_of_the_language_has_its_writing() -> None:
    """What a condition can say, `ddz diff` can print: each rule that makes a node."""
    text = grammar("condition.lark")
    made = {*re.findall(r"->\s*(\w+)", text), *re.findall(r"(?m)^([a-z]\w*)\s*:", text)}
    assert len(made) > 20
    assert made <= {*_WRITINGS, *_ROWS, *_BRACKETS}
