"""How fast ddz is beside three other engines: ``python tests/benchmarks/peers.py``.

One run in one process. What is compared runs in alternating rounds, each engine on the same rules
through its public Python door, in process time; tables have the median of the rounds. Machines
differ and are noisy: look at ratios of one run. ``python -m tests.peers.install PATH`` makes an
environment that has the engines; without them ddz is measured alone.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import metadata
from pathlib import Path

if __package__ in (None, ""):  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.alone import classify, hands, processes, six, validation
from tests.benchmarks.engines import ENGINES, Engine, OurLists, Ours, positions
from tests.benchmarks.growth import growth
from tests.benchmarks.measure import Case, Column, Table, Work, measure, ratio
from tests.benchmarks.wide import wide

__all__ = ["main"]

ROUNDS = 5

ENGINE = Column("engine")
COMPARED = [Column("ours/theirs", ".2f"), Column("least..most")]


def installed() -> tuple[list[Engine], list[str]]:
    """The engines that are here, and a sentence for each that is not."""
    here: list[Engine] = []
    missing = []
    for make in ENGINES:
        try:
            here.append(make())
        except ImportError as error:
            missing.append(f"{make.name} is not installed: {error}")
    return here, missing


def compared(
    peers: list[Engine],
    ours: Callable[[str], list[Engine]],
    make: Callable[[Engine, int], Work],
) -> list[Case]:
    """A case for each engine, one for each of ours by the same rules, and one for classic."""
    cases = []
    for variant, peer in _by_variant(peers):
        theirs = None
        if peer is not None:
            theirs = Case(peer.name, partial(make, peer))
            cases.append(theirs)
        cases += [Case(each.name, partial(make, each), theirs) for each in ours(variant)]
    against = next((case for case in cases if case.name == ENGINES[0].name), None)
    cases += [Case(each.name, partial(make, each), against) for each in ours("classic")]
    return cases


def _by_variant(peers: list[Engine]) -> list[tuple[str, Engine | None]]:
    here = {peer.variant: peer for peer in peers}
    return [(make.variant, here.get(make.variant)) for make in ENGINES]


def _ours(variant: str) -> list[Engine]:
    return [Ours(variant)]


def _both(variant: str) -> list[Engine]:
    return [Ours(variant), OurLists(variant)]


# --- random games


def games(peers: list[Engine], rounds: int, quick: bool) -> Table:
    """Random games of the classic game."""
    fast, slow = (2, 1) if quick else (400, 20)

    def make(engine: Engine, number: int) -> Work:
        return engine.games(slow if engine.slow else fast, number + 1)

    cases = compared(peers, _ours, make)
    for case in cases:
        case.prepare(-1)()
    measure(cases, rounds)
    rows = [
        {
            "engine": case.name,
            "games/s": case.rate(0),
            "plays/s": case.rate(),
            "plays a game": case.mean(),
            **ratio(case, lambda case, at: case.done[at][1] / case.seconds[at]),
        }
        for case in cases
    ]
    columns = [
        ENGINE,
        Column("games/s", ",.0f"),
        Column("plays/s", ",.0f"),
        Column("plays a game", ",.0f"),
        *COMPARED,
    ]
    note = (
        "From the deal to the scores, each action drawn evenly among the legal ones. A play is a"
        "\ncard play or a pass in the trick phase; dealing and bidding take time but do not count."
        "\nours/theirs: plays/s by those of the engine with the same rules, of classic by"
        "\nOpenSpiel's; the median of the rounds, and the least and most of one."
    )
    return Table("games", "Random games of the classic game", note, columns, rows)


# --- single positions


def leads(peers: list[Engine], rounds: int, quick: bool) -> Table:
    """What a landlord can lead from twenty cards."""
    note = (
        "The landlord's first lead, twenty cards; the same deals for all, others in every round,"
        "\neach asked once, after 6,000 others that do not count: state.legal_actions() of"
        "\nOpenSpiel, list(state.legal()) of ddz (from text: list(rules.plays(hand))),"
        "\nplayable_cards_from_hand of RLCard, gen_moves() of DouZero."
        "\nours/theirs is of speeds: above 1, ours is faster."
    )
    return _asked("leads", "Legal leads of twenty cards", note, peers, rounds, quick)


def answers(peers: list[Engine], rounds: int, quick: bool) -> Table:
    """What the next seat can answer."""
    note = (
        "The next seat, seventeen cards, over a random first lead; as above, with"
        "\nlist(rules.plays(hand, held)) from text, get_gt_cards of RLCard,"
        "\nget_legal_card_play_actions() of DouZero."
    )
    return _asked("answers", "Legal answers to a random lead", note, peers, rounds, quick)


def _asked(
    section: str, title: str, note: str, peers: list[Engine], rounds: int, quick: bool
) -> Table:
    count, warm = (3, 1) if quick else (300, 20)
    given = positions(count * (rounds + warm))

    def make(engine: Engine, number: int) -> Work:
        some = given[count * (number + warm) : count * (number + warm + 1)]
        return engine.leads(some) if section == "leads" else engine.answers(some)

    cases = compared(peers, _both, make)
    for case in cases:
        for number in range(-warm, 0):
            case.prepare(number)()
    measure(cases, rounds)
    rows = [
        {
            "engine": case.name,
            "µs": case.each() * 1e6,
            "offered": case.mean(),
            **ratio(case, lambda case, at: case.done[at][0] / case.seconds[at]),
        }
        for case in cases
    ]
    columns = [ENGINE, Column("µs", ",.1f"), Column("offered", ",.1f"), *COMPARED]
    return Table(section, title, note, columns, rows)


# --- the run


WITH_PEERS: dict[str, Callable[[list[Engine], int, bool], Table]] = {
    "games": games,
    "leads": leads,
    "answers": answers,
}
ALONE: dict[str, Callable[[int, bool], Table]] = {
    "six": six,
    "hands": hands,
    "classify": classify,
    "wide": wide,
    "growth": growth,
    "validation": validation,
    "processes": processes,
}


def machine() -> dict[str, str]:
    """Where this runs, and with what."""
    found = {"machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"}
    found["Python"] = f"{platform.python_implementation()} {platform.python_version()}"
    for name in ("ddz", "open-spiel", "rlcard", "douzero"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; write JSON where asked to."""
    parser = argparse.ArgumentParser(
        prog="python tests/benchmarks/peers.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    sections = [*WITH_PEERS, *ALONE]
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds; their median counts")
    parser.add_argument("--quick", action="store_true", help="a few of everything, for a trial")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the tables there too")
    parser.add_argument(
        "--only", action="append", choices=sections, help="a section; may be given several times"
    )
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("there is at least one round")
    about = machine()
    print(", ".join(f"{name} {value}" for name, value in about.items()))
    wanted = options.only or sections
    peers: list[Engine] = []
    missing: list[str] = []
    if any(section in WITH_PEERS for section in wanted):
        peers, missing = installed()
    for sentence in missing:
        print(sentence)
    print(f"Process times; medians of alternating rounds: {options.rounds}.\n", flush=True)
    tables = []
    for section in sections:
        if section not in wanted:
            continue
        if section in WITH_PEERS:
            table = WITH_PEERS[section](peers, options.rounds, options.quick)
        else:
            table = ALONE[section](options.rounds, options.quick)
        print(table.text(), flush=True)
        tables.append(table.data())
    if options.json:
        data = {"about": about, "missing": missing, "rounds": options.rounds, "tables": tables}
        options.json.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
