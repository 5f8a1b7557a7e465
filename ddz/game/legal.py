"""The actions of the seat to act, as a sequence that is worked out as far as it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ddz.game.actions import Action

__all__ = ["Legal"]


class Legal(Sequence[Action]):
    """The actions of the seat to act, worked out as far as they are asked for, in a fixed order."""

    def __init__(self, make: Callable[[], Iterator[Action]], test: Callable[[Any], bool]) -> None:
        self._source = make()
        self._found: list[Action] = []
        self._test = test

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
        self._found += self._source
        return len(self._found)

    def __bool__(self) -> bool:
        return bool(self._found) or next(iter(self), None) is not None

    def __contains__(self, action: object) -> bool:
        return self._test(action)

    def __getitem__(self, at: Any) -> Any:
        self._found += self._source
        return self._found[at]

    def __repr__(self) -> str:
        return f"<Legal {' '.join(map(str, self))}>"
