"""`list`, `show`: what variants there are, and what one says."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ddz.cli.console import console, load, plain_table, print_json
from ddz.cli.paint import tell
from ddz.phrases import COMMANDS, say

if TYPE_CHECKING:
    from ddz.front import Rules

__all__ = ["run_list", "run_show"]


def run_list(arguments: argparse.Namespace) -> int:
    """Print the variants that a name leads to, and where each comes from."""
    from dataclasses import asdict

    from ddz.front import available

    found = available()
    if arguments.json:
        for variant in found:
            print_json(asdict(variant))
        return 0
    lang = arguments.lang
    rows = [
        [
            variant.name,
            variant.title.get(lang, ""),
            say(COMMANDS, "shipped", lang) if variant.source == "shipped" else variant.file,
        ]
        for variant in found
    ]
    console().print(plain_table(["", "", ""], rows))
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print a variant's meaning, with what it inherits in place."""
    rules = load(arguments.variant)
    if rules is None:
        return 1
    if arguments.json:
        print_json(rules.compiled.document)
        return 0
    _Shower(rules, arguments.lang).print()
    return 0


class _Shower:
    """Prints one variant section by section: names in the language asked for, rules as they are
    written."""

    def __init__(self, rules: Rules, lang: str) -> None:
        self.rules, self.compiled, self.lang = rules, rules.compiled, lang
        self.out = console()
        self.document = rules.compiled.document

    def print(self) -> None:
        """Print everything."""
        tell(f"{self.rules.title[self.lang]}  ({self.rules.name})")
        self._table("deal", ["", ""], self._deal())
        self._table("terms", ["", "", ""], self._terms())
        self._named("patterns", "pattern")
        self._named("bombs", "bomb")
        ladder = self.document.get("ladder", [])
        rows = [[str(step), str(text)] for step, text in enumerate(ladder, 1)]
        self._table("ladder", ["rung", "bombs"], rows)
        self._table("flow", ["step", "kind", "rules"], self._steps())
        self._multiplier()
        self._settle()
        self._options()

    def _say(self, key: str, **values: Any) -> str:
        return say(COMMANDS, key, self.lang, **values)

    def _text(self, name: str) -> str:
        return self.compiled.text(name, self.lang)

    def _table(
        self, title: str, keys: Sequence[str], rows: Sequence[Sequence[str]], more: str = ""
    ) -> None:
        """A section; a heading that is no key of the phrase table stands as it is."""
        if rows:
            tell()
            heads = [self._say(key) if key in COMMANDS else key for key in keys]
            self.out.print(plain_table(heads, rows, self._say(title) + more))

    def _deal(self) -> list[list[str]]:
        compiled, deck = self.compiled, self.compiled.deck
        packs = self._say("packs", size=deck.size, copies=deck.copies, ranks=" ".join(deck.ranks))
        rows = [
            [self._say("players"), str(compiled.players)],
            [self._say("cards"), packs],
            [self._say("each"), str(compiled.each)],
            [self._say("kitty"), str(compiled.kitty)],
        ]
        if compiled.aside:
            rows.append([self._say("aside"), str(compiled.aside)])
        for name, line in self.document.get("lines", {}).items():
            rows.append([f"{self._say('line')} {name}", _value(line)])
        return rows

    def _terms(self) -> list[list[str]]:
        """Marks, names and cases: what is written, and what it is called or who knows it."""
        rows = []
        for name, spec in self.document["deal"].get("marks", {}).items():
            known = self._say(f"known_{self.compiled.mark(name).known}")
            called = [self._text(name)] if self._text(name) != name else []
            about = self._say("comma").join([*called, known])
            rows.append([f"{self._say('mark')} {name}", _value(spec["card"]), about])
        for name, value in self.document.get("names", {}).items():
            rows.append([f"{self._say('name')} {name}", _value(value), ""])
        for name, value in self.document.get("cases", {}).items():
            rows.append([f"{self._say('case')} {name}", _value(value), self._text(name)])
        return rows

    def _named(self, section: str, heading: str) -> None:
        rows = [
            [name, self._text(name), " ".join(str(text).split())]
            for name, text in self.document.get(section, {}).items()
        ]
        self._table(section, [heading, "name", "cards"], rows)

    def _steps(self) -> list[list[str]]:
        rows = []
        for word in self.document["flow"]:
            step = self.document["steps"].get(word)
            if step is None:
                rows.append([self._either(word), "", ""])
                continue
            ((kind, spec),) = step.items()
            lines = [line for key, value in spec.items() for line in _lines(key, value)]
            rows.append([self._either(word), kind, "\n".join(lines)])
        return rows

    def _either(self, word: str) -> str:
        """An id, and its name below where that says something else."""
        text = self._say(word) if word in ("deal", "settle") else self._text(word)
        return word if text == word else f"{word}\n{text}"

    def _multiplier(self) -> None:
        part = self.document.get("multiplier", {})
        more = [
            self._say(key, value=value) for key, value in part.items() if key in ("start", "most")
        ]
        keys = [key for key in ("at", "when", "add", "times") if _some(part, key)]
        rows = [[_value(row.get(key, "")) for key in keys] for row in part.get("rows", [])]
        self._table("multiplier", keys, rows, "".join(self._say("comma") + text for text in more))

    def _settle(self) -> None:
        """The rows of the settlement, a column of shares for each role."""
        part = self.document["settle"]
        roles = [role.name for role in self.compiled.roles]
        keys = [key for key in ("when", "times") if _some(part, key)]
        rows = []
        for row in part["rows"]:
            shares = [row["shares"].get(role) for role in roles]
            cells = [_value(row.get(key, "")) for key in keys]
            cells += ["–" if share is None else f"{share:+d}" for share in shares]
            rows.append([*cells, (row.get("why") or {}).get(self.lang, "")])
        heads = [*keys, *map(self._text, roles), "why"]
        if not any(row[-1] for row in rows):
            heads, rows = heads[:-1], [row[:-1] for row in rows]
        more = [f"{name} = {_value(value)}" for name, value in part.get("names", {}).items()]
        told = [self._say("shares"), *more]
        self._table("settle", heads, rows, "".join(self._say("semicolon") + text for text in told))

    def _options(self) -> None:
        """The options, each way to switch one on a line; those that stand are marked."""
        rows = []
        for name, option in self.compiled.options.items():
            stands = self.compiled.chosen.get(name, option.default)
            if not option.is_switch:
                rows.append([name, option.title.get(self.lang, ""), ""])
            for word, way in zip(option.words(), option.choices.values(), strict=True):
                mark = "✓" if way.name == stands else ""
                rows.append([word, way.title.get(self.lang, ""), mark])
        self._table("options", ["option", "variant_title", "stands"], rows)


def _some(part: dict[str, Any], key: str) -> bool:
    return any(key in row for row in part.get("rows", []))


def _lines(key: str, value: Any) -> list[str]:
    """A key of a step with its value: on one line where it is short, else a line for each part."""
    line = f"{key}: {_value(value)}"
    if len(line) <= 48 or not isinstance(value, dict):
        return [line]
    parts = [f"  {line}" for name, part in value.items() for line in _lines(name, part)]
    return [f"{key}:", *parts]


def _value(value: Any) -> str:
    """A value as a rule file writes it on one line."""
    if isinstance(value, dict):
        text = ", ".join(f"{key}: {_value(item)}" for key, item in value.items())
        return f"{{{text}}}"
    if isinstance(value, list):
        text = ", ".join(_value(item) for item in value)
        return f"[{text}]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
