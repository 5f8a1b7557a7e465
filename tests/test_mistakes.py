"""Mistakes that authors make: each file in `tests/mistakes` has one, and one finding tells of it.

The finding stands in a comment on its line (``# DDZ201@9``: code and column; ``# line 3: DDZ102@5``
where the line cannot hold a comment, ``# line 3 of base.yaml: …`` where it is another file's). The
hint must have the words behind ``# hint:``. What it says to do is done by the lines behind
``# fixed:`` in the place of the finding's line (``# fixed 4:`` of line 4; several are several
lines, and nothing behind it takes the line out); then the file is sound. ``# beside: classic trio``
says that a line of a base is shown beside the finding, at this word.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import ddz

FOLDER = Path(__file__).resolve().parent / "mistakes"
MISTAKES = sorted(FOLDER.glob("*.yaml"))
MENDED = MISTAKES if os.environ.get("DDZ_FULL") else MISTAKES[::3]


@dataclass(frozen=True)
class Mistake:
    """What a file's comments say: the finding's file, line, code and column, the words of its hint,
    the lines that mend it, by number, and the words of a base shown beside it."""

    file: str
    line: int
    code: str
    column: int
    hint: tuple[str, ...]
    fixed: dict[int, tuple[str, ...]]
    beside: tuple[tuple[str, str], ...]


def told(path: Path) -> Mistake:
    """Read the comments of a file."""
    place: tuple[str, int, str, int] | None = None
    hint: list[str] = []
    fixed: dict[int, list[str]] = {}
    beside: list[tuple[str, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := re.search(r"# (?:line (\d+)(?: of (\S+))?: )?(DDZ\d{3})@(\d+)$", line):
            assert place is None, "one mistake a file"
            other, file, code, column = found.groups()
            place = (file or path.name, int(other or number), code, int(column))
        elif line.startswith("# hint: "):
            hint += _words(line.removeprefix("# hint: "))
        elif found := re.match(r"# beside: (\S+) (\S+)$", line):
            beside.append((found[1], found[2]))
        elif found := re.match(r"# fixed(?: (\d+))?:(?: (.*))?$", line):
            assert place is not None
            fixed.setdefault(int(found[1] or place[1]), []).extend([found[2]] * bool(found[2]))
    assert place is not None
    assert hint
    assert fixed
    lines = {number: tuple(texts) for number, texts in fixed.items()}
    return Mistake(*place, tuple(hint), lines, tuple(beside))


def _words(text: str) -> list[str]:
    """Words apart; in quotes or brackets they belong together."""
    return re.findall(r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]|[^\s]+", text)


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_one_finding_a_mistake(path: Path) -> None:
    """Just one finding, where the author can act, with a hint that says what to do."""
    mistake = told(path)
    found = ddz.validate(path)
    shown = "\n".join(finding.render() for finding in found)
    assert len(found) == 1, shown
    (finding,) = found
    assert finding.span is not None
    place = (finding.span.line, finding.code, finding.span.column)
    assert place == (mistake.line, mistake.code, mistake.column), shown
    assert Path(finding.span.file) == FOLDER / mistake.file, shown
    assert [word for word in mistake.hint if word not in finding.hint] == [], shown
    places = [
        (Path(span.file).stem, span.excerpt[span.column - 1 :]) for _, span in finding.related
    ]
    for file, word in mistake.beside:
        assert any(file == f and text.startswith(word) for f, text in places), shown


@pytest.mark.parametrize("path", MENDED, ids=lambda path: path.stem)
def test_what_the_hint_says_mends_it(path: Path, tmp_path: Path) -> None:
    """With the lines that mend it in their place, the file is sound."""
    mistake = told(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    for number in sorted(mistake.fixed, reverse=True):
        lines[number - 1 : number] = mistake.fixed[number]
    found = ddz.validate(path, text="\n".join(lines) + "\n")
    assert found == [], "\n".join(finding.render() for finding in found)


def test_every_kind_is_there() -> None:
    """All sorts of mistakes, and many of them."""
    assert len(MISTAKES) >= 60
    kinds = {path.stem.split("-")[0] for path in MISTAKES}
    assert kinds >= {
        "auction", "bomb", "case", "chinese", "choice", "condition", "deal", "deck", "example",
        "extends", "flow", "kitty", "line", "mark", "pattern", "role", "schema", "score", "text",
        "yaml",
    }  # fmt: skip
