"""What comes of running an example."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Literal

from ddz.check.examples.forms import Number, Word
from ddz.diagnostics import Diagnostic, Span

__all__ = [
    "Budget",
    "Difference",
    "Result",
    "Stopped",
    "TooLong",
    "Verdict",
    "differs",
    "known",
    "seat_of",
]

Verdict = Literal["passed", "failed", "todo", "todo passed", "not run"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is otherwise than an example says, or cannot be: the finding, and in short
    what was expected and what there is, where there are such."""

    finding: Diagnostic
    expected: str = ""
    got: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """An example that was run: what it is called, where it stands, how it went, and why."""

    title: str
    span: Span
    todo: str | None
    verdict: Verdict
    differences: tuple[Difference, ...] = ()


class Stopped(Exception):
    """An example that cannot go on; `difference` says why."""

    def __init__(self, code: str, sentence: str, span: Span, hint: str = "") -> None:
        super().__init__(sentence)
        self.difference = Difference(Diagnostic(code, sentence, span, hint))

    def by(self, sentence: str, span: Span | None) -> Stopped:
        """The same, with the place of the rule that is at work."""
        if span is not None:
            finding = self.difference.finding
            related = (*finding.related, (sentence, span))
            self.difference = replace(self.difference, finding=replace(finding, related=related))
        return self


class TooLong(Exception):
    """The steps that the examples of one file may take are used up."""


class Budget:
    """How many steps are left; one takes about ten millionths of a second. `over` once there were
    too few."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.over = False

    def spend(self, steps: int) -> None:
        """Count steps. TooLong where there are too few left."""
        self.over = steps > self.left
        if self.over:
            raise TooLong
        self.left -= steps


def differs(
    what: str,
    expected: str,
    got: str,
    span: Span,
    hint: str = "",
    related: Iterable[tuple[str, Span]] = (),
) -> Difference:
    """Something that comes out otherwise: `what` it is, with a verb, as in "the winner is"."""
    sentence = f"{what} {got}, and the example says {expected}"
    finding = Diagnostic("DDZ702", sentence, span, hint, related=tuple(related))
    return Difference(finding, expected, got)


def known(word: Word, names: Iterable[str], what: str, code: str = "DDZ703") -> str:
    """The word, which is one of the names. Stopped where it is none."""
    names = list(names)
    if word.text in names:
        return word.text
    near = get_close_matches(word.text, names, 1)
    listed = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
    hint = f"did you mean '{near[0]}'?" if near else f"there are: {listed}" if names else ""
    raise Stopped(code, f"there is no {what} '{word.text[:40]}'", word.span, hint)


def seat_of(seat: Word | Number, players: int) -> int:
    """The seat's number. Stopped where there is no such seat."""
    text = seat.text if isinstance(seat, Word) else str(seat.value)
    if text.isdecimal() and len(text) < 5 and int(text) < players:
        return int(text)
    hint = f"seats are numbered from 0 to {players - 1}"
    raise Stopped("DDZ703", f"there is no seat '{text[:40]}'", seat.span, hint)
