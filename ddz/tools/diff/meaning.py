"""What two merged files say otherwise, key by key.

Spaces, needless brackets, quotes, defaults written out and the order of keys are no difference
where they mean nothing; the order of patterns, bombs and rows is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from ddz.condition.printer import print_condition
from ddz.pattern import print_pattern, read_pattern
from ddz.source import Entry, Listing, Mapping, Node, Scalar
from ddz.syntax import SyntaxTrouble
from ddz.tools.diff.records import Difference, Written

__all__ = ["DEFAULTS", "differences"]

Path = tuple[str, ...]
_Row = tuple[str, Node]

_NO_RULES = frozenset(["format", "extends", "examples", "options"])
"""Keys that change no game: tests, and changes that nobody asked for."""
DEFAULTS = {
    ("deal", "kitty"): "0",
    ("deal", "aside"): "0",
    ("multiplier", "start"): "1",
    ("rows", "times"): "1",
    ("auction", "passed"): "out",
    ("auction", "barred"): "none",
    ("unbid", "bid"): "0",
    ("effects", "for"): "others",
    ("play", "bound_by"): "best",
}
"""What a key is that is left out, by the key above it and its own."""
_ROWS = {"rows": ("at", "when"), "effects": ("at", "freeze")}
"""Lists of rows, and the keys that say what a row is about."""
_SEQUENCES = frozenset(["flow", "ladder"])
_TEXTS = frozenset(["title", "texts", "deck", "lines"])
"""Parts in which text is no condition."""


def differences(before: Mapping, after: Mapping) -> list[Difference]:
    """Every difference, in the order of the first file, with what is new behind."""
    return list(_mappings((), before, after))


def _mappings(path: Path, before: Mapping, after: Mapping) -> Iterator[Difference]:
    old, new = _entries(path, before), _entries(path, after)
    for name in dict.fromkeys((*old, *new)):
        here = (*path, name)
        if name not in new:
            yield from _alone(here, "gone", old[name])
        elif name not in old:
            yield from _alone(here, "new", new[name])
        else:
            one, other = old[name], new[name]
            yield from _nodes(here, one.node, other.node, (one.key, other.key))
    if _order_counts(path):
        keys = ([name for name in old if name in new], [name for name in new if name in old])
        for name in _moved(*keys):
            sides = (
                Written(_behind(names, name), entries[name].key.span)
                for names, entries in zip(keys, (old, new), strict=True)
            )
            yield Difference((*path, name), "moved", *sides)


def _entries(path: Path, mapping: Mapping) -> dict[str, Entry]:
    """The entries that say something: no default, no null, no zero share, nothing empty."""
    found = {}
    for name, entry in mapping.entries.items():
        node = entry.node
        if isinstance(node, Scalar):
            silent = node.value is None or _default((*path, name)) == node.text
        else:
            silent = not (node.entries if isinstance(node, Mapping) else node.items)
            silent = silent and path[-1:] != ("options",)  # an option of a choice may be plain
        if not silent and not (not path and name in _NO_RULES):
            found[name] = entry
    return found


def _default(path: Path) -> str | None:
    if "shares" in path[:-1]:
        return "0"
    names = tuple(step for step in path if not step.startswith("\0"))
    return DEFAULTS.get((names[-2], names[-1])) if len(names) > 1 else None


def _alone(path: Path, kind: Literal["new", "gone"], entry: Entry) -> Iterator[Difference]:
    """A key of one file only; where there is a default, the other file says that."""
    node = entry.node
    if isinstance(node, Listing) and (path[-1] in _ROWS or path[-1] in _SEQUENCES):
        none = Listing([], node.start, node.end, node.source)
        sides = (node, none) if kind == "gone" else (none, node)
        yield from (_rows if path[-1] in _ROWS else _sequences)(path, *sides)
        return
    said, default = Written(_line(node), entry.key.span), _default(path)
    silent = Written(default, None) if default is not None else None
    if kind == "gone":
        yield Difference(_shown(path), "changed" if silent else "gone", said, silent)
    else:
        yield Difference(_shown(path), "changed" if silent else "new", silent, said)


def _nodes(path: Path, before: Node, after: Node, keys: tuple[Node, Node]) -> Iterator[Difference]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _mappings(path, before, after)
    elif isinstance(before, Listing) and isinstance(after, Listing) and path[-1] in _ROWS:
        yield from _rows(path, before, after)
    elif isinstance(before, Listing) and isinstance(after, Listing) and path[-1] in _SEQUENCES:
        yield from _sequences(path, before, after)
    elif not _same(path, before, after):
        yield _change(path, before, after, keys)


def _change(path: Path, before: Node, after: Node, keys: tuple[Node, Node]) -> Difference:
    sides = (
        Written(_line(node), key.span) for node, key in zip((before, after), keys, strict=True)
    )
    return Difference(_shown(path), "changed", *sides)


# --- lists


def _rows(path: Path, before: Listing, after: Listing) -> Iterator[Difference]:
    """Rows by what they are about; a row that stands otherwise among the same rows has moved."""
    old, new = _paired(*(_by_subject(path, listing) for listing in (before, after)))
    for name in dict.fromkeys((*old, *new)):
        here = (*path, f"\0{name}")
        if name not in new:
            yield Difference(_shown(here), "gone", Written(_line(old[name]), old[name].span), None)
        elif name not in old:
            yield Difference(_shown(here), "new", None, Written(_line(new[name]), new[name].span))
        else:
            yield from _nodes(here, old[name], new[name], (old[name], new[name]))
    keys = ([name for name in old if name in new], [name for name in new if name in old])
    for name in _moved(*keys):
        sides = (
            Written(_behind(names, name), rows[name].span)
            for names, rows in zip(keys, (old, new), strict=True)
        )
        yield Difference(_shown((*path, f"\0{name}")), "moved", *sides)


def _paired(
    before: dict[str, _Row], after: dict[str, _Row]
) -> tuple[dict[str, Node], dict[str, Node]]:
    """The rows of both files by what they are about, in the words of the first file where it has
    such a row."""
    names = {subject: row[0] for subject, row in {**after, **before}.items()}
    old, new = (
        {names[subject]: node for subject, (_, node) in rows.items()} for rows in (before, after)
    )
    return old, new


def _by_subject(path: Path, listing: Listing) -> dict[str, _Row]:
    """Rows by what they are about, whatever the order of what is said together."""
    found: dict[str, _Row] = {}
    seen: Counter[str] = Counter()
    for item in listing.items:
        name = subject = _line(item)
        if isinstance(item, Mapping):
            parts = ((key, item.get(key)) for key in _ROWS[path[-1]])
            said = [((*path, key), part) for key, part in parts if isinstance(part, Scalar)]
            name = ", ".join(_text(*each) for each in said) or "otherwise"
            subject = ", ".join(_text(*each, ordered=False) for each in said) or "otherwise"
        seen[subject] += 1
        more = "" if seen[subject] == 1 else f" ({seen[subject]})"
        found[subject + more] = name + more, item
    return found


def _sequences(path: Path, before: Listing, after: Listing) -> Iterator[Difference]:
    """Entries one by one: what is gone in one place and new in another has moved; of the rest, a
    step of the ladder that stands where another stood is that one changed."""
    old, new = (
        [_text(path, item) if isinstance(item, Scalar) else _line(item) for item in listing.items]
        for listing in (before, after)
    )
    gone, come, pairs = _hunks(old, new, path[-1] == "ladder")
    for at, other in sorted((at, other) for at, other in pairs):
        moved = old[at] == new[other]
        texts = (_before(old, at), _before(new, other)) if moved else (old[at], new[other])
        sides = Written(texts[0], before.items[at].span), Written(texts[1], after.items[other].span)
        here = (*path, old[at]) if moved else path
        yield Difference(here, "moved" if moved else "changed", *sides)
    for at in gone:
        yield Difference(path, "gone", Written(old[at], before.items[at].span), None)
    for at in come:
        yield Difference(path, "new", None, Written(new[at], after.items[at].span))


def _hunks(
    old: Sequence[str], new: Sequence[str], pairing: bool
) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """The places of what is gone, of what is new, and of what belongs together."""
    match = SequenceMatcher(None, old, new, autojunk=False)
    hunks = [hunk[1:] for hunk in match.get_opcodes() if hunk[0] != "equal"]
    gone = [at for i, j, _, _ in hunks for at in range(i, j)]
    come = [at for _, _, i, j in hunks for at in range(i, j)]
    pairs: list[tuple[int, int]] = []
    for at in list(gone):
        other = next((place for place in come if new[place] == old[at]), None)
        if other is not None:
            pairs.append((at, other))
            gone.remove(at)
            come.remove(other)
    for i, j, k, m in hunks if pairing else ():
        ours, theirs = [at for at in gone if i <= at < j], [at for at in come if k <= at < m]
        for at, other in zip(ours, theirs, strict=True) if len(ours) == len(theirs) else ():
            pairs.append((at, other))
            gone.remove(at)
            come.remove(other)
    return gone, come, pairs


def _before(names: Sequence[str], at: int) -> str:
    return names[at - 1] if at else ""


def _moved(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The fewest names, nearly, that stand elsewhere among the others."""
    match = SequenceMatcher(None, before, after, autojunk=False)
    stay = {name for i, _, n in match.get_matching_blocks() for name in before[i : i + n]}
    return [name for name in after if name not in stay]


