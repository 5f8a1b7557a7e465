"""The patterns, each with what it is, examples, an order and near misses; the bombs and their
ladder."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ddz.compiled import Play
from ddz.sheet.model import (
    Block,
    Hand,
    Ladder,
    Paragraph,
    Row,
    Samples,
    Section,
    Step,
    Text,
    Topic,
)
from ddz.sheet.scribe import Scribe

__all__ = ["bombs", "patterns"]

_ALIKE = 4
"""Up to how many equal bombs of a step are all shown."""


def patterns(scribe: Scribe) -> Section:
    """What can be played besides bombs, and how plays compare."""
    table = scribe.rules.table
    sentences = [scribe.say("patterns.compare"), scribe.say("patterns.lead")]
    if table.bombs:
        sentences += [scribe.say("patterns.bombs"), scribe.say("patterns.bomb_only")]
    blocks: list[Block] = [*scribe.bullets(sentences)]
    blocks += _two_ways(scribe)
    blocks += [_topic(scribe, name) for name in table.pattern_names]
    return Section("patterns", scribe.say("patterns.heading"), tuple(blocks))


def bombs(scribe: Scribe) -> Section | None:
    """The bombs, and the ladder they stand on."""
    table = scribe.rules.table
    if not table.bombs:
        return None
    blocks: list[Block] = [_topic(scribe, name) for name in table.bomb_names]
    ladder = _ladder(scribe)
    kinds = {(bomb.reading.step, bomb.reading.alternative) for bomb in table.bombs}
    notes = [scribe.say("ladder.rises"), scribe.say("ladder.within")]
    if len(kinds) > len(ladder.steps):
        notes.append(scribe.say("ladder.beside"))
    steps = (scribe.paragraph(*notes), ladder)
    blocks.append(Topic(scribe.say("ladder.heading"), steps))
    return Section("bombs", scribe.say("ladder.bombs"), tuple(blocks))


# --- one pattern


def _topic(scribe: Scribe, name: str) -> Topic:
    words = scribe.words
    told = [*words.pattern(name)]
    if name in scribe.rules.table.pattern_names:
        told.append(words.compared(name))
    told += words.refused(name)
    blocks: list[Block] = [scribe.paragraph(*told)]
    rows = [*_examples(scribe, name), *_orders(scribe, name), *_refused(scribe, name)]
    if rows:
        blocks.append(Samples(tuple(rows), scribe.say("samples.or")))
    return Topic(scribe.heading(scribe.words.called(name)), tuple(blocks))


def _examples(scribe: Scribe, name: str) -> Iterator[Row]:
    plays = scribe.sampler.examples(name)
    if plays:
        hands = tuple((scribe.faces.play(play),) for play in plays)
        yield Row("example", scribe.say("samples.example"), hands)


def _orders(scribe: Scribe, name: str) -> Iterator[Row]:
    """The lowest and the highest plays of the pattern."""
    hands = [scribe.faces.play(play) for play in scribe.sampler.order(name)]
    if hands:
        low, high = (_between(each, scribe.say("samples.less")) for each in (hands[:2], hands[2:]))
        text = (*low, scribe.say("samples.less_gap"), *high) if high else low
        yield Row("order", scribe.say("samples.order"), (text,))


def _refused(scribe: Scribe, name: str) -> Iterator[Row]:
    """Near misses that are nothing, and those that are something else."""
    misses = scribe.misser.misses(name)
    nothing = tuple((scribe.faces.written(m.cards),) for m in misses if m.reading is None)
    if nothing:
        yield Row("refused", scribe.say("samples.nothing"), nothing)
    others = tuple(
        (scribe.faces.written(miss.cards), _what_else(scribe, miss.reading))
        for miss in misses
        if miss.reading is not None
    )
    if others:
        yield Row("refused", scribe.say("samples.else"), others)


def _what_else(scribe: Scribe, play: Play) -> str:
    return scribe.say("samples.is", pattern=scribe.words.called(play.pattern))


def _between(hands: list[Hand], sign: str) -> Text:
    """Hands with a sign between them."""
    parts: list[str | Hand] = []
    for hand in hands:
        parts += [sign, hand] if parts else [hand]
    return tuple(parts)


def _two_ways(scribe: Scribe) -> Iterator[Block]:
    """What counts where cards can be read in two ways, with an example."""
    table = scribe.rules.table
    lower = [play for group in table.groups.values() for play in group.lower]
    if lower:
        low = min(lower, key=lambda play: (len(play), play.tally))
        high = next(p for p in table.readings(low.tally) if p.pattern == low.pattern)
        ends = {"high": _start(scribe, high), "low": _start(scribe, low)}
        told = scribe.say("patterns.two_keys", **ends)
        yield Paragraph((scribe.say("patterns.two_keys_rule"), scribe.faces.play(high), told))


def _start(scribe: Scribe, play: Play) -> str:
    return scribe.faces.label(play.head.parts[0][0])


# --- the ladder


def _ladder(scribe: Scribe) -> Ladder:
    """A step for each of the ladder, with a line for each kind that is on it."""
    texts = [str(step) for step in scribe.rules.document.get("ladder", [])]
    steps = []
    for at, found in groupby(scribe.rules.table.bombs, key=lambda bomb: bomb.reading.step):
        name = scribe.words.ladder_step(texts[at]) if at < len(texts) else ""
        by_kind = groupby(found, key=lambda bomb: bomb.reading.alternative)
        lines = [_kind(scribe, list(plays)) for _, plays in by_kind]
        steps.append(Step(name, tuple(_joined(scribe, lines))))
    return Ladder(tuple(steps))


def _kind(scribe: Scribe, plays: list[Play]) -> Text:
    """The bombs of one kind on a step: the lowest and the highest, or all that are equal."""
    strengths = {(play.reading.length, play.reading.key) for play in plays}
    hands = [scribe.faces.play(play) for play in plays]
    if len(hands) == 1:
        return (hands[0],)
    if len(strengths) == 1:
        shown = hands if len(hands) <= _ALIKE else hands[:_ALIKE]
        return _between(shown, scribe.say("samples.equal"))
    sign = scribe.say("samples.less" if len(hands) == 2 else "samples.less_gap")
    return _between([hands[0], hands[-1]], sign)


def _joined(scribe: Scribe, lines: list[Text]) -> list[Text]:
    """Kinds of one hand each stand together on one line."""
    if all(len(line) == 1 for line in lines) and len(lines) > 1:
        hands = [part for line in lines for part in line if isinstance(part, Hand)]
        return [_between(hands, scribe.say("samples.equal"))]
    return lines
