"""Positions, which are facts from which a match can start, and points.

A position is a mapping or a TOML file of facts::

    marker = 2
    mover = "B"
    A.cash = 400_000
    A.squares = ["I07"]
    then = ["throw"]          # answers that lead into the position
    luck = [[3, 4]]           # outcomes for these answers

Omitted facts have their values after set-up. Each game defines its facts as fields of two
dataclasses (:class:`.schema.PositionSchema`), which :func:`.schema.read_facts` parses. ``classkit
games GAME --facts`` lists the facts.

A position describes only the state that the rules depend on. Charts, the ledger and the last move
on the board start at the position, and the new match has its own random outcomes. To restore a
match exactly, use a record or a point.

The outcomes in ``luck`` are used before the match's own random source. If ``then`` is present, even
as an empty list, the answers must use all of these outcomes; unused outcomes are an error, because
an edited turn may need different outcomes than the original. In contrast, the argument ``luck=`` of
a match covers the entire match and must not run out, because unexpected random outcomes could ruin
a prepared lecture.

A *point* is a step of a match as plain data, without past and seed. A match that continues from it
cannot reveal future outcomes of the original match. A point can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from os.path import isfile  # returns False for invalid names, too
from pathlib import Path
from typing import Any, NamedTuple

from .decisions import Draw, Roll, Seat
from .editions import Edition, read_toml_file
from .errors import (
    BrokenRuleError,
    ClasskitError,
    EditionError,
    LedgerError,
    LuckError,
    PositionError,
    RuleError,
    truncate_text,
    truncate_value,
)
from .events import (
    ANSWER_KINDS,
    MAX_NAME_LENGTH,
    OUTCOME_KINDS,
    Entry,
    Keep,
    Segment,
    entry_to_dict,
)
from .game import Game
from .history import Timeline
from .ledger import Ledger
from .options import Options
from .randomness import SeededRandom, read_script
from .schema import PositionSchema
from .state import copy_state
from .untrusted_input import MAX_LEVELS, UnreadableData, check_value, refuse_broken_text, to_builtin

MAX_LEAD_IN = 1_000
LEAD_IN_KEYS = ("then", "luck")
"""Keys for answers and outcomes that lead into a position. All other keys are facts."""


@dataclass(frozen=True, slots=True)
class Position:
    """The facts of a position, and the answers and outcomes that lead into it."""

    facts: dict[str, Any]
    then: tuple[Entry, ...]
    luck: tuple[tuple[Any, ...], ...]
    source: dict[str, Any]


def find_position(source: Any) -> Position:
    """Return the position in a mapping or a TOML file.

    For untrusted data, use :func:`read_position`, which does not open files.
    """
    source = to_builtin(source)
    if isinstance(source, (str, Path)):
        if not isfile(source):
            raise PositionError("", f"there is no file {truncate_text(str(source))}.")
        with name_source_file(source):
            try:
                return read_position(read_toml_file(Path(source)))
            except EditionError as error:
                raise PositionError(error.key, error.reason) from None
    if not isinstance(source, dict):
        raise PositionError("", f"must be a mapping or a TOML file, not {truncate_text(source)}.")
    return read_position(source)


@contextmanager
def name_source_file(source: Any) -> Iterator[None]:
    """Add the name of the position's file, if any, to errors about its facts."""
    try:
        yield
    except PositionError as error:
        source = to_builtin(source)
        if not isinstance(source, (str, Path)) or error.file != "position":
            raise
        file = truncate_value(Path(source).name)
        raise PositionError(error.fact, error.reason, file) from error.__cause__


