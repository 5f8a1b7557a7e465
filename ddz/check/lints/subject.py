"""What a lint looks at, and how much it may look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ddz.cards import Deck
from ddz.check.limits import Limits
from ddz.check.reached import Reached
from ddz.compiled import Compiled, Play
from ddz.diagnostics import Diagnostic, Span
from ddz.pattern import Head, Pattern, PatternTrouble, expand, read_pattern
from ddz.pattern.groups import MAX_HEADS
from ddz.source import Mapping
from ddz.variant import Variant

__all__ = ["NO_PLAY", "Budget", "GaveUpError", "Lint", "Subject", "warning"]


NO_PLAY = "no play"
"""What stands among the dead names where no game comes to the play; no name is like this."""


class GaveUpError(Exception):
    """A lint would have to look at too much."""


@dataclass(slots=True)
class Budget:
    """Steps all lints of a file share; steps, so that what is found depends on no clock."""

    left: int

    def spend(self, steps: int = 1) -> None:
        """Count steps. GaveUpError once there are none left."""
        self.left -= steps
        if self.left < 0:
            raise GaveUpError


@dataclass(frozen=True)
class Subject:
    """A sound file: what it says, what it means, what its proof came to, and what looking at it may
    cost. `dead` are the names a lint has told of already; what follows from them is not told."""

    variant: Variant
    rules: Compiled
    reached: Reached
    budget: Budget
    dead: set[str] = field(default_factory=set)
    trees: dict[str, Pattern] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        """What a number of cards settles about bombs."""
        return self.reached.limits

    def is_own(self, span: Span) -> bool:
        """Whether the place is in the file itself and in nothing it extends."""
        return span.file == self.variant.files[0]

    def is_ordered(self, *patterns: str) -> bool:
        """Whether the file itself says in which order these patterns stand: those that a base has
        as well stay where the base has them."""
        found = self.variant.root.get("patterns")
        entries = [found.entries.get(name) for name in patterns if isinstance(found, Mapping)]
        return all(e is not None and self.is_own(e.key.span) and not e.older for e in entries)

    def holdable(self, name: str) -> Iterator[Play]:
        """The plays of a pattern that some hand can hold, in every reading, those without wings
        first."""
        table, most = self.rules.table, self.reached.cards
        groups = [
            group
            for (pattern, size), group in table.groups.items()
            if pattern == name and size <= most
        ]
        for group in groups:
            yield from (*group.plays, *group.lower)
        for group in groups:
            for flight in group.flights:
                yield from flight.plays(table.deck.full)

    def heads(self, tree: Pattern, deck: Deck) -> list[Head]:
        """The heads of a pattern's text with this deck. PatternTrouble where there are none."""
        lines = {
            line: [deck.index[rank] for rank in text.text.split()]
            for line, (_, text) in self.variant.lines.items()
        }
        try:
            found = expand(tree, deck, lines, self._lookup)
        except PatternTrouble as trouble:
            self.budget.spend(MAX_HEADS if trouble.code == "DDZ304" else 1)
            raise
        self.budget.spend(sum(1 + len(head.wings) for head in found))
        return found

    def tree(self, name: str) -> Pattern:
        """The pattern or bomb as it is written."""
        if name not in self.trees:
            texts = {**self.variant.patterns, **self.variant.bombs}
            self.trees[name] = read_pattern(texts[name][1].text)
        return self.trees[name]

    def _lookup(self, name: str) -> Pattern | None:
        known = name in self.variant.patterns or name in self.variant.bombs
        return self.tree(name) if known else None


Lint = Callable[[Subject], Iterator[Diagnostic]]


def warning(
    code: str, sentence: str, span: Span, hint: str, related: tuple[tuple[str, Span], ...] = ()
) -> Diagnostic:
    """A finding of a lint."""
    return Diagnostic(code, sentence, span, hint, "warning", related)
