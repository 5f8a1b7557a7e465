"""How two of a pattern are compared, and what a pattern refuses by name."""

from __future__ import annotations

from collections.abc import Iterator

from ddz.pattern.tree import Amount, Exactly, Group, Kind, Mix, Range, Row, Shape
from ddz.sheet.words.names import Names
from ddz.sheet.words.patterns import size_key

__all__ = ["RankingWords"]

_FEW = 5
"""Up to how many ranks that are on no line are named."""


class RankingWords:
    """Says how patterns compare and what they refuse."""

    def __init__(self, names: Names) -> None:
        self.names, self.say = names, names.say
        self.reader, self.cards, self.patterns = names.reader, names.cards, names.patterns

    def compared(self, name: str) -> str:
        """How two of a pattern or bomb are compared."""
        if name in self.reader.bombs:
            return self.say.say("pattern.compared.bomb")
        found = [self.say.joined(self._shape(shape)) for shape in self.reader.tree(name).shapes]
        if len(set(found)) == 1:
            return found[0]
        return self.say.joined(
            self.say.say("pattern.compared.shape", n=n, words=words)
            for n, words in enumerate(found, 1)
        )

    def _shape(self, shape: Shape) -> Iterator[str]:
        lead = shape.groups[0]
        if isinstance(lead.base, Mix | Exactly):
            yield self.say.say("pattern.compared.none")
            return
        kind = "row" if isinstance(lead.base, Row) else "rank"
        if len(shape.groups) > 1:
            yield self._lead(lead, kind)
        if lead.by is None:
            yield self.say.say(f"pattern.compared.{kind}")
        else:
            line = self.cards.line(self.reader.lines[lead.by])
            yield self.say.say(f"pattern.by.{kind}", line=line)

    def _lead(self, lead: Group, kind: str) -> str:
        """That the leading part alone counts."""
        amount = getattr(lead.base, "amount", None)
        if kind == "rank" and isinstance(lead.base, Kind) and not _is_fixed(amount):
            return self.say.say("pattern.compared.lead.any")
        size = self.patterns.size(lead)
        key = f"pattern.compared.{'lead_row' if kind == 'row' else 'lead'}.{size_key(size)}"
        return self.say.say(key, size=size)

    def refused(self, name: str) -> list[str]:
        """What a pattern or bomb refuses by name, besides what its own sentences except; each
        sentence once."""
        found: list[str] = []
        for shape in self.reader.tree(name).shapes:
            for group in shape.groups:
                if isinstance(group.base, Row):
                    found += self._row(self.reader.lines[group.base.line])
            found += self._without(shape.groups[0])
        return list(dict.fromkeys(found))

    def _without(self, lead: Group) -> Iterator[str]:
        if isinstance(lead.base, Row):
            for cards in lead.without:
                yield self.say.opening("pattern.refused.without", cards=self.cards.cards(cards))

    def _row(self, line: list[str]) -> Iterator[str]:
        left_out = [rank for rank in self.reader.deck.ranks if rank not in line]
        if len(left_out) > _FEW:
            yield self.say.say("pattern.refused.off_the_line.many")
        elif left_out:
            yield self.say.opening(
                "pattern.refused.off_the_line.few", ranks=self.cards.ranks(left_out)
            )
        yield self.say.opening("pattern.refused.top", rank=self.cards.rank(line[-1]))


def _is_fixed(amount: Amount | None) -> bool:
    """Whether an amount is one number."""
    return isinstance(amount, Range) and amount.low == amount.high
