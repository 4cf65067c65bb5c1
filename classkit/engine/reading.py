"""Data that people write, read by declared types: one reader for editions and positions.

A game declares what a table holds as the fields of a dataclass, each with the type and the limits
of its value; the reader gives back an object of that class, or refuses what is missing, unknown,
of the wrong type or out of range, and names the place and the reason.

>>> @dataclass(frozen=True)
... class Price:
...     bond: Annotated[int, Whole(1, 1_000)]
...     colour: Literal["red", "blue"] = "red"
>>> Section("edition.toml", "price", {"bond": 100}).read(Price)
Price(bond=100, colour='red')
>>> Section("edition.toml", "price", {"bnod": 100}).read(Price)
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition.toml: price.bnod: is not a key that is known here; \
did you mean 'bond'?
>>> Section("edition.toml", "price", {"bond": 0}).read(Price)
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition.toml: price.bond: must be a whole number from 1 to \
1,000, not 0.

A limit may depend on what is known already: then it is a function of the ``about`` that the
reader is called with, such as the table or the head of an edition.

Well-kept libraries do this too (msgspec, cattrs, pydantic). They take longer to import than a
whole match may, their errors are not sentences for teachers, and limits that depend on a table
need a reader of one's own in each of them.
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

from .data import MAX_DIGITS
from .errors import ClasskitError, EditionError, PositionError, cut, guess, shorten
from .fields import Amount, Flag, Value, miscounted, named_twice, not_among
from .fields import Text as OneLine

T = TypeVar("T")
Limit = int | Callable[[Any], int]
"""A number, or how it follows from what is known already."""
Names = Collection[str] | Callable[[Any], Collection[str]]

IS_MISSING = "is missing."


class Place(NamedTuple):
    """Where a value stands, for the sentence that refuses it."""

    error: Callable[[str, str], ClasskitError]
    key: str

    def at(self, name: object) -> Place:
        """Return the place of a key of the table here."""
        name = cut(name) if isinstance(name, str) else shorten(name)
        return Place(self.error, f"{self.key}.{name}" if self.key else name)

    def row(self, number: int) -> Place:
        """Return the place of an entry of the list here, counted from 0."""
        return Place(self.error, f"{self.key}[{number}]")

    def refuse(self, reason: str) -> ClasskitError:
        """Return the error that names this place and the reason."""
        return self.error(self.key, reason)


class Reader(Protocol):
    """Reads one value, or raises the error of its place."""

    def __call__(self, place: Place, value: Any, about: Any, /) -> Any:
        """Return the checked value in the form in which the game uses it."""


# --- what a value may be --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits, in steps."""

    low: Limit = 0
    high: Limit = 10**9
    step: Limit = 1

    def within(self, about: Any) -> Amount:
        """Return the limits, as they follow from what is known."""
        return Amount(*(known(limit, about) for limit in (self.low, self.high, self.step)))

    def __call__(self, place: Place, value: Any, about: Any) -> int:
        number: int = read_as(self.within(about), place, value)
        return number


@dataclass(frozen=True, slots=True)
class Text:
    """A text of one line, not empty unless it ``may_be_empty``."""

    longest: int = 80
    may_be_empty: bool = False

    def __call__(self, place: Place, value: Any, about: Any) -> str:
        text: str = read_as(OneLine(self.longest, not self.may_be_empty), place, value)
        return text


@dataclass(frozen=True, slots=True)
class Word:
    """One of several names; ``titles`` maps what people call these things to their names.

    >>> squares = Word(("I02", "I07"), titles=lambda about: {"I.P. Sharp": "I07"})
    >>> squares(Place(PositionError, "at"), "i.p. sharp", None)
    'I07'
    """

    among: Names
    titles: Callable[[Any], Mapping[str, str]] | None = None

    def __call__(self, place: Place, value: Any, about: Any) -> str:
        names = known(self.among, about)
        if isinstance(value, str) and value in names:
            return value
        titles = self.titles(about) if self.titles is not None else {}
        if titles and type(value) in (str, int):
            called = str(value).casefold()
            meant = {name for title, name in titles.items() if title.casefold() == called}
            if len(meant) == 1 and meant <= set(names):
                return meant.pop()
        raise place.refuse(not_among(value, names, titles))


@dataclass(frozen=True, slots=True)
class Entries:
    """How many entries a list or table has, and whether each stands in it only once."""

    least: int = 0
    most: int = 1_000
    what: str = "entries"
    once: bool = False

    def check(self, place: Place, value: Any) -> None:
        """Refuse too few, too many, or the same twice."""
        if reason := miscounted(len(value), self.least, self.most, self.what):
            raise place.refuse(reason)
        if self.once:
            for number, entry in enumerate(value):
                if entry in value[:number]:
                    raise place.row(number).refuse(named_twice(entry))


