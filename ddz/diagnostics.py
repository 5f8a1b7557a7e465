"""Trouble as data: a stable code, one sentence, a place, and what to do about it.

Enters: what a check found. Leaves: `Diagnostic` values, which print as one line and render with an
excerpt, also in pieces that say what each is, for colours; `VariantError` carries all of a file's
at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Diagnostic", "Fix", "Piece", "Severity", "Span", "VariantError"]

Severity = Literal["error", "warning"]
Piece = tuple[
    Literal["place", "error", "warning", "note", "message", "text", "rule", "source"], str
]
"""Some of a rendered finding: what it is, and its text, which is within a line or ends one."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A piece of a file: lines and columns count from 1, the end column is one past the last
    character.

    `excerpt` is the whole first line, so that a finding can be shown without the file at hand; of a
    long one, `Diagnostic.render` shows what is around the place.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    excerpt: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that mends a finding and leaves no doubt: what stands at `span` becomes `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a rule file. `str()` is one line; `render()` adds the excerpt and the
    hint. All of its `fixes`, made together, mend it.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str = ""
    severity: Severity = "error"
    related: tuple[tuple[str, Span], ...] = ()
    fixes: tuple[Fix, ...] = ()

    def __str__(self) -> str:
        where = f"{self.span}: " if self.span else ""
        return f"{where}{self.severity}[{self.code}]: {self.message}"

    def render(self) -> str:
        """The finding as a person reads it: place, sentence, excerpt with caret, hint, related
        places.
        """
        return "".join(text for _, text in self.pieces()).removesuffix("\n")

    def pieces(self) -> list[Piece]:
        """What `render` gives, piece by piece; each line ends in a newline."""
        found: list[Piece] = [("place", f"{self.span}: ")] if self.span else []
        found += [
            (self.severity, f"{self.severity}[{self.code}]"),
            ("message", f": {self.message}\n"),
            *_excerpt(self.span, self.severity),
        ]
        if self.hint:
            found += [("note", "  hint: "), ("text", f"{self.hint}\n")]
        for sentence, span in self.related:
            found += [("place", f"  {span}: "), ("text", f"{sentence}\n"), *_excerpt(span, "note")]
        return found

    def as_data(self) -> dict[str, Any]:
        """The finding as plain JSON data; places as file, line, column, end_line, end_column."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
            **_place(self.span),
            "related": [{"message": text, **_place(span)} for text, span in self.related],
            "fixes": [{"text": fix.text, **_place(fix.span)} for fix in self.fixes],
        }


class VariantError(ValueError):
    """A rule file that cannot be played. `.diagnostics` holds every finding, errors first."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(d.render() for d in self.diagnostics)


WIDTH = 100
"""How many characters of a line an excerpt shows, around the place."""


def _excerpt(span: Span | None, kind: Literal["error", "warning", "note"]) -> list[Piece]:
    """The line of a place with carets under what it is about; nothing of an empty line."""
    if span is None or not span.excerpt.strip():
        return []
    line, start = span.excerpt, span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    if len(line) > WIDTH + 20:
        first = max(0, min(start - WIDTH // 2, len(line) - WIDTH))
        head = "…" * (first > 0)
        tail = "…" * (first + WIDTH < len(line))
        shift = first - len(head)
        end = min(end, first + WIDTH) - shift
        start, line = start - shift, head + line[first : first + WIDTH] + tail
    line = "".join(
        char if char.isprintable() else " " if char == "\t" else "\ufffd" for char in line
    )
    carets = "^" * max(1, _width(line[start : max(end, start + 1)]))
    return [
        ("rule", f"{span.line:>5} | "),
        ("source", f"{line}\n"),
        ("rule", " " * len(f"{span.line:>5} ") + "| "),
        (kind, f"{' ' * _width(line[:start])}{carets}\n"),
    ]


def _width(text: str) -> int:
    """Terminal columns: a Chinese character takes two, an accent of its own none."""
    from unicodedata import combining, east_asian_width

    return sum(
        2 if east_asian_width(c) in "WF" else 0 if combining(c) or c in "\u200b\u200d\ufe0f" else 1
        for c in text
    )


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {}
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
