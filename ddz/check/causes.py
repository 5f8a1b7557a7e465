"""Which change of a file breaks what it inherits.

Enters: a file's findings, some of them about lines of the files it extends, and a way to check the
file without some of its changes. Leaves: the same findings, each told where the author can act: at
the change without which it would not be, with the inherited line beside it. What is wrong without
any of the changes stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ddz.diagnostics import Diagnostic, Span
from ddz.source import Mapping, Node, Scalar

__all__ = ["Path", "explained"]

MAX_TRIED = 24
"""How often a file is checked again, at most."""
MAX_RELATED = 4

_WORDS_ONLY = ("extends", "format", "title", "texts", "examples", "options")
"""Keys that break nothing inherited."""
_QUOTED = re.compile(r"'([A-Za-z_][A-Za-z0-9_]*)'")
_OF_THE_LINE = ("did you mean", "there are", "there is", "it has", "the deck has")
"""How hints start that are about a text itself, and do not help where another broke it."""

Path = tuple[str, ...]
Check = Callable[[Sequence[Path]], list[Diagnostic]]
_Key = tuple[str, Span | None]


def explained(
    root: Node | None, top: str, found: list[Diagnostic], check: Check
) -> list[Diagnostic]:
    """The findings with each about an inherited line at the change that brought it about. `root`
    is the file `top` as it is written, and `check` gives the findings without some of its keys."""
    inherited = [d for d in found if d.span and d.span.file != top and _stage(d) > 0]
    if not inherited or not isinstance(root, Mapping) or "extends" not in root.entries:
        return found
    causes = _Search(root, found, inherited, check).run()
    kept: list[Diagnostic] = []
    at: dict[Span, int] = {}
    for finding in found:
        change = causes.get(_key(finding))
        if change is None:
            kept.append(finding)
        elif change.span in at:
            kept[at[change.span]] = _with(kept[at[change.span]], finding)
        else:
            at[change.span] = len(kept)
            kept.append(_moved(finding, change))
    return kept


@dataclass(frozen=True, slots=True)
class _Change:
    """A key of the file: the path to it, its place, and whether it is null."""

    path: Path
    span: Span
    removes: bool


def _moved(finding: Diagnostic, change: _Change) -> Diagnostic:
    """The finding at the change, with the inherited line beside it."""
    assert finding.span is not None
    name = change.path[-1]
    if change.removes:
        sentence = f"'{name}' is taken out, and what is inherited needs it: {finding.message}"
        hint = "leave this line out, or change what needs it too"
    else:
        sentence = f"this breaks what is inherited: {finding.message}"
        hint = finding.hint
        if not hint or hint.startswith(_OF_THE_LINE):
            hint = "change the lines shown below too, or take this back"
    related = (("this is inherited", finding.span), *finding.related)
    return replace(
        finding, message=sentence, span=change.span, hint=hint, related=related[:MAX_RELATED]
    )


def _with(first: Diagnostic, other: Diagnostic) -> Diagnostic:
    """One finding for two that come from the same change."""
    if other.span is None or len(first.related) >= MAX_RELATED:
        return first
    sentence = "and here" if other.code == first.code else f"and {other.message}"
    return replace(first, related=(*first.related, (sentence, other.span)))


class _Search:
    """Tries changes one by one: a key whose absence mends a finding has brought it about."""

    def __init__(
        self,
        root: Mapping,
        found: list[Diagnostic],
        inherited: list[Diagnostic],
        check: Check,
    ) -> None:
        self.root, self.check = root, check
        self.before = {_key(d) for d in found}
        self.open = {_key(d): d for d in inherited}
        self.causes: dict[_Key, _Change] = {}
        self.tried = 0
        self.named = {word for d in inherited for word in _QUOTED.findall(d.message)}

    def run(self) -> dict[_Key, _Change]:
        """The change that brought about each finding, where there is one."""
        likely = [c for c in _below(self.root, ()) if c.path[-1] in self.named]
        for change in likely:
            self._try(change)
        for change in _children(self.root, ()):
            if self.open and change.path[0] not in _WORDS_ONLY:
                self._follow(change)
        self._narrow(())
        return self.causes

    def _narrow(self, path: Path) -> None:
        """Find, for what no single key mends, the key under a path that is enough to bring it
        about."""
        children = [c for c in _children(self.root, path) if c.path[0] not in _WORDS_ONLY]
        beside = [other.path for other in _aside(self.root, path)]
        for change in children:
            if not self.open or self.tried >= MAX_TRIED:
                return
            self.tried += 1
            others = [other.path for other in children if other is not change]
            there = {_key(d) for d in self.check([*beside, *others])}
            brought = {key: d for key, d in self.open.items() if key in there}
            if brought:
                self.causes |= dict.fromkeys(brought, change)
                rest = {key: d for key, d in self.open.items() if key not in brought}
                self.open = brought
                self._narrow(change.path)
                self.open = rest

    def _follow(self, change: _Change) -> None:
        """Try a key, and narrow what it mends down to the keys in it."""
        mended = self._try(change)
        if not mended:
            return
        for child in _children(self.root, change.path):
            again = {key: d for key, d in mended.items() if self.causes[key] is change}
            if not again:
                return
            self.open |= again
            self._follow(child)
            self.open = {key: d for key, d in self.open.items() if key not in again}

    def _try(self, change: _Change) -> dict[_Key, Diagnostic]:
        """The open findings that are not there without a change; they are open no more."""
        if not self.open or self.tried >= MAX_TRIED:
            return {}
        self.tried += 1
        after = self.check([change.path])
        there = {_key(d) for d in after}
        new = min(
            (_stage(d) for d in after if d.severity == "error" and _key(d) not in self.before),
            default=9,
        )
        gone = {key: d for key, d in self.open.items() if key not in there and _stage(d) < new}
        for key in gone:
            self.causes[key] = change
            del self.open[key]
        return gone


def _key(finding: Diagnostic) -> _Key:
    return (finding.code, finding.span)


def _stage(finding: Diagnostic) -> int:
    """When it is found: while reading (0), by the schema, while compiling, in the proof. An error
    keeps what is found later from being looked for."""
    return {"2": 1, "3": 2, "4": 2, "5": 2, "6": 3, "7": 3}.get(finding.code[3], 0)


def _children(root: Mapping, path: Path) -> Iterator[_Change]:
    """The keys right under a path."""
    node: Node | None = root
    for step in path:
        node = node.get(step) if isinstance(node, Mapping) else None
    if isinstance(node, Mapping):
        for name, entry in node.entries.items():
            null = isinstance(entry.node, Scalar) and entry.node.value is None
            yield _Change((*path, name), entry.key.span, null)


def _aside(root: Mapping, path: Path) -> Iterator[_Change]:
    """The keys beside each step of a path."""
    for depth in range(len(path)):
        for change in _children(root, path[:depth]):
            if change.path != path[: depth + 1] and change.path[0] not in _WORDS_ONLY:
                yield change


def _below(root: Mapping, path: Path) -> Iterator[_Change]:
    """All keys under a path that may break something."""
    for change in _children(root, path):
        if change.path[0] not in _WORDS_ONLY:
            yield change
            yield from _below(root, change.path)
