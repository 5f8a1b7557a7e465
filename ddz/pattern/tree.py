"""Pattern text as a tree, and back.

Enters: text of `pattern.lark`. Leaves: frozen records, one for each rule of the grammar. Names and
cards in them are Lark tokens, that is text that knows its position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ddz.syntax import SyntaxTrouble, Tree, parse

__all__ = [
    "Amount",
    "Exactly",
    "Group",
    "Item",
    "Kind",
    "Mark",
    "Mix",
    "Pattern",
    "Range",
    "Ref",
    "Row",
    "Several",
    "Shape",
    "kind_of",
    "print_pattern",
    "read_mark",
    "read_pattern",
    "read_step",
]


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `low` to `high`, without end where `high` is None."""

    low: int
    high: int | None

    def __contains__(self, n: int) -> bool:
        return self.low <= n and (self.high is None or n <= self.high)

    def __str__(self) -> str:
        if self.high == self.low:
            return str(self.low)
        return f"{self.low}..{'' if self.high is None else self.high}"


Amount = Range | str
"""How many; a letter stands for the shape's own count."""


@dataclass(frozen=True, slots=True)
class Kind:
    """So many cards of one rank."""

    amount: Amount

    def __str__(self) -> str:
        return f"{self.amount} of a rank"


@dataclass(frozen=True, slots=True)
class Mix:
    """So many cards, each of any of the ranks."""

    amount: Amount
    ranks: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.amount} of {' '.join(self.ranks)}"


@dataclass(frozen=True, slots=True)
class Row:
    """So many of a pattern on ranks that follow each other on a line."""

    amount: Amount
    member: str
    line: str

    def __str__(self) -> str:
        return f"row of {self.amount} {self.member} on {self.line}"


@dataclass(frozen=True, slots=True)
class Exactly:
    """Just these cards."""

    cards: str

    def __str__(self) -> str:
        return f"exactly {self.cards}"


@dataclass(frozen=True, slots=True)
class Several:
    """So many of a pattern, in no order."""

    amount: Amount
    member: str

    def __str__(self) -> str:
        return f"{self.amount} {self.member}"


@dataclass(frozen=True, slots=True)
class Ref:
    """One of another pattern."""

    name: str

    def __str__(self) -> str:
        return str(self.name)


@dataclass(frozen=True, slots=True)
class Group:
    """A base and what is changed about it: `repeat` is how often a rank may come, 0 for as often as
    it will; `start`, `end` are its place in the text."""

    base: Kind | Mix | Row | Exactly | Several | Ref
    but: tuple[str, ...]
    only: tuple[str, ...]
    without: tuple[str, ...]
    by: str | None
    repeat: int
    touch: bool
    not_both: tuple[str, ...]
    beside: str | None
    start: int
    end: int

    def __str__(self) -> str:
        words = [str(self.base)]
        words += [f"but {' '.join(self.but)}"] * bool(self.but)
        words += [f"from {' '.join(self.only)}"] * bool(self.only)
        words += [f"without {cards}" for cards in self.without]
        words += [f"by {self.by}"] * bool(self.by)
        words += ["may repeat"] * (self.repeat == 0)
        words += [f"may repeat up to {self.repeat}"] * (self.repeat > 1)
        words += ["may touch"] * self.touch
        words += [f"not both {' '.join(self.not_both)}"] * bool(self.not_both)
        words += [f"no {self.beside} beside"] * bool(self.beside)
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Shape:
    """Groups side by side, the leading one first; `variable` runs over `range`."""

    groups: tuple[Group, ...]
    variable: str | None
    range: Range | None

    def __str__(self) -> str:
        count = f", {self.variable} {self.range}" if self.variable else ""
        return " + ".join(map(str, self.groups)) + count


@dataclass(frozen=True, slots=True)
class Pattern:
    """Shapes, any of which will do."""

    shapes: tuple[Shape, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.shapes))


@dataclass(frozen=True, slots=True)
class Item:
    """A part of a ladder step: a bomb by name with sizes, or literal cards."""

    name: str | None
    sizes: Range | None
    cards: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Which card a mark falls on: any but some ranks, or the other copies of another mark's
    face.
    """

    copies_of: str | None
    but: tuple[str, ...]


def read_pattern(text: str) -> Pattern:
    """A pattern's text as a tree. SyntaxTrouble where it is none."""
    tree = parse("pattern.lark", "pattern", text)
    return Pattern(tuple(_shape(child) for child in tree.children))


def print_pattern(pattern: Pattern) -> str:
    """The text of a pattern; `read_pattern` reads it back as the same tree."""
    return str(pattern)


