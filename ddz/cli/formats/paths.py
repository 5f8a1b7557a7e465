"""How a finding's file is called where others look for it: from the folder the command ran in."""

from __future__ import annotations

import os
from pathlib import PurePath

__all__ = ["relative"]


def relative(file: str) -> str:
    """The path from the working directory, with `/`; on another drive, the path as it is."""
    try:
        return PurePath(os.path.relpath(file)).as_posix()
    except ValueError:
        return PurePath(file).as_posix()
