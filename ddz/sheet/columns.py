"""How wide text is on a terminal: a Chinese character takes two columns."""

from __future__ import annotations

from unicodedata import east_asian_width

__all__ = ["width"]


def width(words: str) -> int:
    """The columns that words take."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in words)
