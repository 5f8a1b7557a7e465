"""`validate --fix` and `--diff`: what leaves no doubt is mended in the file, then it is checked."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from ddz.cli.console import complain, read_rules
from ddz.cli.formats import Checked
from ddz.cli.paint import plain

if TYPE_CHECKING:
    from ddz.fix import Mended

__all__ = ["fix_files"]

_NO_EXTRA = "--fix needs ruamel.yaml to make sure nothing else changes: pip install 'ddz[fix]'"
WIDTH = 50
"""How much of a text is shown of what was mended."""


def fix_files(arguments: argparse.Namespace) -> tuple[int, list[Checked]]:
    """Mend the files, or show how; the exit status so far and what is still found in each."""
    from ddz.fix.witness import MissingWitness, need_witness

    if arguments.watch:
        return complain("--fix and --watch do not go together", status=2), []
    try:
        need_witness()
    except MissingWitness:
        return complain(_NO_EXTRA), []
    status, left = 0, []
    for name in arguments.variants:
        try:
            mended = _mended(name, arguments.diff)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            status = complain(f"{name}: {reason or 'cannot be read'}")
            continue
        if mended is not None:
            status |= int(arguments.diff and bool(mended.done))
            left.append(Checked(name, mended.found))
    return status, left


def _mended(name: str, only_shown: bool) -> Mended:
    """One file mended and written, or shown; ValueError where it is not to be changed."""
    from ddz.fix import mend, write_whole
    from ddz.fix.witness import changed_beside
    from ddz.front import validate
    from ddz.variant.find import find_variant, place_of_text

    if name == "-":
        place, raw = place_of_text("<stdin>"), read_rules()
    else:
        place = find_variant(name)
        if place.shipped_name is not None:
            raise ValueError("this is a shipped file, and only your own are changed")
        raw = place.path.read_bytes()
    text_of = "<stdin>" if name == "-" else name
    mended = mend(raw, place.name, lambda text: validate(text_of, text), changed_beside)
    for line in _told(mended, only_shown):
        sys.stderr.write(plain(line))
    if only_shown:
        lines = _difference(raw, mended.raw, place.name)
        sys.stdout.writelines(map(plain, lines) if sys.stdout.isatty() else lines)
    elif name == "-":
        sys.stdout.write(mended.raw.decode(errors="replace"))
    elif mended.raw != raw:
        write_whole(Path(place.path), mended.raw, raw)
    return mended


def _told(mended: Mended, only_shown: bool) -> Iterator[str]:
    """A line for each finding that was mended."""
    word = "would fix" if only_shown else "fixed"
    for done in mended.done:
        more = f" (and {done.more} more like it)" if done.more else ""
        edit = f"{_shown(done.before)} -> {_shown(done.after)}{more}"
        yield f"{done.span}: {word} {done.code}: {edit}\n"


def _shown(text: str) -> str:
    """A piece of a file on one line; nothing and blanks in words."""
    if text.strip() and len(text.splitlines()) + text.endswith(("\r", "\n")) > 1:
        text = " ".join(text.split())
    plain = text.replace("\t", "\\t").replace("\n", "\\n")
    if not plain.strip():
        plain = f"'{plain}'" if plain else "nothing"
    return plain if len(plain) <= WIDTH else plain[: WIDTH - 1] + "…"


def _difference(before: bytes, after: bytes, name: str) -> Iterator[str]:
    """What would change, as `diff -u` shows it."""
    old, new = (raw.decode(errors="replace").splitlines(keepends=True) for raw in (before, after))
    for line in unified_diff(old, new, name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
