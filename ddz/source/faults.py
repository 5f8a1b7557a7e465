"""What is wrong with a text that is no YAML, in words an author can follow.

The parser says where it gave up; the mistake is often a sign or two before that. `_LIKELY` looks
for those first, in order; what none of them finds is told by what the parser says (`_FAULTS`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

import yaml

from ddz.diagnostics import Diagnostic, Fix
from ddz.source.nodes import SourceText

__all__ = ["yaml_fault"]

_ALIGN = "entries of one mapping or list start in the same column"
_QUOTE = "a value that starts with a sign such as @ * & % ! | > needs quotes"

_FAULTS: tuple[tuple[str, str, str, str, str], ...] = (
    # what the parser says · the code · which of its two places · the sentence · the hint
    ("document start", "DDZ105", "here", "something stands behind the end of the document",
     "take out the line '...'"),
    ("mapping values are not allowed", "DDZ102", "here", "a key cannot stand here",
     f"{_ALIGN}; a value with ': ' inside needs quotes"),
    ("could not find expected ':'", "DDZ102", "there", "a ':' is missing behind this key",
     "a mapping is written 'key: value'"),
    ("end of stream", "DDZ102", "there", "this quote is never closed",
     "put the same sign at the end of the text"),
    ("document separator", "DDZ102", "there", "this quote is never closed",
     "put the same sign at the end of the text"),
    ("unknown escape character", "DDZ102", "here", "a backslash cannot stand before this",
     "write single quotes instead of double ones, or two backslashes"),
    ("hexadecimal", "DDZ102", "here", "this is no number of a character",
     "write the character itself"),
    ("cannot start any token", "DDZ102", "here", "a value cannot start with this sign", _QUOTE),
    ("alphabetic or numeric character", "DDZ102", "here", "a value cannot start with * or &",
     _QUOTE),
    ("sequence entries are not allowed", "DDZ102", "here", "a list cannot start here",
     "put '- ' on a line of its own, under the key"),
    ("mapping keys are not allowed", "DDZ102", "here", "a key cannot stand here", _ALIGN),
    ("<block end>", "DDZ102", "here", "this does not line up with what stands above", _ALIGN),
    ("node content", "DDZ102", "here", "a value is missing before this", _QUOTE),
    ("chomping", "DDZ102", "here", "nothing may stand behind | or > on its line", _QUOTE),
    ("comment or a line break", "DDZ102", "here", "nothing may stand behind | or > on its line",
     _QUOTE),
)  # fmt: skip

_KEY = r"\s*(?:- +)?[A-Za-z_]\w*"
_FULL_WIDTH_COLON = re.compile(rf"{_KEY}(：)\s*")
_COLON_WITHOUT_SPACE = re.compile(rf"{_KEY}(:)(?=[^\s/])")
_FRESH = re.compile(r"\s*(#|- |[\w\"' -]+:(\s|$))")
"""How a line starts that goes on with something new."""
_OPENS = re.compile(r"(?:[:,\[{-]\s+|^\s*)([\"'])")
_FULL_WIDTH = {"，": ", ", "：": ": ", "、": ", "}
FAR = 40
"""How many lines above the place where the parser gave up a quote is looked for."""


def yaml_fault(text: SourceText, error: yaml.MarkedYAMLError) -> Diagnostic:
    """The finding for what the YAML parser refuses."""
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, len(text.text)) if mark else 0
    there = error.context_mark.index if error.context_mark else at
    problem = str(error.problem)
    for guess in _LIKELY:
        found = guess(text, there, at)
        if found is not None:
            return found
    if re.search(r"expected ',' or '[]}]'", problem):
        return _bracket(text, there, at)
    for said, code, which, sentence, hint in _FAULTS:
        if said in problem:
            place = there if which == "there" else at
            return _finding(text, code, sentence, place, hint, _in_quotes(text, problem, at))
    words = ", ".join(str(part) for part in (error.context, error.problem) if part)
    return _finding(text, "DDZ102", f"this is no YAML: {' '.join(words.split())}", at)


def _tab(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A tab before the line's first word, or where the parser stopped."""
    number = text.line_of(at)
    line = text.lines[number]
    tab = line[: len(line) - len(line.lstrip())].find("\t")
    if tab < 0 and text.text[at : at + 1] != "\t":
        return None
    at = text.line_starts[number] + tab if tab >= 0 else at
    return _finding(text, "DDZ103", "a tab cannot stand here", at, "write spaces", _untabbed(text))


def _untabbed(text: SourceText) -> tuple[Fix, ...]:
    """Every line's tabs before its first word as so many steps of what the file is indented by."""
    indents = [line[: len(line) - len(line.lstrip())] for line in text.lines if line.strip()]
    steps = [len(start) for start in indents if start and "\t" not in start]
    step = min([*steps, 8]) if steps else 2
    fixes = []
    for number, line in enumerate(text.lines):
        start = line[: len(line) - len(line.lstrip())]
        if "\t" in start and line.strip():
            at = text.line_starts[number]
            fixes.append(Fix(text.span(at, at + len(start)), start.replace("\t", " " * step)))
    return tuple(fixes)


