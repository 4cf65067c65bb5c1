"""Declarative parser for editions and positions, which people write by hand.

A game declares the contents of a table as the fields of a dataclass, each with a type and limits.
The parser returns an instance of the class. If a value is missing, unknown, of the wrong type or
out of range, it raises an error with the path and the reason.

>>> @dataclass(frozen=True)
... class Price:
...     bond: Annotated[int, Whole(1, 1_000)]
...     colour: Literal["red", "blue"] = "red"
>>> Section("edition.toml", "price", {"bond": 100}).read(Price)
Price(bond=100, colour='red')
>>> Section("edition.toml", "price", {"bnod": 100}).read(Price)
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition.toml: price.bnod: is not a known key; \
did you mean 'bond'?
>>> Section("edition.toml", "price", {"bond": 0}).read(Price)
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition.toml: price.bond: must be a whole number from 1 to \
1,000, not 0.

A limit may be a function that takes ``about``, an argument of the parser, such as the state or the
first table of an edition.

This module does not use msgspec, cattrs or pydantic: importing them takes longer than playing a
match, their error messages are not written for teachers, and limits that depend on the state would
need custom code in each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache, partial
from inspect import get_annotations
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from classkit.deprecation import warn_about_members

from .errors import (
    ClasskitError,
    EditionError,
    PositionError,
    suggestion_suffix,
    truncate_text,
    truncate_value,
)
from .fields import Amount, Flag, Value, choice_error, duplicate_error, length_error
from .fields import FreeText as OneLine
from .untrusted_input import MAX_DIGITS, fold_name, to_half_width

T = TypeVar("T")
Limit = int | Callable[[Any], int]
"""A number, or a function that computes it from ``about``."""
Names = Collection[str] | Callable[[Any], Collection[str]]

MISSING_REASON = "is missing."


@warn_about_members
class ErrorPath(NamedTuple):
    """The path of a value, for error messages.

    Args:
        error: Class of errors with a path and a reason, such as PositionError.
        key: The path, such as "A.cash".

    Example:
        >>> str(ErrorPath(PositionError, "A").child_path("cash").make_error("must be 0 or more."))
        'position: A.cash: must be 0 or more.'
    """

    error: Callable[[str, str], ClasskitError]
    key: str

    def child_path(self, name: object) -> ErrorPath:
        """Return the path of a key in this table.

        Args:
            name: The key.

        Returns:
            The path of its value.
        """
        name = truncate_value(name) if isinstance(name, str) else truncate_text(name)
        return ErrorPath(self.error, f"{self.key}.{name}" if self.key else name)

    def row_path(self, number: int) -> ErrorPath:
        """Return the path of an entry in this list.

        Args:
            number: Index of the entry, from 0.

        Returns:
            The path of the entry.
        """
        return ErrorPath(self.error, f"{self.key}[{number}]")

    def make_error(self, reason: str) -> ClasskitError:
        """Return an error with this path and a reason.

        Args:
            reason: Why the value is not allowed.

        Returns:
            The error, to be raised.
        """
        return self.error(self.key, reason)


class Reader(Protocol):
    """Parses one value, or raises an error with its path."""

    def __call__(self, place: ErrorPath, value: Any, about: Any, /) -> Any:
        """Validate a value, and return it in the form that the game uses."""


# --- declarations of values -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits, optionally in steps.

    Args:
        low: The smallest number, or a function that takes ``about``.
        high: The largest number, or a function that takes ``about``.
        step: Distance between allowed numbers, or a function that takes ``about``.

    Example:
        >>> Whole(0, 900, 10).resolve_limits(None)
        Amount(0 to 900 in steps of 10)
    """

    low: Limit = 0
    high: Limit = 10**9
    step: Limit = 1

    def resolve_limits(self, about: Any) -> Amount:
        """Return a field with the limits for ``about``.

        Args:
            about: Argument for limits that are functions.

        Returns:
            The field.
        """
        return Amount(
            *(require_known_word(limit, about) for limit in (self.low, self.high, self.step))
        )

    def __call__(self, place: ErrorPath, value: Any, about: Any) -> int:
        number: int = read_declared(self.resolve_limits(about), place, value)
        return number


