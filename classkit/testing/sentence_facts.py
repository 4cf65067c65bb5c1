"""Facts of a match against which sentences are checked: events, ledger rows and metrics.

All facts are computed from the events and ledger of the match itself, so that a sentence is never
checked against the list from which it was built.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, combinations
from typing import Any, NamedTuple

from classkit.engine.events import Event, Transfer
from classkit.engine.match import Match

Number = int | float | Fraction
NUMBER_IN_TEXT = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
MAX_DISTANCE = 3
"""Maximum number of events between a ledger row and an event that reports it."""


class LedgerRow(NamedTuple):
    """A ledger row with its number, its position among the events, and the places of the payment.

    ``payer`` and ``payee`` are seats, or the names of accounts that belong to no seat.
    """

    number: int
    transfer: Transfer
    position: int
    payer: str
    payee: str
    places: frozenset[str]


class MatchFacts:
    """The events and ledger rows of a match in one list each, numbered from 1."""

    def __init__(self, match: Match) -> None:
        self.match, self.seats = match, match.seats
        self.spaces = frozenset(
            space.id
            for space in match.game.board(match.table).spaces
            if ":" not in space.id and space.id not in match.ledger.balances
        )
        self.titles = match.say().spaces
        self.events: list[Event] = []
        self.rows: list[LedgerRow] = []
        for events, transfers in match.events_by_segment:
            before = len(self.events)
            self.events += events
            for transfer in transfers:
                position = before + transfer.news
                self.rows.append(
                    LedgerRow(
                        len(self.rows) + 1,
                        transfer,
                        position,
                        self.find_owner(transfer.source),
                        self.find_owner(transfer.target),
                        self.find_places(transfer, position),
                    )
                )

    def find_owner(self, account: str) -> str:
        """Return the seat that owns an account, or the account itself.

        An account such as "points:A" or "reserve:A" belongs to the seat A.
        """
        owner = account.rpartition(":")[2]
        return owner if owner in self.seats else account

    def find_places(self, transfer: Transfer, position: int) -> frozenset[str]:
        """Return the spaces that a sentence about a payment may name.

        These are the space to which a piece last moved in the turn, the space in the reason, and
        the spaces of adjacent events that report the same amount.
        """
        if transfer.reason in self.spaces:
            return frozenset({transfer.reason})
        words = self.match.game.words.reasons.get(transfer.reason, "")
        found = {space for space in self.spaces if self.titles.get(space, words + "?") in words}
        for at in range(position - 1, -1, -1):
            event = self.events[at]
            if event.turn != transfer.turn:
                break
            target = event.facts.get("to")
            if "from" in event.facts and target in self.spaces:
                found.add(target)
                break
        near = self.events[max(position - MAX_DISTANCE, 0) : position + MAX_DISTANCE]
        for event in near:
            if event.turn == transfer.turn and transfer.amount in iter_numbers(event.facts):
                found |= {one for one in iter_texts(event.facts) if one in self.spaces}
        return frozenset(found)

    def is_money(self, unit: str) -> bool:
        """Return whether amounts of a unit are printed with a currency sign."""
        say = self.match.say()
        known = [one for one in self.match.ledger.balances if say.is_money(one)]
        return unit in (known or self.match.ledger.balances)

    @cached_property
    def rows_by_turn(self) -> dict[int, list[LedgerRow]]:
        """The ledger rows of each turn."""
        found: dict[int, list[LedgerRow]] = {}
        for row in self.rows:
            found.setdefault(row.transfer.turn, []).append(row)
        return found

    @cached_property
    def events_by_turn(self) -> dict[int, list[Event]]:
        """The events of each turn."""
        found: dict[int, list[Event]] = {}
        for event in self.events:
            found.setdefault(event.turn, []).append(event)
        return found

    @cached_property
    def event_numbers(self) -> dict[int, int]:
        """The number of each event, by object identity."""
        return {id(event): number for number, event in enumerate(self.events, 1)}

    @cached_property
    def rows_by_position(self) -> dict[int, list[LedgerRow]]:
        """The ledger rows by the number of events before them."""
        found: dict[int, list[LedgerRow]] = {}
        for row in self.rows:
            found.setdefault(row.position, []).append(row)
        return found


class Scope:
    """The part of a match that a sentence is about: some events, ledger rows and metric rows."""

    def __init__(
        self,
        facts: MatchFacts,
        events: Sequence[Event],
        rows: Sequence[LedgerRow],
        metrics: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.facts, self.events, self.rows, self.metrics = facts, events, rows, metrics

    @classmethod
    def of_turns(cls, facts: MatchFacts, since: int, turn: int) -> Scope:
        """Return the scope of the turns after ``since`` up to ``turn``."""
        turns = range(since + 1, turn + 1)
        events = [event for at in turns for event in facts.events_by_turn.get(at, ())]
        rows = [row for at in turns for row in facts.rows_by_turn.get(at, ())]
        ends = [row for row in facts.match.history if since <= row["turn"] <= turn]
        if not ends or (ends[-1]["turn"] < turn and not facts.match.is_over):
            ends.append(facts.match.present_row())
        return cls(facts, events, rows, ends)

    def limit_rows(self, first: int, last: int | None) -> Scope:
        """Return the scope with only the rows after one event and before another."""
        rows = [
            row for row in self.rows if first <= row.position and (not last or row.position < last)
        ]
        return Scope(self.facts, self.events, rows, self.metrics)

    @cached_property
    def seats(self) -> frozenset[str]:
        """The seats that the events and rows are about."""
        named = {row.payer for row in self.rows} | {row.payee for row in self.rows}
        for event in self.events:
            texts = [event.seat or "", *iter_texts(event.facts)]
            named |= {self.facts.find_owner(text) for text in texts}
        named |= {self.facts.find_owner(row.transfer.unit) for row in self.rows}
        return frozenset(named & {*self.facts.seats})

    @cached_property
    def places(self) -> frozenset[str]:
        """The spaces and things that the events and rows are about."""
        found = {place for row in self.rows for place in row.places}
        found |= {row.transfer.unit for row in self.rows}
        texts = {text for event in self.events for text in iter_texts(event.facts)}
        found |= texts | {text.rpartition(":")[2] for text in texts}
        flags = {
            key for event in self.events for key, value in event.facts.items() if value is True
        }
        found |= {word for flag in flags for word in flag.split("_")}  # such as "passed_go"
        for row in self.rows:
            accounts = (row.transfer.source, row.transfer.target)
            found |= {account.rpartition(":")[2] for account in accounts}
        return frozenset(found)

    @cached_property
    def fact_numbers(self) -> frozenset[Fraction]:
        """The numbers in the facts of the events, their counts, sums and differences."""
        found: set[Fraction] = set()
        for event in self.events:
            found |= {Fraction(number) for number in derive_numbers(event.facts)}
            found |= self.read_number_titles(event.facts)
        return frozenset(found)

    def read_number_titles(self, facts: Mapping[str, Any]) -> set[Fraction]:
        """Return the numbers that titles of a board or deck add to facts, such as "number:5" as 6.

        This includes numbers that a title adds to a name, such as 5 in "Inflation square (moves the
        marker 5)".
        """
        say, keys = self.facts.match.say(), {str(fact) for fact in iter_leaves(facts)}
        titles = [
            title
            for key, title in say.spaces.items()
            if ":" in key and key.rpartition(":")[2] in keys and title.isdecimal()
        ]
        numbers = {Fraction(title) for title in titles}
        added = [say.spaces[key].partition("(")[2] for key in keys & {*say.spaces}]
        explained = {Fraction(number) for text in added for number in re.findall(r"\d+", text)}
        return numbers | explained | {abs(one - other) for one, other in combinations(numbers, 2)}

    @cached_property
    def metric_numbers(self) -> frozenset[Fraction]:
        """The values of all metrics, and the differences between first and last values."""
        found: set[Fraction] = set()
        for row in self.metrics:
            found |= {Fraction(str(value)) for value in iter_numbers(row)}
        for row in self.metrics[:-1]:
            found |= set(iter_changes(row, self.metrics[-1]))
        return frozenset(found)

    def list_rows(
        self,
        payer: str | None = None,
        payee: str | None = None,
        wanted: Callable[[LedgerRow], bool] = lambda row: True,
    ) -> list[LedgerRow]:
        """Return the rows from one party to another. None means any party."""
        return [
            row
            for row in self.rows
            if (payer is None or payer in (row.payer, row.transfer.source))
            and (payee is None or payee in (row.payee, row.transfer.target))
            and row.payer != row.payee
            and wanted(row)
        ]


# --- sums --------------------------------------------------------------------------------------


def group_totals(rows: Iterable[LedgerRow], key: Callable[[LedgerRow], Any]) -> dict[Any, Fraction]:
    """Return the total amount of the rows with each key."""
    totals: dict[Any, Fraction] = defaultdict(Fraction)
    for row in rows:
        totals[key(row)] += row.transfer.amount
    return dict(totals)


def net_totals(rows: Iterable[LedgerRow]) -> set[Fraction]:
    """Return the absolute change of each account for each reason."""
    totals: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for row in rows:
        moved = row.transfer
        totals[moved.target, moved.reason] += moved.amount
        totals[moved.source, moved.reason] -= moved.amount
    return {abs(total) for total in totals.values()}


def running_totals(rows: Sequence[LedgerRow]) -> set[Fraction]:
    """Return the sums of all runs of consecutive rows."""
    sums = [Fraction(0), *accumulate(Fraction(row.transfer.amount) for row in rows)]
    return {last - first for first, last in combinations(sums, 2)}


def signed_total(rows: Iterable[LedgerRow], seat: str) -> Fraction:
    """Return the net gain of a seat from some rows."""
    return sum(
        (
            Fraction(row.transfer.amount * ((row.payee == seat) - (row.payer == seat)))
            for row in rows
        ),
        start=Fraction(0),
    )


# --- numbers and texts in facts -----------------------------------------------------------------


def iter_leaves(value: Any) -> Iterator[Any]:
    """Yield the keys and values inside nested facts."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield key
            yield from iter_leaves(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from iter_leaves(one)
    else:
        yield value


def iter_texts(value: Any) -> Iterator[str]:
    """Yield the texts inside nested facts, including keys."""
    return (leaf for leaf in iter_leaves(value) if isinstance(leaf, str))


def iter_numbers(value: Any) -> Iterator[Number]:
    """Yield the numbers inside nested facts."""
    for leaf in iter_leaves(value):
        if isinstance(leaf, (int, float, Fraction)) and not isinstance(leaf, bool):
            yield leaf


def derive_numbers(facts: Mapping[str, Any]) -> Iterator[Number]:
    """Yield the numbers that a sentence may compute from the facts of one event."""
    own = list(iter_numbers(facts))
    yield from own
    yield from (abs(Fraction(one) - Fraction(other)) for one, other in combinations(own, 2))
    for text in iter_texts(facts):
        yield from (Fraction(one.replace(",", "")) for one in NUMBER_IN_TEXT.findall(text))
    for value in facts.values():
        if isinstance(value, (list, tuple, Mapping)):
            yield len(value)
            inside = value.values() if isinstance(value, Mapping) else value
            numbers = [one for one in inside if isinstance(one, (int, float, Fraction))]
            total = sum((Fraction(one) for one in numbers), start=Fraction(0))
            yield from (total, total // 2 + 1)  # the second number is a majority


def iter_changes(before: Any, after: Any) -> Iterator[Fraction]:
    """Yield the absolute differences between two rows of metrics, value by value."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in {*before, *after}:
            yield from iter_changes(before.get(key, 0), after.get(key, 0))
    elif isinstance(before, (int, float)) and isinstance(after, (int, float)):
        yield abs(Fraction(str(after)) - Fraction(str(before)))


def pick_seat(row: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """Return a seat's metrics in a row. Metrics that have parts are flattened."""
    found: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, Mapping) and seat in value:
            own = value[seat]
            parts = own.items() if isinstance(own, Mapping) else [("", own)]
            found |= {f"{key}:{part}": one for part, one in parts}
    return found


def pick_totals(totals: Sequence[Fraction]) -> set[Fraction]:
    """Return the absolute sums of up to three totals, and of all of them."""
    found = {abs(sum(totals, start=Fraction(0)))}
    for size in (1, 2, 3):
        found |= {abs(sum(chosen, start=Fraction(0))) for chosen in combinations(totals, size)}
    return found
