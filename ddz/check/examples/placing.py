"""From where the marks lie to a whole deal: each mark on a card of its own, all other cards at
random, always the same."""

from __future__ import annotations

from typing import Any

from ddz.cards import Deck, Face
from ddz.check.examples.forms import Word
from ddz.check.examples.result import Stopped, known, seat_of
from ddz.compiled import Compiled
from ddz.compiled.rules import Mark
from ddz.diagnostics import Span
from ddz.game.deal import Draws

__all__ = ["placed"]

KITTY = "kitty"

Places = dict[str, tuple[Word, tuple[Word, ...]]]


def placed(rules: Compiled, places: Places, span: Span) -> dict[str, Any]:
    """A written deal in which the marks lie as said. Stopped where they cannot."""
    seats = _seats(rules, places, span)
    deck = rules.deck
    faces = _faces(rules)
    hands: list[list[Face]] = [[] for _ in range(rules.players + 1)]
    taken: list[Face] = []
    for mark in rules.marks:
        face = faces[mark.copies_of or mark.name]
        for seat in seats[mark.name]:
            hands[seat].append(face)
            taken.append(face)
    sizes = [rules.each] * rules.players + [rules.kitty]
    for seat, hand in enumerate(hands):
        if len(hand) > sizes[seat]:
            where = f"seat {seat}" if seat < rules.players else "the kitty"
            sentence = f"{where} has {len(hand)} marked cards, and room for {sizes[seat]}"
            raise Stopped("DDZ711", sentence, span, "spread them over more seats")
    rest = _shuffled(deck, taken)
    for hand, size in zip(hands, sizes, strict=True):
        needed = size - len(hand)
        hand += rest[:needed]
        del rest[:needed]
    texts = [" ".join(deck.face_text(face) for face in hand) for hand in hands]
    return {
        "hands": texts[: rules.players],
        "kitty": texts[-1],
        "marks": {
            mark.name: {"seat": seats[mark.name][0], "card": deck.face_text(faces[mark.name])}
            for mark in rules.marks
            if mark.copies_of is None
        },
    }


def _seats(rules: Compiled, places: Places, span: Span) -> dict[str, list[int]]:
    """The seats of each mark; behind the last seat is the kitty."""
    found: dict[str, list[int]] = {}
    marks = {mark.name: mark for mark in rules.marks}
    for name, (key, words) in places.items():
        mark = marks[known(key, marks, "mark")]
        found[name] = [_seat(rules, mark, word) for word in words]
        if len(words) != mark.cards:
            lie = "lies" if len(words) == 1 else "lie"
            cards = f"{mark.cards} card{'s' * (mark.cards != 1)}"
            sentence = f"the mark '{name}' has {cards}, and {len(words)} {lie} somewhere here"
            hint = f"as in '{name}: {' '.join('12345678'[: mark.cards])}'"
            raise Stopped("DDZ711", sentence, key.span, hint)
    for name in marks:
        if name not in found:
            hint = f"say the seat that has it, as in '{name}: 0'"
            raise Stopped("DDZ711", f"where the mark '{name}' lies is not said", span, hint)
    return found


def _seat(rules: Compiled, mark: Mark, word: Word) -> int:
    if word.text == KITTY and mark.copies_of is not None and rules.kitty:
        return rules.players
    if word.text == KITTY:
        why = "there is no kitty" if not rules.kitty else f"'{mark.name}' falls on a dealt card"
        raise Stopped("DDZ711", f"it cannot lie in the kitty: {why}", word.span, "name a seat")
    return seat_of(word, rules.players)


def _faces(rules: Compiled) -> dict[str, Face]:
    """A face for each mark that has one of its own: those with the least choice first."""
    deck = rules.deck
    found: dict[str, Face] = {}
    own = [mark for mark in rules.marks if mark.copies_of is None]
    for mark in sorted(own, key=lambda mark: len(mark.ranks)):
        free = (
            face
            for face in dict.fromkeys(deck.faces_of_cards)
            if face[0] in mark.ranks and face not in found.values()
        )
        found[mark.name] = next(free, deck.faces_of_cards[0])
    return found


def _shuffled(deck: Deck, taken: list[Face]) -> list[Face]:
    """All other cards, in an order of chance that is always the same."""
    left = list(deck.faces_of_cards)
    for face in taken:
        left.remove(face)
    return [left[at] for at in Draws(0).shuffled(len(left))]
