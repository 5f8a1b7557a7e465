"""Which plays raise the multiplier otherwise in one game than in the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, cast

from ddz.compiled import Compiled, Play
from ddz.compiled.rules import CardTest, MultiplierRow
from ddz.condition import Expression
from ddz.tools.counting import most_held
from ddz.tools.diff.cards import key_of
from ddz.tools.diff.naming import bombs_in_short
from ddz.tools.diff.records import Raise

__all__ = ["compare_raises"]

_Effects = tuple[str, ...]


def compare_raises(before: Compiled, after: Compiled) -> tuple[Raise, ...]:
    """Patterns by length, then bombs; only what is a play in both games, and a bomb in both."""
    return (*_patterns(before, after), *_bombs(before, after))


def _patterns(before: Compiled, after: Compiled) -> Iterator[Raise]:
    most = min(most_held(before), most_held(after))
    rows = before.rows_of, after.rows_of
    for name, length in before.table.groups:
        if (name, length) not in after.table.groups or length > most:
            continue
        if rows[0].get(name) or rows[1].get(name):
            old, new = (
                _effects(rules.rows_of[name], _one_of(rules, name, length))
                for rules in (before, after)
            )
            if old != new:
                yield Raise(f"{name} {length}", old, new)


def _one_of(rules: Compiled, name: str, length: int) -> Play:
    """A play of a pattern and length; the rows for patterns ask for no more."""
    group = rules.table.groups[name, length]
    if group.plays:
        return group.plays[0]
    flight = group.flights[0]
    return Play(rules.deck, flight.tally, flight.reading, flight.head)


def _bombs(before: Compiled, after: Compiled) -> Iterator[Raise]:
    old = {key_of(bomb): bomb for bomb in before.table.bombs}
    both = [(old[key_of(bomb)], bomb) for bomb in after.table.bombs if key_of(bomb) in old]
    groups: dict[tuple[_Effects, _Effects], list[int]] = defaultdict(list)
    for at, (one, other) in enumerate(both):
        effects = (
            _effects(before.rows_of[one.pattern], one),
            _effects(after.rows_of[other.pattern], other),
        )
        if effects[0] != effects[1]:
            groups[effects].append(at)
    bombs = [bomb for _, bomb in both]
    for (was, now), places in groups.items():
        yield Raise(bombs_in_short(bombs, places), was, now)


def _effects(rows: tuple[tuple[MultiplierRow, CardTest], ...], play: Play) -> _Effects:
    """What the rows that fit a play do, up to the first without a condition."""
    found: dict[str, str] = {}
    for row, test in rows:
        when = "" if row.when is None else row.when.text
        if not test.fits(play) or when in found:
            continue
        text = _text("+", row.add, play) if row.add is not None else _text("×", row.times, play)
        found[when] = f"{text} ({when})" if when else text
        if not when:
            break
    return tuple(found.values())


def _text(sign: str, expression: Expression | None, play: Play) -> str:
    """``+3``: worked out where only the number of cards counts, else as it is written."""
    assert expression is not None, "a row adds or multiplies"
    if expression.uses <= {"n"}:
        return f"{sign}{expression.evaluate(cast(Any, _Cards(len(play))))}"
    return f"{sign}{expression.text}"


class _Cards:
    """All that is known of a play here: how many cards."""

    def __init__(self, n: int) -> None:
        self.n = n

    def named(self, name: str) -> int:
        """The number of cards, whatever the name."""
        return self.n
