"""Luck is asked for, never taken: seeded, scripted, or typed in by the room.

A seeded outcome is computed from (seed, label), where the label says what the throw is for:
round, seat, purpose, and how often that purpose has come up in the round. Two branches of a what-if
therefore differ by the decision and not by luck, and there is no generator whose state would have
to be copied.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Protocol, TypeVar

from .data import as_data, listed
from .errors import LuckError, shorten
from .requests import Draw, Roll

T = TypeVar("T")
MASK = (1 << 64) - 1


def new_seed() -> int:
    """Draw a seed that nobody can guess: 64 random bits of the system's own."""
    return int.from_bytes(os.urandom(8))


def fingerprint_of(key: str) -> blake2b:
    """Return the fingerprint of a key, to which more may be added."""
    return blake2b(key.encode(), digest_size=8)


NO_KEY = fingerprint_of("")
STEP = 0x9E3779B97F4A7C15


def mix(counter: int) -> int:
    """Scramble a counter to 64 bits, as SplitMix64 does."""
    mixed = ((counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return mixed ^ (mixed >> 31)


def first_counter(key: str, begun: blake2b) -> int:
    """Return the counter at which a key's random bits begin."""
    fingerprint = begun.copy()
    fingerprint.update(key.encode())
    return int.from_bytes(fingerprint.digest(), "big")


def throw(counter: int, count: int, sides: int) -> tuple[int, ...]:
    """Return ``count`` dice, made of the random bits after the counter."""
    faces = []
    for _ in range(count):
        counter = (counter + STEP) & MASK
        faces.append((mix(counter) * sides >> 64) + 1)
    return tuple(faces)


def pick(counter: int, count: int, left: list[T]) -> tuple[T, ...]:
    """Draw ``count`` items of those left in a bag, by the random bits after the counter."""
    drawn = []
    for size in range(len(left), len(left) - count, -1):
        counter = (counter + STEP) & MASK
        drawn.append(left.pop(mix(counter) * size >> 64))
    return tuple(drawn)


class Stream:
    """A small source of chance, the same for the same key on every machine.

    >>> Stream("7|A").below(6) == Stream("7|A").below(6)
    True
    >>> sorted(Stream("7|A").shuffled("abc"))
    ['a', 'b', 'c']
    """

    __slots__ = ("_counter",)

    def __init__(self, key: str, begun: blake2b = NO_KEY) -> None:
        """Begin at a key; ``begun`` is the fingerprint of what all keys begin with, taken once."""
        self._counter = first_counter(key, begun)

    @property
    def seed(self) -> int:
        """The 64 bits from which the next numbers are computed."""
        return self._counter

    def bits(self) -> int:
        """Draw 64 random bits (the SplitMix64 sequence)."""
        self._counter = counter = (self._counter + STEP) & MASK
        return mix(counter)

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1."""
        if n < 1:
            raise ValueError(f"there is no whole number below {n} to draw")
        return self.bits() * n >> 64

    def dice(self, count: int, sides: int) -> tuple[int, ...]:
        """Throw so many dice, each as :meth:`below` would."""
        faces = throw(self._counter, count, sides)
        self._counter = (self._counter + count * STEP) & MASK
        return faces

    def random(self) -> float:
        """Draw a number from 0 to 1, 1 excluded."""
        return (self.bits() >> 11) / (1 << 53)

    def choice(self, options: Sequence[T]) -> T:
        """Draw one of the options."""
        return options[self.below(len(options))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


class Luck(Protocol):
    """Where a match takes the outcome of a throw or a draw from."""

    by_hand: bool

    def outcome(self, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...] | None:
        """Return the outcome; None when the room throws.

        ``label`` says what it is for, ``number`` how many outcomes there were before it.
        """


class Seeded:
    """Outcomes computed from a seed."""

    by_hand = False

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._begun = fingerprint_of(f"{seed}|")

    def outcome(self, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...]:
        if isinstance(request, Roll):
            return throw(first_counter(label, self._begun), request.dice, request.sides)
        return pick(first_counter(label, self._begun), request.count, list(request.bag))


class Scripted:
    """Outcomes listed beforehand, one per request, in the order in which the rules ask.

    >>> script = Scripted([(3, 4), ["I07"]])
    >>> script.outcome(Roll(2, 6, "move", "P3.3", "A"), "", 0)
    (3, 4)
    >>> script.outcome(Roll(2, 6, "move", "P3.3", "B"), "", 1)
    Traceback (most recent call last):
    classkit.engine.errors.LuckError: outcome 2 of the script, ['I07'], does not fit the throw of \
2 dice for move by B (P3.3): dice: must have 2 entries, not 1.
    """

    def __init__(self, script: Iterable[Any], then: Luck | None = None) -> None:
        self.script, self.then = list(script), then
        self.by_hand = then is not None and then.by_hand

    def outcome(self, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...] | None:
        if number >= len(self.script):
            if self.then is not None:
                return self.then.outcome(request, label, number)
            raise LuckError(
                f"the script of luck has {len(self.script)} outcomes; one more is needed for "
                f"{request.in_words()}."
            )
        listed = self.script[number]
        outcome = listed if isinstance(listed, (list, tuple)) else (listed,)
        if reason := request.refuse(list(outcome)):
            raise LuckError(
                f"outcome {number + 1} of the script, {shorten(listed)}, does not fit "
                f"{request.in_words()}: {reason}"
            )
        return tuple(outcome)


def lead_in(outcomes: Sequence[Any], luck: Luck) -> Luck:
    """Return luck that gives these outcomes first, and then goes on as from its beginning.

    >>> luck = lead_in([(3,)], Scripted([(5,)]))
    >>> throw = Roll(1, 6, "move", "P3.3", "A")
    >>> luck.outcome(throw, "", 0), luck.outcome(throw, "", 1)
    ((3,), (5,))
    """
    if not outcomes:
        return luck
    if isinstance(luck, Scripted):
        return Scripted([*outcomes, *luck.script], then=luck.then)
    return Scripted(outcomes, then=luck)


class ByHand:
    """The room throws real dice, and the instructor types them in."""

    by_hand = True

    def outcome(self, request: Roll | Draw, label: str, number: int) -> None:
        return None


MOST_OUTCOMES = 50_000
"""So many outcomes are looked at, more than a match has; a script may list them without end."""


def read_script(script: Any) -> list[Any]:
    """Read a script of luck: a list of outcomes, each a number, a text, or a list of these.

    >>> read_script([(3, 4), "I07"])
    [[3, 4], 'I07']
    >>> read_script([(3, 4), 2.5])
    Traceback (most recent call last):
    classkit.engine.errors.LuckError: outcome 2 of the script must be a whole number, a text, \
or a list of these, not 2.5.
    """
    stated = listed(script, MOST_OUTCOMES)
    if stated is None:
        raise LuckError(f"luck must be a list of outcomes, not {shorten(script)}.")
    outcomes = []
    for number, outcome in enumerate(map(as_data, stated), start=1):
        parts = outcome if isinstance(outcome, (list, tuple)) else [outcome]
        if not all(type(part) in (int, str) for part in parts):
            raise LuckError(
                f"outcome {number} of the script must be a whole number, a text, or a list of "
                f"these, not {shorten(outcome)}."
            )
        outcomes.append(list(outcome) if isinstance(outcome, (list, tuple)) else outcome)
    return outcomes
