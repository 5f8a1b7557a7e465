"""`rules`: the rule sheet of a game, as a player reads it."""

from __future__ import annotations

import argparse
import sys

from ddz.cli.console import load

__all__ = ["run_rules"]


def run_rules(arguments: argparse.Namespace) -> int:
    """Print the rule sheet of a variant."""
    rules = load(arguments.variant)
    if rules is None:
        return 1
    from ddz.sheet import render_sheet

    sys.stdout.write(render_sheet(rules.compiled, arguments.lang, arguments.format))
    return 0
