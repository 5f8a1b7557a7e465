"""The state of a game: a value. Each action gives the next one; nothing changes a state that was
given out.

Enters: compiled rules, a seed or a written deal, actions. Leaves: states, refusals, and on demand
the events and views of `ddz.game.events` and `ddz.game.view`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ddz.cards import CardsError
from ddz.compiled import Compiled, Play
from ddz.compiled.rules import (
    AuctionStep,
    ChoiceStep,
    EndStep,
    KittyStep,
    PlayStep,
    RolesStep,
    Step,
)
from ddz.game import auction, setting, trick
from ddz.game.actions import PASS, Action, Bid, Pass, Refusal, RefusedAction, Say
from ddz.game.deal import Deal, Draws, deal_cards, read_deal
from ddz.game.known import Known
from ddz.game.position import ALL, Facts, Position, Setup
from ddz.game.settle import settle

if TYPE_CHECKING:
    from ddz.game.events import Event
    from ddz.game.view import View

__all__ = ["Legal", "State", "start"]


class Legal(Sequence[Action]):
    """The actions of the seat to act, worked out as far as they are asked for, in a fixed order."""

    def __init__(self, make: Callable[[], Iterator[Action]], test: Callable[[Any], bool]) -> None:
        self._source = make()
        self._found: list[Action] = []
        self._test = test

    def __iter__(self) -> Iterator[Action]:
        at = 0
        while True:
            if at == len(self._found):
                action = next(self._source, None)
                if action is None:
                    return
                self._found.append(action)
            yield self._found[at]
            at += 1

    def __len__(self) -> int:
        self._found += self._source
        return len(self._found)

    def __bool__(self) -> bool:
        return bool(self._found) or next(iter(self), None) is not None

    def __contains__(self, action: object) -> bool:
        return self._test(action)

    def __getitem__(self, at: Any) -> Any:
        self._found += self._source
        return self._found[at]

    def __repr__(self) -> str:
        return f"<Legal {' '.join(map(str, self))}>"


class State(Position):
    """A game at one moment.

    `seat` is who acts, from 0 (None when the game is over; in a choice, the lowest seat still to
    answer).
    """

    __slots__ = ()

    # --- who and what

    @property
    def step(self) -> str:
        """The name of the current step; ``settle`` when the game is over."""
        return self.rules.flow[self.at].name if self.seat is not None else "settle"

    @property
    def scores(self) -> tuple[int, ...] | None:
        """One whole number a seat; None before the end."""
        return self.outcome.scores if self.outcome is not None else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now: all that have not answered in a choice, else the one whose
        turn it is.
        """
        if self.seat is None:
            return ()
        if isinstance(self.rules.flow[self.at], ChoiceStep):
            return tuple(seat for seat, answer in self.pending.items() if answer is None)
        return (self.seat,)

    @property
    def seconds(self) -> int | None:
        """How long a seat has to answer the current choice; None where the rules set no time."""
        step = self._step()
        return step.seconds if isinstance(step, ChoiceStep) else None

    @property
    def default(self) -> Action | None:
        """The answer that counts when none comes in time; None outside a choice."""
        step = self._step()
        return Say(step.default) if isinstance(step, ChoiceStep) else None

    @property
    def seed(self) -> int:
        """The seed, also where none was given."""
        return self.setup.seed

    @property
    def base(self) -> int:
        """The base score."""
        return self.setup.base

    def legal(self) -> Legal:
        """The actions of the seat to act, in a fixed order; empty at the end."""
        return Legal(self._legal, lambda action: self.refusal(action) is None)

    def _legal(self) -> Iterator[Action]:
        step = self._step()
        if isinstance(step, PlayStep):
            return trick.legal(self)
        if isinstance(step, AuctionStep):
            return iter(auction.legal(self, step))
        if isinstance(step, ChoiceStep):
            return iter(setting.choose_legal(self, step))
        return iter(())

    # --- acting

    def refusal(self, action: Any, seat: int | None = None) -> Refusal | None:
        """None where the action is allowed, else why not. `seat` is who acts, the one whose turn it
        is if left out; actions are values or text."""
        found = self._check(action, seat)
        return found if isinstance(found, Refusal) else None

    def apply(self, action: Any, seat: int | None = None) -> State:
        """The state after the action. RefusedAction (CardsError for text that is no cards) where
        the rules do not allow it; this state stays as it is either way."""
        found = self._check(action, seat)
        if isinstance(found, Refusal):
            if found.key == "no_cards":
                raise CardsError(str(found))
            raise RefusedAction(found)
        actor, act = found
        new: State = self.fork()
        new.action, new.actor = act, actor
        step = self.rules.flow[self.at]
        if isinstance(step, PlayStep):
            trick.act(new, step, actor, act)
            if new.outcome is not None:
                _finish(new)
        elif isinstance(step, AuctionStep):
            _go_on(new, auction.act(new, step, actor, act))
        else:
            assert isinstance(step, ChoiceStep)
            assert isinstance(act, Say)
            if setting.choose(new, step, actor, act):
                _go_on(new, auction.DONE)
        return new

    def _check(self, action: Any, seat: int | None) -> tuple[int, Action] | Refusal:
        rules = self.rules
        if self.seat is None:
            return Refusal("over", {}, rules)
        actor = self.seat if seat is None else seat
        step = rules.flow[self.at]
        if actor != self.seat:
            wrong = self._wrong_seat(actor, step)
            if wrong is not None:
                return wrong
        act = action
        if isinstance(action, str):
            read = self._read(action, actor, step)
            if isinstance(read, Refusal):
                return read
            act = read
        elif not isinstance(action, Play | Pass | Bid | Say):
            return Refusal("object", {"text": repr(action)[:60]}, rules)
        if isinstance(step, PlayStep):
            checked = trick.check(self, step, actor, act)
            return checked if isinstance(checked, Refusal) else (actor, checked)
        if isinstance(step, AuctionStep):
            refused = auction.refusal(self, step, actor, act)
        else:
            assert isinstance(step, ChoiceStep)
            refused = setting.choose_refusal(self, step, actor, act)
        return (actor, act) if refused is None else refused

    def _wrong_seat(self, seat: Any, step: Step) -> Refusal | None:
        rules = self.rules
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < rules.players:
            return Refusal("seat", {"seat": repr(seat)[:20], "last": rules.players - 1}, rules)
        if isinstance(step, ChoiceStep):
            if seat in self.waiting:
                return None
            return Refusal("answered", {"seat": seat}, rules, step.span)
        return Refusal("turn", {"asked": self.seat, "seat": seat}, rules)

    def _read(self, text: str, seat: int, step: Step) -> Action | Refusal:
        words = text.strip().lower()
        if isinstance(step, ChoiceStep):
            return Say(text.strip())
        if words == "pass":
            return PASS
        if isinstance(step, PlayStep):
            return trick.read_play(self, seat, text)
        if words.startswith("bid") and words[3:].strip().isdecimal() and len(words) < 16:
            return Bid(int(words[3:]))
        assert isinstance(step, AuctionStep)
        allowed = ", ".join(map(str, auction.legal(self, step)))
        return Refusal(
            "action", {"text": repr(text[:40]), "allowed": allowed}, self.rules, step.span
        )

    def _step(self) -> Step | None:
        return self.rules.flow[self.at] if self.seat is not None else None

    # --- looking

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action (or the deal) brought about, in order, each with who may know it."""
        from ddz.game.events import events_of

        return events_of(self)

    def view(self, seat: int | None = None) -> View:
        """What a seat may know; the spectator's view for None. Its text is canonical JSON."""
        from ddz.game.view import view_of

        if seat is not None and (isinstance(seat, bool) or seat not in range(self.rules.players)):
            raise CardsError(f"there is no seat {seat!r}; seats are 0 to {self.rules.players - 1}")
        return view_of(self, seat)

    def record(self) -> dict[str, Any]:
        """The game up to here as JSON data, which `ddz.replay` plays again (see
        `ddz.game.record`).
        """
        from ddz.game.record import record_of

        return record_of(self)

    def history(self) -> list[State]:
        """All states of the game up to this one, the first one first."""
        chain: list[Any] = []
        at: Any = self
        while at is not None:
            chain.append(at)
            at = at.previous
        return chain[::-1]

    def __repr__(self) -> str:
        who = f"seat {self.seat}" if self.seat is not None else f"scores {self.scores}"
        return f"<State of {self.rules.name}: {self.step}, {who}>"


