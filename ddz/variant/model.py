"""The model of a variant: what the file says, each text still with its place.

Enters: a flattened file that the schema has nothing against. Leaves: a `Variant`. Texts of the two
languages stay text here; what they mean is the compiler's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ddz.diagnostics import Span
from ddz.source import Entry, Listing, Mapping, Node, Scalar
from ddz.variant.extends import Layered
from ddz.variant.options import Option, read_options

__all__ = [
    "AuctionSpec",
    "ChoiceSpec",
    "EffectSpec",
    "EndSpec",
    "KittySpec",
    "MarkSpec",
    "PlaySpec",
    "RoleSpec",
    "RowSpec",
    "SettleRowSpec",
    "StepSpec",
    "Texts",
    "Value",
    "Variant",
    "build",
]

Texts = dict[str, dict[str, str]]
"""For each id, its name by language (``zh``, ``en``)."""


@dataclass(frozen=True, slots=True)
class Value:
    """An expression, or a table of expressions by case."""

    plain: Scalar | None
    table: dict[str, Entry]
    span: Span


@dataclass(frozen=True, slots=True)
class MarkSpec:
    key: Scalar
    card: Scalar
    known: str


@dataclass(frozen=True, slots=True)
class AuctionSpec:
    when: Scalar | None
    start: Value
    asked: Value
    barred: Value | None
    bids: tuple[int, ...]
    bids_span: Span
    turns: int | None
    passed: str
    redeal: int
    seat: Value | None
    seat_bid: int
    lot: int | None
    void: bool
    unbid_span: Span


@dataclass(frozen=True, slots=True)
class RoleSpec:
    key: Scalar
    side: Scalar
    who: Value
    hidden_until: Scalar | None


@dataclass(frozen=True, slots=True)
class KittySpec:
    shown: str
    to: dict[str, tuple[Scalar, Value]]


@dataclass(frozen=True, slots=True)
class EndSpec:
    any: Scalar | None
    when: dict[str, tuple[Scalar, Scalar]]
    won: Scalar


@dataclass(frozen=True, slots=True)
class ChoiceSpec:
    ask: Value
    options: dict[str, Scalar]
    opens: frozenset[str]
    default: Scalar
    seconds: int | None


@dataclass(frozen=True, slots=True)
class EffectSpec:
    at: Scalar
    freeze: Scalar
    others: bool


@dataclass(frozen=True, slots=True)
class PlaySpec:
    lead: Value
    bound_by: str
    effects: tuple[EffectSpec, ...]


@dataclass(frozen=True, slots=True)
class StepSpec:
    key: Scalar
    kind: str
    spec: AuctionSpec | tuple[RoleSpec, ...] | KittySpec | EndSpec | ChoiceSpec | PlaySpec


@dataclass(frozen=True, slots=True)
class RowSpec:
    """A multiplier row."""

    at: Scalar
    when: Scalar | None
    add: Scalar | None
    times: Scalar | None
    span: Span


@dataclass(frozen=True, slots=True)
class SettleRowSpec:
    when: Scalar | None
    times: Scalar | None
    shares: dict[str, tuple[Scalar, int]]
    why: dict[str, str] | None
    span: Span


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule file's content. `files` names the file and all it extends; `shipped` is its shipped
    name, both with the options switched; `chosen` are these and those of the files it extends.
    """

    name: str
    shipped: str | None
    files: tuple[str, ...]
    root: Mapping
    title: dict[str, str]
    players: int
    players_span: Span
    copies: int
    ranks: Scalar
    jokers: Scalar | None
    lines: dict[str, tuple[Scalar, Scalar]]
    patterns: dict[str, tuple[Scalar, Scalar]]
    bombs: dict[str, tuple[Scalar, Scalar]]
    ladder: tuple[Scalar, ...]
    ladder_span: Span
    each: int
    kitty: int
    aside: int
    deal_span: Span
    marks: dict[str, MarkSpec]
    names: dict[str, tuple[Scalar, Value]]
    cases: dict[str, tuple[Scalar, Scalar]]
    flow: tuple[Scalar, ...]
    flow_span: Span
    steps: dict[str, StepSpec]
    start: int
    most: int | None
    rows: tuple[RowSpec, ...]
    settle_names: dict[str, tuple[Scalar, Value]]
    settle_rows: tuple[SettleRowSpec, ...]
    settle_span: Span
    texts: Texts
    text_keys: dict[str, Scalar]
    examples: tuple[Node, ...]
    options: dict[str, Option]
    chosen: dict[str, str]


