"""Positions: a match that starts in the middle, stated in the words of the rules.

A position is a mapping or a TOML file of facts::

    marker = 2
    mover = "B"
    A.cash = 400_000
    A.squares = ["I07"]
    then = ["throw"]          # answers that lead into it
    luck = [[3, 4]]           # outcomes for them

What it leaves out is as after set-up. What the facts mean is each game's affair. ``classkit games
GAME --facts`` lists them all: a game declares them once, as the fields of two dataclasses
(:class:`.reading.FactKinds`), and :func:`.reading.read_facts` takes no others.

A position states the present, as far as the rules go by it, and nothing of the past: charts, the
ledger, and what a board shows of the last move begin with it. Nor does it state luck to come: the
match that begins there has its own. What has to come back exactly is a record's affair, or a
point's.

The ``luck`` of a position comes up first; then the match's own luck goes on. Where ``then`` is
stated, if only as an empty list, all of this luck leads into the position, and what nothing asks
for on the way is refused: a turn that was changed needs other outcomes than the turn that was
played. The keyword ``luck=`` of a match is for all of it: a script given there has to suffice,
since a lecture that goes on by chance where its script ends would surprise whoever wrote it.

A *point* is where a match stands, as plain data, with neither its past nor its seed: whoever goes
on from it cannot learn what the match's own luck will bring. It can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from os.path import isfile  # false, too, for what no system takes as a name
from pathlib import Path
from typing import Any, NamedTuple

from .data import MAX_LEVELS, Unreadable, as_data, judge, refuse_broken_text
from .editions import Edition, read_toml_file
from .errors import (
    BrokenRule,
    ClasskitError,
    EditionError,
    LedgerError,
    LuckError,
    PositionError,
    RuleError,
    cut,
    shorten,
)
from .game import Game
from .ledger import Ledger
from .log import GIVEN, LONGEST_NAME, OUTCOMES, Entry, Keep, Segment, plain_entry
from .luck import Seeded, read_script
from .options import Options
from .reading import FactKinds
from .requests import Draw, Roll, Seat
from .table import copy
from .timeline import Timeline

MAX_THEN = 1_000
LEADS_IN = ("then", "luck")
"""The keys of what leads into a position; all others are facts."""


@dataclass(frozen=True, slots=True)
class Position:
    """The facts of a position, by game; the answers that lead into it, and the luck for them."""

    facts: dict[str, Any]
    then: tuple[Entry, ...]
    luck: tuple[tuple[Any, ...], ...]
    source: dict[str, Any]


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
        raise PositionError("", f"must be a mapping or a TOML file, not {shorten(source)}.")
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
    classkit.engine.errors.PositionError: position: must be a mapping of facts, not 'monday.toml'.
    """
    source = as_data(source)
    if not isinstance(source, dict):
        raise PositionError("", f"must be a mapping of facts, not {shorten(source)}.")
    try:
        judge(source)
        refuse_broken_text(source)
    except Unreadable as error:
        raise PositionError(error.key, f"{error.reason}.") from None
    facts: dict[str, Any] = {}
    for key, value in source.items():
        if not isinstance(key, str):
            raise PositionError(shorten(key), "a fact has a name.")
        if key not in LEADS_IN:
            put(facts, cut(key), key.split(".", MAX_LEVELS), value)
    then = tuple(read_then(item) for item in listed(source, "then"))
    if isinstance(source.get("luck"), str):
        raise PositionError(
            "luck",
            "must be a list of outcomes that lead into the position, not "
            f"{shorten(source['luck'])}; "
            'how the match goes on from there is said beside it, as luck="by_hand".',
        )
    try:
        script = read_script(listed(source, "luck"))
    except LuckError as error:
        raise PositionError("luck", str(error)) from None
    luck = tuple(tuple(item) if isinstance(item, list) else (item,) for item in script)
    return Position(facts, then, luck, source)


def without_the_past(position: Position, kinds: FactKinds, seats: Sequence[Seat]) -> Position:
    """Return the position of a record without facts of the past, which earlier versions stated.

    These are all that the game does not know.

    >>> from .reading import fact
    >>> @dataclass(frozen=True)
    ... class Facts:
    ...     cash: int = fact("dollars in hand")
    >>> old = read_position({"A.cash": 5, "A.elections": 3, "throws": {"1|A|move": 2}})
    >>> without_the_past(old, FactKinds(Facts, Facts), ["A"]).facts
    {'A': {'cash': 5}}
    """
    known = {*kinds.names(seats), *seats}
    facts = {
        name: {one: told for one, told in value.items() if f"{name}.{one}" in known}
        if name in seats and isinstance(value, dict)
        else value
        for name, value in position.facts.items()
        if name in known
    }
    leads_in = {key: position.source[key] for key in LEADS_IN if key in position.source}
    return replace(position, facts=facts, source={**facts, **leads_in})


def refuse_luck(position: Position, used: int, reason: str = "") -> None:
    """Refuse the outcome after those ``used`` if it is the position's, and say what to do.

    Without a ``reason`` nothing that leads into the position asks for it.
    """
    if used < len(position.luck):
        left = shorten(list(position.luck[used]))
        reason = reason or f"nothing that leads into the position asks for {left}."
        raise PositionError(
            f"luck[{used}]", f"{reason} Where something before it was changed, leave it out, with "
            "what follows it in luck and then."
        )  # fmt: skip


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
        raise PositionError(key, f"must be a list of at most {MAX_THEN}, not {shorten(value)}.")
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
    raise PositionError(
        "then", f"an answer must be a move, or seat, move and with, not {shorten(item)}."
    )


