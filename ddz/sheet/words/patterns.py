"""A pattern in words: what its shapes are, as noun phrases and sentences.

Enters: the tree of a pattern's text. Leaves: phrases such as *two or more trios of consecutive
ranks with as many pairs*, and sentences that go with them. The kinds of groups and of changes are
two tables from class, or from what is changed, to a method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ddz.cards import Deck
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
    Shape,
    kind_of,
    read_pattern,
)
from ddz.sheet.catalogue import Catalogue
from ddz.sheet.words.cards import CardWords
from ddz.sheet.words.nouns import Noun, as_many, counted, form, noun, one_of

__all__ = ["Member", "PatternWords", "Reader"]

_NAMED_SIZES = 3
"""Up to how many cards of one rank there is a word for."""
_ONE = Range(1, 1)


@dataclass(frozen=True, slots=True)
class Member:
    """So many cards of one rank, as a part of something: how many, and of which ranks it may be."""

    size: int
    ranks: frozenset[str]


class Reader:
    """The patterns and bombs of a document as trees, and what a part of one is made of."""

    def __init__(self, document: Mapping[str, Any], deck: Deck) -> None:
        self.deck = deck
        self.lines = {name: str(line).split() for name, line in document.get("lines", {}).items()}
        bombs = document.get("bombs", {})
        self.bombs = frozenset(bombs)
        self.texts = {**document.get("patterns", {}), **bombs}
        self.trees: dict[str, Pattern] = {}

    def tree(self, name: str) -> Pattern:
        """The tree of a pattern or bomb."""
        if name not in self.trees:
            self.trees[name] = read_pattern(str(self.texts[name]))
        return self.trees[name]

    def member(self, name: str) -> Member:
        """What a pattern is as a part of another."""
        group = kind_of(self.tree(name))
        assert group is not None, "the compiler takes no other part"
        assert isinstance(group.base, Kind)
        amount = group.base.amount
        assert isinstance(amount, Range)
        size = amount.low
        without = {cards[0] for cards in group.without if len(cards) == size}
        return Member(size, self.allowed(group) - without)

    def allowed(self, group: Group) -> frozenset[str]:
        """The ranks that *but* and *from* leave."""
        ranks = frozenset(group.only) if group.only else frozenset(self.deck.ranks)
        return ranks - set(group.but)


class PatternWords:
    """Says patterns in a language."""

    def __init__(self, reader: Reader, say: Catalogue, cards: CardWords) -> None:
        self.reader, self.say, self.cards = reader, say, cards

    def sentences(self, pattern: Pattern) -> list[str]:
        """What a pattern is, in a few sentences; each shape with its own where they differ."""
        notes = [list(self._notes(shape)) for shape in pattern.shapes]
        if all(set(note) <= set(notes[0]) for note in notes[1:]):
            return [self._sentence("sentence", self.phrase(pattern)), *notes[0]]
        found: list[str] = []
        for at, shape in enumerate(pattern.shapes):
            key = "or_sentence" if at else "sentence"
            found += [self._sentence(key, self.shape(shape)), *notes[at]]
        return list(dict.fromkeys(found))

    def _sentence(self, key: str, words: str) -> str:
        return self.say.opening(f"pattern.pattern.{key}", words=words)

    def phrase(self, pattern: Pattern) -> str:
        """What a pattern is, as a noun with all that belongs to it."""
        return self.either([self.shape(shape) for shape in pattern.shapes])

    def either(self, words: list[str]) -> str:
        """Several things any of which will do, as a list of long parts."""
        if len(words) == 1:
            return words[0]
        first = self.say.say("pattern.pattern.between").join(words[:-1])
        return self.say.say("pattern.pattern.either", first=first, last=words[-1])

    def shape(self, shape: Shape) -> str:
        """What one shape is."""
        writer = _ShapeWords(self, shape)
        lead, *rest = (writer.group(at) for at in range(len(shape.groups)))
        if not rest:
            return lead
        return self.say.say("pattern.shape", lead=lead, rest=self.say.listed(rest))

    def _notes(self, shape: Shape) -> Iterator[str]:
        return _ShapeWords(self, shape).notes()

    def size(self, group: Group) -> int:
        """How many cards of one rank the group, or each part of it, is at least."""
        name = member_name(group)
        if name is not None:
            return self.reader.member(name).size
        amount = getattr(group.base, "amount", None)
        return amount.low if isinstance(amount, Range) else 1

    def part(self, size: int) -> Noun:
        """So many cards of one rank, as a noun."""
        return self._sized("several", size)

    def row_part(self, size: int) -> Noun:
        """The same, in a row."""
        return self._sized("row", size)

    def _sized(self, key: str, size: int) -> Noun:
        return noun(self.say, f"pattern.{key}.{size_key(size)}", size=size)


class _ShapeWords:
    """Says the groups of one shape: its own count is *as many* from the second time on."""

    def __init__(self, words: PatternWords, shape: Shape) -> None:
        self.words, self.shape = words, shape
        self.say, self.reader, self.cards = words.say, words.reader, words.cards

    # --- what each group is

    def group(self, at: int) -> str:
        """A group with what is changed about it."""
        group = self.shape.groups[at]
        words = _BASES[type(group.base)](self, at, group)
        place = "ending" if len(self.shape.groups) == 1 else "inside"
        for rule, ranks in self._limits(group):
            words = self.say.say(f"pattern.{rule}.{place}", what=words, ranks=ranks)
        told_apart = isinstance(group.base, Row) and not at
        if group.without and not told_apart:
            cards = self.say.listed(map(self.cards.cards, group.without), "or")
            words = self.say.say(f"pattern.without.{place}", what=words, cards=cards)
        return words

    def _limits(self, group: Group) -> Iterator[tuple[str, str]]:
        """Which ranks a group may not, or may only, be of, as far as it could be otherwise."""
        if self._spelled(group) is not None or isinstance(group.base, Mix | Exactly):
            return
        ranks = self.ranks(group)
        reach = [r for r in self.reader.deck.ranks if r in self._reach(group)]
        left_out = [rank for rank in reach if rank not in ranks]
        if left_out and len(left_out) * 2 <= len(reach):
            yield "but", self.cards.ranks(left_out)
        elif left_out:
            yield "from", self.cards.ranks(ranks & set(reach))

    def ranks(self, group: Group) -> frozenset[str]:
        """The ranks a group may be of."""
        allowed = self.reader.allowed(group)
        member = member_name(group)
        return allowed if member is None else allowed & self.reader.member(member).ranks

    def _reach(self, group: Group) -> frozenset[str]:
        """The ranks a group could be of if nothing were said about them."""
        if isinstance(group.base, Row):
            return frozenset(self.reader.lines[group.base.line])
        return frozenset(self.reader.deck.ranks)

    def _spelled(self, group: Group) -> list[str] | None:
        """The card sets of a fixed number of cards of one or two ranks."""
        ranks, amount = self.ranks(group), self._kind_amount(group)
        if amount is None or amount.low != amount.high or len(ranks) > 2:
            return None
        return [self.cards.so_many(r, amount.low) for r in self.reader.deck.ranks if r in ranks]

    def _kind_amount(self, group: Group) -> Range | None:
        if isinstance(group.base, Ref):
            return Range(self.words.size(group), self.words.size(group))
        amount = group.base.amount if isinstance(group.base, Kind) else None
        return amount if isinstance(amount, Range) else None

    def _kind(self, at: int, group: Group) -> str:
        spelled = self._spelled(group)
        if spelled is not None:
            return self.say.listed(spelled, "or")
        amount = self._kind_amount(group)
        if at and amount is not None and amount.low == amount.high:
            return self._one_wing(group, amount.low)
        if amount == _ONE:
            return self.say.say("pattern.kind.any")
        base = group.base
        assert isinstance(base, Kind | Ref)
        same = noun(self.say, "pattern.kind.same")
        return self._counted(at, amount or self._letter(base), same)

    def _letter(self, base: Kind | Ref) -> Amount:
        return base.amount if isinstance(base, Kind) else _ONE

    def _one_wing(self, group: Group, size: int) -> str:
        part = self.words.part(size)
        key = "any" if group.touch else "another"
        one = self.say.say(f"pattern.ref.{key}", part=part.one)
        return one_of(self.say, replace(part, one=one))

    def _several(self, at: int, group: Group) -> str:
        base = group.base
        assert isinstance(base, Several)
        if base.amount == _ONE:
            return self._one_wing(group, self.words.size(group))
        return self._counted(at, base.amount, self.words.part(self.words.size(group)))

    def _row(self, at: int, group: Group) -> str:
        base = group.base
        assert isinstance(base, Row)
        return self._counted(at, base.amount, self.words.row_part(self.words.size(group)))

    def _mix(self, at: int, group: Group) -> str:
        base = group.base
        assert isinstance(base, Mix)
        ranks = set(base.ranks)
        amount = base.amount
        if len(ranks) == 1 and isinstance(amount, Range) and amount.low == amount.high:
            return self.cards.so_many(base.ranks[0], amount.low)
        if ranks == self.reader.deck.jokers:
            count = self._counted(at, base.amount, noun(self.say, "pattern.mix.jokers"))
            return self.say.say("pattern.mix.any", count=count)
        count = self._counted(at, base.amount, noun(self.say, "pattern.mix.cards"))
        return self.say.say("pattern.mix.among", count=count, ranks=self.cards.ranks(ranks))

    def _exactly(self, at: int, group: Group) -> str:
        base = group.base
        assert isinstance(base, Exactly)
        return self.say.say("pattern.exactly", cards=self.cards.cards(base.cards))

    def _counted(self, at: int, amount: Amount, what: Noun) -> str:
        if isinstance(amount, Range):
            return counted(self.say, amount, what)
        before = self.shape.groups[:at]
        if any(isinstance(getattr(g.base, "amount", None), str) for g in before):
            return as_many(self.say, what)
        assert self.shape.range is not None, "the compiler takes no letter without a range"
        return counted(self.say, self.shape.range, what)

    # --- what is said about them

    def notes(self) -> Iterator[str]:
        """What goes with a shape in sentences of their own; each at most once."""
        yield from dict.fromkeys([*self._rows(), *self._wings(), *self._parts()])

    def _rows(self) -> Iterator[str]:
        told: set[str] = set()
        for group in self.shape.groups:
            if not isinstance(group.base, Row):
                continue
            line = self.reader.lines[group.base.line]
            key = "runs" if group.base.line in told or not told else "runs_too"
            told.add(group.base.line)
            yield self.say.say(f"pattern.row.{key}", line=self.cards.line(line))
            for rank in twice(line):
                key = "both_ends" if rank == line[0] == line[-1] else "twice"
                yield self.say.say(f"pattern.row.{key}", rank=self.cards.rank(rank))
            if group.repeat == 0:
                yield self.say.say("pattern.repeat.still")
            elif group.repeat > 1:
                yield self.say.say("pattern.repeat.still_up_to", n=group.repeat)

    def _wings(self) -> Iterator[str]:
        for group in self.shape.groups[1:]:
            if is_many(group):
                yield self._apart(group, self.words.part(self.words.size(group)))
            if group.not_both:
                first, second = (self.cards.rank(rank) for rank in group.not_both)
                yield self.say.opening("pattern.notboth", first=first, second=second)
            if group.beside is not None:
                size = self.reader.member(group.beside).size
                yield self.say.say("pattern.beside", size=size)

    def _parts(self) -> Iterator[str]:
        """Whether a rank may be in two parts, as far as nothing that was said tells."""
        wings = self.shape.groups[1:]
        touching = [at for at, group in enumerate(self.shape.groups) if group.touch]
        if touching and len(touching) < len(wings):
            for at in touching:
                yield self.say.opening("pattern.touch.one", part=self.group(at))
            yield self.say.say("pattern.group.parts_else")
        elif len(wings) > 1 or not self._tells_apart(wings):
            if touching:
                yield self.say.say("pattern.touch.parts")
            elif self._could_meet():
                yield self.say.say("pattern.group.parts")

    def _tells_apart(self, wings: tuple[Group, ...]) -> bool:
        """Whether the one wing's own words say how it goes with what leads: *of another rank*."""
        if not wings or is_many(wings[0]):
            return True
        return (
            isinstance(wings[0].base, Ref | Several)
            and self._spelled(wings[0]) is None
            and not wings[0].touch
        )

    def _could_meet(self) -> bool:
        """Whether two parts could be of one rank if nothing were said."""
        found: set[str] = set()
        for group in self.shape.groups:
            ranks = self._within(group)
            if found & ranks:
                return True
            found |= ranks
        return False

    def _within(self, group: Group) -> set[str]:
        """The ranks that the cards of a group may be of."""
        if isinstance(group.base, Exactly):
            return set(group.base.cards)
        if isinstance(group.base, Mix):
            return set(group.base.ranks)
        return set(self.ranks(group) & self._reach(group))

    def _apart(self, group: Group, part: Noun) -> str:
        own = "different" if group.repeat == 1 else "up_to" if group.repeat else "repeat"
        values = {"n": group.repeat} if own == "up_to" else {}
        words = self.say.say(f"pattern.group.{own}", unit=form(part), **values)
        lead = self.shape.groups[0].base
        one_rank = isinstance(lead, Kind | Ref)
        body = "row" if isinstance(lead, Row) else "set" if one_rank else "cards"
        place = "touch" if group.touch else "group.apart"
        joined = "and" if (own == "different") != group.touch else "but"
        rest = self.say.say(f"pattern.{place}.{body}")
        return self.say.say(f"pattern.group.{joined}", own=words, body=rest)


def is_many(group: Group) -> bool:
    """Whether a group is several wings, which need not be of one rank."""
    return isinstance(group.base, Several) and group.base.amount != _ONE


def size_key(size: int) -> str:
    """Under which key words for so many cards of a rank stand."""
    return str(size) if size <= _NAMED_SIZES else "more"


def member_name(group: Group) -> str | None:
    """The pattern a group is made of, if it is."""
    base = group.base
    return base.name if isinstance(base, Ref) else getattr(base, "member", None)


def twice(line: list[str]) -> list[str]:
    """The ranks that stand on a line more than once."""
    return [rank for rank in dict.fromkeys(line) if line.count(rank) > 1]


_BASES: dict[type, Callable[[_ShapeWords, int, Group], str]] = {
    Kind: _ShapeWords._kind,
    Ref: _ShapeWords._kind,
    Several: _ShapeWords._several,
    Row: _ShapeWords._row,
    Mix: _ShapeWords._mix,
    Exactly: _ShapeWords._exactly,
}
"""What says each kind of group."""
