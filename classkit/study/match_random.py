"""Seeding of random generators other than ``view.chance`` for each match of a study.

A policy should draw from ``view.chance``. A study also reproduces the matches of policies, bots and
rules that use other generators:

* ``random`` and ``numpy.random`` are seeded for each match, and for each decision of a policy
  (:mod:`classkit.engine.global_random`).
* Generators stored in variables, such as ``rng = np.random.default_rng(5)``, are seeded for each
  match. They are found in module variables, attributes, defaults, closures and containers
  (:mod:`.stored_generators`).

After each match, the caller's generators are restored to their previous states.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from classkit.engine.global_random import seeded_generators
from classkit.engine.randomness import RandomStream, hash_key

from .code_hashes import GAMES, get_place
from .stored_generators import find_stored_generators

R = TypeVar("R")


def play_seeded(seed: int, play: Callable[[], R], generators: Mapping[str, Any] = {}) -> R:
    """Call ``play`` with the global generators and ``generators`` seeded, and return its result.

    If the call is the first to import numpy, numpy's generator was not seeded, so ``play`` is
    called a second time.

    Args:
        seed: Seed of the match.
        play: Function that plays the match.
        generators: Generators that the players store, by name.

    >>> play_seeded(7, random.random) == play_seeded(7, random.random)
    True
    """
    before = get_numpy_random()
    with seeded_scope(seed, generators):
        result = play()
    if get_numpy_random() is before:
        return result
    with seeded_scope(seed, generators):
        return play()


@contextmanager
def seeded_scope(seed: int, generators: Mapping[str, Any] = {}) -> Iterator[None]:
    """Seed the global generators and ``generators``, and restore their states on exit.

    Numpy's global generator is seeded only if numpy is loaded.
    """
    bits = RandomStream("global generators", hash_key(f"{seed}|")).next_bits()
    with seeded_generators(bits):
        states = {name: seed_generator(one, f"{seed}|{name}") for name, one in generators.items()}
        try:
            yield
        finally:
            for name, state in states.items():
                restore_state(generators[name], state)


def get_numpy_random() -> Any:
    """Return the module ``numpy.random`` if it is loaded, else None."""
    return sys.modules.get("numpy.random")


# --- generators that players store ----------------------------------------------------------------


class MatchRunner(Protocol):
    """Object that plays matches. ``roots`` returns the game and policies that it plays with."""

    def roots(self) -> list[Any]: ...


@lru_cache(maxsize=2)
def find_generators(playing: MatchRunner) -> Mapping[str, Any]:
    """Return the generators that a game and its players store, by place. Cached per runner.

    Games that are part of classkit are not searched, because they store no generators.
    """
    roots = [root for root in playing.roots() if not get_place(root).startswith(GAMES)]
    return find_stored_generators(roots)


def seed_generator(generator: Any, key: str) -> Any:
    """Seed a generator from a key, and return the generator's previous state."""
    bits = RandomStream("generators of policies", hash_key(key)).next_bits()
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


def restore_state(generator: Any, state: Any) -> None:
    """Restore the state of a generator."""
    if isinstance(generator, random.Random):
        generator.setstate(state)
    elif hasattr(generator, "bit_generator"):
        generator.bit_generator.state = state
    else:
        generator.set_state(state)
