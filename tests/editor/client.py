"""A small language client: starts a server, speaks the protocol over its pipes, and waits for what
it says.
"""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, Queue
from typing import IO, Any

__all__ = ["CURSOR", "Client", "ServerGoneError", "cursor"]

CURSOR = "▮"

PATIENCE = 30.0
"""Seconds after which an answer will not come any more."""

Message = dict[str, Any]


def cursor(text: str) -> tuple[str, int, int]:
    """A text without the cursor in it, and the cursor's line and place on it as the protocol counts
    them: from 0, a character outside the basic plane as two."""
    before, after = text.split(CURSOR)
    line = before.split("\n")[-1]
    return before + after, before.count("\n"), len(line.encode("utf-16-le")) // 2


class ServerGoneError(RuntimeError):
    """The server ended, or does not answer; with what it last wrote to its standard error."""


class Client:
    """One language server as a subprocess; a context manager that shuts it down.

    `settings` answers ``workspace/configuration`` by section. What the server sends unasked is kept
    in `heard`.
    """

    def __init__(
        self, command: Sequence[str], root: Path, settings: dict[str, Any] | None = None
    ) -> None:
        self.settings = settings or {}
        self.heard: list[Message] = []
        self.number = 0
        self.versions: dict[str, int] = {}
        self.server = subprocess.Popen(
            command,
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        self.errors: list[str] = []
        self.arrived: Queue[Message | None] = Queue()
        self.threads = [
            threading.Thread(target=self._listen, daemon=True),
            threading.Thread(target=self._listen_to_errors, daemon=True),
        ]
        for thread in self.threads:
            thread.start()
        self.root = root

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        if self.server.poll() is None:
            self.server.kill()
        self.server.wait()
        for thread in self.threads:
            thread.join(5)
        for pipe in (self.server.stdin, self.server.stdout, self.server.stderr):
            assert pipe is not None
            pipe.close()

    # --- the life of a server

    def start(self, **more: Any) -> Message:
        """Greet the server; what it can do."""
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "workspace": {"configuration": True},
            "textDocument": {
                "completion": {"completionItem": {"snippetSupport": True}},
                "hover": {"contentFormat": ["markdown"]},
                "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
            },
        }
        asked = {"processId": os.getpid(), "rootUri": self.root.as_uri(), "workspaceFolders": None}
        found: Message = self.request("initialize", {**asked, "capabilities": capabilities, **more})
        self.notify("initialized", {})
        return found

    def stop(self) -> int:
        """Say goodbye; the exit status."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.server.wait(PATIENCE)

    # --- documents

    def open(self, uri: str, text: str) -> None:
        """Open a document."""
        self.versions[uri] = 1
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, text: str) -> None:
        """Change all of a document's text."""
        self.versions[uri] += 1
        document = {"uri": uri, "version": self.versions[uri]}
        changes = [{"text": text}]
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def diagnostics(self, uri: str) -> list[Message]:
        """What is underlined in the document as it is now: waits until the server has said so."""

        def of_this(message: Message) -> bool:
            said = message.get("params", {})
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and said["uri"] == uri
                and said.get("version", self.versions[uri]) == self.versions[uri]
            )

        found: list[Message] = self.wait(of_this)["params"]["diagnostics"]
        return found

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """Ask about a place in a document."""
        place = {"line": line, "character": character}
        return self.request(
            f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": place, **more}
        )

    # --- messages

    def request(self, method: str, params: Any) -> Any:
        """Ask, and wait for the answer. ValueError where the server answers with an error."""
        self.number += 1
        number = self.number
        self._send({"id": number, "method": method, "params": params})
        answer = self.wait(lambda message: message.get("id") == number and "method" not in message)
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer.get("result")

    def notify(self, method: str, params: Any) -> None:
        """Tell."""
        self._send({"method": method, "params": params})

    def wait(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message not waited for yet that is wanted."""
        for at, message in enumerate(self.heard):
            if wanted(message):
                return self.heard.pop(at)
        while True:
            try:
                arrived = self.arrived.get(timeout=PATIENCE)
            except Empty:
                arrived = None
            if arrived is None:
                raise ServerGoneError("".join(self.errors[-40:]) or "the server says nothing")
            if "id" in arrived and "method" in arrived:
                self._send({"id": arrived["id"], "result": self._answer(arrived)})
            elif wanted(arrived):
                return arrived
            else:
                self.heard.append(arrived)

    def _answer(self, asked: Message) -> Any:
        if asked["method"] == "workspace/configuration":
            return [self.settings.get(item.get("section", "")) for item in asked["params"]["items"]]
        return None

    def _send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        pipe = self.server.stdin
        assert pipe is not None
        try:
            pipe.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            pipe.flush()
        except OSError:
            raise ServerGoneError("".join(self.errors[-40:])) from None

    def _listen(self) -> None:
        pipe: IO[bytes] | None = self.server.stdout
        assert pipe is not None
        while line := pipe.readline():
            length = 0
            while line.strip():
                name, _, value = line.decode().partition(":")
                if name.lower() == "content-length":
                    length = int(value)
                line = pipe.readline()
            self.arrived.put(json.loads(pipe.read(length)))
        self.arrived.put(None)

    def _listen_to_errors(self) -> None:
        pipe = self.server.stderr
        assert pipe is not None
        for line in pipe:
            self.errors.append(line.decode(errors="replace"))
