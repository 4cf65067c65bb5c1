"""Numbers drawn for a question: the same for the same student, on every machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from classkit.engine.errors import ClasskitError
from classkit.engine.luck import Stream

T = TypeVar("T")
DRAWS_MAX = 200


class DrawAgain(Exception):
    """The numbers drawn make no question worth asking: nothing happens, two answers fit, ..."""


class Drawing:
    """A source of numbers for one question.

    >>> Drawing("sheet|ada|price|0").whole(1, 8) == Drawing("sheet|ada|price|0").whole(1, 8)
    True
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self._stream = Stream(f"assignment|{key}")

    def whole(self, low: int, high: int, step: int = 1) -> int:
        """Draw a whole number from low to high, both included, in steps."""
        return low + step * self._stream.below((high - low) // step + 1)

    def one_of(self, options: Sequence[T]) -> T:
        """Draw one of the options."""
        return self._stream.choice(options)

    def some_of(self, options: Sequence[T], count: int) -> list[T]:
        """Draw so many different options, in their order."""
        kept = set(self._stream.shuffled(range(len(options)))[:count])
        return [option for place, option in enumerate(options) if place in kept]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """Return the options in a random order."""
        return self._stream.shuffled(options)

    def seed(self) -> int:
        """Draw a seed for a match."""
        return self._stream.bits() >> 1

    def need(self, worth_asking: Any) -> None:
        """Raise DrawAgain unless this holds."""
        if not worth_asking:
            raise DrawAgain


def draw_until(key: str, make: Callable[[Drawing], T]) -> T:
    """Draw until the numbers make a question.

    >>> draw_until("x", lambda draw: draw.whole(1, 6) in range(1, 7))
    True
    """
    for number in range(DRAWS_MAX):
        try:
            return make(Drawing(f"{key}|{number}"))
        except DrawAgain:
            continue
    raise ClasskitError(f"no numbers were found for {key}.")


@lru_cache(maxsize=64)
def _drawn(key: str, make: Callable[[Drawing], T]) -> T:
    return draw_until(key, make)


def shared(draw: Drawing, name: str) -> Drawing:
    """Return a drawing that is the same for several questions of one student's sheet.

    >>> one, two = (Drawing(f"sheet|ada|{key}|0") for key in ("what-if", "reason"))
    >>> shared(one, "decision").seed() == shared(two, "decision").seed()
    True
    """
    return Drawing(f"{draw.key.rsplit('|', 2)[0]}|{name}")


def together(draw: Drawing, make: Callable[[Drawing], T]) -> T:
    """Return what several questions of one student's sheet share, drawn once for all of them."""
    whose = draw.key.rsplit("|", 2)[0]
    found: T = _drawn(f"{whose}|{make.__qualname__}", make)
    return found
