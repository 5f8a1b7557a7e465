"""The schema's findings in words, each at its key or value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any

from ddz.diagnostics import Diagnostic
from ddz.resources import grammar
from ddz.source import Mapping, Node, Scalar, find

__all__ = ["schema_findings"]

_KINDS = {
    "integer": "a whole number",
    "string": "text",
    "object": "a mapping",
    "array": "a list",
    "boolean": "true or false",
    "null": "null",
    "number": "a number",
}


def schema_findings(root: Mapping) -> list[Diagnostic]:
    """What the schema has against a flattened file, in file order."""
    found: list[Diagnostic] = []
    for error in _validator().iter_errors(root.data()):
        found += _findings(root, error)
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


def _findings(root: Mapping, error: Any) -> Iterator[Diagnostic]:
    path = list(error.absolute_path)
    node, key = find(root, path)
    where = (
        f"'{path[-1]}'"
        if path and isinstance(path[-1], str)
        else "this entry"
        if path
        else "the file"
    )
    span = node.span
    rule, wanted = error.validator, error.validator_value
    if rule == "additionalProperties" and isinstance(node, Mapping):
        known = sorted(error.schema.get("properties", {}))
        for name, entry in node.entries.items():
            if name not in known:
                near = get_close_matches(name, known, 1, 0.6)
                hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(known)}"
                yield Diagnostic(
                    "DDZ201", f"there is no key '{name[:40]}' here", entry.key.span, hint
                )
    elif rule == "required":
        missing = error.message.split("'")[1]
        yield Diagnostic(
            "DDZ202",
            f"{where} lacks the key '{missing}'",
            key.span if key else span,
            error.schema["properties"].get(missing, {}).get("description", ""),
        )
    elif rule == "type" and isinstance(node, Scalar) and node.value is None and not node.text:
        return  # an empty value is reported where the file is read
    elif rule == "type":
        kinds = [wanted] if isinstance(wanted, str) else wanted
        words = " or ".join(_KINDS[kind] for kind in kinds)
        yield Diagnostic(
            "DDZ203",
            f"{where} must be {words}; this is {_what(node)}",
            span,
            _type_hint(node, kinds),
        )
    elif rule == "enum":
        allowed = [str(value).lower() if value is True else str(value) for value in wanted]
        near = get_close_matches(str(error.instance), allowed, 1)
        hint = f"did you mean '{near[0]}'?" if near and len(allowed) > 1 else ""
        listed = allowed[0] if len(allowed) == 1 else "one of " + ", ".join(allowed)
        yield Diagnostic("DDZ204", f"{where} must be {listed}", span, hint)
    elif rule in ("minimum", "maximum"):
        word = "least" if rule == "minimum" else "most"
        yield Diagnostic("DDZ204", f"{where} must be at {word} {wanted}", span)
    elif rule == "pattern":
        name = str(error.instance)[:40]
        named = node.entries.get(str(error.instance)) if isinstance(node, Mapping) else None
        yield Diagnostic(
            "DDZ205",
            f"'{name}' is no name",
            named.key.span if named else span,
            _name_hint(str(wanted)),
        )
    elif rule in ("minItems", "minProperties"):
        yield Diagnostic(
            "DDZ204", f"{where} needs at least {wanted} entries", key.span if key else span
        )
    elif rule in ("maxItems", "maxProperties"):
        hint = "a step has one kind" if wanted == 1 else ""
        what = "entry" if wanted == 1 else "entries"
        yield Diagnostic(
            "DDZ204", f"{where} may have {wanted} {what} at most", key.span if key else span, hint
        )
    elif rule == "maxLength":
        named = node.entries.get(str(error.instance)) if isinstance(node, Mapping) else None
        yield Diagnostic(
            "DDZ205",
            f"a name may have {wanted} characters at most",
            named.key.span if named else span,
        )
    else:
        yield Diagnostic("DDZ204", f"{where} does not fit the schema ({rule})", span)


def _name_hint(pattern: str) -> str:
    if "A-Z" in pattern:
        return "names are letters, digits and _, and start with a letter"
    return "names are small letters, digits and _, two at least, and start with a letter"


def _what(node: Node) -> str:
    if isinstance(node, Scalar):
        if node.value is None:
            return "null"
        kind = {bool: "true or false", int: "a number", float: "a number"}.get(
            type(node.value), "text"
        )
        return f"{kind}, {node.text[:30]}"
    return "a mapping" if isinstance(node, Mapping) else "a list"


def _type_hint(node: Node, kinds: list[str]) -> str:
    if not isinstance(node, Scalar):
        return ""
    if "string" in kinds and not isinstance(node.value, str) and node.value is not None:
        return f'YAML reads this as another type; write "{node.text[:30]}" in quotes'
    if kinds == ["integer"] and isinstance(node.value, float):
        return "write it without a point"
    if kinds == ["integer"] and node.text.strip().lstrip("+-").isdigit():
        return "leave the quotes out"
    if kinds == ["boolean"] and node.text.lower() in ("yes", "no", "on", "off"):
        return "write true or false"
    if kinds == ["array"]:
        return "write a list: [a, b] or lines that start with '- '"
    return ""
