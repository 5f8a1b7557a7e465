"""The front door: load and validate variants, and the public `Rules`."""

from __future__ import annotations

import copyreg
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ddz.cards import CardsError, Deck
from ddz.compiled import Compiled, Play, Reading
from ddz.diagnostics import Diagnostic, VariantError

if TYPE_CHECKING:
    from ddz.check.tested import Tested
    from ddz.game.state import State
    from ddz.variant.find import Place

__all__ = [
    "Available",
    "Plays",
    "Rules",
    "available",
    "check_examples",
    "load",
    "replay",
    "validate",
]


def load(variant: str | os.PathLike[str], text: str | bytes | None = None) -> Rules:
    """The rules of a variant: a name such as ``2v4``, or the path of a .yaml file; the options it
    offers are switched in brackets, ``2v4[hidden_kitty, unbid=redeal]``.

    `text` is read in the place of the file's content. A shipped variant that is as it was when it
    was checked is not proved again, and what is wrong with an option counts when it is switched.
    VariantError, with every finding, where the file has errors or there is none.
    """
    if text is None:
        trusted = _trusted(variant)
        if trusted is not None:
            return Rules(trusted)
    return _sound(*_check(variant, text, to_play=True))


def validate(variant: str | os.PathLike[str], text: str | bytes | None = None) -> list[Diagnostic]:
    """Every finding about a variant, in file order; empty when it is sound.

    `text` is checked in the place of the file's content, for editors and standard input.
    """
    return _check(variant, text)[1]


def check_examples(variant: str | os.PathLike[str], text: str | bytes | None = None) -> Tested:
    """What comes of each of a variant's `examples`, in file order, those of its options behind; and
    the errors elsewhere that keep them from being run.

    `text` is checked in the place of the file's content.
    """
    from ddz.check.tested import Tested, results_of

    place = _place(variant, text)
    if isinstance(place, Diagnostic):
        return Tested((), (place,))
    return results_of(place, text)


def available() -> list[Available]:
    """The variants that a name leads to, those that are shipped first, then along the search path;
    read, not checked."""
    from ddz.variant.extends import flatten
    from ddz.variant.find import find_variant, places_by_root

    found = []
    for root, entries in places_by_root():
        for name, path in entries:
            node = flatten(find_variant(name)).root
            data = node.data() if node is not None else {}
            title, options = data.get("title"), data.get("options")
            found.append(
                Available(
                    name,
                    title if isinstance(title, dict) else {},
                    root.kind,
                    path.as_posix(),
                    tuple(options) if isinstance(options, dict) else (),
                )
            )
    return found


@dataclass(frozen=True, slots=True)
class Available:
    """A variant that a name leads to: where it comes from (``shipped``, ``here``, ``path``,
    ``user``, ``package``), its file, and the names of its options."""

    name: str
    title: dict[str, str]
    source: str
    file: str
    options: tuple[str, ...]


def replay(record: dict[str, Any] | str) -> State:
    """The last state of a game record (JSON data or its text), every step checked against the
    rules.

    Rules that are not shipped come from the record itself. ReplayError, a ValueError that names the
    step, where the rules are others, a step is refused or anything comes out otherwise.
    """
    from ddz.game.replay import ReplayError, replay_with

    try:
        text = record if isinstance(record, str) else json.dumps(record)
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise ReplayError(0, "this is no game record: it is not JSON") from None
    if not isinstance(data, dict):
        raise ReplayError(0, "this is no game record: it is not a mapping")
    rules = _rules_of(data)
    _pickle_as_records()
    return replay_with(rules.compiled, data)


def _rules_of(record: dict[str, Any]) -> Rules:
    """The rules a record was played by; no file is read but those of shipped variants."""
    from ddz.game.replay import ReplayError
    from ddz.variant.find import names_of_shipped
    from ddz.variant.names import split_name

    name, document = record.get("variant"), record.get("rules")
    if not isinstance(name, str) or "\0" in name:
        raise ReplayError(0, "the record names no variant")
    try:
        shipped = split_name(name)[0] in names_of_shipped()
    except ValueError:
        shipped = False
    if document is None and not shipped:
        raise ReplayError(0, f"the record has no 'rules', and {name[:80]!r} is no shipped variant")
    if document is not None and shipped:
        raise ReplayError(0, f"'{name}' is a shipped variant, and the record brings other rules")
    if isinstance(document, dict) and "extends" in document:
        raise ReplayError(0, "the rules in a record are whole and extend nothing")
    try:
        return _loaded(name, None if document is None else json.dumps(document))
    except VariantError as error:
        first = error.diagnostics[0]
        raise ReplayError(0, f"the rules cannot be loaded: {first.message}") from None


