"""The groups of a shape as what a deck allows: fixed cards for rows, mixes and whatever leads,
wings for groups whose ranks are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ddz.cards import CardsError, Deck
from ddz.pattern.heads import Wing
from ddz.pattern.tree import (
    Amount,
    Exactly,
    Group,
    Kind,
    Mix,
    Pattern,
    Range,
    Ref,
    Row,
    Several,
    kind_of,
)
from ddz.syntax import MeaningTrouble

__all__ = ["MAX_HEADS", "MAX_TRIED", "Fixed", "GroupMaker", "Lookup", "PatternTrouble"]

MAX_HEADS = 20_000
MAX_TRIED = 100_000


class PatternTrouble(MeaningTrouble):
    """A pattern that reads well and means nothing here."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """Fixed cards: their tally, the key they would be compared by, the ranks as written, and the
    ranks next to them on the line they run on."""

    tally: int
    key: int
    part: tuple[int, ...]
    beside: frozenset[int] = frozenset()


Lookup = Callable[[str], Pattern | None]


class GroupMaker:
    """Makes what each group of a shape can be; `n` is the value of the shape's variable."""

    def __init__(self, deck: Deck, lines: Mapping[str, Sequence[int]], lookup: Lookup) -> None:
        self.deck, self.lines, self.lookup = deck, lines, lookup

    # --- the leading group: always fixed

    def lead(self, group: Group, n: int | None) -> Iterator[Fixed]:
        """What the leading group can be."""
        base = group.base
        if group.touch or group.repeat != 1 or group.not_both or group.beside:
            raise PatternTrouble(
                "DDZ303",
                "the leading group has nothing to touch, to repeat or to keep apart",
                group.start,
                group.end,
            )
        if isinstance(base, Several):
            raise PatternTrouble(
                "DDZ303",
                "the first group leads, and several groups have no one rank to compare by",
                group.start,
                group.end,
                "start with one group, a row or exact cards",
            )
        yield from self._fixed(group, n)

    def _fixed(self, group: Group, n: int | None) -> Iterator[Fixed]:
        base = group.base
        without = {self._cards(cards) for cards in group.without}
        if isinstance(base, Kind | Ref):
            found = self._kinds(group, n)
        elif isinstance(base, Row):
            found = self._rows(group, base, n)
        elif isinstance(base, Mix):
            found = self._mixes(group, base, n)
        elif isinstance(base, Exactly):
            self._no_changes(group, "exact cards")
            tally = self._cards(base.cards)
            part = tuple(self._rank(group, rank) for rank in base.cards)
            found = iter([Fixed(tally, 0, part)])
        else:  # pragma: no cover - several groups never come here
            raise AssertionError(base)
        order = self._order(group)
        for fixed in found:
            if fixed.tally in without:
                continue
            if order is not None:
                first = fixed.part[0]
                if first not in order:
                    place: Any = group.by
                    raise PatternTrouble(
                        "DDZ306",
                        f"the line '{group.by}' has no {self.deck.ranks[first]} to compare by",
                        place.start_pos,
                        place.end_pos,
                        "an order lists every rank that can start the group",
                    )
                fixed = replace(fixed, key=order[first])
            yield fixed

    def _kinds(self, group: Group, n: int | None) -> Iterator[Fixed]:
        amount, ranks = self._kind(group)
        for size in self._sizes(amount, n, max(self.deck.counts)):
            for rank in ranks:
                if self.deck.counts[rank] >= size:
                    yield Fixed(self.deck.units[rank] * size, rank, (rank,) * size)

    def _rows(self, group: Group, row: Row, n: int | None) -> Iterator[Fixed]:
        line = self._line(row.line)
        size, allowed = self._member(row.member)
        allowed = [r for r in self._narrow(group, allowed) if self.deck.counts[r] >= size]
        most = len(set(line)) if group.repeat == 1 else self.deck.size // size
        for count in self._sizes(row.amount, n, most):
            if group.repeat != 1:
                yield from self._standing_rows(line, allowed, size, count, group.repeat)
                continue
            for start in range(len(line) - count + 1):
                ranks = line[start : start + count]
                if len(set(ranks)) == count and all(rank in allowed for rank in ranks):
                    part = tuple(rank for rank in ranks for _ in range(size))
                    ends = [line[i] for i in (start - 1, start + count) if 0 <= i < len(line)]
                    beside = frozenset(ends) - set(ranks)
                    yield Fixed(self.deck.tally_of(part), start, part, beside)

    def _standing_rows(
        self, line: Sequence[int], allowed: list[int], size: int, count: int, limit: int
    ) -> Iterator[Fixed]:
        """Rows that may stand still: each group on the rank of the one before, or the next; `limit`
        groups of a rank at most, where it is not 0."""
        counts = self.deck.counts
        room = [min(counts[rank] // size, limit or counts[rank]) for rank in line]
        most = dict(zip(line, room, strict=True))

        def grown(ranks: tuple[int, ...], at: int) -> Iterator[tuple[int, ...]]:
            if len(ranks) - ranks.count(line[at]) + sum(room[at:]) < count:
                return
            rank = line[at]
            if rank not in allowed or (ranks and rank != ranks[-1] and rank in ranks):
                return
            if ranks.count(rank) >= most[rank]:
                return
            now = (*ranks, rank)
            if len(now) == count:
                yield now
                return
            yield from grown(now, at)
            if at + 1 < len(line):
                yield from grown(now, at + 1)

        for start in range(len(line)):
            for ranks in grown((), start):
                part = tuple(rank for rank in ranks for _ in range(size))
                yield Fixed(self.deck.tally_of(part), start, part)

    def _mixes(self, group: Group, mix: Mix, n: int | None) -> Iterator[Fixed]:
        self._no_changes(group, "a mix", but_without=True)
        ranks = sorted({self._rank(group, rank) for rank in mix.ranks})
        capacity = sum(self.deck.counts[rank] for rank in ranks)
        for size in self._sizes(mix.amount, n, capacity):
            for part in self._multisets(ranks, size):
                yield Fixed(self.deck.tally_of(part), 0, part)

    def _multisets(self, ranks: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
        if size == 0:
            yield ()
            return
        if not ranks:
            return
        first, rest = ranks[0], ranks[1:]
        room = sum(self.deck.counts[rank] for rank in rest)
        for count in range(min(size, self.deck.counts[first]), max(size - room, 0) - 1, -1):
            for part in self._multisets(rest, size - count):
                yield (first,) * count + part

    # --- the groups after it: wings where the ranks are free

    def follow(self, group: Group, n: int | None) -> list[Fixed | Wing]:
        """What a group behind the leading one can be."""
        if group.by is not None:
            place: Any = group.by
            raise PatternTrouble(
                "DDZ303", "only the leading group is compared", place.start_pos, place.end_pos
            )
        base = group.base
        if isinstance(base, Row | Mix | Exactly):
            loose = group.repeat != 1 and not isinstance(base, Row)
            if loose or group.not_both or group.beside:
                raise PatternTrouble(
                    "DDZ303",
                    "only free groups and rows may repeat a rank"
                    if loose
                    else "only free groups keep ranks apart or off the row",
                    group.start,
                    group.end,
                )
            return list(self.bounded(self._fixed(group, n), group))
        if group.without:
            place = group.without[0]
            raise PatternTrouble(
                "DDZ303",
                "'without' goes with a row; name ranks with 'but'",
                place.start_pos,
                place.end_pos,
            )
        if isinstance(base, Several):
            size, ranks = self._member(base.member)
            ranks = self._narrow(group, ranks)
            counts = list(self._sizes(base.amount, n, self.deck.size))
            wings = [(count, size) for count in counts]
        else:
            amount, ranks = self._kind(group)
            wings = [(1, size) for size in self._sizes(amount, n, max(self.deck.counts))]
        return [self._wing(group, count, size, ranks) for count, size in wings]

    def _wing(self, group: Group, count: int, size: int, ranks: Sequence[int]) -> Wing:
        """So many groups of so many cards, as often of a rank as the deck and the text allow."""
        ranks = tuple(r for r in ranks if self.deck.counts[r] >= size)
        limit = min(group.repeat or count, count)
        most = tuple(min(self.deck.counts[r] // size, limit) for r in ranks)
        unmixed = None
        if group.not_both:
            first, second = (self._rank(group, rank) for rank in group.not_both)
            if first == second:
                place: Any = group.not_both[1]
                raise PatternTrouble(
                    "DDZ303",
                    f"'not both' keeps two ranks apart, and these are both {place}",
                    place.start_pos,
                    place.end_pos,
                )
            unmixed = (first, second)
        return Wing(count, size, ranks, most, group.touch, unmixed)

    def off_the_row(self, group: Group, wing: Wing, beside: frozenset[int]) -> Wing:
        """The wing with fewer groups of the ranks beside the row, as ``no trio beside`` says."""
        if group.beside is None:
            return wing
        size, ranks = self._member(group.beside)
        most = tuple(
            min(most, (size - 1) // wing.size) if rank in beside and rank in ranks else most
            for rank, most in zip(wing.ranks, wing.most, strict=True)
        )
        kept = [at for at, each in enumerate(most) if each]
        return replace(
            wing,
            ranks=tuple(wing.ranks[at] for at in kept),
            most=tuple(most[at] for at in kept),
        )

    def bounded(self, found: Iterator[Fixed], group: Group) -> Iterator[Fixed]:
        """The same, refused once there are too many."""
        for count, fixed in enumerate(found):
            if count >= MAX_HEADS:
                raise PatternTrouble(
                    "DDZ304",
                    f"this describes more than {MAX_HEADS} different card sets",
                    group.start,
                    group.end,
                    "narrow the amounts or the ranks",
                )
            yield fixed

    # --- words

    def _sizes(self, amount: Amount, n: int | None, most: int) -> range:
        if isinstance(amount, Range):
            high = most if amount.high is None else min(amount.high, most)
            return range(max(amount.low, 1), high + 1)
        size = n or 0
        return range(size, size + 1) if 1 <= size <= most else range(0)

    def _kind(self, group: Group) -> tuple[Amount, list[int]]:
        base = group.base
        if isinstance(base, Kind):
            return base.amount, self._narrow(group, range(len(self.deck.ranks)))
        assert isinstance(base, Ref)
        size, ranks = self._member(base.name)
        return Range(size, size), self._narrow(group, ranks)

    def _member(self, name: str) -> tuple[int, list[int]]:
        """A pattern used as a building block: cards a group and ranks."""
        place: Any = name
        pattern = self.lookup(name)
        if pattern is None:
            raise PatternTrouble(
                "DDZ301", f"there is no pattern '{name}'", place.start_pos, place.end_pos
            )
        group = kind_of(pattern)
        amount = group.base.amount if group and isinstance(group.base, Kind) else None
        if group is None or not isinstance(amount, Range) or amount.low != amount.high:
            raise PatternTrouble(
                "DDZ303",
                f"'{name}' is no fixed number of cards of a rank, so it cannot be a part",
                place.start_pos,
                place.end_pos,
                "parts are patterns such as '2 of a rank'",
            )
        without = {self._cards(cards) for cards in group.without}
        ranks = self._narrow(group, range(len(self.deck.ranks)))
        size = amount.low
        return size, [r for r in ranks if self.deck.units[r] * size not in without]

    def _narrow(self, group: Group, ranks: Sequence[int]) -> list[int]:
        but = {self._rank(group, rank) for rank in group.but}
        only = {self._rank(group, rank) for rank in group.only}
        return [r for r in ranks if r not in but and (not only or r in only)]

    def _rank(self, group: Group, name: str) -> int:
        if name in self.deck.index:
            return self.deck.index[name]
        place: Any = name
        start = getattr(place, "start_pos", group.start)
        end = getattr(place, "end_pos", group.end)
        raise PatternTrouble("DDZ301", f"the deck has no rank '{name}'", start, end)

    def _line(self, name: str) -> Sequence[int]:
        if name in self.lines:
            return self.lines[name]
        place: Any = name
        raise PatternTrouble(
            "DDZ301",
            f"there is no line '{name}'",
            place.start_pos,
            place.end_pos,
            "lines are listed under 'lines:'",
        )

    def _order(self, group: Group) -> dict[int, int] | None:
        if group.by is None:
            return None
        if not isinstance(group.base, Row | Kind | Ref):
            place: Any = group.by
            raise PatternTrouble(
                "DDZ303", "'by' goes with a row or a rank", place.start_pos, place.end_pos
            )
        order: dict[int, int] = {}
        for at, rank in enumerate(self._line(group.by)):
            order.setdefault(rank, at)
        return order

    def _cards(self, cards: str) -> int:
        try:
            return self.deck.tally(str(cards))
        except CardsError as error:
            place: Any = cards
            raise PatternTrouble("DDZ301", str(error), place.start_pos, place.end_pos) from None

    def _no_changes(self, group: Group, what: str, but_without: bool = False) -> None:
        changed = group.but or group.only or group.by or (group.without and not but_without)
        if changed:
            raise PatternTrouble(
                "DDZ303", f"{what} cannot be narrowed further", group.start, group.end
            )
