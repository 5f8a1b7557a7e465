"""The auction: seats bid in turn, and what nobody's bid leads to."""

from __future__ import annotations

from ddz.compiled.rules import AuctionStep
from ddz.game.actions import PASS, Action, Bid, Pass, Refusal
from ddz.game.deal import Draws
from ddz.game.known import Known
from ddz.game.position import ALL, Auction, Outcome, Position
from ddz.seats import bits

__all__ = ["act", "enter", "legal", "refusal", "unbid_winners"]

DONE, WAIT, REDEAL = "done", "wait", "redeal"


def enter(position: Position, step: AuctionStep) -> str:
    """Open the auction; done at once where it does not take place or nobody is asked."""
    known = Known(position)
    if step.when is not None and not step.when.evaluate(known):
        return DONE
    asked = step.asked.evaluate(known)
    barred = step.barred.evaluate(known) if step.barred else 0
    start = step.start.evaluate(known)
    seat = _first(asked, bits(start)[0] if start else 0, position.rules.players)
    zeros = (0,) * position.rules.players
    position.pending = Auction(asked, barred, 0, -1, zeros, 0, 0)
    if seat is None:
        return _unbid(position, step)
    position.seat = seat
    return WAIT


def legal(position: Position, step: AuctionStep) -> list[Action]:
    """Pass, and the bids higher than the last."""
    auction: Auction = position.pending
    seat = position.seat
    actions: list[Action] = [PASS]
    if seat is not None and not auction.barred >> seat & 1:
        actions += [Bid(bid) for bid in step.bids if bid > auction.high]
    return actions


def refusal(position: Position, step: AuctionStep, seat: int, action: Action) -> Refusal | None:
    """Why a bid or pass is refused."""
    auction: Auction = position.pending
    rules = position.rules
    if isinstance(action, Pass):
        return None
    if not isinstance(action, Bid):
        allowed = ", ".join(map(str, legal(position, step)))
        return Refusal("action", {"text": str(action), "allowed": allowed}, rules, step.span)
    if auction.barred >> seat & 1:
        return Refusal("barred", {}, rules, step.span)
    if type(action.value) is not int or action.value not in step.bids:
        bids = ", ".join(map(str, step.bids))
        return Refusal("bid", {"bid": action.value, "bids": bids}, rules, step.span)
    if action.value <= auction.high:
        return Refusal("bid_low", {"bid": action.value, "high": auction.high}, rules, step.span)
    return None


def act(position: Position, step: AuctionStep, seat: int, action: Action) -> str:
    """Take in a bid or pass, and see whose turn it is, or who won."""
    old: Auction = position.pending
    spoken = list(old.spoken)
    spoken[seat] += 1
    if isinstance(action, Bid):
        position.note("bid", ALL, seat, action.value)
        new = old._replace(high=action.value, leader=seat, spoken=tuple(spoken), in_a_row=0)
    else:
        position.note("bid", ALL, seat, 0)
        new = old._replace(
            spoken=tuple(spoken), passed=old.passed | 1 << seat, in_a_row=old.in_a_row + 1
        )
    position.pending = new
    following = _next(position, step, new, seat)
    if following is not None:
        position.seat = following
        return WAIT
    if new.leader < 0:
        return _unbid(position, step)
    position.facts = position.facts.but(winner=1 << new.leader, bid=new.high)
    position.note("won_auction", ALL, new.leader, new.high)
    return DONE


def unbid_winners(position: Position, step: AuctionStep, bid: int) -> int:
    """The seats that nobody's bid could have made the winner, at this bid."""
    known = Known(position)
    if step.seat is not None and bid == step.seat_bid:
        seats: int = step.seat.evaluate(known)
        return seats
    if step.lot is not None and bid == step.lot:
        barred = step.barred.evaluate(known) if step.barred else 0
        asked: int = step.asked.evaluate(known)
        return asked & ~barred
    return 0


def _next(position: Position, step: AuctionStep, auction: Auction, seat: int) -> int | None:
    """Who speaks next; None where the auction is over."""
    if auction.high == step.bids[-1]:
        return None
    others = auction.asked.bit_count() - (1 if auction.leader >= 0 else 0)
    if auction.in_a_row >= others:
        return None
    open_seats = auction.asked
    if step.passed_out:
        open_seats &= ~auction.passed
    if step.turns is not None:
        open_seats &= ~sum(1 << s for s, n in enumerate(auction.spoken) if n >= step.turns)
    following = _first(open_seats, (seat + 1) % position.rules.players, position.rules.players)
    return None if following == auction.leader else following


def _first(seats: int, start: int, players: int) -> int | None:
    """The first of the seats from `start` on, in turn order."""
    for turn in range(players):
        seat = (start + turn) % players
        if seats >> seat & 1:
            return seat
    return None


def _unbid(position: Position, step: AuctionStep) -> str:
    """Nobody bid: deal anew, or a seat, a lot, a void game."""
    facts = position.facts
    if len(facts.earlier) < step.redeal:
        position.note("redeal", ALL)
        return REDEAL
    if step.void:
        position.note("void", ALL)
        zeros = (0,) * position.rules.players
        position.outcome = Outcome("void", -1, step.name, "", 0, "", zeros, -1, 0)
        return DONE
    if step.lot is not None:
        auction: Auction = position.pending
        seats = bits(auction.asked & ~auction.barred) or bits(auction.asked)
        draws = Draws(position.setup.seed, facts.draws)
        seat = seats[draws.below(len(seats))] if seats else 0
        bid = step.lot
        position.facts = facts.but(draws=draws.used)
        position.note("lot", ALL, seat, bid)
    else:
        assert step.seat is not None
        seat, bid = bits(step.seat.evaluate(Known(position)))[0], step.seat_bid
        position.note("unbid_seat", ALL, seat, bid)
    position.facts = position.facts.but(winner=1 << seat, bid=bid)
    return DONE
