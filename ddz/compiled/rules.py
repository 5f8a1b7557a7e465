"""The compiled rules: what a game runs on. Records only; nothing here acts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ddz.cards import Deck
from ddz.condition import Each, Expression, Facts
from ddz.diagnostics import Span
from ddz.plays.reading import Play, Reading
from ddz.plays.table import PlayTable
from ddz.variant.model import Texts
from ddz.variant.options import Option

__all__ = [
    "AuctionStep",
    "CardTest",
    "ChoiceStep",
    "Compiled",
    "Effect",
    "EndStep",
    "KittyStep",
    "Mark",
    "MultiplierRow",
    "PlayStep",
    "Role",
    "RolesStep",
    "SettleRow",
    "Step",
    "Value",
]


@dataclass(frozen=True, slots=True)
class Value:
    """An expression, or one for each case."""

    plain: Expression | None
    table: dict[str, Expression] = field(hash=False)
    span: Span

    def evaluate(self, facts: Facts) -> Any:
        """The value; nothing (0, or no seats) for a case that is not in the table."""
        if self.plain is not None:
            return self.plain.evaluate(facts)
        found = self.table.get(facts.named("case"))
        return 0 if found is None else found.evaluate(facts)

    def covers(self, case: str | None) -> bool:
        """Whether there is a value for the case."""
        return self.plain is not None or case in self.table


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark: the ranks its card may have, or the mark whose face's other copies it is."""

    name: str
    ranks: frozenset[int]
    copies_of: str | None
    known: str
    cards: int


@dataclass(frozen=True, slots=True)
class CardTest:
    """Plays of a pattern (any bomb where None), of some sizes, that beat `over` where it is
    given.
    """

    name: str | None
    low: int
    high: int | None
    over: Reading | None

    def fits(self, play: Play) -> bool:
        """Whether a play is one of these."""
        return self.takes(play.reading)

    def takes(self, reading: Reading) -> bool:
        """Whether a play of this reading is one of these."""
        if reading.pattern != self.name if self.name is not None else not reading.is_bomb:
            return False
        if reading.length < self.low or (self.high is not None and reading.length > self.high):
            return False
        return self.over is None or reading.beats(self.over)


@dataclass(frozen=True, slots=True)
class AuctionStep:
    name: str
    span: Span
    when: Expression | None
    start: Value
    asked: Value
    barred: Value | None
    bids: tuple[int, ...]
    turns: int | None
    passed_out: bool
    redeal: int
    seat: Value | None
    seat_bid: int
    lot: int | None
    void: bool


@dataclass(frozen=True, slots=True)
class Role:
    """A role; `who` is None for the rest, `reveal` the mark whose playing shows a hidden role."""

    name: str
    side: str
    who: Value | None
    reveal: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class RolesStep:
    name: str
    span: Span
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class KittyStep:
    name: str
    span: Span
    shown: bool
    shares: tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class EndStep:
    name: str
    span: Span
    each: Each | None
    conditions: tuple[tuple[str, Expression], ...]
    side: str


@dataclass(frozen=True, slots=True)
class ChoiceStep:
    name: str
    span: Span
    ask: Value
    options: tuple[str, ...]
    opens: frozenset[str]
    default: str
    seconds: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    """From a play on, cards of `ranks` cannot be played: by all, or by all others."""

    test: CardTest
    ranks: frozenset[int]
    others: bool
    span: Span


@dataclass(frozen=True, slots=True)
class PlayStep:
    name: str
    span: Span
    lead: Value
    bound_by: str
    effects: tuple[Effect, ...]


Step = AuctionStep | RolesStep | KittyStep | EndStep | ChoiceStep | PlayStep


@dataclass(frozen=True, slots=True)
class MultiplierRow:
    """A row of the multiplier: a play (`test`), an answer (`option`), a deal anew (`redealt`), or
    none of them for the end."""

    test: CardTest | None
    option: str | None
    when: Expression | None
    add: Expression | None
    times: Expression | None
    span: Span
    redealt: bool = False

    @property
    def at_end(self) -> bool:
        """Whether it is for the end of the game."""
        return self.test is None and self.option is None and not self.redealt


@dataclass(frozen=True, slots=True)
class SettleRow:
    when: Expression | None
    times: Expression | None
    shares: dict[str, int] = field(hash=False)
    why: dict[str, str] | None = field(hash=False)
    span: Span


@dataclass(frozen=True)
class Compiled:
    """Rules ready to play. `seats` is the set of all seats; `case_stage` the flow position from
    which on the case is known; `options` are offered, `chosen` those that stand otherwise than the
    file says; `digest` identifies the rules in records; `document` is the flattened file with what
    is chosen, without the options; `rewritten` are the options of whose matter a file above says
    something itself."""

    name: str
    shipped: str | None
    title: dict[str, str] = field(hash=False)
    texts: Texts = field(hash=False)
    players: int
    deck: Deck = field(hash=False)
    table: PlayTable = field(hash=False)
    each: int
    kitty: int
    aside: int
    marks: tuple[Mark, ...]
    names: dict[str, Value] = field(hash=False)
    cases: tuple[tuple[str, Expression], ...]
    case_stage: int
    flow: tuple[Step, ...]
    roles: tuple[Role, ...]
    start: int
    most: int | None
    rows: tuple[MultiplierRow, ...]
    settle_names: dict[str, Value] = field(hash=False)
    settle_rows: tuple[SettleRow, ...]
    spans: dict[str, Span] = field(hash=False)
    options: dict[str, Option] = field(hash=False)
    chosen: dict[str, str] = field(hash=False)
    digest: str
    document: dict[str, Any] = field(hash=False)
    rewritten: frozenset[str] = frozenset()

    @cached_property
    def bound_alone(self) -> bool:
        """Whether a play always binds by its own reading."""
        return self.bound_by == "chosen" or not self.table.several

    @cached_property
    def stirring(self) -> frozenset[str]:
        """The patterns and bombs whose plays may change the multiplier or have another effect."""
        effects = [e for step in self.flow if isinstance(step, PlayStep) for e in step.effects]
        names = {effect.test.name for effect in effects}
        names |= {name for name, rows in self.rows_of.items() if rows}
        if None in names:
            names |= set(self.table.bomb_names)
        return frozenset(name for name in names if name is not None)

    @cached_property
    def case_names(self) -> frozenset[str]:
        """The names of the cases."""
        return frozenset(name for name, _ in self.cases)

    @property
    def seats(self) -> int:
        """All seats."""
        return (1 << self.players) - 1

    @cached_property
    def rows_of(self) -> dict[str, tuple[tuple[MultiplierRow, CardTest], ...]]:
        """For each pattern and bomb, the multiplier's rows that its plays can take, each with its
        test."""
        table = self.table
        tests = [(row, row.test) for row in self.rows if row.test is not None]
        found = {
            name: tuple((row, test) for row, test in tests if test.name == name)
            for name in table.pattern_names
        }
        for name in table.bomb_names:
            found[name] = tuple((row, test) for row, test in tests if test.name in (name, None))
        return found

    @cached_property
    def bound_by(self) -> str:
        """What an answer must beat where cards have several readings: ``best``, ``chosen`` or
        ``any``."""
        steps = (step for step in self.flow if isinstance(step, PlayStep))
        return next((step.bound_by for step in steps), "best")

    def text(self, name: str, lang: str) -> str:
        """What the file calls it, or the name itself."""
        return self.texts.get(name, {}).get(lang) or name.replace("_", " ")

    def mark(self, name: str) -> Mark:
        return next(mark for mark in self.marks if mark.name == name)
