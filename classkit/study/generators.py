"""Generators of chance other than ``view.chance``: seeded for each match of a study.

A policy should draw from ``view.chance``. One that calls ``random`` or ``numpy.random`` all the
same, which each match seeds for each decision (:mod:`classkit.engine.generators`), or keeps a
generator (``rng = np.random.default_rng(5)``), plays the same match again from the same seed,
whatever was played before it and wherever. So do bots and rules of one's own. What they keep is
found as their fingerprint is taken (:mod:`.code.reach`): in names of modules, attributes, defaults,
captured variables and containers. The caller's own generators go on afterwards as if nothing had
been drawn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from classkit.engine.generators import seeded_generators
from classkit.engine.luck import Stream, fingerprint_of

from .code.owned import GAMES
from .code.reach import place_of, reach

R = TypeVar("R")


def play_seeded(seed: int, play: Callable[[], R], kept: Mapping[str, Any] = {}) -> R:
    """Play a match with generators seeded by its seed, and others by name, as players keep them.

    A match in which numpy comes to be loaded has begun without its seed, and is played again.

    >>> play_seeded(7, random.random) == play_seeded(7, random.random)
    True
    """
    before = numpy_random()
    with seeded(seed, kept):
        result = play()
    if numpy_random() is before:
        return result
    with seeded(seed, kept):
        return play()


@contextmanager
def seeded(seed: int, kept: Mapping[str, Any] = {}) -> Iterator[None]:
    """Seed the global generators and others by name; put them back as they were at the end.

    Numpy's is seeded where it is loaded; nobody else pays for it.
    """
    bits = Stream("global generators", fingerprint_of(f"{seed}|")).bits()
    with seeded_generators(bits):
        states = {name: sow(one, f"{seed}|{name}") for name, one in kept.items()}
        try:
            yield
        finally:
            for name, state in states.items():
                put_back(kept[name], state)


def numpy_random() -> Any:
    """Return the module of numpy's generators if it is loaded."""
    return sys.modules.get("numpy.random")


# --- generators that players keep -----------------------------------------------------------------


class Playing(Protocol):
    """Something that plays many matches, and lists the game and the policies of them."""

    def roots(self) -> list[Any]: ...


@lru_cache(maxsize=2)
def kept_by(playing: Playing) -> Mapping[str, Any]:
    """Return the generators that a game and its players keep, by place; looked for only once.

    The games of classkit keep none.
    """
    roots = [root for root in playing.roots() if not place_of(root).startswith(GAMES)]
    found = reach(roots).generators
    return {place: found[place] for place in sorted(found)}


def sow(generator: Any, key: str) -> Any:
    """Seed a generator by a key. Return the state in which it was."""
    bits = Stream("generators of policies", fingerprint_of(key)).bits()
    if isinstance(generator, random.Random):
        state = generator.getstate()
        generator.seed(bits)
    elif hasattr(generator, "bit_generator"):
        source = generator.bit_generator
        state = source.state
        source.state = type(source)(bits).state
    else:
        state = generator.get_state(legacy=False)
        generator.seed([bits >> 32, bits & 0xFFFFFFFF])
    return state


def put_back(generator: Any, state: Any) -> None:
    """Put a generator back into a state."""
    if isinstance(generator, random.Random):
        generator.setstate(state)
    elif hasattr(generator, "bit_generator"):
        generator.bit_generator.state = state
    else:
        generator.set_state(state)
