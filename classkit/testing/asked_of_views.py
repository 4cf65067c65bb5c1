"""What the methods of a view answer, asked with what the table knows.

A policy may call any method of its view, with any argument. So the laws of secrecy do: with seats,
accounts, units, spaces and things, with small numbers, with defaults left out and given. An
argument of another kind, such as a mapping, is not made up: what a method answers that cannot do
without one is not looked at.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from classkit.engine.match import Match
from classkit.engine.views import View

from .matches import some

SEATS = ("seat", "account", "player")
"""Arguments of these names, and those declared as a Seat, are seats: all of them are tried."""
NUMBERS, FLAGS = (0, 1, 2), (False, True)
FEW = 4
"""The number of calls of a method at one moment, unless its only argument is a seat."""

LEFT_OUT = "left out"
"""The marker for an argument that a call leaves out."""


class Known(NamedTuple):
    """What the table of a match knows: its seats, and the names of all else."""

    seats: Sequence[str]
    names: Sequence[str]

    @classmethod
    def of(cls, m: Match) -> Known:
        """Return what the table of a match knows."""
        spaces = [space.id for space in m.game.board(m.table).spaces]
        ledger = m.ledger
        names = dict.fromkeys([*ledger.accounts(), *ledger.totals(), *spaces])
        names |= dict.fromkeys(m.game.things(m.table))
        return cls(m.seats, list(names))


def answers_of(view: View, name: str, known: Known, probe: int) -> dict[str, Any]:
    """Return call -> answer for a method of a view, about all seats or a few things of any kind.

    ``probe`` chooses the things, so that two matches are asked the same.
    """
    taken = arguments_of(getattr(type(view), name))
    if taken is None:
        return {}
    choices = [choices_for(one, known) for one in taken]
    asks_for_seat = all(one.is_seat and not one.may_be_left_out for one in taken)
    if asks_for_seat and len(taken) < 2:
        ways = list(product(*choices))
    else:
        ways = [
            tuple(some(probe + at + turn, list(one), 1)[0] for turn, one in enumerate(choices))
            for at in range(FEW)
        ]
    answers: dict[str, Any] = {}
    for values in ways:
        every = zip(taken, values, strict=True)
        given = {one.name: value for one, value in every if value is not LEFT_OUT}
        about = ", ".join(map(repr, given.values()))
        answers[f"view.{name}({about})"] = answer_of(getattr(view, name), given)
    return answers


def answer_of(method: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Return what a method answers, or the text of its error on made-up arguments."""
    try:
        return method(**given)
    except Exception as refusal:  # whatever it raises: its text is an answer too
        if not given:
            raise
        return f"{type(refusal).__name__}: {refusal}"


class Argument(NamedTuple):
    """An argument of a method: its name, its type as it is written, and if it has a default."""

    name: str
    kind: str
    may_be_left_out: bool

    @property
    def is_seat(self) -> bool:
        return self.name in SEATS or self.kind.split(" | ")[0] == "Seat"


@cache
def arguments_of(method: Callable[..., Any]) -> tuple[Argument, ...] | None:
    """Return the arguments of a method, taken from its class, for which values can be made up.

    Return None if the method needs any other argument.
    """
    _, *parameters = inspect.signature(method).parameters.values()
    found = []
    for one in parameters:
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        kind = one.annotation if isinstance(one.annotation, str) else text_of(one.annotation)
        argument = Argument(one.name, kind, one.default is not one.empty)
        if argument.is_seat or kind.split(" | ")[0] in ("str", "int", "float", "bool", ""):
            found.append(argument)
        elif not argument.may_be_left_out:
            return None
    return tuple(found)


def text_of(annotation: Any) -> str:
    """Return a type as it is written; nothing where none is."""
    return "" if annotation is inspect.Parameter.empty else getattr(annotation, "__name__", "")


def choices_for(one: Argument, known: Known) -> Sequence[Any]:
    """Return what an argument may be."""
    kind = one.kind.split(" | ")[0]
    choices: Sequence[Any]
    if one.is_seat:
        choices = known.seats
    elif kind == "bool":
        choices = FLAGS
    elif kind in ("int", "float"):
        choices = NUMBERS
    else:
        choices = known.names
    return [*choices, LEFT_OUT] if one.may_be_left_out else choices
