"""The command line: doors that print and adapt, and decide nothing.

Results go to standard output, everything else to standard error. Exit 0 fine, 1 findings or a
refused input, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module

from ddz import __version__

__all__ = ["main"]

_LANGUAGES = ("en", "zh")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status."""
    _open_streams()
    arguments = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int]
    run = getattr(import_module(f"ddz.cli.{arguments.module}"), f"run_{arguments.command}")
    try:
        status = run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        print(f"ddz: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 1
    return status


def _open_streams() -> None:
    """UTF-8 whatever the locale; a stream that the caller closed leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that the interpreter ends in peace."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ddz", description="Dou Dizhu as data: read, prove and play the rules of a game."
    )
    parser.add_argument("--version", action="version", version=f"ddz {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", required=True)
    add = commands.add_parser

    command = add("list", help="list the shipped variants")
    _common(command, "rules")

    command = add("show", help="show what a variant says, flattened")
    _variant(command)
    _common(command, "rules")

    command = add("rules", help="write the rules of a game as a player reads them")
    _variant(command)
    words = "text for a terminal (the default), md for Markdown, html for one page to print"
    command.add_argument("--format", choices=("text", "md", "html"), default="text", help=words)
    words = "language of the rules"
    command.add_argument("--lang", choices=_LANGUAGES, default="en", help=words)
    command.set_defaults(module="sheet")

    command = add("validate", help="check rule files")
    _variant(command, "variants", nargs="+", metavar="FILE")
    command.add_argument(
        "--format",
        choices=("full", "concise", "json", "github", "sarif"),
        default="full",
        help="how findings are written (default full)",
    )
    words = "the same as --format json"
    command.add_argument("--json", action="store_const", const="json", dest="format", help=words)
    command.add_argument("--strict", action="store_true", help="fail on warnings too")
    words = "mend in the files what leaves no doubt; needs 'ddz[fix]'"
    command.add_argument("--fix", action="store_true", help=words)
    words = "show what --fix would change, and change nothing"
    command.add_argument("--diff", action="store_true", help=words)
    words = "check again whenever a file changes, until Ctrl-C"
    command.add_argument("--watch", action="store_true", help=words)
    command.set_defaults(module="validate")

    command = add("test", help="run the examples of rule files")
    _variant(command, "variants", nargs="+", metavar="FILE")
    command.add_argument(
        "--format",
        choices=("full", "concise", "json", "junit"),
        default="full",
        help="how results are written (default full)",
    )
    words = "the same as --format json"
    command.add_argument("--json", action="store_const", const="json", dest="format", help=words)
    words = "fail where an example holds that is marked as a todo"
    command.add_argument("--strict", action="store_true", help=words)
    command.set_defaults(module="test")

    command = add("explain", help="say what the code of a finding stands for")
    words = "a code such as DDZ301; all are listed if left out"
    command.add_argument("codes", nargs="*", metavar="CODE", help=words)
    _common(command, "explain", spoken=False)

    command = add("new", help="write a file to start a house rule from")
    words = "a name such as house, a path that ends in .yaml, or - to print it"
    command.add_argument("name", metavar="NAME", help=words)
    command.add_argument("--extends", metavar="GAME", help="the game it changes, such as 2v4")
    words = "language of the comments"
    command.add_argument("--lang", choices=_LANGUAGES, default="en", help=words)
    command.set_defaults(module="new")

    command = add("diff", help="say what differs between two games, and what comes of it")
    _variant(command, "before")
    _variant(command, "after")
    words = "exit with 1 where the rules differ"
    command.add_argument("--exit-code", action="store_true", help=words)
    _common(command, "diff")

    command = add("flatten", help="print a file with all it extends, and where each line is from")
    _variant(command)
    command.add_argument("--plain", action="store_true", help="leave out where lines are from")
    _common(command, "flatten", spoken=False)

    command = add("run", help="deal, bid, play and score games with simple players")
    _variant(command)
    whole = _whole(0, 10**18)
    command.add_argument("--seed", type=whole, help="seed of the first game; drawn if left out")
    whole = _whole(1, 10**9)
    command.add_argument("--base", type=whole, default=1, help="the base score (default 1)")
    command.add_argument("--games", type=whole, default=1, help="how many games (default 1)")
    _common(command, "play")

    command = add("classify", help="say what cards are")
    _variant(command)
    command.add_argument("cards", help="cards such as 33344 or '10 J Q K A'")
    command.add_argument("--over", metavar="CARDS", help="whether they beat these cards")
    _common(command, "cards")

    command = add("count", help="count the plays of a hand or of the whole deck")
    _variant(command)
    command.add_argument("--hand", metavar="CARDS", help="the cards; the whole deck if left out")
    command.add_argument("--over", metavar="CARDS", help="only plays that beat these cards")
    command.add_argument("--divide", action="store_true", help="divide further, by leading cards")
    what = command.add_mutually_exclusive_group()
    words = "count each card set once, under its first reading (the default)"
    what.add_argument("--plays", action="store_const", const="plays", dest="what", help=words)
    words = "count each card set under each of its readings"
    what.add_argument("--readings", action="store_const", const="readings", dest="what", help=words)
    command.set_defaults(what="plays")
    _common(command, "count")

    command = add("replay", help="play a game record again, step by step")
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    _common(command, "play")

    command = add("lsp", help="serve an editor: findings, hover, definitions, completion, fixes")
    words = "language of what it says (default: the editor's)"
    command.add_argument("--lang", choices=_LANGUAGES, help=words)
    command.set_defaults(module="lsp")
    return parser


def _variant(
    command: argparse.ArgumentParser,
    name: str = "variant",
    nargs: str | None = None,
    metavar: str = "NAME",
) -> None:
    words = "a name, a path, or - for standard input"
    command.add_argument(name, nargs=nargs, metavar=metavar, help=words)


def _common(command: argparse.ArgumentParser, module: str, spoken: bool = True) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")
    if spoken:
        words = "language of the output"
        command.add_argument("--lang", choices=_LANGUAGES, default="en", help=words)
    command.set_defaults(module=module)


def _whole(least: int, most: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number") from None
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"it is a whole number from {least} to {most}")
        return value

    return whole
