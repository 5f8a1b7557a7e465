"""How a finding's file is called where others look for it: from the folder the command ran in."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from ddz.resources import shipped
from ddz.variant.names import NotFoundError, is_path, split_name

__all__ = ["STDIN", "asked_path", "own_path", "relative", "shipped_path"]

STDIN = "<stdin>"
"""What findings about standard input name as their file."""


def own_path(file: str, asked: str) -> str | None:
    """The path of the file a finding names, where it is one of the user's; None for standard input
    and for a shipped file that is not below the working directory. `asked` is what was checked."""
    if file == STDIN:
        return None
    inside = shipped_path(file, asked)
    path = relative(file if inside is None else str(inside))
    return path if inside is None or not PurePath(path).is_absolute() else None


def shipped_path(file: str, asked: str) -> Path | None:
    """The shipped file that a finding names as ``variants/…``; None for other files, also for the
    user's own that was asked for by such a path."""
    parts = PurePath(file).parts
    if parts[:1] != ("variants",) or file == asked_path(asked):
        return None
    path = shipped().joinpath(*parts[1:])
    return path if path.is_file() else None


def asked_path(asked: str) -> str | None:
    """The path that was asked for, without options; None for a name."""
    try:
        name, _ = split_name(asked)
    except NotFoundError:  # what is wrong with the brackets is a finding
        name = asked.partition("[")[0].rstrip()
    return name if is_path(name) else None


def relative(file: str) -> str:
    """The path from the working directory, with `/`; of a file that is not below it, the whole
    path, from which its place in a repository can still be told."""
    try:
        path = PurePath(os.path.relpath(file))
    except ValueError:  # on another drive
        path = PurePath(os.path.pardir)
    if path.parts[:1] == (os.path.pardir,):
        path = PurePath(os.path.abspath(file))
    return path.as_posix()
