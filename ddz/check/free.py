"""Numbers and truths a proof leaves open.

`Oracle` makes the choices of one world and remembers them, so that the next world can choose
otherwise: running the same function with each path in turn visits every world once. `Free` is a
number that is not known (cards left, the multiplier): it adds and multiplies like one, and each
comparison asks the oracle for the sign of the difference, which never contradicts the signs given
before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ddz.check.linear import Facts, possible

__all__ = ["Bounds", "Closed", "Free", "OpenError", "Oracle", "TooManyWorlds", "worlds"]

Bounds = tuple[int | None, int | None]
"""The least and the most an unknown can be; None where there is no such."""


class TooManyWorlds(Exception):
    """The proof was given up."""


class Oracle:
    """The choices of one world, in the order they were needed: `path` holds (chosen, how many).

    `story` gets a sentence for each choice about unknowns; `spent` counts what was asked in all
    worlds, up to `most`.
    """

    def __init__(
        self,
        path: list[tuple[int, int]],
        seen: dict[Facts, bool] | None = None,
        spent: list[int] | None = None,
        most: int = 10**9,
    ) -> None:
        self.path = path
        self.story: list[str] = []
        self._at = 0
        self._known: dict[Any, int] = {}
        self._facts: Facts = frozenset()
        self._bounds: dict[str, Bounds] = {}
        self._seen = {} if seen is None else seen
        self._spent = [0] if spent is None else spent
        self._most = most

    def spend(self, steps: int = 1) -> None:
        """Count steps of the proof. TooManyWorlds once there were too many."""
        self._spent[0] += steps
        if self._spent[0] > self._most:
            raise TooManyWorlds

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

    def truth(self, key: Any, no: str, yes: str) -> bool:
        """Whether something holds; told in the story where it is chosen here."""
        fresh = key not in self._known
        chosen = bool(self.choose(key, 2))
        if fresh:
            self.story.append(yes if chosen else no)
        return chosen

    def sign(self, terms: Mapping[str, int], constant: int, bounds: Mapping[str, Bounds]) -> int:
        """The sign of a sum of unknowns and a constant: any that can be, after all that was said
        in this world."""
        terms = {name: n for name, n in terms.items() if n}
        if not terms:
            return (constant > 0) - (constant < 0)
        self._bounds.update(bounds)
        here = tuple(sorted(terms.items()))
        back = tuple((name, -n) for name, n in here)
        said = {
            -1: frozenset([(back, -constant - 1)]),
            0: frozenset([(here, constant), (back, -constant)]),
            1: frozenset([(here, constant - 1)]),
        }
        signs = [sign for sign, facts in said.items() if self._possible(facts)] or [-1, 0, 1]
        if len(signs) == 1:
            return signs[0]
        sign = signs[self.choose(("sign", self._at), len(signs))]
        self._facts |= said[sign]
        self.story.append(_sentence(terms, constant, sign))
        return sign

    def _possible(self, more: Facts) -> bool:
        names = {name for terms, _ in more for name, _ in terms}
        facts = set(more)
        left = set(self._facts)
        while near := {fact for fact in left if any(name in names for name, _ in fact[0])}:
            left -= near
            facts |= near
            names |= {name for terms, _ in near for name, _ in terms}
        limits: set[tuple[tuple[tuple[str, int], ...], int]] = set()
        for name in names:
            least, most = self._bounds.get(name, (None, None))
            if least is not None:
                limits.add((((name, 1),), -least))
            if most is not None:
                limits.add((((name, -1),), most))
        asked = frozenset(facts | limits)
        if asked not in self._seen:
            self.spend(len(asked) ** 2)
            self._seen[asked] = possible(asked)
        return self._seen[asked]


class OpenError(Exception):
    """Something is left open that must not be chosen here."""


class Closed(Oracle):
    """An oracle that chooses nothing. OpenError where it would have to."""

    def __init__(self, spent: list[int] | None = None) -> None:
        super().__init__([], None, spent)

    def choose(self, key: Any, options: int) -> int:
        raise OpenError

    def sign(self, terms: Mapping[str, int], constant: int, bounds: Mapping[str, Bounds]) -> int:
        terms = {name: n for name, n in terms.items() if n}
        if not terms:
            return (constant > 0) - (constant < 0)
        raise OpenError


def worlds(limit: int, most: int = 10**9) -> Iterator[Oracle]:
    """An oracle for each world in turn. TooManyWorlds after `limit` of them, or when all of them
    together `spend` more than `most`."""
    path: list[tuple[int, int]] = []
    seen: dict[Facts, bool] = {}
    spent = [0]
    for _ in range(limit):
        yield Oracle(path, seen, spent, most)
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        chosen, options = path[-1]
        path[-1] = (chosen + 1, options)
    raise TooManyWorlds


class Free:
    """A whole number that is not known: a sum of unknowns with factors, and a constant."""

    __slots__ = ("bounds", "constant", "oracle", "terms")

    def __init__(
        self,
        oracle: Oracle,
        terms: dict[str, int],
        constant: int = 0,
        bounds: dict[str, Bounds] | None = None,
    ) -> None:
        self.oracle = oracle
        self.terms = terms
        self.constant = constant
        self.bounds = bounds or {}

    def _plus(self, other: Any, factor: int) -> Free:
        if not isinstance(other, Free):
            return Free(self.oracle, self.terms, self.constant + factor * other, self.bounds)
        terms = dict(self.terms)
        for name, n in other.terms.items():
            terms[name] = terms.get(name, 0) + factor * n
        constant = self.constant + factor * other.constant
        return Free(self.oracle, terms, constant, {**self.bounds, **other.bounds})

    def __add__(self, other: Any) -> Free:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Free:
        return self._plus(other, -1)

    def __rsub__(self, other: Any) -> Free:
        return (self * -1)._plus(other, 1)

    def __mul__(self, other: Any) -> Free:
        if isinstance(other, Free):
            name = " × ".join(sorted((f"({self})", f"({other})")))
            least, more = self._least(), other._least()
            product = None
            if least is not None and more is not None and min(least, more) >= 0:
                product = least * more
            bounds: dict[str, Bounds] = {name: (product, None)}
            return Free(self.oracle, {name: 1}, 0, bounds)
        terms = {name: n * other for name, n in self.terms.items()}
        return Free(self.oracle, terms, self.constant * other, self.bounds)

    __rmul__ = __mul__

    def _least(self) -> int | None:
        """The least it can be, where that is known."""
        total = self.constant
        for name, n in self.terms.items():
            least, most = self.bounds.get(name, (None, None))
            edge = least if n > 0 else most
            if edge is None:
                return None
            total += n * edge
        return total

    def _sign(self, other: Any) -> int:
        difference = self._plus(other, -1)
        return self.oracle.sign(difference.terms, difference.constant, difference.bounds)

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

    def __str__(self) -> str:
        return _side(self.terms, self.constant)

    def __repr__(self) -> str:
        return f"<Free {self}>"


def _sentence(terms: Mapping[str, int], constant: int, sign: int) -> str:
    """What was chosen, as ``left of seat 0 > left of seat 3``."""
    right = {name: -n for name, n in terms.items() if n < 0}
    left = {name: n for name, n in terms.items() if n > 0}
    if not left:
        left, right, constant, sign = right, left, -constant, -sign
    if constant > 0 and right:
        return f"{_side(left, constant)} {'<=>'[sign + 1]} {_side(right, 0)}"
    return f"{_side(left, 0)} {'<=>'[sign + 1]} {_side(right, -constant)}"


def _side(terms: Mapping[str, int], constant: int) -> str:
    parts = [name if n == 1 else f"{n} × {name}" for name, n in sorted(terms.items()) if n]
    if constant or not parts:
        parts.append(str(constant))
    return " + ".join(parts)