def read_step(text: str) -> tuple[Item, ...]:
    """A ladder step's text as its items."""
    items = []
    for tree in parse("pattern.lark", "step", text).children:
        first, sizes = tree.children[0], tree.children[-1] if len(tree.children) > 1 else None
        named = first.type == "NAME"
        items.append(
            Item(
                first if named else None,
                read_range(sizes) if sizes is not None else None,
                None if named else first,
                tree.meta.start_pos,
                tree.meta.end_pos,
            )
        )
    return tuple(items)


def read_mark(text: str) -> Mark:
    """A mark's ``card`` text."""
    (tree,) = parse("pattern.lark", "mark", text).children
    if tree.data == "copies":
        return Mark(tree.children[0], ())
    return Mark(None, tuple(tree.children[0].children) if tree.children else ())


def read_range(tree: Tree) -> Range:
    """A ``range`` tree as a Range. SyntaxTrouble where it runs backwards."""
    low, dots, high = tree.children
    first = _number(low)
    last = first if dots is None else None if high is None else _number(high)
    if last is not None and last < first:
        raise SyntaxTrouble(
            f"the range {low}..{high} runs backwards",
            low.start_pos,
            high.end_pos,
            f"write {high}..{low}",
            (low.start_pos, high.end_pos, f"{high}..{low}"),
        )
    return Range(first, last)


def kind_of(pattern: Pattern) -> Group | None:
    """The group of a pattern that is so many cards of one rank and nothing else; None for
    others.
    """
    if len(pattern.shapes) == 1 and len(pattern.shapes[0].groups) == 1:
        group = pattern.shapes[0].groups[0]
        if isinstance(group.base, Kind) and isinstance(group.base.amount, Range):
            return group
    return None


def _number(token: Any) -> int:
    if len(token) > 4:
        raise SyntaxTrouble(f"{token[:12]}… is too large a number", token.start_pos, token.end_pos)
    return int(token)


def _shape(tree: Tree) -> Shape:
    groups = [child for child in tree.children if getattr(child, "data", "") == "group"]
    count = tree.children[len(groups) :]
    return Shape(
        tuple(_group(group) for group in groups),
        count[0] if count else None,
        read_range(count[1]) if count else None,
    )


def _group(tree: Tree) -> Group:
    base, *changes = tree.children
    by_rule: dict[str, list[Any]] = {}
    for change in changes:
        by_rule.setdefault(change.data, []).extend(change.children)
    for rule, words, once in (
        ("by", "by", 1),
        ("notboth", "not both", 2),
        ("beside", "no … beside", 1),
    ):
        found = by_rule.get(rule, [])
        if len(found) > once:
            place = found[once]
            raise SyntaxTrouble(f"'{words}' stands twice", place.start_pos, place.end_pos)
    orders, beside = by_rule.get("by", []), by_rule.get("beside", [])
    return Group(
        _base(base),
        _ranks(by_rule.get("but", [])),
        _ranks(by_rule.get("from", [])),
        tuple(by_rule.get("without", [])),
        orders[0] if orders else None,
        _repeat(by_rule.get("repeat", [])),
        "touch" in by_rule,
        _ranks(by_rule.get("notboth", [])),
        beside[0] if beside else None,
        tree.meta.start_pos,
        tree.meta.end_pos,
    )


def _repeat(limits: list[Any]) -> int:
    """How often a rank may come: once if nothing is said, 0 for as often as it will."""
    if len(limits) > 1:
        place = limits[1] or limits[0]
        start, end = (place.start_pos, place.end_pos) if place else (0, 0)
        raise SyntaxTrouble("'may repeat' stands twice", start, end)
    if not limits:
        return 1
    (limit,) = limits
    if limit is None:
        return 0
    times = _number(limit)
    if times < 2:
        raise SyntaxTrouble(
            "a rank that may repeat comes up to 2 times or more",
            limit.start_pos,
            limit.end_pos,
            f"leave 'may repeat up to {times}' out, or write 2 or more",
        )
    return times


def _base(tree: Tree) -> Kind | Mix | Row | Exactly | Several | Ref:
    first, *rest = tree.children
    if tree.data == "ref":
        return Ref(first)
    if tree.data == "exactly":
        return Exactly(first)
    amount = _amount(first)
    if tree.data == "kind":
        return Kind(amount)
    if tree.data == "mix":
        return Mix(amount, _ranks(rest))
    if tree.data == "row":
        return Row(amount, rest[0], rest[1])
    return Several(amount, rest[0])


def _amount(tree: Tree) -> Amount:
    (child,) = tree.children
    return child if isinstance(child, str) else read_range(child)


def _ranks(tokens: list[Any]) -> tuple[str, ...]:
    for token in tokens:
        if len(token) > 1:
            raise SyntaxTrouble(
                f"'{token}' is more than one rank",
                token.start_pos,
                token.end_pos,
                f"write ranks apart, as in '{' '.join(token)}'",
                (token.start_pos, token.end_pos, " ".join(token)),
            )
    return tuple(tokens)
