"""A file with schema errors as one without: what is wrong is taken out, so that the rest can be
checked too.

Enters: a flattened file. Leaves: a copy that fits the schema, and every word of what was taken out;
findings that speak of such a word may follow from the error, and are not worth telling.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from ddz.source import Entry, Listing, Mapping, Node, Scalar, find
from ddz.variant.schema import schema_errors

__all__ = ["repaired"]

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_STANDS_IN = {"format": 1, "players": 6, "title": {"zh": "?", "en": "?"}, "deal": {"each": 1}}
"""What stands in for a needed key of the file that cannot be read."""


def repaired(root: Mapping) -> tuple[Mapping | None, frozenset[str]]:
    """The file without what the schema refuses (None where too much would be missing), and the
    words taken out with it; among them the keys that lead there."""
    root = _copied(root)
    lost: set[str] = set()
    for _ in range(12):
        errors = schema_errors(root)
        if not errors and not _holes(root):
            return root, frozenset(lost)
        unknown = [error for error in errors if error.validator == "additionalProperties"]
        for error in unknown or errors:
            if not _mended(root, error, lost):
                return None, frozenset(lost)
        for path in _holes(root) if not unknown else []:
            _drop(root, path, lost)
    return None, frozenset(lost)


def _copied(node: Mapping) -> Mapping:
    """A copy whose mappings and lists can be changed."""
    copy: Any = _copy(node)
    found: Mapping = copy
    return found


def _copy(node: Node) -> Node:
    if isinstance(node, Mapping):
        entries = {name: Entry(e.key, _copy(e.node), e.older) for name, e in node.entries.items()}
        return Mapping(entries, node.start, node.end, node.source)
    if isinstance(node, Listing):
        return Listing([_copy(item) for item in node.items], node.start, node.end, node.source)
    return node


def _holes(root: Mapping) -> list[list[str | int]]:
    """The paths of values that are no values: empty ones, aliases, merge keys."""
    found: list[list[str | int]] = []
    stack: list[tuple[Node, list[str | int]]] = [(root, [])]
    while stack:
        node, path = stack.pop()
        if isinstance(node, Mapping):
            stack += [(entry.node, [*path, name]) for name, entry in node.entries.items()]
        elif isinstance(node, Listing):
            stack += [(item, [*path, at]) for at, item in enumerate(node.items)]
        elif not isinstance(node.value, str | int | float):
            found.append(path)
    return sorted(found, key=lambda path: str(path), reverse=True)


def _mended(root: Mapping, error: Any, lost: set[str]) -> bool:
    """Take out what an error is about; whether that could be done."""
    path = list(error.absolute_path)
    node, _ = find(root, path)
    rule = error.validator
    if rule == "additionalProperties" and isinstance(node, Mapping):
        known = list(error.schema.get("properties", {}))
        for name in [name for name in node.entries if name not in known]:
            near = get_close_matches(name, known, 1, 0.6)
            entry = node.entries.pop(name)
            if near and near[0] not in node.entries and near[0] != "extends":
                node.entries[near[0]] = entry
            else:
                _lose(entry, lost)
        return True
    named = isinstance(node, Mapping) and str(error.instance) in node.entries
    if rule in ("pattern", "maxLength") and isinstance(node, Mapping) and named:
        _lose(node.entries.pop(str(error.instance)), lost)
        return True
    if rule == "required" and not path:
        return _stand_in(root, error.message.split("'")[1])
    _drop(root, path, lost)
    return bool(path)


def _stand_in(root: Mapping, name: str) -> bool:
    """Give the file a key it needs."""
    if name not in _STANDS_IN:
        return False
    key = Scalar(name, name, root.start, root.start, root.source)
    root.entries[name] = Entry(key, _made(_STANDS_IN[name], root))
    return True


def _made(data: Any, root: Mapping) -> Node:
    if isinstance(data, dict):
        entries = {
            name: Entry(Scalar(name, name, root.start, root.start, root.source), _made(value, root))
            for name, value in data.items()
        }
        return Mapping(entries, root.start, root.start, root.source)
    return Scalar(str(data), data, root.start, root.start, root.source)


def _drop(root: Mapping, path: list[str | int], lost: set[str]) -> None:
    """Take out the value at a path, if it is there still."""
    if not path:
        return
    parent, _ = find(root, path[:-1])
    last = path[-1]
    lost.update(str(step) for step in path)
    if isinstance(parent, Mapping) and last in parent.entries:
        _lose(parent.entries.pop(str(last)), lost)
    elif isinstance(parent, Listing) and isinstance(last, int) and last < len(parent.items):
        _lose(parent.items.pop(last), lost)


def _lose(part: Entry | Node, lost: set[str]) -> None:
    """Keep every word of a part that is taken out."""
    if isinstance(part, Entry):
        lost.update(_WORD.findall(part.key.text))
        part = part.node
    if isinstance(part, Mapping):
        for entry in part.entries.values():
            _lose(entry, lost)
        if "bids" in part.entries:
            lost.update(("winner", "bid"))
    elif isinstance(part, Listing):
        for item in part.items:
            _lose(item, lost)
    else:
        lost.update(_WORD.findall(part.text))
