"""Where the compiler puts what it finds, and the ways it reads text that may be wrong.

One mistake is told once: what only follows from a finding (a name whose own text is broken, a step
that is not in the flow) is kept back here, and told with what it follows from.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

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
from ddz.diagnostics import Diagnostic, Fix, Severity, Span
from ddz.source import Scalar
from ddz.syntax import SyntaxTrouble

__all__ = ["Early", "Findings", "edited"]

MAX_STEPS = 30_000
"""How many steps an expression may take to work out, with the names in it and the seats tried."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NEEDED = re.compile(r"(?:this is|') ?(a number|true or false|seats), and (\S+)")
_HINTS: dict[tuple[str, str], str] = {
    ("seats", "true"): "say what of them: 'all won', 'opener == winner' or 'winner in all'",
    ("a number", "true"): "compare it, as in 'bid > 1'",
    ("a number", "seats"): "seats are named, as in 'winner' or 'next(winner)'",
    ("true or false", "seats"): "seats are named, as in 'winner' or 'next(winner)'",
    ("true or false", "a"): "write a number, or a name that stands for one",
    ("seats", "a"): "count them with size(…), or their cards with left(…)",
}
_LIKE = {
    "DDZ303": "a pattern is one leading group and what rides on it, as in 'trio + pair'",
    "DDZ401": "names stand under 'names:', 'cases:', 'deal:' and 'steps:'",
    "DDZ402": "numbers go with numbers, and seats with seats",
    "DDZ506": "a mark is 'any', 'any but B R', or 'copies of' a mark above it",
    "DDZ300": "patterns read like '2 of a rank', 'trio + pair' or 'row of 5.. solo on run'",
    "DDZ400": "such texts read like 'two and landlords won', 'played bomb 7..' or 's in all'",
}
_SPECIAL = {
    "n": "'n', the cards played, is there with 'at: played …' only; 'N' is the multiplier",
    "N": "'N' is there under 'multiplier:' and 'settle:'",
    "rest": "'rest' stands alone, under one 'who:'",
    "winner": "there is a winner after an auction only",
    "bid": "there is a bid after an auction only",
    "case": "name the case itself",
    "won": "it stands behind seats, as in 'all won'",
    "went": "it stands behind seats, as in 'winner went out'",
    "ended": "write 'ended by' and the name of an end step",
}


@dataclass(frozen=True, slots=True)
class Early:
    """A name used before it is known, or whose step is not in the flow: the name, its place, the
    step that uses it, and the word of a step it waits for (None: it waits in vain)."""

    word: str
    place: Span
    step: str
    root: str | None


def edited(text: Scalar, start: int, end: int, instead: str) -> tuple[Fix, ...]:
    """The edit of a piece of a text, where the file shows just these characters; none elsewhere."""
    if start >= end or "\n" in text.source.text[text.start : text.end]:
        return ()
    place = text.part(start, end)
    shown = place.excerpt[place.column - 1 : place.end_column - 1]
    return (Fix(place, instead),) if shown == text.text[start:end] else ()


class Findings:
    """Collects diagnostics. `used` gathers every name an expression mentions.

    `muted` are codes not worth telling, `doubtful` the names that are broken and told, and
    `bombs_doubtful` says that some patterns are. `early` is what waits for the end of the flow,
    `step` the step read now, `root_of` says which word of a step a name waits for, and `absent`
    maps what a step outside the flow would make known to that step. `costs` are the steps each name
    takes, `defined` is where the file's own names are.
    """

    def __init__(self) -> None:
        self.all: list[Diagnostic] = []
        self.used: set[str] = set()
        self.muted: set[str] = set()
        self.doubtful: set[str] = set()
        self.early: list[Early] = []
        self.step = ""
        self.bombs_doubtful = False
        self.players = 1
        self.costs: dict[str, int] = {}
        self.defined: dict[str, Span] = {}
        self.absent: dict[str, str] = {}
        self.root_of: Callable[[str], str | None] = lambda word: word

    def report(
        self,
        code: str,
        sentence: str,
        span: Span,
        hint: str = "",
        severity: Severity = "error",
        related: tuple[tuple[str, Span], ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        if code not in self.muted:
            hint = hint or _LIKE.get(code, "")
            self.all.append(Diagnostic(code, sentence, span, hint, severity, related, fixes))

    def too_early(self, word: str, place: Span) -> None:
        """Keep back a use of a name that is not known yet."""
        self.early.append(Early(word, place, self.step, self.root_of(word)))

    def syntax(self, code: str, text: Scalar, error: SyntaxTrouble, like: str = "") -> None:
        """Report text that cannot be read; `like` is how such a text reads."""
        place = text.part(error.start, error.end)
        fixes = () if error.edit is None else edited(text, *error.edit)
        self.report(code, error.sentence, place, error.hint or like, fixes=fixes)

    def expression(self, text: Scalar, scope: Scope, wanted: Type | None) -> Expression | None:
        """Read an expression (of any type for None); None and a finding where it is wrong."""
        try:
            found = read_expression(text.text, scope, wanted)
        except SyntaxTrouble as error:
            self.syntax("DDZ400", text, error)
        except ConditionTrouble as error:
            self._trouble(text, scope, error)
        else:
            self.used |= found.uses
            if self.cost([text.text]) <= MAX_STEPS:
                return found
            if self.doubtful.intersection(_WORD.findall(text.text)):
                return None
            self.report(
                "DDZ405",
                f"this takes more than {MAX_STEPS} steps to work out",
                text.span,
                "fewer 'where' inside each other, fewer names made of names",
            )
        return None

    def each(self, text: Scalar, scope: Scope) -> Each | None:
        """Read ``s in SEATS``."""
        try:
            found = read_each(text.text, scope)
        except SyntaxTrouble as error:
            self.syntax("DDZ400", text, error)
        except ConditionTrouble as error:
            self._trouble(text, scope, error)
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

    def cost(self, texts: list[str]) -> int:
        """About how many steps it takes to work the texts out."""
        total = 0
        for text in texts:
            words = _WORD.findall(text)
            tried: int = self.players ** words.count("where")
            total += tried * sum(self.costs.get(word, 1) for word in words)
        return total

    def _trouble(self, text: Scalar, scope: Scope, error: ConditionTrouble) -> None:
        word = text.text[error.start : error.end]
        place = text.part(error.start, error.end)
        if error.code == "DDZ404" and word in scope.later:
            self.too_early(word, place)
            return
        if error.code == "DDZ401" and word in self.absent and word not in scope.names:
            self.too_early(word, place)
            return
        if word in self.doubtful and error.code in ("DDZ401", "DDZ404"):
            return
        if error.code == "DDZ402" and self.doubtful.intersection(_WORD.findall(text.text)):
            return
        needed = _NEEDED.match(error.sentence)
        hint = error.hint
        if needed and not hint:
            hint = _HINTS.get((needed[1], needed[2]), "")
        if error.code == "DDZ401" and word in _SPECIAL:
            hint = _SPECIAL[word]
        if needed and word in self.defined and self.defined[word].file != place.file:
            sentence = error.sentence.replace("this is", f"'{word}' is").removesuffix(" here")
            self.doubtful.add(word)
            self.report(
                error.code,
                f"{sentence} where it is used",
                self.defined[word],
                hint,
                related=(("it is used here", place),),
            )
            return
        self.report(error.code, error.sentence, place, hint)
