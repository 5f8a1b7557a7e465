"""All the edits of a file's findings, round by round, until none is left.

Every round makes the edits that do not touch each other and checks the file again: an edit counts
only where the finding is gone for it. What a round brings to light is for the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ddz.diagnostics import Diagnostic, Fix, Span
from ddz.fix.edits import apply_fixes, separate

__all__ = ["Done", "Mended", "mend"]

MAX_ROUNDS = 20

Check = Callable[[bytes], list[Diagnostic]]
Witness = Callable[[str, str, frozenset[int], frozenset[int]], str]


@dataclass(frozen=True, slots=True)
class Done:
    """One finding that was mended: its code and place, the text that stood there, what stands
    there now, and how many more edits that took."""

    code: str
    span: Span
    before: str
    after: str
    more: int = 0


@dataclass(frozen=True, slots=True)
class Mended:
    """A file's bytes after mending, what was done in order, and what is still found."""

    raw: bytes
    done: tuple[Done, ...]
    found: tuple[Diagnostic, ...]


def mend(raw: bytes, name: str, check: Check, witness: Witness) -> Mended:
    """Mend a file that findings call `name`. `check` gives the findings of bytes; `witness` says
    what else an edit changed, and then the edit is not made."""
    found = check(raw)
    done: list[Done] = []
    refused: set[tuple[Fix, ...]] = set()
    for _ in range(MAX_ROUNDS):
        chosen = _chosen(found, name, refused)
        if not chosen:
            break
        better = _tried(raw, found, chosen, check, witness)
        if better is None and len(chosen) > 1:
            chosen = chosen[:1]
            better = _tried(raw, found, chosen, check, witness)
        if better is None:
            refused.add(chosen[0].fixes)
            continue
        done += [_told(finding) for finding in chosen]
        raw, found = better
    return Mended(raw, tuple(done), tuple(found))


def _chosen(
    found: Sequence[Diagnostic], name: str, refused: set[tuple[Fix, ...]]
) -> list[Diagnostic]:
    """The findings to mend together: those whose edits are in this file, and touch no other's."""
    chosen: list[Diagnostic] = []
    taken: list[Fix] = []
    for finding in found:
        fixes = finding.fixes
        if not fixes or fixes in refused or any(fix.span.file != name for fix in fixes):
            continue
        if separate(fixes, taken):
            chosen.append(finding)
            taken += fixes
    return chosen


def _tried(
    raw: bytes,
    found: Sequence[Diagnostic],
    chosen: Sequence[Diagnostic],
    check: Check,
    witness: Witness,
) -> tuple[bytes, list[Diagnostic]] | None:
    """The bytes with some findings mended and what is found in them; None where that did not
    help."""
    applied = apply_fixes(raw, [fix for finding in chosen for fix in finding.fixes])
    after = check(applied.after)
    fewer = Counter(map(_kind, found)) - Counter(map(_kind, after))
    touched = [d for d in after if d.span is not None and d.span.line in applied.lines_after]
    if (Counter(map(_kind, chosen)) - fewer).keys() & set(map(_kind, touched)):
        return None
    if not any(finding.code in _UNREADABLE for finding in after):
        texts = (raw.decode(), applied.after.decode())
        if witness(*texts, applied.lines_before, applied.lines_after):
            return None
    return applied.after, after


_UNREADABLE = ("DDZ101", "DDZ102", "DDZ103", "DDZ105", "DDZ107")
"""Codes after which a text is not given to the second reader."""


def _kind(finding: Diagnostic) -> tuple[str, str]:
    return (finding.code, finding.message)


def _told(finding: Diagnostic) -> Done:
    """What was done about a finding, by the first of its edits."""
    fix = finding.fixes[0]
    line, end = fix.span.excerpt, fix.span.end_column - 1
    before = line[fix.span.column - 1 : end if fix.span.end_line == fix.span.line else len(line)]
    return Done(finding.code, finding.span or fix.span, before, fix.text, len(finding.fixes) - 1)
