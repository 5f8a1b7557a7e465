"""All the ways a tiny game can go, counted by a program of its own: trick play and the auction.

Only the slow enumerators are asked what may be played. A game is a sequence of actions; two games
differ when an action does, and an action is what the table can tell apart.

>>> from tests.slow_classic import CLASSIC
>>> grow(CLASSIC, ["33", "4", "5"])
Tree(games=4, nodes=(1, 2, 2, 2, 1), won=(2, 1, 1))
>>> sorted(auctions(3).items())
[(0, 1), (1, 3), (2, 6), (3, 10)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tests.slow import Game, Reading, written
from tests.slow_classic import Classic, Said

__all__ = ["Tree", "auctions", "grow"]

Any_ = Reading | Said
Held = tuple[Any_, ...]


@dataclass(frozen=True)
class Tree:
    """Complete games, positions by the number of actions before them, and games won by seat."""

    games: int
    nodes: tuple[int, ...]
    won: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """A moment of trick play; what is held are the readings that an answer may beat."""

    hands: tuple[str, ...]
    seat: int
    held: Held
    owner: int
    passes: int
    marked: tuple[tuple[str, int], ...]  # by seat: rank and number of cards that show a hidden role
    frozen: tuple[bool, ...]  # by seat: whether its jokers are


def _add(trees: Sequence[Tree]) -> Tree:
    deepest = max((len(tree.nodes) for tree in trees), default=0)
    nodes = [sum(tree.nodes[at] for tree in trees if at < len(tree.nodes)) for at in range(deepest)]
    seats = len(trees[0].won)
    won = tuple(sum(tree.won[seat] for tree in trees) for seat in range(seats))
    return Tree(sum(tree.games for tree in trees), (1, *nodes), won)


def grow(
    game: Game | Classic,
    hands: Sequence[str],
    lead: int = 0,
    bound_by: str = "best",
    marked: Mapping[int, tuple[str, int]] | None = None,
    freezes: bool = False,
    after: Sequence[str] = (),
    plies: int | None = None,
) -> Tree:
    """The tree of trick play from these hands, once the actions `after` are made.

    `bound_by` says which readings of a play an answer has to beat. `marked` are the seats that hide
    their role, with the rank and number of the cards that show it. `freezes`: seven jokers freeze
    the eighth of all other seats. `plies`: how deep to look; to the end if left out.
    """
    marks = tuple((marked or {}).get(seat, ("", 0)) for seat in range(len(hands)))
    start = tuple(written(hand) for hand in hands)
    free = (False,) * len(hands)

    @cache
    def count(at: Position, depth: int) -> Tree:
        out = [seat for seat, hand in enumerate(at.hands) if not hand]
        if out:
            return Tree(1, (1,), tuple(int(seat == out[0]) for seat in range(len(hands))))
        if depth == plies:
            return Tree(0, (1,), (0,) * len(hands))
        deeper = 0 if plies is None else depth + 1
        return _add([count(then, deeper) for _, then in _after(game, at, bound_by, freezes)])

    at = Position(start, lead, (), lead, 0, marks, free)
    for action in after:
        at = next(then for name, then in _after(game, at, bound_by, freezes) if name == action)
    return count(at, 0)


def _after(
    game: Game | Classic, at: Position, bound_by: str, freezes: bool
) -> Iterator[tuple[str, Position]]:
    """Each action of the seat to act, with the position after it."""
    seats = len(at.hands)
    following = (at.seat + 1) % seats
    hand = at.hands[at.seat]
    if at.frozen[at.seat]:
        hand = hand.strip("BR")
    choices = list(_choices(game, hand, at.held, bound_by))
    if at.held and at.passes == seats - 2:
        yield "pass", replace(at, seat=at.owner, held=(), passes=0)
    elif at.held or not choices:
        yield "pass", replace(at, seat=following, passes=at.passes + 1)
    for cards, held in choices:
        left = written((Counter(at.hands[at.seat]) - Counter(cards)).elements())
        frozen = at.frozen
        if freezes and len(cards) == 7 and set(cards) == set("BR"):
            frozen = tuple(old or seat != at.seat for seat, old in enumerate(frozen))
        then = replace(
            at,
            hands=(*at.hands[: at.seat], left, *at.hands[at.seat + 1 :]),
            seat=following,
            held=held,
            owner=at.seat,
            passes=0,
            frozen=frozen,
        )
        for marked in _shown(at, cards):
            yield cards, replace(then, marked=marked)


def _choices(
    game: Game | Classic, hand: str, held: Held, bound_by: str
) -> Iterator[tuple[str, Held]]:
    """What may be played, each with the readings it then binds by."""
    if not hand:
        return
    for cards in game.plays(hand):
        told: list[Any_]
        if isinstance(game, Classic):
            told = list(game.readings(cards))
        else:
            first = game.read(cards)
            assert first is not None
            told = [first]
        fit = [one for one in told if not held or any(_beats(game, one, old) for old in held)]
        if not fit:
            continue
        if bound_by == "chosen":
            for one in fit:
                yield cards, (one,)
        elif bound_by == "any":
            yield cards, tuple(told)
        else:
            yield cards, (told[0],)


def _beats(game: Game | Classic, one: Any_, old: Any_) -> bool:
    if isinstance(game, Classic):
        assert isinstance(one, Said)
        assert isinstance(old, Said)
        return game.beats(one, old)
    assert isinstance(one, Reading)
    assert isinstance(old, Reading)
    return game.beats(one, old)


def _shown(at: Position, cards: str) -> Iterator[tuple[tuple[str, int], ...]]:
    """The marks after a play: kept back where that is possible, spent where it can be."""
    rank, number = at.marked[at.seat]
    used = cards.count(rank) if number else 0
    if used <= at.hands[at.seat].count(rank) - number or not number:
        yield at.marked
    if used:
        yield (*at.marked[: at.seat], ("", 0), *at.marked[at.seat + 1 :])


def auctions(
    seats: int,
    mode: str = "once",
    bids: Sequence[int] = (1, 2, 3),
    barred: Sequence[int] = (),
) -> Counter[int]:
    """How many ways an auction can go, by the winning bid; 0 where nobody bids.

    `once`: each seat speaks once. `out`: who passes is out, the others go on. `in`: it goes round
    until all others have passed in a row. The highest bid ends it at once.
    """

    @cache
    def count(queue: tuple[int, ...], high: int, passes: int) -> Counter[int]:
        others = seats - 1 if high else seats
        alone = mode == "out" and high and len(queue) == 1
        if high == bids[-1] or not queue or alone or (mode == "in" and passes == others):
            return Counter({high: 1})
        seat, rest = queue[0], queue[1:]
        found = Counter(count((*rest, seat) if mode == "in" else rest, high, passes + 1))
        if seat not in barred:
            for bid in bids:
                if bid > high:
                    after = rest if mode == "once" else (*rest, seat)
                    found.update(count(after, bid, 0))
        return found

    return count(tuple(range(seats)), 0, 0)
