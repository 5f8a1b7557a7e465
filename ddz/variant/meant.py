"""What an author may have meant by a value or key that the schema refuses: words for a hint, and
the edit where there is no doubt.

Enters: the node at fault and what the schema wants. Leaves: a hint, '' where nothing can be said
with reason, and fixes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import Any

from ddz.diagnostics import Fix
from ddz.slips import number_of
from ddz.source import Listing, Mapping, Node, Scalar, wide_brackets

__all__ = [
    "home_of",
    "homes",
    "kind_of_step",
    "name_meant",
    "near_key",
    "spaces_behind_colons",
    "type_hint",
]

_NOTHING = ("none", "no", "never", "nothing", "off", "无", "-")
_TRUTH = {"yes": "true", "on": "true", "no": "false", "off": "false"}
_JOINED_LINE = re.compile(r"\s*[A-Za-z_]\w*(：\s*(?=\S)|:(?=\S))")
_JOINED_ITEM = re.compile(r"\s*(-)(?=[^\s-])")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
SURE = 0.8
"""How alike two words are where one is surely meant for the other."""


def near_key(name: str, known: Sequence[str], taken: Iterable[str]) -> tuple[str, bool]:
    """The known key most like a name, '' for none, and whether that leaves no doubt."""
    near = get_close_matches(name, known, 2, 0.6)
    if not near:
        return "", False
    ratios = [SequenceMatcher(None, word, name).ratio() for word in near]
    clear = len(near) == 1 or ratios[0] - ratios[1] > 0.1
    return near[0], clear and ratios[0] >= 0.7 and near[0] not in taken


def home_of(name: str, path: Sequence[str | int], places: Iterable[tuple[str, ...]]) -> str:
    """Under which key a key belongs that stands at a path, '' for none: one right below where it
    stands, or else the only one there is. `places` are those of `homes`."""
    fitting = sorted({k for k in places if k[-1] == name and len(k) > 1 and k[-2] != "steps"})
    here = tuple(str(step) for step in path)
    below = [keys for keys in fitting if len(keys) > 2 and here[-1:] == keys[-3:-2]]
    found = below or fitting
    parents = list(dict.fromkeys(keys[-2] for keys in found))
    return parents[0] if len(parents) == 1 and parents[0] not in here[-1:] else ""


def homes(schema: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Every key a file may have, with the keys above it; the names an author chooses left out."""
    stack: list[tuple[tuple[str, ...], Any]] = [((), schema["definitions"]["whole"])]
    while stack:
        keys, part = stack.pop()
        for inner in (part, *part.get("allOf", ())):
            place = inner.get("$ref", "").rsplit("/", 1)[-1]
            inner = schema["definitions"][place] if place else inner
            for name, below in inner.get("properties", {}).items():
                if name not in ("options", "examples"):
                    yield (*keys, name)
                    stack.append(((*keys, name), below))
            members = (inner.get("items"), inner.get("additionalProperties"))
            stack += [(keys, below) for below in members if isinstance(below, dict)]


def kind_of_step(names: Iterable[str], schema: dict[str, Any]) -> str:
    """The kind of step that has all of these keys, '' where there is none or several."""
    words = set(names)
    kinds = ("auction", "kitty", "end", "choice", "play")
    found = [k for k in kinds if words <= schema["definitions"][k]["properties"].keys()]
    return found[0] if len(found) == 1 else ""


def name_meant(text: str, pattern: str) -> str:
    """A name as the schema's pattern wants it, made from what is none; '' where that fails."""
    word = re.sub(r"[\s.-]+", "_", text.strip())
    if not re.search(pattern, word):
        word = word.lower()
    return word if word != text and re.search(pattern, word) else ""


def type_hint(node: Node, kinds: Sequence[str], schema: dict[str, Any]) -> tuple[str, list[Fix]]:
    """What to write in the place of a value of the wrong type."""
    if isinstance(node, Scalar):
        return _scalar_hint(node, kinds, schema)
    if isinstance(node, Listing):
        words = [item.text for item in node.items if isinstance(item, Scalar)]
        if "string" in kinds and len(words) == len(node.items):
            return f"write one text: {' '.join(words)[:60]}", []
        if "object" in kinds and any(isinstance(item, Mapping) for item in node.items):
            return "write the lines without '- ' in front", []
        if "object" in kinds and words:
            return f"write a mapping: {{{', '.join(f'{word}: …' for word in words[:4])}}}", []
    if isinstance(node, Mapping) and "array" in kinds:
        return f"write a list: [{', '.join(list(node.entries)[:6])}]", []
    return "", []


