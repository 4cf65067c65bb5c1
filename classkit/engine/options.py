"""Options: typed, with defaults, checked by name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .data import as_data
from .errors import OptionError, UnknownName, shorten


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: section 8 of its rules file.

    ``kind`` is "bool", "int", "text", "seat" or "numbers"; ``about`` is what the form of a new
    match says of it. ``allowed`` are the values that an int or text may take: a ``range``, or a
    list, or each with its words, ``{"sealed": "in secret", "open": "aloud"}``; ``also`` are values
    allowed besides, ``{"auto": "As the rules say", 0: "none"}``.

    "numbers" are different whole numbers of a range, in rising order: ``[1, 3, 6]``, or the same
    as text, ``"1, 3, 6"``; ``examples`` lists some that a form offers.

    >>> rounds = range(1, 201)
    >>> also = {"auto": "As the rules say", 0: "none"}
    >>> length = Option("round_limit", "int", "auto", "P15.1", allowed=rounds, also=also)
    >>> length.read(12), length.read("auto")
    (12, 'auto')
    >>> length.label, length.words[0]
    ('Round limit', 'none')
    >>> length.read(500)
    Traceback (most recent call last):
    classkit.engine.errors.OptionError: option round_limit: must be 1 to 200, or 'auto', or 0, not \
500 (P15.1)
    >>> when = Option("law_rounds", "numbers", [1, 3], "N7.1", allowed=range(1, 21))
    >>> when.read("1, 3, 6"), when.read((2,)), when.read([])
    ([1, 3, 6], [2], [])
    >>> when.read([3, 1])
    Traceback (most recent call last):
    classkit.engine.errors.OptionError: option law_rounds: must be different whole numbers from 1 \
to 20 in rising order, such as [1, 3, 6], not [3, 1] (N7.1)
    """

    name: str
    kind: str
    default: Any
    clause: str
    about: str = ""
    allowed: Collection[Any] = ()
    also: Collection[Any] = ()
    examples: tuple[Any, ...] = ()

    @property
    def label(self) -> str:
        """What a form says of the option; its name where nothing is said."""
        label = self.about or self.name.replace("_", " ")
        return label[:1].upper() + label[1:]

    @property
    def words(self) -> dict[Any, str]:
        """The values that are declared with words, and these."""
        declared = [values for values in (self.also, self.allowed) if isinstance(values, Mapping)]
        return {value: words for values in declared for value, words in values.items()}

    def read(self, value: Any, seats: Sequence[str] = ()) -> Any:
        """Return the value, if it is allowed; else :class:`OptionError`."""
        value = as_data(value)
        if any(type(value) is type(other) and value == other for other in self.also):
            return value
        if self.kind == "numbers":
            return self._read_numbers(value)
        wanted = {"bool": bool, "int": int, "text": str, "seat": str}[self.kind]
        if type(value) is not wanted:
            raise self._refusal(value)
        allowed = seats if self.kind == "seat" and seats else self.allowed
        if allowed and value not in allowed:
            raise self._refusal(value, seats)
        return value

    def _read_numbers(self, value: Any) -> list[int]:
        """Read different whole numbers in rising order, from a list or a text with commas."""
        parts = value
        if isinstance(value, str) and len(value) <= LONGEST_LIST:
            parts = [part.strip() for part in value.split(",") if part.strip()]
            parts = [int(part) if part.isascii() and part.isdigit() else part for part in parts]
        if not isinstance(parts, (list, tuple)) or len(parts) > LONGEST_LIST:
            raise self._refusal(value)
        numbers = list(parts)
        if not all(type(number) is int and number in self.allowed for number in numbers):
            raise self._refusal(value)
        if any(later <= earlier for earlier, later in pairwise(numbers)):
            raise self._refusal(value)
        return numbers

    def _refusal(self, value: Any, seats: Sequence[str] = ()) -> OptionError:
        return OptionError(
            f"option {self.name}: must be {self.range_in_words(seats)}, not {shorten(value)} "
            f"({self.clause})"
        )

    def range_in_words(self, seats: Sequence[str] = ()) -> str:
        """Say in words what the option may be."""
        allowed = self.allowed
        if self.kind == "bool":
            parts = ["true or false"]
        elif self.kind == "numbers":
            ends = f"{min(allowed)} to {max(allowed)}"
            parts = [f"different whole numbers from {ends} in rising order, such as [1, 3, 6]"]
        elif isinstance(allowed, range):
            step = f" in steps of {allowed.step:,}" if allowed.step > 1 else ""
            parts = [f"{allowed.start:,} to {allowed[-1]:,}{step}"]
        elif self.kind == "seat":
            parts = [f"one of the seats {', '.join(seats)}" if seats else "the letter of a seat"]
        elif allowed:
            parts = [" or ".join(str(value) for value in allowed)]
        else:
            parts = [{"int": "a whole number", "text": "text"}[self.kind]]
        return ", or ".join(parts + [repr(value) for value in self.also])


METHODS = frozenset(dir(Mapping))
LONGEST_LIST = 200
"""So many numbers, or characters of a text that lists them, are read."""


class NoOption(UnknownName, KeyError):
    """An option that is looked up and not there: a KeyError, as of any mapping."""

    __str__ = BaseException.__str__


class Options(Mapping[str, Any]):
    """The options of one match: read like attributes, never changed.

    >>> Options({"quick_start": True}).quick_start
    True
    >>> Options({"quick_start": True})["quick"]
    Traceback (most recent call last):
    classkit.engine.options.NoOption: There is no option 'quick'. Did you mean 'quick_start'? \
There are: quick_start.
    """

    __slots__ = ("__dict__", "_values")

    def __init__(self, values: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_values", dict(values))
        # Rules look at options at every turn: as attributes of the instance they are found at
        # once. An option that is called like a method of mappings is read as options["items"].
        own = {name: value for name, value in values.items() if name not in METHODS}
        self.__dict__.update(own)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"there is no option {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("options are fixed when a match begins")

    def __getitem__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise NoOption("option", name, self._values) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __reduce__(self) -> tuple[type[Options], tuple[dict[str, Any]]]:
        """Send them to another process as their values, from which they are made anew."""
        return Options, (self._values,)

    def __repr__(self) -> str:
        return f"Options({self._values!r})"


def read_options(
    known: Sequence[Option],
    given: Mapping[str, Any],
    seats: Sequence[str],
) -> Options:
    """Return the options of a match: those given, checked by name and value, and defaults."""
    by_name = {option.name: option for option in known}
    for name in given:
        if name not in by_name:
            raise UnknownName("option", name, by_name)
    return Options(
        {
            name: option.read(given[name], seats) if name in given else option.default
            for name, option in by_name.items()
        }
    )
