"""Lints: what they say is so. Each witness is played or classified again, lints stay silent where
nothing is amiss, and whatever a file is made of they come to an end.

Which finding stands where is in `tests/variants/bad/9*.yaml`.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import ddz
from ddz.cards import Deck
from ddz.check.limits import Limits
from ddz.check.lints import LINTS, run_lints
from ddz.check.lints.subject import Budget, Subject
from ddz.check.proof import prove
from ddz.check.reached import Reached
from ddz.compiled import Compiled, compile_variant
from ddz.condition import BombSet
from ddz.variant import Variant, build, flatten
from ddz.variant.find import Place

from . import fuzz

ROOT = Path(__file__).resolve().parent.parent
BAD = ROOT / "tests" / "variants" / "bad"
HAND = {"2v4": 34 + 12, "3v3": 27, "classic": 17 + 3}


def file(name: str) -> str:
    """The text of a bad file."""
    return (BAD / f"{name}.yaml").read_text(encoding="utf-8")


def lints(text: str) -> list[ddz.Diagnostic]:
    """The lints' findings about a text, all others being none."""
    found = ddz.validate("house.yaml", text=text)
    assert not [d for d in found if d.severity == "error"], "\n".join(d.render() for d in found)
    return [d for d in found if d.code.startswith("DDZ9")]


@cache
def whole(text: str) -> tuple[Variant, Compiled, Reached]:
    """A file, what it means, and what its proof came to."""
    layered = flatten(Place(Path("house.yaml"), "house.yaml", None), text)
    assert layered.root is not None
    variant = build(layered, layered.root)
    compiled, _, _ = compile_variant(variant)
    assert compiled is not None
    return variant, compiled, prove(compiled)[1]


# --- witnesses: cards


def check_size(rules: ddz.Rules, found: ddz.Diagnostic) -> None:
    """The cards shown are of the pattern, so many, and more than a hand has."""
    match = re.fullmatch(
        r"no hand can hold '(\w+).*': the fewest cards it takes are (\d+), as in (\S+), and a hand"
        r" has (\d+) at most",
        found.message,
    )
    assert match
    lengths = {each.pattern: each.length for each in rules.readings(match[3])}
    assert lengths[match[1]] == int(match[2]) > int(match[4])


def check_hidden(rules: ddz.Rules, found: ddz.Diagnostic) -> None:
    """The cards shown are the other thing, and fifty hands have no such play."""
    match = re.search(r"'(\w+)'.*: (\S+) is (\w+), and so with", found.message)
    assert match
    reading = rules.classify(match[2])
    assert reading is not None
    assert reading.pattern == match[3] != match[1]
    deck = rules.compiled.deck
    rnd = random.Random(5)
    for _ in range(50):
        cards = rnd.sample([r for r, n in enumerate(deck.counts) for _ in range(n)], 20)
        hand = deck.text(deck.tally_of(cards))
        assert match[1] not in {p.pattern for p in itertools.islice(rules.plays(hand), 2000)}


def check_ambiguous(rules: ddz.Rules, found: ddz.Diagnostic) -> None:
    """Both read the cards, and the one that is said comes first."""
    match = re.fullmatch(
        r"(\S+) could be '(\w+)' and is (\w+), which stands above it", found.message
    )
    assert match
    names = [reading.pattern for reading in rules.readings(match[1])]
    assert names[0] == match[3]
    assert match[2] in names[1:]


CARDS: dict[str, Callable[[ddz.Rules, ddz.Diagnostic], None]] = {
    "DDZ901": check_size,
    "DDZ902": check_hidden,
    "DDZ903": check_ambiguous,
    "DDZ904": check_hidden,
    "DDZ905": check_size,
}


@cache
def cards_files() -> list[Path]:
    return sorted(path for path in BAD.glob("90[1-5]*.yaml"))


@pytest.mark.parametrize("path", cards_files(), ids=lambda path: path.stem)
def test_cards_are_what_a_lint_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rules = ddz.load("house.yaml", text=text)
    found = lints(text)
    assert found
    for finding in found:
        CARDS[finding.code](rules, finding)


