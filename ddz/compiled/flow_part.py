"""The part of a variant that is about what happens: the flow walked from deal to settle."""

from __future__ import annotations

from ddz.cards import Deck
from ddz.compiled.findings import Findings
from ddz.compiled.knowledge import Knowledge
from ddz.compiled.order_part import check_order
from ddz.compiled.rules import Mark, Step
from ddz.compiled.scores_part import ScoreCompiler
from ddz.compiled.steps_part import StepCompiler
from ddz.plays.table import PlayTable
from ddz.variant.model import Variant

__all__ = ["FlowPart"]


class FlowPart:
    """The compiled flow: `knowledge`, `steps` and `scores` hold what was made."""

    def __init__(
        self,
        variant: Variant,
        deck: Deck,
        table: PlayTable,
        marks: list[Mark],
        findings: Findings,
    ) -> None:
        self.knowledge = Knowledge(variant, marks, table.bomb_names, findings)
        self.steps: list[Step] = []
        compiler = StepCompiler(self.knowledge, deck, table, findings)
        self.scores = ScoreCompiler(self.knowledge, compiler, findings)
        if not check_order(variant, findings):
            return
        self.knowledge.learn(0)
        for word in variant.flow[1:-1]:
            step = compiler.compile(variant.steps[word.text])
            if step is not None:
                self.steps.append(step)
            self.knowledge.learn(len(self.steps))
        self.knowledge.report_unknown()
        self.scores.multiplier()
        self.scores.settle()
