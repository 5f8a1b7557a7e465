"""The steps between auction and play: roles, kitty, early ends, choices."""

from __future__ import annotations

from collections.abc import Iterator

from ddz.compiled.rules import ChoiceStep, EndStep, KittyStep, Role, RolesStep
from ddz.condition import Expression
from ddz.sheet.model import Block, Bullets, Section, Table, Term, Text
from ddz.sheet.scribe import Scribe

__all__ = ["choice", "end", "kitty", "roles"]


# --- roles


def roles(scribe: Scribe, step: RolesStep) -> Section:
    """Who becomes what, and who knows it."""
    by_case = any(role.who is not None and role.who.table for role in step.roles)
    listed: Block = _table_of_roles(scribe, step) if by_case else _list_of_roles(scribe, step)
    blocks = [listed, *_secrets(scribe, step)]
    return Section(step.name, scribe.named(step.name, "roles.heading"), tuple(blocks))


def _list_of_roles(scribe: Scribe, step: RolesStep) -> Bullets:
    rows: list[Text] = []
    for role in step.roles:
        who = scribe.say("roles.rest")
        if role.who is not None and role.who.plain is not None:
            who = scribe.words.seats(role.who.plain)
        term = scribe.say("roles.of_side", role=scribe.name(role.name), side=scribe.name(role.side))
        rows.append(scribe.term(term, scribe.full(str(who))))
    return Bullets(tuple(rows))


def _table_of_roles(scribe: Scribe, step: RolesStep) -> Table:
    """A row for each case, a column for each role."""
    head = [
        scribe.say("roles.case"),
        *(scribe.heading(scribe.name(role.name)) for role in step.roles),
    ]
    rows: list[tuple[Text, ...]] = []
    for case, _ in scribe.rules.cases:
        cells: list[Text] = [(Term(scribe.heading(scribe.words.case(case))),)]
        cells += [(_who(scribe, role, case),) for role in step.roles]
        rows.append(tuple(cells))
    return Table(tuple(head), tuple(rows))


def _who(scribe: Scribe, role: Role, case: str) -> str:
    if role.who is None:
        return scribe.say("roles.rest")
    found = role.who.plain or role.who.table.get(case)
    if found is None or found.text == "none":
        return scribe.say("roles.nobody")
    return str(scribe.words.seats(found))


def _secrets(scribe: Scribe, step: RolesStep) -> Iterator[Block]:
    """What is public, and how a hidden role comes to light."""
    hidden = [role for role in step.roles if role.reveal]
    if not hidden:
        yield scribe.paragraph(scribe.say("roles.public"))
        return
    rest = next((scribe.name(role.name) for role in step.roles if role.who is None), "")
    sentences = []
    for role in hidden:
        named = {"role": scribe.name(role.name), "mark": scribe.words.mark(str(role.reveal))}
        sentences += [scribe.say(f"roles.{key}", **named) for key in ("hidden", "kept", "others")]
    if rest:
        sentences.append(scribe.say("roles.rest_hidden", rest=rest))
    open_roles = [scribe.name(r.name) for r in step.roles if not r.reveal and r.who is not None]
    if open_roles:
        sentences.insert(0, scribe.say("roles.open", roles=scribe.listed(open_roles)))
    yield from scribe.bullets(sentences)


# --- kitty


def kitty(scribe: Scribe, step: KittyStep) -> Section:
    """Who gets the kitty, and who sees it."""
    shown = scribe.say("kitty.shown" if step.shown else "kitty.unseen", n=scribe.rules.kitty)
    rows: list[Text] = []
    for role, share in step.shares:
        clause = scribe.clauses(
            share, lambda x: scribe.say("kitty.share", n=scribe.words.number(x))
        )
        rows.append(scribe.term(scribe.name(role), scribe.full(clause)))
    blocks: list[Block] = [scribe.paragraph(shown), Bullets(tuple(rows))]
    if len(rows) > 1:
        blocks.append(scribe.paragraph(scribe.say("kitty.order")))
    return Section(step.name, scribe.named(step.name, "kitty.heading"), tuple(blocks))


# --- early ends


def end(scribe: Scribe, step: EndStep) -> Section:
    """What ends the game before the play, and for whom it is won."""
    side = scribe.words.side(step.side)
    one = len(step.conditions) == 1
    intro = scribe.say("early.intro_one" if one else "early.intro", side=side)
    rows = tuple(_early(scribe, step, *each) for each in step.conditions)
    blocks: list[Block] = [scribe.paragraph(intro), Bullets(rows)]
    if step.each is not None or not one:
        key = "early.which" if step.each is None else "early.who"
        blocks.append(scribe.paragraph(scribe.say(key if one else f"{key}_and_what")))
    return Section(step.name, scribe.named(step.name, "early.heading"), tuple(blocks))


def _early(scribe: Scribe, step: EndStep, label: str, condition: Expression) -> Text:
    """What ends the game, behind its name where it has one."""
    told = scribe.full(scribe.words.condition(condition, step.each))
    named = label in scribe.rules.texts and label != condition.text
    return scribe.term(scribe.name(label), told) if named else (told,)


# --- choices


def choice(scribe: Scribe, step: ChoiceStep) -> Section:
    """Who chooses what, how long, and what it opens."""
    options = scribe.listed((_quoted(scribe, o) for o in step.options), "or")
    default = _quoted(scribe, step.default)
    everyone = step.ask.plain is not None and step.ask.plain.text == "all"
    asked = (
        scribe.say("choice.ask_all", options=options)
        if everyone
        else scribe.value(step.ask, "choice.ask", scribe.words.seats, options=options)
    )
    key = "choice.default" if step.seconds is None else "choice.seconds"
    sentences = [
        asked,
        scribe.say("choice.secret"),
        scribe.say(key, n=step.seconds, option=default),
    ]
    opening = [_quoted(scribe, option) for option in step.options if option in step.opens]
    if opening:
        sentences.append(scribe.say("choice.opens", options=scribe.listed(opening, "or")))
    heading = scribe.named(step.name, "choice.heading")
    return Section(step.name, heading, tuple(scribe.bullets(sentences)))


def _quoted(scribe: Scribe, option: str) -> str:
    return scribe.say("choice.option", option=scribe.name(option))
