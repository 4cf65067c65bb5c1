"""Summary of the last action: what mattered most in it, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import inf
from operator import or_
from typing import NamedTuple

from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.largest_change import Swing, find_swing, format_swing
from classkit.attribution.moment_evidence import collect_evidence
from classkit.charts.chart_types import MetricRowData
from classkit.charts.redaction import get_fully_hidden
from classkit.engine.custom_metrics import without_metrics
from classkit.engine.events import INSTRUCTOR, Event
from classkit.engine.evidence import Evidence, Statement
from classkit.engine.match import Match
from classkit.engine.rulebook_text import NOTABLE, ROUTINE, TextFormatter

from .end_screen import describe_ending
from .match_controller import MatchController
from .narration import ActionSummary, FuturesSummary, MomentShown, StepNews, describe_moment
from .page_view import PageView
from .wire_types import NewsLineData

MAX_HEADLINE = 180
"""Maximum number of characters of a headline: two rows of a projected page.

A single longer sentence is kept.
"""
HIDDEN_NOTE = (
    " What is hidden where the match was left stays hidden; a fork or another answer here opens it."
)
EMPTY_CHARTS_NOTE = " Charts that would reveal what is hidden are empty here."


SUMMARY_DELAY = 0.5


class WeightedNewsLine(NewsLineData):
    """A line of the news with its weight and the numbers of the events that it reports."""

    weight: int
    events: tuple[int, ...]


class DatedStatement(NamedTuple):
    """A sentence of a headline, and when it happened: the number of the last event that it reports.

    A summary of events follows them, so half is added to its number.
    """

    at: float
    statement: Statement


class Moment(NamedTuple):
    """A moment of a table, with which the table after a change is compared.

    Attributes:
        match: The match on the table.
        step: Its step.
        events: Its number of events.
        transfers: Its number of ledger rows.
    """

    match: Match
    step: int
    events: int
    transfers: int


def record_moment(controller: MatchController) -> Moment:
    """Return the current moment of a table, for :func:`summarize_action` after a change."""
    match = controller.match
    return Moment(match, match.step, *count_history(match))


def summarize_action(controller: MatchController, before: Moment) -> ActionSummary:
    """Return the effect of a change of the table, which screen readers announce.

    Args:
        controller: The controller after the change.
        before: The moment before the change.
    """
    match = controller.match
    if match is not before.match:
        return MomentShown("branch")
    if match.step < before.step:
        return MomentShown("back")
    if match.step == before.step and count_history(match) == before[2:]:
        # Names, bots and sealed votes keep the headline; a step that waits leaves who must decide.
        told = controller.summary
        is_message = isinstance(told, str | FuturesSummary)
        return "" if is_message and controller.waiting_persons() else told
    return StepNews(before.events, before.transfers)


def describe_waiting(page_view: PageView) -> str:
    """Return who must decide now, as a sentence, or '' if the table waits for nobody.

    It is computed from the match each time a page is sent, and never stored: the clock, bots, other
    pages and other processes change the match after the last action of this page.
    """
    controller, say = page_view.controller, page_view.say
    if controller.read_only or page_view.is_play_stopped:
        return ""
    own, waiting = page_view.answering_seat, controller.waiting_persons()
    others = [say.seat(seat) for seat in waiting if seat != own]
    names = ["You", *others] if own in waiting else others
    return f"{say.format_list(names)} must decide now." if names else ""


def describe_shown_moment(page_view: PageView, shown: MomentShown) -> str:
    """Return the current moment of the match, and how it came onto the table, as a sentence."""
    match, here = page_view.match, describe_moment(page_view.match)
    if shown.how == "resumed":
        return f"The match goes on at {here}."
    if shown.how == "branch":
        return f"{page_view.controller.branches.title}: {here}, step {match.step}."
    return f"Back at {here}, step {match.step}.{visibility_note(page_view)}"


def format_summary(
    page_view: PageView, news: list[NewsLineData], rows: list[MetricRowData]
) -> Statement:
    """Return the last action's effect and who must decide now, as far as the viewer may know.

    Args:
        page_view: The page view, which determines the viewer and the covered charts.
        news: The latest lines of news for this viewer, oldest first.
        rows: The chart rows for this viewer, oldest first.

    Returns:
        The text, with the events and ledger rows that it reports.
    """
    desk, told = page_view.controller, page_view.controller.summary
    if page_view.page_message:
        return Statement(page_view.page_message)
    now = describe_waiting(page_view)
    if told and isinstance(told, str):
        return Statement(told)
    if isinstance(told, MomentShown):
        words = [describe_shown_moment(page_view, told), told.note, now]
        return Statement(" ".join(filter(None, words)))
    moment = desk.match.game.moment_title(desk.match.table) or f"Turn {desk.match.turn}"
    if isinstance(told, FuturesSummary):
        known = told.only_for is None or page_view.viewer in (told.only_for, INSTRUCTOR)
        where = f"{moment}, step {desk.match.step}."
        return Statement(told.words if known and not page_view.redaction.figures else where)
    if isinstance(told, str) and not now:
        return Statement("")
    lines = [] if isinstance(told, str) else summarize_news(page_view, told, news, rows)
    if not lines:
        lines = tell_last_news(page_view, news)
    texts = [line.text for line in lines] or [f"{moment}."]
    evidence = reduce(or_, (line.evidence for line in lines), Evidence())
    return Statement(" ".join(filter(None, [*texts, now])), evidence)


def summarize_news(
    page_view: PageView, since: StepNews, news: list[NewsLineData], rows: list[MetricRowData]
) -> list[Statement]:
    """Return the sentences on a step that matter most, in the order in which they happened."""
    match, say, viewer = page_view.match, page_view.say, page_view.viewer
    made = page_view.news.lines_by_event
    new: list[WeightedNewsLine] = [
        {**line, "weight": say.event_weight(made[line["id"]][0]), "events": (line["id"],)}
        for line in news
        if line["id"] > since.line
    ]
    told_once = merge_stories(new, made, say)
    if over := describe_ending(match, say, viewer, page_view.redaction.score):
        told_once = [
            {**line, "text": over} if made[line["id"]][0].name == match.game.ending_event else line
            for line in told_once
        ]
    parts: list[DatedStatement] = []
    found: Swing | None = None
    if not over and not page_view.covered:
        parts, found = summarize_step(page_view, since, new, rows)
    summary = " ".join(part.statement.text for part in parts)
    swung = format_swing(match, say, viewer, found.split) if found else ""
    chosen = select_lines(told_once, match_over=over is not None, summary=summary or swung)
    if swung and not summary:
        alone = select_lines(told_once)
        if any(line["weight"] >= NOTABLE and line not in chosen for line in alone):
            chosen, swung = alone, ""  # there is no room for both
    links = match.links
    lines = [
        DatedStatement(
            line["id"], Statement(line["text"], links.evidence_of_events(line["events"]))
        )
        for line in chosen
    ]
    # by weight: the summary counts as notable, so only turning points come before it
    heavy = [one for line, one in zip(chosen, lines, strict=True) if line["weight"] > NOTABLE]
    if found is not None and found.comes_first:
        room = MAX_HEADLINE - count_characters([*heavy[:1], *parts])
        huge = date_swing(page_view, found, format_swing(match, say, viewer, found.split, room))
        others = [one for line, one in zip(chosen, lines, strict=True) if line["weight"] == NOTABLE]
        return in_order(limit_sentences([*heavy[:1], huge, *heavy[1:], *parts, *others]))
    if heavy and count_characters([*heavy, *parts]) > MAX_HEADLINE:
        parts = []
    told = [*parts, *lines]
    if found and swung and (not told or count_characters(told) + len(swung) <= MAX_HEADLINE):
        told.append(date_swing(page_view, found, swung))
    if not told and told_once:  # routine alone: what led to the question, such as the throw
        last = told_once[-1]
        evidence = links.evidence_of_events(last["events"])
        return [Statement(last["text"], evidence)]
    return in_order(told)


def tell_last_news(page_view: PageView, news: Sequence[NewsLineData]) -> list[Statement]:
    """Return what led to a step without news of its own, such as a sealed bid: the last line.

    The moment follows where the game has a title for it. Empty if nothing has happened yet.
    """
    match = page_view.match
    if not news:
        return []
    evidence = match.links.evidence_of_events((news[-1]["id"],))
    told = [Statement(news[-1]["text"], evidence)]
    title = match.game.moment_title(match.table)
    return [*told, Statement(f"{title}.")] if title else told


def date_swing(page_view: PageView, found: Swing, text: str) -> DatedStatement:
    """Return the sentence on a swing with its evidence. It is the effect of the whole step."""
    split, match, viewer = found.split, page_view.match, page_view.viewer
    writer = ExplanationWriter(match, page_view.say, viewer)
    parts = (writer.find_evidence(split, part) for part in split.parts)
    evidence = reduce(or_, parts, Evidence())
    if not evidence.events and not evidence.transfers:  # a change that no row or price explains
        seats = [split.seat] if split.seat else []
        evidence = collect_evidence(match, seats, split.since, split.turn, viewer, split)
    return DatedStatement(inf, Statement(text, evidence))


def in_order(told: Iterable[DatedStatement]) -> list[Statement]:
    """Return statements in the order in which what they report happened."""
    return [one.statement for one in sorted(told, key=lambda one: one.at)]


def count_characters(told: Iterable[DatedStatement]) -> int:
    return sum(len(one.statement.text) for one in told)


def limit_sentences(sentences: Iterable[DatedStatement]) -> list[DatedStatement]:
    """Return the sentences that fit into a headline; the first is always included."""
    told: list[DatedStatement] = []
    for sentence in sentences:
        if told and count_characters([*told, sentence]) > MAX_HEADLINE:
            break
        told.append(sentence)
    return told


def summarize_step(
    page_view: PageView, since: StepNews, new: list[WeightedNewsLine], rows: list[MetricRowData]
) -> tuple[list[DatedStatement], Swing | None]:
    """Return the game's summary of a step, and the step's big swing in a race, or None.

    If the game has a summary, a swing is returned only if it is huge or mainly caused by changed
    values of possessions: the summary already covers payments and goods.
    """
    before = [row for row in rows if new and row["turn"] < new[0]["turn"]]
    read = {metric.key for metric in without_metrics(page_view.match.game).metrics}
    if not before or read & page_view.row_cache.broken.keys():
        return [], None
    match, viewer, sum_up = page_view.match, page_view.viewer, page_view.say.words.sum_up
    events = {line["id"]: page_view.news.lines_by_event[line["id"]][0] for line in new}
    numbers, links = {id(event): number for number, event in events.items()}, match.links
    told: list[DatedStatement] = []
    for text, reported in (
        sum_up(page_view.say, [*events.values()], before[-1], rows[-1]) if sum_up else ()
    ):
        own = [numbers[id(event)] for event in reported]
        told.append(
            DatedStatement(
                max(own, default=0) + SUMMARY_DELAY, Statement(text, links.evidence_of_events(own))
            )
        )
    first = new[0]["turn"]
    last_told = page_view.news.lines_by_event.get(since.line)
    is_within_turn = rows[-1]["turn"] <= first or (last_told and last_told[0].turn == first)
    if is_within_turn and page_view.previous_row is None:
        return told, None  # the rows are those of turns: the effect of this step alone is unknown
    found = find_swing(match, viewer, before[-1], rows[-1], page_view.previous_row)
    cause = found and found.split.main_cause
    if found is None or cause is None:
        return told, None
    known = told and cause.kind != "worth" and not found.comes_first
    return told, None if known else found


def select_lines(
    lines: list[WeightedNewsLine], *, match_over: bool = False, summary: str = ""
) -> list[WeightedNewsLine]:
    """Return the lines of a step that fit into a headline, in their order.

    - The heaviest lines are chosen first, then the others.
    - If all lines are routine, only the last is returned, and none if there is a ``summary``.
      Otherwise routine lines are left out.
    - If not all lines fit, later lines are preferred to earlier ones of the same weight.
    - If ``match_over`` and any line is notable, only notable lines are returned, and the turning
      point of the last turn always fits: it is why the match is over.
    - With a ``summary``, only notable lines are returned.

    >>> lines = [{"id": at, "weight": weight, "text": "Sold."} for at, weight in enumerate((1, 3))]
    >>> [line["id"] for line in select_lines([*lines, {"id": 2, "weight": 0, "text": "Dice."}])]
    [0, 1]
    """
    best = max((line["weight"] for line in lines), default=ROUTINE)
    if best == ROUTINE:
        return [] if summary else lines[-1:]
    chosen: list[WeightedNewsLine] = []
    left = MAX_HEADLINE - len(summary)
    for line in sorted(lines, key=lambda line: (-line["weight"], -line["id"])):
        left -= len(line["text"]) + 1
        if line["weight"] > NOTABLE and not chosen:
            chosen.append(line)  # a turning point comes before any summary, and always fits
            continue
        if match_over and is_cause_of_ending(line, chosen):
            chosen.append(line)
            continue
        if (chosen or summary) and (left < 0 or line["weight"] == ROUTINE < best):
            break
        if chosen and match_over and line["weight"] < NOTABLE <= best:
            break
        if summary and line["weight"] < NOTABLE:
            break
        chosen.append(line)
    return sorted(chosen, key=lambda line: line["id"])


def is_cause_of_ending(line: WeightedNewsLine, chosen: Sequence[WeightedNewsLine]) -> bool:
    """Return whether a line is a turning point of the last turn, and the first after the ending."""
    ending = chosen[0] if len(chosen) == 1 else None
    return ending is not None and line["weight"] > NOTABLE and line["turn"] == ending["turn"]


def merge_stories(
    lines: list[WeightedNewsLine],
    made: Mapping[int, tuple[Event, NewsLineData | None]],
    say: TextFormatter,
) -> list[WeightedNewsLine]:
    """Return the lines of a step, with the two lines of each story merged into one.

    The merged line replaces the second and has the greater weight of the two. Its sentence gets the
    facts of both events (:meth:`.TextFormatter.tell_story`). If the game returns no sentence, the
    two lines stay separate.
    """
    stories = say.words.stories
    shown = list(lines)
    for (first, second), story in stories.items():
        begun: WeightedNewsLine | None = None
        for line in lines:
            event, _ = made[line["id"]]
            if event.name == first:
                begun = line
            elif event.name == second and line in shown:
                if begun is None or begun not in shown:
                    continue
                start, _ = made[begun["id"]]
                numbers = range(begun["id"] + 1, line["id"])
                between = [made[at][0].name for at in numbers if at in made]
                text = say.tell_story(story, start, event, between)
                if not text:
                    continue
                shown.remove(begun)
                weight = max(begun["weight"], line["weight"])
                both = (*begun["events"], *line["events"])
                told: WeightedNewsLine = {**line, "text": text, "weight": weight, "events": both}
                shown[shown.index(line)] = told
    return shown


def visibility_note(page_view: PageView) -> str:
    """Return a note on what the viewer sees after going back, or '' if nothing can be hidden.

    An earlier position may show what has been hidden since.
    """
    match, viewer = page_view.match, page_view.viewer
    if not page_view.controller.has_secrets or viewer == INSTRUCTOR:
        return ""
    hidden = match.visible_state(viewer) is not match.table
    still = HIDDEN_NOTE if hidden else " What could be seen then can be seen again."
    return still + (EMPTY_CHARTS_NOTE if get_fully_hidden(match, viewer) else "")


def count_history(match: Match) -> tuple[int, int]:
    """Return the number of events so far, and the number of rows in the ledger."""
    return sum(len(events) for events, _ in match.events_by_segment), sum(
        len(rows) for _, rows in match.events_by_segment
    )
