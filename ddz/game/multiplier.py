"""The multiplier N: an event takes the first row that fits it."""

from __future__ import annotations

from ddz.compiled import Play
from ddz.compiled.rules import MultiplierRow
from ddz.game.known import Known
from ddz.game.position import ALL, Position

__all__ = ["MOST", "over", "played", "redealt", "said"]

MOST = 10**12
"""N never grows beyond this, also where the rules set no limit of their own."""


def played(position: Position, seat: int, play: Play) -> None:
    """A play was made."""
    for row, test in position.rules.rows_of[play.reading.pattern]:
        if test.fits(play) and _take(position, seat, row, len(play)):
            return


def said(position: Position, seat: int, option: str) -> None:
    """A seat's answer was shown."""
    for row in position.rules.rows:
        if row.option == option and _take(position, seat, row, 0):
            return


def over(position: Position) -> None:
    """The game is over."""
    for row in position.rules.rows:
        if row.at_end and _take(position, -1, row, 0):
            return


def redealt(position: Position) -> None:
    """All was dealt anew."""
    for row in position.rules.rows:
        if row.redealt and _take(position, -1, row, 0):
            return


def _take(position: Position, seat: int, row: MultiplierRow, n: int) -> bool:
    """Apply the row if its condition holds; N stays a whole number from 1 up to the most there
    is.
    """
    known = Known(position, n)
    if row.when is not None and not row.when.evaluate(known):
        return False
    before = position.multiplier
    if row.add is not None:
        after = before + row.add.evaluate(known)
    else:
        assert row.times is not None
        after = before * row.times.evaluate(known)
    after = min(max(after, 1), position.rules.most or MOST)
    position.multiplier = after
    position.note("multiplier", ALL, seat, before, after, position.rules.rows.index(row))
    return True
