"""What is wrong with a text that is no YAML, in words an author can follow.

The parser says where it gave up; the mistake is often a sign or two before that. `_LIKELY` looks
for those first, in order; what none of them finds is told by what the parser says (`_FAULTS`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import yaml

from ddz.diagnostics import Diagnostic, Fix
from ddz.source.nodes import SourceText

__all__ = ["BARE", "joined", "wide_brackets", "wide_signs", "yaml_fault"]

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

_WIDE_BRACKETS = {"｛": "{}", "［": "[]", "【": "[]"}
_WIDE_ENDS = {"｛": "｝", "［": "］", "【": "】"}
_KEY = r"\s*(?:- +)?[A-Za-z_]\w*"
_FULL_WIDTH_COLON = re.compile(rf"{_KEY}(：)\s*")
_COLON_WITHOUT_SPACE = re.compile(rf"{_KEY}(:)(?=[^\s/])")
BARE = re.compile(r"\s*(?:- +)?(?:[A-Za-z_]\w*:(?=[{\[])|-(?=[{\[]|[A-Za-z_]\w*(?:: |$)))")
"""How a line starts with a key and brackets right behind, or with a '-' and brackets or a key."""
_WIDE_VALUE = re.compile(rf"(?:{_KEY}: +|\s*- +)([｛［【].*?)\s*(?: #.*)?$")
_BETWEEN_ENTRIES = re.compile(
    r"(?P<comma>[，、]\s*)(?=[A-Za-z_]\w*\s*[：:])|(?<=[｛，、,\s])[A-Za-z_]\w*(?P<colon>\s*：\s*)"
)
_BETWEEN_ITEMS = re.compile(r"(?P<comma>[，、]\s*)")
"""Chinese signs between the entries of a mapping, and between those of a list."""
_FRESH = re.compile(r"\s*(#|- |[\w\"' -]+:(\s|$))")
"""How a line starts that goes on with something new."""
_OPENS_BLOCK = re.compile(r":\s*(#.*)?$")
"""How a line ends whose entries stand below it, further in."""
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
    fixes = _untabbed(text)
    if tab < 0:
        end = at + len(text.text[at:]) - len(text.text[at:].lstrip("\t"))
        fixes = (Fix(text.span(at, end), "  "),)
    at = text.line_starts[number] + tab if tab >= 0 else at
    return _finding(text, "DDZ103", "a tab cannot stand here", at, "write spaces", fixes)


def _untabbed(text: SourceText) -> tuple[Fix, ...]:
    """Every line's tabs before its first word as so many steps of what the file is indented by; a
    line that starts with blanks and tabs goes where the one above it starts."""
    indents = [line[: len(line) - len(line.lstrip())] for line in text.lines if line.strip()]
    steps = [len(start) for start in indents if start and "\t" not in start]
    step = min([*steps, 8]) if steps else 2
    fixes = []
    above = 0
    for number, line in enumerate(text.lines):
        start = line[: len(line) - len(line.lstrip())]
        if not line.strip():
            continue
        column = len(start.replace("\t", " " * step))
        if "\t" in start:
            column = above if start.strip("\t") else column
            at = text.line_starts[number]
            fixes.append(Fix(text.span(at, at + len(start)), " " * column))
        if line.lstrip()[0] != "#":
            above = column + step * bool(_OPENS_BLOCK.search(line))
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


def _full_width_bracket(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A value in Chinese brackets on the line the parser stopped at."""
    number = text.line_of(at)
    found = _WIDE_VALUE.match(text.lines[number])
    if not found:
        return None
    start = text.line_starts[number]
    fixes = wide_brackets(text, start + found.start(1), start + found.end(1))
    sign = text.text[start + found.start(1)]
    return _finding(
        text, "DDZ102", f"'{sign}' is not the sign YAML knows", start + found.start(1),
        f"write '{_WIDE_BRACKETS[sign][0]}', the sign of an English keyboard", fixes,
    )  # fmt: skip


