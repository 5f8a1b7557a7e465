"""The state of a game: a value. Each action gives the next one; nothing changes a state that was
given out.

Enters: compiled rules, a seed or a written deal, actions. Leaves: states, refusals, and on demand
the events and views of `ddz.game.events` and `ddz.game.view`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ddz.cards import CardsError
from ddz.compiled import Compiled, Play
from ddz.compiled.rules import (
    AuctionStep,
    ChoiceStep,
    PlayStep,
    Step,
)
from ddz.game import auction, flow, setting, trick
from ddz.game.actions import PASS, Action, Bid, Pass, Refusal, RefusedAction, Say
from ddz.game.deal import plain
from ddz.game.legal import Legal, WideLegal
from ddz.game.position import Position, Setup

if TYPE_CHECKING:
    from ddz.game.events import Event
    from ddz.game.view import View

__all__ = ["State", "start"]


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
        return self.now.name if self.now is not None else "settle"

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
        if isinstance(self.now, ChoiceStep):
            return tuple(seat for seat, answer in self.pending.items() if answer is None)
        return (self.seat,)

    @property
    def seconds(self) -> int | None:
        """How long a seat has to answer the current choice; None where the rules set no time."""
        return self.now.seconds if isinstance(self.now, ChoiceStep) else None

    @property
    def default(self) -> Action | None:
        """The answer that counts when none comes in time; None outside a choice."""
        return Say(self.now.default) if isinstance(self.now, ChoiceStep) else None

    @property
    def seed(self) -> int:
        """The seed, also where none was given."""
        return self.setup.seed

    @property
    def base(self) -> int:
        """The base score."""
        return self.setup.base

    def legal(self) -> Sequence[Action]:
        """The actions of the seat to act, in a fixed order; empty at the end."""
        found = Legal()
        found._state = self
        step = self.now
        if type(step) is PlayStep:
            return (
                found
                if trick.legal(self, step, found)
                else WideLegal(self, *trick.wide(self, step))
            )
        if isinstance(step, AuctionStep):
            found += auction.legal(self, step)
        elif isinstance(step, ChoiceStep):
            found += setting.choose_legal(self, step)
        return found

    # --- acting

    def refusal(self, action: Any, seat: int | None = None) -> Refusal | None:
        """None where the action is allowed, else why not. `seat` is who acts, the one whose turn it
        is if left out; actions are values or text."""
        found = self._check(action, seat)
        return found if isinstance(found, Refusal) else None

    def apply(self, action: Any, seat: int | None = None) -> State:
        """The state after the action. RefusedAction (CardsError for text that is no cards) where
        the rules do not allow it; this state stays as it is either way."""
        step, actor, act = self.now, self.seat, action
        plain = type(step) is PlayStep and seat is None and trick.plainly_right(self, step, action)
        if not plain:
            found = self._check(action, seat)
            if isinstance(found, Refusal):
                if found.key == "no_cards":
                    raise CardsError(str(found))
                raise RefusedAction(found)
            actor, act = found
        assert actor is not None
        new: State = self.fork()
        new.action, new.actor = act, actor
        if type(step) is PlayStep:
            trick.act(new, step, actor, act)
            if new.outcome is not None:
                flow.finish(new)
        elif isinstance(step, AuctionStep):
            flow.go_on(new, auction.act(new, step, actor, act))
        else:
            assert isinstance(step, ChoiceStep)
            assert isinstance(act, Say)
            if setting.choose(new, step, actor, act):
                flow.go_on(new, auction.DONE)
        return new

    def _check(self, action: Any, seat: int | None) -> tuple[int, Action] | Refusal:
        step, rules = self.now, self.rules
        if self.seat is None or step is None:
            return Refusal("over", {}, rules)
        actor = self.seat if seat is None else seat
        if type(actor) is not int or actor != self.seat:
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
        if type(seat) is not int or not 0 <= seat < rules.players:
            return Refusal("seat", {"seat": repr(seat)[:20], "last": rules.players - 1}, rules)
        if isinstance(step, ChoiceStep):
            if seat in self.waiting:
                return None
            return Refusal("answered", {"seat": seat}, rules, step.span)
        return Refusal("turn", {"asked": self.seat, "seat": seat}, rules)

    def _read(self, text: str, seat: int, step: Step) -> Action | Refusal:
        words = text.strip().lower()
        if isinstance(step, ChoiceStep):
            return Say(next((o for o in step.options if o.lower() == words), text.strip()))
        if words == "pass":
            return PASS
        if isinstance(step, PlayStep):
            return trick.read_play(self, seat, text)
        if words.startswith("bid") and words[3:].strip().isdecimal() and len(words) < 16:
            return Bid(int(words[3:]))
        assert isinstance(step, AuctionStep)
        allowed = ", ".join(map(str, auction.legal(self, step)))
        return Refusal("action", {"text": text, "allowed": allowed}, self.rules, step.span)

    # --- looking

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action (or the deal) brought about, in order, each with who may know it."""
        from ddz.game.events import Event, events_of

        return tuple(Event(e.kind, deepcopy(e.data), e.audience) for e in events_of(self))

    def view(self, seat: int | None = None) -> View:
        """What a seat may know; the spectator's view for None. Its text is canonical JSON."""
        from ddz.game.view import view_of

        if seat is not None and (type(seat) is not int or not 0 <= seat < self.rules.players):
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
        states: list[Any] = self.chain()
        return states

    def __repr__(self) -> str:
        who = f"seat {self.seat}" if self.seat is not None else f"scores {self.scores}"
        return f"<State of {self.rules.name}: {self.step}, {who}>"


def start(rules: Compiled, seed: int | None = None, base: int = 1, deal: Any = None) -> State:
    """The first state. `deal` is a written deal, or a list of them that serves redeals."""
    if seed is None:
        seed = secrets.randbelow(1 << 32)
    for name, value, least, most in (("seed", seed, 0, 1 << 1024), ("base", base, 1, 10**9)):
        if type(value) is not int or value < least:
            shown = repr(value)[:40]
            raise CardsError(f"the {name} is a whole number from {least} up, not {shown}")
        if value > most:
            raise CardsError(f"the {name} is too large")
    written: Iterable[Any] = ()
    if deal is not None:
        written = [deal] if isinstance(deal, Mapping) or not isinstance(deal, Sequence) else deal
        if not written:
            raise CardsError("a list of deals has at least one")
    state = State()
    state.rules = rules
    state.setup = Setup(rules, seed, base, tuple(plain(each) for each in written))
    state.previous = None
    state.action = None
    state.actor = -1
    state.notes = ()
    state._cards = state._events = None
    state.outcome = None
    flow.deal_anew(state, (), 0)
    flow.advance(state)
    return state