def build(layered: Layered, root: Mapping) -> Variant:
    """The model of a flattened file, of which `root` is what fits the schema."""
    deck = _map(root, "deck")
    deal = _map(root, "deal")
    multiplier = root.get("multiplier")
    counts = multiplier if isinstance(multiplier, Mapping) else None
    settle = _map(root, "settle")
    return Variant(
        name=layered.name,
        shipped=layered.shipped_name,
        files=layered.files,
        root=root,
        title=_both(root.get("title")),
        players=_int(root.get("players")),
        players_span=root.entries["players"].key.span,
        copies=_int(deck.get("copies")),
        ranks=_scalar(deck.get("ranks")),
        jokers=_maybe(deck.get("jokers")),
        lines=_texts(root.get("lines")),
        patterns=_texts(root.get("patterns")),
        bombs=_texts(root.get("bombs")),
        ladder=tuple(_scalar(item) for item in _items(root.get("ladder"))),
        ladder_span=(root.entries.get("ladder") or root.entries["patterns"]).key.span,
        each=_int(deal.get("each")),
        kitty=_int(deal.get("kitty")) if deal.get("kitty") else 0,
        aside=_int(deal.get("aside")) if deal.get("aside") else 0,
        deal_span=root.entries["deal"].key.span,
        marks={
            key: MarkSpec(e.key, _scalar(_map_of(e.node).get("card")), _text(e.node, "known"))
            for key, e in _entries(deal.get("marks"))
        },
        names=_values(root.get("names")),
        cases=_texts(root.get("cases")),
        flow=tuple(_scalar(item) for item in _items(root.get("flow"))),
        flow_span=root.entries["flow"].key.span,
        steps={key: _step(entry) for key, entry in _entries(root.get("steps"))},
        start=_int(counts.get("start")) if counts and counts.get("start") else 1,
        most=_int(counts.get("most")) if counts and counts.get("most") else None,
        rows=tuple(_row(item) for item in _items(counts.get("rows") if counts else None)),
        settle_names=_values(settle.get("names")),
        settle_rows=tuple(_settle_row(item) for item in _items(settle.get("rows"))),
        settle_span=root.entries["settle"].key.span,
        texts={key: _both(entry.node) for key, entry in _entries(root.get("texts"))},
        text_keys={key: entry.key for key, entry in _entries(root.get("texts"))},
        examples=tuple(_items(root.get("examples"))),
        options=read_options(root),
        chosen=dict(layered.chosen),
    )


def _step(entry: Entry) -> StepSpec:
    ((kind, inner),) = _map_of(entry.node).entries.items()
    node = _map_of(inner.node)
    make: Any = {
        "auction": _auction,
        "roles": _roles,
        "kitty": _kitty,
        "end": _end,
        "choice": _choice,
        "play": _play,
    }[kind]
    return StepSpec(entry.key, kind, make(node))


def _auction(node: Mapping) -> AuctionSpec:
    unbid = _map(node, "unbid")
    seat, lot, redeal = unbid.get("seat"), unbid.get("lot"), unbid.get("redeal")
    barred, turns = node.get("barred"), node.get("turns")
    return AuctionSpec(
        when=_maybe(node.get("when")),
        start=_value(node.get("from")),
        asked=_value(node.get("asked")),
        barred=_value(barred) if barred else None,
        bids=tuple(_int(item) for item in _items(node.get("bids"))),
        bids_span=node.entries["bids"].node.span,
        turns=_int(turns) if turns else None,
        passed=_text(node, "passed", "out"),
        redeal=_int(redeal) if redeal else 0,
        seat=_value(seat) if seat else None,
        seat_bid=_int(unbid.get("bid")) if unbid.get("bid") else 0,
        lot=_int(lot) if lot else None,
        void=unbid.get("void") is not None,
        unbid_span=node.entries["unbid"].key.span,
    )


