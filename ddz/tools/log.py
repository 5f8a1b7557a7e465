"""A game as sentences, in English or Chinese, as a spectator sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ddz.compiled import Compiled, Play
from ddz.game.events import Event
from ddz.game.known import Known
from ddz.game.state import State
from ddz.phrases import LOG, say

__all__ = ["every_line", "log_lines", "score_lines", "score_rows", "signed"]

_COMMA = {"en": ", ", "zh": "、"}
_JOIN = {"en": "; ", "zh": "；"}
_BEHIND = frozenset({"multiplier", "reveal", "frozen"})


def every_line(states: Iterable[State], lang: str) -> Iterator[str]:
    """The whole log; those who pass one after the other share a line."""
    passed: list[int] = []
    for state in states:
        events = _seen(state)
        passing = bool(events) and events[0].kind == "pass"
        if passing:
            passed.append(events[0].data["seat"])
            if len(events) == 1:
                continue
        line = _passes(state.rules, passed, lang) if passed else ""
        passed = []
        if passing:
            rest = (_sentence(state.rules, event, lang, state) for event in events[1:])
            yield _JOIN[lang].join([line, *rest])
            continue
        if line:
            yield line
        yield from log_lines(state, lang)
    if passed:
        yield _passes(state.rules, passed, lang)


def log_lines(state: State, lang: str) -> Iterator[str]:
    """The log of the action (or deal) that led to a state: a line each, what follows from a play
    behind it."""
    line = ""
    for event in _seen(state):
        text = _sentence(state.rules, event, lang, state)
        if event.kind in _BEHIND and line:
            line += _JOIN[lang] + text
            continue
        if line:
            yield line
        line = text
    if line:
        yield line


def _sentence(rules: Compiled, event: Event, lang: str, state: State) -> str:
    """One event in words."""
    data = dict(event.data)
    if event.kind == "dealt":
        each = sorted(set(data["each"]))
        data["each"] = each[0] if len(each) == 1 else "/".join(map(str, data["each"]))
        data |= {"seed": state.seed, "base": state.base}
    if event.kind == "said":
        by_option = _grouped((option, seat) for seat, option in data["answers"])
        return _JOIN[lang].join(
            say(LOG, "said", lang, seats=_seats(rules, s, lang), option=rules.text(o, lang))
            for o, s in by_option.items()
        )
    if event.kind in ("roles", "reveal"):
        return _roles(rules, event.kind, data["roles"], lang)
    if event.kind == "play":
        data["cards"] = data["play"]
    if event.kind == "opened":
        data["cards"] = _by_rank(rules, data["cards"])
    if event.kind == "ended":
        assert state.outcome is not None
        data["step"] = state.outcome.step
    for name in ("mark", "case", "side", "reason", "step", "pattern"):
        if name in data:
            data[name] = rules.text(str(data[name]), lang)
    if "seats" in data or "seat" in data:
        seats = data["seats"] if "seats" in data else [data["seat"]]
        data["seats"] = _seats(rules, seats, lang)
    return say(LOG, _key(event), lang, **data)


def _seats(rules: Compiled, seats: Sequence[int], lang: str) -> str:
    """``seat 3``, ``seats 1, 4`` or ``all seats``."""
    key = "seat_one" if len(seats) == 1 else "seat_many"
    if len(seats) == rules.players:
        key = "seat_all"
    return say(LOG, key, lang, seats=_COMMA[lang].join(map(str, seats)))


def _by_rank(rules: Compiled, faces: str) -> str:
    """Cards without suits, a group a rank: ``33 4 555``."""
    deck = rules.deck
    counts = deck.spread(deck.tally(faces))
    return " ".join(rank * n for rank, n in zip(deck.ranks, counts, strict=True) if n)


def signed(number: int) -> str:
    """``+3``, ``-3`` or ``0``."""
    return f"{number:+d}" if number else "0"


def score_lines(state: State, lang: str) -> Iterator[str]:
    """What stands beside the scores: the hands that are left, how N came about, what it was
    multiplied to."""
    rules, outcome = state.rules, state.outcome
    assert outcome is not None
    for seat, faces in enumerate(_scores(state)["hands"]):
        if faces:
            cards = _by_rank(rules, faces)
            yield say(LOG, "hand", lang, seats=_seats(rules, [seat], lang), cards=cards)
    if outcome.row < 0:
        return
    yield say(LOG, "N", lang, changes=" → ".join(_changes(state, lang)))
    why = rules.settle_rows[outcome.row].why
    if why is not None:
        yield say(LOG, "why", lang, why=why[lang])
    times = str(rules.document["settle"]["rows"][outcome.row].get("times", 1))
    known = Known(state)
    told = [f"{name} = {value.evaluate(known)}" for name, value in rules.settle_names.items()]
    if not times.isdecimal() and times not in ("N", *rules.settle_names):
        told.append(say(LOG, "product", lang, times=times, value=outcome.times))
    if told:
        yield _JOIN[lang].join(told)


def score_rows(state: State, lang: str) -> tuple[list[str], list[list[str]]]:
    """The table of scores: headings, and a row a seat. A void game has no shares."""
    data, rules = _scores(state), state.rules
    keys = ["seat_title", "role_title", "share_title", "times_title", "base_title", "score_title"]
    times, base = str(data["times"]), str(data["base"])
    rows = [
        [str(seat), rules.text(role, lang) if role else "", signed(share), times, base]
        for seat, (role, share) in enumerate(zip(data["roles"], data["shares"], strict=True))
    ]
    if state.outcome is None or state.outcome.row < 0:
        keys = ["seat_title", "scores"]
        rows = [[str(seat)] for seat in range(rules.players)]
    for row, score in zip(rows, data["scores"], strict=True):
        row.append(signed(score))
    return [LOG[key][lang] for key in keys], rows


def _seen(state: State) -> list[Event]:
    """What a spectator is told; roles that are shown at once, and changes of N, as one event."""
    found: list[Event] = []
    for event in state.events:
        if not event.seen_by(None) or event.kind == "scores":
            continue
        last = found[-1] if found else None
        if last is not None and event.kind == last.kind == "reveal":
            found[-1] = Event("reveal", {"roles": last.data["roles"] + event.data["roles"]})
        elif last is not None and event.kind == last.kind == "multiplier":
            found[-1] = Event("multiplier", {**event.data, "before": last.data["before"]})
        else:
            found.append(event)
    return found


def _scores(state: State) -> dict[str, Any]:
    return next(event for event in state.events if event.kind == "scores").data


def _key(event: Event) -> str:
    data = event.data
    if event.kind == "dealt" and "aside" in data:
        return "dealt_aside"
    if event.kind == "dealt" and not data["kitty"]:
        return "dealt_all"
    if event.kind == "asked" and "seconds" in data:
        return "asked_seconds"
    if event.kind == "bid" and not data["bid"]:
        return "no_bid"
    if event.kind == "play" and data["lead"]:
        return "lead"
    if event.kind == "ended" and data["seat"] < 0:
        return "ended_all"
    return event.kind


def _passes(rules: Compiled, seats: list[int], lang: str) -> str:
    key = "pass" if len(seats) == 1 else "pass_many"
    return say(LOG, key, lang, seats=_seats(rules, seats, lang))


def _roles(rules: Compiled, key: str, roles: list[Any], lang: str) -> str:
    order = [role.name for role in rules.roles]
    by_role = _grouped((role, seat) for seat, role in roles)
    listed = [
        say(LOG, "role", lang, role=rules.text(r, lang), seats=_seats(rules, by_role[r], lang))
        for r in order
        if r in by_role
    ]
    if key == "roles" and len(roles) < rules.players:
        listed.append(say(LOG, "roles_hidden", lang))
    return say(LOG, key, lang, roles=_JOIN[lang].join(listed))


def _grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for name, seat in pairs:
        found.setdefault(name, []).append(seat)
    return found


def _changes(state: State, lang: str) -> list[str]:
    """The values of N one after the other, each with the answer or the play that led to it."""
    rules = state.rules
    changes: list[str] = []
    first = state.multiplier
    for node in state.history():
        for event in node.events:
            if event.kind == "redeal":
                changes = []
            if event.kind != "multiplier":
                continue
            data = event.data
            if not changes:
                first = data["before"]
            option = rules.rows[data["row"]].option
            cause = rules.text(option, lang) if option else ""
            if not option and isinstance(node.action, Play) and rules.rows[data["row"]].test:
                play = next(event.data["play"] for event in node.events if event.kind == "play")
                cause = say(LOG, "said", lang, seats=_seats(rules, [node.actor], lang), option=play)
            after = str(data["after"])
            changes.append(say(LOG, "change", lang, after=after, cause=cause) if cause else after)
    return [str(first), *changes]
