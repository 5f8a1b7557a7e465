"""Whether a finished game can be as an example tells of it: the cards that are left, how often
somebody played, and what the multiplier came to.

Enters: a world that ended so. Leaves: nothing, or `Impossible` with the sentence. What cannot be
said for certain is taken to be possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ddz.check.examples.finished import Finished
from ddz.check.examples.forms import Number
from ddz.compiled.rules import AuctionStep, ChoiceStep, MultiplierRow, PlayStep, RolesStep
from ddz.condition import Expression
from ddz.diagnostics import Span
from ddz.game.multiplier import MOST
from ddz.seats import bits

__all__ = ["Impossible", "check_cards", "check_multiplier"]

MAX_TRIED = 2_000
"""How many values of N are gone through; with more, every value is taken to be possible."""


class Impossible(Exception):
    """No game is so; `span` is where the example says it, `row` the rule it comes from."""

    def __init__(self, sentence: str, span: Span, row: Span | None = None) -> None:
        super().__init__(sentence)
        self.span, self.row = span, row


# --- cards


def check_cards(world: Finished) -> None:
    """Whether everybody can have so many cards left, and have played so often."""
    example = world.example
    if world.ended and example.out is not None:
        sentence = f"nobody goes out in a game that '{world.ended}' ends"
        raise Impossible(sentence, example.out.span)
    lead = _leader(world)
    for seat in range(world.players):
        role = world.role(seat)
        left = example.left.get(role)
        plays = example.plays.get(role)
        if left is not None:
            _check_left(world, seat, left[1])
        if plays is not None:
            _check_plays(world, seat, plays[1], left[1] if left is not None else None, lead)


def _check_left(world: Finished, seat: int, left: Number) -> None:
    role, most = world.role(seat), world.hands[seat]
    if world.ended and left.value != most:
        sentence = f"{role} has {most} cards when '{world.ended}' ends the game"
    elif left.value > most:
        sentence = f"{role} has {most} cards at most"
    elif seat == world.out and left.value:
        of_role = sum(world.role(other) == role for other in range(world.players))
        who = role if of_role == 1 else f"one {role}"
        sentence = f"{who} goes out in such a game, and has no cards left"
    elif seat != world.out and not left.value:
        out = world.role(world.out)
        other = f"another {out}" if out == role else out
        sentence = f"{role} has cards left where {other} goes out"
    else:
        return
    raise Impossible(sentence, left.span)


def _check_plays(
    world: Finished, seat: int, plays: Number, left: Number | None, lead: int | None
) -> None:
    role, out = world.role(seat), seat == world.out
    rest = 0 if out else left.value if left is not None else 1
    most = 0 if world.ended else world.hands[seat] - rest
    if world.ended and plays.value:
        sentence = f"nobody plays in a game that '{world.ended}' ends"
    elif plays.value > most:
        sentence = f"{role} has cards for {most} plays at most"
    elif plays.value or world.ended:
        return
    elif out:
        sentence = f"{role} goes out in such a game, and so plays at least once"
    elif seat == lead:
        sentence = f"{role} leads in such a game, and so plays at least once"
    elif left is not None and most:
        sentence = f"{role} has {left.value} of {world.hands[seat]} cards left, and so has played"
    else:
        return
    raise Impossible(sentence, plays.span)


def _leader(world: Finished) -> int | None:
    """The seat that leads the first trick, where that is certain and the game is played."""
    steps = [step for step in world.rules.flow if isinstance(step, PlayStep)]
    if world.ended or not steps:
        return None
    with world.asked(midway=True):
        seats = world.settled(lambda: world.value_of(steps[0].lead))
    return bits(seats)[0] if isinstance(seats, int) and seats.bit_count() == 1 else None


# --- the multiplier


@dataclass(frozen=True, slots=True)
class _Grows:
    """What a row does to N: `add` to what is `times` as much; it never lowers it."""

    times: int = 1
    add: int = 0

    def __call__(self, value: int) -> int:
        return value * self.times + self.add


_Rows = frozenset[_Grows] | None
"""What rows can do; None where one may do anything."""


def check_multiplier(world: Finished) -> None:
    """Whether N can come to what the example says."""
    number = world.example.multiplier
    if number is None:
        return
    rules, value = world.rules, number.value
    cap = rules.most or MOST
    if value > cap:
        raise Impossible(f"N is {cap} at most", number.span)
    before, (last, row) = _before_end(world), _at_end(world)
    if before is None or last is None:
        if value < 1:
            raise Impossible("N is never below 1", number.span)
        return
    if any(_reaches(before, rules.start, value, cap, each) for each in last):
        return
    least = min(cap, *(each(rules.start) for each in last))
    if value < least:
        sentence = f"N is {least}{' or more' * bool(before)} in such a game"
    elif not before:
        values = sorted({min(cap, each(rules.start)) for each in last})
        sentence = f"N is {' or '.join(map(str, values))} in such a game"
    else:
        sentence = f"from {rules.start} on, no rows of the multiplier lead to {value}"
    raise Impossible(sentence, number.span, row)


def _before_end(world: Finished) -> _Rows:
    """What the rows can do that may have been taken before the end."""
    found: set[_Grows] = set()
    for row in world.rules.rows:
        if row.at_end or not _may_come(world, row):
            continue
        done = _done(world, row)
        if done is None:
            return None
        found |= done
    return frozenset(found)


def _at_end(world: Finished) -> tuple[_Rows, Span | None]:
    """What the rows for the end can do: the first that holds, or one before it that may; and the
    row, where it is certain."""
    found: set[_Grows] = set()
    for row in world.rules.rows:
        if not row.at_end:
            continue
        holds = True if row.when is None else _value(world, row.when)
        if holds is False:
            continue
        with world.asked():
            done = _doings(world, row, [0])
        if done is None:
            return None, None
        if holds:
            return frozenset(found | done), None if found else row.span
        found |= done
    return frozenset(found | {_Grows()}), None


def _may_come(world: Finished, row: MultiplierRow) -> bool:
    """Whether what the row waits for may have come before the game ended, and its condition may
    have held then."""
    flow = world.rules.flow
    if row.redealt:
        return any(isinstance(step, AuctionStep) and step.redeal for step in flow)
    if row.test is not None and world.ended:
        return False
    steps = [
        at
        for at, step in enumerate(flow)
        if isinstance(step, ChoiceStep) and row.option in step.options
    ]
    end = next((at for at, step in enumerate(flow) if step.name == world.ended), len(flow))
    if row.option is not None and not any(at < end for at in steps):
        return False
    given = next((at for at, step in enumerate(flow) if isinstance(step, RolesStep)), len(flow))
    if row.when is None or any(at < given for at in steps):
        return True
    return _value(world, row.when, midway=True) is not False


def _done(world: Finished, row: MultiplierRow) -> _Rows:
    """What a row can do before the end; a play has any number of cards that its test takes."""
    amounts: Iterable[int] = [0]
    if row.test is not None:
        most = max(world.hands)
        amounts = range(row.test.low, min(row.test.high or most, most) + 1)
    with world.asked(midway=True):
        return _doings(world, row, amounts)


def _doings(world: Finished, row: MultiplierRow, amounts: Iterable[int]) -> _Rows:
    expression = row.add or row.times
    assert expression is not None
    if "n" not in expression.uses:
        amounts = list(amounts)[:1]
    found: set[_Grows] = set()
    for world.played in amounts:
        value = world.settled(lambda: expression.evaluate(world))
        if type(value) is not int or value < int(row.add is None):
            return None
        found.add(_Grows(add=value) if row.add is not None else _Grows(times=value))
    world.played = None
    return frozenset(found - {_Grows()})


def _value(world: Finished, condition: Expression, midway: bool = False) -> Any:
    """What a condition comes to; None where that is open."""
    with world.asked(midway):
        value = world.settled(lambda: condition.evaluate(world))
    return value if isinstance(value, bool) else None


def _reaches(rows: frozenset[_Grows], start: int, value: int, cap: int, last: _Grows) -> bool:
    """Whether rows taken in any order and number, and the last one once, can lead to the value."""
    if value == cap and (rows or last(start) >= cap):
        return True
    wanted, rest = divmod(value - last.add, last.times)
    return not rest and any(each == wanted for each in _values(rows, start, wanted))


def _values(rows: frozenset[_Grows], start: int, most: int) -> Iterator[int]:
    """The values up to a most that rows lead to; that most itself where there are too many."""
    seen, waiting = {start}, [start]
    while waiting:
        value = waiting.pop()
        yield value
        if len(seen) > MAX_TRIED:
            yield most
            return
        for row in rows:
            if (after := row(value)) <= most and after not in seen:
                seen.add(after)
                waiting.append(after)