@dataclass(frozen=True, slots=True)
class TextReader:
    """A single line of text.

    Args:
        longest: Maximum number of characters.
        may_be_empty: True if the text may be empty.

    Example:
        >>> TextReader(20)(ErrorPath(PositionError, "title"), "Harbour", None)
        'Harbour'
    """

    longest: int = 80
    may_be_empty: bool = False

    def __call__(self, place: ErrorPath, value: Any, about: Any) -> str:
        text: str = read_declared(OneLine(self.longest, not self.may_be_empty), place, value)
        return text


@dataclass(frozen=True, slots=True)
class Word:
    """A choice of one of several names.

    Args:
        among: The names, or a function that takes ``about`` and returns them.
        titles: Function that takes ``about`` and returns a mapping from titles, which are also
            accepted, to names.

    Example:
        >>> squares = Word(("I02", "I07"), titles=lambda about: {"I.P. Sharp": "I07"})
        >>> squares(ErrorPath(PositionError, "at"), "i.p. sharp", None)
        'I07'
    """

    among: Names
    titles: Callable[[Any], Mapping[str, str]] | None = None

    def __call__(self, place: ErrorPath, value: Any, about: Any) -> str:
        names = require_known_word(self.among, about)
        if isinstance(value, str) and value in names:
            return value
        titles = self.titles(about) if self.titles is not None else {}
        if isinstance(value, str) and (plain := to_half_width(value)) in names:
            return plain
        if titles and type(value) in (str, int):
            called = fold_name(str(value))
            meant = {name for title, name in titles.items() if fold_name(title) == called}
            if len(meant) == 1 and meant <= set(names):
                return meant.pop()
        raise place.make_error(choice_error(value, names, titles))


@dataclass(frozen=True, slots=True)
class Entries:
    """Limits on the number of entries in a list or table.

    Args:
        least: Minimum number of entries.
        most: Maximum number of entries.
        what: Noun for the entries in error messages.
        once: True if the entries must be unique.

    Example:
        >>> Entries(least=1, most=3).check_count(ErrorPath(PositionError, "cards"), ["oil"])
    """

    least: int = 0
    most: int = 1_000
    what: str = "entries"
    once: bool = False

    def check_count(self, place: ErrorPath, value: Any) -> None:
        """Raise an error for too few, too many or repeated entries.

        Args:
            place: Path of the list, for error messages.
            value: The list or table.

        Raises:
            ClasskitError: There are too few or too many entries, or an entry appears twice.
        """
        if reason := length_error(len(value), self.least, self.most, self.what):
            raise place.make_error(reason)
        if self.once:
            for number, entry in enumerate(value):
                if entry in value[:number]:
                    raise place.row_path(number).make_error(duplicate_error(entry))


@dataclass(frozen=True, slots=True)
class When:
    """Condition for a key that only some rows have.

    Args:
        key: Name of the key that distinguishes the kinds of rows.
        values: Values of that key for which a row has the conditional key.
        may_be_left_out: True if the key is optional in these rows.

    Example:
        >>> When("kind", ("company",)).values
        ('company',)
    """

    key: str
    values: tuple[str, ...]
    may_be_left_out: bool = False


ANY_NUMBER = Entries()

ShortName = Annotated[tuple[Annotated[str, TextReader(12)], ...], Entries(1, 3, "lines")]
"""Short name on a small space of a board, as a list of lines. The key is ``short``.

Each line contains whole words, or a part of a word that ends in a hyphen. Sentences and lists use
the full name.
"""


def require_known_word(limit: Any, about: Any) -> Any:
    """Return a limit or a list of names. If it is a function, call it with ``about``."""
    return limit(about) if callable(limit) else limit


def read_declared(declared: Value, place: ErrorPath, value: Any) -> Any:
    """Return the value if it is allowed, or raise an error with its path."""
    if reason := declared.refuse(value):
        raise place.make_error(reason)
    return declared.read(value)


def read_flag(place: ErrorPath, value: Any, about: Any) -> bool:
    """Return a boolean, or raise an error for any other value."""
    flag: bool = read_declared(Flag(), place, value)
    return flag


def read_unchanged(place: ErrorPath, value: Any, about: Any) -> Any:
    """Return the value without validation, for callers that validate it."""
    return value


# --- readers by type ------------------------------------------------------------------------------


