"""The words of the rule sheet: case tables, equal catalogues, and no construct without words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

from ddz.compiled import Compiled, compile_variant
from ddz.compiled.rules import EndStep, Value
from ddz.condition import Each, Expression, events
from ddz.pattern import tree
from ddz.resources import shipped
from ddz.sheet.catalogue import LANGUAGES, Catalogue
from ddz.sheet.words import Words, bombs, patterns, truth, values
from ddz.variant import build, flatten
from ddz.variant.find import Place
from tests.test_manual import BLOCKS, _rules

ROOT = Path(__file__).parent.parent
CASES: list[dict[str, Any]] = yaml.safe_load(
    (ROOT / "tests" / "sheets" / "words.yaml").read_text(encoding="utf-8")
)
IN_PATTERNS = ("pattern", "compared", "refused")
ASKED = (
    *IN_PATTERNS,
    "step",
    "condition",
    "number",
    "seat",
    "seats",
    "event",
    "marked",
    "revealed",
)


def compiled(text: str) -> Compiled:
    """A file's rules, without the proofs that validation adds."""
    root = flatten(Place(Path("words.yaml"), "words.yaml", None), text)
    assert root.root is not None, root.found
    rules, found, _ = compile_variant(build(root, root.root))
    assert rules is not None, found
    return rules


# --- the case table


def kind_of(case: dict[str, Any]) -> str:
    """What a case asks for."""
    (kind,) = (key for key in case if key in ASKED)
    return kind


def base_of(case: dict[str, Any]) -> str:
    """The file a case stands in, without its own text."""
    return json.dumps({"extends": case["of"], **case.get("with", {})})


@cache
def rules_for(base: str) -> tuple[Compiled, dict[str, str]]:
    """The rules of all cases that stand in a file, and what each of their patterns is called."""
    texts = [str(c[kind_of(c)]) for c in CASES if base_of(c) == base and kind_of(c) in IN_PATTERNS]
    document = json.loads(base)
    names = {text: f"tried_{at}" for at, text in enumerate(dict.fromkeys(texts))}
    names |= {text: text for text in ("bomb",) if text in names}
    tried = {name: text for text, name in names.items() if name != text}
    document["patterns"] = {**document.get("patterns", {}), **tried}
    return compiled(json.dumps(document)), names


def said(case: dict[str, Any], lang: str) -> str:
    """What the words are for a case."""
    rules, names = rules_for(base_of(case))
    kind = kind_of(case)
    text = str(case[kind])
    words = Words(rules, lang)
    if "each" in case:
        among = Expression("seats", case["each"], frozenset(), lambda facts, env: 0)
        return words.condition(text, Each(case["each"].split()[0], among))
    told = getattr(words, "ladder_step" if kind == "step" else kind)(
        names[text] if kind in IN_PATTERNS else text
    )
    return words.say.joined(told) if isinstance(told, list) else told


def id_of(case: dict[str, Any]) -> str:
    return f"{kind_of(case)} {case[kind_of(case)]}"


@pytest.mark.parametrize("case", CASES, ids=id_of)
def test_case(case: dict[str, Any]) -> None:
    """What comes out is what a player would say."""
    assert {lang: said(case, lang) for lang in LANGUAGES} == {
        lang: str(case[lang]).strip() for lang in LANGUAGES
    }


# --- the catalogues


def places(template: str) -> set[str]:
    """The names of the values that a sentence takes."""
    fields = (field for _, field, _, _ in Formatter().parse(template) if field)
    return {field.split(".")[0] for field in fields}


def test_catalogues_are_alike() -> None:
    """Both languages have the same keys, and each sentence the same places to fill."""
    english, chinese = (Catalogue(lang).templates for lang in LANGUAGES)
    assert sorted(english) == sorted(chinese)
    assert [key for key in english if places(english[key]) != places(chinese[key])] == []


def test_every_sentence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """No sentence of the two languages is without a case."""
    keys: set[str] = set()
    say = Catalogue.say

    def noted(self: Catalogue, key: str, /, **values: Any) -> str:
        keys.add(key)
        return say(self, key, **values)

    monkeypatch.setattr(Catalogue, "say", noted)
    for case in CASES:
        said(case, "en")
    known = [key for key in Catalogue("en").templates if key.startswith(SECTIONS)]
    assert sorted(set(known) - keys) == []


