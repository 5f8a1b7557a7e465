"""Write the schema's form for patches from its form for whole files: ``python -m tests.schema``.

A file with ``extends`` is a patch of another (JSON Merge Patch): nothing in it is needed, and null
removes. So the definition ``patch`` is ``whole`` without what must be there, and with null beside
each value. A list replaces, so what stands in a list is whole. `grammar/variant.schema.json` is
edited by hand but for ``patch`` and the definitions that start with ``patch_``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["SCHEMA", "written"]

SCHEMA = Path(__file__).resolve().parent.parent / "grammar" / "variant.schema.json"

KEPT = frozenset({"extends"})
"""Keys that null cannot remove: what a patch is known by."""

AS_IT_IS = frozenset({
    "$ref", "default", "defaultSnippets", "description", "examples", "items", "markdownDescription",
    "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "pattern",
    "propertyNames",
})  # fmt: skip
LEFT_OUT = frozenset({"title", "required", "minProperties", "maxProperties"})

Schema = dict[str, Any]


def written() -> str:
    """The text that the schema file should have."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    definitions: dict[str, Schema] = {
        name: node
        for name, node in schema["definitions"].items()
        if name != "patch" and not name.startswith("patch_")
    }
    whole = definitions.pop("whole")
    patches = _Patches(definitions)
    patch = patches.of(whole)
    schema["definitions"] = {"whole": whole, "patch": patch, **definitions, **patches.named()}
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


class _Patches:
    """The form for patches of schemas that may refer to definitions."""

    def __init__(self, definitions: dict[str, Schema]) -> None:
        self.definitions = definitions
        self.made: dict[str, Schema] = {}

    def named(self) -> dict[str, Schema]:
        """The definitions for patches that were referred to, by name."""
        return dict(sorted(self.made.items()))

    def of(self, node: Schema) -> Schema:
        """A schema's form for patches."""
        return {word: self._word(word, part) for word, part in node.items() if word not in LEFT_OUT}

    def _word(self, word: str, part: Any) -> Any:
        if word == "$ref":
            return self._reference(part)
        if word == "type":
            return [part, "null"] if isinstance(part, str) else [*part, "null"]
        if word == "enum":
            return [*part, None]
        if word == "allOf":
            return [self.of(each) for each in part]
        if word == "properties":
            return {key: each if key in KEPT else self.of(each) for key, each in part.items()}
        if word == "additionalProperties":
            return self.of(part) if isinstance(part, dict) else part
        if word in AS_IT_IS:
            return part
        raise ValueError(f"say in tests/schema.py what '{word}' is in a patch")

    def _reference(self, pointer: str) -> str:
        """To the patch form of a definition, which is made where it is not there yet."""
        name = pointer.removeprefix("#/definitions/")
        if name == "patch":
            return pointer
        if f"patch_{name}" not in self.made:
            self.made[f"patch_{name}"] = {}
            self.made[f"patch_{name}"] = self.of(self.definitions[name])
        return f"#/definitions/patch_{name}"


if __name__ == "__main__":
    SCHEMA.write_text(written(), encoding="utf-8")
