"""First difference between two observations of a match, as a short text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from classkit.engine.errors import truncate_value
from classkit.engine.events import Entry, Event, Transfer


class Difference(NamedTuple):
    """A difference between two matches: its place, and both values as text.

    ``event`` is the name and the clause if the values are events.
    """

    where: str
    one: str
    twin: str
    event: tuple[str, str] | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.one} or {self.twin}"


def find_difference(one: Mapping[str, Any], twin: Mapping[str, Any]) -> Difference | None:
    """Return the first difference between two observations, or None if they are equal.

    >>> print(find_difference({"figures": {"gold": {"A": 3}}}, {"figures": {"gold": {"A": 4}}}))
    figures['gold']['A']: 3 or 4
    """
    for part in dict.fromkeys([*one, *twin]):
        ours, theirs = one.get(part, MISSING_VALUE), twin.get(part, MISSING_VALUE)
        if is_different(ours, theirs):
            return locate_difference(part, ours, theirs)
    return None


def is_different(one: Any, twin: Any) -> bool:
    """Return whether two values have different reprs, or are unequal with different contents.

    A repr may show less or more than the contents. Values that compare by identity differ only if
    their contents differ.
    """
    if one is twin:
        return False
    if type(one) is type(twin) is list and len(one) == len(twin):
        return any(is_different(ours, theirs) for ours, theirs in zip(one, twin, strict=True))
    return repr(one) != repr(twin) or (one != twin and format_full(one) != format_full(twin))


def format_full(value: Any) -> str:
    """Return the repr of a value together with the fields that the repr omits.

    >>> from classkit.engine.game import Standing
    >>> print(format_full([Standing("A", 5, 1, tie="more gold")]))
    [<1. seat A: 5>('A', 5, 1, '', '', 'more gold')]
    """
    kind = type(value)
    if kind in FULL_REPR_TYPES:
        return repr(value)
    if kind is list or kind is tuple:
        return f"[{', '.join(map(format_full, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key!r}: {format_full(part)}' for key, part in value.items())}}}"
    parts = get_parts(value)
    inside = f"({', '.join(map(format_full, parts.values()))})" if parts else ""
    return f"{value!r}{inside}"


FULL_REPR_TYPES = (str, int, float, bool, type(None), Event, Transfer, Entry)
"""Types whose repr is complete."""


class MissingValue:
    """Placeholder for a value that exists in only one of two matches."""

    def __repr__(self) -> str:
        return "nothing"


MISSING_VALUE = MissingValue()


def locate_difference(where: str, one: Any, twin: Any) -> Difference:
    """Return the innermost place at which two values differ."""
    if isinstance(one, Event) or isinstance(twin, Event):
        return compare_events(one, twin)
    if isinstance(one, Transfer) or isinstance(twin, Transfer):
        return Difference("the ledger", format_transfer(one), format_transfer(twin))
    if type(one) is type(twin):
        ours, theirs = get_parts(one), get_parts(twin)
        for way in dict.fromkeys([*ours, *theirs]):
            here, there = ours.get(way, MISSING_VALUE), theirs.get(way, MISSING_VALUE)
            if is_different(here, there):
                return locate_difference(f"{where}{way}", here, there)
    return Difference(where, truncate_value(repr(one)), truncate_value(repr(twin)))


def get_parts(value: Any) -> dict[str, Any]:
    """Return the parts of a value by path suffix, or {} for a value without parts.

    >>> get_parts({"A": 3}), get_parts([3]), get_parts(Difference("here", "3", "4"))
    ({"['A']": 3}, {'[0]': 3}, {'.where': 'here', '.one': '3', '.twin': '4', '.event': None})
    """
    if isinstance(value, Mapping):
        return {f"[{key!r}]": part for key, part in value.items()}
    names = getattr(value, "_fields", None)
    if names is None and is_dataclass(value):
        names = [field.name for field in fields(value)]
    if names is not None:
        return {f".{name}": getattr(value, name) for name in names}
    if isinstance(value, (list, tuple)):
        return {f"[{at}]": part for at, part in enumerate(value)}
    return {}


def compare_events(one: Event | MissingValue, twin: Event | MissingValue) -> Difference:
    """Return the difference between two events, with the facts that differ."""
    there = one if isinstance(one, Event) else twin
    assert isinstance(there, Event)
    where = f"the event {there.name!r} ({there.rule}) of turn {there.turn}"
    named = (there.name, there.rule)
    if isinstance(one, Event) and isinstance(twin, Event) and one[0] == twin[0]:
        names = dict.fromkeys([*one.facts, *twin.facts])
        differ = [name for name in names if format_fact(one, name) != format_fact(twin, name)]
        return Difference(where, format_facts(one, differ), format_facts(twin, differ), named)
    return Difference(where, format_event_name(one), format_event_name(twin), named)


def format_event_name(event: Event | MissingValue) -> str:
    return "no event" if isinstance(event, MissingValue) else repr(event.name)


def format_fact(event: Event, name: str) -> str:
    return repr(event.facts.get(name, MISSING_VALUE))


def format_facts(event: Event, names: Iterable[str]) -> str:
    """Format facts of an event or, without names, its seat, clause and turn."""
    facts = ", ".join(f"{name}={truncate_value(format_fact(event, name))}" for name in names)
    return facts or f"seat={event.seat}, rule={event.rule}, turn={event.turn}"


def format_transfer(row: Transfer | MissingValue) -> str:
    """Format a ledger row.

    >>> format_transfer(Transfer("grain", 3, "A", "sea", "sale", "T2.2", 5))
    "3 grain from A to sea for 'sale' (T2.2) in turn 5"
    """
    if isinstance(row, MissingValue):
        return "no row"
    way = f"from {row.source} to {row.target} for {row.reason!r}"
    return f"{row.amount:,} {row.unit} {way} ({row.rule}) in turn {row.turn}"
