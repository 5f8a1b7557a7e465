"""Rules that give a secret away."""

from __future__ import annotations

from collections.abc import Iterator

from ddz.check.lints.subject import Subject, warning
from ddz.diagnostics import Diagnostic

__all__ = ["told_secrets"]


def told_secrets(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ918: what everybody sees differs with who has a hidden role, or a mark nobody knows."""
    for leak in subject.reached.told.leaks.values():
        verb = "is" if any(leak.secret == role.name for role in subject.rules.roles) else "has"
        yield warning(
            "DDZ918",
            f"{leak.what} shows who {verb} '{leak.secret}': {leak.one} if that is {leak.here}, and"
            f" {leak.other} if that is {leak.there}",
            leak.span,
            "ask for what all know by then, or show it first",
        )
