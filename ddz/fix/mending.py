"""All the edits of a file's findings, round by round, until none is left.

Every round makes the edits that do not touch each other and checks the file again: an edit counts
only where the finding is gone for it, and no other came of it. What a round brings to light is for
the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ddz.diagnostics import Diagnostic, Fix, Span
from ddz.fix.edits import Applied, apply_fixes, separate, text_at

__all__ = ["Done", "Mended", "mend"]

MAX_ROUNDS = 100
"""Of a text that is no YAML, one mistake is found a round."""
MAX_CHECKS = 200
"""How often a file is checked at most; edits not tried by then are not made."""

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
    tries = Tries(check, witness)
    for _ in range(MAX_ROUNDS):
        chosen = _chosen(found, name, refused)
        if not chosen:
            break
        made, better = tries.most(raw, found, chosen)
        refused.update(finding.fixes for finding in chosen if finding not in made)
        if better is not None:
            done += [_told(finding, raw) for finding in made]
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


Better = tuple[bytes, list[Diagnostic]]
"""The bytes with some findings mended, and what is found in them."""


class Tries:
    """Edits tried on a file, so often at most."""

    def __init__(self, check: Check, witness: Witness) -> None:
        self.check, self.witness = check, witness
        self.left = MAX_CHECKS

    def most(
        self, raw: bytes, found: Sequence[Diagnostic], chosen: Sequence[Diagnostic]
    ) -> tuple[list[Diagnostic], Better | None]:
        """As many of the findings as can be mended together, those first in the file before
        others; where all together do not help, half of them are tried, and so on."""
        made: list[Diagnostic] = []
        best: Better | None = None
        groups = [list(chosen)]
        while groups and self.left:
            group = groups.pop(0)
            better = self._tried(raw, found, made + group)
            if better is not None:
                made, best = made + group, better
            elif len(group) > 1:
                half = len(group) // 2
                groups[:0] = [group[:half], group[half:]]
        return made, best

    def _tried(
        self, raw: bytes, found: Sequence[Diagnostic], chosen: Sequence[Diagnostic]
    ) -> Better | None:
        """The file with some findings mended; None where that did not help, or something came of
        it."""
        self.left -= 1
        applied = apply_fixes(raw, [fix for finding in chosen for fix in finding.fixes])
        after = self.check(applied.after)
        fewer = Counter(map(_kind, found)) - Counter(map(_kind, after))
        touched = [d for d in after if d.span is not None and d.span.line in applied.lines_after]
        if (Counter(map(_kind, chosen)) - fewer).keys() & set(map(_kind, touched)):
            return None
        known = set(map(_kind, found))
        if any(_caused(d, applied, chosen) for d in after if _kind(d) not in known):
            return None
        if not any(finding.code in _UNREADABLE for finding in after):
            texts = (raw.decode(), applied.after.decode())
            if self.witness(*texts, applied.lines_before, applied.lines_after):
                return None
        return applied.after, after


def _caused(finding: Diagnostic, applied: Applied, chosen: Sequence[Diagnostic]) -> bool:
    """Whether a finding that was not there before came of the edits, and not only to light: it is
    about the form of what they wrote, or the file is no YAML any more."""
    span = finding.span
    if span is None or finding.code > _LAST_OF_FORM:
        return False
    if finding.code < _FIRST_OF_SCHEMA:
        if all(mended.code >= _FIRST_OF_SCHEMA for mended in chosen):
            return True
        if any(new.moves and new.line == span.line for new in applied.written):
            return not finding.fixes
    first, last = (span.line, span.column), (span.end_line, span.end_column)
    return any(
        (new.line, new.start) < last and first < (new.line, new.end)
        for new in applied.written
        if not new.moves
    )


_FIRST_OF_SCHEMA, _LAST_OF_FORM = "DDZ201", "DDZ400"
"""From the first code of findings about text that is YAML to the last about what cannot be read;
those behind it are about what is read, and come to light when it is."""
_UNREADABLE = ("DDZ101", "DDZ102", "DDZ103", "DDZ105", "DDZ107")
"""Codes after which a text is not given to the second reader."""


def _kind(finding: Diagnostic) -> tuple[str, str]:
    return (finding.code, finding.message)


def _told(finding: Diagnostic, raw: bytes) -> Done:
    """What was done about a finding, by the first of its edits."""
    fix = finding.fixes[0]
    before = text_at(raw, fix.span)
    return Done(finding.code, finding.span or fix.span, before, fix.text, len(finding.fixes) - 1)
