"""Options: named changes a variant offers, switched on when it is loaded.

An option is a switch (`changes`) or a choice (`choices`, of which `default` is what the file says
as it stands). Changes are one more patch on the merged file. Reading takes what has the right shape
and leaves the rest to the schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from ddz.diagnostics import Diagnostic, Span
from ddz.source import Listing, Mapping, Node, Scalar
from ddz.variant.names import OFF, ON, Wanted, label, switched

__all__ = ["Choice", "Option", "choose", "needed", "read_options", "rewritten", "said"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A way an option can stand: what it changes, what must hold with it, and what goes with it or
    not (pairs of option and choice, with the place)."""

    name: str
    key: Scalar
    title: dict[str, str]
    changes: Mapping | None
    examples: Listing | None
    requires: tuple[tuple[str, str, Span], ...]
    conflicts: tuple[tuple[str, str, Span], ...]


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its choices by name, `on` alone for a switch; `default` is how it stands if
    nobody says otherwise, `off` for a switch."""

    name: str
    key: Scalar
    title: dict[str, str]
    default: str
    default_text: Scalar | None
    choices: dict[str, Choice]

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return list(self.choices) == [ON]

    def words(self) -> list[str]:
        """How each way to switch it is written."""
        return [switched(self.name, name) for name in self.choices]


def read_options(root: Mapping) -> dict[str, Option]:
    """The options of a file, as far as they have their shape."""
    part = root.get("options")
    if not isinstance(part, Mapping):
        return {}
    found: dict[str, Option] = {}
    for name, entry in part.entries.items():
        node = entry.node
        if not isinstance(node, Mapping):
            continue
        ways = node.get("choices")
        if isinstance(ways, Mapping):
            choices = {
                key: _choice(key, e.key, e.node)
                for key, e in ways.entries.items()
                if isinstance(e.node, Mapping)
            }
            first = node.get("default")
            text = first if isinstance(first, Scalar) else None
            default = text.text if text is not None else next(iter(choices), "")
        else:
            choices, default, text = {ON: _choice(ON, entry.key, node)}, OFF, None
        if choices:
            found[name] = Option(name, entry.key, _both(node), default, text, choices)
    return found


def choose(
    options: dict[str, Option],
    fixed: dict[str, str],
    wanted: Sequence[Wanted],
    place: tuple[str, Scalar | None],
    found: list[Diagnostic],
) -> dict[str, str]:
    """What is chosen, `fixed` (by the files between) included, in the order of the options; every
    word that cannot be chosen is a finding. `place` is the name the options were asked of, and the
    text they stand in, if that is in a file."""
    name, text = place
    chosen = dict(fixed)
    for word in wanted:
        span = text.part(word.start, word.end) if text is not None else None
        trouble = _refusal(name, options, fixed, word)
        if trouble is not None:
            found.append(Diagnostic("DDZ804", trouble[0], span, trouble[1]))
        else:
            choice = word.choice or ON
            if choice not in (OFF, options[word.option].default):
                chosen[word.option] = choice
    chosen = {key: chosen[key] for key in options if key in chosen}
    whole = text.span if text is not None else None
    for sentence, hint, span in clashes(name, options, chosen):
        related = (("said here", span),) if span is not None else ()
        found.append(Diagnostic("DDZ805", sentence, whole, hint, related=related))
    for key, choice in list(chosen.items()):  # what is lacking would only be found missing again
        chosen = {**needed(options, key, choice), **chosen}
    return {key: chosen[key] for key in options if key in chosen}


def _refusal(
    name: str, options: dict[str, Option], fixed: dict[str, str], word: Wanted
) -> tuple[str, str] | None:
    """Why an option cannot be chosen, and what to write; None where it can."""
    option = options.get(word.option)
    if option is None:
        near = get_close_matches(word.option, options, 1)
        have = ", ".join(text for option in options.values() for text in option.words())
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {have}" if have else ""
        hint = hint or "it has no options; 'ddz show' lists what a variant has"
        return f"'{name}' has no option '{word.option}'", hint
    ways = [OFF, ON] if option.is_switch else list(option.choices)
    if word.choice is None and not option.is_switch:
        texts = " or ".join(option.words())
        return f"the option '{word.option}' is a choice, and none is named", f"write {texts}"
    choice = word.choice or ON
    if choice not in ways:
        near = get_close_matches(choice, ways, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(ways)}"
        return f"the option '{word.option}' cannot be '{choice}'", hint
    if fixed.get(word.option, choice) != choice:
        stands = fixed[word.option]
        return (
            f"the option '{word.option}' is '{stands}' already, by a file that '{name}' extends",
            "leave it out, or start from a file that leaves it open",
        )
    return None


def clashes(
    name: str, options: dict[str, Option], chosen: dict[str, str]
) -> Iterator[tuple[str, str, Span | None]]:
    """What of the chosen does not go together: a sentence, a hint, and where the file says so."""
    told: set[frozenset[str]] = set()
    for key, choice in chosen.items():
        way = options[key].choices[choice]
        for other, value, span in way.requires:
            if said(options, chosen, other) != value:
                more = {**chosen, other: value}
                whole = label(name, [(key, more[key]) for key in options if key in more])
                yield (
                    f"'{switched(key, choice)}' needs '{switched(other, value)}'",
                    f"write {whole}",
                    span,
                )
        for other, value, span in way.conflicts:
            pair = frozenset((key, other))
            if other in chosen and said(options, chosen, other) == value and pair not in told:
                told.add(pair)
                yield (
                    f"'{switched(key, choice)}' does not go with '{switched(other, value)}'",
                    "leave one of them out",
                    span,
                )


def said(options: dict[str, Option], chosen: dict[str, str], name: str) -> str:
    """How an option stands."""
    return chosen.get(name) or (options[name].default if name in options else OFF)


def needed(options: dict[str, Option], name: str, choice: str) -> dict[str, str]:
    """An option's choice with all that it needs, and what that needs, in the order of the file;
    where they say two things of one option, the first."""
    chosen, waiting = {}, [(name, choice)]
    while waiting:
        key, value = waiting.pop(0)
        if key in chosen or key not in options or value not in options[key].choices:
            continue
        chosen[key] = value
        waiting += [(other, way) for other, way, _ in options[key].choices[value].requires]
    return {key: chosen[key] for key in options if key in chosen}


def _choice(name: str, key: Scalar, node: Mapping) -> Choice:
    changes, examples = node.get("changes"), node.get("examples")
    return Choice(
        name,
        key,
        _both(node),
        changes if isinstance(changes, Mapping) else None,
        examples if isinstance(examples, Listing) else None,
        _pairs(node, "requires"),
        _pairs(node, "conflicts"),
    )


def _pairs(node: Mapping, name: str) -> tuple[tuple[str, str, Span], ...]:
    part = node.get(name)
    texts = part.items if isinstance(part, Listing) else []
    pairs = []
    for item in texts:
        if isinstance(item, Scalar):
            option, _, choice = item.text.partition("=")
            pairs.append((option.strip(), choice.strip() or ON, item.span))
    return tuple(pairs)


def _both(node: Mapping) -> dict[str, str]:
    title = node.get("title")
    if not isinstance(title, Mapping):
        return {}
    return {k: e.node.text for k, e in title.entries.items() if isinstance(e.node, Scalar)}


def rewritten(root: Mapping, options: dict[str, Option], files: Sequence[str]) -> frozenset[str]:
    """The options of whose matter a file above the one that offers them says something itself.

    Enters: a merged file, its options, and the files it came from with the top one first.
    """
    found = set()
    for name, option in options.items():
        own = option.key.source.name
        above = set(files[: files.index(own)]) if own in files else set()
        changes = (choice.changes for choice in option.choices.values())
        if any(change is not None and _written(root, change, above) for change in changes):
            found.add(name)
    return frozenset(found)


def _written(node: Mapping, changes: Mapping, files: set[str]) -> bool:
    """Whether one of the files wrote, or took out, something that the changes are laid over."""
    for name, change in changes.entries.items():
        here = node.entries.get(name) or node.removed.get(name)
        if here is None:
            continue
        if isinstance(here.node, Mapping) and isinstance(change.node, Mapping):
            if _written(here.node, change.node, files):
                return True
        elif here.key.source.name in files or _of_files(here.node, files):
            return True
    return False


def _of_files(node: Node, files: set[str]) -> bool:
    """Whether something inside a value is of one of the files."""
    if isinstance(node, Mapping):
        entries = [*node.entries.values(), *node.removed.values()]
        return any(e.key.source.name in files or _of_files(e.node, files) for e in entries)
    return node.source.name in files
