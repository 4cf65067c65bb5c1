"""Checks of all sentences that a reader of a match sees, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from classkit.attribution.explanation import Explanation, explain_change
from classkit.attribution.metric_selection import MetricOfSeat, list_decomposable, race_metrics
from classkit.attribution.turning_points import turning_points
from classkit.engine.events import INSTRUCTOR, Event
from classkit.engine.evidence import Evidence
from classkit.engine.match import Match
from classkit.engine.navigation import Until
from classkit.widgets.action_summary import record_moment, summarize_action
from classkit.widgets.end_screen import build_end
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.short_sentence import short_forms
from classkit.widgets.state_snapshot import build_state

from .bargain_checks import (
    check_bargain,
    check_causes_of_rents,
    check_missing_events,
    check_traded,
)
from .cause_checks import ReadCause
from .evidence_checks import (
    check_claimed_rows,
    check_ending_evidence,
    check_evidence,
    check_price_evidence,
    check_reported_events,
    check_reported_rows,
    check_trail,
)
from .match_strategies import sample_items
from .sentence_checks import FalseSentence
from .sentence_facts import Scope
from .sentence_parts import TextsOfEvents
from .story_checks import StoryChecker

MAX_RACE_METRICS, MAX_TURNS_OF_RACE, MAX_OTHER_METRICS = 4, 3, 6
"""Numbers of metrics and turns whose explanations the short form reads in each match."""

ROUNDING, WHOLE = Fraction(1, 20), Fraction(1)
"""Tolerances for the sum of the lines under a part, because the change is rounded.

The second applies to metrics other than money, which may be rounded to whole numbers.
"""


# --- news ---------------------------------------------------------------------------------------


def check_news(
    checker: StoryChecker, seed: int = 0, most: int | None = None
) -> Iterator[FalseSentence]:
    """Check lines of the news, and the ledger rows that a click on each line shows.

    Args:
        checker: The checker of the match.
        seed: Seed of the sample.
        most: Maximum number of lines, or None for all.
    """
    links = checker.match.links
    page_view = PageView(MatchController(checker.match), INSTRUCTOR)
    lines = list(enumerate(checker.facts.events, 1))
    for number, event in lines if most is None else sample_items(seed, lines, most):
        text = checker.say.event_sentence(event)
        if text:
            where = f"news line {number} ({event.name}, turn {event.turn})"
            yield from checker.check_event_text(number, text, where)
            yield from check_trail(checker, page_view, number, text, where)
            evidence = links.evidence_of_events([number])
            yield from check_claimed_rows(checker, text, evidence, where)


# --- headlines ----------------------------------------------------------------------------------


def check_step(page_view: PageView, until: Until) -> list[FalseSentence]:
    """Let a table play a step, and check the headline that all viewers see.

    After a step without news, such as a sealed bid, the headline is about the turn of the last
    news. It may report the events that led to the open decision, with events of its turn.
    """
    controller, match = page_view.controller, page_view.match
    before, then = record_moment(controller), match.present_row()
    page_view.get_rows()  # the rows before the step
    controller.step(until)
    controller.summary = summarize_action(controller, before)
    state = build_state(page_view)
    text, said_by = state["said"], state["said_by"]
    checker = StoryChecker(match)
    since = before.events
    transfers = before.transfers
    if not list_event_sentences(checker, since):
        since, transfers = find_last_turn(checker, since)
    events, rows = checker.facts.events[since:], checker.facts.rows[transfers:]
    first = events[0].turn if events else match.turn
    ends = [row for row in match.history if row["turn"] < first][-1:]
    reported_events = list_reported_events(checker, said_by["events"], events)
    scope = Scope(checker.facts, reported_events, rows, [*ends, then, match.present_row()])
    deciding = (
        [one.seat for one in match.requests() if hasattr(one, "seat")] if match.request else []
    )
    where = f"headline of steps {before.step} to {match.step}"
    sentences = add_short_forms(list_event_sentences(checker, since))
    reported = match.links.evidence_of_events(said_by["events"])
    evidence = reported | Evidence((), tuple(said_by["transfers"]))
    return [
        *checker.check_headline(text, sentences, scope, deciding, where),
        *check_reported_events(checker, text, evidence, sentences, where),
    ]


def list_reported_events(
    checker: StoryChecker, numbers: Iterable[int], events: Sequence[Event]
) -> list[Event]:
    """Return the events that a headline may report.

    These are the events of the step, the events of its turn that the headline mentions, and the
    facts of the open decision in the form of an event.
    """
    match = checker.match
    earlier = [checker.facts.events[number - 1] for number in numbers]
    asked = [
        Event(one.name, {**one.about, "seat": one.seat}, one.rule, match.turn)
        for one in (match.requests()[:1] if match.request else ())
    ]
    return [*(one for one in earlier if one.turn == match.turn), *events, *asked]


def add_short_forms(sentences: TextsOfEvents) -> TextsOfEvents:
    """Return sentences of events, including their short forms."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for sentence, numbers in sentences.items():
        for form in (sentence, *short_forms(sentence)):
            found.setdefault(form, []).extend(numbers)
    return found