def start(rules: Compiled, seed: int | None = None, base: int = 1, deal: Any = None) -> State:
    """The first state. `deal` is a written deal, or a list of them that serves redeals."""
    if seed is None:
        seed = secrets.randbelow(1 << 32)
    for name, value, least in (("seed", seed, 0), ("base", base, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise CardsError(f"the {name} is a whole number from {least} up, not {value!r}")
    written: Iterable[Any] = ()
    if deal is not None:
        written = [deal] if isinstance(deal, Mapping) or not isinstance(deal, Sequence) else deal
    state = State.__new__(State)
    state.rules = rules
    state.setup = Setup(rules, seed, base, tuple(written))
    state.previous = None
    state.action = None
    state.actor = -1
    state.notes = []
    state._cards = state._events = None
    state.outcome = None
    _deal(state, (), 0)
    _advance(state)
    return state


def _deal(state: State, earlier: tuple[Deal, ...], used: int) -> None:
    """Deal for the first time or anew, and put everything back to the start."""
    rules, setup = state.rules, state.setup
    draws = Draws(setup.seed, used)
    if len(earlier) < len(setup.written):
        deal = read_deal(rules, setup.written[len(earlier)], draws)
    else:
        deal = deal_cards(rules, draws)
    holders = {mark.name: deal.holders(mark.name) for mark in rules.marks}
    state.facts = Facts(deal, earlier, draws.used, holders)
    state.hands = tuple(rules.deck.tally_of_cards(hand) for hand in deal.hands)
    state.at = 0
    state.seat = None
    state.multiplier = deal.multiplier or rules.start
    state.plays = (0,) * rules.players
    state.held, state.owner, state.passes, state.pending = None, 0, 0, None
    state.note("dealt", ALL, len(earlier))
    for seat in range(rules.players):
        state.note("hand", 1 << seat, seat)
    for mark in rules.marks:
        if mark.known == "all" and mark.copies_of is None:
            state.note("marked", ALL, mark.name)
    _learn_case(state)
    if deal.start is not None:
        _skip_to(state, deal)


def _skip_to(state: State, deal: Deal) -> None:
    """Start at a later step: what a written deal settled beforehand is taken from it."""
    rules = state.rules
    if deal.winner is not None:
        state.facts = replace(state.facts, winner=1 << deal.winner, bid=deal.bid)
    while rules.flow[state.at].name != deal.start:
        step = rules.flow[state.at]
        if isinstance(step, AuctionStep) and deal.winner is None:
            takes_place = step.when is None or step.when.evaluate(Known(state))
            if takes_place:
                raise CardsError(
                    "a deal that starts after the auction names its 'winner' and 'bid'"
                )
        if isinstance(step, RolesStep):
            setting.enter_roles(state, step)
        state.at += 1
        _learn_case(state)


def _learn_case(state: State) -> None:
    """Say which case holds, at the point of the flow where it is known."""
    rules = state.rules
    if not rules.cases or state.at != rules.case_stage or state.facts.case is not None:
        return
    known = Known(state)
    for name, condition in rules.cases:
        if condition.evaluate(known):
            state.facts = replace(state.facts, case=name)
            state.note("case", ALL, name)
            return


def _go_on(state: State, how: str) -> None:
    """Go on after an acting step: wait for the next seat, deal anew, or take the next steps."""
    if how == auction.WAIT:
        return
    if how == auction.REDEAL:
        _deal(state, (*state.facts.earlier, state.facts.deal), state.facts.draws)
        _advance(state)
        return
    if state.outcome is not None:
        _finish(state)
        return
    state.at += 1
    _learn_case(state)
    _advance(state)


def _advance(state: State) -> None:
    """Take steps until somebody must act or the game is over."""
    rules = state.rules
    while state.outcome is None:
        step = rules.flow[state.at]
        state.seat = None
        state.pending = None
        if isinstance(step, AuctionStep):
            how = auction.enter(state, step)
            if how == auction.WAIT:
                return
            if how == auction.REDEAL:
                _deal(state, (*state.facts.earlier, state.facts.deal), state.facts.draws)
                continue
        elif isinstance(step, RolesStep):
            setting.enter_roles(state, step)
        elif isinstance(step, KittyStep):
            setting.enter_kitty(state, step)
        elif isinstance(step, EndStep):
            setting.enter_end(state, step)
        elif isinstance(step, ChoiceStep):
            if setting.enter_choice(state, step):
                return
        else:
            trick.enter(state, step)
            return
        if state.outcome is None:
            state.at += 1
            _learn_case(state)
    _finish(state)


def _finish(state: State) -> None:
    """The game is over: everything is public, and settled."""
    state.seat = None
    settle(state)
