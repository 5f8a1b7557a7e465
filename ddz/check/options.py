"""Whether a file's options hold what they say: each can be chosen, changes something, and does not
undo another; and the game with each of them switched is as sound as without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from itertools import combinations

from ddz.compiled.trusted import is_checked
from ddz.diagnostics import Diagnostic, Span
from ddz.source import Mapping, Node
from ddz.variant.extends import Layered, with_changes
from ddz.variant.find import Place
from ddz.variant.names import OFF, ON, Wanted, switched
from ddz.variant.options import Choice, Option, clashes, needed, read_options

__all__ = [
    "check_chosen",
    "check_forms",
    "check_options",
    "examples_by_default",
    "forms_with_examples",
]

Way = tuple[Option, Choice]
Check = Callable[[Place, str | bytes | None], list[Diagnostic]]


def examples_by_default(layered: Layered, root: Mapping) -> Iterator[tuple[str, Node]]:
    """The examples of the file's own choices that stand by default, each behind the option's word:
    they are about the file as it stands."""
    if layered.place.wanted:
        return
    for option, way in _own_ways(layered, root):
        stands = layered.chosen.get(option.name, option.default)
        if way.examples is not None and way.name == option.default == stands:
            for item in way.examples.items:
                yield _word(option, way), item


def forms_with_examples(layered: Layered) -> Iterator[tuple[str, Place]]:
    """The file with each of its own options switched that has examples, and the option's word."""
    assert layered.root is not None
    options = read_options(layered.root)
    for option, way in _own_ways(layered, layered.root):
        if way.examples is not None and way.name != option.default:
            yield _word(option, way), _form(layered, options, option, way)


def check_options(layered: Layered) -> list[Diagnostic]:
    """What is wrong with the options of a flattened file themselves, those apart that a file it
    extends has switched."""
    root, fixed = layered.root, layered.chosen
    assert root is not None
    options = read_options(root)
    found: list[Diagnostic] = []
    for option in options.values():
        found += _shape(option)
        for way in option.choices.values():
            found += _references(options, way)
    if not found:
        found += _contradictions(options, fixed)
        ways = [way for way in _ways(options) if way[0].name not in fixed]
        own = {o.name for o in options.values() if o.key.span.file == layered.files[0]}
        found += _idle(root, [way for way in ways if way[0].name in own])
        found += _overlaps(options, ways, own)
    return found


def check_chosen(layered: Layered) -> Iterator[Diagnostic]:
    """Options that are switched together and change the same thing, where nothing says that they
    do not go together: which of them would count is left to chance."""
    assert layered.root is not None
    options = read_options(layered.root)
    if len(layered.chosen) < 2 or any(d.code in ("DDZ804", "DDZ805") for d in layered.found):
        return
    chosen = {key: choice for key, choice in layered.chosen.items() if key in options}
    ways = [(options[key], options[key].choices[choice]) for key, choice in chosen.items()]
    yield from _overlaps(options, ways, set(chosen))


def check_forms(
    layered: Layered, text: str | bytes | None, known: list[Diagnostic], check: Check
) -> Iterator[Diagnostic]:
    """The errors of the game when one of the file's own options is switched, with what that needs,
    and not without it. A shipped file that says what it said when it was checked is passed over.
    Warnings are not told: what only other choices use is unused with this one."""
    assert layered.root is not None
    if text is None and is_checked(layered):
        return
    options = read_options(layered.root)
    told = {(d.code, d.message, d.span) for d in known}
    for option, way in _own_ways(layered, layered.root):
        if way.name == option.default or (way.changes is None and way.examples is None):
            continue
        for finding in check(_form(layered, options, option, way), text):
            new = (finding.code, finding.message, finding.span) not in told
            if new and finding.severity == "error":
                yield _with_option(finding, option, way)


def _own_ways(layered: Layered, root: Mapping) -> Iterator[Way]:
    """The ways the file's own options can stand."""
    for option, way in _ways(read_options(root)):
        if option.key.span.file == layered.files[0]:
            yield option, way


def _form(layered: Layered, options: dict[str, Option], option: Option, way: Choice) -> Place:
    """The file with the option switched, and what that needs."""
    chosen = needed(options, option.name, way.name)
    wanted = tuple(Wanted(key, value, 0, 0) for key, value in chosen.items())
    return replace(layered.place, wanted=wanted)


def _with_option(finding: Diagnostic, option: Option, way: Choice) -> Diagnostic:
    """A finding that holds only with an option, which is shown beside it."""
    message = f"with the option '{_word(option, way)}', {finding.message}"
    key = way.key.span
    if finding.span is None:
        return replace(finding, message=message, span=key)
    for part in (way.changes, way.examples):
        if part is not None and _within(finding.span, part.source.span(part.start, part.end)):
            return replace(finding, message=message)
    related = (*finding.related, ("the option is switched here", key))
    hint = "this is right without the option: say under its 'changes:' what becomes of it"
    return replace(finding, message=message, hint=hint, related=related, fixes=())


def _within(span: Span, around: Span) -> bool:
    return span.file == around.file and around.line <= span.line <= around.end_line


_NOT_CHANGED = ("format", "extends", "options", "examples")
"""Keys that changes cannot hold: they are about the file, not the game."""


