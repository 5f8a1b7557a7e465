"""The table that recognises, compares and generates plays.

One compiled form serves all readers: a pattern is its heads (see `ddz.pattern`), grouped by pattern
and number of cards and sorted by key. `ddz.plays.recogniser` says what cards are, this module
lists what a hand can play, `ddz.plays.counts` counts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from ddz.cards import Deck
from ddz.pattern import Head
from ddz.plays.flights import Flight, Store
from ddz.plays.reading import Play, Reading
from ddz.plays.recogniser import Recogniser
from ddz.plays.shelves import (
    NEVER,
    TOP,
    Group,
    Segment,
    Shelf,
    segments,
    shelf_of_flights,
    shelf_of_plays,
)

__all__ = ["Heads", "Ladder", "PlayTable"]

Ladder = dict[int, tuple[int, int]]
"""Where each bomb stands: its tally, to its step (weakest 0) and its place on the step."""

Heads = Sequence[tuple[str, Sequence[Head]]]
"""Patterns in file order, each with its heads."""


class PlayTable:
    """Everything one deck's patterns can play.

    Enters: the deck, the heads of each pattern and of each bomb, and the ladder.
    """

    def __init__(self, deck: Deck, patterns: Heads, bombs: Heads, ladder: Ladder) -> None:
        self.deck = deck
        self.pattern_names = [name for name, _ in patterns]
        self.bomb_names = [name for name, _ in bombs]
        self.bombs = self._place_bombs(bombs, ladder)
        bomb_of = {bomb.tally: bomb for bomb in self.bombs}
        self.groups = self._place_patterns(patterns, bomb_of)
        self.recogniser = Recogniser(deck, self.groups, bomb_of)
        self._no_group = Group()

    def _place_bombs(self, bombs: Heads, ladder: Ladder) -> list[Play]:
        alternatives: dict[tuple[int, int, str, int], int] = {}
        placed: dict[int, Play] = {}
        for name, heads in bombs:
            for head in heads:
                if head.tally in placed:
                    continue
                step, item = ladder[head.tally]
                group = alternatives.setdefault((step, item, name, head.shape), len(alternatives))
                reading = Reading(name, head.cards, head.key, step, group)
                placed[head.tally] = Play(self.deck, head.tally, reading, head)
        return sorted(placed.values(), key=_bomb_order)

    def _place_patterns(
        self, patterns: Heads, bombs: dict[int, Play]
    ) -> dict[tuple[str, int], Group]:
        groups: dict[tuple[str, int], Group] = {}
        store = Store()
        for name, heads in patterns:
            best: dict[int, Play] = {}
            for head in sorted(heads, key=lambda h: (h.cards, h.key, h.shape, h.tally)):
                if not head.wings and head.tally in bombs:
                    continue
                group = groups.setdefault((name, head.cards), Group())
                reading = Reading(name, head.cards, head.key)
                if head.wings:
                    group.flights.append(Flight(self.deck, head, reading, store))
                    continue
                lower = best.get(head.tally)
                if lower is not None:  # a lower reading of the same cards (G5)
                    group.plays.remove(lower)
                    if lower.reading != reading:
                        group.lower.append(lower)
                best[head.tally] = Play(self.deck, head.tally, reading, head)
                group.plays.append(best[head.tally])
        return groups

    # --- what a game needs, worked out when it is first asked for

    @cached_property
    def _ready(self) -> bool:
        """Mark what can be read in several ways."""
        self.recogniser.tell_flights()
        twice = {tally for tallies in self.recogniser.fixed.values() for tally in tallies}
        for (name, _), group in self.groups.items():
            group.best = [
                play
                for play in group.plays
                if play.tally not in twice
                or next(r for r in self.readings(play.tally) if r.pattern == name) is play
            ]
        return True

    @cached_property
    def leading(self) -> list[Segment]:
        """The leads in order: patterns as the file lists them, by number of cards and key, each
        fixed play where it is the first reading of its cards."""
        assert self._ready
        exact = self.recogniser.exact
        twice = {tally for tallies in self.recogniser.fixed.values() for tally in tallies}
        return segments(
            self.deck,
            [
                (
                    [
                        play
                        for play in group.best
                        if exact[play.tally][0] is play
                        and (play.tally not in twice or self.readings(play.tally)[0] is play)
                    ],
                    group.flights,
                )
                for group in self.groups.values()
            ],
        )

    @cached_property
    def _choices(self) -> list[Segment]:
        """The same with every reading of every card set."""
        assert self._ready
        return segments(
            self.deck,
            [(self._told(g.plays + g.lower), g.flights) for g in self.groups.values()],
        )

    def _told(self, plays: list[Play]) -> list[Play]:
        """Fixed plays by key; those whose cards can be read in several ways say how."""
        return [
            play if len(self.recogniser.every(play.tally)) == 1 else play.telling()
            for play in sorted(plays, key=lambda play: play.reading.key)
        ]

    @cached_property
    def _wide_flights(self) -> Shelf[Flight]:
        """The flights that may have very many wings."""
        flights = (flight for group in self.groups.values() for flight in group.flights)
        return shelf_of_flights(self.deck, [flight for flight in flights if flight.wide])

    @cached_property
    def _most_needed(self) -> int:
        """How many cards of a rank make any more a matter of bombs alone."""
        needs = (shelf.need for segment in self.leading for shelf in segment)
        return max((need for need in needs if need < NEVER), default=1)

    @cached_property
    def _wide(self) -> bool:
        return bool(self._wide_flights.items)

    @cached_property
    def bomb_shelf(self) -> Shelf[Play]:
        """The bombs, weakest first."""
        return shelf_of_plays(self.deck, self.bombs)

    def ranks_played(self) -> frozenset[int]:
        """The ranks that some play has cards of."""
        heads = [play.head for group in self.groups.values() for play in group.plays]
        heads += [flight.head for group in self.groups.values() for flight in group.flights]
        heads += [bomb.head for bomb in self.bombs]
        wings = (rank for head in heads for wing in head.wings for rank in wing.ranks)
        return frozenset(rank for head in heads for rank in head.ranks) | frozenset(wings)

    def readings_of(self, name: str) -> set[Reading]:
        """Every reading a pattern or bomb has."""
        found = {bomb.reading for bomb in self.bombs if bomb.pattern == name}
        for (pattern, _), group in self.groups.items():
            if pattern == name:
                found |= {play.reading for play in group.plays + group.lower}
                found |= {flight.reading for flight in group.flights}
        return found

    # --- recognising

    def every_reading(self, tally: int) -> list[Play]:
        """All readings of the cards, as plays: a bomb alone, else by file order and from the
        highest key down; one for each pattern and key."""
        return self.recogniser.every(tally)

    def readings(self, tally: int) -> list[Play]:
        """The readings of the cards, each pattern with its highest key (G5)."""
        found = self.recogniser.every(tally)
        if len(found) < 2:
            return found
        return [p for at, p in enumerate(found) if not at or found[at - 1].pattern != p.pattern]

    def classify(self, tally: int) -> Play | None:
        """The first of `readings`, or None."""
        found = self.recogniser.every(tally)
        return found[0] if found else None

    def said(self, readings: list[Play], words: str, pattern: str) -> list[Play]:
        """The readings that are meant where a pattern is said: of several with different keys, the
        one whose leading group is written first, as in ``444555+333``."""
        if not pattern:
            return readings
        found = [play for play in readings if play.pattern == pattern]
        if len(found) > 1 and "+" in words:
            leading = self.deck.tally(words.partition("+")[0])
            found = [p for p in found if self.deck.tally_of(p.head.parts[0]) == leading]
        return found

    def answer(self, tally: int, held: Sequence[Reading]) -> Play | None:
        """The first reading of the cards that beats one of `held`, or None."""
        for play in self.readings(tally):
            for reading in held:
                if play.reading.beats(reading):
                    return play
        return None

    def bound(self, play: Play, bound_by: str) -> tuple[Reading, ...]:
        """What an answer to a play must beat one of: the play's own reading if it was the player's
        choice (``chosen``), else its cards' first (``best``), or the lowest by each pattern
        (``any``)."""
        reading = play.reading
        if bound_by == "chosen" or reading.step >= 0 or not self.several:
            return (reading,)
        if bound_by == "best":
            return (self.recogniser.first(play.tally) or reading,)
        lowest = {each.pattern: each.reading for each in self.recogniser.every(play.tally)}
        return tuple(lowest.values())

    @cached_property
    def several(self) -> bool:
        """Whether some cards can be read by more than one pattern, or with more than one key."""
        assert self._ready
        groups = self.groups.values()
        return (
            any(group.lower for group in groups)
            or any(len(plays) > 1 for plays in self.recogniser.exact.values())
            or any(flight.twofold for group in groups for flight in group.flights)
        )

    # --- generating

    def leads(self, hand: int, *, every: bool = False) -> Iterator[Play]:
        """Every play of the hand, one for each different card set (`every`: one for each reading):
        in file order, then bombs."""
        return chain.from_iterable(self._lead_parts(hand, every))

    def answers(self, hand: int, *held: Reading, every: bool = False) -> Iterator[Play]:
        """Every play of the hand that beats one of `held`, one for each different card set
        (`every`: one for each reading), by key, then bombs."""
        if len(held) == 1:
            return chain.from_iterable(self._answer_parts(hand, held[0], every))
        return self._answers_to_any(hand, held) if held else iter(())

    def _answers_to_any(self, hand: int, held: Sequence[Reading]) -> Iterator[Play]:
        """The same over several readings, each card set by the first that it beats."""
        for at, reading in enumerate(held):
            for play in self.answers(hand, reading):
                if play.reading.is_bomb:
                    break
                if self.answer(play.tally, held[:at]) is None:
                    yield play
        yield from self.bomb_shelf.of(hand)

    def is_wide(self, hand: int) -> bool:
        """Whether the hand may have far too many plays for a list."""
        return self._wide and bool(self._wide_flights.of(hand))

    def add_leads(self, found: list[Any], hand: int, every: bool) -> bool:
        """Put what `leads` has into a list; False where there may be far too much for one."""
        if self.is_wide(hand):
            return False
        deck = self.deck
        most = 1
        while most < self._most_needed and deck.at_least(hand, most + 1):
            most += 1
        for shelf, flights in self._choices if every else self.leading:
            if shelf.need <= most:
                part = (hand + shelf.add) & shelf.mask
                found += shelf.held[hand & (part - (part >> TOP)) if shelf.several else part]
            if flights.need <= most:
                for flight in flights.of(hand):
                    if flight.twofold:
                        found += self._flown(hand, flight, every, lead=True)
                    else:
                        found += flight.plays(hand)
        found += self.bomb_shelf.of(hand)
        return True

    def add_answers(self, found: list[Any], hand: int, held: Reading, every: bool) -> bool:
        """Put what `answers` has into a list; False where there may be far too much for one."""
        shelf = self.bomb_shelf
        part = (hand + shelf.add) & shelf.mask
        bombs = shelf.held[hand & (part - (part >> TOP)) if shelf.several else part]
        if held.step >= 0:
            found += [bomb for bomb in bombs if bomb.reading.beats(held)]
            return True
        shelf, flights = self._answering(held, every)
        key = held.key
        part = (hand + shelf.add) & shelf.mask
        found += [
            play
            for play in shelf.held[hand & (part - (part >> TOP)) if shelf.several else part]
            if play.reading.key > key
        ]
        if flights.need < NEVER:
            for flight in flights.of(hand):
                if flight.reading.key > key:
                    if flight.wide:
                        return False
                    found += self._flown(hand, flight, every, lead=False)
        found += bombs
        return True

    def above(
        self, hand: int, held: Reading, every: bool = False
    ) -> tuple[list[Play], list[Flight]]:
        """What the hand holds that beats a reading of its group: the fixed plays, the flights."""
        shelf, flights = self._answering(held, every)
        return (
            [play for play in shelf.of(hand) if play.reading.key > held.key],
            [flight for flight in flights.of(hand) if flight.reading.key > held.key],
        )

    def _answering(self, held: Reading, every: bool) -> Segment:
        """What can answer a reading."""
        group = self.groups.get((held.pattern, held.length), self._no_group)
        found = group.answering.get(every)
        return self._find_answering(group, every) if found is None else found

    def _find_answering(self, group: Group, every: bool) -> Segment:
        assert self._ready
        fixed = self._told(group.plays + group.lower) if every else group.best
        answering = shelf_of_plays(self.deck, fixed), shelf_of_flights(self.deck, group.flights)
        group.answering[every] = answering
        return answering

    def held_bombs(self, hand: int) -> list[Play]:
        """The bombs in the hand, weakest first."""
        return list(self.bomb_shelf.of(hand))

    def _lead_parts(self, hand: int, every: bool) -> Iterator[Iterable[Play]]:
        for shelf, flights in self._choices if every else self.leading:
            yield shelf.of(hand)
            for flight in flights.of(hand):
                yield self._flown(hand, flight, every, lead=True)
        yield self.bomb_shelf.of(hand)

    def _answer_parts(self, hand: int, held: Reading, every: bool) -> Iterator[Iterable[Play]]:
        if held.step >= 0:
            yield [bomb for bomb in self.held_bombs(hand) if bomb.reading.beats(held)]
            return
        plays, flights = self.above(hand, held, every)
        yield plays
        for flight in flights:
            yield self._flown(hand, flight, every, lead=False)
        yield self.bomb_shelf.of(hand)

    def _flown(self, hand: int, flight: Flight, every: bool, *, lead: bool) -> Iterable[Play]:
        """The plays of a flight from the hand, without those that count as something else."""
        if not flight.twofold:
            return flight.plays(hand)
        if every:
            return self._every_flown(flight.plays(hand), flight)
        if flight.wide and flight.alike:
            found = self.recogniser.first_flown(hand, flight, lead=lead)
            return (flight.made[tally - flight.tally] for tally in found)
        test = self.recogniser.leads_as if lead else self.recogniser.best_as
        return (play for play in flight.plays(hand) if test(play.tally, flight))

    def _every_flown(self, plays: Iterable[Play], flight: Flight) -> Iterator[Play]:
        """The same in every reading; those whose cards can be read in several ways say how."""
        for play in plays:
            found = self.recogniser.every(play.tally)
            if any(other.head is flight.head for other in found):
                yield play if len(found) == 1 else play.telling()


def _bomb_order(bomb: Play) -> tuple[int, int, int, int, int]:
    reading = bomb.reading
    return reading.step, reading.alternative, reading.length, reading.key, bomb.tally
