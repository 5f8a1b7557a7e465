"""The examples of a rule file, held against what its rules say."""

from __future__ import annotations

import re

from ddz.cards import CardsError
from ddz.compiled import Compiled, Reading
from ddz.diagnostics import Diagnostic, Span
from ddz.source import Scalar

__all__ = ["check_examples"]

_WORD = re.compile(r"[<|]|[^\s<|]+")


def check_examples(rules: Compiled, examples: tuple[Scalar, ...]) -> list[Diagnostic]:
    """What comes out otherwise than an example says, or cannot be read."""
    found: list[Diagnostic] = []
    for text in examples:
        words = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(text.text)]
        try:
            if len(words) == 3 and words[1][0] == "is":
                _is(rules, text, words, found)
            elif len(words) >= 3 and len(words) % 2 and all(w in "<|" for w, _, _ in words[1::2]):
                _order(rules, text, words, found)
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
            found.append(Diagnostic("DDZ701", str(error), text.part(error.start, error.end)))
    return found


class _BadCards(ValueError):
    def __init__(self, sentence: str, start: int, end: int) -> None:
        super().__init__(sentence)
        self.start, self.end = start, end


_Words = list[tuple[str, int, int]]


def _read(rules: Compiled, word: tuple[str, int, int]) -> Reading | None:
    try:
        play = rules.table.classify(rules.deck.tally(word[0]))
    except CardsError as error:
        raise _BadCards(str(error), word[1], word[2]) from None
    return play.reading if play is not None else None


def _is(rules: Compiled, text: Scalar, words: _Words, found: list[Diagnostic]) -> None:
    cards, _, wanted = words
    reading = _read(rules, cards)
    got = reading.pattern if reading is not None else "nothing"
    names = [*rules.table.pattern_names, *rules.table.bomb_names, "nothing"]
    if wanted[0] not in names:
        raise _BadCards(f"there is no pattern '{wanted[0]}'", wanted[1], wanted[2])
    if got != wanted[0]:
        found.append(
            Diagnostic(
                "DDZ702",
                f"{cards[0]} is {got}, and the example says {wanted[0]}",
                text.part(cards[1], wanted[2]),
                related=_pattern_line(rules, got),
            )
        )


def _order(rules: Compiled, text: Scalar, words: _Words, found: list[Diagnostic]) -> None:
    for low, sign, high in zip(words[::2], words[1::2], words[2::2], strict=False):
        first, second = _read(rules, low), _read(rules, high)
        place = text.part(low[1], high[2])
        for word, reading in ((low, first), (high, second)):
            if reading is None:
                found.append(Diagnostic("DDZ702", f"{word[0]} is nothing", place))
                break
        if first is None or second is None:
            continue
        up = _beats(rules, high[0], first)
        down = _beats(rules, low[0], second)
        wanted = (sign[0] == "<", False)
        if (up, down) != wanted:
            says = f"{high[0]} beats {low[0]}" if wanted[0] else "neither beats the other"
            found.append(
                Diagnostic(
                    "DDZ702",
                    f"{_how(low[0], high[0], up, down)}, and the example says that {says}",
                    place,
                    related=_pattern_line(rules, second.pattern),
                )
            )


def _beats(rules: Compiled, cards: str, held: Reading) -> bool:
    return rules.table.answer(rules.deck.tally(cards), held) is not None


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


def _pattern_line(rules: Compiled, name: str) -> tuple[tuple[str, Span], ...]:
    span = rules.spans.get(name)
    return ((f"'{name}' is defined here", span),) if span is not None else ()
