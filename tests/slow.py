"""Two games by the book, slow and obvious: what cards are, what a hand can play, what beats what.

Written from the rulings alone (their numbers stand beside the lines), and twice over: `read` says
what given cards are, `make` lists what a hand can play, and neither asks the other. `subsets` goes
through every part of a small hand, which holds the two against each other.

Cards are text, ranks weakest first; a Counter says how many of each rank.

>>> THREE.read("33355"), THREE.read("333BB")
(Reading(pattern='trio_pair', cards='33355', key=0), None)
>>> sorted(THREE.plays("3334"))
['3', '33', '333', '4']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

__all__ = ["GAMES", "RANKS", "THREE", "TWO", "Game", "Reading", "subsets", "written"]

RANKS = "3456789TJQKA2BR"  # G1
JOKERS = "BR"


def written(cards: Iterable[str]) -> str:
    """Cards in one fixed writing: ranks weakest first."""
    return "".join(sorted(cards, key=RANKS.index))


def subsets(hand: str) -> Iterator[str]:
    """Every different part of a hand that has a card."""
    counts = Counter(hand)
    ranks = sorted(counts, key=RANKS.index)
    for numbers in product(*(range(counts[rank] + 1) for rank in ranks)):
        if any(numbers):
            yield "".join(rank * n for rank, n in zip(ranks, numbers, strict=True))


@dataclass(frozen=True)
class Reading:
    """What cards are; the key compares within one pattern and one number of cards (G4)."""

    pattern: str
    cards: str
    key: int

    @property
    def is_bomb(self) -> bool:
        return self.pattern in ("bomb", "joker_bomb")


class Game:
    """What the two games share; the rest each says for itself."""

    name: str
    copies: int
    most: int  # the most cards a hand can have
    line: str  # the ranks of a chain in a row

    @property
    def deck(self) -> str:
        """All the cards."""
        return "".join(r * self.copies * (1 if r in JOKERS else 4) for r in RANKS)

    # --- what each game says

    def step(self, counts: Counter[str]) -> int | None:
        """Which step of the ladder a set of cards stands on; None for no bomb."""
        raise NotImplementedError

    def is_pair(self, rank: str) -> bool:
        """Whether two cards of the rank are a pair."""
        raise NotImplementedError

    def airplane_key(self, trios: set[str], pairs: set[str]) -> int | None:
        """How high trios with as many pairs are; None where they are no airplane."""
        raise NotImplementedError

    def is_trio_chain(self, ranks: set[str]) -> bool:
        """Whether trios of these ranks, which are in a row, may be played bare."""
        raise NotImplementedError

    # --- reading cards

    def place(self, ranks: set[str]) -> int | None:
        """Where a row of just these ranks starts on the line, the higher place of two (G5)."""
        best = None
        for start in range(len(self.line) - len(ranks) + 1):
            window = self.line[start : start + len(ranks)]
            if len(set(window)) == len(window) and set(window) == ranks:
                best = start
        return best

    def read(self, cards: str) -> Reading | None:
        """What the cards are, or None."""
        counts = Counter(cards)
        ranks = set(counts)
        cards = written(cards)
        if self.step(counts) is not None:  # G2
            joker = bool(ranks & set(JOKERS))
            return Reading("joker_bomb" if joker else "bomb", cards, 0)
        if len(ranks) == 1:
            (rank,) = ranks
            if counts[rank] == 1:
                return Reading("solo", cards, RANKS.index(rank))
            if counts[rank] == 2 and self.is_pair(rank):
                return Reading("pair", cards, RANKS.index(rank))
            if counts[rank] == 3:
                return Reading("trio", cards, RANKS.index(rank))
            return None
        each = set(counts.values())
        if len(each) == 1:
            return self._read_chain(cards, ranks, each.pop())
        if each != {2, 3}:
            return None
        trios = {rank for rank in ranks if counts[rank] == 3}
        pairs = {rank for rank in ranks if counts[rank] == 2}
        if len(trios) != len(pairs) or not all(self.is_pair(rank) for rank in pairs):
            return None
        if len(trios) == 1:
            return Reading("trio_pair", cards, RANKS.index("".join(trios)))
        key = self.airplane_key(trios, pairs)
        return None if key is None else Reading("trio_pair_chain", cards, key)

    def _read_chain(self, cards: str, ranks: set[str], each: int) -> Reading | None:
        start = self.place(ranks)
        if start is None:
            return None
        if each == 1 and len(ranks) >= 5:
            return Reading("solo_chain", cards, start)
        if each == 2 and len(ranks) >= 3:
            return Reading("pair_chain", cards, start)
        if each == 3 and len(ranks) >= 2 and self.is_trio_chain(ranks):
            return Reading("trio_chain", cards, start)
        return None

    def beats(self, challenger: Reading, held: Reading) -> bool:
        """Whether one play beats another (G4)."""
        if not held.is_bomb:
            if challenger.is_bomb:
                return True
            same = challenger.pattern == held.pattern and len(challenger.cards) == len(held.cards)
            return same and challenger.key > held.key
        if not challenger.is_bomb:
            return False
        mine, other = Counter(challenger.cards), Counter(held.cards)
        my_step, other_step = self.step(mine), self.step(other)
        assert my_step is not None
        assert other_step is not None
        if my_step != other_step:
            return my_step > other_step
        if len(mine) > 1 or len(other) > 1:  # kinds of one step, equal to each other
            return False
        (my_rank,), (other_rank,) = mine, other
        mine_is = (mine[my_rank], RANKS.index(my_rank))
        return mine_is > (other[other_rank], RANKS.index(other_rank))

    # --- listing plays

    def make(self, hand: str) -> Iterator[tuple[str, str]]:
        """Every play of a hand as (pattern, cards); the same cards may come more than once."""
        has = Counter(hand)
        ranks = [rank for rank in RANKS if has[rank]]
        trios = [rank for rank in ranks if has[rank] >= 3]
        pairs = [rank for rank in ranks if has[rank] >= 2 and self.is_pair(rank)]
        for rank in ranks:
            yield "solo", rank
        for rank in pairs:
            yield "pair", rank * 2
        for rank in trios:
            if rank not in JOKERS:  # G2
                yield "trio", rank * 3
            for other in pairs:
                if other != rank:  # G3
                    yield "trio_pair", rank * 3 + other * 2
        for window in self._windows():
            n = len(window)
            if n >= 5 and all(has[rank] >= 1 for rank in window):
                yield "solo_chain", window
            if n >= 3 and all(has[rank] >= 2 for rank in window):
                yield "pair_chain", window * 2
            if n >= 2 and all(has[rank] >= 3 for rank in window):
                if self.is_trio_chain(set(window)):
                    yield "trio_chain", window * 3
                for wings in self._wings(window, has):
                    yield "trio_pair_chain", window * 3 + wings
        for rank in ranks:
            if rank not in JOKERS:
                for size in range(4, has[rank] + 1):
                    yield "bomb", rank * size
        for small in range(has["B"] + 1):
            for big in range(has["R"] + 1):
                if self.is_joker_bomb(small, big):
                    yield "joker_bomb", "B" * small + "R" * big

    def plays(self, hand: str) -> dict[str, str]:
        """Every play of a hand: its cards, to its pattern."""
        found: dict[str, str] = {}
        for pattern, cards in self.make(hand):
            assert found.setdefault(written(cards), pattern) == pattern, cards
        return found

    def _windows(self) -> Iterator[str]:
        for start in range(len(self.line)):
            for end in range(start + 1, len(self.line) + 1):
                window = self.line[start:end]
                if len(set(window)) == len(window):  # F1: a chain holds a rank once
                    yield window

    def _wings(self, body: str, has: Counter[str]) -> Iterator[str]:
        raise NotImplementedError

    def is_joker_bomb(self, small: int, big: int) -> bool:
        """Whether so many jokers are a bomb."""
        raise NotImplementedError


class ThreeAgainstThree(Game):
    """三打三: three decks (T1 to T5)."""

    name, copies, most = "3v3", 3, 27
    line = "3456789TJQKA"  # T2

    def step(self, counts: Counter[str]) -> int | None:
        size = sum(counts.values())
        if set(counts) <= set(JOKERS):  # T5
            if size == 6:
                return 5
            if size == 5:
                return 3
            return 1 if size == 4 or (size == 3 and len(counts) == 1) else None
        if len(counts) > 1 or size < 4:
            return None
        return 0 if size == 4 else 2 if size <= 6 else 4

    def is_joker_bomb(self, small: int, big: int) -> bool:
        return small + big >= 4 or (small, big) in [(3, 0), (0, 3)]  # T5

    def is_pair(self, rank: str) -> bool:
        return rank not in JOKERS  # T3

    def is_trio_chain(self, ranks: set[str]) -> bool:
        return True

    def airplane_key(self, trios: set[str], pairs: set[str]) -> int | None:
        return self.place(trios)  # T4: the wings are any pairs

    def _wings(self, body: str, has: Counter[str]) -> Iterator[str]:
        free = [r for r in RANKS if r not in body and r not in JOKERS and has[r] >= 2]
        for chosen in combinations(free, len(body)):
            yield "".join(chosen) * 2


class TwoAgainstFour(Game):
    """二打四: four decks (F1 to F4)."""

    name, copies, most = "2v4", 4, 46
    line = "A23456789TJQKA"  # F1
    starts = "A3456789TJQK2"  # F3, weakest first
    jokers = (  # F4
        {"BBB": 1}
        | {"BBBR": 2, "BBRR": 2, "BRRR": 2}
        | {"RRR": 3}
        | {"BBBB": 5, "BBBBR": 5, "BBBBRR": 5}
        | {"BBBRRR": 6, "BBBBRRR": 6}
        | {"RRRR": 7, "BRRRR": 7, "BBRRRR": 7, "BBBRRRR": 7}
        | {"BBBBRRRR": 9}
    )

    def step(self, counts: Counter[str]) -> int | None:
        if set(counts) <= set(JOKERS):
            return self.jokers.get("B" * counts["B"] + "R" * counts["R"])
        size = sum(counts.values())
        if len(counts) > 1 or size < 4:
            return None
        return 0 if size == 4 else 4 if size <= 8 else 8

    def is_joker_bomb(self, small: int, big: int) -> bool:
        # 天王炸弹: three alike, any four, five split 1-4, six or more
        if small + big == 5:
            return min(small, big) == 1
        return small + big >= 4 or (small, big) in [(3, 0), (0, 3)]

    def is_pair(self, rank: str) -> bool:
        return True  # F2

    def is_trio_chain(self, ranks: set[str]) -> bool:
        return ranks != set("A2")  # F1

    def airplane_key(self, trios: set[str], pairs: set[str]) -> int | None:
        if pairs == set("BR"):  # F3: BBRR, for two trios
            in_a_row = True
        else:
            in_a_row = self.place(pairs) is not None and pairs != set("A2")
        if not in_a_row or self.place(trios) is None:
            return None
        first = self.line[self.place(trios) or 0]
        return self.starts.index(first)

    def _wings(self, body: str, has: Counter[str]) -> Iterator[str]:
        for window in self._windows():
            if len(window) != len(body) or set(window) & set(body) or window == "A2":
                continue
            if all(has[rank] >= 2 for rank in window):
                yield window * 2
        if len(body) == 2 and has["B"] >= 2 and has["R"] >= 2:
            yield "BBRR"


TWO, THREE = TwoAgainstFour(), ThreeAgainstThree()
GAMES = {game.name: game for game in (TWO, THREE)}
