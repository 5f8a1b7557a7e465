"""Fuzzing: whatever is fed in, a finding or a refusal comes out; what is sound plays to the end.

Run as ``python -m tests.fuzz --files N --texts N --seed S``. Files are mutated at the level of
bytes, lines, words and structure; those that `ddz.validate` finds sound are dealt and played.
Texts are patterns, conditions, cards, actions, written deals, records and command lines. A *fault*
is any other exception than those promised, more than five seconds of processor time for one case,
or a promise broken (scores that do not add up, a seat to act with no action, a game without end).
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import json
import random
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

import ddz
from ddz import CardsError, RefusedAction, Rules, State, VariantError
from ddz.cards import Deck
from ddz.cli import main as command_line
from ddz.condition import (
    ConditionTrouble,
    Scope,
    read_each,
    read_event,
    read_expression,
    read_until,
)
from ddz.pattern import PatternTrouble, expand, read_mark, read_pattern, read_step
from ddz.syntax import SyntaxTrouble
from ddz.tools.log import every_line

__all__ = ["Report", "fuzz_files", "fuzz_texts", "main"]

ROOT = Path(__file__).parents[1]
SECONDS = 5.0
MOST_ACTIONS = 3000

Doc = dict[str, Any]
Case = Callable[[random.Random], tuple[str, Callable[[], None]]]


class SlowError(BaseException):
    """A case took more than its processor time; no `except Exception` may swallow it."""


class BrokenError(Exception):
    """A promise that does not hold."""


@contextlib.contextmanager
def clock(seconds: float = SECONDS) -> Iterator[None]:
    """Bounds the processor time of what is done inside."""

    def ring(*_: object) -> None:
        raise SlowError(f"more than {seconds:g} s of processor time")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass
class Fault:
    """One cause: where it came up, its shortest case, how often it was seen."""

    where: str
    message: str
    case: str
    trace: str
    seen: int = 1


@dataclass
class Report:
    """What was tried and what failed."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: dict[str, Fault] = field(default_factory=dict)
    log: bool = False
    until: float | None = None

    def enough(self, at: int, count: int, what: str) -> bool:
        """Whether time is up; says now and then how far things are."""
        if self.log and at % 500 == 0:
            print(f"{what} {at} of {count}", flush=True)
        return self.until is not None and time.monotonic() > self.until

    def run(self, kind: str, case: str, act: Callable[[], None]) -> str | None:
        """Run one case; the key of its fault, None where all is well."""
        try:
            with clock():
                act()
        except (Exception, SlowError, SystemExit) as error:
            return self._take(kind, case, error)
        return None

    def _take(self, kind: str, case: str, error: BaseException) -> str:
        key = f"{kind}: {key_of(error)}"
        known = self.faults.get(key)
        if known is None:
            trace = "".join(traceback.format_exception(error)[-6:])
            self.faults[key] = Fault(key, str(error)[:300], case, trace)
            if self.log:
                print(f"FAULT {key}\n  {str(error)[:300]}\n  {case[:1500]!r}", flush=True)
        else:
            known.seen += 1
            if len(case) < len(known.case):
                known.case = case
        return key

    def text(self) -> str:
        """The faults, one after the other."""
        parts = [
            f"{fault.where} ({fault.seen} times)\n  {fault.message}\n  case: {fault.case}\n"
            f"{fault.trace}"
            for fault in self.faults.values()
        ]
        return "\n".join(parts)


