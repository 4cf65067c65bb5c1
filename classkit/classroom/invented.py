"""Invented participants: a class without telephones, for whoever rehearses a lesson.

They join, are seated and answer by the same rows as people; those by which they joined and by which
they answer say that they are invented. The bots of their seats decide for them, after as long as
the teacher likes.
"""

from __future__ import annotations

from contextlib import suppress

from classkit.engine.errors import ClasskitError

from .live import LivePlace, LiveRoom
from .log import INVENTED

MOST_TABLES, MOST_ANSWERS = 12, 25
"""At so many tables the invented go on at a time, where they answer as soon as they can, by so many
answers each: telephones are answered in between, and so much is stored at once."""


def let_play(live: LiveRoom) -> None:
    """Let the invented answer where they were asked long enough ago.

    Where all answer as soon as they can, those tables go on that have come least far.
    """
    room = live.room
    if room.paused or room.closed or not any(one.invented for one in room.people.values()):
        return
    now = live.clock()
    tables = [live.place(number) for number in room.tables]
    due = [one for one in tables if invented_at(live, one) and one.waited(now) >= room.pace]
    if not room.pace:
        due = sorted(due, key=lambda one: one.place.number)[:MOST_TABLES]
    for one in due:
        let_answer(live, one, 1 if room.pace else MOST_ANSWERS)
    if due:
        live.tell()


def invented_at(live: LiveRoom, table: LivePlace) -> list[str]:
    """Return the seats of the invented that are asked at a table."""
    holders = table.place.holders
    return [seat for seat in table.asked() if live.room.is_invented(holders[seat])]


def let_answer(live: LiveRoom, table: LivePlace, most: int) -> None:
    """Let the invented at a table answer, at most so many times before somebody else is asked."""
    number = table.place.number

    def answer() -> None:
        if table.place.number != number:  # another process wrote first, perhaps these very rows
            return
        for _ in range(most):
            asked = invented_at(live, table)
            if not asked:
                return
            table.place.stand_in(asked[0])
            table.place.bots_go_on()

    with suppress(ClasskitError):  # such as a table that has been played for too long
        table.run(answer, INVENTED, f"{table.place.place}/{number + 1}")
