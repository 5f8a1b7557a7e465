"""A reading, and a play: cards with the reading they are played as."""

from __future__ import annotations

from dataclasses import dataclass

from ddz.cards import Deck, Face
from ddz.pattern import Head

__all__ = ["Play", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What cards are: the pattern's name, how many cards, and the key they are compared by.

    `step` is a bomb's step on the ladder and `alternative` what it compares with there; -1 for no
    bomb.
    """

    pattern: str
    length: int
    key: int
    step: int = -1
    alternative: int = -1

    @property
    def is_bomb(self) -> bool:
        return self.step >= 0

    def beats(self, held: Reading) -> bool:
        """Whether this beats `held` (G4): equal does not beat, a bomb beats what is none, bombs
        follow the ladder, and on one step only the same alternative compares, by size and then by
        rank."""
        if self.step >= 0:
            if self.step != held.step:
                return self.step > held.step
            same = self.alternative == held.alternative
            return same and (self.length, self.key) > (held.length, held.key)
        return (
            held.step < 0
            and self.pattern == held.pattern
            and self.length == held.length
            and self.key > held.key
        )


class Play:
    """Cards and the reading they are played as; prints as its cards, the leading group first.

    `len()` counts cards. `faces` are suits the player named; `spends` says that a marked card whose
    leaving shows a hidden role goes with it. Equal when all four are. `told`: the text says what
    the cards are played as, where the reading is the player's choice.
    """

    __slots__ = ("deck", "faces", "head", "reading", "spends", "tally", "told")

    def __init__(
        self,
        deck: Deck,
        tally: int,
        reading: Reading,
        head: Head,
        faces: tuple[Face, ...] = (),
        spends: Face | None = None,
        told: bool = False,
    ) -> None:
        self.deck = deck
        self.tally = tally
        self.reading = reading
        self.head = head
        self.faces = faces
        self.spends = spends
        self.told = told

    @property
    def pattern(self) -> str:
        return self.reading.pattern

    def __len__(self) -> int:
        return self.reading.length

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Play)
            and self.tally == other.tally
            and self.reading == other.reading
            and self.faces == other.faces
            and self.spends == other.spends
        )

    def __hash__(self) -> int:
        return hash((self.tally, self.reading, self.faces, self.spends))

    def __str__(self) -> str:
        return f"{self._cards()} as {self.pattern}" if self.told else self._cards()

    def _cards(self) -> str:
        deck = self.deck
        parts = ["".join(deck.ranks[rank] for rank in part) for part in self.head.parts]
        rest = self.tally - self.head.tally
        parts += [deck.ranks[rank] * n for rank, n in enumerate(deck.spread(rest)) if n]
        if len(parts) > 2 and self.head.wings:
            body = len(self.head.parts)
            parts = [*parts[:body], "".join(parts[body:])]
        named = list(self.faces) or ([self.spends] if self.spends is not None else [])
        if not named:
            return "+".join(parts)
        written: list[str] = []
        for part in parts:
            text = ""
            for char in part:
                face = next(
                    (f for f in named if deck.ranks[f[0]] == char and f[1] is not None), None
                )
                if face is not None:
                    named.remove(face)
                text += char if face is None else deck.face_text(face)
            written.append(text)
        return "+".join(written)

    def __repr__(self) -> str:
        return f"<Play {self} {self.pattern}>"

    def spending(self, face: Face) -> Play:
        """The same play with the marked card `face` among its cards."""
        return Play(self.deck, self.tally, self.reading, self.head, (), face, self.told)

    def telling(self) -> Play:
        """The same play that says what it is played as."""
        return Play(self.deck, self.tally, self.reading, self.head, self.faces, self.spends, True)
