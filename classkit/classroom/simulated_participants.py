"""Simulated participants: a class without phones, for rehearsing a lesson.

They join, are seated and answer with the same rows as people. Their rows for joining and answering
are marked as simulated. The bots of their seats decide for them, after a delay that the teacher
sets.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random

from classkit.engine.errors import ClasskitError

from . import poll_commands
from .poll_model import ClassQuestion
from .poll_view import get_current_value
from .room import Room
from .room_events import SIMULATED, NewEvent
from .room_runtime import RoomRuntime, TableRuntime

MAX_TABLES, MAX_ANSWERS = 12, 25
"""Maximum number of tables and of answers per table in one step, if there is no delay.

Phones are answered between steps, and each step is stored at once.
"""


MAX_POLL_NUMBER = 100
"""Largest number with which simulated participants answer a numeric poll. The smallest is 0."""


def play_simulated(live: RoomRuntime) -> None:
    """Let simulated participants answer decisions that are due.

    Without a delay, the tables that have advanced least come first.
    """
    room = live.room
    if room.paused or room.closed or not any(one.is_simulated for one in room.people.values()):
        return
    answer_questions(live)
    now = live.clock()
    tables = [live.get_table(number) for number in room.tables if not room.is_table_paused(number)]
    due = [
        one
        for one in tables
        if list_simulated_seats(live, one) and one.get_wait_seconds(now) >= room.pace
    ]
    if not room.pace:
        due = sorted(due, key=lambda one: one.place.row_number)[:MAX_TABLES]
    for one in due:
        answer_decisions(live, one, 1 if room.pace else MAX_ANSWERS)
    if due:
        live.schedule_broadcast()


def answer_questions(live: RoomRuntime) -> None:
    """Let simulated participants answer all open questions to the class."""
    for question in [*live.room.questions.values()]:
        if not question.is_revealed:
            about = get_current_value(live, question)
            judge = partial(draft_simulated_answers, number=question.number, about=about)
            with suppress(ClasskitError):  # such as a busy store: they answer later
                live.run_command(judge, SIMULATED)


def draft_simulated_answers(room: Room, number: int, about: float | None) -> list[NewEvent]:
    """Draw answers from the room's seed.

    For a metric, they are between half and twice its value.
    """
    question = poll_commands.find_question(room, number)
    silent = [who for who in room.present if room.is_simulated(who) and who not in question.answers]
    may = [
        who
        for who in silent
        if not question.is_revealed and not poll_commands.get_refusal_reason(room, question, who)
    ]
    drafts: list[NewEvent] = []
    for person in may:
        luck = Random(f"{room.seed}/{number}/{person}")
        drafts += poll_commands.answer_question(
            room, person, number, draw_answer(question, luck, about)
        )
    return drafts


def draw_answer(question: ClassQuestion, random: Random, about: float | None) -> int | str:
    """Draw a choice or a number. A metric is predicted near its current value."""
    if question.choices:
        return random.randrange(len(question.choices))
    if about is None:
        return str(random.randint(0, MAX_POLL_NUMBER))
    places = 0 if abs(about) >= MAX_POLL_NUMBER else 2
    return f"{round(about * 2 ** random.uniform(-1, 1), places):.15g}"


def list_simulated_seats(live: RoomRuntime, table: TableRuntime) -> list[str]:
    """Return the seats of simulated participants that are asked at a table."""
    holders = table.place.holders
    return [seat for seat in table.list_asked_seats() if live.room.is_simulated(holders[seat])]


def answer_decisions(live: RoomRuntime, table: TableRuntime, max_count: int) -> None:
    """Answer for simulated participants at a table, until a person is asked.

    ``max_count`` is the maximum number of answers.
    """
    number = table.place.row_number

    def answer() -> None:
        if table.place.row_number != number:  # another process wrote first, perhaps the same rows
            return
        for _ in range(max_count):
            asked = list_simulated_seats(live, table)
            if not asked:
                return
            table.place.answer_by_bot(asked[0])
            table.place.play_bots()

    with suppress(ClasskitError):  # such as a table with too many steps
        table.commit_action(answer, SIMULATED, f"{table.place.place}/{number + 1}")
