"""The part of a variant that is about cards: deck, lines, patterns, bombs, ladder."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from ddz.cards import CardsError, Deck
from ddz.compiled.findings import Findings
from ddz.compiled.plays import Ladder, PlayTable
from ddz.diagnostics import Span
from ddz.pattern import Head, Item, Pattern, PatternTrouble, expand, read_pattern, read_step
from ddz.source import Scalar
from ddz.syntax import SyntaxTrouble
from ddz.variant.model import Variant

__all__ = ["compile_cards"]

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
        "any",
        "copies",
    ]
)
_SUITS = frozenset("SHCD")


def compile_cards(variant: Variant, findings: Findings) -> tuple[Deck, PlayTable] | None:
    """The deck and the table of plays; None where something is wrong."""
    before = len(findings.all)
    deck = _deck(variant, findings)
    if deck is None:
        return None
    lines = _lines(variant, deck, findings)
    trees = _trees(variant, findings)
    patterns = [
        (n, _heads(n, variant.patterns[n][1], trees, deck, lines, findings))
        for n in variant.patterns
    ]
    bombs = [
        (n, _heads(n, variant.bombs[n][1], trees, deck, lines, findings)) for n in variant.bombs
    ]
    for name, heads in bombs:
        if any(head.wings for head in heads):
            key = variant.bombs[name][0]
            findings.report(
                "DDZ307",
                f"the bomb '{name}' has wings of any rank, and bombs must be listed whole",
                key.span,
                "use rows, exact cards or cards of one rank",
            )
    if len(findings.all) > before:
        return None
    ladder = _ladder(variant, deck, bombs, findings)
    if len(findings.all) > before:
        return None
    return deck, PlayTable(deck, patterns, bombs, ladder)


def _deck(variant: Variant, findings: Findings) -> Deck | None:
    ranks = _rank_list(variant.ranks, findings)
    jokers = _rank_list(variant.jokers, findings) if variant.jokers else []
    if ranks is None or jokers is None:
        return None
    for at, rank in enumerate(ranks):
        if rank in ranks[:at]:
            findings.report("DDZ309", f"the rank {rank} stands twice", variant.ranks.span)
            return None
        if rank in _SUITS or rank in "01":
            findings.report(
                "DDZ309",
                f"'{rank}' cannot be a rank: S H C D are suits, and 10 is written T",
                variant.ranks.span,
            )
            return None
    if len(ranks) > 30:
        findings.report("DDZ309", "a deck may have 30 ranks at most", variant.ranks.span)
        return None
    for joker in jokers:
        if joker not in ranks and variant.jokers is not None:
            findings.report(
                "DDZ301", f"the joker {joker} is not one of the ranks", variant.jokers.span
            )
            return None
    return Deck(variant.copies, ranks, jokers)


def _rank_list(text: Scalar, findings: Findings) -> list[str] | None:
    words = text.text.split()
    for word in words:
        if len(word) != 1 or not (word.isascii() and word.isalnum()) or word != word.upper():
            start = text.text.index(word)
            hint = "the ten is T" if word == "10" else "write them apart, as in '3 4 5'"
            findings.report(
                "DDZ309",
                f"'{word[:20]}' is no rank; a rank is one digit or capital letter",
                text.part(start, start + len(word)),
                hint,
            )
            return None
    if not words:
        findings.report("DDZ309", "there are no ranks here", text.span)
        return None
    return words


def _lines(variant: Variant, deck: Deck, findings: Findings) -> dict[str, Sequence[int]]:
    lines: dict[str, Sequence[int]] = {}
    for name, (_, text) in variant.lines.items():
        words = _rank_list(text, findings) or []
        for word in words:
            if word not in deck.index:
                start = text.text.index(word)
                findings.report(
                    "DDZ301", f"the deck has no rank '{word}'", text.part(start, start + 1)
                )
        if len(words) > 64:
            findings.report("DDZ309", "a line may have 64 ranks at most", text.span)
        lines[name] = [deck.index[word] for word in words[:64] if word in deck.index]
    return lines


def _trees(variant: Variant, findings: Findings) -> dict[str, Pattern | None]:
    trees: dict[str, Pattern | None] = {}
    for source in (variant.patterns, variant.bombs):
        for name, (key, text) in source.items():
            if name in trees:
                findings.report(
                    "DDZ503", f"'{name}' is a pattern and a bomb; one name, one thing", key.span
                )
            if name in _RESERVED:
                findings.report("DDZ503", f"'{name}' is a word of the pattern language", key.span)
            try:
                trees[name] = read_pattern(text.text)
            except SyntaxTrouble as error:
                trees[name] = None
                findings.syntax("DDZ300", text, error)
    return trees


def _heads(
    name: str,
    text: Scalar,
    trees: dict[str, Pattern | None],
    deck: Deck,
    lines: dict[str, Sequence[int]],
    findings: Findings,
) -> list[Head]:
    tree = trees[name]
    if tree is None:
        return []
    broken = {other for other, found in trees.items() if found is None}

    def lookup(other: str) -> Pattern | None:
        if other in broken:
            raise _Silent
        return trees.get(other)

    try:
        return expand(tree, deck, lines, lookup)
    except _Silent:
        return []
    except PatternTrouble as error:
        hint = error.hint
        if error.code == "DDZ301":
            word = text.text[error.start : error.end]
            near = get_close_matches(word, [*trees, *lines], 1)
            hint = f"did you mean '{near[0]}'?" if near else hint
        findings.report(error.code, error.sentence, text.part(error.start, error.end), hint)
    return []


class _Silent(Exception):
    """A part is broken and reported already."""


def _ladder(
    variant: Variant, deck: Deck, bombs: Sequence[tuple[str, list[Head]]], findings: Findings
) -> Ladder:
    ladder: Ladder = {}
    where: dict[int, Span] = {}
    names = [name for name, _ in bombs]
    for step, text in enumerate(variant.ladder):
        try:
            items = read_step(text.text)
        except SyntaxTrouble as error:
            findings.syntax("DDZ300", text, error)
            continue
        for at, item in enumerate(items):
            span = text.part(item.start, item.end)
            found = _named(item, deck, bombs, span, names, findings)
            for head in found or ():
                if head.tally in ladder:
                    findings.report(
                        "DDZ312",
                        f"the bomb {deck.text(head.tally)} stands on the ladder twice",
                        span,
                        "narrow one of the two",
                        related=(("it stands here too", where[head.tally]),),
                    )
                    break
                ladder[head.tally] = (step, at)
                where[head.tally] = span
            if found is not None and not found:
                findings.report(
                    "DDZ311", f"'{text.text[item.start : item.end]}' names no bomb there is", span
                )
    _missing(variant, deck, bombs, ladder, findings)
    return ladder


def _missing(
    variant: Variant,
    deck: Deck,
    bombs: Sequence[tuple[str, list[Head]]],
    ladder: Ladder,
    findings: Findings,
) -> None:
    for name, heads in bombs:
        missing = [head.tally for head in heads if head.tally not in ladder]
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            findings.report(
                "DDZ310",
                f"the bomb {deck.text(missing[0])}{more} ('{name}') is on no step of the ladder",
                variant.bombs[name][0].span,
                "name it on a step of 'ladder:'",
                related=(("the ladder", variant.ladder_span),),
            )


def _named(
    item: Item,
    deck: Deck,
    bombs: Sequence[tuple[str, list[Head]]],
    span: Span,
    names: list[str],
    findings: Findings,
) -> list[Head] | None:
    """The bombs an item of a step names, each card set once; None where the item itself is
    wrong.
    """
    if item.cards is not None:
        try:
            tally = deck.tally(item.cards)
        except CardsError as error:
            findings.report("DDZ301", str(error), span)
            return None
        found = [head for _, heads in bombs for head in heads if head.tally == tally]
    elif item.name not in names:
        near = get_close_matches(str(item.name), names, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names)}"
        findings.report("DDZ301", f"there is no bomb '{item.name}'", span, hint)
        return None
    else:
        heads = next(heads for name, heads in bombs if name == item.name)
        found = [h for h in heads if item.sizes is None or h.cards in item.sizes]
    return list({head.tally: head for head in found}.values())
