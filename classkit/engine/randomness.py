"""Sources of random outcomes: seeded, scripted, or entered by hand.

A seeded outcome is computed from (seed, label). The label contains the round, the seat, the purpose
and the number of earlier outcomes for this purpose in the round. Therefore, two what-if branches
differ only by the decision, and there is no generator state to copy.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Protocol, TypeVar

from .decisions import Draw, Roll
from .errors import LuckError, truncate_text
from .rulebook_text import format_count
from .untrusted_input import to_builtin, to_list

T = TypeVar("T")
MASK_64 = (1 << 64) - 1


def new_seed() -> int:
    """Return an unpredictable seed of 64 bits from the operating system."""
    return int.from_bytes(os.urandom(8))


def hash_key(key: str) -> blake2b:
    """Return a hash object for a key, which can be updated."""
    return blake2b(key.encode(), digest_size=8)


EMPTY_HASH = hash_key("")
GOLDEN_GAMMA = 0x9E3779B97F4A7C15


def mix_bits(counter: int) -> int:
    """Return 64 random bits for a counter (SplitMix64)."""
    mixed = ((counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9) & MASK_64
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK_64
    return mixed ^ (mixed >> 31)


def start_counter(key: str, begun: blake2b) -> int:
    """Return the starting counter for the random bits of a key."""
    fingerprint = begun.copy()
    fingerprint.update(key.encode())
    return int.from_bytes(fingerprint.digest(), "big")


def roll_dice(counter: int, dice_count: int, sides: int) -> tuple[int, ...]:
    """Return the faces of ``dice_count`` dice, computed from the random bits after the counter."""
    faces = []
    for _ in range(dice_count):
        counter = (counter + GOLDEN_GAMMA) & MASK_64
        faces.append((mix_bits(counter) * sides >> 64) + 1)
    return tuple(faces)


def draw_items(counter: int, count: int, left: list[T]) -> tuple[T, ...]:
    """Return ``count`` items drawn from ``left``, using the random bits after the counter."""
    drawn = []
    for size in range(len(left), len(left) - count, -1):
        counter = (counter + GOLDEN_GAMMA) & MASK_64
        drawn.append(left.pop(mix_bits(counter) * size >> 64))
    return tuple(drawn)


class RandomStream:
    """A small random number generator whose numbers depend only on a key, not on the machine.

    Args:
        key: Text that determines all numbers.
        begun: Hash object of a prefix shared by several keys, reused for speed.

    Example:
        >>> RandomStream("7|A").below(6) == RandomStream("7|A").below(6)
        True
        >>> sorted(RandomStream("7|A").permutation("abc"))
        ['a', 'b', 'c']
    """

    __slots__ = ("_counter",)

    def __init__(self, key: str, begun: blake2b = EMPTY_HASH) -> None:
        """Initialize from a key.

        ``begun`` is a hash object that already contains a prefix. It is reused for speed.
        """
        self._counter = start_counter(key, begun)

    @property
    def seed(self) -> int:
        """The 64 bits from which the next numbers are computed."""
        return self._counter

    def next_bits(self) -> int:
        """Return 64 random bits (SplitMix64).

        Returns:
            A whole number from 0 to 2**64 - 1.
        """
        self._counter = counter = (self._counter + GOLDEN_GAMMA) & MASK_64
        return mix_bits(counter)

    def below(self, n: int) -> int:
        """Return a random whole number from 0 to n - 1.

        Args:
            n: Number of possible results, 1 or more.

        Returns:
            The number.

        Raises:
            ValueError: If ``n`` is less than 1.
        """
        if n < 1:
            raise ValueError(f"there is no whole number below {n} to draw")
        return self.next_bits() * n >> 64

    def roll_dice(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the faces of ``count`` dice. Each is computed as in :meth:`below`.

        Args:
            count: Number of dice.
            sides: Number of sides of each die.

        Returns:
            The faces, each from 1 to ``sides``.
        """
        faces = roll_dice(self._counter, count, sides)
        self._counter = (self._counter + count * GOLDEN_GAMMA) & MASK_64
        return faces

    def random(self) -> float:
        """Return a random number in [0, 1).

        Returns:
            The number.
        """
        return (self.next_bits() >> 11) / (1 << 53)

    def choice(self, options: Sequence[T]) -> T:
        """Return a random option.

        Args:
            options: The options, at least one.

        Returns:
            The chosen option.
        """
        return options[self.below(len(options))]

    def permutation(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order.

        Args:
            items: The items.

        Returns:
            A new list.
        """
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


class RandomSource(Protocol):
    """Source of the outcomes of rolls and draws in a match."""

    by_hand: bool

    def outcome(self, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...] | None:
        """Return the outcome, or None if it is entered by hand.

        Args:
            request: The roll or draw.
            label: Label of the request.
            number: Number of earlier outcomes in the match.
        """


class SeededRandom:
    """Random source that computes outcomes from a seed."""

    by_hand = False

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._begun = hash_key(f"{seed}|")

    def outcome(self, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...]:
        if isinstance(request, Roll):
            return roll_dice(start_counter(label, self._begun), request.dice, request.sides)
        return draw_items(start_counter(label, self._begun), request.count, list(request.bag))


class ScriptedRandom:
    """Random source that returns outcomes from a list, in order.

    >>> script = ScriptedRandom([(3, 4), ["I07"]])
    >>> script.outcome(Roll(2, 6, "move", "P3.3", "A"), "", 0)
    (3, 4)
    >>> script.outcome(Roll(2, 6, "move", "P3.3", "B"), "", 1)
    Traceback (most recent call last):
    classkit.engine.errors.LuckError: outcome 2 of the script, ['I07'], does not fit the roll of \
2 dice for move by seat B (P3.3): dice: must have 2 entries, not 1.
    """

    def __init__(self, script: Iterable[Any], then: RandomSource | None = None) -> None:
        self.script, self.then = list(script), then
        self.by_hand = then is not None and then.by_hand

    def outcome(self, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...] | None:
        if number >= len(self.script):
            if self.then is not None:
                return self.then.outcome(request, label, number)
            raise LuckError(
                f"the script has only {format_count(len(self.script), 'outcome')}, but "
                f"{request.describe_outcome()} needs another."
            )
        listed = self.script[number]
        outcome = listed if isinstance(listed, (list, tuple)) else (listed,)
        if reason := request.refuse(list(outcome)):
            raise LuckError(
                f"outcome {number + 1} of the script, {truncate_text(listed)}, does not fit "
                f"{request.describe_outcome()}: {reason}"
            )
        return tuple(outcome)


def prepend_outcomes(outcomes: Sequence[Any], source: RandomSource) -> RandomSource:
    """Return a random source that yields `outcomes` first, then continues with `source`.

    >>> luck = prepend_outcomes([(3,)], ScriptedRandom([(5,)]))
    >>> throw = Roll(1, 6, "move", "P3.3", "A")
    >>> luck.outcome(throw, "", 0), luck.outcome(throw, "", 1)
    ((3,), (5,))
    """
    if not outcomes:
        return source
    if isinstance(source, ScriptedRandom):
        return ScriptedRandom([*outcomes, *source.script], then=source.then)
    return ScriptedRandom(outcomes, then=source)


class ManualRandom:
    """Random source for real dice: the instructor enters the outcomes."""

    by_hand = True

    def outcome(self, request: Roll | Draw, label: str, number: int) -> None:
        return None


MAX_OUTCOMES = 50_000
"""Maximum number of outcomes read from a script, which may be an infinite iterator."""


def read_script(script: Any) -> list[Any]:
    """Convert a script to a list of outcomes: numbers, texts, or lists of these.

    >>> read_script([(3, 4), "I07"])
    [[3, 4], 'I07']
    >>> read_script([(3, 4), 2.5])
    Traceback (most recent call last):
    classkit.engine.errors.LuckError: outcome 2 of the script must be a whole number, a string, \
or a list of these, not 2.5.
    """
    stated = to_list(script, MAX_OUTCOMES)
    if stated is None:
        raise LuckError(f"luck must be a list of outcomes, not {truncate_text(script)}.")
    outcomes = []
    for number, outcome in enumerate(map(to_builtin, stated), start=1):
        parts = outcome if isinstance(outcome, (list, tuple)) else [outcome]
        if not all(type(part) in (int, str) for part in parts):
            raise LuckError(
                f"outcome {number} of the script must be a whole number, a string, or a list of "
                f"these, not {truncate_text(outcome)}."
            )
        outcomes.append(list(outcome) if isinstance(outcome, (list, tuple)) else outcome)
    return outcomes
