"""Pieces of text in colours where a person looks: on a terminal, unless NO_COLOR is set."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

__all__ = ["STYLES", "clear", "is_seen", "paint"]

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


def paint(pieces: Iterable[tuple[str, str]], out: TextIO) -> None:
    """Write pieces; plainly where no terminal shows them."""
    if not is_seen(out):
        out.write("".join(text for _, text in pieces))
        return
    from rich.console import Console
    from rich.text import Text

    text = Text.assemble(*((text, STYLES.get(kind, "")) for kind, text in pieces))
    Console(file=out, highlight=False, emoji=False).print(text, end="", soft_wrap=True)


def clear(out: TextIO) -> None:
    """Clear the screen, if it is one."""
    if out.isatty():
        from rich.console import Console

        Console(file=out).clear()
