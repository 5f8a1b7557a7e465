"""What every section is written with: the rules, the words of a language, and the cards."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ddz.compiled import Compiled
from ddz.compiled.rules import Value
from ddz.condition import Expression
from ddz.sheet.catalogue import Catalogue
from ddz.sheet.faces import Faces
from ddz.sheet.model import Bullets, Paragraph, Term, Text
from ddz.sheet.near import Misser
from ddz.sheet.samples import Sampler
from ddz.sheet.words import Words

__all__ = ["Scribe"]


@dataclass(frozen=True)
class Scribe:
    """Says what rules say in a language."""

    rules: Compiled
    lang: str

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(self.lang)

    @cached_property
    def words(self) -> Words:
        return Words(self.rules, self.lang)

    @cached_property
    def faces(self) -> Faces:
        return Faces(self.rules.deck, self.catalogue)

    @cached_property
    def sampler(self) -> Sampler:
        return Sampler(self.rules)

    @cached_property
    def misser(self) -> Misser:
        return Misser(self.rules, self.sampler)

    @cached_property
    def bid_counts(self) -> bool:
        """Whether the winning bid matters to anything but who wins it."""
        rules = self.rules
        parts = [part for row in rules.settle_rows for part in (row.when, row.times)]
        parts += [part for row in rules.rows for part in (row.when, row.add, row.times)]
        for value in (*rules.settle_names.values(), *rules.names.values()):
            parts += [value.plain, *value.table.values()]
        return any(part is not None and "bid" in part.uses for part in parts)

    # --- words

    def say(self, key: str, /, **values: Any) -> str:
        """The sentence of a key."""
        return self.catalogue.say(key, **values)

    def name(self, name: str) -> str:
        """What something is called."""
        return self.words.names.spaced(name)

    def named(self, name: str, key: str) -> str:
        """What the file calls something, or the sentence of a key where it has no text for it."""
        own = self.rules.texts.get(name, {}).get(self.lang)
        return self.heading(own) if own else self.say(key)

    def heading(self, name: str) -> str:
        """A name with a capital."""
        return name[:1].upper() + name[1:]

    def listed(self, words: Iterable[str], between: str = "and") -> str:
        """Words as a list."""
        return self.catalogue.listed(words, between)

    def join(self, sentences: Iterable[str]) -> str:
        """Sentences one behind the other."""
        return self.say("sheet.space").join(filter(None, sentences))

    def full(self, clause: str) -> str:
        """A clause as a sentence of its own."""
        stop = self.say("sheet.stop")
        return self.heading(clause) + ("" if clause.endswith(stop) else stop)

    def ranks(self, ranks: Iterable[int]) -> str:
        """Ranks as a list, in the order of the deck."""
        return self.words.ranks(sorted(ranks))

    # --- blocks

    def paragraph(self, *sentences: str) -> Paragraph:
        """Sentences as a block."""
        return Paragraph((self.join(sentences),))

    def bullets(self, sentences: Iterable[str]) -> list[Bullets]:
        """Sentences side by side, those that say nothing left out; no block where none is left."""
        items = tuple((self.heading(sentence),) for sentence in sentences if sentence)
        return [Bullets(items)] if items else []

    def term(self, term: str, explained: str) -> Text:
        """A word and what it is."""
        return (Term(self.heading(term)), self.say("sheet.colon"), explained)

    def explained(self, among: Container[str]) -> list[Text]:
        """What each of the names stands for that the sheet has used so far, and those that are used
        to say so."""
        told: dict[str, Text] = {}
        while waiting := [n for n in self.words.by_name if n in among and n not in told]:
            for name in waiting:
                clause = self.clauses(self.words.meaning(name), self.words.value, "names.in_case")
                term = self.name(name)
                called = Term(term if len(term) == 1 else self.heading(term))
                told[name] = (called, self.say("sheet.colon"), self.full(clause))
        return list(told.values())

    # --- values

    def value(
        self, value: Value, key: str, write: Callable[[Expression], str], /, **values: Any
    ) -> str:
        """A sentence with a value in it at ``{value}``; where it goes by case, a clause a case."""
        return self.full(self.clauses(value, lambda x: self.say(key, value=write(x), **values)))

    def clauses(
        self, value: Value, write: Callable[[Expression], str], key: str = "sheet.in_case"
    ) -> str:
        """A clause, or one for each case; cases of the same clause are named together."""
        if value.plain is not None:
            return write(value.plain)
        by_clause: dict[str, list[str]] = {}
        for case, expression in value.table.items():
            case_said = self.say("sheet.case", case=self.words.case(case))
            by_clause.setdefault(write(expression), []).append(case_said)
        return self.say("sheet.semicolon").join(
            self.say(key, case=self.listed(cases, "or"), clause=clause)
            for clause, cases in by_clause.items()
        )
