"""Differences, and what the file of explained ones says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.peers.peer import RANKS, Peer, cards_of

__all__ = ["Difference", "Explained", "Explanation"]

FILE = Path(__file__).with_name("explained.yaml")


@dataclass(frozen=True)
class Difference:
    """A play that one side offers and the other does not. `held` is None for a lead."""

    engine: str
    offered_by: str
    play: str
    hand: str
    held: str | None = None

    def __str__(self) -> str:
        """For people."""
        over = f" over {self.held}" if self.held else ""
        return f"{self.engine}: only {self.offered_by} offers {self.play} from {self.hand}{over}"


def chain_lowest_rank_held_four_times(difference: Difference, peer: Peer) -> bool:
    """A chain without wings whose lowest rank the hand has four times, which only we offer."""
    _, _, pattern = difference.play.partition(" as ")
    lowest = cards_of(difference.play)[0]
    return (
        difference.offered_by == "ddz"
        and pattern in ("solo_chain", "pair_chain", "trio_chain")
        and difference.hand.count(lowest) == 4
    )


def bomb_over_rocket(difference: Difference, peer: Peer) -> bool:
    """A bomb that only the engine offers over a rocket."""
    return (
        difference.offered_by == difference.engine
        and difference.held is not None
        and cards_of(difference.held) == "BR"
        and difference.play.endswith(" as bomb")
    )


def refused_by_its_own_detector(difference: Difference, peer: Any) -> bool:
    """A play that only the engine offers, and whose cards its own detector knows no type for."""
    return difference.offered_by == difference.engine and peer.refuses(difference.play)


def trio_of_wings_taken_for_the_key(difference: Difference, peer: Peer) -> bool:
    """An answer among chains of three trios with a wing each, where the wings of the answer or of
    what is held are a trio themselves, and comparing the highest trios gives the engine's opinion.
    """
    if difference.held is None:
        return False
    sides = [Counter(cards_of(text)) for text in (difference.play, difference.held)]
    trios = [[rank for rank in RANKS if side[rank] == 3] for side in sides]
    if any(side.total() != 12 for side in sides) or not all(len(found) >= 3 for found in trios):
        return False
    play, held = (RANKS.index(found[-1]) for found in trios)
    return max(map(len, trios)) == 4 and (play > held) == (difference.offered_by != "ddz")


PREDICATES: dict[str, Callable[[Difference, Any], bool]] = {
    predicate.__name__: predicate
    for predicate in (
        bomb_over_rocket,
        chain_lowest_rank_held_four_times,
        refused_by_its_own_detector,
        trio_of_wings_taken_for_the_key,
    )
}


@dataclass
class Explanation:
    """One line of the file, and how many differences it has covered."""

    engine: str
    predicate: str
    reason: str
    used: int = 0


@dataclass
class Explained:
    """The file's explanations of one engine's differences."""

    peer: Peer
    entries: list[Explanation] = field(default_factory=list)

    @classmethod
    def of(cls, peer: Peer) -> Explained:
        """Read the file. ValueError where an entry names no predicate there is."""
        entries = [Explanation(**entry) for entry in yaml.safe_load(FILE.read_text("utf-8"))]
        for entry in entries:
            if entry.predicate not in PREDICATES:
                raise ValueError(f"{FILE.name}: there is no predicate {entry.predicate}")
        return cls(peer, [entry for entry in entries if entry.engine == peer.name])

    def covers(self, difference: Difference) -> bool:
        """Whether some entry explains the difference; the first that does counts it."""
        for entry in self.entries:
            if PREDICATES[entry.predicate](difference, self.peer):
                entry.used += 1
                return True
        return False

    @property
    def idle(self) -> list[str]:
        """The predicates that have covered nothing."""
        return [entry.predicate for entry in self.entries if not entry.used]
