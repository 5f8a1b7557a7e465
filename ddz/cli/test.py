"""`test`: run the examples of rule files, and say how each went."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

from ddz.cli.console import read_rules
from ddz.cli.formats import Checked, File
from ddz.cli.paint import paint, tell

if TYPE_CHECKING:
    from ddz.check.examples import Result
    from ddz.check.tested import Tested

__all__ = ["run_test"]


def run_test(arguments: argparse.Namespace) -> int:
    """Run the examples of each file; 1 where one fails or cannot be run, or, if strict, where a
    todo holds."""
    if arguments.format == "junit":
        from ddz.cli.junit import write
    else:
        write = {"full": _full, "concise": _concise, "json": _json}[arguments.format]
    files: list[File] = []
    for name in arguments.variants:
        files.append(_run(name))
        if arguments.format != "junit":
            write(files[-1:], sys.stdout)
            sys.stdout.flush()
    if arguments.format == "junit":
        write(files, sys.stdout)
    return int(any(_fails(file.tested, arguments.strict) for file in files))


def _run(name: str) -> File:
    from ddz.front import check_examples

    tested = check_examples("<stdin>", read_rules()) if name == "-" else check_examples(name)
    return File(name, tested)


def _fails(tested: Tested, strict: bool) -> bool:
    started = strict and tested.count("todo passed")
    return bool(tested.errors or tested.count("failed") or tested.count("not run") or started)


def _full(files: Iterable[File], out: TextIO) -> None:
    """What failed, as `validate` shows findings, and how many went how."""
    from ddz.cli.formats.full import write_findings

    for file in files:
        if file.tested.errors:
            write_findings(file.tested.errors, out)
            out.write("\n")
        for result in file.tested.results:
            if result.verdict == "failed":
                paint([("error", "failed"), ("text", f": {result.title}\n")], out)
                write_findings((each.finding for each in result.differences), out)
                out.write("\n")
            elif result.verdict == "todo passed":
                where = f"{result.span.file}:{result.span.line}"
                paint([("warning", "starts to pass"), ("text", f": {result.title}\n")], out)
                paint([("place", f"{where}: "), ("text", f"remove todo: {result.todo}\n\n")], out)
        paint(_summed_up(file), out)


def _concise(files: Iterable[File], out: TextIO) -> None:
    """A line for each finding, as `validate` has it, and one for each file."""
    from ddz.cli.formats.concise import write

    for file in files:
        found = list(file.tested.errors)
        for result in file.tested.results:
            if result.verdict == "failed":
                found += [each.finding for each in result.differences]
        write([Checked(file.name, tuple(found))], out)
        for result in file.tested.results:
            if result.verdict == "todo passed":
                place = f"{result.span.file}:{result.span.line}:{result.span.column}"
                tell(f"{place}: starts to pass, remove todo: {result.todo}", out)
        paint(_summed_up(file), out)


def _summed_up(file: File) -> list[tuple[str, str]]:
    """How many examples of a file went how."""
    tested = file.tested
    words = (
        ("good", tested.count("passed"), "passed"),
        ("error", tested.count("failed"), "failed"),
        ("note", tested.count("todo"), "todo"),
        ("warning", tested.count("todo passed"), "todo that starts to pass"),
        ("warning", tested.count("not run"), "not run"),
    )
    pieces = [(kind, f"{number} {word}") for kind, number, word in words if number]
    errors = len(tested.errors)
    if errors:
        pieces.append(("error", f"{errors} error{'s' * (errors != 1)} to mend first"))
    line = [("place", f"{file.name}: ")]
    for at, piece in enumerate(pieces or [("text", "no examples")]):
        line += [("text", ", ")] * (at > 0) + [piece]
    return [*line, ("text", "\n")]


def _json(files: Iterable[File], out: TextIO) -> None:
    """An object for each example, and for each error elsewhere, a line each."""
    for file in files:
        for finding in file.tested.errors:
            _line({"file": file.name, "verdict": "error", "finding": finding.as_data()}, out)
        for result in file.tested.results:
            _line({"file": file.name, **_data(result)}, out)


def _line(data: dict[str, Any], out: TextIO) -> None:
    out.write(json.dumps(data, ensure_ascii=False) + "\n")


def _data(result: Result) -> dict[str, Any]:
    return {
        "verdict": result.verdict,
        "title": result.title,
        "line": result.span.line,
        "column": result.span.column,
        "todo": result.todo,
        "differences": [
            {"expected": each.expected, "got": each.got, "finding": each.finding.as_data()}
            for each in result.differences
        ],
    }
