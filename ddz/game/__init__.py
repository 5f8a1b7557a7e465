"""A game as a value: dealt, bid, played and scored from compiled rules.

`start` makes the first state, `State.apply` each next one; events and views are worked out on
demand.
"""

from ddz.game.actions import Bid, Pass, Refusal, RefusedAction, Say
from ddz.game.deal import Deal
from ddz.game.events import Event
from ddz.game.state import State, start
from ddz.game.view import View

__all__ = [
    "Bid",
    "Deal",
    "Event",
    "Pass",
    "Refusal",
    "RefusedAction",
    "Say",
    "State",
    "View",
    "start",
]
