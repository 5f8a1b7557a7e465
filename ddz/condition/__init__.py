"""The condition language: what is so at a table, as whole numbers, truth and sets of seats.

`read_expression` checks names, arity and types on reading, so that nothing is left to fail in a
game; `Facts` is what an expression is evaluated against.
"""

from ddz.condition.events import Event, Over, Played, Redealt, Said, read_event, read_until
from ddz.condition.expression import read_each, read_expression
from ddz.condition.model import (
    BombSet,
    ConditionTrouble,
    Each,
    Expression,
    Facts,
    Scope,
    Type,
)
from ddz.condition.printer import print_condition

__all__ = [
    "BombSet",
    "ConditionTrouble",
    "Each",
    "Event",
    "Expression",
    "Facts",
    "Over",
    "Played",
    "Redealt",
    "Said",
    "Scope",
    "Type",
    "print_condition",
    "read_each",
    "read_event",
    "read_expression",
    "read_until",
]
