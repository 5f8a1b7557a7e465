"""A sieve: which of many fixed plays a hand holds, without asking each one.

Plays are kept in a tree by rank and number of cards, so that a hand without the cards of a branch
passes it by; the cost grows with what the hand holds, not with what could be played.
"""

from __future__ import annotations

from collections.abc import Sequence

from ddz.cards import Deck
from ddz.compiled.reading import Play

__all__ = ["Sieve"]


class _Node:
    """`at` is the number of the play that ends here, -1 for none; `ways` leads on: for each higher
    rank, its place in a tally and the nodes by number of cards, fewest first.
    """

    __slots__ = ("at", "ways")

    def __init__(self) -> None:
        self.at = -1
        self.ways: list[tuple[int, list[tuple[int, _Node]]]] = []


class Sieve:
    """The plays given, in their order; no two with the same cards."""

    def __init__(self, deck: Deck, plays: Sequence[Play]) -> None:
        self.plays = list(plays)
        self._field = deck.field
        self._root = _Node()
        for at, play in enumerate(self.plays):
            node = self._root
            for rank, count in enumerate(deck.spread(play.tally)):
                if count:
                    node = _way(node, deck.width * rank, count)
            node.at = at
        _sort(self._root)

    def held(self, hand: int) -> list[Play]:
        """The plays the hand holds, in order."""
        field = self._field
        found: list[int] = []
        stack = [self._root]
        while stack:
            for shift, nodes in stack.pop().ways:
                have = (hand >> shift) & field
                for count, node in nodes:
                    if count > have:
                        break
                    if node.at >= 0:
                        found.append(node.at)
                    if node.ways:
                        stack.append(node)
        found.sort()
        plays = self.plays
        return [plays[at] for at in found]


def _way(node: _Node, shift: int, count: int) -> _Node:
    for place, nodes in node.ways:
        if place == shift:
            for number, following in nodes:
                if number == count:
                    return following
            break
    else:
        nodes = []
        node.ways.append((shift, nodes))
    new = _Node()
    nodes.append((count, new))
    return new


def _sort(root: _Node) -> None:
    stack = [root]
    while stack:
        for _, nodes in stack.pop().ways:
            nodes.sort(key=lambda pair: pair[0])
            stack += [node for _, node in nodes]
