"""Short games for a sheet to work out: made up from the rules, then played and settled by the
engine.

A game begins behind the deal with a few cards for each seat. Where the marks lie is tried, in a
fixed order, until the case wanted is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any

from ddz.cards import SUITS, CardsError
from ddz.compiled import Compiled, Play
from ddz.compiled.rules import AuctionStep, ChoiceStep, EndStep, PlayStep
from ddz.game import RefusedAction, Say, State, start
from ddz.game.actions import PASS, Action
from ddz.game.known import Known
from ddz.seats import bits

__all__ = ["Growth", "Story", "stories"]

MOST_TRIES = 600
"""How many ways the marks may lie and the auction may go are tried for one case."""
MOST_BOMBS = 40
"""How many bombs are tried until one makes N grow."""
MOST_STEPS = 200
MOST_LOST = 2
"""In how many cases a game is lost by the side of the lead."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How N grew: by a play, an answer, or the end of the game; and who did it."""

    role: str | None
    play: Play | None
    option: str | None
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Story:
    """A game that was played: its case, the bid it was won at (0 where there was none, or where it
    counts for nothing), how N grew, who went out, the side that won, the row it was settled by and
    the factor there, and for each role how many seats it has and what each scored at base 1."""

    case: str | None
    bid: int
    growth: tuple[Growth, ...]
    out: str
    side: str
    row: int
    times: int
    scores: tuple[tuple[str, int, int], ...]


def stories(rules: Compiled) -> list[Story]:
    """Games of the first cases: one that the side of the lead wins, and one in each case that it
    loses; fewer where no game of a few cards can be made of the rules."""
    maker = _Maker(rules)
    if not maker.is_told_whole:
        return []
    won = next(filter(None, map(maker.won, maker.cases)), None)
    lost = list(islice(filter(None, map(maker.lost, maker.cases)), MOST_LOST))
    return [*([won] if won is not None else []), *lost]


@dataclass(frozen=True)
class _Place:
    """Where the marks lie and who won the auction: the marked faces of each seat, and the deal that
    says so; who leads, and the sides by seat."""

    held: tuple[tuple[str, ...], ...]
    deal: dict[str, Any]
    lead: int
    sides: tuple[str, ...]


