"""Rows of the multiplier and the settlement that no game comes to or that change nothing, and
effects of plays that have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ddz.check.lints.subject import NO_PLAY, Subject, warning
from ddz.compiled import Play
from ddz.compiled.rules import CardTest, Effect, MultiplierRow, PlayStep
from ddz.condition import Expression
from ddz.diagnostics import Diagnostic, Span
from ddz.source import Mapping, Scalar

__all__ = ["idle_effects", "idle_rows", "idle_settlement"]


def idle_rows(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ908: rows of the multiplier that no event takes; DDZ909: rows that never change N."""
    rules, reached = subject.rules, subject.reached
    if not reached.worlds or NO_PLAY in subject.dead:
        return
    most = rules.most
    if most is not None and most == rules.start and rules.rows and not reached.lowered:
        counts = subject.variant.root.get("multiplier")
        if isinstance(counts, Mapping):
            yield warning(
                "DDZ909",
                f"N never changes: it starts at {rules.start}, and {most} is its most",
                counts.entries["most"].key.span,
                "start lower, or allow more",
            )
        return
    falls = bool(reached.raised) or rules.start > 1
    for at, row in enumerate(rules.rows):
        if at not in reached.taken:
            yield from _never_taken(subject, at, row)
        elif at not in reached.raised and not (at in reached.lowered and falls):
            what = "adds 0" if row.add is not None else "multiplies by 1"
            if at in reached.lowered:
                what = "only lowers N, which is never above 1"
            yield warning(
                "DDZ909",
                f"this row never changes N: it {what}",
                _span(subject.variant.rows[at].add or subject.variant.rows[at].times, row.span),
                "write another number, or take the row out",
            )


def _never_taken(subject: Subject, at: int, row: MultiplierRow) -> Iterator[Diagnostic]:
    """Why no event takes the row: no play is like that, a row above comes first, or its condition
    never holds."""
    rules, reached = subject.rules, subject.reached
    if row.option in subject.dead or _is_dead(subject, row.when):
        return
    hint = "take it out, or change what it waits for"
    spec = subject.variant.rows[at]
    if row.test is not None:
        play = next(_fitting(subject, row.test), None)
        if play is None:
            yield warning(
                "DDZ908", f"no play is this: {_why(subject, row.test)}", spec.at.span, hint
            )
            return
    if at in reached.row_shadowed:
        above = rules.rows[reached.row_shadowed[at]]
        event = "a new deal" if row.redealt else "the end of the game"
        if row.option is not None:
            event = f"the answer '{row.option}'"
        if row.test is not None and above.test is not None:
            both = (p for p in _fitting(subject, row.test) if above.test.takes(p.reading))
            event = str(next(both, play))
        yield warning(
            "DDZ908",
            f"no event comes as far as this row: {event} takes a row above it",
            spec.at.span,
            "put it above that row, or narrow that row",
            (("the row above", above.span),),
        )
        return
    worlds = reached.worlds
    yield warning(
        "DDZ908",
        f"no event takes this row: its 'when' is false in all {worlds} ways a game can go",
        _span(spec.when, row.span),
        "compare it with the cases and roles, or take it out",
    )


def _is_dead(subject: Subject, when: Expression | None) -> bool:
    return when is not None and not subject.dead.isdisjoint(when.uses)


def _fitting(subject: Subject, test: CardTest) -> Iterator[Play]:
    """A play of each reading that fits a test and that a hand can hold."""
    table, most = subject.rules.table, subject.reached.cards
    for bomb in table.bombs:
        if len(bomb) <= most and test.takes(bomb.reading):
            yield bomb
    for (name, size), group in table.groups.items():
        if name == test.name and size <= most:
            yield from (p for p in group.plays + group.lower if test.takes(p.reading))
            for flight in group.flights:
                if test.takes(flight.reading):
                    yield next(iter(flight.plays(table.deck.full)))


def _why(subject: Subject, test: CardTest) -> str:
    """Why no play fits: the sizes there are, or that nothing beats some cards."""
    readings = [
        reading
        for name in ([test.name] if test.name else subject.rules.table.bomb_names)
        for reading in subject.rules.table.readings_of(name)
    ]
    most = subject.reached.cards
    words = f"'{test.name}'" if test.name else "a bomb"
    sizes = sorted({reading.length for reading in readings})
    if sizes and not any(test.low <= n <= (test.high or n) for n in sizes):
        return f"{words} has {_numbers(sizes)} card{'s' * (sizes != [1])}"
    if sizes and test.low > most:
        return f"a hand has {most} cards at most"
    return f"no {words} beats these cards" if test.over is not None else f"no cards are {words}"


