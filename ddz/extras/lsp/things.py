"""The things a rule file names: its patterns, bombs, roles, cases and so on, each with its kind and
the place of its definition, which may be in a file that is extended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ddz.source import Entry, Listing, Mapping, Node, Scalar

__all__ = ["Path", "Thing", "Things", "end_of"]

Path = tuple[str | int, ...]
"""Keys and positions from the root of a file to a value."""

_SECTIONS: tuple[tuple[Path, str], ...] = (
    (("lines",), "line"),
    (("patterns",), "pattern"),
    (("bombs",), "bomb"),
    (("deal", "marks"), "mark"),
    (("names",), "name"),
    (("cases",), "case"),
    (("steps",), "step"),
    (("options",), "house_rule"),
    (("settle", "names"), "number"),
)
_IN_STEPS: tuple[tuple[Path, str], ...] = (
    (("roles",), "role"),
    (("choice", "options"), "answer"),
    (("end", "when"), "ending"),
)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a name: `path` leads to its definition, `key` is the name there."""

    kind: str
    name: str
    path: Path
    key: Scalar
    node: Node


@dataclass(frozen=True, slots=True)
class Things:
    """All things of a flattened file, in file order."""

    all: tuple[Thing, ...] = ()
    by_path: dict[Path, Thing] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Mapping) -> Things:
        """Everything the file names."""
        found = tuple(_things(root))
        return cls(found, {thing.path: thing for thing in reversed(found)})

    def named(self, name: str, kinds: Iterable[str]) -> Thing | None:
        """The thing of that name, of the first of these kinds that has one."""
        for kind in kinds:
            for thing in self.all:
                if thing.name == name and thing.kind == kind:
                    return thing
        return None

    def of_kinds(self, kinds: Iterable[str]) -> list[Thing]:
        """The things of some kinds, each name once."""
        wanted = set(kinds)
        found = {(t.kind, t.name): t for t in reversed(self.all) if t.kind in wanted}
        return list(reversed(found.values()))


def end_of(node: Node) -> int:
    """The character behind a value, with its bracket, without the empty lines that follow."""
    text, end = node.source.text, node.end
    if not isinstance(node, Scalar) and text[node.start : node.start + 1] in ("{", "["):
        return end + 1
    while end > node.start and text[end - 1].isspace():
        end -= 1
    return end


def _things(root: Mapping) -> Iterator[Thing]:
    for path, kind in _SECTIONS:
        for name, entry in _entries(root, path):
            yield Thing(kind, name, (*path, name), entry.key, entry.node)
    for step, entry in _entries(root, ("steps",)):
        for inner, kind in _IN_STEPS:
            for name, each in _entries(entry.node, inner):
                path = ("steps", step, *inner, name)
                yield Thing(kind, name, path, each.key, each.node)
                if kind == "role":
                    yield from _side(each, path)


def _side(role: Entry, path: Path) -> Iterator[Thing]:
    """The side of a role; it is defined by the first role that is on it."""
    side = role.node.get("side") if isinstance(role.node, Mapping) else None
    if isinstance(side, Scalar) and side.text:
        yield Thing("side", side.text, (*path, "side"), side, role.node)


def _entries(node: Node, path: Path) -> Iterator[tuple[str, Entry]]:
    for step in path:
        found = node.get(str(step)) if isinstance(node, Mapping) else None
        if found is None or isinstance(found, Listing | Scalar):
            return
        node = found
    assert isinstance(node, Mapping)
    yield from node.entries.items()
