"""The flow: what happens between actions, from the deal to the settlement.

Everything here works on a position nobody else has seen yet.
"""

from __future__ import annotations

from ddz.cards import CardsError
from ddz.compiled.rules import AuctionStep, ChoiceStep, EndStep, KittyStep, RolesStep
from ddz.game import auction, multiplier, setting, trick
from ddz.game.deal import Deal, Draws, deal_cards, read_deal
from ddz.game.known import Known
from ddz.game.position import ALL, Facts, Position
from ddz.game.settle import settle

__all__ = ["advance", "deal_anew", "finish", "go_on"]


def deal_anew(position: Position, earlier: tuple[Deal, ...], used: int) -> None:
    """Deal for the first time or anew, and put everything back to the start."""
    rules, setup = position.rules, position.setup
    draws = Draws(setup.seed, used)
    if len(earlier) < len(setup.written):
        deal = read_deal(rules, setup.written[len(earlier)], draws)
    else:
        deal = deal_cards(rules, draws)
    holders = {mark.name: deal.holders(mark.name) for mark in rules.marks}
    position.facts = Facts(deal, earlier, draws.used, holders)
    position.hands = tuple(rules.deck.tally_of_cards(hand) for hand in deal.hands)
    position.at = 0
    position.seat = None
    position.multiplier = deal.multiplier or rules.start
    position.plays, position.now = 0, None
    position.held, position.bound, position.owner, position.passes = None, (), 0, 0
    position.pending = None
    position.note("dealt", ALL, len(earlier))
    for seat in range(rules.players):
        position.note("hand", 1 << seat, seat)
    for mark in rules.marks:
        if mark.known != "nobody":
            for card in deal.marks[mark.name]:
                for holder, hand in enumerate(deal.hands):
                    if card in hand:
                        audience = ALL if mark.known == "all" else 1 << holder
                        position.note("marked", audience, mark.name, holder, card)
    for _ in earlier:
        multiplier.redealt(position)
    _learn_case(position)
    if deal.start is not None:
        _skip_to(position, deal)


def _skip_to(position: Position, deal: Deal) -> None:
    """Start at a later step: what a written deal settled beforehand is taken from it."""
    rules = position.rules
    while rules.flow[position.at].name != deal.start:
        step = rules.flow[position.at]
        if isinstance(step, AuctionStep):
            _auction_was(position, step, deal)
        if isinstance(step, RolesStep):
            setting.enter_roles(position, step)
        position.at += 1
        _learn_case(position)


def _auction_was(position: Position, step: AuctionStep, deal: Deal) -> None:
    """Take the auction's outcome from a written deal. CardsError where it could not be so."""
    known = Known(position)
    takes_place = step.when is None or step.when.evaluate(known)
    if not takes_place:
        if deal.winner is not None or deal.bid:
            raise CardsError("this deal has no auction, so no 'winner' and no 'bid'")
        return
    if deal.winner is None:
        raise CardsError("a deal that starts after the auction names its 'winner' and 'bid'")
    winner = 1 << deal.winner
    if deal.bid in step.bids:
        barred = step.barred.evaluate(known) if step.barred else 0
        may_win = step.asked.evaluate(known) & ~barred
    else:
        may_win = auction.unbid_winners(position, step, deal.bid)
    if not winner & may_win:
        raise CardsError(f"seat {deal.winner} cannot have won the auction at {deal.bid}")
    position.facts = position.facts.but(winner=winner, bid=deal.bid)


def _learn_case(position: Position) -> None:
    """Say which case holds, at the point of the flow where it is known."""
    rules = position.rules
    if not rules.cases or position.at != rules.case_stage or position.facts.case is not None:
        return
    known = Known(position)
    for name, condition in rules.cases:
        if condition.evaluate(known):
            position.facts = position.facts.but(case=name)
            position.note("case", ALL, name)
            return


def go_on(position: Position, how: str) -> None:
    """Go on after an acting step: wait for the next seat, deal anew, or take the next steps."""
    if how == auction.WAIT:
        return
    if how == auction.REDEAL:
        deal_anew(position, (*position.facts.earlier, position.facts.deal), position.facts.draws)
        advance(position)
        return
    if position.outcome is not None:
        finish(position)
        return
    position.at += 1
    _learn_case(position)
    advance(position)


def advance(position: Position) -> None:
    """Take steps until somebody must act or the game is over."""
    rules = position.rules
    while position.outcome is None:
        step = rules.flow[position.at]
        position.seat = position.pending = None
        position.now = step
        if isinstance(step, AuctionStep):
            how = auction.enter(position, step)
            if how == auction.WAIT:
                return
            if how == auction.REDEAL:
                deal_anew(
                    position, (*position.facts.earlier, position.facts.deal), position.facts.draws
                )
                continue
        elif isinstance(step, RolesStep):
            setting.enter_roles(position, step)
        elif isinstance(step, KittyStep):
            setting.enter_kitty(position, step)
        elif isinstance(step, EndStep):
            setting.enter_end(position, step)
        elif isinstance(step, ChoiceStep):
            if setting.enter_choice(position, step):
                return
        else:
            trick.enter(position, step)
            return
        if position.outcome is None:
            position.at += 1
            _learn_case(position)
    finish(position)


def finish(position: Position) -> None:
    """The game is over: everything is public, and settled."""
    position.seat = position.now = None
    settle(position)
