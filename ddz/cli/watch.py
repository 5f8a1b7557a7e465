"""Check rule files again whenever they change, or a file they extend does.

The few files of a game are asked for their times a few times a second, which needs no library and
holds on every file system; editors that save by renaming another file into place change which file
it is, and that counts as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ddz.cli.formats import Checked

__all__ = ["PAUSE", "watch"]

PAUSE = 0.2
"""Seconds between two looks. A file is read when two looks in a row find it the same, so that it
is not read half written, nor missed while an editor takes it away for a moment."""

Stamp = tuple[int, int, int] | None
"""When a file was changed, how long it is, and which file it is; None where there is none."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a check found, and the files it depends on as they were just before it."""

    checked: Checked
    stamps: dict[Path, Stamp]


def watch(
    names: Sequence[str],
    check: Callable[[str], Checked],
    show: Callable[[list[Checked]], None],
    wait: Callable[[float], object] = time.sleep,
) -> list[Checked]:
    """Check each of the names, show what was found, and again whenever something has changed.

    It goes on until it is interrupted. Where there is no file to wait for, it leaves with what was
    found.
    """
    seen = {name: _look(name, check) for name in names}
    while True:
        show([seen[name].checked for name in names])
        if not any(file.stamps for file in seen.values()):
            return [seen[name].checked for name in names]
        for name in _changed(seen, wait):
            seen[name] = _look(name, check)


def _changed(seen: dict[str, _Seen], wait: Callable[[float], object]) -> list[str]:
    """The names whose files are others than they were, once they have come to rest."""
    last: dict[str, dict[Path, Stamp]] = {}
    while True:
        wait(PAUSE)
        now = {name: _stamps(file.stamps) for name, file in seen.items()}
        moved = [name for name, file in seen.items() if now[name] != file.stamps]
        if moved and now == last:
            return moved
        last = now


def _look(name: str, check: Callable[[str], Checked]) -> _Seen:
    stamps = _stamps(_files_of(name))
    return _Seen(check(name), stamps)


def _stamps(paths: Iterable[Path]) -> dict[Path, Stamp]:
    return {path: _stamp(path) for path in paths}


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _files_of(name: str) -> list[Path]:
    """A variant's file and all that it extends; where one of them is missing, also the folder in
    which it may turn up."""
    from ddz.variant.extends import flatten
    from ddz.variant.find import NotFoundError, find_variant, is_path
    from ddz.variant.names import split_name

    try:
        layered = flatten(find_variant(name))
    except NotFoundError:
        try:
            path = split_name(name)[0]
        except ValueError:
            return []
        return [Path(path)] if is_path(path) else []
    missing = any(finding.code == "DDZ801" for finding in layered.found)
    return [*layered.paths, *([layered.paths[-1].parent] if missing else [])]
