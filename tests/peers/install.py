"""Make an environment that has the three engines: ``python -m tests.peers.install PATH``.

DouZero comes without what it says it needs: that is torch, for training only.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

ENGINES = ("open-spiel>=2.0", "rlcard>=1.2")
WITHOUT_WHAT_THEY_NEED = ("douzero>=1.1",)


def install(place: Path) -> Path:
    """Make the environment; its Python."""
    venv.create(place, with_pip=True)
    python = place / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    _pip(python, *ENGINES)
    _pip(python, "--no-deps", *WITHOUT_WHAT_THEY_NEED)
    _pip(python, "--editable", f"{ROOT}[test]")
    return python


def _pip(python: Path, *what: str) -> None:
    subprocess.run([python, "-m", "pip", "install", "--quiet", *what], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    made = install(Path(sys.argv[1]))
    print(f"{made} -m pytest tests/peers")
    print(f"{made} -m tests.peers --hands 10000 --games 1000")
