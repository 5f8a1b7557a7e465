"""What a file inherits and makes idle: no fault of a file that extends another, but one of a file
of its own, which `flatten` writes."""

from __future__ import annotations

from dataclasses import replace

from ddz.check.options import check_options
from ddz.check.unused import check_unused
from ddz.compiled import compile_variant
from ddz.diagnostics import Span
from ddz.source import Entry, Mapping
from ddz.variant import Layered, build
from ddz.variant.extends import with_changes
from ddz.variant.options import read_options

__all__ = ["leave_idle_out"]


def leave_idle_out(layered: Layered) -> None:
    """Take the texts away that the file inherits for what it has no more, and the options it
    inherits that change nothing in it or break it. What a file is not sound enough to tell stays.
    """
    assert layered.root is not None
    inherited = layered.files if layered.chosen else layered.files[1:]
    for part, idle in (
        ("texts", _idle_texts(layered, inherited)),
        ("options", _idle_options(layered, inherited)),
    ):
        entry = layered.root.entries.get(part)
        if entry is None or not isinstance(entry.node, Mapping) or not idle:
            continue
        kept = _without(entry.node, idle)
        if kept.entries:
            layered.root.entries[part] = replace(entry, node=kept)
        else:
            del layered.root.entries[part]
        if part == "options" and _option_errors(layered):  # another one needs what was taken
            layered.root.entries[part] = entry


def _idle_texts(layered: Layered, files: tuple[str, ...]) -> set[Span]:
    """The places of the texts that stand in these files and have nothing to call."""

    assert layered.root is not None
    if "texts" not in layered.root.entries or not files:
        return set()
    variant = build(layered, layered.root)
    rules, _, _ = compile_variant(variant)
    if rules is None:
        return set()
    findings = (
        finding
        for file in files
        for finding in check_unused(replace(variant, files=(file,)), rules, frozenset())
    )
    return {finding.span for finding in findings if finding.span is not None}


def _idle_options(layered: Layered, files: tuple[str, ...]) -> set[Span]:
    """The places of the switches and choices that stand in these files and change nothing."""

    if layered.chosen:
        return set()  # none is written
    findings = (
        finding for file in files for finding in check_options(replace(layered, files=(file,)))
    )
    idle = {each.span for each in findings if each.code == "DDZ809" and each.span is not None}
    return idle | _breaking_options(layered, files)


def _breaking_options(layered: Layered, files: tuple[str, ...]) -> set[Span]:
    """The places of the switches and choices that stand in these files, change a part that the file
    changes as well, and do not go with it."""

    assert layered.root is not None
    top = layered.files[0]
    own = {_part(name) for name, e in layered.root.entries.items() if _stands_in(top, e)}
    own -= {"", "options"}
    ways = (
        way for option in read_options(layered.root).values() for way in option.choices.values()
    )
    return {
        way.key.span
        for way in ways
        if way.key.span.file in files and way.changes is not None and not way.requires
        if not own.isdisjoint(map(_part, way.changes.entries))
        if not _is_sound(layered, with_changes(layered.root, way.changes, []))
    }


def _part(section: str) -> str:
    """What must fit together: bombs to the ladder they stand on. Patterns are whole each, and an
    option of them is as sound here as where it stands."""
    return {"bombs": "ladder", "deck": "ladder", "patterns": ""}.get(section, section)


def _stands_in(file: str, entry: Entry) -> bool:
    """Whether a file says some of what is under a key, or removes it."""
    node = entry.node
    if entry.key.span.file == file and not isinstance(node, Mapping):
        return True
    if not isinstance(node, Mapping):
        return False
    removed = (gone.key.span.file == file for gone in node.removed.values())
    return any(removed) or any(_stands_in(file, inner) for inner in node.entries.values())


def _is_sound(layered: Layered, root: Mapping) -> bool:

    return compile_variant(build(layered, root))[0] is not None


def _option_errors(layered: Layered) -> bool:

    return any(finding.severity == "error" for finding in check_options(layered))


def _without(mapping: Mapping, idle: set[Span]) -> Mapping:
    """The mapping without the keys at these places; what has no choice left goes too."""
    kept = {}
    for name, entry in mapping.entries.items():
        if entry.key.span in idle:
            continue
        ways = entry.node.get("choices") if isinstance(entry.node, Mapping) else None
        if isinstance(entry.node, Mapping) and isinstance(ways, Mapping):
            left = _without(ways, idle)
            if len(left.entries) < 2:
                continue
            if len(left.entries) < len(ways.entries):
                choices = replace(entry.node.entries["choices"], node=left)
                inner = {**entry.node.entries, "choices": choices}
                entry = replace(entry, node=replace(entry.node, entries=inner))
        kept[name] = entry
    return replace(mapping, entries=kept)
