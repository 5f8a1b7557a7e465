"""Cards that conditions, events and the ladder speak of: *a bomb of seven or more cards*."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

from ddz.condition import BombSet
from ddz.condition.events import Over, Played, Redealt, Said, read_event
from ddz.condition.expression import read_range
from ddz.pattern.tree import Exactly, Item, Range, read_step
from ddz.sheet.words.names import Names
from ddz.sheet.words.nouns import Noun, counted, noun
from ddz.syntax import Tree

__all__ = ["BombWords"]


class BombWords:
    """Says bombs by name and size, events, and the steps of the ladder."""

    def __init__(self, names: Names) -> None:
        self.names, self.say, self.cards = names, names.say, names.cards

    # --- in conditions

    def bombset(self, tree: Tree) -> str:
        """A `bombset` or `anybomb` of a condition, without an article."""
        if tree.data == "anybomb":
            return self.say.say("condition.any_bomb")
        name, sizes = tree.children
        low, high = read_range(sizes)
        return self._of(BombSet(str(name), low, high), self.names.pattern(str(name)))

    def _of(self, cards: BombSet, words: str) -> str:
        """The words for cards, of the numbers of cards and above the cards that are asked for."""
        if cards.high is not None or cards.low > 1:
            unit = noun(self.say, "condition.range")
            count = counted(self.say, Range(cards.low, cards.high), unit)
            words = self.say.say("condition.bombset", name=words, count=count)
        if cards.over is not None:
            over = self.cards.cards(cards.over)
            words = self.say.say("condition.over", name=words, cards=over)
        return words

    # --- events

    def event(self, text: str) -> str:
        """An event's text as what happens."""
        event = read_event(text)
        return _EVENTS[type(event)](self, event)

    def _played(self, event: Played) -> str:
        return self.say.say("event.played", cards=self._cards(event))

    def _said(self, event: Said) -> str:
        return self.say.say("event.said", option=self.names.quoted(event.option))

    def _redealt(self, _: Redealt) -> str:
        return self.say.say("event.redealt")

    def _over(self, _: Over) -> str:
        return self.say.say("event.over")

    def _cards(self, event: Played) -> str:
        cards = event.cards
        plain = BombSet(cards.name)
        if cards.name != "bombs":
            words = self.names.pattern(str(cards.name))
        else:
            words = self.say.say(f"condition.{'anybomb' if cards == plain else 'any_bomb'}")
        return self._of(cards, words)

    # --- the ladder

    def step(self, text: str) -> str:
        """A step of the ladder."""
        items = read_step(text)
        literal = [str(item.cards) for item in items if item.cards is not None]
        whole = None
        if len(literal) == len(items):
            whole = self._any_jokers(literal) or self._so_many_with(literal)
        if whole is not None:
            return whole
        return self.names.patterns.either([self._item(item) for item in items])

    def _item(self, item: Item) -> str:
        if item.cards is not None:
            return self.cards.cards(str(item.cards))
        name = self.names.pattern(str(item.name))
        if item.sizes is None:
            shapes = self.names.reader.tree(str(item.name)).shapes
            just = len(shapes) == 1 and isinstance(shapes[0].groups[0].base, Exactly)
            return self.say.say(f"pattern.item.{'just' if just else 'all'}", name=name)
        count = counted(self.say, item.sizes, noun(self.say, "pattern.item.unit"))
        return self.say.say("pattern.item.sized", name=name, count=count)

    def _so_many_with(self, sets: list[str]) -> str | None:
        """Card sets that are so many of one joker, with a range of numbers of the other."""
        deck = self.names.compiled.deck
        if len(sets) < 2 or len(deck.jokers) != 2 or not deck.jokers.issuperset("".join(sets)):
            return None
        for base in (rank for rank in deck.ranks if rank in deck.jokers):
            (other,) = deck.jokers - {base}
            (fixed, *changes) = {cards.count(base) for cards in sets}
            numbers = sorted(cards.count(other) for cards in sets)
            if fixed and not changes and numbers == list(range(numbers[0], numbers[-1] + 1)):
                return self._with(base, fixed, other, numbers)
        return None

    def _with(self, base: str, fixed: int, other: str, numbers: list[int]) -> str:
        one, several = self.cards.rank(other), self.cards.rank(other, 2)
        unit = Noun(one, several, several, self.say.say("pattern.item.unit.measure"))
        others = counted(self.say, Range(max(numbers[0], 1), numbers[-1]), unit)
        key = "with" if numbers[0] else "alone_or_with"
        said = self.cards.so_many(base, fixed)
        return self.say.say(f"pattern.item.{key}", base=said, others=others)

    def _any_jokers(self, sets: list[str]) -> str | None:
        """Card sets that are all there are of so many jokers, or all that mix them."""
        deck = self.names.compiled.deck
        sizes = {len(cards) for cards in sets}
        if len(sets) < 2 or len(sizes) != 1 or len(deck.jokers) != 2:
            return None
        (size,) = sizes
        order = [rank for rank in deck.ranks if rank in deck.jokers]
        sets_of_size = ("".join(cards) for cards in combinations_with_replacement(order, size))
        every = {cards for cards in sets_of_size if max(map(cards.count, order)) <= deck.copies}
        found = {"".join(sorted(cards, key=deck.index.__getitem__)) for cards in sets}
        mixed = {cards for cards in every if len(set(cards)) > 1}
        key = "any" if found == every else "mixed" if found == mixed else None
        if key is None:
            return None
        count = counted(self.say, Range(size, size), noun(self.say, "pattern.mix.jokers"))
        return self.say.say(f"pattern.item.{key}", count=count)


_EVENTS: dict[type, Callable[[BombWords, Any], str]] = {
    Played: BombWords._played,
    Said: BombWords._said,
    Redealt: BombWords._redealt,
    Over: BombWords._over,
}
"""What says each kind of event."""
