"""Events as sentences, in English or Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ddz.compiled import Compiled
from ddz.game.events import Event
from ddz.game.state import State
from ddz.phrases import LOG, say

__all__ = ["log_lines", "score_rows", "sentence"]

_JOIN = {"en": ", ", "zh": "，"}
_SILENT = frozenset({"hand", "role", "answered", "kitty_hidden", "scores"})


def log_lines(state: State, lang: str) -> Iterator[str]:
    """The log of the action (or deal) that led to a state: a line each, what follows from a play
    behind it."""
    line = ""
    for event in state.events:
        if event.kind in _SILENT:
            continue
        text = sentence(state.rules, event, lang, state)
        if event.kind in ("multiplier", "reveal", "frozen") and line:
            line += ("; " if lang == "en" else "；") + text
            continue
        if line:
            yield line
        line = text
    if line:
        yield line


def sentence(rules: Compiled, event: Event, lang: str, state: State) -> str:
    """One event in words."""
    data = dict(event.data)
    if event.kind == "dealt":
        each = sorted(set(data["each"]))
        data["each"] = each[0] if len(each) == 1 else "/".join(map(str, data["each"]))
        data |= {"seed": state.seed, "base": state.base}
        return say(LOG, "dealt", lang, **data)
    if event.kind == "play":
        return _play(rules, data, lang)
    if event.kind == "said":
        return _JOIN[lang].join(
            say(LOG, "said", lang, seat=seat, option=rules.text(option, lang))
            for seat, option in data["answers"]
        )
    if event.kind == "roles":
        return _roles(rules, data["roles"], lang)
    if event.kind == "reveal":
        return _JOIN[lang].join(
            say(LOG, "reveal", lang, seat=seat, role=rules.text(role, lang))
            for seat, role in data["roles"]
        )
    for name in ("mark", "case", "side", "reason", "step"):
        if name in data:
            data[name] = rules.text(str(data[name]), lang)
    if "seats" in data:
        data["seats"] = ", ".join(map(str, data["seats"])) or say(LOG, "nobody", lang)
    return say(LOG, _key(event, data), lang, **data)


def _key(event: Event, data: dict[str, Any]) -> str:
    if event.kind == "asked" and "seconds" in data:
        return "asked_seconds"
    if event.kind == "bid" and not data["bid"]:
        return "no_bid"
    if event.kind == "ended" and data["seat"] < 0:
        return "ended_all"
    return event.kind


def _play(rules: Compiled, data: dict[str, Any], lang: str) -> str:
    key = "lead" if data["lead"] else "play"
    values = {"seat": data["seat"], "cards": data["play"]}
    text = say(LOG, key, lang, **values, pattern=rules.text(data["pattern"], lang))
    return text + _JOIN[lang] + say(LOG, "left", lang, left=data["left"])


def _roles(rules: Compiled, roles: list[Any], lang: str) -> str:
    by_role: dict[str, list[str]] = {}
    for seat, role in roles:
        by_role.setdefault(role, []).append(str(seat))
    listed = _JOIN[lang].join(
        f"{rules.text(role, lang)} {' '.join(seats)}" for role, seats in by_role.items()
    )
    return say(LOG, "roles", lang, roles=listed or say(LOG, "nobody", lang))


def score_rows(state: State, lang: str) -> tuple[list[str], list[list[str]]]:
    """The table of scores and why: headings, and a row a seat."""
    event = next(event for event in state.events if event.kind == "scores")
    data = event.data
    keys = ("seat", "role_title", "share", "times", "base", "score_title")
    rows = [
        [
            str(seat),
            state.rules.text(role, lang) if role else "",
            f"{share:+d}",
            str(data["times"]),
            str(data["base"]),
            f"{score:+d}",
        ]
        for seat, (role, share, score) in enumerate(
            zip(data["roles"], data["shares"], data["scores"], strict=True)
        )
    ]
    return [LOG[key][lang] for key in keys], rows


def every_line(states: Iterable[State], lang: str) -> Iterator[str]:
    """The whole log."""
    for state in states:
        yield from log_lines(state, lang)
