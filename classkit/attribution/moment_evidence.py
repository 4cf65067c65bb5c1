"""Evidence for a moment: the events and ledger rows behind the changes of some seats."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.events import Event, Transfer
from classkit.engine.evidence import Evidence
from classkit.engine.match import Match

from .decomposition import Decomposition


def collect_evidence(
    match: Match,
    seats: Collection[Seat],
    since: int,
    turn: int,
    viewer: str | None,
    *splits: Decomposition,
) -> Evidence:
    """Return all visible events and ledger rows in a moment that concern some seats.

    These are the events that name a seat, and the rows of its accounts. If a price or a term of a
    metric has changed, any event or row of the moment may be the cause, so all are included. All
    are also included for a metric of the table, for which ``seats`` is empty.

    Args:
        match: The match.
        seats: Seats with reported changes.
        since: Last turn before the moment.
        turn: Last turn of the moment.
        viewer: Viewer, as in :func:`.decompose_metric`.
        splits: Decompositions of the changes.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> m = m.play(until="round")
        >>> found = collect_evidence(m, ["B"], 0, 1, None)
        >>> {m.events[number - 1].turn for number in found.events}
        {1}
    """
    everything = not seats or any(
        part.kind in ("worth", "term") for split in splits for part in split.parts
    )
    table, secrecy = match.as_seen_by(viewer).state, match.game.secrecy
    log = match.events_by_segment
    events = tuple(
        number
        for number, event in enumerate(chain.from_iterable(told for told, _ in log), 1)
        if since < event.turn <= turn
        and (shown := secrecy.visible_event(event, table, viewer)) is not None
        and (everything or names_seat(shown, seats))
    )
    transfers = tuple(
        number
        for number, row in enumerate(chain.from_iterable(rows for _, rows in log), 1)
        if since < row.turn <= turn
        and (everything or moves_account(row, seats))
        and secrecy.visible_transfer(row, table, viewer) is not None
    )
    return Evidence(events, transfers)


def names_seat(event: Event, seats: Collection[Seat]) -> bool:
    """Return whether an event concerns any of the seats, or names one in its facts."""
    return event.seat in seats or any(one in seats for one in iterate_words(event.facts))


def iterate_words(value: Any) -> Iterator[str]:
    """Yield each text in nested facts, including keys.

    >>> list(iterate_words({"A": [1, {"to": "B"}]}))
    ['A', 'to', 'B']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from iterate_words(key)
            yield from iterate_words(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from iterate_words(one)


def moves_account(row: Transfer, seats: Collection[Seat]) -> bool:
    """Return whether the source or target of a ledger row is an account of any of the seats."""
    return any(end.rpartition(":")[2] in seats for end in (row.source, row.target))
