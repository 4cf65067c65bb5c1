"""Summary of the last action: one sentence about its most important effect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from classkit.attribution.contributions import Contribution
from classkit.attribution.decomposition import Decomposition
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.largest_change import Swing, find_swing, format_swing
from classkit.charts.chart_types import MetricRowData
from classkit.charts.redaction import get_fully_hidden
from classkit.engine.custom_metrics import without_metrics
from classkit.engine.events import INSTRUCTOR, Event
from classkit.engine.evidence import Evidence, Statement
from classkit.engine.game import format_winners
from classkit.engine.match import Match
from classkit.engine.rulebook_text import NOTABLE, ORDINARY, TextFormatter

from .about_panel import describe_aim, is_opening
from .ask_panel import can_see
from .end_screen import collect_ending_evidence, describe_ending
from .match_controller import MatchController
from .narration import (
    ActionSummary,
    FuturesSummary,
    MomentShown,
    StepNews,
    describe_moment,
    list_later_lines,
)
from .page_view import PageView
from .short_sentence import (
    MAX_SENTENCE,
    join_consequence,
    join_sentences,
    shorten_names,
    shorten_sentence,
)
from .wire_types import NewsLineData

HIDDEN_NOTE = (
    "Information hidden at the latest step stays hidden here. A fork or another answer reveals it."
)
EMPTY_CHARTS_NOTE = " Charts that would reveal hidden information are empty here."


class WeightedNewsLine(NewsLineData):
    """A line of the news with its weight and the numbers of the events that it reports."""

    weight: int
    events: tuple[int, ...]


class Candidate(NamedTuple):
    """A statement that may become the summary of a step.

    Attributes:
        weight: Importance. A summary from the game ranks just below turning points, a swing just
            below ordinary events.
        at: Number of the last event that it reports. If weights are equal, the latest wins.
        statement: Its text and evidence.
    """

    weight: float
    at: float
    statement: Statement


SUMMARY_WEIGHT, SWING_WEIGHT, HUGE_SWING_WEIGHT = NOTABLE + 0.25, NOTABLE - 0.5, NOTABLE + 0.5
LEAD_WEIGHT = ORDINARY + 0.25


class Moment(NamedTuple):
    """Snapshot of a table's progress, taken before a change to find out what the change added.

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
    """Return the current moment of a table, to pass to :func:`summarize_action` after a change."""
    match = controller.match
    return Moment(match, match.step, *count_history(match))


def summarize_action(controller: MatchController, before: Moment) -> ActionSummary:
    """Return the effect of a change to the table. Screen readers announce it.

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
        # renaming, changing bots and sealed votes do not replace the summary
        told = controller.summary
        is_message = isinstance(told, str | FuturesSummary)
        return "" if is_message and controller.waiting_persons() else told
    return StepNews(before.events, before.transfers)


def describe_waiting(page_view: PageView) -> str:
    """Return a sentence that names who must decide now, or '' if the table waits for nobody.

    It is computed each time a page is sent and never stored: the clock, bots, other pages and other
    processes may change the match after the last action of this page.
    """
    controller, say = page_view.controller, page_view.say
    if controller.read_only or page_view.is_play_stopped:
        return ""
    own, waiting = page_view.answering_seat, controller.waiting_persons()
    others = [say.seat(seat) for seat in waiting if seat != own]
    names = ["You", *others] if own in waiting else others
    return f"{say.format_list(names)} must decide now." if names else ""


def describe_shown_moment(page_view: PageView, shown: MomentShown) -> str:
    """Return a sentence about the current moment of the match and how the table got there."""
    match, here = page_view.match, describe_moment(page_view.match)
    if shown.how == "resumed":
        return f"The match continues at {here}."
    if shown.how == "branch":
        return f"{page_view.controller.branches.title}: {here}, step {match.step}."
    return f"Back at {here}, step {match.step}."


def describe_note(page_view: PageView) -> str:
    """Return the note next to the summary: who must decide now, and what remains hidden."""
    told = page_view.controller.summary
    if page_view.page_message:
        return ""
    notes = [describe_waiting(page_view)]
    if isinstance(told, str):
        notes = [told.removeprefix(shorten_sentence(told)).strip(), *notes]
    if isinstance(told, MomentShown):
        notes = [told.note, visibility_note(page_view) if told.how == "back" else "", *notes]
    return " ".join(filter(None, notes))


def format_summary(
    page_view: PageView, news: list[NewsLineData], rows: list[MetricRowData]
) -> Statement:
    """Return the effect of the last action in one short sentence, as the viewer may see it.

    Args:
        page_view: The page view, which determines the viewer and the covered charts.
        news: The latest lines of news for this viewer, oldest first.
        rows: The chart rows for this viewer, oldest first.

    Returns:
        The text, with the events and ledger rows that it reports.
    """
    text, evidence = find_statement(page_view, news, rows)
    if text != page_view.page_message:
        names = map(page_view.say.seat, page_view.match.seats)
        text = shorten_sentence(shorten_names(text, names))
    return Statement(text, evidence)


def find_statement(
    page_view: PageView, news: list[NewsLineData], rows: list[MetricRowData]
) -> Statement:
    """Return the last action's full effect or, before any action, the aim of the game."""
    desk, told = page_view.controller, page_view.controller.summary
    if page_view.page_message:
        return Statement(page_view.page_message)
    if told and isinstance(told, str):
        return Statement(told)
    if isinstance(told, MomentShown):
        return Statement(describe_shown_moment(page_view, told))
    moment = desk.match.game.moment_title(desk.match.table) or f"Turn {desk.match.turn}"
    if isinstance(told, FuturesSummary):
        known = told.only_for is None or page_view.viewer in (told.only_for, INSTRUCTOR)
        where = f"{moment}, step {desk.match.step}."
        return Statement(told.words if known and not page_view.redaction.figures else where)
    if isinstance(told, str):
        if is_opening(desk.match) and (aim := describe_aim(desk.match)):
            return Statement(aim)
    else:
        found = summarize_news(page_view, told, news, rows)
        if found is not None:
            return found
    return tell_last_turn(page_view, news, rows) or Statement(f"{moment}.")


