"""From a name or a path to a file. Names never reach outside the search path."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ddz.resources import shipped

__all__ = ["NotFoundError", "Place", "find_variant", "is_path", "names_of_shipped"]

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}(/[a-z0-9][a-z0-9_-]{0,39}){0,3}")


class NotFoundError(ValueError):
    """There is no such variant; the sentence says what there is."""


class Place:
    """A rule file: the path to read, and the name to call it by in findings and records."""

    def __init__(self, path: Path, name: str, shipped_name: str | None) -> None:
        self.path = path
        self.name = name
        self.shipped_name = shipped_name


def is_path(text: str) -> bool:
    """Whether the text is a path rather than a name: it ends in .yaml or .yml."""
    return text.endswith((".yaml", ".yml"))


def names_of_shipped() -> list[str]:
    """The names of the shipped variants, sorted."""
    root = shipped()
    found = (path.relative_to(root).with_suffix("") for path in root.rglob("*.yaml"))
    return sorted(path.as_posix() for path in found)


def find_variant(text: str, beside: Place | None = None) -> Place:
    """The file of a name, or of a path; with `beside`, a path counts from that file and stays at or
    below its folder. NotFoundError where there is none."""
    if not isinstance(text, str | os.PathLike):
        raise NotFoundError(f"a variant is a name or a path, not {text!r}")
    text = os.fspath(text)
    if "\0" in text:
        raise NotFoundError("a name has no null character")
    if is_path(text):
        return _by_path(text, beside)
    if not _NAME.fullmatch(text):
        raise NotFoundError(
            f"'{text[:60]}' is no variant name; names are lower-case words, paths end in .yaml"
        )
    path = shipped() / f"{text}.yaml"
    if not path.is_file():
        raise NotFoundError(
            f"there is no variant '{text}'; there are: {', '.join(names_of_shipped())}"
        )
    return Place(path, f"{text}.yaml", text)


def _by_path(text: str, beside: Place | None) -> Place:
    if beside is None:
        path = Path(text)
        name = text
        if not path.is_file():
            raise NotFoundError(f"there is no file '{text}'")
    else:
        folder = beside.path.resolve().parent
        path = (folder / text).resolve()
        if not path.is_relative_to(folder):
            raise NotFoundError(f"'{text}' leads outside the folder of the file that names it")
        name = (Path(beside.name).parent / text).as_posix()
        if not path.is_file():
            raise NotFoundError(f"there is no file '{text}' beside {beside.name}")
    inside = shipped().resolve()
    full = path.resolve()
    known = None
    if full.is_relative_to(inside):
        known = full.relative_to(inside).with_suffix("").as_posix()
    return Place(path, name, known)
