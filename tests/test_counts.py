"""The counts of `counts/**/*.yaml`: by the book, by `ddz count`, by the public door, by walking.

A file says of a variant: `deck` and `readings`, the counts of the whole deck by pattern and number
of cards (different card sets, and where there are more readings than those), `totals`, and
`divided`, "keys x readings of each"; what `hands` can lead; how many `answers` a hand (or the deck)
has; in how many ways `auctions` can go, under a `change` of the rules; and `trees`: complete games
from small hands, positions by the number of actions, games won by each seat.

The numbers are reasoned in the files. Each is held against the slow programs first, so that a slip
in a file is told from a fault of the engine. `DDZ_FULL=1` in the environment goes through thousands
of random hands of the classic family.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import ddz
from ddz.cli import main
from tests import slow
from tests.slow import RANKS, subsets, written
from tests.slow_classic import FAMILY, Classic, Said
from tests.trees import Tree, auctions, grow

ROOT = Path(__file__).parent.parent
FOLDER = Path(__file__).parent / "counts"
FULL = os.environ.get("DDZ_FULL") == "1"
BATCHES = 40 if FULL else 2  # of HANDS hands and SMALL_HANDS small ones, for each game
HANDS = 75
SMALL_HANDS = 12

Document = dict[str, Any]
Counts = dict[tuple[str, int], int]
Count = Callable[..., Document]


def _documents() -> dict[str, Document]:
    """Every file by its variant; scalars stay as written, so that `3` is cards and no number."""
    found: dict[str, Document] = {}
    for path in sorted(FOLDER.rglob("*.yaml")):
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
        assert document["variant"] == path.relative_to(FOLDER).with_suffix("").as_posix()
        found[document["variant"]] = document
    return {
        name: {**found[document.get("same_as", name)], **document}
        for name, document in found.items()
    }


DOCUMENTS = _documents()
by_variant = pytest.mark.parametrize("variant", DOCUMENTS)
by_game = pytest.mark.parametrize("game", FAMILY.values(), ids=FAMILY.keys())
by_batch = pytest.mark.parametrize("batch", range(BATCHES))


def _entries(section: str) -> list[Any]:
    """The entries of a section in all files, each with its variant."""
    return [
        pytest.param(variant, entry, id=f"{variant} {_title(entry)}")
        for variant, document in DOCUMENTS.items()
        for entry in document.get(section, [])
    ]


def _title(entry: Document) -> str:
    if "name" in entry:
        return str(entry["name"])
    return " over ".join([entry.get("hand", "the deck"), *filter(None, [entry.get("over")])])


@cache
def _rules(variant: str) -> ddz.Rules:
    return ddz.load(variant)


@cache
def _game(variant: str) -> slow.Game | Classic:
    """The slow program of a variant."""
    name = DOCUMENTS[variant].get("same_as", variant)
    return slow.GAMES[name] if name in slow.GAMES else FAMILY[name]


@pytest.fixture
def count(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Count:
    """Runs `ddz count … --json`, and reads its line. Shipped rules are read once."""
    load = ddz.load

    def load_once(variant: Any, text: Any = None) -> ddz.Rules:
        return _rules(variant) if text is None and variant in DOCUMENTS else load(variant, text)

    monkeypatch.setattr("ddz.front.load", load_once)

    def run(*arguments: str) -> Document:
        status = main(["count", *arguments, "--json"])
        out, err = capsys.readouterr()
        assert (status, err) == (0, "")
        (line,) = out.splitlines()
        found: Document = json.loads(line)
        assert found["total"] == sum(each["count"] for each in found["counts"])
        return found

    return run


def _of(found: Document) -> Counts:
    """What a line of `ddz count` says, by pattern and number of cards."""
    counts = {(each["pattern"], each["length"]): each["count"] for each in found["counts"]}
    assert len(counts) == len(found["counts"])
    return counts


# --- the whole deck


def _wanted(variant: str, what: str) -> Counts:
    """What a file says of the whole deck."""
    document = DOCUMENTS[variant]
    counts = {(p, int(n)): int(k) for p, row in document["deck"].items() for n, k in row.items()}
    if what == "readings":
        for pattern, row in document["readings"].items():
            counts |= {(pattern, int(n)): int(k) for n, k in row.items()}
    return counts


@cache
def _book(game: slow.Game | Classic, hand: str) -> dict[str, list[Said]]:
    """By the book: the cards of every play of a hand that a seat could hold, to their readings."""
    if isinstance(game, Classic):
        return game.plays(hand)
    found: dict[str, list[Said]] = {}
    for pattern, cards in game.make(hand):
        if len(cards) <= game.most:  # the place among the readings stands for the key
            told = found.setdefault(written(cards), [])
            told.append(Said(pattern, written(cards), len(told)))
    return found


def _by_the_book(variant: str, what: str) -> Counts:
    game = _game(variant)
    several = None if what == "readings" else 1
    told = [said for each in _book(game, game.deck).values() for said in each[:several]]
    return dict(Counter((said.pattern, len(said.cards)) for said in told))


def test_every_variant_is_counted() -> None:
    """A shipped game without a file of counts would go unnoticed."""
    shipped = {
        path.relative_to(ROOT / "variants").with_suffix("").as_posix()
        for path in (ROOT / "variants").rglob("*.yaml")
    }
    assert shipped == set(DOCUMENTS)


@by_variant
@pytest.mark.parametrize("what", ["plays", "readings"])
def test_whole_deck_by_the_book(variant: str, what: str) -> None:
    wanted = _wanted(variant, what)
    assert _by_the_book(variant, what) == wanted
    assert sum(wanted.values()) == int(DOCUMENTS[variant]["totals"][what])
    assert _game(variant).most == int(DOCUMENTS[variant]["most"])


@by_variant
@pytest.mark.parametrize("what", ["plays", "readings"])
def test_whole_deck(variant: str, what: str, count: Count) -> None:
    found = count(variant, f"--{what}")
    assert _of(found) == _wanted(variant, what)
    assert found["total"] == int(DOCUMENTS[variant]["totals"][what])
    assert (found["variant"], found["hand"], found["over"]) == (variant, None, None)
    assert found["what"] == what


def _divided(variant: str) -> dict[tuple[str, int], list[int]]:
    """What a file says of the counts by key: as often as there are keys."""
    found = {}
    for pattern, row in DOCUMENTS[variant]["divided"].items():
        for length, text in row.items():
            keys, each = map(int, text.split(" x "))
            found[pattern, int(length)] = [each] * keys
    return found


@pytest.mark.parametrize("variant", FAMILY)
def test_divided_by_the_book(variant: str) -> None:
    game = _game(variant)
    told = [said for each in _book(game, game.deck).values() for said in each]
    by_key = Counter((said.pattern, len(said.cards), said.key) for said in told)
    for (pattern, length), wanted in _divided(variant).items():
        found = [n for (name, cards, _), n in by_key.items() if (name, cards) == (pattern, length)]
        assert found == wanted, (pattern, length)


@by_variant
def test_divided(variant: str, count: Count) -> None:
    found = count(variant, "--readings", "--divide")
    for (pattern, length), wanted in _divided(variant).items():
        rows = [e for e in found["counts"] if (e["pattern"], e["length"]) == (pattern, length)]
        assert [row["count"] for row in rows] == wanted, (pattern, length)
        assert len({row["key"] for row in rows}) == len(rows)
    for what in ("plays", "readings"):
        together: Counter[tuple[str, int]] = Counter()
        for row in count(variant, f"--{what}", "--divide")["counts"]:
            together[row["pattern"], row["length"]] += row["count"]
        assert together == _wanted(variant, what)


# --- hands and answers


def _slow_answers(variant: str, hand: str, over: str) -> tuple[int, int]:
    """By the book: how many plays of a hand beat some cards, and with how many readings."""
    game = _game(variant)
    if isinstance(game, Classic):
        said = game.read(over)
        told = _book(game, hand).values() if said else []
        beat = [sum(1 for one in each if said and game.beats(one, said)) for each in told]
        return sum(map(bool, beat)), sum(beat)
    held = game.read(over)
    readings = [game.read(cards) for cards in _book(game, hand)] if held else []
    number = sum(1 for one in readings if one and held and game.beats(one, held))
    return number, number


hands = pytest.mark.parametrize(("variant", "entry"), _entries("hands"))
answers = pytest.mark.parametrize(("variant", "entry"), _entries("answers"))


def _patterns(entry: Document) -> dict[str, int]:
    return {pattern: int(n) for pattern, n in entry["patterns"].items()}


@hands
def test_hands(variant: str, entry: Document) -> None:
    hand, wanted, patterns = entry["hand"], int(entry["plays"]), _patterns(entry)
    assert sum(patterns.values()) == wanted
    book = _book(_game(variant), hand)
    assert Counter(told[0].pattern for told in book.values()) == patterns
    assert sum(map(len, book.values())) == int(entry.get("readings", wanted))
    plays = _rules(variant).plays(hand)
    assert (len(list(plays)), len(plays)) == (wanted, wanted)
    assert Counter(play.pattern for play in plays) == patterns


@hands
def test_hands_counted(variant: str, entry: Document, count: Count) -> None:
    hand, wanted = entry["hand"], int(entry["plays"])
    found = count(variant, "--hand", hand)
    together: Counter[str] = Counter()
    for row in found["counts"]:
        together[row["pattern"]] += row["count"]
    assert (found["total"], together) == (wanted, _patterns(entry))
    readings = count(variant, "--hand", hand, "--readings")
    assert readings["total"] == int(entry.get("readings", wanted))


@answers
def test_answers(variant: str, entry: Document) -> None:
    game = _game(variant)
    hand, over, wanted = entry.get("hand", game.deck), entry["over"], int(entry["plays"])
    assert _slow_answers(variant, hand, over) == (wanted, int(entry.get("readings", wanted)))
    plays = _rules(variant).plays(hand, to_beat=over)
    assert len([play for play in plays if len(play) <= game.most]) == wanted
    if "hand" in entry:
        assert len(plays) == wanted


@answers
def test_answers_counted(variant: str, entry: Document, count: Count) -> None:
    hand = ["--hand", entry["hand"]] if "hand" in entry else []
    wanted = int(entry["plays"])
    if _rules(variant).classify(entry["over"]) is None:
        assert main(["count", variant, *hand, "--over", entry["over"]]) == 1
        return
    assert count(variant, *hand, "--over", entry["over"])["total"] == wanted
    readings = count(variant, *hand, "--over", entry["over"], "--readings")
    assert readings["total"] == int(entry.get("readings", wanted))


# --- auctions


def _house(variant: str, change: dict[str, str]) -> ddz.Rules:
    """The variant with another line or two in its auction."""
    if not change:
        return _rules(variant)
    lines = ", ".join(f"{key}: {value}" for key, value in change.items())
    text = f"format: 1\nextends: {variant}\ntitle: {{zh: 家, en: House}}\n"
    return ddz.load("house.yaml", text=f"{text}steps: {{auction: {{auction: {{{lines}}}}}}}\n")


def _ways(state: ddz.State) -> Counter[int]:
    """How many ways the auction can go from here, by the winning bid; 0 where nobody bids."""
    found: Counter[int] = Counter()
    for action in state.legal():
        after = state.apply(action)
        happened = {event.kind: event.data for event in after.events}
        if "won_auction" in happened:
            found[happened["won_auction"]["bid"]] += 1
        elif happened.keys() & {"redeal", "unbid_seat", "lot", "void"}:
            found[0] += 1
        else:
            assert after.step == "auction"
            found += _ways(after)
    return found


@pytest.mark.parametrize(("variant", "entry"), _entries("auctions"))
def test_auctions(variant: str, entry: Document) -> None:
    wanted = {int(bid): int(n) for bid, n in entry["won"].items()} | {0: int(entry["unbid"])}
    assert sum(wanted.values()) == int(entry["ways"])
    rules = _house(variant, entry.get("change", {}))
    asked = [int(seat) for seat in entry.get("asked", range(rules.players))]
    barred = [asked.index(int(seat)) for seat in entry.get("barred", [])]
    assert auctions(len(asked), entry["mode"], barred=barred) == wanted
    deal = entry.get("deal") or DOCUMENTS[variant]["auction_deal"]
    state = rules.deal(seed=0, deal=_plain(deal))
    assert state.step == "auction"
    assert _ways(state) == wanted


def _plain(deal: Document) -> Document:
    """A written deal, its seats as numbers."""
    found = dict(deal)
    if "marks" in deal:
        found["marks"] = {
            mark: {**place, "seat": int(place["seat"])} for mark, place in deal["marks"].items()
        }
    return found | {key: int(deal[key]) for key in ("winner", "bid") if key in deal}


# --- trees


def _walk(state: ddz.State, players: int, plies: int | None) -> Tree:
    """The tree of a state, action by action."""
    nodes: Counter[int] = Counter()
    won = [0] * players

    def visit(state: ddz.State, depth: int) -> None:
        nodes[depth] += 1
        if state.seat is None:
            (out,) = [event.data["seat"] for event in state.events if event.kind == "out"]
            won[out] += 1
        elif depth != plies:
            for action in state.legal():
                visit(state.apply(action), depth + 1)

    visit(state, 0)
    return Tree(sum(won), tuple(nodes[depth] for depth in range(len(nodes))), tuple(won))


@pytest.mark.parametrize(("variant", "entry"), _entries("trees"))
def test_trees(variant: str, entry: Document) -> None:
    document = DOCUMENTS[variant]
    wanted = Tree(
        int(entry["games"]),
        tuple(map(int, entry["nodes"].split())),
        tuple(map(int, entry["won"].split())),
    )
    plies = int(entry["plies"]) if "plies" in entry else None
    ranks = [re.sub("[SHCD](?=[2-9TJQKA])| ", "", hand) for hand in entry["hands"]]
    hidden = {int(seat): (rank, 1) for seat, rank in entry.get("hidden", {}).items()}
    assert wanted == grow(
        _game(variant),
        ranks,
        bound_by=document.get("bound_by", "best"),
        marked=hidden,
        freezes=isinstance(_game(variant), slow.TwoAgainstFour),
        after=entry.get("after", []),
        plies=plies,
    )
    rules = _rules(variant)
    deal = {"hands": entry["hands"]} | document["tree_deal"] | entry.get("deal", {})
    state = rules.deal(seed=0, deal=_plain(deal))
    for action in entry.get("after", []):
        state = state.apply(action)
    assert _walk(state, rules.players, plies) == wanted


# --- the classic family on random hands


def _hand(game: Classic, rng: random.Random, most: int) -> str:
    """A hand of the deck, often from a few ranks in a row, where trios are thick."""
    deck = game.deck
    if rng.random() < 0.6:
        start = rng.randrange(11)
        kept = set(RANKS[start : start + rng.randint(2, 8)]) | set(rng.sample(RANKS, 2))
        deck = "".join(rank for rank in deck if rank in kept)
    return written(rng.sample(deck, rng.randint(1, min(most, len(deck)))))


def _listed(plays: ddz.Plays) -> dict[str, str]:
    """The plays, cards to pattern, once each."""
    found: dict[str, str] = {}
    for play in plays:
        cards = written(str(play).replace("+", ""))
        assert cards not in found, f"{play} is listed twice"
        found[cards] = play.pattern
    return found


@by_game
@by_batch
def test_slow_maker_and_reader_agree(game: Classic, batch: int) -> None:
    """The two halves of the slow program, over every part of small hands."""
    rng = random.Random(f"halves {game.name} {batch}")
    for _ in range(SMALL_HANDS):
        hand = _hand(game, rng, 13)
        told = {cards: game.readings(cards) for cards in subsets(hand)}
        assert game.plays(hand) == {cards: said for cards, said in told.items() if said}, hand


@by_game
@by_batch
def test_every_part_of_small_hands(game: Classic, batch: int) -> None:
    """What is recognised, part by part, is what is read by the book, and what is listed."""
    rules = _rules(game.name)
    rng = random.Random(f"parts {game.name} {batch}")
    for _ in range(SMALL_HANDS):
        hand = _hand(game, rng, 10)
        plays = rules.plays(hand)
        listed = _listed(plays)
        for cards in subsets(hand):
            told = game.readings(cards)
            readings = rules.readings(cards)
            assert [r.pattern for r in readings] == _names(told), cards
            assert (cards in plays) is bool(told), cards
            assert listed.get(cards) == (told[0].pattern if told else None), cards


@by_game
@by_batch
def test_plays_of_hands(game: Classic, batch: int) -> None:
    """Leads and answers of hands of all sizes."""
    rules = _rules(game.name)
    rng = random.Random(f"hands {game.name} {batch}")
    for _ in range(HANDS):
        hand = _hand(game, rng, game.most)
        leads = game.plays(hand)
        plays = rules.plays(hand)
        first = {cards: told[0].pattern for cards, told in leads.items()}
        assert _listed(plays) == first, hand
        assert len(plays) == len(leads)
        for held in _to_beat(game, rng, hand):
            want = game.answers(hand, held)
            answers = rules.plays(hand, to_beat=held.cards)
            assert set(_listed(answers)) == want, (hand, held)
            assert (len(answers), bool(answers)) == (len(want), bool(want))


def _to_beat(game: Classic, rng: random.Random, hand: str) -> Iterator[Said]:
    """Some plays to beat, of the hand or of another, each pattern as likely as the next."""
    for _ in range(3):
        plays = game.plays(rng.choice([hand, _hand(game, rng, game.most)]))
        wanted = rng.choice(sorted({told[0].pattern for told in plays.values()}))
        yield rng.choice([told[0] for told in plays.values() if told[0].pattern == wanted])


def _names(told: list[Said]) -> list[str]:
    """The patterns of readings, each once."""
    return list(dict.fromkeys(said.pattern for said in told))


@by_game
def test_readings_of_twofold_cards(game: Classic) -> None:
    """All card sets of the deck with several readings, and some with one: each pattern has its
    highest reading, which is that of cards that can be read in one way only; where the reading is
    chosen, each pattern has all."""
    rules = _rules(game.name)
    rng = random.Random(game.name)
    plays = _book(game, game.deck)
    several = [cards for cards, told in plays.items() if len(told) > 1]
    single = {(t[0].pattern, len(c), t[0].key): c for c, t in plays.items() if len(t) == 1}
    for cards in several + rng.sample(sorted(plays), 100):
        readings = rules.readings(cards)
        if rules.compiled.bound_by == "chosen":
            assert [r.pattern for r in readings] == [said.pattern for said in plays[cards]], cards
            continue
        assert [r.pattern for r in readings] == _names(plays[cards]), cards
        for reading in readings:
            key = max(said.key for said in plays[cards] if said.pattern == reading.pattern)
            like = single.get((reading.pattern, len(cards), key))
            assert like is None or rules.readings(like) == [reading], (cards, like)


@by_game
def test_what_is_led_binds(game: Classic) -> None:
    """At the table: the answers to each lead of hands in which trios lie in a row."""
    rules = _rules(game.name)
    bound_by = DOCUMENTS[game.name].get("bound_by", "best")
    dealt = ["333444555666J", "777888999TTTQ", "QQKK"]
    deal = _plain({"hands": dealt} | DOCUMENTS[game.name]["tree_deal"])
    state = rules.deal(seed=0, deal=deal)
    led = list(state.legal())
    told = game.plays(dealt[0])
    spoken = told.values() if bound_by == "chosen" else [several[:1] for several in told.values()]
    assert len(led) == sum(map(len, spoken))
    assert {_said(action) for action in led} == {said for several in spoken for said in several}
    for action in led:
        said = _said(action)
        after = [each for each in state.apply(action).legal() if str(each) != "pass"]
        held = told[said.cards] if bound_by == "any" else [said]
        want = set().union(*(game.answers(dealt[1], each) for each in held))
        assert {_said(answer).cards for answer in after} == want, action


def _said(play: Any) -> Said:
    """What a play at the table says it is: its leading group is written first."""
    text = str(play).split(" as ")[0]
    body = text.split("+")[0]
    key = RANKS.index("R" if play.pattern == "rocket" else body[0])
    return Said(play.pattern, written(text.replace("+", "")), key)
