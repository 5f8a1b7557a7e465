"""The one door to Lark: text of one of the two small languages in, a tree with positions out.

Enters: a string of `pattern.lark` or `condition.lark` and what it should be. Leaves: a Lark tree
whose tokens know their positions, or `SyntaxTrouble` with the place in the string and one sentence.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ddz.resources import grammar

if TYPE_CHECKING:
    from lark import Lark

__all__ = ["SyntaxTrouble", "Tree", "parse"]

Tree = Any
"""A Lark tree. Which children a rule has is the grammar's knowledge, and no type's."""

MAX_LENGTH = 600
MAX_NESTING = 12

_STARTS = {
    "pattern.lark": ["pattern", "step", "mark"],
    "condition.lark": ["expression", "each", "event", "until"],
}

_WORDS = {
    "NUMBER": "a number",
    "NAME": "a name",
    "IDENT": "a name",
    "RANKS": "cards such as BBRR",
    "VARIABLE": "a letter such as n",
    "UPTO": "'..'",
    "COMPARES": "a comparison such as == or <",
    "PLUS": "'+' or '-'",
    "TIMES": "'*'",
    "LPAR": "'('",
    "RPAR": "')'",
    "COMMA": "','",
    "VBAR": "'|'",
    "$END": "the end",
}


class SyntaxTrouble(ValueError):
    """Text that the language cannot read: one sentence, and where in the text (start, end)."""

    def __init__(self, sentence: str, start: int, end: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.start = start
        self.end = end


def parse(language: str, start: str, text: str) -> Tree:
    """Parse `text` as the rule `start` of `language` (a file of `grammar/`)."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    if len(text) > MAX_LENGTH:
        raise SyntaxTrouble(f"this is longer than {MAX_LENGTH} characters", MAX_LENGTH, len(text))
    _check_nesting(text)
    try:
        return _parser(language).parse(text, start=start)
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        raise SyntaxTrouble(f"{text[at]!r} cannot stand here", at, at + 1) from None
    except UnexpectedToken as error:
        raise _trouble(error, text) from None
    except UnexpectedInput as error:
        at = error.pos_in_stream or 0
        raise SyntaxTrouble("this cannot be read", at, at + 1) from None


def _check_nesting(text: str) -> None:
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth > MAX_NESTING:
            raise SyntaxTrouble(f"more than {MAX_NESTING} brackets inside each other", at, at + 1)


def _trouble(error: object, text: str) -> SyntaxTrouble:
    token = error.token  # type: ignore[attr-defined]
    accepts = error.accepts or error.expected  # type: ignore[attr-defined]
    wanted = sorted({_word(name) for name in accepts}, key=lambda w: (w == "the end", w))
    listed = " or ".join(wanted) if len(wanted) <= 6 else ""
    if token.type == "$END":
        at = len(text.rstrip())
        more = f": {listed} could follow" if listed else ""
        return SyntaxTrouble(f"something is missing at the end{more}", max(at - 1, 0), max(at, 1))
    at = token.start_pos
    more = f"; {listed} could stand here" if listed else ""
    return SyntaxTrouble(f"'{token[:30]}' does not fit here{more}", at, at + len(token))


def _word(terminal: str) -> str:
    return _WORDS.get(terminal, f"'{terminal.lower()}'")


@cache
def _parser(language: str) -> Lark:
    from lark import Lark

    return Lark(
        grammar(language),
        parser="lalr",
        start=_STARTS[language],
        maybe_placeholders=True,
        propagate_positions=True,
    )
