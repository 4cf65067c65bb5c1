"""Evidence of a sentence on a page: its events, their ledger rows, and the clause.

Redaction comes last, so that no other row replaces a hidden one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from classkit.engine.match import Match
from classkit.engine.rulebook_text import ROUTINE

from .chart_redaction import redact_amounts
from .narration import build_ledger_row, event_sentence
from .page_view import PageView
from .wire_types import LedgerRowData, ReportedEventData, RuleData, TrailData

MAX_TRAIL_EVENTS, MAX_TRAIL_ROWS = 40, 60
"""Maximum numbers of events and ledger rows shown for a sentence."""
NOTHING_NOTE = "Nothing was paid or handed over."
HIDDEN_NOTE = "The payments are hidden here."


def get_trail(page_view: PageView, news: int) -> TrailData:
    """Return the ledger rows and the clause behind a line of news.

    Both are empty if the line does not exist, or if the viewer may not see it.
    """
    line = describe_events(page_view, [news]).get(news)
    if line is None:
        return TrailData(events=[], entries=[], clause=None, note="", left=0)
    numbers = page_view.match.links.get_rows(news)
    rows = list(list_rows(page_view, numbers).values())
    return TrailData(
        events=[],
        entries=rows[:MAX_TRAIL_ROWS],
        clause=get_rule(page_view.match, line["rule"]),
        note=describe_lack(numbers, rows),
        left=max(len(rows) - MAX_TRAIL_ROWS, 0),
    )


def get_evidence(page_view: PageView, events: Sequence[int], transfers: Sequence[int]) -> TrailData:
    """Return the events behind a sentence in words, and the ledger rows of each.

    Some events are omitted: events whose rows all belong to another event that reports more, such
    as a payment in a trade, and routine events without rows. Rows without an event are listed
    separately.

    Args:
        page_view: The page view, which determines the viewer and the covered charts.
        events: Numbers of the events.
        transfers: Numbers of additional ledger rows that the events do not report.
    """
    links = page_view.match.links
    lines = describe_events(page_view, events)
    own = without_routine(page_view, {number: {*links.get_rows(number)} for number in lines})
    numbers = sorted(
        {*transfers, *chain.from_iterable(map(links.get_rows, known_numbers(page_view, events)))}
    )
    rows = list_rows(page_view, numbers)
    told: list[ReportedEventData] = []
    used: set[int] = set()
    for number in without_parts(own):
        mine = [rows[row] for row in sorted(own[number] - used) if row in rows]
        used |= own[number]
        told.append({**lines[number], "entries": mine[:MAX_TRAIL_ROWS]})
    rest = [row for number, row in rows.items() if number not in used]
    shown, others = told[:MAX_TRAIL_EVENTS], rest[:MAX_TRAIL_ROWS]
    return TrailData(
        events=shown,
        entries=others,
        clause=None,
        note=describe_lack(numbers, rows),
        left=len(told) - len(shown) + len(rest) - len(others),
    )


def describe_lack(numbers: Collection[int], shown: Collection[object]) -> str:
    """Return why a sentence has no ledger rows, or '' if it has some."""
    if shown:
        return ""
    return HIDDEN_NOTE if numbers else NOTHING_NOTE


# --- events and rows as the viewer sees them ----------------------------------------------------


def known_numbers(page_view: PageView, numbers: Iterable[int]) -> list[int]:
    """Return the event numbers that exist."""
    last = len(page_view.match.shared_events)
    return [number for number in numbers if 0 < number <= last]


def describe_events(page_view: PageView, numbers: Iterable[int]) -> dict[int, ReportedEventData]:
    """Return events in words, by number and without their rows.

    Events that have no sentence or that the viewer may not see are omitted.
    """
    match, viewer, covers = page_view.match, page_view.viewer, page_view.redaction
    seen, table, events = (
        match.game.secrecy.visible_event,
        match.as_seen_by(viewer).state,
        match.shared_events,
    )
    found: dict[int, ReportedEventData] = {}
    for number in sorted({*numbers}):
        shown = seen(events[number - 1], table, viewer) if 0 < number <= len(events) else None
        if shown is None or shown.name in covers.redacted_events:
            continue
        text = event_sentence(page_view.say, shown)
        if text and shown.turn >= covers.since:
            text = redact_amounts(text, covers)
        if text:
            found[number] = {"turn": shown.turn, "text": text, "rule": shown.rule, "entries": []}
    return found


def without_routine(page_view: PageView, own: dict[int, set[int]]) -> dict[int, set[int]]:
    """Return events with their rows, dropping routine events without rows if others remain."""
    events, weight = page_view.match.shared_events, page_view.say.event_weight
    left = {
        number: rows for number, rows in own.items() if rows or weight(events[number - 1]) > ROUTINE
    }
    return left or own


def without_parts(own: Mapping[int, set[int]]) -> list[int]:
    """Return the events whose rows are not all contained in another event with more rows.

    >>> without_parts({3: {7}, 4: {8}, 5: {7, 8}, 6: set()})
    [5, 6]
    """
    by_row: dict[int, list[int]] = {}
    for number, rows in own.items():
        for row in rows:
            by_row.setdefault(row, []).append(number)
    return [
        number
        for number, rows in own.items()
        if not any(rows < own[other] for row in [*rows][:1] for other in by_row[row])
    ]


def list_rows(page_view: PageView, numbers: Iterable[int]) -> dict[int, LedgerRowData]:
    """Return the ledger rows with these numbers that the viewer may see, in words."""
    match, viewer = page_view.match, page_view.viewer
    seen, table = match.game.secrecy.visible_transfer, match.as_seen_by(viewer).state
    transfers = list(chain.from_iterable(rows for _, rows in match.events_by_segment))
    found: dict[int, LedgerRowData] = {}
    for number in numbers:
        shown = seen(transfers[number - 1], table, viewer) if 0 < number <= len(transfers) else None
        if shown is not None and not is_covered(page_view, shown.turn):
            found[number] = build_ledger_row(shown, page_view.say)
    return found


def is_covered(page_view: PageView, turn: int) -> bool:
    """Return whether the ledger rows of a turn are hidden, because they reveal a covered chart."""
    return page_view.redaction.hides_money and turn >= page_view.redaction.since


def get_rule(match: Match, rule: str) -> RuleData | None:
    """Return a clause's id and text, or None if the rule book does not contain it."""
    clauses = match.game.rulebook.clauses
    return {"id": rule, "text": clauses[rule]} if rule in clauses else None
