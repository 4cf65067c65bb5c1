"""News of a match: events as sentences that state payments and rule clauses.

Only information that the viewer may see now is included. A viewer is a seat, everybody (None) or
INSTRUCTOR. The game redacts events and transfers before they are formatted.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from operator import is_, itemgetter
from typing import Any, Literal, NamedTuple

from classkit.engine.events import ALL_SEATS, Event, Transfer
from classkit.engine.evidence import EventLinks, Evidence
from classkit.engine.match import Match
from classkit.engine.rulebook_text import TextFormatter, humanize_name

from .action_arguments import MAX_NUMBERS
from .choice_labels import format_transfer
from .wire_types import EvidenceData, LedgerPageData, LedgerRowData, NewsLineData, RuleData

Payment = tuple[str | None, str | None, str]
"""Payer, payee and formatted amount. A payer or payee that is not a seat is None."""

MAX_NEWS = 200
"""Maximum number of lines of news on a page."""

LEDGER_PAGE_SIZE = 500
"""Number of ledger rows on a page."""

MAX_PAYMENTS = 3
"""Maximum number of payments animated in one step: more are hard to follow."""

LOG = logging.getLogger("classkit")


class StepNews(NamedTuple):
    """The state of the news and the ledger before a step, used to find the step's effect.

    Attributes:
        line: Id of the last line of news before the step.
        transfers: Number of ledger rows before the step.
    """

    line: int
    transfers: int


class MomentShown(NamedTuple):
    """A change of the displayed moment without a step. Its text is computed from the match.

    Attributes:
        how: "back" to an earlier moment of the match, "branch" for another branch or match, or
            "resumed" from a store.
        note: An additional sentence, such as a warning about data that could not be restored.
    """

    how: Literal["back", "branch", "resumed"]
    note: str = ""


class FuturesSummary(NamedTuple):
    """A sentence about simulated futures.

    Only the viewer ``only_for`` sees it, or everybody if that is None.
    """

    words: str
    only_for: str | None


ActionSummary = str | StepNews | MomentShown | FuturesSummary
"""The effect of the last action. Each page formats it (``action_summary.format_summary``).

It contains nothing about the current moment, such as who must decide, because play continues after
the action. ``action_summary.describe_waiting`` computes that whenever a page is sent.
"""


class NewsLog:
    """Cache of a match's news sentences. A sentence is rebuilt only if its event changes."""

    def __init__(self) -> None:
        self.lines_by_event: dict[int, tuple[Event, NewsLineData | None]] = {}
        self.events: Sequence[Event] = []
        self.lines: list[NewsLineData] = []
        """The latest lines of ``events``, which are not redacted. Valid for ``redaction_key``."""
        self.redaction_key: tuple[Any, ...] = ()
        """What decides how events are redacted (:meth:`.Secrecy.get_event_key`)."""
        self.names: dict[str, str] = {}

    def latest_lines(
        self, match: Match, say: TextFormatter, viewer: str | None
    ) -> list[NewsLineData]:
        """Return the latest lines, oldest first. Ids increase, but are reused after going back.

        If nothing but further events was added, the lines of these are appended.
        """
        events, table = match.shared_events, match.as_seen_by(viewer).state
        decides = match.game.secrecy.get_event_key(table)
        key = (dict(say.seats), viewer, table.is_over, decides)
        before = self.events
        if self.names != key[0]:
            self.lines_by_event.clear()
            self.names = key[0]
        if len(self.lines_by_event) > len(events) + 4 * MAX_NEWS:
            for later in [one for one in self.lines_by_event if one > len(events)]:
                del self.lines_by_event[later]
        is_longer = len(before) <= len(events) and all(map(is_, before, events))
        if decides is None or key != self.redaction_key or not is_longer:
            before, self.lines = [], []
        new: list[NewsLineData] = []
        for number in range(len(events), len(before), -1):
            line = self.get_line(match, table, say, viewer, number, events[number - 1])
            if line is not None:
                new.append(line)
                if len(new) == MAX_NEWS:
                    break
        self.redaction_key, self.events = key, events
        self.lines = [*self.lines, *reversed(new)][-MAX_NEWS:]
        return self.lines

    def list_own_lines(
        self,
        restricted: Collection[tuple[int, Event]],
        match: Match,
        say: TextFormatter,
        viewer: str | None,
    ) -> list[NewsLineData]:
        """Return the lines for restricted events, as the viewer may see them.

        Args:
            restricted: The events, each with its number.
            match: The match.
            say: The formatter.
            viewer: The viewer.
        """
        if not restricted:
            return []
        table = match.as_seen_by(viewer).state
        found = (
            self.get_line(match, table, say, viewer, number, event) for number, event in restricted
        )
        return [line for line in found if line is not None]

    def get_line(
        self,
        match: Match,
        table: Any,
        say: TextFormatter,
        viewer: str | None,
        number: int,
        event: Event,
    ) -> NewsLineData | None:
        """Return the line for an event, or None if it has no text or the viewer may not see it.

        A viewer's permissions for an event change over time. So the event is redacted on each call,
        and formatted again if the result differs.
        """
        shown = match.game.secrecy.visible_event(event, table, viewer)
        if shown is None:
            return None
        known = self.lines_by_event.get(number)
        if known is not None and (known[0] is shown or known[0] == shown):
            return known[1]
        text = event_sentence(say, shown)
        line: NewsLineData | None = None if not text else {
            "id": number, "turn": shown.turn, "seat": event_seat(shown), "text": text,
            "rule": shown.rule,
        }  # fmt: skip
        self.lines_by_event[number] = (shown, line)
        return line


