"""The one door to Lark: text of one of the two small languages in, a tree with positions out.

Enters: a string of `pattern.lark` or `condition.lark` and what it should be. Leaves: a Lark tree
whose tokens know their positions, or `SyntaxTrouble` with the place in the string and one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from ddz.resources import grammar
from ddz.slips import Edit, chinese_slip, find_slip

if TYPE_CHECKING:
    from lark import Lark

__all__ = ["MeaningTrouble", "SyntaxTrouble", "Tree", "parse"]

Tree = Any
"""A Lark tree. Which children a rule has is the grammar's knowledge, and no type's."""

MAX_LENGTH = 600
MAX_NESTING = 12
MAX_TRIED = 3
SURE = 3
"""How many letters a word has at least that is surely meant for one like it."""

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

_GROUP = "a group such as '3 of a rank' or a name"
_VALUE = "a name or a number"
_TOGETHER: tuple[tuple[set[str], str], ...] = (
    ({"ROW", "EXACTLY", "VARIABLE", "NAME", "NUMBER"}, _GROUP),
    ({"IDENT", "NUMBER", "LPAR", "NEXT", "SIZE"}, _VALUE),
    ({"PLUS", "COMPARES", "IN", "WON"}, "a sign or word such as == or 'in' or 'won'"),
)
"""Tokens that stand together, and the words for all of them."""
_IN_PLACE_OF: dict[str, set[str]] = {
    _VALUE: {
        "IDENT", "NUMBER", "LPAR", "NEXT", "HOLDER", "HOLDERS", "SIZE", "LEFT", "PLAYS", "HOLDS",
        "SPLITS", "NOT", "ANY", "EVERY", "NO", "ENDED",
    },
    "a sign or word such as == or 'in' or 'won'": {
        "PLUS", "COMPARES", "IN", "WON", "WENT", "NOT", "TIMES",
    },
}  # fmt: skip
_SIGNS = {
    "=": "write == to compare",
    "&": "write 'and'",
    "!": "write 'not', or != to compare",
    "/": "there is no division",
    "%": "there is no division",
    ".": "numbers are whole; a range is written 4.. or 4..8",
    "-": "there are no numbers below 0; write 0 - 1",
    "|": "write 'or'",
}
_NEVER_FIRST = ("and", "or", "in", "where", "won", "of", "on", "by", "but", "from", "without")
_NESTS = re.compile(r"[()]|\bwhere\b")
_WORDY = re.compile(r"\w\w")
_WHOLE = re.compile(r"\w*")


class SyntaxTrouble(ValueError):
    """Text that the language cannot read: one sentence, where in the text (start, end), a hint, and
    the edit that mends it where there is no doubt."""

    def __init__(
        self, sentence: str, start: int, end: int, hint: str = "", edit: Edit | None = None
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.start = start
        self.end = end
        self.hint = hint
        self.edit = edit


class MeaningTrouble(ValueError):
    """Text that reads well and means nothing here: code, one sentence, place in the text, hint."""

    def __init__(self, code: str, sentence: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.start = start
        self.end = end
        self.hint = hint


def parse(language: str, start: str, text: str) -> Tree:
    """Parse `text` as the rule `start` of `language` (a file of `grammar/`)."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    if not text.strip():
        raise SyntaxTrouble("there is nothing here", 0, max(len(text), 1))
    if len(text) > MAX_LENGTH:
        raise SyntaxTrouble(
            f"this is longer than {MAX_LENGTH} characters",
            MAX_LENGTH,
            len(text),
            "give a part of it a name of its own",
        )
    _check_nesting(text)
    try:
        return _parser(language).parse(text, start=start)
    except UnexpectedCharacters as error:
        raise _strange(text, language, error.pos_in_stream or 0) from None
    except UnexpectedToken as error:
        raise _trouble(error, text, language, start) from None
    except UnexpectedInput as error:
        at = error.pos_in_stream or 0
        raise SyntaxTrouble("this cannot be read", at, at + 1) from None


def _check_nesting(text: str) -> None:
    """Refuse brackets, and seats tried one by one, too deep inside each other."""
    tried = [0]
    for match in _NESTS.finditer(text):
        at, end = match.span()
        if match[0] == "(":
            tried.append(tried[-1])
        elif match[0] == ")":
            tried = tried[:-1] or [0]
        else:
            tried[-1] += 1
        if len(tried) > MAX_NESTING + 1:
            raise SyntaxTrouble(
                f"more than {MAX_NESTING} brackets inside each other",
                at,
                end,
                "give a part of it a name of its own",
            )
        if tried[-1] > MAX_TRIED:
            raise SyntaxTrouble(
                f"more than {MAX_TRIED} 'where' inside each other",
                at,
                end,
                "put brackets around each part that stands for itself",
            )


def _strange(text: str, language: str, at: int) -> SyntaxTrouble:
    """A sign that the language does not have."""
    slip = chinese_slip(text, at) or find_slip(language, text, at)
    if slip is None:
        sentence = f"{text[at]!r} cannot stand here"
        return SyntaxTrouble(sentence, at, at + 1, _sign_hint(text, at))
    sentence = f"{text[slip.start : slip.end]!r} cannot stand here"
    return SyntaxTrouble(sentence, slip.start, slip.end, slip.hint, slip.edit)


