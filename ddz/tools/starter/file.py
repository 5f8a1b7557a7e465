"""The text of a starter."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import groupby

from ddz.compiled import Compiled
from ddz.phrases import say
from ddz.source import Mapping
from ddz.source.writer import quoted
from ddz.tools.starter.suggestions import Suggestion, suggestions
from ddz.tools.starter.words import STARTER

__all__ = ["starter"]


def starter(rules: Compiled, root: Mapping, extends: str, file: str, schema: str, lang: str) -> str:
    """The text of a rule file called `file` that extends a game, given by its rules and its merged
    file: `extends` as the key takes it, `schema` as an editor finds it."""

    def comment(key: str, **values: str) -> str:
        return f"## {say(STARTER, key, lang, **values)}"

    found = suggestions(rules, root)
    stem = file.rpartition("/")[2].rpartition(".")[0]
    titles = [
        f"{key}: {quoted(say(STARTER, 'title', key, title=rules.title[key], name=stem))}"
        for key in ("zh", "en")
    ]
    lines = [
        f"# yaml-language-server: $schema={schema}",
        comment("head", base=extends),
        comment("how"),
        comment("then", base=shlex.quote(extends), file=shlex.quote(file)),
    ]
    switches = [option.words()[-1] for option in rules.options.values()]
    if switches and "[" not in extends:
        lines.append(comment("options", base=extends, option=switches[0]))
    lines += ["format: 1", f"extends: {quoted(extends)}", f"title: {{{', '.join(titles)}}}"]
    for section, group in groupby(found, key=lambda each: each.section):
        lines += ["", *_section(section, list(group), lang)]
    changed = {value for each in found for _, value in each.values}
    lines += ["", comment("examples"), "examples:"]
    lines += [f"  - {example}" for example in _examples(rules, changed)]
    return "\n".join(lines) + "\n"


def _section(section: str, group: list[Suggestion], lang: str) -> Iterator[str]:
    """The suggestions for one key: of several, each can be taken with the key alone."""
    if len(group) > 1:
        yield f"# {section}:"
    for each in group:
        yield f"## {say(STARTER, each.sentence, lang, **dict(each.values))}"
        if len(group) == 1:
            yield f"# {section}:"
        for line in each.lines:
            yield f"#   {line}"


def _examples(rules: Compiled, changed: set[str]) -> list[str]:
    """What holds of the weakest plays of a pattern that no suggestion speaks of."""
    table = rules.table
    first = table.recogniser.first
    best: list[str] = []
    for (name, _), group in table.groups.items():
        plays = [play for play in group.plays if first(play.tally) == play.reading]
        if not plays or name in changed:
            continue
        low, high = plays[0], plays[-1]
        cards, more = (str(play).replace("+", "") for play in (low, high))
        found = [f"{cards} is {name}"]
        if high.reading.beats(low.reading):
            found.append(f"{cards} < {more}")
        if table.bombs:
            bomb = table.bombs[0]
            found.append(f"{more} < {bomb.deck.text(bomb.tally)}")
        if len(found) > len(best):
            best = found
        if len(best) == 3:
            break
    return best or ["33 is nothing"]
