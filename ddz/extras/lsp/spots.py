"""What stands at a place of a rule file: the path to it, the value or key, the word, and which
kinds of things such a word can name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ddz.extras.lsp.glossary import of_conditions, of_patterns
from ddz.extras.lsp.things import Path
from ddz.source import Listing, Mapping, Node, Scalar

__all__ = [
    "EXTENDS",
    "Spot",
    "is_condition",
    "kinds_of_key",
    "kinds_of_value",
    "spot_at",
    "without_option",
]

EXTENDS: Path = ("extends",)
LONG = 1000
"""No rule has a text as long as this; where exactly one is pointed at does not matter."""

_CARDS = ("pattern", "bomb", "line")
_WORDS = ("name", "number", "case", "role", "side", "mark", "bomb", "step")
_EVENT = ("bomb", "pattern", "answer")
_EVERY = (*_CARDS, "mark", "name", "case", "step", "role", "side", "answer", "ending", "house_rule")
_AHEAD = tuple(
    (re.compile(rf"\b{words}\s*$"), kind)
    for words, kind in (
        ("(?:on|by)", "line"),
        (r"ended\s+by", "step"),
        (r"holders?\s*\(", "mark"),
        (r"holds\s*\([^,]*,", "bomb"),
        ("said", "answer"),
    )
)
"""What stands before a name and says what it is, where things of several kinds may be named."""

_VALUES: tuple[tuple[str, tuple[str, ...]], ...] = (
    # the path to a text, a star for any key or position · what a name in it can stand for
    ("patterns *", _CARDS),
    ("bombs *", _CARDS),
    ("ladder *", ("bomb",)),
    ("deal marks * card", ("mark",)),
    ("names *", _WORDS),
    ("cases *", _WORDS),
    ("flow *", ("step",)),
    ("steps * auction when", _WORDS),
    ("steps * auction from", _WORDS),
    ("steps * auction asked", _WORDS),
    ("steps * auction barred", _WORDS),
    ("steps * auction unbid seat", _WORDS),
    ("steps * roles * side", ("side",)),
    ("steps * roles * who", _WORDS),
    ("steps * roles * hidden_until", ("mark",)),
    ("steps * kitty to *", _WORDS),
    ("steps * end any", _WORDS),
    ("steps * end when *", _WORDS),
    ("steps * end won", ("side",)),
    ("steps * choice ask", _WORDS),
    ("steps * choice default", ("answer",)),
    ("steps * play lead", _WORDS),
    ("steps * play effects * at", _EVENT),
    ("multiplier rows * at", _EVENT),
    ("multiplier rows * when", _WORDS),
    ("multiplier rows * add", _WORDS),
    ("multiplier rows * times", _WORDS),
    ("settle names *", _WORDS),
    ("settle rows * when", _WORDS),
    ("settle rows * times", _WORDS),
    ("examples *", ("pattern", "bomb")),
    ("examples * holds", ("pattern", "bomb")),
    ("examples * case", ("case",)),
    ("examples * won", ("side",)),
    ("examples * ended", ("step", "ending")),
    ("examples * step", ("step",)),
    ("examples * deal start", ("step",)),
    ("examples * out", ("role",)),
    ("options * requires *", ("house_rule",)),
    ("options * conflicts *", ("house_rule",)),
)
_CONDITIONS = ("cases *", "steps * auction when", "multiplier rows * when", "settle rows * when")
_KEYS: tuple[tuple[str, tuple[str, ...]], ...] = (
    # the path to a key that names something defined elsewhere · what that is
    ("steps * kitty to *", ("role",)),
    ("settle rows * shares *", ("role",)),
    ("texts *", _EVERY),
    ("examples * plays *", ("pattern", "bomb")),
    ("examples * marks *", ("mark",)),
    ("examples * deal marks *", ("mark",)),
    ("examples * roles *", ("role",)),
    ("examples * scores *", ("role",)),
    ("examples * left *", ("role",)),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file: `node` is the key (`on_key`) or the value at `path`, `at` the character of
    its text; behind the last one where spaces follow, which are not in the text."""

    path: Path
    node: Scalar
    on_key: bool
    at: int

    def kinds(self) -> tuple[str, ...]:
        """What a name at this place can stand for, the likeliest first."""
        if self.on_key:
            return kinds_of_key(self.path)
        kinds = kinds_of_value(self.path)
        before = self.node.text[: self.word()[1]][-LONG:]
        for words, kind in _AHEAD:
            if kind in kinds and words.search(before):
                return (kind, *kinds)
        return kinds

    def word(self) -> tuple[str, int, int]:
        """The name at the place, and where in the text it starts and ends; empty between names."""
        for match in re.finditer(r"[A-Za-z_][A-Za-z0-9_]*", self.node.text):
            if match.start() <= self.at <= match.end():
                return match[0], match.start(), match.end()
        return "", self.at, self.at


