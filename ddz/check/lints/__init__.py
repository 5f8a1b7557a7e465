"""Lints: what is allowed and can hardly be meant, each a warning with a witness.

Enters: a sound file with what its proof came to. Leaves: findings about the file's own lines; a
house rule may leave idle what it inherits.
"""

from __future__ import annotations

from ddz.check.lints.hidden import ambiguous_patterns, hidden_bombs, hidden_patterns
from ddz.check.lints.idle import idle_words
from ddz.check.lints.roles import idle_cases, idle_roles
from ddz.check.lints.scores import idle_effects, idle_rows, idle_settlement
from ddz.check.lints.secrets import told_secrets
from ddz.check.lints.steps import endless_auctions, idle_steps, sure_ends
from ddz.check.lints.subject import Budget, GaveUpError, Lint, Subject
from ddz.check.lints.unheld import unheld_patterns, unheld_steps
from ddz.check.reached import Reached
from ddz.compiled import Compiled
from ddz.diagnostics import Diagnostic
from ddz.variant import Variant

__all__ = ["LINTS", "check_lints", "run_lints"]

MAX_STEPS = 50_000
"""How many card sets, heads and readings all lints of a file may look at."""

LINTS: tuple[Lint, ...] = (
    idle_steps,
    sure_ends,
    idle_roles,
    idle_cases,
    idle_rows,
    idle_settlement,
    told_secrets,
    endless_auctions,
    unheld_patterns,
    unheld_steps,
    hidden_patterns,
    hidden_bombs,
    idle_effects,
    ambiguous_patterns,
    idle_words,
)
"""In this order: what one tells of, those behind it do not tell once more."""


def check_lints(
    variant: Variant, rules: Compiled, reached: Reached, known: list[Diagnostic]
) -> list[Diagnostic]:
    """What all lints find at the file's own lines, where nothing else is known to be wrong."""
    told = {finding.span for finding in known}
    found, _ = run_lints(Subject(variant, rules, reached, Budget(MAX_STEPS)))
    return [finding for finding in found if finding.span not in told]


def run_lints(subject: Subject) -> tuple[list[Diagnostic], list[str]]:
    """What all lints find, and the names of those that gave up: there may be more to find, and
    nothing an author could do about it."""
    found: list[Diagnostic] = []
    given_up: list[str] = []
    for lint in LINTS:
        try:
            found.extend(lint(subject))
        except GaveUpError:
            given_up.append(lint.__name__)
    own = [each for each in found if each.span is not None and subject.is_own(each.span)]
    return own, given_up
