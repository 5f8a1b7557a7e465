"""All checks of a file, in order. What one finds wrong is taken out or mended for the next, so that
all of a file's mistakes are told at once, and what only follows from one of them is not told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ddz.check.causes import Path, explained
from ddz.check.examples import Bench, Result, findings_of, run_examples
from ddz.check.lints import check_lints
from ddz.check.options import check_chosen, check_forms, check_options, examples_by_default
from ddz.check.proof import prove
from ddz.check.repair import repaired
from ddz.check.unused import check_unused
from ddz.compiled import Compiled, PlayTable, compile_variant
from ddz.compiled.cards_part import compile_cards
from ddz.compiled.findings import Findings
from ddz.compiled.order_part import check_order, mended_flow
from ddz.diagnostics import Diagnostic, Span
from ddz.source import Mapping, Node, read, read_file
from ddz.variant import Layered, Variant, build, flatten, schema_findings
from ddz.variant.find import Place
from ddz.variant.schema import COMMA_HINT

__all__ = ["check_place"]

_OF_THE_WHOLE = re.compile(r"DDZ(31[01]|404|50[1247]|5[12]\d|6\d\d|70[2-9]|71\d)")
"""Codes of findings that mean nothing where a part of the file could not be read."""
COMMA = 3
"""How far behind a cut-off text the next word may start."""
_QUOTED = re.compile(r"'([A-Za-z_][A-Za-z0-9_]*)'")


def check_place(
    place: Place,
    text: str | bytes | None = None,
    to_play: bool = False,
    results: list[Result] | None = None,
) -> tuple[Compiled | None, list[Diagnostic]]:
    """Check a file (or `text` in its stead). Returns the rules where they compile, and the
    findings; `to_play`, only those that could keep these rules from being played. What comes of its
    examples is added to `results`, where they can be run.
    """
    compiled, found, files = _checked(place, text, to_play=to_play, results=results)
    top = files[0]
    if not any(d.span is not None and d.span.file != top for d in found):
        return compiled, found
    root, _ = _own(place, text)
    found = explained(root, top, found, lambda paths: _checked(place, text, paths)[1])
    return compiled, _in_order(found, files)


def as_it_stands(layered: Layered, root: Mapping) -> Variant:
    """The model of a flattened file, with the examples of what its options say by default."""
    variant = build(layered, root)
    more = tuple(node for _, node in examples_by_default(layered, root))
    return replace(variant, examples=(*variant.examples, *more)) if more else variant


def _own(place: Place, text: str | bytes | None) -> tuple[Node | None, list[Diagnostic]]:
    """The file by itself, as it is written."""
    return read(text, place.name) if text is not None else read_file(place.path, place.name)


def _checked(
    place: Place,
    text: str | bytes | None,
    without: Sequence[Path] = (),
    to_play: bool = False,
    results: list[Result] | None = None,
) -> tuple[Compiled | None, list[Diagnostic], tuple[str, ...]]:
    """Check a file, as if some keys were not in it: the rules, the findings, the files it is made
    of."""
    layered = flatten(place, text, without)
    found = list(layered.found)
    if layered.root is None:
        found += _own_findings(layered, text)
        return None, _in_order(found, layered.files), layered.files
    found += schema_findings(layered.root)
    if _errors(found):
        found += _rest(layered, found)
        return None, _in_order(_told_once(found), layered.files), layered.files
    if place.wanted and any(d.code in ("DDZ804", "DDZ805") for d in found):
        return None, _in_order(found, layered.files), layered.files
    found += check_chosen(layered)
    variant = as_it_stands(layered, layered.root)
    plain = not place.wanted and not without
    compiled, more = _compiled(variant, plain and not to_play, results)
    found = _merged(found + more, layered.files[0])
    if plain:
        found += check_options(layered)
        if not _errors(found) and not to_play:
            found += check_forms(layered, text, found, lambda *form: check_place(*form)[1])
    return compiled, _in_order(found, layered.files), layered.files


def _errors(found: list[Diagnostic]) -> bool:
    return any(finding.severity == "error" for finding in found)


def _compiled(
    variant: Variant, lint: bool = False, results: list[Result] | None = None
) -> tuple[Compiled | None, list[Diagnostic]]:
    """The rules of a file that fits the schema, and what is wrong with it."""

    def tried(table: PlayTable | None, rules: Compiled | None) -> list[Diagnostic]:
        came = run_examples(Bench(variant, table, rules))
        if results is not None:
            results.extend(came)
        return findings_of(came)

    order = Findings()
    mended = None if check_order(variant, order) else mended_flow(variant)
    compiled, found, used = compile_variant(mended or variant)
    if mended is not None:
        found = [d for d in found if not (d.code == "DDZ404" and d.span == variant.flow_span)]
        found += order.all
    if compiled is None or _errors(found):
        return None, found + tried(_table(variant), None)
    proved, reached = prove(compiled)
    found += proved
    rules = None if _errors(found) else compiled
    found += tried(compiled.table, rules)
    found += check_unused(variant, compiled, used)
    if lint and not _errors(found):
        found += check_lints(variant, compiled, reached, found)
    return compiled, found


def _table(variant: Variant) -> PlayTable | None:
    """What can be played, where all of that is right."""
    if not variant.examples:
        return None
    findings = Findings()
    _, table = compile_cards(variant, findings)
    return None if _errors(findings.all) else table


def _rest(layered: Layered, against: list[Diagnostic]) -> list[Diagnostic]:
    """What is wrong with the parts of a file that fit the schema, where others do not; of sound
    files below it nothing, since that may follow."""
    assert layered.root is not None
    root, lost = repaired(layered.root)
    if root is None:
        return []
    variant = as_it_stands(layered, root)
    _, found = _compiled(variant)
    wrong = {layered.files[0], *(d.span.file for d in against if d.span)}
    kept = [
        finding
        for finding in found
        if (finding.span is None or finding.span.file in wrong)
        and not lost.intersection(_QUOTED.findall(finding.message))
        and not _OF_THE_WHOLE.fullmatch(finding.code)
    ]
    return _merged(kept, layered.files[0])


def _own_findings(layered: Layered, text: str | bytes | None) -> list[Diagnostic]:
    """What the schema has against a file whose base is missing or broken, its own lines alone."""
    place = layered.place
    root, _ = _own(place, text)
    if not isinstance(root, Mapping) or "extends" not in root.entries:
        return []
    told = {finding.span for finding in layered.found}
    return [d for d in schema_findings(root) if d.code != "DDZ202" and d.span not in told]


def _told_once(found: list[Diagnostic]) -> list[Diagnostic]:
    """One finding a place: of an empty value that is no name either, the latter is told."""
    better = {d.span for d in found if d.code in ("DDZ201", "DDZ205")}
    found = [d for d in found if not (d.code == "DDZ108" and d.span in better)]
    commas = [d.span for d in found if d.hint == COMMA_HINT and d.span]
    return [d for d in found if not any(_cut_off(d, comma) for comma in commas)]


def _cut_off(finding: Diagnostic, comma: Span) -> bool:
    """Whether a finding is about the text before a comma that should be in quotes, or about the
    text behind one more comma."""
    span = finding.span
    if span is None or (span.file, span.line) != (comma.file, comma.line):
        return False
    if finding.hint == COMMA_HINT:
        return 0 < span.column - comma.end_column <= COMMA
    between = comma.excerpt[span.end_column - 1 : comma.column - 1]
    return finding.code in ("DDZ300", "DDZ400") and between.count(",") == 1


def _merged(found: list[Diagnostic], top: str) -> list[Diagnostic]:
    """The file's own lines one by one; of a base's lines that say the same, the first, with the
    others beside it."""
    first: dict[tuple[str, str], int] = {}
    kept: list[Diagnostic] = []
    for finding in found:
        span = finding.span
        key = (finding.code, next(iter(_QUOTED.findall(finding.message)), finding.message))
        if span is None or span.file == top or key not in first:
            if span is not None and span.file != top:
                first[key] = len(kept)
            kept.append(finding)
            continue
        old = kept[first[key]]
        if len(old.related) < 3:
            kept[first[key]] = replace(old, related=(*old.related, ("and here", span)))
    return kept


def _in_order(found: list[Diagnostic], files: tuple[str, ...]) -> list[Diagnostic]:
    """By file, the file itself before what it extends, and by place."""
    order = {name: at for at, name in reversed(list(enumerate(files)))}
    return sorted(
        found,
        key=lambda d: (
            (order.get(d.span.file, 99), d.span.line, d.span.column) if d.span else (-1, 0, 0)
        ),
    )