def _roles(node: Mapping) -> tuple[RoleSpec, ...]:
    return tuple(
        RoleSpec(
            entry.key,
            _scalar(_map_of(entry.node).get("side")),
            _value(_map_of(entry.node).get("who")),
            _maybe(_map_of(entry.node).get("hidden_until")),
        )
        for entry in node.entries.values()
    )


def _kitty(node: Mapping) -> KittySpec:
    return KittySpec(_text(node, "shown"), _values(node.get("to")))


def _end(node: Mapping) -> EndSpec:
    return EndSpec(_maybe(node.get("any")), _texts(node.get("when")), _scalar(node.get("won")))


def _choice(node: Mapping) -> ChoiceSpec:
    options = _map(node, "options")
    seconds = node.get("seconds")
    return ChoiceSpec(
        _value(node.get("ask")),
        {key: entry.key for key, entry in options.entries.items()},
        frozenset(k for k, e in options.entries.items() if _map_of(e.node).get("opens")),
        _scalar(node.get("default")),
        _int(seconds) if seconds else None,
    )


def _play(node: Mapping) -> PlaySpec:
    effects = tuple(
        EffectSpec(
            _scalar(_map_of(item).get("at")),
            _scalar(_map_of(item).get("freeze")),
            _text(item, "for", "others") == "others",
        )
        for item in _items(node.get("effects"))
    )
    return PlaySpec(_value(node.get("lead")), _text(node, "bound_by", "best"), effects)


def _row(node: Node) -> RowSpec:
    row = _map_of(node)
    return RowSpec(
        _scalar(row.get("at")),
        _maybe(row.get("when")),
        _maybe(row.get("add")),
        _maybe(row.get("times")),
        row.span,
    )


def _settle_row(node: Node) -> SettleRowSpec:
    row = _map_of(node)
    return SettleRowSpec(
        _maybe(row.get("when")),
        _maybe(row.get("times")),
        {key: (entry.key, _int(entry.node)) for key, entry in _entries(row.get("shares"))},
        _both(row.get("why")) if row.get("why") else None,
        row.span,
    )


def _value(node: Node | None) -> Value:
    if isinstance(node, Mapping):
        return Value(None, dict(node.entries), node.span)
    scalar = _scalar(node)
    return Value(scalar, {}, scalar.span)


def _values(node: Node | None) -> dict[str, tuple[Scalar, Value]]:
    return {key: (entry.key, _value(entry.node)) for key, entry in _entries(node)}


def _texts(node: Node | None) -> dict[str, tuple[Scalar, Scalar]]:
    return {key: (entry.key, _scalar(entry.node)) for key, entry in _entries(node)}


def _entries(node: Node | None) -> Iterator[tuple[str, Entry]]:
    return iter(node.entries.items()) if isinstance(node, Mapping) else iter(())


def _items(node: Node | None) -> list[Node]:
    return node.items if isinstance(node, Listing) else []


def _map(node: Mapping, name: str) -> Mapping:
    return _map_of(node.get(name))


def _map_of(node: Node | None) -> Mapping:
    assert isinstance(node, Mapping), "the schema wants a mapping"
    return node


def _scalar(node: Node | None) -> Scalar:
    assert isinstance(node, Scalar), "the schema wants one value"
    return node


def _maybe(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def _int(node: Node | None) -> int:
    value: int = _scalar(node).value
    return value


def _text(node: Node, name: str, default: str = "") -> str:
    found = _map_of(node).get(name)
    return found.text if isinstance(found, Scalar) else default


def _both(node: Node | None) -> dict[str, str]:
    return {key: _scalar(entry.node).text for key, entry in _entries(node)}
