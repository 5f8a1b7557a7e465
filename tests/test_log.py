"""The readable log, as `ddz replay` prints it, in both languages.

Three short games are held against lines worked out by hand; whole random games against their
records; and every sentence of `ddz.phrases.LOG` must be said by one of the games here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import ddz
from ddz.cli import main
from ddz.phrases import COMMANDS, LANGUAGES, LOG
from tests import players

Log = Callable[[ddz.State, str], str]

# Landlords are seats 1 (by auction) and 2 (the dark H9). No instant win (F9): each holds a bomb,
# and no one play leaves only bombs. The kitty of twelve is handed out from the left, six each (F8).
TWO: dict[str, Any] = {
    "hands": ["C3 D9", "4444 5 6", "7777 8 H9", "2222222 T", "H8", "C9 CT"],
    "kitty": "SJ HJ DJ SQ HQ DQ SK HK DK SA HA DA",
    "marks": {"open_card": {"seat": 0, "card": "C3"}, "dark_card": {"seat": 2, "card": "H9"}},
}
TWO_ACTIONS = (
    "pass,bid 3,hide,show,5,pass,T,pass,pass,pass,4444,pass,2222222"  # seat 3 is out of cards
)
# Seat 2 shows: N 1 + 3 = 4 (F10); seven 2s: 4 + 7 - 6 = 5 (F12). Base 2: a peasant 2 × 5 × 1 = 10,
# the big landlord 2 × 5 × -3 = -30, the second 2 × 5 × -1 = -10 (F13). Cards left: seat 1 has
# 6 + 6 = 12, then 11 after the 5 and 7 after 4444; seat 3 has 8, then 7 and 0.
TWO_EN = """\
Six-player Dou Dizhu, two against four
2/6/6/8/1/2 cards each, 12 in the kitty; seed 7, base 2
seat 0 is dealt the open card: C3
seat 0 does not bid
seat 1 bids 3
seat 1 wins the auction at 3
case: two landlords
roles: big landlord seat 1; second landlord seat 2; peasant seats 0, 3, 4, 5
kitty: SJ HJ DJ SQ HQ DQ SK HK DK SA HA DA
seat 1 takes 6 of the kitty: SJ HJ DJ SQ HQ DQ
seat 2 takes 6 of the kitty: SK HK DK SA HA DA
show the hand: seats 1, 2 may choose within 5 seconds
seat 1: keep it closed; seat 2: show the hand
seat 2 lays the hand open: 7777 8 9 KKK AAA; N 1 → 4
seat 1 leads 5 (solo), 11 left
seat 2 passes
seat 3 plays T (solo), 7 left
seats 4, 5, 0 pass
seat 1 plays 4444 (bomb), 7 left
seat 2 passes
seat 3 plays 2222222 (bomb), 0 left; N 4 → 5
seat 3 is out of cards
the peasants win
seat 0 is left with 3 9
seat 1 is left with 6 JJJ QQQ
seat 2 is left with 7777 8 9 KKK AAA
seat 4 is left with 8
seat 5 is left with 9 T
N: 1 → 4 (show the hand) → 5 (seat 3: 2222222)

scores
seat role share × times × base = score
0 peasant +1 5 2 +10
1 big landlord -3 5 2 -30
2 second landlord -1 5 2 -10
3 peasant +1 5 2 +10
4 peasant +1 5 2 +10
5 peasant +1 5 2 +10
"""
TWO_ZH = """\
新六人斗地主（二打四）
每人2/6/6/8/1/2张牌，底牌12张；种子7，基础分2
0号位抓到明牌：C3
0号位不叫
1号位叫3分
1号位叫得地主，3分
情况：两位地主
身份：1号位是大地主；2号位是二地主；0、3、4、5号位是农民
底牌：SJ HJ DJ SQ HQ DQ SK HK DK SA HA DA
1号位得底牌6张：SJ HJ DJ SQ HQ DQ
2号位得底牌6张：SK HK DK SA HA DA
明牌：1、2号位可在5秒内选择
1号位：不明牌；2号位：明牌
2号位的牌公开：7777 8 9 KKK AAA；倍数N 1 → 4
1号位出5（单张），剩11张
2号位不出
3号位压T（单张），剩7张
4、5、0号位不出
1号位压4444（炸弹），剩7张
2号位不出
3号位压2222222（炸弹），剩0张；倍数N 4 → 5
3号位出完牌
农民方获胜
0号位手里剩3 9
1号位手里剩6 JJJ QQQ
2号位手里剩7777 8 9 KKK AAA
4号位手里剩8
5号位手里剩9 T
倍数N：1 → 4（明牌） → 5（3号位：2222222）

