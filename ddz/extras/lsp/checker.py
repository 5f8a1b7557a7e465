"""Checking in the background: of what an editor asks for, the last text of each file counts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from ddz.diagnostics import Diagnostic
from ddz.extras.lsp.page import Page

__all__ = ["Checker"]

_log = logging.getLogger(__name__)

Told = Callable[[str, Page, list[Diagnostic] | None], None]
"""Takes what was found about a page, or None where the check itself failed."""


class Checker:
    """A thread that checks pages one after the other and tells what it found.

    It ends with the program, also in the middle of a file that takes long.
    """

    def __init__(self, tell: Told) -> None:
        self._tell = tell
        self._waiting: dict[str, Page] = {}
        self._changed = threading.Condition()
        threading.Thread(target=self._work, name="checker", daemon=True).start()

    def ask(self, uri: str, page: Page) -> None:
        """Check a page as soon as there is time, in the place of an older one of the same file."""
        with self._changed:
            self._waiting.pop(uri, None)
            self._waiting[uri] = page
            self._changed.notify()

    def forget(self, uri: str) -> None:
        """Do not check a file that waits."""
        with self._changed:
            self._waiting.pop(uri, None)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting))
                uri = next(iter(self._waiting))
                page = self._waiting.pop(uri)
            found: list[Diagnostic] | None = None
            try:
                found = page.check()
            except Exception:
                _log.exception("%s could not be checked", uri)
            self._tell(uri, page, found)
