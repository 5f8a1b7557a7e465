"""`new`: a file to start a house rule from."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from ddz.cli.console import complain, typed
from ddz.cli.layers import rules_and_layers
from ddz.cli.paint import tell
from ddz.phrases import say
from ddz.tools.starter.words import STARTER

__all__ = ["run_new"]


class _Refused(Exception):
    """The file cannot be made; the sentence says why."""


def run_new(arguments: argparse.Namespace) -> int:
    """Write the file, or print it for ``-``; 1 where there is one already or the game cannot be
    loaded, 2 where no game is said."""
    from ddz.tools.starter import starter

    name, lang = typed(arguments.name), arguments.lang
    if arguments.extends in (None, "-"):
        complain(say(STARTER, "no_base", lang, name=name))
        return 2
    try:
        path = _path(name, lang) if name != "-" else None
        extends = _extends(arguments.extends, path or Path("house.yaml"), lang)
    except _Refused as error:
        return complain(str(error))
    loaded = rules_and_layers(arguments.extends)
    if loaded is None:
        return 1
    rules, layered = loaded
    assert layered.root is not None
    file = "house.yaml" if path is None else path.as_posix()
    schema = _schema(Path() if path is None else path.parent)
    text = starter(rules.compiled, layered.root, extends, file, schema, lang)
    if path is None:
        sys.stdout.write(text)
        return 0
    try:
        _write(path, text)
    except FileExistsError:
        return complain(say(STARTER, "exists", lang, file=file))
    except OSError as error:
        reason = error.strerror or "?"
        return complain(say(STARTER, "not_written", lang, file=file, reason=reason))
    tell(say(STARTER, "written", lang, file=file))
    return 0


def _path(name: str, lang: str) -> Path:
    """The file of a name or a path; it is not there yet, and its folder is."""
    from ddz.variant.find import is_path, names_of_shipped
    from ddz.variant.roots import NAME

    if is_path(name):
        path = Path(name)
    elif NAME.fullmatch(name):
        path = Path(f"{name}.yaml")
    else:
        raise _Refused(say(STARTER, "no_name", lang, name=name[:60]))
    if name in names_of_shipped():
        raise _Refused(say(STARTER, "taken", lang, name=name))
    try:
        if os.path.lexists(path):
            raise _Refused(say(STARTER, "exists", lang, file=path.as_posix()))
        if not path.parent.is_dir():
            raise _Refused(say(STARTER, "no_folder", lang, folder=path.parent.as_posix()))
        if "\0" in name:
            raise ValueError
    except (OSError, ValueError):
        raise _Refused(say(STARTER, "no_name", lang, name=name[:60])) from None
    return path


def _extends(base: str, path: Path, lang: str) -> str:
    """What the key says: a name as it is, a path as it leads there from the file's folder."""
    from ddz.variant.find import is_path

    name, bracket, options = base.partition("[")
    if not is_path(name):
        return base
    try:
        inside = Path(name).resolve().relative_to(path.parent.resolve())
    except ValueError:
        file = path.as_posix()
        raise _Refused(say(STARTER, "outside", lang, base=name, file=file)) from None
    return inside.as_posix() + bracket + options


def _schema(folder: Path) -> str:
    """Where an editor finds the schema: relative to the file where it lies below its folder, as in
    a project with its own environment, else its address on this machine. No blank may be in it."""
    from ddz.resources import grammar_file

    schema, here = grammar_file("variant.schema.json").resolve(), folder.resolve()
    if schema.is_relative_to(here) and not set(inside := schema.relative_to(here).as_posix()) & set(
        " %#?"
    ):
        return inside
    return schema.as_uri()


def _write(path: Path, text: str) -> None:
    """Write a new file, whole or not at all."""
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        try:
            stream.write(text)
            stream.flush()
        except BaseException:
            path.unlink()
            raise
