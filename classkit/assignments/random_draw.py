"""Random numbers for questions, which are the same for a given student on every machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from classkit.engine.errors import ClasskitError
from classkit.engine.randomness import RandomStream

T = TypeVar("T")
MAX_DRAWS = 200


class DrawAgain(Exception):
    """Raised if the numbers drawn do not make a good question.

    For example, nothing happens, or two answers are right.
    """


class QuestionRandom:
    """Random source for one question. The same key produces the same numbers.

    >>> one, two = QuestionRandom("sheet|ada|price|0"), QuestionRandom("sheet|ada|price|0")
    >>> one.draw_integer(1, 8) == two.draw_integer(1, 8)
    True
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self._stream = RandomStream(f"assignment|{key}")

    def draw_integer(self, low: int, high: int, step: int = 1) -> int:
        """Return a whole number from ``low`` to ``high`` (inclusive), in steps of ``step``."""
        return low + step * self._stream.below((high - low) // step + 1)

    def choose_option(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return self._stream.choice(options)

    def sample_options(self, options: Sequence[T], count: int) -> list[T]:
        """Return ``count`` different options in their original order."""
        kept = set(self._stream.permutation(range(len(options)))[:count])
        return [option for place, option in enumerate(options) if place in kept]

    def shuffle_options(self, options: Sequence[T]) -> list[T]:
        """Return the options in a random order."""
        return self._stream.permutation(options)

    def draw_seed(self) -> int:
        """Return a seed for a match."""
        return self._stream.next_bits() >> 1

    def require(self, worth_asking: Any) -> None:
        """Raise DrawAgain unless ``worth_asking`` is true."""
        if not worth_asking:
            raise DrawAgain


def draw_valid(key: str, make: Callable[[QuestionRandom], T]) -> T:
    """Call ``make`` with new random sources until it does not raise DrawAgain.

    Raises ClasskitError after ``MAX_DRAWS`` attempts.

    >>> draw_valid("x", lambda draw: draw.draw_integer(1, 6) in range(1, 7))
    True
    """
    for number in range(MAX_DRAWS):
        try:
            return make(QuestionRandom(f"{key}|{number}"))
        except DrawAgain:
            continue
    raise ClasskitError(f"no numbers were found for {key}.")


@lru_cache(maxsize=64)
def _draw_cached(key: str, make: Callable[[QuestionRandom], T]) -> T:
    return draw_valid(key, make)


def get_shared_random(draw: QuestionRandom, name: str) -> QuestionRandom:
    """Return a random source shared by all questions of one student's sheet.

    >>> what_if, reason = (QuestionRandom(f"sheet|ada|{key}|0") for key in ("what-if", "reason"))
    >>> one, two = (get_shared_random(draw, "decision") for draw in (what_if, reason))
    >>> one.draw_seed() == two.draw_seed()
    True
    """
    return QuestionRandom(f"{draw.key.rsplit('|', 2)[0]}|{name}")


def draw_shared(draw: QuestionRandom, name: str, make: Callable[[QuestionRandom], T]) -> T:
    """Return a value that several questions of one student's sheet share, drawn only once.

    ``name`` is part of the seed, so a different name changes the numbers of every student.
    """
    whose = draw.key.rsplit("|", 2)[0]
    found: T = _draw_cached(f"{whose}|{name}", make)
    return found
