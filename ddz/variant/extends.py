"""`extends`: a file as a patch of another (JSON Merge Patch, RFC 7396), with where each value came
from.

Mappings merge, lists and values replace, an explicit null removes. A changed key keeps its place, a
new one goes last. `examples` are not inherited.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ddz.diagnostics import Diagnostic, Span
from ddz.source import Entry, Listing, Mapping, Node, Scalar, read, read_file
from ddz.variant.find import NotFoundError, Place, find_variant

__all__ = ["Layered", "flatten"]

MAX_LAYERS = 16


@dataclass(frozen=True, slots=True)
class Layered:
    """A flattened file: the merged root (None where it could not be read), the files it came from
    with the top one first, and the findings."""

    root: Mapping | None
    files: tuple[str, ...]
    place: Place
    found: tuple[Diagnostic, ...]


def flatten(place: Place, text: str | bytes | None = None) -> Layered:
    """Read a file (or `text` in its stead) and all it extends, and merge them."""
    found: list[Diagnostic] = []
    layers: list[Mapping] = []
    files: list[str] = []
    seen: set[Path] = set()
    here, key = place, None
    while True:
        if text is not None and not layers:
            root, more = read(text, here.name)
        else:
            root, more = read_file(here.path, here.name)
        seen.add(here.path.resolve())
        found += more
        files.append(here.name)
        if root is not None and not isinstance(root, Mapping):
            found.append(
                Diagnostic(
                    "DDZ106",
                    "a rule file is a mapping of keys such as 'format:' and 'title:'",
                    root.span,
                    _mapping_hint(root),
                )
            )
            root = None
        if root is None:
            break
        found += _empty_values(root)
        layers.append(root)
        key = root.entries.get("extends")
        if key is None:
            break
        following = _next_place(key, here, seen, len(layers), found)
        if following is None:
            return Layered(None, tuple(files), place, tuple(found))
        here = following
    if root is None or not layers:
        return Layered(None, tuple(files), place, tuple(found))
    merged = layers[-1]
    for layer in reversed(layers[:-1]):
        merged.entries.pop("examples", None)
        merged = _merge(merged, layer, found)
    merged.entries.pop("extends", None)
    return Layered(merged, tuple(files), place, tuple(found))


def _mapping_hint(root: Node) -> str:
    if isinstance(root, Scalar) and "：" in root.text:
        return "write the sign ':' and a space, not the full-width '：'"
    return "a key is followed by ':' and a space"


def _next_place(
    entry: Entry, here: Place, seen: set[Path], depth: int, found: list[Diagnostic]
) -> Place | None:
    node = entry.node
    if isinstance(node, Scalar) and node.value is None and not node.text:
        return None  # reported already: it has no value
    if not isinstance(node, Scalar):
        found.append(Diagnostic("DDZ801", "'extends' takes the name of a variant", node.span))
        return None
    try:
        following = find_variant(node.text, here)
    except NotFoundError as error:
        found.append(Diagnostic("DDZ801", f"the base is missing: {error}", node.span))
        return None
    if following.path.resolve() in seen:
        found.append(
            Diagnostic(
                "DDZ802",
                f"'{node.text}' extends, in the end, itself",
                node.span,
                "one of the files must stand on its own",
            )
        )
        return None
    if depth >= MAX_LAYERS:
        found.append(
            Diagnostic("DDZ802", f"more than {MAX_LAYERS} files extend each other", node.span)
        )
        return None
    return following


def _merge(base: Mapping, patch: Mapping, found: list[Diagnostic]) -> Mapping:
    entries = dict(base.entries)
    for name, entry in patch.entries.items():
        old = entries.get(name)
        if _is_null(entry.node):
            if old is None:
                found.append(
                    Diagnostic(
                        "DDZ803",
                        f"null removes '{name}', which the base does not have",
                        entry.key.span,
                        "leave the line out, or mend the name",
                        "warning",
                    )
                )
            entries.pop(name, None)
            continue
        node = entry.node
        older: tuple[Span, ...] = ()
        if old is not None:
            older = (old.key.span, *old.older)
        if isinstance(node, Mapping):
            under = old.node if old is not None and isinstance(old.node, Mapping) else None
            node = _merge(under or Mapping({}, node.start, node.end, node.source), node, found)
        entries[name] = Entry(entry.key, node, older)
    return Mapping(entries, patch.start, patch.end, patch.source)


def _is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None and bool(node.text)


def _empty_values(root: Mapping) -> list[Diagnostic]:
    found = []
    stack: list[Mapping | Listing] = [root]
    while stack:
        node = stack.pop()
        children = (
            [(entry.key, entry.node) for entry in node.entries.values()]
            if isinstance(node, Mapping)
            else [(None, item) for item in node.items]
        )
        for key, child in children:
            if isinstance(child, Mapping | Listing):
                stack.append(child)
            elif child.value is None and not child.text:
                place = key.span if key is not None else child.span
                name = f"'{key.text}'" if key is not None else "this entry"
                found.append(
                    Diagnostic(
                        "DDZ108",
                        f"{name} has no value",
                        place,
                        "give it one; null removes what a base has",
                    )
                )
    return found
