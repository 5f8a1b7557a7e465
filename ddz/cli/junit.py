"""How examples went as JUnit XML, which CI systems read: a suite a file, a case an example.

An example that fails is a failure; a todo, and one that could not be run, is skipped; an error
elsewhere in the file is a case of its own, in error. Nothing in it depends on the clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from ddz.cli.formats.paths import relative
from ddz.cli.paint import plain
from ddz.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from ddz.check.examples import Result
    from ddz.cli.formats import File

__all__ = ["write"]

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML text can hold, not even escaped."""


def write(files: Iterable[File], out: TextIO) -> None:
    """Write one document of all files."""
    root = Element("testsuites", name="ddz test")
    for file in files:
        _suite(root, file)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    indent(root)
    ElementTree(root).write(out, encoding="unicode", xml_declaration=True)
    out.write("\n")


def _suite(root: Element, file: File) -> None:
    suite = SubElement(root, "testsuite", name=_text(file.name))
    for finding in file.tested.errors:
        case = _case(suite, file.name, finding.message, finding.span)
        _told(case, "error", finding)
    for result in file.tested.results:
        _example(suite, file.name, result)
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(len(suite.findall(f"testcase/{tag}"))))
    suite.set("tests", str(len(suite)))


def _example(suite: Element, name: str, result: Result) -> None:
    case = _case(suite, name, result.title, result.span)
    if result.verdict == "failed":
        for each in result.differences[:1]:
            _told(case, "failure", each.finding, *(d.finding for d in result.differences[1:]))
    elif result.verdict == "not run":
        SubElement(case, "skipped", message="the file has errors elsewhere")
    elif result.todo is not None:
        words = "starts to pass: remove todo" if result.verdict == "todo passed" else "todo"
        SubElement(case, "skipped", message=_text(f"{words}: {result.todo}"))


def _case(suite: Element, file: str, title: str, span: Span | None) -> Element:
    """A case, called by its line and title, so that two with one title are two."""
    name = title if span is None else f"line {span.line}: {title}"
    case = SubElement(suite, "testcase", name=_text(name), classname=_text(file))
    if span is not None:
        case.set("file", _text(relative(span.file)))
        case.set("line", str(span.line))
    return case


def _told(case: Element, tag: str, first: Diagnostic, *more: Diagnostic) -> None:
    """One failure a case, as the format has it; what else is wrong is in its text."""
    told = SubElement(case, tag, message=_text(first.message), type=first.code)
    told.text = _text("\n\n".join(finding.render() for finding in (first, *more)))


def _text(text: str) -> str:
    return _NOT_XML.sub("\ufffd", plain(text))
