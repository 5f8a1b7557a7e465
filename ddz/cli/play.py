"""`run` and `replay`: whole games, as a log to read or as records."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ddz.cli.console import complain, console, load, plain_table, print_json, read_input
from ddz.phrases import LOG

if TYPE_CHECKING:
    from ddz.front import Rules
    from ddz.game.state import State

__all__ = ["replay", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Play games with simple players."""
    rules = load(arguments.variant)
    if rules is None:
        return 1
    first = secrets.randbelow(1 << 32) if arguments.seed is None else arguments.seed
    seeds = range(first, first + arguments.games)
    if arguments.json:
        for seed in seeds:
            print_json(_play(rules, seed, arguments.base).record())
        return 0
    if arguments.games == 1:
        _print_game(_play(rules, first, arguments.base), arguments.lang)
        return 0
    return _many(rules, seeds, arguments)


def replay(arguments: argparse.Namespace) -> int:
    """Play records again; 1 at the first step that the rules refuse."""
    from ddz.front import replay as play_again

    try:
        text = read_input() if arguments.file == "-" else Path(arguments.file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        return complain(f"{arguments.file} cannot be read: {reason}")
    records = _records(text)
    for number, record in enumerate(records, 1):
        try:
            state = play_again(record)
        except ValueError as error:
            where = f"game {number}: " if len(records) > 1 else ""
            return complain(f"{where}{error}")
        if arguments.json:
            print_json({"game": number, "steps": len(state.history()) - 1, "scores": state.scores})
        elif len(records) == 1:
            _print_game(state, arguments.lang)
        else:
            print(f"game {number}: {len(state.history()) - 1} steps, scores {state.scores}")
    return 0


def _records(text: str) -> list[str]:
    """One record, or one a line (JSON Lines)."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        lines = [line for line in text.splitlines() if line.strip()]
        return lines if len(lines) > 1 else [text]
    return [text]


def _play(rules: Rules, seed: int, base: int) -> State:
    from ddz.tools.players import SimplePlayer

    player = SimplePlayer(seed)
    state = rules.deal(seed=seed, base=base)
    while state.seat is not None:
        state = state.apply(player.choose(state))
    return state


def _print_game(state: State, lang: str) -> None:
    from ddz.tools.log import every_line, score_rows

    print(state.rules.title[lang])
    for line in every_line(state.history(), lang):
        print(line)
    if state.scores is not None:
        headings, rows = score_rows(state, lang)
        console().print(plain_table(headings, rows, LOG["scores"][lang]))


def _many(rules: Rules, seeds: range, arguments: argparse.Namespace) -> int:
    """Many games: a progress bar on standard error, then what came of them."""
    from rich.progress import track

    lang = arguments.lang
    wins: Counter[str] = Counter()
    totals = [0] * rules.players
    plays, multipliers = 0, []
    shown = track(seeds, "games", console=console(stderr=True), disable=not sys.stderr.isatty())
    for seed in shown:
        state = _play(rules, seed, arguments.base)
        assert state.outcome is not None
        assert state.scores is not None
        outcome = state.outcome
        wins[rules.compiled.text(outcome.side, lang) if outcome.side else outcome.kind] += 1
        totals = [total + score for total, score in zip(totals, state.scores, strict=True)]
        plays += len(state.history()) - 1
        multipliers.append(state.multiplier)
    games = len(multipliers)
    rows = [[name, str(count)] for name, count in wins.most_common()]
    console().print(plain_table(["won by", "games"], rows, rules.title[lang]))
    seats = [[str(seat), f"{total:+d}"] for seat, total in enumerate(totals)]
    console().print(plain_table(["seat", "score"], seats))
    mean, length = sum(multipliers) / games, plays / games
    print(
        f"{games} games from seed {seeds[0]}; {length:.0f} actions a game; N {mean:.2f} on average"
    )
    return 0
