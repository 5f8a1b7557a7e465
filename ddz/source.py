"""YAML read once, every key and value with its place.

Enters: a file's text and the name to call it by. Leaves: a tree of `Mapping`, `Listing` and
`Scalar` nodes, and the findings. Scalars resolve as YAML 1.2 core does (`no` and `on` are text,
`2:4` too); the text as written stays beside the value. Anchors, aliases, tags, merge keys,
duplicate keys and several documents are findings, and size, depth and node count are bounded, so
that a file from a stranger costs little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from ddz.diagnostics import Diagnostic, Span

__all__ = ["Entry", "Listing", "Mapping", "Node", "Scalar", "read", "read_file"]

MAX_BYTES = 1 << 20
MAX_DEPTH = 24
MAX_NODES = 20_000

_NULL = {"", "~", "null", "Null", "NULL"}
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}|0o[0-7]{1,20}|0x[0-9a-fA-F]{1,16}")
_REAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?|[-+]?\.(inf|Inf|INF)")


class _Text:
    """One file's text: turns character positions into spans."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def span(self, start: int, end: int) -> Span:
        from bisect import bisect_right

        line = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, max(start, end - 1)) - 1
        line = min(line, len(self.lines) - 1)
        last = min(last, len(self.lines) - 1)
        excerpt = self.lines[line][:300]
        column = start - self.starts[line] + 1
        return Span(
            self.name,
            line + 1,
            column,
            last + 1,
            max(end, start + 1) - self.starts[last] + 1,
            excerpt,
        )


@dataclass(slots=True)
class Scalar:
    """One value: `text` as written, `value` as YAML 1.2 core reads it (str, int, float, bool,
    None).
    """

    text: str
    value: Any
    start: int
    end: int
    source: _Text = field(repr=False)

    @property
    def span(self) -> Span:
        return self.source.span(self.start, self.end)

    def part(self, start: int, end: int) -> Span:
        """The place of `text[start:end]` in the file, also where the value is quoted or folded."""
        places = self._places()
        if not places:
            return self.span
        first = places[min(start, len(places) - 1)] + (1 if start >= len(places) else 0)
        last = places[min(max(end - 1, start), len(places) - 1)] + 1
        return self.source.span(first, max(last, first + 1))

    def _places(self) -> list[int]:
        at, places = self.start, []
        source = self.source.text
        for char in self.text:
            if char.isspace():
                places.append(min(at, self.end))
                while at < self.end and source[at].isspace():
                    at += 1
                continue
            while at < self.end and source[at] != char:
                at += 1
            places.append(min(at, self.end))
            at += 1
        return places

    def data(self) -> Any:
        return self.value


@dataclass(slots=True)
class Listing:
    """A sequence."""

    items: list[Node]
    start: int
    end: int
    source: _Text = field(repr=False)

    @property
    def span(self) -> Span:
        return self.source.span(self.start, min(self.end, self.start + 1))

    def data(self) -> Any:
        return [item.data() for item in self.items]


@dataclass(slots=True)
class Entry:
    """A key, its value, and the places of the values it replaced in the files below, nearest
    first.
    """

    key: Scalar
    node: Node
    older: tuple[Span, ...] = ()


@dataclass(slots=True)
class Mapping:
    """A mapping; keys are always text."""

    entries: dict[str, Entry]
    start: int
    end: int
    source: _Text = field(repr=False)

    @property
    def span(self) -> Span:
        return self.source.span(self.start, min(self.end, self.start + 1))

    def data(self) -> Any:
        return {name: entry.node.data() for name, entry in self.entries.items()}

    def get(self, name: str) -> Node | None:
        entry = self.entries.get(name)
        return entry.node if entry else None


Node = Scalar | Listing | Mapping


def find(node: Node, path: Sequence[str | int]) -> tuple[Node, Scalar | None]:
    """The node at a path of keys and positions, and its key; the nearest one there is."""
    key: Scalar | None = None
    for step in path:
        if isinstance(node, Mapping) and str(step) in node.entries:
            entry = node.entries[str(step)]
            node, key = entry.node, entry.key
        elif isinstance(node, Listing) and isinstance(step, int) and step < len(node.items):
            node, key = node.items[step], None
        else:
            break
    return node, key


