"""Invented participants: a class without telephones, for whoever rehearses a lesson.

They join, are seated and answer by the same rows as people; those by which they joined and by which
they answer say that they are invented. The bots of their seats decide for them, after as long as
the teacher likes.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random

from classkit.engine.errors import ClasskitError

from . import asking
from .asked import figure_now
from .live import LivePlace, LiveRoom
from .log import INVENTED, Draft
from .questions import Question
from .room import Room

MOST_TABLES, MOST_ANSWERS = 12, 25
"""At so many tables the invented go on at a time, where they answer as soon as they can, by so many
answers each: telephones are answered in between, and so much is stored at once."""


HIGHEST = 100
"""The invented answer a poll that asks for a number by one from 0 up to this."""


def let_play(live: LiveRoom) -> None:
    """Let the invented answer where they were asked long enough ago.

    Where all answer as soon as they can, those tables go on that have come least far.
    """
    room = live.room
    if room.paused or room.closed or not any(one.invented for one in room.people.values()):
        return
    let_predict(live)
    now = live.clock()
    tables = [live.place(number) for number in room.tables if not room.paused_at(number)]
    due = [one for one in tables if invented_at(live, one) and one.waited(now) >= room.pace]
    if not room.pace:
        due = sorted(due, key=lambda one: one.place.number)[:MOST_TABLES]
    for one in due:
        let_answer(live, one, 1 if room.pace else MOST_ANSWERS)
    if due:
        live.tell()


def let_predict(live: LiveRoom) -> None:
    """Let the invented answer what the class is asked, all at once: whoever may and has not."""
    for question in [*live.room.questions.values()]:
        if not question.told:
            about = figure_now(live, question)
            judge = partial(answers_of_invented, number=question.number, about=about)
            with suppress(ClasskitError):  # such as a store that is busy: they answer later
                live.write(judge, INVENTED)


def answers_of_invented(room: Room, number: int, about: float | None) -> list[Draft]:
    """Return what the invented answer by the luck of the room; a figure from half to double."""
    question = asking.find(room, number)
    silent = [who for who in room.present if room.is_invented(who) and who not in question.answers]
    may = [who for who in silent if not question.told and not asking.why_not(room, question, who)]
    drafts: list[Draft] = []
    for person in may:
        luck = Random(f"{room.seed}/{number}/{person}")
        drafts += asking.answer(room, person, number, answer_by_luck(question, luck, about))
    return drafts


def answer_by_luck(question: Question, luck: Random, about: float | None) -> int | str:
    """Return a choice, or a number; a figure is expected near where it stands."""
    if question.choices:
        return luck.randrange(len(question.choices))
    if about is None:
        return str(luck.randint(0, HIGHEST))
    places = 0 if abs(about) >= HIGHEST else 2
    return f"{round(about * 2 ** luck.uniform(-1, 1), places):.15g}"


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
