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
    """A base and what is changed about it; `start`, `end` are its place in the text."""

    base: Kind | Mix | Row | Exactly | Several | Ref
    but: tuple[str, ...]
    only: tuple[str, ...]
    without: tuple[str, ...]
    by: str | None
    repeat: bool
    touch: bool
    start: int
    end: int

    def __str__(self) -> str:
        words = [str(self.base)]
        words += [f"but {' '.join(self.but)}"] * bool(self.but)
        words += [f"from {' '.join(self.only)}"] * bool(self.only)
        words += [f"without {cards}" for cards in self.without]
        words += [f"by {self.by}"] * bool(self.by)
        words += ["may repeat"] * self.repeat + ["may touch"] * self.touch
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
        raise SyntaxTrouble(f"the range {low}..{high} runs backwards", low.start_pos, high.end_pos)
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
    orders = by_rule.get("by", [])
    if len(orders) > 1:
        raise SyntaxTrouble("'by' stands twice", orders[1].start_pos, orders[1].end_pos)
    mays = [str(word) for word in by_rule.get("may", [])]
    return Group(
        _base(base),
        _ranks(by_rule.get("but", [])),
        _ranks(by_rule.get("from", [])),
        tuple(by_rule.get("without", [])),
        orders[0] if orders else None,
        "repeat" in mays,
        "touch" in mays,
        tree.meta.start_pos,
        tree.meta.end_pos,
    )


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
                f"'{token}' is more than one rank; write ranks apart, as in '{' '.join(token)}'",
                token.start_pos,
                token.end_pos,
            )
    return tuple(tokens)
