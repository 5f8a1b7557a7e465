"""Where things are defined: of a name in a text, of a key that a base has too, of ``extends``."""

from __future__ import annotations

from lsprotocol.types import Location, Position, Range
from pygls.workspace import PositionCodec

from ddz.diagnostics import Span
from ddz.extras.lsp.page import Page
from ddz.extras.lsp.positions import range_of
from ddz.extras.lsp.spots import EXTENDS, Spot, without_option
from ddz.extras.lsp.things import Thing

__all__ = ["definition_of", "location", "thing_at"]


def definition_of(page: Page, spot: Spot, codec: PositionCodec) -> Location | None:
    """The place that defines what stands at the spot; for a key that a base has too, the base's."""
    if spot.path == EXTENDS:
        path = page.base_file()
        top = Range(Position(0, 0), Position(0, 0))
        return Location(path.as_uri(), top) if path is not None and path.is_file() else None
    thing = thing_at(page, spot)
    if thing is not None and thing.key.start != spot.node.start:
        return location(page, thing.key.span, codec)
    entry = page.entry(spot.path) if spot.on_key else None
    if entry is not None and entry.older:
        return location(page, entry.older[0], codec)
    return location(page, thing.key.span, codec) if thing is not None else None


def thing_at(page: Page, spot: Spot) -> Thing | None:
    """The thing that stands at the spot: what a name in a text or a key stands for, or what the key
    defines; of a key in an option's changes, what it changes."""
    kinds = spot.kinds()
    if kinds:
        return page.things.named(spot.word()[0], kinds)
    return page.things.by_path.get(without_option(spot.path)) if spot.on_key else None


def location(page: Page, span: Span, codec: PositionCodec) -> Location:
    """A span as a place an editor can go to."""
    return Location(page.file_of(span).as_uri(), range_of(span, codec))
