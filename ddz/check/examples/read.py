"""From the entries of `examples` to typed examples.

Enters: a node that fits the schema. Leaves: an `Example`, or `Unreadable` with the finding at the
very word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ddz.check.examples.forms import (
    Act,
    Body,
    ByPattern,
    Example,
    Game,
    Hand,
    Is,
    Listed,
    Number,
    Order,
    Refused,
    Score,
    Then,
    Total,
    Word,
    WrittenDeal,
)
from ddz.diagnostics import Diagnostic, Span
from ddz.source import Listing, Mapping, Node, Scalar

__all__ = ["Unreadable", "read_example"]

FORMS = "write 'CARDS is PATTERN', 'CARDS is nothing', 'a < b' or 'a | b'"
KINDS = "the keys 'holds', 'hand', 'marks', 'deal' and 'scores'"
ACTION = "an action stands behind its seat, as in '0 333', '2 pass' or '1..5 pass'"

_WORD = re.compile(r"[<|]|[^\s<|]+")
_ROW = re.compile(r"[^\s,]+")
_ACT = re.compile(r"\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s+(.*?)\s*", re.S)
LONGEST_TITLE = 72


class Unreadable(ValueError):
    """An example that is none; `finding` says where and why."""

    def __init__(self, sentence: str, span: Span, hint: str) -> None:
        super().__init__(sentence)
        self.finding = Diagnostic("DDZ701", sentence, span, hint)


def read_example(node: Node) -> Example:
    """The example an entry of the file is. Unreadable where it is none."""
    if isinstance(node, Mapping):
        title, todo = node.get("title"), node.get("todo")
        return Example(
            _mapping(node),
            title_of(node),
            todo.text if isinstance(todo, Scalar) else None,
            title.span if isinstance(title, Scalar) else node.span,
        )
    assert isinstance(node, Scalar), "the schema wants text or a mapping"
    return Example(_text(node), title_of(node), None, node.span)


def title_of(node: Node) -> str:
    """What an example is called: its title, else what is written there, on one line."""
    title = node.get("title") if isinstance(node, Mapping) else None
    if isinstance(title, Scalar):
        return " ".join(title.text.split())
    if isinstance(node, Mapping):
        parts = [f"{k}: {_shown(e.node)}" for k, e in node.entries.items() if k != "todo"]
        text = ", ".join(parts)
    else:
        text = _shown(node)
    return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 1] + "…"


def _shown(node: Node) -> str:
    """A value on one line, without the comments in it."""
    if isinstance(node, Mapping):
        inside = ", ".join(f"{name}: {_shown(e.node)}" for name, e in node.entries.items())
        return f"{{{inside}}}"
    if isinstance(node, Listing):
        return f"[{', '.join(map(_shown, node.items))}]"
    return " ".join(node.text.split())


def _mapping(node: Mapping) -> Body:
    if "holds" in node.entries:
        return _text(_scalar(node, "holds"))
    if "hand" in node.entries:
        return _hand(node)
    if "marks" in node.entries or "deal" in node.entries:
        return _game(node)
    if "scores" in node.entries:
        return _score(node)
    sentence = f"this is no example: it has none of {KINDS}"
    raise Unreadable(sentence, node.span, "a text goes under 'holds'")


# --- cards


def _text(text: Scalar) -> Body:
    words = [
        Word(found.group(), _part(text, found.start(), found.end()))
        for found in _WORD.finditer(text.text)
    ]
    if len(words) == 3 and words[1].text == "is":
        return Is(words[0], words[2])
    signs = tuple(word.text for word in words[1::2])
    if len(words) >= 3 and len(words) % 2 and all(sign in "<|" for sign in signs):
        return Order(tuple(words[::2]), signs)
    raise Unreadable("this is no example", text.span, FORMS)


def _hand(node: Mapping) -> Hand:
    plays = node.get("plays")
    wanted: Total | ByPattern | Listed
    if isinstance(plays, Mapping):
        wanted = ByPattern(_numbers(plays))
    elif isinstance(plays, Listing):
        wanted = Listed(tuple(_word(item) for item in plays.items), plays.span)
    else:
        wanted = Total(_number(plays))
    return Hand(_word(node.get("hand")), _maybe(node, "over"), wanted)


# --- games


def _game(node: Mapping) -> Game:
    if "marks" in node.entries and "deal" in node.entries:
        place = node.entries["deal"].key.span
        hint = "where the marks lie is part of the deal: put 'marks' inside 'deal'"
        raise Unreadable("an example starts from 'marks' or from 'deal', not both", place, hint)
    marks, deal, bids = node.get("marks"), node.get("deal"), node.get("bids")
    deals = deal.items if isinstance(deal, Listing) else [deal] if deal else []
    return Game(
        marks=_rows(marks) if isinstance(marks, Mapping) else None,
        deals=tuple(_deal(each) for each in deals if isinstance(each, Mapping)),
        start=node.entries["deal" if deal else "marks"].key.span,
        base=_base(node),
        bids=_bids(bids),
        bids_span=node.entries["bids"].key.span if bids else None,
        lot=_maybe_number(node, "lot"),
        play=tuple(_acts(node.get("play"))),
        then=_then(node),
    )


def _then(node: Mapping) -> Then:
    roles, refused, scores = (node.get(key) for key in ("roles", "refused", "scores"))
    return Then(
        case=_maybe(node, "case"),
        winner=_maybe_number(node, "winner"),
        bid=_maybe_number(node, "bid"),
        roles=_rows(roles) if isinstance(roles, Mapping) else None,
        step=_maybe(node, "step"),
        turn=_maybe_number(node, "turn"),
        multiplier=_maybe_number(node, "N"),
        allowed=tuple(_acts(node.get("allowed"))),
        refused=tuple(_refused(refused)),
        won=_maybe(node, "won"),
        out=_maybe_number(node, "out"),
        ended=_maybe(node, "ended"),
        scores=_scores(scores) if scores else None,
        scores_span=node.entries["scores"].key.span if scores else None,
    )


def _deal(node: Mapping) -> WrittenDeal:
    """A deal, also as the data the front door takes: cards as they are written."""
    hands = node.get("hands")
    assert isinstance(hands, Listing), "the schema wants a list"
    kitty, marks = _maybe(node, "kitty"), node.get("marks")
    data: dict[str, object] = {
        key: node.entries[key].node.data()
        for key in ("start", "winner", "bid", "multiplier")
        if key in node.entries
    }
    words = tuple(_word(item) for item in hands.items)
    data |= {"hands": [word.text for word in words], "kitty": kitty.text if kitty else ""}
    seats: dict[str, tuple[Word, Number]] = {}
    cards: dict[str, dict[str, object]] = {}
    for name, entry in marks.entries.items() if isinstance(marks, Mapping) else ():
        assert isinstance(entry.node, Mapping), "the schema wants a mapping"
        seats[name] = (_word(entry.key), _number(entry.node.get("seat")))
        card = _maybe(entry.node, "card")
        cards[name] = {"seat": seats[name][1].value} | ({"card": card.text} if card else {})
    data["marks"] = cards
    places = {name: entry.node.span for name, entry in node.entries.items()}
    return WrittenDeal(
        data,
        words,
        node.entries["hands"].key.span,
        kitty,
        seats,
        _maybe(node, "start"),
        {**places, **{name: key.span for name, (key, _) in seats.items()}},
        node.span,
    )


def _bids(node: Node | None) -> tuple[Word, ...]:
    words = _row(node)
    for word in words:
        if word.text != "pass" and not (word.text.isdecimal() and len(word.text) < 10):
            hint = "a bid is 'pass' or a number, in the order in which the seats are asked"
            raise Unreadable(f"'{word.text[:40]}' is no bid", word.span, hint)
    return words


def _acts(node: Node | None) -> Iterator[Act]:
    """The actions of a text with commas, or of a list of such."""
    for scalar in _scalars(node):
        for part in re.finditer(r"[^,]+", scalar.text):
            if part.group().strip():
                lead = len(part.group()) - len(part.group().lstrip())
                place = _part(
                    scalar, part.start() + lead, part.start() + len(part.group().rstrip())
                )
                yield _act(part.group(), place)


def _act(text: str, place: Span) -> Act:
    found = _ACT.fullmatch(text)
    if found is None:
        raise Unreadable(f"'{text.strip()[:40]}' is no action of a seat", place, ACTION)
    first = int(found[1])
    return Act(first, int(found[2] or first), found[3], place)


def _refused(node: Node | None) -> Iterator[Refused]:
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            yield Refused(_act(entry.key.text, entry.key.span), _word(entry.node))
    else:
        for act in _acts(node):
            yield Refused(act, None)


def _scores(node: Node) -> tuple[Number, ...] | dict[str, tuple[Word, Number]]:
    if isinstance(node, Mapping):
        return _numbers(node)
    found = []
    for word in _row(node):
        if not re.fullmatch(r"[+-]?\d{1,18}", word.text):
            hint = "a whole number for each seat, as in '12 -12 0'"
            raise Unreadable(f"'{word.text[:40]}' is no score", word.span, hint)
        found.append(Number(int(word.text), word.span))
    return tuple(found)


def _score(node: Mapping) -> Score:
    scores, left, plays = (node.get(key) for key in ("scores", "left", "plays"))
    if not {"won", "out", "ended"} & set(node.entries):
        hint = "say which side 'won', which role went 'out', or the step that 'ended' it"
        raise Unreadable("this does not say how the game ended", node.span, hint)
    assert isinstance(scores, Mapping), "the schema wants a mapping"
    return Score(
        case=_maybe(node, "case"),
        bid=_maybe_number(node, "bid"),
        won=_maybe(node, "won"),
        out=_maybe(node, "out"),
        ended=_maybe(node, "ended"),
        multiplier=_maybe_number(node, "N"),
        left=_numbers(left) if isinstance(left, Mapping) else {},
        plays=_numbers(plays) if isinstance(plays, Mapping) else {},
        base=_base(node),
        scores=_numbers(scores),
    )


# --- parts


def _row(node: Node | None) -> tuple[Word, ...]:
    """The words of a text or of a list, each with its place."""
    return tuple(
        Word(found.group(), _part(scalar, found.start(), found.end()))
        for scalar in _scalars(node)
        for found in _ROW.finditer(scalar.text)
    )


def _part(scalar: Scalar, start: int, end: int) -> Span:
    """The place of a part of a text; quick where the file has it as it is."""
    source, at = scalar.source, scalar.start
    if source.text.startswith(scalar.text, at):
        return source.span(at + start, at + end)
    return scalar.part(start, end)


def _rows(node: Mapping) -> dict[str, tuple[Word, tuple[Word, ...]]]:
    return {name: (_word(e.key), _row(e.node)) for name, e in node.entries.items()}


def _numbers(node: Mapping) -> dict[str, tuple[Word, Number]]:
    return {name: (_word(e.key), _number(e.node)) for name, e in node.entries.items()}


def _scalars(node: Node | None) -> list[Scalar]:
    items = node.items if isinstance(node, Listing) else [node]
    return [item for item in items if isinstance(item, Scalar)]


def _scalar(node: Mapping, name: str) -> Scalar:
    found = node.get(name)
    assert isinstance(found, Scalar), "the schema wants one value"
    return found


def _word(node: Node | None) -> Word:
    assert isinstance(node, Scalar), "the schema wants one value"
    return Word(node.text, node.span)


def _maybe(node: Mapping, name: str) -> Word | None:
    found = node.get(name)
    return _word(found) if found is not None else None


def _number(node: Node | None) -> Number:
    assert isinstance(node, Scalar), "the schema wants a number"
    return Number(int(node.value), node.span)


def _maybe_number(node: Mapping, name: str) -> Number | None:
    found = node.get(name)
    return _number(found) if found is not None else None


def _base(node: Mapping) -> int:
    base = _maybe_number(node, "base")
    return base.value if base else 1
