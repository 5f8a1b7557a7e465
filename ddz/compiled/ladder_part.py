"""The ladder: every bomb on one step, every step with a bomb."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from ddz.cards import CardsError, Deck
from ddz.compiled.findings import Findings
from ddz.diagnostics import Span
from ddz.pattern import Head, Item, read_step
from ddz.plays.table import Ladder
from ddz.source import Scalar
from ddz.syntax import SyntaxTrouble
from ddz.variant.model import Variant

__all__ = ["Bombs", "compile_ladder"]

Bombs = Sequence[tuple[str, list[Head]]]
"""The bombs in file order, each with its heads."""


def compile_ladder(
    variant: Variant, deck: Deck, bombs: Bombs, broken: set[str], findings: Findings
) -> Ladder:
    """Where each bomb stands. Of bombs in `broken` nothing is said: they are reported already."""
    return _LadderCompiler(variant, deck, bombs, broken, findings).run()


class _LadderCompiler:
    def __init__(
        self, variant: Variant, deck: Deck, bombs: Bombs, broken: set[str], findings: Findings
    ) -> None:
        self.variant, self.deck, self.bombs, self.findings = variant, deck, bombs, findings
        self.broken = broken & {name for name, _ in bombs}
        self.names = [name for name, _ in bombs]
        self.ladder: Ladder = {}
        self.where: dict[int, Span] = {}
        self.doubtful = False

    def run(self) -> Ladder:
        for step, text in enumerate(self.variant.ladder):
            try:
                items = read_step(text.text)
            except SyntaxTrouble as error:
                like = "a step reads like 'bomb 5..8' or 'BBBR | BBRR'"
                self.findings.syntax("DDZ300", text, error, like)
                self.doubtful = True
                continue
            for at, item in enumerate(items):
                self._item(step, at, text, item)
        self._missing()
        return self.ladder

    def _item(self, step: int, at: int, text: Scalar, item: Item) -> None:
        span = text.part(item.start, item.end)
        found = self._named(item, text)
        if found is None:
            return
        if not found and not (item.name in self.broken or (item.cards and self.broken)):
            self.findings.report(
                "DDZ311",
                f"'{text.text[item.start : item.end]}' names no bomb there is",
                span,
                self._sizes_of(item.name) or "compare it with 'bombs:' and the deck",
            )
        reported = False
        for head in found:
            if head.tally not in self.ladder:
                self.ladder[head.tally] = (step, at)
                self.where[head.tally] = span
            elif not reported:
                reported = True
                self.findings.report(
                    "DDZ312",
                    f"the bomb {self.deck.text(head.tally)} stands on the ladder twice",
                    span,
                    "take one out, or narrow one of the two",
                    related=(("it stands here too", self.where[head.tally]),),
                )

    def _named(self, item: Item, text: Scalar) -> list[Head] | None:
        """The bombs an item of a step names, each card set once; None where the item itself is
        wrong.
        """
        span = text.part(item.start, item.end)
        if item.cards is not None:
            try:
                tally = self.deck.tally(str(item.cards))
            except CardsError as error:
                ranks = f"the deck has {' '.join(self.deck.ranks)}"
                self.findings.report("DDZ301", str(error), span, ranks)
                self.doubtful = True
                return None
            found = [head for _, heads in self.bombs for head in heads if head.tally == tally]
            return list({head.tally: head for head in found}.values())
        name = str(item.name)
        if name not in self.names:
            near = get_close_matches(name, self.names, 1)
            hint = f"there are: {', '.join(self.names)}" if self.names else "there are no bombs"
            if near:
                hint = f"did you mean '{near[0]}'?"
            place = text.part(item.start, item.start + len(name))
            if name in self.variant.patterns:
                hint = "it is a pattern; bombs stand under 'bombs:'"
            self.findings.report("DDZ301", f"there is no bomb '{name}'", place, hint)
            if not near:
                self.doubtful = True
                return None
            name = near[0]
        heads = next(heads for other, heads in self.bombs if other == name)
        found = [head for head in heads if item.sizes is None or head.cards in item.sizes]
        if not found and name in self.broken:
            return None
        return list({head.tally: head for head in found}.values())

    def _sizes_of(self, name: str | None) -> str:
        """Of how many cards a bomb can be, in words."""
        sizes = sorted(
            {head.cards for other, heads in self.bombs if other == name for head in heads}
        )
        return f"'{name}' has {_range(sizes)} cards" if sizes else ""

    def _steps(self, bombs: Bombs) -> str:
        """How those of these bombs that are on no step are named on one."""
        words = []
        for name, heads in bombs:
            top = len(self.variant.ladder)
            lost = sorted({h.cards for h in heads if self.ladder[h.tally] == (top, 0)})
            if lost:
                whole = len({head.cards for head in heads}) == len(lost)
                words.append(f"'{name}'" if whole else f"'{name} {_range(lost)}'")
        return " and ".join(words)

    def _replaced(self) -> str:
        """Word that the ladder stands in the place of another's."""
        entry = self.variant.root.entries.get("ladder")
        return "; this list replaces the base's whole" if entry and entry.older else ""

    def _missing(self) -> None:
        """Report the bombs on no step, and put them above all others."""
        top = self.variant.files[0]
        place = self.variant.ladder_span
        together: list[tuple[str, str, Span]] = []
        for name, heads in self.bombs:
            missing = [head.tally for head in heads if head.tally not in self.ladder]
            for tally in missing:
                self.ladder[tally] = (len(self.variant.ladder), 0)
            if not missing or self.doubtful or name in self.variant.patterns:
                continue
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            one = f"the bomb {self.deck.text(missing[0])}{more} ('{name}')"
            key = self.variant.bombs[name][0].span
            if key.file != top and place.file == top:
                together.append((one, "are" if more else "is", key))
                continue
            self.findings.report(
                "DDZ310",
                f"{one} {'are' if more else 'is'} on no step of the ladder",
                key,
                f"name it on a step of 'ladder:', as in {self._steps([(name, heads)])}",
                related=(("the ladder", place),),
            )
        if together:
            all_of_them = " and ".join(one for one, _, _ in together)
            verb = together[0][1] if len(together) == 1 else "are"
            self.findings.report(
                "DDZ310",
                f"{all_of_them} {verb} on no step of the ladder",
                place,
                f"name {'them' if len(together) > 1 else 'it'} on a step of 'ladder:', as in"
                f" {self._steps(self.bombs)}{self._replaced()}",
                related=tuple(("the bomb", key) for _, _, key in together),
            )


def _range(sizes: Sequence[int]) -> str:
    """Numbers of cards as the ladder writes them."""
    return f"{sizes[0]}..{sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
