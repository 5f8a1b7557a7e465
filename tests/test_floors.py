"""The house: imports go down only, no game lives in the code, every module has its room."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ddz"
MODULES = sorted(PACKAGE.rglob("*.py"))

FLOORS: dict[str, int] = {
    "codes": 0, "slips": 0,
    "diagnostics": 0, "resources": 0, "phrases": 0, "seats": 0,
    "cards": 1, "source": 1, "syntax": 1,
    "pattern": 2, "condition": 2,
    "variant": 3, "plays": 3,
    "compiled": 4,
    "game": 5,
    "check": 6, "tools": 6, "sheet": 6,
    "front": 7, "": 7,
    "extras": 8, "fix": 7,
    "cli": 9, "__main__": 9,
}  # fmt: skip


def room(name: str) -> str:
    """The part of the package a module name belongs to, such as ``game`` for ``ddz.game.state``."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def name_of(path: Path) -> str:
    """The module name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports_of(path: Path) -> set[str]:
    """The project's modules that a file imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name for name in found if name == "ddz" or name.startswith("ddz.")}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down(path: Path) -> None:
    here = room(name_of(path))
    for imported in imports_of(path):
        there = room(imported)
        if there != here:
            assert FLOORS[there] <= FLOORS[here], f"{name_of(path)} imports {imported}"
            assert {here, there} != {"pattern", "condition"}, "the two languages are strangers"
            assert not (
                FLOORS[there] == FLOORS[here] and here in ("check", "tools", "sheet", "cli")
            )


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_fits_one_reading(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
    assert path.stem not in ("utils", "helpers", "manager", "common")
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def shipped_names() -> set[str]:
    """Every name a shipped file gives to something of its own."""
    names: set[str] = set()
    for path in (ROOT / "variants").rglob("*.yaml"):
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        for section in ("patterns", "bombs", "lines", "names", "cases"):
            names.update(document.get(section, {}))
        names.update(document.get("settle", {}).get("names", {}))
        names.update(document.get("deal", {}).get("marks", {}))
        for step, kinds in document.get("steps", {}).items():
            names.add(step)
            for kind, spec in (kinds or {}).items():
                if kind == "roles":
                    names.update(spec)
                    names.update(role["side"] for role in spec.values() if "side" in role)
                names.update(spec.get("options", {}) if kind == "choice" else {})
                names.update(spec["when"] if kind == "end" else {})
    return {name for name in names if len(name) > 1}


def engine_vocabulary() -> set[str]:
    """The words that grammar/README.md lists as the engine's own, which shipped files may share."""
    text = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")
    section = text.split("words of the engine that the shipped files use", 1)[1]
    return set(section.split("\n> ", 1)[1].split("\n", 1)[0].split())


def words_of(path: Path) -> set[str]:
    """The names a module could mean: identifiers, strings of one word, and words with an underscore
    in other strings; no docstrings, no comments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    words: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            words.add(node.id)
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
        elif isinstance(node, ast.arg):
            words.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            words.add(node.name)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            if re.fullmatch(r"[A-Za-z_]+", node.value):
                words.add(node.value)
            words.update(word for word in re.findall(r"[A-Za-z_]+", node.value) if "_" in word)
    return words


def test_no_game_lives_in_the_code() -> None:
    names = shipped_names() - engine_vocabulary()
    assert len(names) > 30
    found = {(name_of(path), word) for path in MODULES for word in sorted(words_of(path) & names)}
    assert not found
