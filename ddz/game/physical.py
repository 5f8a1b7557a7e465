"""Which physical cards lie where: worked out from the deal and the plays, when a view or a log
asks.

A play written by rank takes cards in the deck's order, and keeps back what would show a hidden
role; no mark matters otherwise, so that the faces played tell nothing about marks.
"""

from __future__ import annotations

from ddz.compiled import Play
from ddz.game.position import Position

__all__ = ["cards_of", "played_cards"]


def cards_of(position: Position) -> list[list[int]]:
    """Each seat's physical cards, sorted. Not to be changed by the caller."""
    chain: list[Position] = []
    at: Position | None = position
    while at is not None and at._cards is None:
        chain.append(at)
        at = at.previous
    for node in reversed(chain):
        node._cards = _after(node)
    assert position._cards is not None
    return position._cards


def played_cards(position: Position) -> list[int]:
    """The physical cards of the play that led to this position."""
    previous = position.previous
    assert previous is not None
    assert isinstance(position.action, Play)
    return choose(previous, position.actor, position.action)


def _after(position: Position) -> list[list[int]]:
    previous = position.previous
    deal = position.facts.deal
    if previous is None or previous.facts.deal is not deal:
        cards = [sorted(hand) for hand in deal.hands]
    elif isinstance(position.action, Play):
        gone = set(choose(previous, position.actor, position.action))
        cards = list(previous._cards or [])
        cards[position.actor] = [c for c in cards[position.actor] if c not in gone]
    else:
        cards = list(previous._cards or [])
    before = previous.facts.kitty if previous and previous.facts.deal is deal else {}
    if position.facts.kitty is not before:
        for seat, taken in position.facts.kitty.items():
            if seat not in before:
                cards[seat] = sorted([*cards[seat], *taken])
    return cards


def choose(position: Position, seat: int, play: Play) -> list[int]:
    """The cards a seat plays: those it named, the one it spends, the others in the deck's order."""
    deck = position.rules.deck
    hand = cards_of(position)[seat]
    faces = deck.faces_of_cards
    need = deck.spread(play.tally)
    chosen: list[int] = []
    named = list(play.faces) or ([play.spends] if play.spends is not None else [])
    for face in named:
        card = next(c for c in hand if faces[c] == face and c not in chosen)
        chosen.append(card)
        need[face[0]] -= 1
    kept = _kept(position, seat, play)
    last: list[int] = []
    for card in hand:
        rank = faces[card][0]
        if need[rank] and card not in chosen:
            if card in kept:
                last.append(card)
                continue
            chosen.append(card)
            need[rank] -= 1
    for card in last:
        if need[faces[card][0]]:
            chosen.append(card)
            need[faces[card][0]] -= 1
    return sorted(chosen)


def _kept(position: Position, seat: int, play: Play) -> frozenset[int]:
    """The seat's marked cards that would show its role; they are played last."""
    facts = position.facts
    if not facts.hidden >> seat & 1:
        return frozenset()
    reveal = position.rules.roles[facts.roles[seat]].reveal
    return frozenset(facts.deal.marks[reveal]) if reveal else frozenset()
