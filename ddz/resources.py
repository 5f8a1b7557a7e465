"""Where the project's own data files are: the grammars and the shipped variants.

In a wheel they lie inside the package, in a checkout beside it; the working directory plays no
part.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["grammar", "grammar_file", "shipped"]

_HERE = Path(__file__).resolve().parent


def grammar(name: str) -> str:
    """The text of a file of `grammar/`, such as ``pattern.lark``."""
    return grammar_file(name).read_text(encoding="utf-8")


def grammar_file(name: str) -> Path:
    """Where a file of `grammar/` lies."""
    return _folder("grammar") / name


def shipped() -> Path:
    """The folder of the shipped variants."""
    return _folder("variants")


def _folder(name: str) -> Path:
    inside = _HERE / name
    return inside if inside.is_dir() else _HERE.parent / name
