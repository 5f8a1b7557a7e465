"""Compare an engine with our rules for it: hands by hand, and games in lockstep."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.peers.explain import Difference, Explained
from tests.peers.hands import DECK, draw
from tests.peers.ours import Game, Ours, Rules
from tests.peers.peer import Peer, PeerGame, UnposedError, cards_of, sort
from tests.peers.with_douzero import DouZero
from tests.peers.with_openspiel import OpenSpiel
from tests.peers.with_rlcard import RLCard

__all__ = ["PEERS", "Figures", "Report", "compare"]

PEERS: tuple[Callable[[], Peer], ...] = (OpenSpiel, RLCard, DouZero)

_SHOWN = 20


@dataclass
class Figures:
    """How much was compared."""

    hands: int = 0
    leads: int = 0
    positions: int = 0
    answered: int = 0
    answers: int = 0
    games: int = 0
    actions: int = 0
    offered: int = 0
    seconds: float = 0.0


@dataclass
class Report:
    """What came out for one engine. `faults` are differences that nothing explains."""

    peer: Peer
    explained: Explained
    figures: Figures = field(default_factory=Figures)
    faults: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)

    def differ(self, theirs: set[str], ours: set[str], hand: str, held: str | None = None) -> None:
        """Note what only one side offers."""
        for side, plays in ((self.peer.name, theirs - ours), ("ddz", ours - theirs)):
            for play in sorted(plays):
                difference = Difference(self.peer.name, side, play, hand, held)
                if not self.explained.covers(difference):
                    self.faults[str(difference)] += 1

    def text(self) -> str:
        """The report for people."""
        f = self.figures
        lines = [
            f"{self.peer.name} against {self.peer.variant}, {f.seconds:.0f} s",
            f"  {f.hands} hands, {f.leads} leads",
            f"  {f.positions} answers to a held play, {f.answered} with any, {f.answers} in all",
            f"  {f.games} games, {f.actions} actions among {f.offered} offered",
        ]
        seen = sorted(self.games.items())
        if seen:
            lines.append("  " + ", ".join(f"{count} {what}" for what, count in seen))
        lines += [
            f"  {entry.used or 'never'} explained by {entry.predicate}"
            for entry in self.explained.entries
        ]
        lines.append(f"  {self.faults.total()} unexplained")
        lines += [f"    {fault}" for fault in list(self.faults)[:_SHOWN]]
        return "\n".join(lines)


def compare(
    peer: Peer, hands: int, games: int, seed: int = 1, rules: Rules | None = None
) -> Report:
    """Compare an engine with our rules for it on random hands and games."""
    ours = rules if rules is not None else Ours(peer.variant, peer.readings)
    report = Report(peer, Explained.of(peer))
    begun = time.perf_counter()
    for number in range(hands):
        chance = random.Random(f"{seed} hand {number}")
        _compare_leads(report, ours, draw(chance, chance.randint(1, 20)))
        while not _compare_answers(report, ours, chance):
            pass
    for number in range(games):
        _play(report, ours, random.Random(f"{seed} game {number}"))
    report.figures.seconds = time.perf_counter() - begun
    return report


def _compare_leads(report: Report, ours: Rules, hand: str) -> None:
    theirs = report.peer.leads(hand)
    report.figures.hands += 1
    report.figures.leads += len(theirs)
    report.differ(theirs, set(ours.leads(hand)), hand)


def _compare_answers(report: Report, ours: Rules, chance: random.Random) -> bool:
    """Compare the answers to a play from the other cards; False where it cannot be posed."""
    hand = draw(chance, chance.randint(1, 20))
    text, held = _held(ours, chance, hand)
    try:
        theirs = report.peer.answers(hand, text)
    except UnposedError:
        return False
    figures = report.figures
    figures.positions += 1
    figures.answered += bool(theirs)
    figures.answers += len(theirs)
    report.differ(theirs, set(ours.answers(hand, held)), hand, text)
    return True


def _held(ours: Rules, chance: random.Random, hand: str) -> tuple[str, Any]:
    """A play from the cards outside the hand, of a kind that the hand has too if there is one."""
    rest = list(DECK)
    for card in hand:
        rest.remove(card)
    leads = ours.leads(draw(chance, 20, rest))
    own = {(play.pattern, len(play)) for play in ours.leads(hand).values()}
    kinds: dict[tuple[str, int], list[str]] = {}
    for text, play in leads.items():
        kinds.setdefault((play.pattern, len(play)), []).append(text)
    shared = sorted(own & kinds.keys())
    some = shared if shared and chance.random() < 0.9 else sorted(kinds)
    (kind,) = chance.choices(some, [cards**2 for _, cards in some])  # rather a long one
    text = chance.choice(sorted(kinds[kind]))
    return text, leads[text]


def _play(report: Report, ours: Rules, chance: random.Random) -> None:
    """One game on both sides, by actions that both offer; it stops where they part."""
    peer, figures = report.peer, report.figures
    theirs = peer.new_game(chance.randrange(1 << 31))
    mine = ours.deal(theirs.deal)
    manner = _Manner(chance)
    figures.games += 1
    held: str | None = None
    played: list[int] = []
    while not theirs.over and not mine.over:
        seat, offers, offered = theirs.seat, mine.legal(), set(theirs.legal())
        if seat != mine.seat:
            report.faults[f"{peer.name}: seat {seat} is to act, by ddz {mine.seat}"] += 1
            return
        lead = "pass" not in offered
        report.differ(offered, set(offers), sort(theirs.hand()), None if lead else held)
        figures.actions += 1
        figures.offered += len(offered)
        common = sorted(offered & offers.keys())
        if not common:
            report.faults[f"{peer.name}: no action is common to both"] += 1
            return
        action = manner.choose(common, seat)
        if action != "pass" and not action.startswith("bid"):
            held = action
            played.append(seat)
            report.games["plays of bombs"] += _is_bomb(cards_of(action))
        theirs.apply(action)
        mine.apply(offers[action])
    _settle(report, theirs, mine, played)


class _Manner:
    """How a game is played: at random, with seats that bid little, play long or mostly pass."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._greedy = chance.choice((0.0, 0.0, 0.5, 0.9))
        self._shy = chance.choice((0.0, 0.5))
        self._meek = set(chance.sample(range(3), chance.choice((0, 0, 1, 2))))

    def choose(self, actions: list[str], seat: int) -> str:
        """One of the actions."""
        chance = self._chance
        if any(action.startswith("bid") for action in actions):
            return "pass" if chance.random() < self._shy else chance.choice(actions)
        if "pass" in actions and seat in self._meek:
            return "pass"
        if chance.random() >= self._greedy:
            return chance.choice(actions)
        most = max(map(len, actions))
        return chance.choice([action for action in actions if len(action) == most])


def _is_bomb(cards: str) -> bool:
    return cards == "BR" or (len(cards) == 4 and len(set(cards)) == 1)


def _settle(report: Report, theirs: PeerGame, mine: Game, played: list[int]) -> None:
    name = report.peer.name
    if theirs.over != mine.over:
        who = name if theirs.over else "ddz"
        report.faults[f"{name}: the game is over only for {who}"] += 1
        return
    if not played:
        report.games["unbid games"] += 1
    elif len(set(played)) == 1:
        report.games["springs"] += 1
    elif played.count(played[0]) == 1:
        report.games["anti-springs"] += 1
    result = report.peer.result
    paid, ours = result(theirs.scores()), result(mine.scores())
    if paid != ours:
        report.faults[f"{name}: scores {paid}, by ddz {ours}, deal {theirs.deal}"] += 1
