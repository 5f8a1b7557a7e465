"""Slips of the pen in texts of the two languages: what an author wrote, and what is meant.

Enters: the text, where it stopped making sense, and the language. Leaves: a `Slip`, or None where
nothing is known to be meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

__all__ = ["Edit", "Slip", "chinese_slip", "find_slip", "number_of"]

Edit = tuple[int, int, str]
"""From where to where in the text, and what to write there instead."""

_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_DIGITS = "零一二三四五六七八九十"


@dataclass(frozen=True, slots=True)
class Slip:
    """Where a slip is (start, end), what to write, and the edit where that leaves no doubt."""

    start: int
    end: int
    hint: str
    edit: Edit | None = None


def number_of(word: str) -> int | None:
    """The number that a word stands for, in English or Chinese; None for none."""
    word = word.strip().lower().replace("两", "二")
    if len(word) == 1 and word in _DIGITS:
        return _DIGITS.index(word)
    return _NUMBERS.index(word) if word in _NUMBERS else None


def find_slip(language: str, text: str, at: int) -> Slip | None:
    """The slip at or around a place in a text."""
    for expression, make in _SLIPS[language]:
        for found in expression.finditer(text):
            start, end = found.span(1)
            if start <= at <= max(end, found.end()):
                slip = make(found)
                if slip is not None:
                    return slip
    return None


def chinese_slip(text: str, at: int) -> Slip | None:
    """The sign at a place, where it is one of a Chinese keyboard; the edit mends all of them."""
    kept = text.rstrip(_ENDS)
    plain = "".join(_PLAIN.get(char) or unicodedata.normalize("NFKC", char) for char in kept)
    if text[at] not in _PLAIN and unicodedata.normalize("NFKC", text[at]) == text[at]:
        return None
    sign = (_PLAIN.get(text[at]) or unicodedata.normalize("NFKC", text[at])).strip()
    whole = (0, len(text), plain) if plain.isascii() and plain.count('"') in (0, 2) else None
    hint = f"write {sign or 'a space'}, the sign of an English keyboard"
    if at >= len(kept):
        hint = "take it out"
    elif sign == ",":
        hint = "write ', ', the sign of an English keyboard and a space"
    return Slip(at, at + 1, hint, whole)


_PLAIN = {
    "，": ", ", "、": ", ", "：": ": ", "“": '"', "”": '"', "‘": '"', "’": '"', "「": '"',
    "」": '"', "『": '"', "』": '"', "【": "[", "】": "]", "《": "<", "》": ">", "≤": "<=",
    "≥": ">=", "≠": "!=", "…": "..", "—": "-", "–": "-", "×": "*", "。": ".",
}  # fmt: skip

_ENDS = " \t\n，、。；"
"""Signs at the end of a text that are no part of it."""

_Match = re.Match[str]
_Make = Callable[[_Match], Slip | None]


def _put(words: str, instead: str | None = None) -> _Make:
    """A slip of the first group; `words` and `instead` may name groups, as in r'\\2'."""

    def make(found: _Match) -> Slip:
        start, end = found.span(1)
        edit = (start, end, found.expand(instead)) if instead is not None else None
        return Slip(start, end, found.expand(words), edit)

    return make


def _before_of(found: _Match) -> Slip | None:
    """A word where a number or 'row' stands before 'of'."""
    word, (start, end) = found[1], found.span(1)
    number = number_of(word)
    if number is not None:
        return Slip(start, end, f"write '{number} of a rank'", (start, end, str(number)))
    near = get_close_matches(word, ("row", "exactly", "copies"), 1)
    if near and word != near[0]:
        return Slip(start, end, f"did you mean '{near[0]}'?", (start, end, near[0]))
    return None


def _small_ranks(found: _Match) -> Slip:
    """Ranks in small letters."""
    start, end = found.span(1)
    return Slip(start, end, f"write {found[1].upper()}", (start, end, found[1].upper()))


def _ten(found: _Match) -> Slip:
    """The ten in digits."""
    start, end = found.span(1)
    return Slip(start, end, "the ten is T", (start, end, found[1].replace("10", "T")))


def _unclosed(found: _Match) -> Slip | None:
    """The last bracket that is opened and never closed, where there are more such than others."""
    text, opened = found.string, []
    for at, char in enumerate(text):
        if char == "(":
            opened.append(at)
        elif char == ")" and opened:
            opened.pop()
    return Slip(opened[-1], opened[-1] + 1, "put ')' where this '(' ends") if opened else None


def _closed_twice(found: _Match) -> Slip | None:
    """A bracket that closes nothing."""
    start, end = found.span(1)
    before = found.string[:start]
    if before.count("(") > before.count(")"):
        return None
    return Slip(start, end, "take it out; it closes nothing", (start, end, ""))


def _table(*rows: tuple[str, _Make]) -> tuple[tuple[re.Pattern[str], _Make], ...]:
    return tuple((re.compile(expression), make) for expression, make in rows)


_SLIPS = {
    "pattern.lark": _table(
        (r"([A-Za-z]\w*)\s+of\b", _before_of),
        (r"\b(\d+)\s*[xX×*]\s*(?:of\s+)?(?=a\b)", _put(r"write '\1 of a rank'")),
        (r"(?<=\d)\s*(-|–|~|\bto\b)\s*(?=\d)", _put("a range is written 4..8", "..")),
        (r"(?<=\d)(\+)(?!\s*\d)", _put("so many or more is written 4..", "..")),
        (r"(?<=\d)(\.{3,}|…)", _put("so many or more is written 4..", "..")),
        (r"(?<=\s)(and|plus|with|&+)(?=\s)", _put("groups side by side have '+' between", "+")),
        (r"(?<=\s)(or|/|\|\|)(?=\s)", _put("either of several shapes: write '|'", "|")),
        (r"([,;])\s*$", _put("take it out", "")),
        (r"([()\[\]{}])", _put("patterns have no brackets; take them out")),
        (r"\b(?:but|from|without|exactly|both)\s+((?:[A-Z2-9]\s+)*[tjqkabr](?:\s+[A-Z2-9tjqkabr])*)\b",
         _small_ranks),
        (r"\b(?:exactly|without|but|from|(?<!row )of)\s+(?:[2-9TJQKABR]+\s+)*(\w*10\w*)", _ten),
    ),
    "condition.lark": _table(
        (r"\b((?:has|have|had)\s+)won\b", _put("write 'won' alone", "")),
        (r"(?<=\s)(is\s+not|isn't|isnt)(?=\s)", _put("write != to compare, or 'not in'")),
        (r"(?<=\s)(is|are|equals)(?=\s)", _put("write == to compare, or 'in'")),
        (r"(&&?)", _put("write 'and'", "and")),
        (r"(\|\|?)", _put("write 'or'", "or")),
        (r"(=>)", _put("write >=", ">=")),
        (r"(=<)", _put("write <=", "<=")),
        (r"(<>)", _put("write !=", "!=")),
        (r"([\[{])", _put("write ( and )")),
        (r"([,;])\s*$", _put("take it out", "")),
        (r"(\))", _closed_twice),
        (r"(.|\n)", _unclosed),
    ),
}  # fmt: skip