def spot_at(root: Mapping, offset: int) -> Spot | None:
    """What stands at a character of the file; behind a value on its line counts as its end."""
    best: Spot | None = None
    for path, node, on_key in _scalars(root, ()):
        if node.start > offset:
            continue
        if offset <= node.end or _only_spaces(node, offset):
            beyond = node.style is None and offset > node.end
            at = len(node.text) + 1 if beyond else _place_in_text(node, offset)
            best = Spot(path, node, on_key, at)
    return best


def is_condition(path: Path) -> bool:
    """Whether the text at a path is true or false of a whole game."""
    return bool(_looked_up(path, tuple((each, _WORDS) for each in _CONDITIONS)))


def glossary_of(path: Path) -> dict[str, str]:
    """The words of the language that the text at a path is in, with what they mean."""
    kinds = kinds_of_value(path)
    return of_patterns() if kinds == _CARDS else of_conditions() if kinds == _WORDS else {}


def kinds_of_value(path: Path) -> tuple[str, ...]:
    """What names in the text at a path stand for; a table by case has a key more."""
    path = without_option(path)
    found = _looked_up(path, _VALUES)
    if not found and _looked_up(path[:-1], _VALUES) == _WORDS:
        return _WORDS
    return found


def kinds_of_key(path: Path) -> tuple[str, ...]:
    """What a key names that is defined elsewhere; nothing for others."""
    path = without_option(path)
    found = _looked_up(path, _KEYS)
    if not found and _looked_up(path[:-1], _VALUES) == _WORDS:
        return ("case",)
    return found


def without_option(path: Path) -> Path:
    """The path within an option's changes, which are laid over the file; others as they are."""
    if path[:1] == ("options",) and "changes" in path:
        return path[path.index("changes") + 1 :]
    return path


def _looked_up(path: Path, table: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[str, ...]:
    for pattern, kinds in table:
        words = pattern.split()
        if len(words) == len(path) and all(
            word in ("*", step) for word, step in zip(words, path, strict=True)
        ):
            return kinds
    return ()


def _scalars(node: Node, path: Path) -> Iterator[tuple[Path, Scalar, bool]]:
    """All keys and values that are one text, in file order."""
    stack: list[tuple[Path, Any, bool]] = [(path, node, False)]
    while stack:
        here, each, on_key = stack.pop()
        if isinstance(each, Scalar):
            yield here, each, on_key
        elif isinstance(each, Listing):
            stack += [((*here, at), item, False) for at, item in reversed([*enumerate(each.items)])]
        else:
            for name, entry in reversed(each.entries.items()):
                stack += [((*here, name), entry.node, False), ((*here, name), entry.key, True)]


def _only_spaces(node: Scalar, offset: int) -> bool:
    return offset > node.end and not node.source.text[node.end : offset].strip(" ")


def _place_in_text(node: Scalar, offset: int) -> int:
    """The character of the value that stands at a character of the file."""
    plain = node.style is None and "\n" not in node.source.text[node.start : node.end]
    if plain or len(node.text) > LONG:
        return min(offset - node.start, len(node.text))
    for at in range(len(node.text)):
        span = node.part(at, at + 1)
        if node.source.line_starts[span.line - 1] + span.column - 1 >= offset:
            return at
    return len(node.text)
