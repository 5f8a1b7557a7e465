"""Settlement: base × times × share, by the first row that fits."""

from __future__ import annotations

from ddz.game import multiplier
from ddz.game.known import Known
from ddz.game.position import ALL, Position

__all__ = ["settle"]


def settle(position: Position) -> None:
    """Complete the outcome with the scores. A void game scores zero."""
    outcome = position.outcome
    assert outcome is not None
    rules = position.rules
    if outcome.kind in ("void", "stuck"):
        position.note("scores", ALL)
        return
    multiplier.over(position)
    position.note("won", ALL)
    known = Known(position)
    for index, row in enumerate(rules.settle_rows):
        if row.when is None or row.when.evaluate(known):
            times = row.times.evaluate(known) if row.times is not None else 1
            roles = [rules.roles[role].name if role >= 0 else "" for role in position.facts.roles]
            scores = tuple(position.setup.base * times * row.shares.get(role, 0) for role in roles)
            position.outcome = outcome._replace(scores=scores, row=index, times=times)
            position.note("scores", ALL)
            return
    zeros = (0,) * rules.players
    position.outcome = outcome._replace(scores=zeros)
    position.note("scores", ALL)
