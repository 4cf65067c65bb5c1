"""The story: events in sentences, each with the money that moved and the clause behind it.

Everything here is what a viewer may know now: a seat, everybody (None) or INSTRUCTOR. Events and
transfers go through the game's masks before they are put into words.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from classkit.engine.log import Event, Transfer
from classkit.engine.match import Match
from classkit.engine.words import Say, plain_words

from .labels import MONEY, moved
from .shapes import Clause, LedgerPage, LedgerRow, NewsLine, Trail

Payment = tuple[str | None, str | None, str]
"""A payer, a payee and an amount in words; None is no seat."""

WINDOW = 200
"""The most lines of news kept in view; the ledger and the record hold the rest."""

LEDGER_PAGE = 500
"""The rows of a page of the ledger."""

MOST_PAYMENTS = 4
"""The most payments of a step shown as they happen, since an eye can follow no more."""

LOG = logging.getLogger("classkit")


class NewsSince(NamedTuple):
    """The effect of a step, from which its news and payments are found.

    ``line`` is the id of the last line of news before it, ``transfers`` the number of rows in the
    ledger before it. ``also`` is a further sentence.
    """

    line: int
    also: str
    transfers: int


class WentBack(NamedTuple):
    """A step back, to this turn and step, and what else to say."""

    turn: int
    step: int
    also: str


class MayCome(NamedTuple):
    """The news of futures; ``only_for`` is the viewer who may know it, None for everybody."""

    words: str
    only_for: str | None


Summary = str | NewsSince | WentBack | MayCome
"""The effect of the last action, which each page puts into words (``present.spoken``)."""


class News:
    """The sentences of a match, each made once and kept as long as its event stays the same."""

    def __init__(self) -> None:
        self.made: dict[int, tuple[Event, NewsLine | None]] = {}
        self.names: dict[str, str] = {}

    def window(self, match: Match, say: Say, viewer: str | None) -> list[NewsLine]:
        """Return the latest lines, oldest first. Ids rise, and come again after Back."""
        if self.names != dict(say.seats):
            self.made.clear()
            self.names = dict(say.seats)
        told, table = match.told, match.table_shown(viewer)
        number = sum(len(events) for events, _ in told)
        if len(self.made) > number + 4 * WINDOW:
            self.made = {key: line for key, line in self.made.items() if key <= number}
        lines: list[NewsLine] = []
        for events, _ in reversed(told):
            for event in reversed(events):
                line = self.line(match, table, say, viewer, number, event)
                if line is not None:
                    lines.append(line)
                    if len(lines) == WINDOW:
                        return lines[::-1]
                number -= 1
        return lines[::-1]

    def line(
        self, match: Match, table: Any, say: Say, viewer: str | None, number: int, event: Event
    ) -> NewsLine | None:
        """Return the line for the event of that number; None without one, or not for the viewer.

        What may be known of an event changes: it is masked anew each time, and put into words
        anew where that changed something.
        """
        shown = match.game.secrecy.event_seen(event, table, viewer)
        if shown is None:
            return None
        known = self.made.get(number)
        if known is not None and (known[0] is shown or known[0] == shown):
            return known[1]
        text = sentence(say, shown)
        line: NewsLine | None = None if not text else {
            "id": number, "turn": shown.turn, "seat": seat_of(shown), "text": text,
            "rule": shown.rule,
        }  # fmt: skip
        self.made[number] = (shown, line)
        return line


def sentence(say: Say, event: Event) -> str | None:
    """Return an event in words; if the game's words raise an error, log it and return its name."""
    try:
        return say.event(event)
    except Exception:
        LOG.exception("the words for the event %s failed", event.name)
        return f"{plain_words(event.name)}."


def place_of(match: Match) -> str:
    """Return where a match stands, within a sentence: its turn, or its round and phase."""
    moment = match.game.moment(match.table)
    return f"{moment[:1].lower()}{moment[1:]}" if moment else f"turn {match.turn}"


def seat_of(event: Event) -> str | None:
    """Return the seat that an event concerns, if any."""
    seat = event.seat or event.facts.get("seat")
    return seat if isinstance(seat, str) else None


# --- why ---------------------------------------------


