"""The classic game for three by the book, slow and obvious, and three programs' readings of it.

Twice over, like `tests.slow`: `readings` says all that given cards are, `make` lists what a hand
can play, and neither asks the other. The programs differ only in which single cards may ride on a
chain of trios or on four of a rank, and in whether anything may ride on four.

>>> [(r.pattern, RANKS[r.key]) for r in CLASSIC.readings("333444555678")]
[('trio_solo_chain', '3')]
>>> [(r.pattern, RANKS[r.key]) for r in OPENSPIEL.readings("333444555666")]
[('trio_chain', '3'), ('trio_solo_chain', '4'), ('trio_solo_chain', '3')]
>>> sorted(CLASSIC.plays("3BR"))
['3', 'B', 'BR', 'R']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from tests.slow import JOKERS, RANKS, written

__all__ = ["CLASSIC", "DOUZERO", "FAMILY", "OPENSPIEL", "RLCARD", "Classic", "Said"]

LINE = "3456789TJQKA"  # the ranks of a chain; neither 2 nor jokers
SUITED = "3456789TJQKA2"


@dataclass(frozen=True)
class Said:
    """One reading of cards; the key is the place in `RANKS` of the lowest leading rank."""

    pattern: str
    cards: str
    key: int

    def place(self) -> tuple[bool, int]:
        """Where it stands among several readings: bare trios first, then the highest key."""
        return self.pattern != "trio_chain", -self.key


@dataclass(frozen=True)
class Classic:
    """The classic game, with the few questions on which its players differ."""

    name: str
    same: tuple[int, ...] = (0, 0, 1, 1, 1, 1)  # most single wings of one rank, by trios
    both_jokers: bool = False  # whether both jokers may ride together
    touching: bool = True  # whether three equal wings may lie beside the chain they ride on
    four_two: bool = True  # whether anything rides on four of a rank
    four_same: int = 1  # most single wings of one rank on four

    most = 20  # 17 cards and the kitty's three

    @property
    def deck(self) -> str:
        """All the cards."""
        return "".join(rank * 4 for rank in SUITED) + JOKERS

    # --- reading cards

    def readings(self, cards: str) -> list[Said]:
        """All that the cards are, the first one first."""
        counts = Counter(cards)
        cards = written(cards)
        if counts == Counter(JOKERS):
            return [Said("rocket", cards, RANKS.index("R"))]
        if len(cards) == 4 and len(counts) == 1:
            return [Said("bomb", cards, RANKS.index(cards[0]))]
        found = [*self._read_bare(cards, counts), *self._read_led(cards, counts)]
        return sorted(found, key=Said.place)

    def read(self, cards: str) -> Said | None:
        """What the cards are in the first place, or None."""
        return next(iter(self.readings(cards)), None)

    def _read_bare(self, cards: str, counts: Counter[str]) -> Iterator[Said]:
        each = set(counts.values())
        if len(each) != 1:
            return
        (times,) = each
        ranks = written(counts)
        key = RANKS.index(ranks[0])
        if len(ranks) == 1 and times <= 3:
            yield Said(("solo", "pair", "trio")[times - 1], cards, key)
        least = {1: 5, 2: 3, 3: 2}.get(times)
        if least is not None and len(ranks) >= least and ranks in LINE:
            yield Said(("solo", "pair", "trio")[times - 1] + "_chain", cards, key)

    def _read_led(self, cards: str, counts: Counter[str]) -> Iterator[Said]:
        """What leads with trios or with four of a rank and carries the rest."""
        trios = written(rank for rank in counts if counts[rank] == 3)
        for first in range(len(trios)):
            for last in range(first, len(trios)):
                body = trios[first : last + 1]
                n = len(body)
                if n > 1 and body not in LINE:
                    continue
                rest = Counter(cards) - Counter(body * 3)
                chain = "" if n == 1 else "_chain"
                key = RANKS.index(body[0])
                if n == 1 and rest.total() == 1:
                    yield Said("trio_solo", cards, key)
                if n > 1 and rest.total() == n and self._may_ride(body, rest):
                    yield Said("trio_solo_chain", cards, key)
                if rest.total() == 2 * n and self._are_pairs(rest):
                    yield Said("trio_pair" + chain, cards, key)
        for four in counts:
            if counts[four] == 4 and self.four_two:
                rest = Counter(cards) - Counter(four * 4)
                key = RANKS.index(four)
                if rest.total() == 2 and self._may_ride_on_four(rest):
                    yield Said("four_two_solo", cards, key)
                if rest.total() == 4 and self._are_pairs(rest):
                    yield Said("four_two_pair", cards, key)

    def _may_ride(self, body: str, rest: Counter[str]) -> bool:
        """Whether single cards may ride on a chain of trios; none is of the chain's ranks."""
        if max(rest.values()) > self.same[len(body)]:
            return False
        if set(JOKERS) <= set(rest) and not self.both_jokers:
            return False
        beside = [three for three in rest if rest[three] == 3 and self._lies_beside(three, body)]
        return self.touching or not beside

    @staticmethod
    def _lies_beside(rank: str, body: str) -> bool:
        return rank + body in LINE or body + rank in LINE

    def _may_ride_on_four(self, rest: Counter[str]) -> bool:
        if set(rest) == set(JOKERS):
            return self.both_jokers
        return max(rest.values()) <= self.four_same

    @staticmethod
    def _are_pairs(rest: Counter[str]) -> bool:
        return all(n == 2 for n in rest.values())

    def beats(self, challenger: Said, held: Said) -> bool:
        """Whether one reading beats another: like for like, or a bomb, or the rocket."""
        if challenger.pattern == "rocket":
            return held.pattern != "rocket"
        if challenger.pattern == "bomb" and held.pattern not in ("bomb", "rocket"):
            return True
        same = challenger.pattern == held.pattern and len(challenger.cards) == len(held.cards)
        return same and challenger.key > held.key

    # --- listing plays

    def make(self, hand: str) -> Iterator[tuple[str, str, int]]:
        """Every play of a hand as pattern, cards and key; no reading of cards comes twice."""
        has = Counter(hand)
        ranks = [rank for rank in RANKS if has[rank]]
        for rank in ranks:
            key = RANKS.index(rank)
            yield "solo", rank, key
            if has[rank] >= 2:
                yield "pair", rank * 2, key
            if has[rank] >= 3:
                yield "trio", rank * 3, key
                others = [other for other in ranks if other != rank]
                for other in others:
                    yield "trio_solo", rank * 3 + other, key
                    if has[other] >= 2:
                        yield "trio_pair", rank * 3 + other * 2, key
            if has[rank] == 4:
                yield "bomb", rank * 4, key
                if self.four_two:
                    yield from self._make_four_two(rank, has)
        if has["B"] and has["R"]:
            yield "rocket", "BR", RANKS.index("R")
        for start in range(len(LINE)):
            for end in range(start + 2, len(LINE) + 1):
                yield from self._make_chains(LINE[start:end], start, has)

    def _make_chains(self, row: str, key: int, has: Counter[str]) -> Iterator[tuple[str, str, int]]:
        held = min(has[rank] for rank in row)
        n = len(row)
        if held >= 1 and n >= 5:
            yield "solo_chain", row, key
        if held >= 2 and n >= 3:
            yield "pair_chain", row * 2, key
        if held < 3:
            return
        yield "trio_chain", row * 3, key
        others = [rank for rank in RANKS if has[rank] and rank not in row]
        if 4 * n <= self.most:
            for wings in combinations_with_replacement(others, n):
                if self._fits_on(row, wings, has):
                    yield "trio_solo_chain", row * 3 + "".join(wings), key
        if 5 * n <= self.most:
            for pairs in combinations([rank for rank in others if has[rank] >= 2], n):
                yield "trio_pair_chain", row * 3 + "".join(pairs) * 2, key

    def _fits_on(self, row: str, wings: tuple[str, ...], has: Counter[str]) -> bool:
        start = LINE.index(row)
        neighbours = LINE[max(0, start - 1) : start + len(row) + 1]
        for rank in wings:
            number = wings.count(rank)
            if number > has[rank] or number > self.same[len(row)]:
                return False
            if number == 3 and rank in neighbours and not self.touching:
                return False
        return self.both_jokers or not ("B" in wings and "R" in wings)

    def _make_four_two(self, four: str, has: Counter[str]) -> Iterator[tuple[str, str, int]]:
        key = RANKS.index(four)
        others = [rank for rank in RANKS if has[rank] and rank != four]
        for one, two in combinations(others, 2):
            if one + two != JOKERS or self.both_jokers:
                yield "four_two_solo", four * 4 + one + two, key
            if has[one] >= 2 and has[two] >= 2:
                yield "four_two_pair", four * 4 + one * 2 + two * 2, key
        if self.four_same >= 2:
            for one in others:
                if has[one] >= 2:
                    yield "four_two_solo", four * 4 + one * 2, key

    def plays(self, hand: str) -> dict[str, list[Said]]:
        """Every play of a hand that a seat could hold: its cards, to its readings."""
        found: dict[str, list[Said]] = {}
        for pattern, cards, key in self.make(hand):
            if len(cards) <= self.most:
                said = Said(pattern, written(cards), key)
                found.setdefault(said.cards, []).append(said)
        for several in found.values():
            assert len(set(several)) == len(several), several
            several.sort(key=Said.place)
        return found

    def answers(self, hand: str, held: Said) -> set[str]:
        """The cards of a hand of which some reading beats what is held."""
        plays = self.plays(hand)
        return {cards for cards, told in plays.items() if any(self.beats(s, held) for s in told)}


CLASSIC = Classic("classic")
OPENSPIEL = Classic("compat/openspiel", same=(0, 0, 2, 3, 3, 3), four_two=False)
RLCARD = Classic("compat/rlcard", same=(0, 0, 2, 3, 3, 3), touching=False, four_same=2)
DOUZERO = Classic("compat/douzero", same=(0, 0, 2, 3, 2, 2), both_jokers=True, four_same=2)
FAMILY = {game.name: game for game in (CLASSIC, OPENSPIEL, RLCARD, DOUZERO)}