# --- witnesses: hands, rows, auctions, games


def test_a_hand_without_a_bomb_is_as_large_as_can_be() -> None:
    """One of each of fifteen ranks; any other card makes a pair."""
    (found,) = lints(file("911-sure"))
    match = re.search(r"no more than (\d+) can be without twosome, as (\S+)$", found.message)
    assert match
    rules = ddz.load("house.yaml", text=file("911-sure"))
    assert match[1] == str(len(match[2])) == "15"
    bombs = {play.pattern for play in rules.plays(match[2])} - {"solo", "solo_chain"}
    assert bombs == {"rocket"}
    for rank in "3456789TJQKA2":
        assert "twosome" in {play.pattern for play in rules.plays(match[2] + rank)}
    for seed in range(5):
        state = rules.deal(seed=seed)
        while state.seat is not None:
            assert state.step == "auction"
            state = state.apply(state.legal()[-1])
        assert state.record()["why"]["reason"] == "pairs"


def test_the_play_shown_takes_the_row_above() -> None:
    """The rocket counts as any bomb does: N is 2 and not 3 after it."""
    (found,) = lints(file("908-shadowed"))
    assert "BR takes a row above it" in found.message
    rules = ddz.load("house.yaml", text=file("908-shadowed"))
    deal = {"hands": ["BR3", "4", "5"], "start": "play", "winner": 0, "bid": 1}
    state = rules.deal(deal=deal)
    assert state.view(None)["multiplier"] == 1
    assert state.apply("BR").view(None)["multiplier"] == 2


def test_an_auction_goes_on_as_long_as_it_says() -> None:
    """Six seats and fifteen bids: five passes and a bid, then fourteen times four and a bid."""
    (found,) = lints(file("910-long"))
    assert "76 turns: 5 passes before the first of 15 bids, 4 before each other" in found.message
    state = ddz.load("house.yaml", text=file("910-long")).deal(seed=1)
    turns = 0
    for passes in [5] + 14 * [4]:
        for action in [*passes * ["pass"], str(state.legal()[1])]:
            assert state.step == "auction"
            state = state.apply(action)
            turns += 1
    assert state.step != "auction"
    assert turns == 6 + 14 * 5 == 76


def test_a_game_is_settled_for_nothing() -> None:
    """Nobody bids four times, and whoever wins gets 0."""
    (found,) = lints(file("914-for-nothing"))
    assert "nobody bids" in found.message
    state = ddz.load("house.yaml", text=file("914-for-nothing")).deal(seed=3)
    while state.seat is not None:
        state = state.apply(state.legal()[0] if state.step == "auction" else state.legal()[-1])
    assert state.scores == (0, 0, 0)


def test_a_spectator_can_tell_who_is_hidden() -> None:
    """The open card's holder has one twin, seat 1 or seat 2 the other; nothing else differs."""
    found = lints(file("918-shown"))[0]
    assert (
        "seats 0 2 3 4 5 if that is seat 1, and seats 0 1 3 4 5 if that is seat 2" in found.message
    )
    rules = ddz.load("house.yaml", text=file("918-shown"))
    asked = []
    for holder in (1, 2):
        hands = ["S5 S5 3", *("S5 4" if seat == holder else "4" for seat in range(1, 6))]
        marks = {"open_card": {"seat": 0, "card": "S5"}}
        state = rules.deal(deal={"hands": hands, "marks": marks})
        while state.step == "auction":
            bid = state.seat == 5 and len(state.legal()) > 1
            state = state.apply(state.legal()[1 if bid else 0])
        assert state.view(None)["roles"] != state.view(holder)["roles"]
        seats = []
        while state.step == "double":
            seats.append(state.seat)
            state = state.apply("keep")
        asked.append(seats)
    assert asked == [[0, 2, 3, 4, 5], [0, 1, 3, 4, 5]]