def _shape(option: Option) -> Iterator[Diagnostic]:
    """A switch has changes; a choice has a default, which is the file as it stands."""
    place = option.key.span
    for way in option.choices.values():
        for name, entry in way.changes.entries.items() if way.changes is not None else ():
            if name in _NOT_CHANGED:
                hint = "write it beside 'changes:'" if name == "examples" else "leave it out"
                yield Diagnostic(
                    "DDZ806", f"an option cannot change '{name}'", entry.key.span, hint
                )
    if option.is_switch:
        if option.choices[ON].changes is None:
            yield Diagnostic(
                "DDZ806",
                f"the option '{option.name}' says neither what it changes nor what there is to"
                " choose",
                place,
                "give it 'changes:', or 'choices:' and 'default:'",
            )
        return
    default = option.choices.get(option.default)
    said = option.default_text.span if option.default_text is not None else None
    if said is None:
        yield Diagnostic(
            "DDZ806",
            f"the option '{option.name}' does not say which choice is the file as it stands",
            place,
            f"write 'default: {option.default}' beside 'choices:'",
        )
    elif default is None:
        near = get_close_matches(option.default, option.choices, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(option.choices)}"
        yield Diagnostic(
            "DDZ806",
            f"the default of the option '{option.name}' is none of its choices",
            said,
            hint,
        )
    elif default.changes is not None:
        here = default.key.span
        elsewhere = said.file != here.file
        hint = "write the rule itself into the file, and the other readings as choices"
        if elsewhere:
            hint = f"to start from it, write 'extends: …[{option.name}={default.name}]' instead"
        yield Diagnostic(
            "DDZ806",
            f"'{default.name}' is how the file stands by default, and so has no changes",
            said if elsewhere else here,
            hint,
            related=(("the choice has its changes here", here),) if elsewhere else (),
        )


def _references(options: dict[str, Option], way: Choice) -> Iterator[Diagnostic]:
    """Words under `requires` and `conflicts` that name nothing."""
    for name, choice, span in (*way.requires, *way.conflicts):
        option = options.get(name)
        if option is None:
            near = get_close_matches(name, options, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(options)}"
            yield Diagnostic("DDZ804", f"there is no option '{name}'", span, hint)
        elif choice not in option.choices and not (option.is_switch and choice == OFF):
            hint = f"write {' or '.join(option.words())}"
            sentence = f"the option '{name}' cannot be '{choice}'"
            yield Diagnostic("DDZ804", sentence, span, hint)


def _contradictions(options: dict[str, Option], fixed: dict[str, str]) -> Iterator[Diagnostic]:
    """Options that cannot be chosen, whatever else is."""
    for option, way in _ways(options):
        if option.name in fixed:
            continue
        chosen = {**needed(options, option.name, way.name), **fixed}
        for sentence, _, span in clashes("", options, chosen):
            more = [key for key in chosen if key != option.name and key not in fixed]
            words = f", and it needs {', '.join(map(repr, more))}" if more else ""
            if fixed:
                stand = ", ".join(switched(key, choice) for key, choice in fixed.items())
                words += f" (the file it extends is switched to {stand})"
            related = (("said here", span),) if span is not None else ()
            yield Diagnostic(
                "DDZ807",
                f"the option '{option.name}' can never be chosen: {sentence}{words}",
                way.key.span,
                "take a line out of 'requires' or 'conflicts'",
                related=related,
            )
            break


def _idle(root: Mapping, ways: list[Way]) -> Iterator[Diagnostic]:
    """Changes after which everything is as before."""
    before = root.data()
    for option, way in ways:
        if way.changes is not None and not way.requires:
            if with_changes(root, way.changes, []).data() != before:
                continue
        elif way.changes is not None or way.name == option.default:
            continue
        word = _word(option, way)
        yield Diagnostic(
            "DDZ809",
            f"the option '{word}' changes nothing",
            way.key.span,
            "say under 'changes:' what is otherwise with it, or leave it out",
            "warning",
        )


def _word(option: Option, way: Choice) -> str:
    """How an option is switched in brackets."""
    return switched(option.name, way.name)


def _overlaps(options: dict[str, Option], ways: list[Way], own: set[str]) -> Iterator[Diagnostic]:
    """Two options, at least one of them the file's own, that say different things of the same
    value, and could both be chosen."""
    changed = [(way, dict(_leaves(way[1].changes))) for way in ways if way[1].changes is not None]
    for (earlier, first), (later, second) in combinations(changed, 2):
        names = {earlier[0].name, later[0].name}
        if len(names) == 1 or not names & own or _apart(options, earlier, later):
            continue
        for path, node in second.items():
            other = _meeting(first, path)
            if other is None or _same(other, node):
                continue
            word, second_word = _word(*earlier), _word(*later)
            yield Diagnostic(
                "DDZ808",
                f"the options '{word}' and '{second_word}' both change '{'.'.join(path)}',"
                " and the second would undo the first",
                later[1].key.span,
                f"write conflicts: [{word}] here, or make them choices of one option",
                related=(("the other is here", earlier[1].key.span),),
            )
            break


def _ways(options: dict[str, Option]) -> Iterator[Way]:
    for option in options.values():
        for way in option.choices.values():
            yield option, way


def _apart(options: dict[str, Option], earlier: Way, later: Way) -> bool:
    """Whether the two can never be chosen together."""
    both = {**needed(options, earlier[0].name, earlier[1].name)}
    for key, value in needed(options, later[0].name, later[1].name).items():
        if both.setdefault(key, value) != value:
            return True
    both = {key: both[key] for key in options if key in both}
    return next(clashes("", options, both), None) is not None


def _leaves(
    node: Mapping | None, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Each value that is replaced or removed, by its path."""
    if node is None:
        return
    for name, entry in node.entries.items():
        if isinstance(entry.node, Mapping):
            yield from _leaves(entry.node, (*path, name))
        else:
            yield (*path, name), entry.node


def _meeting(leaves: dict[tuple[str, ...], Node], path: tuple[str, ...]) -> Node | None:
    """The value at a path, above it or below it."""
    for other, node in leaves.items():
        short = min(len(other), len(path))
        if other[:short] == path[:short]:
            return node
    return None


def _same(node: Node, other: Node) -> bool:
    return bool(node.data() == other.data())
