"""Patterns and bombs whose cards are always something else, and cards that two patterns read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ddz.cards import CardsError
from ddz.check.lints.subject import GaveUpError, Subject, warning
from ddz.compiled import Play
from ddz.diagnostics import Diagnostic
from ddz.pattern.tree import Pattern, Ref, Row, Several
from ddz.plays.counts import count_leads
from ddz.source import Scalar

__all__ = ["ambiguous_patterns", "hidden_bombs", "hidden_patterns"]

SAMPLES = 2_000
"""How many of a pattern's card sets are looked at one by one before they are counted together."""
COUNTED = 300
"""With more heads with wings than this they are not counted."""
MEETINGS = 200
"""How many of the card sets of each head with wings are looked at for a second reading."""


def hidden_patterns(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ902: patterns whose cards are all read as bombs, or as patterns above them. A pattern that
    others are made of is needed all the same."""
    parts = _parts(subject)
    for name, (key, _) in subject.variant.patterns.items():
        if name in subject.dead or name in parts:
            continue
        other = _what_hides(subject, name)
        if other is None:
            continue
        subject.dead.add(name)
        place, hider = key.span, subject.rules.spans[other.pattern]
        cards = subject.rules.deck.text(other.tally)
        sentence = f"no cards are ever '{name}': {cards} is {other.pattern}, and so with all others"
        hint = f"put '{name}' above '{other.pattern}', or take it out"
        if not subject.is_ordered(name, other.pattern):
            hint = (
                f"take it out, or write '{other.pattern}' anew without such cards: what a base"
                " has stays above"
            )
        if other.reading.is_bomb:
            hint = "cards that fit a bomb are that bomb and nothing else: take it out"
        if not subject.is_own(place) and subject.is_own(hider):
            place, hider = hider, place
            hint = f"narrow '{other.pattern}', or take '{name}' out with 'null'"
        yield warning("DDZ902", sentence, place, hint, (("the other one", hider),))


def hidden_bombs(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ904: bombs whose cards are all of bombs above them."""
    table = subject.rules.table
    for name, (key, _) in subject.variant.bombs.items():
        if any(bomb.pattern == name for bomb in table.bombs):
            continue
        tally = min(
            subject.heads(subject.tree(name), table.deck), key=lambda head: head.cards
        ).tally
        bomb = table.readings(tally)[0]
        subject.dead.add(name)
        yield warning(
            "DDZ904",
            f"the bomb '{name}' can never be played: {table.deck.text(tally)} is {bomb.pattern},"
            " and so with all its cards",
            key.span,
            f"put '{name}' above '{bomb.pattern}', or take it out",
            (("the other one", subject.rules.spans[bomb.pattern]),),
        )


def ambiguous_patterns(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ903: cards that two patterns read where the order of the file decides which, and no
    example says which it shall be."""
    table = subject.rules.table
    if subject.rules.bound_by != "best" or not table.several:
        return
    meant = _meant(subject)
    told: set[str] = set()
    for tally in _read_twice(subject):
        subject.budget.spend()
        first, *others = table.readings(tally)
        for other in others:
            name = other.pattern
            if frozenset((first.pattern, name)) in meant or name in told | subject.dead:
                continue
            told.add(name)
            place, above = (subject.rules.spans[each] for each in (name, first.pattern))
            if not subject.is_own(place):
                place, above = above, place
            cards = table.deck.text(tally)
            hint = f"say so in an example, '{cards} is {first.pattern}'"
            if subject.is_ordered(name, first.pattern):
                hint += f", or put '{name}' above it"
            yield warning(
                "DDZ903",
                f"{cards} could be '{name}' and is {first.pattern}, which stands above it",
                place,
                hint,
                (("the other one", above),),
            )


def _what_hides(subject: Subject, name: str) -> Play | None:
    """The first reading of some cards of the pattern, where all its cards are something else."""
    table = subject.rules.table
    hider: Play | None = None
    count = 0
    for play in islice(subject.holdable(name), SAMPLES):
        subject.budget.spend()
        count += 1
        first = table.readings(play.tally)[0]
        if first.pattern == name or (
            not first.reading.is_bomb and subject.rules.bound_by != "best"
        ):
            return None
        hider = hider or first
    if count == SAMPLES:
        if sum(map(len, table.recogniser.flights.values())) > COUNTED:
            raise GaveUpError
        subject.budget.spend(SAMPLES)
        found = count_leads(table, table.deck.full, subject.reached.cards)
        if any(reading.pattern == name for reading in found):
            return None
    if hider is None:  # all of it stands on the ladder under another name
        heads = [h for h in subject.heads(subject.tree(name), table.deck) if not h.wings]
        found_as = [table.readings(head.tally) for head in sorted(heads, key=lambda h: h.cards)]
        return next((readings[0] for readings in found_as if readings), None)
    return hider


def _parts(subject: Subject) -> set[str]:
    """The patterns that others are made of."""
    texts = {**subject.variant.patterns, **subject.variant.bombs}
    return {part for name in texts for part in _parts_of(subject.tree(name))}


def _parts_of(tree: Pattern) -> Iterator[str]:
    for shape in tree.shapes:
        for group in shape.groups:
            if isinstance(group.base, Row | Several):
                yield str(group.base.member)
            elif isinstance(group.base, Ref):
                yield str(group.base.name)
            if group.beside is not None:
                yield str(group.beside)


def _read_twice(subject: Subject) -> Iterator[int]:
    """Cards that two patterns may read, as far as they are looked for; the fewest cards first."""
    table, most = subject.rules.table, subject.reached.cards
    deck, recogniser = table.deck, table.recogniser
    found = [tally for tally, plays in recogniser.exact.items() if len(plays) > 1]
    found += [tally for tallies in recogniser.fixed.values() for tally in tallies]
    for flights in recogniser.flights.values():
        patterns = {flight.reading.pattern for flight in flights}
        for flight in flights if len(patterns) > 1 else ():
            if flight.twofold:
                plays = islice(flight.plays(deck.full), MEETINGS)
                for play in plays:
                    subject.budget.spend()
                    found.append(play.tally)
    for tally in sorted(dict.fromkeys(found), key=lambda tally: (deck.total(tally), tally)):
        if deck.total(tally) <= most and len(table.readings(tally)) > 1:
            yield tally


_WORD = re.compile(r"[^\s<|]+")


def _meant(subject: Subject) -> set[frozenset[str]]:
    """The pairs of patterns that read the same cards in some example."""
    table = subject.rules.table
    found: set[frozenset[str]] = set()
    texts = [each.text for each in subject.variant.examples if isinstance(each, Scalar)]
    for text in texts:
        for word in _WORD.findall(text):
            try:
                readings = table.readings(table.deck.tally(word))
            except CardsError:
                continue
            names = [play.pattern for play in readings]
            found |= {frozenset((one, other)) for one in names for other in names}
    return found
