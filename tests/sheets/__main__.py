"""Make the golden rule sheets anew: ``python -m tests.sheets``."""

from __future__ import annotations

from tests.sheets import FOLDER, GOLDENS, fresh


def main() -> None:
    """Write each golden file whose sheet has changed, and name it."""
    for name in GOLDENS:
        path = FOLDER / name
        text = fresh(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"changed: {name}")


if __name__ == "__main__":
    main()
