"""`extends`: a file as a patch of another (JSON Merge Patch, RFC 7396), with where each value came
from.

Mappings merge, lists and values replace, an explicit null removes. A changed key keeps its place, a
new one goes last. `examples` are not inherited. Options asked for are one more patch each, laid
over the file they were asked of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from ddz.diagnostics import Diagnostic, Fix, Span
from ddz.source import Entry, Listing, Mapping, Node, Scalar, read
from ddz.variant.find import NotFoundError, Place, find_variant, names_of_shipped
from ddz.variant.meant import near_key, spaces_behind_colons
from ddz.variant.names import label
from ddz.variant.options import choose, read_options
from ddz.variant.unsaved import read_base

__all__ = ["Layered", "flatten"]

MAX_LAYERS = 16


@dataclass(frozen=True, slots=True)
class Layered:
    """A flattened file: the merged root (None where it could not be read), the files it came from
    with the top one first, their paths, the findings, and how its options stand where they were
    chosen."""

    root: Mapping | None
    files: tuple[str, ...]
    paths: tuple[Path, ...]
    place: Place
    found: tuple[Diagnostic, ...]
    chosen: dict[str, str]

    @property
    def name(self) -> str:
        """What the rules are called, with the options switched."""
        return label(self.place.name, self._switched())

    @property
    def shipped_name(self) -> str | None:
        """The shipped name, with the options switched."""
        shipped = self.place.shipped_name
        return label(shipped, self._switched()) if shipped is not None else None

    def _switched(self) -> list[tuple[str, str]]:
        """The options that were asked of the file itself."""
        asked = {word.option for word in self.place.wanted}
        return [(name, choice) for name, choice in self.chosen.items() if name in asked]


def flatten(
    place: Place, text: str | bytes | None = None, without: Sequence[tuple[str, ...]] = ()
) -> Layered:
    """Read a file (or `text` in its stead) and all it extends, and merge them; as if the keys at
    the paths `without` were not in the file."""
    found: list[Diagnostic] = []
    layers: list[_Layer] = []
    files: list[str] = []
    paths: list[Path] = []
    seen: set[Path] = set()
    here, key = place, None
    while True:
        if text is not None and not layers:
            root, more = read(text, here.name)
        else:
            root, more = read_base(here.path, here.name)
        seen.add(here.path.resolve())
        found += more
        files.append(here.name)
        paths.append(here.path)
        if root is not None and not isinstance(root, Mapping):
            found.append(
                Diagnostic(
                    "DDZ106",
                    "a rule file is a mapping of keys such as 'format:' and 'title:'",
                    root.span,
                    _mapping_hint(root),
                    fixes=tuple(spaces_behind_colons(root)) if isinstance(root, Scalar) else (),
                )
            )
            root = None
        if root is None:
            break
        if without and not layers:
            for path in without:
                root = _pruned(root, path)
        found += _empty_values(root)
        layers.append(_Layer(root, here, key))
        key = root.entries.get("extends")
        if key is None:
            break
        following = _next_place(key, here, seen, len(layers), found)
        if following is None:
            return Layered(None, tuple(files), tuple(paths), place, tuple(found), {})
        here = following
    if root is None or not layers:
        return Layered(None, tuple(files), tuple(paths), place, tuple(found), {})
    merged, chosen = _merged(layers, found)
    merged.entries.pop("extends", None)
    return Layered(merged, tuple(files), tuple(paths), place, tuple(found), chosen)


@dataclass(frozen=True, slots=True)
class _Layer:
    """One file on the way down: what it says, where it is, and the key that named it."""

    root: Mapping
    place: Place
    named: Entry | None


def _merged(layers: list[_Layer], found: list[Diagnostic]) -> tuple[Mapping, dict[str, str]]:
    """The files laid over each other from the last one up, each with the options asked of it."""
    merged: Mapping | None = None
    chosen: dict[str, str] = {}
    for layer in reversed(layers):
        if merged is None:
            merged = layer.root
        else:
            merged.entries.pop("examples", None)
            merged = _merge(merged, layer.root, found)
        if layer.place.wanted:
            merged, chosen = _switched(merged, chosen, layer, found)
    assert merged is not None
    return merged, chosen


def _switched(
    root: Mapping, fixed: dict[str, str], layer: _Layer, found: list[Diagnostic]
) -> tuple[Mapping, dict[str, str]]:
    """A file with the options asked of it switched, on top of those that are."""
    options = read_options(root)
    text = layer.named.node if layer.named is not None else None
    name = layer.place.shipped_name or layer.place.name
    place = (name, text if isinstance(text, Scalar) else None)
    chosen = choose(options, fixed, layer.place.wanted, place, found)
    fresh = [options[key].choices[value] for key, value in chosen.items() if key not in fixed]
    for way in fresh:
        if way.changes is not None:
            root = _merge(root, way.changes, found)
    entries = dict(root.entries)
    held = [way.examples for way in fresh if way.examples is not None]
    entries.pop("examples", None)
    if held:
        first = held[0]
        items = [item for listing in held for item in listing.items]
        listing = Listing(items, first.start, first.end, first.source)
        key = Scalar("examples", "examples", first.start, first.start, first.source)
        entries["examples"] = Entry(key, listing)
    return Mapping(entries, root.start, root.end, root.source), chosen


def _pruned(root: Mapping, path: tuple[str, ...]) -> Mapping:
    """The mapping without the key at a path."""
    entry = root.entries.get(path[0])
    if entry is None:
        return root
    entries = {name: kept for name, kept in root.entries.items() if name != path[0]}
    if path[1:] and isinstance(entry.node, Mapping):
        inner = replace(entry, node=_pruned(entry.node, path[1:]))
        entries = {name: inner if name == path[0] else e for name, e in root.entries.items()}
    return replace(root, entries=entries)


def with_changes(root: Mapping, changes: Mapping, found: list[Diagnostic]) -> Mapping:
    """A merged file with an option's changes laid over it."""
    return _merge(root, changes, found)


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
        found.append(
            Diagnostic(
                "DDZ801",
                "'extends' takes the name of a variant",
                node.span,
                "write one name, as in 'extends: classic'; a file has one base",
            )
        )
        return None
    try:
        following = find_variant(node.text, here)
    except NotFoundError as error:
        near, sure = _name_meant(node.text)
        hint, sentence = "'ddz list' shows the names there are", str(error)
        if near:
            hint, sentence = f"did you mean '{near}'?", sentence.partition("; did you mean")[0]
        fixes = (Fix(node.span, near),) if sure else ()
        found.append(
            Diagnostic("DDZ801", f"the base is missing: {sentence}", node.span, hint, fixes=fixes)
        )
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


