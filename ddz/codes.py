"""The codes of findings, each with its page: what it is, why it matters, a bad and a good example.

Enters: the table `grammar/findings.yaml`, read when it is first asked for. Leaves: `Page` values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

__all__ = ["Page", "pages"]


@dataclass(frozen=True, slots=True)
class Page:
    """One code of the table. `over` is the game that `bad` and `good` are laid over, or `whole`
    where they are files of their own, or `command` where they are lines for a shell; in `bad` a
    comment names the code on each line at fault."""

    code: str
    title: str
    severity: Literal["error", "warning"]
    what: str
    why: str
    over: str
    bad: str
    good: str

    def as_text(self) -> str:
        """The page as plain text."""
        parts = [f"{self.code}: {self.title}", self.what, self.why]
        for heading, text in self._examples():
            lines = "".join(f"    {line}\n" for line in text.splitlines())
            parts.append(f"{heading}:\n\n{lines}".rstrip())
        return "\n\n".join(parts) + "\n"

    def as_markdown(self) -> str:
        """The page as Markdown, without its title."""
        language = "sh" if self.over == "command" else "yaml"
        parts = [self.what, self.why]
        parts += [f"{head}:\n\n```{language}\n{text}```" for head, text in self._examples()]
        return "\n\n".join(parts) + "\n"

    def whole(self, snippet: str) -> str:
        """The rule file that an example stands for: what is laid over a game extends it."""
        return snippet if self.over in ("whole", "command") else f"extends: {self.over}\n{snippet}"

    def _examples(self) -> list[tuple[str, str]]:
        return [("Wrong", self.whole(self.bad)), ("Right", self.whole(self.good))]


@cache
def pages() -> Mapping[str, Page]:
    """Every code and its page, in the order of the table."""
    import yaml

    from ddz.resources import grammar

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast where there is one
    table = yaml.load(grammar("findings.yaml"), loader)  # noqa: S506 - both are safe
    return MappingProxyType({code: Page(code, **entry) for code, entry in table.items()})
