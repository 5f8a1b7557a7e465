"""A file's examples, one by one: what `ddz test` tells.

Enters: a file. Leaves: a `Result` for each of its examples, those of its options with the option
switched; and what is wrong elsewhere, which keeps them from being run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ddz.check.checker import check_place
from ddz.check.examples import Bench, Result, run_examples
from ddz.compiled import Compiled, compile_variant
from ddz.diagnostics import Diagnostic
from ddz.variant import Layered, build, flatten, schema_findings
from ddz.variant.find import Place
from ddz.variant.names import ON, Wanted
from ddz.variant.options import needed, read_options

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
    compiled, found = check_place(place, text)
    errors = tuple(
        finding
        for finding in found
        if finding.severity == "error" and not _OF_EXAMPLES.fullmatch(finding.code)
    )
    layered = flatten(place, text)
    if layered.root is None or schema_findings(layered.root):
        return Tested((), errors)
    results = _run(layered, None if errors else compiled, compiled)
    if not errors and not place.wanted:
        for option, form in _forms(layered):
            switched = flatten(form, text)
            rules = _compiled(switched)
            for result in _run(switched, rules, rules):
                results.append(replace(result, title=f"[{option}] {result.title}"))
    return Tested(tuple(results), errors)


def _run(layered: Layered, rules: Compiled | None, cards: Compiled | None) -> list[Result]:
    assert layered.root is not None
    variant = build(layered, layered.root)
    return run_examples(Bench(variant, cards.table if cards is not None else None, rules))


def _compiled(layered: Layered) -> Compiled | None:
    """The rules of a form that was found to be sound."""
    assert layered.root is not None
    return compile_variant(build(layered, layered.root))[0]


def _forms(layered: Layered) -> Iterator[tuple[str, Place]]:
    """The file with each of its own options switched that has examples, and the option's word."""
    assert layered.root is not None
    options = read_options(layered.root)
    for option in options.values():
        if option.key.span.file != layered.files[0]:
            continue
        for way in option.choices.values():
            if way.examples is None or way.name == option.default:
                continue
            chosen = needed(options, option.name, way.name)
            wanted = tuple(Wanted(key, value, 0, 0) for key, value in chosen.items())
            word = option.name if way.name == ON else f"{option.name}={way.name}"
            yield word, replace(layered.place, wanted=wanted)
