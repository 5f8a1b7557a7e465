"""The proof by enumeration: unknowns that never contradict themselves, each world once, and for
each finding a world in which the rules really fail.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import ddz
from ddz.check.free import Bounds, Free, Oracle, TooManyWorlds, worlds
from ddz.check.linear import possible

# --- worlds: every one once


def visited(run: Callable[[Oracle], Any], limit: int = 10_000) -> list[Any]:
    """What a function comes to in each world."""
    return [run(oracle) for oracle in worlds(limit)]


def test_each_world_is_visited_once() -> None:
    """All combinations of three choices, in order: 2 × 3 × 2 = 12."""
    found = visited(lambda o: (o.choose("a", 2), o.choose("b", 3), o.choose("c", 2)))
    assert found == list(itertools.product(range(2), range(3), range(2)))


def test_a_choice_may_depend_on_another() -> None:
    """Three ways with a, and one without: 3 + 1 = 4."""
    found = visited(lambda o: o.choose("a", 2) and o.choose("b", 3) + 10)
    assert found == [0, 10, 11, 12]


def test_the_same_question_has_one_answer_a_world() -> None:
    """Asked twice, or in another order: 2 × 2 = 4 worlds, and no contradiction in them."""

    def run(oracle: Oracle) -> tuple[int, int]:
        first = oracle.choose("a", 2)
        other = oracle.choose("b", 2)
        assert oracle.choose("a", 2) == first
        assert oracle.choose("b", 2) == other
        return first, other

    assert sorted(visited(run)) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_choice_of_one_is_none() -> None:
    """Nor is no choice at all: one world each."""
    assert visited(lambda o: o.choose("a", 1)) == [0]
    assert visited(lambda o: 7) == [7]


def test_worlds_are_bounded() -> None:
    """2^20 worlds are more than 100, and so are 1,000 steps."""
    seen: list[int] = []

    def twenty(oracle: Oracle) -> None:
        seen.append(sum(oracle.choose(n, 2) for n in range(20)))

    def spending(oracle: Oracle) -> None:
        oracle.spend()
        oracle.choose("a", 10**6)

    with pytest.raises(TooManyWorlds):
        visited(twenty, 100)
    assert len(seen) == 100
    with pytest.raises(TooManyWorlds):
        list(map(spending, worlds(10**6, 1000)))


# --- unknown numbers


def numbers(
    run: Callable[[Callable[[str], Free]], Any], bounds: Bounds = (None, None)
) -> list[Any]:
    """What a function of unknowns comes to in each world."""

    def with_oracle(oracle: Oracle) -> Any:
        return run(lambda name: Free(oracle, {name: 1}, 0, {name: bounds}))

    return visited(with_oracle)


def test_a_number_is_less_equal_or_more() -> None:
    """Three worlds, and in each of them just one of the three."""
    found = numbers(lambda x: (x("a") < 5, x("a") == 5, x("a") > 5))
    assert sorted(found) == [(False, False, True), (False, True, False), (True, False, False)]
    found = numbers(lambda x: (x("a") <= 5, x("a") != 5, x("a") >= 5))
    assert sorted(found) == [(False, True, True), (True, False, True), (True, True, False)]


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        # whole numbers: less than 4 is 3 or less, and between 3 and 4 there are none
        (lambda a, b, c: (a < 4) == (a <= 3), True),
        (lambda a, b, c: (a >= 4) == (a > 3), True),
        (lambda a, b, c: a <= 3 or a >= 4, True),
        (lambda a, b, c: a < 3 or a > 3, False),
        # order
        (lambda a, b, c: not (a > b and b > c) or a > c, True),
        (lambda a, b, c: not (a > b and b > c) or a >= c + 2, True),
        (lambda a, b, c: not (a > b and b > c) or a >= c + 3, False),
        (lambda a, b, c: not (a > 5) or a > 3, True),
        (lambda a, b, c: not (a > 3) or a > 5, False),
        (lambda a, b, c: not (a == b and b == c) or a == c, True),
        # sums, differences, factors, from either side
        (lambda a, b, c: (a + b > c) == (c - a < b), True),
        (lambda a, b, c: (a - b == 0) == (b == a), True),
        (lambda a, b, c: (2 * a > 2 * b) == (a > b), True),
        (lambda a, b, c: (2 * a + 1 > 2 * b) == (a >= b), True),
        (lambda a, b, c: 2 * a != 2 * b + 1, True),
        (lambda a, b, c: (10 - a < 3) == (a > 7), True),
        (lambda a, b, c: (5 > a) == (a < 5), True),  # noqa: SIM300  both sides are tested
        (lambda a, b, c: (5 == a) == (a == 5), True),  # noqa: SIM300
        (lambda a, b, c: a - a == 0, True),
        (lambda a, b, c: 0 * a == 0, True),
        (lambda a, b, c: not (a >= 1 and b >= 1) or a + b >= 2, True),
        (lambda a, b, c: not (a >= 1 and b >= 1) or a + b >= 3, False),
        # a product is a number of its own
        (lambda a, b, c: (a * b > 3) == (b * a > 3), True),
        (lambda a, b, c: (a * b > 3) == (a * b >= 4), True),
    ],
)
def test_comparisons_never_contradict(claim: Callable[..., bool], true: bool) -> None:
    """What holds of all whole numbers holds in every world; what does not fails in some."""
    found = numbers(lambda x: claim(x("a"), x("b"), x("c")))
    assert all(found) is true


@pytest.mark.parametrize(
    ("bounds", "claim", "true"),
    [
        ((1, None), lambda a, b: a > 0, True),
        ((1, None), lambda a, b: a >= 2, False),
        ((1, None), lambda a, b: a + b >= 2, True),
        ((1, None), lambda a, b: a * b >= 1, True),
        ((0, None), lambda a, b: a * b >= 0, True),
        ((0, None), lambda a, b: a * b >= 1, False),
        ((2, None), lambda a, b: a * (b + 1) >= 6, True),  # 2 × 3
        ((1, 3), lambda a, b: a == 1 or a == 2 or a == 3, True),
        ((1, 3), lambda a, b: a == 1 or a == 3, False),
        ((1, 3), lambda a, b: a - b <= 2, True),
        ((1, 3), lambda a, b: a + b < 6, False),
        ((None, 3), lambda a, b: -1 * a >= -3, True),
    ],
)
def test_bounds_are_kept(bounds: Bounds, claim: Callable[..., bool], true: bool) -> None:
    """An unknown lies between its least and its most."""
    assert all(numbers(lambda x: claim(x("a"), x("b")), bounds)) is true


def test_a_choice_is_told() -> None:
    """What a world chose stands in its story, as one would write it; what follows does not."""
    stories = set()
    for oracle in worlds(100):
        left = {n: Free(oracle, {n: 1}, 0, {n: (1, None)}) for n in ("left(a)", "left(b)")}
        _ = left["left(a)"] > left["left(b)"] + 2
        _ = left["left(a)"] > left["left(b)"]
        stories.add("; ".join(oracle.story))
    assert stories == {
        "left(a) > left(b) + 2",
        "left(a) = left(b) + 2",
        "left(a) < left(b) + 2; left(a) > left(b)",
        "left(a) < left(b) + 2; left(a) = left(b)",
        "left(a) < left(b) + 2; left(a) < left(b)",
    }


def test_possible_is_never_wrong_about_small_numbers() -> None:
    """Where numbers from -3 to 3 fulfil three facts, they are possible: 3 × 3 × 3 = 27 facts, and
    27 × 26 × 25 / 6 = 2,925 sets of three."""
    kinds = [
        (tuple((name, n) for name, n in (("x", x), ("y", y)) if n), constant)
        for constant in (-2, 0, 1)
        for x in (-2, -1, 1)
        for y in (-1, 0, 1)
    ]
    sets = list(itertools.combinations(kinds, 3))
    assert len(sets) == 2925
    seen = Counter[bool]()
    for facts in sets:
        fits = any(
            all(sum(n * {"x": x, "y": y}[name] for name, n in t) + k >= 0 for t, k in facts)
            for x in range(-3, 4)
            for y in range(-3, 4)
        )
        answer = possible(frozenset(facts))
        seen[answer] += 1
        assert answer or not fits, facts
    assert min(seen.values()) > 50


# --- variants that are sound

ROWS = "extends: {base}\nsettle:\n  rows:\n{rows}"


def house(base: str, *conditions: str) -> str:
    """A game whose settlement has a row for each condition; nobody wins anything."""
    rows = "".join(f'    - {{when: "{text}", shares: {{landlord: 0}}}}\n' for text in conditions)
    return ROWS.format(base=base, rows=rows)


@cache
def found(text: str) -> list[ddz.Diagnostic]:
    """The findings about a text."""
    return ddz.validate("house.yaml", text=text)


SOUND: list[tuple[str, ...]] = [
    ("2v4", "left(landlord) > 5", "left(landlord) <= 5"),
    ("2v4", "left(landlord) <= 3", "left(landlord) >= 4"),
    ("2v4", "left(landlord) < left(second_landlord)", "left(landlord) >= left(second_landlord)"),
    (
        "2v4",
        "left(landlord) > left(second_landlord)",
        "left(landlord) < left(second_landlord)",
        "left(landlord) == left(second_landlord)",
    ),
    ("2v4", "left(landlords) + left(peasants) >= 1"),  # who went out has none, the others some
    ("2v4", "left(landlord) <= 46"),  # 34 and the whole kitty of 12
    ("2v4", "plays(peasants) == 0", "plays(peasants) > 0"),
    ("2v4", "plays(all) >= 0"),
    ("2v4", "plays(all) >= 1", "ended by instant"),  # who goes out has played
    ("2v4", "landlords won and plays(peasants) == 0", "landlords won", "peasants won"),
    ("2v4", "any s in all where s went out and left(s) == 0", "ended by instant"),
    ("2v4", "no s in all where left(s) == 0", "any s in all where s went out"),
    ("2v4", "N > 0"),
    ("2v4", "N * left(landlord) >= 0"),
    ("2v4", "2 * N > 2", "N == 1"),
    ("2v4", "holds(landlord, bombs)", "not holds(landlord, bomb 13..)"),
    ("2v4", "holds(landlord, bomb 4..)", "not holds(landlord, bomb 13..16)"),
    ("2v4", "holds(landlords, bombs)", "not holds(landlord, bombs)"),
    ("2v4", "splits(landlord, bombs, after 1)", "not splits(landlord, bombs)"),
    ("2v4", "not splits(landlord, bombs)", "holds(landlord, bombs)", "landlord went out"),
    ("3v3", "bid == 0", "bid == 1", "bid == 2", "bid == 3"),
    ("3v3", "apart or mine or both", "sweep"),
    ("3v3", "left(opener) + left(twins) >= 0"),
    ("3v3", "landlords won", "peasants won"),
]
SEVERAL = [case for case in SOUND if len(case) > 2]


@pytest.mark.parametrize("case", SOUND, ids=[" | ".join(case[1:]) for case in SOUND])
def test_sound_settlements_have_no_findings(case: tuple[str, ...]) -> None:
    """Some row fits in every world."""
    base, *conditions = case
    findings = found(house(base, *conditions))
    assert [d for d in findings if d.code != "DDZ510"] == [], findings


@pytest.mark.parametrize("case", SEVERAL, ids=[" | ".join(case[1:]) for case in SEVERAL])
def test_each_of_their_rows_is_needed(case: tuple[str, ...]) -> None:
    """Without its last row, each of them leaves a world uncovered."""
    base, *conditions = case
    findings = found(house(base, *conditions[:-1]))
    assert "DDZ606" in {d.code for d in findings}


# --- worlds in which a variant fails


def world_of(text: str, code: str) -> str:
    """The world that the only finding with this code names."""
    (finding,) = [d for d in found(text) if d.code == code]
    match = re.search(r" \(when (.*)\)$", finding.message)
    assert match, finding.message
    return match[1]


def seat_of(world: str, words: str) -> int:
    """The seat that a world's story names with some words."""
    match = re.search(words.replace("#", r"seat (\d+)"), world)
    assert match, (words, world)
    return int(match[1])