def read_position(source: Any) -> Position:
    """Return a position from a mapping.

    Dotted keys may be written either way: ``{"A.cash": 5}`` or ``{"A": {"cash": 5}}``.

    Raises:
        PositionError: A fact is invalid. The message names the fact and the reason.

    >>> read_position({"A.cash": 400, "then": ["throw"], "luck": [(3, 4)]}).facts
    {'A': {'cash': 400}}
    >>> read_position("monday.toml")
    Traceback (most recent call last):
    classkit.engine.errors.PositionError: position: must be a mapping of facts, not 'monday.toml'.
    """
    source = to_builtin(source)
    if not isinstance(source, dict):
        raise PositionError("", f"must be a mapping of facts, not {truncate_text(source)}.")
    try:
        check_value(source)
        refuse_broken_text(source)
    except UnreadableData as error:
        raise PositionError(error.key, f"{error.reason}.") from None
    facts: dict[str, Any] = {}
    for key, value in source.items():
        if not isinstance(key, str):
            raise PositionError(truncate_text(key), "a fact needs a name.")
        if key not in LEAD_IN_KEYS:
            set_fact(facts, truncate_value(key), key.split(".", MAX_LEVELS), value)
    then = tuple(read_lead_answer(item) for item in get_list(source, "then"))
    if isinstance(source.get("luck"), str):
        raise PositionError(
            "luck",
            "must be a list of outcomes that lead into the position, not "
            f"{truncate_text(source['luck'])}: "
            'for later outcomes, use the argument luck of the match, as in luck="by_hand".',
        )
    try:
        script = read_script(get_list(source, "luck"))
    except LuckError as error:
        raise PositionError("luck", str(error)) from None
    luck = tuple(tuple(item) if isinstance(item, list) else (item,) for item in script)
    return Position(facts, then, luck, source)


def drop_past_facts(position: Position, kinds: PositionSchema, seats: Sequence[Seat]) -> Position:
    """Return the position of a record without facts that only earlier versions wrote.

    These are facts about the past, which the game no longer defines.

    >>> from .schema import position_field
    >>> @dataclass(frozen=True)
    ... class Facts:
    ...     cash: int = position_field("dollars in hand")
    >>> old = read_position({"A.cash": 5, "A.elections": 3, "throws": {"1|A|move": 2}})
    >>> drop_past_facts(old, PositionSchema(Facts, Facts), ["A"]).facts
    {'A': {'cash': 5}}
    """
    known = {*kinds.list_names(seats), *seats}
    facts = {
        name: {one: told for one, told in value.items() if f"{name}.{one}" in known}
        if name in seats and isinstance(value, dict)
        else value
        for name, value in position.facts.items()
        if name in known
    }
    leads_in = {key: position.source[key] for key in LEAD_IN_KEYS if key in position.source}
    return replace(position, facts=facts, source={**facts, **leads_in})


def refuse_outcome(position: Position, used: int, reason: str = "") -> None:
    """Raise an error about the position's next outcome after ``used``, and suggest a remedy.

    Without ``reason``, the message states that the lead-in does not need the outcome.
    """
    if used < len(position.luck):
        left = truncate_text(list(position.luck[used]))
        reason = reason or f"the answers that lead into the position do not use {left}."
        raise PositionError(
            f"luck[{used}]", f"{reason} If you have changed an earlier fact or answer, remove "
            "this outcome and everything after it from luck and then."
        )  # fmt: skip


def set_fact(facts: dict[str, Any], key: str, path: list[str], value: Any) -> None:
    """Set a fact at its path, and reject duplicates. ``key`` is used in messages."""
    *outer, last = path
    for name in outer:
        facts = facts.setdefault(name, {})
        if not isinstance(facts, dict):
            raise PositionError(key, f"{name} appears twice.")
    if isinstance(value, Mapping):
        inner = facts.setdefault(last, {})
        if not isinstance(inner, dict):
            raise PositionError(key, "appears twice.")
        for name, item in value.items():
            if not isinstance(name, str):
                raise PositionError(f"{key}.{truncate_text(name)}", "a fact needs a name.")
            set_fact(inner, truncate_value(f"{key}.{name}"), [name], item)
    elif last in facts:
        raise PositionError(key, "appears twice.")
    else:
        facts[last] = list(value) if isinstance(value, tuple) else value