def wide_brackets(text: SourceText, start: int, end: int) -> tuple[Fix, ...]:
    """The edits of a value in Chinese brackets and of the Chinese signs between its entries; none
    where it has others inside, or quotes."""
    value = text.text[start:end]
    sign, inside = value[0], value[1:-1]
    if sign not in _WIDE_BRACKETS or value[-1] != _WIDE_ENDS[sign]:
        return ()
    if re.search(r"[\"'{}\[\]｛｝［］【】“”\n#]", inside):
        return ()
    plain = _WIDE_BRACKETS[sign]
    fixes = [Fix(text.span(start, start + 1), plain[0]), Fix(text.span(end - 1, end), plain[1])]
    fixes += wide_signs(text, start, end, _BETWEEN_ENTRIES if sign == "｛" else _BETWEEN_ITEMS)
    return tuple(sorted(fixes, key=lambda fix: fix.span))


def wide_signs(
    text: SourceText, start: int, end: int, signs: re.Pattern[str] = _BETWEEN_ENTRIES
) -> Iterator[Fix]:
    """The edits of the Chinese commas and colons between the entries of a mapping or list."""
    for found in signs.finditer(text.text, start, end):
        place = found.lastgroup or ""
        first, last = found.span(place)
        yield Fix(text.span(first, last), ", " if place == "comma" else ": ")


def _ends_in_sign(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A comma or the like at the end of a line, behind a value in brackets or quotes."""
    found = re.compile(r"[，、；。,;]+[ \t]*(?=\n|$)").match(text.text, at)
    if not found or text.text[:at].rstrip()[-1:] not in ("}", "]", '"', "'"):
        return None
    if text.text[there : there + 1] in ("{", "[") and there < at:
        return None
    fix = Fix(text.span(at, found.end()), "")
    return _finding(
        text, "DDZ102", f"'{text.text[at]}' cannot stand here, at the end of a value", at,
        "take it out", (fix,),
    )  # fmt: skip


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
    last = text.text[at + length : at + length + 1] in ("", "\n")
    fix = Fix(text.span(at, at + length), plain.rstrip() if last else plain)
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


def _no_space_before(text: SourceText, there: int, at: int) -> Diagnostic | None:
    """A key or a '-' with its value right behind it, where the parser stopped or one line above."""
    last = text.line_of(at)
    for number in (last, last - 1):
        found = BARE.match(text.lines[number]) if number >= 0 else None
        if found and (number == last or found[0][-1] == "-"):
            return joined(text, text.line_starts[number] + found.end() - 1)
    return None


def joined(text: SourceText, sign: int) -> Diagnostic:
    """The finding for a ':' or '-' with its value right behind it."""
    plain = ": " if text.text[sign] == ":" else "- "
    fixes = [Fix(text.span(sign, sign + 1), plain)]
    if plain == "- ":
        fixes += _moved_along(text, sign)
    return _finding(
        text, "DDZ102", f"a space is missing behind this '{plain[0]}'", sign,
        f"write '{plain}'", tuple(fixes),
    )  # fmt: skip


def _moved_along(text: SourceText, dash: int) -> Iterator[Fix]:
    """The edits of the lines below a '-' that line up with what stands right behind it."""
    number = text.line_of(dash)
    column = dash - text.line_starts[number]
    below = text.lines[number + 1 :]
    if not below or _indent(below[0]) != column + 1:
        return
    for line, at in zip(below, text.line_starts[number + 1 :], strict=False):
        if not line.strip() or _indent(line) <= column:
            return
        yield Fix(text.span(at, at + _indent(line)), " " * (_indent(line) + 1))


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
    _tab, _full_width_colon, _full_width_bracket, _ends_in_sign, _full_width_sign, _open_quote,
    _no_space, _no_space_before, _closes_nothing,
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