@lru_cache(maxsize=8)
def _loaded(name: str, text: str | None) -> Rules:
    """Rules for replays, so that many records of one game load them once. Options are in the text
    already."""
    if text is None:
        return load(name)
    from ddz.check import check_place
    from ddz.variant.find import Place

    return _sound(*check_place(Place(Path(name), name, None), text))


def _pickle_as_records() -> None:
    """Let states pickle as their records, from the first one on."""
    from ddz.game.state import State

    copyreg.pickle(State, _pickled)


def _pickled(state: State) -> tuple[Any, tuple[str]]:
    """A state pickles as its record."""
    return replay, (json.dumps(state.record(), ensure_ascii=False),)


def _trusted(variant: str | os.PathLike[str]) -> Compiled | None:
    """The rules of a shipped variant that need no check."""
    from ddz.compiled.trusted import compile_trusted
    from ddz.variant.find import NotFoundError, find_variant, is_path

    if not isinstance(variant, str) or is_path(variant):
        return None
    try:
        place = find_variant(variant)
    except NotFoundError:
        return None
    return compile_trusted(place) if place.shipped_name is not None else None


def _sound(compiled: Compiled | None, found: list[Diagnostic]) -> Rules:
    """The rules, where nothing is wrong with them. VariantError otherwise."""
    errors = [finding for finding in found if finding.severity == "error"]
    if compiled is None or errors:
        raise VariantError(errors or found)
    return Rules(compiled)


def _check(
    variant: str | os.PathLike[str], text: str | bytes | None, to_play: bool = False
) -> tuple[Compiled | None, list[Diagnostic]]:
    from ddz.check import check_place

    place = _place(variant, text)
    if isinstance(place, Diagnostic):
        return None, [place]
    return check_place(place, text, to_play)


def _place(variant: str | os.PathLike[str], text: str | bytes | None) -> Place | Diagnostic:
    """The file that a name or path means, or why there is none."""
    from ddz.variant.find import NotFoundError, find_variant, place_of_text

    name = os.fspath(variant) if isinstance(variant, str | os.PathLike) else variant
    if "\0" in str(name):
        return Diagnostic("DDZ100", "a name has no null character")
    try:
        return find_variant(name) if text is None else place_of_text(name)
    except NotFoundError as error:
        return Diagnostic("DDZ100", str(error), hint=error.hint)


class Plays:
    """The plays of a hand, or those that beat some cards: iterate, `in`, `len`, `bool`.

    One play for each different card set, in a fixed order: by pattern as the file lists them,
    number of cards and key, then the bombs by ladder. Worked out as far as asked.
    """

    def __init__(self, rules: Compiled, hand: int, held: tuple[Reading, ...] | None) -> None:
        self._rules = rules
        self._hand = hand
        self._held = held
        self._list: list[Play] | None = None

    def __iter__(self) -> Iterator[Play]:
        table = self._rules.table
        if self._list is None and (self._held is None or len(self._held) == 1):
            found: list[Play] = []
            if self._held is None:
                listed = table.add_leads(found, self._hand, False)
            else:
                listed = table.add_answers(found, self._hand, self._held[0], False)
            self._list = found if listed else None
        if self._list is not None:
            return iter(self._list)
        if self._held is None:
            return table.leads(self._hand)
        return table.answers(self._hand, *self._held)

    def __len__(self) -> int:
        from ddz.plays.counts import count

        if self._list is not None:
            return len(self._list)
        return count(self._rules.table, self._hand, self._held)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, play: object) -> bool:
        table, deck = self._rules.table, self._rules.deck
        if isinstance(play, Play) and play.deck is deck:
            tally = play.tally
        elif isinstance(play, Play | str):
            try:
                if isinstance(play, Play):
                    tally = deck.tally(play.deck.text(play.tally))
                else:
                    tally = deck.tally(play.partition(" as ")[0])
            except CardsError:
                return False
        else:
            return False
        if not deck.holds(self._hand, tally):
            return False
        if self._held is None:
            return table.classify(tally) is not None
        return table.answer(tally, self._held) is not None

    def __repr__(self) -> str:
        over = ""
        if self._held is not None:
            over = " over " + " or ".join(f"{r.pattern} {r.length}" for r in self._held)
        return f"<Plays of {self._rules.deck.text(self._hand)}{over}>"


