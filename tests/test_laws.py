"""Laws that hold of every shipped game, tried over all parts of hands that were really dealt.

What stands elsewhere and is not repeated: plays, readings and answers against the slow programs, on
random hands and the whole deck (`test_plays_complete`, `test_counts`); what a pattern means, and
trees of patterns printed and read back (`test_patterns`); cards and tallies as text (`test_cards`);
`legal()` as a sequence, and states as values, in the six-player games (`test_state`); whole games
in another process (`test_random_games`); leaks in the six-player games (`test_secrets`).

DDZ_FULL=1 in the environment takes more of everything.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ddz
import ddz.condition.events
import ddz.condition.expression
import ddz.pattern.tree
from ddz import Bid, CardsError, Pass, Play, Reading, Rules, Say, State
from ddz.condition import print_condition
from ddz.pattern import print_pattern, read_pattern
from ddz.resources import grammar
from ddz.syntax import SyntaxTrouble, parse
from tests.players import busy, rules_of, seats_and_spectator
from tests.slow import JOKERS, RANKS, subsets, written

FULL = os.environ.get("DDZ_FULL") == "1"
ROOT = Path(__file__).parent.parent

# each game, and how a deal of it starts at play with seat 0 to lead
TABLES: dict[str, dict[str, Any]] = {
    "2v4": {"winner": 0, "bid": 3},
    "3v3": {"marks": {"open_card": {"seat": 0}}},
    "melee": {"winner": 0, "bid": 3},
    "classic": {"winner": 0, "bid": 3},
    "compat/openspiel": {"winner": 0, "bid": 3},
    "compat/rlcard": {"marks": {"open_card": {"seat": 0}}},
    "compat/douzero": {"marks": {"open_card": {"seat": 0}}},
}
FAMILY = ["classic", "compat/openspiel", "compat/rlcard", "compat/douzero"]
BOUND_BY = {"compat/openspiel": "chosen", "compat/rlcard": "any"}  # else best

by_variant = pytest.mark.parametrize("variant", TABLES)
variants = st.sampled_from(list(TABLES))

Said = tuple[str, Reading]
"""Cards by rank, weakest first, and what they are played as."""


def test_every_shipped_game_is_here() -> None:
    """A shipped game that is missing above would go untried."""
    paths = (ROOT / "variants").rglob("*.yaml")
    names = {path.relative_to(ROOT / "variants").with_suffix("").as_posix() for path in paths}
    assert names == set(TABLES)


# --- hands


def _ranks(faces: str) -> str:
    """Cards by face, as ranks."""
    return written(face[-1] for face in faces.split())


@cache
def _dealt(variant: str, seed: int) -> tuple[str, ...]:
    """The hands that a seed deals, by rank."""
    rules = rules_of(variant)
    state = rules.deal(seed=seed).history()[0]
    return tuple(_ranks(state.view(seat)["hand"]) for seat in range(rules.players))


def _cut(hand: str, rng: random.Random, most: int) -> str:
    """The cards of some ranks of a hand, next to each other if it can be, so that it has no more
    than so many parts."""
    held = [rank for rank in RANKS if rank in hand]
    start = rng.randrange(len(held))
    order = held[start:] + held[:start]
    if rng.random() < 0.3:
        rng.shuffle(order)
    kept, parts = "", 1
    for rank in order:
        parts *= hand.count(rank) + 1
        if parts > most:
            break
        kept += rank * hand.count(rank)
    return written(kept)


def _thick(variant: str, rng: random.Random, most: int) -> tuple[str, str]:
    """Two hands of one deck, of few ranks in a row, where trios and bombs are many; and jokers."""
    rules = rules_of(variant)
    deck = rules.deck.text(rules.deck.full)
    start = rng.randrange(8)
    hands = []
    for at in (start, start + rng.randrange(3)):
        row = [rank for rank in deck if rank in RANKS[at : at + 5] and rank not in JOKERS]
        jokers = [rank for rank in deck if rank in JOKERS]
        hand = rng.sample(row, min(len(row), 16)) + rng.sample(jokers, 1)
        for card in hand:
            deck = deck.replace(card, "", 1)
        hands.append(_cut(written(hand), rng, most))
    return hands[0], hands[1]


def _hands(variant: str, label: str, number: int, most: int) -> Iterator[tuple[str, str]]:
    """Pairs of hands with few parts that one deck can deal: dealt by seeds, every third thick."""
    rng = random.Random(f"{label} {variant}")
    for seed in range(number):
        if seed % 3 == 2:
            yield _thick(variant, rng, most)
        else:
            one, two = rng.sample(_dealt(variant, seed), 2)
            yield _cut(one, rng, most), _cut(two, rng, most)


def _table(variant: str, *hands: str) -> State:
    """Play, with these hands and seat 0 to lead; the other seats get what is left of the deck."""
    rules = rules_of(variant)
    rest = rules.deck.text(rules.deck.full)
    for card in "".join(hands):
        rest = rest.replace(card, "", 1)
    others = list(rest[-(rules.players - len(hands)) :]) if len(hands) < rules.players else []
    deal = {"hands": [*hands, *others], "start": "play", **TABLES[variant]}
    for auction in ({}, {"winner": 4, "bid": 1}, {"winner": 5, "bid": 1}):
        try:
            state = rules.deal(seed=0, deal=deal | auction)
        except CardsError:  # 3v3, where the twins of the open card lie so that there was an auction
            assert variant == "3v3"
            continue
        assert (state.seat, state.step) == (0, "play")
        return state
    raise AssertionError(f"no deal of {hands}")


def _cards(play: Play | str) -> str:
    """The cards of a play by rank, weakest first; `test_plays_read_back` holds them against what it
    prints."""
    if isinstance(play, Play):
        return play.deck.text(play.tally)
    return written(play.replace("+", ""))


def _said(play: Play) -> Said:
    return _cards(play), play.reading


def _plays(actions: Iterable[Any]) -> list[Play]:
    """The plays among actions."""
    return [action for action in actions if isinstance(action, Play)]


@cache
def _deck_plays(variant: str) -> tuple[Play, ...]:
    rules = rules_of(variant)
    return tuple(rules.plays(rules.deck.text(rules.deck.full)))


@cache
def _classes(variant: str) -> dict[tuple[Reading, ...], list[Play]]:
    """All plays of the deck, those that can be read alike together; the first stands for all."""
    rules = rules_of(variant)
    found: dict[tuple[Reading, ...], list[Play]] = {}
    for play in _deck_plays(variant):
        found.setdefault(tuple(rules.readings(play)), []).append(play)
    return found


# --- what is made is what is recognised


@by_variant
def test_made_is_recognised(variant: str) -> None:
    """Of all parts of a hand, its plays are those that are something; where the reading is the
    player's, the table offers each part in each of its readings, else just the plays."""
    rules = rules_of(variant)
    for hand, other in _hands(variant, "made", 40 if FULL else 9, 3000 if FULL else 500):
        plays = rules.plays(hand)
        listed = [_said(play) for play in plays]
        classified = {cards: rules.classify(cards) for cards in subsets(hand)}
        recognised = {cards: reading for cards, reading in classified.items() if reading}
        assert len(listed) == len(recognised)
        assert dict(listed) == recognised, hand
        readings = {cards: rules.readings(cards) for cards in subsets(hand)}
        for cards, reading in classified.items():
            assert (cards in plays) is bool(readings[cards]) is (reading is not None), cards
            assert reading is None or readings[cards][0] == reading, cards
            assert len(set(readings[cards])) == len(readings[cards])
        offered = [_said(play) for play in _table(variant, hand, other).legal()]
        if BOUND_BY.get(variant) != "chosen":
            assert offered == listed
            continue
        every = {(cards, reading) for cards, found in readings.items() for reading in found}
        assert len(offered) == len(every)
        assert set(offered) == every, hand


