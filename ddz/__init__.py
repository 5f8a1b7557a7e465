"""ddz: a Dou Dizhu game is a file; this reads it, proves it sound, and plays it.

>>> import ddz
>>> rules = ddz.load("2v4")
>>> rules.classify("222333+小王小王大王大王").pattern
'trio_pair_chain'
>>> rules.beats("333444+8899", "AAA222+8899")
True
>>> state = rules.deal(seed=7)
>>> state.step, len(state.legal())
('auction', 4)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ddz.cards import CardsError
    from ddz.compiled import Play, Reading
    from ddz.diagnostics import Diagnostic, Span, VariantError
    from ddz.front import Plays, Rules, load, replay, validate
    from ddz.game.actions import Bid, Pass, Refusal, RefusedAction, Say
    from ddz.game.events import Event
    from ddz.game.state import State
    from ddz.game.view import View

__version__ = "0.1.0"

__all__ = [
    "Bid",
    "CardsError",
    "Diagnostic",
    "Event",
    "Pass",
    "Play",
    "Plays",
    "Reading",
    "Refusal",
    "RefusedAction",
    "Rules",
    "Say",
    "Span",
    "State",
    "VariantError",
    "View",
    "load",
    "replay",
    "validate",
]

_HOMES = {
    "Bid": "ddz.game.actions",
    "CardsError": "ddz.cards",
    "Diagnostic": "ddz.diagnostics",
    "Event": "ddz.game.events",
    "Pass": "ddz.game.actions",
    "Play": "ddz.plays.reading",
    "Plays": "ddz.front",
    "Reading": "ddz.plays.reading",
    "Refusal": "ddz.game.actions",
    "RefusedAction": "ddz.game.actions",
    "Rules": "ddz.front",
    "Say": "ddz.game.actions",
    "Span": "ddz.diagnostics",
    "State": "ddz.game.state",
    "VariantError": "ddz.diagnostics",
    "View": "ddz.game.view",
    "load": "ddz.front",
    "replay": "ddz.front",
    "validate": "ddz.front",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that starting costs little."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ddz' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