class _Maker:
    """Makes games of a few cards."""

    def __init__(self, rules: Compiled) -> None:
        self.rules = rules
        self.cases: list[str | None] = [name for name, _ in rules.cases] or [None]
        self.play = next(step for step in rules.flow if isinstance(step, PlayStep))
        self.auction = next((s for s in rules.flow if isinstance(s, AuctionStep)), None)
        at = rules.flow.index(self.auction) + 1 if self.auction is not None else 0
        choices = (step.name for step in rules.flow[at:] if isinstance(step, ChoiceStep))
        self.begin = next(choices, self.play.name)
        self.earlier = [step for step in rules.flow[:at] if isinstance(step, ChoiceStep)]

    @property
    def is_told_whole(self) -> bool:
        """Whether N is what it begins at where a game begins: what is chosen before the auction is
        not told, and must not count."""
        counted = {row.option for row in self.rules.rows}
        return not any(step.default in counted for step in self.earlier)

    def won(self, case: str | None) -> Story | None:
        """A game in which the lead plays a bomb that counts, and then goes out."""
        bids = self.auction.bids if self.auction is not None else (0,)
        place = self._place(case, bids[len(bids) // 2])
        if place is None:
            return None
        for bomb in self._bombs():
            hands = self._hands(place, {place.lead: bomb})
            story = self._played(place, hands, bomb, raising=1)
            if story is not None:
                return story
        return self._played(place, self._hands(place, {}), "", raising=1)

    def lost(self, case: str | None) -> Story | None:
        """A game in which a seat of another side goes out over what is led."""
        bids = self.auction.bids if self.auction is not None else (0,)
        place = self._place(case, bids[-1])
        low, high = self._two_plays()
        if place is None or not high:
            return None
        side = place.sides[place.lead]
        others = [s for s, other in enumerate(place.sides) if other != side and not place.held[s]]
        if not others:
            return None
        hands = self._hands(place, {place.lead: low + low})
        hands[others[0]] = high
        return self._played(place, hands, low, raising=2)

    # --- where the marks lie

    def _place(self, case: str | None, bid: int) -> _Place | None:
        """The first way to lay the marks that leads to the case, to a play."""
        winners = [None, *range(self.rules.players)]
        ways = ((lie, winner) for lie in self._lies() for winner in winners)
        for (held, marks), winner in islice(ways, MOST_TRIES):
            deal: dict[str, Any] = {"marks": marks, "start": self.play.name}
            if winner is not None:
                deal |= {"winner": winner, "bid": bid}
            place = self._tried(case, held, deal)
            if place is not None:
                return place
        return None

    def _tried(
        self, case: str | None, held: tuple[tuple[str, ...], ...], deal: dict[str, Any]
    ) -> _Place | None:
        hands = [" ".join([*faces, self._filler]) for faces in held]
        try:
            state = start(self.rules, 0, 1, {**deal, "hands": hands})
        except CardsError:
            return None
        if state.facts.case != case or state.seat is None or self._ends(state):
            return None
        roles = self.rules.roles
        sides = tuple(roles[role].side for role in state.facts.roles)
        return _Place(held, deal, state.seat, sides)

    def _lies(self) -> Iterator[tuple[tuple[tuple[str, ...], ...], dict[str, Any]]]:
        """The ways the marked cards may lie: what each seat holds of them, and the marks."""
        deck, players = self.rules.deck, self.rules.players
        singles = [mark for mark in self.rules.marks if mark.copies_of is None]
        face = {}
        for at, mark in enumerate(singles):
            plain = [rank for rank in sorted(mark.ranks) if deck.suits[rank] > 1]
            face[mark.name] = SUITS[at % 4] + deck.ranks[plain[at % len(plain)]] if plain else ""
        copies = [m for m in self.rules.marks if m.copies_of is not None for _ in range(m.cards)]
        cards = [face[m.name] for m in singles] + [face[str(m.copies_of)] for m in copies]
        seats = [range(1)] * bool(singles) + [range(players)] * (len(cards) - bool(singles))
        for lie in product(*seats):
            held = tuple(
                tuple(card for card, seat in zip(cards, lie, strict=True) if seat == each)
                for each in range(players)
            )
            marks = {
                mark.name: {"seat": seat, "card": face[mark.name]}
                for mark, seat in zip(singles, lie, strict=False)
            }
            yield held, marks

    def _ends(self, state: State) -> bool:
        """Whether the game would be over before the play, whatever the cards are."""
        known = Known(state)
        for step in self.rules.flow:
            if isinstance(step, EndStep):
                seats = bits(step.each.among.evaluate(known)) if step.each else [0]
                for seat in seats:
                    env = {step.each.seat: 1 << seat} if step.each else {}
                    for _, condition in step.conditions:
                        told_by_cards = "holds(" in condition.text or "splits(" in condition.text
                        if not told_by_cards and condition.evaluate(known, env):
                            return True
        return False

    # --- cards

    @cached_property
    def _filler(self) -> str:
        """A card that any seat may have."""
        deck = self.rules.deck
        plain = [rank for rank in deck.ranks if rank not in deck.jokers]
        return (plain or deck.ranks)[-1]

    def _hands(self, place: _Place, more: dict[int, str]) -> list[str]:
        """Hands of the marked cards, what more a seat gets, and a card where it has no other."""
        return [
            " ".join(filter(None, [*held, more.get(seat, ""), self._filler if not held else ""]))
            for seat, held in enumerate(place.held)
        ]

    def _bombs(self) -> list[str]:
        """A bomb of each kind and number of cards, by the ladder."""
        found: dict[tuple[str, int], str] = {}
        for bomb in self.rules.table.bombs:
            found.setdefault((bomb.pattern, len(bomb)), self.rules.deck.text(bomb.tally))
        return list(found.values())[:MOST_BOMBS]

    def _two_plays(self) -> tuple[str, str]:
        """Cards of one pattern, the second ones higher."""
        deck = self.rules.deck
        for group in self.rules.table.groups.values():
            plays = sorted(group.plays, key=lambda play: play.reading.key)
            if len(plays) > 1 and plays[0].reading.key < plays[-1].reading.key:
                return deck.text(plays[0].tally), deck.text(plays[-1].tally)
        return "", ""

    # --- playing

    def _played(
        self, place: _Place, hands: Sequence[str], opening: str, raising: int
    ) -> Story | None:
        """The game played to its end, told; None where it cannot be, or where N does not grow by
        the bomb it opens with. Of those who are asked, so many choose what makes N grow."""
        try:
            state = start(
                self.rules, 0, 1, {**place.deal, "hands": list(hands), "start": self.begin}
            )
            for _ in range(MOST_STEPS):
                if state.seat is None:
                    break
                state = state.apply(self._action(state, place, opening, raising))
        except (CardsError, RefusedAction):
            return None
        outcome = state.outcome
        if outcome is None or outcome.kind != "out" or outcome.row < 0:
            return None
        growth = tuple(self._growth(state))
        bombs = opening and any(row.test is not None for row in self.rules.rows)
        if raising == 1 and bombs and not any(each.play for each in growth):
            return None
        return self._told(state, growth)

    def _action(self, state: State, place: _Place, opening: str, raising: int) -> Action:
        """What a seat does: raise, open, take over to go out, else pass or lead anything."""
        step, seat = state.now, state.seat
        assert seat is not None
        if isinstance(step, ChoiceStep):
            answered = sum(answer is not None for answer in state.pending.values())
            raises = [row.option for row in self.rules.rows if row.option in step.options]
            return Say(str(raises[0]) if raises and answered < raising else step.default)
        plays = [action for action in state.legal() if isinstance(action, Play)]
        whole = [play for play in plays if play.tally == state.hands[seat]]
        if whole and (state.held is None or seat != place.lead):
            other = place.sides[seat] != place.sides[place.lead]
            if other == (raising == 2) and (other or seat == place.lead):
                return whole[0]
        if state.held is not None:
            return PASS
        deck = self.rules.deck
        opens = [play for play in plays if opening and play.tally == deck.tally(opening)]
        return next(iter(opens or plays), PASS)  # who has only frozen cards passes the lead

    def _growth(self, state: State) -> Iterator[Growth]:
        """Each change of N, in order."""
        roles = self.rules.roles
        for node in state.history():
            for event in node.events:
                if event.kind == "multiplier":
                    data, row = event.data, self.rules.rows[event.data["row"]]
                    seat = data["seat"]
                    role = roles[node.facts.roles[seat]].name if seat is not None else None
                    play = node.action if row.test and isinstance(node.action, Play) else None
                    yield Growth(role, play, row.option, data["before"], data["after"])

    def _told(self, state: State, growth: tuple[Growth, ...]) -> Story:
        rules, facts, outcome = self.rules, state.facts, state.outcome
        assert outcome is not None
        scores = []
        for at, role in enumerate(rules.roles):
            seats = [seat for seat, each in enumerate(facts.roles) if each == at]
            if seats:
                scores.append((role.name, len(seats), outcome.scores[seats[0]]))
        out = rules.roles[facts.roles[outcome.seat]].name
        won = (out, outcome.side, outcome.row, outcome.times)
        return Story(facts.case, facts.bid, growth, *won, tuple(scores))
