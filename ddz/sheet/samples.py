"""Example plays of a pattern, found in the table of plays: the file's own where it has some."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from ddz.cards import CardsError
from ddz.compiled import Compiled, Play
from ddz.pattern import Head
from ddz.pattern.wings import choose_wings

__all__ = ["Sampler"]

MOST_SHAPES = 5
"""For how many shapes of a pattern an example is shown."""
MOST_WINGS = 60
"""How many wings a head is tried with."""
MOST_TRIED = 3_000
"""How many card sets are tried for a pattern; of one that others read first nothing is found."""
MOST_IN_ALL = 60_000
"""How many are tried for all patterns."""
_WORD = re.compile(r"[<|]|[^\s<|]+")


@dataclass(frozen=True)
class Sampler:
    """Finds plays to show of a game's patterns and bombs. Which patterns it gave up is in
    `given_up`: what is found of them may be too little."""

    rules: Compiled
    given_up: dict[str, bool] = field(default_factory=dict)
    tried: Counter[str] = field(default_factory=Counter)
    _examples: dict[str, list[Play]] = field(default_factory=dict)

    # --- the file's own examples

    @cached_property
    def written(self) -> list[list[str]]:
        """The words of each example in the file."""
        examples = self.rules.document.get("examples", [])
        texts = [e.get("holds") if isinstance(e, dict) else e for e in examples]
        return [_WORD.findall(text) for text in texts if isinstance(text, str)]

    @cached_property
    def nothings(self) -> list[str]:
        """The cards the file itself calls nothing."""
        return [words[0] for words in self.written if words[1:] == ["is", "nothing"]]

    @cached_property
    def _own(self) -> list[Play]:
        """The plays in the file's examples, in order."""
        cards = [word for words in self.written for word in _cards_in(words)]
        found = map(self.read, dict.fromkeys(cards))
        return [play for play in found if play is not None]

    def read(self, cards: str) -> Play | None:
        """What cards are, or None where they are nothing, or no cards of this deck."""
        try:
            return self.rules.table.classify(self.rules.deck.tally(cards))
        except CardsError:
            return None

    # --- plays of a pattern

    def examples(self, name: str) -> list[Play]:
        """A smallest play for each shape of the pattern, behind the first a longer one, and one
        with jokers where the file has one."""
        if name not in self._examples:
            self._examples[name] = self._find_examples(name)
            if not self._examples[name] and any(head.wings for head in self._heads(name)):
                self.given_up[name] = True  # of its wings only some were tried
        return self._examples[name]

    def _find_examples(self, name: str) -> list[Play]:
        found: list[Play] = []
        for shape in self._shapes(name)[:MOST_SHAPES]:
            sizes = self._sizes(name, shape)
            found += self._example(name, shape, sizes[:1])
            if shape == self._shapes(name)[0]:
                longer = sizes[1:] if name in self.rules.table.pattern_names else sizes[2:]
                found += self._example(name, shape, longer)
        if not any(map(self._has_jokers, found)):
            own = [p for p in self._own if p.pattern == name and self._has_jokers(p)]
            found += sorted(own, key=lambda play: not self._led_by_jokers(play))[:1]
        return list({play.tally: play for play in found}.values())

    def order(self, name: str) -> list[Play]:
        """Plays of the fewest cards that rise: the two lowest and the two highest. What only rides
        along is high with the lowest and low with the others, since it does not count."""
        if name in self.rules.table.bomb_names:
            return []
        sizes = sorted({size for shape in self._shapes(name) for size in self._sizes(name, shape)})
        by_key = self._by_key(name, sizes[0]) if sizes else {}
        keys = sorted(by_key)
        if len(keys) < 2 or sizes[0] == 1:
            return []
        shown = [*keys[:2], *keys[2:][-2:]]
        found = [self._last(name, by_key[shown[0]])]
        found += [self._first(name, by_key[key]) for key in shown[1:]]
        return [play for play in found if play is not None]

    def highest(self, name: str) -> Play | None:
        """The highest play of the fewest cards."""
        heads = self._heads(name)
        size = min((head.cards for head in heads), default=0)
        by_key = self._by_key(name, size)
        return self._first(name, by_key[max(by_key)]) if by_key else None

    def sizes(self, name: str) -> list[Play]:
        """A play for each number of cards the pattern can have."""
        heads = {head.cards: head for head in self._heads(name)}
        found = (self._flown(name, head) for head in heads.values())
        return [play for play in found if play is not None]

    def _example(self, name: str, shape: int, sizes: Sequence[int]) -> list[Play]:
        """One play of the shape and of the first of these sizes, or the file's own of any."""
        own = [p for p in self._own if p.pattern == name and p.head.shape == shape]
        own = [play for play in own if len(play) in sizes][:1]
        if own and (own[0].head.wings or len(own[0].head.ranks) > 1):
            return own
        if own and len(own[0]) > self._sizes(name, shape)[0]:
            return own
        for size in sizes[:1]:
            heads = [h for h in self._heads(name) if h.shape == shape and h.cards == size]
            for head in sorted(heads, key=lambda head: head.key):
                play = self._flown(name, head)
                if play is not None:
                    return [play]
        return []

    def _has_jokers(self, play: Play) -> bool:
        deck = self.rules.deck
        return any(deck.count(play.tally, deck.index[joker]) for joker in deck.jokers)

    def _led_by_jokers(self, play: Play) -> bool:
        return self.rules.deck.ranks[play.head.parts[0][0]] in self.rules.deck.jokers

    # --- heads

    def _heads(self, name: str) -> list[Head]:
        table = self.rules.table
        if name in table.bomb_names:
            return [bomb.head for bomb in table.bombs if bomb.pattern == name]
        groups = [group for (each, _), group in table.groups.items() if each == name]
        plays = [play.head for group in groups for play in group.plays]
        return plays + [flight.head for group in groups for flight in group.flights]

    def _shapes(self, name: str) -> list[int]:
        return sorted({head.shape for head in self._heads(name)})

    def _sizes(self, name: str, shape: int) -> list[int]:
        return sorted({head.cards for head in self._heads(name) if head.shape == shape})

    def _by_key(self, name: str, size: int) -> dict[int, list[Head]]:
        found: dict[int, list[Head]] = {}
        for head in self._heads(name):
            if head.cards == size:
                found.setdefault(head.key, []).append(head)
        return found

    def _first(self, name: str, heads: Iterable[Head]) -> Play | None:
        return self._play(name, heads, False)

    def _last(self, name: str, heads: Sequence[Head]) -> Play | None:
        return self._play(name, reversed(heads), True)

    def _play(self, name: str, heads: Iterable[Head], high: bool) -> Play | None:
        for head in heads:
            play = self._flown(name, head, high)
            if play is not None:
                return play
        return None

    def _flown(self, name: str, head: Head, high: bool = False) -> Play | None:
        """A play of the head, with low or high wings, whose cards are nothing but this."""
        table = self.rules.table
        for tally in islice(self._tallies(head, high), MOST_WINGS):
            if not self._may_try(name):
                return None
            first = table.recogniser.first(tally)  # makes no plays of the other readings
            if first is None or (first.pattern, first.key) != (name, head.key):
                continue
            play = table.classify(tally)
            if play is not None and play.head is head:
                return play
        return None

    def _may_try(self, name: str) -> bool:
        """Count one more card set tried for a pattern."""
        if self.tried[name] >= MOST_TRIED or self.tried.total() >= MOST_IN_ALL:
            self.given_up[name] = True
            return False
        self.tried[name] += 1
        return True

    def _tallies(self, head: Head, high: bool) -> Iterator[int]:
        """The head's cards with wings from a few ranks, the lowest or the highest ones."""
        if not head.wings:
            yield head.tally
            return
        deck = self.rules.deck
        for more in range(3):
            left = 0
            for wing in head.wings:
                ranks = [rank for rank in wing.ranks if rank not in head.ranks] or wing.ranks
                few = wing.count + more
                for rank in ranks[-few:] if high else ranks[:few]:
                    left |= deck.units[rank] * min(wing.size, deck.counts[rank])
            for wings in choose_wings(deck, left, head):
                yield head.tally + wings


def _cards_in(words: Sequence[str]) -> Sequence[str]:
    return words[:1] if words[1:2] == ["is"] else words[::2]
