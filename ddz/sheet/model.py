"""A rule sheet as data: a title, sections, and in them blocks. What writes a sheet makes these;
what prints one knows these and nothing else.

A `Text` is words with cards between them; what is printed of cards is said by `Card.label`.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "Block",
    "Bullets",
    "Card",
    "Hand",
    "Ladder",
    "Paragraph",
    "Row",
    "Samples",
    "Section",
    "Sheet",
    "Step",
    "Table",
    "Term",
    "Text",
    "Topic",
]


@dataclass(frozen=True, slots=True)
class Card:
    """A card's face: what stands on it, its suit (``S``, ``H``, ``C``, ``D``, or none), and whether
    it is red."""

    label: str
    suit: str
    red: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards shown as faces, in the groups they are played in.

    Prints as ``555+77``; where a label is as long as *10* the cards stand apart, ``10 J Q K A``.
    """

    groups: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return "+".join(_together([card.label for card in group]) for group in self.groups)


@dataclass(frozen=True, slots=True)
class Term:
    """A word that is being explained."""

    words: str

    def __str__(self) -> str:
        return self.words


Text = tuple[str | Term | Hand, ...]
"""Words and cards, one behind the other."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences."""

    text: Text


@dataclass(frozen=True, slots=True)
class Bullets:
    """Sentences that stand side by side."""

    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; `numbers` are the columns that are set to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Row:
    """A sample: what it shows (``example``, ``order`` or ``refused``), the words for that, and
    cards, one text behind the other."""

    kind: str
    label: str
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Samples:
    """Cards that show what was said; `between` stands between the texts of a row."""

    rows: tuple[Row, ...]
    between: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a ladder: its name, and a line for each kind on it; none of these beats another."""

    name: str
    lines: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Ladder:
    """Steps, the lowest first."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """Blocks under a heading of their own."""

    heading: str
    blocks: tuple[Block, ...]


Block = Paragraph | Bullets | Table | Samples | Ladder | Topic


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the sheet; `id` is its address on a page."""

    id: str
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet, in the language `lang`; of what was `given_up`, examples may be missing."""

    title: str
    lang: str
    sections: tuple[Section, ...]
    given_up: tuple[str, ...] = ()


def _together(labels: list[str]) -> str:
    wide = any(len(label) > 1 and label.isascii() for label in labels)
    return (" " if wide else "").join(labels)
