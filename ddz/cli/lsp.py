"""`lsp`: the language server for editors, over standard input and output."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec

from ddz.cli.console import complain

__all__ = ["run_lsp"]


def run_lsp(arguments: argparse.Namespace) -> int:
    """Serve until the editor says goodbye; 1 where the package it needs is missing."""
    if find_spec("pygls") is None:
        return complain("the language server needs the package pygls: pip install 'ddz[lsp]'")
    if sys.stdin.isatty():
        print("ddz: an editor starts this and speaks to it; Ctrl-C ends it", file=sys.stderr)
    from ddz.extras.lsp.server import make_server

    # the server closes the stream it writes to, and nothing else may write between its messages
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers, redirect_stdout(sys.stderr):
        make_server(arguments.lang).start_io(sys.stdin.buffer, answers)
    return 0
