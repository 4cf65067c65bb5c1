"""Typed options of games and their defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from classkit.deprecation import warn_about_members

from .errors import ClasskitError, OptionError, UnknownName, truncate_text
from .fields import Field, Flag, OneOf
from .seats import SEAT_LETTERS
from .untrusted_input import to_builtin

AUTO = "auto"
"""Value of an option that uses the setting of the edition."""
EDITION_DEFAULT: Mapping[Any, str] = {AUTO: "As the edition says"}
"""Label of `AUTO` in the form of a new match."""


def chosen_values(option: Any, of_edition: Any) -> Any:
    """Return the value of an option, or the edition's value for `AUTO`."""
    return of_edition if option == AUTO else option


class AnySeat(OneOf):
    """A field for the letter of a seat. Its options are set when a match begins."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(tuple(SEAT_LETTERS), of="seat")

    def describe_values(self) -> str:
        return "the letter of a seat"


@warn_about_members
@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game (section 8 of its rules file).

    Args:
        name: Name in ``options=``.
        default: Value if none is passed.
        clause: Clause that the option changes.
        about: Description in the form of a new match.
        values: Field that declares the allowed values.

    Example:
        >>> from classkit.engine.fields import Amount
        >>> values = Amount(1, 200, also={"auto": "As the edition says", 0: "none"})
        >>> length = Option("round_limit", "auto", "P15.1", "", values)
        >>> length.read(12), length.read("auto")
        (12, 'auto')
        >>> length.label, length.words[0]
        ('Round limit', 'none')
        >>> length.read(500)
        Traceback (most recent call last):
        classkit.engine.errors.OptionError: option round_limit: must be a whole number from 1 to \
200, or 'auto', or 0, not 500 (P15.1)
    """

    name: str
    default: Any
    clause: str
    about: str
    values: Field

    @property
    def label(self) -> str:
        """The label in a form, which is the name by default."""
        label = self.about or self.name.replace("_", " ")
        return label[:1].upper() + label[1:]

    @property
    def words(self) -> Mapping[Any, str]:
        """The labels of values that have a label."""
        if isinstance(self.values, Flag):
            return {}
        titles = self.values.titles
        return {value: words for value, words in titles.items() if words != str(value)}

    def get_field(self, seats: Sequence[str]) -> Field:
        """Return the allowed values for a match with these seats."""
        return OneOf(tuple(seats), of="seat") if isinstance(self.values, AnySeat) else self.values

    def read(self, value: Any, seats: Sequence[str] = SEAT_LETTERS) -> Any:
        """Validate and normalize a value.

        Args:
            value: The value to check.
            seats: The seats of the match, for options by seat.

        Returns:
            The value in its canonical form.

        Raises:
            OptionError: The value is not allowed.
        """
        value, values = to_builtin(value), self.get_field(seats)
        if reason := values.refuse(value):
            raise OptionError(f"option {self.name}: {reason.removesuffix('.')} ({self.clause})")
        return values.read(value)


MAPPING_METHODS = frozenset(dir(Mapping))


class UnknownOption(UnknownName, KeyError):
    """An unknown option. It is also a KeyError, because options are a mapping."""

    __str__ = BaseException.__str__


class Options(Mapping[str, Any]):
    """The options of one match, as a read-only mapping with attribute access.

    Args:
        values: Value of each option, by name.

    Example:
        >>> Options({"quick_start": True}).quick_start
        True
        >>> Options({"quick_start": True})["quick"]
        Traceback (most recent call last):
        classkit.engine.options.UnknownOption: There is no option 'quick'. Did you mean \
'quick_start'? Choose from: quick_start.
    """

    __slots__ = ("__dict__", "_values")

    def __init__(self, values: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_values", dict(values))
        # Rules read options at every turn, and instance attributes are the fastest lookup.
        # An option with the name of a mapping method is available only as options["items"].
        own = {name: value for name, value in values.items() if name not in MAPPING_METHODS}
        self.__dict__.update(own)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"unknown option {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("options are fixed when a match begins")

    def __getitem__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise UnknownOption("option", name, self._values) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __reduce__(self) -> tuple[type[Options], tuple[dict[str, Any]]]:
        """Pickle the values only."""
        return Options, (self._values,)

    def __repr__(self) -> str:
        return f"Options({self._values!r})"


def copy_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Copy the options passed to a call and check their names. Values are checked later.

    >>> copy_options({"quick_start": True}), copy_options(None)
    ({'quick_start': True}, {})
    >>> copy_options("quick_start")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: options must be a mapping from names to values, not \
'quick_start'.
    """
    given = to_builtin({} if options is None else options)
    if not isinstance(given, dict):
        told = truncate_text(given)
        raise ClasskitError(f"options must be a mapping from names to values, not {told}.")
    return given


def read_options(
    known: Sequence[Option],
    given: Mapping[str, Any] | None,
    seats: Sequence[str],
) -> Options:
    """Return the options of a match: the given values, after validation, and defaults."""
    by_name = {option.name: option for option in known}
    given = copy_options(given)
    for name in given:
        if name not in by_name:
            raise UnknownName("option", name, by_name)
    return Options(
        {
            name: option.read(given[name], seats) if name in given else option.default
            for name, option in by_name.items()
        }
    )
