"""One text of an editor, as `ddz` reads it: what stands in it, what it says together with the files
it extends, and which file is which.
"""

from __future__ import annotations

from collections.abc import Mapping as Texts
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

import ddz
from ddz.diagnostics import Diagnostic, Span, VariantError
from ddz.extras.lsp.things import Path as KeyPath
from ddz.extras.lsp.things import Things
from ddz.resources import shipped
from ddz.source import Entry, Mapping, Scalar, read
from ddz.variant import Layered, find_variant, flatten
from ddz.variant.find import NotFoundError, Place, looks_like_rules, place_of_text
from ddz.variant.unsaved import unsaved

__all__ = ["Open", "Page", "read_page"]

Open = Texts[Path, str]
"""The texts of open files by their resolved paths."""
_NONE: Open = MappingProxyType({})


@dataclass(frozen=True)
class Page:
    """A text under its path, with one kind of line end; what it says is read when it is asked for.

    `known` are the things of the text before, for one that cannot be read; `others` the texts of
    other open files by their resolved paths, which count where this one extends them.
    """

    name: str
    text: str
    version: int | None
    known: Things
    others: Open

    @cached_property
    def is_rules(self) -> bool:
        """Whether it looks like a rule file, and not like another YAML file of the same editor."""
        return looks_like_rules(self.text, place_of_text(self.name))

    @cached_property
    def own(self) -> Mapping | None:
        """What stands in the text itself."""
        root, _ = read(self.text, self.name)
        return root if isinstance(root, Mapping) else None

    @cached_property
    def layered(self) -> Layered:
        """The text and what it extends, laid over each other."""
        with unsaved(self.others):
            return flatten(Place(Path(self.name), self.name, None), self.text)

    @property
    def root(self) -> Mapping | None:
        """The text and what it extends as one."""
        return self.layered.root

    def stands_on(self, path: Path) -> bool:
        """Whether it extends the file at a resolved path, itself or through others."""
        return any(path == base.resolve() for base in self.layered.paths[1:])

    @cached_property
    def things(self) -> Things:
        """What the text and what it extends name."""
        seen = self.root if self.root is not None else self.own
        return Things.of(seen) if seen is not None else self.known

    def check(self) -> list[Diagnostic]:
        """The findings about the text; what it names is read as well, for what is asked next."""
        with unsaved(self.others):
            found = ddz.validate(self.name, self.text)
        assert self.things is not None
        return found

    @cached_property
    def rules(self) -> ddz.Rules | None:
        """The rules, where the text has no errors."""
        try:
            with unsaved(self.others):
                return ddz.load(self.name, self.text)
        except VariantError:
            return None

    @property
    def base(self) -> Scalar | None:
        """The name of what it extends, as it is written."""
        node = self.own.get("extends") if self.own is not None else None
        return node if isinstance(node, Scalar) and node.text else None

    def base_file(self) -> Path | None:
        """The file it extends; None where there is none."""
        if self.base is None:
            return None
        try:
            return find_variant(self.base.text, place_of_text(self.name)).path.resolve()
        except NotFoundError:
            return None

    def file_of(self, span: Span) -> Path:
        """The file a span is in: this one, a shipped one, or one by its path."""
        path = Path(span.file)
        inside = shipped() / Path(*path.parts[1:])
        if path.parts[:1] == ("variants",) and inside.is_file():
            return inside.resolve()
        return path.resolve()

    def entry(self, path: KeyPath) -> Entry | None:
        """The key and value at a path of the flattened file."""
        node, entry = self.root, None
        for step in path:
            entry = node.entries.get(str(step)) if isinstance(node, Mapping) else None
            if entry is None:
                return None
            node = entry.node if isinstance(entry.node, Mapping) else None
        return entry


def read_page(
    name: str, text: str, version: int | None, known: Things, others: Open = _NONE
) -> Page:
    """The page of a text as an editor has it."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return Page(name, text, version, known, others)
