"""All checks of a file, in order; each stage runs where the one before left something to check."""

from __future__ import annotations

from ddz.check.examples import check_examples
from ddz.check.proof import prove
from ddz.check.unused import check_unused
from ddz.compiled import Compiled, compile_variant
from ddz.diagnostics import Diagnostic
from ddz.variant import build, flatten, schema_findings
from ddz.variant.find import Place

__all__ = ["check_place"]


def check_place(
    place: Place, text: str | bytes | None = None
) -> tuple[Compiled | None, list[Diagnostic]]:
    """Check a file (or `text` in its stead). Returns the rules where they compile, and the
    findings.
    """
    layered = flatten(place, text)
    found = list(layered.found)
    if layered.root is None:
        return None, _in_order(found)
    against = schema_findings(layered.root)
    found += against
    if any(finding.severity == "error" for finding in found):
        return None, _in_order(found)
    variant = build(place.name, place.shipped_name, layered.files, layered.root)
    compiled, more, used = compile_variant(variant)
    found += more
    if compiled is not None:
        found += prove(compiled)
        found += check_examples(compiled, variant.examples)
        found += check_unused(variant, compiled, used)
    return compiled, _in_order(found)


def _in_order(found: list[Diagnostic]) -> list[Diagnostic]:
    files = {d.span.file: i for i, d in reversed(list(enumerate(found))) if d.span}
    return sorted(
        found,
        key=lambda d: (files[d.span.file], d.span.line, d.span.column) if d.span else (-1, 0, 0),
    )