class Rules:
    """The rules of one game, ready to classify, compare, list plays and deal.

    Cards are text such as ``33344``, ``10 J Q K A``, ``S3 H3``, ``大王``, or a `Play`. CardsError
    where they are no cards, or more than the deck holds.
    """

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled

    @property
    def name(self) -> str:
        """The shipped name, or the path the rules were loaded from."""
        return self.compiled.name

    @property
    def title(self) -> dict[str, str]:
        """The title by language, ``zh`` and ``en``."""
        return dict(self.compiled.title)

    @property
    def players(self) -> int:
        """How many seats."""
        return self.compiled.players

    @property
    def deck(self) -> Deck:
        """The deck."""
        return self.compiled.deck

    @property
    def digest(self) -> str:
        """A hash of the flattened rules, without titles, texts and examples."""
        return self.compiled.digest

    def classify(self, cards: str | Play) -> Reading | None:
        """What the cards are: a bomb, else the first pattern in file order with the highest key
        (G2, G5); None where they form nothing."""
        if isinstance(cards, str) and " as " in cards:
            return next((play.reading for play in self._read(cards)), None)
        tally = self.deck.tally(cards) if isinstance(cards, str) else self._tally(cards)
        return self.compiled.table.recogniser.first(tally)

    def readings(self, cards: str | Play) -> list[Reading]:
        """What the cards can be read as, the reading of `classify` first: by each pattern with its
        highest key (G5), or with every key where the rules let players choose the reading."""
        return [play.reading for play in self._read(cards)]

    def beats(self, challenger: str | Play, held: str | Play) -> bool:
        """Whether some reading of the first cards beats what binds of the second: their best
        reading (G4), or as ``bound_by`` says; False where either forms nothing."""
        bound = self.bound(held if held is not None else "") or ()
        readings = [play.reading for play in self._read(challenger)]
        return any(reading.beats(each) for reading in readings for each in bound)

    def plays(self, hand: str, to_beat: str | Play | None = None) -> Plays:
        """The plays of a hand, or those that beat `to_beat` (none beat what forms nothing).

        Where the rules let players choose a reading, a `Play` binds by its own.
        """
        tally = self._tally(hand)
        return Plays(self.compiled, tally, self.bound(to_beat))

    def deal(self, seed: int | None = None, base: int = 1, deal: Any = None) -> State:
        """Deal: from a seed (one is drawn and recorded if none is given), or as `deal` says.

        `deal` is a mapping: ``hands`` (one text a seat), ``kitty``, ``marks`` (each ``{"seat",
        "card"}``), and ``start`` (a step), ``winner``, ``bid``, ``multiplier`` to start later; or a
        list of such, of which redeals take the next. `base` multiplies every score (G9). CardsError
        where it is no deal.
        """
        from ddz.game.state import start

        _pickle_as_records()
        return start(self.compiled, seed, base, deal)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self.compiled.shipped is not None:
            return load, (self.compiled.shipped,)
        return load, (self.name, json.dumps(self.compiled.document, ensure_ascii=False))

    def __repr__(self) -> str:
        return f"<Rules {self.name}>"

    def bound(self, cards: str | Play | None) -> tuple[Reading, ...] | None:
        """What an answer to the cards must beat one of (see ``bound_by``): nothing where they form
        nothing, None for no cards."""
        if cards is None:
            return None
        rules = self.compiled
        play: str | Play | None = cards
        if not isinstance(cards, Play) or cards.deck is not rules.deck:
            play = next(iter(self._read(cards)), None)
        return rules.table.bound(play, rules.bound_by) if isinstance(play, Play) else ()

    def _read(self, cards: str | Play) -> list[Play]:
        """What the cards can be, or what the text says they are, as in ``333444 as trio_chain``."""
        rules = self.compiled
        every = rules.bound_by == "chosen"
        find = rules.table.every_reading if every else rules.table.readings
        if not isinstance(cards, str) or " as " not in cards:
            return find(self._tally(cards))
        words, _, pattern = cards.partition(" as ")
        return rules.table.said(find(self._tally(words)), words, pattern.strip())

    def _tally(self, cards: str | Play) -> int:
        if isinstance(cards, Play):
            if cards.deck is self.compiled.deck:
                return cards.tally
            cards = cards.deck.text(cards.tally)
        return self.compiled.deck.tally(cards)