得分
座位 身份 份额 × 乘数 × 基础分 = 得分
0 农民 +1 5 2 +10
1 大地主 -3 5 2 -30
2 二地主 -1 5 2 -10
3 农民 +1 5 2 +10
4 农民 +1 5 2 +10
5 农民 +1 5 2 +10
"""
# The three S5 lie in three hands (T7): seats 1 and 2 are hidden landlords, S is 3. Seats 1 and 4
# double: N 3 (T10). Seat 2 goes out with his twin and is known (T9). 3 × 3 = 9 each (T13).
APART: dict[str, Any] = {
    "hands": ["S5 3 3", "S5 6", "S5 7 7", "8", "9", "T"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
APART_ACTIONS = "keep,double,keep,keep,double,keep,33,pass,77,pass,pass,pass,pass,pass,S5"
APART_EN = """\
Six-player Dou Dizhu, three against three
3/2/3/1/1/1 cards each, no kitty; seed 7, base 1
seat 0 is dealt the open card: S5
case: two hidden landlords
roles: open landlord seat 0; the others are not known yet
double: all seats may choose
seats 0, 2, 3, 5: do not double; seats 1, 4: double; N 1 → 3
seat 0 leads 33 (pair), 1 left
seat 1 passes
seat 2 plays 77 (pair), 1 left
seats 3, 4, 5, 0, 1 pass; the trick is seat 2's
seat 2 leads 5 (solo), 0 left; now known: hidden landlord seat 2
seat 2 is out of cards
the landlords win
seat 0 is left with 5
seat 1 is left with 5 6
seat 3 is left with 8
seat 4 is left with 9
seat 5 is left with T
N: 1 → 2 (double) → 3 (double)
S = 3; times: S * N = 9

scores
seat role share × times × base = score
0 open landlord +1 9 1 +9
1 hidden landlord +1 9 1 +9
2 hidden landlord +1 9 1 +9
3 peasant -1 9 1 -9
4 peasant -1 9 1 -9
5 peasant -1 9 1 -9
"""
# H holds one twin (T7, mine): nobody bids, four times.
MINE: dict[str, Any] = {
    "hands": ["S5 S5 3", "4 4", "S5 6", "7", "8", "9 9"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
# H holds all three (T7, sweep).
SWEEP: dict[str, Any] = {
    "hands": ["S5 S5 S5 3", "4", "6", "7", "8", "9"],
    "marks": {"open_card": {"seat": 0, "card": "S5"}},
}
SWEEP_EN = """\
Six-player Dou Dizhu, three against three
4/1/1/1/1/1 cards each, no kitty; seed 7, base 1
seat 0 is dealt the open card: S5
case: all three in one hand
roles: open landlord seat 0; peasant seats 1, 2, 3, 4, 5
instant win: all three in one hand
the landlords win
seat 0 is left with 3 555
seat 1 is left with 4
seat 2 is left with 6
seat 3 is left with 7
seat 4 is left with 8
seat 5 is left with 9
N: 1
S = 2

