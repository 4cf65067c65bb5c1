"""Positions: a match that starts in the middle, stated in the words of the rules.

A position is a mapping or a TOML file of facts::

    marker = 2
    mover = "B"
    A.cash = 400_000
    A.squares = ["I07"]
    then = ["throw"]          # answers that lead into it
    luck = [[3, 4]]           # outcomes for them

What it leaves out is as after set-up. What the facts mean is each game's affair, save ``throws``:
how often luck was asked for each purpose in this round, so that seeded luck goes on as it would.
``classkit games GAME --facts`` lists them all: a game declares them once, as the fields of two
dataclasses (:class:`FactKinds`), and the reader of positions (:func:`.reading.read_facts`) takes no
others.

The ``luck`` of a position leads into it: after these outcomes the match's own luck goes on. That is
what the keyword ``luck=`` of a match chooses, for all of it: a script given there has to suffice,
since a lecture that goes on by chance where its script ends would surprise whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass
from inspect import get_annotations
from os.path import isfile  # false, too, for what no system takes as a name
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from .data import MAX_LEVELS, Unreadable, as_data, judge, refuse_broken_text
from .editions import read_toml_file
from .errors import EditionError, LuckError, PositionError, cut, shorten
from .ledger import Ledger
from .log import LONGEST_NAME, Entry
from .luck import read_script
from .reading import MANY, Place, Text, Whole, Word, declared, known, reader_of

MAX_THEN = 1_000
LONGEST_LABEL = 200
MOST = 100_000
"""So often, at most, luck was asked for one purpose."""


@dataclass(frozen=True, slots=True)
class Position:
    """The facts of a position, by game; the answers that lead into it, and the luck for them.

    ``throws`` counts the throws of the round before it, or is None where nothing is said of them.
    """

    facts: dict[str, Any]
    then: tuple[Entry, ...]
    luck: tuple[tuple[Any, ...], ...]
    source: dict[str, Any]
    throws: dict[str, int] | None = None


def find_position(source: Any) -> Position:
    """Read a position that the caller names: a mapping, or a TOML file of the caller's own.

    What somebody else has written is read by :func:`read_position`, which opens no file.
    """
    source = as_data(source)
    if isinstance(source, (str, Path)):
        if not isfile(source):
            raise PositionError("", f"there is no file {shorten(str(source))}.")
        with named(source):
            try:
                return read_position(read_toml_file(Path(source)))
            except EditionError as error:
                raise PositionError(error.key, error.reason) from None
    if not isinstance(source, dict):
        raise PositionError("", f"is a mapping or a TOML file, not {shorten(source)}.")
    return read_position(source)


@contextmanager
def named(source: Any) -> Iterator[None]:
    """Name the file of a position, if it is in one, in the errors of what it states."""
    try:
        yield
    except PositionError as error:
        source = as_data(source)
        if not isinstance(source, (str, Path)) or error.file != "position":
            raise
        file = cut(Path(source).name)
        raise PositionError(error.fact, error.reason, file) from error.__cause__


def read_position(source: Any) -> Position:
    """Read a position from a mapping; PositionError names the fact and the reason.

    Dotted keys may be written either way: ``{"A.cash": 5}`` or ``{"A": {"cash": 5}}``.

    >>> read_position({"A.cash": 400, "then": ["throw"], "luck": [(3, 4)]}).facts
    {'A': {'cash': 400}}
    >>> read_position("monday.toml")
    Traceback (most recent call last):
    classkit.engine.errors.PositionError: position: is a mapping of facts, not 'monday.toml'.
    """
    source = as_data(source)
    if not isinstance(source, dict):
        raise PositionError("", f"is a mapping of facts, not {shorten(source)}.")
    try:
        judge(source)
        refuse_broken_text(source)
    except Unreadable as error:
        raise PositionError(error.key, f"{error.reason}.") from None
    facts: dict[str, Any] = {}
    for key, value in source.items():
        if not isinstance(key, str):
            raise PositionError(shorten(key), "a fact has a name.")
        if key not in ("then", "luck", "throws"):
            put(facts, cut(key), key.split(".", MAX_LEVELS), value)
    then = tuple(read_then(item) for item in listed(source, "then"))
    if isinstance(source.get("luck"), str):
        raise PositionError(
            "luck",
            f"is a list of outcomes that lead into the position, not {shorten(source['luck'])}; "
            'how the match goes on from there is said beside it, as luck="by_hand".',
        )
    try:
        script = read_script(listed(source, "luck"))
    except LuckError as error:
        raise PositionError("luck", str(error)) from None
    luck = tuple(tuple(item) if isinstance(item, list) else (item,) for item in script)
    return Position(facts, then, luck, source, read_throws(source))


def read_throws(source: Mapping[str, Any]) -> dict[str, int] | None:
    """Return how often luck was asked for each purpose; None where nothing is said of it.

    >>> read_throws({"throws": {"2|B|move": 1}}), read_throws({})
    ({'2|B|move': 1}, None)
    """
    if "throws" not in source:
        return None
    read = reader_of(Mapping[Annotated[str, Text(LONGEST_LABEL)], Annotated[int, Whole(1, MOST)]])
    throws: dict[str, int] = read(Place(PositionError, "throws"), source["throws"], None)
    return throws


def put(facts: dict[str, Any], key: str, path: list[str], value: Any) -> None:
    """Enter one fact at its place; the same fact twice is refused. ``key`` is for messages."""
    *outer, last = path
    for name in outer:
        facts = facts.setdefault(name, {})
        if not isinstance(facts, dict):
            raise PositionError(key, f"{name} is stated twice.")
    if isinstance(value, Mapping):
        inner = facts.setdefault(last, {})
        if not isinstance(inner, dict):
            raise PositionError(key, "is stated twice.")
        for name, item in value.items():
            if not isinstance(name, str):
                raise PositionError(f"{key}.{shorten(name)}", "a fact has a name.")
            put(inner, cut(f"{key}.{name}"), [name], item)
    elif last in facts:
        raise PositionError(key, "is stated twice.")
    else:
        facts[last] = list(value) if isinstance(value, tuple) else value


def listed(source: Mapping[str, Any], key: str) -> list[Any]:
    """Return the list at a key, or none."""
    value = source.get(key, [])
    if not isinstance(value, (list, tuple)) or len(value) > MAX_THEN:
        raise PositionError(key, f"is a list of at most {MAX_THEN}, not {shorten(value)}.")
    return list(value)


def read_then(item: Any) -> Entry:
    """Read one answer: "throw", or {seat = "B", move = "bid", with = {amount = 10}}.

    ``aside = "..."`` instead of ``move`` is something done aside; {withdraw = "B"} and
    {signal = "..."} are possible too, as in a record.

    >>> read_then({"seat": "B", "move": "bid", "with": {"amount": 10}})[:4]
    ('answer', 'B', 'bid', {'amount': 10})
    """
    if isinstance(item, str):
        return Entry("answer", None, item, {})
    if isinstance(item, Mapping):
        for key, kind in THEN.items():
            keys = {key} if kind in ("withdraw", "signal") else {key, "seat", "with"}
            fields, seat = item.get("with", {}), item.get("seat")
            fits = isinstance(item.get(key), str) and isinstance(fields, Mapping)
            if fits and isinstance(seat, str | None) and set(item) <= keys | {"by"}:
                if kind == "withdraw":
                    return Entry(kind, item[key], kind)
                return Entry(kind, seat, item[key], dict(fields), read_by(item))
    raise PositionError("then", f"{shorten(item)} is no answer: a move, or seat, move and with.")


def read_by(item: Mapping[str, Any]) -> str:
    """Return the name of the bot that answered, if one did."""
    by = item.get("by", "")
    if not isinstance(by, str) or len(by) > LONGEST_NAME or not by.isprintable():
        raise PositionError("then", f"{shorten(by)} is no name of a bot.")
    return by


THEN = {"move": "answer", "aside": "aside", "withdraw": "withdraw", "signal": "signal"}


# --- what accounts hold ---------------------------------------------------------------------------


class Stated(NamedTuple):
    """An amount that a position states: the fact, the unit, the account, and how much it holds."""

    fact: str
    unit: str
    account: str
    amount: int


def place_amounts(ledger: Ledger, supply: str, amounts: Sequence[Stated], rule: str) -> None:
    """Give accounts what they are stated to hold, out of a supply, which keeps the rest.

    All of them give back first what they hold, so that the order of the facts does not matter.

    >>> ledger = Ledger.open({"gold": {"bank": 5, "A": 5}})
    >>> place_amounts(ledger, "bank", [Stated("A.gold", "gold", "A", 8)], "X1.2")
    >>> ledger.balance("A", "gold"), ledger.balance("bank", "gold")
    (8, 2)
    >>> place_amounts(ledger, "bank", [Stated("A.gold", "gold", "A", 11)], "X1.2")
    Traceback (most recent call last):
    classkit.engine.errors.PositionError: position: A.gold: there are 10 in all; 10 are left for \