def find_last_turn(checker: StoryChecker, until: int) -> tuple[int, int]:
    """Return the number of events and of rows before the turn of the last news.

    News is the public report on the first ``until`` events.
    """
    match, table = checker.match, checker.match.as_seen_by(None).state
    for number in range(until, 0, -1):
        event = checker.facts.events[number - 1]
        seen = match.game.secrecy.visible_event(event, table, None)
        if seen is not None and checker.say.event_sentence(seen):
            before = [one for one in checker.facts.events if one.turn < event.turn]
            rows = [one for one in checker.facts.rows if one.transfer.turn < event.turn]
            return len(before), len(rows)
    return until, len(checker.facts.rows)


def list_event_sentences(checker: StoryChecker, since: int) -> TextsOfEvents:
    """Return the numbers and sentences of the events after the first ``since``.

    Sentences that merge two events have the numbers of both.
    """
    match, say, found = checker.match, checker.say, dict[str, list[tuple[int, ...]]]()
    table, told = match.as_seen_by(None).state, checker.facts.events
    shown: list[tuple[int, Event]] = []
    for number, event in enumerate(told[since:], since + 1):
        seen = match.game.secrecy.visible_event(event, table, None)
        if seen is not None:
            shown.append((number, seen))
        for one in (event, seen):
            text = say.event_sentence(one) if one is not None else None
            if text and (number,) not in found.setdefault(text, []):
                found[text].append((number,))
    for (first, second), story in say.words.stories.items():
        begun = [(number, event) for number, event in shown if event.name == first]
        for number, event in shown:
            for earlier, one in begun if event.name == second else ():
                between = [made.name for made in told[earlier : number - 1]]
                if earlier < number and (text := say.tell_story(story, one, event, between)):
                    found.setdefault(text, []).append((earlier, number))
    return found


# --- explanations -------------------------------------------------------------------------------


