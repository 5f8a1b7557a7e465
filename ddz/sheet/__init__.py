"""The rule sheet: a rule file said in the words of a card player, in Chinese and in English."""

from __future__ import annotations

from ddz.compiled import Compiled

__all__ = ["FORMATS", "render_sheet", "sheet_with_gaps"]

FORMATS = ("text", "md", "html")


def render_sheet(compiled: Compiled, lang: str, form: str) -> str:
    """The rule sheet of a game in ``zh`` or ``en``, as ``text``, ``md`` or ``html``."""
    return sheet_with_gaps(compiled, lang, form)[0]


def sheet_with_gaps(compiled: Compiled, lang: str, form: str) -> tuple[str, tuple[str, ...]]:
    """The same, and the patterns and bombs of which not all examples were looked for, since too
    many card sets would have to be tried."""
    from ddz.sheet.build import build_sheet
    from ddz.sheet.html import render_html
    from ddz.sheet.markdown import render_markdown
    from ddz.sheet.text import render_text

    render = {"text": render_text, "md": render_markdown, "html": render_html}[form]
    sheet = build_sheet(compiled, lang)
    return render(sheet), sheet.given_up
