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
