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
    """The same where there may be far too many for a list: gone through one by one each time, and
    nothing of it kept. `size` says how many, where that can be said without going through them."""

    def __init__(
        self, state: Judge, actions: Callable[[], Iterator[Action]], size: Callable[[], int] | None
    ) -> None:
        self._state, self._actions, self._size = state, actions, size

    def __iter__(self) -> Iterator[Action]:
        return self._actions()

    def __len__(self) -> int:
        return sum(1 for _ in self) if self._size is None else self._size()

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, action: object) -> bool:
        return self._state.refusal(action) is None

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            wanted = range(*at.indices(len(self)))
            most = max(wanted, default=-1)
            seen = dict(enumerate(islice(self, most + 1))) if wanted else {}
            return [seen[each] for each in wanted]
        place = at if at >= 0 else len(self) + at
        found = next(islice(self, place, None), None) if place >= 0 else None
        if found is None:
            raise IndexError(f"there is no action {at}")
        return found

    def __repr__(self) -> str:
        return f"<Legal {' '.join(map(str, islice(self, 20)))} …>"