def find_reader(hint: Any) -> Reader:
    """Return the reader for a type of a field."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return annotated_reader(args[0], args[1:])
    if origin in (Union, UnionType):  # None means a missing key; files cannot contain it
        (only,) = (arg for arg in args if arg is not type(None))
        return find_reader(only)
    if origin is Literal:
        return Word(args)
    if origin is tuple:
        return list_reader(args)
    if origin is Mapping:
        return table_reader(*args)
    if is_dataclass(hint) and isinstance(hint, type):
        return lambda place, value, about: read_table(hint, place, value, about)
    reader: Reader = SIMPLE_READERS.get(hint, hint)  # otherwise, the annotation itself is a reader
    return reader


SIMPLE_READERS: Mapping[Any, Reader] = {
    int: Whole(), str: TextReader(), bool: read_flag, Any: read_unchanged,
}  # fmt: skip


def annotated_reader(kind: Any, rules: tuple[Any, ...]) -> Reader:
    """Return the reader among the annotations, or else the reader of the type."""
    own = [rule for rule in rules if callable(rule) and not isinstance(rule, type)]
    counts = [rule for rule in rules if isinstance(rule, Entries)]
    inner: Reader = own[0] if own else find_reader(kind)
    if not counts:
        return inner

    def read(place: ErrorPath, value: Any, about: Any) -> Any:
        found = inner(place, value, about)
        for count in counts:
            count.check_count(place, found)
        return found

    return read


def list_reader(kinds: tuple[Any, ...]) -> Reader:
    """Return the reader of a list: entries of one type, or a fixed sequence of types."""
    readers = [find_reader(kind) for kind in kinds if kind is not Ellipsis]

    def read(place: ErrorPath, value: Any, about: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise place.make_error(f"must be a list, not {truncate_text(value)}.")
        if kinds[-1] is Ellipsis:
            ANY_NUMBER.check_count(place, value)
            return tuple(readers[0](place.row_path(n), item, about) for n, item in enumerate(value))
        if len(value) != len(readers):
            raise place.make_error(
                f"must be a list of {len(readers)} values, not {truncate_text(value)}."
            )
        pairs = enumerate(zip(readers, value, strict=True))
        return tuple(reader(place.row_path(n), item, about) for n, (reader, item) in pairs)

    return read


NUMBER_KEY = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
"""Matches a number as the key of a table, which TOML and JSON store as text."""


def table_reader(key_kind: Any, value_kind: Any) -> Reader:
    """Return the reader of a table whose keys are all names or all numbers."""
    read_key, read_value = find_reader(key_kind), find_reader(value_kind)
    numbered = (get_args(key_kind) or (key_kind,))[0] is int

    def read(place: ErrorPath, value: Any, about: Any) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise place.make_error(f"must be a table, not {truncate_text(value)}.")
        ANY_NUMBER.check_count(place, value)
        found = {}
        for key, item in value.items():
            here = place.child_path(key)
            if numbered and isinstance(key, str) and NUMBER_KEY.fullmatch(key):
                key = int(key)
            name = read_key(here, key, about)
            if name in found:
                raise here.make_error("is listed twice.")
            found[name] = read_value(here, item, about)
        return found

    return read


class SchemaKey(NamedTuple):
    """Declaration of a key that a table may have."""

    read: Reader
    needed: bool
    when: When | None


def get_hints(kind: type) -> dict[str, Any]:
    """Return the types of a class's fields."""
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):  # resolve names in the module of each class
        hints |= get_annotations(base, eval_str=True)
    return hints


def build_keys(kind: type) -> Mapping[str, SchemaKey]:
    """Return the keys of a table that is declared as a dataclass."""
    assert is_dataclass(kind)
    hints, found = get_hints(kind), {}
    for one in fields(kind):
        rules = getattr(hints[one.name], "__metadata__", ())
        when = next((rule for rule in rules if isinstance(rule, When)), None)
        needed = one.default is MISSING and one.default_factory is MISSING
        if when is not None:
            needed = not when.may_be_left_out
        found[one.name] = SchemaKey(find_reader(hints[one.name]), needed, when)
    return found


declared_fields: Callable[[type], Mapping[str, SchemaKey]] = cache(build_keys)
"""Cached version of :func:`build_keys`."""


