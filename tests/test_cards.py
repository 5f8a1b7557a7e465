"""Cards as text, both ways, and the packed tallies of `ddz.cards.Deck`."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ddz
from ddz.cards import Deck

RANKS = "3456789TJQKA2BR"
WORDS = {  # every way to write a card, beside its letter
    **{rank: [rank] for rank in RANKS},
    **{rank: [rank, rank.lower()] for rank in "JQKA"},
    "T": ["T", "t", "10"],
    "B": ["B", "b", "小王"],
    "R": ["R", "r", "大王"],
}
SUIT_SIGNS = {"S": "Ss♠♤", "H": "Hh♥♡", "C": "Cc♣♧", "D": "Dd♦♢"}


@cache
def _rules(variant: str) -> ddz.Rules:
    return ddz.load(variant)


def _deck(variant: str = "2v4") -> Deck:
    return _rules(variant).deck


def _ranks(text: str, variant: str = "2v4") -> str:
    """The ranks of a text, weakest first."""
    deck = _deck(variant)
    return deck.text(deck.tally(text))


# --- reading


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("33344", "33344"),
        ("43434", "33444"),
        ("2A3", "3A2"),  # weakest first: the two is high
        ("10", "T"),
        ("T10t", "TTT"),
        ("210", "T2"),  # a two and a ten
        ("101010", "TTT"),
        ("小王", "B"),
        ("大王", "R"),
        ("小王大王小王", "BBR"),
        ("BJ", "JB"),  # small joker and jack
        ("RJ", "JR"),
        ("bj", "JB"),
        ("tjqka", "TJQKA"),
        ("br", "BR"),
        ("S3", "3"),
        ("s3", "3"),
        ("♠3", "3"),
        ("♠3♥3♣3♦3", "3333"),
        ("♤10 ♡10 ♧10 ♢10", "TTTT"),
        ("S10H10", "TT"),
        ("ST", "T"),
        ("SJ", "J"),
        ("CK", "K"),
        ("D2", "2"),
        ("SAHACADA", "AAAA"),
        ("sa ha", "AA"),
        ("S 3", "3"),
        ("S33", "33"),  # the second without a suit
        ("  3 3\t3\n", "333"),
        ("333+44", "33344"),
        ("+333++44+", "33344"),
        ("222333+小王小王大王大王", "333222BBRR"),
        ("23456789 10 JQKA", "3456789TJQKA2"),
        ("3\u30004", "34"),  # the wide space of Chinese text
    ],
)
def test_reads(text: str, ranks: str) -> None:
    assert _ranks(text) == ranks


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "+",
        " + \n",
        "1",
        "0",
        "01",
        "1 0",  # a ten is written in one piece
        "100",
        "x",
        "X",  # small joker in one program, big in another
        "P",
        "3-4",
        "3,4",
        "33?",
        "33.",
        "三个A",
        "王",
        "小",
        "小 王",
        "pass",
        "3S",  # the suit goes before
        "S",
        "SS3",
        "♠",
        "♠♠3",
        "S+3",
        "SB",
        "hr",
        "♠大王",
        "D小王",
        "S1",
        "３",
        "3\x00",
    ],
)
def test_no_cards(text: str) -> None:
    with pytest.raises(ddz.CardsError):
        _deck().tally(text)
    with pytest.raises(ddz.CardsError):
        _rules("2v4").classify(text)


@pytest.mark.parametrize(
    "junk", [None, 33344, 3.0, ["3", "3"], ("S3",), b"333", {"3": 2}], ids=repr
)
def test_what_is_no_text_is_no_cards(junk: object) -> None:
    with pytest.raises(ddz.CardsError):
        _rules("2v4").classify(junk)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variant", "fits", "too_many"),
    [  # 3v3: three decks, twelve of a rank, three of a face; 2v4: four, sixteen, four
        ("3v3", "3" * 12, "3" * 13),
        ("3v3", "10" * 12, "10" * 13),
        ("3v3", "BBB", "BBBB"),
        ("3v3", "大王" * 3, "大王" * 4),
        ("3v3", "S3" * 3, "S3" * 4),
        ("3v3", "♠3S3s3", "♠3S3s3♤3"),
        ("3v3", "S3S3S3" + "3" * 9, "S3S3S3" + "3" * 10),
        ("2v4", "2" * 16, "2" * 17),
        ("2v4", "2" * 16, "2" * 33),
        ("2v4", "2" * 16, "2" * 64),
        ("2v4", "RRRR", "RRRRR"),
        ("2v4", "HA" * 4, "HA" * 5),
        ("2v4", "HA" * 4 + "CA" * 4, "HA" * 4 + "CA" * 5),
        ("2v4", "3333" * 4 + "B", "3333" * 4 + "BBBBB"),
    ],
)
def test_more_copies_than_the_deck_holds(variant: str, fits: str, too_many: str) -> None:
    deck = _deck(variant)
    assert deck.total(deck.tally(fits)) == len(_ranks(fits, variant)) > 0
    with pytest.raises(ddz.CardsError, match="deck"):
        deck.tally(too_many)


def test_a_whole_deck_is_cards_and_one_more_is_not() -> None:
    """Four decks: 13 ranks of 16 and 2 jokers of 4 are 216 cards, in any writing."""
    deck = _deck()
    whole = "".join(f"{s}{r}" * 4 for r in RANKS[:13] for s in "SHCD") + "BBBBRRRR"
    assert deck.total(deck.tally(whole)) == 13 * 16 + 2 * 4 == 216
    for rank in RANKS:
        with pytest.raises(ddz.CardsError):
            deck.tally(whole + rank)


def test_a_long_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(ddz.CardsError) as caught:
        _deck().tally("3" * 1_000_000)
    assert len(str(caught.value)) < 200


def test_faces_keep_the_order_and_the_suits_written() -> None:
    """Ranks count from the 3; suits in the order S H C D."""
    faces = _deck().faces("♦10 3 + hA 大王")
    assert faces == [(RANKS.index("T"), 3), (0, None), (RANKS.index("A"), 1), (14, None)]


@given(st.data())
def test_any_writing_of_the_same_cards(data: st.DataObject) -> None:
    """Order, spelling, suits, spaces and plus signs change nothing."""
    cards = data.draw(st.lists(st.sampled_from(RANKS), min_size=1, max_size=12))
    cards = [rank for i, rank in enumerate(cards) if cards[:i].count(rank) < 4]
    text = ""
    for rank in cards:
        text += data.draw(st.sampled_from(["", " ", "+", " + ", "\t"]))
        if rank not in "BR":  # four at most of a rank, so that any suit has enough copies
            text += data.draw(st.sampled_from(["", *"".join(SUIT_SIGNS.values())]))
        text += data.draw(st.sampled_from(WORDS[rank]))
    assert _ranks(text) == "".join(sorted(cards, key=RANKS.index))


@given(st.text(alphabet="3T10JSHshBbRr小大王♠+ x\n", max_size=14))
def test_text_is_cards_or_cards_error(text: str) -> None:
    """Nothing else comes out, and what is read once reads back."""
    try:
        ranks = _ranks(text)
    except ddz.CardsError:
        return
    assert ranks
    assert _ranks(ranks) == ranks


# --- printing


@pytest.mark.parametrize(
    ("variant", "cards", "printed"),
    [
        ("2v4", "小王", "B"),
        ("2v4", "10", "T"),
        ("2v4", "S3 H3", "33"),
        ("2v4", "77555", "555+77"),
        ("2v4", "BBRRR", "RRR+BB"),
        ("2v4", "5432A", "A2345"),  # as the chain runs
        ("2v4", "AKQJ10", "TJQKA"),
        ("2v4", "33A2A2", "AA2233"),
        ("2v4", "333222AAA", "AAA222333"),
        ("2v4", "8899222AAA", "AAA222+8899"),
        ("2v4", "AAKKKJJJQQQ2233", "JJJQQQKKK+AA2233"),
        ("2v4", "222333+小王小王大王大王", "222333+BBRR"),
        ("2v4", "BRBRB", "BBB+RR"),
        ("2v4", "RRBBBB", "BBBBRR"),
        ("3v3", "66444", "444+66"),
        ("3v3", "KK9944777666555", "555666777+4499KK"),
        ("3v3", "BRBR", "BBRR"),
        ("3v3", "AKQJ10", "TJQKA"),
    ],
)
def test_prints_the_leading_group_first(variant: str, cards: str, printed: str) -> None:
    rules = _rules(variant)
    wanted = sorted(_ranks(cards, variant))
    plays = [p for p in rules.plays(cards) if sorted(_ranks(str(p), variant)) == wanted]
    assert [str(play) for play in plays] == [printed]


@st.composite
def _real_plays(draw: st.DrawFn) -> tuple[ddz.Rules, ddz.Play]:
    rules = _rules(draw(st.sampled_from(["2v4", "3v3"])))
    rng = random.Random(draw(st.integers(0, 10**6)))
    most = 46 if rules.name == "2v4" else 27
    cards = [rank for r, rank in enumerate(RANKS) for _ in range(rules.deck.counts[r])]
    hand = "".join(rng.sample(cards, rng.randint(1, most)))
    plays = list(rules.plays(hand))
    patterns = sorted({play.pattern for play in plays})
    wanted = patterns[draw(st.integers(0, len(patterns) - 1))]
    return rules, rng.choice([play for play in plays if play.pattern == wanted])


@settings(max_examples=150, deadline=None)
@given(_real_plays())
def test_printing_reads_back(found: tuple[ddz.Rules, ddz.Play]) -> None:
    rules, play = found
    text = str(play)
    reading = rules.classify(text)
    assert reading is not None
    assert (reading.pattern, reading.length) == (play.pattern, len(play))
    assert reading == rules.classify(play)
    assert play in rules.plays(text)
    assert text in [str(again) for again in rules.plays(text)]
    assert set(text) <= set(RANKS + "+")
    lead, *rest = text.split("+")
    if play.pattern in ("trio_pair", "trio_pair_chain"):
        assert set(Counter(lead).values()) == {3}
        assert [set(Counter(wings).values()) for wings in rest] == [{2}]
    else:
        assert rest == []


# --- tallies


@st.composite
def _decks(draw: st.DrawFn) -> Deck:
    ranks = draw(st.lists(st.sampled_from(RANKS), min_size=1, max_size=15, unique=True))
    jokers = [rank for rank in ranks if rank in "BR"]
    return Deck(draw(st.integers(1, 8)), ranks, jokers)


def _some(deck: Deck, data: st.DataObject) -> Counter[int]:
    """Numbers of cards by rank index, none over what the deck has."""
    return Counter({r: data.draw(st.integers(0, n)) for r, n in enumerate(deck.counts)})


def _packed(deck: Deck, counts: Counter[int]) -> int:
    return deck.tally_of(counts.elements())


@given(_decks(), st.data())
def test_tally_arithmetic_is_that_of_a_counter(deck: Deck, data: st.DataObject) -> None:
    a, b = _some(deck, data), _some(deck, data)
    held = all(b[r] <= a[r] for r in b)
    assert deck.holds(_packed(deck, a), _packed(deck, b)) is held
    assert deck.spread(_packed(deck, a)) == [a[r] for r in range(len(deck.ranks))]
    assert [deck.count(_packed(deck, a), r) for r in range(len(deck.ranks))] == [
        a[r] for r in range(len(deck.ranks))
    ]
    assert deck.total(_packed(deck, a)) == a.total()
    both = Counter({r: min(a[r] + b[r], deck.counts[r]) for r in range(len(deck.ranks))})
    assert _packed(deck, both) - _packed(deck, a) == _packed(deck, both - a)
    assert deck.holds(deck.full, _packed(deck, a))
    assert deck.holds(_packed(deck, a), 0)


@given(_decks(), st.data())
def test_tally_text_reads_back(deck: Deck, data: st.DataObject) -> None:
    counts = _some(deck, data)
    tally = _packed(deck, counts)
    assert deck.text(tally) == "".join(rank * counts[r] for r, rank in enumerate(deck.ranks))
    if tally:
        assert deck.tally(deck.text(tally)) == tally


@given(_decks(), st.data())
def test_one_too_many_is_refused(deck: Deck, data: st.DataObject) -> None:
    counts = _some(deck, data)
    r = data.draw(st.integers(0, len(deck.ranks) - 1))
    over = data.draw(st.integers(1, 3 * deck.counts[r] + 3))
    counts[r] = 0
    full = deck.text(_packed(deck, counts) + deck.units[r] * deck.counts[r])
    assert deck.count(deck.tally(full), r) == deck.counts[r]
    with pytest.raises(ddz.CardsError):
        deck.tally(full + deck.ranks[r] * over)


def test_the_counts_of_a_deck() -> None:
    """Three decks: 13 × 4 × 3 + 2 × 3 = 162; twelve of a rank, three of a joker."""
    deck = _deck("3v3")
    assert deck.size == 13 * 4 * 3 + 2 * 3 == 162
    assert deck.counts == (12,) * 13 + (3, 3)
    assert deck.total(deck.full) == deck.size
    assert deck.text(deck.full).count("3") == 12


@pytest.mark.parametrize("variant", ["2v4", "3v3"])
def test_physical_cards(variant: str) -> None:
    """In the order of rank, suit, copy: each face as often as there are decks."""
    deck = _deck(variant)
    faces = deck.faces_of_cards
    assert len(faces) == deck.size
    assert set(Counter(faces).values()) == {deck.copies}
    assert len(set(faces)) == 54
    assert list(faces) == sorted(faces, key=lambda face: (face[0], face[1] or 0))
    for face in set(faces):
        assert [faces[card] for card in deck.copies_of(face)] == [face] * deck.copies
        assert deck.faces(deck.face_text(face)) == [face]
    for rank, n in enumerate(deck.counts):
        cards = deck.cards_of_rank(rank)
        assert len(cards) == n
        assert {faces[card][0] for card in cards} == {rank}
        assert deck.tally_of_cards(cards) == deck.units[rank] * n
    assert deck.tally_of_cards(range(deck.size)) == deck.full


def test_physical_cards_as_text() -> None:
    """Four decks: cards 0 to 3 are S3, 4 to 7 H3, 16 the first S4; the last is a big joker."""
    deck = _deck("2v4")
    assert deck.cards_text([16, 0, 3, 4, 215]) == ["S3", "S3", "H3", "S4", "R"]
