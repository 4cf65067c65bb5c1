"""Cause of a bar: the event that cost a seat its chance of winning."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.decisions import Seat
from classkit.engine.events import Event
from classkit.engine.evidence import Evidence
from classkit.engine.match import Match

from .moment_evidence import moves_account


class BarCause(NamedTuple):
    """The event that barred a seat, if known, the evidence in that step, and the reason."""

    event: Event | None = None
    evidence: Evidence = Evidence()
    why: str = ""


class BarStep(NamedTuple):
    """Numbers of events and ledger rows before and after the step in which a seat was barred."""

    first: tuple[int, int]
    last: tuple[int, int]
    why: str


def find_bar_cause(match: Match, seat: Seat, since: int, turn: int, viewer: str | None) -> BarCause:
    """Return the event that barred a seat in a moment, and the evidence about that seat.

    The moment is replayed to find the step after which the standings hold the seat back until the
    end of the moment. The cause is the last event in this step that names the seat and is in the
    game's ``barring_events``. If there is no such event, the bar results from actions of other
    seats, and the cause is None.

    Args:
        match: The match.
        seat: The barred seat.
        since: Last turn before the moment.
        turn: Last turn of the moment.
        viewer: Viewer, as in :func:`.decompose_metric`.
    """
    first, last, why = find_bar_step(match, seat, since, turn)
    table, secrecy = match.as_seen_by(viewer).state, match.game.secrecy
    named = {
        number: shown
        for number, event in enumerate(match.shared_events[first[0] : last[0]], first[0] + 1)
        if event.seat == seat
        and since < event.turn <= turn  # a step may begin before the moment and end after it
        and (shown := secrecy.visible_event(event, table, viewer)) is not None
    }
    rows = tuple(
        number
        for number, row in enumerate(match.transfers[first[1] : last[1]], first[1] + 1)
        if moves_account(row, (seat,))
        and since < row.turn <= turn
        and secrecy.visible_transfer(row, table, viewer) is not None
    )
    causes = [number for number, event in named.items() if event.name in match.game.barring_events]
    return BarCause(named[causes[-1]] if causes else None, Evidence(tuple(named), rows), why)


def find_bar_step(match: Match, seat: Seat, since: int, turn: int) -> BarStep:
    """Return the step after which a seat is held back until the end of a moment."""

    def get_bar() -> str:
        races = twin.game.all_races(twin.table).values()
        bars = (line.held_back for lines in races for line in lines if line.seat == seat)
        return next(filter(None, bars), "")

    def count() -> tuple[int, int]:
        return len(twin.shared_events), len(twin.transfers)

    twin = match.fork()
    twin.goto(turn=since + 1)
    if twin.can_undo:  # the answer that led into the moment is part of it
        twin.undo()
    begun = before = count()
    was_barred, found = get_bar(), None
    while twin.step < match.step and twin.turn <= turn:
        twin.redo()
        now, barred = count(), get_bar()
        if barred and not was_barred:
            found = BarStep(before, now, barred)
        before, was_barred = now, barred
    return found or BarStep(begun, before, was_barred)
