"""Probe that calls the methods of a view with generated arguments.

A policy may call any method of its view with any arguments. The laws of secrecy do the same with
seats, accounts, units, spaces and things, with small numbers, and with and without optional
arguments. Methods that require an argument of another type, such as a mapping, are not called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from classkit.engine.match import Match
from classkit.engine.views import View

from .match_strategies import sample_items

SEAT_ARGUMENTS = ("seat", "account", "player")
"""Names of arguments that are seats, in addition to arguments of type Seat."""
NUMBER_VALUES, FLAG_VALUES = (0, 1, 2), (False, True)
MAX_CALLS = 4
"""Number of calls of a method at one step, unless a required seat is its only argument."""

OMITTED_MARKER = "left out"
"""Marker for an optional argument that a call omits."""


class KnownNames(NamedTuple):
    """Names in a match: seats, and accounts, units, spaces and things."""

    seats: Sequence[str]
    names: Sequence[str]

    @classmethod
    def from_match(cls, m: Match) -> KnownNames:
        """Return the names in a match's current state."""
        spaces = [space.id for space in m.game.board(m.table).spaces]
        ledger = m.ledger
        names = dict.fromkeys([*ledger.accounts(), *ledger.totals(), *spaces])
        names |= dict.fromkeys(m.game.thing_titles(m.table))
        return cls(m.seats, list(names))


def call_view_method(view: View, name: str, known: KnownNames, probe: int) -> dict[str, Any]:
    """Call a method of a view with generated arguments, and return the result of each call.

    A method with one required seat is called for all seats. Other methods are called with samples.
    The same ``probe`` gives the same samples, so that two matches can be compared.
    """
    taken = get_arguments(getattr(type(view), name))
    if taken is None:
        return {}
    choices = [get_choices(one, known) for one in taken]
    asks_for_seat = all(one.is_seat and not one.is_optional for one in taken)
    if asks_for_seat and len(taken) < 2:
        ways = list(product(*choices))
    else:
        ways = [
            tuple(
                sample_items(probe + at + turn, list(one), 1)[0] for turn, one in enumerate(choices)
            )
            for at in range(MAX_CALLS)
        ]
    answers: dict[str, Any] = {}
    for values in ways:
        every = zip(taken, values, strict=True)
        given = {one.name: value for one, value in every if value is not OMITTED_MARKER}
        about = ", ".join(map(repr, given.values()))
        answers[f"view.{name}({about})"] = call_method(getattr(view, name), given)
    return answers


def call_method(method: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Return the result of a method, or the text of its error if it has arguments."""
    try:
        return method(**given)
    except Exception as refusal:  # the text of any error counts as a result
        if not given:
            raise
        return f"{type(refusal).__name__}: {refusal}"


class Argument(NamedTuple):
    """An argument of a method: its name, its annotation as text, and whether it has a default."""

    name: str
    kind: str
    is_optional: bool

    @property
    def is_seat(self) -> bool:
        return self.name in SEAT_ARGUMENTS or self.kind.split(" | ")[0] == "Seat"


@cache
def get_arguments(method: Callable[..., Any]) -> tuple[Argument, ...] | None:
    """Return the arguments of a function for which values can be generated.

    Return None if the function requires another argument.
    """
    _, *parameters = inspect.signature(method).parameters.values()
    found = []
    for one in parameters:
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        kind = (
            one.annotation if isinstance(one.annotation, str) else format_annotation(one.annotation)
        )
        argument = Argument(one.name, kind, one.default is not one.empty)
        if argument.is_seat or kind.split(" | ")[0] in ("str", "int", "float", "bool", ""):
            found.append(argument)
        elif not argument.is_optional:
            return None
    return tuple(found)


def format_annotation(annotation: Any) -> str:
    """Return an annotation as text, or "" without one."""
    return "" if annotation is inspect.Parameter.empty else getattr(annotation, "__name__", "")


def get_choices(one: Argument, known: KnownNames) -> Sequence[Any]:
    """Return the values to try for an argument."""
    kind = one.kind.split(" | ")[0]
    choices: Sequence[Any]
    if one.is_seat:
        choices = known.seats
    elif kind == "bool":
        choices = FLAG_VALUES
    elif kind in ("int", "float"):
        choices = NUMBER_VALUES
    else:
        choices = known.names
    return [*choices, OMITTED_MARKER] if one.is_optional else choices
