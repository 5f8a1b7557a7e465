"""Numbers and truths a proof leaves open.

`Oracle` makes the choices of one world and remembers them, so that the next world can choose
otherwise: running the same function with each path in turn visits every world once. `Free` is a
number that is not known (cards left, the multiplier): it adds and multiplies like one, and each
comparison asks the oracle for the sign of the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["Free", "Oracle", "TooManyWorlds", "worlds"]


class TooManyWorlds(Exception):
    """The proof was given up."""


class Oracle:
    """The choices of one world, in the order they were needed: `path` holds (chosen, how many)."""

    def __init__(self, path: list[tuple[int, int]]) -> None:
        self.path = path
        self._at = 0
        self._known: dict[Any, int] = {}

    def choose(self, key: Any, options: int) -> int:
        """A number from 0 to `options` - 1; the same one for the same key throughout this world."""
        if key in self._known:
            return self._known[key]
        if self._at == len(self.path):
            self.path.append((0, options))
        chosen = self.path[self._at][0]
        self._at += 1
        self._known[key] = chosen
        return chosen

    def sign(self, terms: dict[str, int], constant: int, least: dict[str, int]) -> int:
        """The sign of a sum of unknowns and a constant, where each unknown is at least `least`."""
        terms = {name: n for name, n in terms.items() if n}
        if not terms:
            return (constant > 0) - (constant < 0)
        first = min(terms)
        flip = -1 if terms[first] < 0 else 1
        terms = {name: n * flip for name, n in terms.items()}
        constant *= flip
        signs = [-1, 0, 1]
        if all(n > 0 for n in terms.values()):
            bottom = constant + sum(n * least[name] for name, n in terms.items())
            signs = [1] if bottom > 0 else [0, 1] if bottom == 0 else signs
        key = ("sign", tuple(sorted(terms.items())), constant)
        return flip * signs[self.choose(key, len(signs))]


def worlds(limit: int) -> Iterator[Oracle]:
    """An oracle for each world in turn. TooManyWorlds after `limit` of them."""
    path: list[tuple[int, int]] = []
    for _ in range(limit):
        yield Oracle(path)
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        chosen, options = path[-1]
        path[-1] = (chosen + 1, options)
    raise TooManyWorlds


class Free:
    """A whole number that is not known: a sum of unknowns with factors, and a constant."""

    __slots__ = ("constant", "least", "oracle", "terms")

    def __init__(
        self,
        oracle: Oracle,
        terms: dict[str, int],
        constant: int = 0,
        least: dict[str, int] | None = None,
    ) -> None:
        self.oracle = oracle
        self.terms = terms
        self.constant = constant
        self.least = least or {}

    def _plus(self, other: Any, factor: int) -> Free:
        if not isinstance(other, Free):
            return Free(self.oracle, self.terms, self.constant + factor * other, self.least)
        terms = dict(self.terms)
        for name, n in other.terms.items():
            terms[name] = terms.get(name, 0) + factor * n
        constant = self.constant + factor * other.constant
        return Free(self.oracle, terms, constant, {**self.least, **other.least})

    def __add__(self, other: Any) -> Free:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Free:
        return self._plus(other, -1)

    def __rsub__(self, other: Any) -> Free:
        return (self * -1)._plus(other, 1)

    def __mul__(self, other: Any) -> Free:
        if isinstance(other, Free):
            name = " × ".join(sorted((repr(self), repr(other))))
            return Free(self.oracle, {name: 1}, 0, {name: -(10**9)})
        terms = {name: n * other for name, n in self.terms.items()}
        return Free(self.oracle, terms, self.constant * other, self.least)

    __rmul__ = __mul__

    def _sign(self, other: Any) -> int:
        difference = self._plus(other, -1)
        return self.oracle.sign(difference.terms, difference.constant, difference.least)

    def __eq__(self, other: object) -> bool:
        return self._sign(other) == 0

    def __ne__(self, other: object) -> bool:
        return self._sign(other) != 0

    def __lt__(self, other: Any) -> bool:
        return self._sign(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._sign(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._sign(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._sign(other) >= 0

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{sorted(self.terms.items())} + {self.constant}"
