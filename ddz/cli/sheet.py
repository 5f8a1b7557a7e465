"""`rules`: the rule sheet of a game, as a player reads it."""

from __future__ import annotations

import argparse
import sys

from ddz.cli.console import load
from ddz.cli.paint import plain, tell
from ddz.phrases import COMMANDS, say

__all__ = ["run_rules"]

MOST_NAMED = 8
"""How many patterns are named that lack examples."""


def run_rules(arguments: argparse.Namespace) -> int:
    """Print the rule sheet of a variant; on standard error, what it may lack."""
    rules = load(arguments.variant)
    if rules is None:
        return 1
    from ddz.sheet import sheet_with_gaps

    text, gaps = sheet_with_gaps(rules.compiled, arguments.lang, arguments.format)
    sys.stdout.write(plain(text))
    if gaps:
        names = ", ".join((*gaps[:MOST_NAMED], "…") if len(gaps) > MOST_NAMED else gaps)
        tell(say(COMMANDS, "given_up", arguments.lang, names=names), sys.stderr)
    return 0