def _behind(names: Sequence[str], name: str) -> str:
    return _before(names, list(names).index(name))


def _order_counts(path: Path) -> bool:
    """Whether the order of a mapping's keys means something."""
    if path in (("patterns",), ("bombs",)):
        return True
    return path[:1] == ("steps",) and path[2:] in (("kitty", "to"), ("end", "when"))


# --- texts


def _same(path: Path, before: Node, after: Node) -> bool:
    if isinstance(before, Scalar) and isinstance(after, Scalar):
        texts = (_text(path, node, ordered=False) for node in (before, after))
        return before.text == after.text or len(set(texts)) == 1
    if isinstance(before, Listing) and isinstance(after, Listing):
        return len(before.items) == len(after.items) and all(
            _same(path, one, other) for one, other in zip(before.items, after.items, strict=True)
        )
    return type(before) is type(after) and _line(before) == _line(after)


def _text(path: Path, node: Scalar, ordered: bool = True) -> str:
    """A text in one fixed writing; unless `ordered`, whatever the order of what is said
    together."""
    plain = " ".join(node.text.split())
    if path[0] in _TEXTS or "why" in path:
        return plain
    try:
        if path[0] in ("patterns", "bombs"):
            return print_pattern(read_pattern(node.text))
        return print_condition(node.text, _START.get(path[-1], "expression"), ordered)
    except SyntaxTrouble:
        return plain


_START = {"at": "event", "any": "each", "hidden_until": "until"}
"""What a text is by its key, where it is no expression."""


def _line(node: Node) -> str:
    """A node on one line, as a rule file writes it."""
    if isinstance(node, Mapping):
        inner = ", ".join(f"{name}: {_line(e.node)}" for name, e in node.entries.items())
        return f"{{{inner}}}"
    if isinstance(node, Listing):
        return f"[{', '.join(map(_line, node.items))}]"
    return " ".join(node.text.split())


def _shown(path: Path) -> Path:
    """The path without the signs that mark rows."""
    return tuple(step.removeprefix("\0") for step in path)
