"""Python's global generators of chance while a policy plays: seeded for each match of a study.

A policy should draw from ``view.chance``. One that calls ``random`` or ``numpy.random`` all the
same plays the same match again from the same seed, whatever was played before it and wherever. The
caller's own generators go on afterwards as if nothing had been drawn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from classkit.engine.luck import Stream, fingerprint_of

R = TypeVar("R")


def play_seeded(seed: int, play: Callable[[], R]) -> R:
    """Play a match with generators seeded by its seed.

    A match in which numpy comes to be loaded has begun without its seed, and is played again.

    >>> play_seeded(7, random.random) == play_seeded(7, random.random)
    True
    """
    before = numpy_random()
    with seeded(seed):
        result = play()
    if numpy_random() is before:
        return result
    with seeded(seed):
        return play()


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Seed the global generators, and put them back as they were at the end.

    Numpy's is seeded where it is loaded; nobody else pays for it.
    """
    bits = Stream("global generators", fingerprint_of(f"{seed}|")).bits()
    numpy, python = numpy_random(), random.getstate()
    state = numpy.get_state(legacy=False) if numpy else None
    random.seed(bits)
    if numpy:
        with suppress(TypeError):  # of a kind that the caller has put there, and that has no seed
            numpy.seed([bits >> 32, bits & 0xFFFFFFFF])
    try:
        yield
    finally:
        random.setstate(python)
        if numpy:
            numpy.set_state(state)


def numpy_random() -> Any:
    """Return the module of numpy's generators if it is loaded."""
    return sys.modules.get("numpy.random")
