"""Heads with wings and one number of cards, as tracks that run over the ranks side by side.

A track says of each rank how many cards of it there may be. Cards are read in one pass: the tracks
that allow what there is of every rank are those that read them. Cards are counted in one pass too,
as paths through the sets of tracks still open; no wings are listed for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import comb

from ddz.cards import Deck
from ddz.pattern import Head
from ddz.pattern.wings import rides, start_of, wanted, ways_to_share

__all__ = ["Tracks"]

MAX_TRACKS = 2_000
"""With more tracks than this, none is left out for another that allows all it does."""

MAX_KEPT = 1 << 12
"""How many sets of open tracks are remembered at a rank."""

_Shares = frozenset[tuple[int, frozenset[tuple[int, ...]]]]
"""Heads with several wings that are still open, each with how far its wings may be."""


class Tracks:
    """The tracks of some heads, the first of which counts where several read the same cards.

    All heads have the same number of cards, wings included.
    """

    def __init__(self, deck: Deck, heads: Sequence[Head]) -> None:
        self.deck, self.heads = deck, heads
        self.size = heads[0].cards
        self._lines: list[list[int]] = []
        self._head_of: list[int] = []
        self._own: list[int] = []
        for at, head in enumerate(heads):
            lines = list(_lines(deck, head))
            self._own.append(((1 << len(lines)) - 1) << len(self._lines))
            self._lines += lines
            self._head_of += [at] * len(lines)
        self._several = sum(
            1 << i for i, at in enumerate(self._head_of) if len(heads[at].wings) > 1
        )
        alike = [defaultdict[int, int](int) for _ in deck.counts]
        for i, line in enumerate(self._lines):
            for tracks, allowed in zip(alike, line, strict=True):
                tracks[allowed] |= 1 << i
        self._alike = alike
        self._okay = [
            [
                sum(same for allowed, same in tracks.items() if allowed >> n & 1)
                for n in range(most + 1)
            ]
            for tracks, most in zip(alike, deck.counts, strict=True)
        ]
        self._best: dict[tuple[int, ...], list[_Best]] = {}

    def fits(self, tally: int) -> Iterator[int]:
        """The places of the heads that read the cards, in order."""
        open_ = -1
        for okay, n in zip(self._okay, self.deck.spread(tally), strict=True):
            open_ &= okay[n]
            if not open_:
                return
        last = -1
        while open_:
            lowest = open_ & -open_
            open_ ^= lowest
            at = self._head_of[lowest.bit_length() - 1]
            if at != last and (
                not lowest & self._several or rides(self.deck, self.heads[at], tally)
            ):
                last = at
                yield at

    def meets(self, at: int) -> bool:
        """Whether some cards of a head might be read by another one."""
        own = self._own[at]
        rivals = 0
        for line in self._lines[(own & -own).bit_length() - 1 : own.bit_length()]:
            open_ = -1
            for tracks, allowed in zip(self._alike, line, strict=True):
                meeting = 0
                for other, same in tracks.items():
                    if other & allowed:
                        meeting |= same
                open_ &= meeting
            rivals |= open_
        return bool(rivals & ~own)

    def first_read(self, hand: int, at: int, rivals: Sequence[int]) -> Iterator[int]:
        """The cards of the hand that a head with wings of one kind reads and none of its rivals
        does, heads that stand before it. Cards that a rival will read whatever follows are not
        gone into."""
        held = self.deck.spread(hand)
        own = self._own[at]
        open_ = own
        for rival in rivals:
            open_ |= self._own[rival]
        best = [self._best_at(tuple(self._head_of), rank) for rank in range(len(held) + 1)]
        some = [0] * len(held)
        for i, line in enumerate(self._lines):
            if own >> i & 1:
                some = [a | b for a, b in zip(some, line, strict=True)]
        room = [0]
        for allowed, most in zip(reversed(some), reversed(held), strict=True):
            room.append(room[-1] + min(allowed.bit_length() - 1, most))
        room.reverse()

        def grown(rank: int, open_: int, left: int, tally: int) -> Iterator[int]:
            if rank == len(held):
                if not left:
                    yield tally
                return
            okay, unit = self._okay[rank], self.deck.units[rank]
            for n in range(min(held[rank], left), -1, -1):
                if left - n > room[rank + 1]:
                    return
                after = best[rank + 1][open_ & okay[n]]
                if after & own:
                    yield from grown(rank + 1, after, left - n, tally + unit * n)

        yield from grown(0, open_, self.size, 0)

    # --- counting

    def count(self, hand: int, labels: Sequence[int], chosen: Sequence[int]) -> dict[int, int]:
        """How many different card sets of the hand the chosen heads read, by the label of the first
        that does. Labels rise with the places of heads."""
        held = self.deck.spread(hand)
        heads = set(chosen)
        tracks = [i for i, at in enumerate(self._head_of) if at in heads]
        single = sum(1 << i for i in tracks if not self._several >> i & 1)
        shares: _Shares = frozenset(
            (at, frozenset([start_of(self.heads[at].wings)]))
            for at in {self._head_of[i] for i in tracks if self._several >> i & 1}
        )
        label_of = tuple(labels[at] for at in self._head_of)
        ranks = sum(n > 0 for n in held)
        step = min(
            sum((n + 1).bit_length() for n in held),
            comb(ranks + self.size, self.size).bit_length(),  # of so many cards there are no more
        )
        whole = (1 << (step * (self.size + 1))) - 1
        powers = [1 << (step * n) for n in range(max(held) + 1)]
        layer: dict[tuple[int, _Shares], int] = {(single, shares): 1}
        for rank, most in enumerate(held):
            after: dict[tuple[int, _Shares], int] = defaultdict(int)
            best = self._best_at(label_of, rank + 1)
            first = self._first_alike(labels, rank + 1) if shares else {}
            known: dict[tuple[_Shares, int], _Shares] = {}
            moves = self._moves(rank, powers[: most + 1])
            for (open_, sharing), paths in layer.items():
                for okay, ways, counts in moves:
                    left = open_ & okay
                    if left:
                        left = best[left]
                    if not sharing:
                        if left:
                            after[left, sharing] += paths * ways & whole
                        continue
                    for n in counts:
                        if (sharing, n) not in known:
                            known[sharing, n] = self._share(sharing, rank, n, first)
                        shared = known[sharing, n]
                        if left or shared:
                            after[left, shared] += paths << (step * n) & whole
            layer = after
        found: dict[int, int] = defaultdict(int)
        for (open_, sharing), paths in layer.items():
            number = paths >> (step * self.size)
            if number:
                ends = [at for at, states in sharing if self._whole(at, states)]
                if open_:
                    ends.append(self._head_of[(open_ & -open_).bit_length() - 1])
                if ends:
                    found[labels[min(ends)]] += number
        return dict(found)

    def _moves(self, rank: int, powers: Sequence[int]) -> list[tuple[int, int, list[int]]]:
        """The numbers of cards of a rank that the same tracks allow, each with a power: those
        tracks, the powers in all, and the numbers."""
        by_tracks: dict[int, list[int]] = {}
        ways: dict[int, int] = {}
        for n, (okay, power) in enumerate(zip(self._okay[rank], powers, strict=False)):
            if okay in ways:
                ways[okay] += power
                by_tracks[okay].append(n)
            else:
                ways[okay] = power
                by_tracks[okay] = [n]
        return [(okay, ways[okay], counts) for okay, counts in by_tracks.items()]

    def _share(self, sharing: _Shares, rank: int, n: int, first: dict[int, int]) -> _Shares:
        """How far the wings may be after `n` cards of a rank. How far the first one is follows from
        the cards in all, and is not kept; heads that go on alike go on as the first of them."""
        found: dict[int, frozenset[tuple[int, ...]]] = {}
        for at, states in sharing:
            head = self.heads[at]
            left = n - self.deck.count(head.tally, rank)
            if left < 0:
                continue
            after = frozenset(
                (0, *share[1:])
                for state in states
                for share in ways_to_share(left, rank, head.wings, state)
            )
            if after:
                found[first[at]] = found.get(first[at], frozenset()) | after
        return frozenset(found.items())

    def _first_alike(self, labels: Sequence[int], rank: int) -> dict[int, int]:
        """For each head with several wings, the first with its label that goes on as it does from a
        rank on."""
        kinds: dict[tuple[object, ...], int] = {}
        found = {}
        for i, at in enumerate(self._head_of):
            if self._several >> i & 1:
                wings = tuple(
                    (
                        w.count,
                        w.size,
                        w.touch,
                        w.not_both,
                        tuple(map(w.groups, range(rank, len(self.deck.ranks)))),
                    )
                    for w in self.heads[at].wings
                )
                found[at] = kinds.setdefault((labels[at], wings, *self._lines[i][rank:]), at)
        return found

    def _whole(self, at: int, states: frozenset[tuple[int, ...]]) -> bool:
        wings = self.heads[at].wings
        return any(state[1 : len(wings)] == wanted(wings)[1:] for state in states)

    def _best_at(self, labels: tuple[int, ...], rank: int) -> _Best:
        """From sets of open tracks to those that must be followed from a rank on."""
        if labels not in self._best:
            self._best[labels] = [_Best(beaten) for beaten in self._find_beaten(labels)]
        return self._best[labels][rank]

    def _find_beaten(self, labels: tuple[int, ...]) -> list[list[int]]:
        """For each rank and track, the tracks that need not be followed beside it from that rank
        on: they allow nothing it does not, and their label is no lower."""
        tracks = range(len(self._lines))
        ranks = len(self.deck.ranks)
        if len(tracks) > MAX_TRACKS:
            return [[0] * len(tracks)] * (ranks + 1)
        by_label = sorted(tracks, key=lambda i: labels[i])
        behind = [0] * len(tracks)
        rest = (1 << len(tracks)) - 1
        at = 0
        for i in by_label:
            while labels[by_label[at]] < labels[i]:
                rest &= ~(1 << by_label[at])
                at += 1
            behind[i] = rest & ~(1 << i)
        found = [behind]
        for rank in reversed(range(ranks)):
            alike = self._alike[rank]
            within = {
                line: sum(same for other, same in alike.items() if other & ~line == 0)
                for line in alike
            }
            found.append([found[-1][i] & within[self._lines[i][rank]] for i in tracks])
        return found[::-1]


def _lines(deck: Deck, head: Head) -> Iterator[list[int]]:
    """The tracks of a head: for each rank, a bit for each number of cards it may have. Ranks that
    keep apart make two tracks, each without one of them."""
    fixed = deck.spread(head.tally)
    room = []
    for wing in head.wings:
        most = dict(zip(wing.ranks, wing.most, strict=True))
        room.append((wing, [most.get(rank, 0) for rank in range(len(fixed))]))
    pair = head.wings[0].not_both if len(head.wings) == 1 else None
    for out in pair or (-1,):
        line = []
        for rank, n in enumerate(fixed):
            numbers = 1 << n
            for wing, most_of in room:
                if rank != out and most_of[rank]:
                    step = wing.size
                    more = 0
                    start = numbers if wing.touch else numbers & (1 << n)
                    for groups in range(1, most_of[rank] + 1):
                        more |= start << (step * groups)
                    numbers |= more
            line.append(numbers & ((2 << deck.counts[rank]) - 1))
        yield line


class _Best(dict[int, int]):
    """Sets of open tracks without those that another one makes needless, worked out once each."""

    def __init__(self, beaten: Sequence[int]) -> None:
        super().__init__()
        self.beaten = beaten

    def __missing__(self, open_: int) -> int:
        best = left = open_
        while left:
            lowest = left & -left
            gone = ~self.beaten[lowest.bit_length() - 1]
            best &= gone
            left &= gone & ~lowest
        if len(self) >= MAX_KEPT:
            self.clear()
        self[open_] = best
        return best
