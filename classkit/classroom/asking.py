"""How a class is asked and answers: the rows that carry it out, or the reason why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric
from classkit.widgets.expected import askable, question

from .commands import GONE, read_place
from .figures import class_figures
from .log import Draft
from .questions import (
    MOST_CHANGES,
    MOST_OPEN,
    MOST_QUESTIONS,
    THE_CLASS,
    About,
    Question,
    read_answer,
    read_choices,
    read_question,
)
from .room import Room


class Askable(NamedTuple):
    """A figure that can be asked for: the chart in which it stands, and its words.

    ``of_class`` are its words as a figure of the class; empty where the class has none.
    """

    chart: Chart
    metric: Metric
    label: str
    of_class: str

    @property
    def unit(self) -> str:
        """Whether it is asked for at a turn or at a round."""
        return "round" if "round" in (self.chart.per, self.chart.ticks) else "turn"


def figures_to_ask(match: Match) -> dict[str, Askable]:
    """Return the figures of a match that can be asked for, by key, those shown first before.

    >>> import classkit
    >>> [one.label for one in figures_to_ask(classkit.new("poleconomy", 3, seed=1)).values()][:2]
    ['Inflation Number', 'Net worth']
    """
    of_class = {one.key: one.label for one in class_figures(match)}
    first = match.game.first_charts(match.table)
    charts = [one for one in match.game.charts_of(match.table) if not one.now]
    charts.sort(key=lambda chart: [*first, chart.key].index(chart.key))
    found = dict[str, Askable]()
    for chart in charts:
        for metric in askable(match, chart):
            several = len(chart.metrics) > 1
            label = f"{metric.label} ({chart.title})" if several else metric.label
            of = of_class.get(metric.key, "")
            found.setdefault(metric.key, Askable(chart, metric, label, of))
    return found


def ask_prediction(
    room: Room,
    matches: Mapping[int, Match],
    place: object,
    figure: object,
    at: object = None,
    seat: object = None,
) -> list[Draft]:
    """Ask the class for a figure of a table, or of the class (place 0), as it will stand.

    ``at`` is a turn or round to come; without it one some way ahead.
    """
    check_room(room)
    place = read_place(room, place)
    if not room.tables:
        raise ClasskitError("There is nothing to predict before the class is seated.")
    match = matches[place or min(room.tables)]
    figures = figures_to_ask(match)
    chosen = figures[known_name("figure", figure, figures)]
    if place == THE_CLASS and not chosen.of_class:
        raise ClasskitError(f"{chosen.label} is no figure of the class: ask for it at one table.")
    asked = question(match, chosen.chart, at, chosen.unit, chosen.metric.key, seat or None)
    furthest = max(now_of(matches[one], chosen.unit) for one in ([place] if place else matches))
    if asked["at"] <= furthest:
        raise ClasskitError(
            f"{chosen.unit.capitalize()} {asked['at']} has begun already: ask for a later one."
        )
    about: About = {
        "place": place,
        "chart": chosen.chart.key,
        "figure": asked["figure"],
        "seat": asked["seat"] if place else "",
        "unit": asked["unit"],
        "at": asked["at"],
        "turn": asked["turn"],
    }
    open_ones = [one.about for one in room.questions.values() if one.about and not one.told]
    if (place, about["chart"]) in [(one["place"], one["chart"]) for one in open_ones]:
        raise ClasskitError("This figure is covered already: uncover it first.")
    return [Draft("asked", {"question": next_number(room), "about": about})]


def now_of(match: Match, unit: str) -> int:
    """Return the turn or round in which a match stands."""
    return match.round if unit == "round" else match.turn


def ask_poll(room: Room, words: object, choices: object) -> list[Draft]:
    """Ask the class a question of the teacher's; without choices for a number."""
    check_room(room)
    asked = {"words": read_question(words), "choices": read_choices(choices)}
    return [Draft("asked", {"question": next_number(room), **asked})]


def answer(room: Room, person: str, number: object, stated: object) -> list[Draft]:
    """Answer a question, in place of what one answered before."""
    question = find(room, number)
    if not room.is_in(person):
        raise ClasskitError("Join the room first.")
    if room.closed:
        raise ClasskitError(GONE)
    if question.told:
        raise ClasskitError("This question is closed.")
    if why := why_not(room, question, person):
        raise ClasskitError(why)
    read = read_answer(question, stated)
    if question.answers.get(person) == read:
        return []
    if question.changes.get(person, 0) >= MOST_CHANGES:
        raise ClasskitError(f"You have answered {MOST_CHANGES} times. Your last answer counts.")
    body = {"question": question.number, "person": person, "answer": read}
    return [Draft("predicted" if question.about else "polled", body)]


def why_not(room: Room, question: Question, person: str) -> str:
    """Return why somebody may not answer a question; an empty text where they may.

    Who sits at a table needs its figures to decide, so they are not covered there: it is for the
    others to predict them. Of several tables everybody knows one at most.
    """
    sits = room.seat_of(person)
    if question.about is None or sits is None:
        return ""
    place = question.about["place"]
    if place == sits[0]:
        return "You sit at this table, where the figure is seen: the others predict it."
    if place == THE_CLASS and len(room.tables) == 1:
        return "You sit at the only table, where the figure is seen: the others predict it."
    return ""


def tell(room: Room, number: object) -> list[Draft]:
    """Uncover a figure, or close a poll: nobody answers any more, and all see what came of it."""
    question = find(room, number)
    return [] if question.told else [Draft("told", {"question": question.number})]


def find(room: Room, number: object) -> Question:
    """Return a question by its number; ClasskitError where there is none."""
    if type(number) is not int or number not in room.questions:
        raise ClasskitError(f"There is no question {shorten(number)}.")
    return room.questions[number]


def check_room(room: Room) -> None:
    """ClasskitError where nothing more can be asked."""
    if room.closed:
        raise ClasskitError(GONE)
    if len(room.questions) >= MOST_QUESTIONS:
        raise ClasskitError(f"A room has at most {MOST_QUESTIONS} questions.")
    if sum(not one.told for one in room.questions.values()) >= MOST_OPEN:
        raise ClasskitError(f"{MOST_OPEN} questions are open: uncover or close one first.")


def next_number(room: Room) -> int:
    return len(room.questions) + 1
