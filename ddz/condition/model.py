"""What expressions are made of: scopes, facts, and the checked expression itself.

Seats are sets of seats, one bit a seat; a single seat is a set of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from ddz.syntax import MeaningTrouble

__all__ = [
    "BombSet",
    "ConditionTrouble",
    "Each",
    "Expression",
    "Facts",
    "Scope",
    "Type",
]

Type = Literal["number", "truth", "seats"]


@dataclass(frozen=True, slots=True)
class BombSet:
    """Cards an expression or event speaks of: any bomb (`name` None), or a pattern by name, of
    `low` to `high` cards, and only what beats the cards `over`."""

    name: str | None
    low: int = 1
    high: int | None = None
    over: str | None = None


class Facts(Protocol):
    """What an expression can ask. Numbers may be stand-ins that compare and add like numbers."""

    players: int

    def named(self, name: str) -> Any: ...
    def holders(self, mark: str) -> int: ...
    def left(self, seats: int) -> Any: ...
    def plays(self, seats: int) -> Any: ...
    def holds(self, seats: int, bombs: BombSet) -> bool: ...
    def splits(self, seats: int, after: int) -> bool: ...
    def won(self, seats: int) -> bool: ...
    def went_out(self, seats: int) -> bool: ...
    def ended_by(self, step: str) -> bool: ...


class ConditionTrouble(MeaningTrouble):
    """A condition that reads well and means nothing here."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The names an expression may use here, with their types; `later` says of names that exist but
    are not known yet at this point when they will be. `marks` maps each mark to how many cards it
    has."""

    names: Mapping[str, Type]
    later: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
    bombs: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    over: bool = False

    def with_seat(self, name: str) -> Scope:
        """The scope inside a quantifier, where `name` is a seat."""
        names: dict[str, Type] = {**self.names, name: "seats"}
        return Scope(names, self.later, self.marks, self.bombs, self.ends, self.over)


Env = Mapping[str, int]
Run = Callable[[Facts, Env], Any]


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked expression: its type, its text, the names it uses."""

    type: Type
    text: str
    uses: frozenset[str]
    run: Run = field(repr=False, compare=False)

    def evaluate(self, facts: Facts, env: Env | None = None) -> Any:
        """The value: an int, a bool, or seats as bits."""
        return self.run(facts, env or {})


@dataclass(frozen=True, slots=True)
class Each:
    """``s in landlords``: a letter for a seat and the seats it runs over."""

    seat: str
    among: Expression
