"""Whether whole numbers can be as a handful of inequalities says (Fourier and Motzkin)."""

from __future__ import annotations

from math import gcd

__all__ = ["Facts", "possible"]

Fact = tuple[tuple[tuple[str, int], ...], int]
"""A sum of unknowns with factors, sorted by name, and a constant: together they are at least 0."""
Facts = frozenset[Fact]

MAX_FACTS = 60
"""Beyond so many, everything is taken to be possible: the proof then asks for more than it must."""


def possible(facts: Facts) -> bool:
    """Whether some whole numbers fulfil all of them. False only where there are none."""
    strongest: dict[tuple[tuple[str, int], ...], int] = {}
    for fact in facts:
        _keep(strongest, fact)
    while True:
        if strongest.pop((), 0) < 0:
            return False
        names = {name for terms in strongest for name, _ in terms}
        if not names or len(strongest) > MAX_FACTS:
            return True
        strongest = _without(strongest, min(sorted(names), key=lambda name: _cost(strongest, name)))


def _keep(strongest: dict[tuple[tuple[str, int], ...], int], fact: Fact) -> None:
    """Keep a fact in its shortest form, the strongest of those with the same terms."""
    terms, constant = fact
    factor = gcd(*(n for _, n in terms))
    if factor > 1:
        terms = tuple((name, n // factor) for name, n in terms)
        constant //= factor
    strongest[terms] = min(constant, strongest.get(terms, constant))


def _cost(strongest: dict[tuple[tuple[str, int], ...], int], name: str) -> int:
    signs = [dict(terms).get(name, 0) for terms in strongest]
    return sum(n > 0 for n in signs) * sum(n < 0 for n in signs)


def _without(
    strongest: dict[tuple[tuple[str, int], ...], int], name: str
) -> dict[tuple[tuple[str, int], ...], int]:
    """What follows from the facts for all unknowns but one."""
    left: dict[tuple[tuple[str, int], ...], int] = {}
    above: list[tuple[dict[str, int], int]] = []
    below: list[tuple[dict[str, int], int]] = []
    for terms, constant in strongest.items():
        parts = dict(terms)
        n = parts.get(name, 0)
        if n == 0:
            _keep(left, (terms, constant))
        else:
            (above if n > 0 else below).append((parts, constant))
    for more, plus in above:
        for less, minus in below:
            a, b = more[name], -less[name]
            names = sorted({*more, *less} - {name})
            summed = [(n, b * more.get(n, 0) + a * less.get(n, 0)) for n in names]
            _keep(left, (tuple((n, k) for n, k in summed if k), b * plus + a * minus))
    return left
