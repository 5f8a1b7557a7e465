"""The schema as editors use it: the form for patches follows from the form for whole files, every
key is described, and what an author may write is not refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from ddz.source import Mapping, read
from tests.schema import SCHEMA, written

ROOT = Path(__file__).resolve().parent.parent
WHOLE = [ROOT / "variants" / f"{name}.yaml" for name in ("2v4", "3v3", "classic")]
PATCHES = [
    *sorted((ROOT / "variants" / "compat").glob("*.yaml")),
    *sorted((ROOT / "tests" / "elses").glob("*.yaml")),
    ROOT / "variants" / "melee.yaml",
]


@cache
def schema() -> Any:
    """The schema as data."""
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


def faults(text: str) -> list[tuple[Any, ...]]:
    """Where the schema, as it stands, has something against a file, and by which of its words."""
    root, found = read(text, "x.yaml")
    assert isinstance(root, Mapping), found
    errors = Draft7Validator(schema()).iter_errors(root.data())
    return sorted((*error.absolute_path, error.validator) for error in errors)


def test_the_schema_is_one() -> None:
    """It is valid JSON Schema of draft 7."""
    Draft7Validator.check_schema(schema())


def test_patches_follow_from_whole_files() -> None:
    """Run ``python -m tests.schema`` after a change to `variant.schema.json`."""
    assert SCHEMA.read_text(encoding="utf-8") == written()


def _properties(node: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key, value by name and entry of a list that the schema speaks of."""
    if isinstance(node, list):
        for at, each in enumerate(node):
            yield from _properties(each, f"{place}/{at}")
    elif isinstance(node, dict):
        for word, part in node.items():
            if word == "properties":
                for key, each in part.items():
                    yield f"{place}/{key}", each
                    yield from _properties(each, f"{place}/{key}")
            elif word not in ("examples", "defaultSnippets", "enum", "default", "propertyNames"):
                if word in ("additionalProperties", "items") and isinstance(part, dict):
                    yield f"{place}/*", part
                yield from _properties(part, f"{place}/{word}")


def _described(node: dict[str, Any]) -> str:
    """What hover says: the description, or that of the definition referred to."""
    if "description" in node:
        return str(node["description"])
    pointer = node.get("$ref", "")
    return _described(schema()["definitions"][pointer.rsplit("/", 1)[1]]) if pointer else ""


def test_every_key_is_described() -> None:
    """Hover says something, in a sentence, about each key and each entry."""
    found = dict(_properties(schema(), ""))
    assert len(found) > 200
    bare = [place for place, node in found.items() if not _described(node).endswith(".")]
    assert bare == []


def test_texts_and_numbers_have_an_example() -> None:
    """Where a key takes any text or number, one is shown, or what is meant if it is left out."""
    bare = [
        place
        for place, node in _properties(schema()["definitions"]["whole"], "")
        if node.get("type") in ("string", "integer") and not place.endswith("*")
        if not {"examples", "enum", "default"} & node.keys()
    ]
    assert bare == []


@pytest.mark.parametrize("path", [*WHOLE, *PATCHES], ids=lambda path: path.stem)
def test_shipped_files_fit(path: Path) -> None:
    """Files as they are, not flattened."""
    text = path.read_text(encoding="utf-8")
    assert ("extends:" in text) == (path in PATCHES)
    assert faults(text) == []


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_any_key_alone_is_a_patch(path: Path) -> None:
    """Each key of a whole file, at every depth, fits alone: as it is, removed with null, and as a
    mapping with nothing in it where it is one."""
    validator = Draft7Validator(schema())
    data = json.loads(json.dumps(yaml.safe_load(path.read_text(encoding="utf-8"))))
    tried = count()
    for *above, key in _keys(data):
        old = data
        for each in (*above, key):
            old = old[each]
        for value in (old, None, *([{}] if isinstance(old, dict) else [])):
            patch: Any = {key: value}
            for each in reversed(above):
                patch = {each: patch}
            assert validator.is_valid({"extends": "3v3", **patch}), patch
            next(tried)
    assert next(tried) > 200


def _keys(node: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(node, dict):
        for key, each in node.items():
            yield (*above, key)
            yield from _keys(each, (*above, key))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # without `extends`, a file is whole
        ("format: 1\n", 8 * [("required",)]),
        ("extends: 2v4\n", []),
        ("extends: 2v4\ndeal: {kitty: null}\n", []),
        ("extends: 2v4\nplayer: 6\n", [("additionalProperties",)]),
        ("extends: 2v4\nplayers: six\n", [("players", "type")]),
        ("extends: 2v4\nplayers: 13\n", [("players", "maximum")]),
        ("extends: 2v4\nlines: {Run: 3 4}\n", [("lines", "pattern")]),
        ("extends: null\n", [("extends", "type")]),
        # a step may lose its kind and get another, but a list is whole
        ("extends: 2v4\nsteps: {show: {choice: null, end: {won: peasants}}}\n", []),
        ("extends: 2v4\nsettle: {rows: [{when: two}]}\n", [("settle", "rows", 0, "required")]),
        ("extends: 2v4\nladder: [null]\n", [("ladder", 0, "type")]),
        # what an option changes is a patch
        ("extends: 2v4\noptions: {low: {changes: {deal: {kitty: null}}}}\n", []),
        (
            "extends: 2v4\noptions: {low: {changes: {deal: {eech: 3}}}}\n",
            [("options", "low", "changes", "deal", "additionalProperties")],
        ),
    ],
)
def test_patches_and_whole_files(text: str, wanted: list[tuple[Any, ...]]) -> None:
    """`extends` makes a file a patch."""
    assert faults(text) == wanted
