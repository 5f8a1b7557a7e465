"""Words of a pattern that change nothing: without them it describes the same cards, in the same
order. What would matter with one more pack is left alone, as a rule that holds for any deck.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ddz.cards import Deck
from ddz.check.lints.subject import Subject, warning
from ddz.diagnostics import Diagnostic
from ddz.pattern import Head, Pattern, PatternTrouble
from ddz.pattern.heads import Wing
from ddz.pattern.tree import Group, Kind, Mix, Range, Row, Several

__all__ = ["idle_words"]


_Meaning = frozenset[tuple[int, int, int, int, tuple[Wing, ...]]]
"""For each head its cards, how many there are, its place in the order, its shape and wings."""

FIRST = 4
"""How many counts of a part are tried before all."""

Place = str | tuple[int, int]
"""Words of a text: an expression to find them by in their group, or from where to where."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What takes some words out of a group, and the words; `limit`: they are a limit, and it gets
    one lower."""

    edit: Callable[[Group], Group]
    words: Place
    limit: bool = False


def idle_words(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ917: what may be taken out of a pattern's text; of words that each could go because of the
    other, the first."""
    deck = subject.rules.deck
    more = Deck(deck.copies + 1, deck.ranks, deck.jokers)
    both = _Meanings(subject, deck), _Meanings(subject, more)
    for name, (_, text) in {**subject.variant.patterns, **subject.variant.bombs}.items():
        if name in subject.dead or not subject.is_own(text.span):
            continue
        for (start, end), limit in _idle(subject.tree(name), text.text, both):
            words = text.text[start:end]
            sentence = f"'{words}' changes nothing: without it '{name}' is the same cards"
            hint = "take it out"
            if limit:
                sentence = f"'{words}' goes too far: with one less '{name}' is the same cards"
                hint = "lower the limit, or leave it out"
            yield warning("DDZ917", sentence, text.part(start, end), hint)


def _idle(
    tree: Pattern, text: str, decks: tuple[_Meanings, ...]
) -> Iterator[tuple[tuple[int, int], bool]]:
    """The places of words that may go, each when those before it have gone, and whether they are a
    limit."""
    for at, shape in enumerate(tree.shapes):
        for place, group in enumerate(shape.groups):
            gone: list[tuple[int, int]] = []
            for change in _without(group):
                start, end = _place(text, group, change.words)
                if any(first <= start and end <= last for first, last in gone):
                    continue
                shape = tree.shapes[at]
                less = change.edit(shape.groups[place])
                groups = (*shape.groups[:place], less, *shape.groups[place + 1 :])
                short = replace(shape, groups=groups)
                after = Pattern((*tree.shapes[:at], short, *tree.shapes[at + 1 :]))
                whole, part = Pattern((shape,)), Pattern((short,))
                if less.by != shape.groups[place].by:  # another order matters between shapes
                    whole, part = tree, after
                if all(meanings.are_alike(whole, part) for meanings in decks):
                    gone.append((start, end))
                    yield (start, end), change.limit
                    tree = tree if change.limit else after


class _Meanings:
    """What patterns mean with one deck, each worked out once."""

    def __init__(self, subject: Subject, deck: Deck) -> None:
        self.subject, self.deck = subject, deck
        self._known: dict[str, _Meaning | None] = {}

    def are_alike(self, whole: Pattern, less: Pattern) -> bool:
        """Whether both mean the same; the first counts of what counts are tried before all."""
        parts = zip(_parts(whole), _parts(less), strict=True)
        return all(self._of(one) == self._of(other) for one, other in parts)

    def _of(self, tree: Pattern) -> _Meaning | None:
        text = str(tree)
        if text not in self._known:
            try:
                self._known[text] = _meaning(self.subject.heads(tree, self.deck))
            except PatternTrouble:
                self._known[text] = None
        return self._known[text]


def _parts(tree: Pattern) -> Iterator[Pattern]:
    """Shapes that count, for some of their counts, and whole."""
    counting = [shape.range.low for shape in tree.shapes if shape.range is not None]
    for n in range(min(counting), min(counting) + FIRST) if counting else ():
        some = Range(n, n)
        yield Pattern(tuple(replace(s, range=some if s.range else None) for s in tree.shapes))
    yield tree