@dataclass(frozen=True, slots=True)
class When:
    """A key that only some rows have: those whose ``key`` is one of ``values``.

    In these it must be there, unless it ``may_be_left_out``.
    """

    key: str
    values: tuple[str, ...]
    may_be_left_out: bool = False


ANY_NUMBER = Entries()

ShortName = Annotated[tuple[Annotated[str, Text(12)], ...], Entries(1, 3, "lines")]
"""A name as it is written on a small space of a board, line by line: whole words, or parts of one
that end in a hyphen. The key is ``short``; sentences and lists use the whole name."""


def known(limit: Any, about: Any) -> Any:
    """Return a limit or list of names that may depend on what is known already."""
    return limit(about) if callable(limit) else limit


def read_as(declared: Value, place: Place, value: Any) -> Any:
    """Return what somebody stated, if it is as declared; else raise the error of its place."""
    if reason := declared.refuse(value):
        raise place.refuse(reason)
    return declared.read(value)


def read_flag(place: Place, value: Any, about: Any) -> bool:
    """Read a yes or no; refuse anything but true and false."""
    flag: bool = read_as(Flag(), place, value)
    return flag


def as_it_is(place: Place, value: Any, about: Any) -> Any:
    """Return the value unchecked: whoever uses it checks it."""
    return value


# --- from a type to its reader --------------------------------------------------------------------


def reader_of(hint: Any) -> Reader:
    """Return what reads values of a type: one of those that the fields of a table have."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return annotated_reader(args[0], args[1:])
    if origin in (Union, UnionType):  # None stands for what is left out, and is never stated
        (only,) = (arg for arg in args if arg is not type(None))
        return reader_of(only)
    if origin is Literal:
        return Word(args)
    if origin is tuple:
        return list_reader(args)
    if origin is Mapping:
        return table_reader(*args)
    if is_dataclass(hint) and isinstance(hint, type):
        return lambda place, value, about: read_table(hint, place, value, about)
    reader: Reader = SIMPLE.get(hint, hint)  # else a reader of its own
    return reader


SIMPLE: Mapping[Any, Reader] = {
    int: Whole(), str: Text(), bool: read_flag, Any: as_it_is,
}  # fmt: skip


def annotated_reader(kind: Any, rules: tuple[Any, ...]) -> Reader:
    """Return the reader that stands among the rules; else that of the type, and count entries."""
    own = [rule for rule in rules if callable(rule) and not isinstance(rule, type)]
    counts = [rule for rule in rules if isinstance(rule, Entries)]
    inner: Reader = own[0] if own else reader_of(kind)
    if not counts:
        return inner

    def read(place: Place, value: Any, about: Any) -> Any:
        found = inner(place, value, about)
        for count in counts:
            count.check(place, found)
        return found

    return read


def list_reader(kinds: tuple[Any, ...]) -> Reader:
    """Return the reader of a list: of entries of one kind, or of so many of their own kinds."""
    readers = [reader_of(kind) for kind in kinds if kind is not Ellipsis]

    def read(place: Place, value: Any, about: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise place.refuse(f"must be a list, not {shorten(value)}.")
        if kinds[-1] is Ellipsis:
            ANY_NUMBER.check(place, value)
            return tuple(readers[0](place.row(n), item, about) for n, item in enumerate(value))
        if len(value) != len(readers):
            raise place.refuse(f"must be a list of {len(readers)}, not {shorten(value)}.")
        pairs = enumerate(zip(readers, value, strict=True))
        return tuple(reader(place.row(n), item, about) for n, (reader, item) in pairs)

    return read


NUMBER_AS_KEY = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
"""A number as the key of a table, which TOML and JSON write as text; a longer one stays text."""


def table_reader(key_kind: Any, value_kind: Any) -> Reader:
    """Return the reader of a table whose keys are names or numbers of one kind."""
    read_key, read_value = reader_of(key_kind), reader_of(value_kind)
    numbered = (get_args(key_kind) or (key_kind,))[0] is int

    def read(place: Place, value: Any, about: Any) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise place.refuse(f"must be a table, not {shorten(value)}.")
        ANY_NUMBER.check(place, value)
        found = {}
        for key, item in value.items():
            here = place.at(key)
            if numbered and isinstance(key, str) and NUMBER_AS_KEY.fullmatch(key):
                key = int(key)
            name = read_key(here, key, about)
            if name in found:
                raise here.refuse("is named twice.")
            found[name] = read_value(here, item, about)
        return found

    return read


class Field(NamedTuple):
    """One key that a table may have."""

    read: Reader
    needed: bool
    when: When | None


def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of the fields of a class, as they are declared."""
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):  # each in the names of its own module
        hints |= get_annotations(base, eval_str=True)
    return hints


