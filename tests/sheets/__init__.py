"""Golden rule sheets: which there are, and how they are made anew with ``python -m tests.sheets``.

The sheets are generated documents; whoever makes them anew reads them before they are kept.
"""

from __future__ import annotations

from pathlib import Path

import ddz
from ddz.sheet import render_sheet

__all__ = ["FOLDER", "GOLDENS", "fresh"]

FOLDER = Path(__file__).resolve().parent
_VARIANTS = (
    "2v4",
    "3v3",
    "melee",
    "classic",
    "compat/openspiel",
    "compat/rlcard",
    "compat/douzero",
)
_SUFFIX = {"md": "md", "html": "html", "text": "txt"}
_EXTRA = (("2v4", "zh", "html"), ("3v3", "en", "text"))


def _file(variant: str, lang: str, form: str) -> str:
    return f"{variant.replace('/', '-')}.{lang}.{_SUFFIX[form]}"


GOLDENS = {
    _file(variant, lang, form): (variant, lang, form)
    for variant, lang, form in [
        *((variant, lang, "md") for variant in _VARIANTS for lang in ("zh", "en")),
        *_EXTRA,
    ]
}
"""File names, each with the variant, the language and the format it holds."""


def fresh(name: str) -> str:
    """The sheet of a golden file, made now."""
    variant, lang, form = GOLDENS[name]
    return render_sheet(ddz.load(variant).compiled, lang, form)
