"""Many cards in few words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ddz.compiled import Play

__all__ = ["bombs_in_short", "leads_in_short"]

MOST = 6
"""How many cards are written out."""
LONG = 12
"""Of more leading cards than this the first and the last stand for all."""


def leads_in_short(kinds: Sequence[Sequence[str]], places: Sequence[int]) -> str:
    """Leading cards, given by their places in an order: runs of it from the first to the last."""
    parts: list[str] = []
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    for run in runs:
        leads = [_lead(lead) for place in run for lead in kinds[place]]
        if len(leads) > 3:
            parts.append(f"{leads[0]} … {leads[-1]}")
        else:
            parts += leads
    return _listed(parts)


def _lead(cards: str) -> str:
    """Leading cards, of a long row its ends: ``222..999``."""
    if len(cards) <= LONG:
        return cards
    first, last = (cards[: cards.count(cards[0])], cards[-cards.count(cards[-1]) :])
    return f"{first}..{last}"


def bombs_in_short(bombs: Sequence[Play], places: Sequence[int]) -> str:
    """Bombs, given by their places in a list: by name and number of cards where those are all of
    them, else by their cards."""
    chosen = set(places)
    classes: dict[tuple[str, int], list[int]] = defaultdict(list)
    for at, bomb in enumerate(bombs):
        classes[bomb.pattern, len(bomb)].append(at)
    sizes: dict[str, list[int]] = defaultdict(list)
    single: list[str] = []
    for (name, size), members in classes.items():
        if len(members) > 1 and chosen.issuperset(members):
            sizes[name].append(size)
            chosen.difference_update(members)
    single = [bombs[at].deck.text(bombs[at].tally) for at in places if at in chosen]
    return _listed([*(text for name in sizes for text in _ranges(name, sizes[name])), *single])


def _ranges(name: str, sizes: list[int]) -> list[str]:
    """``bomb 5..8`` for sizes that follow each other."""
    runs: list[list[int]] = []
    for size in sorted(sizes):
        if runs and runs[-1][-1] == size - 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return [f"{name} {r[0]}" if len(r) == 1 else f"{name} {r[0]}..{r[-1]}" for r in runs]


def _listed(parts: Sequence[str]) -> str:
    if len(parts) <= MOST:
        return ", ".join(parts)
    return f"{', '.join(parts[: MOST - 1])}, … ({len(parts)})"
