"""The part of a variant that is about cards: deck, lines, patterns, bombs.

What is wrong is left out of the table it makes, so that the rest of the file can be checked too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from ddz.cards import Deck
from ddz.compiled.findings import Findings, edited
from ddz.compiled.ladder_part import Bombs, compile_ladder
from ddz.diagnostics import Fix
from ddz.pattern import Head, Pattern, PatternTrouble, expand, read_pattern
from ddz.pattern.tree import Ref, Row, Several
from ddz.plays.table import PlayTable
from ddz.source import Scalar
from ddz.syntax import SyntaxTrouble
from ddz.variant.meant import near_key
from ddz.variant.model import Variant

__all__ = ["compile_cards"]

MAX_RANKS = 30
MAX_LINE = 64
MAX_HEADS = 60_000
"""How many card sets all patterns of a file may describe; one may describe fewer."""
MAX_ONE = 20_000
"""What a pattern counts for that describes too many."""

_RESERVED = frozenset(
    [
        "row",
        "of",
        "a",
        "rank",
        "on",
        "exactly",
        "but",
        "from",
        "without",
        "by",
        "may",
        "repeat",
        "touch",
        "up",
        "to",
        "not",
        "both",
        "no",
        "beside",
        "any",
        "copies",
    ]
)
_SUITS = frozenset("SHCD")
_OF_THE_DECK = frozenset(["DDZ301", "DDZ504", "DDZ506", "DDZ509"])
"""Codes of findings that a broken deck brings with it."""


def compile_cards(variant: Variant, findings: Findings) -> tuple[Deck, PlayTable]:
    """The deck and the table of plays, as far as they are right."""
    deck, whole = _deck(variant, findings)
    if not whole:
        trees = _trees(variant, findings)
        findings.muted |= _OF_THE_DECK
        blank: Bombs = [(name, []) for name in variant.bombs]
        compile_ladder(variant, deck, blank, set(variant.bombs), findings)
        return deck, PlayTable(deck, [(name, []) for name in variant.patterns], blank, {})
    lines, broken_lines = _lines(variant, deck, findings)
    trees = _trees(variant, findings)
    heads, broken = _Expansion(variant, deck, lines, trees, broken_lines, findings).run()
    patterns = [(name, heads[name]) for name in variant.patterns]
    bombs = [(name, heads[name]) for name in variant.bombs]
    for name, found in bombs:
        if any(head.wings for head in found):
            findings.report(
                "DDZ307",
                f"the bomb '{name}' has wings of any rank, and bombs must be listed whole",
                variant.bombs[name][0].span,
                "use rows, exact cards or cards of one rank, or put it under 'patterns:'",
            )
            broken.add(name)
    bombs = [(name, [] if name in broken else found) for name, found in bombs]
    ladder = compile_ladder(variant, deck, bombs, broken, findings)
    findings.bombs_doubtful = bool(findings.all)
    return deck, PlayTable(deck, patterns, bombs, ladder)


def _deck(variant: Variant, findings: Findings) -> tuple[Deck, bool]:
    """The deck of the ranks that are right, and whether all are."""
    ranks, good = _rank_list(variant.ranks, findings)
    jokers: list[tuple[str, int]] = []
    good_jokers = True
    if variant.jokers is not None and variant.jokers.text.strip():
        jokers, good_jokers = _rank_list(variant.jokers, findings)
    kept: list[str] = []
    for rank, start in ranks:
        place = variant.ranks.part(start, start + 1)
        if rank in kept:
            findings.report("DDZ309", f"the rank {rank} stands twice", place, "take one out")
            good = False
        elif rank in _SUITS or rank in "01":
            findings.report(
                "DDZ309",
                f"'{rank}' cannot be a rank: S H C D are suits, and 10 is written T",
                place,
                "take another letter",
            )
            good = False
        else:
            kept.append(rank)
    if len(kept) > MAX_RANKS:
        findings.report("DDZ309", f"a deck may have {MAX_RANKS} ranks at most", variant.ranks.span)
        kept, good = kept[:MAX_RANKS], False
    known: list[str] = []
    for joker, start in jokers:
        if joker in kept:
            known.append(joker)
        elif variant.jokers is not None and good:
            findings.report(
                "DDZ301",
                f"the joker {joker} is not one of the ranks",
                variant.jokers.part(start, start + 1),
                "list it under 'ranks:' too",
            )
            good_jokers = False
    return Deck(variant.copies, kept or ["3"], known), good and good_jokers and bool(kept)


def _rank_list(text: Scalar, findings: Findings) -> tuple[list[tuple[str, int]], bool]:
    """The ranks of a text with their places, and whether all are ranks."""
    found: list[tuple[str, int]] = []
    wrong: dict[str, list[re.Match[str]]] = {}
    for match in re.finditer(r"\S+", text.text):
        word = match[0]
        if len(word) == 1 and word.isascii() and word.isalnum() and word == word.upper():
            found.append((word, match.start()))
        else:
            wrong.setdefault(_kind_of_slip(word), []).append(match)
    for kind, words in wrong.items():
        plain = [word[0].upper().replace("10", "T").replace(",", " ") for word in words]
        fixes = [
            fix
            for word, instead in zip(words, plain, strict=True)
            for fix in edited(text, *word.span(), instead.rstrip())
        ]
        findings.report(
            "DDZ309",
            f"'{words[0][0][:20]}' is no rank; a rank is one digit or capital letter",
            text.part(*words[0].span()),
            kind or f"write {' '.join(plain)}",
            fixes=tuple(fixes) if kind in ("", _TEN, _COMMAS) else (),
        )
    good = not wrong
    if not found and good:
        findings.report("DDZ309", "there are no ranks here", text.span, "as in '3 4 5 6 7'")
        good = False
    return found, good


_TEN = "the ten is T"
_COMMAS = "write them apart and without commas, as in '3 4 5'"


def _kind_of_slip(word: str) -> str:
    """What is wrong with a word that is no rank, as a hint; '' for a small letter."""
    if word == "10":
        return _TEN
    if len(word) == 1 and word.isascii() and word.isalpha():
        return ""
    if "," in word:
        return _COMMAS
    if re.fullmatch(r"\w+[-–~.]+\w+", word):
        return "write them all and apart, as in '3 4 5'"
    return "write them apart, as in '3 4 5'"


def _lines(
    variant: Variant, deck: Deck, findings: Findings
) -> tuple[dict[str, Sequence[int]], set[str]]:
    """The lines as ranks of the deck, and the names of those with a fault."""
    lines: dict[str, Sequence[int]] = {}
    broken: set[str] = set()
    for name, (_, text) in variant.lines.items():
        words, good = _rank_list(text, findings)
        unknown: set[str] = set()
        for word, start in words:
            if word not in deck.index and word not in unknown:
                unknown.add(word)
                findings.report(
                    "DDZ301",
                    f"the deck has no rank '{word}'",
                    text.part(start, start + 1),
                    f"it has {' '.join(deck.ranks)}",
                )
        if len(words) > MAX_LINE:
            findings.report(
                "DDZ309", f"a line may have {MAX_LINE} ranks at most", text.span, "shorten it"
            )
        if unknown or not good or len(words) > MAX_LINE:
            broken.add(name)
        lines[name] = [deck.index[word] for word, _ in words[:MAX_LINE] if word in deck.index]
    return lines, broken


def _trees(variant: Variant, findings: Findings) -> dict[str, Pattern | None]:
    trees: dict[str, Pattern | None] = {}
    for source in (variant.patterns, variant.bombs):
        for name, (key, text) in source.items():
            if name in trees:
                findings.report(
                    "DDZ503",
                    f"'{name}' is a pattern and a bomb; one name, one thing",
                    key.span,
                    "take another name for one of them",
                    related=(("the pattern", variant.patterns[name][0].span),),
                )
            if name in _RESERVED:
                findings.report(
                    "DDZ503",
                    f"'{name}' is a word of the pattern language",
                    key.span,
                    "take another name",
                )
            try:
                trees[name] = read_pattern(text.text)
            except SyntaxTrouble as error:
                trees[name] = None
                findings.syntax("DDZ300", text, error)
    return trees


class _Expansion:
    """All patterns and bombs as heads. A pattern made of a broken one is broken, and not
    reported."""

    def __init__(
        self,
        variant: Variant,
        deck: Deck,
        lines: dict[str, Sequence[int]],
        trees: dict[str, Pattern | None],
        broken_lines: set[str],
        findings: Findings,
    ) -> None:
        self.deck, self.lines, self.trees = deck, lines, trees
        self.findings = findings
        self.broken_lines = broken_lines
        self.broken = {name for name, tree in trees.items() if tree is None}
        self.texts = {**variant.patterns, **variant.bombs}
        self.room = MAX_HEADS
        self.top = variant.files[0]
        self.line_texts = {name: text for name, (_, text) in variant.lines.items()}
        self.short: dict[str, list[str]] = {}

    def run(self) -> tuple[dict[str, list[Head]], set[str]]:
        """The heads by name, and the names that are broken."""
        heads: dict[str, list[Head]] = {name: [] for name in self.trees}
        trouble: dict[str, PatternTrouble] = {}
        for name, tree in self.trees.items():
            if tree is None:
                continue
            if self.room < 0:
                self.broken.add(name)
                continue
            try:
                heads[name] = expand(tree, self.deck, self.lines, self._lookup)
            except _SilentError:
                self.broken.add(name)
            except PatternTrouble as found:
                trouble[name] = found
            wide = name in trouble and trouble[name].code == "DDZ304"
            self._count(name, MAX_ONE if wide else len(heads[name]))
        for name, error in trouble.items():
            tree = self.trees[name]
            assert tree is not None
            parts, lines = _named(tree)
            lines &= self.lines.keys()
            follows = parts & (self.broken | (trouble.keys() - {name}))
            if follows and error.code != "DDZ303":
                continue
            if lines & self.broken_lines and error.code in ("DDZ304", "DDZ305", "DDZ306"):
                continue
            own = [line for line in lines if self.line_texts[line].span.file == self.top]
            if own and error.code == "DDZ305" and self.texts[name][1].span.file != self.top:
                self.short.setdefault(own[0], []).append(name)
            else:
                self._report(name, error)
        for line, names in self.short.items():
            self.findings.report(
                "DDZ305",
                f"on this line there are no cards for '{names[0]}'",
                self.line_texts[line].span,
                "make it longer, or change the patterns that run on it",
                related=tuple((f"'{n}' runs on it", self.texts[n][1].span) for n in names[:3]),
            )
        return heads, self.broken | trouble.keys()

    def _lookup(self, name: str) -> Pattern | None:
        if name in self.broken:
            raise _SilentError
        return self.trees.get(name)

    def _count(self, name: str, heads: int) -> None:
        if heads > self.room >= 0:
            self.findings.report(
                "DDZ304",
                f"with this the patterns describe more than {MAX_HEADS} different card sets",
                self.texts[name][1].span,
                "narrow the amounts or the ranks",
            )
        self.room -= heads

    def _report(self, name: str, error: PatternTrouble) -> None:
        text = self.texts[name][1]
        hint = error.hint
        word = text.text[error.start : error.end]
        if error.code == "DDZ303" and word == name:
            hint = "a pattern cannot be made of itself"
        fixes: tuple[Fix, ...] = ()
        if error.code == "DDZ301":
            near = get_close_matches(word, [*self.trees, *self.lines], 1)
            hint = f"did you mean '{near[0]}'?" if near else hint
            if near_key(word, [*self.trees, *self.lines], ())[1]:
                fixes = edited(text, error.start, error.end, near[0])
            if not near and not hint:
                hint = f"the deck has {' '.join(self.deck.ranks)}"
                if word[:1].islower():
                    hint = f"there are {', '.join([*self.trees, *self.lines][:12])}"
        place = text.part(error.start, error.end)
        self.findings.report(error.code, error.sentence, place, hint, fixes=fixes)


class _SilentError(Exception):
    """A part is broken and reported already."""


def _named(tree: Pattern) -> tuple[set[str], set[str]]:
    """The patterns and the lines that a pattern names."""
    words = [str(word) for word in _words(tree)]
    lines = {str(group.by) for shape in tree.shapes for group in shape.groups if group.by}
    lines |= {
        str(group.base.line)
        for shape in tree.shapes
        for group in shape.groups
        if isinstance(group.base, Row)
    }
    return set(words) - lines, lines


def _words(tree: Pattern) -> Iterator[str]:
    for shape in tree.shapes:
        for group in shape.groups:
            base = group.base
            if group.beside is not None:
                yield group.beside
            if isinstance(base, Row | Several):
                yield base.member
            elif isinstance(base, Ref):
                yield base.name
