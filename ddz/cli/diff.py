"""`diff`: what differs between two games, in words and in consequences."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ddz.cli.console import complain, console, plain_table, print_json
from ddz.cli.layers import rules_and_layers
from ddz.cli.paint import tell
from ddz.phrases import say
from ddz.tools.diff.words import DIFF

if TYPE_CHECKING:
    from ddz.compiled import Compiled
    from ddz.tools.diff import Comparison, Difference, Found, Order, Written

__all__ = ["run_diff"]


def run_diff(arguments: argparse.Namespace) -> int:
    """Print what differs; 1 where a game cannot be loaded, or with ``--exit-code`` where the rules
    differ."""
    from ddz.tools.diff import compare

    names = arguments.before, arguments.after
    if names == ("-", "-"):
        return complain("standard input can be one of the two games, not both")
    loaded = [rules_and_layers(name) for name in names]
    if loaded[0] is None or loaded[1] is None:
        return 1
    (old, old_file), (new, new_file) = loaded[0], loaded[1]
    assert old_file.root is not None
    assert new_file.root is not None
    found = compare((old.compiled, old_file.root), (new.compiled, new_file.root))
    if arguments.json:
        print_json(_data(names, found))
    else:
        _Printer(names, (old.compiled, new.compiled), found, arguments.lang).print()
    return int(arguments.exit_code and not found.same_rules)


class _Printer:
    """Prints a comparison section by section; what is the same is left out, but for a line that
    says so of the plays."""

    def __init__(
        self,
        names: tuple[str, str],
        games: tuple[Compiled, Compiled],
        found: Comparison,
        lang: str,
    ) -> None:
        self.names, self.games, self.found, self.lang = names, games, found, lang
        self.out = console()
        self.started = False

    def print(self) -> None:
        """Print everything."""
        for name, game in zip(self.names, self.games, strict=True):
            tell(f"{name}: {game.title[self.lang]}")
        words = [each for each in self.found.differences if each.is_words]
        rules = [each for each in self.found.differences if not each.is_words]
        if self.found.same_rules:
            self._line("only_words" if words else "same")
        else:
            told = (each for each in rules if each.path[0] != "flow")
            self._table("rules", ["key", *self.names], map(self._difference, told))
            self._flow()
            self._decks()
            self._plays()
            self._orders()
            self._raises()
        told = (each for each in words if not _follows(each, rules))
        self._table("words", ["key", *self.names], map(self._difference, told))

    def _say(self, key: str, **values: Any) -> str:
        return say(DIFF, key, self.lang, **values)

    def _line(self, key: str, **values: Any) -> None:
        tell(f"\n{self._say(key, **values)}")

    def _table(self, title: str, heads: Sequence[str], rows: Iterator[list[str]]) -> None:
        """A section; a heading that is no key of the phrase table stands as it is."""
        lines = list(rows)
        if lines:
            tell()
            texts = [self._say(head) if head in DIFF else head for head in heads]
            self.out.print(plain_table(texts, lines, self._say(title)))

    # --- what the files say

    def _difference(self, each: Difference) -> list[str]:
        moved = each.kind == "moved"
        sides = (self._written(side, moved) for side in (each.before, each.after))
        return [".".join(each.path), *sides]

    def _written(self, side: Written | None, moved: bool) -> str:
        if side is None:
            return self._say("none")
        text = side.text
        if side.place is None:
            return self._say("default", text=text)
        if moved:
            text = self._say("behind", text=text) if text else self._say("first")
        return f"{text}\n  {side.place.file}:{side.place.line}"

    def _flow(self) -> None:
        if any(each.path[0] == "flow" for each in self.found.differences):
            rows = (
                [name, " → ".join(map(str, game.document["flow"]))]
                for name, game in zip(self.names, self.games, strict=True)
            )
            self._table("flow", ["", ""], rows)

    # --- plays

    def _decks(self) -> None:
        if self.found.decks is not None:
            tell()
            for name, deck in zip(self.names, (game.deck for game in self.games), strict=True):
                size = self._say(
                    "size", size=deck.size, copies=deck.copies, ranks=" ".join(deck.ranks)
                )
                tell(self._say("deck", name=name, deck=size))

    def _plays(self) -> None:
        cards = self.found.cards
        if not cards.counts and not cards.unread and not cards.passed:
            self._line("plays_same", number=self._total(cards.totals[0]))
            return
        self._table("counts", ["pattern", *self.names, "plus", "minus"], self._counts())
        for title, found, heads in (
            ("gained", cards.gained, ["read"]),
            ("lost", cards.lost, ["read"]),
            ("renamed", cards.renamed, ["was", "is"]),
        ):
            self._table(title, [*heads, "length", "number", "such"], self._found(found))
        if cards.unread:
            from ddz.tools.diff.cards import TRIED

            key = "unread" if self.found.decks is None else "unread_decks"
            self._line(key, lengths=", ".join(map(str, cards.unread)), tried=f"{TRIED:,}")
        if cards.passed:
            self._line("passed", lengths=", ".join(map(str, cards.passed)))

    def _counts(self) -> Iterator[list[str]]:
        """The numbers of each pattern that differ, all lengths together, and of all plays."""
        cards = self.found.cards
        sums: dict[str, list[int]] = {}
        for name, _, before, after in cards.counts:
            row = sums.setdefault(name, [0, 0, 0, 0])
            row[0] += before
            row[1] += after
        for at, found in ((2, cards.gained), (3, cards.lost)):
            for each in found:
                sums[each.after or each.before or ""][at] += each.number
        for name, numbers in sums.items():
            yield [self._named(name), *(f"{number:,}" for number in numbers)]
        totals = [*cards.totals, *(sum(row[at] for row in sums.values()) for at in (2, 3))]
        yield [self._say("all"), *map(self._total, totals)]

    def _total(self, number: int) -> str:
        """A sum over all lengths; where some were not counted, there may be more."""
        text = f"{number:,}"
        return text if self.found.cards.whole else self._say("least", number=text)

    def _found(self, found: Sequence[Found]) -> Iterator[list[str]]:
        """A row for each reading, its lengths together."""
        groups: dict[tuple[str | None, str | None], list[Found]] = {}
        for each in found:
            groups.setdefault((each.before, each.after), []).append(each)
        for readings, rows in groups.items():
            names = [self._named(name) for name in readings if name is not None]
            number = f"{sum(row.number for row in rows):,}"
            if any(row.least for row in rows):
                number = self._say("least", number=number)
            lengths = ", ".join(_ranges([row.length for row in rows]))
            yield [*names, lengths, number, self._say("comma").join(_examples(rows))]

    def _named(self, pattern: str) -> str:
        """An id, with its name where that says something else."""
        games = reversed(self.games)
        text = next(
            (game.text(pattern, self.lang) for game in games if pattern in game.spans), pattern
        )
        return pattern if text in (pattern, pattern.replace("_", " ")) else f"{pattern} ({text})"

    def _cards_named(self, cards: str) -> str:
        """Cards or patterns with numbers of cards, ``solo 1, bomb 5..8``, each pattern named."""
        parts = cards.split(", ")
        for at, part in enumerate(parts):
            found = _SIZED.fullmatch(part)
            if found is not None and any(found[1] in game.spans for game in self.games):
                parts[at] = self._named(found[1]) + found[2]
        return ", ".join(parts)

    # --- what beats what, and what it does

    def _orders(self) -> None:
        if not self.found.orders:
            self._line("order_same")
            return
        heads = ["pattern", "cards", "against", *self.names]
        rows = (row for order in self.found.orders for row in self._order(order))
        self._table("orders", heads, rows)
        for order in self.found.orders:
            if order.more:
                self._line("more_pairs", what=self._what(order), more=order.more)
            if not order.whole:
                self._line("not_ordered", what=self._what(order))

    def _order(self, order: Order) -> Iterator[list[str]]:
        for row in order.rows:
            sides = self._say(row.before), self._say(row.after)
            cards = self._cards_named(row.cards), self._cards_named(row.others)
            yield [self._what(order), *cards, *sides]

    def _what(self, order: Order) -> str:
        return (
            f"{self._named(order.pattern)} {order.length}" if order.pattern else self._say("bombs")
        )

    def _raises(self) -> None:
        rows = (
            [
                self._cards_named(each.cards),
                *(self._say("comma").join(side) or self._say("nothing") for side in sides),
            ]
            for each in self.found.raises
            for sides in [(each.before, each.after)]
        )
        self._table("raises", ["cards", *self.names], rows)


_SIZED = re.compile(r"(\w+)((?: \d+(?:\.\.\d+)?)?)")
"""A name as `Raise` and `Against` give it, with a number of cards."""


def _follows(words: Difference, rules: Sequence[Difference]) -> bool:
    """Whether words need not be told: titles stand on top, and what is new or gone has its name
    with it."""
    if words.path[0] == "title":
        return True
    name = re.compile(rf"\b{re.escape(words.path[1])}\b")
    return len(words.path) == 2 and any(
        each.kind == words.kind
        and any(name.search(text) for text in (*each.path, *_texts_of(each)))
        for each in rules
    )


def _texts_of(each: Difference) -> list[str]:
    return [side.text for side in (each.before, each.after) if side is not None]


def _examples(rows: Sequence[Found]) -> list[str]:
    """Three at most: of one length as they are, of several the first of the first and so on."""
    if len(rows) == 1:
        return list(rows[0].examples)
    picked = [rows[0], rows[len(rows) // 2], rows[-1]] if len(rows) > 2 else rows
    return [row.examples[len(row.examples) // 2] for row in picked if row.examples]


def _ranges(lengths: Sequence[int]) -> list[str]:
    """Numbers that follow each other in even steps as ``5..13``; others one by one."""
    steps = {b - a for a, b in pairwise(lengths)}
    if len(lengths) > 2 and steps == {1}:
        return [f"{lengths[0]}..{lengths[-1]}"]
    if len(lengths) > 3 and len(steps) == 1:
        return [str(lengths[0]), str(lengths[1]), "…", str(lengths[-1])]
    return [str(length) for length in lengths]


def _data(names: tuple[str, str], found: Comparison) -> dict[str, Any]:
    """All of it as plain JSON data."""
    from dataclasses import asdict

    cards = found.cards
    keys = "pattern", "length", "before", "after"
    return {
        "before": names[0],
        "after": names[1],
        "same_rules": found.same_rules,
        "differences": [each.as_data() for each in found.differences],
        "decks": found.decks,
        "plays": {
            "before": cards.totals[0],
            "after": cards.totals[1],
            "counts": [dict(zip(keys, row, strict=True)) for row in cards.counts],
            "gained": [asdict(each) for each in cards.gained],
            "lost": [asdict(each) for each in cards.lost],
            "renamed": [asdict(each) for each in cards.renamed],
            "unread": list(cards.unread),
            "passed": list(cards.passed),
            "whole": cards.whole,
        },
        "orders": [asdict(each) for each in found.orders],
        "raises": [asdict(each) for each in found.raises],
    }
