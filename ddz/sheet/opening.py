"""What a game is before it is played: at a glance, its deal with the marks, its cases, and the
options it offers."""

from __future__ import annotations

from ddz.compiled.rules import Mark
from ddz.sheet.model import Block, Bullets, Paragraph, Section, Text
from ddz.sheet.scribe import Scribe

__all__ = ["cases", "deal", "names", "options", "overview"]


def overview(scribe: Scribe) -> Section:
    """Players, cards, sides and what it takes to win."""
    rules, deck = scribe.rules, scribe.rules.deck
    order = scribe.faces.ranks(range(len(deck.ranks)))
    cards = scribe.say("overview.deck", n=deck.copies, cards=deck.size)
    rows: list[Text] = [
        scribe.term(
            scribe.say("overview.players_term"), scribe.say("overview.players", n=rules.players)
        ),
        scribe.term(scribe.say("overview.deck_term"), cards),
        (*scribe.term(scribe.say("overview.order_term"), scribe.say("overview.order")), order),
        scribe.term(scribe.say("overview.sides_term"), _sides(scribe)),
        scribe.term(scribe.say("overview.aim_term"), scribe.say("overview.aim")),
    ]
    blocks: list[Block] = [Bullets(tuple(rows))]
    notes = [scribe.say("overview.suits")] if any(n > 1 for n in deck.suits) else []
    notes += _joker_notes(scribe)
    if notes:
        blocks.append(scribe.paragraph(*notes))
    return Section("overview", scribe.say("overview.heading"), tuple(blocks))


def _joker_notes(scribe: Scribe) -> list[str]:
    """What the jokers are called where only a letter stands on them."""
    found = []
    for joker in sorted(scribe.rules.deck.jokers, key=scribe.rules.deck.index.__getitem__):
        letter = scribe.faces.label(scribe.rules.deck.index[joker])
        name = scribe.words.names.cards.rank(joker)
        if letter != name:
            found.append(scribe.say("faces.letter", letter=letter, name=name))
    return found


def _sides(scribe: Scribe) -> str:
    """The sides, each with its roles."""
    by_side: dict[str, list[str]] = {}
    for role in scribe.rules.roles:
        by_side.setdefault(role.side, []).append(scribe.name(role.name))
    told = (
        scribe.say("overview.side", side=scribe.name(side), roles=scribe.listed(roles))
        for side, roles in by_side.items()
    )
    return scribe.full(scribe.say("sheet.semicolon").join(told))


def deal(scribe: Scribe) -> Section:
    """How many cards each is dealt, what is kept back, and the marked cards."""
    rules = scribe.rules
    told = [scribe.say("deal.each", n=rules.each)]
    told += [scribe.say("deal.kitty", n=rules.kitty) if rules.kitty else scribe.say("deal.all")]
    if rules.aside:
        told.append(scribe.say("deal.aside", n=rules.aside))
    blocks: list[Block] = [scribe.paragraph(*told)]
    if rules.marks:
        marks = tuple(scribe.term(scribe.words.mark(m.name), _mark(scribe, m)) for m in rules.marks)
        blocks += [scribe.paragraph(scribe.say("deal.marks", n=len(marks))), Bullets(marks)]
        blocks += [Paragraph((note,)) for note in _mark_notes(scribe)]
    return Section("deal", scribe.say("deal.heading"), tuple(blocks))


def _mark(scribe: Scribe, mark: Mark) -> str:
    """Which card a mark falls on and who is told."""
    rules, deck = scribe.rules, scribe.rules.deck
    left_out = [rank for rank in range(len(deck.ranks)) if rank not in mark.ranks]
    if mark.copies_of is not None:
        card = scribe.say("deal.copies", n=mark.cards, mark=scribe.words.mark(mark.copies_of))
        lost = scribe.say("deal.copies_lost") if rules.kitty or rules.aside else ""
        told = scribe.say(f"deal.known_{mark.known}_many")
        return scribe.join([card, lost, told])
    dealt = rules.players * rules.each
    if len(left_out) > len(mark.ranks):
        card = scribe.say("deal.from", n=dealt, ranks=scribe.ranks(mark.ranks))
    elif left_out:
        card = scribe.say("deal.but", n=dealt, ranks=scribe.ranks(left_out))
    else:
        card = scribe.say("deal.any" if not deck.jokers else "deal.any_joker", n=dealt)
    return scribe.join([card, scribe.say(f"deal.known_{mark.known}")])


def _mark_notes(scribe: Scribe) -> list[str]:
    """What is not marked, and that no card is marked twice."""
    rules = scribe.rules
    single = [mark.name for mark in rules.marks if mark.copies_of is None]
    copied = {mark.copies_of for mark in rules.marks}
    named = {name: scribe.say("deal.the_mark", mark=scribe.words.mark(name)) for name in single}
    notes = []
    if len(single) > 1:
        key = "deal.apart" if rules.deck.copies == 1 else "deal.apart_copies"
        notes.append(scribe.heading(scribe.say(key, marks=scribe.listed(named.values()))))
    plain = [named[name] for name in single if name not in copied]
    if plain and rules.deck.copies > 1:
        notes.append(scribe.say("deal.other_copies", marks=scribe.listed(plain, "or")))
    return [scribe.join(notes)] if notes else []


def cases(scribe: Scribe) -> Section | None:
    """The cases, each with what makes it."""
    rules = scribe.rules
    if not rules.cases:
        return None
    when = scribe.say("cases.after_deal")
    if rules.case_stage:
        before = rules.flow[rules.case_stage - 1].name
        when = scribe.say("cases.after_step", step=scribe.name(before))
    rows = tuple(
        scribe.term(scribe.words.case(name), scribe.full(scribe.words.condition(condition)))
        for name, condition in rules.cases
    )
    intro = scribe.say("cases.intro", when=when)
    return Section("cases", scribe.say("cases.heading"), (scribe.paragraph(intro), Bullets(rows)))


def names(scribe: Scribe) -> Section | None:
    """What the names stand for that the rest of the sheet uses; to be asked for behind it."""
    rows = tuple(scribe.explained(scribe.rules.names))
    if not rows:
        return None
    return Section("names", scribe.say("names.heading"), (Bullets(rows),))


def options(scribe: Scribe) -> Section | None:
    """The options a game offers, and which of them the sheet is written for."""
    rules = scribe.rules
    if not rules.options:
        return None
    rows = tuple((_option(scribe, name),) for name in rules.options)
    intro = scribe.say("options.intro")
    return Section(
        "options", scribe.say("options.heading"), (scribe.paragraph(intro), Bullets(rows))
    )


def _option(scribe: Scribe, name: str) -> str:
    """An option by its title, with how it stands here."""
    option, chosen = scribe.rules.options[name], scribe.rules.chosen.get(name)
    title = scribe.heading(option.title[scribe.lang])
    told = name not in scribe.rules.rewritten  # otherwise none may be what is written here
    if option.is_switch:
        in_force = chosen is not None and told
        return scribe.full(scribe.say("options.chosen", title=title) if in_force else title)
    ways = [
        scribe.say("options.chosen", title=choice.title[scribe.lang])
        if told and key == (chosen or option.default)
        else choice.title[scribe.lang]
        for key, choice in option.choices.items()
    ]
    return scribe.say("options.ways", title=title, ways=scribe.say("sheet.semicolon").join(ways))
