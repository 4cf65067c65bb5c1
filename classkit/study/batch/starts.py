"""Beginnings of a study's matches: a position, with single facts of it varied like options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from classkit.engine.errors import PositionError, shorten
from classkit.engine.positions import find_position, named
from classkit.engine.reading import FactKinds

PREFIX = "position."
"""What may stand before the name of a fact, to tell it from an option of the same name."""

Facts = dict[str, Any]


def fact_named(name: str) -> str:
    """Return the name of a fact without its prefix.

    >>> fact_named("position.turn"), fact_named("A.cash")
    ('turn', 'A.cash')
    """
    return name.removeprefix(PREFIX)


def may_be_fact(name: str, kinds: FactKinds | None, seats: Sequence[str]) -> bool:
    """Return whether a name is that of a fact, or of a part of one: "A.debts.B".

    A game that does not list its facts judges them itself, when they are placed.
    """
    if kinds is None:
        return True
    name, known = fact_named(name), kinds.names(seats)
    return any(name == one or name.startswith(f"{one}.") for one in known)


def start_of(position: Any, facts: Mapping[str, Any]) -> Facts | None:
    """Return a position as plain data, with ``facts`` in place of those that it states.

    Return None where nothing is stated, so that the match begins as usual. Raise PositionError for
    a position that cannot be read.

    >>> start_of({"A.cash": 5, "A.at": "I07", "luck": [3]}, {"A.cash": 9})
    {'A': {'cash': 9, 'at': 'I07'}, 'luck': [[3]]}
    """
    if position is None and not facts:
        return None
    stated = find_position({} if position is None else position)
    found: Facts = json.loads(json.dumps(stated.facts, default=shorten))
    for name, value in facts.items():
        put(found, fact_named(name), value)
    if "then" in stated.source:
        found["then"] = stated.source["then"]
    if stated.luck:
        found["luck"] = [list(outcome) for outcome in stated.luck]
    return found


@contextmanager
def named_unless(position: Any, varied: Sequence[str]) -> Iterator[None]:
    """Name the file of a position in the errors of its facts, except those that are varied."""
    try:
        yield
    except PositionError as error:
        if any(error.fact.startswith(name) for name in varied):
            raise
        with named(position):
            raise


def put(facts: Facts, name: str, value: Any) -> None:
    """Enter one fact in the place of what is stated there."""
    *outer, last = name.split(".")
    for part in outer:
        inner = facts.setdefault(part, {})
        if not isinstance(inner, dict):
            raise PositionError(name, f"{part} is stated as {shorten(inner)}, which has no parts.")
        facts = inner
    facts[last] = dict(value) if isinstance(value, Mapping) else value


def title_of(position: Any) -> str:
    """Return a position in short, for a column: the name of its file, or its facts.

    >>> title_of("positions/crisis.toml"), title_of({"marker": 2, "A.squares": ["I07"]})
    ('crisis', 'marker=2, A.squares=["I07"]')
    >>> title_of(None)
    'beginning'
    """
    if position is None:
        return "beginning"
    if isinstance(position, (str, Path)):
        return Path(position).stem
    if isinstance(position, Mapping):
        return ", ".join(f"{name}={in_short(value)}" for name, value in position.items())
    return str(position)


def in_short(value: Any) -> str:
    """Return the value of a fact as text: a list or table as JSON."""
    if isinstance(value, (list, tuple, Mapping)):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str)
    return str(value)
