"""Fields for an amount, for several rising amounts, and for a flag."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from ..currency import find_currency
from ..errors import format_int, truncate_text
from .field import Check, Field, RandomGenerator
from .list_lengths import MAX_LIST_ITEMS

NO_LIMIT = 10**15
"""Upper bound of an amount without a limit."""

Sensible: TypeAlias = Callable[[int, int], Sequence[tuple[str, int]]]
"""Function that suggests (label, value) pairs for an amount, given its minimum and maximum."""


class Amount(Field):
    """A whole number from ``low`` to ``high`` in steps of ``step``, or a value in ``also``.

    Args:
        low: The smallest number.
        high: The largest number; :data:`NO_LIMIT` if there is none.
        step: Distance between allowed numbers.
        also: Additional numbers or texts, or a dict that maps them to labels.
        unit: Unit for messages and forms: the currency (``t.currency``) or a unit of the game.
        sensible: Function that takes the minimum and maximum and returns suggested values as
            (label, value) pairs. It is called only when needed. A form preselects the first one. By
            default, the quarters of the range are suggested.
        why: Reason for the maximum, for error messages, or a function that returns the whole
            sentence for a number out of range.

    Example:
        >>> bid = Amount(10_000, 50_000, 10_000, also=(0,))
        >>> bid
        Amount(10,000 to 50,000 in steps of 10,000, or 0)
        >>> bid.refuse(30_000), bid.refuse(0)
        (None, None)
        >>> bid.refuse(35_000)
        'must be a whole number from 10,000 to 50,000 in steps of 10,000, or 0, not 35,000.'
        >>> Amount(1, 200).refuse(2.0)
        'must be a whole number from 1 to 200, not 2.0: write 2.'
        >>> Amount(1, 200).refuse(500.0)
        'must be a whole number from 1 to 200, not 500.0.'
        >>> Amount(0, 500, unit="$").refuse(900)
        'must be a whole number from $0 to $500, not $900.'
        >>> Amount(1, 200, also={"auto": "As the edition says", 0: "none"})
        Amount(1 to 200, or 'auto', or 0)

        >>> halves = lambda low, high: [("Minimum", low), ("Half", high // 2), ("Double", 2 * high)]
        >>> Amount(40, 90, sensible=halves).sensible_amounts()
        [('Minimum', 40), ('Half', 45)]

        >>> Amount(0, 3, why="B has 3 gold").refuse(4)
        'must be a whole number from 0 to 3, not 4: B has 3 gold.'
        >>> Amount(0, 3, why=lambda n: f"B has 3 gold, not {n} (N9.1).").refuse(4)
        'B has 3 gold, not 4 (N9.1).'
    """

    __slots__ = ("also", "high", "low", "sensible", "step", "unit", "why")

    def __init__(
        self, low: int, high: int, step: int = 1, also: Collection[int | str] = (), unit: str = "",
        sensible: Sensible | None = None, why: str | Check = "",
    ) -> None:  # fmt: skip
        self.low, self.step, self.also, self.unit = low, step, also, unit
        self.sensible, self.why = sensible, why
        self.high = high if step == 1 or high < low else low + (high - low) // step * step

    @property
    def titles(self) -> Mapping[Any, str]:
        return self.also if isinstance(self.also, Mapping) else {}

    def refuse(self, value: Any) -> str | None:
        why = ""
        if type(value) is int:
            is_within = self.low <= value <= self.high
            if (is_within and (value - self.low) % self.step == 0) or value in self.also:
                return None
            if callable(self.why) and not is_within and (reason := self.why(value)):
                return reason
            if self.is_unlimited and value > self.high:
                high, stated = self.format_value(self.high), self.format_value(value)
                return f"must be at most {high}, not {stated}."
            if isinstance(self.why, str) and value > self.high:
                why = self.why
        elif type(value) is str and value in self.also:
            return None
        elif type(value) is float and value.is_integer() and self.refuse(int(value)) is None:
            why = f"write {int(value)}"
        if self.high < self.low and not self.also:
            return "No amount is possible."
        return self.requirement_text(value, f": {why}." if why else ".")

    def format_value(self, value: Any) -> str:
        return self._format_number(value) if type(value) is int else truncate_text(value)

    def _format_number(self, number: int | str) -> str:
        """Format a number with its unit: $500, 40%."""
        if isinstance(number, str):
            return repr(number)
        if (currency := find_currency(self.unit)) is not None:
            return currency.write(number)
        return f"{format_int(number)}%" if self.unit == "%" else format_int(number)

    def describe_values(self) -> str:
        return self._describe_range(
            lambda one: repr(one) if isinstance(one, str) else format_int(one)
        )

    def expected_text(self) -> str:
        listed = self._describe_range(self._format_number)
        if self.low >= self.high:
            return listed
        return f"a whole number{',' if self.is_unlimited else ' from'} {listed}"

    def _describe_range(self, said: Callable[[int | str], str]) -> str:
        """Return the range and the additional values, each formatted by ``said``."""
        span = []
        if self.is_unlimited:
            span = [f"{said(self.low)} or more"]
        elif self.low < self.high:
            steps = f" in steps of {said(self.step)}" if self.step > 1 else ""
            span = [f"{said(self.low)} to {said(self.high)}{steps}"]
        elif self.low == self.high:
            span = [said(self.low)]
        return ", or ".join([*span, *map(said, self.also)]) or "no amount"

    @property
    def is_unlimited(self) -> bool:
        """True if the amount has no limit other than :data:`NO_LIMIT`."""
        return NO_LIMIT - self.step < self.high <= NO_LIMIT

    def sample_value(self, chance: RandomGenerator) -> Any:
        count = (self.high - self.low) // self.step + 1 if self.high >= self.low else 0
        pick = chance.below(count + len(self.also))
        return self.low + pick * self.step if pick < count else [*self.also][pick - count]

    def sensible_amounts(self) -> list[tuple[str, int]]:
        """Return the suggested values that are allowed, with labels and without duplicates."""
        found: dict[int, str] = {}
        for title, value in self.sensible(self.low, self.high) if self.sensible else ():
            if value not in found and self.refuse(value) is None:
                found[value] = title
        return [(title, value) for value, title in found.items()]

    def suggest(self) -> list[Any]:
        if self.sensible is not None:
            return [*self.also, *(n for _, n in self.sensible_amounts() if n not in self.also)]
        if self.high < self.low:
            return list(self.also)
        count = (self.high - self.low) // self.step
        spread = {self.low + count * quarter // 4 * self.step for quarter in range(5)}
        spread |= {n for n in self.also if isinstance(n, int)}
        return [*sorted(spread), *(word for word in self.also if isinstance(word, str))]

    def form_schema(self) -> dict[str, Any]:
        return {
            "kind": "amount",
            "low": self.low,
            "high": self.high,
            "step": self.step,
            "also": [n for n in self.also if isinstance(n, int)],
            "words": {n: self.titles.get(n, n) for n in self.also if isinstance(n, str)},
            "unit": self.unit,
        }


class Flag(Field):
    """True or False.

    >>> Flag().refuse(1), Flag().refuse(True)
    ('must be true or false, not 1.', None)
    """

    __slots__ = ()

    @property
    def titles(self) -> Mapping[Any, str]:
        return {True: "Yes", False: "No"}

    def refuse(self, value: Any) -> str | None:
        return None if isinstance(value, bool) else self.requirement_text(value)

    def describe_values(self) -> str:
        return "true or false"

    def sample_value(self, chance: RandomGenerator) -> bool:
        return chance.below(2) == 1

    def suggest(self) -> list[bool]:
        return [True, False]

    def form_schema(self) -> dict[str, Any]:
        return {"kind": "one_of", "options": [True, False], "of": ""}


class Rising(Field):
    """Different whole numbers from ``low`` to ``high`` in ascending order, or a text in ``also``.

    The value is a list, or text with commas. ``also`` maps allowed texts to labels. ``examples``
    contains lists that a form suggests.

    >>> rounds = Rising(1, 20, also={"auto": "As the edition says"}, examples=([1, 3, 6],))
    >>> rounds.read("1, 3, 6"), rounds.read((2,)), rounds.read("auto"), rounds.read("")
    ([1, 3, 6], [2], 'auto', [])
    >>> rounds.refuse([3, 1])
    "must be different whole numbers from 1 to 20 in ascending order, such as [1, 3, 6], or \
'auto', not [3, 1]."
    """

    __slots__ = ("also", "examples", "high", "low")

    def __init__(
        self,
        low: int,
        high: int,
        also: Mapping[str, str] = {},
        examples: Sequence[Sequence[int]] = (),
    ) -> None:
        self.low, self.high, self.also = low, high, also
        self.examples = [list(numbers) for numbers in examples]

    @property
    def titles(self) -> Mapping[Any, str]:
        texts = map(format_as_text, self.examples)
        return {**self.also, **{text: text or "none" for text in texts}}

    def read(self, value: Any) -> Any:
        if isinstance(value, str) and value not in self.also and len(value) <= MAX_LIST_ITEMS:
            parts = [part.strip() for part in value.split(",") if part.strip()]
            return [int(part) if part.isascii() and part.isdigit() else part for part in parts]
        return list(value) if isinstance(value, tuple) else value

    def refuse(self, value: Any) -> str | None:
        value = self.read(value)
        if isinstance(value, str) and value in self.also:
            return None
        if isinstance(value, list) and len(value) <= MAX_LIST_ITEMS:
            fit = all(type(n) is int and self.low <= n <= self.high for n in value)
            if fit and all(earlier < later for earlier, later in pairwise(value)):
                return None
        return self.requirement_text(value)

    def describe_values(self) -> str:
        span = f"{self.low:,} to {self.high:,}"
        numbers = f"different whole numbers from {span} in ascending order, such as [1, 3, 6]"
        return ", or ".join([numbers, *map(repr, self.also)])

    def sample_value(self, chance: RandomGenerator) -> list[int]:
        return [n for n in range(self.low, self.high + 1) if not chance.below(4)]

    def suggest(self) -> list[Any]:
        return [*self.examples, *self.also]

    def form_schema(self) -> dict[str, Any]:
        return {
            "kind": "one_of",
            "options": [*self.also, *map(format_as_text, self.examples)],
            "of": "",
        }


def format_as_text(numbers: Sequence[int]) -> str:
    """Format numbers as text that :class:`Rising` can parse.

    >>> format_as_text([1, 3, 6])
    '1, 3, 6'
    """
    return ", ".join(map(str, numbers))