def read_by(item: Mapping[str, Any]) -> str:
    """Return the name of the bot that answered, if one did."""
    by = item.get("by", "")
    if not isinstance(by, str) or len(by) > LONGEST_NAME or not by.isprintable():
        raise PositionError("then", f"by must be the name of a bot, not {shorten(by)}.")
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


# --- the table of a position, and the position of a table ----------------------------------------


def table_placed(
    game: Game[Any], beginning: Callable[[], Any], position: Position, seed: int
) -> Any:
    """Return the table that a position states: after set-up by default, then its facts.

    PositionError when the facts cannot be, RuleError when a rule breaks in set-up.
    """
    line = Timeline(game, beginning, Seeded(seed), Keep.nothing(), seed)
    line.only_set_up = True
    try:
        line.begin()
        while (waiting := line.requests()) and not isinstance(line.request, (Roll, Draw)):
            answer = waiting[0].default
            line.give(Entry("answer", waiting[0].seat, answer.move, answer.fields))
    except BrokenRule as broken:
        raise RuleError(game.name, broken.clause, broken.cause, {}) from broken.cause
    table = line.table
    try:
        game.place(table, position.facts)
    except LedgerError as error:
        raise PositionError("", str(error)) from error
    return table


def position_of(line: Timeline) -> dict[str, Any]:
    """Return where a line of play stands as a position (:meth:`.match.Match.position`)."""
    game = line.game
    if line.request is None:
        raise PositionError(
            "",
            "the match is over, so nothing goes on from it. Go back a step and take it there.",
        )
    if not game.has_positions:
        raise PositionError("", f"{game.title} knows no positions: save the match instead.")
    start = line.table_at_start()
    if not game.is_set_up(start):
        raise PositionError(
            "", "the match is still being set up, and a position begins at a turn. Answer what "
            "is asked until the first turn begins, or save the match: a record keeps it whole."
        )  # fmt: skip
    given = line.given_here()
    then = [plain_entry(entry) for entry in given if entry.kind in GIVEN]
    luck = [list(entry.value) for entry in given if entry.kind in OUTCOMES]
    facts = game.position(start)
    return {**facts, **({"then": then} if then or luck else {}), **({"luck": luck} if luck else {})}


# --- points ---------------------------------------------------------------------------------------

FIRST_SEED = 1 << 64
"""The seeds of matches lie below it, those of futures from it on: so no future is ever the
match's own, whatever its seed is."""


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """Where a match stands: the table at the start of the segment, and what was given since.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> twin = classkit.Match.at(m.point(), FIRST_SEED + 1, Keep.nothing())
    >>> twin.digest() == m.digest(), twin.seed == m.seed, twin.play(until="end").is_over
    (True, False, True)
    """

    game: Game[Any]
    seats: tuple[str, ...]
    edition: Edition
    options: Options
    start: Any
    entries: tuple[Entry, ...]

    def __reduce__(self) -> tuple[Callable[[bytes], Point], tuple[bytes]]:
        """Send it to another process pickled by itself; PicklingError for a game of a notebook.

        That is ten times as quick as a pickler that looks for policies of a notebook in it.
        """
        from pickle import HIGHEST_PROTOCOL, PicklingError, dumps  # seldom needed

        kind = type(self.game)
        if kind.__module__ == "__main__":
            raise PicklingError(f"{kind.__qualname__} is defined in no module")
        parts = tuple(getattr(self, one.name) for one in fields(self))
        return read_point, (dumps(parts, HIGHEST_PROTOCOL),)

    def without_sealed(self) -> Point:
        """Go back to before the answers still sealed, which only their seats may know.

        >>> import classkit
        >>> m = classkit.new("opoly", seats=3, seed=7)
        >>> m.point().without_sealed().entries == m.point().entries
        True
        """
        entries = list(self.entries)
        for seat in self.line(FIRST_SEED, Keep.nothing()).unopened:
            last = max(
                at for at, entry in enumerate(entries)
                if entry.kind == "answer" and entry.seat == seat
            )  # fmt: skip
            del entries[last]
        return replace(self, entries=tuple(entries))

    def line(self, seed: int, keep: Keep) -> Timeline:
        """Return a line of play that stands at this point, with seeded luck from here on.

        RuleError where a rule breaks on the way to the point.
        """
        line = Timeline(self.game, partial(copy, self.start), Seeded(seed), keep, seed)
        line.segments, line.tells_opening = [Segment(0, 0, [*self.entries])], False
        try:
            line.begin()
            while line.at < len(line.entries) or line.here + 1 < len(line.segments):
                line.redo()
        except ClasskitError:
            raise
        except BrokenRule as broken:
            raise RuleError(self.game.name, broken.clause, broken.cause, {}) from broken.cause
        except Exception as error:  # from a rule that broke on the way from answer to answer
            clause = line.clause_near(line.request)
            raise RuleError(self.game.name, clause, error, {}) from error
        return line


def read_point(sent: bytes) -> Point:
    """Read a point that another process of the same program has sent; never a stranger's."""
    from pickle import loads  # seldom needed

    return Point(*loads(sent))
