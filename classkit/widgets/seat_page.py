"""Data for the page of a single seat: its question, its possessions, and changes of all scores."""

from __future__ import annotations

from classkit.charts.chart_style import find_sent_currency
from classkit.charts.chart_types import MetricRowData
from classkit.charts.number_format import format_legend
from classkit.engine.currency import GENERIC_MONEY, MINUS, find_currency
from classkit.engine.decisions import Decision, Sealed
from classkit.engine.events import Entry
from classkit.engine.fields import Amount
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.moves import Answer
from classkit.engine.question_brief import Belongings, Fact, QuestionBrief, Scale, find_space
from classkit.engine.rulebook_text import TextFormatter

from .choice_labels import answer_label
from .page_view import PageView
from .usual_returns import UsualReturn, find_usual_returns, round_usual
from .wire_types import BelongingsData, OwnData, ScaleData

MIN_FACTS, MAX_FACTS = 2, 4
"""Limits for the number of facts shown with a question. Usual returns displace the last facts."""


def build_own_data(page_view: PageView, seat: str, *, shows_usual: bool) -> OwnData:
    """Return the data for the page of a seat: about its own question and about the table.

    Args:
        page_view: View of the page, whose viewer is the seat.
        seat: The seat.
        shows_usual: Whether to show usual returns.
    """
    match, say = page_view.match, page_view.brief_say
    desk, game = page_view.controller, match.game
    table = desk.compute_once("seats' state", lambda: match.as_seen_by(seat).state)
    asked = desk.get_request(seat)
    found, rows = QuestionBrief(), page_view.get_rows()
    if asked is not None:
        found = game.describe_question(table, asked, say)
    upcoming = desk.compute_once("upcoming seats", lambda: game.upcoming_seats(table))
    facts = [(fact.label, format_fact(fact, say)) for fact in found.facts]
    usual = [
        (one.label, format_usual(one, say))
        for one in find_usual_returns(game.rulebook.package, found.kind, found.level)
        if shows_usual
    ]
    return {
        "space": find_asked_space(page_view, asked, found),
        "caption": found.caption,
        "question": found.question,
        "facts": facts[: max(MIN_FACTS, MAX_FACTS - len(usual))],
        "usual": usual,
        "scale": build_scale(found.scale) if found.scale else None,
        "costs": {
            move: {"amount": cost.amount, "words": cost.words} for move, cost in found.costs.items()
        },
        "belongings": build_belongings(game.belongings(table, seat, say), say),
        "changes": desk.compute_once(
            "score changes", lambda: list_changes(page_view.get_score_metric(), rows)
        ),
        "turns": upcoming.index(seat) if seat in upcoming else 0,
        "opening": desk.compute_once(
            "opening",
            lambda: not any(one.kind == "answer" and not one.by for one in desk.get_answers()),
        ),
        "sent": format_answer(*sent, say) if (sent := find_sent_answer(match, seat)) else "",
        "sent_by_bot": bool(sent and sent[1].by),
    }


def find_asked_space(page_view: PageView, asked: Decision | None, found: QuestionBrief) -> str:
    """Return the space in question: the game's choice, or else the decision's space."""
    if found.space or asked is None:
        return found.space
    match = page_view.match
    return find_space(asked, match.game.board(match.table), page_view.scene)


def format_fact(fact: Fact, say: TextFormatter) -> str:
    value = fact.value
    return value if isinstance(value, str) else say.format_quantity(value, fact.unit)


def format_usual(one: UsualReturn, say: TextFormatter) -> str:
    """Return a usual return with its sign, rounded: "+$52,000", "−3%"."""
    size = round_usual(abs(one.amount))
    unit = GENERIC_MONEY if find_currency(one.unit) else one.unit  # money of any match
    text = say.format_quantity(int(size) if size == int(size) else size, unit)
    return f"{MINUS if one.amount < 0 else '+'}{text}"


def build_scale(scale: Scale) -> ScaleData:
    """Return a scale with amounts so short that eight fit in a row on a phone."""
    return {
        "title": scale.title,
        "cells": [
            (level, format_legend(amount, scale.unit), level == scale.level)
            for level, amount in scale.values.items()
        ],
    }


def build_belongings(found: Belongings, say: TextFormatter) -> BelongingsData:
    text = "" if found.amount is None else say.format_quantity(found.amount, found.unit)
    made: BelongingsData = {
        "label": found.label,
        "amount": found.amount,
        "unit": found.unit,
        "text": text,
        "things": list(found.things),
    }
    if (currency := find_sent_currency(found.unit)) is not None:
        made["currency"] = currency
    return made


def list_changes(metric: Metric | None, rows: list[MetricRowData]) -> dict[str, str]:
    """Return in words how each seat's score has changed since the last turn ended.

    Seats with an unchanged score are omitted; the result is empty if scores are hidden.
    """
    if metric is None or len(rows) < 2:
        return {}
    before, now = (row["values"].get(metric.key) for row in rows[-2:])
    if not isinstance(before, dict) or not isinstance(now, dict):
        return {}
    changes = {}
    for seat, value in now.items():
        earlier = before.get(seat)
        if value is None or earlier is None or value == earlier:
            continue
        words = "up" if value > earlier else "down"
        changes[seat] = f"{words} {format_legend(abs(value - earlier), metric.unit)}"
    return changes


def find_sent_answer(match: Match, seat: str) -> tuple[Decision | None, Entry] | None:
    """Return the decision and the seat's sealed answer that is not yet revealed, or None."""
    if seat not in match.answered_seats:
        return None
    asked = match.request.decisions.get(seat) if isinstance(match.request, Sealed) else None
    for entry in reversed(match.shared_answers):
        if entry.seat == seat and entry.kind == "answer":
            return asked, entry
    return None


def format_answer(asked: Decision | None, entry: Entry, say: TextFormatter) -> str:
    """Return an answer in words. A single amount follows the move: "Bid $40,000"."""
    name, answer = asked.name if asked else "", Answer(entry.name, entry.value)
    move = next((one for one in asked.moves if one.name == entry.name), None) if asked else None
    if move and len(answer.fields) == 1:
        [(key, value)] = answer.fields.items()
        field = move.fields.get(key)
        if isinstance(field, Amount) and isinstance(value, int):
            return f"{say.move_label(name, answer.move)} {say.format_quantity(value, field.unit)}"
    return answer_label(say, name, answer)