A, not 11 (X1.2).
    """
    for _, unit, account, _ in amounts:
        if held := ledger.balance(account, unit):
            ledger.move(unit, held, account, supply)
    for fact, unit, account, amount in amounts:
        left, total = ledger.balance(supply, unit), ledger.totals()[unit]
        if amount > left:
            there = f"there are {total:,} in all; {left:,} are left for {account}, not {amount:,}"
            raise PositionError(fact, f"{there} ({rule}).")
        if amount:  # an account that never held any of a unit is not opened for 0 of it
            ledger.move(unit, amount, supply, account)


# --- what a game's positions may state, in words --------------------------------------------------


class FactLine(NamedTuple):
    """One fact in words: its name, what it may be, and what it means."""

    name: str
    values: str
    about: str


OF_EVERY_GAME = (
    FactLine(
        "then",
        'a list of moves: "throw", or { seat = "B", move = "bid", with = { amount = 10 } }',
        "answers that lead into the position, given from its beginning on",
    ),
    FactLine(
        "luck",
        "a list of outcomes, such as [3, 4] for two dice",
        "what comes up first; then the match's own luck goes on, which luck= chooses",
    ),
    FactLine(
        "throws",
        "a table of counts, as m.position() writes it",
        "how often luck was asked for each purpose in this round, so that seeded luck goes on",
    ),
)
"""What a position of every game may state besides."""


class FactKinds(NamedTuple):
    """The classes that declare the facts of a table and those of a seat, and what each means.

    >>> @dataclass(frozen=True, kw_only=True)
    ... class SeatFacts:
    ...     cash: Annotated[int, Whole(0, 900)] | None = None
    >>> kinds = FactKinds(SeatFacts, SeatFacts, {"cash": "dollars in hand (P2.4)"})
    >>> kinds.names(["A"]), kinds.lines(["A"], None)[1].values
    (['cash', 'A.cash'], 'a whole number from 0 to 900')
    """

    of_table: type
    of_seat: type
    about: Mapping[str, str] = {}

    def names(self, seats: Sequence[str]) -> list[str]:
        """Return the names of all facts as a position writes them: "marker", "A.cash"."""
        own = declared(self.of_seat)
        return [*declared(self.of_table), *(f"{seat}.{name}" for seat in seats for name in own)]

    def lines(self, seats: Sequence[str], about: Any) -> list[FactLine]:
        """Return the facts in words: those of the table, then those of the first seat.

        Limits are those of ``about``, the table of a match that begins.
        """
        own = self.described(self.of_seat, about, f"{seats[0]}.")
        return [*self.described(self.of_table, about), *own]

    def described(self, kind: type, about: Any, owner: str = "") -> list[FactLine]:
        """Return the fields of a class that declares facts, in words."""
        hints: dict[str, Any] = {}
        for base in reversed(kind.__mro__):  # each in the names of its own module
            hints |= get_annotations(base, eval_str=True)
        return [
            FactLine(f"{owner}{name}", in_words(hints[name], about), self.about.get(name, ""))
            for name in declared(kind)
        ]


SIMPLE: Mapping[Any, Any] = {int: Whole(), str: Text()}


def in_words(hint: Any, about: Any) -> str:
    """Return what a value of a declared type may be.

    >>> in_words(tuple[Literal["red", "blue"], ...], None)
    'a list of: red or blue'
    >>> in_words(Annotated[int, Whole(10, 90, step=10)] | None, None)
    'a whole number from 10 to 90 in steps of 10'
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        told = next((rule for rule in args[1:] if isinstance(rule, str)), "")
        rule = next((rule for rule in args[1:] if isinstance(rule, (Whole, Text, Word))), None)
        return told or (rule_in_words(rule, about) if rule else in_words(args[0], about))
    if origin in (Union, UnionType):
        return " or ".join(in_words(arg, about) for arg in args if arg is not type(None))
    if origin is Literal:
        return rule_in_words(Word(args), about)
    if origin is tuple:
        if args[-1] is Ellipsis:
            return f"a list of: {in_words(args[0], about)}"
        return "a list of " + ", then ".join(in_words(arg, about) for arg in args)
    if origin is Mapping:
        return f"a table: {in_words(args[0], about)} = {in_words(args[1], about)}"
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return f"a table with {', '.join(declared(hint))}"
    if hint is bool:
        return "true or false"
    return rule_in_words(SIMPLE[hint], about) if hint in SIMPLE else "as the rules give it"


def rule_in_words(rule: Whole | Text | Word, about: Any) -> str:
    """Return what a number, a text or a name may be."""
    if isinstance(rule, Text):
        return "text"
    if isinstance(rule, Word):
        names = [str(name) or '""' for name in known(rule.among, about)]
        if len(names) > MANY:
            return f"one of {len(names)}: {', '.join(names[: MANY // 2])}, …"
        return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    low, high, step = (known(limit, about) for limit in (rule.low, rule.high, rule.step))
    steps = f" in steps of {step:,}" if step > 1 else ""
    return f"a whole number from {low:,} to {high:,}{steps}"
