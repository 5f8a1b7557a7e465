"""Condition text in one fixed writing: single spaces, and brackets only where they are needed.

Enters: text of `condition.lark`. Leaves: text that is read back as the same tree, but for needless
brackets. Written out with its spaces it may be longer than a text may be.
"""

from __future__ import annotations

import re

from ddz.syntax import Tree, parse

__all__ = ["print_condition"]

_LEVELS = (
    "quantified",
    "disjunction",
    "conjunction",
    "negation",
    "comparison",
    "sum",
    "product",
    "atom",
)
"""The rules that contain each other, loosest first; what is looser than its place allows needs
brackets."""

_WRITINGS = {
    "any_seat": ("quantified", "any {word} in {sum} where {quantified}"),
    "every_seat": ("quantified", "every {word} in {sum} where {quantified}"),
    "no_seat": ("quantified", "no {word} in {sum} where {quantified}"),
    "negation": ("negation", "not {negation}"),
    "compare": ("comparison", "{sum} {word} {sum}"),
    "member": ("comparison", "{sum} in {sum}"),
    "outsider": ("comparison", "{sum} not in {sum}"),
    "won": ("comparison", "{sum} won"),
    "went_out": ("comparison", "{sum} went out"),
    "ended": ("comparison", "ended by {word}"),
    "number": ("atom", "{word}"),
    "next": ("atom", "next({sum})"),
    "holder": ("atom", "holder({word})"),
    "holders": ("atom", "holders({word})"),
    "size": ("atom", "size({sum})"),
    "left": ("atom", "left({sum})"),
    "plays": ("atom", "plays({sum})"),
    "holds": ("atom", "holds({sum}, {atom})"),
    "splits": ("atom", "splits({sum}, bombs[, after {word}])"),
    "name": ("atom", "{word}"),
    "anybomb": ("atom", "bombs"),
    "bombset": ("atom", "{word}[ {atom}]"),
    "range": ("atom", "{word}[{word}][{word}]"),
    "each": ("atom", "{word} in {sum}"),
    "event": ("atom", "{atom}"),
    "played": ("atom", "played {word}[ {atom}][ over {word}]"),
    "said": ("atom", "said {word}"),
    "redealt": ("atom", "redeal"),
    "over": ("atom", "end"),
    "until": ("atom", "spends {word}"),
}
"""The level of each rule and its writing: a place for each child with the level it must have, in
square brackets where it may be missing."""

_ROWS = {
    "disjunction": (" or ", "conjunction"),
    "conjunction": (" and ", "negation"),
    "sum": (" ", "product"),
    "product": (" ", "atom"),
}
"""Rules of any number of children: what stands between them, and their level."""

_SWAPPED = ("disjunction", "conjunction")
"""Those whose parts mean the same in any order."""
_BRACKETS = ("bracket", "inner")
_PLACE = re.compile(r"\[([^{]*)\{(\w+)\}\]|\{(\w+)\}")


def print_condition(text: str, start: str = "expression", ordered: bool = True) -> str:
    """The fixed writing of an `expression`, `each`, `event` or `until`; unless `ordered`, the same
    for texts that only put the parts of an "and" or "or" in another order. SyntaxTrouble where the
    text is none."""
    return _print(parse("condition.lark", start, text), "quantified", ordered)


def _print(tree: Tree, wanted: str, ordered: bool) -> str:
    """A tree where a rule of the level `wanted` must stand."""
    if isinstance(tree, str):
        return str(tree)
    while tree.data in _BRACKETS:
        (tree,) = tree.children
    rule = str(tree.data)
    level = rule if rule in _ROWS else _WRITINGS[rule][0]
    if _LEVELS.index(level) < _LEVELS.index(wanted):
        return f"({_print(tree, 'quantified', ordered)})"
    if rule in _ROWS:
        between, each = _ROWS[rule]
        parts = [_print(child, each, ordered) for child in tree.children]
        return between.join(parts if ordered or rule not in _SWAPPED else sorted(parts))
    children = iter(tree.children)

    def fill(place: re.Match[str]) -> str:
        child = next(children)
        return (
            "" if child is None else (place[1] or "") + _print(child, place[2] or place[3], ordered)
        )

    return _PLACE.sub(fill, _WRITINGS[rule][1])
