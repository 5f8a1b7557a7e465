"""Nodes as YAML text again, each line with the place it comes from.

Enters: a mapping, as read or as merged from several files. Leaves: lines that read back as the same
keys, values and texts. What stood on one line stays on one, as it was written, quotes and spaces
included; what was merged is written key under key. A dumper of data would have to choose new
quotes by YAML 1.1 and knows nothing of places.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from ddz.diagnostics import Span
from ddz.source.nodes import Entry, Listing, Mapping, Node, Scalar
from ddz.source.reader import read

__all__ = ["Line", "quoted", "written"]

WIDTH = 160
"""What would be longer than this on one line is written key under key."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of YAML, where what it says stands (None for one that goes on), and the places of
    what that replaced, nearest first."""

    text: str
    place: Span | None
    older: tuple[Span, ...] = ()


def written(root: Mapping) -> list[Line]:
    """The lines of a whole file."""
    return _mapping(root, top=True)


def quoted(text: str) -> str:
    """A text so that it reads back as itself anywhere in a rule file: plain, or in quotes."""
    node, found = read(f"[{text}]", "")
    if not found and isinstance(node, Listing) and len(node.items) == 1:
        (item,) = node.items
        if isinstance(item, Scalar) and item.style is None and item.value == text:
            return text
    return _in_quotes(text)


def _mapping(mapping: Mapping, top: bool = False) -> list[Line]:
    """The entries, one under the other; their values in a column where they stood in one."""
    leaves = [_leaf(entry.node) for entry in mapping.entries.values()]
    keys = [_on_one_line(entry.key) for entry in mapping.entries.values()]
    width = 0
    if not top and None not in leaves and any(map(_set_off, mapping.entries.values())):
        width = max(map(len, keys)) + 2
    lines: list[Line] = []
    for key, leaf, entry in zip(keys, leaves, mapping.entries.values(), strict=True):
        place = entry.key.span
        head = f"{key}: ".ljust(width)
        if leaf is None:
            lines.append(Line(f"{key}:", place, _replaced(entry.node, entry.older)))
            lines += _indented(_block(entry.node), "  ")
            continue
        first, *more = leaf
        lines.append(Line(head + first, place, entry.older))
        lines += [Line(" " * len(head) + text, None) for text in more]
        if more:  # a text that goes on takes no comment before its end
            start = len(lines) - len(leaf)
            lines[-1] = replace(lines[-1], place=place, older=entry.older)
            lines[start] = replace(lines[start], place=None, older=())
    return lines


def _set_off(entry: Entry) -> bool:
    """Whether there was more than a blank between a key and its value."""
    gap = entry.key.source.text[entry.key.end : entry.node.start]
    return entry.key.source is entry.node.source and gap.startswith(":  ") and "\n" not in gap


def _replaced(node: Node, older: tuple[Span, ...]) -> tuple[Span, ...]:
    """The places a value took; a mapping was merged, and took none."""
    return () if isinstance(node, Mapping) else older


def _block(node: Node) -> list[Line]:
    if isinstance(node, Mapping):
        return _mapping(node)
    assert isinstance(node, Listing), "one value is a leaf"
    lines: list[Line] = []
    for item in node.items:
        leaf = _leaf(item)
        if leaf is None:
            inner = _indented(_block(item), "  ")
            inner[0] = replace(inner[0], text="- " + inner[0].text[2:])
            lines += inner
            continue
        lines += [Line(("- " if not at else "  ") + text, None) for at, text in enumerate(leaf)]
        lines[-1] = replace(lines[-1], place=item.span)
    return lines


def _indented(lines: list[Line], by: str) -> list[Line]:
    return [replace(line, text=by + line.text) for line in lines]


def _leaf(node: Node) -> list[str] | None:
    """The text of a value that stays as it was written; None for what goes key under key."""
    if isinstance(node, Scalar):
        return _scalar(node)
    if not (node.entries if isinstance(node, Mapping) else node.items):
        return ["{}" if isinstance(node, Mapping) else "[]"]
    source = node.source.text
    text = source[node.start : node.end + 1]
    if source[node.start] not in "{[" or "\n" in text or len(text) > WIDTH:
        return None
    again, found = read(text, "")
    if found or again is None or _texts(again) != _texts(node):
        return None
    return [text]


def _scalar(node: Scalar) -> list[str]:
    """As written: plain text may go on over several lines, anything else is put on one."""
    raw = node.source.text[node.start : node.end].strip()
    if "\n" in raw and node.style is None and "\n\n" not in raw:
        return [line.strip() for line in raw.split("\n")]
    return [_on_one_line(node)]


def _on_one_line(node: Scalar) -> str:
    raw = node.source.text[node.start : node.end].strip()
    if node.style is None:
        return raw if raw == node.text else quoted(node.text)
    if "\n" not in raw and node.style in ("'", '"'):
        return raw
    return _in_quotes(node.text)


def _in_quotes(text: str) -> str:
    """In double quotes; signs that do not print as escapes."""
    inner = "".join(
        char if char.isprintable() else json.dumps(char)[1:-1]
        for char in json.dumps(text, ensure_ascii=False)[1:-1]
    )
    return f'"{inner}"'


def _texts(node: Node) -> object:
    """All that is written: keys and texts in their order, and whether they are quoted."""
    if isinstance(node, Scalar):
        return node.text, node.style
    if isinstance(node, Mapping):
        return [(name, _texts(entry.node)) for name, entry in node.entries.items()]
    return [None, *map(_texts, node.items)]
