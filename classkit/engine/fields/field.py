"""What every field has in common, and the check of several fields together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ..errors import format_int, truncate_text, truncate_value

MAX_FIELD_TEXT = 120
"""Maximum number of characters in the ``repr`` of a field."""


class RandomGenerator(Protocol):
    """Interface of :class:`classkit.engine.randomness.RandomStream`.

    Example:
        >>> from classkit.engine.randomness import RandomStream
        >>> chance: RandomGenerator = RandomStream("a seed")
        >>> 0 <= chance.below(6) < 6
        True
    """

    def below(self, n: int) -> int:
        """Return a random whole number from 0 to n - 1.

        Args:
            n: Number of possible results, at least 1.

        Returns:
            The number.
        """

    def random(self) -> float:
        """Return a random number in [0, 1).

        Returns:
            The number.
        """


class Value(ABC):
    """Declaration of the allowed values of a field, option or argument."""

    __slots__ = ()

    @abstractmethod
    def refuse(self, value: Any) -> str | None:
        """Return why a value is not allowed, or None if it is.

        The text follows the name of the field in a sentence. It states the allowed values and the
        actual value, or the reason given by the rules.

        Args:
            value: The value, which may be untrusted.

        Returns:
            The reason, or None.
        """

    def read(self, value: Any) -> Any:
        """Normalize an accepted value to its canonical form.

        Args:
            value: A value that :meth:`refuse` accepts.

        Returns:
            The value that is passed to the rules.
        """
        return value

    def describe_values(self) -> str:
        """Return a short description of the allowed values.

        Returns:
            A text such as "1 to 6".
        """
        return "any value"

    def expected_text(self) -> str:
        """Return a description of the expected values, for an error message.

        Returns:
            A phrase to follow "must be", such as "a whole number from 1 to 6".
        """
        return self.describe_values()

    def format_value(self, value: Any) -> str:
        """Format an input value for use in a sentence.

        Args:
            value: The value.

        Returns:
            The text, shortened if it is long.
        """
        return format_int(value) if type(value) is int else truncate_text(value)

    def requirement_text(self, value: Any, end: str = ".") -> str:
        """Return the error message that states the allowed values and the actual value.

        Args:
            value: The refused value.
            end: Text that follows the value in the sentence.

        Returns:
            The sentence.

        Example:
            >>> from classkit.engine.fields import Amount
            >>> Amount(1, 200).requirement_text(500)
            'must be a whole number from 1 to 200, not 500.'
        """
        return f"must be {self.expected_text()}, not {self.format_value(value)}{end}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({truncate_value(self.describe_values(), MAX_FIELD_TEXT)})"


class Field(Value):
    """A value that a form asks for.

    Subclass it to define your own field: ``refuse`` checks a value, ``sample_value`` and
    ``suggest`` return allowed values, and ``form_schema`` describes the field to a page.

    Example:
        >>> from classkit.engine.fields import Amount
        >>> bid = Amount(0, 100, 10)
        >>> isinstance(bid, Field), bid.refuse(30), bid.describe_values()
        (True, None, '0 to 100 in steps of 10')
    """

    __slots__ = ()

    @property
    def titles(self) -> Mapping[Any, str]:
        """Labels of the values that have a label."""
        return {}

    def contains_value(self, value: Any) -> bool:
        """Return whether the value is one of the field's choices, currently offered or not.

        Args:
            value: The value.

        Returns:
            True if the value is a known choice.
        """
        return False

    @abstractmethod
    def sample_value(self, chance: RandomGenerator) -> Any:
        """Return a random allowed value.

        Args:
            chance: Random generator, such as ``view.chance``.

        Returns:
            The value, which :meth:`refuse` accepts.
        """

    @abstractmethod
    def suggest(self) -> list[Any]:
        """Return a few sensible allowed values, in order.

        Returns:
            The values that a form offers first.
        """

    @abstractmethod
    def form_schema(self) -> dict[str, Any]:
        """Return a JSON description of the field for a page.

        Returns:
            The kind of the field and the data that a page needs to draw it.
        """


Check = Callable[[Any], str | None]
"""Function that returns a sentence with the reason and clause if a value is not allowed, else None.
"""


def describe_fields(fields: Mapping[str, Field]) -> str:
    """Describe the allowed values of several fields.

    >>> from classkit.engine.fields import Amount, OneOf
    >>> describe_fields({"amount": Amount(0, 9), "seat": OneOf("AB")})
    'amount: 0 to 9, seat: A or B'
    """
    inside = [
        f"{name}: {truncate_value(one.describe_values(), MAX_FIELD_TEXT)}"
        for name, one in fields.items()
    ]
    return ", ".join(inside)


MAX_SAMPLING_TRIES = 40


def validate_fields(
    fields: Mapping[str, Field], values: Mapping[str, Any], optional: Sequence[str] = ()
) -> str | None:
    """Return which value is missing, unknown or not allowed, or None if all values are valid."""
    given = 0
    for name, field in fields.items():
        if name not in values:
            if name in optional:
                continue
            return unasked_error(fields, values) or f"{name} is missing."
        given += 1
        if reason := field.refuse(values[name]):
            return f"{name}: {reason}"
    return unasked_error(fields, values) if len(values) != given else None


def unasked_error(fields: Mapping[str, Field], values: Mapping[str, Any]) -> str | None:
    """Return an error that names the unknown values and the known fields, or None.

    >>> from classkit.engine.fields import Amount
    >>> unasked_error({"dice": Amount(1, 6)}, {"values": 3})
    "'values' is not a field; the fields are: dice."
    """
    extra = ", ".join(truncate_text(name) for name in values if name not in fields)
    known = f"the fields are: {', '.join(fields)}" if fields else "there are no fields"
    return f"{extra} is not a field; {known}." if extra else None
