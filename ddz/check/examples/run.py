"""Running the examples of a file, each on its own, all within one budget of steps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ddz.check.examples.cards import run_hand, run_is, run_order
from ddz.check.examples.forms import Body, Example, Game, Hand, Is, Order
from ddz.check.examples.game import Table, run_game
from ddz.check.examples.read import Unreadable, read_example, title_of
from ddz.check.examples.result import Budget, Difference, Result, Stopped, TooLong, Verdict
from ddz.check.examples.score import Setups, run_score
from ddz.compiled import Compiled, PlayTable
from ddz.diagnostics import Diagnostic
from ddz.source import Node
from ddz.variant.model import Variant

__all__ = ["Bench", "findings_of", "run_examples"]

STEPS = 100_000
"""How many steps all examples of a file may take together: a few thousand actions, some hundred
deals."""

HOLDS = "this example holds, and is marked as a todo"
MEND = "it starts to pass: remove 'todo'"
TOO_LONG = "the examples take too many steps together; those behind this one are not run"


@dataclass(frozen=True, slots=True)
class Bench:
    """What examples can be run with: a file's model; what can be played, where that is right; and
    the rules, where all of them are."""

    variant: Variant
    table: PlayTable | None
    rules: Compiled | None


def run_examples(bench: Bench, steps: int = STEPS) -> list[Result]:
    """What comes of each example, in the order of the file."""
    running = _Running(bench, Budget(steps))
    return [running.result(node) for node in bench.variant.examples]


def findings_of(results: list[Result]) -> list[Diagnostic]:
    """What a file's examples have to tell: all that fails, and what need not be a todo any more."""
    found = [difference.finding for result in results for difference in _told(result)]
    held = [result.span for result in results if result.verdict == "todo passed"]
    return found + [Diagnostic("DDZ710", HOLDS, span, MEND, "warning") for span in held]


def _told(result: Result) -> tuple[Difference, ...]:
    return result.differences if result.verdict == "failed" else ()


class _Running:
    """The examples of one file, one after the other; what several need is worked out once."""

    def __init__(self, bench: Bench, budget: Budget) -> None:
        self.bench, self.budget = bench, budget

    def result(self, node: Node) -> Result:
        """What comes of the next example; nothing once the budget is used up."""
        if self.budget.over:
            return Result(title_of(node), node.span, None, "not run")
        try:
            example = read_example(node)
        except Unreadable as error:
            return Result(title_of(node), node.span, None, "failed", (Difference(error.finding),))
        verdict, found = self._verdict(example)
        return Result(example.title, example.span, example.todo, verdict, tuple(found))

    def _verdict(self, example: Example) -> tuple[Verdict, list[Difference]]:
        try:
            found = self._differences(example.body)
        except Stopped as error:
            found = [error.difference]
        except TooLong:
            hint = "leave some out, or make them shorter"
            return "failed", [Difference(Diagnostic("DDZ709", TOO_LONG, example.span, hint))]
        if found is None:
            return "not run", []
        if example.todo is not None:
            return "todo" if found else "todo passed", found
        return "failed" if found else "passed", found

    def _differences(self, body: Body) -> list[Difference] | None:
        """What is otherwise than the example says; None where it cannot be run, because the file
        has mistakes elsewhere."""
        variant, table, rules = self.bench.variant, self.bench.table, self.bench.rules
        if isinstance(body, Is | Order | Hand):
            if table is None:
                return None
            if isinstance(body, Is):
                return run_is(body, variant, table, self.budget)
            if isinstance(body, Order):
                return run_order(body, variant, table, self.budget)
            return run_hand(body, variant, table, self.budget)
        if rules is None:
            return None
        if isinstance(body, Game):
            return run_game(body, self._table, self.budget)
        return run_score(body, self._setups, self.budget)

    @cached_property
    def _setups(self) -> Setups:
        assert self.bench.rules is not None
        return Setups(self.bench.rules)

    @cached_property
    def _table(self) -> Table:
        assert self.bench.rules is not None
        return Table(self.bench.rules)