def _full_width_colon(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A key with the Chinese colon, on the line the parser stopped at or shortly before."""
    for number in range(text.line_of(at), max(text.line_of(there) - 2, -1), -1):
        found = _FULL_WIDTH_COLON.match(text.lines[number])
        if found:
            return _sign(
                text, text.line_starts[number] + found.start(1), found.end() - found.start(1)
            )
    return None


def _full_width_sign(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A Chinese comma or colon between the entries of a list or mapping in brackets."""
    if text.text[there : there + 1] not in ("{", "["):
        return None
    inside = text.text[max(there, text.line_starts[text.line_of(at)]) : at]
    spots = [i for i, char in enumerate(inside) if char in _FULL_WIDTH]
    return _sign(text, at - len(inside) + spots[-1], 1) if spots else None


def _sign(text: SourceText, at: int, length: int) -> Diagnostic:
    """The finding for a Chinese sign where YAML needs its own."""
    plain = _FULL_WIDTH[text.text[at]]
    fix = Fix(text.span(at, at + length), plain)
    return _finding(
        text, "DDZ102", f"'{text.text[at]}' is not the sign YAML knows", at,
        f"write '{plain}', the sign of an English keyboard and a space", (fix,),
    )  # fmt: skip


def _no_space(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A key with its value right behind the colon."""
    number = text.line_of(there)
    found = _COLON_WITHOUT_SPACE.match(text.lines[number])
    if not found or there > text.line_starts[number] + found.start(1) or there == at:
        return None
    colon = text.line_starts[number] + found.start(1)
    fix = Fix(text.span(colon, colon + 1), ": ")
    return _finding(
        text, "DDZ102", "a space is missing behind this ':'", colon, "write ': '", (fix,)
    )


def _open_quote(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A quote that opens a value and runs on into lines that start something new."""
    last = text.line_of(at)
    for number in range(last - 1, max(last - FAR, -1), -1):
        line = text.lines[number]
        for found in _OPENS.finditer(line):
            sign = found[1]
            rest = line[found.end() :]
            closed = sign in rest
            if (
                not closed
                and not line[: found.start(1)].count(sign)
                and _FRESH.match(text.lines[number + 1])
            ):
                place = text.line_starts[number] + found.start(1)
                return _finding(
                    text, "DDZ102", "this quote is never closed", place,
                    "put the same sign at the end of the text",
                )  # fmt: skip
    return None


def _closes_nothing(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A closing bracket too many."""
    if text.text[at : at + 1] not in ("}", "]") or text.text[there : there + 1] in ("{", "["):
        return None
    fix = Fix(text.span(at, at + 1), "")
    return _finding(text, "DDZ102", "this bracket closes nothing", at, "take it out", (fix,))


_LIKELY: tuple[Callable[[SourceText, int, int], Diagnostic | None], ...] = (
    _tab, _full_width_colon, _full_width_sign, _open_quote, _no_space, _closes_nothing,
)  # fmt: skip


def _bracket(text: SourceText, opened: int, at: int) -> Diagnostic:
    """A bracket is not closed, where what follows looks like a new entry; or it holds a stray
    sign.
    """
    sign = text.text[opened]
    line, first = text.line_of(at), text.line_of(opened)
    fresh = re.match(r"\s*(- |[\w\"' -]+:(\s|$))", text.lines[line])
    indent = _indent(text.lines[line]) <= _indent(text.lines[first])
    if at >= len(text.text.rstrip()) or (line > first and fresh and indent):
        closing = {"{": "}", "[": "]"}[sign]
        hint = f"put '{closing}' at its end"
        behind = text.text[opened : text.line_starts[first + 1]]
        if closing in behind.partition(" #")[2]:
            hint = "from ' #' on all is a comment; a text with '#' inside needs quotes"
        return _finding(text, "DDZ102", f"this '{sign}' is never closed", opened, hint)
    return _finding(
        text,
        "DDZ102",
        f"{text.text[at]!r} cannot stand here, inside '{sign}'",
        at,
        "entries have a comma between them; text with a comma or ': ' inside needs quotes",
    )


def _in_quotes(text: SourceText, problem: str, at: int) -> tuple[Fix, ...]:
    """The value on a line of its own in quotes, where it has a sign inside that needs them."""
    line = text.lines[text.line_of(at)]
    found = re.match(rf"{_KEY}: +(?=\S)", line)
    wanted = ("mapping values are not allowed", "cannot start any token", "alphabetic or numeric")
    start = text.line_starts[text.line_of(at)] + (found.end() if found else 0)
    if not found or start > at or not any(word in problem for word in wanted):
        return ()
    value = line[found.end() :].partition(" #")[0].rstrip()
    if re.search(r"[\"'{}\[\]\\]", value):
        return ()
    return (Fix(text.span(start, start + len(value)), f'"{value}"'),)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _finding(
    text: SourceText, code: str, sentence: str, at: int, hint: str = "", fixes: tuple[Fix, ...] = ()
) -> Diagnostic:
    return Diagnostic(code, sentence, text.span(at, at + 1), hint, fixes=fixes)