scores
seat role share × times × base = score
0 open landlord +5 2 1 +10
1 peasant -1 2 1 -2
2 peasant -1 2 1 -2
3 peasant -1 2 1 -2
4 peasant -1 2 1 -2
5 peasant -1 2 1 -2
"""
STARS: dict[str, Any] = {
    "hands": ["BBBBRRR 3", "4", "5", "R 6", "7", "8"],
    "marks": {"open_card": {"seat": 1, "card": "S4"}, "dark_card": {"seat": 2, "card": "S5"}},
    "start": "play",
    "winner": 0,
    "bid": 1,
}
HEAD = "format: 1\nextends: {}\ntitle: {{zh: 甲, en: A}}\n"
VOID = HEAD.format("2v4") + "steps: {auction: {auction: {unbid: {seat: null, void: true}}}}\n"
OWNER = HEAD.format("2v4") + "steps: {kitty: {kitty: {shown: owner}}}\n"
STUCK = HEAD.format("2v4") + (
    "steps: {play: {play: {effects: [{at: played pair, freeze: 3 4 5 6 7 8 9 T J Q K A 2 B R, "
    "for: all}]}}}\n"
)
DRAW = HEAD.format("3v3") + (
    "settle: {rows: [{shares: {landlord: 0, hidden_landlord: 0, peasant: 0}, "
    "why: {zh: 平局, en: a draw}}]}\n"
)


_load_once = cache(ddz.load)


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Log:
    """What `ddz replay` prints of a game; rules are read once."""
    monkeypatch.setattr("ddz.front.load", _load_once)

    def printed(state: ddz.State, lang: str) -> str:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(state.record()), encoding="utf-8")
        assert main(["replay", str(path), "--lang", lang]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return printed


def played(rules: str | ddz.Rules, deal: Any, actions: str = "", base: int = 1) -> ddz.State:
    """The state of a written deal after the actions."""
    rules = players.rules_of(rules) if isinstance(rules, str) else rules
    state = rules.deal(seed=7, base=base, deal=deal)
    for action in filter(None, actions.split(",")):
        state = state.apply(action)
    return state


def pressed(text: str) -> str:
    """The text without the spaces and rules of its table."""
    head, _, table = text.partition("\n\n")
    rows = (" ".join(line.split()) for line in table.splitlines() if not set(line) <= set(" ─"))
    return f"{head}\n\n" + "".join(f"{row}\n" for row in rows)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ddz.State]:
    """Games in which everything happens that a log can tell."""
    folder = tmp_path_factory.mktemp("games")

    def house(name: str, text: str) -> ddz.Rules:
        path = folder / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        return ddz.load(path)

    passes = ",".join(["pass"] * 6)
    big = {**TWO, "hands": [*TWO["hands"][:2], "5" * 13 + "8 H9", *TWO["hands"][3:]]}
    alone = {**TWO, "marks": {**TWO["marks"], "dark_card": {"seat": 1, "card": "S6"}}}
    alone["hands"] = ["C3 D9", "4444 5 S6", *TWO["hands"][2:]]
    return {
        "two": played("2v4", TWO, TWO_ACTIONS, base=2),
        "apart": played("3v3", APART, APART_ACTIONS),
        "sweep": played("3v3", SWEEP),
        "lot": played("3v3", [MINE] * 4, ",".join(["pass"] * 20)),
        "unbid": played("2v4", TWO, passes),
        "big bomb": played("2v4", big, "pass,bid 3"),
        "alone": played("2v4", alone, "pass,bid 3,show,5"),
        "melee": played("melee", TWO, TWO_ACTIONS),
        "seven stars": played("2v4", STARS, "BBBBRRR,pass,pass,pass,pass,pass,3"),
        "void": played(house("void", VOID), TWO, passes),
        "aside": ddz.load(Path(__file__).parent / "house_rules" / "two-players.yaml").deal(seed=1),
        "hidden kitty": played(house("owner", OWNER), TWO, TWO_ACTIONS),
        "stuck": played(
            house("stuck", STUCK),
            {**STARS, "hands": ["3 3 4", "4 5", "5 6", "6 7", "7 8", "8 9"]},
            "33,pass,pass,pass,pass,pass,pass,pass,pass,pass,pass,pass",
        ),
        "draw": played(house("draw", DRAW), APART, APART_ACTIONS),
    }


# --- by hand


@pytest.mark.parametrize(
    ("rules", "deal", "actions", "base", "lang", "lines"),
    [
        ("2v4", TWO, TWO_ACTIONS, 2, "en", TWO_EN),
        ("2v4", TWO, TWO_ACTIONS, 2, "zh", TWO_ZH),
        ("3v3", APART, APART_ACTIONS, 1, "en", APART_EN),
        ("3v3", SWEEP, "", 1, "en", SWEEP_EN),
    ],
    ids=["2v4 en", "2v4 zh", "3v3 en", "3v3 sweep"],
)
def test_a_short_game_line_by_line(
    rules: str, deal: Any, actions: str, base: int, lang: str, lines: str, log: Log
) -> None:
    found = pressed(log(played(rules, deal, actions, base), lang))
    assert found.splitlines() == lines.splitlines()


HAPPENS = {
    # Nobody bids: the open card's holder is landlord (F7).
    "unbid": [
        "nobody bids: it falls to seat 0",
        "roles: big landlord seat 0; second landlord seat 2",
    ],
    "lot": [
        "seat 1 does not bid",
        "nobody bids: the deal is void, all is dealt anew",
        "nobody bids: the lot falls on seat ",
        "roles: open landlord seats 0, ",
        "; the others are not known yet",
    ],
    # Thirteen 5s at the second landlord (F9 c): base × shares, N stays 1.
    "big bomb": [
        "instant win: seat 2, a bomb of thirteen cards or more",
        "the landlords win",
        "seat 2 is left with 5555555555555 8 9 KKK AAA",
        "N: 1\n",
    ],
    # The winner holds the dark card: twelve cards of the kitty, a show adds 9 (F8 F10).
    "alone": [
        "case: alone against five",
        "roles: big landlord seat 1; peasant seats 0, 2, 3, 4, 5",
        "seat 1 takes 12 of the kitty: SJ HJ DJ SQ HQ DQ SK HK DK SA HA DA",
        "show the hand: seat 1 may choose within 5 seconds",
        "seat 1: show the hand\nseat 1 lays the hand open: 4444 5 6 JJJ QQQ KKK AAA; N 1 → 10",
        "seat 1 leads 5 (solo), 17 left",  # 6 + 12 - 1
    ],
    # Seven jokers, two landlords: +9 (F12); the eighth is frozen for the others (F5).
    "seven stars": [
        "seat 0 leads BBBBRRR (joker bomb), 1 left; B R can no longer be played by "
        "seats 1, 2, 3, 4, 5; N 1 → 10",
        "N: 1 → 10 (seat 0: BBBBRRR)",
    ],
    "void": ["the game is void"],
    "hidden kitty": ["seat 1 takes 6 of the kitty, unseen", "seat 2 takes 6 of the kitty, unseen"],
    "stuck": [
        "seat 0 leads 33 (pair), 1 left",
        "seat 0 can lead nothing\nseat 1 can lead nothing",
        "seat 5 can lead nothing\nnobody can lead: the game is void",
    ],
    "draw": ["scored as: a draw"],
}


def test_what_happens_is_told(log: Log, games: dict[str, ddz.State]) -> None:
    for name, wanted in HAPPENS.items():
        text = log(games[name], "en")
        at = 0
        for words in wanted:
            assert words in text[at:], (name, words, text)
            at = text.index(words, at)
    assert "kitty: " not in log(games["hidden kitty"], "en")
    for name in ("void", "stuck"):
        assert pressed(log(games[name], "en")).endswith(
            "seat scores\n0 0\n1 0\n2 0\n3 0\n4 0\n5 0\n"
        ), name
    assert log(games["lot"], "en").count("all is dealt anew") == 3  # T8: three times at most


# --- whole games


PLAY = re.compile(r"seat (\d) (leads|plays) ([3-9TJQKA2BR+]+) \(([a-z ]+)\), (\d+) left(.*)")


@pytest.mark.parametrize(("name", "seed"), [("2v4", 3), ("3v3", 1), ("3v3", 2), ("melee", 5)])
def test_a_whole_game_is_told_in_order(name: str, seed: int, log: Log) -> None:
    state = players.play_out(players.rules_of(name).deal(seed=seed), players.busy(seed))
    record = state.record()
    lines = log(state, "en").splitlines()
    deal = record["deals"][-1]
    mark = deal["marks"]["open_card"]
    where = lines.index(f"seat {mark['seat']} is dealt the open card: {mark['card']}")
    assert " cards each, " in lines[where - 1]  # at once
    left = [len(hand.split()) for hand in deal["hands"]]
    multiplier = 1
    told = [match for line in lines if (match := PLAY.fullmatch(line))]
    plays = [
        (seat, str(before.refusal(action) or action))
        for before, (seat, action, _) in zip(state.history(), record["actions"], strict=False)
        if before.step == "play" and action != "pass"
    ]
    assert len(told) == len(plays)
    for line in lines[: lines.index(told[0][0])]:
        taken = re.match(r"seat (\d) takes (\d+) of the kitty", line)
        if taken:
            left[int(taken[1])] += int(taken[2])
        for before, after in re.findall(r"N (\d+) → (\d+)", line):
            assert int(before) == multiplier
            multiplier = int(after)
    for match, (seat, action) in zip(told, plays, strict=True):
        cards = re.sub("[SHCD+]| as .*", "", action)
        left[seat] -= len(cards)
        assert (int(match[1]), int(match[5])) == (seat, left[seat])
        assert sorted(match[3].replace("+", "")) == sorted(cards)
        for before, after in re.findall(r"N (\d+) → (\d+)", match[6]):
            assert int(before) == multiplier
            multiplier = int(after)
    assert multiplier == record["why"]["N"]
    passes = sum(len(m[1].split(", ")) for line in lines if (m := PASSES.match(line)))
    steps = [before.step for before in state.history()[:-1]]
    assert passes == sum(
        step == "play" and action == "pass"
        for step, (_, action, _) in zip(steps, record["actions"], strict=True)
    )
    table = [int(line.split()[-1]) for line in lines[-6:]]
    assert table == record["scores"]


PASSES = re.compile(r"seats? ([\d, ]+) pass(?:es)?(?:;|$)")


@pytest.mark.parametrize("name", ["2v4", "3v3"])
def test_a_game_that_is_not_over_has_no_scores(name: str, log: Log) -> None:
    state = players.rules_of(name).deal(seed=1)
    for lang in LANGUAGES:
        assert LOG["scores"][lang] not in log(state, lang).splitlines()


# --- the sentences


@pytest.mark.parametrize("table", [LOG, COMMANDS], ids=["log", "commands"])
def test_both_languages_fill_in_the_same(table: dict[str, dict[str, str]]) -> None:
    for key, phrase in table.items():
        assert set(phrase) == set(LANGUAGES), key
        english, chinese = (
            sorted(field for _, field, _, _ in Formatter().parse(phrase[lang]) if field)
            for lang in LANGUAGES
        )
        assert english == chinese, key


def test_every_sentence_is_said(
    log: Log, games: dict[str, ddz.State], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: set[str] = set()

    class Noted(dict[str, str]):
        """A phrase that remembers that it was said."""

        key = ""

        def __getitem__(self, lang: str) -> str:
            said.add(self.key)
            return super().__getitem__(lang)

    for key, phrase in list(LOG.items()):
        noted = Noted(phrase)
        noted.key = key
        monkeypatch.setitem(LOG, key, noted)
    for state in games.values():
        log(state, "en")
    assert set(LOG) - said == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_log_keeps_to_its_language(lang: str, log: Log, games: dict[str, ddz.State]) -> None:
    states = list(games.values())
    for name in players.GAMES:
        start = players.rules_of(name).deal(seed=4)
        states.append(players.play_out(start, players.busy(4)))
    for state in states:
        text = log(state, lang)
        if lang == "en":
            assert not re.search("[\u3000-\u9fff\uff00-\uffef]", text), text
        else:
            words = re.sub(r"[SHCD]?[3-9TJQKA2BR]", "", text)
            assert set(re.findall("[A-Za-z]+", words)) <= {"N", "S"}, text
            assert not re.search("[,;:()]", text), text


def test_no_line_ends_in_space_or_is_empty(log: Log, games: dict[str, ddz.State]) -> None:
    for state in games.values():
        for lang in LANGUAGES:
            head = log(state, lang).partition("\n\n")[0]
            assert all(line and line == line.strip() for line in head.splitlines())
