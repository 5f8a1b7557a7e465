"""The steps between auction and play: roles, kitty, early end, choice."""

from __future__ import annotations

from ddz.compiled.rules import ChoiceStep, EndStep, KittyStep, RolesStep
from ddz.game.actions import Action, Refusal, Say
from ddz.game.known import Known, seats_of
from ddz.game.multiplier import said
from ddz.game.physical import cards_of
from ddz.game.position import ALL, Outcome, Position
from ddz.seats import bits

__all__ = [
    "choose",
    "choose_legal",
    "choose_refusal",
    "enter_choice",
    "enter_end",
    "enter_kitty",
    "enter_roles",
]


def enter_roles(position: Position, step: RolesStep) -> None:
    """Give each seat its role. A role that is hidden is known to its seat alone, and so is who
    belongs to the rest as long as somebody is hidden."""
    rules = position.rules
    known = Known(position)
    roles = [-1] * rules.players
    hidden = 0
    for index, role in enumerate(step.roles):
        if role.who is not None:
            for seat in bits(role.who.evaluate(known)):
                if roles[seat] < 0:
                    roles[seat] = index
                    hidden |= (1 << seat) if role.reveal else 0
    for index, role in enumerate(step.roles):
        if role.who is None:
            roles = [index if r < 0 else r for r in roles]
    secret = hidden
    if hidden:
        secret |= sum(1 << s for s, r in enumerate(roles) if r >= 0 and step.roles[r].who is None)
    public = rules.seats & ~secret
    position.facts = position.facts.but(roles=tuple(roles), public=public, hidden=hidden)
    position.note("roles", ALL, public)
    for seat in bits(secret):
        position.note("role", 1 << seat, seat)


def enter_kitty(position: Position, step: KittyStep) -> None:
    """Hand the kitty out, from the top, role by role."""
    known = Known(position)
    deal = position.facts.deal
    taken: dict[int, tuple[int, ...]] = {}
    hands = list(position.hands)
    at = 0
    deck = position.rules.deck
    if step.shown:
        position.note("kitty", ALL, deal.kitty)
    for role, share in step.shares:
        for seat in bits(seats_of(position, role)):
            cards = deal.kitty[at : at + share.evaluate(known)]
            at += len(cards)
            if not cards:
                continue
            taken[seat] = taken.get(seat, ()) + cards
            hands[seat] += deck.tally_of_cards(cards)
            if step.shown:
                position.note("kitty_to", ALL, seat, cards)
            else:
                position.note("kitty_to", 1 << seat, seat, cards)
                position.note("kitty_hidden", ALL & ~(1 << seat), seat, len(cards))
    position.hands = tuple(hands)
    position.facts = position.facts.but(kitty=taken)
    position._cards = None  # worked out before the kitty, if at all
    for seat in bits(position.facts.opened):
        if seat in taken:
            position.note("opened", ALL, seat, tuple(cards_of(position)[seat]))


def enter_end(position: Position, step: EndStep) -> None:
    """See whether the game is over here; the outcome names the seat and the condition."""
    known = Known(position)
    seats = bits(step.each.among.evaluate(known)) if step.each else [-1]
    for seat in seats:
        env = {step.each.seat: 1 << seat} if step.each else {}
        for label, condition in step.conditions:
            if condition.evaluate(known, env):
                won = seats_of(position, step.side)
                position.outcome = Outcome(
                    "ended", seat, step.name, label, won, step.side, (), -1, 0
                )
                position.note("ended", ALL, seat, label)
                return


def enter_choice(position: Position, step: ChoiceStep) -> bool:
    """Ask; whether somebody is asked."""
    asked = step.ask.evaluate(Known(position))
    if not asked:
        return False
    position.pending = dict.fromkeys(bits(asked))
    position.seat = bits(asked)[0]
    position.note("asked", ALL, step.name, asked, step.seconds)
    return True


def choose_legal(position: Position, step: ChoiceStep) -> list[Action]:
    """The options."""
    return [Say(option) for option in step.options]


def choose_refusal(
    position: Position, step: ChoiceStep, seat: int, action: Action
) -> Refusal | None:
    """Why an answer is refused."""
    if position.pending.get(seat, "") is not None:
        return Refusal("answered", {"seat": seat}, position.rules, step.span)
    if not isinstance(action, Say) or action.option not in step.options:
        values = {"text": str(action)[:40], "allowed": ", ".join(step.options)}
        return Refusal("option", values, position.rules, step.span)
    return None


def choose(position: Position, step: ChoiceStep, seat: int, action: Say) -> bool:
    """Take in an answer; True when all have answered, and only then is anything shown."""
    answers = {**position.pending, seat: action.option}
    position.pending = answers
    position.note("answered", 1 << seat, seat, action.option)
    waiting = [s for s, answer in answers.items() if answer is None]
    if waiting:
        position.seat = waiting[0]
        return False
    position.pending = None
    position.note("said", ALL, step.name, tuple(answers.items()))
    opened = 0
    for each, option in answers.items():
        if option in step.opens:
            opened |= 1 << each
            position.note("opened", ALL, each, tuple(cards_of(position)[each]))
    if opened:
        position.facts = position.facts.but(opened=position.facts.opened | opened)
    for each, option in answers.items():
        said(position, each, option)
    return True
