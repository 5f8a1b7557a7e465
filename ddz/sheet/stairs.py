"""A ladder as rising lines of text, the highest step on top."""

from __future__ import annotations

import re

from ddz.sheet.columns import width
from ddz.sheet.model import Ladder, Step, Text

__all__ = ["stairs"]

_RISE = 2
_ROOM = 44
"""How many columns of cards stand behind the name of a step; more go on lines of their own."""


def stairs(ladder: Ladder) -> list[str]:
    """One line a step, or a few, each step further to the right than the one below it."""
    last = len(ladder.steps) - 1
    wide = len(str(last + 1))
    lines = []
    for at, step in reversed(list(enumerate(ladder.steps))):
        edge = "┌─ " if at == last else "┌─┘"
        rise = " " * (_RISE * at)
        first, *others = _told(step)
        lines.append(f"{at + 1:>{wide}} {rise}{edge} {first}")
        side = f"{' ' * wide} {rise}│   " if at else f"{' ' * wide}     "
        lines += [side + line for line in others]
    return [line.rstrip() for line in lines]


def _told(step: Step) -> list[str]:
    """The name of a step and its cards, on one line where they are short."""
    cards = [_words(line) for line in step.lines]
    name = _flat(step.name)
    if len(cards) == 1 and width(cards[0]) <= _ROOM:
        return [f"{name}  {cards[0]}" if name else cards[0]]
    return [name, *cards] if name else cards


def _words(text: Text) -> str:
    return "".join(_flat(str(part)) for part in text)


def _flat(words: str) -> str:
    return re.sub(r"[\n\r`]+", " ", words)
