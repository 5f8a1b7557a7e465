"""What is wrong with a text that is no YAML, in words an author can follow."""

from __future__ import annotations

import re

import yaml

from ddz.diagnostics import Diagnostic
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


def yaml_fault(text: SourceText, error: yaml.MarkedYAMLError) -> Diagnostic:
    """The finding for what the YAML parser refuses."""
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, len(text.text)) if mark else 0
    problem = str(error.problem)
    number = text.line_of(at)
    line = text.lines[number]
    tab = line[: len(line) - len(line.lstrip())].find("\t")
    if tab >= 0 or "'\\t'" in problem:
        at = text.line_starts[number] + tab if tab >= 0 else at
        return _finding(text, "DDZ103", "a tab cannot stand here", at, "write spaces")
    there = error.context_mark.index if error.context_mark else at
    if re.search(r"expected ',' or '[]}]'", problem):
        return _bracket(text, there, at)
    for said, code, which, sentence, hint in _FAULTS:
        if said in problem:
            return _finding(text, code, sentence, there if which == "there" else at, hint)
    words = ", ".join(str(part) for part in (error.context, error.problem) if part)
    return _finding(text, "DDZ102", f"this is no YAML: {' '.join(words.split())}", at)


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
        return _finding(
            text, "DDZ102", f"this '{sign}' is never closed", opened, f"put '{closing}' at its end"
        )
    return _finding(
        text,
        "DDZ102",
        f"{text.text[at]!r} cannot stand here, inside '{sign}'",
        at,
        "entries have a comma between them; text with a comma or ': ' inside needs quotes",
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _finding(text: SourceText, code: str, sentence: str, at: int, hint: str = "") -> Diagnostic:
    return Diagnostic(code, sentence, text.span(at, at + 1), hint)
