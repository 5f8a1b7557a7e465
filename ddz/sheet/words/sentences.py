"""The words of a rule file: what each construct of its two languages says, in one language.

Enters: compiled rules and a language. Leaves, method by method, sentences and parts of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import overload

from ddz.compiled import Compiled
from ddz.compiled.rules import Effect, MultiplierRow, PlayStep, Value
from ddz.condition import Each, Expression
from ddz.sheet.catalogue import Catalogue
from ddz.sheet.words.bombs import BombWords
from ddz.sheet.words.names import Names
from ddz.sheet.words.ranking import RankingWords
from ddz.sheet.words.truth import TruthWords
from ddz.syntax import parse

__all__ = ["Words"]

ByCase = list[tuple[str, str]]


class Words:
    """Says what the rules of a file mean, in ``zh`` or ``en``.

    Conditions, numbers, seats and events are parts of a sentence, without a capital or a full stop;
    patterns are whole sentences. A value that differs by case comes as a list of cases and words.
    """

    def __init__(self, compiled: Compiled, lang: str) -> None:
        self.compiled = compiled
        self.say = Catalogue(lang)
        self.names = Names(compiled, self.say)
        self._bombs = BombWords(self.names)
        self._truth = TruthWords(compiled, self.names, self._bombs)
        self._values = self._truth.values
        self._ranking = RankingWords(self.names)

    # --- the pattern language

    def pattern(self, name: str) -> list[str]:
        """What a pattern or bomb is, in one or a few sentences."""
        return self.names.patterns.sentences(self.names.reader.tree(name))

    def compared(self, name: str) -> str:
        """How two of a pattern or bomb are compared."""
        return self._ranking.compared(name)

    def refused(self, name: str) -> list[str]:
        """What a pattern or bomb refuses by name."""
        return self._ranking.refused(name)

    def ladder_step(self, text: str) -> str:
        """A step of the ladder, *bombs of five to eight cards*."""
        return self._bombs.step(text)

    def cards(self, text: str) -> str:
        """Cards written as rank letters, *three small jokers*."""
        return self.names.cards.cards(text)

    def rank(self, rank: str) -> str:
        """A rank's name, *small joker*."""
        return self.names.cards.rank(rank)

    def ranks(self, ranks: Iterable[int]) -> str:
        """Ranks, by their places in the deck, as a list, *2s and jokers*."""
        return self.names.cards.ranks(self.compiled.deck.ranks[rank] for rank in ranks)

    def line(self, name: str) -> str:
        """A line of the file, *A 2 3 4 … K A*."""
        return self.names.cards.line(self.names.reader.lines[name])

    # --- the condition language

    def condition(self, expression: Expression | str, each: Each | None = None) -> str:
        """A truth as a clause; with `each`, of one of the seats an end step looks at."""
        return self._truth.condition(_text(expression), each)

    @overload
    def number(self, expression: Expression | str) -> str: ...
    @overload
    def number(self, expression: Value) -> str | ByCase: ...
    def number(self, expression: Expression | Value | str) -> str | ByCase:
        """A number, *3 × N*; for a value by case, a list of cases and numbers."""
        if isinstance(expression, Value):
            return self._by_case(expression, self._values.formula)
        return self._values.formula(_text(expression))

    def formula(self, expression: Expression) -> str:
        """A number with its symbols as they are, for where they are explained beside it."""
        return self._values.number(parse("condition.lark", "expression", expression.text), {})

    def operand(self, expression: Expression | str, within: str) -> str:
        """A number as the last part of a ``sum`` or a ``product``: in brackets where it is a sum
        that they would be torn out of."""
        return self._values.operand(_text(expression), within)

    def meaning(self, name: str) -> Value:
        """What a name of the file stands for."""
        return self._values.values[name]

    def value(self, expression: Expression) -> str:
        """A value of any type: a number, seats, or a truth."""
        say = {"number": self.number, "seats": self.seats}.get(expression.type, self.condition)
        return say(expression)

    def times(self, n: int) -> str:
        """How often: *once*, *twice*, *three times*."""
        return self._values.times(n)

    def met(self, some: Value, among: Value) -> Value | None:
        """A value of seats in the cases only where they are among others, as far as what is taken
        from these tells; None where that is in no case."""
        cases = [name for name, _ in self.compiled.cases] or [""]
        if among.table:
            cases = [case for case in cases if case in among.table]
        if some.table:
            cases = [case for case in cases if case in some.table]
        pairs = {case: (_in_case(some, case), _in_case(among, case)) for case in cases}
        kept = {
            case: one
            for case, (one, other) in pairs.items()
            if not self._values.takes_away(other.text, one.text)
        }
        if not kept:
            return None
        if some.plain is not None and len(kept) == len(pairs):
            return some
        return replace(some, plain=None, table=kept)

    @property
    def by_name(self) -> list[str]:
        """The names of the file that were said by their name, and so must be explained."""
        return list(self._values.by_name)

    @overload
    def seats(self, expression: Expression | str) -> str: ...
    @overload
    def seats(self, expression: Value) -> str | ByCase: ...
    def seats(self, expression: Expression | Value | str) -> str | ByCase:
        """Seats, *the holder of the open card*; for a value by case, a list of cases and seats."""
        if isinstance(expression, Value):
            return self._by_case(expression, self._seats)
        return self._seats(_text(expression))

    def seat(self, expression: Expression | str) -> str:
        """The same where they are one seat for certain, as who leads is."""
        return self._values.text_seats(_text(expression)).one

    def _seats(self, text: str) -> str:
        return str(self._values.text_seats(text))

    def _by_case(self, value: Value, say: Callable[[str], str]) -> str | ByCase:
        if value.plain is not None:
            return say(value.plain.text)
        return [(self.case(case), say(each.text)) for case, each in value.table.items()]

    def event(self, row: MultiplierRow | Effect | str) -> str:
        """What a multiplier row or an effect waits for, *a bomb of six or more cards is played*."""
        if isinstance(row, str):
            return self._bombs.event(row)
        return self._bombs.event(next(text for found, text in self._events() if found is row))

    def _events(self) -> Iterator[tuple[MultiplierRow | Effect, str]]:
        """The rows and effects with their texts, which stand in the document in the same order."""
        document = self.compiled.document
        rows = (document.get("multiplier") or {}).get("rows") or []
        yield from zip(self.compiled.rows, (str(row["at"]) for row in rows), strict=True)
        for step in self.compiled.flow:
            if isinstance(step, PlayStep):
                effects = document["steps"][step.name]["play"].get("effects") or []
                texts = (str(effect["at"]) for effect in effects)
                yield from zip(step.effects, texts, strict=True)

    # --- what things are called

    def role(self, name: str) -> str:
        """The seats of a role, *the big landlord*, *the peasants*."""
        return str(self._values.role(name))

    def side(self, name: str) -> str:
        """The seats of a side, *the landlords*."""
        return str(self._values.side(name))

    def case(self, name: str) -> str:
        """A case by its text or name."""
        return self.names.spaced(name)

    def mark(self, name: str) -> str:
        """A marked card by its name, *open card*."""
        return self.names.mark(name)

    def marked(self, name: str) -> str:
        """Which card a mark falls on, *any card, jokers excepted*."""
        return self.names.card(name)

    def revealed(self, role: str) -> str:
        """What shows a hidden role: *a hidden landlord plays a twin of the open card*."""
        mark = next(each.reveal for each in self.compiled.roles if each.name == role)
        assert mark is not None, "the role is not hidden"
        many = "other" if self.compiled.mark(mark).cards > 1 else "one"
        who, card = self.names.spaced(role), self.names.mark(mark)
        return self.say.say(f"event.until.{many}", who=who, mark=card)

    def option(self, name: str) -> str:
        """An answer to a choice."""
        return self.names.spaced(name)

    def called(self, name: str) -> str:
        """What a pattern or bomb is called."""
        return self.names.pattern(name)


def _in_case(value: Value, case: str) -> Expression:
    return value.plain or value.table[case]


def _text(expression: Expression | str) -> str:
    return expression if isinstance(expression, str) else expression.text
