"""Whether the deals of an example are deals, and all of them is used; what is not is found at the
very word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ddz.cards import CardsError, Face
from ddz.check.examples.forms import Game, Word, WrittenDeal
from ddz.check.examples.result import Stopped, known, seat_of
from ddz.compiled import Compiled
from ddz.compiled.rules import AuctionStep, KittyStep
from ddz.diagnostics import Span
from ddz.game.state import State

__all__ = ["check_deal", "check_used", "place_in"]


def place_in(example: Game, sentence: str) -> Span:
    """Where the part of the first deal stands that a sentence speaks of, or all of it."""
    places = example.deals[0].places if example.deals else {}
    named = (name for name in re.findall(r"'(\w+)'", sentence) if name in places)
    part = "winner" if "won the auction" in sentence else next(named, "")
    return places.get(part, example.start)


def check_deal(deal: WrittenDeal, rules: Compiled) -> None:
    """Find the very word that makes a deal none, or that says nothing. Stopped there."""
    if len(deal.hands) != rules.players:
        sentence = f"there are {len(deal.hands)} hands for {rules.players} seats"
        raise Stopped("DDZ711", sentence, deal.hands_span, "write a hand for each seat")
    _check_cards(deal, rules)
    if deal.start is not None:
        known(deal.start, [step.name for step in rules.flow], "step")
    names = [mark.name for mark in rules.marks if mark.copies_of is None]
    for key, seat in deal.marks.values():
        known(key, names, "mark of one card")
        seat_of(seat, rules.players)
    _check_auction(deal, rules)
    if deal.kitty is not None and _first_kitty(rules) < _start(deal, rules):
        sentence = "the kitty was handed out before this deal starts, and so this says nothing"
        raise Stopped("DDZ711", sentence, deal.kitty.span, "put its cards into the hands")


def _start(deal: WrittenDeal, rules: Compiled) -> int:
    """The place in the flow of the step a deal starts at."""
    name = deal.start.text if deal.start is not None else ""
    return next((n for n, step in enumerate(rules.flow) if step.name == name), 0)


def _first_kitty(rules: Compiled) -> int:
    """The place in the flow of the step that hands out a kitty; behind the end where none does."""
    steps = enumerate(rules.flow)
    found = (n for n, step in steps if isinstance(step, KittyStep) and rules.kitty)
    return next(found, len(rules.flow))


def _check_cards(deal: WrittenDeal, rules: Compiled) -> None:
    """All are cards of the deck, and not more than it has."""
    faces: list[Face] = []
    for word in _texts(deal):
        try:
            faces += rules.deck.faces(word.text)
            rules.deck.tally_of_faces(faces)
        except CardsError as error:
            raise Stopped("DDZ711", str(error), word.span) from None


def _texts(deal: WrittenDeal) -> Iterator[Word]:
    yield from deal.hands
    if deal.kitty is not None:
        yield deal.kitty


def _check_auction(deal: WrittenDeal, rules: Compiled) -> None:
    """A winner and a bid are those of an auction before the step the deal starts at."""
    auctions = [step for step in rules.flow if isinstance(step, AuctionStep)]
    before = rules.flow[: _start(deal, rules)]
    for key in ("winner", "bid"):
        if key in deal.places and auctions and not any(step in before for step in auctions):
            sentence = f"the auction is still to come, and so this '{key}' says nothing"
            hint = "leave it out, and write 'bids'; or let the deal 'start' behind the auction"
            raise Stopped("DDZ711", sentence, deal.places[key], hint)
    bids = sorted({bid for step in auctions for bid in _bids(step)})
    if "bid" in deal.places and auctions and deal.data["bid"] not in bids:
        sentence = f"no auction is won at {deal.data['bid']}"
        hint = f"it is won at one of {', '.join(map(str, bids))}"
        raise Stopped("DDZ711", sentence, deal.places["bid"], hint)


def _bids(step: AuctionStep) -> Iterator[int]:
    """What an auction can be won at."""
    yield from step.bids
    if step.seat is not None:
        yield step.seat_bid
    if step.lot is not None:
        yield step.lot


def check_used(example: Game, state: State, anew: int) -> None:
    """Every deal was dealt, where all was dealt `anew` so often, and there is a kitty where one is
    handed out. Stopped where not."""
    if len(example.deals) > anew + 1:
        times = f"only {anew} time{'s' * (anew != 1)}" if anew else "not"
        sentence = f"all is {times} dealt anew here, and so this deal says nothing"
        raise Stopped("DDZ706", sentence, example.deals[anew + 1].span, "leave it out")
    if example.deals and len(state.facts.earlier) == anew < len(example.deals):
        deal = example.deals[anew]
        if deal.kitty is None and _handed_out(deal, state):
            sentence = "the kitty is handed out here, and this deal has none"
            hint = f"write 'kitty', of {state.rules.kitty} cards, or 'start' behind that step"
            raise Stopped("DDZ711", sentence, deal.hands_span, hint)


def _handed_out(deal: WrittenDeal, state: State) -> bool:
    """Whether the game came past the step that hands out a kitty."""
    rules, outcome = state.rules, state.outcome
    if outcome is not None and outcome.kind == "void":
        return False
    now = state.at if outcome is None else len(rules.flow)
    if outcome is not None and outcome.kind == "ended":
        now = next(n for n, step in enumerate(rules.flow) if step.name == outcome.step)
    return _start(deal, rules) <= _first_kitty(rules) < now
