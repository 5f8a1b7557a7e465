"""Events: what just happened, each with who may know it, worked out from a state's notes on demand.

An event's data is plain JSON data. Cards are given by face; those of a play are the faces that lie
on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ddz.compiled import Play
from ddz.game.physical import cards_of, played_cards
from ddz.game.position import ALL, Position
from ddz.seats import bits

__all__ = ["Event", "events_of"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `audience` is ALL (-1) or the seats that may know, one bit a
    seat.
    """

    kind: str
    data: dict[str, Any] = field(hash=False)
    audience: int = ALL

    def seen_by(self, seat: int | None) -> bool:
        """Whether the seat (None: a spectator) may know of it."""
        return self.audience < 0 if seat is None else bool(self.audience >> seat & 1)

    def as_data(self) -> dict[str, Any]:
        """The event as JSON data."""
        return {"event": self.kind, **self.data}


def events_of(position: Position) -> tuple[Event, ...]:
    """The events of the action (or deal) that led here."""
    if position._events is None:
        position._events = tuple(
            Event(kind, _DATA[kind](position, *values), audience)
            for kind, audience, *values in position.notes
        )
    found: tuple[Event, ...] = position._events
    return found


def _faces(position: Position, cards: Any) -> str:
    return " ".join(position.rules.deck.cards_text(cards))


def _in_order(position: Position, cards: Any) -> str:
    deck = position.rules.deck
    return " ".join(deck.face_text(deck.faces_of_cards[card]) for card in cards)


def _dealt(position: Position, earlier: int) -> dict[str, Any]:
    deal = position.facts.deal
    return {
        "each": [len(hand) for hand in deal.hands],
        "kitty": len(deal.kitty),
        **({"aside": position.rules.aside} if position.rules.aside else {}),
        "deal": earlier + 1,
    }


def _hand(position: Position, seat: int) -> dict[str, Any]:
    return {"seat": seat, "cards": _faces(position, position.facts.deal.hands[seat])}


def _marked(position: Position, mark: str, seat: int, card: int) -> dict[str, Any]:
    base = position.rules.mark(mark).copies_of
    data = {"mark": mark, "seat": seat, "card": _faces(position, [card])}
    return data if base is None else {**data, "copy_of": base}


def _role_name(position: Position, seat: int) -> str:
    return position.rules.roles[position.facts.roles[seat]].name


def _roles(position: Position, seats: int) -> dict[str, Any]:
    return {"roles": [[seat, _role_name(position, seat)] for seat in bits(seats)]}


def _asked(position: Position, step: str, seats: int, seconds: int | None) -> dict[str, Any]:
    data: dict[str, Any] = {"step": step, "seats": bits(seats)}
    return data if seconds is None else {**data, "seconds": seconds}


def _play(position: Position, seat: int) -> dict[str, Any]:
    play = position.action
    assert isinstance(play, Play)
    previous: Any = position.previous
    return {
        "seat": seat,
        "cards": _faces(position, played_cards(position)),
        "play": str(Play(play.deck, play.tally, play.reading, play.head)),
        "pattern": play.pattern,
        "lead": previous.held is None,
        "left": position.rules.deck.total(position.hands[seat]),
    }


def _scores(position: Position) -> dict[str, Any]:
    outcome, rules = position.outcome, position.rules
    assert outcome is not None
    shares: dict[str, int] = rules.settle_rows[outcome.row].shares if outcome.row >= 0 else {}
    given = position.facts.roles or (-1,) * rules.players
    roles = [rules.roles[role].name if role >= 0 else None for role in given]
    return {
        "scores": list(outcome.scores),
        "base": position.setup.base,
        "times": outcome.times,
        "shares": [shares.get(role, 0) if role else 0 for role in roles],
        "roles": roles,
        "hands": [_faces(position, hand) for hand in cards_of(position)],
    }


def _won(position: Position) -> dict[str, Any]:
    outcome = position.outcome
    assert outcome is not None
    return {"side": outcome.side, "seats": bits(outcome.won)}


_DATA: dict[str, Callable[..., dict[str, Any]]] = {
    "dealt": _dealt,
    "hand": _hand,
    "marked": _marked,
    "case": lambda position, case: {"case": case},
    "bid": lambda position, seat, bid: {"seat": seat, "bid": bid},
    "won_auction": lambda position, seat, bid: {"seat": seat, "bid": bid},
    "unbid_seat": lambda position, seat, bid: {"seat": seat, "bid": bid},
    "lot": lambda position, seat, bid: {"seat": seat, "bid": bid},
    "redeal": lambda position: {},
    "void": lambda position: {},
    "stuck": lambda position: {},
    "roles": _roles,
    "role": lambda position, seat: {"seat": seat, "role": _role_name(position, seat)},
    "kitty": lambda position, cards: {"cards": _in_order(position, cards)},
    "kitty_to": lambda position, seat, cards: {
        "seat": seat,
        "count": len(cards),
        "cards": _in_order(position, cards),
    },
    "kitty_hidden": lambda position, seat, count: {"seat": seat, "count": count},
    "asked": _asked,
    "answered": lambda position, seat, option: {"seat": seat, "option": option},
    "said": lambda position, step, answers: {"step": step, "answers": [list(a) for a in answers]},
    "opened": lambda position, seat, cards: {"seat": seat, "cards": _faces(position, cards)},
    "play": _play,
    "pass": lambda position, seat: {"seat": seat},
    "lead_passed": lambda position, seat: {"seat": seat},
    "trick": lambda position, seat: {"seat": seat},
    "reveal": _roles,
    "frozen": lambda position, seats, ranks: {
        "seats": bits(seats),
        "ranks": " ".join(position.rules.deck.ranks[rank] for rank in ranks),
    },
    "multiplier": lambda position, seat, before, after, row: {
        "seat": seat if seat >= 0 else None,
        "before": before,
        "after": after,
        "row": row,
    },
    "ended": lambda position, seat, reason: {"seat": seat, "reason": reason},
    "out": lambda position, seat: {"seat": seat},
    "won": _won,
    "scores": _scores,
}
