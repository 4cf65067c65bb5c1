"""Initial conditions of a study's matches: a position whose facts can vary like options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from classkit.engine.errors import PositionError, truncate_text
from classkit.engine.positions import find_position, name_source_file
from classkit.engine.schema import PositionSchema

FACT_PREFIX = "position."
"""Optional prefix of a fact's name, to distinguish it from an option of the same name."""

Facts = dict[str, Any]


def strip_prefix(name: str) -> str:
    """Return the name of a fact without its prefix.

    >>> strip_prefix("position.turn"), strip_prefix("A.cash")
    ('turn', 'A.cash')
    """
    return name.removeprefix(FACT_PREFIX)


def can_be_fact(name: str, kinds: PositionSchema | None, seats: Sequence[str]) -> bool:
    """Return True if this can be the name of a fact, or of part of a fact, such as "A.debts.B".

    Without a schema every name is accepted; the game checks the facts when it sets up the position.
    """
    if kinds is None:
        return True
    name, known = strip_prefix(name), kinds.list_names(seats)
    return any(name == one or name.startswith(f"{one}.") for one in known)


def read_start(position: Any, facts: Mapping[str, Any]) -> Facts | None:
    """Return a position as plain data. ``facts`` are added or replaced.

    Args:
        position: Mapping of facts, path of a TOML file, or None.
        facts: Maps the name of a fact, with or without prefix, to its value.

    Returns:
        The position, or None if there are neither position nor facts; the match then starts from
        its usual beginning.

    Raises:
        PositionError: If the position cannot be read.

    >>> read_start({"A.cash": 5, "A.at": "I07", "luck": [3]}, {"A.cash": 9})
    {'A': {'cash': 9, 'at': 'I07'}, 'luck': [[3]]}
    """
    if position is None and not facts:
        return None
    stated = find_position({} if position is None else position)
    found: Facts = json.loads(json.dumps(stated.facts, default=truncate_text))
    for name, value in facts.items():
        set_fact(found, strip_prefix(name), value)
    if "then" in stated.source:
        found["then"] = stated.source["then"]
    if stated.luck:
        found["luck"] = [list(outcome) for outcome in stated.luck]
    return found


@contextmanager
def position_error_scope(position: Any, varied: Sequence[str]) -> Iterator[None]:
    """Name the position's file in errors about its facts, except for varied facts."""
    try:
        yield
    except PositionError as error:
        if any(error.fact.startswith(name) for name in varied):
            raise
        with name_source_file(position):
            raise


def set_fact(facts: Facts, name: str, value: Any) -> None:
    """Set one fact by its dotted name. Any previous value is replaced."""
    *outer, last = name.split(".")
    for part in outer:
        inner = facts.setdefault(part, {})
        if not isinstance(inner, dict):
            raise PositionError(
                name, f"{part} must be a table of facts, not {truncate_text(inner)}."
            )
        facts = inner
    facts[last] = dict(value) if isinstance(value, Mapping) else value


def get_position_title(position: Any) -> str:
    """Return a short title of a position for a column: the stem of its file name, or its facts.

    >>> get_position_title("positions/crisis.toml")
    'crisis'
    >>> get_position_title({"marker": 2, "A.squares": ["I07"]})
    'marker=2, A.squares=["I07"]'
    >>> get_position_title(None)
    'beginning'
    """
    if position is None:
        return "beginning"
    if isinstance(position, (str, Path)):
        return Path(position).stem
    if isinstance(position, Mapping):
        return ", ".join(f"{name}={to_short_text(value)}" for name, value in position.items())
    return str(position)


def to_short_text(value: Any) -> str:
    """Format the value of a fact as text. Lists, tuples and mappings become JSON."""
    if isinstance(value, (list, tuple, Mapping)):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str)
    return str(value)
