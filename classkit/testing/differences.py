"""Where two looks at a match differ, and what each shows there, in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from classkit.engine.errors import cut
from classkit.engine.log import Entry, Event, Transfer


class Difference(NamedTuple):
    """Where two matches differ for a viewer, and what each shows there, in a few words.

    ``event`` is the name and the clause of the event in which they do, if it is one.
    """

    where: str
    one: str
    twin: str
    event: tuple[str, str] | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.one} or {self.twin}"


def difference(one: Mapping[str, Any], twin: Mapping[str, Any]) -> Difference | None:
    """Return the first part in which two looks differ, and where in it; None if they are alike.

    >>> print(difference({"figures": {"gold": {"A": 3}}}, {"figures": {"gold": {"A": 4}}}))
    figures['gold']['A']: 3 or 4
    """
    for part in dict.fromkeys([*one, *twin]):
        ours, theirs = one.get(part, MISSING), twin.get(part, MISSING)
        if differ(ours, theirs):
            return inside(part, ours, theirs)
    return None


def differ(one: Any, twin: Any) -> bool:
    """Return whether two values have different texts, or are unequal with different contents.

    A repr may show less than a value holds, or more. Values that do not compare by content differ
    only if their contents do.
    """
    if one is twin:
        return False
    if type(one) is type(twin) is list and len(one) == len(twin):
        return any(differ(ours, theirs) for ours, theirs in zip(one, twin, strict=True))
    return repr(one) != repr(twin) or (one != twin and in_full(one) != in_full(twin))


def in_full(value: Any) -> str:
    """Return a value as text, with what its own repr leaves out.

    >>> from classkit.engine.game import Standing
    >>> print(in_full([Standing("A", 5, 1, tie="more gold")]))
    [<1. A: 5>('A', 5, 1, '', '', 'more gold')]
    """
    kind = type(value)
    if kind in WHOLE:
        return repr(value)
    if kind is list or kind is tuple:
        return f"[{', '.join(map(in_full, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key!r}: {in_full(part)}' for key, part in value.items())}}}"
    parts = parts_of(value)
    inside = f"({', '.join(map(in_full, parts.values()))})" if parts else ""
    return f"{value!r}{inside}"


WHOLE = (str, int, float, bool, type(None), Event, Transfer, Entry)
"""Types whose repr leaves nothing out."""


class Missing:
    """The stand-in for a value that only one of two matches shows."""

    def __repr__(self) -> str:
        return "nothing"


MISSING = Missing()


def inside(where: str, one: Any, twin: Any) -> Difference:
    """Return the innermost place at which two different values differ."""
    if isinstance(one, Event) or isinstance(twin, Event):
        return between_events(one, twin)
    if isinstance(one, Transfer) or isinstance(twin, Transfer):
        return Difference("the ledger", row_in_words(one), row_in_words(twin))
    if type(one) is type(twin):
        ours, theirs = parts_of(one), parts_of(twin)
        for way in dict.fromkeys([*ours, *theirs]):
            here, there = ours.get(way, MISSING), theirs.get(way, MISSING)
            if differ(here, there):
                return inside(f"{where}{way}", here, there)
    return Difference(where, cut(repr(one)), cut(repr(twin)))


def parts_of(value: Any) -> dict[str, Any]:
    """Return the parts of a value by the way to each; none of what has no parts.

    >>> parts_of({"A": 3}), parts_of([3]), parts_of(Difference("here", "3", "4"))
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


def between_events(one: Event | Missing, twin: Event | Missing) -> Difference:
    """Return in which event two matches differ, and in which of its facts."""
    there = one if isinstance(one, Event) else twin
    assert isinstance(there, Event)
    where = f"the event {there.name!r} ({there.rule}) of turn {there.turn}"
    named = (there.name, there.rule)
    if isinstance(one, Event) and isinstance(twin, Event) and one[0] == twin[0]:
        names = dict.fromkeys([*one.facts, *twin.facts])
        differ = [name for name in names if told(one, name) != told(twin, name)]
        return Difference(where, facts_in_words(one, differ), facts_in_words(twin, differ), named)
    return Difference(where, name_in_words(one), name_in_words(twin), named)


def name_in_words(event: Event | Missing) -> str:
    """Return the name of an event, if there is one."""
    return "no event" if isinstance(event, Missing) else repr(event.name)


def told(event: Event, name: str) -> str:
    """Return what an event tells of one fact."""
    return repr(event.facts.get(name, MISSING))


def facts_in_words(event: Event, names: Iterable[str]) -> str:
    """Return these facts of an event in words, or its seat, clause and turn if there are none."""
    facts = ", ".join(f"{name}={cut(told(event, name))}" for name in names)
    return facts or f"seat={event.seat}, rule={event.rule}, turn={event.turn}"


def row_in_words(row: Transfer | Missing) -> str:
    """Return a row of the ledger in words.

    >>> row_in_words(Transfer("grain", 3, "A", "sea", "sale", "T2.2", 5))
    "3 grain from A to sea for 'sale' (T2.2) in turn 5"
    """
    if isinstance(row, Missing):
        return "no row"
    way = f"from {row.source} to {row.target} for {row.reason!r}"
    return f"{row.amount:,} {row.unit} {way} ({row.rule}) in turn {row.turn}"
