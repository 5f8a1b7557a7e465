"""The schema's findings in words, each at its key or value; one for each mistake."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any

from ddz.diagnostics import Diagnostic, Fix, Span
from ddz.resources import grammar
from ddz.source import UNKNOWN, Entry, Mapping, Node, Scalar, find
from ddz.variant.meant import home_of, homes, kind_of_step, name_meant, near_key, type_hint

__all__ = ["COMMA_HINT", "schema_errors", "schema_findings"]

COMMA_HINT = "inside {…}, text with a comma needs quotes"

_KINDS = {
    "integer": "a whole number",
    "string": "text",
    "object": "a mapping",
    "array": "a list",
    "boolean": "true or false",
    "null": "null",
    "number": "a number",
}

_LIKE = {
    "array": "write a list: [a, b] or lines that start with '- '",
    "object": "write a mapping: {key: value} or lines such as 'key: value'",
}

Path = tuple[str | int, ...]


def schema_errors(root: Mapping) -> list[Any]:
    """What the schema has against a file, as the validator says it; what is reported already is
    left out."""
    return [e for e in _validator().iter_errors(root.data()) if not _reported(root, e)]


def schema_findings(root: Mapping) -> list[Diagnostic]:
    """What the schema has against a flattened file, in file order."""
    errors = schema_errors(root)
    rules: dict[Path, set[str]] = {}
    for error in errors:
        rules.setdefault(tuple(error.absolute_path), set()).add(error.validator)
    found: list[Diagnostic] = []
    lacking: set[Path] = set()
    for error in errors:
        path = tuple(error.absolute_path)
        rule = error.validator
        if rule != "type" and "type" in rules[path]:
            continue
        if rule in ("minProperties", "maxProperties") and "additionalProperties" in rules[path]:
            continue
        if rule == "required":
            if path in lacking:
                continue
            lacking.add(path)
            missing = [_missing(e) for e in errors if e.validator == rule and e.path == error.path]
            meant = _meant(root, path, errors)
            missing = [e for e in missing if e not in meant and "extends" not in meant]
            found += _lacking(root, path, missing, error)
        else:
            found += _Finder(root, error).findings()
    return sorted(
        found, key=lambda d: (d.span.file, d.span.line, d.span.column) if d.span else ("",)
    )


@cache
def _validator() -> Any:
    from jsonschema import Draft7Validator
    from jsonschema.validators import extend

    def is_integer(checker: Any, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    checker = Draft7Validator.TYPE_CHECKER.redefine("integer", is_integer)
    strict: Any = extend(Draft7Validator, type_checker=checker)  # type: ignore[no-untyped-call]
    return strict(json.loads(grammar("variant.schema.json")))


@cache
def _homes() -> tuple[tuple[str, ...], ...]:
    return tuple(homes(_validator().schema))


def _reported(root: Mapping, error: Any) -> bool:
    """Whether the reader has told of it: of an empty value, an alias, a merge key."""
    node, _ = find(root, error.absolute_path)
    if isinstance(node, Scalar):
        return node.value is UNKNOWN or (node.value is None and not node.text)
    if isinstance(node, Mapping) and "<<" in node.entries:
        if error.validator in ("required", "minProperties") or error.instance == "<<":
            return True
        return error.validator == "additionalProperties" and _unknown(node, error) == []
    return False


def _unknown(node: Mapping, error: Any) -> list[tuple[str, Entry]]:
    known = error.schema.get("properties", {})
    return [(n, e) for n, e in node.entries.items() if n not in known and n != "<<"]


def _meant(root: Mapping, path: Path, errors: list[Any]) -> set[str]:
    """The keys that misspelt ones in this mapping were meant to be."""
    meant: set[str] = set()
    for error in errors:
        node, _ = find(root, path)
        if (
            error.validator == "additionalProperties"
            and tuple(error.absolute_path) == path
            and isinstance(node, Mapping)
        ):
            known = list(error.schema.get("properties", {}))
            for name, _ in _unknown(node, error):
                meant.update(get_close_matches(name, known, 1, 0.6))
    return meant


def _missing(error: Any) -> str:
    """The key a `required` error is about."""
    name: str = error.message.split("'")[1]
    return name


def _lacking(root: Mapping, path: Path, missing: list[str], error: Any) -> Iterator[Diagnostic]:
    if not missing:
        return
    node, key = find(root, path)
    keys = "the key" if len(missing) == 1 else "the keys"
    names = ", ".join(f"'{name}'" for name in missing)
    hint = ""
    if not path and "extends" not in root.entries:
        hint = "write them all, or start from another game with 'extends:'"
    if len(missing) == 1:
        hint = error.schema["properties"][missing[0]].get("description", "") or hint
    elif not hint:
        hint = "such a step or row needs all of them"
    span = key.span if key else node.span
    sentence = f"{_where(path)} lacks {keys} {names}"
    gone = node.removed.get(missing[0]) if isinstance(node, Mapping) else None
    if gone is None:
        more = _such_as(missing, error)
        yield Diagnostic("DDZ202", sentence, span, (hint + more).strip())
        return
    yield Diagnostic(
        "DDZ202",
        f"'{missing[0]}' is taken out, and {_where(path)} needs it",
        gone.key.span,
        "leave this line out, or give it another value",
        related=tuple(("it is inherited from here", place) for place in gone.older[:1]),
    )


def _such_as(missing: list[str], error: Any) -> str:
    """How the one missing key is written, where the schema has an example of a word or two."""
    examples = error.schema.get("properties", {}).get(missing[0], {}).get("examples", [])
    if len(missing) > 1 or not examples or not isinstance(examples[0], str | int):
        return ""
    return f" Write '{missing[0]}: {examples[0]}', say"


def _where(path: Path) -> str:
    if not path:
        return "the file"
    return f"'{_shown(path[-1])}'" if isinstance(path[-1], str) else "this entry"


class _Finder:
    """One error of the validator as findings."""

    def __init__(self, root: Mapping, error: Any) -> None:
        self.error = error
        self.node, self.key = find(root, error.absolute_path)
        self.where = _where(tuple(error.absolute_path))
        self.rule, self.wanted = error.validator, error.validator_value

    def findings(self) -> Iterator[Diagnostic]:
        rule, wanted, where = self.rule, self.wanted, self.where
        if rule == "additionalProperties" and isinstance(self.node, Mapping):
            yield from self._unknown(self.node)
        elif rule == "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            words = " or ".join(_KINDS[kind] for kind in kinds)
            sentence = f"{where} must be {words}; this is {_what(self.node)}"
            hint, fixes = type_hint(self.node, kinds, self.error.schema)
            hint = hint or _LIKE.get(kinds[0], "") or _example(self.error)
            yield Diagnostic("DDZ203", sentence, self.node.span, hint, fixes=tuple(fixes))
        elif rule == "enum":
            yield self._enum()
        elif rule in ("minimum", "maximum"):
            word = "least" if rule == "minimum" else "most"
            sentence = f"{where} must be at {word} {wanted}"
            hint = _described(self.error.schema, _limits(self.error.schema))
            yield Diagnostic("DDZ204", sentence, self.node.span, hint)
        elif rule == "pattern":
            sentence = f"'{_shown(self.error.instance)}' is no name"
            name = str(self.error.instance)
            hint = self._comma_hint(name) or _name_hint(name, str(wanted))
            yield Diagnostic("DDZ205", sentence, self._named(), hint)
        elif rule == "maxLength":
            sentence = f"a name may have {wanted} characters at most"
            yield Diagnostic("DDZ205", sentence, self._named(), "shorten it")
        elif rule in ("minItems", "minProperties"):
            what = "entry" if wanted == 1 else "entries"
            sentence = f"{where} needs at least {wanted} {what}"
            hint = _described(self.error.schema, f"at least {wanted}")
            yield Diagnostic("DDZ204", sentence, self._key_or_node(), hint)
        elif rule == "maxProperties" and wanted == 1 and isinstance(self.node, Mapping):
            kinds = list(self.node.entries)
            yield Diagnostic(
                "DDZ204",
                f"{where} has the kinds {' and '.join(kinds)}, and a step has one",
                self.node.entries[kinds[1]].key.span,
                f"give it a name of its own, or remove the other with '{kinds[0]}: null'",
            )
        elif rule in ("maxItems", "maxProperties"):
            sentence = f"{where} may have {wanted} entries at most"
            yield Diagnostic("DDZ204", sentence, self._key_or_node())
        else:
            sentence = f"{where} does not fit the schema ({rule})"
            yield Diagnostic("DDZ204", sentence, self.node.span)

    def _unknown(self, node: Mapping) -> Iterator[Diagnostic]:
        known = sorted(self.error.schema.get("properties", {}))
        unknown = _unknown(node, self.error)
        schema = _validator().schema
        kind = kind_of_step((name for name, _ in unknown), schema) if "auction" in known else ""
        for name, entry in unknown[:1] if kind else unknown:
            file = entry.key.source.name
            own = {key for key, e in node.entries.items() if e.key.source.name == file}
            near, sure = near_key(name, known, own)
            hint = f"did you mean '{near}'?" if near else f"there are: {', '.join(known)}"
            home = home_of(name, tuple(self.error.absolute_path), _homes())
            if kind:
                hint, sure = f"a step starts with its kind: '{kind}: {{{name}: …}}'", False
            elif home and not (near and sure):
                hint, sure = f"it belongs under '{home}:'", False
            comma = self._comma_hint(name)
            fixes = (Fix(entry.key.span, near),) if sure and not comma else ()
            sentence = f"there is no key '{_shown(name)}' here"
            yield Diagnostic("DDZ201", sentence, entry.key.span, comma or hint, fixes=fixes)

    def _comma_hint(self, name: str) -> str:
        """A key without a value inside ``{…}`` may be the rest of a text with a comma."""
        node = self.node.get(name) if isinstance(self.node, Mapping) else None
        if isinstance(node, Scalar) and not node.text and node.start == node.end:
            return COMMA_HINT
        return ""

    def _enum(self) -> Diagnostic:
        wanted = [v for v in self.wanted if v is not None]
        allowed = [str(v).lower() if v is True else str(v) for v in wanted]
        near, sure = near_key(str(self.error.instance), allowed, ())
        hint = f"did you mean '{near}'?" if near and len(allowed) > 1 else ""
        listed = allowed[0] if len(allowed) == 1 else "one of " + ", ".join(allowed)
        hint = hint or _described(self.error.schema, f"write {' or '.join(allowed)}")
        fixes = (Fix(self.node.span, near),) if sure and len(allowed) > 1 else ()
        sentence = f"{self.where} must be {listed}"
        return Diagnostic("DDZ204", sentence, self.node.span, hint, fixes=fixes)

    def _named(self) -> Span:
        """The key that is no name, or the value that should be one."""
        name = str(self.error.instance)
        if isinstance(self.node, Mapping) and name in self.node.entries:
            return self.node.entries[name].key.span
        return self.node.span

    def _key_or_node(self) -> Span:
        return self.key.span if self.key else self.node.span


def _limits(schema: Any) -> str:
    """What numbers a schema allows."""
    return f"from {schema.get('minimum', '…')} to {schema.get('maximum', '…')}"


def _described(schema: Any, words: str) -> str:
    """What the schema says a value is for, and what it may be."""
    text = schema.get("description", "").rstrip(".")
    return f"{text}: {words}" if text else words


def _name_hint(name: str, pattern: str) -> str:
    meant = name_meant(name, pattern)
    if meant:
        return f"write '{meant}': names are letters, digits and _"
    if re.search("[\u4e00-\u9fff]", name):
        return "names are in English letters; what it is called in Chinese goes under 'texts:'"
    if "A-Z" in pattern:
        return "names are letters, digits and _, and start with a letter"
    return "names are small letters, digits and _, two at least, and start with a letter"


def _shown(text: object) -> str:
    """A word of the file, short and on one line."""
    return " ".join(str(text).split())[:40]


def _what(node: Node) -> str:
    if isinstance(node, Scalar):
        if node.value is None:
            return "null"
        kind = {bool: "true or false", int: "a number", float: "a number"}.get(
            type(node.value), "text"
        )
        return f"{kind}, {_shown(node.text)}"
    return "a mapping" if isinstance(node, Mapping) else "a list"


def _example(error: Any) -> str:
    """What the schema gives as an example, where it is short."""
    examples = error.schema.get("examples", [])
    if not examples or not isinstance(examples[0], str | int):
        return ""
    return f"as in: {examples[0]}"