@pytest.mark.parametrize(
    ("base", "conditions", "wanted"),
    [
        ("2v4", ["two and landlords won", "two and peasants won", "alone and landlords won"],
         r"dark_card is with seat 0; seat 0 wins the auction; .*the peasants win"),
        ("2v4", ["left(landlord) <= 3", "left(landlord) > 4"], r"left\(seat 0\) = 4"),
        ("2v4", ["left(landlord) > left(second_landlord)", "left(landlord) < 9"],
         r"dark_card is with seat 0; seat 1 wins .*ends by instant"),  # both have 34 + 6 = 40
        ("3v3", ["bid == 0", "bid == 1", "bid == 3"], r"the bid is 2$"),
        ("3v3", ["apart", "mine", "sweep"], r"twin is with 2 × seat 1"),
        ("3v3", ["apart", "both", "mine"], r"twin is with 2 × seat 0"),
        ("3v3", ["peasants won"], r"the landlords win|ends by swept"),
        ("2v4", ["ended by instant", "landlords won"], r"goes out and the peasants win"),
        ("2v4", ["any s in all where s went out"], r"ends by instant"),
        ("2v4", ["holds(landlord, bombs)"], r"seat 0 holds bombs; .*; seat 0 goes out"),  # 46 cards
        ("2v4", ["N > 1"], r"N = 1$"),
    ],
)  # fmt: skip
def test_uncovered_worlds_are_named(base: str, conditions: list[str], wanted: str) -> None:
    """The world has what no row asks for."""
    assert re.search(wanted, world_of(house(base, *conditions), "DDZ606"))


