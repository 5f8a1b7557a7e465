"""Reading YAML text: nodes with their places, and what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
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

from ddz.diagnostics import Diagnostic, Fix, Span
from ddz.source.faults import BARE, joined, wide_signs, yaml_fault
from ddz.source.nodes import UNKNOWN, Entry, Listing, Mapping, Node, Scalar, SourceText
from ddz.source.plain import resolve

__all__ = ["read", "read_file"]

MAX_BYTES = 1 << 20
MAX_DEPTH = 24
MAX_NODES = 20_000
MAX_FOUND = 200
"""After so many findings the rest of a file is not read."""

_JOINED = re.compile(r"([A-Za-z]\w*)(\s*[:：]\s*)(\S.*)", re.DOTALL)
"""A key with its value behind a colon that YAML does not take for one."""
_NUMBERED = re.compile(r" +(#[0-9]\S*(?: [^#\n]*)?)")
_UNLIKE = re.compile(
    r"[^\n -~\u00a1-\u1fff\u2030-\ud7ff\uf900-\ufaff\uff00-\uffef]|^%|\?|[\"']:\S", re.M
)
"""Signs that LibYAML may take otherwise than PyYAML: tabs and other controls, odd spaces, signs
beyond the basic plane, directives, keys behind a question mark, and values right behind a quote."""


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
    if len(raw) > MAX_BYTES:
        return None, [_too_large(len(raw), Span(name, 1, 1, 1, 2))]
    root, found = _read(raw, name)
    if isinstance(root, Mapping):  # whoever lays files over each other takes keys out of the root
        root = Mapping(dict(root.entries), root.start, root.end, root.source)
    return root, list(found)


@lru_cache(maxsize=8)
def _read(raw: bytes | str, name: str) -> tuple[Node | None, list[Diagnostic]]:
    """The same for text that is not too large; a file that is asked for again, with one option
    switched after the other, is read once."""
    if isinstance(raw, str):
        return _nodes(_source(raw, name))
    try:
        return _nodes(_source(raw.decode(), name))
    except UnicodeDecodeError as error:
        text = _source(raw.decode(errors="replace"), name)
        at = len(_source(raw[: error.start].decode(), name).text)
        place = text.span(at, at + 1)
        return None, [Diagnostic("DDZ102", "the file is not UTF-8 text", place, "save it as UTF-8")]


def _nodes(text: SourceText) -> tuple[Node | None, list[Diagnostic]]:
    """The nodes of a text. LibYAML reads what it and PyYAML read alike, some twenty times as fast,
    where it is there; whatever it or the rules here have something against is read by PyYAML."""
    quick: Any = getattr(yaml, "CSafeLoader", None)
    if quick is not None and _UNLIKE.search(text.text) is None:
        reader = _Reader(text, quick)
        try:
            root = reader.build()
        except (yaml.YAMLError, _Stop):
            root = None
        if root is not None and not reader.found:
            return root, []
    return _Reader(text, yaml.SafeLoader).run()


def _source(text: str, name: str) -> SourceText:
    """The text without a byte order mark, and with one kind of line end."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return SourceText(name, text)


def _too_large(size: int, place: Span) -> Diagnostic:
    return Diagnostic(
        "DDZ101",
        f"the file has {size} bytes; a rule file may have {MAX_BYTES} at most",
        place,
        "a rule file is a page or two; is this one?",
    )


class _Stop(Exception):
    """Nothing more can be built from this file."""