def list_later_lines(lines: Sequence[NewsLineData], number: int) -> Sequence[NewsLineData]:
    """Return the lines with an id above a number, from lines in the order of their ids."""
    return lines[bisect_right(lines, number, key=itemgetter("id")) :]


def list_restricted_events(match: Match) -> list[tuple[int, Event]]:
    """Return (number, event) pairs of the events so far that only some seats may see."""
    events = enumerate(match.shared_events, 1)
    return [(number, event) for number, event in events if event.seen_by != ALL_SEATS]


def event_sentence(say: TextFormatter, event: Event) -> str | None:
    """Return an event as a sentence. If formatting fails, log the error and return its name."""
    try:
        return say.event_sentence(event)
    except Exception:
        LOG.exception("formatting the event %s failed", event.name)
        return f"{humanize_name(event.name)}."


def describe_moment(match: Match) -> str:
    """Return the current moment for use in a sentence: the turn, or the game's own title."""
    moment = match.game.moment_title(match.table)
    return f"{moment[:1].lower()}{moment[1:]}" if moment else f"turn {match.turn}"


def event_seat(event: Event) -> str | None:
    """Return the seat that an event concerns, if any."""
    seat = event.seat or event.facts.get("seat")
    return seat if isinstance(seat, str) else None


# --- evidence ---------------------------------------------


def name_evidence(links: EventLinks, evidence: Evidence) -> EvidenceData:
    """Return the numbers that a page sends to request evidence (:func:`.trail.get_evidence`).

    Rows that the events report are omitted.
    """
    reported = {*links.evidence_of_events(evidence.events).transfers}
    rest = [number for number in evidence.transfers if number not in reported]
    return EvidenceData(events=[*evidence.events][:MAX_NUMBERS], transfers=rest[:MAX_NUMBERS])


# --- payments ---------------------------------------------


def build_ledger_row(transfer: Transfer, say: TextFormatter) -> LedgerRowData:
    return {
        "turn": transfer.turn,
        "unit": transfer.unit,
        "amount": transfer.amount,
        "from": say.account(transfer.source),
        "to": say.account(transfer.target),
        "reason": say.reason(transfer.reason),
        "rule": transfer.rule,
        "text": format_transfer(say, transfer.unit, transfer.amount),
    }


def build_ledger_page(
    match: Match, say: TextFormatter, viewer: str | None, start: int
) -> LedgerPageData:
    """Return a page of the ledger for this viewer: ``{"from", "total", "rows"}``."""
    transfers = match.as_seen_by(viewer).view.ledger
    rows = [
        build_ledger_row(transfer, say) for transfer in transfers[start : start + LEDGER_PAGE_SIZE]
    ]
    return {"from": start, "total": len(transfers), "rows": rows}


def top_payments(
    match: Match, say: TextFormatter, viewer: str | None, since: int, purse: str = ""
) -> list[Payment]:
    """Return the largest sums of money paid after the first ``since`` rows of the ledger.

    Payments between the same payer and payee are added up. Payers and payees that are not seats,
    such as the Bank, are None, except the account ``purse``, which has its own chart. If there are
    more than MAX_PAYMENTS, the smaller payments are combined into the last one.
    """
    left, latest = (
        sum(len(transfers) for _, transfers in match.events_by_segment) - since,
        list[Transfer](),
    )
    for _, transfers in reversed(match.events_by_segment):
        if left <= 0:
            break
        latest += transfers[-left:]
        left -= len(transfers)
    seen, table = match.game.secrecy.visible_transfer, match.as_seen_by(viewer).state
    sums = Counter[tuple[str | None, str | None, str]]()
    for transfer in latest:
        shown = seen(transfer, table, viewer)
        if shown is not None and say.is_money(shown.unit):
            named = (*match.seats, purse)
            ends = [end if end in named else None for end in (shown.source, shown.target)]
            if any(ends):
                sums[ends[0], ends[1], shown.unit] += shown.amount
    largest = sums.most_common()
    if len(largest) <= MAX_PAYMENTS:
        rest, shown_alone = [], largest
    else:
        rest, shown_alone = largest[MAX_PAYMENTS - 1 :], largest[: MAX_PAYMENTS - 1]
    payments: list[Payment] = [
        (source, target, format_transfer(say, unit, amount))
        for (source, target, unit), amount in shown_alone
    ]
    return [*payments, sum_payments(say, rest)] if rest else payments


def sum_payments(
    say: TextFormatter, sums: Sequence[tuple[tuple[str | None, str | None, str], int]]
) -> Payment:
    """Combine several payments into one. The largest determines the payer and the payee."""
    (source, target, unit), _ = sums[0]
    of_unit = [amount for (_, _, other), amount in sums if other == unit]
    words = format_transfer(say, unit, sum(of_unit))
    return source, target, words if len(of_unit) == 1 else f"{len(of_unit)} more: {words}"


def list_rules(match: Match) -> list[RuleData]:
    """Return all clauses of the rule book."""
    return [{"id": rule, "text": text} for rule, text in match.game.rulebook.clauses.items()]
