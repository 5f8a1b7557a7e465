"""A file written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, raw: bytes, before: bytes) -> None:
    """Put bytes in the place of a file's, which must still be those `before`. What a link leads to
    is written; the mode stays. OSError where that cannot be, and then the file is as it was."""
    path = path.resolve()
    if not os.access(path, os.W_OK):
        raise PermissionError(13, "the file may not be written", str(path))
    if path.read_bytes() != before:
        raise BlockingIOError(11, "the file was changed by somebody else meanwhile", str(path))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, stat.S_IMODE(path.stat().st_mode))
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
