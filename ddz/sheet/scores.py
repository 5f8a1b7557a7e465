"""What a game is worth: the multiplier, the settlement, and games worked out."""

from __future__ import annotations

from ddz.compiled.rules import MultiplierRow, SettleRow
from ddz.sheet.model import Block, Bullets, Section, Table, Text, Topic
from ddz.sheet.scribe import Scribe
from ddz.sheet.worked import Growth, Story, stories

__all__ = ["multiplier", "settlement"]


def multiplier(scribe: Scribe) -> Section | None:
    """What N begins at, what makes it grow, and how far."""
    rules = scribe.rules
    if not rules.rows:
        return None
    told = [scribe.say("multiplier.start", n=rules.start)]
    if rules.most is not None:
        told.append(scribe.say("multiplier.most", n=rules.most))
    blocks: list[Block] = [scribe.paragraph(*told), _growth(scribe)]
    notes = []
    if any(row.test is not None for row in rules.rows):
        notes.append(scribe.say("multiplier.anyone"))
    if len(rules.rows) > 1:
        notes.append(scribe.say("multiplier.first"))
    blocks += scribe.bullets(notes)
    return Section("multiplier", scribe.say("multiplier.heading"), tuple(blocks))


def _growth(scribe: Scribe) -> Table:
    """A row for each event; a column for conditions where there are any."""
    conditions = any(row.when is not None for row in scribe.rules.rows)
    head = [scribe.say("multiplier.event")]
    head += [scribe.say("multiplier.when")] if conditions else []
    head.append(scribe.say("multiplier.change"))
    rows: list[tuple[Text, ...]] = []
    for at, row in enumerate(scribe.rules.rows):
        cells = [scribe.heading(scribe.words.event(row))]
        if any(_meets(other, row) for other in scribe.rules.rows[:at]):
            cells = [scribe.say("multiplier.others", event=cells[0])]
        if conditions:
            cells.append(scribe.words.condition(row.when) if row.when else "")
        cells.append(_change(scribe, row))
        rows.append(tuple((cell,) for cell in cells))
    return Table(tuple(head), tuple(rows))


def _meets(first: MultiplierRow, row: MultiplierRow) -> bool:
    """Whether an earlier row takes some plays that this one seems to say."""
    one, other = first.test, row.test
    if one is None or other is None or one.name not in (other.name, None):
        return False
    if first.when is not None and (row.when is None or first.when.text != row.when.text):
        return False
    low, high = max(one.low, other.low), [t.high for t in (one, other) if t.high is not None]
    return low <= min(high, default=low)


def _change(scribe: Scribe, row: MultiplierRow) -> str:
    if row.add is not None:
        return scribe.say("multiplier.add", value=scribe.words.operand(row.add, "sum"))
    assert row.times is not None
    return scribe.say("multiplier.times", value=scribe.words.operand(row.times, "product"))


# --- settlement


def settlement(scribe: Scribe) -> Section:
    """Who gets how much, in a table, and games worked out."""
    rules = scribe.rules
    timed = any(row.times is not None for row in rules.settle_rows)
    told = [scribe.say("scores.formula_times" if timed else "scores.formula")]
    told += [scribe.say("scores.base"), scribe.say("scores.zero")]
    blocks: list[Block] = [scribe.paragraph(*told)]
    shares = _shares(scribe, timed)
    symbols = scribe.explained(rules.settle_names)
    if symbols:
        blocks.append(Bullets(tuple(symbols)))
    blocks.append(shares)
    if len(rules.settle_rows) > 1:
        blocks.append(scribe.paragraph(scribe.say("scores.first")))
    blocks += [_story(scribe, at, story) for at, story in enumerate(stories(rules), 1)]
    return Section("settle", scribe.say("scores.heading"), tuple(blocks))


def _shares(scribe: Scribe, timed: bool) -> Table:
    """A row for each outcome, a column for the share of each role."""
    rules = scribe.rules
    head = [scribe.say("scores.outcome")]
    head += [scribe.say("scores.times")] if timed else []
    head += [scribe.heading(scribe.name(role.name)) for role in rules.roles]
    rows: list[tuple[Text, ...]] = []
    for row in rules.settle_rows:
        cells = [_outcome(scribe, row)]
        if timed:
            cells.append(scribe.words.formula(row.times) if row.times is not None else "1")
        cells += [_share(row, role.name) for role in rules.roles]
        rows.append(tuple((cell,) for cell in cells))
    first = 2 if timed else 1
    return Table(tuple(head), tuple(rows), frozenset(range(first, len(head))))


def _outcome(scribe: Scribe, row: SettleRow) -> str:
    words = scribe.say("scores.otherwise")
    if row.when is not None:
        words = scribe.heading(scribe.words.condition(row.when))
    if row.why is not None:
        return scribe.say("scores.why", why=row.why[scribe.lang], when=words)
    return words


def _share(row: SettleRow, role: str) -> str:
    return signed(row.shares[role]) if role in row.shares else "–"


def signed(number: int) -> str:
    """``+3``, ``−3`` or ``0``."""
    return f"{number:+d}".replace("-", "−") if number else "0"


# --- a game worked out


def _story(scribe: Scribe, at: int, story: Story) -> Topic:
    """A game that was played by the rules: what happened, and the scores."""
    rules = scribe.rules
    lines = [scribe.say("worked.begin", base=1)]
    if story.case is not None:
        lines.append(scribe.say("worked.case", case=scribe.words.case(story.case)))
    if story.bid and scribe.bid_counts:
        lines.append(scribe.say("worked.bid", bid=story.bid))
    if rules.rows:
        lines.append(scribe.say("worked.start", n=rules.start))
    happened: list[Text] = [(scribe.join(lines),)]
    happened += [_step(scribe, story, growth) for growth in story.growth]
    side = scribe.words.side(story.side)
    ending = scribe.say("worked.out", role=_one_of(scribe, story, story.out), side=side)
    row = rules.settle_rows[story.row]
    if row.times is not None:
        values = {"formula": scribe.words.formula(row.times), "value": story.times}
        ending = scribe.join([ending, scribe.say("worked.share", **values)])
    happened.append((ending,))
    head = tuple(scribe.say(f"worked.{key}") for key in ("role", "players", "each", "together"))
    rows = [
        (
            (scribe.heading(scribe.name(role)),),
            (str(seats),),
            (signed(score),),
            (signed(score * seats),),
        )
        for role, seats, score in story.scores
    ]
    total = sum(score * seats for _, seats, score in story.scores)
    rows.append(((scribe.say("worked.sum"),), ("",), ("",), (signed(total),)))
    blocks = (Bullets(tuple(happened)), Table(head, tuple(rows), frozenset({1, 2, 3})))
    return Topic(scribe.say("worked.heading", n=at), blocks)


def _step(scribe: Scribe, story: Story, growth: Growth) -> Text:
    """What changed N, and how."""
    change = scribe.say("worked.change", before=growth.before, after=growth.after)
    if growth.role is None:
        return (scribe.say("worked.over") + change,)
    role = _one_of(scribe, story, growth.role)
    if growth.play is not None:
        return (scribe.say("worked.plays", role=role), scribe.faces.play(growth.play), change)
    option = scribe.say("choice.option", option=scribe.name(str(growth.option)))
    return (scribe.say("worked.chooses", role=role, option=option) + change,)


def _one_of(scribe: Scribe, story: Story, role: str) -> str:
    """A seat of a role, as the beginning of a sentence."""
    seats = next(seats for name, seats, _ in story.scores if name == role)
    key = "worked.the" if seats == 1 else "worked.one"
    return scribe.heading(scribe.say(key, role=scribe.name(role)))
