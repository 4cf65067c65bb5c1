"""Rows of a room's log: the room's events, in the order in which they were stored.

Rows of stream 0 are about the room itself. Rows of any other stream are about the table with that
number. Each stream is numbered 1, 2, 3 and so on without gaps. A writer states the next number, and
the store rejects a number that is taken, so writers need no lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, truncate_text

ROOM_STREAM = 0
"""The stream of the room itself."""

TEACHER, CLOCK, SIMULATED = "teacher", "clock", "invented"
"""Writers other than people of a room: the teacher, a clock, and simulated participants."""

ENTRY, GOTO = "entry", "goto"
"""The kinds of rows of a table: an entry in the format of a record, and a step that was gone to."""
PROPOSED, DECIDED, AWAITED, HANDED = "proposed", "decided", "awaited", "handed"
"""Further kinds: a proposal by a team member, the choice of a proposal as the next answer, and the
teacher's request to wait for a person who is away, or to let a bot answer for one.
"""
TABLE_KINDS = (ENTRY, GOTO, PROPOSED, DECIDED, AWAITED, HANDED)
"""All kinds of rows of a table."""


class NewEvent(NamedTuple):
    """A row to be written: its kind, and its content as JSON data."""

    kind: str
    body: Mapping[str, Any]


class StoredEvent(NamedTuple):
    """One row. ``by`` and ``key`` are its writer and the writer's own number for the request.

    ``at`` is the time in seconds since 1970. It is used in reports only: no match depends on it.
    """

    number: int
    kind: str
    body: Mapping[str, Any]
    by: str = TEACHER
    key: str = ""
    at: float = 0.0


class DamagedEvent(ClasskitError):
    """A row that cannot be applied because it was changed in the database."""

    def __init__(self, where: str, row: StoredEvent, error: Exception, then: str) -> None:
        reason = error if isinstance(error, ClasskitError) else type(error).__name__
        super().__init__(
            f"Row {row.number} of {where} ({truncate_text(row.kind)}) is damaged: "
            f"{shorten_text(reason)} {then}"
        )


def shorten_text(reason: object) -> str:
    """Shorten a reason to one short sentence."""
    text = " ".join(str(reason).split())
    return (text if len(text) <= 300 else f"{text[:299]}…").rstrip(".") + "."


class VersionConflict(Exception):
    """Raised if the number is taken, or if the writer has already stored this request.

    The caller reads the new rows and retries the request.
    """
