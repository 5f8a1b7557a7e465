"""`count`: how many plays a hand or the whole deck has."""

from __future__ import annotations

import argparse

from ddz.cards import CardsError
from ddz.cli.console import complain, console, load, plain_table, print_json, typed
from ddz.phrases import COMMANDS, say

__all__ = ["run_count"]


def run_count(arguments: argparse.Namespace) -> int:
    """Print how many plays there are, by pattern and number of cards."""
    from ddz.tools.counting import counted

    rules, lang = load(arguments.variant), arguments.lang
    if rules is None:
        return 1
    hand, over = (
        None if text is None else typed(text) for text in (arguments.hand, arguments.over)
    )
    try:
        bound = rules.bound(over)
        if bound is not None and not bound:
            return complain(say(COMMANDS, "nothing", lang, cards=over))
        rows = counted(rules.compiled, hand, bound, arguments.what, arguments.divide)
    except CardsError as error:
        return complain(error.text(lang))
    total = sum(row.number for row in rows)
    if arguments.json:
        counts = []
        for row in rows:
            key = {"key": row.key} if arguments.divide else {}
            entry = {"pattern": row.pattern, "length": row.length}
            counts.append({**entry, **key, "count": row.number})
        print_json(
            {
                "variant": rules.name,
                "hand": hand,
                "over": over,
                "what": arguments.what,
                "total": total,
                "counts": counts,
            }
        )
        return 0
    headings = ["pattern", "length", *["key"] * arguments.divide, "count"]
    lines = [
        [
            rules.compiled.text(row.pattern, lang),
            str(row.length),
            *[row.key] * arguments.divide,
            f"{row.number:,}",
        ]
        for row in rows
    ]
    total_line = [say(COMMANDS, "total", lang), "", *[""] * arguments.divide, f"{total:,}"]
    table = plain_table(
        [say(COMMANDS, word, lang) for word in headings], [*lines, total_line], foot=True
    )
    console().print(table)
    return 0
