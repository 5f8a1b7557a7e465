"""Write down that the shipped variants are sound as they are: ``python -m tests.checked``.

Each is validated in full; where one has a finding, nothing is written.
"""

from __future__ import annotations

import sys

import ddz
from ddz.compiled.trusted import hash_of
from ddz.resources import shipped
from ddz.variant import flatten
from ddz.variant.find import find_variant, names_of_shipped
from ddz.variant.names import label
from ddz.variant.options import needed, read_options

__all__ = ["forms", "written"]

HEAD = "# what each variant said when it was last checked in full: python -m tests.checked\n"


def written() -> str:
    """The text that `checked.txt` should have."""
    lines = []
    for name in forms():
        root = flatten(find_variant(name)).root
        assert root is not None, name
        lines.append(f"{hash_of(root)}  {name}\n")
    return HEAD + "".join(lines)


def forms() -> list[str]:
    """The shipped variants, each as it stands and with each of its options switched."""
    found = []
    for name in sorted(names_of_shipped()):
        found.append(name)
        root = flatten(find_variant(name)).root
        assert root is not None, name
        options = read_options(root)
        found += [
            label(name, needed(options, option.name, way).items())
            for option in options.values()
            for way in option.choices
            if way != option.default
        ]
    return found


def main() -> int:
    """Check, and write."""
    for name in forms():
        found = [d for d in ddz.validate(name) if d.severity == "error" or "[" not in name]
        if found:
            print("\n".join(map(str, found)))
            return 1
    (shipped() / "checked.txt").write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
