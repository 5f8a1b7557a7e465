"""A pattern's tree as the heads a deck allows.

Enters: a tree, the deck, the lines, and a way to look up other patterns. Leaves: heads. A *head* is
a fixed set of cards, with the key it is compared by, and the *wings* that ride on it: so many
groups of so many cards of one rank, left unlisted, since a hand can hold millions of them. Whatever
stands in a row, or is written out, is fixed. The number of heads is bounded; a pattern that
describes more is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from ddz.cards import Deck
from ddz.pattern.groups import MAX_HEADS, MAX_TRIED, Fixed, GroupMaker, Lookup, PatternTrouble
from ddz.pattern.heads import Head, Wing
from ddz.pattern.tree import Pattern, Row, Shape
from ddz.pattern.wings import room_for_wings

__all__ = ["expand"]

MAX_SHARES = 1_000
"""How far along each wing can be while cards are shared out among them, in all combinations."""


def expand(
    pattern: Pattern, deck: Deck, lines: Mapping[str, Sequence[int]], lookup: Lookup
) -> list[Head]:
    """All heads of a pattern, in the order of shape, count and key. PatternTrouble where it has
    none, too many, or speaks of what does not exist."""
    heads: list[Head] = []
    for index, shape in enumerate(pattern.shapes):
        expander = _Expander(deck, lines, lookup, shape, index)
        heads += expander.heads(MAX_HEADS - len(heads))
    return heads


class _Expander:
    def __init__(
        self,
        deck: Deck,
        lines: Mapping[str, Sequence[int]],
        lookup: Lookup,
        shape: Shape,
        index: int,
    ) -> None:
        self.deck, self.shape, self.index = deck, shape, index
        self.tried = 0
        self.make = GroupMaker(deck, lines, lookup)

    def heads(self, room: int) -> list[Head]:
        self._check_variable()
        self._check_beside()
        heads: list[Head] = []
        last = self.shape.groups[-1].end
        for n in self._counts():
            before = len(heads)
            for head in self._of_count(n):
                self.tried += 1
                if self.tried > MAX_TRIED or len(heads) > room:
                    raise PatternTrouble(
                        "DDZ304",
                        f"this describes more than {MAX_HEADS} different card sets",
                        self.shape.groups[0].start,
                        last,
                        "narrow the amounts or the ranks",
                    )
                if head is not None:
                    heads.append(head)
            if n is not None and len(heads) == before and heads:
                break
        if not heads:
            raise PatternTrouble(
                "DDZ305",
                "no cards of this deck can be this",
                self.shape.groups[0].start,
                last,
                f"compare the amounts with the line and the deck, which has {max(self.deck.counts)}"
                " of a rank at most",
            )
        return heads

    def _counts(self) -> Iterator[int | None]:
        sizes = self.shape.range
        if sizes is None:
            yield None
            return
        yield from range(sizes.low, min(sizes.high or self.deck.size, self.deck.size) + 1)

    def _check_variable(self) -> None:
        variable = self.shape.variable
        used = False
        for group in self.shape.groups:
            amount = getattr(group.base, "amount", None)
            if isinstance(amount, str):
                used = True
                if amount != variable:
                    raise PatternTrouble(
                        "DDZ302",
                        f"'{amount}' is not given a range",
                        group.start,
                        group.end,
                        f"end the shape with ', {amount} 2..'",
                    )
        if variable is not None and not used:
            place: Any = variable
            raise PatternTrouble(
                "DDZ302",
                f"'{variable}' counts nothing in this shape",
                place.start_pos,
                place.end_pos,
                "use it as an amount, or leave it out",
            )

    def _check_beside(self) -> None:
        for group in self.shape.groups:
            if group.beside is not None and not isinstance(self.shape.groups[0].base, Row):
                place: Any = group.beside
                raise PatternTrouble(
                    "DDZ303",
                    "nothing is beside a leading group that is no row",
                    place.start_pos,
                    place.end_pos,
                    "start the shape with a row, or leave it out",
                )

    def _of_count(self, n: int | None) -> Iterator[Head | None]:
        """The heads for one value of the variable; None for a combination that cannot be."""
        lead, *rest = self.shape.groups
        options: list[list[Fixed | Wing]] = [
            list(self.make.bounded(self.make.lead(lead, n), lead)),
            *(self.make.follow(group, n) for group in rest),
        ]
        for parts in product(*options):
            yield self._combine(parts)

    def _combine(self, parts: Sequence[Fixed | Wing]) -> Head | None:
        deck = self.deck
        tally, cards, key = 0, 0, 0
        texts: list[tuple[int, ...]] = []
        wings: list[Wing] = []
        for at, part in enumerate(parts):
            if isinstance(part, Wing):
                wings.append(self._beside(parts, at, part))
                cards += part.count * part.size
                continue
            if set(part.part) & self._before(parts, at):
                return None
            if not deck.holds(deck.full - tally, part.tally):
                return None
            key = part.key if at == 0 else key
            tally += part.tally
            cards += len(part.part)
            texts.append(part.part)
        if cards > deck.size:
            return None
        head = Head(tally, cards, key, self.index, tuple(texts), tuple(wings))
        if len(wings) > 1:
            self._check_shares(wings)
        return head if not wings or room_for_wings(deck, deck.full - tally, wings) else None

    def _check_shares(self, wings: Sequence[Wing]) -> None:
        """Refuse wings of several kinds that are too many to share cards out among."""
        ways = prod(wing.count + 1 for wing in wings)
        self.tried += 10 * ways
        if ways > MAX_SHARES or prod(wing.ways for wing in wings) > MAX_HEADS:
            raise PatternTrouble(
                "DDZ304",
                "so many free groups can be shared out in too many ways",
                self.shape.groups[0].start,
                self.shape.groups[-1].end,
                "use fewer groups, or rows and exact cards",
            )

    def _before(self, parts: Sequence[Fixed | Wing], at: int) -> set[int]:
        """The ranks of the fixed groups before a group; none where it may touch them."""
        if self.shape.groups[at].touch:
            return set()
        fixed = (part for part in parts[:at] if isinstance(part, Fixed))
        return {rank for part in fixed for rank in part.part}

    def _beside(self, parts: Sequence[Fixed | Wing], at: int, wing: Wing) -> Wing:
        """The wing without the ranks of fixed groups it may not share: those before it unless it
        may touch, and those behind it unless they may.
        """
        taken = self._before(parts, at)
        for later in range(at + 1, len(parts)):
            part = parts[later]
            if isinstance(part, Fixed) and not self.shape.groups[later].touch:
                taken.update(part.part)
        lead = parts[0]
        assert isinstance(lead, Fixed)
        return self.make.off_the_row(self.shape.groups[at], wing.narrowed(taken), lead.beside)
