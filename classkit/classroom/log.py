"""Rows of a room's log: what has happened in it, in the order in which it was stored.

Rows with place 0 tell of the room itself, all others of the table with that number. In each place
they are numbered 1, 2, 3 and so on without a gap; whoever writes names the number that comes next,
and the store refuses a number that is taken. So writers need no lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, shorten

THE_ROOM = 0
"""The place of the room itself."""

TEACHER, CLOCK, INVENTED = "teacher", "clock", "invented"
"""Who writes, besides the people of a room: the teacher, a clock, and those who are invented."""

ENTRY, GOTO = "entry", "goto"
"""The kinds of rows of a table: an entry as a record has it, and a step to which one went."""
PROPOSED, DECIDED = "proposed", "decided"
"""Beside them: what somebody of a team proposes, and that a proposal becomes the answer next."""


class Draft(NamedTuple):
    """What is to become a row: its kind, and what it says as JSON data."""

    kind: str
    body: Mapping[str, Any]


class Row(NamedTuple):
    """One row. ``by`` and ``key`` are who wrote it, and that writer's own number for it.

    ``at`` is the time in seconds since 1970, for reports alone: nothing in a match depends on it.
    """

    number: int
    kind: str
    body: Mapping[str, Any]
    by: str = TEACHER
    key: str = ""
    at: float = 0.0


class DamagedRow(ClasskitError):
    """A row that cannot be taken in: somebody or something has changed it in the database."""

    def __init__(self, where: str, row: Row, error: Exception, then: str) -> None:
        reason = error if isinstance(error, ClasskitError) else type(error).__name__
        super().__init__(
            f"Row {row.number} of {where} ({shorten(row.kind)}) is damaged: "
            f"{shorten_text(reason)} {then}"
        )


def shorten_text(reason: object) -> str:
    """Return a reason as one short sentence."""
    text = " ".join(str(reason).split())
    return (text if len(text) <= 300 else f"{text[:299]}…").rstrip(".") + "."


class Taken(Exception):
    """The number is taken, or the writer has written this before: read on, and judge again."""
