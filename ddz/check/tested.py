"""A file's examples, one by one: what `ddz test` tells.

Enters: a file. Leaves: a `Result` for each of its examples, those of its options with the option
so switched; and what is wrong elsewhere, which keeps them from being run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ddz.check.checker import check_place
from ddz.check.examples import Bench, Result, run_examples
from ddz.check.options import examples_by_default, forms_with_examples
from ddz.compiled import compile_variant
from ddz.diagnostics import Diagnostic
from ddz.variant import Layered, build, flatten
from ddz.variant.find import Place

__all__ = ["Tested", "results_of"]

_OF_EXAMPLES = re.compile(r"DDZ7[01]\d")


@dataclass(frozen=True, slots=True)
class Tested:
    """What came of each example, in the order of the file; and the errors it has elsewhere."""

    results: tuple[Result, ...]
    errors: tuple[Diagnostic, ...]

    def count(self, verdict: str) -> int:
        """How many examples went so."""
        return sum(result.verdict == verdict for result in self.results)


def results_of(place: Place, text: str | bytes | None = None) -> Tested:
    """Check a file (or `text` in its stead), and run its examples."""
    came: list[Result] = []
    found = check_place(place, text, results=came)[1]
    errors = tuple(
        finding
        for finding in found
        if finding.severity == "error" and not _OF_EXAMPLES.fullmatch(finding.code)
    )
    layered = flatten(place, text)
    if layered.root is None or not came:
        return Tested((), errors)
    words = [word for word, _ in examples_by_default(layered, layered.root)]
    own = len(came) - len(words)
    results = came[:own]
    results += [_of(word, result) for word, result in zip(words, came[own:], strict=True)]
    if not errors and not place.wanted:
        for word, form in forms_with_examples(layered):
            results += [_of(word, result) for result in _run(flatten(form, text))]
    return Tested(tuple(results), errors)


def _of(word: str, result: Result) -> Result:
    """The result of an example that belongs to an option."""
    return replace(result, title=f"[{word}] {result.title}")


def _run(layered: Layered) -> list[Result]:
    """What comes of the examples of a form that was found to be sound."""
    assert layered.root is not None
    variant = build(layered, layered.root)
    rules = compile_variant(variant)[0]
    return run_examples(Bench(variant, rules.table if rules is not None else None, rules))
