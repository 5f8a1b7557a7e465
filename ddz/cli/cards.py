"""`classify`: what cards are, and whether they beat others."""

from __future__ import annotations

import argparse
from typing import Any

from ddz.cards import CardsError
from ddz.cli.console import complain, load, print_json
from ddz.phrases import COMMANDS, say

__all__ = ["run_classify"]


def run_classify(arguments: argparse.Namespace) -> int:
    """Print the readings; 1 where the cards are nothing, or do not beat `--over`."""
    rules, lang = load(arguments.variant), arguments.lang
    if rules is None:
        return 1
    table, deck = rules.compiled.table, rules.deck
    try:
        plays = table.readings(deck.tally(arguments.cards))
        over = beats = None
        if arguments.over is not None:
            over = rules.classify(arguments.over)
            beats = rules.beats(arguments.cards, arguments.over)
    except CardsError as error:
        return complain(error.text(lang))
    good = bool(plays) and beats is not False
    if arguments.json:
        readings = [play.reading for play in plays]
        data: dict[str, Any] = {
            "cards": arguments.cards,
            "readings": [
                {"pattern": r.pattern, "length": r.length, "key": r.key} for r in readings
            ],
        }
        if beats is not None:
            data |= {"over": arguments.over, "beats": beats}
        print_json(data)
        return 0 if good else 1

    def named(pattern: str) -> str:
        text = rules.compiled.text(pattern, lang)
        return text if text == pattern else f"{text} ({pattern})"

    if not plays:
        print(say(COMMANDS, "nothing", lang, cards=arguments.cards))
    for play in plays:
        values = {"pattern": named(play.pattern), "length": len(play)}
        print(say(COMMANDS, "reading", lang, cards=play, **values))
    if beats is not None:
        what = named(over.pattern) if over else say(COMMANDS, "held_nothing", lang)
        key = "beats" if beats else "beats_not"
        print(say(COMMANDS, key, lang, held=arguments.over, pattern=what))
    return 0 if good else 1
