"""The auction: who is asked, what may be bid, what happens when nobody bids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ddz.compiled.rules import AuctionStep
from ddz.sheet.model import Block, Section
from ddz.sheet.scribe import Scribe

__all__ = ["auction"]


def auction(scribe: Scribe, step: AuctionStep) -> Section:
    """The auction as sentences."""
    blocks: list[Block] = []
    if step.when is not None:
        condition = scribe.words.condition(step.when)
        blocks.append(scribe.paragraph(scribe.say("auction.when", condition=condition)))
    blocks += scribe.bullets([*_asked(scribe, step), *_bids(scribe, step)])
    blocks.append(scribe.paragraph(*_unbid(scribe, step)))
    heading = scribe.named(step.name, "auction.heading")
    return Section(step.name, heading, tuple(blocks))


def _asked(scribe: Scribe, step: AuctionStep) -> Iterator[str]:
    """Who is asked, from whom on, and who can only pass."""
    seats = scribe.words.seats
    everyone = step.asked.plain is not None and step.asked.plain.text == "all"
    if everyone:
        yield scribe.say("auction.everyone")
    else:
        yield scribe.value(step.asked, "auction.asked", seats)
    start = scribe.value(step.start, "auction.start", scribe.words.seat)
    yield scribe.join([start, "" if everyone else scribe.say("auction.start_next")])
    barred = scribe.words.met(step.barred, step.asked) if step.barred is not None else None
    if barred is not None:
        yield scribe.value(barred, "auction.barred", seats)


def _bids(scribe: Scribe, step: AuctionStep) -> Iterator[str]:
    """What may be bid, how often, and who wins."""
    bids = scribe.listed(map(str, step.bids), "or")
    key = "auction.bids" if len(step.bids) > 1 else "auction.one_bid"
    yield scribe.say(key, bids=bids, top=step.bids[-1])
    once = step.turns == 1
    turns = "auction.once" if once else "auction.as_long" if step.turns is None else "auction.turns"
    passed = "" if once else f"auction.passed_{'out' if step.passed_out else 'in'}"
    told = [scribe.say(turns, n=step.turns)]
    yield scribe.join([*told, scribe.say(passed) if passed else ""])
    highest = _won(scribe, "highest")
    over = "auction.over_once" if once else "auction.over"
    told = [scribe.say(over, top=step.bids[-1], highest=highest)]
    if not once and not step.passed_out:
        told.append(scribe.say("auction.over_unbid"))
    yield scribe.join(told)
    if not scribe.bid_counts:
        yield _won(scribe, "no_score")


def _unbid(scribe: Scribe, step: AuctionStep) -> Iterator[str]:
    """What happens when nobody bids."""
    redeal = step.redeal
    if redeal:
        marks = [mark for mark in scribe.rules.marks if mark.copies_of is None]
        key = "auction.redeal_marks" if marks else "auction.redeal"
        yield scribe.say(key, times=scribe.words.times(redeal))
    opening = scribe.say("auction.still_unbid" if redeal else "auction.unbid")
    if step.seat is not None:
        key = "seat_bid" if step.seat_bid and scribe.bid_counts else "seat"
        clause = scribe.clauses(
            step.seat, lambda x: _won(scribe, key, who=scribe.words.seat(x), bid=step.seat_bid)
        )
    elif step.lot is not None:
        clause = _won(scribe, "lot_bid" if scribe.bid_counts else "lot", bid=step.lot)
    else:
        clause = scribe.say("auction.void")
    yield scribe.full(opening + clause)


def _won(scribe: Scribe, key: str, **values: Any) -> str:
    """A sentence about who wins the auction, who is called a landlord only where there is one."""
    return scribe.say(f"auction.{scribe.words.names.won_as}.{key}", **values)
