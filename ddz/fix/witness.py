"""A second reader's word that an edit changed what it was to change, and nothing else.

Enters: the text before and after, and the lines that were touched. Leaves: what else changed, ''
where nothing did. ruamel.yaml reads comments too, and is no part of how rule files are read, so a
mistake of one reader is not one of the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

__all__ = ["MissingWitness", "changed_beside", "need_witness"]


class MissingWitness(ImportError):
    """ruamel.yaml is not installed."""


def need_witness() -> None:
    """MissingWitness where ruamel.yaml is not installed."""
    _loader()


def changed_beside(
    before: str, after: str, lines_before: Collection[int], lines_after: Collection[int]
) -> str:
    """What the text after says otherwise on lines that were not touched. A text before that is no
    YAML says nothing; one after must be read."""
    from ruamel.yaml.error import YAMLError

    try:
        now = list(_tokens(after))
    except YAMLError:
        return "it is no YAML any more"
    try:
        then = list(_tokens(before))
    except YAMLError:
        return ""
    for kind in ("comment", "value"):
        old = [text for k, line, text in then if k == kind and line not in lines_before]
        new = [text for k, line, text in now if k == kind and line not in lines_after]
        if old != new:
            return f"a {kind} on another line changed"
    comments = [[text for k, _, text in each if k == "comment"] for each in (then, now)]
    lost = [text for text in comments[0] if text not in comments[1]]
    return f"the comment {lost[0]!r} is gone" if lost else ""


def _loader() -> Any:
    try:
        from ruamel.yaml import YAML
    except ImportError:
        raise MissingWitness from None
    return YAML()


def _tokens(text: str) -> Iterator[tuple[str, int, str]]:
    """The values and comments of a text in order, each with its line."""
    for token in _loader().scan(text):
        if hasattr(token, "value") and hasattr(token, "plain"):
            yield "value", token.start_mark.line + 1, str(token.value)
        yield from _comments(token.comment)


def _comments(found: Any) -> Iterator[tuple[str, int, str]]:
    if isinstance(found, list | tuple):
        for part in found:
            yield from _comments(part)
    elif found is not None:
        first = found.start_mark.line + 1
        for at, line in enumerate(str(found.value).split("\n")):
            if line.strip():
                yield "comment", first + at, line.strip()