def _scalar_hint(
    node: Scalar, kinds: Sequence[str], schema: dict[str, Any]
) -> tuple[str, list[Fix]]:
    shown = " ".join(node.text.split())[:40]
    if node.value is None:
        return "", []
    if "string" in kinds and not isinstance(node.value, str):
        quoted = '"' + shown + '"'
        fixes = [Fix(node.span, quoted)] if shown == node.text else []
        return f"YAML reads this as another type; write {quoted} in quotes", fixes
    if list(kinds) == ["integer"]:
        return _number_hint(node)
    if list(kinds) == ["boolean"] and node.text.lower() in _TRUTH:
        return "write true or false", [Fix(node.span, _TRUTH[node.text.lower()])]
    if node.style is None and (edits := list(wide_brackets(node.source, *_ends(node)))):
        opening, closing = edits[0].text, edits[-1].text
        if {"[": "array", "{": "object"}[opening] in kinds:
            return f"write '{opening}' and '{closing}', as on an English keyboard", edits
    if list(kinds) == ["array"]:
        return _list_hint(node, schema)
    if "object" in kinds and "string" not in kinds:
        if edits := spaces_behind_colons(node):
            return "put a space behind the sign ':'", edits
        keys = list(schema.get("properties", {}))
        if "zh" in keys:
            both = f"zh: {shown}, en: …" if _CHINESE.search(shown) else f"zh: …, en: {shown}"
            return f"write it in both languages: {{{both}}}", []
        return (
            f"write a mapping: {{{keys[0] if keys else 'key'}: …}} or lines such as 'key: value'",
            [],
        )
    return "", []


def _list_hint(node: Scalar, schema: dict[str, Any]) -> tuple[str, list[Fix]]:
    """What to write in the place of a text where a list is wanted."""
    if isinstance(node.value, str) and (edits := _spaces(node, _JOINED_ITEM)):
        return "put a space behind the sign: '- '", edits
    lines = [line.strip() for line in _lines(node)]
    if len(lines) > 1:
        return f"start each line with '- ', as in '- {lines[0][:40]}'", []
    words = re.split(r"[\s,，、]+", node.text.strip())
    items = words if schema.get("items", {}).get("type") == "string" else [node.text]
    return f"write a list: [{', '.join(items)[:80]}], or lines that start with '- '", []


def _ends(node: Scalar) -> tuple[int, int]:
    return node.start, node.start + len(node.source.text[node.start : node.end].rstrip())


def _lines(node: Scalar) -> list[str]:
    """The lines of a text as they stand in the file; none of one in quotes."""
    start, end = _ends(node)
    return node.source.text[start:end].split("\n") if node.style is None else []


def spaces_behind_colons(node: Scalar) -> list[Fix]:
    """The edits that make a mapping of a text whose lines are all keys with a value right behind
    the colon; none where a line is another."""
    return _spaces(node, _JOINED_LINE)


def _spaces(node: Scalar, line_of: re.Pattern[str]) -> list[Fix]:
    """The edits that put a space behind the sign that each line of a text has too near to its
    value; none where a line is another."""
    fixes: list[Fix] = []
    at = node.start
    for line in _lines(node):
        found = line_of.match(line)
        if found is None:
            return []
        sign = found[1].strip().replace("：", ":")
        fixes.append(Fix(node.source.span(at + found.start(1), at + found.end(1)), f"{sign} "))
        at += len(line) + 1
    return fixes


def _number_hint(node: Scalar) -> tuple[str, list[Fix]]:
    if isinstance(node.value, float):
        if node.value.is_integer():
            return "write it without a point", [Fix(node.span, str(int(node.value)))]
        return "take a whole number, and larger ones in the other places to match", []
    text = unicodedata.normalize("NFKC", node.text).strip()
    if re.fullmatch(r"[-+]?[0-9]{1,9}", text):
        plain = text == node.text.strip()
        return ("leave the quotes out" if plain else f"write {text}"), [Fix(node.span, text)]
    if found := re.fullmatch(r"(\d+):(\d{2})", text):
        return f"write {int(found[1]) * 60 + int(found[2])}, the number of seconds", []
    word = node.text.strip().lower()
    if word in _NOTHING:
        return "write a number, or null to take out what the base has", []
    number = number_of(word)
    return (f"write {number}" if number is not None else ""), []
