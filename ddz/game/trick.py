"""Trick play: lead, answer, pass, until a seat is out of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

from ddz.cards import CardsError, Face
from ddz.compiled import Play, PlayTable, Reading
from ddz.compiled.rules import Effect, PlayStep
from ddz.game import multiplier
from ddz.game.actions import PASS, Action, Pass, Refusal
from ddz.game.known import Known, seats_of
from ddz.game.physical import cards_of
from ddz.game.position import ALL, PLAYS, Outcome, Position
from ddz.seats import bits

__all__ = ["act", "check", "enter", "legal", "plainly_right", "read_play", "wide"]


def enter(position: Position, step: PlayStep) -> None:
    """Set up the first lead."""
    facts = position.facts
    lead = step.lead.evaluate(Known(position))
    position.seat = position.owner = bits(lead)[0] if lead else 0
    position.held, position.bound, position.passes, position.plays = None, (), 0, 0
    position.facts = facts.but(frozen=(), marked=_marked(position))


def _marked(position: Position) -> tuple[tuple[int, int | None, int] | None, ...]:
    """For each hidden seat: rank, suit and number of the marked cards in its hand."""
    facts, rules = position.facts, position.rules
    found: list[tuple[int, int | None, int] | None] = [None] * rules.players
    for seat in bits(facts.hidden):
        reveal = rules.roles[facts.roles[seat]].reveal
        cards = set(facts.deal.marks[reveal or ""]) & set(cards_of(position)[seat])
        if cards:
            rank, suit = rules.deck.faces_of_cards[min(cards)]
            found[seat] = (rank, suit, len(cards))
    return tuple(found)


def legal(position: Position, step: PlayStep, found: list[Action]) -> bool:
    """Put every action of the seat to act into a list: pass where it may, then plays in their fixed
    order. False where there may be far too many for one: see `wide`."""
    seat = position.seat
    assert seat is not None
    facts, table, bound = position.facts, position.rules.table, position.bound
    hand = position.hands[seat]
    if facts.frozen:
        hand &= ~facts.frozen[seat]
    if position.held is None:
        if not table.add_leads(found, hand, step.bound_by == "chosen"):
            return False
        if not found:
            found.append(PASS)
    else:
        found.append(PASS)
        if len(bound) > 1:
            if table.is_wide(hand):
                return False
            found += table.answers(hand, *bound)
        elif not table.add_answers(found, hand, bound[0], step.bound_by == "chosen"):
            return False
    if facts.hidden and facts.hidden >> seat & 1:
        found[:] = _split(position, seat, iter(found))
    return True


def wide(
    position: Position, step: PlayStep
) -> tuple[Callable[[], Iterator[Action]], Callable[[], int] | None]:
    """The same one by one, and how many, where that can be said without going through them."""
    seat, table = position.seat, position.rules.table
    assert seat is not None
    hand = position.hands[seat]
    if position.facts.frozen:
        hand &= ~position.facts.frozen[seat]
    every = step.bound_by == "chosen"
    bound = position.bound if position.held is not None else None
    hidden = position.facts.hidden >> seat & 1

    def actions() -> Iterator[Action]:
        plays: Iterator[Action]
        if bound is None:
            plays = table.leads(hand, every=every)
        else:
            plays = chain([PASS], table.answers(hand, *bound, every=every))
        return _split(position, seat, plays) if hidden else plays

    return actions, None if every or hidden else partial(_count, table, hand, bound)


def _count(table: PlayTable, hand: int, bound: tuple[Reading, ...] | None) -> int:
    from ddz.plays.counts import count

    return count(table, hand, bound) + (bound is not None)


def _split(position: Position, seat: int, actions: Iterator[Action]) -> Iterator[Action]:
    """Plays with a marked card of the seat's split in two: one that keeps it and one that spends
    it.
    """
    marked = position.facts.marked[seat]
    if marked is None:
        yield from actions
        return
    rank, suit, count = marked
    deck = position.rules.deck
    free = deck.count(position.hands[seat], rank) - count
    for action in actions:
        used = deck.count(action.tally, rank) if isinstance(action, Play) else 0
        if used <= free:
            yield action
        if used:
            assert isinstance(action, Play)
            yield action.spending((rank, suit))


def read_play(position: Position, seat: int, text: str) -> Play | Refusal:
    """The play that a text means for a seat: its cards, and what beats the trick if something
    does.
    """
    rules = position.rules
    words, pattern = text.strip(), None
    if " as " in words:
        words, _, pattern = (part.strip() for part in words.rpartition(" as "))
    try:
        faces = rules.deck.faces(words)
        tally = rules.deck.tally_of_faces(faces)
    except CardsError as error:
        return Refusal("no_cards", {"reason": error}, rules)
    named = [face for face in faces if face[1] is not None]
    short = _not_held(position, seat, tally, named)
    if short is not None:
        return short
    table = rules.table
    chosen = rules.bound_by == "chosen"
    found = table.every_reading(tally) if chosen else table.readings(tally)
    if not found:
        return Refusal("no_pattern", {"cards": _short(words)}, rules, rules.spans["patterns"])
    if pattern is not None:
        found = table.said(found, words, pattern)
        if not found:
            return Refusal("not_that", {"cards": _short(words), "pattern": pattern}, rules)
    held = position.held
    if held is not None:
        bound = position.bound
        found = [p for p in found if any(p.reading.beats(each) for each in bound)] or found
    play = found[0].telling() if chosen and pattern is not None else found[0]
    return _with_faces(position, seat, play, named)


def _with_faces(position: Position, seat: int, play: Play, named: list[Face]) -> Play:
    marked = position.facts.marked[seat] if position.facts.hidden >> seat & 1 else None
    spends = None
    if marked is not None:
        rank, suit, count = marked
        deck = position.rules.deck
        used = deck.count(play.tally, rank)
        free = deck.count(position.hands[seat], rank) - count
        others = sum(1 for face in named if face[0] == rank and face[1] != suit)
        if used and ((rank, suit) in named or used > free or others > free):
            spends = (rank, suit)
            if set(named) <= {spends} and len(named) <= 1:
                return play.spending(spends)
    if not named and spends is None:
        if not play.faces:
            return play
        return Play(play.deck, play.tally, play.reading, play.head, told=play.told)
    faces = tuple(sorted(named, key=lambda face: (face[0], face[1] or 0)))
    return Play(play.deck, play.tally, play.reading, play.head, faces, spends, play.told)


def _not_held(position: Position, seat: int, tally: int, named: list[Face]) -> Refusal | None:
    rules = position.rules
    deck = rules.deck
    hand = position.hands[seat]
    if not deck.holds(hand, tally):
        missing = [max(0, n - deck.count(hand, r)) for r, n in enumerate(deck.spread(tally))]
        cards = "".join(deck.ranks[r] * n for r, n in enumerate(missing))
        return Refusal("not_held", {"cards": cards}, rules)
    held = [deck.faces_of_cards[card] for card in cards_of(position)[seat]] if named else []
    for face in named:
        if named.count(face) > held.count(face):
            text = deck.face_text(face)
            if face not in held:
                return Refusal("not_held", {"cards": text}, rules)
            values = {"held": held.count(face), "card": text, "named": named.count(face)}
            return Refusal("twice", values, rules)
    return None


def plainly_right(position: Position, step: PlayStep, action: object) -> bool:
    """Whether an action of the seat to act is right and can be carried out as it is: a pass in a
    trick, or a play without marked cards or suits that it holds and that beats what it must. Others
    may be right too: see `check`."""
    bound = position.bound
    if action is PASS:
        return position.held is not None
    if not isinstance(action, Play):
        return False
    seat, facts, deck = position.seat, position.facts, position.rules.deck
    if (
        seat is None
        or action.deck is not deck
        or action.spends is not None
        or action.faces
        or facts.hidden
        or facts.frozen
        or len(bound) > 1
    ):
        return False
    guard = deck.guard
    if ((position.hands[seat] | guard) - action.tally) & guard != guard:
        return False
    if not bound:
        return True
    return action.reading.beats(bound[0])


def check(position: Position, step: PlayStep, seat: int, action: Action) -> Action | Refusal:
    """The action as it is carried out, or why it is refused."""
    held = position.held
    if action is PASS or isinstance(action, Pass):
        if held is None and not _stuck(position, step):
            return Refusal("lead_pass", {}, position.rules, step.span)
        return PASS
    rules, facts = position.rules, position.facts
    if not isinstance(action, Play):
        return Refusal("action_play", {"text": str(action)}, rules, step.span)
    if action.deck is not rules.deck:
        found = read_play(position, seat, str(action))
        if isinstance(found, Refusal):
            return found
        action = found
    guard = rules.deck.guard
    hand = position.hands[seat]
    if facts.frozen:
        hand &= ~facts.frozen[seat]
    if ((hand | guard) - action.tally) & guard != guard:
        return _short_of(position, step, seat, action)
    if held is not None and not _beats(action.reading, position.bound):
        values = {
            "cards": str(action),
            "pattern": action.pattern,
            "held": str(held),
            "held_pattern": held.pattern,
        }
        line = "ladder" if held.reading.is_bomb else held.pattern
        return Refusal("low", values, rules, rules.spans[line])
    if action.faces or action.spends is not None or (facts.hidden and facts.hidden >> seat & 1):
        return _physical(position, seat, action)
    return action


def _stuck(position: Position, step: PlayStep) -> bool:
    """Whether the seat that leads can play nothing."""
    found: list[Action] = []
    return legal(position, step, found) and found == [PASS]


def _beats(reading: Reading, bound: tuple[Reading, ...]) -> bool:
    if len(bound) == 1:
        return reading.beats(bound[0])
    return any(reading.beats(each) for each in bound)


def _short_of(position: Position, step: PlayStep, seat: int, play: Play) -> Refusal:
    short = _not_held(position, seat, play.tally, [])
    if short is not None:
        return short
    rules = position.rules
    frozen = play.tally & (position.facts.frozen or (0,) * rules.players)[seat]
    line = next((e.span for e in step.effects), step.span)
    return Refusal("frozen", {"cards": rules.deck.text(frozen)}, rules, line)


def _physical(position: Position, seat: int, play: Play) -> Play | Refusal:
    """The play with what is so of its marked cards for this seat."""
    named = list(play.faces) or ([play.spends] if play.spends is not None else [])
    short = _not_held(position, seat, play.tally, named)
    if short is not None:
        return short
    found = _with_faces(position, seat, play, named)
    if play.spends is not None and found.spends is None:
        return Refusal("spends", {"cards": str(play)}, position.rules)
    return found


def act(position: Position, step: PlayStep, seat: int, action: Action) -> None:
    """Make a play or pass; sets the outcome when a seat goes out."""
    players = len(position.hands)
    following = seat + 1 if seat + 1 < players else 0
    position.seat = following
    if not isinstance(action, Play):
        _pass(position, step, seat, players)
        return
    rules = position.rules
    hands = list(position.hands)
    hands[seat] = left = hands[seat] - action.tally
    position.hands = tuple(hands)
    position.notes = (("play", ALL, seat),)
    position.plays += 1 << PLAYS * seat
    position.held, position.owner, position.passes = action, seat, 0
    reading = action.reading
    if reading.step >= 0 or rules.bound_alone:
        position.bound = (reading,)
    else:
        position.bound = rules.table.bound(action, step.bound_by)
    if action.spends is not None and position.facts.hidden >> seat & 1:
        _reveal(position, seat)
    if reading.pattern in rules.stirring:
        for effect in step.effects:
            if effect.test.fits(action):
                _freeze(position, seat, effect)
        multiplier.played(position, seat, action)
    if not left:
        side = rules.roles[position.facts.roles[seat]].side
        won = seats_of(position, side)
        position.note("out", ALL, seat)
        position.outcome = Outcome("out", seat, "", "", won, side, (), -1, 0)


def _pass(position: Position, step: PlayStep, seat: int, players: int) -> None:
    position.passes += 1
    if position.held is None:
        position.note("lead_passed", ALL, seat)
        if position.passes >= players:
            zeros = (0,) * players
            position.note("stuck", ALL)
            position.outcome = Outcome("stuck", -1, step.name, "", 0, "", zeros, -1, 0)
        return
    position.notes = (("pass", ALL, seat),)
    if position.passes >= players - 1:
        position.note("trick", ALL, position.owner)
        position.seat, position.held, position.passes = position.owner, None, 0
        position.bound = ()


def _reveal(position: Position, seat: int) -> None:
    """A hidden role is shown; when no one is hidden any more, everybody's is known."""
    facts = position.facts
    hidden = facts.hidden & ~(1 << seat)
    public = facts.public | (1 << seat)
    position.note("reveal", ALL, 1 << seat)
    if not hidden and public != position.rules.seats:
        position.note("reveal", ALL, position.rules.seats & ~public)
        public = position.rules.seats
    position.facts = facts.but(hidden=hidden, public=public)


def _freeze(position: Position, seat: int, effect: Effect) -> None:
    """Freeze the effect's ranks, if by what all have seen some of their cards are still to be
    played.
    """
    deck = position.rules.deck
    gone = _played(position)
    if all(deck.count(gone, rank) == deck.counts[rank] for rank in effect.ranks):
        return
    mask = sum(deck.field << (deck.width * rank) for rank in effect.ranks)
    seats = position.rules.seats & ~(1 << seat) if effect.others else position.rules.seats
    frozen = tuple(
        bits_of | mask if seats >> each & 1 else bits_of
        for each, bits_of in enumerate(position.facts.frozen or (0,) * position.rules.players)
    )
    position.facts = position.facts.but(frozen=frozen)
    position.note("frozen", ALL, seats, tuple(sorted(effect.ranks)))


def _played(position: Position) -> int:
    """The tally of all cards played so far."""
    total = 0
    at: Position | None = position
    while at is not None:
        total += at.action.tally if isinstance(at.action, Play) else 0
        at = at.previous
    return total


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
