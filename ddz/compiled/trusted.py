"""Shipped variants that were checked in full when the project was made: they are read and compiled
without proving them again.

`variants/checked.txt` has the hash of what each of them says, its bases merged in, as it stands and
with each of its options switched. A file that says
anything else is checked like every other; so is every file by `validate`.
"""

from __future__ import annotations

import hashlib
import json

from ddz.compiled.compiler import compile_variant
from ddz.compiled.rules import Compiled
from ddz.resources import shipped
from ddz.source import Mapping
from ddz.variant import Layered, build, flatten
from ddz.variant.find import Place

__all__ = ["compile_trusted", "hash_of", "is_checked"]


def compile_trusted(place: Place) -> Compiled | None:
    """The rules of a shipped variant that is as it was when it was checked; None for others."""
    layered = flatten(place)
    if layered.root is None or not is_checked(layered):
        return None
    variant = build(layered, layered.root)
    compiled, found, _ = compile_variant(variant)
    return None if found else compiled


def is_checked(layered: Layered) -> bool:
    """Whether a file is a shipped one and says what it said when it was checked."""
    name = layered.shipped_name
    if layered.root is None or layered.found or name is None:
        return False
    return _known().get(name) == hash_of(layered.root)


def hash_of(root: Mapping) -> str:
    """The hash of everything a flattened file says."""
    text = json.dumps(root.data(), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _known() -> dict[str, str]:
    """The hash of each variant by its name; empty where the list is missing or damaged."""
    try:
        lines = (shipped() / "checked.txt").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = (line.split(maxsplit=1) for line in lines if not line.startswith("#"))
    return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}
