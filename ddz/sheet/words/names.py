"""What the things of a file are called: the file's own text, else a term of the game, else what the
thing stands for, so that a player never reads a name made for the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ddz.compiled import Compiled
from ddz.sheet.catalogue import Catalogue
from ddz.sheet.words.cards import CardWords
from ddz.sheet.words.patterns import PatternWords, Reader

__all__ = ["Names"]

MAX_SPELLED = 400
"""The most letters a name without a text is spelled out in; longer ones keep their name."""


class Names:
    """Names things in a language; what has no name of its own is described where that can be."""

    def __init__(self, compiled: Compiled, say: Catalogue) -> None:
        self.compiled, self.say = compiled, say
        self.lang = say.lang
        self.reader = Reader(compiled.document, compiled.deck)
        self.cards = CardWords(compiled.deck, say)
        self.patterns = PatternWords(self.reader, say, self.cards)
        self.unnamed_marks = [mark.name for mark in compiled.marks if not self.own(mark.name)]

    def own(self, name: str) -> str | None:
        """The file's text for a name, or the common term; None where there is neither."""
        text = self.compiled.texts.get(name, {}).get(self.lang)
        if text:
            return text
        key = f"terms.{name}"
        return self.say.say(key) if self.say.knows(key) else None

    def spaced(self, name: str) -> str:
        """The text, or the name itself with spaces: for what is nothing but its name."""
        return self.own(name) or name.replace("_", " ")

    @property
    def won_as(self) -> str:
        """Under which key it is said who wins the auction: ``landlord`` where a role is called so,
        else ``plain``."""
        word = self.say.say("terms.landlord")
        roles = (self.spaced(role.name) for role in self.compiled.roles)
        return "landlord" if any(word in role for role in roles) else "plain"

    def quoted(self, name: str) -> str:
        """The same in quotation marks."""
        return self.say.say("condition.quoted", name=self.spaced(name))

    def short(self, name: str, spelled: str) -> str:
        """What a name stands for, or the name itself where that would be a page."""
        return spelled if len(spelled) <= MAX_SPELLED else self.quoted(name)

    def pattern(self, name: str) -> str:
        """A pattern or bomb as a noun."""
        return self.spaced(name)

    def mark(self, name: str) -> str:
        """A mark's card."""
        own = self.own(name)
        if own:
            return own
        mark = self.compiled.mark(name)
        if mark.copies_of is not None:
            return self.say.say("pattern.copies.called", mark=self.mark(mark.copies_of))
        alike = [n for n in self.unnamed_marks if self.compiled.mark(n).copies_of is None]
        if len(alike) == 1:
            return self.say.say("pattern.mark.alone")
        return self.say.say("pattern.mark.numbered", n=alike.index(name) + 1)

    def card(self, name: str) -> str:
        """Which card a mark falls on."""
        mark = self.compiled.mark(name)
        if mark.copies_of is not None:
            form = "one" if mark.cards == 1 else "other"
            values: Mapping[str, Any] = {} if mark.cards == 1 else {"n": mark.cards}
            base = self.mark(mark.copies_of)
            return self.say.say(f"pattern.copies.{form}", mark=base, **values)
        deck = self.compiled.deck
        left_out = [rank for r, rank in enumerate(deck.ranks) if r not in mark.ranks]
        if not left_out:
            return self.say.say("pattern.anycard.any")
        return self.say.say("pattern.anycard.but", ranks=self.cards.ranks(left_out))
