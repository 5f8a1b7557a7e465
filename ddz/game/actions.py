"""What a seat can do, and why it may not.

Actions are values that print as one would type them: `pass`, `bid 2`, an option's name, cards (a
`Play`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ddz.cards import CardsError
from ddz.diagnostics import Span
from ddz.phrases import REFUSALS, say
from ddz.plays.reading import Play

if TYPE_CHECKING:
    from ddz.compiled import Compiled
    from ddz.variant.model import Texts

__all__ = ["PASS", "Action", "Bid", "Pass", "Refusal", "RefusedAction", "Say"]


@dataclass(frozen=True, slots=True)
class Pass:
    """No bid, or no play."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid in the auction."""

    value: int

    def __str__(self) -> str:
        return f"bid {self.value}"


@dataclass(frozen=True, slots=True)
class Say:
    """An answer to a choice."""

    option: str

    def __str__(self) -> str:
        return str(self.option)


Action = Pass | Bid | Say | Play
PASS = Pass()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is refused: a key of the phrase table, what fills it, and the line that forbids
    it.

    Values that are ids of the rules (patterns, options) are named in the language asked for.
    """

    key: str
    values: dict[str, Any]
    rules: Compiled | _Names = field(repr=False, compare=False)
    span: Span | None = None

    def text(self, lang: str = "en") -> str:
        """The sentence, and the place of the rule."""
        named = {name: self._shown(name, value, lang) for name, value in self.values.items()}
        sentence = say(REFUSALS, self.key, lang, **named)
        return f"{sentence} ({self.span.file}:{self.span.line})" if self.span else sentence

    def _shown(self, name: str, value: Any, lang: str) -> str:
        """A value as it stands in the sentence: in the language, on one line, not too long."""
        if isinstance(value, CardsError):
            return value.text(lang)
        text = self.rules.text(value, lang) if name.endswith("pattern") else str(value)
        text = "".join(char if char.isprintable() else "·" for char in text)
        return text if len(text) <= 80 else text[:79] + "…"

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Refusal, (self.key, self.values, _Names(self.rules.texts), self.span)

    def __str__(self) -> str:
        return self.text()


class _Names:
    """What a refusal needs of the rules when it travels to another process."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def text(self, name: str, lang: str) -> str:
        """What the file calls it, or the name itself."""
        return self.texts.get(name, {}).get(lang) or name.replace("_", " ")


class RefusedAction(ValueError):
    """An action the rules do not allow; the state is as it was. `.refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)
