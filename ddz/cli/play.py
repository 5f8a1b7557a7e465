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
from ddz.cli.paint import tell
from ddz.phrases import COMMANDS, LOG, say

if TYPE_CHECKING:
    from ddz.front import Rules
    from ddz.game.state import State

__all__ = ["run_replay", "run_run"]


def run_run(arguments: argparse.Namespace) -> int:
    """Play games with simple players."""
    rules = load(arguments.variant)
    if rules is None:
        return 1
    first = secrets.randbelow(1 << 32) if arguments.seed is None else arguments.seed
    if arguments.json:
        for number in range(arguments.games):
            print_json(_play(rules, first + number, arguments.base).record())
        return 0
    if arguments.games == 1:
        _print_game(_play(rules, first, arguments.base), arguments.lang)
        return 0
    return _many(rules, first, arguments)


def run_replay(arguments: argparse.Namespace) -> int:
    """Play records again; 1 at the first step that the rules refuse."""
    from ddz.front import replay as play_again

    try:
        content = read_input() if arguments.file == "-" else Path(arguments.file).read_bytes()
        text = content.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        return complain(f"{arguments.file} cannot be read: {reason}")
    records = _records(text)
    for number, record in enumerate(records, 1):
        try:
            state = play_again(record)
        except ValueError as error:
            where = f"game {number}: " if len(records) > 1 else ""
            return complain(f"{where}{error}")
        steps, scores = len(state.history()) - 1, state.scores
        if arguments.json:
            print_json({"game": number, "steps": steps, "scores": scores})
        elif len(records) == 1:
            _print_game(state, arguments.lang)
        else:
            shown = " ".join(f"{score:+d}" for score in scores) if scores else None
            shown = shown or say(COMMANDS, "not_over", arguments.lang)
            values = {"game": number, "steps": steps, "scores": shown}
            tell(say(COMMANDS, "replayed", arguments.lang, **values))
    return 0


def _records(text: str) -> list[str]:
    """One record, or one a line (JSON Lines)."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        lines = [line for line in text.split("\n") if line.strip()]
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
    from ddz.tools.log import every_line, score_lines, score_rows

    tell(state.rules.title[lang])
    for line in every_line(state.history(), lang):
        tell(line)
    if state.scores is not None:
        for line in score_lines(state, lang):
            tell(line)
        tell()
        headings, rows = score_rows(state, lang)
        console().print(plain_table(headings, rows, LOG["scores"][lang]))


def _many(rules: Rules, first: int, arguments: argparse.Namespace) -> int:
    """Many games: a progress bar on standard error, then what came of them."""
    from rich.progress import track

    from ddz.tools.log import signed

    lang, games = arguments.lang, arguments.games
    won_by: Counter[str] = Counter()
    won, totals = [0] * rules.players, [0] * rules.players
    actions = multipliers = 0
    shown = track(
        range(games),
        say(COMMANDS, "games", lang),
        console=console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    for number in shown:
        state = _play(rules, first + number, arguments.base)
        outcome = state.outcome
        assert outcome is not None
        side = rules.compiled.text(outcome.side, lang) if outcome.side else ""
        won_by[side or say(LOG, outcome.kind, lang)] += 1
        for seat, score in enumerate(outcome.scores):
            totals[seat] += score
            won[seat] += outcome.won >> seat & 1
        actions += len(state.history()) - 1
        multipliers += state.multiplier

    def heads(*keys: str) -> list[str]:
        return [say(COMMANDS, key, lang) for key in keys]

    tell(rules.title[lang])
    tell(
        say(
            COMMANDS,
            "summary",
            lang,
            games=games,
            seed=first,
            length=actions / games,
            mean=multipliers / games,
        )
    )
    tell()
    rows = [[name, str(n), f"{100 * n / games:.0f}%"] for name, n in won_by.most_common()]
    console().print(plain_table(heads("won_by", "games", "part"), rows))
    tell()
    rows = [
        [str(seat), str(won[seat]), signed(total), f"{total / games:+.2f}"]
        for seat, total in enumerate(totals)
    ]
    rows.append([say(COMMANDS, "total", lang), "", signed(sum(totals)), ""])
    console().print(plain_table(heads("seat", "won", "score", "mean"), rows, foot=True))
    return 0
