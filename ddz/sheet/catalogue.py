"""The sentences of the rule sheet, one file a language, filled with values.

Enters: a key such as ``condition.won`` and values. Leaves: a sentence or a part of one. Keys are
the places in ``en.yaml`` and ``zh.yaml``, joined by dots; both files have the same keys, and each
sentence the same places to fill (a test holds that). Besides what `str.format` knows, a place may
say how it is written:

- ``{n!w}``: a number as a word, *five* or *五* (digits where the language has no word listed);
- ``{n:card|cards}``: the one word where n is 1 (or is not `many`), else the other, and nothing of n
  itself;
- ``{name!a}``, ``{name!t}``: with *a* or *an*, with *the* in front, unless it has an article;
- ``{name!s}``: several of it, *solos*, *trios with pair*; ``{name!p}``: *the solos*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

__all__ = ["LANGUAGES", "Catalogue"]

LANGUAGES = ("en", "zh")

_HERE = Path(__file__).resolve().parent
_ARTICLE = re.compile(r"(?:an?|the|any|all|every\w*) ", re.IGNORECASE)
_HEAD = re.compile(r"^.*?(?= (?:with|of|on|in|and|from|for|to)\b|$)", re.DOTALL)
_PLURAL = re.compile(r"[^s]s$")
_HISSES = re.compile(r"(?:s|x|z|ch|sh)$")
_WORDY_Y = re.compile(r"(?<=[^aeiou])y$")


class Catalogue:
    """The sentences of a language, ``en`` or ``zh``.

    >>> Catalogue("en").say("count.least", n=5, unit="cards")
    'five or more cards'
    """

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"there is no rule sheet in {lang!r}; languages are en and zh")
        self.lang = lang
        self.templates = _templates(lang)
        self._filler = _Filler(self.templates["numbers"].split())

    def say(self, key: str, /, **values: Any) -> str:
        """The sentence of a key, filled with the values. KeyError where there is none."""
        return self._filler.vformat(self.templates[key], (), values)

    def opening(self, key: str, /, **values: Any) -> str:
        """The same with a capital, where it may open with a value."""
        words = self.say(key, **values)
        return words[:1].upper() + words[1:]

    def knows(self, key: str) -> bool:
        """Whether there is a sentence of this key."""
        return key in self.templates

    def listed(self, words: Iterable[str], between: str = "and") -> str:
        """Words as a list, *a, b and c*; `between` is ``and``, ``or``, or ``comma`` for no word
        before the last."""
        items = list(words)
        if len(items) < 2:
            return "".join(items)
        first = self.say("list.comma").join(items[:-1])
        return self.say(f"list.{between}_last", first=first, last=items[-1])

    def joined(self, sentences: Iterable[str]) -> str:
        """Whole sentences one behind the other, as the language sets them."""
        return self.templates["list.sentences"].join(sentences)


class _Filler(Formatter):
    """Fills places, with the ways of writing that the module's docstring lists."""

    def __init__(self, numbers: Sequence[str]) -> None:
        self.numbers = numbers

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """A value written as the letter behind ``!`` says."""
        if conversion == "w":
            known = isinstance(value, int) and 0 <= value < len(self.numbers)
            return self.numbers[value] if known else str(value)
        if conversion == "a":
            return _with_article(str(value))
        if conversion == "s":
            return _several(str(value))
        if conversion in ("t", "p"):
            return _with_the(str(value) if conversion == "t" else _several(str(value)))
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value, or the word that goes with so many of it."""
        if "|" in format_spec:
            one, other = format_spec.split("|")
            return other if getattr(value, "many", str(value) != "1") else one
        formatted: str = super().format_field(value, format_spec)
        return formatted


def _with_article(name: str) -> str:
    if _ARTICLE.match(name):
        return name
    return f"{'an' if name[:1].lower() in 'aeiou8' else 'a'} {name}"


def _with_the(name: str) -> str:
    return name if _ARTICLE.match(name) else f"the {name}"


def _several(name: str) -> str:
    head = _HEAD.match(name)
    assert head is not None, "the pattern matches any text"
    word, rest = head[0], name[head.end() :]
    if _PLURAL.search(word):
        return name
    if _HISSES.search(word):
        return f"{word}es{rest}"
    return f"{_WORDY_Y.sub('ie', word)}s{rest}"


@cache
def _templates(lang: str) -> dict[str, str]:
    import yaml

    text = (_HERE / f"{lang}.yaml").read_text(encoding="utf-8")
    return dict(_leaves(yaml.load(text, Loader=yaml.BaseLoader), ""))  # noqa: S506 - text only


def _leaves(node: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield path, node
        return
    for key, child in node.items():
        yield from _leaves(child, f"{path}.{key}" if path else key)
