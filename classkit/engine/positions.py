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
``classkit games GAME --facts`` lists them all.

The ``luck`` of a position leads into it: after these outcomes the match's own luck goes on. That is
what the keyword ``luck=`` of a match chooses, for all of it: a script given there has to suffice,
since a lecture that goes on by chance where its script ends would surprise whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os.path import isfile  # false, too, for what no system takes as a name
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from .data import MAX_LEVELS, Unreadable, as_data, judge, refuse_broken_text
from .editions import read_toml_file
from .errors import EditionError, LuckError, PositionError, cut, shorten
from .ledger import Ledger
from .log import LONGEST_NAME, Entry
from .luck import read_script
from .reading import Place, Text, Whole, reader_of

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
            known = {key} if kind in ("withdraw", "signal") else {key, "seat", "with"}
            fields, seat = item.get("with", {}), item.get("seat")
            fits = isinstance(item.get(key), str) and isinstance(fields, Mapping)
            if fits and isinstance(seat, str | None) and set(item) <= known | {"by"}:
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
