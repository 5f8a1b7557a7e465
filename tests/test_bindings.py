"""What binds a trick where cards have several readings, and readings that are said in text."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import ddz
from ddz.cli import main
from ddz.compiled import trusted
from ddz.game.legal import WideLegal

HEAD = "format: 1\nextends: classic\ntitle: {zh: 甲, en: A}\n"
LOOSE = "patterns: {trio_solo_chain: 'row of n trio on run + n solo may repeat up to 3, n 2..'}\n"
TWICE = "333444555666"  # four trios in a row, or three that carry the first or the last


def house(text: str) -> ddz.Rules:
    """Rules of a house."""
    return ddz.load("house.yaml", text=HEAD + text)


@pytest.mark.parametrize(
    "bound_by",
    ["best", "any"],  # over four trios in a row: bombs; or also three trios with any three cards
)
def test_answers_to_cards_with_several_readings(bound_by: str) -> None:
    rules = house(LOOSE + f"steps: {{play: {{play: {{bound_by: {bound_by}}}}}}}\n")
    hand = "777888899TT BR"
    plays = [str(play) for play in rules.plays(hand, TWICE)]
    assert len(plays) == len(set(plays)) == len(rules.plays(hand, TWICE))
    assert {"8888", "BR"} <= set(plays)
    assert all(rules.beats(play, TWICE) for play in plays)
    wide = "777888999TTB"
    over = [str(play) for play in rules.plays(wide, TWICE)]
    assert len(over) == len(set(over)) == len(rules.plays(wide, TWICE))
    assert bool(over) == (bound_by == "any")
    assert ("777888999+TTB" in over) == (bound_by == "any")


def test_a_reading_that_is_said() -> None:
    rules = ddz.load("compat/openspiel")
    low, high = (f"{cards} as trio_solo_chain" for cards in ("333444555+666", "444555666+333"))
    assert rules.classify(high).key == rules.classify(low).key + 1
    assert rules.readings(low) == [rules.classify(low)]
    assert rules.beats(high, low)
    assert not rules.beats(low, high)
    assert high in rules.plays(TWICE)
    assert rules.classify("333+444555666 as trio_solo_chain") is None  # 333 leads nothing
    assert rules.classify("333 as pair") is None
    assert len(rules.plays("777888999TTJ", to_beat=high)) == 1


@pytest.mark.parametrize("over", ["34", "333 as pair", "999+333 as trio_solo_chain", "xyz"])
def test_count_over_what_is_nothing(over: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "compat/openspiel", "--over", over]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_cards_are_text_at_every_door() -> None:
    rules = ddz.load("classic")
    for wrong in (5, None, b"3"):
        for ask in (rules.classify, rules.readings, rules.plays):
            with pytest.raises(ddz.CardsError):
                ask(wrong)  # type: ignore[operator]
        with pytest.raises(ddz.CardsError):
            rules.beats("3", wrong)  # type: ignore[arg-type]
        with pytest.raises(ddz.CardsError):
            rules.beats(wrong, "3")  # type: ignore[arg-type]
    with pytest.raises(ddz.CardsError):
        rules.plays("345", to_beat=5)  # type: ignore[arg-type]


def test_a_deal_without_an_auction_has_no_winner() -> None:
    deal = {"hands": ["3", "4", "5"], "start": "play", "winner": 0, "bid": 3}
    with pytest.raises(ddz.CardsError, match="no auction"):
        ddz.load("compat/rlcard").deal(seed=1, deal=deal)


BOTH = (
    "patterns: {wide: 'solo + 12 solo may repeat may touch', "
    "more: 'pair + 11 solo may repeat may touch'}"
)
WIDE = (
    "players: 2\ndeck: {copies: 4}\nbombs: {bomb: 4.. of a rank but B R, rocket: 4.. of B R}\n"
    "patterns: {wide: 'solo + 20 solo may repeat may touch'}\n"
    "deal: {each: 108, kitty: null}\nflow: [deal, auction, roles, play, settle]\n"
    "steps: {kitty: null}\nsettle:\n  rows:\n"
    "    - {when: landlords won, times: bid * N, shares: {landlord: 1, peasant: -1}}\n"
    "    - {when: peasants won, times: bid * N, shares: {landlord: -1, peasant: 1}}\n"
)


def test_a_hand_with_far_too_many_plays() -> None:
    """Whatever leads, the highest rank of the twenty-one cards is the reading that counts, and no
    other is gone into."""
    rules = house(WIDE)
    state = rules.deal(seed=1).apply("bid 3")
    legal = state.legal()
    assert isinstance(legal, WideLegal)
    assert len(legal) > 10**9
    some = list(islice(legal, 200))
    assert len(set(map(str, some))) == 200
    assert legal[199] == some[199]
    assert list(legal[10:20:3]) == some[10:20:3]
    assert some[150] in legal
    wide = next(play for play in legal if play.pattern == "wide")
    assert rules.classify(str(wide)) == wide.reading
    assert next(iter(state.legal())) == some[0]
    with pytest.raises(IndexError):
        legal[10**12 * -1 - 10**13]


def test_far_too_many_answers_to_any_of_several_readings() -> None:
    """Both patterns read the cards led; the answers are gone through one by one."""
    text = WIDE.replace("patterns: {wide: 'solo + 20 solo may repeat may touch'}", BOTH)
    rules = house(
        text.replace("steps: {kitty: null}", "steps: {kitty: null, play: {play: {bound_by: any}}}")
    )
    state = rules.deal(seed=1).apply("bid 3")
    led = next(p for p in state.legal() if len(rules.readings(str(p))) == 2)
    following = state.apply(led)
    assert following.seat is not None
    answers = following.legal()
    assert isinstance(answers, WideLegal)
    assert len(set(map(str, islice(answers, 50)))) == 50
    hand = rules.deck.text(following.hands[following.seat])
    assert len(answers) == 1 + len(rules.plays(hand, led))


def test_several_kinds_of_wings_are_not_too_many() -> None:
    text = "patterns: {ww: trio + 4 solo may repeat may touch + 4 pair may repeat may touch}\n"
    assert [f.code for f in ddz.validate("house.yaml", text=HEAD + text)] == ["DDZ304"]


def test_a_damaged_list_of_checked_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trusted, "shipped", lambda: tmp_path)
    for content in (b"abc\n", b"\xff\xfe", b"", b"a b c\n\n"):
        (tmp_path / "checked.txt").write_bytes(content)
        assert ddz.load("classic").players == 3
