"""What one seat may know: built up from the events it was sent and its own cards, never cut
down.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any

from ddz.game.events import Event, events_of
from ddz.game.position import Position

__all__ = ["View", "view_of"]


class View:
    """The game as one seat knows it (`seat` None: a spectator). `str()` is its canonical JSON text.

    `data` holds: variant, players, base, seat; step; to_act (seats that may act); hand (faces, or
    null); left (cards a seat); marks; case; bids; winner and bid; roles (null where not known);
    kitty; opened (hands that lie open); multiplier; trick; frozen; log (the events sent); over;
    scores.
    """

    __slots__ = ("data", "seat")

    def __init__(self, seat: int | None, data: dict[str, Any]) -> None:
        self.seat = seat
        self.data = data

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.data == other.data

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return json.dumps(self.data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}>"


def view_of(position: Position, seat: int | None) -> View:
    """The view of a seat at a position."""
    chain = []
    at: Position | None = position
    while at is not None:
        chain.append(at)
        at = at.previous
    events = [event for node in reversed(chain) for event in events_of(node) if event.seen_by(seat)]
    rules = position.rules
    builder = _Builder(rules.name, rules.players, position.setup.base, seat, rules.start)
    builder.take(events)
    over = position.outcome is not None
    builder.data["step"] = "settle" if over else rules.flow[position.at].name
    builder.data["over"] = over
    if not over and not builder.asked:
        builder.data["to_act"] = [position.seat]
    return View(seat, builder.data)


class _Builder:
    """Folds events into a view's data; `asked` says that a choice is open."""

    def __init__(
        self, name: str, players: int, base: int, seat: int | None, multiplier: int
    ) -> None:
        self.seat = seat
        self.start = multiplier
        self.asked = False
        self.data: dict[str, Any] = {
            "variant": name,
            "players": players,
            "base": base,
            "seat": seat,
            "log": [],
        }
        self._clear()

    def _clear(self) -> None:
        players = self.data["players"]
        self.data |= {
            "to_act": [],
            "hand": None if self.seat is None else "",
            "left": [0] * players,
            "marks": {},
            "case": None,
            "bids": [],
            "winner": None,
            "bid": None,
            "roles": [None] * players,
            "kitty": None,
            "opened": {},
            "answer": None,
            "answers": {},
            "multiplier": self.start,
            "trick": None,
            "frozen": [],
            "scores": None,
        }

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.data["log"].append(deepcopy(event.as_data()))
            method: Callable[[dict[str, Any]], None] | None = getattr(self, f"_{event.kind}", None)
            if method is not None:
                method(deepcopy(event.data))

    def _dealt(self, event: dict[str, Any]) -> None:
        self._clear()
        self.data["left"] = list(event["each"])

    def _hand(self, event: dict[str, Any]) -> None:
        self.data["hand"] = event["cards"]

    def _marked(self, event: dict[str, Any]) -> None:
        place = {"seat": event["seat"], "card": event["card"]}
        if "copy_of" in event:
            self.data["marks"].setdefault(event["mark"], []).append(place)
        else:
            self.data["marks"][event["mark"]] = place

    def _case(self, event: dict[str, Any]) -> None:
        self.data["case"] = event["case"]

    def _bid(self, event: dict[str, Any]) -> None:
        self.data["bids"].append([event["seat"], event["bid"]])

    def _won_auction(self, event: dict[str, Any]) -> None:
        self.data["winner"] = event["seat"]
        self.data["bid"] = event.get("bid", 0)

    _lot = _unbid_seat = _won_auction

    def _roles(self, event: dict[str, Any]) -> None:
        for seat, role in event["roles"]:
            self.data["roles"][seat] = role

    _reveal = _roles

    def _role(self, event: dict[str, Any]) -> None:
        self.data["roles"][event["seat"]] = event["role"]

    def _kitty(self, event: dict[str, Any]) -> None:
        self.data["kitty"] = event["cards"]

    def _kitty_to(self, event: dict[str, Any]) -> None:
        self.data["left"][event["seat"]] += len(event["cards"].split())
        if event["seat"] == self.seat:
            self.data["hand"] = f"{self.data['hand']} {event['cards']}"

    def _kitty_hidden(self, event: dict[str, Any]) -> None:
        self.data["left"][event["seat"]] += event["count"]

    def _asked(self, event: dict[str, Any]) -> None:
        self.asked = True
        self.data["to_act"] = event["seats"]
        self.data["answer"] = None

    def _answered(self, event: dict[str, Any]) -> None:
        self.data["answer"] = event["option"]

    def _said(self, event: dict[str, Any]) -> None:
        self.asked = False
        self.data["to_act"] = []
        self.data["answers"][event["step"]] = event["answers"]

    def _opened(self, event: dict[str, Any]) -> None:
        self.data["opened"][str(event["seat"])] = event["cards"]

    def _play(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        self.data["left"][seat] = event["left"]
        self.data["trick"] = {
            "seat": seat,
            "play": event["play"],
            "pattern": event["pattern"],
            "cards": event["cards"],
        }
        if seat == self.seat:
            self.data["hand"] = _less(self.data["hand"], event["cards"])
        if str(seat) in self.data["opened"]:
            opened = self.data["opened"]
            opened[str(seat)] = _less(opened[str(seat)], event["cards"])

    def _trick(self, event: dict[str, Any]) -> None:
        self.data["trick"] = None

    def _frozen(self, event: dict[str, Any]) -> None:
        self.data["frozen"].append({"seats": event["seats"], "ranks": event["ranks"]})

    def _multiplier(self, event: dict[str, Any]) -> None:
        self.data["multiplier"] = event["after"]

    def _scores(self, event: dict[str, Any]) -> None:
        self.data["scores"] = event["scores"]
        self.data["roles"] = event["roles"]


def _less(cards: str, gone: str) -> str:
    left = Counter(gone.split())
    kept = []
    for card in cards.split():
        if left[card]:
            left[card] -= 1
        else:
            kept.append(card)
    return " ".join(kept)