@pytest.mark.parametrize("path", sorted(BAD.glob("917*.yaml")), ids=lambda path: path.stem)
def test_words_left_out_change_nothing(path: Path) -> None:
    """Without the words three hands have the same plays."""
    text = path.read_text(encoding="utf-8")
    found = lints(text)
    lines = text.split("\n")
    for finding in sorted(found, key=lambda d: str(d.span), reverse=True):
        assert finding.span is not None
        at, start, end = finding.span.line - 1, finding.span.column - 1, finding.span.end_column - 1
        lines[at] = lines[at][:start] + lines[at][end:]
    before, after = ddz.load("a.yaml", text=text), ddz.load("b.yaml", text="\n".join(lines))
    hands = ["33334444555566667777", "AAAA2222KKKKBRQQQQJJ", "3456789TJQKA2BR33445"]
    for hand in hands:
        assert [str(p) for p in before.plays(hand)] == [str(p) for p in after.plays(hand)]


def test_of_words_that_say_the_same_one_is_told() -> None:
    """Either may go, and not both."""
    but, only = "but B R", "from 3 4 5 6 7 8 9 T J Q K A 2"
    (found,) = lints(f"extends: classic\npatterns: {{trio_solo: trio + solo {but} {only}}}\n")
    assert found.message.startswith(f"'{but}' changes nothing")
    assert not lints(f"extends: classic\npatterns: {{trio_solo: trio + solo {only}}}\n")


# --- where nothing is amiss