def read_table(kind: type[T], place: ErrorPath, values: Any, about: Any = None, **given: Any) -> T:
    """Parse a table of a file into a dataclass.

    A key that distinguishes rows (:class:`When`) must be declared before the keys that depend on
    it.

    Args:
        kind: Dataclass whose fields are the keys.
        place: Path of the table in its file.
        values: The table.
        about: Argument for limits that are functions.
        given: Fields that are not in the file.

    Returns:
        An object of the class ``kind``.

    Raises:
        ClasskitError: A value is missing or not allowed. The error is an EditionError or
            PositionError with the key and the reason.

    Example:
        >>> @dataclass(frozen=True)
        ... class Card:
        ...     title: Annotated[str, TextReader()]
        ...     price: Annotated[int, Whole(1, 90)]
        >>> read_table(Card, ErrorPath(PositionError, "card"), {"title": "Oil", "price": 60})
        Card(title='Oil', price=60)
    """
    if not isinstance(values, Mapping):
        raise place.make_error(f"must be a table, not {truncate_text(values)}.")
    keys = {key: value for key, value in declared_fields(kind).items() if key not in given}
    refuse_unknown(place, values, keys)
    found = dict(given)
    for key, (read, needed, when) in keys.items():
        if when is not None and found[when.key] not in when.values:
            if key in values:
                reason = f"is not a known key if {when.key} is {found[when.key]!r}."
                raise place.child_path(key).make_error(reason)
        elif key in values:
            found[key] = read(place.child_path(key), values[key], about)
        elif needed:
            raise place.child_path(key).make_error(MISSING_REASON)
    return kind(**found)


def refuse_unknown(place: ErrorPath, values: Mapping[str, Any], names: Collection[str]) -> None:
    """Raise an error if a table contains unknown keys."""
    for key in values:
        if key not in names:
            reason = f"is not a known key{suggestion_suffix(key, names)}"
            raise place.child_path(key).make_error(reason)


# --- tables of an edition -------------------------------------------------------------------------


class Section(Mapping[str, Any]):
    """A table of an edition, which can be parsed into a dataclass or read key by key.

    Args:
        file: Name of the file, for error messages.
        key: Path of the table in the file.
        values: The table.

    Attributes:
        place: The path of the table, for error messages.

    Example:
        >>> price = Section("edition.toml", "price", {"bond": 100, "lfe": 5})
        >>> price.get_int("bond", low=0)
        100
        >>> price.get_int("life", low=0)
        Traceback (most recent call last):
        classkit.engine.errors.EditionError: edition.toml: price.life: is missing.
        >>> price.forbid_extra("bond", "life")
        Traceback (most recent call last):
        classkit.engine.errors.EditionError: edition.toml: price.lfe: is not a known key; \
did you mean 'life'?
    """

    __slots__ = ("_values", "file", "place")

    def __init__(self, file: str, key: str, values: Any) -> None:
        self.file, self.place = file, ErrorPath(partial(EditionError, file), key)
        if not isinstance(values, Mapping):
            raise self.place.make_error(f"must be a table, not {truncate_text(values)}.")
        self._values = values

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def make_error(self, name: str, reason: str) -> ClasskitError:
        """Return an error for a key of this table, or for the whole table.

        Args:
            name: The key, or "" for the whole table.
            reason: Why the value is not allowed.

        Returns:
            The error, to be raised.
        """
        return (self.place.child_path(name) if name else self.place).make_error(reason)

    def read(self, kind: type[T], about: Any = None, **given: Any) -> T:
        """Parse the table into a dataclass.

        Args:
            kind: Dataclass whose fields are the keys.
            about: Argument for limits that are functions.
            given: Fields that are not in the table.

        Returns:
            An object of the class ``kind``.
        """
        return read_table(kind, self.place, self._values, about, **given)

    def get_required(self, name: str, kind: Any) -> Any:
        """Return the value of a required key, validated as a field of a type.

        Args:
            name: The key.
            kind: Type, as in a dataclass that declares a table.

        Returns:
            The validated value.

        Raises:
            EditionError: The key is missing, or the value is not allowed.
        """
        if name not in self._values:
            raise self.make_error(name, MISSING_REASON)
        return find_reader(kind)(self.place.child_path(name), self._values[name], None)

    def get_int(self, name: str, low: int = 0, high: int = 10**9, step: int = 1) -> int:
        """Return a whole number within limits.

        Args:
            name: The key.
            low: The smallest number.
            high: The largest number.
            step: Distance between allowed numbers.

        Returns:
            The number.

        Raises:
            EditionError: The key is missing, or the value is not allowed.
        """
        number: int = self.get_required(name, Whole(low, high, step))
        return number

    def get_text(self, name: str, longest: int = 80, among: Sequence[str] = ()) -> str:
        """Return a non-empty text.

        Args:
            name: The key.
            longest: Maximum number of characters.
            among: The allowed texts, or an empty sequence for any text.

        Returns:
            The text.

        Raises:
            EditionError: The key is missing, or the value is not allowed.
        """
        text: str = self.get_required(name, Word(among) if among else TextReader(longest))
        return text

    def get_section(self, name: str) -> Section:
        """Return the table under a key.

        Args:
            name: The key.

        Returns:
            The table.

        Raises:
            EditionError: The key is missing, or its value is not a table.
        """
        return Section(
            self.file, self.place.child_path(name).key, self.get_required(name, read_unchanged)
        )

    def get_sections(self, name: str, entries: Entries = ANY_NUMBER) -> list[Section]:
        """Return the list of tables under a key.

        Args:
            name: The key.
            entries: Allowed number of tables.

        Returns:
            The tables.

        Raises:
            EditionError: The key is missing, or its value is not a list of tables of the allowed
                length.
        """
        return read_sections(
            self.file,
            self.place.child_path(name).key,
            self.get_required(name, read_unchanged),
            entries,
        )

    def forbid_extra(self, *names: str) -> None:
        """Raise an error for unknown keys.

        Args:
            names: The keys that the game knows.

        Raises:
            EditionError: The table contains an unknown key.
        """
        refuse_unknown(self.place, self._values, names)