def get_list(source: Mapping[str, Any], key: str) -> list[Any]:
    """Return the list at a key, or an empty list."""
    value = source.get(key, [])
    if not isinstance(value, (list, tuple)) or len(value) > MAX_LEAD_IN:
        raise PositionError(
            key, f"must be a list of at most {MAX_LEAD_IN}, not {truncate_text(value)}."
        )
    return list(value)


def read_lead_answer(item: Any) -> Entry:
    """Parse an answer such as "throw" or {seat = "B", move = "bid", with = {amount = 10}}.

    For an aside, write ``aside = "..."`` instead of ``move``. As in a record, {withdraw = "B"} and
    {signal = "..."} are also accepted.

    >>> read_lead_answer({"seat": "B", "move": "bid", "with": {"amount": 10}})[:4]
    ('answer', 'B', 'bid', {'amount': 10})
    """
    if isinstance(item, str):
        return Entry("answer", None, item, {})
    if isinstance(item, Mapping):
        for key, kind in LEAD_IN_KINDS.items():
            keys = {key} if kind in ("withdraw", "signal") else {key, "seat", "with"}
            fields, seat = item.get("with", {}), item.get("seat")
            fits = isinstance(item.get(key), str) and isinstance(fields, Mapping)
            if fits and isinstance(seat, str | None) and set(item) <= keys | {"by"}:
                if kind == "withdraw":
                    return Entry(kind, item[key], kind)
                return Entry(kind, seat, item[key], dict(fields), read_bot_name(item))
    raise PositionError(
        "then", f"an answer must be a move, or seat, move and with, not {truncate_text(item)}."
    )


def read_bot_name(item: Mapping[str, Any]) -> str:
    """Return the name of the bot that answered, or "" if a person did."""
    by = item.get("by", "")
    if not isinstance(by, str) or len(by) > MAX_NAME_LENGTH or not by.isprintable():
        raise PositionError("then", f"by must be the name of a bot, not {truncate_text(by)}.")
    return by


LEAD_IN_KINDS = {"move": "answer", "aside": "aside", "withdraw": "withdraw", "signal": "signal"}


# --- amounts --------------------------------------------------------------------------------------


class StatedAmount(NamedTuple):
    """An amount in a position, and its fact name, unit and account."""

    fact: str
    unit: str
    account: str
    amount: int


def place_amounts(ledger: Ledger, supply: str, amounts: Sequence[StatedAmount], rule: str) -> None:
    """Set the balances of accounts by moving amounts from a supply account.

    All accounts are first emptied into the supply, so the order of the facts does not matter.

    >>> ledger = Ledger.open({"gold": {"bank": 5, "A": 5}})
    >>> place_amounts(ledger, "bank", [StatedAmount("A.gold", "gold", "A", 8)], "X1.2")
    >>> ledger.balance("A", "gold"), ledger.balance("bank", "gold")
    (8, 2)
    >>> place_amounts(ledger, "bank", [StatedAmount("A.gold", "gold", "A", 11)], "X1.2")
    Traceback (most recent call last):
    classkit.engine.errors.PositionError: position: A.gold: there are 10 in total; 10 are left for \
A, not 11 (X1.2).
    """
    for _, unit, account, _ in amounts:
        if held := ledger.balance(account, unit):
            ledger.move(unit, held, account, supply)
    for fact, unit, account, amount in amounts:
        left, total = ledger.balance(supply, unit), ledger.totals()[unit]
        if amount > left:
            there = f"there are {total:,} in total; {left:,} are left for {account}, not {amount:,}"
            raise PositionError(fact, f"{there} ({rule}).")
        if amount:  # do not create an account for an amount of 0
            ledger.move(unit, amount, supply, account)


# --- states and positions ------------------------------------------------------------------------


