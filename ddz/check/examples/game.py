"""Examples of games: dealt as written, played by the rules, and held against what is said."""

from __future__ import annotations

from typing import Any

from ddz.cards import CardsError
from ddz.check.examples.cost import deal_cost
from ddz.check.examples.deals import check_deal, check_used, place_in
from ddz.check.examples.forms import Act, Game
from ddz.check.examples.placing import placed
from ddz.check.examples.result import Budget, Difference, Stopped, seat_of
from ddz.check.examples.then import held_against, seats_of, sentence_of
from ddz.compiled import Compiled
from ddz.compiled.rules import AuctionStep, ChoiceStep
from ddz.diagnostics import Span
from ddz.game.state import State, start

__all__ = ["Table", "run_game"]

ACTION_COST = 3
SEED = 0


class Table:
    """Where the games of a file's examples are played: its rules, what a deal costs, and the games
    dealt from where the marks lie, which are the same each time."""

    def __init__(self, rules: Compiled) -> None:
        self.rules = rules
        self.deal_cost = deal_cost(rules)
        self._dealt: dict[Any, State] = {}

    def dealt(self, example: Game) -> State:
        """The game as it is dealt."""
        if example.marks is None:
            for deal in example.deals:
                check_deal(deal, self.rules)
            return self._start(example, [deal.data for deal in example.deals])
        places = {name: [w.text for w in words] for name, (_, words) in example.marks.items()}
        key = (repr(sorted(places.items())), example.base)
        if key not in self._dealt:
            auctions = [step for step in self.rules.flow if isinstance(step, AuctionStep)]
            again = max((step.redeal for step in auctions), default=0)
            written = placed(self.rules, example.marks, example.start)
            self._dealt[key] = self._start(example, [written] * (again + 1))
        return self._dealt[key]

    def _start(self, example: Game, written: list[dict[str, Any]]) -> State:
        try:
            return start(self.rules, SEED, example.base, written)
        except CardsError as error:
            place = place_in(example, str(error))
            raise Stopped("DDZ711", str(error), place) from None


def run_game(example: Game, table: Table, budget: Budget) -> list[Difference]:
    """Play the example, and see what is otherwise than it says. Stopped where it cannot go on."""
    budget.spend(table.deal_cost)
    state = table.dealt(example)
    if example.bids:
        state = _bid(example, state, table.deal_cost, budget)
    anew = len(state.facts.earlier)
    if example.lot is not None:
        budget.spend(table.deal_cost)
        state = _drawn(example, state)
    for act in example.play:
        for seat in seats_of(act, table.rules.players):
            budget.spend(ACTION_COST)
            state = _acted(state, act, seat)
    check_used(example, state, max(anew, len(state.facts.earlier)))
    return held_against(example.then, state, example.bids_span or example.start)


# --- the auction


def _bid(example: Game, state: State, deal_cost: int, budget: Budget) -> State:
    """What is said in the auction, in turn; choices before it are answered by default."""
    for word in example.bids:
        state = _up_to_auction(state, budget)
        if not isinstance(state.now, AuctionStep):
            steps = state.rules.flow
            there = any(isinstance(step, AuctionStep) for step in steps)
            sentence = "the auction is over before this" if there else "this game has no auction"
            if there and not _was_held(state):
                sentence = "there is no auction in this game"
            raise Stopped("DDZ706", sentence, word.span, "leave it out")
        text = "pass" if word.text == "pass" else f"bid {word.text}"
        seat = state.seat
        deals = len(state.facts.earlier)
        state = _act(state, text, None, word.span, f"seat {seat}")
        if len(state.facts.earlier) > deals:
            budget.spend(deal_cost)
        budget.spend(ACTION_COST)
    return state


def _up_to_auction(state: State, budget: Budget) -> State:
    """The state with every choice that comes before the auction answered by its default."""
    places = [n for n, s in enumerate(state.rules.flow) if isinstance(s, AuctionStep)]
    while isinstance(state.now, ChoiceStep) and places and state.at < places[0]:
        budget.spend(ACTION_COST)
        state = state.apply(state.default)
    return state


def _was_held(state: State) -> bool:
    """Whether somebody was asked to bid."""
    return any(isinstance(node.now, AuctionStep) for node in state.history())


def _drawn(example: Game, state: State) -> State:
    """The game as it goes on where the lot falls on the seat named."""
    assert example.lot is not None
    rules, span = state.rules, example.lot.span
    seat = seat_of(example.lot, rules.players)
    lots = [note for note in state.notes if note[0] == "lot"]
    if not lots:
        hint = "a lot is drawn where nobody bids, and 'unbid' says 'lot'"
        raise Stopped("DDZ706", "no lot is drawn here", span, hint)
    if lots[0][2] == seat:
        return state
    at = next(n for n, step in enumerate(rules.flow) if isinstance(step, AuctionStep))
    deal = {
        **state.facts.deal.as_data(rules),
        "start": rules.flow[at + 1].name,
        "winner": seat,
        "bid": lots[0][3],
    }
    try:
        return start(rules, SEED, example.base, [deal])
    except CardsError:
        sentence = f"the lot cannot fall on seat {seat}"
        raise Stopped("DDZ711", sentence, span, "it falls on a seat that may bid") from None


# --- acting


def _acted(state: State, act: Act, seat: int) -> State:
    """The state after one seat's action."""
    if state.seat is None:
        sentence = f"the game is over before seat {seat} does this"
        raise Stopped("DDZ706", sentence, act.span, "leave it out, or mend what comes before")
    return _act(state, act.action, seat, act.span, f"seat {seat}")


def _act(state: State, text: str, seat: int | None, span: Span, who: str) -> State:
    refusal = state.refusal(text, seat)
    if refusal is None:
        try:
            return state.apply(text, seat)
        except CardsError as error:  # the next of the deals
            raise Stopped("DDZ711", f"the cards cannot be dealt anew: {error}", span) from None
    sentence = f"the rules refuse this of {who}: {sentence_of(refusal)}"
    raise Stopped("DDZ704", sentence, span, _allowed(state)).by("by this rule", refusal.span)


def _allowed(state: State) -> str:
    """What the seat to act may do, where that is short."""
    legal = state.legal()
    few = [str(action) for _, action in zip(range(9), legal, strict=False)]
    if len(few) > 8:
        return f"seat {state.seat} is to act, in the step '{state.step}'"
    return f"seat {state.seat} is to act, and may say: {', '.join(few)}"
