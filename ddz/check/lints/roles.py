"""Roles nobody gets, and cases and names that never hold."""

from __future__ import annotations

from collections.abc import Iterator

from ddz.check.lints.subject import Subject, warning
from ddz.diagnostics import Diagnostic

__all__ = ["idle_cases", "idle_roles"]


def idle_roles(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ906: roles whose seats are nobody in every world."""
    for role in subject.rules.roles:
        if role.name in subject.reached.roles or not subject.reached.worlds:
            continue
        subject.dead.add(role.name)
        if all(each.name in subject.dead for each in subject.rules.roles if each.side == role.side):
            subject.dead.add(role.side)
        yield warning(
            "DDZ906",
            f"nobody is ever '{role.name}': {_in_all(subject)} it falls to no seat",
            role.span,
            "compare its 'who' with the other roles, or take it out",
        )


def idle_cases(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ915: cases and names that hold in no world."""
    variant, reached = subject.variant, subject.reached
    if not reached.worlds:
        return
    idle = [(variant.names[name][0], name) for name in reached.truths if name not in reached.names]
    idle += [(key, name) for name, (key, _) in variant.cases.items() if name not in reached.cases]
    made_of = dict(subject.rules.cases)
    for key, name in idle:
        follows = name in made_of and not subject.dead.isdisjoint(made_of[name].uses)
        subject.dead.add(name)
        if not follows:
            what = "case" if name in variant.cases else "name"
            yield warning(
                "DDZ915",
                f"the {what} '{name}' never holds: {_in_all(subject)} it is false",
                key.span,
                "compare it with what it is made of, or take it out",
            )


def _in_all(subject: Subject) -> str:
    worlds = subject.reached.worlds
    return f"in all {worlds} ways a game can go" if worlds > 1 else "in the one way a game can go"