def _place(text: str, group: Group, words: Place) -> tuple[int, int]:
    if isinstance(words, tuple):
        return words
    found = re.compile(words).search(text, group.start, group.end)
    return found.span() if found is not None else (group.start, group.end)


def _without(group: Group) -> Iterator[_Change]:
    """How to leave each word of a group out."""
    if group.but:
        yield _Change(lambda g: replace(g, but=()), r"\bbut(\s+\w\b)+")
    for rank in group.but if len(group.but) > 1 else ():
        yield _Change(partial(_without_token, rank), _token(rank))
    if group.only:
        yield _Change(lambda g: replace(g, only=()), r"\bfrom(\s+\w\b)+")
    for rank in group.only if len(group.only) > 1 else ():
        yield _Change(partial(_without_token, rank), _token(rank))
    for cards in group.without:
        words = rf"\bwithout\s+{re.escape(cards)}"
        yield _Change(partial(_without_token, cards), words)
    if group.by:
        yield _Change(lambda g: replace(g, by=None), r"\bby\s+\w+")
    if group.repeat != 1:
        words = r"\bmay\s+repeat(\s+up\s+to\s+\d+)?"
        yield _Change(lambda g: replace(g, repeat=1), words)
    if group.repeat > 2:
        yield _Change(_lower_repeat, r"\bup\s+to\s+\d+", True)
    if group.touch:
        yield _Change(lambda g: replace(g, touch=False), r"\bmay\s+touch")
    if group.not_both:
        yield _Change(lambda g: replace(g, not_both=()), r"\bnot\s+both\s+\w\s+\w")
    if group.beside:
        yield _Change(lambda g: replace(g, beside=None), r"\bno\s+\w+\s+beside")
    amount = _range(group)
    if amount is not None and (amount.high or 0) > amount.low:
        yield _Change(_lower_amount, r"\d+\s*\.\.\s*\d+", True)


def _without_token(token: str, group: Group) -> Group:
    """The group without one rank, or without cards, that stand in its text as this token."""
    but, only, without = (
        tuple(each for each in words if each is not token)
        for words in (group.but, group.only, group.without)
    )
    return replace(group, but=but, only=only, without=without)


def _lower_repeat(group: Group) -> Group:
    return replace(group, repeat=group.repeat - 1)


def _lower_amount(group: Group) -> Group:
    base, amount = group.base, _range(group)
    assert isinstance(base, Kind | Mix | Row | Several)
    assert amount is not None
    assert amount.high is not None
    return replace(group, base=replace(base, amount=Range(amount.low, amount.high - 1)))


def _range(group: Group) -> Range | None:
    """The range of a group's amount."""
    amount = getattr(group.base, "amount", None)
    return amount if isinstance(amount, Range) else None


def _token(rank: Any) -> tuple[int, int]:
    return rank.start_pos, rank.end_pos


def _meaning(heads: list[Head]) -> _Meaning:
    """The cards the heads stand for and their order; how they are written does not matter."""
    keys: dict[int, set[int]] = {}
    for head in heads:
        keys.setdefault(head.cards, set()).add(head.key)
    places = {
        cards: {key: at for at, key in enumerate(sorted(found))} for cards, found in keys.items()
    }
    return frozenset(
        (head.tally, head.cards, places[head.cards][head.key], head.shape, _plain(head.wings))
        for head in heads
    )


def _plain(wings: tuple[Wing, ...]) -> tuple[Wing, ...]:
    """The wings without what says nothing of them."""
    found = []
    for at, wing in enumerate(wings):
        before = {rank for other in wings[:at] for rank in other.ranks}
        both = wing.not_both
        if both is not None and (wing.count == 1 or not set(both) <= set(wing.ranks)):
            both = None
        touch = wing.touch and not before.isdisjoint(wing.ranks)
        found.append(replace(wing, touch=touch, not_both=both))
    return tuple(found)
