"""The actions of the seat to act, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol

from ddz.game.actions import Action

__all__ = ["Legal", "WideLegal"]


class Judge(Protocol):
    """What says whether an action is allowed: a state."""

    def refusal(self, action: Any) -> object:
        """None where it is."""


class Legal(list[Action]):
    """The actions of the seat to act. `in` takes text too, as `State.apply` does."""

    __slots__ = ("_state",)

    _state: Judge

    def __contains__(self, action: object) -> bool:
        return self._state.refusal(action) is None

    def __repr__(self) -> str:
        return f"<Legal {' '.join(map(str, self))}>"


class WideLegal(Sequence[Action]):
    """The same where there may be far too many for a list: worked out as far as asked for. `size`
    says how many, where that can be said without going through them."""

    def __init__(
        self, state: Judge, actions: Iterator[Action], size: Callable[[], int] | None
    ) -> None:
        self._state, self._source, self._size = state, actions, size
        self._found: list[Action] = []

    def __iter__(self) -> Iterator[Action]:
        at = 0
        while True:
            if at == len(self._found):
                action = next(self._source, None)
                if action is None:
                    return
                self._found.append(action)
            yield self._found[at]
            at += 1

    def __len__(self) -> int:
        if self._size is not None:
            return self._size()
        self._found += self._source
        return len(self._found)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, action: object) -> bool:
        return self._state.refusal(action) is None

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, int) and at >= 0:
            self._found += islice(self._source, max(0, at + 1 - len(self._found)))
        else:
            self._found += self._source
        return self._found[at]

    def __repr__(self) -> str:
        return f"<Legal {' '.join(map(str, islice(self, 20)))} …>"
