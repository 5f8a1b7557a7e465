"""The examples of a rule file, held against what its rules say."""

from __future__ import annotations

import re
from difflib import get_close_matches

from ddz.cards import CardsError
from ddz.compiled import PlayTable, Reading
from ddz.diagnostics import Diagnostic, Span
from ddz.source import Scalar
from ddz.variant.model import Variant

__all__ = ["check_examples"]

_WORD = re.compile(r"[<|]|[^\s<|]+")


def check_examples(variant: Variant, table: PlayTable | None) -> list[Diagnostic]:
    """What comes out otherwise than an example says, or cannot be read; without a table, only
    what is no example."""
    found: list[Diagnostic] = []
    for text in variant.examples:
        words = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(text.text)]
        try:
            if len(words) == 3 and words[1][0] == "is":
                if table is not None:
                    _is(variant, table, text, words, found)
            elif len(words) >= 3 and len(words) % 2 and all(w in "<|" for w, _, _ in words[1::2]):
                if table is not None:
                    _order(variant, table, text, words, found)
            else:
                found.append(
                    Diagnostic(
                        "DDZ701",
                        "this is no example",
                        text.span,
                        "write 'CARDS is PATTERN', 'CARDS is nothing', 'a < b' or 'a | b'",
                    )
                )
        except _BadCards as error:
            place = text.part(error.start, error.end)
            found.append(Diagnostic("DDZ701", str(error), place, error.hint))
    return found


class _BadCards(ValueError):
    def __init__(self, sentence: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(sentence)
        self.start, self.end, self.hint = start, end, hint


_Words = list[tuple[str, int, int]]


def _read(table: PlayTable, word: tuple[str, int, int]) -> Reading | None:
    try:
        play = table.classify(table.deck.tally(word[0]))
    except CardsError as error:
        ranks = f"the deck has {' '.join(table.deck.ranks)}"
        raise _BadCards(str(error), word[1], word[2], ranks) from None
    return play.reading if play is not None else None


def _is(
    variant: Variant, table: PlayTable, text: Scalar, words: _Words, found: list[Diagnostic]
) -> None:
    cards, _, wanted = words
    reading = _read(table, cards)
    got = reading.pattern if reading is not None else "nothing"
    names = [*table.pattern_names, *table.bomb_names, "nothing"]
    if wanted[0] not in names:
        near = get_close_matches(wanted[0], names, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names)}"
        raise _BadCards(f"there is no pattern '{wanted[0]}'", wanted[1], wanted[2], hint)
    if got != wanted[0]:
        found.append(
            Diagnostic(
                "DDZ702",
                f"{cards[0]} is {got}, and the example says {wanted[0]}",
                text.part(cards[1], wanted[2]),
                "mend the example, or the pattern",
                related=_pattern_line(variant, got),
            )
        )


def _order(
    variant: Variant, table: PlayTable, text: Scalar, words: _Words, found: list[Diagnostic]
) -> None:
    for low, sign, high in zip(words[::2], words[1::2], words[2::2], strict=False):
        first, second = _read(table, low), _read(table, high)
        place = text.part(low[1], high[2])
        for word, reading in ((low, first), (high, second)):
            if reading is None:
                place = text.part(word[1], word[2])
                found.append(
                    Diagnostic(
                        "DDZ702",
                        f"{word[0]} is nothing, and so beats nothing",
                        place,
                        "both sides must be cards that can be played",
                    )
                )
                break
        if first is None or second is None:
            continue
        up = _beats(table, high[0], first)
        down = _beats(table, low[0], second)
        wanted = (sign[0] == "<", False)
        if (up, down) != wanted:
            says = f"{high[0]} beats {low[0]}" if wanted[0] else "neither beats the other"
            found.append(
                Diagnostic(
                    "DDZ702",
                    f"{_how(low[0], high[0], up, down)}, and the example says that {says}",
                    place,
                    "mend the example, or the patterns and the ladder",
                    related=_pattern_line(variant, second.pattern),
                )
            )


def _beats(table: PlayTable, cards: str, held: Reading) -> bool:
    return table.answer(table.deck.tally(cards), [held]) is not None


def _how(low: str, high: str, up: bool, down: bool) -> str:
    if up and not down:
        return f"{high} beats {low}"
    if down and not up:
        return f"{low} beats {high}"
    return (
        f"{low} and {high} beat each other"
        if up
        else f"neither of {low} and {high} beats the other"
    )


def _pattern_line(variant: Variant, name: str) -> tuple[tuple[str, Span], ...]:
    found = {**variant.patterns, **variant.bombs}.get(name)
    return ((f"'{name}' is defined here", found[0].span),) if found is not None else ()
