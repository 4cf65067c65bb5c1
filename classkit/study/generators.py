"""Generators of chance other than ``view.chance``: seeded for each match of a study.

A policy should draw from ``view.chance``. One that calls ``random`` or ``numpy.random`` all the
same, or keeps a generator in its module (``rng = np.random.default_rng(5)``), plays the same match
again from the same seed, whatever was played before it and wherever. The caller's own generators
go on afterwards as if nothing had been drawn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from classkit.engine.luck import Stream, fingerprint_of

from .code.owned import GAMES, is_own

R = TypeVar("R")


def play_seeded(seed: int, play: Callable[[], R], players: Iterable[Any] = ()) -> R:
    """Play a match with generators seeded by its seed, those of these policies' modules too.

    A match in which numpy comes to be loaded has begun without its seed, and is played again.

    >>> play_seeded(7, random.random) == play_seeded(7, random.random)
    True
    """
    before, kept = numpy_random(), generators_of(players)
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
    numpy, python = numpy_random(), random.getstate()
    of_numpy = numpy.get_state(legacy=False) if numpy else None
    random.seed(bits)
    if numpy:
        with suppress(TypeError):  # of a kind that the caller has put there, and that has no seed
            numpy.seed([bits >> 32, bits & 0xFFFFFFFF])
    states = {name: sow(one, f"{seed}|{name}") for name, one in kept.items()}
    try:
        yield
    finally:
        for name, state in states.items():
            put_back(kept[name], state)
        random.setstate(python)
        if numpy:
            numpy.set_state(of_numpy)


def numpy_random() -> Any:
    """Return the module of numpy's generators if it is loaded."""
    return sys.modules.get("numpy.random")


# --- generators that policies keep ----------------------------------------------------------------


def generators_of(players: Iterable[Any]) -> dict[str, Any]:
    """Return the generators that policies' modules keep, or own modules used there, by name."""
    waiting = [found for one in players if (found := names_around(one)) is not None]
    looked, found = set[int](), dict[str, Any]()
    while waiting:
        names = waiting.pop()
        if id(names) in looked:
            continue
        looked.add(id(names))
        for name, value in list(names.items()):
            if is_generator(value):
                found[f"{names.get('__name__')}:{name}"] = value
            elif (others := names_around(value)) is not None:
                waiting.append(others)
    return {name: found[name] for name in sorted(found)}


def names_around(thing: Any) -> dict[str, Any] | None:
    """Return the names in the module of a function, class or policy, if that is own."""
    if isinstance(thing, partial):
        return names_around(thing.func)
    if isinstance(thing, FunctionType):
        names = thing.__globals__
    elif isinstance(thing, ModuleType):
        names = vars(thing)
    else:
        kind = thing if isinstance(thing, type) else type(thing)
        functions = (one for one in vars(kind).values() if isinstance(one, FunctionType))
        names = next((one.__globals__ for one in functions), {})
    module = names.get("__name__")
    is_counted = isinstance(module, str) and is_own(module) and not module.startswith(GAMES)
    return names if is_counted else None


def is_generator(value: Any) -> bool:
    """Return whether a value is a generator of Python's or of numpy's that can be seeded."""
    kind = type(value)
    if kind.__module__.startswith("numpy.random"):
        return kind.__name__ in ("Generator", "RandomState")
    return isinstance(value, random.Random) and not isinstance(value, random.SystemRandom)


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
