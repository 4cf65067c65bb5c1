"""Options: typed, with defaults, checked by name, and given as one argument of a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeAlias, TypeVar, cast

from .data import as_data
from .errors import ClasskitError, OptionError, UnknownName, meant_by, shorten
from .fields import Field, Flag, OneOf
from .words import LETTERS

AUTO = "auto"
"""The value of an option that leaves the figure to the edition."""
AS_THE_EDITION_SAYS: Mapping[Any, str] = {AUTO: "As the edition says"}
"""The same with its words, for the form of a new match."""


def chosen(option: Any, of_edition: Any) -> Any:
    """Return the value of an option, or the edition's figure where the option leaves it to that."""
    return of_edition if option == AUTO else option


class AnySeat(OneOf):
    """The letter of a seat; which there are is known when a match begins."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(tuple(LETTERS), of="seat")

    def in_words(self) -> str:
        return "the letter of a seat"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: section 8 of its rules file.

    ``about`` is what the form of a new match says of it, and ``values`` declares what it may be.

    >>> from classkit.engine.fields import Amount
    >>> values = Amount(1, 200, also={"auto": "As the edition says", 0: "none"})
    >>> length = Option("round_limit", "auto", "P15.1", "", values)
    >>> length.read(12), length.read("auto")
    (12, 'auto')
    >>> length.label, length.words[0]
    ('Round limit', 'none')
    >>> length.read(500)
    Traceback (most recent call last):
    classkit.engine.errors.OptionError: option round_limit: must be a whole number from 1 to 200, \
or 'auto', or 0, not 500 (P15.1)
    """

    name: str
    default: Any
    clause: str
    about: str
    values: Field

    @property
    def label(self) -> str:
        """What a form says of the option; its name where nothing is said."""
        label = self.about or self.name.replace("_", " ")
        return label[:1].upper() + label[1:]

    @property
    def words(self) -> Mapping[Any, str]:
        """The values that need words, and these."""
        if isinstance(self.values, Flag):
            return {}
        titles = self.values.titles
        return {value: words for value, words in titles.items() if words != str(value)}

    def among(self, seats: Sequence[str]) -> Field:
        """Return what the option may be at a table of these seats."""
        return OneOf(tuple(seats), of="seat") if isinstance(self.values, AnySeat) else self.values

    def read(self, value: Any, seats: Sequence[str] = LETTERS) -> Any:
        """Return the value, if it is allowed; else :class:`OptionError`."""
        value, values = as_data(value), self.among(seats)
        if reason := values.refuse(value):
            raise OptionError(f"option {self.name}: {reason.removesuffix('.')} ({self.clause})")
        return values.read(value)


METHODS = frozenset(dir(Mapping))


class NoOption(UnknownName, KeyError):
    """The lookup of an unknown option; also a KeyError, as any mapping raises."""

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


def by_names(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the options that a call is given, by their names; their values are judged later.

    >>> by_names({"quick_start": True}), by_names(None)
    ({'quick_start': True}, {})
    >>> by_names("quick_start")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: options must be a mapping from names to values, not \
'quick_start'.
    """
    given = as_data({} if options is None else options)
    if not isinstance(given, dict):
        told = shorten(given)
        raise ClasskitError(f"options must be a mapping from names to values, not {told}.")
    return given


def read_options(
    known: Sequence[Option],
    given: Mapping[str, Any] | None,
    seats: Sequence[str],
) -> Options:
    """Return the options of a match: those given, checked by name and value, and defaults."""
    by_name = {option.name: option for option in known}
    given = by_names(given)
    for name in given:
        if name not in by_name:
            raise UnknownName("option", name, by_name)
    return Options(
        {
            name: option.read(given[name], seats) if name in given else option.default
            for name, option in by_name.items()
        }
    )


# --- keywords that a call does not take -----------------------------------------------------------

MEANT = {
    ("new", "bots"): "Who plays is said later: m.play(bots=...) or classkit.table(m, bots=...).",
    ("new", "names"): "Names are given to the seats: seats=[...].",
    ("new", "players"): "How many play, or their names, is said by seats=4 or seats=[...].",
    ("table", "names"): "Names are given to the seats: seats=[...].",
    ("table", "players"): "How many play, or their names, is said by seats=4 or seats=[...].",
    ("GameEnv", "keep"): "An environment keeps nothing of the past.",
    ("GameEnv", "luck"): "Nobody is there to throw the dice.",
    ("GameEnv", "seed"): "It is given to reset: reset(seed=7).",
    ("goto", "round"): 'Rounds are gone through by back("round") and forward("round").',
}
"""What is often said elsewhere or by another name, by call and keyword, and how it is said."""

Called = TypeVar("Called", bound=Callable[..., Any])
OptionsOf: TypeAlias = Callable[[Mapping[str, Any]], Sequence[Option]]
"""Takes the arguments of a call by name; returns the options of the game that it is about."""


def tells_keywords(options_of: OptionsOf = lambda given: ()) -> Callable[[Called], Called]:
    """Let a call tell in words which keywords it takes, where it is given one that it does not.

    Type checkers know the call as it is written. ``options_of`` says of which game an option may
    stand by itself by mistake.

    >>> @tells_keywords()
    ... def see(theme="light"):
    ...     return theme
    >>> see(theme="dark")
    'dark'
    >>> see(them="dark")
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no argument of see 'them'. Did you mean 'theme'? \
There are: theme.
    """

    def telling(call: Called) -> Called:
        takes = signature(call)
        kinds = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        named = [name for name, one in takes.parameters.items() if one.kind in kinds]
        known = frozenset(named) - {"self"}
        title = call.__qualname__.removesuffix(".__init__").rpartition(".")[2]

        @wraps(call)
        def told(*given: Any, **keywords: Any) -> Any:
            unknown = {name: one for name, one in keywords.items() if name not in known}
            for name in unknown.keys() & takes.parameters.keys():
                remedy = f"It is given without its name: {title}({shorten(unknown[name])})."
                raise UnknownName(f"argument of {title}", name, known, remedy)
            if unknown:
                kept = {name: one for name, one in keywords.items() if name in known}
                bound = takes.bind_partial(*given, **kept)
                bound.apply_defaults()
                refuse_unknown(title, known, unknown, options_of(bound.arguments))
            return call(*given, **keywords)

        return cast("Called", told)

    return telling


def refuse_unknown(
    call: str,
    known: Iterable[str],
    unknown: Mapping[str, object],
    options: Sequence[Option] = (),
) -> None:
    """Refuse the keywords that a call does not take; ``options`` are those of its game.

    >>> from classkit.engine.registry import find
    >>> game = find("poleconomy")
    >>> refuse_unknown("new", ["options", "seats"], {"quick_start": True}, game.options)
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no argument of new 'quick_start'. It is an option \
of the game: options={'quick_start': True}. There are: options, seats.
    """
    names = [option.name for option in options]
    for name, value in unknown.items():
        remedy = MEANT.get((call, name), "")
        option = name if name in names else meant_by(name, names)
        if option == name:
            remedy = f"It is an option of the game: options={{{name!r}: {shorten(value)}}}."
        elif option and not remedy and not meant_by(name, known):
            remedy = f"Did you mean the option {option!r}: options={{{option!r}: ...}}?"
        raise UnknownName(f"argument of {call}", name, known, remedy)
