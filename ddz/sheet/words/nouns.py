"""Nouns and phrases that sentences are filled with, and so many of a noun.

A language has its own forms: English *one pair, two pairs*, Chinese *两对* with a word to count by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ddz.pattern.tree import Range
from ddz.sheet.catalogue import Catalogue

__all__ = ["Noun", "Phrase", "as_many", "counted", "form", "noun", "one_of"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for seats: `many` where the verb behind them is of several, `group` where they may be
    several seats. `single` are the words where they are one seat for certain, `among` those behind
    *one of* or *none of*; `dealt` is the mark whose holders they are, `side` that they are a side,
    which may be of one seat."""

    text: str
    many: bool = False
    group: bool = False
    single: str | None = None
    dealt: str | None = None
    side: bool = False
    among: str | None = None

    def __str__(self) -> str:
        return self.text

    @property
    def one(self) -> str:
        """The words for one seat."""
        return self.single or self.text


@dataclass(frozen=True, slots=True)
class Noun:
    """What is counted: one of it, several, several behind *as many*, and its measure word."""

    one: str
    other: str
    bare: str
    measure: str


@dataclass(frozen=True, slots=True)
class _Form:
    """A form of a noun, as a sentence is filled with it."""

    text: str
    measure: str

    def __str__(self) -> str:
        return self.text


def noun(say: Catalogue, key: str, **values: Any) -> Noun:
    """The noun that stands in the catalogue under a key."""
    forms = (say.say(f"{key}.{form}", **values) for form in ("one", "other", "bare", "measure"))
    return Noun(*forms)


def counted(say: Catalogue, many: Range, what: Noun) -> str:
    """So many of a noun, *five or more cards*."""
    low, high = many.low, many.high
    several = _Form(what.other, what.measure)
    if high is None:
        words = say.say("count.least", n=low, unit=several)
    elif high == low:
        unit = _Form(what.one, what.measure) if low == 1 else several
        words = say.say("count.exact", n=low, unit=unit)
    else:
        key = "count.either" if high == low + 1 else "count.between"
        words = say.say(key, low=low, high=high, unit=several)
    return words.strip()


def one_of(say: Catalogue, what: Noun) -> str:
    """One of a noun, *a pair*."""
    return say.say("count.one", unit=_Form(what.one, what.measure))


def as_many(say: Catalogue, what: Noun) -> str:
    """As many of a noun as of what stands before, *as many pairs*."""
    return say.say("count.same", unit=_Form(what.bare, what.measure))


def form(what: Noun) -> _Form:
    """Several of a noun, to fill a sentence with."""
    return _Form(what.bare, what.measure)
