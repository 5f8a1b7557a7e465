"""Texts in the place of files that are extended: what an editor has open and not saved yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType

from ddz.diagnostics import Diagnostic
from ddz.source import Node, read, read_file

__all__ = ["read_base", "unsaved"]

_TEXTS: ContextVar[Mapping[Path, str]] = ContextVar("texts", default=MappingProxyType({}))


@contextmanager
def unsaved(texts: Mapping[Path, str]) -> Iterator[None]:
    """Inside, the texts are read in the place of the files at these resolved paths; what other
    threads read stays as it is."""
    token = _TEXTS.set(texts)
    try:
        yield
    finally:
        _TEXTS.reset(token)


def read_base(path: Path, name: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read a file, or the text in its place."""
    texts = _TEXTS.get()
    text = texts.get(path.resolve()) if texts else None
    return read_file(path, name) if text is None else read(text, name)
