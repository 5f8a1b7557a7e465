"""What a multiplier row or an effect waits for, and what shows a hidden role."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ddz.condition.expression import read_range
from ddz.condition.model import BombSet
from ddz.syntax import parse

__all__ = ["Event", "Over", "Played", "Redealt", "Said", "read_event", "read_until"]


@dataclass(frozen=True, slots=True)
class Played:
    """``played bomb 7..``: someone played such cards. `at` is the name's place in the text."""

    cards: BombSet
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Said:
    """``said show``: a seat's answer to a choice."""

    option: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Over:
    """``end``: the game is over."""


@dataclass(frozen=True, slots=True)
class Redealt:
    """``redeal``: nobody bid, and all was dealt anew."""


Event = Played | Said | Redealt | Over


def read_event(text: str) -> Event:
    """Read an event. SyntaxTrouble where it is none."""
    (tree,) = parse("condition.lark", "event", text).children
    found: Any = tree
    if found.data == "over":
        return Over()
    if found.data == "redealt":
        return Redealt()
    name = found.children[0]
    at = (name.start_pos, name.end_pos)
    if found.data == "said":
        return Said(str(name), at)
    _, sizes, over = found.children
    low, high = read_range(sizes)
    return Played(BombSet(str(name), low, high, str(over) if over is not None else None), at)


def read_until(text: str) -> tuple[str, tuple[int, int]]:
    """Read ``spends MARK``: the mark and its place."""
    (mark,) = parse("condition.lark", "until", text).children
    name: Any = mark
    return str(name), (name.start_pos, name.end_pos)
