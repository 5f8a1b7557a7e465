"""Dealing: from a seed, or from hands someone wrote down.

All chance in a game comes from here: `Draws` is one stream of `random.Random(seed).random()`, of
which a state remembers only how many it has used.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ddz.cards import CardsError, Face
from ddz.compiled import Compiled
from ddz.compiled.rules import AuctionStep

__all__ = ["Deal", "Draws", "deal_cards", "plain", "read_deal"]

_KEYS = ("hands", "kitty", "marks", "start", "winner", "bid", "multiplier")


@dataclass(frozen=True, slots=True)
class Deal:
    """Physical cards: each seat's, the kitty's in the order it is handed out, each mark's.

    `start`, `winner`, `bid`, `multiplier` are what a written deal may settle beforehand.
    """

    hands: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...]
    marks: dict[str, tuple[int, ...]] = field(hash=False)
    start: str | None = None
    winner: int | None = None
    bid: int = 0
    multiplier: int | None = None

    def holders(self, mark: str) -> int:
        """The seats that were dealt the mark's cards, as bits."""
        cards = self.marks.get(mark, ())
        return sum(
            1 << seat for seat, hand in enumerate(self.hands) if any(card in hand for card in cards)
        )

    def as_data(self, rules: Compiled) -> dict[str, Any]:
        """The deal as JSON data that `read_deal` reads back: hands by face, marks by seat and
        face.
        """
        deck = rules.deck
        data: dict[str, Any] = {
            "hands": [" ".join(deck.cards_text(hand)) for hand in self.hands],
            "kitty": " ".join(deck.face_text(deck.faces_of_cards[card]) for card in self.kitty),
            "marks": {},
        }
        for mark in rules.marks:
            if mark.copies_of is None:
                (card,) = self.marks[mark.name]
                seat = next(s for s, hand in enumerate(self.hands) if card in hand)
                face = deck.face_text(deck.faces_of_cards[card])
                data["marks"][mark.name] = {"seat": seat, "card": face}
        if self.start is not None:
            data |= {"start": self.start, "winner": self.winner, "bid": self.bid}
        if self.multiplier is not None:
            data["multiplier"] = self.multiplier
        return data


