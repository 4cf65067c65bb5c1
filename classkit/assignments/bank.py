"""The questions that belong to a sheet, kept apart from the sheet that a student holds.

A student's sheet has no attribute that leads to a right answer. What it asks about is looked up
here, by the sheet itself; :mod:`classkit.assignments.key` does the same for teachers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias
from weakref import WeakKeyDictionary

from classkit.engine.errors import UnknownName, shorten

from .drawing import Drawing, draw_until
from .question import Question
from .tries import IN_SUBMISSION

Maker: TypeAlias = Callable[[Drawing], Question]


@dataclass(frozen=True)
class Plan:
    """The plan of a sheet: its name, its title, and a maker for each question."""

    name: str
    title: str
    makers: Mapping[str, Maker]


@dataclass(frozen=True)
class Drawer:
    """What is kept for one sheet: its plan, its student, the questions drawn, and those found."""

    plan: Plan
    student: str
    drawn: dict[str, Question] = field(default_factory=dict)
    found: set[str] = field(default_factory=set)
    """The questions that were answered rightly, whose positions may be opened."""


_drawers: WeakKeyDictionary[object, Drawer] = WeakKeyDictionary()


def keep(sheet: object, plan: Plan, student: str) -> None:
    """Keep the plan of a sheet as long as the sheet lives."""
    _drawers[sheet] = Drawer(plan, student)


def plan_of(sheet: object) -> Plan:
    """Return the plan of a sheet."""
    return _drawers[sheet].plan


def solved_in(sheet: object) -> set[str]:
    """Return the questions of a sheet that were answered rightly."""
    return _drawers[sheet].found


def question_of(sheet: object, key: str) -> Question:
    """Return a question of a sheet with its answer, the same one every time.

    A process that runs a submission gets it without the answer.
    """
    drawer = _drawers[sheet]
    if key not in drawer.plan.makers:
        raise UnknownName("question", shorten(key), drawer.plan.makers)
    if key not in drawer.drawn:
        stream = f"{drawer.plan.name}|{drawer.student}|{key}"
        question = draw_until(stream, drawer.plan.makers[key])
        drawer.drawn[key] = without_answer(question) if IN_SUBMISSION else question
    return drawer.drawn[key]


def without_answer(question: Question) -> Question:
    """Return a question without its answer, and without a match that has been played to it."""
    match = question.match if question.open else None
    return replace(question, right=None, worked="", match=match)
