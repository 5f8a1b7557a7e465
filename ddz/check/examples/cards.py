"""Examples about cards: what they are, what beats what, what a hand can play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from ddz.cards import CardsError
from ddz.check.examples.forms import ByPattern, Hand, Is, Listed, Order, Total, Word
from ddz.check.examples.result import Budget, Difference, Stopped, differs, known
from ddz.compiled import Play, PlayTable, Reading
from ddz.diagnostics import Diagnostic, Span
from ddz.plays.counts import count, count_answers, count_leads
from ddz.variant.model import PlaySpec, Variant

__all__ = ["run_hand", "run_is", "run_order"]

OTHERS = "others"
SHOWN = 6
"""How many plays a finding names."""
LOOKED_AT = 20_000
"""How many plays are looked at for those an example does not list."""


def run_is(example: Is, variant: Variant, table: PlayTable, budget: Budget) -> list[Difference]:
    """Whether the cards are what the example says."""
    budget.spend(1)
    reading = _read(table, example.cards)
    got = reading.pattern if reading is not None else "nothing"
    names = [*table.pattern_names, *table.bomb_names, "nothing"]
    wanted = known(example.pattern, names, "pattern", "DDZ701")
    if got == wanted:
        return []
    place = _from_to(example.cards.span, example.pattern.span)
    hint = "mend the example, or the pattern"
    what = f"{example.cards.text} is"
    return [differs(what, wanted, got, place, hint, _defined(variant, got, wanted))]


def run_order(
    example: Order, variant: Variant, table: PlayTable, budget: Budget
) -> list[Difference]:
    """Whether each cards beat those before them, or neither does."""
    found: list[Difference] = []
    cards = example.cards
    budget.spend(2 * len(cards))
    readings = [_read(table, word) for word in cards]
    for at, sign in enumerate(example.signs):
        low, high, first, second = cards[at], cards[at + 1], readings[at], readings[at + 1]
        if first is None or second is None:
            word = low if first is None else high
            found.append(
                Difference(
                    Diagnostic(
                        "DDZ702",
                        f"{word.text} is nothing, and so beats nothing",
                        word.span,
                        "both sides must be cards that can be played",
                    ),
                    "cards that can be played",
                    "nothing",
                )
            )
            continue
        up, down = _beats(table, high, first), _beats(table, low, second)
        if (up, down) == (sign == "<", False):
            continue
        says = f"{high.text} beats {low.text}" if sign == "<" else "neither beats the other"
        got = _how(low.text, high.text, up, down)
        finding = Diagnostic(
            "DDZ702",
            f"{got}, and the example says that {says}",
            _from_to(low.span, high.span),
            "mend the example, or the patterns and the ladder",
            related=_defined(variant, second.pattern),
        )
        found.append(Difference(finding, says, got))
    return found


def run_hand(example: Hand, variant: Variant, table: PlayTable, budget: Budget) -> list[Difference]:
    """Whether the hand has the plays the example says."""
    hand = _tally(table, example.hand)
    budget.spend(20 + table.deck.total(hand) ** 2 // 8)
    held = None
    if example.over is not None:
        play = table.classify(_tally(table, example.over))
        if play is None:
            sentence = f"{example.over.text} is nothing, and nothing can beat it"
            raise Stopped("DDZ702", sentence, example.over.span, "write cards that can be played")
        held = table.bound(play, _bound_by(variant))
    plays = example.plays
    if isinstance(plays, Total):
        got, wanted = count(table, hand, held), plays.number.value
        hint = _list_hint(table, wanted) if got != wanted else ""
        place = plays.number.span
        return (
            []
            if got == wanted
            else [differs("the number of plays is", str(wanted), str(got), place, hint)]
        )
    if isinstance(plays, ByPattern):
        return _by_pattern(plays, variant, table, hand, held)
    return _listed(plays, table, hand, held)


def _by_pattern(
    plays: ByPattern,
    variant: Variant,
    table: PlayTable,
    hand: int,
    held: tuple[Reading, ...] | None,
) -> list[Difference]:
    if held is None:
        readings = count_leads(table, hand, table.deck.size)
    else:
        readings = count_answers(table, hand, held)
    numbers: Counter[str] = Counter()
    for reading, number in readings.items():
        numbers[reading.pattern] += number
    names = [*table.pattern_names, *table.bomb_names]
    others = sum(n for name, n in numbers.items() if name not in plays.numbers)
    found = []
    for name, (key, wanted) in plays.numbers.items():
        if name == OTHERS and name not in names:
            got = others
            rest = [f"{n} {other}" for other, n in numbers.items() if other not in plays.numbers]
            hint = f"they are: {', '.join(rest[:SHOWN])}" if rest else ""
        else:
            known(key, [*names, OTHERS], "pattern")
            got, hint = numbers[name], ""
        if got != wanted.value:
            what = f"the number of {name} is"
            lines = _defined(variant, name)
            found.append(differs(what, str(wanted.value), str(got), wanted.span, hint, lines))
    return found


def _listed(
    plays: Listed, table: PlayTable, hand: int, held: tuple[Reading, ...] | None
) -> list[Difference]:
    """Each of the plays listed is one, and there are no others."""
    found: list[Difference] = []
    tallies: dict[int, Word] = {}
    for word in plays.plays:
        tally = _tally(table, word)
        if tally in tallies:
            hint = "plays of the same cards are one play"
            raise Stopped("DDZ701", f"{word.text} stands here twice", word.span, hint)
        tallies[tally] = word
        why = _no_play(table, hand, tally, held)
        if why:
            finding = Diagnostic("DDZ702", f"{word.text} is no play here: {why}", word.span)
            found.append(Difference(finding, word.text, why))
    if count(table, hand, held) > len(tallies) - len(found):
        more = [
            str(play)
            for play in islice(_plays(table, hand, held), LOOKED_AT)
            if play.tally not in tallies
        ]
        shown = ", ".join(more[:SHOWN]) + (", …" if len(more) > SHOWN else "")
        sentence = f"there are more plays than the example lists: {shown}"
        finding = Diagnostic("DDZ702", sentence, plays.span, "add them, or mend the patterns")
        expected = ", ".join(word.text for word in plays.plays[:SHOWN])
        found.append(Difference(finding, expected, f"also {shown}"))
    return found


def _plays(table: PlayTable, hand: int, held: tuple[Reading, ...] | None) -> Iterator[Play]:
    return table.leads(hand) if held is None else table.answers(hand, *held)


def _no_play(table: PlayTable, hand: int, tally: int, held: tuple[Reading, ...] | None) -> str:
    if not table.deck.holds(hand, tally):
        return "the hand does not hold it"
    if table.classify(tally) is None:
        return "it is nothing"
    if held is not None and table.answer(tally, held) is None:
        return "it does not beat the cards under 'over'"
    return ""


def _list_hint(table: PlayTable, wanted: int) -> str:
    """A number that reads as cards may have been meant so."""
    try:
        play = table.classify(table.deck.tally(str(wanted))) if wanted > 99 else None
    except CardsError:
        return ""
    return f"to say which plays there are, write a list: [{wanted}]" if play is not None else ""


def _bound_by(variant: Variant) -> str:
    specs = [step.spec for step in variant.steps.values()]
    return next((spec.bound_by for spec in specs if isinstance(spec, PlaySpec)), "best")


def _read(table: PlayTable, word: Word) -> Reading | None:
    play = table.classify(_tally(table, word))
    return play.reading if play is not None else None


def _tally(table: PlayTable, word: Word) -> int:
    try:
        return table.deck.tally(word.text)
    except CardsError as error:
        ranks = f"the deck has {' '.join(table.deck.ranks)}"
        raise Stopped("DDZ701", str(error), word.span, ranks) from None


def _beats(table: PlayTable, cards: Word, held: Reading) -> bool:
    return table.answer(table.deck.tally(cards.text), [held]) is not None


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


def _from_to(first: Span, last: Span) -> Span:
    """The place from the beginning of one to the end of the other."""
    return Span(first.file, first.line, first.column, last.end_line, last.end_column, first.excerpt)


def _defined(variant: Variant, *names: str) -> tuple[tuple[str, Span], ...]:
    """Where patterns or bombs are defined."""
    texts = {**variant.patterns, **variant.bombs}
    return tuple(
        (f"'{name}' is defined here", texts[name][0].span) for name in names if name in texts
    )