@by_variant
def test_answers_are_the_leads_that_beat(variant: str) -> None:
    """To every lead of one hand, another's answers are those of its leads that beat it, at the
    table and away from it, in one order."""
    rules = rules_of(variant)
    chosen = BOUND_BY.get(variant) == "chosen"
    tried = answered = 0
    for one, two in _hands(variant, "answers", 60 if FULL else 12, 800):
        state = _table(variant, one, two)
        leads = list(rules.plays(two))
        spoken = [(c, r) for c in sorted({_cards(p) for p in leads}) for r in rules.readings(c)]
        for held in _plays(state.legal()):
            answers = list(rules.plays(two, to_beat=held))
            found = [_said(play) for play in answers]
            want = {_cards(play) for play in leads if rules.beats(play, held)}
            assert len(found) == len(want), (two, held)
            assert {cards for cards, _ in found} == want, (two, held)
            after = state.apply(held).legal()
            if len(held) == len(one):  # that was the last card
                assert not after
                continue
            assert str(after[0]) == "pass"
            at_table = list(dict.fromkeys(_said(play) for play in _plays(after)))
            twice = len(after) - 1 - len(at_table)
            assert not twice or variant == "3v3"  # a hidden landlord keeps or spends the twin
            if chosen:
                beating = [said for said in spoken if said[1].beats(held.reading)]
                assert len(at_table) == len(beating)
                assert set(at_table) == set(beating), (two, held)
            else:
                assert at_table == found, (two, held)
                assert found == [_said(play) for play in rules.plays(two, to_beat=str(held))]
                bound = [held.reading, *rules.readings(held)]
                if BOUND_BY.get(variant) is None:
                    assert all(reading.beats(bound[0]) for _, reading in found)
            tried += 1
            answered += bool(found)
    assert tried > 150
    assert answered > 60


@by_variant
def test_bombs_are_answered_like_all_else(variant: str) -> None:
    """The same for every bomb that is held, over hands of bombs."""
    rules = rules_of(variant)
    packs = rules.deck.copies
    size = 4 if packs == 1 else 5
    hand = "3" * size + "7" * size + "2" * 4 + "B" * packs + "R" * packs
    leads = list(rules.plays(hand))
    bombs = [play for play in _deck_plays(variant) if play.reading.is_bomb]
    assert len(bombs) >= 14
    for held in bombs:
        want = {_cards(play) for play in leads if rules.beats(play, held)}
        assert {_cards(play) for play in rules.plays(hand, to_beat=held)} == want
        assert want == {_cards(play) for play in leads if play.reading.beats(held.reading)}


# --- order


