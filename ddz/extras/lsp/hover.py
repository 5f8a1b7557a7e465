"""What stands at a place, in a few lines: what a thing is called, how it is defined and what that
means, which cards a pattern has and how many, and what a finding means.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ddz.codes import pages
from ddz.compiled import Compiled
from ddz.extras.lsp.definition import thing_at
from ddz.extras.lsp.page import Page
from ddz.extras.lsp.spots import EXTENDS, Spot, glossary_of, is_condition
from ddz.extras.lsp.things import Thing, end_of
from ddz.phrases import EDITOR, LANGUAGES, say
from ddz.sheet.samples import Sampler
from ddz.sheet.words import Words
from ddz.source import Listing, Mapping, Scalar
from ddz.tools.counting import counted
from ddz.variant import flatten
from ddz.variant.find import Place

__all__ = ["explanation", "hover"]

MOST_LINES = 14
"""How many lines of a definition are shown."""


def hover(page: Page, spot: Spot, lang: str) -> str:
    """What stands at the spot as Markdown; empty where there is nothing to say."""
    if spot.path == EXTENDS:
        return _base(page, lang)
    thing = thing_at(page, spot)
    if thing is None and not spot.on_key:
        thing = page.things.by_path.get(spot.path)  # the text of the definition, between its words
        if thing is not None and thing.kind not in ("pattern", "bomb"):
            thing = None
    told = list(_text(page, spot, thing, lang))
    told += _thing(page, thing, lang) if thing is not None else []
    return "\n\n".join(each for each in told if each)


def explanation(code: str, lang: str) -> str:
    """What the code of a finding stands for, as Markdown."""
    page = pages().get(code)
    if page is None:
        return ""
    more = say(EDITOR, "explain", lang, code=code)
    return "\n\n".join([f"**{code}**: {page.title}", f"{page.what} {page.why}".strip(), more])


def _base(page: Page, lang: str) -> str:
    """The game that is extended: its title and its file."""
    file = page.base_file()
    root = flatten(Place(file, file.as_posix(), None)).root if file is not None else None
    if file is None or root is None:
        return ""
    title = root.get("title")
    words = title.get(lang) if isinstance(title, Mapping) else None
    called = words.text if isinstance(words, Scalar) else file.stem
    return f"**{called}**\n\n{file.as_posix()}"


# --- a thing


def _thing(page: Page, thing: Thing, lang: str) -> Iterator[str]:
    yield _heading(page, thing, lang)
    yield _source(page, thing)
    if page.rules is not None:
        yield from _meaning(page.rules.compiled, thing, lang)
    if thing.key.source.name != page.name:
        yield say(EDITOR, "from_file", lang, file=f"{thing.key.span}")


def _heading(page: Page, thing: Thing, lang: str) -> str:
    """The name, what it is, and what it is called in both languages, this one first."""
    texts = page.entry(("texts", thing.name))
    words = texts.node if texts is not None else None
    called = [
        node.text
        for each in (lang, *(other for other in LANGUAGES if other != lang))
        if isinstance(words, Mapping) and isinstance(node := words.get(each), Scalar)
    ]
    return f"**{thing.name}** ({say(EDITOR, thing.kind, lang)}) {' · '.join(called)}".rstrip()


def _source(page: Page, thing: Thing) -> str:
    """The definition as it stands in its file; of a side, the roles on it."""
    things = [thing]
    if thing.kind == "side":
        roles = [t for t in page.things.all if t.kind == "role" and isinstance(t.node, Mapping)]
        things = [role for role in roles if _side(role) == thing.name]
    lines = [line for each in things for line in _lines(each)]
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], "…"]
    return "\n".join(["```yaml", *lines, "```"])


def _side(role: Thing) -> str:
    side = role.node.get("side") if isinstance(role.node, Mapping) else None
    return side.text if isinstance(side, Scalar) else ""


def _lines(thing: Thing) -> list[str]:
    """The lines of a definition, as far to the left as they go."""
    source = thing.key.source
    text, start, end = source.text, thing.key.start, end_of(thing.node)
    before = text[source.line_starts[source.line_of(start)] : start]
    lead = "" if before.strip() else before
    lines = textwrap.dedent(lead + text[start:end]).rstrip().split("\n")
    while len(lines) > 1 and lines[-1].lstrip().startswith("#"):
        lines.pop()  # what follows the definition
    return lines


# --- what it means


def _meaning(rules: Compiled, thing: Thing, lang: str) -> Iterator[str]:
    """What a definition says in words, and of a pattern or bomb its cards."""
    words = Words(rules, lang)
    name = thing.name
    if thing.kind == "case":
        yield next((words.condition(case) for each, case in rules.cases if each == name), "")
    if name not in (*rules.table.pattern_names, *rules.table.bomb_names):
        return
    between = "" if lang == "zh" else " "
    yield between.join(words.pattern(name))
    yield _cards(rules, name, lang)
    steps = sorted({bomb.reading.step + 1 for bomb in rules.table.bombs if bomb.pattern == name})
    if steps:
        shown = ("、" if lang == "zh" else ", ").join(map(str, steps))
        yield say(EDITOR, "rungs", lang, steps=shown, all=len(rules.document["ladder"]))


def _cards(rules: Compiled, name: str, lang: str) -> str:
    """How many plays of a pattern there are, and some of them."""
    number = sum(row.number for row in counted(rules, None, None) if row.pattern == name)
    told = [say(EDITOR, "plays", lang, number=number)]
    cards = [f"`{play}`" for play in Sampler(rules).examples(name)]
    if cards:
        told.append(say(EDITOR, "as_in", lang, cards=" · ".join(cards)))
    return ("，" if lang == "zh" else ", ").join(told)


# --- a text


def _text(page: Page, spot: Spot, thing: Thing | None, lang: str) -> Iterator[str]:
    """What a condition says, between its names; and where a step of the ladder stands."""
    if spot.on_key or page.own is None:
        return
    rules = page.rules.compiled if page.rules is not None else None
    word = spot.word()[0]
    if thing is None or thing.name != word:
        yield glossary_of(spot.path).get(word, "")
    if thing is None and rules is not None and is_condition(spot.path):
        yield Words(rules, lang).condition(spot.node.text)
    match spot.path:
        case ("ladder", int(at)):
            listing = page.own.get("ladder")
            if isinstance(listing, Listing):
                if rules is not None:
                    yield Words(rules, lang).ladder_step(spot.node.text)
                yield _rung(listing, at, lang)


def _rung(listing: Listing, at: int, lang: str) -> str:
    """Which step of the ladder it is, and which it beats."""
    told = say(EDITOR, "rung", lang, step=at + 1, all=len(listing.items))
    below = listing.items[at - 1] if at else None
    if isinstance(below, Scalar):
        more = say(EDITOR, "beats_below", lang, below=f"`{below.text}`")
    else:
        more = say(EDITOR, "lowest", lang)
    return f"{told}{'；' if lang == 'zh' else '; '}{more}"
