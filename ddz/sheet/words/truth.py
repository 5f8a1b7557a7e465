"""Conditions in words: each is said as so, or as not so, so that no sentence begins with *not*.

Enters: a tree of `condition.lark` that is a truth. Leaves: a clause without a full stop. The rules
of the grammar are a table from rule to method.
"""

from __future__ import annotations

from collections.abc import Callable

from ddz.compiled import Compiled
from ddz.condition import Each
from ddz.sheet.words.bombs import BombWords
from ddz.sheet.words.compare import CompareWords
from ddz.sheet.words.names import Names
from ddz.sheet.words.nouns import Phrase
from ddz.sheet.words.values import Bound, ValueWords, kernel
from ddz.syntax import Tree, parse

__all__ = ["TruthWords"]

_QUANTIFIED = {"any_seat": "any", "every_seat": "every", "no_seat": "no"}
_SIMPLE = ("compare", "member", "outsider", "won", "went_out", "holds", "splits")
"""The rules a seat's letter is the subject of, where it stands first in them."""


class TruthWords:
    """Says conditions."""

    def __init__(self, compiled: Compiled, names: Names, bombs: BombWords) -> None:
        self.compiled, self.names, self.say, self.bombs = compiled, names, names.say, bombs
        self.values = ValueWords(compiled, names)
        self.compares = CompareWords(self.values)
        self._open: set[str] = set()

    def condition(self, text: str, each: Each | None = None) -> str:
        """A condition's text as a clause; with `each`, as what is so of one of those seats."""
        tree = parse("condition.lark", "expression", text)
        if each is None:
            return self._say(tree, {}, True)
        seat, seats = parse("condition.lark", "each", each.among.text).children
        return self._of_seats("any", str(seat), self.values.seats(seats, {}), tree, {}, True)

    def _say(self, tree: Tree, bound: Bound, so: bool) -> str:
        return _RULES[str(tree.data)](self, tree, bound, so)

    # --- several conditions

    def _several(self, tree: Tree, bound: Bound, so: bool) -> str:
        """Conditions joined by *and* or *or*; the opposite of one is the other of opposites."""
        conjunction = (tree.data == "conjunction") == so
        cases = self._cases(tree)
        if cases and not conjunction and so:
            return self.say.say("condition.case.yes", case=self.say.listed(cases, "or"))
        key = "conjunction" if conjunction else "disjunction"
        words, *rest = (self._part(child, key, bound, so) for child in tree.children)
        for part in rest:
            words = self.say.say(f"condition.{key}", first=words, last=part)
        return words

    def _part(self, tree: Tree, outer: str, bound: Bound, so: bool) -> str:
        """One of several conditions, set apart where it is several itself, of the other kind."""
        words = self._say(tree, bound, so)
        inner, so = _without_negation(tree, so)
        if inner.data not in ("conjunction", "disjunction"):
            return words
        kind = "conjunction" if (inner.data == "conjunction") == so else "disjunction"
        return words if kind == outer else self.say.say(f"condition.bracket.{kind}", what=words)

    def _cases(self, tree: Tree) -> list[str]:
        """The cases that stand side by side, by their texts; none where something else stands
        there."""
        trees = [kernel(child) for child in tree.children]
        names = [str(child.children[0]) for child in trees if child.data == "name"]
        known = [name for name in names if name in self.compiled.case_names]
        return [self.names.quoted(name) for name in known] if len(known) == len(trees) else []

    def _negation(self, tree: Tree, bound: Bound, so: bool) -> str:
        return self._say(tree.children[0], bound, not so)

    def _bracket(self, tree: Tree, bound: Bound, so: bool) -> str:
        return self._say(tree.children[0], bound, so)

    def _quantified(self, tree: Tree, bound: Bound, so: bool) -> str:
        seat, among, body = tree.children
        kind = _QUANTIFIED[str(tree.data)]
        if not so:
            kind, so = {"any": ("no", True), "no": ("any", True), "every": ("any", False)}[kind]
        return self._of_seats(kind, str(seat), self.values.seats(among, bound), body, bound, so)

    def _of_seats(
        self, kind: str, seat: str, among: Phrase, body: Tree, bound: Bound, so: bool
    ) -> str:
        """What is so of any, every or none of the seats: with them as the subject where the body is
        one simple clause about them."""
        if seat not in _letters(body):
            return self._say(body, bound, so == (kind != "no"))  # it says nothing of the seat
        body, so = _without_negation(body, so)
        if not among.group:
            return self._say(body, {**bound, seat: among}, so == (kind != "no"))
        negative = not so or self.compares.denies(body, so)
        if negative and kind != "any":
            kind, so = "no" if kind == "every" else "every", not so
        letters = _letters(body)
        first = letters[:1] == [seat]
        if body.data in _SIMPLE and letters.count(seat) == 1 and (first or kind != "no"):
            who = self._subject(kind, among, "subject" if first else "object")
            return self._say(body, {**bound, seat: who}, so)
        this = self.say.say(f"condition.seat.{len(bound) + 1}")
        words = self._say(body, {**bound, seat: Phrase(this)}, so)
        of = (among.among or among) if kind == "every" else among
        return self.say.say(f"condition.{kind}_seat.whole", among=of, body=words)

    def _subject(self, kind: str, among: Phrase, place: str = "subject") -> Phrase:
        """One, every or none of the seats, as the subject of a clause or another part of it."""
        return Phrase(self.say.say(f"condition.{kind}_seat.{place}", among=among.among or among))

    # --- one condition

    def _compare(self, tree: Tree, bound: Bound, so: bool) -> str:
        return self.compares.compare(tree, bound, so)

    def _member(self, tree: Tree, bound: Bound, so: bool) -> str:
        return self.compares.member(tree, bound, so)

    def _outsider(self, tree: Tree, bound: Bound, so: bool) -> str:
        return self.compares.member(tree, bound, not so)

    def _won(self, tree: Tree, bound: Bound, so: bool) -> str:
        who = self.values.seats(tree.children[0], bound)
        return self.say.say(f"condition.won.{_form(so)}", who=who)

    def _went_out(self, tree: Tree, bound: Bound, so: bool) -> str:
        who, so = self._someone(tree, bound, so)
        return self.say.say(f"condition.went_out.{_form(so)}", who=who)

    def _ended(self, tree: Tree, bound: Bound, so: bool) -> str:
        step = str(tree.children[0])
        if self.names.own(step) is None:
            return self.say.say(f"condition.ended.{_form(so)}_early")
        return self.say.say(f"condition.ended.{_form(so)}", step=self.names.quoted(step))

    def _holds(self, tree: Tree, bound: Bound, so: bool) -> str:
        who, so = self._someone(tree, bound, so)
        bomb = self.bombs.bombset(tree.children[1])
        return self.say.say(f"condition.holds.{_form(so)}", who=who, bomb=bomb)

    def _splits(self, tree: Tree, bound: Bound, so: bool) -> str:
        who, so = self._someone(tree, bound, so)
        after = "after_" if tree.children[1] is not None and int(tree.children[1]) else ""
        return self.say.say(f"condition.splits.{after}{_form(so)}", who=who)

    def _someone(self, tree: Tree, bound: Bound, so: bool) -> tuple[Phrase, bool]:
        """What is so of one of several seats, or of none of them."""
        who = self.values.seats(tree.children[0], bound)
        if not who.group:
            return who, so
        return self._subject("any" if so else "no", who), True

    def _name(self, tree: Tree, bound: Bound, so: bool) -> str:
        name = str(tree.children[0])
        if name in self.compiled.case_names:
            case = self.names.quoted(name)
            return self.say.say(f"condition.case.{_form(so)}", case=case)
        if self.names.own(name):
            self.values.by_name[name] = None
            quoted = self.names.quoted(name)
            return self.say.say(f"condition.name.{_form(so)}", name=quoted)
        return self.values.short(name, self._named(name, so))

    def _named(self, name: str, so: bool) -> str:
        """A name without a text as what it stands for, also by case."""
        value = self.values.values[name]
        if value.plain is not None:
            return self._say(parse("condition.lark", "expression", value.plain.text), {}, so)
        parts = []
        for case, each in value.table.items():
            tree = parse("condition.lark", "expression", each.text)
            words = self._say(tree, {}, so)
            said = self.values.case(case)
            parts.append(self.say.say("condition.by_case", what=words, case=said))
        return self.say.listed(parts, "comma")


