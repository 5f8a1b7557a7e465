"""Run the tests that need other programs, Node.js and Chromium: ``python -m tests.outside``.

Installs the YAML language server with npm where it is not there yet. Node.js and Chromium come from
the system, such as Debian's packages ``nodejs``, ``npm`` and ``chromium``; what needs one that is
missing is skipped, and the summary says why. More words go to pytest.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from tests.editor import install


def main() -> int:
    """Install, and test; the exit status of pytest."""
    if install.missing() and shutil.which("npm") is not None:
        install.install(install.folder())
    words = ["-m", "pytest", "-m", "node or browser", "-rs", *sys.argv[1:]]
    return subprocess.run([sys.executable, *words], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