def build_placed_state(
    game: Game[Any], beginning: Callable[[], Any], position: Position, seed: int
) -> Any:
    """Return the state of a position: set up with default answers, then change it to the facts.

    Raises:
        PositionError: The facts are impossible.
        RuleError: A rule raised an error in set-up.
    """
    line = Timeline(game, beginning, SeededRandom(seed), Keep.nothing(), seed)
    line.only_set_up = True
    try:
        line.begin_segment()
        while (waiting := line.requests()) and not isinstance(line.request, (Roll, Draw)):
            answer = waiting[0].default
            line.give_entry(Entry("answer", waiting[0].seat, answer.move, answer.fields))
    except BrokenRuleError as broken:
        raise RuleError(game.name, broken.clause, broken.cause, {}) from broken.cause
    table = line.table
    try:
        game.place(table, position.facts)
    except LedgerError as error:
        raise PositionError("", str(error)) from error
    return table


def build_position(line: Timeline) -> dict[str, Any]:
    """Return the current state of a timeline as a position (:meth:`.match.Match.position`)."""
    game = line.game
    if line.request is None:
        raise PositionError(
            "",
            "the match is over, so a position cannot continue from it. Go back a step first.",
        )
    if not game.has_positions:
        raise PositionError("", f"{game.title} does not support positions: save the match instead.")
    start = line.copy_start_state()
    if not game.is_set_up(start):
        raise PositionError(
            "", "the match is still being set up, and a position begins at a turn. Answer the "
            "decisions until the first turn begins, or save the match."
        )  # fmt: skip
    given = line.entries_here()
    then = [entry_to_dict(entry) for entry in given if entry.kind in ANSWER_KINDS]
    luck = [list(entry.value) for entry in given if entry.kind in OUTCOME_KINDS]
    facts = game.position(start)
    return {**facts, **({"then": then} if then or luck else {}), **({"luck": luck} if luck else {})}


# --- points ---------------------------------------------------------------------------------------

FIRST_SEED = 1 << 64
"""Lower bound of seeds for futures. Seeds of matches are below it, so the two never coincide."""


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A step of a match, as the state at the start of the segment and the answers since.

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
        """Pickle the contents separately, or raise PicklingError for a game defined in a notebook.

        This is ten times faster than a pickler that searches for policies defined in notebooks.
        """
        from pickle import HIGHEST_PROTOCOL, PicklingError, dumps  # rarely needed

        kind = type(self.game)
        if kind.__module__ == "__main__":
            raise PicklingError(f"{kind.__qualname__} is not defined in a module")
        parts = tuple(getattr(self, one.name) for one in fields(self))
        return read_point, (dumps(parts, HIGHEST_PROTOCOL),)

    def drop_sealed(self) -> Point:
        """Return the point without the sealed answers, which only their seats may see.

        >>> import classkit
        >>> m = classkit.new("opoly", seats=3, seed=7)
        >>> m.point().drop_sealed().entries == m.point().entries
        True
        """
        entries = list(self.entries)
        for seat in self.make_timeline(FIRST_SEED, Keep.nothing()).unopened_seats:
            last = max(
                at for at, entry in enumerate(entries)
                if entry.kind == "answer" and entry.seat == seat
            )  # fmt: skip
            del entries[last]
        return replace(self, entries=tuple(entries))

    def make_timeline(self, seed: int, keep: Keep) -> Timeline:
        """Return a timeline at this point. Later outcomes are generated from ``seed``.

        Raises:
            RuleError: A rule raised an error while the answers were replayed.
        """
        line = Timeline(self.game, partial(copy_state, self.start), SeededRandom(seed), keep, seed)
        line.segments, line.has_opening_row = [Segment(0, 0, [*self.entries])], False
        try:
            line.begin_segment()
            while line.entry_index < len(line.entries) or line.segment_index + 1 < len(
                line.segments
            ):
                line.redo()
        except ClasskitError:
            raise
        except BrokenRuleError as broken:
            raise RuleError(self.game.name, broken.clause, broken.cause, {}) from broken.cause
        except Exception as error:  # a rule raised an error during the replay
            clause = line.last_cited_clause(line.request)
            raise RuleError(self.game.name, clause, error, {}) from error
        return line


def read_point(sent: bytes) -> Point:
    """Unpickle a point from another process of this program. Never pass untrusted data."""
    from pickle import loads  # rarely needed

    return Point(*loads(sent))