def _form(so: bool) -> str:
    return "yes" if so else "no"


def _without_negation(tree: Tree, so: bool) -> tuple[Tree, bool]:
    tree = kernel(tree)
    while tree.data == "negation":
        tree, so = kernel(tree.children[0]), not so
    return tree, so


def _letters(tree: Tree) -> list[str]:
    """The names in a tree, in the order they stand in."""
    return [
        str(token)
        for token in tree.scan_values(lambda token: getattr(token, "type", "") == "IDENT")
    ]


_RULES: dict[str, Callable[[TruthWords, Tree, Bound, bool], str]] = {
    "disjunction": TruthWords._several,
    "conjunction": TruthWords._several,
    "negation": TruthWords._negation,
    "bracket": TruthWords._bracket,
    "inner": TruthWords._bracket,
    "any_seat": TruthWords._quantified,
    "every_seat": TruthWords._quantified,
    "no_seat": TruthWords._quantified,
    "compare": TruthWords._compare,
    "member": TruthWords._member,
    "outsider": TruthWords._outsider,
    "won": TruthWords._won,
    "went_out": TruthWords._went_out,
    "ended": TruthWords._ended,
    "holds": TruthWords._holds,
    "splits": TruthWords._splits,
    "name": TruthWords._name,
}
"""What says each rule of the grammar that is a truth."""