def _numbers(sizes: list[int]) -> str:
    if sizes == list(range(sizes[0], sizes[-1] + 1)) and len(sizes) > 2:
        return f"{sizes[0]} to {sizes[-1]}"
    if len(sizes) > 4:
        return f"{sizes[0]}, {sizes[1]} … {sizes[-1]}"
    return " or ".join(map(str, sizes))


def idle_settlement(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ913: rows of the settlement that no game comes to; DDZ914: rows that multiply shares by 0
    in some game."""
    rules, reached = subject.rules, subject.reached
    if not reached.worlds or NO_PLAY in subject.dead:
        return
    specs = subject.variant.settle_rows
    if reached.for_nothing:
        at, *others = sorted(reached.for_nothing)
        yield warning(
            "DDZ914",
            "a game can be settled for nothing: 'times' is 0, and the shares are not (when"
            f" {reached.for_nothing[at]})",
            _span(specs[at].times, specs[at].span),
            _never_nought(subject, specs[at].times),
            tuple(("here too", _span(specs[other].times, specs[other].span)) for other in others),
        )
    for at, row in enumerate(rules.settle_rows):
        if at in reached.settled or _is_dead(subject, row.when):
            continue
        sentence = "no game is settled by this row: "
        related: tuple[tuple[str, Span], ...] = ()
        if at in reached.shadowed:
            above, world = reached.shadowed[at]
            sentence += f"a row above it fits (as when {world})"
            related = (("the row above", rules.settle_rows[above].span),)
        elif at in reached.doubtful:
            sentence += "a row above it fits wherever its 'when' might hold"
        else:
            sentence += f"its 'when' is false in all {reached.worlds} ways a game can go"
        hint = "compare it with the rows above, or take it out"
        yield warning("DDZ913", sentence, _span(specs[at].when, row.span), hint, related)


def _never_nought(subject: Subject, times: Scalar | None) -> str:
    """What to do about a 'times' that comes to 0."""
    names = {**subject.variant.names, **subject.variant.settle_names}
    seen: set[str] = set()
    words = _WORD.findall(times.text) if times is not None else []
    while words:
        word = words.pop()
        if word not in seen and word in names:
            value = names[word][1]
            texts = [value.plain, *(entry.node for entry in value.table.values())]
            words += [w for t in texts if isinstance(t, Scalar) for w in _WORD.findall(t.text)]
        seen.add(word)
    if "bid" in seen:
        return "where nobody bids, 'bid' is 0 unless 'unbid' says otherwise"
    return "write a 'times' that is 1 or more in every game, or shares of 0"


_WORD = re.compile(r"[A-Za-z_]\w*")


def _span(text: Scalar | None, row: Span) -> Span:
    """Where a text of a row stands; the row itself where it has none."""
    return text.span if text is not None else row


def idle_effects(subject: Subject) -> Iterator[Diagnostic]:
    """DDZ916: effects of plays that nobody can make, and freezes of ranks none of which is left."""
    counts = subject.rules.deck.counts
    steps = (step for step in subject.rules.flow if isinstance(step, PlayStep))
    for effect in (effect for step in steps for effect in step.effects):
        if effect.test.name in subject.dead:
            continue
        plays = list(_fitting(subject, effect.test))
        if not plays:
            sentence = f"no play is this, so nothing is frozen: {_why(subject, effect.test)}"
        elif all(_spent(subject, effect, play) for play in plays):
            ranks = " ".join(subject.rules.deck.ranks[rank] for rank in sorted(effect.ranks))
            all_of = sum(counts[rank] for rank in effect.ranks)
            sentence = f"this freezes nothing: {plays[0]} is all {all_of} cards of {ranks}"
        else:
            continue
        yield warning("DDZ916", sentence, effect.span, "take it out, or change what it waits for")


def _spent(subject: Subject, effect: Effect, play: Play) -> bool:
    """Whether a play takes all there is of the ranks."""
    deck = subject.rules.deck
    return all(deck.count(play.tally, rank) == deck.counts[rank] for rank in effect.ranks)
