"""Seats and numbers of the condition language in words.

Enters: a tree of `condition.lark`. Leaves: a `Phrase` for seats, text for numbers. A letter for a
seat is looked up among the phrases it is bound to; a name without a text is said as what it stands
for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ddz.compiled import Compiled
from ddz.compiled.rules import Value
from ddz.sheet.catalogue import Catalogue
from ddz.sheet.words.names import Names
from ddz.sheet.words.nouns import Phrase
from ddz.syntax import Tree, parse

__all__ = ["Bound", "ValueWords", "kernel"]

Bound = Mapping[str, Phrase]
"""What each letter for a seat is said as."""

_TYPES = {"number": "number", "size": "number", "left": "number", "plays": "number"} | {
    "product": "number", "next": "seats", "holder": "seats", "holders": "seats"
}  # fmt: skip
_NUMBERS = ("N", "n", "bid")
_SEATS = ("all", "none", "winner")


def kernel(tree: Tree) -> Tree:
    """A tree without the brackets around it."""
    while tree.data in ("inner", "bracket"):
        (tree,) = tree.children
    return tree


class ValueWords:
    """Says seats and numbers. `by_name` are the names of the file that were said by their name, in
    the order they came up, and so are to be explained."""

    def __init__(self, compiled: Compiled, names: Names) -> None:
        self.compiled, self.names = compiled, names
        self.say: Catalogue = names.say
        self.roles = {role.name: role for role in compiled.roles}
        self.sides = {role.side for role in compiled.roles}
        self.values = {**compiled.names, **compiled.settle_names}
        self.by_name: dict[str, None] = {}
        self._spelled: dict[str, Phrase] = {}

    # --- types

    def type_of(self, tree: Tree) -> str:
        """Whether a tree is a number, seats or a truth."""
        tree = kernel(tree)
        rule = str(tree.data)
        if rule == "sum":
            return self.type_of(tree.children[0])
        if rule == "name":
            return self._type_of_name(str(tree.children[0]))
        return _TYPES.get(rule, "truth")

    def _type_of_name(self, name: str) -> str:
        if name in self.values:
            value = self.values[name]
            first = value.plain or next(iter(value.table.values()))
            return first.type
        if name in self.compiled.case_names:
            return "truth"
        return "number" if name in _NUMBERS else "seats"

    # --- seats

    def seats(self, tree: Tree, bound: Bound) -> Phrase:
        """The words for seats."""
        tree = kernel(tree)
        return _SEAT_RULES[str(tree.data)](self, tree, bound)

    def text_seats(self, text: str) -> Phrase:
        """The same for text of the language; of ``s in SEATS``, for the seats."""
        tree = parse("condition.lark", "expression", text)
        return self.seats(tree.children[1] if tree.data == "member" else tree, {})

    def _name_seats(self, tree: Tree, bound: Bound) -> Phrase:
        name = str(tree.children[0])
        if name in bound:
            return bound[name]
        if name in _SEATS:
            words = self.say.say(f"condition.{name}" + f".{self.names.won_as}" * (name == "winner"))
            if name != "all":
                return Phrase(words)
            return Phrase(words, True, True, among=self.say.say("condition.among.all"))
        if name in self.roles:
            return self.role(name)
        if name in self.sides:
            return self.side(name)
        return self.named_seats(name)

    def role(self, name: str) -> Phrase:
        """The seats of a role."""
        many = self._most(name) > 1
        form = "other" if many else "one"
        words = self.say.say(f"condition.role.{form}", name=self.names.spaced(name))
        return Phrase(words, many, many)

    def side(self, name: str) -> Phrase:
        """The seats of a side."""
        roles = [role.name for role in self.compiled.roles if role.side == name]
        group = sum(self._most(role) for role in roles) > 1
        called = self.names.spaced(name)
        words = self.say.say("condition.side", name=called)
        return Phrase(words, called.endswith("s"), group, side=True)

    def named_seats(self, name: str) -> Phrase:
        """The seats of a name of the file: its text, or what it stands for."""
        if name not in self._spelled:
            self._spelled[name] = self._spell(name)
        return self._spelled[name]

    def _spell(self, name: str) -> Phrase:
        value = self.values[name]
        own = self.names.own(name)
        if own:
            self.by_name[name] = None
            group = self._most_of(value) > 1
            return Phrase(self.say.say("condition.role.one", name=own), own.endswith("s"), group)
        spelled = self.of(value)
        text = self.short(name, spelled.text)
        return spelled if text == spelled.text else Phrase(text, spelled.many, spelled.group)

    def short(self, name: str, spelled: str) -> str:
        """What a name stands for, or the name itself, to be explained, where that would be a
        page."""
        text = self.names.short(name, spelled)
        if text != spelled:
            self.by_name[name] = None
        return text

    def of(self, value: Value) -> Phrase:
        """The seats of a value, with all its cases in one phrase."""
        if value.plain is not None:
            return self.text_seats(value.plain.text)
        said = {case: self.text_seats(each.text) for case, each in value.table.items()}
        text = self._joined({case: phrase.text for case, phrase in said.items()})
        many = any(phrase.many for phrase in said.values())
        return Phrase(text, many, any(phrase.group for phrase in said.values()))

    def _joined(self, said: dict[str, str]) -> str:
        """What is said for each case, in one text; cases of the same words together."""
        if len(set(said.values())) == 1 and len(said) == len(self.compiled.cases):
            return next(iter(said.values()))
        by_words: dict[str, list[str]] = {}
        for case, words in said.items():
            by_words.setdefault(words, []).append(self.case(case))
        items = [
            self.say.say("condition.by_case", what=words, case=self.say.listed(cases, "or"))
            for words, cases in by_words.items()
        ]
        return self.say.listed(items, "comma")

    def case(self, name: str) -> str:
        """A case by its text or name in quotation marks."""
        return self.names.quoted(name)

    def _sum_seats(self, tree: Tree, bound: Bound) -> Phrase:
        """Seats added and taken away, in turn."""
        first, *rest = tree.children
        more, less = [self.seats(first, bound)], []
        for sign, part in zip(rest[::2], rest[1::2], strict=True):
            phrase = self.seats(part, bound)
            if phrase.text == self.say.say("condition.none"):
                continue
            if sign == "-":
                less.append(phrase)
            elif less:
                more, less = [self._without(more, less), phrase], []
            else:
                more.append(phrase)
        return self._without(more, less)

    def _without(self, more: list[Phrase], less: list[Phrase]) -> Phrase:
        who = more[0] if len(more) == 1 else Phrase(self.say.listed(map(str, more)), True, True)
        if not less:
            return who
        taken = self.say.listed(map(str, less))
        if who.text == self.say.say("condition.all"):
            words = self.say.say("condition.difference.all", less=taken)
            among = self.say.say("condition.among.but", less=taken)
            return Phrase(words, False, True, among=among)
        form = "other" if who.group else "one"
        words = self.say.say(f"condition.difference.{form}", who=who, less=taken)
        return Phrase(words, who.many, who.group)

    def _next(self, tree: Tree, bound: Bound) -> Phrase:
        who = self.seats(tree.children[0], bound)
        one = self.say.say("condition.next.one", who=who.one)
        if not who.group:
            return Phrase(one)
        return Phrase(self.say.say("condition.next.other", who=who), True, True, one)

    def _holder(self, tree: Tree, bound: Bound) -> Phrase:
        mark = self.names.mark(str(tree.children[0]))
        return Phrase(self.say.say("condition.holder", mark=mark))

    def _holders(self, tree: Tree, bound: Bound) -> Phrase:
        name = str(tree.children[0])
        if self.compiled.mark(name).cards == 1:
            return self._holder(tree, bound)
        mark = self.names.mark(name)
        one, other = (self.say.say(f"condition.holders.{n}", mark=mark) for n in ("one", "other"))
        return Phrase(other, True, True, one, mark)

    def _most(self, name: str) -> int:
        """How many seats a role or name has at most, as far as its text tells."""
        if name in self.roles:
            who = self.roles[name].who
            return self.compiled.players - 1 if who is None else self._most_of(who)
        return self._most_of(self.values[name]) if name in self.values else 1

    def _most_of(self, value: Value) -> int:
        texts = [value.plain.text] if value.plain else [v.text for v in value.table.values()]
        return max(self._most_in(parse("condition.lark", "expression", text)) for text in texts)

    def _most_in(self, tree: Tree) -> int:
        tree = kernel(tree)
        rule = str(tree.data)
        if rule == "sum":
            first, *rest = tree.children
            signs = zip(rest[::2], rest[1::2], strict=True)
            added = [part for sign, part in signs if sign == "+"]
            return sum(self._most_in(part) for part in [first, *added])
        if rule == "next":
            return self._most_in(tree.children[0])
        if rule in ("holder", "holders"):
            return self.compiled.mark(str(tree.children[0])).cards
        name = str(tree.children[0])
        if name == "all" or name in self.sides:
            return self.compiled.players
        return 0 if name == "none" else self._most(name)

    def takes_away(self, whole: str, part: str) -> bool:
        """Whether the text of some seats takes away all those of another text: *all - a - b* takes
        away *a*, *b*, and *a + b*."""
        added, taken = _terms(whole)
        wanted, _ = _terms(part)
        return len(added) == 1 and all(term in taken for term in wanted)

    # --- numbers

    def times(self, n: int) -> str:
        """How often: *once*, *twice*, *three times*."""
        if self.say.knows(f"condition.times.{n}"):
            return self.say.say(f"condition.times.{n}")
        return self.say.say("condition.times.more", n=n)

    def number(self, tree: Tree, bound: Bound) -> str:
        """The words for a number."""
        return _NUMBER_RULES[str(tree.data)](self, tree, bound)

    def operand(self, text: str, within: str) -> str:
        """The words for a number's text as the last part of a ``sum`` or a ``product``."""
        tree = kernel(parse("condition.lark", "expression", text))
        words = self.number(tree, {})
        below = words.startswith(self.say.say("condition.sum.below", last=""))
        if below or (within == "product" and tree.data == "sum"):
            return self.say.say("condition.inner", what=words)
        return words

    def formula(self, text: str) -> str:
        """The words for a number's text."""
        return self.number(parse("condition.lark", "expression", text), {})

    def _literal(self, tree: Tree, bound: Bound) -> str:
        return self.say.say("condition.number", n=int(tree.children[0]))

    def _name_number(self, tree: Tree, bound: Bound) -> str:
        name = str(tree.children[0])
        if name in _NUMBERS:
            return self.say.say(f"condition.{name}")
        symbol = len(name) == 1 and name in self.compiled.settle_names
        own = name if symbol else self.names.own(name)
        if own:
            self.by_name[name] = None
            return own
        value = self.values[name]
        return self.short(name, self._spell_number(value))

    def _spell_number(self, value: Value) -> str:
        if value.plain is None:
            said = {case: self.formula(each.text) for case, each in value.table.items()}
            return self.say.say("condition.inner", what=self._joined(said))
        words = self.formula(value.plain.text)
        tree = kernel(parse("condition.lark", "expression", value.plain.text))
        return self.say.say("condition.inner", what=words) if tree.data == "sum" else words

    def _sum_number(self, tree: Tree, bound: Bound) -> str:
        first, *rest = tree.children
        words = self.number(first, bound)
        for sign, part in zip(rest[::2], rest[1::2], strict=True):
            last = self.number(part, bound)
            below = words == "0" and sign == "-"
            key = "below" if below else "plus" if sign == "+" else "minus"
            values = {"last": last} if below else {"first": words, "last": last}
            words = self.say.say(f"condition.sum.{key}", **values)
        return words

    def _product(self, tree: Tree, bound: Bound) -> str:
        words, *rest = (self.number(factor, bound) for factor in tree.children[::2])
        for factor in rest:
            words = self.say.say("condition.product", first=words, last=factor)
        return words

    def _inner(self, tree: Tree, bound: Bound) -> str:
        words = self.number(tree.children[0], bound)
        if kernel(tree).data != "sum":
            return words
        return self.say.say("condition.inner", what=words)

    def _of_seats(self, tree: Tree, bound: Bound) -> str:
        who = self.seats(tree.children[0], bound)
        return self.say.say(f"condition.{tree.data}", who=who)


def _terms(text: str) -> tuple[list[Tree], list[Tree]]:
    """What a text of seats adds and what it takes away."""
    tree = kernel(parse("condition.lark", "expression", text))
    if tree.data != "sum":
        return [tree], []
    first, *rest = tree.children
    signed = [("+", first), *zip(map(str, rest[::2]), rest[1::2], strict=True)]
    added, taken = ([kernel(t) for s, t in signed if s == sign] for sign in "+-")
    return added, taken


_SEAT_RULES: dict[str, Callable[[ValueWords, Tree, Bound], Phrase]] = {
    "name": ValueWords._name_seats,
    "sum": ValueWords._sum_seats,
    "next": ValueWords._next,
    "holder": ValueWords._holder,
    "holders": ValueWords._holders,
}
_NUMBER_RULES: dict[str, Callable[[ValueWords, Tree, Bound], str]] = {
    "number": ValueWords._literal,
    "name": ValueWords._name_number,
    "sum": ValueWords._sum_number,
    "product": ValueWords._product,
    "inner": ValueWords._inner,
    "size": ValueWords._of_seats,
    "left": ValueWords._of_seats,
    "plays": ValueWords._of_seats,
}
"""What says each rule of the grammar that is seats, or a number."""