LADEN = "row of n trio on run + n solo may repeat not both B R, n 2.."
SILENT = {
    "a range that reaches beyond a hand": (
        "classic",
        "bombs: {flight: row of 2.. trio on run}\nladder: [bomb, flight, rocket]\n"
        "patterns: {trio_chain: null}\n",
    ),
    "an example says which it is": (
        "classic",
        f"patterns: {{trio_solo_chain: '{LADEN}'}}\nexamples: [333444555666 is trio_chain]\n",
    ),
    "the player says which it is": (
        "classic",
        f"patterns: {{trio_solo_chain: '{LADEN}'}}\n"
        "steps: {play: {play: {bound_by: chosen}}}\n",
    ),
    "a pattern that others are made of": (
        "classic",
        "bombs: {twosome: 2 of a rank}\nladder: [twosome, bomb, rocket]\n",
    ),
    "words that one more pack would make matter": (
        "3v3",
        "bombs: {bomb: 4.. of a rank but B R}\n",
    ),
    "a condition that holds in one case only": (
        "2v4",
        "steps: {instant: {end: {when: {no_bomb: 'two and not holds(s, bombs)'}}}}\n",
    ),
    "a row that pays nothing by its shares": (
        "2v4",
        "settle: {rows: [{when: two, shares: {landlord: 0}},"
        " {when: landlords won, times: N, shares: {landlord: 5, peasant: -1}},"
        " {when: peasants won, times: N, shares: {landlord: -5, peasant: 1}}]}\n",
    ),
    "what is public by the case": (
        "3v3",
        "steps: {double: {choice: {ask: {apart: all, mine: all, both: all - twins}}}}\n",
    ),
    "what is asked when all is over": (
        "3v3",
        "multiplier: {rows: [{at: end, when: plays(hidden_landlord) == 0, add: 1}]}\n",
    ),
    "what is inherited and idle": (
        "classic",
        "multiplier: {most: 64}\n",
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_lints_stay_silent(name: str) -> None:
    base, text = SILENT[name]
    assert [d.render() for d in lints(f"extends: {base}\n{text}")] == []


@pytest.mark.parametrize(
    "name",
    ["2v4", "3v3", "melee", "classic", "compat/openspiel", "compat/rlcard", "compat/douzero"],
)
def test_the_shipped_games_are_clean(name: str) -> None:
    """Also where nothing else hides a finding, as with a lint's own budget."""
    assert [d.render() for d in ddz.validate(name) if d.code.startswith("DDZ9")] == []


# --- bounds


@pytest.mark.parametrize("steps", [0, 10, 100])
def test_lints_give_up_in_order(steps: int) -> None:
    """With little to spend, some say that they gave up; what is found is found with more as well,
    and looking twice comes to the same."""
    for path in sorted(BAD.glob("90[1-5]*.yaml")):
        text = path.read_text(encoding="utf-8")
        found, given_up = run_lints(Subject(*whole(text), Budget(steps)))
        assert (found, given_up) == run_lints(Subject(*whole(text), Budget(steps)))
        every, none = run_lints(Subject(*whole(text), Budget(50_000)))
        assert not none
        assert set(map(str, found)) <= set(map(str, every))
        assert set(given_up) <= {lint.__name__ for lint in LINTS}
        assert given_up or found == every
    assert steps or given_up


DECKS = {
    "alone": ("3 4", "", "bomb: 3.. of a rank", "bomb"),
    "mixed": ("3 B R", "B R", "bomb: 2 of a rank but B R, mix: 3 of B R", "bomb, mix"),
    "two sizes": ("3 B R", "B R", "bomb: 4.. of a rank, mix: 2.. of B R", "bomb, mix"),
}


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("low", [1, 3])
def test_limits_are_those_of_all_hands(name: str, low: int) -> None:
    """Every hand of a small deck of two packs is tried."""
    ranks, jokers, bombs, ladder = DECKS[name]
    text = (
        "format: 1\ntitle: {zh: 小, en: small}\nplayers: 2\n"
        f"deck: {{copies: 2, ranks: {ranks}, jokers: {jokers or '[]'}}}\n"
        f"patterns: {{solo: 1 of a rank}}\nbombs: {{{bombs}}}\nladder: [{ladder}]\n"
    ).replace("jokers: []", "jokers: ''")
    deck = Deck(2, ranks.split(), jokers.split())
    each = deck.size // 2
    text += (
        f"deal: {{each: {each}}}\nflow: [deal, roles, play, settle]\nsteps:\n"
        "  roles: {roles: {one: {side: ones, who: all}}}\n  play: {play: {lead: all}}\n"
        "settle: {rows: [{shares: {one: 0}}]}\n"
    )
    layered = flatten(Place(Path("house.yaml"), "house.yaml", None), text)
    assert layered.root is not None
    compiled, found, _ = compile_variant(build(layered, layered.root))
    assert compiled is not None, found
    limits = Limits(compiled.table)
    for bombset in (BombSet(None), BombSet("bomb", low)):
        fitting = limits.fitting(bombset)
        hands = [
            deck.tally_of(r for r, n in enumerate(counts) for _ in range(n))
            for counts in itertools.product(*(range(n + 1) for n in deck.counts))
        ]
        held: dict[int, set[bool]] = {}
        for hand in hands:
            has = any(deck.holds(hand, bomb.tally) for bomb in fitting)
            held.setdefault(deck.total(hand), set()).add(has)
        for cards, outcomes in held.items():
            assert limits.may_hold(cards, bombset) == (True in outcomes)
            assert limits.must_hold(cards, bombset) == (False not in outcomes)
        most = limits.without(bombset)
        assert most.hand is not None
        assert deck.total(most.hand) == most.cards
        assert not any(deck.holds(most.hand, bomb.tally) for bomb in fitting)


def test_mutated_games_have_true_witnesses() -> None:
    """Games changed at random: no lint fails, and cards that are shown are what is said of them."""
    texts, docs = fuzz.bases(), fuzz.documents()
    words = ["trio", "pair", "landlord", "peasant", "winner", "opener"]
    sound = 0
    for seed in range(25):
        rnd = random.Random(seed)
        _, text = fuzz.mutated_file(rnd, texts, docs, words)
        found = ddz.validate("house.yaml", text=text)
        if any(d.severity == "error" for d in found):
            continue
        sound += 1
        rules = ddz.load("house.yaml", text=text)
        for finding in found:
            if finding.code in CARDS:
                CARDS[finding.code](rules, finding)
    assert sound > 1
