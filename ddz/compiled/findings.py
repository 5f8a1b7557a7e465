"""Where the compiler puts what it finds, and the ways it reads text that may be wrong."""

from __future__ import annotations

from ddz.condition import (
    ConditionTrouble,
    Each,
    Event,
    Expression,
    Scope,
    Type,
    read_each,
    read_event,
    read_expression,
    read_until,
)
from ddz.diagnostics import Diagnostic, Severity, Span
from ddz.source import Scalar
from ddz.syntax import SyntaxTrouble

__all__ = ["Findings"]


class Findings:
    """Collects diagnostics. `used` gathers every name an expression mentions."""

    def __init__(self) -> None:
        self.all: list[Diagnostic] = []
        self.used: set[str] = set()

    def report(
        self,
        code: str,
        sentence: str,
        span: Span,
        hint: str = "",
        severity: Severity = "error",
        related: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        self.all.append(Diagnostic(code, sentence, span, hint, severity, related))

    def syntax(self, code: str, text: Scalar, error: SyntaxTrouble) -> None:
        self.report(code, error.sentence, text.part(error.start, error.end))

    def expression(self, text: Scalar, scope: Scope, wanted: Type | None) -> Expression | None:
        """Read an expression (of any type for None); None and a finding where it is wrong."""
        try:
            found = read_expression(text.text, scope, wanted)
        except SyntaxTrouble as error:
            self.syntax("DDZ400", text, error)
        except ConditionTrouble as error:
            place = text.part(error.start, error.end)
            self.report(error.code, error.sentence, place, error.hint)
        else:
            self.used |= found.uses
            return found
        return None

    def each(self, text: Scalar, scope: Scope) -> Each | None:
        """Read ``s in SEATS``."""
        try:
            found = read_each(text.text, scope)
        except SyntaxTrouble as error:
            self.syntax("DDZ400", text, error)
        except ConditionTrouble as error:
            place = text.part(error.start, error.end)
            self.report(error.code, error.sentence, place, error.hint)
        else:
            self.used |= found.among.uses
            return found
        return None

    def event(self, text: Scalar) -> Event | None:
        """Read what a row or effect waits for."""
        try:
            return read_event(text.text)
        except SyntaxTrouble as error:
            self.syntax("DDZ400", text, error)
        return None

    def until(self, text: Scalar) -> tuple[str, tuple[int, int]] | None:
        """Read ``spends MARK``."""
        try:
            return read_until(text.text)
        except SyntaxTrouble as error:
            self.syntax("DDZ400", text, error)
        return None