SECTIONS = ("pattern.", "condition.", "event.", "count.", "ranks.", "terms.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_unknown_language_and_key(lang: str) -> None:
    """A language or key that is not there is told at once."""
    with pytest.raises(KeyError):
        Catalogue(lang).say("pattern.no_such_thing")
    with pytest.raises(ValueError, match="no rule sheet in 'de'"):
        Catalogue("de")


# --- nothing is without words

ELSEWHERE = {
    "range": "count",
    "amount": "count",
    "step": "pattern.pattern",
    "each": "condition.any_seat",
    "event": "event",
    "played": "event.played",
    "said": "event.said",
    "redealt": "event.redealt",
    "over": "event.over",
    "until": "event.until",
    "negation": "condition.won",
    "outsider": "condition.member",
}
"""Where the words of a rule stand that have another key than the rule's name."""


@pytest.mark.parametrize("language", ["pattern", "condition"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_words(language: str, lang: str) -> None:
    """Each rule of the grammars has its sentences."""
    keys = [f"{key}." for key in Catalogue(lang).templates]
    rules = _rules(f"{language}.lark")
    assert len(rules) > 15
    wanted = {rule: ELSEWHERE.get(rule, f"{language}.{rule}") for rule in rules if rule[0] != "_"}
    assert [r for r, key in wanted.items() if not any(k.startswith(f"{key}.") for k in keys)] == []


EVENTS = ("played", "said", "redealt", "over")


def test_every_class_has_a_method() -> None:
    """Each kind of group and of event, and each rule of a condition, is in a table."""
    bases = tree.Kind | tree.Mix | tree.Row | tree.Exactly | tree.Several | tree.Ref
    assert tree.Group.__annotations__["base"] == str(bases).replace("ddz.pattern.tree.", "")
    assert set(patterns._BASES) == set(bases.__args__)
    assert set(bombs._EVENTS) == set(events.Event.__args__)
    tables = (truth._RULES, values._SEAT_RULES, values._NUMBER_RULES, _BESIDE)
    assert _rules("condition.lark") - {rule for table in tables for rule in table} == set()


_BESIDE = {"range", "bombset", "anybomb", "each", "until", "event", *EVENTS}
"""Rules that are no expression of their own."""


# --- whole files


def _files() -> Iterator[Any]:
    for path in sorted(shipped().rglob("*.yaml")):
        yield pytest.param(path.read_text(encoding="utf-8"), id=path.stem)
    for path in sorted((ROOT / "tests" / "elses").glob("*.yaml")):
        yield pytest.param(path.read_text(encoding="utf-8"), id=path.stem)
    worded = re.compile(r"^(patterns|bombs|ladder|deal|names|cases|steps|multiplier|settle):", re.M)
    for block in BLOCKS:
        if block.tag in ("yaml variant", "yaml part") and worded.search(block.text):
            yield pytest.param(block.file, id=f"manual line {block.line}")


FILES = list(_files())
ENGLISH = {"run", "starts", "twins"}
"""Names of shipped files that sentences have as words of the language."""


def all_said(words: Words) -> Iterator[str]:
    """Every sentence there is about a file."""
    rules = words.compiled
    for name in words.names.reader.texts:
        yield from words.pattern(name)
        yield from words.refused(name)
        yield words.compared(name)
    yield from map(words.ladder_step, rules.document.get("ladder", []))
    for mark in rules.marks:
        yield words.mark(mark.name)
        yield words.marked(mark.name)
    for role in rules.roles:
        yield from (words.role(role.name), words.side(role.side))
        yield from [words.revealed(role.name)] if role.reveal else []
    for case, condition in rules.cases:
        yield from (words.case(case), words.condition(condition))
    for row in rules.rows:
        yield words.event(row)
    yield from _expressions(words, (rules.names, rules.settle_names))
    yield from _expressions(words, (rules.flow, rules.rows, rules.settle_rows, rules.roles))


def _expressions(words: Words, found: Any, each: Any = None) -> Iterator[str]:
    """Every expression in records, lists and mappings, however deep."""
    if isinstance(found, Expression):
        yield _one(words, found, each)
    elif isinstance(found, Value):
        kind = (found.plain or next(iter(found.table.values()))).type
        if kind != "truth":
            told = words.seats(found) if kind == "seats" else words.number(found)
            yield from [told] if isinstance(told, str) else [w for pair in told for w in pair]
    elif isinstance(found, EndStep):
        for _, condition in found.conditions:
            yield words.condition(condition, found.each)
    elif isinstance(found, dict):
        yield from _expressions(words, list(found.values()))
    elif isinstance(found, tuple | list):
        for each_found in found:
            yield from _expressions(words, each_found)
    elif hasattr(found, "__dataclass_fields__"):
        for field in found.__dataclass_fields__:
            yield from _expressions(words, getattr(found, field))


def _one(words: Words, expression: Expression, each: Any) -> str:
    if expression.type == "truth":
        return words.condition(expression, each)
    told = words.seats if expression.type == "seats" else words.number
    return told(expression)


@pytest.mark.parametrize("text", FILES)
def test_no_name_of_a_file_is_read(text: str) -> None:
    """Sentences are never empty, and speak of nothing by a name made for the file."""
    rules = compiled(text)
    options = {o for step in rules.flow for o in getattr(step, "options", ())} - set(rules.texts)
    for lang in LANGUAGES:
        words = Words(rules, lang)
        told = list(all_said(words))
        assert len(told) > 20
        assert "" not in told
        own = " ".join(each.get(lang, "") for each in rules.texts.values())
        unnamed = (set(rules.names) | set(words.names.reader.lines)) - set(rules.texts) - ENGLISH
        for sentence in told:
            assert not re.search(r"[{}_<>=]", sentence), sentence
            letters = set(re.findall(r"[A-Za-z]{2,}", sentence)) - options
            if lang == "zh":
                assert not {w for w in letters if not w.isupper()} - set(own.split()), sentence
            assert not letters & {name for name in unnamed if name not in own}, sentence


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.tag == "condition"], ids=str)
def test_conditions_of_the_manual(block: Any) -> None:
    """Each example of a condition is said, without a name of the file."""
    rules = compiled(f"extends: {block.rest}")
    for text, kind in block.lines:
        for lang in LANGUAGES:
            words = Words(rules, lang)
            told = getattr(words, "condition" if kind == "truth" else kind)(text)
            assert told
            unread = r"[{}_<>=]|\b(opener|s|t)\b" if lang == "en" else r"[{}_<>=a-z]"
            assert not re.search(unread, told), told


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.tag == "pattern"], ids=str)
def test_patterns_of_the_manual(block: Any) -> None:
    """Each example of a pattern is said, without a name of the file."""
    tried = {f"tried_{at}": text for at, (text, _) in enumerate(block.lines)}
    rules = compiled(json.dumps({"extends": "2v4", "patterns": tried}))
    for lang in LANGUAGES:
        words = Words(rules, lang)
        for name in tried:
            told = [*words.pattern(name), words.compared(name), *words.refused(name)]
            assert all(told)
            unread = r"[{}_<>]|\btried\b" if lang == "en" else r"[{}_<>a-z]"
            assert not re.search(unread, " ".join(told)), told
