"""The actions of the seat to act, as a sequence that is worked out as far as it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ddz.game.actions import Action

if TYPE_CHECKING:
    from ddz.game.state import State

__all__ = ["Legal", "Wide"]


class Wide(NamedTuple):
    """Very many actions: one after the other, and how many, where that can be said without
    going through them."""

    actions: Iterator[Action]
    size: Callable[[], int] | None


class Legal(Sequence[Action]):
    """The actions of the seat to act in a fixed order: a list, or where there may be far too many
    for one, as many of them as were asked for."""

    __slots__ = ("_found", "_size", "_source", "_state")

    def __init__(self, state: State, actions: list[Action] | Wide) -> None:
        self._state = state
        if isinstance(actions, list):
            self._found, self._source, self._size = actions, None, None
        else:
            self._found, self._source, self._size = [], actions.actions, actions.size

    def __iter__(self) -> Iterator[Action]:
        if self._source is None:
            return iter(self._found)
        return self._each()

    def _each(self) -> Iterator[Action]:
        at = 0
        while True:
            if at == len(self._found):
                action = next(self._source or iter(()), None)
                if action is None:
                    return
                self._found.append(action)
            yield self._found[at]
            at += 1

    def _all(self) -> list[Action]:
        if self._source is not None:
            self._found += self._source
            self._source = None
        return self._found

    def __len__(self) -> int:
        if self._source is None:
            return len(self._found)
        return len(self._all()) if self._size is None else self._size()

    def __bool__(self) -> bool:
        return bool(self._found) or next(iter(self), None) is not None

    def __contains__(self, action: object) -> bool:
        return self._state.refusal(action) is None

    def __getitem__(self, at: Any) -> Any:
        if self._source is not None:
            if not isinstance(at, int) or at < 0:
                self._all()
            else:
                self._found += islice(self._source, max(0, at + 1 - len(self._found)))
        return self._found[at]

    def __repr__(self) -> str:
        return f"<Legal {' '.join(map(str, self))}>"
