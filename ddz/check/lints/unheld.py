"""What no hand is large enough for: patterns, bombs, and steps of the ladder."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ddz.check.lints.subject import Subject, warning
from ddz.compiled import Play
from ddz.diagnostics import Diagnostic
from ddz.pattern import Item, read_step

__all__ = ["unheld_patterns", "unheld_steps"]


def unheld_patterns(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ901: patterns and bombs whose smallest cards are more than a hand has."""
    variant, most = subject.variant, subject.reached.cards
    for name, (key, _) in {**variant.patterns, **variant.bombs}.items():
        least = _smallest(subject, name)
        if least is not None and len(least) > most:
            subject.dead.add(name)
            yield warning(
                "DDZ901",
                f"no hand can hold '{name}': the fewest cards it takes are {len(least)}, as in"
                f" {least}, and a hand has {most} at most",
                key.span,
                "take it out, or let it have fewer cards",
            )


def unheld_steps(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ905: parts of the ladder whose bombs are all more than a hand has."""
    most = subject.reached.cards
    for text in subject.variant.ladder:
        for item in read_step(text.text):
            bombs = _bombs_of(subject, item)
            if not bombs or any(len(bomb) <= most for bomb in bombs):
                continue
            if subject.dead.issuperset(bomb.pattern for bomb in bombs):
                continue
            least = min(bombs, key=len)
            words = text.text[item.start : item.end]
            yield warning(
                "DDZ905",
                f"no hand can hold '{words}': the fewest cards it takes are {len(least)}, as in"
                f" {least}, and a hand has {most} at most",
                text.part(item.start, item.end),
                "take the step out, or narrow the bomb",
            )


def _smallest(subject: Subject, name: str) -> Play | None:
    """A play of the fewest cards; None where the cards are all something else."""
    table = subject.rules.table
    found = [bomb for bomb in table.bombs if bomb.pattern == name]
    sizes = [size for pattern, size in table.groups if pattern == name]
    if sizes:
        group = table.groups[name, min(sizes)]
        found += group.plays[:1]
        for flight in group.flights[:1]:
            found += islice(flight.plays(table.deck.full), 1)
    return min(found, key=len) if found else None


def _bombs_of(subject: Subject, item: Item) -> list[Play]:
    bombs = subject.rules.table.bombs
    if item.cards is not None:
        tally = subject.rules.deck.tally(str(item.cards))
        return [bomb for bomb in bombs if bomb.tally == tally]
    return [
        bomb
        for bomb in bombs
        if bomb.pattern == item.name and (item.sizes is None or len(bomb) in item.sizes)
    ]