class _Reader:
    """Builds nodes from PyYAML's events, without recursion."""

    def __init__(self, text: SourceText, loader: Any) -> None:
        self.text, self.loader = text, loader
        self.quick = loader is not yaml.SafeLoader
        self.found: list[Diagnostic] = []
        self.nodes = 0
        self.anchors: dict[str, int] = {}

    def run(self) -> tuple[Node | None, list[Diagnostic]]:
        root: Node | None = None
        try:
            root = self.build()
        except _Stop:
            return None, self.found
        except yaml.MarkedYAMLError as error:
            fault = yaml_fault(self.text, error)
            self.found = [d for d in self.found if d.code != "DDZ206"]
            lines = {d.span.line for d in self.found if d.span and d.code == "DDZ105"}
            known = fault.span in [d.span for d in self.found]
            if not known and (fault.span is None or fault.span.line not in lines):
                self.found.append(fault)
            return None, self.found
        except yaml.reader.ReaderError as error:
            at = min(error.position, max(0, len(self.text.text) - 1))
            self._report(
                "DDZ102",
                f"the character U+{ord(self.text.text[at]):04X} cannot stand in YAML",
                at,
                hint="it is invisible; take it out",
            )
            return None, self.found
        if root is None and not self.found:
            self._report("DDZ106", "the file is empty", 0, hint="start with 'format: 1'")
        return root, self.found

    def _report(self, code: str, message: str, start: int, end: int = 0, hint: str = "") -> None:
        self.found.append(Diagnostic(code, message, self.text.span(start, end or start + 1), hint))

    def _events(self) -> Iterator[yaml.Event]:
        documents = 0
        for event in yaml.parse(self.text.text, Loader=self.loader):
            start = _start(event)
            if len(self.found) >= MAX_FOUND:
                raise _Stop
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._report(
                        "DDZ105",
                        "a second document starts here; a rule file holds one",
                        start,
                        _end(event),
                        "take out the line '---'",
                    )
                    return
            if isinstance(event, AliasEvent):
                self._alias(event)
            elif getattr(event, "anchor", None):
                self._anchor(event.anchor, start)  # type: ignore[attr-defined]
            if getattr(event, "tag", None) not in (None, "!"):
                self._report(
                    "DDZ105",
                    "tags such as !!str are not part of rule files",
                    self.text.text.find("!", start),
                    hint="take it out; a value that starts with ! needs quotes",
                )
            yield event

    def _anchor(self, name: str, start: int) -> None:
        at = self.text.text.find("&" + name, start)
        self.anchors[name] = len(self.found)
        self._report(
            "DDZ105",
            "anchors and aliases are not part of rule files",
            at if at >= 0 else start,
            at + len(name) + 1 if at >= 0 else 0,
            "write the value out, or use 'extends'; a value that starts with & needs quotes",
        )

    def _alias(self, event: Any) -> None:
        """An alias is told with its anchor; one without an anchor by itself."""
        start, end = _start(event), _end(event)
        known = self.anchors.get(event.anchor)
        if known is None:
            self.anchors[event.anchor] = len(self.found)
            self._report(
                "DDZ105",
                "anchors and aliases are not part of rule files",
                start,
                end,
                "a value that starts with * needs quotes",
            )
            return
        finding = self.found[known]
        if len(finding.related) < 3:
            here = (("it is used here", self.text.span(start, end)),)
            self.found[known] = replace(finding, related=finding.related + here)

    def build(self) -> Node | None:
        """The root. YAMLError where the text is no YAML, _Stop where it is too large."""
        root: Node | None = None
        stack: list[Listing | Mapping] = []
        keys: list[Scalar | None] = []
        for event in self._events():
            node: Node | None = None
            start = _start(event)
            if isinstance(event, MappingStartEvent | SequenceStartEvent | ScalarEvent | AliasEvent):
                self._count(len(stack), start)
            if isinstance(event, ScalarEvent):
                node = self._scalar(event)
            elif isinstance(event, AliasEvent):
                node = Scalar("", UNKNOWN, start, _end(event), self.text)
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

    def _count(self, depth: int, start: int) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES or depth > MAX_DEPTH:
            what = "values" if self.nodes > MAX_NODES else "levels of nesting"
            limit = MAX_NODES if self.nodes > MAX_NODES else MAX_DEPTH
            self._report(
                "DDZ107",
                f"more than {limit} {what}; no rule file needs that",
                start,
                hint="make it simpler",
            )
            raise _Stop

    def _attach(self, parent: Listing | Mapping, keys: list[Scalar | None], node: Node) -> None:
        if isinstance(parent, Listing):
            parent.items.append(node)
            return
        key = keys[-1]
        if key is None:
            if not isinstance(node, Scalar):
                self._report(
                    "DDZ102",
                    "a key is one word or text, and no list or mapping",
                    node.start,
                    hint="a value that starts with { or [ needs quotes",
                )
            if not isinstance(node, Scalar) or node.value is UNKNOWN:
                node = Scalar("", UNKNOWN, node.start, node.end, self.text)
            keys[-1] = node
            return
        keys[-1] = None
        if key.value is UNKNOWN:
            return
        if key.style is None and (found := BARE.match(key.text)):
            self.found.append(joined(self.text, key.start + found.end() - 1))
            if found[0][-1] == "-":
                raise _Stop  # a list was read as a mapping
            return
        if key.text == "<<":
            self._report(
                "DDZ105",
                "merge keys are not part of rule files",
                key.start,
                key.end,
                "write the values out, or use 'extends'",
            )
            parent.entries[key.text] = Entry(
                key, Scalar("", UNKNOWN, key.start, key.end, self.text)
            )
            return
        if isinstance(node, Scalar) and not node.text and node.start == node.end:
            key, node = self._split(key, node)
        if key.text in parent.entries:
            first = parent.entries[key.text]
            self.found.append(
                Diagnostic(
                    "DDZ104",
                    f"the key '{key.text[:40]}' stands twice in one mapping",
                    key.span,
                    "keep one of the two",
                    related=(("it stands here first", first.key.span),),
                    fixes=self._one_left(first.node, key, node),
                )
            )
            return
        parent.entries[key.text] = Entry(key, node)

    def _split(self, key: Scalar, nothing: Scalar) -> tuple[Scalar, Scalar]:
        """A key and its value where no space, or a Chinese sign, stands between them."""
        found = _JOINED.match(key.text)
        if found is None or key.style is not None or "\n" in self.text.text[key.start : key.end]:
            return key, nothing
        at = key.start + found.start(2)
        behind = key.start + found.start(3)
        sentence = "a ':' and a space are missing here"
        hint = "write ': ', the sign of an English keyboard and a space"
        if found[2].endswith(":"):
            sentence, hint = "a space is missing behind this ':'", "write ': '"
        fixes = (
            Fix(self.text.span(at, behind), ": "),
            *wide_signs(self.text, behind, key.end),
        )
        place = self.text.span(at, at + 1)
        self.found.append(Diagnostic("DDZ102", sentence, place, hint, fixes=fixes))
        name, rest = found[1], found[3]
        return (
            Scalar(name, name, key.start, at, self.text),
            Scalar(rest, resolve(rest), behind, key.end, self.text),
        )

    def _one_left(self, first: Node, key: Scalar, node: Node) -> tuple[Fix, ...]:
        """The edit that takes out a second entry that says the same as the first."""
        if not (isinstance(first, Scalar) and isinstance(node, Scalar)):
            return ()
        if (first.text, first.value) != (node.text, node.value) or node.value is UNKNOWN:
            return ()
        source, number = self.text.text, self.text.line_of(key.start)
        start, end = self.text.line_starts[number], self.text.line_starts[number + 1]
        whole = not source[start : key.start].strip() and node.end <= end
        if whole and not source[node.end : end].strip():
            return (Fix(self.text.span(start, min(end, len(source))), ""),)
        comma = re.search(r",\s*$", source[: key.start])
        return (Fix(self.text.span(comma.start(), node.end), ""),) if comma else ()

    def _scalar(self, event: ScalarEvent) -> Scalar:
        value: Any = event.value
        plain = not event.style
        if self.quick and (event.style in ("|", ">") or (plain and not event.value)):
            raise _Stop  # LibYAML takes such a text otherwise, and places nothing elsewhere
        if plain:
            value = resolve(event.value)
            if str(event.tag).endswith(":str") and not isinstance(value, str):
                value = UNKNOWN
        start, end = _start(event), _end(event)
        if event.tag not in (None, "!") or event.anchor:
            start = self._behind_tag(start, end)
        if plain and event.value:
            self._check_sign(start, end)
        return Scalar(event.value, value, start, end, self.text, None if plain else event.style)

    def _check_sign(self, start: int, end: int) -> None:
        """A number sign and digits right behind a value were hardly meant as a comment."""
        found = _NUMBERED.match(self.text.text, end)
        if found is None:
            return
        whole = self.text.text[start : found.end()].rstrip()
        self.found.append(
            Diagnostic(
                "DDZ206",
                f"from here on all is a comment: {found[1][:40]}",
                self.text.span(found.start(1), found.end(1)),
                f'if it belongs to the text, write it in quotes, "{whole[:60]}"; put a space'
                " behind the sign if it is a comment",
                "warning",
            )
        )

    def _behind_tag(self, start: int, end: int) -> int:
        """Where the value itself starts, behind its tag and anchor."""
        found = re.compile(r"([!&]\S*\s+)*").match(self.text.text, start, end)
        return found.end() if found and found.end() < end else start


def _start(event: yaml.Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark else 0
