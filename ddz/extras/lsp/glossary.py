"""The words of the two languages, as the manual explains them: `grammar/README.md` has a table for
conditions, and a heading with the words in it for each part of a pattern.
"""

from __future__ import annotations

import re
from functools import cache

from ddz.resources import grammar

__all__ = ["of_conditions", "of_patterns"]

_PATTERNS, _CONDITIONS = "## 3. ", "## 7. "
_ROW = re.compile(r"^\| [^|]*\| ([^|]*`) \| (.*) \|$", re.M)
_HEADING = re.compile(r"^### (.*)\n\n((?:.+\n)+)", re.M)
_CODE = re.compile(r"`([^`]*)`")
_RULES = re.compile(r" \((?:`\w+`(?:, )?)+\)")
_WORD = re.compile(r'"([A-Za-z]+)"')
_BUILT_IN = frozenset({"all", "none", "winner", "bid", "N", "n"})
"""Names that every condition knows."""
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@cache
def of_conditions() -> dict[str, str]:
    """What each word of a condition means, with the way it is written."""
    known = {*_WORD.findall(grammar("condition.lark")), *_BUILT_IN}
    found: dict[str, list[str]] = {}
    for written, meaning in _ROW.findall(_section(_CONDITIONS)):
        for word in dict.fromkeys(_words(written, known)):
            found.setdefault(word, []).append(f"{written}: {_plain(meaning)}")
    return {word: "\n\n".join(lines) for word, lines in found.items()}


@cache
def of_patterns() -> dict[str, str]:
    """What each word of a pattern means: the heading it stands in, and what follows there."""
    known = {*_WORD.findall(grammar("pattern.lark")), "n"}
    found: dict[str, str] = {}
    for heading, text in _HEADING.findall(_section(_PATTERNS)):
        for word in _words(heading, known):
            found.setdefault(word, f"**{_RULES.sub('', heading)}**\n\n{_plain(text)}")
    return found


def _plain(text: str) -> str:
    """Text without links, which lead nowhere from here."""
    return _LINK.sub(r"\1", text)


def _words(text: str, known: set[str]) -> list[str]:
    """The words of the language in code."""
    words = [word for code in _CODE.findall(text) for word in re.findall(r"[A-Za-z_]+", code)]
    return [word for word in words if word in known]


def _section(heading: str) -> str:
    manual = grammar("README.md")
    start = manual.index(f"\n{heading}")
    end = manual.find("\n## ", start + 1)
    return manual[start:end]
