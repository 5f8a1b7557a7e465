"""`Rules.plays` against the slow enumerator, card set for card set and pattern for pattern.

`DDZ_FULL=1` in the environment goes through thousands of hands of each game.
"""

from __future__ import annotations

import os
import random
from functools import cache
from itertools import product

import pytest

import ddz
from tests.slow import GAMES, RANKS, Game, Reading, subsets, written

FULL = os.environ.get("DDZ_FULL") == "1"
BATCHES = 60 if FULL else 4
HANDS = 50  # a batch and game
SMALL_HANDS = 20  # a batch and game
BEATEN = 3  # plays to beat, for each hand

by_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
by_batch = pytest.mark.parametrize("batch", range(BATCHES))


@cache
def _rules(game: Game) -> ddz.Rules:
    return ddz.load(game.name)


def _hand(game: Game, rng: random.Random, most: int) -> str:
    """A hand the deck can deal: from the whole deck, or from a few ranks, where bombs and
    airplanes are thick."""
    deck = game.deck
    if rng.random() < 0.6:
        kept = set(rng.sample(RANKS, rng.randint(1, len(RANKS))))
        if rng.random() < 0.3:
            start = rng.randrange(len(game.line) - 2)
            kept = set(game.line[start : start + rng.randint(2, 6)]) | set("BR")
        deck = "".join(rank for rank in deck if rank in kept)
    return written(rng.sample(deck, rng.randint(1, min(most, len(deck)))))


def _listed(plays: ddz.Plays) -> dict[str, str]:
    """The plays, cards to pattern, once each."""
    found: dict[str, str] = {}
    for play in plays:
        cards = written(str(play).replace("+", ""))
        assert cards not in found, f"{play} is listed twice"
        assert len(play) == len(cards)
        found[cards] = play.pattern
    return found


def _to_beat(game: Game, rng: random.Random, hand: str) -> list[Reading]:
    """Some plays to beat, of the hand or of another, each kind of play as likely as the next."""
    found = []
    for _ in range(BEATEN):
        plays = game.plays(rng.choice([hand, _hand(game, rng, game.most)]))
        patterns = sorted(set(plays.values()))
        wanted = rng.choice(patterns)
        cards = rng.choice(sorted(cards for cards, name in plays.items() if name == wanted))
        reading = game.read(cards)
        assert reading is not None
        found.append(reading)
    return found


@by_game
@by_batch
def test_slow_maker_and_reader_agree(game: Game, batch: int) -> None:
    """The two halves of the enumerator, over every part of small hands."""
    rng = random.Random(f"halves {game.name} {batch}")
    for _ in range(SMALL_HANDS):
        hand = _hand(game, rng, 10)
        read = {cards: game.read(cards) for cards in subsets(hand)}
        assert game.plays(hand) == {cards: r.pattern for cards, r in read.items() if r}, hand


@by_game
@by_batch
def test_every_part_of_small_hands(game: Game, batch: int) -> None:
    """What is recognised, part by part, is what is read by the book, and what is listed."""
    rules = _rules(game)
    rng = random.Random(f"parts {game.name} {batch}")
    for _ in range(SMALL_HANDS):
        hand = _hand(game, rng, 10)
        plays = rules.plays(hand)
        listed = _listed(plays)
        for cards in subsets(hand):
            want, got = game.read(cards), rules.classify(cards)
            assert (got and got.pattern) == (want and want.pattern), cards
            assert (cards in plays) is (want is not None), cards
            assert listed.get(cards) == (want and want.pattern), cards


@by_game
@by_batch
def test_plays_of_hands(game: Game, batch: int) -> None:
    """Leads and answers of hands of all sizes."""
    rules = _rules(game)
    rng = random.Random(f"hands {game.name} {batch}")
    for _ in range(HANDS):
        hand = _hand(game, rng, game.most)
        leads = game.plays(hand)
        plays = rules.plays(hand)
        assert _listed(plays) == leads, hand
        assert [str(play) for play in plays] == [str(play) for play in plays]
        assert len(plays) == len(leads)
        assert bool(plays) is True  # a hand has its solos
        readings = {cards: game.read(cards) for cards in leads}
        for held in _to_beat(game, rng, hand):
            answers = rules.plays(hand, to_beat=held.cards)
            want = {
                cards: leads[cards]
                for cards, reading in readings.items()
                if reading is not None and game.beats(reading, held)
            }
            assert _listed(answers) == want, (hand, held)
            assert [str(play) for play in answers] == [str(play) for play in answers]
            assert len(answers) == len(want)
            assert bool(answers) is bool(want)
            some = list(plays)
            for play in some if FULL else rng.sample(some, min(len(some), 20)):
                beats = written(str(play).replace("+", "")) in want
                assert (play in answers) is beats, (hand, held, play)
                assert rules.beats(play, held.cards) is beats, (held, play)


@by_game
def test_what_is_not_in_a_hand_is_not_in_its_plays(game: Game) -> None:
    """Real plays of other hands, which this hand may lack the cards for."""
    rules = _rules(game)
    rng = random.Random(f"others {game.name}")
    outside = 0
    for _ in range(40):
        hand = _hand(game, rng, game.most)
        own, plays = game.plays(hand), rules.plays(hand)
        for play in rules.plays(_hand(game, rng, game.most)):
            cards = written(str(play).replace("+", ""))
            assert (play in plays) is (cards in own)
            outside += cards not in own
    assert outside > 100


@by_game
def test_every_two_bombs(game: Game) -> None:
    """The whole ladder, all bombs against all bombs."""
    rules = _rules(game)
    bombs = [r for cards in game.plays(game.deck) if (r := game.read(cards)) and r.is_bomb]
    for a, b in product(bombs, bombs):
        assert rules.beats(a.cards, b.cards) is game.beats(a, b), (a.cards, b.cards)


@by_game
def test_answers_of_the_whole_deck(game: Game) -> None:
    """What of all there is beats a play: some of it, or all in full."""
    rules = _rules(game)
    readings = [r for cards in game.plays(game.deck) if (r := game.read(cards))]
    held = readings
    if not FULL:
        held = random.Random(game.name).sample(readings, 80)
    for one in held:
        want = {r.cards: r.pattern for r in readings if game.beats(r, one)}
        assert _listed(rules.plays(game.deck, to_beat=one.cards)) == want, one


@by_game
def test_nothing_beats_what_is_nothing(game: Game) -> None:
    """33344456 forms nothing in either game, so there is nothing to beat."""
    rules = _rules(game)
    answers = rules.plays(game.deck, to_beat="33344456")
    assert (len(answers), bool(answers), list(answers)) == (0, False, [])
    assert "3333" not in answers
