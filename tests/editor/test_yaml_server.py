"""A YAML language server with our schema: what it completes, says and underlines.

The cases are in `cases.yaml`. Skipped where the server is missing, which
``python -m tests.editor.install`` brings.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.editor.client import Client, cursor
from tests.editor.install import command, missing

pytestmark = [pytest.mark.node, pytest.mark.skipif(bool(missing()), reason=missing())]

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "grammar" / "variant.schema.json"
CASES = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))
GOOD = [
    *sorted((ROOT / "variants").rglob("*.yaml")),
    *sorted((ROOT / "tests" / "elses").glob("*.yaml")),
]


class Editor:
    """An editor with rule files open in one server."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client, self.folder, self.numbers = client, folder, count()

    def open(self, text: str) -> str:
        """Open a new rule file; where it is."""
        uri = (self.folder / f"rules{next(self.numbers)}.yaml").as_uri()
        self.client.open(uri, text)
        return uri

    def at_cursor(self, method: str, text: str) -> Any:
        """Ask about the place of the cursor."""
        whole, line, character = cursor(text)
        return self.client.at(method, self.open(whole), line, character)


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("rules")
    settings = {
        "yaml": {
            "schemas": {SCHEMA.as_uri(): "*.yaml"},
            "schemaStore": {"enable": False},
            **dict.fromkeys(("validate", "hover", "completion"), True),
        }
    }
    with Client(command(), folder, settings) as client:
        client.start()
        client.notify("workspace/didChangeConfiguration", {"settings": settings})
        made = Editor(client, folder)
        client.diagnostics(made.open("extends: 2v4\n"))  # the settings have arrived, and the schema
        yield made
        assert client.stop() == 0


def _cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=" ".join(case["in"].split())) for case in CASES[kind]]


@pytest.mark.parametrize("case", _cases("completes"))
def test_completes(editor: Editor, case: dict[str, Any]) -> None:
    """The keys and values that can stand at the cursor are offered, and those of other places are
    not."""
    found = editor.at_cursor("completion", case["in"])
    labels = {item["label"] for item in found["items"]}
    assert len(labels) == len(found["items"]), "each once"
    assert set(case["has"]) <= labels
    assert not labels & set(case.get("not", ()))


@pytest.mark.parametrize("case", _cases("says"))
def test_says(editor: Editor, case: dict[str, Any]) -> None:
    """Hover over a key says what it is for."""
    found = editor.at_cursor("hover", case["in"])
    assert case["has"] in found["contents"]["value"]


@pytest.fixture(scope="module")
def opened(editor: Editor) -> dict[str, str]:
    """The files to be underlined, opened together, since the server takes its time with each."""
    return {case["in"]: editor.open(case["in"]) for case in CASES["underlines"]}


@pytest.mark.parametrize("case", _cases("underlines"))
def test_underlines(editor: Editor, opened: dict[str, str], case: dict[str, Any]) -> None:
    """What is wrong is underlined, in place; of a file that extends another, nothing for what it
    leaves out or removes."""
    found = editor.client.diagnostics(opened[case["in"]])
    lines = case["in"].split("\n")
    places = sorted((each["range"] for each in found), key=lambda place: [*place["start"].values()])
    marked = [_marked(place, lines) for place in places]
    if "are" in case:
        assert marked == case["are"], found
    else:
        assert set(case["also"]) <= set(marked), found


def test_good_files_are_not_underlined(editor: Editor) -> None:
    """In a sound file nothing is underlined, wherever its first line finds the schema."""
    assert len(GOOD) > 20
    for path in GOOD:
        editor.client.open(path.as_uri(), path.read_text(encoding="utf-8"))
    assert {path.name: editor.client.diagnostics(path.as_uri()) for path in GOOD} == {
        path.name: [] for path in GOOD
    }


def _marked(where: dict[str, Any], lines: list[str]) -> str:
    """The text of a range that is on one line; of a longer one, its first line."""
    start, end = where["start"], where["end"]
    line = lines[start["line"]]
    return line[start["character"] : end["character"] if end["line"] == start["line"] else None]
