"""Near misses: cards that look like a pattern and are not it, each tried on the table of plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ddz.cards import CardsError
from ddz.compiled import Compiled, Play
from ddz.pattern import read_pattern
from ddz.sheet.samples import Sampler

__all__ = ["Miss", "Misser"]

MOST = 6
"""How many near misses a pattern shows."""
OTHER_SIZE = 5
"""What another number of cards weighs when two sets of cards are compared by their looks."""


@dataclass(frozen=True, slots=True)
class Miss:
    """Cards as they are written, and what they are: None for nothing at all."""

    cards: str
    reading: Play | None


@dataclass(frozen=True)
class Misser:
    """Finds near misses of a game's patterns: the file's own first."""

    rules: Compiled
    sampler: Sampler

    def misses(self, name: str) -> list[Miss]:
        """A few near misses of the pattern, each of other cards."""
        found: dict[int, Miss] = {}
        for cards in self._candidates(name):
            miss = self._miss(name, cards)
            if miss is not None:
                found.setdefault(self.rules.deck.tally(cards), miss)
            if len(found) == MOST:
                break
        return list(found.values())

    def _miss(self, name: str, cards: str) -> Miss | None:
        try:
            tally = self.rules.deck.tally(cards)
        except CardsError:
            return None
        readings = self.rules.table.readings(tally)
        if any(play.pattern == name for play in readings):
            return None
        return Miss(cards, readings[0] if readings else None)

    def _candidates(self, name: str) -> Iterator[str]:
        yield from self._of_file(name)
        plays = self.sampler.examples(name)
        if not plays or name in self.rules.table.bomb_names:
            return
        least = plays[0]
        yield from self._left_out(name, plays)
        yield from _sharing(str(least))
        highest = self.sampler.highest(name)
        if highest is not None:
            yield from self._past_the_end(highest)
        yield from self._jokers(least)
        yield from self._shorter(least)

    # --- the file's own

    @cached_property
    def _own(self) -> dict[str, list[str]]:
        """What the file calls nothing, under the pattern it looks most like."""
        names = self.rules.table.pattern_names
        found: dict[str, list[str]] = {}
        profiles = {name: self._profiles(name) for name in names}
        for cards in self.sampler.nothings:
            try:
                profile = self._profile(self.rules.deck.tally(cards))
            except CardsError:
                continue
            near = [
                (*_apart(profile, each), at)
                for at, name in enumerate(names)
                for each in profiles[name]
            ]
            if near:
                found.setdefault(names[min(near)[2]], []).append(cards)
        return found

    def _of_file(self, name: str) -> Iterator[str]:
        """What the file calls nothing and looks like the pattern: of those that look alike the
        first one, the fewest cards first."""
        deck = self.rules.deck
        found: dict[tuple[tuple[int, ...], bool], str] = {}
        for cards in self._own.get(name, ()):
            tally = deck.tally(cards)
            jokers = any(deck.count(tally, deck.index[joker]) for joker in deck.jokers)
            found.setdefault((self._profile(tally), jokers), cards)
        return iter(sorted(found.values(), key=lambda cards: deck.total(deck.tally(cards))))

    def _profiles(self, name: str) -> set[tuple[int, ...]]:
        """How many cards of a rank the plays of a pattern have, the most first, one for each
        size."""
        return {self._profile(play.tally) for play in self.sampler.sizes(name)}

    def _profile(self, tally: int) -> tuple[int, ...]:
        return tuple(sorted(filter(None, self.rules.deck.spread(tally)), reverse=True))

    # --- changed examples

    def _left_out(self, name: str, plays: Sequence[Play]) -> Iterator[str]:
        """The cards that the pattern's text leaves out, with the groups that go before them."""
        for shape in read_pattern(str(self.rules.document["patterns"][name])).shapes:
            for at, group in enumerate(shape.groups):
                for cards in group.without:
                    for play in plays:
                        parts = str(play).split("+")
                        if len(parts) == len(shape.groups) and len(parts[at]) == len(cards):
                            yield "+".join([*parts[:at], str(cards), *parts[at + 1 :]])
                            break

    def _past_the_end(self, play: Play) -> Iterator[str]:
        """The highest row moved on by one rank."""
        deck = self.rules.deck
        row = play.head.parts[0]
        ranks = list(dict.fromkeys(row))
        after = ranks[-1] + 1
        if len(ranks) < 2 or after >= len(deck.ranks) or after in ranks:
            return
        each = len(row) // len(ranks)
        moved = "".join(deck.ranks[rank] * each for rank in [*ranks[1:], after])
        yield "+".join([moved, *str(play).split("+")[1:]])

    def _jokers(self, play: Play) -> Iterator[str]:
        """Jokers in the place of a group of one rank, from the last group on."""
        parts = str(play).split("+")
        for at in reversed(range(len(parts))):
            if len(set(parts[at])) == 1:
                for joker in sorted(self.rules.deck.jokers, key=self.rules.deck.ranks.index):
                    yield "+".join([*parts[:at], joker * len(parts[at]), *parts[at + 1 :]])

    def _shorter(self, play: Play) -> Iterator[str]:
        """A row without its last rank."""
        parts = str(play).split("+")
        row = parts[0]
        if len(set(row)) > 2 and len(parts) == 1:
            yield row[: -row.count(row[-1])]


def _sharing(cards: str) -> Iterator[str]:
    """The same play with a rank in two groups: among the wings, or of the wings and the body."""
    *body, wings = cards.split("+")
    if not body:
        return
    ranks = list(dict.fromkeys(wings))
    each = len(wings) // len(ranks)
    if len(ranks) > 1:
        yield "+".join([*body, ranks[0] * each * len(ranks)])
    shared = body[0][-1]
    yield "+".join([*body, "".join(rank * each for rank in [shared, *ranks[1:]])])


def _apart(one: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """How far two profiles are from each other, more where they are of other numbers of cards; and
    how far their largest groups are."""
    wide = max(len(one), len(other))
    pairs = zip([*one, *[0] * (wide - len(one))], [*other, *[0] * (wide - len(other))], strict=True)
    other_size = OTHER_SIZE if sum(one) != sum(other) else 0
    return sum(abs(a - b) for a, b in pairs) + other_size, abs(one[0] - other[0])
