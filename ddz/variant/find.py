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
            f"{text[:60]!r} is no variant name; names are lower-case words, paths end in .yaml"
        )
    path = shipped() / f"{text}.yaml"
    if not path.is_file():
        raise NotFoundError(
            f"there is no variant '{text}'; there are: {', '.join(names_of_shipped())}"
        )
    return Place(path, f"variants/{text}.yaml", text)


def _by_path(text: str, beside: Place | None) -> Place:
    try:
        path, name = _beside(text, beside) if beside is not None else (Path(text), text)
        known = _shipped_name(path.resolve()) if path.is_file() else None
        missing = not path.is_file()
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, NotFoundError):
            raise
        raise NotFoundError(f"{_short(text)} is no path that can be read") from None
    if missing:
        near = f" beside {beside.name}" if beside is not None else ""
        raise NotFoundError(f"there is no file {_short(text)}{near}")
    return Place(path, name, known)


def _beside(text: str, beside: Place) -> tuple[Path, str]:
    """The path of a file named by another; it stays at or below that one's folder."""
    folder = beside.path.resolve().parent
    path = (folder / text).resolve()
    if Path(text).is_absolute() or not path.is_relative_to(folder):
        raise NotFoundError(f"{_short(text)} leads outside the folder of the file that names it")
    return path, (Path(beside.name).parent / text).as_posix()


def _shipped_name(path: Path) -> str | None:
    inside = shipped().resolve()
    if path.is_relative_to(inside):
        return path.relative_to(inside).with_suffix("").as_posix()
    return None


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:79] + "…")