def read_sections(file: str, key: str, values: Any, entries: Entries = ANY_NUMBER) -> list[Section]:
    """Return a list of tables as sections."""
    if not isinstance(values, list):
        raise EditionError(file, key, f"must be a list of tables, not {truncate_text(values)}.")
    entries.check_count(ErrorPath(partial(EditionError, file), key), values)
    return [Section(file, f"{key}[{at}]", value) for at, value in enumerate(values)]


# --- facts of a position --------------------------------------------------------------------------


def position_field(meaning: str, default: Any = None, keep: bool = False) -> Any:
    """Declare a fact of a position, as a field of a dataclass.

    Args:
        meaning: Sentence that describes the fact.
        default: Value if the position omits the fact.
        keep: True if the state has a field with the same name.

    Returns:
        The default of the field, for the class statement.

    Example:
        >>> @dataclass(frozen=True, kw_only=True)
        ... class SeatFacts:
        ...     cash: Annotated[int, Whole(0, 900)] | None = position_field("dollars (P2.4)")
        >>> SeatFacts().cash is None
        True
    """
    return field(default=default, metadata={"meaning": meaning, "keep": keep})


state_field = partial(position_field, keep=True)
"""Declare a fact that is stored in a field of the same name in the state, or in a seat's part of
it.
"""


def collect_facts(of: type, owner: Any) -> dict[str, Any]:
    """Return the facts that a class declares, read from the fields of an object.

    Args:
        of: Dataclass that declares the facts.
        owner: Object with fields of the same names.

    Returns:
        A dict from the name of a fact to its value.

    Example:
        >>> @dataclass(frozen=True)
        ... class TableFacts:
        ...     rolls: tuple[int, ...] | None = state_field("dice rolled so far")
        >>> class Voyage:
        ...     rolls = [1]
        >>> collect_facts(TableFacts, Voyage)
        {'rolls': [1]}
    """
    names = [one.name for one in fields(of) if one.metadata.get("keep")]
    return {name: stated_value(getattr(owner, name)) for name in names}


def stated_value(value: Any) -> Any:
    """Return a copy of a value as written in a position. Tuples become lists."""
    if isinstance(value, (list, tuple)):
        return [stated_value(item) for item in value]
    if isinstance(value, dict):
        return {key: stated_value(item) for key, item in value.items()}
    return value