def key_of(error: BaseException) -> str:
    """The kind of an error and the innermost place in the engine it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "/ddz/" in frame.filename]
    if isinstance(error, BrokenError):
        return f"Broken {str(error).split(':', 1)[0]}"
    if not inside:
        return type(error).__name__
    at = inside[-1]
    line = "" if isinstance(error, SlowError) else f":{at.lineno}"
    return f"{type(error).__name__} in {Path(at.filename).name}{line} {at.name}"


# --- bases


def bases() -> list[tuple[str, str]]:
    """Texts to start from: the shipped games, the else and bad files, the games of the manual."""
    found = []
    for folder in ("variants", "tests/elses", "tests/variants/bad"):
        paths = sorted((ROOT / folder).rglob("*.yaml"))
        found += [(path.name, path.read_text("utf-8", errors="surrogateescape")) for path in paths]
    manual = (ROOT / "grammar/README.md").read_text("utf-8")
    for at, block in enumerate(re.findall(r"```yaml variant\n(.*?)```", manual, re.S)):
        found.append((f"manual-{at}.yaml", block))
    return found


def documents() -> list[Doc]:
    """Whole flattened games to change at the level of structure; the small ones stand often."""
    large = [_plain(ddz.load(name).compiled.document) for name in ("2v4", "3v3")]
    manual = (ROOT / "grammar/README.md").read_text("utf-8")
    blocks = re.findall(r"```yaml variant\n(.*?)```", manual, re.S)
    classic = [_plain(ddz.load("manual.yaml", text=block).compiled.document) for block in blocks]
    return [*large, *4 * [*map(_small, large), classic[0]], *classic[1:]]


def _small(doc: Doc) -> Doc:
    """The game with few ranks and patterns, so that reading and playing it take little time."""
    small = _plain(doc)
    del small["examples"], small["texts"]
    ranks = "3 4 5 6 7 A 2 B R"
    small["deck"]["ranks"] = ranks
    small["lines"] = {"run": "3 4 5 6 7 A", "starts": "A 3 4 5 6 7"}
    kept = ("solo", "pair", "trio", "solo_chain", "trio_pair")
    small["patterns"] = {name: doc["patterns"][name] for name in kept}
    jokers = "3 of a rank from B R | 4.. of B R"
    small["bombs"] = {"bomb": "4.. of a rank but B R", "joker_bomb": jokers}
    small["ladder"] = ["joker_bomb 3", "bomb", "joker_bomb 4.."]
    cards = doc["deck"]["copies"] * (4 * 7 + 2)
    small["deal"]["each"] = (cards - doc["deal"].get("kitty", 0)) // doc["players"]
    return small


def _plain(doc: Doc) -> Doc:
    found: Doc = json.loads(json.dumps(doc))
    return found


# --- mutations of text

# fmt: off
SPECIALS = [
    ": ", "- ", "? ", "&a ", "*a", "!!int ", "!x ", "<<: ", "| ", "> ", "%YAML 1.1\n", "---\n",
    "...\n", "{", "}", "[", "]", ",", "#", " #", "'", '"', "\t", "\r", "\n", "\0", "\x85", "\u2028",
    "\ufeff", "@", "`", "~", "null", "true", "NaN", ".inf", "-.inf", "1e999", "0x1F", "0o17", "2:4",
    "1_000", "１２", "²", "٣", "王", "𝟛", "é", "\u202e", "\ud800", "'" * 7, "[" * 40, "{a: " * 30,
    "(" * 20,
]
NUMBERS = [
    "0", "-1", "1", "2", "3", "7", "12", "13", "99", "1000000", "1000001", "9" * 18, "9" * 19,
    "9" * 40, "9" * 5000, "-9" + "9" * 30, "1.5", "-0.0", "1e308", "6.0", "00", "+3",
]
WORDS = [
    "n", "0", "may", "repeat", "up", "to", "touch", "both", "beside", "by", "but", "from",
    "without", "exactly", "a", "or", "and",
    "not", "in", "where", "any", "every", "no", "won", "went", "out", "ended", "holds", "splits",
    "size", "left", "next", "(", ")", "==", "<", "*", "-", "bombs", "after", "as",
]
# fmt: on
WORD = re.compile(r"\w+|\.\.|[^\w\s]")


def mutate_text(rnd: random.Random, text: str, words: list[str]) -> str:
    """One change to a text: characters, words, numbers."""
    at = rnd.randrange(len(text) + 1)
    to = min(len(text), at + rnd.choice([1, 1, 2, 5, 20]))
    kind = rnd.randrange(9)
    if kind == 0:
        return text[:at] + text[to:]
    if kind == 1:
        return text[:at] + rnd.choice(SPECIALS) + text[at:]
    if kind == 2:
        return text[:at] + text[at:to] * 2 + text[to:]
    if kind == 3:
        return (
            text[:at]
            + chr(rnd.choice([rnd.randrange(32, 127), rnd.randrange(1, 0xFFFF)]))
            + text[to:]
        )
    found = list(WORD.finditer(text))
    if not found:
        return text + rnd.choice(words)
    match = rnd.choice(found)
    other = rnd.choice(words) if kind < 7 else rnd.choice(found).group()
    if kind == 4:
        other = rnd.choice(NUMBERS)
        numbers = [m for m in found if m.group().isdigit()]
        match = rnd.choice(numbers) if numbers else match
    if kind == 5:
        return text[: match.start()] + text[match.end() :]
    if kind == 6:
        return f"{text[: match.end()]} {other} {text[match.end() :]}"
    return text[: match.start()] + other + text[match.end() :]


def mutate_lines(rnd: random.Random, text: str) -> str:
    """One change to the lines of a file."""
    lines = text.split("\n")
    at, other = rnd.randrange(len(lines)), rnd.randrange(len(lines))
    kind = rnd.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at] = " " * rnd.randrange(1, 9) + lines[at]
    elif kind == 4:
        lines[at] = lines[at].lstrip()
    elif kind == 5 and ":" in lines[at] and ":" in lines[other]:
        key = lines[other].partition(":")[0]
        lines[other] = f"{key}:{lines[at].partition(':')[2]}"
    else:
        lines = lines[: rnd.randrange(len(lines) + 1)]
    return "\n".join(lines)


def mutate_bytes(rnd: random.Random, text: str) -> bytes:
    """A few changed bytes; the result need not be UTF-8."""
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rnd.randrange(1, 4)):
        if raw:
            raw[rnd.randrange(len(raw))] = rnd.randrange(256)
    return bytes(raw)


# --- mutations of structure


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) of a document."""
    items: Any = ()
    if isinstance(node, dict):
        items = list(node.items())
    elif isinstance(node, list):
        items = list(enumerate(node))
    for key, value in items:
        yield node, key
        yield from places(value, (*path, key))


def deep(rnd: random.Random) -> Any:
    """A value nobody expects."""
    node: Any = 1
    for _ in range(rnd.choice([1, 3, 30, 200])):
        node = [node] if rnd.random() < 0.5 else {"a": node}
    return node


def mutate_tree(rnd: random.Random, doc: Doc, words: list[str]) -> None:
    """One blind change to a document."""
    every = list(places(doc))
    if not every:
        return
    node, key = rnd.choice(every)
    other, their = rnd.choice(every)
    kind = rnd.randrange(9)
    if kind == 0:
        del node[key]
    elif kind == 1:
        node[key] = copy.deepcopy(other[their])
    elif kind == 2:
        node[key], other[their] = copy.deepcopy(other[their]), copy.deepcopy(node[key])
    elif kind == 3:
        node[key] = rnd.choice([None, "", [], {}, True, 0, -1, 1.5, 10**30, -(10**9), "王", " "])
    elif kind == 4:
        node[key] = deep(rnd)
    elif kind == 5 and isinstance(node, list):
        node.insert(rnd.randrange(len(node) + 1), copy.deepcopy(node[key]))
    elif kind == 6 and isinstance(node, dict):
        node[rnd.choice(words)] = node.pop(key)
    else:
        texts = [(n, k) for n, k in every if isinstance(n[k], str)]
        if texts:
            node, key = rnd.choice(texts)
            node[key] = mutate_text(rnd, node[key], words)