def summarize_news(
    page_view: PageView, since: StepNews, news: list[NewsLineData], rows: list[MetricRowData]
) -> Statement | None:
    """Return the most important event of a step, and its largest consequence if both fit.

    Returns None if the step has no news.
    """
    match, say, viewer = page_view.match, page_view.say, page_view.viewer
    made = page_view.news.lines_by_event
    new: list[WeightedNewsLine] = [
        {**line, "weight": say.event_weight(made[line["id"]][0]), "events": (line["id"],)}
        for line in list_later_lines(news, since.line)
    ]
    lines = merge_stories(new, made, say)
    if over := describe_ending(match, say, viewer, page_view.redaction.score):
        winners = format_winners(say, match.winners, match.as_seen_by(viewer).races)
        text = join_sentences(over)
        names_all = all(say.seat(seat) in text for seat in match.winners)
        fits = names_all and len(text) <= MAX_SENTENCE
        text = text if fits or page_view.redaction.score else join_sentences(winners)
        return Statement(text, collect_ending_evidence(match, say, viewer))
    candidates = [
        Candidate(
            line["weight"],
            line["id"],
            Statement(line["text"], page_view.links.evidence_of_events(line["events"])),
        )
        for line in lines
    ]
    found: Swing | None = None
    if not page_view.covered:
        parts, found = summarize_step(page_view, since, new, rows)
        candidates += parts
        if led := find_lead(page_view, news):
            candidates.append(Candidate(LEAD_WEIGHT, 0, led))
    swing, causes = Statement(""), Evidence()
    if found is not None:
        weight = HUGE_SWING_WEIGHT if found.comes_first else SWING_WEIGHT
        text = format_swing(match, say, viewer, found.split, MAX_SENTENCE)
        evidence = find_causes(page_view, found.split, found.split.parts)
        swing = Statement(text, evidence if any(evidence) else found.evidence)
        main = found.split.main_cause
        causes = find_causes(page_view, found.split, [main] if main else [])
        candidates.append(Candidate(weight, 0, swing))
    if not candidates:
        return None
    best = max(
        candidates,
        key=lambda one: (one.weight, share_evidence(one.statement.evidence, causes), one.at),
    ).statement
    if found is None or best is swing or not share_evidence(best.evidence, causes):
        return best
    change = format_swing(match, say, viewer, found.split, 0)
    joined = join_consequence(best.text, change, say.seat(found.split.seat))
    return Statement(joined, best.evidence | swing.evidence) if joined else best


def share_evidence(one: Evidence, other: Evidence) -> bool:
    """Return whether two pieces of evidence have an event or a ledger row in common."""
    return bool({*one.events} & {*other.events} or {*one.transfers} & {*other.transfers})


