"""`validate`: whether rule files are sound, and what is wrong where they are not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout

from ddz.cli.console import complain, read_rules
from ddz.cli.formats import Checked, writer
from ddz.cli.paint import clear, is_seen, paint

__all__ = ["run_validate"]

_COUNTED = ("full", "concise", "github")
"""The formats after which each file is summed up in a sentence; the others are all data."""


def run_validate(arguments: argparse.Namespace) -> int:
    """Check each file once; 1 where one has an error or, if strict, a warning."""
    arguments.variants = list(dict.fromkeys(arguments.variants))
    if arguments.fix or arguments.diff:
        return _fix(arguments)
    if arguments.watch:
        return _watch(arguments)
    seen: list[Checked] = []
    files = map(_checked, arguments.variants)
    _report(_remembered(files, seen), arguments.format)
    return _status(seen, arguments.strict)


def _fix(arguments: argparse.Namespace) -> int:
    """Mend the files, then report what is left; on standard error where their text or a difference
    is printed."""
    from ddz.cli.fix import fix_files

    status, left = fix_files(arguments)
    if arguments.diff or "-" in arguments.variants:
        with redirect_stdout(sys.stderr):
            _report(left, arguments.format)
    else:
        _report(left, arguments.format)
    return status or _status(left, arguments.strict)


def _checked(name: str) -> Checked:
    from ddz.front import validate

    found = validate("<stdin>", read_rules()) if name == "-" else validate(name)
    return Checked(name, tuple(found))


def _remembered(files: Iterable[Checked], seen: list[Checked]) -> Iterator[Checked]:
    for file in files:
        seen.append(file)
        yield file


def _status(seen: Iterable[Checked], strict: bool) -> int:
    return int(any(file.errors or (strict and file.warnings) for file in seen))


def _report(files: Iterable[Checked], form: str) -> None:
    """Write what was found, each file summed up right after its findings."""
    write = writer(form)
    if form not in _COUNTED:
        write(files, sys.stdout)
        return
    codes: dict[str, None] = {}
    write(_summed_up(files, form, codes), sys.stdout)
    if codes and form == "full" and is_seen(sys.stderr):
        paint([("faint", f"'ddz explain {' '.join(codes)}' says more\n")], sys.stderr)


def _summed_up(files: Iterable[Checked], form: str, codes: dict[str, None]) -> Iterator[Checked]:
    """The files as they are, with a sentence after each; `codes` gathers what was found."""
    for file in files:
        yield file
        sound = form == "full" and not file.found
        paint(_sentence(file), sys.stdout if sound else sys.stderr)
        if file.found and form == "full" and is_seen(sys.stderr):
            sys.stderr.write("\n")
        codes.update(dict.fromkeys(finding.code for finding in file.found))


def _sentence(file: Checked) -> Iterator[tuple[str, str]]:
    """How many errors and warnings there are, or that the file is sound."""
    yield "place", f"{file.name}: "
    if not file.found:
        yield "good", "sound"
    if file.errors:
        yield "error", f"{file.errors} error{'s' * (file.errors > 1)}"
    if file.errors and file.warnings:
        yield "", ", "
    if file.warnings:
        yield "warning", f"{file.warnings} warning{'s' * (file.warnings > 1)}"
    yield "", "\n"


def _watch(arguments: argparse.Namespace) -> int:
    """Check again whenever a file changes, until it is interrupted."""
    from ddz.cli.watch import watch

    if "-" in arguments.variants:
        return complain("standard input cannot be watched; name files", status=2)
    if arguments.format not in ("full", "concise"):
        return complain("--watch is for a person: --format full or concise", status=2)

    def show(files: list[Checked]) -> None:
        clear(sys.stdout)
        _report(files, arguments.format)
        sys.stdout.flush()
        if is_seen(sys.stderr):
            paint([("faint", "checked again on every save; Ctrl-C ends\n")], sys.stderr)

    try:
        seen = watch(arguments.variants, _checked, show)
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            sys.stderr.write("\n")
        return 0
    return _status(seen, arguments.strict)
