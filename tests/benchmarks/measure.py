"""Measuring in alternating rounds, and tables that print and go into JSON with the same figures."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

__all__ = ["Case", "Column", "Table", "Work", "clock", "measure", "ratio"]

Work = Callable[[], tuple[int, int]]
"""Something to time. It tells how much it did in two numbers, such as games and plays."""


def clock(act: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of process time that something takes, and what comes of it.

    What was made before is out of the garbage collector's sight, so that nobody pays for another's
    tables; what is made meanwhile is collected as ever.
    """
    gc.freeze()
    start = time.process_time()
    found = act()
    seconds = time.process_time() - start
    gc.unfreeze()
    return seconds, found


@dataclass
class Case:
    """One thing to measure. `prepare` makes the work of a round, off the clock; `against` is whom
    its speed is compared with."""

    name: str
    prepare: Callable[[int], Work]
    against: Case | None = None
    seconds: list[float] = field(default_factory=list)
    done: list[tuple[int, int]] = field(default_factory=list)

    def each(self) -> float:
        """Seconds for each of the first things it did, such as games; the median of the rounds."""
        return median(s / max(1, a) for s, (a, _) in zip(self.seconds, self.done, strict=True))

    def rate(self, which: int = 1) -> float:
        """How many things a second, the second ones (plays) if not said; median of the rounds."""
        return median(d[which] / s for s, d in zip(self.seconds, self.done, strict=True))

    def mean(self) -> float:
        """How many of the second things come on each of the first."""
        return sum(b for _, b in self.done) / max(1, sum(a for a, _ in self.done))


def measure(cases: Sequence[Case], rounds: int) -> None:
    """Measure the cases one after the other, and all of them again in every round."""
    for number in range(rounds):
        for case in cases:
            seconds, done = clock(case.prepare(number))
            case.seconds.append(seconds)
            case.done.append(done)


def ratio(case: Case, speed: Callable[[Case, int], float]) -> dict[str, float | str | None]:
    """The columns of a comparison: its speed by the other's, and the least and most of a round."""
    other = case.against
    if other is None:
        return {"ours/theirs": None, "least..most": ""}
    found = [speed(case, at) / speed(other, at) for at in range(len(case.seconds))]
    return {"ours/theirs": median(found), "least..most": f"{min(found):.2f}..{max(found):.2f}"}


@dataclass(frozen=True)
class Column:
    """A column: numbers by their format, or texts where it has none."""

    name: str
    form: str = ""

    def cell(self, value: Any) -> str:
        """A value as it is printed."""
        return "" if value is None else format(value, self.form)

    def figure(self, value: Any) -> Any:
        """A value as JSON has it: what is printed, as a number."""
        return value if not self.form or value is None else float(self.cell(value).replace(",", ""))


@dataclass
class Table:
    """A table of one section; each row has a value for every column."""

    section: str
    title: str
    note: str
    columns: list[Column]
    rows: list[dict[str, Any]] = field(default_factory=list)

    def text(self) -> str:
        """The table for people."""
        head = [column.name for column in self.columns]
        lines = [head, *([c.cell(row[c.name]) for c in self.columns] for row in self.rows)]
        wide = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
        shown = [
            "  ".join(
                cell.rjust(width) if column.form else cell.ljust(width)
                for cell, width, column in zip(line, wide, self.columns, strict=True)
            ).rstrip()
            for line in lines
        ]
        shown.insert(1, "  ".join("-" * width for width in wide))
        return "\n".join([f"## {self.title}", self.note, "", *shown, ""])

    def data(self) -> dict[str, Any]:
        """The same as JSON data."""
        rows = [{c.name: c.figure(row[c.name]) for c in self.columns} for row in self.rows]
        return {"section": self.section, "title": self.title, "note": self.note, "rows": rows}
