"""Reading expressions: typed, and turned into functions of the facts of a table.

Enters: text of `condition.lark` and a scope that says which names there are and of what type.
Leaves: an `Expression`, whose `evaluate(facts)` cannot fail: every operation is total.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from ddz.condition.model import (
    BombSet,
    ConditionTrouble,
    Each,
    Env,
    Expression,
    Facts,
    Run,
    Scope,
    Type,
)
from ddz.seats import bits
from ddz.slips import number_of
from ddz.syntax import SyntaxTrouble, Tree, parse

__all__ = ["read_each", "read_expression", "read_range"]

_WORD = {"number": "a number", "truth": "true or false", "seats": "seats"}
_ARE = {"number": "is", "truth": "is", "seats": "are"}


def read_expression(text: str, scope: Scope, wanted: Type | None) -> Expression:
    """Read and check an expression of the wanted type, or of any. SyntaxTrouble or ConditionTrouble
    otherwise.
    """
    reader = _Reader(scope)
    tree: Any = parse("condition.lark", "expression", text)
    found = reader.read(tree, scope)
    if wanted is not None and found[0] != wanted:
        raise ConditionTrouble(
            "DDZ402",
            f"this is {_WORD[found[0]]}, and {_WORD[wanted]} {_ARE[wanted]} needed",
            0,
            len(text),
        )
    return Expression(found[0], text, frozenset(reader.uses), found[1])


def read_each(text: str, scope: Scope) -> Each:
    """Read ``s in SEATS``."""
    tree: Any = parse("condition.lark", "each", text)
    seat, among = tree.children
    reader = _Reader(scope)
    reader.check_new(seat, scope)
    kind, run = reader.read(among, scope)
    if kind != "seats":
        raise ConditionTrouble(
            "DDZ402", f"this is {_WORD[kind]}, and seats are needed", 0, len(text)
        )
    return Each(str(seat), Expression("seats", text, frozenset(reader.uses), run))


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class _Reader:
    """Walks a Lark tree; each rule has a method of its name that returns a type and a function."""

    def __init__(self, scope: Scope) -> None:
        self.uses: set[str] = set()

    def read(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        method: Callable[[Any, Scope], tuple[Type, Run]] = getattr(self, "_" + str(tree.data))
        return method(tree, scope)

    def _need(self, tree: Tree, scope: Scope, wanted: Type) -> Run:
        kind, run = self.read(tree, scope)
        if kind != wanted:
            meta = tree.meta
            raise ConditionTrouble(
                "DDZ402",
                f"this is {_WORD[kind]}, and {_WORD[wanted]} {_ARE[wanted]} needed here",
                meta.start_pos,
                meta.end_pos,
            )
        return run

    # --- truth

    def _disjunction(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        parts = [self._need(child, scope, "truth") for child in tree.children]
        return "truth", lambda facts, env: any(run(facts, env) for run in parts)

    def _conjunction(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        parts = [self._need(child, scope, "truth") for child in tree.children]
        return "truth", lambda facts, env: all(run(facts, env) for run in parts)

    def _negation(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        run = self._need(tree.children[0], scope, "truth")
        return "truth", lambda facts, env: not run(facts, env)

    def _bracket(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        return self.read(tree.children[0], scope)

    _inner = _bracket

    def _any_seat(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        name, among, run = self._quantified(tree, scope)
        return "truth", lambda facts, env: any(
            run(facts, {**env, name: 1 << seat}) for seat in bits(among(facts, env))
        )

    def _every_seat(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        name, among, run = self._quantified(tree, scope)
        return "truth", lambda facts, env: all(
            run(facts, {**env, name: 1 << seat}) for seat in bits(among(facts, env))
        )

    def _no_seat(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        name, among, run = self._quantified(tree, scope)
        return (
            "truth",
            lambda facts, env: (
                not any(run(facts, {**env, name: 1 << seat}) for seat in bits(among(facts, env)))
            ),
        )

    def _quantified(self, tree: Tree, scope: Scope) -> tuple[str, Run, Run]:
        name, among, body = tree.children
        self.check_new(name, scope)
        run_among = self._need(among, scope, "seats")
        run = self._need(body, scope.with_seat(str(name)), "truth")
        self.uses.discard(str(name))
        return str(name), run_among, run

    def check_new(self, name: Any, scope: Scope) -> None:
        """Refuse a letter for a seat that has a meaning already."""
        if name in scope.names or name in scope.later:
            raise ConditionTrouble(
                "DDZ403",
                f"'{name}' has a meaning already",
                name.start_pos or 0,
                name.end_pos or 0,
                "take another letter for the seat",
            )

    def _compare(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        left, sign, right = tree.children
        kind, run_left = self.read(left, scope)
        if kind == "truth":
            raise ConditionTrouble(
                "DDZ402",
                "true or false cannot be compared",
                left.meta.start_pos,
                left.meta.end_pos,
                "use 'and', 'or', 'not'",
            )
        if kind == "seats" and sign not in ("==", "!="):
            raise ConditionTrouble(
                "DDZ402",
                "seats are equal or not, none is larger",
                sign.start_pos,
                sign.end_pos,
                "compare size(…), left(…) or plays(…)",
            )
        run_right = self._need(right, scope, kind)
        compare = _COMPARE[str(sign)]
        return "truth", lambda facts, env: compare(run_left(facts, env), run_right(facts, env))

    def _member(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        inside, whole = (self._need(child, scope, "seats") for child in tree.children)

        def run(facts: Facts, env: Env) -> bool:
            seats = inside(facts, env)
            return bool(seats) and not seats & ~whole(facts, env)

        return "truth", run

    def _outsider(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        _, run = self._member(tree, scope)
        return "truth", lambda facts, env: not run(facts, env)

    def _won(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        self._only_at_the_end(tree, scope, "won")
        seats = self._need(tree.children[0], scope, "seats")
        return "truth", lambda facts, env: facts.won(seats(facts, env))

    def _went_out(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        self._only_at_the_end(tree, scope, "went out")
        seats = self._need(tree.children[0], scope, "seats")
        return "truth", lambda facts, env: facts.went_out(seats(facts, env))

    def _ended(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        self._only_at_the_end(tree, scope, "ended by")
        (step,) = tree.children
        name = str(step)
        if name not in scope.ends:
            raise self._unknown(step, scope.ends, "end step")
        self.uses.add(name)
        return "truth", lambda facts, env: facts.ended_by(name)

    def _only_at_the_end(self, tree: Tree, scope: Scope, words: str) -> None:
        if not scope.over:
            raise ConditionTrouble(
                "DDZ404",
                f"'{words}' is known only when the game is over",
                tree.meta.start_pos,
                tree.meta.end_pos,
                "use it under 'settle:' or with 'at: end'",
            )

    # --- numbers and seats

    def _sum(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        first, *rest = tree.children
        kind, run = self.read(first, scope)
        if kind == "truth":
            self._need(first, scope, "number")
        for sign, tree_of in zip(rest[::2], rest[1::2], strict=True):
            run = _add(kind, str(sign), run, self._need(tree_of, scope, kind))
        return kind, run

    def _product(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        factors = [self._need(child, scope, "number") for child in tree.children[::2]]
        run = factors[0]
        for other in factors[1:]:
            run = _times(run, other)
        return "number", run

    def _number(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        (token,) = tree.children
        if len(token) > 9:
            raise ConditionTrouble(
                "DDZ402", "this number is too large", token.start_pos, token.end_pos
            )
        value = int(token)
        return "number", lambda facts, env: value

    def _name(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        (token,) = tree.children
        name = str(token)
        if name in scope.later and name not in scope.names:
            raise ConditionTrouble(
                "DDZ404",
                f"'{name}' is not known here yet: {scope.later[name]}",
                token.start_pos,
                token.end_pos,
                "compare with the order of 'flow:'",
            )
        if name not in scope.names:
            raise self._unknown(token, [*scope.names, *scope.later], "name")
        self.uses.add(name)
        return scope.names[name], lambda facts, env: env[name] if name in env else facts.named(name)

    def _unknown(self, token: Any, known: Any, what: str) -> ConditionTrouble:
        near = get_close_matches(str(token), sorted(known), 1)
        hint = f"did you mean '{near[0]}'?" if near else ""
        if not near and known and len(list(known)) <= 12:
            hint = "there are: " + ", ".join(sorted(known))
        number = number_of(str(token))
        if number is not None:
            hint = f"write {number}"
        return ConditionTrouble(
            "DDZ401",
            f"there is no {what} '{token[:40]}'",
            token.start_pos or 0,
            token.end_pos or 0,
            hint,
        )

    def _next(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        seats = self._need(tree.children[0], scope, "seats")

        def run(facts: Facts, env: Env) -> int:
            found: int = seats(facts, env) << 1
            return (found | found >> facts.players) & ((1 << facts.players) - 1)

        return "seats", run

    def _holder(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        (mark,) = tree.children
        name = self._mark(mark, scope)
        if scope.marks[name] != 1:
            raise ConditionTrouble(
                "DDZ402",
                f"'{name}' is {scope.marks[name]} cards, which may have several holders",
                mark.start_pos,
                mark.end_pos,
                f"write holders({name})",
            )
        return "seats", lambda facts, env: facts.holders(name)

    def _holders(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        name = self._mark(tree.children[0], scope)
        return "seats", lambda facts, env: facts.holders(name)

    def _mark(self, token: Any, scope: Scope) -> str:
        if str(token) not in scope.marks:
            raise self._unknown(token, scope.marks, "mark")
        self.uses.add(str(token))
        return str(token)

    def _size(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        seats = self._need(tree.children[0], scope, "seats")
        return "number", lambda facts, env: seats(facts, env).bit_count()

    def _left(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        seats = self._need(tree.children[0], scope, "seats")
        return "number", lambda facts, env: facts.left(seats(facts, env))

    def _plays(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        seats = self._need(tree.children[0], scope, "seats")
        return "number", lambda facts, env: facts.plays(seats(facts, env))

    def _holds(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        seats = self._need(tree.children[0], scope, "seats")
        bombs = self._bombset(tree.children[1], scope)
        return "truth", lambda facts, env: facts.holds(seats(facts, env), bombs)

    def _splits(self, tree: Tree, scope: Scope) -> tuple[Type, Run]:
        seats = self._need(tree.children[0], scope, "seats")
        after = tree.children[1]
        if after is not None and int(after[:9]) > 1:
            raise ConditionTrouble(
                "DDZ402",
                "'after' takes 1: one play, then nothing but bombs",
                after.start_pos,
                after.end_pos,
            )
        count = int(after) if after is not None else 0
        return "truth", lambda facts, env: facts.splits(seats(facts, env), count)

    def _bombset(self, tree: Tree, scope: Scope) -> BombSet:
        if tree.data == "anybomb":
            return BombSet(None)
        name, sizes = tree.children
        if str(name) not in scope.bombs:
            raise self._unknown(name, scope.bombs, "bomb")
        low, high = read_range(sizes)
        return BombSet(str(name), low, high)


def read_range(tree: Tree | None) -> tuple[int, int | None]:
    """A ``range`` tree as low and high; from 1 without end where there is none."""
    if tree is None:
        return 1, None
    low, dots, high = tree.children
    for token in (low, high):
        if token is not None and len(token) > 4:
            raise SyntaxTrouble("this number is too large", token.start_pos, token.end_pos)
    first = int(low)
    last = first if dots is None else None if high is None else int(high)
    if last is not None and last < first:
        raise SyntaxTrouble(
            f"the range {low}..{high} runs backwards",
            low.start_pos,
            high.end_pos,
            f"write {high}..{low}",
            (low.start_pos, high.end_pos, f"{high}..{low}"),
        )
    return first, last


def _add(kind: Type, sign: str, left: Run, right: Run) -> Run:
    if kind == "seats":
        if sign == "+":
            return lambda facts, env: left(facts, env) | right(facts, env)
        return lambda facts, env: left(facts, env) & ~right(facts, env)
    if sign == "+":
        return lambda facts, env: left(facts, env) + right(facts, env)
    return lambda facts, env: left(facts, env) - right(facts, env)


def _times(left: Run, right: Run) -> Run:
    return lambda facts, env: left(facts, env) * right(facts, env)
