"""`flatten`: a file with all it extends as one file, and where each line comes from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ddz.cli.console import print_json
from ddz.cli.layers import read_layers
from ddz.cli.paint import plain

if TYPE_CHECKING:
    from ddz.diagnostics import Span
    from ddz.source import Node
    from ddz.source.writer import Line
    from ddz.variant import Layered

__all__ = ["run_flatten"]

_COLUMN = 92
"""Where comments stand at most; behind longer lines they stand further right."""


def run_flatten(arguments: argparse.Namespace) -> int:
    """Print the merged file, a rule file of its own; 1 where one of the files cannot be read."""
    from ddz.check.inherited import leave_idle_out
    from ddz.source.writer import written

    layered = read_layers(arguments.variant)
    if layered is None:
        return 1
    assert layered.root is not None
    leave_idle_out(layered)
    if layered.chosen:  # what was chosen is merged in, and cannot be chosen again
        layered.root.entries.pop("options", None)
    if arguments.json:
        print_json(_data(layered))
        return 0
    lines = written(layered.root)
    if arguments.plain:
        _print(line.text for line in lines)
        return 0
    _print([f"# {_one_line(', '.join(layered.files))}", *_commented(lines)])
    return 0


def _print(lines: Iterable[str]) -> None:
    """Write a file: as it is, unless a terminal shows it."""
    text = "\n".join(lines) + "\n"
    sys.stdout.write(plain(text) if sys.stdout.isatty() else text)


def _commented(lines: list[Line]) -> Iterator[str]:
    """The lines, each with the place it comes from and the places of what it took, in a column."""
    from rich.cells import cell_len

    widths = [cell_len(line.text) for line in lines]
    column = max((width for width in widths if width < _COLUMN), default=0) + 2
    for line, width in zip(lines, widths, strict=True):
        if line.place is None:
            yield line.text
            continue
        taken = f" (was {', '.join(map(_place, line.older))})" if line.older else ""
        gap = " " * max(2, column - width)
        yield f"{line.text}{gap}# {_one_line(_place(line.place) + taken)}"


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"


def _one_line(text: str) -> str:
    """A comment: signs that do not print, as in the name of a file, are left out."""
    return "".join(char for char in text if char.isprintable())


def _data(layered: Layered) -> dict[str, Any]:
    assert layered.root is not None
    return {
        "variant": layered.name,
        "files": list(layered.files),
        "document": layered.root.data(),
        "places": list(_places(layered.root, ())),
    }


def _places(node: Node, path: tuple[str | int, ...]) -> Iterator[dict[str, Any]]:
    """Each value with the path of keys and positions to it, its place and those of what it took."""
    from ddz.source import Listing, Mapping

    if isinstance(node, Mapping):
        for name, entry in node.entries.items():
            if not isinstance(entry.node, Mapping | Listing):
                yield _value((*path, name), entry.node.data(), entry.node.span, entry.older)
                continue
            if isinstance(entry.node, Listing):
                yield _value((*path, name), entry.node.data(), entry.key.span, entry.older)
            yield from _places(entry.node, (*path, name))
        return
    items = node.items if isinstance(node, Listing) else []
    for at, item in enumerate(items):
        if not isinstance(item, Mapping | Listing):
            yield _value((*path, at), item.data(), item.span, ())
        yield from _places(item, (*path, at))


def _value(
    path: tuple[str | int, ...], value: Any, span: Span, older: tuple[Span, ...]
) -> dict[str, Any]:
    place = {"file": span.file, "line": span.line, "column": span.column}
    was = [{"file": s.file, "line": s.line, "column": s.column} for s in older]
    return {"path": list(path), "value": value, **place, "was": was}