def check_explanations(checker: StoryChecker, seed: int, deep: bool) -> Iterator[FalseSentence]:
    """Check explanations of changed metrics: the races in many turns, and some other metrics."""
    match = checker.match
    turns = [row["turn"] for row in match.history]
    if len(turns) < 2:
        return
    sentences = list_event_sentences(checker, 0)
    races = {metric.key for metric in race_metrics(match, INSTRUCTOR).values()}
    figures = list_decomposable(match, INSTRUCTOR)
    raced = [one for one in figures if one.metric.key in races]
    others = [one for one in figures if one.metric.key not in races]
    asked: list[tuple[MetricOfSeat, int, int]] = []
    for one in raced if deep else sample_items(seed, raced, MAX_RACE_METRICS):
        changes = list_changed_turns(match, one)
        asked += [(one, *ends) for ends in (changes if deep else changes[:MAX_TURNS_OF_RACE])]
        asked.append((one, turns[0], turns[-1]))
    for one in sample_items(seed, others, len(others) if deep else MAX_OTHER_METRICS):
        changes = list_changed_turns(match, one)
        asked += [(one, *ends) for ends in changes[: 4 if deep else 1]]
        asked.append((one, turns[len(turns) // 2], turns[-1]))
    for figure, since, turn in asked:
        yield from check_explanation(checker, figure, since, turn, sentences)


def list_changed_turns(match: Match, figure: MetricOfSeat) -> list[tuple[int, int]]:
    """Return the turns in which a metric has changed, and the turn before each.

    They are sorted by the size of the change, largest first.
    """
    rows = match.history
    found = []
    for before, after in pairwise(rows):
        then, now = figure.get_value(before), figure.get_value(after)
        if then != now:
            is_text = isinstance(then, str) or isinstance(now, str)
            size = Fraction(0) if is_text else abs(to_number(now) - to_number(then))
            found.append((size, before["turn"], after["turn"]))
    return [(since, turn) for _, since, turn in sorted(found, reverse=True)]


def to_number(value: int | float | str) -> Fraction:
    """Return the printed value of a metric."""
    return Fraction(str(value))


def check_explanation(
    checker: StoryChecker,
    figure: MetricOfSeat,
    since: int,
    turn: int,
    sentences: TextsOfEvents,
) -> Iterator[FalseSentence]:
    """Check one printed explanation, and the lines under each part."""
    metric, seat = figure.metric, figure.seat
    told = explain_change(checker.match, metric.key, seat, turn, since, part=figure.part)
    where = f"why {metric.key} {seat or ''} {figure.part or ''} after turn {since} to {turn}"
    scope = Scope.of_turns(checker.facts, since, turn)
    yield from check_explanation_head(checker, told, figure, scope, where)
    since = told.split.since  # the start of the window, for a metric with a window
    scope = Scope.of_turns(checker.facts, since, turn)
    turns = range(since + 1, turn + 1)
    statements = told.statements
    yield from check_evidence(checker, str(told), statements[0].evidence, turns, where)
    yield from check_missing_events(checker, told, statements[0].evidence, scope, where)
    for part, statement in zip(told.data["parts"], statements[1:], strict=True):
        tokens = checker.reader.read(part["amount"])
        amount = tokens[0].signed if tokens and tokens[0].kind == "amount" else None
        for one in checker.check_cause(part["text"], seat, amount, scope, sentences):
            yield one._replace(where=where, sentence=statement.text)
        cause = checker.reader.read(part["text"])
        for claim in (
            *check_bargain(part["text"], cause),
            *check_causes_of_rents(part["text"], cause),
            *check_traded(checker, part["text"], seat, scope),
        ):
            yield FalseSentence(where, statement.text, *claim)
        own = [row for row in scope.rows if seat in (row.payer, row.payee)]
        candidates = [
            rows
            for rows in checker.find_reported_rows(
                ReadCause(part["text"], cause, seat or "", amount, own)
            )
            if checker.names_reason(part["text"], rows[0].transfer.reason)
        ]
        yield from check_reported_rows(
            checker, statement.text, statement.evidence, candidates, where
        )
        yield from check_price_evidence(checker, statement.text, statement.evidence, where)
        yield from check_part_lines(
            checker, part, where, ROUNDING if checker.match.say().is_money(metric.unit) else WHOLE
        )


def check_explanation_head(
    checker: StoryChecker, told: Explanation, figure: MetricOfSeat, scope: Scope, where: str
) -> Iterator[FalseSentence]:
    """Check the sentence above the parts: the change, and that the parts sum to it."""
    data = told.data
    values = [figure.get_value(row) for row in (scope.metrics[0], scope.metrics[-1])]
    amounts = [
        token
        for part in data["parts"]
        for token in checker.reader.read(part["amount"])[:1]
        if token.kind in ("amount", "percent")
    ]
    head = [token for token in checker.reader.read(data["head"]) if token.sign]
    if any(isinstance(value, str) for value in values):
        return
    total = sum((token.signed for token in amounts), start=Fraction(0))
    tolerance = sum((token.tolerance for token in amounts), start=Fraction(1, 100))
    stated = head[-1].signed if head else Fraction(0)
    if amounts and abs(total - stated) > tolerance:
        yield FalseSentence(where, str(told), f"parts that sum to {head}", f"their sum is {total}")
    numbers = [to_number(value) for value in values if not isinstance(value, str)]
    changes = {numbers[1] - numbers[0], numbers[1]}
    if figure.metric.window != "this moment":
        changes |= {
            to_number(v) for row in scope.metrics if not isinstance(v := figure.get_value(row), str)
        }
        changes |= {one - other for one in changes for other in changes}
    if not any(abs(stated - change) <= Fraction(1, 100) for change in changes):
        yield FalseSentence(
            where, data["head"], f"a change of {stated}", f"it changes by {changes}"
        )


def check_part_lines(
    checker: StoryChecker, part: Mapping[str, Any], where: str, rounding: Fraction
) -> Iterator[FalseSentence]:
    """Check that the lines under a part sum to its amount."""
    if part["left"] or not part["lines"] or not part["amount"]:
        return
    whole = checker.reader.read(part["amount"])[0]
    amounts = [checker.reader.read(line["amount"])[0] for line in part["lines"]]
    total = sum((token.signed for token in amounts), start=Fraction(0))
    tolerance = sum((token.tolerance for token in amounts), rounding)
    if abs(total - whole.signed) > tolerance:
        yield FalseSentence(
            where,
            f"{part['amount']} {part['text']}",
            f"lines that sum to {part['amount']}",
            f"the lines sum to {float(total):,}",
        )


# --- the end ------------------------------------------------------------------------------------


def check_ending(checker: StoryChecker) -> Iterator[FalseSentence]:
    """Check the turning points and the end screen of a finished match."""
    match = checker.match
    if not match.is_over:
        return
    sentences = list_event_sentences(checker, 0)
    for point in turning_points(match, checker.say, None):
        where, turns = f"turning point of turn {point.turn}", range(point.since + 1, point.turn + 1)
        yield from checker.check_story(point.text, point.since, point.turn, sentences)
        if point.kind != "course":
            yield from check_evidence(checker, point.text, point.evidence, turns, where)
    screen = build_end(match, checker.say, None)
    assert screen is not None, "the match is over"
    yield from checker.check_end_text(screen["head"], "end screen")
    evidence = Evidence(tuple(screen["evidence"]["events"]), tuple(screen["evidence"]["transfers"]))
    for text in (screen["head"], *(race["words"] for race in screen["races"])):
        yield from check_ending_evidence(checker, text, evidence, "end screen")
    for race in screen["races"]:
        yield from checker.check_standing(race["words"], race["title"], "end screen")
