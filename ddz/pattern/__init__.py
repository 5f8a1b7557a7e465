"""The pattern language: what a set of cards can be.

`read_pattern` turns text into a tree, `expand` turns a tree into the heads a deck allows. Ranks,
lines and the other patterns come in as tables; nothing here knows a game.
"""

from ddz.pattern.expand import expand
from ddz.pattern.groups import PatternTrouble
from ddz.pattern.heads import Head, Wing
from ddz.pattern.tree import (
    Item,
    Mark,
    Pattern,
    kind_of,
    print_pattern,
    read_mark,
    read_pattern,
    read_step,
)

__all__ = [
    "Head",
    "Item",
    "Mark",
    "Pattern",
    "PatternTrouble",
    "Wing",
    "expand",
    "kind_of",
    "print_pattern",
    "read_mark",
    "read_pattern",
    "read_step",
]