def copy_fields(stated: Any, owner: Any) -> None:
    """Copy the facts of a position to the fields of an object.

    Args:
        stated: Object with the facts; None means that the position omits the fact.
        owner: Object to change.

    Example:
        >>> @dataclass(frozen=True)
        ... class TableFacts:
        ...     rolls: tuple[int, ...] | None = state_field("dice rolled so far")
        >>> class Voyage:
        ...     rolls = [1]
        >>> copy_fields(TableFacts((3, 4)), Voyage)
        >>> Voyage.rolls, collect_facts(TableFacts, Voyage)
        ([3, 4], {'rolls': [3, 4]})
    """
    for one in fields(stated):
        value = getattr(stated, one.name)
        if one.metadata.get("keep") and value is not None:
            before = type(getattr(owner, one.name))
            setattr(owner, one.name, list(value) if before is list else value)


@warn_about_members
class PositionSchema(NamedTuple):
    """The dataclasses that declare the facts of the table and of a seat.

    Args:
        of_table: Dataclass for the facts of the table.
        of_seat: Dataclass for the facts of a seat.

    Example:
        >>> @dataclass(frozen=True, kw_only=True)
        ... class SeatFacts:
        ...     cash: Annotated[int, Whole(0, 900)] | None = position_field("dollars (P2.4)")
        >>> PositionSchema(SeatFacts, SeatFacts).list_names(["A"])
        ['cash', 'A.cash']
    """

    of_table: type
    of_seat: type

    @property
    def meanings(self) -> dict[str, str]:
        """The description of each fact, by its name without the seat."""
        declared_so = (*fields(self.of_table), *fields(self.of_seat))
        return {one.name: one.metadata.get("meaning", "") for one in declared_so}

    def list_names(self, seats: Sequence[str]) -> list[str]:
        """Return the names of all facts as written in a position, such as "marker" and "A.cash".

        Args:
            seats: The seats of the match.

        Returns:
            The names, starting with the facts of the table.
        """
        own = declared_fields(self.of_seat)
        return [
            *declared_fields(self.of_table),
            *(f"{seat}.{name}" for seat in seats for name in own),
        ]


TableFacts = TypeVar("TableFacts")
SeatFacts = TypeVar("SeatFacts")


def read_facts(
    facts: Mapping[str, Any],
    of_table: type[TableFacts],
    of_seat: type[SeatFacts],
    seats: Sequence[str],
    about: Any,
) -> tuple[TableFacts, dict[str, SeatFacts]]:
    """Parse the facts of a position into objects for the table and the seats.

    Args:
        facts: The facts as written in a position.
        of_table: Dataclass for the facts of the table.
        of_seat: Dataclass for the facts of a seat.
        seats: The seats of the match.
        about: The state before the change, used to compute limits.

    Returns:
        The facts of the table, and a dict from each seat with facts to its facts.

    Raises:
        PositionError: A fact is unknown or has a value that is not allowed.

    Example:
        >>> @dataclass(frozen=True, kw_only=True)
        ... class Facts:
        ...     cash: Annotated[int, Whole(0, 900)] | None = position_field("dollars (P2.4)")
        >>> read_facts({"A": {"cash": 50}}, Facts, Facts, "AB", None)[1]["A"].cash
        50
    """
    whole_table = {name: value for name, value in facts.items() if name not in seats}
    for name in whole_table:
        if name not in declared_fields(of_table) and len(name) == 1 and name.isupper():
            reason = f"is not a fact of this table; its seats are {', '.join(seats)}."
            raise PositionError(name, reason)
        refuse_unknown_fact(name, name, "this table", (*declared_fields(of_table), *seats))
    found = {}
    for seat in seats:
        if seat in facts:
            stated = facts[seat]
            if not isinstance(stated, Mapping):
                raise PositionError(seat, f"must be a table of facts, not {truncate_text(stated)}.")
            for name in stated:
                refuse_unknown_fact(
                    f"{seat}.{name}", name, "a seat", tuple(declared_fields(of_seat))
                )
            found[seat] = read_table(of_seat, ErrorPath(PositionError, seat), stated, about)
    return read_table(of_table, ErrorPath(PositionError, ""), whole_table, about), found


def refuse_unknown_fact(fact: str, name: str, owner: str, names: Collection[str]) -> None:
    """Raise an error for an unknown fact. The error lists the closest name or all names."""
    if name not in names:
        meant = suggestion_suffix(name, names)
        end = meant if meant != "." else f"; choose from: {', '.join(names)}."
        raise PositionError(fact, f"is not a fact of {owner}{end}")
