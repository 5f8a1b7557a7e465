"""What a rule shows of a secret: all else that everybody sees is alike, and yet it differs.

A secret is who has a role that is hidden, and, until the roles are given, who has a mark that
nobody knows. Worlds that look alike to a spectator are compared: where a rule comes to something
else in one of them, it tells them apart. Seats are alike, so a world stands for its rotations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from ddz.check.seen import Hands, Seats, Shown
from ddz.check.world import World
from ddz.compiled import Compiled
from ddz.compiled.rules import MultiplierRow
from ddz.condition import Expression
from ddz.diagnostics import Span

__all__ = ["Leak", "Told"]


MAX_SEEN = 50_000
"""How many sights are kept to compare others with."""


class Named(NamedTuple):
    """A name and its seats."""

    name: str
    seats: Seats

    def __str__(self) -> str:
        return f"{self.name} ({self.seats})"


@dataclass(frozen=True, slots=True)
class Leak:
    """`what` a rule shows comes to `one` where the seats `here` are or have the `secret`, and to
    `other` where it is the seats `there`, and all else is alike."""

    span: Span
    what: str
    secret: str
    here: Seats
    one: str
    there: Seats
    other: str


class Told:
    """Collects worlds; `leaks` is what told two of them apart, the first of each rule."""

    def __init__(self, rules: Compiled) -> None:
        self.rules = rules
        self.leaks: dict[Span, Leak] = {}
        self._hidden = frozenset(role.name for role in rules.roles if role.reveal)
        self._dark = [mark.name for mark in rules.marks if mark.known == "nobody"]
        self._public = [mark.name for mark in rules.marks if mark.known == "all"]
        lies_still = bool(rules.marks) and rules.marks[0].known == "all"
        self._turns = 1 if lies_still else rules.players
        self._speaking = [row for row in rules.rows if _speaks(row)]
        self._seen: dict[Any, tuple[Any, Seats]] = {}
        self._sights: set[Any] = set()

    def close(self, world: World) -> None:
        """Take in a world that has been followed to its end; of worlds that show the same, one."""
        if not self._dark and not self._hidden:
            return
        if not (self._hidden and self._speaking):
            values = tuple([each.value for each in world.shown])
            sight = (tuple(world.marks.values()), tuple(world.roles), world.winner, values)
            if sight in self._sights:
                return
            self._sights.add(sight)
        for mark in self._dark:
            before = world.shown[: world.shown_before_roles]
            self._compare(world, mark, Seats(world.marks[mark]), before, ())
        if self._hidden:
            roles = self.rules.roles
            hidden = [seat for seat, at in enumerate(world.roles) if roles[at].reveal]
            if hidden:
                seats = Seats(sum(1 << seat for seat in hidden))
                shown = [*world.shown, *self._rows(world)]
                name = roles[world.roles[hidden[0]]].name
                self._compare(world, name, seats, shown, self._open_roles(world))

    def _compare(
        self,
        world: World,
        secret: str,
        seats: Seats,
        shown: Sequence[Shown],
        roles: Sequence[Seats],
    ) -> None:
        """Hold what was shown against the worlds that looked alike until then."""
        marks = [Seats(world.marks[mark]) for mark in self._public]
        for turn in range(self._turns):
            here = self._turned(seats, turn)
            history = [self._turned(each, turn) for each in (*marks, *roles)]
            for each in shown:
                now = self._turned(each.value, turn)
                then = [self._turned(each.winner, turn), self._turned(each.out, turn)]
                where = (each.span.file, each.span.line, each.span.column)
                key = (secret, where, each.case, *then, *history)
                if key not in self._seen and len(self._seen) >= MAX_SEEN:
                    continue
                other, there = self._seen.setdefault(key, (now, here))
                if other != now and there != here and each.span not in self.leaks:
                    leak = Leak(
                        each.span, each.what, secret, there, _words(other), here, _words(now)
                    )
                    self.leaks[each.span] = leak
                if each.out.bits == 0 and each.span not in self.leaks:
                    history.append(now)

    def _open_roles(self, world: World) -> list[Seats]:
        """The roles all know of while others are hidden; who is of the rest is hidden with them."""
        found = [0] * len(self.rules.roles)
        for seat, at in enumerate(world.roles):
            role = self.rules.roles[at]
            if role.reveal is None and role.who is not None:
                found[at] |= 1 << seat
        return [Seats(seats) for seats in found]

    def _rows(self, world: World) -> Iterator[Shown]:
        """What the multiplier does in the play and when answers are shown."""
        for row in self._speaking:
            if row.test is None and row.option not in world.options:
                continue
            if row.test is not None and world.out < 0:
                continue
            out = Seats(1 << world.out if row.test is not None else 0)
            value = tuple(_of_row(world, row))
            yield Shown(row.span, "what N does", value, world.case, Seats(world.winner), out)

    def _turned(self, value: Any, turn: int) -> Any:
        """The same with every seat moved on."""
        players = self.rules.players
        if not turn:
            return value
        if isinstance(value, Seats):
            seats = value.bits << turn
            return Seats((seats | seats >> players) & ((1 << players) - 1))
        if isinstance(value, Named):
            return Named(value.name, self._turned(value.seats, turn))
        if isinstance(value, Hands):
            return Hands(value.cards[-turn:] + value.cards[:-turn])
        if isinstance(value, tuple):
            return tuple(self._turned(each, turn) for each in value)
        return value


def _speaks(row: MultiplierRow) -> bool:
    """Whether a row of the play or of an answer asks for anything."""
    texts = [row.when, row.add, row.times]
    over = row.test is None and row.option is None
    return not over and any(text is not None and text.uses for text in texts)


def _of_row(world: World, row: MultiplierRow) -> Iterator[Any]:
    """What a row's texts come to; where that is open, the seats they speak of."""
    for expression in (row.when, row.add, row.times):
        if expression is None or not expression.uses:
            continue
        value = world.settled(partial(expression.evaluate, world))
        if isinstance(value, bool | int):
            yield value
        else:
            yield from _seats_in(world, expression)


def _seats_in(world: World, expression: Expression) -> Iterator[Any]:
    """The seats an expression speaks of, behind their names."""
    rules = world.rules
    words = {word for role in rules.roles for word in (role.name, role.side)}
    for name in sorted(expression.uses):
        if name in world.marks:
            yield Named(name, Seats(world.marks[name]))
        elif name in words:
            yield Named(name, Seats(world.named(name)))
        elif name in rules.names:
            value = rules.names[name]
            if value.covers(world.case):
                plain = value.plain or value.table[world.case or ""]
                seats = world.settled(partial(world.named, name))
                if plain.type == "seats" and isinstance(seats, int):
                    yield Named(name, Seats(seats))


def _words(value: Any) -> str:
    """What a rule came to, in a few words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if type(value) is tuple:  # and not one of the records above
        return ", ".join(map(_words, value))
    return str(value)