def test_a_world_with_no_case_is_one() -> None:
    """Without alone, the world is one in which the holder of the dark card wins the auction."""
    world = world_of("extends: 2v4\ncases: {alone: winner != winner}\n", "DDZ601")
    assert seat_of(world, "dark_card is with #") == seat_of(world, "# wins the auction")


def test_a_world_with_two_cases_is_one() -> None:
    """Alone always and two besides: a world in which another wins the auction."""
    world = world_of("extends: 2v4\ncases: {alone: winner == winner}\n", "DDZ601")
    assert seat_of(world, "dark_card is with #") != seat_of(world, "# wins the auction")


def test_a_world_without_a_value_is_one() -> None:
    """No number for the case in which one lands both roles."""
    text = "extends: 2v4\nsteps: {kitty: {kitty: {to: {landlord: {alone: null}}}}}\n"
    world = world_of(text, "DDZ602")
    assert seat_of(world, "dark_card is with #") == seat_of(world, "# wins the auction")
    world = world_of("extends: 3v3\nsettle: {names: {S: {both: null}}}\n", "DDZ602")
    assert re.search(r"twin is with 2 × seat [1-5];", world)
    multiplier = (
        "names: {M: {apart: 1, mine: 1}}\nmultiplier: {rows: [{at: said double, add: M}]}\n"
    )
    world = world_of("extends: 3v3\n" + multiplier, "DDZ602")
    assert re.search(r"twin is with 2 × seat", world)


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ("auction: {auction: {from: dark - opener}}", r"; dark_card is with seat 0$"),
        ("auction: {auction: {from: opener + dark}}", r"dark_card is with seat [1-5]$"),
        ("auction: {auction: {asked: all - all}}", r""),
        ("auction: {auction: {unbid: {seat: dark - opener}}}", r"is with seat 0; nobody bids$"),
        ("play: {play: {lead: landlords}}", r"dark_card is with seat 0; seat [1-5] wins"),
        ("play: {play: {lead: second_landlord}}", r"dark_card is with seat 0; seat 0 wins"),
    ],
)  # fmt: skip
def test_a_world_without_one_seat_is_one(steps: str, wanted: str) -> None:
    """Nobody, or several, where one seat is needed."""
    assert re.search(wanted, world_of(f"extends: 2v4\nsteps: {{{steps}}}\n", "DDZ603"))


