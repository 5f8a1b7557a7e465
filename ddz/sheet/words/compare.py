"""Comparisons in words, told apart by what is compared: cards left, plays made, seats, numbers."""

from __future__ import annotations

from ddz.sheet.words.nouns import Phrase
from ddz.sheet.words.values import Bound, ValueWords, kernel
from ddz.syntax import Tree

__all__ = ["CompareWords"]

_SIGNS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_TURNED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
_NO_LESS_THAN_NONE = {
    ("le", 0): "eq", ("lt", 1): "eq", ("gt", 0): "ne", ("ge", 1): "ne", ("eq", 0): "eq",
    ("ne", 0): "ne",
}  # fmt: skip
"""Comparisons with 0 or 1 that say that there is none, or that there are some."""
_COUNTS = ("left", "plays", "size")


class CompareWords:
    """Says comparisons, and what is in what."""

    def __init__(self, values: ValueWords) -> None:
        self.values, self.say = values, values.say

    def compare(self, tree: Tree, bound: Bound, so: bool) -> str:
        """A `compare` tree, or its opposite where it is not so."""
        left, sign, right = tree.children
        left, right, key = kernel(left), kernel(right), _SIGNS[str(sign)]
        if not so:
            key = _OPPOSITE[key]
        if self.values.type_of(left) == "seats":
            return self._seats(self.values.seats(left, bound), self.values.seats(right, bound), key)
        if right.data in _COUNTS and left.data == "number":
            left, right, key = right, left, _TURNED[key]
        if left.data in _COUNTS and right.data == "number":
            return self._count(left, int(right.children[0]), bound, key)
        if left.data in _COUNTS and left.data == right.data:
            who, other = (self.values.seats(side.children[0], bound) for side in (left, right))
            return self.say.say(f"condition.compare.{left.data}_than.{key}", left=who, right=other)
        values = {
            "left": self.values.number(left, bound),
            "right": self.values.number(right, bound),
        }
        return self.say.say(f"condition.compare.number.{key}", **values)

    def denies(self, tree: Tree, so: bool) -> bool:
        """Whether a comparison says, in words, that something is not there."""
        if tree.data != "compare":
            return False
        left, sign, right = tree.children
        left, right = kernel(left), kernel(right)
        if left.data not in _COUNTS or right.data != "number":
            return False
        key = _SIGNS[str(sign)] if so else _OPPOSITE[_SIGNS[str(sign)]]
        return _NO_LESS_THAN_NONE.get((key, int(right.children[0]))) == "eq"

    def _seats(self, left: Phrase, right: Phrase, key: str) -> str:
        nobody = self.say.say("condition.none")
        if nobody in (left.text, right.text):
            who = left if right.text == nobody else right
            return self.say.say(f"condition.compare.nobody.{key}", who=who)
        if right.group and not left.group:
            left, right = right, left
        if left.dealt is not None and not right.group:
            return self.say.say(f"condition.compare.dealt.{key}", who=right, mark=left.dealt)
        if left.side != right.side and not (left.group or right.group):
            one, side = (right, left) if left.side else (left, right)
            form = "yes" if key == "eq" else "no"
            return self.say.say(f"condition.member.{form}", who=one, among=side)
        kind = "only" if left.group and not right.group else "seats"
        return self.say.say(f"condition.compare.{kind}.{key}", left=left, right=right)

    def _count(self, count: Tree, n: int, bound: Bound, key: str) -> str:
        who = self.values.seats(count.children[0], bound)
        none = _NO_LESS_THAN_NONE.get((key, n))
        if none is not None:
            return self.say.say(f"condition.compare.{count.data}_none.{none}", who=who)
        if who.dealt is not None and count.data == "size":
            return self.say.say(f"condition.compare.size_dealt.{key}", mark=who.dealt, n=n)
        if who.group and count.data != "size":
            who = Phrase(self.say.say("condition.together", who=who), who.many, True)
        values = {"times": self.values.times(n)} if count.data == "plays" else {"n": n}
        return self.say.say(f"condition.compare.{count.data}.{key}", who=who, **values)

    def member(self, tree: Tree, bound: Bound, so: bool) -> str:
        """A `member` tree, or its opposite."""
        inside, whole = (self.values.seats(side, bound) for side in tree.children)
        everyone = self.say.say("condition.all")
        if whole.text == everyone:
            return self.say.say(f"condition.compare.nobody.{'ne' if so else 'eq'}", who=inside)
        if not whole.group and not inside.group:
            return self._seats(inside, whole, "eq" if so else "ne")
        if whole.dealt is not None and not inside.group:
            form = f"dealt_{'yes' if so else 'no'}"
            return self.say.say(f"condition.member.{form}", who=inside, mark=whole.dealt)
        if not whole.group:
            key = "eq" if so else "ne"
            return self.say.say(f"condition.compare.only.{key}", left=inside, right=whole)
        form = ("all_" if inside.group else "") + ("yes" if so else "no")
        return self.say.say(f"condition.member.{form}", who=inside, among=whole)
