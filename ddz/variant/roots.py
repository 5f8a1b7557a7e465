"""Where variants are looked for by name: the shipped ones, this folder, `$DDZ_PATH`, the user's
folder, and what installed packages bring.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ddz.resources import shipped

__all__ = ["NAME", "Root", "entries_of", "file_of", "other_roots", "shipped_root"]

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}(/[a-z0-9][a-z0-9_-]{0,39}){0,3}")
GROUP = "ddz.variants"
"""The entry points by which a package ships variants: each names a package whose folder holds rule
files; they go by the entry point's name, ``/`` and the file's."""
_MOST_FILES = 2000


@dataclass(frozen=True, slots=True)
class Root:
    """A folder of variants: `kind` says whose (``shipped``, ``here``, ``path``, ``user``,
    ``package``), `prefix` stands before its names."""

    kind: str
    folder: Path
    prefix: str = ""


def shipped_root() -> Root:
    """The folder that comes with the package."""
    return Root("shipped", shipped())


def other_roots() -> Iterator[Root]:
    """The search path behind the shipped variants, in the order it is searched."""
    yield Root("here", Path())
    for folder in os.environ.get("DDZ_PATH", "").split(os.pathsep):
        if folder:
            yield Root("path", Path(folder).expanduser())
    yield Root("user", _user_folder())
    yield from _packages()


def file_of(root: Root, name: str) -> Path | None:
    """The file of a name under a root; None where it has none, or a link leads out of the root."""
    if not name.startswith(root.prefix) or not NAME.fullmatch(name):
        return None
    path = root.folder / f"{name.removeprefix(root.prefix)}.yaml"
    try:
        if path.is_file() and path.resolve().is_relative_to(root.folder.resolve()):
            return path
    except (OSError, RuntimeError):
        pass
    return None


def entries_of(root: Root) -> list[tuple[str, Path]]:
    """The names and YAML files of a root, sorted; in this folder no folders below it."""
    found = []
    for path in _files(root):
        try:
            name = root.prefix + path.relative_to(root.folder).with_suffix("").as_posix()
            if file_of(root, name) is not None:
                found.append((name, path))
        except OSError:
            continue
    return sorted(found)


def _files(root: Root) -> Iterator[Path]:
    pattern = "*.yaml" if root.kind == "here" else "**/*.yaml"
    try:
        for number, path in enumerate(root.folder.glob(pattern)):
            if number >= _MOST_FILES:
                return
            yield path
    except OSError:
        return


def _user_folder() -> Path:
    from platformdirs import user_config_path

    return user_config_path("ddz", appauthor=False) / "variants"


def _packages() -> Iterator[Root]:
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    for entry in sorted(entry_points(group=GROUP), key=lambda e: (e.name, e.value)):
        if not NAME.fullmatch(entry.name):
            continue
        try:
            spec = find_spec(entry.module)
        except (ImportError, ValueError):
            continue
        for folder in (spec.submodule_search_locations or []) if spec else []:
            yield Root("package", Path(folder), f"{entry.name}/")