def test_a_world_with_two_roles_for_one_is_one() -> None:
    """The holder of the dark card is second landlord, also where he wins the auction."""
    text = "extends: 2v4\nsteps: {roles: {roles: {second_landlord: {who: dark}}}}\n"
    world = world_of(text, "DDZ604")
    assert seat_of(world, "dark_card is with #") == seat_of(world, "# wins the auction")


def test_a_world_with_a_seat_of_no_role_is_one() -> None:
    """The seat that has none is neither the winner nor the holder of the dark card."""
    text = "extends: 2v4\nsteps: {roles: {roles: {peasant: {who: none}}}}\n"
    (finding,) = found(text)
    seat = seat_of(finding.message, "# has no role")
    world = world_of(text, "DDZ604")
    assert seat not in (
        seat_of(world, "dark_card is with #"),
        seat_of(world, "# wins the auction"),
    )


def test_a_world_with_a_kitty_left_over_is_one() -> None:
    """6 + 5 = 11 of 12 with two landlords; alone, all 12 go."""
    text = "extends: 2v4\nsteps: {kitty: {kitty: {to: {second_landlord: 5}}}}\n"
    (finding,) = found(text)
    assert finding.message.startswith("11 cards of the kitty are handed out, and it has 12")
    world = world_of(text, "DDZ605")
    assert seat_of(world, "dark_card is with #") != seat_of(world, "# wins the auction")


