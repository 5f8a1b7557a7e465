"""Whether a YAML text means to be a rule file, told from the keys of its first document.

It is asked of files that may belong to any program, and of texts that are half written: nothing is
parsed, only what stands where a file's own keys stand is looked at.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache

from ddz.resources import grammar

__all__ = ["MOST_READ", "Signs", "signs_of"]

MOST_READ = 1 << 16
"""How much of a text is looked at."""
_SCHEMA = re.compile(r"(?m)^# yaml-language-server: .*variant\.schema\.json")
_MARK = re.compile(r"(?m)^(?:---|\.\.\.)(?=\s|$)")
_CONTENT = re.compile(r"(?m)^\s*([^\s#%])")
_KEY = r"""["']?([\w$@./-]+)["']?\s*[:：]"""
_BLOCK = re.compile(rf"(?m)^{_KEY}([^\n\x85\u2028\u2029]*)")
_FLOW = re.compile(rf"[{{,]\s*{_KEY}([^,}}\n]*)")
_NESTED = re.compile(r"""(?m)^["']?extends["']?\s*:[ \t]*(?:#.*)?\n(?:[ \t]*-\s|[ \t]+[^\s#])""")
"""`extends` with a list or a mapping below it, which names no variant."""
_COMMENT = re.compile(r"(?:^|\s)#.*")
ENOUGH = 3
"""So many keys of rule files tell one that has no `format` yet."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What a text's keys say: `sure`, that it is a rule file; otherwise what its `extends` names,
    from which it can be told (None without one), and whether it has no other key (`bare`)."""

    sure: bool
    base: str | None = None
    bare: bool = False


def signs_of(text: str) -> Signs:
    """The signs in a text: it names the schema, or has `format: 1` or `extends` beside another key
    of rule files, or hardly any keys but theirs."""
    document = _first_document(text[:MOST_READ])
    if _SCHEMA.search(document):
        return Signs(True)
    keys = _keys(document)
    ours = (keys.keys() & _known()) - {"format", "extends"}
    others = keys.keys() - _known()
    numbered = re.match(r"\d|$", keys.get("format", "-")) is not None
    if numbered and (ours or len(keys) == 1):
        return Signs(True)
    if ours and ("extends" in keys or len(ours) >= max(ENOUGH, 2 * len(others) + 1)):
        return Signs(True)
    base = keys.get("extends", "[")
    if base.startswith(("[", "{")) or (not base and _NESTED.search(document)):
        return Signs(False)
    return Signs(False, base, not others)


@cache
def _known() -> frozenset[str]:
    """The keys that a rule file may have."""
    patch = json.loads(grammar("variant.schema.json"))["definitions"]["patch"]
    return frozenset(patch["properties"])


def _first_document(text: str) -> str:
    """The text up to the end of the first document that holds something."""
    start = 0
    for mark in _MARK.finditer(text):
        if _CONTENT.search(text[start : mark.start()]):
            return text[: mark.start()]
        start = mark.end()
    return text


def _keys(document: str) -> dict[str, str]:
    """The file's own keys, each with what follows on its line; inside braces all there are."""
    marks = [mark.end() for mark in _MARK.finditer(document)]
    body = document[marks[-1] if marks else 0 :]
    first = _CONTENT.search(body)
    found = (_FLOW if first is not None and first[1] == "{" else _BLOCK).findall(body)
    return {key: _COMMENT.sub("", rest).strip().strip("\"'") for key, rest in reversed(found)}