def read_file(path: Path, name: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read a file; what cannot be read is a finding."""
    top = Span(name, 1, 1, 1, 2)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return None, [_too_large(size, top)]
        raw = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        return None, [Diagnostic("DDZ101", f"{name} cannot be read: {reason}", top)]
    return read(raw, name)


def read(raw: bytes | str, name: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read YAML text. Returns the root (None where nothing could be built) and the findings."""
    top = Span(name, 1, 1, 1, 2)
    if len(raw) > MAX_BYTES:
        return None, [_too_large(len(raw), top)]
    if isinstance(raw, bytes):
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            place = Span(name, line, 1, line, 2)
            return None, [
                Diagnostic("DDZ102", "the file is not UTF-8 text", place, "save it as UTF-8")
            ]
    else:
        text = raw
    return _Reader(_Text(name, text.replace("\r\n", "\n").replace("\r", "\n"))).run()


def _too_large(size: int, place: Span) -> Diagnostic:
    return Diagnostic(
        "DDZ101", f"the file has {size} bytes; a rule file may have {MAX_BYTES} at most", place
    )


class _Stop(Exception):
    """Nothing more can be built from this file."""


class _Reader:
    """Builds nodes from PyYAML's events, without recursion."""

    def __init__(self, text: _Text) -> None:
        self.text = text
        self.found: list[Diagnostic] = []
        self.nodes = 0

    def run(self) -> tuple[Node | None, list[Diagnostic]]:
        root: Node | None = None
        try:
            root = self._build()
        except _Stop:
            return None, self.found
        except yaml.MarkedYAMLError as error:
            self._yaml_error(error)
            return None, self.found
        except yaml.reader.ReaderError as error:
            at = min(error.position, max(0, len(self.text.text) - 1))
            self._report(
                "DDZ102", f"the character {error.character!r:.12} cannot stand in YAML", at
            )
            return None, self.found
        if root is None:
            self._report("DDZ106", "the file is empty", 0, hint="start with 'format: 1'")
        return root, self.found

    def _report(self, code: str, message: str, start: int, end: int = 0, hint: str = "") -> None:
        self.found.append(Diagnostic(code, message, self.text.span(start, end or start + 1), hint))

    def _yaml_error(self, error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        at = min(mark.index, len(self.text.text)) if mark else 0
        line = self.text.lines[min(mark.line, len(self.text.lines) - 1)] if mark else ""
        if "\t" in line[: len(line) - len(line.lstrip())] or "'\\t'" in str(error.problem):
            self._report("DDZ103", "a tab cannot indent YAML", at, hint="indent with spaces")
            return
        words = ", ".join(str(w) for w in (error.context, error.problem) if w)
        hint = ""
        if "mapping values are not allowed" in words:
            hint = "a value with ': ' inside needs quotes; a key needs its own line"
        elif "alias" in words or "anchor" in words:
            hint = "a value that starts with * or & needs quotes"
        self._report("DDZ102", f"this is no YAML: {words}", at, hint=hint)

    def _events(self) -> Iterator[yaml.Event]:
        documents = 0
        for event in yaml.parse(self.text.text, Loader=yaml.SafeLoader):
            start = _start(event)
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._report(
                        "DDZ105", "a second document starts here; a rule file holds one", start
                    )
                    return
            if isinstance(event, AliasEvent) or getattr(event, "anchor", None):
                self._report(
                    "DDZ105",
                    "anchors and aliases are not part of rule files",
                    start,
                    _end(event) if isinstance(event, AliasEvent) else 0,
                    "write the value out, or use 'extends'",
                )
                if isinstance(event, AliasEvent):
                    raise _Stop
            if getattr(event, "tag", None) not in (None, "!"):
                self._report("DDZ105", "tags such as !!str are not part of rule files", start)
            yield event

    def _build(self) -> Node | None:
        root: Node | None = None
        stack: list[Listing | Mapping] = []
        keys: list[Scalar | None] = []
        for event in self._events():
            node: Node | None = None
            start = _start(event)
            if isinstance(event, MappingStartEvent | SequenceStartEvent | ScalarEvent):
                self.nodes += 1
                if self.nodes > MAX_NODES or len(stack) > MAX_DEPTH:
                    what = "values" if self.nodes > MAX_NODES else "levels of nesting"
                    limit = MAX_NODES if self.nodes > MAX_NODES else MAX_DEPTH
                    self._report(
                        "DDZ107", f"more than {limit} {what}; no rule file needs that", start
                    )
                    raise _Stop
            if isinstance(event, ScalarEvent):
                node = self._scalar(event)
            elif isinstance(event, MappingStartEvent):
                node = Mapping({}, start, _end(event), self.text)
            elif isinstance(event, SequenceStartEvent):
                node = Listing([], start, _end(event), self.text)
            elif isinstance(event, MappingEndEvent | SequenceEndEvent):
                stack.pop().end = _start(event)
                keys.pop()
                continue
            else:
                continue
            if not stack:
                root = node
            else:
                self._attach(stack[-1], keys, node)
            if isinstance(node, Mapping | Listing):
                stack.append(node)
                keys.append(None)
        return root

    def _attach(self, parent: Listing | Mapping, keys: list[Scalar | None], node: Node) -> None:
        if isinstance(parent, Listing):
            parent.items.append(node)
            return
        key = keys[-1]
        if key is None:
            if not isinstance(node, Scalar):
                self.found.append(Diagnostic("DDZ102", "a key must be one word or text", node.span))
                node = Scalar("", None, node.start, node.end, self.text)
            keys[-1] = node
            return
        keys[-1] = None
        if key.text == "<<":
            self._report("DDZ105", "merge keys are not part of rule files", key.start, key.end)
            return
        if key.text in parent.entries:
            first = parent.entries[key.text].key.span
            self.found.append(
                Diagnostic(
                    "DDZ104",
                    f"the key '{key.text[:40]}' stands twice in one mapping",
                    key.span,
                    "keep one of the two",
                    related=(("it stands here first", first),),
                )
            )
            return
        parent.entries[key.text] = Entry(key, node)

    def _scalar(self, event: ScalarEvent) -> Scalar:
        value: Any = event.value
        if event.implicit[0] and event.style is None:
            value = _resolve(event.value)
        start, end = _start(event), _end(event)
        return Scalar(event.value, value, start, end, self.text)


def _start(event: yaml.Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark else 0


def _resolve(text: str) -> Any:
    """A plain scalar as YAML 1.2 core reads it."""
    if text in _NULL:
        return None
    if text in _TRUTH:
        return _TRUTH[text]
    if _INTEGER.fullmatch(text):
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if _REAL.fullmatch(text):
        return float(text)
    return text