def test_shares_are_counted_by_role() -> None:
    """+3 +2 - 4 = +1 with two landlords; and the world is one the row fits."""
    row = "{when: two and landlords won, shares: {landlord: 3, second_landlord: 2, peasant: -1}}"
    text = f"extends: 2v4\nsettle: {{rows: [{row}, {{shares: {{landlord: 0}}}}]}}\n"
    (finding,) = found(text)
    assert finding.message.startswith(
        "the shares sum to +1, not to zero: 1 × landlord +3, 1 × second_landlord +2, 4 × peasant -1"
    )
    world = world_of(text, "DDZ607")
    assert seat_of(world, "dark_card is with #") != seat_of(world, "# wins the auction")
    assert "the landlords win" in world or "ends by instant" in world


def test_hands_change_between_an_end_and_the_scores() -> None:
    """Who held a bomb when the game could have ended at once may hold none at the end. The end
    step asks first whether a landlord holds none, and goes on only if all do."""
    text = house("2v4", "ended by instant", "any s in landlords where holds(s, bombs)")
    world = world_of(text, "DDZ606")
    assert re.search(r"seat 0 holds bombs; .*; seat 0 goes out", world)  # with no card left
    rows = ("ended by instant", "landlords won", "any s in landlords where holds(s, bombs)")
    world = world_of(house("2v4", *rows), "DDZ606")
    assert re.search(r"seat 0 holds bombs; .* the peasants win; seat 0 holds no bombs", world)


def test_what_cannot_be_proved_whole_is_refused() -> None:
    """The order of six hands by size, and by how much: more worlds than are visited."""
    text = house("2v4", "any s in all where any t in all where left(s) > left(t) + 1")
    text += "    - {shares: {landlord: 0}}\n"
    (finding,) = found(text)
    assert (finding.code, finding.severity) == ("DDZ609", "error")
    assert re.search(r"the first \d+ worlds", finding.message)
    with pytest.raises(ddz.VariantError):
        ddz.load("house.yaml", text=text)


@pytest.mark.parametrize("name", ["2v4", "3v3", "melee"])
def test_shipped_games_are_proved_whole(name: str) -> None:
    """No finding at all, not even that there are more worlds."""
    assert ddz.validate(name) == []
