"""Which cards are plays in one game and not in the other, and which are read otherwise.

Lengths of which both games say the same are passed over. Of the others every card set is looked at
where they are not too many; where one game has too many, every card set of the other is. Where both
have, those that only one knows are counted without listing them, by putting the patterns of both
into one table, and what is read otherwise is looked for among the first. Where even the heads are
too many for counting, a length is not compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod

from ddz.cards import CardsError
from ddz.compiled import Compiled, Play, PlayTable, Reading
from ddz.pattern import Head, Wing
from ddz.plays.counts import count_leads
from ddz.tools.counting import most_held
from ddz.tools.diff.records import Cards, Found

__all__ = ["LIMIT", "compare_cards", "key_of"]

LIMIT = 30_000
"""How many ways to make a play of one length, of both games together, are looked at one by one."""
WAYS = 90_000
"""How many of all lengths are."""
HEADS = 6_000
"""How many heads with wings are counted, over all lengths of both games."""
TRIED = 5_000
"""How many plays of a length that has too many are looked at for examples."""
FLIGHTS = 12
"""How many heads with wings of a pattern and length are tried for examples."""
SHOWN = 3
"""How many examples a row has."""

_Named = tuple[str | None, str | None]


def compare_cards(before: Compiled, after: Compiled) -> Cards:
    """The card sets that differ, as far as one seat can hold them."""
    finder = _Finder(before, after)
    lengths = sorted({*finder.old.lengths, *finder.new.lengths})
    for length in lengths:
        finder.look_at(length)
    return finder.cards()


def key_of(play: Play) -> str:
    """The same text for the same cards, of whatever deck."""
    deck = play.deck
    return "".join(sorted(deck.text(play.tally)))


@dataclass
class _Side:
    """One game: the heads of each length by name, bombs first, then patterns as the file has
    them."""

    rules: Compiled
    lengths: dict[int, list[tuple[str, list[Head]]]]

    @staticmethod
    def of(rules: Compiled) -> _Side:
        most = most_held(rules)
        heads: dict[int, dict[str, list[Head]]] = defaultdict(lambda: defaultdict(list))
        taken: dict[tuple[int, tuple[Wing, ...]], str] = {}
        for bomb in rules.table.bombs:
            heads[len(bomb)][bomb.pattern].append(bomb.head)
            taken[bomb.tally, ()] = bomb.pattern
        for (name, length), group in rules.table.groups.items():
            own = [play.head for play in (*group.plays, *group.lower)]
            for head in own + [flight.head for flight in group.flights]:
                # the same cards of a pattern before are never read as this one first
                if taken.setdefault((head.tally, head.wings), name) == name:
                    heads[length][name].append(head)
        return _Side(
            rules,
            {
                length: [(name, found) for name, found in names.items() if found]
                for length, names in heads.items()
                if length <= most
            },
        )

    def table(self, length: int) -> PlayTable:
        """The plays of one length, bombs among them as patterns."""
        return PlayTable(self.rules.deck, self.lengths.get(length, []), [], {})

    def winged(self, length: int) -> int:
        """How many heads of one length have wings."""
        heads = (head for _, found in self.lengths.get(length, ()) for head in found)
        return sum(bool(head.wings) for head in heads)

    def ways(self, length: int) -> int:
        """How many ways there are at most to make a play of one length."""
        heads = (head for _, found in self.lengths.get(length, ()) for head in found)
        return sum(prod(wing.ways for wing in head.wings) for head in heads)

    def counts(self, length: int) -> Counter[str]:
        """How many card sets of one length each pattern has."""
        found: Counter[str] = Counter()
        deck = self.rules.deck
        for reading, number in count_leads(self.table(length), deck.full, length).items():
            found[reading.pattern] += number
        return found


class _Finder:
    def __init__(self, before: Compiled, after: Compiled) -> None:
        self.old, self.new = _Side.of(before), _Side.of(after)
        decks = before.deck, after.deck
        self.one_deck = (decks[0].ranks, decks[0].counts) == (decks[1].ranks, decks[1].counts)
        self.found: list[Found] = []
        self.numbers: list[tuple[str, int, int, int]] = []
        self.unread: list[int] = []
        self.passed: list[int] = []
        self.totals = [0, 0]
        self.whole = True
        self.ways, self.heads = WAYS, HEADS

    def look_at(self, length: int) -> None:
        """Find what differs among plays of one length."""
        alike = self.one_deck and self._alike(length)
        winged = self.new.winged(length) + (0 if alike else self.old.winged(length))
        if winged > self.heads:
            self.whole = False
            if not alike:
                self.passed.append(length)
            return
        self.heads -= winged
        new = self.new.counts(length)
        old = new if alike else self.old.counts(length)
        self.totals = [self.totals[0] + old.total(), self.totals[1] + new.total()]
        if not alike:
            self._compare(length, old, new)

    def _compare(self, length: int, old: Counter[str], new: Counter[str]) -> None:
        """Find it in the way that the plays are few enough for, given how many there are."""
        ways = self.old.ways(length), self.new.ways(length)
        room = min(LIMIT, self.ways)
        at = len(self.found)
        if sum(ways) <= room:
            self.ways -= sum(ways)
            self._one_by_one(length)
        elif min(ways) <= room:
            self.ways -= min(ways)
            if ways[0] <= ways[1]:
                self._by_one(length, self.old, self.new, new)
            else:
                self._by_one(length, self.new, self.old, old)
        else:
            self.unread.append(length)
            if self.one_deck:
                self._together(length)
        differ = {name for f in self.found[at:] for name in (f.before, f.after)}
        for name in dict.fromkeys((*old, *new)):
            if old[name] != new[name] or name in differ:
                self.numbers.append((name, length, old[name], new[name]))

    def _alike(self, length: int) -> bool:
        return self.old.lengths.get(length) == self.new.lengths.get(length)

    def _one_by_one(self, length: int) -> None:
        """Every card set of both games."""
        full = self.old.rules.deck.full, self.new.rules.deck.full
        old = {key_of(play): play for play in self.old.table(length).leads(full[0])}
        groups: dict[_Named, list[Play]] = defaultdict(list)
        for play in self.new.table(length).leads(full[1]):
            was = old.pop(key_of(play), None)
            if was is None or was.pattern != play.pattern:
                groups[None if was is None else was.pattern, play.pattern].append(play)
        for was in old.values():
            groups[was.pattern, None].append(was)
        for (one, other), plays in groups.items():
            self.found.append(Found(one, other, length, len(plays), _some(plays)))

    def _by_one(self, length: int, few: _Side, many: _Side, counts: Counter[str]) -> None:
        """Every card set of the game that has few; what the other has besides is the rest."""
        table, rest = many.table(length), Counter(counts)
        groups: dict[_Named, list[Play]] = defaultdict(list)
        for play in few.table(length).leads(few.rules.deck.full):
            other = _same_cards(table, play)
            if other is not None:
                rest[other.pattern] -= 1
            if other is None or other.pattern != play.pattern:
                name = None if other is None else other.pattern
                groups[self._sides(few, play.pattern, name)].append(play)
        for names, plays in groups.items():
            self.found.append(Found(*names, length, len(plays), _some(plays)))
        besides = [name for name, number in rest.items() if number]
        examples = self._rest(few, many, length, besides)
        for name in besides:
            sides = self._sides(few, None, name)
            self.found.append(Found(*sides, length, rest[name], examples.get(name, ())))

    def _sides(self, first: _Side, name: str | None, other: str | None) -> _Named:
        """Two names as those of the old and the new game."""
        return (name, other) if first is self.old else (other, name)

    def _rest(
        self, few: _Side, many: _Side, length: int, names: Sequence[str]
    ) -> dict[str, tuple[str, ...]]:
        """Examples of what only the game with many plays knows, by pattern."""
        if self.one_deck:
            both = _joined(many, few, length)
            numbers = count_leads(both, both.deck.full, length)
            return {name: _some(list(_leads_as(both, name, length, numbers))) for name in names}
        table = few.table(length)
        groups: dict[str, list[Play]] = defaultdict(list)
        for play in islice(many.table(length).leads(many.rules.deck.full), TRIED):
            if _same_cards(table, play) is None:
                groups[play.pattern].append(play)
        return {name: _some(plays) for name, plays in groups.items()}

    def _together(self, length: int) -> None:
        """Card sets of one game alone by counting; others as far as they are looked at."""
        for this, other in ((self.new, self.old), (self.old, self.new)):
            for name, number, examples in _alone(this, other, length):
                sides = self._sides(this, name, None)
                self.found.append(Found(*sides, length, number, examples))
        table = self.old.table(length)
        groups: dict[_Named, list[Play]] = defaultdict(list)
        for play in islice(self.new.table(length).leads(table.deck.full), TRIED):
            was = table.classify(play.tally)
            if was is not None and was.pattern != play.pattern:
                groups[was.pattern, play.pattern].append(play)
        for names, plays in groups.items():
            self.found.append(Found(*names, length, len(plays), _some(plays), True))

    def cards(self) -> Cards:
        """What was found, by pattern as the second file has them, then the first."""
        tables = [side.rules.table for side in (self.new, self.old)]
        names = [name for table in tables for name in (*table.pattern_names, *table.bomb_names)]
        order = {name: at for at, name in enumerate(dict.fromkeys(names))}
        self.found.sort(
            key=lambda found: (
                order.get(found.after or found.before or "", -1),
                order.get(found.before or "", -1),
                found.length,
            )
        )
        return Cards(
            tuple(found for found in self.found if found.before is None),
            tuple(found for found in self.found if found.after is None),
            tuple(found for found in self.found if found.before and found.after),
            tuple(sorted(self.numbers, key=lambda row: (order[row[0]], row[1]))),
            (self.totals[0], self.totals[1]),
            tuple(self.unread),
            tuple(self.passed),
            self.whole,
        )


def _same_cards(table: PlayTable, play: Play) -> Play | None:
    """What a table of maybe another deck makes of the cards of a play."""
    if play.deck is table.deck:
        return table.classify(play.tally)
    try:
        return table.classify(table.deck.tally(play.deck.text(play.tally)))
    except CardsError:
        return None


def _alone(this: _Side, other: _Side, length: int) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """How many card sets of one length only one game knows, by pattern, with examples."""
    table = _joined(this, other, length)
    numbers: Counter[str] = Counter()
    readings = count_leads(table, table.deck.full, length)
    for reading, number in readings.items():
        numbers[reading.pattern] += number
    for name in table.pattern_names[1:]:
        if numbers[name]:
            yield name, numbers[name], _some(list(_leads_as(table, name, length, readings)))


def _joined(this: _Side, other: _Side, length: int) -> PlayTable:
    """Plays of one length in a table where all that the other game has is one pattern, the first:
    what is read as one of `this` is not among it."""
    theirs = [head for _, heads in other.lengths.get(length, []) for head in heads]
    return PlayTable(this.rules.deck, [("", theirs), *this.lengths.get(length, [])], [], {})


def _leads_as(
    table: PlayTable, name: str, length: int, numbers: Counter[Reading]
) -> Iterator[Play]:
    """Some plays that the table reads as a pattern first, given how many it has of each reading:
    fixed ones, and with wings one for each leading group."""
    assert table.leading is not None  # what can be read in several ways is marked by now
    group, full = table.groups[name, length], table.deck.full
    first = table.recogniser.first
    fixed = (play for play in group.plays if first(play.tally) == play.reading)
    yield from islice(fixed, SHOWN)
    flights = [flight for flight in group.flights if numbers[flight.reading]]
    for flight in flights[:: max(1, len(flights) // FLIGHTS)]:
        if flight.twofold and flight.alike:
            found = table.recogniser.first_flown(full, flight, lead=True)
            plays: Iterator[Play] = (flight.made[tally - flight.tally] for tally in found)
        else:
            tried = islice(iter(flight.plays(full)), TRIED)
            plays = (play for play in tried if first(play.tally) == play.reading)
        yield from islice(plays, 1)


def _some(plays: Sequence[Play]) -> tuple[str, ...]:
    """A few of them, from the first to the last."""
    if len(plays) <= SHOWN:
        return tuple(str(play) for play in plays)
    step = (len(plays) - 1) / (SHOWN - 1)
    return tuple(str(plays[round(at * step)]) for at in range(SHOWN))