def _name_meant(text: str) -> tuple[str, bool]:
    """The shipped name that a text which leads nowhere is like, '' for none, and whether that
    leaves no doubt."""
    names = names_of_shipped()
    word = text.lower().removesuffix(".yaml").removesuffix(".yml")
    near, sure = near_key(word, names, ())
    if near:
        return near, sure and "/" not in text
    beside = get_close_matches(word.split("/")[-1], names, 1)
    return (beside[0] if beside else ""), False


def _merge(
    base: Mapping, patch: Mapping, found: list[Diagnostic], path: tuple[str, ...] = ()
) -> Mapping:
    entries, removed = dict(base.entries), dict(base.removed)
    for name, entry in patch.entries.items():
        old = entries.get(name)
        removed.pop(name, None)
        if _is_null(entry.node):
            if old is None:
                near = get_close_matches(name, entries, 1)
                found.append(
                    Diagnostic(
                        "DDZ803",
                        f"null removes '{name}', which the base does not have",
                        entry.key.span,
                        f"did you mean '{near[0]}'?"
                        if near
                        else "leave the line out, or mend the name",
                        "warning",
                    )
                )
            else:
                removed[name] = Entry(entry.key, entry.node, (old.key.span, *old.older))
                del entries[name]
            continue
        node = entry.node
        older: tuple[Span, ...] = ()
        if old is not None:
            older = (old.key.span, *old.older)
        if isinstance(node, Mapping) and not _is_patch(path, name):
            under = old.node if old is not None and isinstance(old.node, Mapping) else None
            node = _merge(
                under or Mapping({}, node.start, node.end, node.source), node, found, (*path, name)
            )
        entries[name] = Entry(entry.key, node, older)
    return Mapping(entries, patch.start, patch.end, patch.source, removed)


def _is_patch(path: tuple[str, ...], name: str) -> bool:
    """Whether a key holds the changes of an option, which are a patch of their own: a file below
    replaces it whole, and null in it removes when the option is switched."""
    return name == "changes" and path[:1] == ("options",)


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
