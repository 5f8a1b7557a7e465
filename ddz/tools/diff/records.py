"""What a comparison of two games finds. Records only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ddz.diagnostics import Span

__all__ = [
    "Against",
    "Cards",
    "Comparison",
    "Difference",
    "Found",
    "Order",
    "Raise",
    "Relation",
    "Written",
]

Relation = Literal["beats", "loses", "neither"]


@dataclass(frozen=True, slots=True)
class Written:
    """What a file says, on one line, and where; a default that it leaves out has no place."""

    text: str
    place: Span | None

    def as_data(self) -> dict[str, Any]:
        """As plain JSON data."""
        place = self.place
        where = {"file": place.file, "line": place.line} if place is not None else {}
        return {"text": self.text, **where}


@dataclass(frozen=True, slots=True)
class Difference:
    """A key, or a row of a list, that two files fill otherwise.

    `path` are the keys to it; a row goes by what it is about. Of what has ``moved`` the texts are
    what it stands behind, empty at the head.
    """

    path: tuple[str, ...]
    kind: Literal["new", "gone", "changed", "moved"]
    before: Written | None
    after: Written | None

    @property
    def is_words(self) -> bool:
        """Whether it only changes what things are called."""
        return self.path[0] in ("title", "texts") or "why" in self.path

    def as_data(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {
            "path": list(self.path),
            "kind": self.kind,
            "before": self.before and self.before.as_data(),
            "after": self.after and self.after.as_data(),
        }


@dataclass(frozen=True, slots=True)
class Found:
    """Card sets of one length that one game reads as `before` and the other as `after` (None for
    nothing): how many, and some of them. `least`: there may be more."""

    before: str | None
    after: str | None
    length: int
    number: int
    examples: tuple[str, ...]
    least: bool = False


@dataclass(frozen=True, slots=True)
class Cards:
    """Which cards are plays, and as what. `counts` has the plays of each pattern and length in both
    games where something differs; `unread` are the lengths with too many plays to look at each,
    `passed` those with too many heads to compare at all; `whole`: the totals have every length."""

    gained: tuple[Found, ...]
    lost: tuple[Found, ...]
    renamed: tuple[Found, ...]
    counts: tuple[tuple[str, int, int, int], ...]
    totals: tuple[int, int]
    unread: tuple[int, ...]
    passed: tuple[int, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Against:
    """How some cards stand to some others in one game and in the other."""

    cards: str
    others: str
    before: Relation
    after: Relation


@dataclass(frozen=True, slots=True)
class Order:
    """What beats what no longer, or now: of a pattern and length by the leading cards, of all bombs
    by their cards (`pattern` None). `more` pairs are not listed; `whole`: the order could be worked
    out."""

    pattern: str | None
    length: int
    rows: tuple[Against, ...]
    more: int = 0
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Raise:
    """What some plays do to the multiplier in both games, each a text such as ``+1 (two)``; empty
    for nothing."""

    cards: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that differs. `decks`: both decks, where they are not the same."""

    differences: tuple[Difference, ...]
    decks: tuple[str, str] | None
    cards: Cards
    orders: tuple[Order, ...]
    raises: tuple[Raise, ...]

    @property
    def same_rules(self) -> bool:
        """Whether only words differ, or nothing."""
        return all(difference.is_words for difference in self.differences)