def keys_of(kind: type) -> Mapping[str, Field]:
    """Return the keys of a table that is declared as a dataclass."""
    assert is_dataclass(kind)
    hints, found = hints_of(kind), {}
    for one in fields(kind):
        rules = getattr(hints[one.name], "__metadata__", ())
        when = next((rule for rule in rules if isinstance(rule, When)), None)
        needed = one.default is MISSING and one.default_factory is MISSING
        if when is not None:
            needed = not when.may_be_left_out
        found[one.name] = Field(reader_of(hints[one.name]), needed, when)
    return found


declared: Callable[[type], Mapping[str, Field]] = cache(keys_of)
"""The same, worked out once for each class."""


def read_table(kind: type[T], place: Place, values: Any, about: Any = None, **given: Any) -> T:
    """Return a table of a file as an object of its class.

    ``kind`` is that class, a dataclass whose fields are the keys; ``place`` is where in which file
    the table stands, and ``values`` what stands there. ``about`` is what its limits may depend on,
    and ``given`` are fields that no file states. EditionError, or PositionError, says what is wrong
    at which key.

    A key that tells rows apart (:class:`When`) is declared before those that depend on it.
    """
    if not isinstance(values, Mapping):
        raise place.refuse(f"must be a table, not {shorten(values)}.")
    keys = {key: value for key, value in declared(kind).items() if key not in given}
    refuse_unknown(place, values, keys)
    found = dict(given)
    for key, (read, needed, when) in keys.items():
        if when is not None and found[when.key] not in when.values:
            if key in values:
                reason = f"is not a key that is known where {when.key} is {found[when.key]!r}."
                raise place.at(key).refuse(reason)
        elif key in values:
            found[key] = read(place.at(key), values[key], about)
        elif needed:
            raise place.at(key).refuse(IS_MISSING)
    return kind(**found)


def refuse_unknown(place: Place, values: Mapping[str, Any], names: Collection[str]) -> None:
    """Refuse every key that is not among those known."""
    for key in values:
        if key not in names:
            reason = f"is not a key that is known here{guess(key, names)}"
            raise place.at(key).refuse(reason)


# --- tables of an edition -------------------------------------------------------------------------


class Section(Mapping[str, Any]):
    """One table of an edition: read whole by its declaration, or key by key where it has none.

    >>> price = Section("edition.toml", "price", {"bond": 100, "lfe": 5})
    >>> price.whole("bond", low=0)
    100
    >>> price.whole("life", low=0)
    Traceback (most recent call last):
    classkit.engine.errors.EditionError: edition.toml: price.life: is missing.
    >>> price.only("bond", "life")
    Traceback (most recent call last):
    classkit.engine.errors.EditionError: edition.toml: price.lfe: is not a key that is known here; \
did you mean 'life'?
    """

    __slots__ = ("_values", "file", "place")

    def __init__(self, file: str, key: str, values: Any) -> None:
        self.file, self.place = file, Place(partial(EditionError, file), key)
        if not isinstance(values, Mapping):
            raise self.place.refuse(f"must be a table, not {shorten(values)}.")
        self._values = values

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def refuse(self, name: str, reason: str) -> ClasskitError:
        """Return the error for one key of this table, or with no name for the whole."""
        return (self.place.at(name) if name else self.place).refuse(reason)

    def read(self, kind: type[T], about: Any = None, **given: Any) -> T:
        """Return the table as an object of its class; ``given`` are fields it does not state."""
        return read_table(kind, self.place, self._values, about, **given)

    def take(self, name: str, kind: Any) -> Any:
        """Return the value of a kind that is declared like a field; its key must be there."""
        if name not in self._values:
            raise self.refuse(name, IS_MISSING)
        return reader_of(kind)(self.place.at(name), self._values[name], None)

    def whole(self, name: str, low: int = 0, high: int = 10**9, step: int = 1) -> int:
        """Return a whole number within limits."""
        number: int = self.take(name, Whole(low, high, step))
        return number

    def text(self, name: str, longest: int = 80, among: Sequence[str] = ()) -> str:
        """Return a text that is not empty, or one of those listed."""
        text: str = self.take(name, Word(among) if among else Text(longest))
        return text

    def section(self, name: str) -> Section:
        """Return the table at a key."""
        return Section(self.file, self.place.at(name).key, self.take(name, as_it_is))

    def sections(self, name: str, entries: Entries = ANY_NUMBER) -> list[Section]:
        """Return the tables listed at a key."""
        return rows(self.file, self.place.at(name).key, self.take(name, as_it_is), entries)

    def only(self, *names: str) -> None:
        """Refuse every key that is not among those known."""
        refuse_unknown(self.place, self._values, names)


