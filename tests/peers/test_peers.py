"""Our compat variants play exactly what OpenSpiel, RLCard and DouZero play.

Skipped where an engine is missing; see `tests.peers`. DDZ_FULL=1 compares 10,000 hands and 1,000
games with each.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.peers.compare import PEERS, compare
from tests.peers.peer import Peer

FULL = os.environ.get("DDZ_FULL") == "1"
HANDS, GAMES = (10_000, 1_000) if FULL else (300, 30)


@pytest.fixture(scope="module", params=PEERS, ids=lambda make: make.__name__)
def peer(request: pytest.FixtureRequest) -> Peer:
    """Each engine that is installed."""
    make: Callable[[], Any] = request.param
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found: Peer = make()
    except ImportError as error:
        pytest.skip(f"{make.__name__} is not installed: {error}")
    return found


def test_same_plays_and_games(peer: Peer) -> None:
    """Leads, answers, legal actions of whole games, results and scores are the same."""
    report = compare(peer, HANDS, GAMES)
    print(report.text())
    assert not report.faults, report.text()
    if FULL:
        assert not report.explained.idle, report.text()


# Worked out by hand. 33344: solos 3 4, pairs 33 44, trio 333, trio_solo 3334, trio_pair 33344;
# 33344 holds no 3 of 4, so no chain.
LEADS_33344 = {"3", "4", "33", "44", "333", "3334", "33344"}


def test_adapter_leads(peer: Peer) -> None:
    """A small hand's leads, which all three agree on."""
    assert {play.partition(" as ")[0] for play in peer.leads("33344")} == LEADS_33344


def test_adapter_answers(peer: Peer) -> None:
    """Over 44 from 5566 and both jokers: the pairs 55 and 66, and the rocket."""
    held = "44 as pair" if peer.readings else "44"
    found = {play.partition(" as ")[0] for play in peer.answers("5566BR", held)}
    assert found == {"55", "66", "BR"}
