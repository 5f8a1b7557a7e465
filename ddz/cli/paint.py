"""Text for a person: pieces in colours on a terminal, unless NO_COLOR is set.

The words of rule files come from strangers. All that is printed of them goes through `plain`, so
that none of them can steer a terminal or turn the text around.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import TextIO

__all__ = ["STYLES", "clear", "is_seen", "paint", "plain", "tell"]

_STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a terminal acts on: controls but tab and newline, and those that turn text around."""

STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold cyan",
    "good": "bold green",
    "place": "bold",
    "message": "bold",
    "rule": "blue",
    "faint": "dim",
}
"""What a piece is, and its style; any other piece has none."""


def is_seen(out: TextIO) -> bool:
    """Whether a terminal shows it, or is said to with FORCE_COLOR."""
    return out.isatty() or bool(os.environ.get("FORCE_COLOR"))


def plain(text: str) -> str:
    """A text without anything that a terminal acts on, a replacement character for each."""
    return _STEERS.sub("\ufffd", text)


def tell(text: str = "", out: TextIO | None = None) -> None:
    """Write a line, or several, to standard output or elsewhere."""
    (out or sys.stdout).write(plain(text) + "\n")


def paint(pieces: Iterable[tuple[str, str]], out: TextIO) -> None:
    """Write pieces; plainly where no terminal shows them."""
    if not is_seen(out):
        out.write(plain("".join(text for _, text in pieces)))
        return
    from rich.console import Console
    from rich.text import Text

    text = Text.assemble(*((plain(text), STYLES.get(kind, "")) for kind, text in pieces))
    Console(file=out, highlight=False, emoji=False).print(text, end="", soft_wrap=True)


def clear(out: TextIO) -> None:
    """Clear the screen, if it is one."""
    if out.isatty():
        from rich.console import Console

        Console(file=out).clear()
