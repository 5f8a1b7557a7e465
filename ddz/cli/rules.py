"""`list`, `show`, `validate`: what variants there are, what one says, whether files are sound."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ddz.cli.console import console, load, plain_table, print_findings, print_json, read_input

if TYPE_CHECKING:
    from ddz.front import Rules

__all__ = ["list", "show", "validate"]


def list(arguments: argparse.Namespace) -> int:
    """Print the shipped variants."""
    from ddz.front import titles

    rows = titles()
    if arguments.json:
        for name, title in rows:
            print_json({"name": name, "title": title})
        return 0
    width = max(len(name) for name, _ in rows)
    for name, title in rows:
        print(f"{name:<{width}}  {title.get(arguments.lang, '')}")
    return 0


def validate(arguments: argparse.Namespace) -> int:
    """Check each file; 1 where one has an error."""
    from ddz.front import validate as check

    status = 0
    for variant in arguments.variants:
        found = check("<stdin>", read_input()) if variant == "-" else check(variant)
        errors = sum(finding.severity == "error" for finding in found)
        if arguments.json:
            for finding in found:
                print_json(finding.as_data())
        else:
            print_findings(found)
            warnings = len(found) - errors
            words = ((errors, "error"), (warnings, "warning"))
            counted = ", ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in words if n)
            stream = sys.stderr if found else sys.stdout
            print(f"{variant}: {counted or 'sound'}", file=stream)
        status |= errors > 0
    return int(status)


def show(arguments: argparse.Namespace) -> int:
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
    """Prints one variant section by section."""

    def __init__(self, rules: Rules, lang: str) -> None:
        self.rules, self.compiled, self.lang = rules, rules.compiled, lang
        self.out = console()
        self.document = rules.compiled.document

    def print(self) -> None:
        """Print everything."""
        from rich.markup import escape

        self.out.print(f"[bold]{escape(self.rules.title[self.lang])}[/]  {escape(self.rules.name)}")
        self._table("deal", self._deal())
        self._patterns()
        self._ladder()
        self._steps()
        self._rows("multiplier", ["at", "when", "add", "times"])
        self._rows("settle", ["when", "times", "shares"])

    def _table(self, title: str, rows: Any) -> None:
        self.out.print(plain_table(["", ""], rows, title))

    def _deal(self) -> Any:
        compiled, deck = self.compiled, self.compiled.deck
        rows = [
            ["players", str(compiled.players)],
            ["cards", f"{deck.size}: {deck.copies} × {' '.join(deck.ranks)}"],
            ["each", str(compiled.each)],
            ["kitty", str(compiled.kitty)],
        ]
        rows += [[f"line {n}", str(line)] for n, line in self.document.get("lines", {}).items()]
        for mark in compiled.marks:
            spec = self.document["deal"]["marks"][mark.name]
            name = compiled.text(mark.name, self.lang)
            rows.append([f"mark {mark.name}", f"{name}: {spec['card']}, known to {spec['known']}"])
        for name, value in self.document.get("names", {}).items():
            rows.append([f"name {name}", _value(value)])
        for name, value in self.document.get("cases", {}).items():
            rows.append([f"case {name}", f"{value}   ({compiled.text(name, self.lang)})"])
        return rows

    def _patterns(self) -> None:
        rows = []
        for section in ("patterns", "bombs"):
            for name, text in self.document.get(section, {}).items():
                title = self.compiled.text(name, self.lang)
                rows.append([section, name, title, " ".join(text.split())])
        self.out.print(plain_table(["", "pattern", "name", "cards"], rows, "patterns"))

    def _ladder(self) -> None:
        steps = self.document.get("ladder", [])
        rows = [[str(step), str(text)] for step, text in enumerate(steps, 1)]
        if rows:
            self.out.print(plain_table(["step", "bombs"], rows, "ladder, weakest first"))

    def _steps(self) -> None:
        rows = []
        for word in self.document["flow"]:
            step = self.document["steps"].get(word)
            if step is None:
                rows.append([word, "", ""])
                continue
            ((kind, spec),) = step.items()
            first = True
            for key, value in spec.items():
                start = [word, kind] if first else ["", ""]
                rows.append([*start, f"{key}: {_value(value)}"])
                first = False
        self.out.print(plain_table(["step", "kind", ""], rows, "flow"))

    def _rows(self, section: str, keys: Any) -> None:
        part = self.document.get(section, {})
        rows = [[_value(row.get(key, "")) for key in keys] for row in part.get("rows", [])]
        title = section
        for key, value in part.items():
            if key != "rows":
                title += f"; {key} {_value(value)}"
        self.out.print(plain_table(keys, rows, title))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_value(item)}" for key, item in value.items()) or "–"
    if isinstance(value, (tuple, type([]))):
        return " | ".join(_value(item) for item in value)
    return str(value)