def _lists(variant: str, hand: str) -> list[str]:
    """Leads, and answers to a few of them, as text."""
    rules = rules_of(variant)
    leads = list(rules.plays(hand))
    some = leads[:: max(1, len(leads) // 7)]
    answers = [rules.plays(hand, to_beat=held) for held in some]
    return [" ".join(map(str, plays)) for plays in (leads, *answers)]


@settings(max_examples=40 if FULL else 10)
@given(variants, st.integers(0, 400), st.randoms(use_true_random=False))
def test_the_order_is_the_rules_own(variant: str, seed: int, rng: random.Random) -> None:
    """However a hand is written and however often it is asked, the list is the same, and nothing is
    in it twice."""
    hand = _dealt(variant, seed)[seed % rules_of(variant).players]
    want = _lists(variant, hand)
    for text in want:
        assert len({_cards(play) for play in text.split()}) == len(text.split())
    shuffled = rng.sample(hand, len(hand))
    signs = {"T": "10", "B": "小王", "R": "大王"}
    decorated = " ".join(signs.get(card, card.lower()) for card in shuffled)
    for text in (hand, "".join(shuffled), "+".join(shuffled), decorated):
        assert _lists(variant, text) == want, text


@by_variant
def test_what_was_asked_before_does_not_matter(variant: str) -> None:
    """Rules that have listed many hands list a hand as rules just loaded do; lists that are
    begun while others are under way come out the same."""
    used, fresh = rules_of(variant), ddz.load(variant)
    rng = random.Random(variant)
    for seed in range(100 if FULL else 15):
        for hand in _dealt(variant, seed):
            plays = list(used.plays(hand))
            next(iter(used.plays(hand, to_beat=rng.choice(plays))), None)
    for hand in reversed(_dealt(variant, 0) + _dealt(variant, 1)):
        ways = [used.plays(hand), used.plays(hand[1:]), fresh.plays(hand), fresh.plays(hand[1:])]
        lists = [[_said(play) for play in way] for way in ways]
        assert lists[:2] == lists[2:]
        mixed = itertools.zip_longest(*ways)
        columns = [[_said(play) for play in column if play] for column in zip(*mixed, strict=True)]
        assert columns == lists
        held = rng.choice(lists[0])[0]
        over = [[_said(p) for p in rules.plays(hand, to_beat=held)] for rules in (used, fresh)]
        assert over[0] == over[1]


def order_digest(variant: str) -> str:
    """A hash over lists of leads and answers of dealt hands, and over readings and actions."""
    rules = rules_of(variant)
    found = hashlib.sha256()
    for seed in range(2):
        for hand in _dealt(variant, seed)[:1]:
            found.update("|".join(_lists(variant, hand)).encode())
            found.update(repr([rules.readings(play) for play in rules.plays(hand)]).encode())
        one, two = _thick(variant, random.Random(seed), 1000)
        state = _table(variant, one, two)
        for held in state.legal():
            found.update(" ".join(map(str, state.apply(held).legal())).encode())
    return found.hexdigest()


def test_order_in_another_process() -> None:
    """The lists are the same under another hash seed."""
    program = (
        "from tests import test_laws\n"
        "for variant in test_laws.TABLES:\n"
        "    print(test_laws.order_digest(variant))\n"
    )
    env = {**os.environ, "PYTHONHASHSEED": "77"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [order_digest(variant) for variant in TABLES]


# --- what beats what


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


@by_variant
def test_readings_are_strictly_ordered(variant: str) -> None:
    """No reading of the deck beats itself, no two beat each other; what beats what beats a third
    beats the third. A bomb beats all that is none and is beaten by bombs alone; else like beats
    like, pattern and number of cards, and of two keys there one beats the other."""
    readings = list(dict.fromkeys(itertools.chain.from_iterable(_classes(variant))))
    assert len(readings) > 300
    beaten = [sum(1 << i for i, b in enumerate(readings) if a.beats(b)) for a in readings]
    no_bombs = sum(1 << i for i, reading in enumerate(readings) if not reading.is_bomb)
    alike: dict[tuple[str, int], list[int]] = {}
    for at, reading in enumerate(readings):
        alike.setdefault((reading.pattern, reading.length), []).append(at)
    for at, (reading, below) in enumerate(zip(readings, beaten, strict=True)):
        for i in _bits(below):
            assert not beaten[i] >> at & 1, (reading, readings[i])  # nor itself
            assert not beaten[i] & ~below, (reading, readings[i])
        if reading.is_bomb:
            assert below & no_bombs == no_bombs
        else:
            like = alike[reading.pattern, reading.length]
            assert below == sum(1 << i for i in like if readings[i].key < reading.key), reading


@by_variant
def test_cards_beat_as_their_readings_do(variant: str) -> None:
    """`beats` of cards is that of some reading of the first over the first of the second (where any
    reading may be answered, no cards have two); no cards beat themselves, no two beat each other.
    """
    rules = rules_of(variant)
    classes = _classes(variant)
    rng = random.Random(variant)
    every = list(classes)
    several = [readings for readings in every if len(readings) > 1]
    assert not several or BOUND_BY.get(variant) != "any"
    for mine in every if FULL else rng.sample(every, 25) + several:
        one = classes[mine][0]
        for theirs in every:
            two = rng.choice(classes[theirs])
            beats = rules.beats(one, two)
            assert beats is any(reading.beats(theirs[0]) for reading in mine), (one, two)
            assert not (beats and rules.beats(two, one)), (one, two)
        assert not rules.beats(one, one)


@by_variant
def test_like_cards_beat_alike(variant: str) -> None:
    """Cards with the same readings beat the same and are beaten by the same."""
    rules = rules_of(variant)
    classes = _classes(variant)
    rng = random.Random(variant)
    for _ in range(20_000 if FULL else 1500):
        mine, theirs = rng.choices(list(classes), k=2)
        if rng.random() < 0.5:
            length = mine[0].length
            theirs = rng.choice([r for r in classes if r[0].length == length])
        one, two = rng.choice(classes[mine]), rng.choice(classes[theirs])
        want = rules.beats(classes[mine][0], classes[theirs][0])
        assert rules.beats(one, two) is want, (one, two)
        assert rules.beats(str(one), str(two)) is want, (one, two)


@by_variant
def test_bombs_by_their_cards(variant: str) -> None:
    """All bombs of the deck against each other, and against one play of each kind: irreflexive,
    asymmetric, transitive, and above all that is no bomb."""
    rules = rules_of(variant)
    bombs = [play for play in _deck_plays(variant) if play.reading.is_bomb]
    others = {(p.pattern, len(p)): p for p in _deck_plays(variant) if not p.reading.is_bomb}
    beaten = [sum(1 << i for i, b in enumerate(bombs) if rules.beats(a, b)) for a in bombs]
    for at, below in enumerate(beaten):
        for i in _bits(below):
            assert not beaten[i] >> at & 1
            assert not beaten[i] & ~below
        for other in others.values():
            assert rules.beats(bombs[at], other)
            assert not rules.beats(other, bombs[at])


# --- adding a card


@by_variant
def test_a_card_more_removes_no_lead(variant: str) -> None:
    """Card by card, from none to all that a seat is dealt: leads and answers stay, read as before
    and in the same order among themselves."""
    rules = rules_of(variant)
    rng = random.Random(variant)
    for seed in range(8 if FULL else 2):
        one, two = rng.sample(_dealt(variant, seed), 2)
        over = rng.sample(list(rules.plays(two)), 2)
        cards = rng.sample(one, len(one))
        before: list[list[Said]] = [[], [], []]
        for number in range(1, len(cards) + 1):
            hand = "".join(cards[:number])
            ways = [rules.plays(hand), *(rules.plays(hand, to_beat=held) for held in over)]
            now = [[_said(play) for play in way] for way in ways]
            for was, found in zip(before, now, strict=True):
                earlier = set(was)
                assert [said for said in found if said in earlier] == was, hand
            before = now
        assert len(before[0]) >= len(one) // 4


@by_variant
def test_any_card_more_removes_no_lead(variant: str) -> None:
    """Each card that the deck still holds, to thick hands."""
    rules = rules_of(variant)
    rng = random.Random(variant)
    for _ in range(40 if FULL else 5):
        hand, _ = _thick(variant, rng, 2000)
        leads = {_said(play) for play in rules.plays(hand)}
        for rank, most in zip(rules.deck.ranks, rules.deck.counts, strict=True):
            if hand.count(rank) < most:
                assert leads <= {_said(play) for play in rules.plays(hand + rank)}, (hand, rank)


# --- printed and read back


@by_variant
def test_plays_read_back(variant: str) -> None:
    """Every play of the deck prints as cards that are the same play."""
    rules = rules_of(variant)
    plays = _deck_plays(variant)
    rng = random.Random(variant)
    for play in plays if FULL else rng.sample(plays, 900):
        text = str(play)
        assert rules.classify(text) == rules.classify(play) == play.reading, text
        assert rules.deck.tally(text) == play.tally
        assert written(text.replace("+", "")) == rules.deck.text(play.tally)
    for play in rng.sample(plays, min(len(plays), 1000 if FULL else 40)):
        text = str(play)
        again = [other for other in rules.plays(text) if len(other) == len(play)]
        assert (again, str(again[0])) == ([play], text)


def _seen(state: State) -> tuple[Any, ...]:
    """All that can be seen of a state."""
    return (
        [str(state.view(seat)) for seat in [None, *range(len(state.view()["left"]))]],
        list(map(str, state.legal())),
        [(event.as_data(), event.audience) for event in state.events],
        (state.seat, state.step, state.scores, state.waiting, state.default, state.base),
    )


def _game(variant: str, seed: int, most: int = 10_000) -> list[State]:
    """The states of a game, or its first ones."""
    state, choose = rules_of(variant).deal(seed=seed), busy(seed)
    while state.seat is not None and most:
        state, most = state.apply(choose(state)), most - 1
    return state.history()


@by_variant
def test_actions_read_back(variant: str) -> None:
    """Along a game and from thick hands, an action and its text lead to the same state."""
    rng = random.Random(variant)
    states = _game(variant, 3)[:-1]
    starts = rng.sample(states, min(len(states), 60 if FULL else 6))
    for seed in range(8 if FULL else 3):
        start = _table(variant, *_thick(variant, random.Random(seed), 1000))
        starts += [start, start.apply(rng.choice(start.legal()))]
    for state in starts:
        legal = list(state.legal())
        assert len({str(action) for action in legal}) == len(legal)
        for number, action in enumerate(rng.sample(legal, min(len(legal), 40 if FULL else 20))):
            one, two = state.apply(action), state.apply(str(action))
            assert (one.action, str(one.action)) == (two.action, str(two.action)), action
            assert (one.action, str(one.action)) == (action, str(action))
            assert (one.seat, one.scores) == (two.seat, two.scores)
            assert list(one.legal()) == list(two.legal())
            if number < 3:
                assert _seen(one) == _seen(two), action


def test_readings_that_are_chosen_read_back() -> None:
    """All that can be said of four trios in a row, and the answers to each: 333444555666 is a bare
    chain, or one of three that carries the lowest or the highest trio."""
    state = _table("compat/openspiel", "333444555666", "777888999TTT")
    several = [action for action in state.legal() if " as " in str(action)]
    assert len(several) == 3
    for action in state.legal():
        after = state.apply(action)
        assert after.action == action
        assert _seen(after) == _seen(state.apply(str(action))), action
        for answer in after.legal():
            assert after.apply(str(answer)).action == answer


class _Texts:
    """The texts of the small languages that were parsed, by rule."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: dict[str, set[str]] = {}
        for module in (ddz.condition.expression, ddz.condition.events, ddz.pattern.tree):
            monkeypatch.setattr(module, "parse", self.parse)

    def parse(self, language: str, start: str, text: str) -> Any:
        self.found.setdefault(start, set()).add(text)
        return parse(language, start, text)


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """All texts of all shipped files, as they are read when the file is loaded."""
    reader = _Texts(monkeypatch)
    for variant in TABLES:
        ddz.load(variant)
    return reader.found


def _same_tree(one: Any, two: Any) -> bool:
    """Whether two trees are the same but for needless brackets and places in the text."""
    return bool(_bare(one) == _bare(two))


def _bare(tree: Any) -> Any:
    if not isinstance(tree, lark.Tree):
        return None if tree is None else (tree.type, str(tree))
    if tree.data in ("bracket", "inner"):
        return _bare(tree.children[0])
    return (str(tree.data), *map(_bare, tree.children))


def _condition(text: str, start: str) -> str:
    """The printed text, having seen that it is right: the same tree, one writing."""
    printed = print_condition(text, start)
    tree = parse("condition.lark", start, text)
    again = parse("condition.lark", start, printed)
    assert _same_tree(tree, again), (text, printed)
    assert print_condition(printed, start) == printed
    assert printed == " ".join(printed.split())
    _check_brackets(printed, start, again)
    return printed


def _check_brackets(printed: str, start: str, tree: Any) -> None:
    """No bracket can be left out: without it the text is no text, or another."""
    opened = []
    for at, sign in enumerate(printed):
        if sign == "(":
            opened.append(at)
        elif sign == ")":
            first = opened.pop()
            if not re.search(r"(next|holders?|size|left|plays|holds|splits)$", printed[:first]):
                less = printed[:first] + printed[first + 1 : at] + printed[at + 1 :]
                try:
                    other = parse("condition.lark", start, less)
                except SyntaxTrouble:
                    continue
                assert not _same_tree(tree, other), (printed, less)


def test_texts_of_shipped_files_read_back(texts: dict[str, set[str]]) -> None:
    """Patterns and conditions of all shipped files; these are written with single spaces and
    without needless brackets, so that conditions print as they stand."""
    assert set(texts) >= {"pattern", "expression", "each", "event", "until"}
    assert {len(texts[start]) > 20 for start in ("pattern", "expression")} == {True}
    assert "landlords won and plays(peasants) == 0" in texts["expression"]
    for text in texts["pattern"]:
        pattern = read_pattern(text)
        again = read_pattern(print_pattern(pattern))
        assert print_pattern(again) == print_pattern(pattern)
        assert re.sub(r"(start|end)=\d+", "", repr(again)) == re.sub(
            r"(start|end)=\d+", "", repr(pattern)
        )
    for start in ("expression", "each", "event", "until"):
        for text in texts[start]:
            assert _condition(text, start) == text


@pytest.mark.parametrize(
    ("start", "text", "printed"),
    [
        ("expression", "a+b -c", "a + b - c"),
        ("expression", "a+(b -c)", "a + (b - c)"),
        ("expression", "(a+b)*((2))*left( (a) )", "(a + b) * 2 * left(a)"),
        ("expression", "((a in b)) and (not (c not in d))", "a in b and not c not in d"),
        ("expression", "(a won or b won) and c won", "(a won or b won) and c won"),
        ("expression", "a won or (b won and c won)", "a won or b won and c won"),
        ("expression", "not(a won and b went\nout)", "not (a won and b went out)"),
        (
            "expression",
            "(any s in (a+b) where (every t in c where((s in t))))",
            "any s in a + b where every t in c where s in t",
        ),
        ("expression", "(no s in a where s won) or b won", "(no s in a where s won) or b won"),
        ("expression", "holds(s,bomb 4 .. 8)", "holds(s, bomb 4..8)"),
        ("expression", "holds( s ,bombs )", "holds(s, bombs)"),
        ("expression", "splits(s,bombs,after 1)", "splits(s, bombs, after 1)"),
        ("expression", "splits(s,bombs)", "splits(s, bombs)"),
        ("expression", "next(holder(m))==holders(n)", "next(holder(m)) == holders(n)"),
        ("expression", "ended  by x", "ended by x"),
        ("each", "s in(a+b)", "s in a + b"),
        ("event", "played bomb 7 ..", "played bomb 7.."),
        ("event", "played\tbomb over 22222222", "played bomb over 22222222"),
        ("event", "said  show", "said show"),
        ("event", " end ", "end"),
        ("event", "redeal ", "redeal"),
        ("until", "spends\ntwin", "spends twin"),
    ],
)
def test_conditions_have_one_writing(start: str, text: str, printed: str) -> None:
    assert _condition(text, start) == printed


# --- conditions by their grammar

STARTS = ["expression", "each", "event", "until"]
WORDS = {
    "IDENT": ["a", "s", "landlords", "n1", "x_", "ins", "nothing", "anyone", "won1", "wherever"],
    "NUMBER": ["0", "1", "13", "007"],
    "RANKS": ["22222222", "BR", "T"],
    "COMPARES": ["==", "!=", "<=", ">=", "<", ">"],
    "PLUS": ["+", "-"],
}
"""What stands for the grammar's words that are no fixed ones; names include near misses."""


class _Grammar:
    """The rules of the condition language, to make texts by."""

    def __init__(self) -> None:
        made = lark.Lark(
            grammar("condition.lark"), parser="lalr", start=STARTS, maybe_placeholders=True
        )
        self.fixed = {t.name: t.pattern.value for t in made.terminals if t.name not in WORDS}
        self.ways: dict[str, list[list[Any]]] = {}
        self.names: set[str] = set()
        for rule in made.rules:
            origin = str(rule.origin.name)
            self.ways.setdefault(origin, []).append(rule.expansion)
            kept = [part for part in rule.expansion if not (part.is_term and part.filter_out)]
            if rule.alias or not (rule.options.expand1 and len(kept) == 1):
                self.names.add(str(rule.alias or origin))
        self.names = {name for name in self.names if not name.startswith("_")}
        self.depth = dict.fromkeys(self.ways, 99)
        for _ in self.ways:
            for name, ways in self.ways.items():
                self.depth[name] = min(map(self.needs, ways))

    def needs(self, way: list[Any]) -> int:
        """How deep a way to write something is at least."""
        return 1 + max((0 if part.is_term else self.depth[part.name] for part in way), default=0)

    def text(self, pick: Any, name: str, room: int) -> Iterator[str]:
        """The words of something, one drawn by `pick` where there are several."""
        ways = [way for way in self.ways[name] if self.needs(way) <= room]
        way = pick(ways or [min(self.ways[name], key=self.needs)])
        for part in way:
            if not part.is_term:
                yield from self.text(pick, part.name, room - 1)
            else:
                yield pick(WORDS[part.name]) if part.name in WORDS else self.fixed[part.name]


GRAMMAR = _Grammar()


def _rules_in(tree: Any) -> set[str]:
    return {str(node.data) for node in tree.iter_subtrees()}


def test_every_rule_of_the_grammar_is_printed() -> None:
    """Texts made by the grammar's own rules, until each rule was seen: a new one cannot be left
    out."""
    rng = random.Random(1)
    seen: set[str] = set()
    refused: list[str] = []
    for _ in range(3000 if FULL else 500):
        start = rng.choice(["expression", "expression", *STARTS])
        text = " ".join(GRAMMAR.text(rng.choice, start, rng.randint(1, 16)))
        try:
            tree = parse("condition.lark", start, text)
        except SyntaxTrouble as trouble:
            refused.append(trouble.sentence)
            continue
        seen |= _rules_in(tree)
        _condition(text, start)
    assert seen == GRAMMAR.names
    assert len(seen) > 30
    assert all("more than" in said or "longer than" in said for said in refused), refused


@st.composite
def _conditions(draw: st.DrawFn) -> tuple[str, str]:
    """A condition and the rule it is written by."""
    start = draw(st.sampled_from(STARTS))
    spaces = st.sampled_from([" ", " ", "  ", "\n", "\t "])
    words = GRAMMAR.text(lambda some: draw(st.sampled_from(some)), start, draw(st.integers(5, 20)))
    return start, "".join(word + draw(spaces) for word in words)


@settings(max_examples=300 if FULL else 40)
@given(_conditions())
def test_conditions_print_and_read_back(made: tuple[str, str]) -> None:
    start, text = made
    try:
        parse("condition.lark", start, text)
    except SyntaxTrouble:
        assume(False)
    _condition(text, start)


@pytest.mark.parametrize(("start", "text"), [("expression", "a +"), ("event", ""), ("until", "a")])
def test_what_is_no_condition_is_not_printed(start: str, text: str) -> None:
    with pytest.raises(SyntaxTrouble):
        print_condition(text, start)


# --- copies


def _spoil(data: Any) -> None:
    """Empty everything that can be emptied."""
    if isinstance(data, dict):
        for value in data.values():
            _spoil(value)
        for key in data:
            data[key] = "spoilt"
        data.clear()
    elif isinstance(data, list):
        for value in data:
            _spoil(value)
        data[:] = ["spoilt"]
        data.clear()


def _attack(rules: Rules, state: State) -> None:
    """Spoil all that a state and its rules hand out."""
    legal = state.legal()
    for given_out in (list(legal), legal[:], legal[::-1], legal[:3], [*reversed(legal)]):
        given_out.reverse()
        del given_out[len(given_out) // 2 :]
        given_out += [Pass(), Bid(9), Say("spoilt")]
    begun = iter(legal)
    next(begun, None)
    if isinstance(legal, list):  # it may be one itself
        legal.reverse()
        legal += [Say("spoilt")]
        legal.clear()
    for event in state.events:
        _spoil(event.data)
        _spoil(event.as_data())
    for seat in (None, 0, state.seat):
        _spoil(state.view(seat).data)
    _spoil(state.record())
    state.history().clear()
    _spoil(rules.title)
    refusal = state.refusal("no such thing")
    assert refusal is not None
    _spoil(refusal.values)
    hand = state.view(state.seat)["hand"] if state.seat is not None else None
    if hand:
        plays = rules.plays(hand)
        leads = list(plays)
        for cards in leads[:: max(1, len(leads) // 5)]:
            readings = rules.readings(cards)
            readings.reverse()
            readings.clear()
            answers = list(rules.plays(hand, to_beat=cards))
            answers.clear()
        leads.reverse()
        leads.clear()
        next(iter(plays), None)


@by_variant
def test_what_is_given_out_is_the_callers(variant: str) -> None:
    """A game in which everything handed out is spoilt, at every state, is the game that was played
    in peace by other rules; so is every state of it, looked at when all is over."""
    peace, war = ddz.load(variant), ddz.load(variant)
    choose = busy(5)
    state = peace.deal(seed=5, base=2)
    spoilt = war.deal(seed=5, base=2)
    pairs = [(state, spoilt, repr(_seen(state)))]
    for number in range(200 if FULL else 15):
        _attack(war, spoilt)
        if state.seat is None:
            break
        action = choose(state)
        assert list(map(str, spoilt.legal())) == list(map(str, state.legal()))
        for other in spoilt.legal()[:2]:
            _attack(war, spoilt.apply(other)) if number % 9 == 0 else spoilt.apply(other)
        state, spoilt = state.apply(action), spoilt.apply(str(action))
        pairs.append((state, spoilt, repr(_seen(state)) if number % 6 == 0 else ""))
    _attack(war, spoilt)
    for calm, shaken, before in pairs[:: 1 if FULL else 4]:
        seen = repr(_seen(shaken))
        assert repr(_seen(calm)) == seen
        assert before in ("", seen)
    assert json.dumps(state.record()) == json.dumps(spoilt.record())
    assert peace.title == war.title
    assert str(state.refusal("no such thing")) == str(spoilt.refusal("no such thing"))
    for hand in _dealt(variant, 5):
        assert [_said(p) for p in war.plays(hand)] == [_said(p) for p in peace.plays(hand)]
        for play in list(peace.plays(hand))[::9]:
            assert war.readings(play) == peace.readings(play)


@by_variant
def test_playing_on_changes_no_earlier_state(variant: str) -> None:
    """Views, actions, events and scores of states of a whole game are what they were, after two
    other games were played on from them."""
    states = _game(variant, 7)
    rng = random.Random(7)
    watched = [*rng.sample(states, 6), states[0], states[-1]]
    before = [_seen(state) for state in watched]
    for number, state in enumerate(watched[:2] + watched[6:7]):
        for seed in (1, 2):
            choose = busy(seed + number)
            for _ in range(60):
                if state.seat is None:
                    break
                state = state.apply(choose(state))
    assert [_seen(state) for state in watched] == before
    assert states[-1].history() == states


@by_variant
def test_a_deal_that_was_given_is_not_kept(variant: str) -> None:
    """Changing the written deal, or a record that was replayed, afterwards changes no game; nor
    does dealing and replaying change them."""
    rules = rules_of(variant)
    start = rules.deal(seed=4).history()[0]
    deal = json.loads(json.dumps(start.record()["deals"][0]))
    text = json.dumps(deal)
    deals = [deal, json.loads(text)]
    state = rules.deal(seed=4, deal=deals)
    assert json.dumps(deal) == text
    for _ in range(12):
        state = state.apply(state.legal()[-1])
    seen, record = _seen(state), state.record()
    _spoil(deals)
    _spoil(deal)
    assert _seen(state) == seen
    assert state.record() == record
    copied = json.loads(json.dumps(record))
    again = ddz.replay(record)
    assert record == copied
    _spoil(record)
    assert _seen(again) == seen == _seen(state)
    assert again.record() == copied == state.record()


# --- legal() as a sequence


def _check_sequence(state: State, rng: random.Random, others: list[Any]) -> None:
    """What a sequence of actions must be, each time from one not yet asked for anything."""
    want = list(state.legal())
    size = len(want)
    assert len(state.legal()) == size == sum(1 for _ in state.legal())
    assert bool(state.legal()) is bool(want)
    for at in {0, size - 1, *rng.choices(range(size), k=4)} if size else set():
        assert state.legal()[at] == want[at]
        assert state.legal()[at - size] == want[at - size]
        assert state.legal().index(want[at]) == at
        assert state.legal().count(want[at]) == 1
        legal = state.legal()  # asked here and there
        assert (legal[at], legal[-1], len(legal), legal[0]) == (want[at], want[-1], size, want[0])
        legal = state.legal()
        begun = iter(legal)
        assert next(begun) == want[0]
        assert legal[at] == want[at]
        assert list(begun) == want[1:]
        assert list(legal) == want
    for at in (size, size + 5, -size - 1):
        with pytest.raises(IndexError):
            state.legal()[at]
    for _ in range(8):
        start, stop = (rng.choice([None, rng.randint(-size - 2, size + 2)]) for _ in range(2))
        step = rng.choice([None, 1, 2, 3, -1, -2])
        assert state.legal()[start:stop:step] == want[start:stop:step]
        part = state.legal()
        assert (part[start:stop], list(part)) == (want[start:stop], want)
    assert list(reversed(state.legal())) == want[::-1]
    legal = state.legal()
    for action in rng.sample(want, min(size, 30)):
        assert action in legal
        assert str(action) in legal
    texts = {str(action) for action in want}
    cards = {_cards(action) for action in _plays(want)}
    for other in others:
        inside = _cards(other) in cards if isinstance(other, Play) else str(other) in texts
        assert (other in state.legal()) is (state.refusal(other) is None)
        assert (str(other) in state.legal()) is inside, other


@by_variant
def test_legal_is_a_sequence(variant: str) -> None:
    """Of states of dealt games and thick hands."""
    rules = rules_of(variant)
    rng = random.Random(variant)
    states = _game(variant, 9)
    states = rng.sample(states, min(len(states), 40 if FULL else 10))
    start = _table(variant, *_thick(variant, rng, 800))
    states += [start, *(start.apply(rng.choice(start.legal())) for _ in range(4))]
    others: list[Any] = [Pass(), Bid(1), Bid(2), Say("double"), Say("show"), Say("hide")]
    for state in states:
        hand = rng.choice(_dealt(variant, 2))
        _check_sequence(state, rng, [*others, *rng.sample(list(rules.plays(hand)), 8)])


HOUSE = """
format: 1
extends: classic
title: {zh: 四副牌, en: Four decks}
deck: {copies: 4}
deal: {each: 71}
patterns: {trio_solo_chain: "row of n trio on run + n solo may repeat may touch, n 2.."}
"""


def test_a_wide_list_is_a_sequence_too() -> None:
    """Where there may be far too many plays for a list, it is one all the same."""
    rules = ddz.load("house.yaml", text=HOUSE)
    rng = random.Random(1)
    hand = "33344455566677788899"  # five trios in a row carry five cards of 15 ranks: C(19,5) ways
    deal = {
        "hands": [hand, "444555666777888999TJ", "9TJQKA2"],
        "start": "play",
        "winner": 0,
        "bid": 1,
    }
    state = rules.deal(seed=0, deal=deal)
    others: list[Any] = list(rules.plays("33344478"))
    _check_sequence(state, rng, others)
    for held in ("3", "333444555666777+88899", "333", "34567"):
        _check_sequence(state.apply(held), rng, others)
    assert [_said(p) for p in state.legal()] == [_said(p) for p in rules.plays(hand)]
    parts = [part for part in subsets(hand) if rules.classify(part)]
    assert len(state.legal()) == len(parts) == len(rules.plays(hand))


@settings(max_examples=60 if FULL else 25)
@given(variants, st.integers(0, 400), st.integers(0, 10**6))
def test_plays_count_what_they_list(variant: str, seed: int, number: int) -> None:
    """`len`, `bool` and `in` of plays agree with going through them, for whole dealt hands."""
    rules = rules_of(variant)
    hands = _dealt(variant, seed)
    hand, other = hands[number % len(hands)], hands[(number + 1) % len(hands)]
    theirs = list(rules.plays(other))
    held = theirs[number % len(theirs)]
    for plays in (rules.plays(hand), rules.plays(hand, to_beat=held)):
        listed = list(plays)
        cards = {_cards(play) for play in listed}
        assert len(plays) == len(listed) == len(cards)
        assert bool(plays) is bool(listed)
        assert all(play in plays and str(play) in plays for play in listed[::5])
        for play in theirs[::7]:
            assert (play in plays) is (_cards(play) in cards), play


# --- what others hold


def _by_face(state: State) -> str:
    """What led to a state, plays by the faces that lay on the table."""
    text = str(state.action)
    table = [event.data["cards"] for event in state.events if event.kind == "play"]
    if not table:
        return text
    pool = table[0].split()
    words, said, pattern = re.sub("[SHCD](?=[2-9TJQKA])", "", text).partition(" as ")
    faces = ""
    for sign in words:
        found = sign if sign == "+" else next(face for face in pool if face[-1] == sign)
        if sign != "+":
            pool.remove(found)
        faces += found
    return faces + said + pattern


def _other_deal(states: list[State], cut: int, viewer: int | None, rng: random.Random) -> Any:
    """The deal with all that the viewer may not know at a state dealt anew."""
    deal = states[0].record()["deals"][0]
    seen = [event for state in states[: cut + 1] for event in state.events]
    turned_up = any(event.kind == "kitty" for event in seen)
    known = {deal["marks"]["open_card"]["card"]}
    for event in seen:
        if event.kind == "play":
            known |= set(event.data["cards"].split())
    hands = [hand.split() for hand in deal["hands"]]
    if viewer is not None:
        known |= set(hands[viewer])
    kitty = deal["kitty"].split()
    if turned_up:
        known |= set(kitty)
    pool = [card for cards in (*hands, kitty) for card in cards if card not in known]
    rng.shuffle(pool)
    dealt = [[card if card in known else pool.pop() for card in cards] for cards in (*hands, kitty)]
    return {
        "hands": [" ".join(cards) for cards in dealt[:-1]],
        "kitty": " ".join(dealt[-1]),
        "marks": deal["marks"],
    }


@pytest.mark.parametrize("variant", FAMILY)
def test_no_leak_in_the_classic_family(variant: str) -> None:
    """The same actions from a deal in which hidden cards lie elsewhere: each onlooker sees the same
    bytes at every step, and on its turn may do the same; the others' views do change."""
    rng = random.Random(variant)
    compared = felt = kitties = 0
    for seed in range(20 if FULL else 3):
        states = _game(variant, seed)
        if len(states[-1].record()["deals"]) > 1 or len(states) < 10:
            continue  # dealt again, or void
        rules = rules_of(variant)
        last = len(states) - 2
        auction = sum(state.step == "auction" for state in states)
        cuts = {0, auction - 1, auction, last} | set(rng.sample(range(last), 3 if FULL else 2))
        for viewer in seats_and_spectator(rules):
            before = -1
            for cut in sorted(cuts - {-1}):
                deal = _other_deal(states, cut, viewer, rng)
                kitties += deal["kitty"] != states[0].record()["deals"][0]["kitty"]
                state = rules.deal(seed=states[0].seed, deal=deal)
                others = [seat for seat in range(3) if seat != viewer]
                felt += any(state.view(s)["hand"] != states[0].view(s)["hand"] for s in others)
                for number in range(cut + 1):
                    if number:
                        state = state.apply(_by_face(states[number]))
                    was = states[number]
                    if number <= before or (not FULL and number % 2 and number not in cuts):
                        continue
                    assert str(state.view(viewer)) == str(was.view(viewer)), (seed, viewer, number)
                    told, tells = (
                        [event.as_data() for event in each.events if event.seen_by(viewer)]
                        for each in (was, state)
                    )
                    assert tells == told
                    if was.seat == viewer:
                        assert list(map(str, state.legal())) == list(map(str, was.legal()))
                    compared += 1
                before = cut
    assert compared > 100
    assert felt > 20
    assert kitties > 3 or variant in ("compat/rlcard", "compat/douzero")


@pytest.mark.parametrize("variant", ["classic", "compat/openspiel"])
def test_nobody_sees_the_kitty_before_it_is_turned_up(variant: str) -> None:
    """While they bid, no card of the kitty and of another's hand is in a view or event."""
    states = [state for state in _game(variant, 1) if state.step == "auction"]
    deal = states[0].record()["deals"][0]
    for state in states:
        for viewer in seats_and_spectator(rules_of(variant)):
            text = str(state.view(viewer)) + str(
                [event.as_data() for event in state.events if event.seen_by(viewer)]
            )
            shown = set(re.findall(r"[SHCD][2-9TJQKA]|(?<=[\" ])[BR](?=[\" ])", text))
            own = set() if viewer is None else set(deal["hands"][viewer].split())
            assert shown == own | {deal["marks"]["open_card"]["card"]}


@by_variant
def test_a_dealt_deck_is_the_deck(variant: str) -> None:
    """Every card is dealt once, to a hand or the kitty, whoever holds the marks."""
    rules = rules_of(variant)
    for seed in range(5):
        deal = rules.deal(seed=seed).history()[0].record()["deals"][0]
        cards = Counter(_ranks(" ".join([*deal["hands"], deal["kitty"]])))
        assert cards == Counter(rules.deck.text(rules.deck.full))