class Draws:
    """The stream of a seed's random numbers, from the number `used` on."""

    def __init__(self, seed: int, used: int = 0) -> None:
        self._random = random.Random(seed).random
        self.used = 0
        while self.used < used:
            self._next()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return int(self._next() * n)

    def shuffled(self, n: int) -> list[int]:
        """The numbers 0 to n - 1 in random order (Fisher-Yates, from the end)."""
        cards = list(range(n))
        chance = self._random
        for last in range(n - 1, 0, -1):
            other = int(chance() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        self.used += n - 1
        return cards

    def _next(self) -> float:
        self.used += 1
        return self._random()


def deal_cards(rules: Compiled, draws: Draws) -> Deal:
    """Shuffle and deal; then mark cards among those dealt."""
    cards = draws.shuffled(rules.deck.size)
    each = rules.each
    hands = tuple(tuple(cards[seat * each : (seat + 1) * each]) for seat in range(rules.players))
    dealt = rules.players * each
    kitty = tuple(cards[dealt : dealt + rules.kitty])
    return Deal(hands, kitty, _draw_marks(rules, hands, {}, draws))


def _draw_marks(
    rules: Compiled,
    hands: Sequence[Sequence[int]],
    given: Mapping[str, int],
    draws: Draws,
) -> dict[str, tuple[int, ...]]:
    """Each mark's cards: as given, else drawn among the dealt cards it may fall on."""
    deck = rules.deck
    dealt = sorted(card for hand in hands for card in hand)
    marks: dict[str, tuple[int, ...]] = {}
    taken = set(given.values())
    for mark in rules.marks:
        if mark.copies_of is not None:
            (card,) = marks[mark.copies_of]
            face = deck.faces_of_cards[card]
            marks[mark.name] = tuple(c for c in deck.copies_of(face) if c != card)
            taken.update(marks[mark.name])
            continue
        if mark.name in given:
            marks[mark.name] = (given[mark.name],)
            continue
        eligible = dealt
        if taken or len(mark.ranks) < len(deck.ranks):
            faces = deck.faces_of_cards
            eligible = [c for c in dealt if faces[c][0] in mark.ranks and c not in taken]
        if not eligible:
            raise CardsError(f"no dealt card can bear the mark '{mark.name}'; name one in 'marks'")
        card = eligible[draws.below(len(eligible))]
        taken.add(card)
        marks[mark.name] = (card,)
    return marks


def read_deal(rules: Compiled, written: Mapping[str, Any], draws: Draws) -> Deal:
    """A deal as someone wrote it down. CardsError in one sentence where it is none.

    Hands are text by face or by rank; suits that were not said are filled in a fixed order that
    never hands out a marked card or its copies. A deal may be short.
    """
    if not isinstance(written, Mapping):
        raise CardsError("a deal is a mapping with 'hands', and 'kitty' and 'marks' where needed")
    for key in written:
        if key not in _KEYS:
            raise CardsError(f"a deal has no '{key}'; it has {', '.join(_KEYS)}")
    texts = written.get("hands")
    if not isinstance(texts, Sequence) or isinstance(texts, str) or len(texts) != rules.players:
        raise CardsError(f"'hands' is a list of {rules.players} hands, one for each seat")
    named = [_faces(rules, text, f"hand {seat}") for seat, text in enumerate(texts)]
    for seat, faces in enumerate(named):
        if not faces:
            raise CardsError(f"hand {seat} has no cards")
    kitty = _faces(rules, written.get("kitty") or "", "the kitty")
    marks = _marks(rules, written.get("marks") or {})
    cards, given = _fill(rules, [*named, kitty], marks)
    hands = tuple(tuple(cards[seat]) for seat in range(rules.players))
    start, winner, bid, multiplier = _given(rules, written)
    return Deal(
        hands,
        tuple(cards[-1]),
        _draw_marks(rules, hands, given, draws),
        start,
        winner,
        bid,
        multiplier,
    )


def plain(written: Any) -> Any:
    """A written deal as JSON data of its own: later changes to what was given do not matter."""
    if isinstance(written, Mapping):
        return {str(key): plain(value) for key, value in written.items()}
    if isinstance(written, Sequence) and not isinstance(written, str | bytes):
        return [plain(value) for value in written]
    return written


def _faces(rules: Compiled, text: Any, where: str) -> list[Face]:
    if isinstance(text, Sequence) and not isinstance(text, str):
        text = " ".join(map(str, text))
    if isinstance(text, str) and not text.strip():
        return []
    try:
        return rules.deck.faces(text)
    except CardsError as error:
        raise CardsError(f"{where}: {error}") from None


def _marks(rules: Compiled, written: Any) -> dict[str, tuple[int, Face | None]]:
    """Marks as given: seat and face."""
    if not isinstance(written, Mapping):
        raise CardsError("'marks' maps each mark to its seat and card")
    known = [mark.name for mark in rules.marks if mark.copies_of is None]
    found: dict[str, tuple[int, Face | None]] = {}
    for name, place in written.items():
        if name not in known:
            raise CardsError(f"there is no mark '{name}' to place; there are: {', '.join(known)}")
        if not isinstance(place, Mapping) or not set(place) <= {"seat", "card"}:
            raise CardsError(f"the mark '{name}' is placed by 'seat' and 'card'")
        seat = place.get("seat")
        if not _is_seat(rules, seat):
            raise CardsError(f"the mark '{name}' needs a seat from 0 to {rules.players - 1}")
        face = None
        if place.get("card") is not None:
            faces = _faces(rules, place["card"], f"the mark '{name}'")
            if len(faces) != 1:
                raise CardsError(f"the mark '{name}' falls on one card")
            face = faces[0]
            if face[0] not in rules.mark(name).ranks:
                text = rules.deck.face_text(face)
                raise CardsError(f"the mark '{name}' cannot fall on {text}")
            if face[1] is None and rules.deck.suits[face[0]] > 1:
                raise CardsError(
                    f"the mark '{name}' needs a suit, as in S{rules.deck.ranks[face[0]]}"
                )
        found[name] = (int(seat), face)  # type: ignore[arg-type]
    return found


def _fill(
    rules: Compiled, named: list[list[Face]], marks: dict[str, tuple[int, Face | None]]
) -> tuple[list[list[int]], dict[str, int]]:
    """Physical cards for each hand and the kitty, and the card of each mark that was given."""
    deck = rules.deck
    deck.tally_of_faces([face for faces in named for face in faces])
    reserved = {face for _, face in marks.values() if face is not None}
    free = {face: list(deck.copies_of(face)) for face in set(deck.faces_of_cards)}
    named = [list(faces) for faces in named]
    for name, (seat, face) in marks.items():
        _settle_mark(rules, named, name, seat, face, marks)
    cards = [[-1] * len(faces) for faces in named]
    for place, faces in enumerate(named):
        for at, face in enumerate(faces):
            if face[1] is not None or deck.suits[face[0]] == 1:
                cards[place][at] = free[face].pop(0)
    for place, faces in enumerate(named):
        for at, (rank, suit) in enumerate(faces):
            if suit is None and deck.suits[rank] > 1:
                options = [(rank, s) for s in range(deck.suits[rank]) if (rank, s) not in reserved]
                chosen = next((f for f in options if free[f]), None)
                if chosen is None:
                    raise CardsError(
                        f"the {deck.ranks[rank]} of marked faces must be written with their suits"
                    )
                cards[place][at] = free[chosen].pop(0)
    given: dict[str, int] = {}
    for name, (seat, face) in marks.items():
        fits = [
            c
            for c in cards[seat]
            if (
                deck.faces_of_cards[c] == face
                if face
                else deck.faces_of_cards[c][0] in rules.mark(name).ranks
            )
        ]
        held = [c for c in fits if c not in given.values()]
        if not held:
            what = deck.face_text(face) if face else "such card"
            marked = [f"'{other}'" for other, card in given.items() if card in fits]
            more = f"; its {what} has the mark {' and '.join(marked)}" if marked else ""
            second = "second " * bool(marked)
            raise CardsError(f"seat {seat} holds no {second}{what} for the mark '{name}'{more}")
        given[name] = held[0]
    return cards, given


def _settle_mark(
    rules: Compiled,
    named: list[list[Face]],
    name: str,
    seat: int,
    face: Face | None,
    marks: dict[str, tuple[int, Face | None]],
) -> None:
    """Where the seat's hand has the mark's rank but not its face in writing, one of the rank is
    it.
    """
    if face is None or face[1] is None:
        return
    hand = named[seat]
    same = [other for other, place in marks.items() if place == (seat, face)]
    if hand.count(face) >= same.index(name) + 1:
        return
    if (face[0], None) in hand:
        hand[hand.index((face[0], None))] = face


def _given(
    rules: Compiled, written: Mapping[str, Any]
) -> tuple[str | None, int | None, int, int | None]:
    start, winner = written.get("start"), written.get("winner")
    bid, multiplier = written.get("bid"), written.get("multiplier")
    if (winner is not None or bid) and not any(isinstance(s, AuctionStep) for s in rules.flow):
        raise CardsError("this game has no auction, so no 'winner' and no 'bid'")
    names = [step.name for step in rules.flow]
    if start is not None and start not in names:
        raise CardsError(f"there is no step '{start}' to start at; there are: {', '.join(names)}")
    if winner is not None and not _is_seat(rules, winner):
        raise CardsError(f"'winner' is a seat from 0 to {rules.players - 1}")
    for key, value, least in (("bid", bid, 0), ("multiplier", multiplier, 1)):
        if value is not None and (type(value) is not int or not least <= value <= 10**12):
            raise CardsError(f"'{key}' is a whole number from {least} up, not {repr(value)[:40]}")
    return start, winner, bid or 0, multiplier


def _is_seat(rules: Compiled, seat: Any) -> bool:
    return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < rules.players
