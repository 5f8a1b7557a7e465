"""`classify`: what cards are, and whether they beat others."""

from __future__ import annotations

import argparse
from typing import Any

from ddz.cards import CardsError
from ddz.cli.console import complain, load, print_json

__all__ = ["classify"]


def classify(arguments: argparse.Namespace) -> int:
    """Print the readings; 1 where the cards are nothing, or do not beat `--over`."""
    rules = load(arguments.variant)
    if rules is None:
        return 1
    try:
        readings = rules.readings(arguments.cards)
        over = rules.readings(arguments.over) if arguments.over else []
        beats = rules.beats(arguments.cards, arguments.over) if arguments.over else None
    except CardsError as error:
        return complain(str(error))
    good = bool(readings) and beats is not False
    if arguments.json:
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
        text = rules.compiled.text(pattern, arguments.lang)
        return pattern if text == pattern else f"{pattern} ({text})"

    if not readings:
        print("nothing")
    for reading in readings:
        print(f"{named(reading.pattern)}, {reading.length} cards")
    if beats is not None:
        held = named(over[0].pattern) if over else "nothing"
        print(f"{'beats' if beats else 'does not beat'} {arguments.over}: {held}")
    return 0 if good else 1