class Writer:
    """Writes expressions, patterns and events that read well, with the names of one document."""

    def __init__(self, rnd: random.Random, doc: Doc) -> None:
        self.rnd, self.doc = rnd, doc
        steps = doc.get("steps", {})
        kinds = {name: next(iter(step)) for name, step in steps.items()}
        roles = [s["roles"] for s in steps.values() if "roles" in s]
        self.roles = [name for each in roles for name in each] or ["landlord"]
        self.sides = [role["side"] for each in roles for role in each.values()] or ["landlords"]
        self.marks = list(doc.get("deal", {}).get("marks", {})) or ["open_card"]
        self.ends = [name for name, kind in kinds.items() if kind == "end"] or ["swept"]
        options = [s["choice"]["options"] for s in steps.values() if "choice" in s]
        self.options = [name for each in options for name in each] or ["double"]
        self.patterns = list(doc.get("patterns", {})) or ["solo"]
        self.bombs = list(doc.get("bombs", {})) or ["bomb"]
        self.cases = list(doc.get("cases", {}))
        self.names = list(doc.get("names", {}))
        self.lines = list(doc.get("lines", {})) or ["run"]
        self.ranks = str(doc.get("deck", {}).get("ranks", "3 4 5")).split()

    def seats(self, depth: int = 2) -> str:
        rnd = self.rnd
        if depth <= 0 or rnd.random() < 0.5:
            mark = rnd.choice(self.marks)
            plain = ["all", "none", "winner", f"holder({mark})", f"holders({mark})"]
            return rnd.choice([*plain, *self.roles, *self.sides, *self.names])
        one, two = self.seats(depth - 1), self.seats(depth - 1)
        return rnd.choice(
            [f"next({one})", f"{one} + {two}", f"{one} - {two}", f"({one} - ({two}))"]
        )

    def number(self, depth: int = 2) -> str:
        rnd = self.rnd
        if depth <= 0 or rnd.random() < 0.4:
            sizes = [f"{word}({self.seats(1)})" for word in ("size", "left", "plays")]
            return rnd.choice(["0", "1", "2", "3", "17", "999999999", "bid", "N", "n", *sizes])
        one, two = self.number(depth - 1), self.number(depth - 1)
        return rnd.choice([f"{one} + {two}", f"{one} - {two}", f"({one}) * ({two})"])

    def range(self) -> str:
        low = self.rnd.randrange(0, 9)
        return self.rnd.choice(
            ["", f" {low}", f" {low}..", f" {low}..{low + self.rnd.randrange(9)}"]
        )

    def truth(self, depth: int = 2) -> str:
        rnd = self.rnd
        if depth > 0 and rnd.random() < 0.4:
            one, two = self.truth(depth - 1), self.truth(depth - 1)
            each = f"{rnd.choice(['any', 'every', 'no'])} s in {self.seats(1)} where"
            inner = [f"holds(s, {rnd.choice(self.bombs)}{self.range()})", "splits(s, bombs)"]
            inner += ["s in all - winner", "size(s + winner) == 1", "left(s) > 4", one]
            return rnd.choice(
                [
                    f"({one}) and ({two})",
                    f"({one}) or ({two})",
                    f"not ({one})",
                    f"{each} {rnd.choice(inner)}",
                ]
            )
        seats, sign = self.seats(1), rnd.choice(["==", "!=", "<", "<=", ">", ">="])
        plain = [
            f"{self.number(1)} {sign} {self.number(1)}",
            f"{seats} {sign[0] if sign[0] in '<>' else sign} {self.seats(1)}",
            f"{seats} in {self.seats(1)}",
            f"{seats} not in {self.seats(1)}",
            f"{seats} won",
            f"{seats} went out",
            f"ended by {rnd.choice(self.ends)}",
            f"holds({seats}, bombs)",
            f"splits({seats}, bombs, after 1)",
        ]
        return rnd.choice([*plain, *self.cases, *self.cases])

    def event(self) -> str:
        rnd = self.rnd
        name = rnd.choice([*self.patterns, *self.bombs, "bombs", "bombs"])
        cards = rnd.choice(self.ranks) * rnd.randrange(1, 5)
        over = rnd.choice(["", "", f" over {cards}"])
        played = f"played {name}{self.range()}{over}"
        return rnd.choice([played, played, f"said {rnd.choice(self.options)}", "end"])

    def group(self, depth: int = 1) -> str:
        rnd = self.rnd
        low = rnd.choice([1, 1, 2, 2, 3, 4, 5, 8])
        amount = rnd.choice([str(low), str(low), f"{low}..", f"{low}..{low + 3}", "n", "0"])
        ranks = " ".join(rnd.sample(self.ranks, min(len(self.ranks), rnd.randrange(1, 4))))
        name, line = rnd.choice(self.patterns), rnd.choice(self.lines)
        base = rnd.choice(
            [
                f"{amount} of a rank",
                f"{amount} of a rank",
                f"{amount} of {ranks}",
                f"row of {amount} {name} on {line}",
                f"exactly {ranks.replace(' ', '')}",
                f"{amount} {name}",
                name,
            ]
        )
        for _ in range(rnd.choice([0, 0, 0, 1, 2])):
            base += " " + rnd.choice(
                [
                    f"but {ranks}",
                    f"from {ranks}",
                    f"without {ranks.replace(' ', '')}",
                    f"by {line}",
                    "may repeat",
                    f"may repeat up to {rnd.randrange(5)}",
                    "may touch",
                    f"not both {rnd.choice(self.ranks)} {rnd.choice(self.ranks)}",
                    f"no {name} beside",
                ]
            )
        return base

    def pattern(self) -> str:
        rnd = self.rnd
        shapes = []
        for _ in range(rnd.choice([1, 1, 1, 2])):
            groups = " + ".join(self.group() for _ in range(rnd.choice([1, 1, 2, 2, 3])))
            tail = rnd.choice([", n 2..", ", n 1..3", ", n 2"])
            needs = re.search(r"\bn\b", groups) is not None
            shapes.append(groups + (tail if needs or rnd.random() < 0.05 else ""))
        return " | ".join(shapes)


def reshape(rnd: random.Random, doc: Doc) -> None:
    """One change that keeps a file sound more often than not."""
    write = Writer(rnd, doc)
    steps = doc.setdefault("steps", {})
    done = False
    while not done:
        done = rnd.choice(CHANGES)(rnd, doc, write, steps)
    if rnd.random() < 0.9:
        doc.pop("examples", None)


