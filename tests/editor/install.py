"""Install the editors' YAML language server with npm: ``python -m tests.editor.install [FOLDER]``.

Without FOLDER it goes where the tests look for it: `$DDZ_EDITOR`, or a folder among the temporary
files. Needs Node.js with npm.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

__all__ = ["command", "folder", "install", "missing"]

SERVER = "yaml-language-server"
VERSION = "1.25.0"
"""The last one that runs with Node.js 18 and 20; those from 2.0 on need 22."""


def folder() -> Path:
    """Where the tests look for the server."""
    return Path(os.environ.get("DDZ_EDITOR") or Path(tempfile.gettempdir()) / "ddz-editor")


def command() -> list[str]:
    """How the server is started."""
    script = folder() / "node_modules" / SERVER / "bin" / SERVER
    return [shutil.which("node") or "node", str(script), "--stdio"]


def missing() -> str:
    """Why the server cannot be started, and what to do; empty where it can."""
    if shutil.which("node") is None:
        return "Node.js is not installed"
    if not Path(command()[1]).is_file():
        return f"{SERVER} is not installed: python -m tests.editor.install"
    return ""


def install(place: Path) -> None:
    """Put the server there. CalledProcessError where npm fails."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm is not installed; it comes with Node.js")
    place.mkdir(parents=True, exist_ok=True)
    options = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--silent"]
    subprocess.run([npm, "install", *options, f"{SERVER}@{VERSION}"], cwd=place, check=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    place = Path(sys.argv[1]) if len(sys.argv) == 2 else folder()
    install(place)
    named = f"DDZ_EDITOR={place} " if place != folder() else ""
    print(f"{named}python -m pytest tests/editor")
