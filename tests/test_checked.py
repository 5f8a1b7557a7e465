"""Shipped variants are loaded without proving them again while they are as they were checked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ddz
from ddz import resources
from ddz.compiled import trusted
from ddz.variant.find import find_variant, names_of_shipped
from tests.checked import written

NAMES = sorted(names_of_shipped())


def test_the_list_is_of_these_files() -> None:
    """Run ``python -m tests.checked`` when a variant was changed."""
    assert (resources.shipped() / "checked.txt").read_text(encoding="utf-8") == written()


@pytest.mark.parametrize("name", NAMES)
def test_trusted_is_sound_and_the_same(name: str) -> None:
    assert ddz.validate(name) == []
    compiled = trusted.compile_trusted(find_variant(name))
    assert compiled is not None
    text = (resources.shipped() / f"{name}.yaml").read_text(encoding="utf-8")
    assert ddz.load(name).digest == ddz.load("house.yaml", text=text).digest == compiled.digest


def test_a_changed_file_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shipped file that was edited since is trusted no more, nor what extends it."""
    shutil.copytree(resources.shipped(), tmp_path / "variants")
    monkeypatch.setattr(resources, "_folder", lambda name: tmp_path / name)
    monkeypatch.setattr(trusted, "shipped", resources.shipped)
    monkeypatch.setattr("ddz.variant.find.shipped", resources.shipped)
    path = tmp_path / "variants" / "2v4.yaml"
    broken = path.read_text(encoding="utf-8").replace("  kitty: 12", "  kitty: 11")
    path.write_text(broken, encoding="utf-8")
    for name in ("2v4", "melee"):
        assert trusted.compile_trusted(find_variant(name)) is None
    assert trusted.compile_trusted(find_variant("3v3")) is not None
    (tmp_path / "variants" / "checked.txt").unlink()
    assert trusted.compile_trusted(find_variant("3v3")) is None


def test_a_changed_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """`load` falls back to every check there is where the hash is another."""
    monkeypatch.setattr(trusted, "_known", lambda: {"2v4": "0" * 64})
    assert trusted.compile_trusted(find_variant("2v4")) is None
    assert ddz.load("2v4").digest