def _resize(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    ranks, jokers = write.ranks, str(doc["deck"].get("jokers", "")).split()
    if rnd.random() < 0.6:
        kept = [r for r in ranks if rnd.random() < rnd.choice([0.4, 0.8, 1.0])] or ranks[:1]
        doc["deck"]["ranks"] = " ".join(kept)
        jokers = [r for r in jokers if r in kept]
        doc["deck"].pop("jokers", None)
        if jokers:
            doc["deck"]["jokers"] = " ".join(jokers)
        for name, line in doc.get("lines", {}).items():
            doc["lines"][name] = " ".join(r for r in line.split() if r in kept) or kept[0]
        ranks = kept
        for text in ("patterns", "bombs"):
            for name, pattern in doc.get(text, {}).items():
                words = pattern.split()
                doc[text][name] = " ".join(
                    w for w in words if len(w) > 1 or w in kept or not w.isupper()
                )
        if rnd.random() < 0.7:
            doc["ladder"] = list(doc.get("bombs", {}))
    copies, players = rnd.choice([1, 1, 2, 3, 4]), rnd.choice([2, 3, 3, 4, 5, 6, 7, 12])
    doc["deck"]["copies"], doc["players"] = copies, players
    size = copies * (4 * (len(ranks) - len(jokers)) + len(jokers))
    most = max(1, size // players)
    each = rnd.choice([most, most, max(1, most - 1), rnd.randrange(1, most + 1)])
    kitty = size - each * players
    doc["deal"]["each"] = each
    doc["deal"].pop("kitty", None)
    shares = [step["kitty"]["to"] for step in steps.values() if "kitty" in step]
    if kitty > 0:
        doc["deal"]["kitty"] = kitty
        if not shares and rnd.random() < 0.9:
            steps["hand_out"] = {"kitty": {"shown": "all", "to": {write.roles[0]: kitty}}}
            at = next((i + 1 for i, s in enumerate(doc["flow"]) if "roles" in steps.get(s, {})), 1)
            doc["flow"].insert(at, "hand_out")
    for share in shares:
        for role in list(share)[1:]:
            del share[role]
        for role in share:
            share[role] = kitty
        if not kitty:
            doc["flow"] = [s for s in doc["flow"] if "kitty" not in steps.get(s, {})]
            for name in [n for n, s in steps.items() if "kitty" in s]:
                del steps[name]
    return True


def _repattern(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    section = rnd.choice(["patterns", "patterns", "bombs"])
    names = list(doc.get(section, {}))
    fresh = rnd.random() < 0.5 or not names
    name = f"new_{rnd.randrange(9)}" if fresh else rnd.choice(names)
    if rnd.random() < 0.15 and len(names) > 1 and not fresh:
        del doc[section][name]
    else:
        doc.setdefault(section, {})[name] = write.pattern()
    if section == "bombs" and rnd.random() < 0.8:
        doc["ladder"] = list(doc["bombs"])
        rnd.shuffle(doc["ladder"])
    return True


def _find(rnd: random.Random, steps: Doc, kind: str) -> Doc | None:
    found = [step[kind] for step in steps.values() if isinstance(step, dict) and kind in step]
    return rnd.choice(found) if found else None


def _reauction(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    step = _find(rnd, steps, "auction")
    if step is None:
        return False
    key = rnd.choice(["from", "asked", "barred", "bids", "turns", "unbid", "when", "passed"])
    ends: list[Doc] = [
        {"seat": write.seats()},
        {"lot": rnd.randrange(1, 4)},
        {"void": True},
    ]
    values: Doc = {
        "from": write.seats(),
        "asked": write.seats(),
        "barred": write.seats(),
        "when": write.truth(),
        "bids": sorted(rnd.sample(range(1, 9), rnd.randrange(1, 5))),
        "turns": rnd.randrange(1, 4),
        "passed": rnd.choice(["in", "in", "out", "back"]),
        "unbid": {**rnd.choice(ends), **rnd.choice([{}, {"redeal": rnd.randrange(1, 4)}])},
    }
    if rnd.random() < 0.2:
        step.pop(key, None)
    else:
        step[key] = values[key]
    return True


def _rerole(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    step = _find(rnd, steps, "roles")
    if step is None:
        return False
    role = step[rnd.choice(list(step))]
    kind = rnd.randrange(4)
    if kind == 0:
        role["who"] = write.seats()
    elif kind == 1:
        role["hidden_until"] = f"spends {rnd.choice(write.marks)}"
    elif kind == 2:
        role.pop("hidden_until", None)
    else:
        role["side"] = rnd.choice(write.sides)
    return True


def _rekitty(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    step = _find(rnd, steps, "kitty")
    if step is None:
        return False
    if rnd.random() < 0.4:
        step["shown"] = rnd.choice(["all", "owner"])
    else:
        step["to"] = {
            rnd.choice(write.roles): rnd.choice([write.number(), doc["deal"].get("kitty", 1)])
        }
    return True


def _reend(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    step: Doc = {
        "when": {"why_one": write.truth(), "why_two": write.truth()},
        "won": rnd.choice(write.sides),
    }
    if rnd.random() < 0.5:
        step["any"] = f"s in {write.seats()}"
        step["when"]["why_one"] = rnd.choice(
            [
                "holds(s, bombs)",
                "splits(s, bombs)",
                "left(s) > 5",
                "s in winner",
                "splits(s, bombs, after 1)",
            ]
        )
    name = rnd.choice([*[n for n, s in steps.items() if "end" in s], "early"])
    steps[name] = {"end": step}
    if name not in doc["flow"]:
        doc["flow"].insert(rnd.randrange(1, len(doc["flow"])), name)
    return True


def _rechoice(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    step = _find(rnd, steps, "choice")
    if step is None or rnd.random() < 0.4:
        name = f"ask_{rnd.randrange(3)}"
        yes, no = f"yes_{name}", f"no_{name}"
        options = {yes: rnd.choice([{}, {"opens": "hand"}]), no: {}}
        steps[name] = {"choice": {"ask": write.seats(), "options": options, "default": no}}
        if name not in doc["flow"]:
            doc["flow"].insert(rnd.randrange(1, len(doc["flow"])), name)
        doc.setdefault("multiplier", {}).setdefault("rows", []).append(
            {"at": f"said {yes}", "add": 1}
        )
        return True
    step["ask"] = write.seats()
    return True


def _replay_step(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    step = _find(rnd, steps, "play")
    if step is None:
        return False
    if rnd.random() < 0.4:
        step["lead"] = write.seats()
        step["bound_by"] = rnd.choice(["best", "best", "chosen", "any"])
    else:
        ranks = " ".join(rnd.sample(write.ranks, min(len(write.ranks), rnd.randrange(1, 4))))
        effect = {"at": write.event(), "freeze": ranks, "for": rnd.choice(["others", "all"])}
        step.setdefault("effects", []).append(effect)
    return True


def _reflow(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    flow = doc["flow"]
    at, other = rnd.randrange(len(flow)), rnd.randrange(len(flow))
    kind = rnd.randrange(4)
    if kind == 0:
        flow[at], flow[other] = flow[other], flow[at]
    elif kind == 1:
        flow.insert(other, flow.pop(at))
    elif kind == 2:
        steps.pop(flow.pop(at), None)
    else:
        flow.insert(other, flow[at])
    return True


def _remultiply(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    part = doc.setdefault("multiplier", {})
    row: Doc = {"at": write.event(), rnd.choice(["add", "times"]): write.number()}
    if rnd.random() < 0.4:
        row["when"] = write.truth()
    part.setdefault("rows", []).insert(0, row)
    if rnd.random() < 0.3:
        part["most"] = rnd.choice([1, 8, 1000])
    return True


def _resettle(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    part = doc["settle"]
    rows = part["rows"]
    kind = rnd.randrange(5)
    row = copy.deepcopy(rnd.choice(rows))
    if kind == 0:
        row["when"] = write.truth()
        rows.insert(rnd.randrange(len(rows)), row)
    elif kind == 1:
        rnd.choice(rows)["times"] = write.number()
    elif kind == 2:
        part["names"] = {"Z": write.number()}
        rnd.choice(rows)["times"] = "Z * N"
    elif kind == 3:
        row.pop("when", None)
        rows.append(row)
    else:
        rows.pop(rnd.randrange(len(rows)))
    return True


def _trap(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    """A row that does not add up: a file is sound only if no game can take it. Its condition often
    denies, or repeats, that of an early end."""
    texts = [
        text for step in steps.values() if "end" in step for text in step["end"]["when"].values()
    ]
    plain = [text for text in texts if not re.search(r"\bs\b", text)]
    if not plain or rnd.random() < 0.5:
        truth = rnd.choice(["left({}) < 9", "not holds({}, bombs)", "holds({}, bombs)"])
        truth = truth.format(rnd.choice([*write.roles, *write.sides, "all"]))
        early = {"when": {"why_one": truth}, "won": rnd.choice(write.sides)}
        steps["early"] = {"end": early}
        if "early" not in doc["flow"]:
            at = next((i + 1 for i, s in enumerate(doc["flow"]) if "roles" in steps.get(s, {})), 1)
            doc["flow"].insert(at, "early")
        plain.append(truth)
    one, won = rnd.choice(plain), rnd.choice(write.sides)
    when = rnd.choice([f"({one}) and not ended by early", f"({one}) and {won} won", f"not ({one})"])
    doc["settle"]["rows"].insert(0, {"when": when, "shares": {rnd.choice(write.roles): 5}})
    return True


def _remark(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    marks = doc["deal"].setdefault("marks", {})
    name = rnd.choice([*marks, "fresh_mark"])
    ranks = " ".join(
        rnd.sample(write.ranks, min(len(write.ranks), rnd.choice([1, 2, len(write.ranks) - 1])))
    )
    card = rnd.choice(["any", f"any but {ranks}", f"copies of {rnd.choice(write.marks)}"])
    marks[name] = {"card": card, "known": rnd.choice(["all", "holder", "nobody"])}
    return True


def _rename(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    names = doc.setdefault("names", {})
    name = rnd.choice([*names, "who", "many"])
    names[name] = rnd.choice([write.seats(), write.number()])
    if write.cases and rnd.random() < 0.5:
        names[name] = {case: write.seats() for case in write.cases}
    return True


def _recase(rnd: random.Random, doc: Doc, write: Writer, steps: Doc) -> bool:
    if rnd.random() < 0.6:
        truth = rnd.choice(
            ["winner in holder({m})", "size(holders({m})) == 1", "bid > 1", write.truth(1)]
        )
        truth = truth.format(m=write.marks[0])
        doc["cases"] = {"case_yes": truth, "case_no": f"not ({truth})"}
        return True
    doc.pop("cases", None)
    return True


CHANGES: list[Callable[[random.Random, Doc, Writer, Doc], bool]] = [
    _resize,
    _resize,
    _repattern,
    _repattern,
    _reauction,
    _rerole,
    _rekitty,
    _reend,
    _rechoice,
    _replay_step,
    _reflow,
    _remultiply,
    _remultiply,
    _resettle,
    _resettle,
    _trap,
    _trap,
    _remark,
    _rename,
    _recase,
]


# --- files


def write_file(doc: Doc, rnd: random.Random) -> str:
    """A document as YAML, as JSON (which is YAML) or in block style."""
    if rnd.random() < 0.5:
        return json.dumps(doc, ensure_ascii=False, indent=1)
    try:
        return yaml.safe_dump(doc, allow_unicode=True, sort_keys=False, width=500)
    except (yaml.YAMLError, RecursionError):
        return json.dumps(doc, ensure_ascii=False)


def mutated_file(
    rnd: random.Random, texts: list[tuple[str, str]], docs: list[Doc], words: list[str]
) -> tuple[str, str | bytes]:
    """A name and what stands in the file; the name says how it was made."""
    level = rnd.choices(["bytes", "lines", "words", "tree", "shape"], [5, 15, 15, 15, 50])[0]
    if level in ("tree", "shape"):
        doc = copy.deepcopy(rnd.choice(docs))
        for _ in range(rnd.choice([1, 1, 2, 3, 5])):
            if level == "tree":
                mutate_tree(rnd, doc, words)
            else:
                with contextlib.suppress(
                    KeyError, IndexError, AttributeError, TypeError, StopIteration
                ):
                    reshape(rnd, doc)
        if level == "shape" and rnd.random() < 0.1:
            mutate_tree(rnd, doc, words)
        return level, write_file(doc, rnd)
    _, text = rnd.choice(texts)
    if level == "bytes":
        return level, mutate_bytes(rnd, text)
    for _ in range(rnd.choice([1, 1, 2, 4])):
        text = mutate_lines(rnd, text) if level == "lines" else mutate_text(rnd, text, words)
    return level, text


def check_file(report: Report, level: str, text: str | bytes, seed: int) -> None:
    """Validate a file; play it where it is sound."""
    found: list[Any] = []

    def validate() -> None:
        found.extend(ddz.validate("fuzz.yaml", text=text))
        for finding in found:
            finding.render()
            json.dumps(finding.as_data())

    case = text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")
    report.counts[f"files {level}"] += 1
    if report.run("validate", case, validate) is not None:
        return
    errors = [finding for finding in found if finding.severity == "error"]
    if any(not finding.message.startswith("with the option ") for finding in errors):
        report.run("load", case, lambda: _must_refuse(text))
        return
    report.counts["files sound"] += 1
    report.counts[f"files sound {level}"] += 1
    rules: list[Rules] = []
    report.run("load", case, lambda: rules.append(ddz.load("fuzz.yaml", text=text)))
    if not rules:
        return
    report.run("show", case, lambda: _show(case, random.Random(seed).choice(["en", "zh"])))
    for game in range(2):
        report.counts["games"] += 1
        rnd = random.Random(seed * 10 + game)
        last: list[State] = []
        whole = f"seed {seed * 10 + game}\n{case}"
        key = report.run("game", whole, lambda r=rnd, s=last: play(report, rules[0], r, s))
        if key is None and last:
            report.run("after", whole, lambda s=last: look(report, s[0]))


def _show(text: str, lang: str) -> None:
    status, errors = _command(["show", "-", "--lang", lang], text)
    if status != 0:
        raise BrokenError(f"show: {status} {errors[:200]}")


def _must_refuse(text: str | bytes) -> None:
    try:
        ddz.load("fuzz.yaml", text=text)
    except VariantError as error:
        str(error)
        return
    raise BrokenError("load took a file with errors")


def play(report: Report, rules: Rules, rnd: random.Random, last: list[State]) -> None:
    """One game to its end; the last state is put into `last`."""
    state = rules.deal(seed=rnd.randrange(1 << 32), base=rnd.choice([1, 1, 2, 10]))
    eager = rnd.random()
    most = rules.deck.size * rules.players + 2000
    for _ in range(min(most, 12_000)):
        legal = state.legal()
        if state.seat is None:
            break
        if not legal:
            raise BrokenError(f"no action: seat {state.seat} in {state.step}")
        some = list(islice(legal, 60))
        action = rnd.choice(some)
        if rnd.random() < eager:
            action = max(some, key=lambda a: len(str(a)) if isinstance(a, ddz.Play) else 0)
        if rnd.random() < 0.05:
            _both_ways(state, action)
        state = state.apply(action)
        report.counts["actions played"] += 1
    else:
        raise BrokenError(f"endless: {most} actions in {state.step}")
    if state.legal():
        raise BrokenError("action: some after the end")
    scores = state.scores
    if scores is None or len(scores) != rules.players:
        raise BrokenError(f"scores: {scores}")
    if sum(scores) != 0:
        raise BrokenError(f"sum: {str(scores)[:200]} ended {state.outcome}"[:400])
    report.counts[f"ended {state.outcome.kind}"] += 1
    if state.outcome.kind in ("out", "ended") and state.outcome.row < 0:
        raise BrokenError(f"row: no settlement row fits, {state.outcome}")
    last.append(state)


def _both_ways(state: State, action: Any) -> None:
    text = str(action)
    for each in (action, text):
        refused = state.refusal(each)
        if refused is not None:
            raise BrokenError(f"refused: legal action {text} as {type(each).__name__}: {refused}")
    if str(state.apply(text).action) != text:
        raise BrokenError(f"print: {text} reads as {state.apply(text).action}")


def look(report: Report, state: State) -> None:
    """Views of all seats along a game, its log, and its record played again."""
    states = state.history()
    for each in (states[0], states[len(states) // 2], state):
        for seat in (None, *range(state.rules.players)):
            json.loads(str(each.view(seat)))
    for lang in ("en", "zh"):
        list(every_line(states, lang))
    record = json.dumps(state.record())
    again = ddz.replay(record)
    if again.scores != state.scores or str(again.view()) != str(state.view()):
        raise BrokenError("replay: the game comes out otherwise")
    report.counts["replays"] += 1


def fuzz_files(report: Report, count: int, seed: int) -> None:
    """Try `count` mutated files, or as many as the report's time allows."""
    texts, docs = bases(), documents()
    words = sorted({word for _, text in texts for word in WORD.findall(text)})
    for at in range(count):
        if report.enough(at, count, "files"):
            break
        rnd = random.Random(f"file {seed} {at}")
        level, text = mutated_file(rnd, texts, docs, words)
        report.counts["files"] += 1
        check_file(report, level, text, seed * 1_000_000 + at)


# --- texts


def _scope() -> Scope:
    names: Any = dict.fromkeys(
        ["all", "none", "winner", "landlord", "landlords", "opener"], "seats"
    )
    names |= {"bid": "number", "N": "number", "two": "truth"}
    later = {"peasant": "roles come later"}
    marks = {"open_card": 1, "twin": 2}
    return Scope(names, later, marks, frozenset(["bomb"]), frozenset(["instant"]), True)


class Texts:
    """Makes and runs the cases of every kind of text."""

    def __init__(self, report: Report, seed: int) -> None:
        self.report = report
        self.docs = documents()
        self.rules = [ddz.load(name) for name in ("2v4", "3v3", "melee")]
        manual = (ROOT / "grammar/README.md").read_text("utf-8")
        block = re.findall(r"```yaml variant\n(.*?)```", manual, re.S)[0]
        self.small = ddz.load("small.yaml", text=block)
        self.rules.append(self.small)
        self.patterns = [
            text
            for doc in self.docs
            for part in ("patterns", "bombs")
            for text in doc.get(part, {}).values()
        ] + ["bomb 4 | BBB", "any but B R", "copies of open_card"]
        self.words = [*sorted({w for text in self.patterns for w in WORD.findall(text)}), *WORDS]
        self.trees = {name: read_pattern(text) for name, text in self.docs[0]["patterns"].items()}
        self.decks = [rules.deck for rules in self.rules] + [
            Deck(1, "34567"),
            Deck(16, "3456789TJQKA2BR", "BR"),
        ]
        self.states: list[State] = []
        self.records: list[Doc] = []
        self._games(random.Random(f"games {seed}"))

    def _games(self, rnd: random.Random) -> None:
        for rules in self.rules:
            for _ in range(3):
                state = rules.deal(seed=rnd.randrange(1 << 32))
                while state.seat is not None:
                    if rnd.random() < 0.15:
                        self.states.append(state)
                    state = state.apply(rnd.choice(list(islice(state.legal(), 200))))
                self.states.append(state)
                self.records.append(state.record())

    # each kind gives the case as text, and what to do

    def pattern(self, rnd: random.Random) -> tuple[str, Callable[[], None]]:
        write = Writer(rnd, rnd.choice(self.docs))
        text = rnd.choice([rnd.choice(self.patterns), write.pattern()])
        for _ in range(rnd.choice([0, 1, 1, 2, 4])):
            text = mutate_text(rnd, text, self.words)
        deck = rnd.choice(self.decks)
        line = [deck.index[r] for r in "3456789TJQKA" if r in deck.index]
        lines = {"run": line, "starts": line[::-1], "twice": line + line}
        read = rnd.choice([read_pattern] * 6 + [read_step, read_mark])

        def act() -> None:
            with contextlib.suppress(SyntaxTrouble, PatternTrouble):
                tree = read(text)
                if read is read_pattern:
                    expand(tree, deck, lines, self.trees.get)

        return f"{read.__name__} {text!r} on a deck of {deck.size}", act

    def condition(self, rnd: random.Random) -> tuple[str, Callable[[], None]]:
        write = Writer(rnd, rnd.choice(self.docs))
        text = rnd.choice([write.truth(3), write.seats(3), write.number(3), write.event()])
        for _ in range(rnd.choice([0, 1, 1, 2, 4])):
            text = mutate_text(rnd, text, self.words)
        scope = _scope()
        kind = rnd.randrange(6)
        wanted: Any = rnd.choice([None, "number", "truth", "seats"])

        def act() -> None:
            with contextlib.suppress(SyntaxTrouble, ConditionTrouble):
                if kind == 0:
                    read_event(text)
                elif kind == 1:
                    read_each(f"s in {text}" if len(text) % 2 else text, scope)
                elif kind == 2:
                    read_until(text)
                else:
                    read_expression(text, scope, wanted)

        return f"{('event', 'each', 'until')[kind] if kind < 3 else wanted} {text!r}", act

    def _cards(self, rnd: random.Random, deck: Deck) -> str:
        ranks = rnd.sample(deck.ranks, rnd.randrange(1, min(6, len(deck.ranks)) + 1))
        text = "".join(r * rnd.choice([1, 2, 3, 3, 4]) for r in ranks)
        for _ in range(rnd.choice([0, 0, 1, 1, 3])):
            text = mutate_text(
                rnd,
                text,
                ["10", "小王", "大王", "S3", "♠5", "H4", "BJ", "+", " ", "t", "0", "BBRR"],
            )
        return text

    def card(self, rnd: random.Random) -> tuple[str, Callable[[], None]]:
        rules = rnd.choice(self.rules)
        one, two = self._cards(rnd, rules.deck), self._cards(rnd, rules.deck)
        kind = rnd.randrange(5)

        def act() -> None:
            with contextlib.suppress(CardsError):
                if kind == 0:
                    _same(rules, one)
                elif kind == 1:
                    rules.readings(one)
                elif kind == 2 and rules.beats(one, two) and rules.beats(two, one):
                    raise BrokenError(f"beats: {one} and {two} beat each other")
                elif kind == 3:
                    some = list(islice(rules.plays(one), 50))
                    if some and some[0] not in rules.plays(one):
                        raise BrokenError(f"plays: {some[0]} not in plays of {one}")
                else:
                    two in rules.plays(one, to_beat=two)  # noqa: B015
                    list(islice(rules.plays(one, to_beat=two), 50))

        return f"{rules.name} {kind} {one!r} {two!r}", act

    def action(self, rnd: random.Random) -> tuple[str, Callable[[], None]]:
        state = rnd.choice(self.states)
        texts = [
            *map(str, islice(state.legal(), 30)),
            "pass",
            "bid 2",
            "show",
            "double",
            "333 as trio",
            "",
        ]
        texts.append(self._cards(rnd, state.rules.deck))
        action: Any = rnd.choice(texts)
        for _ in range(rnd.choice([0, 1, 1, 2])):
            action = mutate_text(
                rnd, action, [*self.words[:20], "pass", "bid", "as", "trio", "S", "33"]
            )
        if rnd.random() < 0.1:
            odd: list[Any] = [
                None,
                3,
                b"33",
                ["pass"],
                ddz.Bid(10**30),
                ddz.Say("show"),
                ddz.Say(""),
                ddz.Pass(),
            ]
            odd += [ddz.Bid(-1), {}, True]
            odd += list(islice(rnd.choice(self.states).legal(), 3))
            action = rnd.choice(odd)
        seat: Any = rnd.choice([None] * 6 + [0, 1, 5, 6, -1, 10**20, "0", 1.0, True])

        def act() -> None:
            _agree(state, action, seat, rnd.random() < 0.2)

        place = f"{state.rules.name} seed {state.seed} action {len(state.history())}"
        return f"{place} {state.step} action {action!r} seat {seat!r}", act

    def deal(self, rnd: random.Random) -> tuple[str, Callable[[], None]]:
        rules = rnd.choice(self.rules)
        record = rnd.choice([r for r in self.records if r["variant"] == rules.name])
        deal: Any = copy.deepcopy(rnd.choice(record["deals"]))
        if rnd.random() < 0.5:
            deal["hands"] = [
                " ".join(hand.split()[: rnd.randrange(1, 9)]) for hand in deal["hands"]
            ]
            if rnd.random() < 0.7:
                deal.pop("marks")
        steps = [step.name for step in rules.compiled.flow]
        if rnd.random() < 0.5:
            deal |= {
                "start": rnd.choice([*steps, "settle", "x"]),
                "winner": rnd.choice([0, 1, None, 9]),
                "bid": rnd.choice([0, 1, 3, None]),
                "multiplier": rnd.choice([None, 0, 1, 7]),
            }
        for _ in range(rnd.choice([0, 1, 1, 2, 4])):
            holder = {"deal": deal}
            mutate_tree(
                rnd,
                holder,
                ["hands", "kitty", "marks", "start", "seat", "card", "winner", "S3", "33"],
            )
            deal = holder.get("deal")
        if rnd.random() < 0.1:
            deal = rnd.choice([[deal], [deal, deal], [], [None], "3", 3, [[]], {}])
        base: Any = rnd.choice([1, 1, 1, 0, -1, 10**40, 1.5, "1", True])
        seed: Any = rnd.choice([0, 1, 7, 10**40, None, -1, "7", 1.0])

        def act() -> None:
            with contextlib.suppress(CardsError):
                state = rules.deal(seed=seed, base=base, deal=deal)
                self.report.counts["deals taken"] += 1
                _short_game(state, rnd)

        return f"{rules.name} {deal!r} seed {seed!r} base {base!r}", act

    def record(self, rnd: random.Random) -> tuple[str, Callable[[], None]]:
        record: Any = copy.deepcopy(
            rnd.choice(self.records[-3:] if rnd.random() < 0.7 else self.records)
        )
        words = [*record, "seat", "hands", "pass", "33"]
        for _ in range(rnd.choice([1, 1, 2, 3])):
            top = rnd.random() < 0.4
            if top:
                key = rnd.choice(list(record) or ["seed"])
                record[key] = rnd.choice(
                    [
                        None,
                        "",
                        [],
                        {},
                        0,
                        -1,
                        1.5,
                        10**30,
                        True,
                        "x",
                        [None],
                        [[0, "pass"]],
                        [{}],
                        deep(rnd),
                    ]
                )
            else:
                mutate_tree(rnd, record, words)
        given: Any = record
        if rnd.random() < 0.4:
            given = json.dumps(record, ensure_ascii=rnd.random() < 0.5)
            if rnd.random() < 0.7:
                given = mutate_text(rnd, given, words)
        if rnd.random() < 0.03:
            given = rnd.choice(
                ["", "null", "[]", "{}", "1", '"x"', "[" * 100_000, {}, '{"format": 1}']
            )

        def act() -> None:
            with contextlib.suppress(ValueError):
                ddz.replay(given)
                self.report.counts["records taken"] += 1

        return f"{str(given)[:3000]}", act

    def arguments(self, rnd: random.Random) -> tuple[str, Callable[[], None]]:
        variant = rnd.choice(
            ["2v4", "3v3", "melee", "-", "no", "x.yaml", "../2v4", "", "\0", "2v4.yaml", "/"]
        )
        cards = self._cards(rnd, self.rules[0].deck)
        lines: list[list[str]] = [
            ["list"],
            ["show", variant],
            ["validate", variant],
            ["validate", variant, variant],
            [
                "run",
                variant,
                "--seed",
                str(rnd.randrange(99)),
                "--games",
                rnd.choice(["1", "1", "2", "0", "x"]),
            ],
            ["classify", variant, cards],
            ["classify", variant, cards, "--over", "33"],
            ["replay", "-"],
            ["replay", variant],
            [],
            ["--help"],
            ["classify", "--help"],
            ["nothing"],
        ]
        argv = rnd.choice(lines) + rnd.choice(
            [[], [], ["--json"], ["--lang", "zh"], ["--lang", "xx"], ["--base", "3"]]
        )
        if argv and rnd.random() < 0.3:
            at = rnd.randrange(len(argv))
            if argv[at - 1] != "--games":
                argv[at] = mutate_text(rnd, argv[at], ["--json", "-", "--seed", "3", "33"])
        if rnd.random() < 0.05:
            argv.insert(
                rnd.randrange(len(argv) + 1),
                rnd.choice(["--", "-x", "--base", "--seed=-1", "--json=1", "é"]),
            )
        stdin = rnd.choice(
            [
                "",
                "format: 1\n",
                json.dumps(rnd.choice(self.records)),
                json.dumps(rnd.choice(self.docs)),
                "\0",
                "[" * 3000,
                "extends: 2v4\nplayers: 5\n",
                "extends: [2v4]\n",
            ]
        )
        if rnd.random() < 0.4:
            stdin = mutate_text(rnd, stdin, self.words)

        def act() -> None:
            status, errors = _command(argv, stdin)
            if status not in (0, 1, 2) or "Traceback" in errors:
                raise BrokenError(f"status: {status} {errors[:200]}")

        return f"{argv!r} < {stdin[:400]!r}", act


def _same(rules: Rules, text: str) -> None:
    reading = rules.classify(text)
    readings = rules.readings(text)
    if (reading is None) != (not readings) or (readings and readings[0] != reading):
        raise BrokenError(f"classify: {text} disagrees with readings")


def _agree(state: State, action: Any, seat: Any, whole: bool) -> None:
    """`refusal` and `apply` agree, and a refusal leaves no trace."""
    before = _looks(state) if whole else ""
    refused = state.refusal(action, seat)
    try:
        state.apply(action, seat)
    except (RefusedAction, CardsError) as error:
        str(error)
        if refused is None:
            raise BrokenError(f"agree: refusal says yes, apply says {error}") from None
        for lang in ("en", "zh"):
            refused.text(lang)
    else:
        if refused is not None:
            raise BrokenError(f"agree: refusal says {refused}, apply takes it")
    if whole and _looks(state) != before:
        raise BrokenError("trace: the state is another after the action")


def _looks(state: State) -> str:
    legal = " ".join(map(str, islice(state.legal(), 40)))
    return f"{state.seat} {state.step} {state.waiting} {legal} {state.view(0)}"


def _short_game(state: State, rnd: random.Random) -> None:
    """A written deal played to its end, or as far as 400 actions go."""
    for _ in range(400):
        if state.seat is None:
            break
        if not state.legal():
            raise BrokenError(f"no action: seat {state.seat} in {state.step}")
        state = state.apply(rnd.choice(list(islice(state.legal(), 40))))
    if state.seat is None and (state.scores is None or sum(state.scores)):
        raise BrokenError(f"sum: {state.scores} {state.outcome}")
    for seat in (None, *range(state.rules.players)):
        str(state.view(seat))
    again = ddz.replay(json.dumps(state.record()))
    if again.scores != state.scores:
        raise BrokenError("replay: the game comes out otherwise")


def _command(argv: list[str], stdin: str) -> tuple[Any, str]:
    """Run the command line in this process: its exit status and standard error."""
    raw = stdin.encode("utf-8", "surrogatepass")
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (raw, b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        status: Any = command_line(argv)
    except SystemExit as stop:
        status = stop.code
        if status == 1 or isinstance(status, str):
            raise BrokenError(f"exit: SystemExit {status!r}") from None
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    streams[2].flush()
    return status, streams[2].buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]


SHARES = {
    "pattern": 25,
    "condition": 25,
    "card": 20,
    "action": 18,
    "deal": 6,
    "record": 3,
    "arguments": 3,
}


def fuzz_texts(report: Report, count: int, seed: int) -> None:
    """Try `count` mutated texts, of all kinds in turn by their shares."""
    texts = Texts(report, seed)
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    for at in range(count):
        if report.enough(at, count, "texts"):
            break
        kind = kinds[at * 37 % len(kinds)]
        rnd = random.Random(f"{kind} {seed} {at}")
        make: Case = getattr(texts, kind)
        case, act = make(rnd)
        report.counts["texts"] += 1
        report.counts[f"texts {kind}"] += 1
        report.run(kind, case, act)


def main(argv: list[str] | None = None) -> int:
    """Run from the command line: exit status 1 where a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, help="stop after this time, with what was done")
    arguments = parser.parse_args(argv)
    until = time.monotonic() + 60 * arguments.minutes if arguments.minutes else None
    report = Report(log=True, until=until)
    began = time.process_time()
    fuzz_texts(report, arguments.texts, arguments.seed)
    middle = time.process_time()
    fuzz_files(report, arguments.files, arguments.seed)
    print(report.text())
    for name, count in sorted(report.counts.items()):
        print(f"{name:<24} {count}")
    print(
        f"processor time: texts {middle - began:.0f} s, files {time.process_time() - middle:.0f} s"
    )
    print(f"{len(report.faults)} faults")
    return int(bool(report.faults))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        sys.exit(main())