def tell_last_turn(
    page_view: PageView, news: list[NewsLineData], rows: list[MetricRowData]
) -> Statement | None:
    """Return a statement for a step without news, such as a sealed bid.

    It reports what led to the open decision, or else the most important event in the turn of the
    latest news. Returns None if nothing has happened yet.
    """
    if not news:
        return None
    if not page_view.covered and (led := find_lead(page_view, news)):
        return led
    earlier = [line["id"] for line in news if line["turn"] < news[-1]["turn"]]
    return summarize_news(page_view, StepNews(max(earlier, default=0), 0), news, rows)


def find_lead(page_view: PageView, news: Sequence[NewsLineData]) -> Statement | None:
    """Return what led to the open decision, in the game's own words (:attr:`.Words.leads`).

    Returns None if the game defines none, or if the viewer may not see the decision.
    """
    match, say = page_view.match, page_view.say
    asked = next(iter(match.requests()), None)
    tell = say.words.leads.get(asked.name) if asked is not None else None
    if asked is None or tell is None or not can_see(asked, page_view.viewer):
        return None
    made = page_view.news.lines_by_event
    latest = {line["id"]: made[line["id"]][0] for line in news if line["turn"] == match.turn}
    told = tell(say, {**asked.about, "seat": asked.seat}, [*latest.values()])
    if told is None:
        return None
    own = [number for number, event in latest.items() if event in told.events]
    return Statement(told.text, page_view.links.evidence_of_events(own))


def find_causes(
    page_view: PageView, split: Decomposition, parts: Iterable[Contribution]
) -> Evidence:
    """Return the events and ledger rows that explain parts of a change.

    Return empty evidence if there are none.
    """
    writer = ExplanationWriter(page_view.match, page_view.say, page_view.viewer)
    return reduce(or_, (writer.find_evidence(split, part) for part in parts), Evidence())


def summarize_step(
    page_view: PageView, since: StepNews, new: list[WeightedNewsLine], rows: list[MetricRowData]
) -> tuple[list[Candidate], Swing | None]:
    """Return the game's summaries of a step, and the step's big swing in a race, or None.

    If the game has a summary, a swing is returned only if it is huge or mainly caused by changed
    values of possessions, because the summary already covers payments and goods.
    """
    before = [row for row in rows if new and row["turn"] < new[0]["turn"]]
    read = {metric.key for metric in without_metrics(page_view.match.game).metrics}
    if not before or read & page_view.row_cache.broken.keys():
        return [], None
    match, viewer, sum_up = page_view.match, page_view.viewer, page_view.say.words.sum_up
    events = {line["id"]: page_view.news.lines_by_event[line["id"]][0] for line in new}
    numbers, links = {id(event): number for number, event in events.items()}, page_view.links
    told: list[Candidate] = []
    for text, reported in (
        sum_up(page_view.say, [*events.values()], before[-1], rows[-1]) if sum_up else ()
    ):
        own = [numbers[id(event)] for event in reported]
        statement = Statement(text, links.evidence_of_events(own))
        told.append(Candidate(SUMMARY_WEIGHT, -len(told), statement))  # the first one wins
    first = new[0]["turn"]
    last_told = page_view.news.lines_by_event.get(since.line)
    is_within_turn = rows[-1]["turn"] <= first or (last_told and last_told[0].turn == first)
    if is_within_turn and page_view.previous_row is None:
        return told, None  # rows are per turn, so the effect of this step alone is unknown
    found = find_swing(match, viewer, before[-1], rows[-1], page_view.previous_row)
    cause = found and found.split.main_cause
    if found is None or cause is None:
        return told, None
    known = told and cause.kind != "worth" and not found.comes_first
    return told, None if known else found


def merge_stories(
    lines: list[WeightedNewsLine],
    made: Mapping[int, tuple[Event, NewsLineData | None]],
    say: TextFormatter,
) -> list[WeightedNewsLine]:
    """Return the news lines of a step. The two lines of each story are merged into one.

    The merged line replaces the second line and gets the greater weight of the two. Its sentence is
    built from both events (:meth:`.TextFormatter.tell_story`). If the game returns no sentence, the
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

    An earlier position may show information that has been hidden since.
    """
    match, viewer = page_view.match, page_view.viewer
    if not page_view.controller.has_secrets or viewer == INSTRUCTOR:
        return ""
    hidden = match.as_seen_by(viewer).state is not match.table
    still = HIDDEN_NOTE if hidden else "Information that was visible at this step is visible again."
    return still + (EMPTY_CHARTS_NOTE if get_fully_hidden(match, viewer) else "")


def count_history(match: Match) -> tuple[int, int]:
    """Return the number of events so far, and the number of rows in the ledger."""
    return sum(len(events) for events, _ in match.events_by_segment), sum(
        len(rows) for _, rows in match.events_by_segment
    )