def _trouble(error: object, text: str, language: str, rule: str) -> SyntaxTrouble:
    token = error.token  # type: ignore[attr-defined]
    place = len(text.rstrip()) if token.type == "$END" else token.start_pos
    slip = find_slip(language, text, place)
    if slip is not None:
        shown = text[slip.start : slip.end]
        sentence = f"'{shown[:30]}' does not fit here"
        return SyntaxTrouble(sentence, slip.start, slip.end, slip.hint, slip.edit)
    accepts = set(error.accepts or error.expected)  # type: ignore[attr-defined]
    listed = _listed(accepts)
    if token.type == "$END":
        at = len(text.rstrip())
        if "RPAR" in accepts and text.count("(") > text.count(")"):
            listed = "')'"
        more = f": {listed} could follow" if listed else ""
        sentence = f"something is missing at the end{more}"
        hint = "name the line it runs on, as in 'on run'" if "ON" in accepts else ""
        return SyntaxTrouble(sentence, max(at - 1, 0), max(at, 1), hint)
    at = token.start_pos
    end = at + len(_WHOLE.match(text, at)[0] or token)  # type: ignore[index]
    head = re.search(r"[A-Za-z]*$", text[:at])[0] if text[at].isalnum() else ""  # type: ignore[index]
    at -= len(head)
    more = f"; {listed} could stand here" if listed else ""
    before = text[:at].split()[-1:]
    if before and before[0] in ("any", "every", "no") and token.type == "IDENT":
        start = text.rindex(before[0], 0, at)
        return SyntaxTrouble(
            f"'{before[0]}' does not fit here without brackets",
            start,
            start + len(before[0]),
            f"write '({before[0]} {token[:20]} in … where …)' behind and, or, not",
        )
    if len(before) == 1 and text[:at].strip() == before[0] and before[0] in _NEVER_FIRST:
        start = text.index(before[0])
        return SyntaxTrouble(
            f"'{before[0]}' cannot stand at the start", start, start + len(before[0])
        )
    word = text[at:end]
    sentence = f"'{word[:30]}' does not fit here{more if not head else ''}"
    near = head or _near_word(word, accepts)
    if near:
        edit = (at, end, near) if len(word) >= SURE else None
        return SyntaxTrouble(sentence, at, end, f"did you mean '{near}'?", edit)
    hint = _word_hint(word, accepts, language) or _sign_hint(text, at)
    if rule == "event" and token.type == "IDENT" and not text[:at].strip():
        hint = f"write 'played {word[:30]}', or 'said {word[:30]}' for an answer"
    return SyntaxTrouble(sentence, at, end, hint)


def _listed(accepts: set[str]) -> str:
    """What could stand here, in words; nothing where it is too much to say."""
    words: set[str] = set()
    for parts, word in _TOGETHER:
        if parts <= accepts:
            words.add(word)
            accepts = accepts - _IN_PLACE_OF.get(word, parts)
    words |= {_word(name) for name in accepts}
    wanted = sorted(words, key=lambda w: (w == "the end", w))
    return " or ".join(wanted) if len(wanted) <= 6 else ""


def _near_word(word: str, accepts: set[str]) -> str:
    """The word of the language that one that does not fit is most like; '' for none."""
    known = sorted(name.lower() for name in accepts if name not in _WORDS)
    alike = [name for name in known if name[:1] == word[:1].lower()]
    near = get_close_matches(word.lower(), alike, 1) or get_close_matches(
        word.lower(), known, 1, 0.8
    )
    return near[0] if near else ""


def _word_hint(word: str, accepts: set[str], language: str) -> str:
    """What may have been meant by a word that does not fit."""
    if language == "pattern.lark" and word[:1].isupper() and not word.isupper():
        return "names are written in small letters"
    if "NAME" in accepts and word.isupper() and word.isalpha():
        return "names are written in small letters"
    if "10" in word:
        return "the ten is T"
    return ""


def _sign_hint(text: str, at: int) -> str:
    """What may have been meant by a sign that does not fit."""
    sign = text[at]
    if sign in _SIGNS and text[at : at + 2] not in ("==", "!="):
        return _SIGNS[sign]
    if east_asian_width(sign) in "WF":
        if not sign.isalpha():
            return "write the sign as on an English keyboard"
        return "texts of rules are in English letters; Chinese goes under 'texts:'"
    return ""


def _word(terminal: str) -> str:
    return _WORDS.get(terminal, f"'{terminal.lower()}'")


class _Spaced:
    """Refuses words that run into each other, such as ``inlandlords``."""

    always_accept = ()

    def process(self, stream: Iterator[Any]) -> Iterator[Any]:
        """The tokens as they come."""
        last: Any = None
        for token in stream:
            if (
                last is not None
                and last.end_pos == token.start_pos
                and _WORDY.fullmatch(last[-1] + token[0])
            ):
                raise SyntaxTrouble(
                    f"'{last}{token}' is two words; write '{last} {token}'",
                    last.start_pos,
                    token.end_pos,
                )
            last = token
            yield token


@cache
def _parser(language: str) -> Lark:
    from lark import Lark

    return Lark(
        grammar(language),
        parser="lalr",
        postlex=_Spaced(),
        start=_STARTS[language],
        maybe_placeholders=True,
        propagate_positions=True,
    )
