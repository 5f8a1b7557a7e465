"""The server: what an editor asks, answered from pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from ddz import __version__
from ddz.diagnostics import Diagnostic
from ddz.extras.lsp.checker import Checker
from ddz.extras.lsp.completion import completions
from ddz.extras.lsp.definition import definition_of
from ddz.extras.lsp.findings import at_place, failed, fixes_for, underlined
from ddz.extras.lsp.hover import explanation, hover
from ddz.extras.lsp.outline import outline
from ddz.extras.lsp.page import Open, Page, read_page
from ddz.extras.lsp.positions import Ruler
from ddz.extras.lsp.spots import Spot, spot_at
from ddz.extras.lsp.things import Things

__all__ = ["Bench", "make_server"]

Asked = lsp.HoverParams | lsp.DefinitionParams | lsp.CompletionParams

PAUSE = 0.2
"""Seconds without a key pressed after which a text is checked."""


class Bench(LanguageServer):
    """The open rule files of one editor: the page of each, the findings about it once it is
    checked, and the things of its last page that was."""

    def __init__(self) -> None:
        super().__init__("ddz", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.pages: dict[str, Page] = {}
        self.found: dict[str, list[Diagnostic]] = {}
        self.known: dict[str, Things] = {}
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.checker: Checker | None = None
        self.lang = "en"

    @property
    def codec(self) -> PositionCodec:
        """How the editor counts characters."""
        return self.workspace.position_codec

    # --- texts that come and go

    def read(self, uri: str, text: str, version: int | None, pause: float = PAUSE) -> None:
        """Take a text as it is now; when the typing rests, check it and what extends it."""
        self._take(uri, text, version, pause, self._check_with_others)

    def _take(
        self, uri: str, text: str, version: int | None, pause: float, check: Callable[[str], None]
    ) -> None:
        known = self.known.get(uri, Things())
        self.pages[uri] = read_page(_name(uri), text, version, known, self._others(uri))
        self.found.pop(uri, None)
        self._stop(uri)
        self.timers[uri] = asyncio.get_running_loop().call_later(pause, check, uri)

    def _others(self, uri: str) -> Open:
        """The texts of the other open files."""
        found = {}
        for other, page in self.pages.items():
            if other != uri and other.startswith("file:"):
                found[Path(page.name).resolve()] = page.text
        return found

    def read_again(self) -> None:
        """Take all texts again, since a file they extend may be another."""
        for uri, page in list(self.pages.items()):
            self._take(uri, page.text, page.version, 0, self._check)

    def close(self, uri: str) -> None:
        """Forget a text; nothing in it is underlined any more."""
        self._stop(uri)
        if self.checker is not None:
            self.checker.forget(uri)
        for kept in (self.pages, self.found, self.known):
            kept.pop(uri, None)
        self._read_above(uri)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def _stop(self, uri: str) -> None:
        timer = self.timers.pop(uri, None)
        if timer is not None:
            timer.cancel()

    def _read_above(self, uri: str) -> None:
        """Take the open files again that extend another, which changed in the editor."""
        path = Path(_name(uri)).resolve()
        for other, page in list(self.pages.items()):
            if other != uri and page.is_rules and page.stands_on(path):
                self._take(other, page.text, page.version, 0, self._check)

    def _check_with_others(self, uri: str) -> None:
        self._check(uri)
        self._read_above(uri)

    def _check(self, uri: str) -> None:
        if self.checker is None:
            loop = asyncio.get_running_loop()

            def tell(uri: str, page: Page, found: list[Diagnostic] | None) -> None:
                loop.call_soon_threadsafe(self._tell, uri, page, found)

            self.checker = Checker(tell)
        page = self.pages.get(uri)
        if page is not None and page.is_rules:
            self.checker.ask(uri, page)
        elif page is not None:
            self.checker.forget(uri)
            self._tell(uri, page, [])

    def _tell(self, uri: str, page: Page, found: list[Diagnostic] | None) -> None:
        """Underline the findings, where the text is still the one that was checked."""
        if self.pages.get(uri) is not page:
            return
        ruler = self.ruler(page)
        self.known[uri], self.found[uri] = page.things, found or []
        shown = [failed(ruler)] if found is None else underlined(page, found, ruler)
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, shown, page.version)
        )

    # --- places

    def ruler(self, page: Page) -> Ruler:
        """Measures a page as the editor does."""
        return Ruler(page.text, self.codec)

    def spot(self, asked: Asked) -> tuple[Page, Ruler, Spot] | None:
        """What the editor asks about; None for what is not open, or where nothing stands."""
        page = self.pages.get(asked.text_document.uri)
        if page is None or not page.is_rules or page.own is None:
            return None
        ruler = self.ruler(page)
        spot = spot_at(page.own, ruler.offset(asked.position))
        return None if spot is None else (page, ruler, spot)


def make_server(lang: str | None = None) -> Bench:
    """A server that speaks a language, or that of the editor where none is given."""
    server = Bench()

    @server.feature(lsp.INITIALIZE)
    def initialize(bench: Bench, asked: lsp.InitializeParams) -> None:
        bench.lang = lang or ("zh" if (asked.locale or "").lower().startswith("zh") else "en")

    _follow_texts(server)
    _answer_places(server)
    _answer_files(server)
    return server


def _follow_texts(server: Bench) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(bench: Bench, told: lsp.DidOpenTextDocumentParams) -> None:
        document = told.text_document
        bench.read(document.uri, document.text, document.version, 0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(bench: Bench, told: lsp.DidChangeTextDocumentParams) -> None:
        document = bench.workspace.get_text_document(told.text_document.uri)
        bench.read(told.text_document.uri, document.source, told.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(bench: Bench, told: lsp.DidSaveTextDocumentParams) -> None:
        bench.read_again()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def touched(bench: Bench, told: lsp.DidChangeWatchedFilesParams) -> None:
        bench.read_again()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(bench: Bench, told: lsp.DidCloseTextDocumentParams) -> None:
        bench.close(told.text_document.uri)


def _answer_places(server: Bench) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    @server.thread()
    def hovered(bench: Bench, asked: lsp.HoverParams) -> lsp.Hover | None:
        page = bench.pages.get(asked.text_document.uri)
        if page is None:
            return None
        found = bench.spot(asked)
        told = [hover(page, found[2], bench.lang)] if found is not None else []
        under = bench.found.get(asked.text_document.uri, [])
        codes = dict.fromkeys(at_place(page, under, bench.ruler(page), asked.position))
        told += [explanation(code, bench.lang) for code in codes]
        text = "\n\n---\n\n".join(each for each in told if each)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(bench: Bench, asked: lsp.DefinitionParams) -> lsp.Location | None:
        found = bench.spot(asked)
        return None if found is None else definition_of(found[0], found[2], bench.codec)

    triggers = lsp.CompletionOptions(trigger_characters=[" ", "(", "+", "|", ":"])

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, triggers)
    def completed(bench: Bench, asked: lsp.CompletionParams) -> lsp.CompletionList:
        found = bench.spot(asked)
        items = [] if found is None else completions(found[0], found[2], found[1], bench.lang)
        return lsp.CompletionList(is_incomplete=False, items=items)


def _answer_files(server: Bench) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(bench: Bench, asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        page = bench.pages.get(asked.text_document.uri)
        return [] if page is None or not page.is_rules else outline(page, bench.ruler(page))

    kinds = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, kinds)
    def mended(bench: Bench, asked: lsp.CodeActionParams) -> Sequence[lsp.CodeAction]:
        uri = asked.text_document.uri
        page = bench.pages.get(uri)
        if page is None:
            return []
        found = bench.found.get(uri, [])
        return list(fixes_for(page, found, uri, bench.ruler(page), asked.range, bench.lang))


def _name(uri: str) -> str:
    """The path of a document; one that has no file yet counts as one in this folder."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path).absolute().as_posix() if path else (Path.cwd() / "untitled.yaml").as_posix()
