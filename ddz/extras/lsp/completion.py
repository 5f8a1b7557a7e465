"""What can be written at a place of a text: the names there are, and the words of its language."""

from __future__ import annotations

from lsprotocol.types import CompletionItem, CompletionItemKind, TextEdit

from ddz.extras.lsp.page import Page
from ddz.extras.lsp.positions import Ruler
from ddz.extras.lsp.spots import EXTENDS, Spot
from ddz.phrases import EDITOR, say
from ddz.variant.find import places_by_root

__all__ = ["completions"]

_OF_PATTERNS = (
    "of a rank", "row of", "on", "exactly", "but", "from", "without", "by", "may repeat",
    "may repeat up to", "may touch", "not both", "beside",
)  # fmt: skip
_OF_CONDITIONS = (
    "all", "none", "winner", "bid", "rest", "and", "or", "not", "in", "won", "went out", "ended by",
    "any", "every", "no", "where", "next", "holder", "holders", "size", "left", "plays", "holds",
    "splits", "bombs", "N",
)  # fmt: skip
_OF_EVENTS = ("played", "said", "over", "bombs", "end")
_KINDS = {
    "pattern": CompletionItemKind.Class,
    "bomb": CompletionItemKind.Class,
    "line": CompletionItemKind.Enum,
    "step": CompletionItemKind.Event,
    "case": CompletionItemKind.EnumMember,
    "answer": CompletionItemKind.EnumMember,
}


def completions(page: Page, spot: Spot, ruler: Ruler, lang: str) -> list[CompletionItem]:
    """What can stand at the spot, in place of the word that is there; what fits best first."""
    if spot.path == EXTENDS and not spot.on_key:
        names = [name for _, entries in places_by_root() for name, _ in entries]
        return [_game(name, spot, ruler) for name in names]
    kinds = spot.kinds()
    things = sorted(page.things.of_kinds(kinds), key=lambda thing: kinds.index(thing.kind))
    found = [
        CompletionItem(
            thing.name,
            kind=_KINDS.get(thing.kind, CompletionItemKind.Variable),
            detail=say(EDITOR, thing.kind, lang),
            sort_text=f"0{kinds.index(thing.kind)}{number:04}",
        )
        for number, thing in enumerate(things)
        if thing.path != spot.path
    ]
    words = () if spot.on_key else _words(kinds)
    found += [
        CompletionItem(word, kind=CompletionItemKind.Keyword, sort_text=f"1{number:04}")
        for number, word in enumerate(words)
    ]
    return found


def _words(kinds: tuple[str, ...]) -> tuple[str, ...]:
    if "line" in kinds:
        return _OF_PATTERNS
    if "case" in kinds and "name" in kinds:
        return _OF_CONDITIONS
    return _OF_EVENTS if "answer" in kinds and "bomb" in kinds else ()


def _game(name: str, spot: Spot, ruler: Ruler) -> CompletionItem:
    """A game in place of all that stands there, since a name may have a stroke."""
    place = ruler.range(spot.node.start, spot.node.end)
    return CompletionItem(
        name, kind=CompletionItemKind.File, text_edit=TextEdit(place, name), filter_text=name
    )
