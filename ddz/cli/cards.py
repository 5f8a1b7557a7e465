"""`classify`: what cards are, and whether they beat others."""

from __future__ import annotations

import argparse
from typing import Any

from ddz.cards import CardsError
from ddz.cli.console import complain, load, print_json, typed
from ddz.cli.paint import tell
from ddz.phrases import COMMANDS, say

__all__ = ["run_classify"]


def run_classify(arguments: argparse.Namespace) -> int:
    """Print the readings; 1 where the cards are nothing, or do not beat `--over`."""
    rules, lang = load(arguments.variant), arguments.lang
    if rules is None:
        return 1
    cards, held = typed(arguments.cards), None if arguments.over is None else typed(arguments.over)
    try:
        readings = rules.readings(cards)
        over = beats = None
        if held is not None:
            over, beats = rules.classify(held), rules.beats(cards, held)
    except CardsError as error:
        return complain(error.text(lang))
    good = bool(readings) and beats is not False
    if arguments.json:
        data: dict[str, Any] = {
            "cards": cards,
            "readings": [
                {"pattern": r.pattern, "length": r.length, "key": r.key} for r in readings
            ],
        }
        if beats is not None:
            data |= {"over": held, "beats": beats}
        print_json(data)
        return 0 if good else 1

    def named(pattern: str) -> str:
        text = rules.compiled.text(pattern, lang)
        return pattern if text == pattern else f"{pattern} ({text})"

    if not readings:
        tell(say(COMMANDS, "nothing", lang, cards=cards))
    for reading in readings:
        values = {"pattern": named(reading.pattern), "length": reading.length}
        tell(say(COMMANDS, "reading", lang, **values))
    if beats is not None:
        what = named(over.pattern) if over else say(COMMANDS, "held_nothing", lang)
        key = "beats" if beats else "beats_not"
        tell(say(COMMANDS, key, lang, held=held, pattern=what))
    return 0 if good else 1
