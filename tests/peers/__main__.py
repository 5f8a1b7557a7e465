"""Compare with every engine and print the figures: ``python -m tests.peers --hands 10000``."""

from __future__ import annotations

import argparse
import sys

from tests.peers.compare import PEERS, compare


def main() -> int:
    """Run; 1 where something is unexplained or an engine is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=__doc__)
    parser.add_argument("--hands", type=int, default=300, help="random hands for each engine")
    parser.add_argument("--games", type=int, default=30, help="random games for each engine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="an engine's name")
    options = parser.parse_args()
    failed = False
    for make in PEERS:
        name = make.__name__
        if options.only and name.lower() != options.only.lower():
            continue
        try:
            peer = make()
        except ImportError as error:
            print(f"{name} is not installed: {error}")
            failed = True
            continue
        report = compare(peer, options.hands, options.games, options.seed)
        print(report.text(), flush=True)
        failed = failed or bool(report.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
