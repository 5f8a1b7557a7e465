"""What an example can be, with the place of every part of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ddz.diagnostics import Span

__all__ = [
    "Act",
    "Body",
    "ByPattern",
    "Example",
    "Game",
    "Hand",
    "Is",
    "Listed",
    "Number",
    "Order",
    "Refused",
    "Score",
    "Then",
    "Total",
    "Word",
    "WrittenDeal",
]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the file."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number of the file."""

    value: int
    span: Span


# --- cards


@dataclass(frozen=True, slots=True)
class Is:
    """``33355 is trio_pair``, or ``… is nothing``."""

    cards: Word
    pattern: Word


@dataclass(frozen=True, slots=True)
class Order:
    """``a < b | c``: each sign stands between the cards at its place and the next."""

    cards: tuple[Word, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """How many plays."""

    number: Number


@dataclass(frozen=True, slots=True)
class ByPattern:
    """How many plays of each pattern named, and how many of all others together."""

    numbers: dict[str, tuple[Word, Number]] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """Exactly these plays."""

    plays: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Hand:
    """What a hand can play, leading or over some cards."""

    hand: Word
    over: Word | None
    plays: Total | ByPattern | Listed


# --- games


@dataclass(frozen=True, slots=True)
class WrittenDeal:
    """A deal as the file has it; `data` is what `ddz.game.deal.read_deal` takes, `places` is where
    its keys and marks stand."""

    data: dict[str, object] = field(hash=False)
    hands: tuple[Word, ...]
    hands_span: Span
    kitty: Word | None
    marks: dict[str, tuple[Word, Number]] = field(hash=False)
    start: Word | None
    places: dict[str, Span] = field(hash=False)
    span: Span


@dataclass(frozen=True, slots=True)
class Act:
    """An action of the seats from `first` to `last`, in turn; all of it stands at `span`."""

    first: int
    last: int
    action: str
    span: Span


@dataclass(frozen=True, slots=True)
class Refused:
    """Actions that are refused, and the reason where it is given."""

    act: Act
    reason: Word | None


@dataclass(frozen=True, slots=True)
class Then:
    """What must be so after the actions of a game; what is None is not looked at. Scores stand by
    seat, in a tuple, or by role."""

    case: Word | None
    winner: Number | None
    bid: Number | None
    roles: dict[str, tuple[Word, tuple[Word, ...]]] | None = field(hash=False)
    step: Word | None
    turn: Number | None
    multiplier: Number | None
    allowed: tuple[Act, ...]
    refused: tuple[Refused, ...]
    won: Word | None
    out: Number | None
    ended: Word | None
    scores: tuple[Number, ...] | dict[str, tuple[Word, Number]] | None = field(hash=False)
    scores_span: Span | None


@dataclass(frozen=True, slots=True)
class Game:
    """How a game goes: from where the marks lie, or from written deals (at `start`), over the bids
    and other actions, to what is so then."""

    marks: dict[str, tuple[Word, tuple[Word, ...]]] | None = field(hash=False)
    deals: tuple[WrittenDeal, ...]
    start: Span
    base: int
    bids: tuple[Word, ...]
    bids_span: Span | None
    lot: Number | None
    play: tuple[Act, ...]
    then: Then


@dataclass(frozen=True, slots=True)
class Score:
    """What a finished game scores; what is None is left open."""

    case: Word | None
    bid: Number | None
    won: Word | None
    out: Word | None
    ended: Word | None
    multiplier: Number | None
    left: dict[str, tuple[Word, Number]] = field(hash=False)
    plays: dict[str, tuple[Word, Number]] = field(hash=False)
    base: int
    scores: dict[str, tuple[Word, Number]] = field(hash=False)


Body = Is | Order | Hand | Game | Score


@dataclass(frozen=True, slots=True)
class Example:
    """One entry of `examples`; `title` is what reports call it, `todo` why it need not hold yet."""

    body: Body
    title: str
    todo: str | None
    span: Span