def trail(match: Match, say: Say, viewer: str | None, number: int) -> Trail:
    """Return the money behind a line of the news, and its clause: ``{"entries", "clause"}``.

    An event is told beside what it moved. What moved just before it was told belongs to it;
    else what moved just after, under the same clause.
    """
    event, transfers, at = find(match, viewer, number)
    if event is None:
        return {"entries": [], "clause": None}
    seen, table = match.game.secrecy.transfer_seen, match.table_shown(viewer)
    # masked only now: a neighbour's money must not step into the place of what is hidden
    shown = [seen(transfer, table, viewer) for transfer in belonging(transfers, event, at)]
    return {
        "entries": [ledger_row(transfer, say) for transfer in shown if transfer is not None],
        "clause": clause(match, event.rule),
    }


def find(
    match: Match, viewer: str | None, number: int
) -> tuple[Event | None, Sequence[Transfer], int]:
    """Return an event as the viewer sees it, its segment's transfers, and its index in the segment.

    The event is None if there is no such number, or if the viewer may not see it.
    """
    before = 0
    for events, transfers in match.told:
        at = number - before - 1
        if 0 <= at < len(events):
            shown = match.game.secrecy.event_seen(events[at], match.table_shown(viewer), viewer)
            return shown, transfers, at
        before += len(events)
    return None, (), 0


def belonging(transfers: Sequence[Transfer], event: Event, at: int) -> list[Transfer]:
    """Return the transfers that belong to the event told as number ``at`` of its segment."""
    just_before = [transfer for transfer in transfers if transfer.news == at]
    just_after = [transfer for transfer in transfers if transfer.news == at + 1]
    return (
        [transfer for transfer in just_before if transfer.rule == event.rule]
        or [transfer for transfer in just_after if transfer.rule == event.rule]
        or just_before
    )


def ledger_row(transfer: Transfer, say: Say) -> LedgerRow:
    return {
        "turn": transfer.turn,
        "unit": transfer.unit,
        "amount": transfer.amount,
        "from": say.account(transfer.source),
        "to": say.account(transfer.target),
        "reason": say.reason(transfer.reason),
        "rule": transfer.rule,
        "text": moved(say, transfer.unit, transfer.amount),
    }


def ledger_page(match: Match, say: Say, viewer: str | None, start: int) -> LedgerPage:
    """Return a page of the ledger as the viewer may know it: ``{"from", "total", "rows"}``."""
    transfers = match.view_shown(viewer).ledger
    rows = [ledger_row(transfer, say) for transfer in transfers[start : start + LEDGER_PAGE]]
    return {"from": start, "total": len(transfers), "rows": rows}


def payments(match: Match, say: Say, viewer: str | None, since: int) -> list[Payment]:
    """Return the largest payments after so many rows of the ledger: payer, payee, amount in words.

    Only seats are named: None stands for whoever else pays or is paid, such as the Bank.
    """
    left, latest = sum(len(transfers) for _, transfers in match.told) - since, list[Transfer]()
    for _, transfers in reversed(match.told):
        if left <= 0:
            break
        latest += transfers[-left:]
        left -= len(transfers)
    seen, table = match.game.secrecy.transfer_seen, match.table_shown(viewer)
    sums = Counter[tuple[str | None, str | None, str]]()
    for transfer in latest:
        shown = seen(transfer, table, viewer)
        if shown is not None and (shown.unit in MONEY or shown.unit == say.currency):
            ends = [end if end in match.seats else None for end in (shown.source, shown.target)]
            if any(ends):
                sums[ends[0], ends[1], shown.unit] += shown.amount
    largest = sums.most_common(MOST_PAYMENTS)
    return [
        (source, target, moved(say, unit, amount)) for (source, target, unit), amount in largest
    ]


def clause(match: Match, rule: str) -> Clause | None:
    """Return a clause's id and text; None where the rule book has none of that id."""
    clauses = match.game.rulebook.clauses
    return {"id": rule, "text": clauses[rule]} if rule in clauses else None


def rules(match: Match) -> list[Clause]:
    """Return the whole rule book, clause by clause."""
    return [{"id": rule, "text": text} for rule, text in match.game.rulebook.clauses.items()]