def rows(file: str, key: str, values: Any, entries: Entries = ANY_NUMBER) -> list[Section]:
    """Return a list of tables, each as a section of its own."""
    if not isinstance(values, list):
        raise EditionError(file, key, f"must be a list of tables, not {shorten(values)}.")
    entries.check(Place(partial(EditionError, file), key), values)
    return [Section(file, f"{key}[{at}]", value) for at, value in enumerate(values)]


# --- facts of a position --------------------------------------------------------------------------


def fact(meaning: str, default: Any = None, keep: bool = False) -> Any:
    """Declare a fact of a position, as a field of a dataclass.

    ``meaning`` is a sentence that says what it states, and ``default`` its value where a position
    says nothing of it. ``keep`` marks one that the table keeps by the same name.
    """
    return field(default=default, metadata={"meaning": meaning, "keep": keep})


kept = partial(fact, keep=True)
"""Declare a fact that the table, or what it holds of a seat, keeps as it is, by the same name."""


def kept_facts(of: type, owner: Any) -> dict[str, Any]:
    """Return what an owner keeps of the facts that a class declares, as a position states it."""
    names = [one.name for one in fields(of) if one.metadata.get("keep")]
    return {name: as_stated(getattr(owner, name)) for name in names}


def as_stated(value: Any) -> Any:
    """Return a value as a position states it: lists for tuples, and nothing that a table holds."""
    if isinstance(value, (list, tuple)):
        return [as_stated(item) for item in value]
    if isinstance(value, dict):
        return {key: as_stated(item) for key, item in value.items()}
    return value


def keep_facts(stated: Any, owner: Any) -> None:
    """Give an owner what it keeps of the facts that are stated.

    >>> @dataclass(frozen=True)
    ... class TableFacts:
    ...     rolls: tuple[int, ...] | None = kept("dice rolled so far")
    >>> class Voyage:
    ...     rolls = [1]
    >>> keep_facts(TableFacts((3, 4)), Voyage)
    >>> Voyage.rolls, kept_facts(TableFacts, Voyage)
    ([3, 4], {'rolls': [3, 4]})
    """
    for one in fields(stated):
        value = getattr(stated, one.name)
        if one.metadata.get("keep") and value is not None:
            before = type(getattr(owner, one.name))
            setattr(owner, one.name, list(value) if before is list else value)


class FactKinds(NamedTuple):
    """The classes that declare the facts of a table and those of a seat.

    >>> @dataclass(frozen=True, kw_only=True)
    ... class SeatFacts:
    ...     cash: Annotated[int, Whole(0, 900)] | None = fact("dollars in hand (P2.4)")
    >>> FactKinds(SeatFacts, SeatFacts).names(["A"])
    ['cash', 'A.cash']
    """

    of_table: type
    of_seat: type

    @property
    def about(self) -> dict[str, str]:
        """The meaning of each fact, by its name without its seat."""
        declared_so = (*fields(self.of_table), *fields(self.of_seat))
        return {one.name: one.metadata.get("meaning", "") for one in declared_so}

    def names(self, seats: Sequence[str]) -> list[str]:
        """Return the names of all facts as a position writes them: "marker", "A.cash"."""
        own = declared(self.of_seat)
        return [*declared(self.of_table), *(f"{seat}.{name}" for seat in seats for name in own)]


TableFacts = TypeVar("TableFacts")
SeatFacts = TypeVar("SeatFacts")


def read_facts(
    facts: Mapping[str, Any],
    of_table: type[TableFacts],
    of_seat: type[SeatFacts],
    seats: Sequence[str],
    about: Any,
) -> tuple[TableFacts, dict[str, SeatFacts]]:
    """Return the facts of the table, and those of each seat of which some are stated.

    Limits are those of ``about``, the table as it is before it is changed.
    """
    whole_table = {name: value for name, value in facts.items() if name not in seats}
    for name in whole_table:
        if name not in declared(of_table) and len(name) == 1 and name.isupper():
            reason = f"is no fact of this table; its seats are {', '.join(seats)}."
            raise PositionError(name, reason)
        refuse_no_fact(name, name, "this table", (*declared(of_table), *seats))
    found = {}
    for seat in seats:
        if seat in facts:
            stated = facts[seat]
            if not isinstance(stated, Mapping):
                raise PositionError(seat, f"must be a table of facts, not {shorten(stated)}.")
            for name in stated:
                refuse_no_fact(f"{seat}.{name}", name, "a seat", tuple(declared(of_seat)))
            found[seat] = read_table(of_seat, Place(PositionError, seat), stated, about)
    return read_table(of_table, Place(PositionError, ""), whole_table, about), found


def refuse_no_fact(fact: str, name: str, owner: str, names: Collection[str]) -> None:
    """Refuse an unknown fact, with the one that may have been meant, or all there are."""
    if name not in names:
        meant = guess(name, names)
        end = meant if meant != "." else f"; there are {', '.join(names)}."
        raise PositionError(fact, f"is no fact of {owner}{end}")
