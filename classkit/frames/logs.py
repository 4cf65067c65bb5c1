"""What moved, what happened and what was answered in a match, as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.log import INSTRUCTOR, Entry
from classkit.engine.views import read_viewer

from .columns import labelled
from .walk import Given, walk

if TYPE_CHECKING:
    import pandas as pd

    from classkit.engine.match import Match


def ledger_rows(
    match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False
) -> list[dict[str, Any]]:
    """List one row for each transfer, oldest first, as far as `seen_as` may know it now.

    `seen_as` is "instructor", "everybody" or the letter of a seat; UnknownName otherwise.
    Columns: those of ``describe("ledger")``. Reasons in words name seats by their letters unless
    ``names`` is set.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> ledger_rows(m)[0]["number"]
    1
    """
    say = match.say(names)
    transfers = match.view_shown(seen_as).ledger
    return [
        {
            "number": number,
            "turn": moved.turn,
            "unit": moved.unit,
            "amount": moved.amount,
            "source": moved.source,
            "target": moved.target,
            "reason": moved.reason,
            "text": say.reason(moved.reason),
            "rule": moved.rule,
        }
        for number, moved in enumerate(transfers, start=1)
    ]


def ledger_frame(match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False) -> pd.DataFrame:
    """Return the ledger as a pandas frame; columns as in `ledger_rows`.

    `seen_as` and `names` are as in `history_rows`.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> len(ledger_frame(m)) == len(m.transfers)
    True
    """
    from .typed import frame

    return frame("ledger", ledger_rows(match, seen_as, names=names))


def event_rows(
    match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False
) -> list[dict[str, Any]]:
    """List one row for each event, oldest first, as far as `seen_as` may know it now.

    `seen_as` is "instructor", "everybody" or the letter of a seat; UnknownName otherwise.
    Columns: those of ``describe("events")``. Seats go by their letters, in sentences too, unless
    ``names`` is set. The seed is left out until the match is over: whoever reads it can compute
    every throw to come.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> any("seed" in row["facts"] for row in event_rows(m))
    False
    """
    say = match.say(names)
    rows = []
    events = match.view_shown(seen_as).events
    for number, event in enumerate(events, start=1):
        facts = {k: v for k, v in event.facts.items() if k != "seed" or match.is_over}
        rows.append(
            {
                "number": number,
                "turn": event.turn,
                "seat": event.seat or "",
                **labelled(match, event.seat or "", names),
                "event": event.name,
                "rule": event.rule,
                "text": say.event(event._replace(facts=facts)) or "",
                "facts": facts,
            }
        )
    return rows


def events_frame(match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False) -> pd.DataFrame:
    """Return the events as a pandas frame; columns as in `event_rows`.

    `seen_as` and `names` are as in `history_rows`.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> len(events_frame(m)) == len(m.events)
    True
    """
    from .typed import frame

    return frame("events", event_rows(match, seen_as, names=names))


def answer_rows(
    match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False
) -> list[dict[str, Any]]:
    """List one row for each answer, aside, withdrawal and signal, oldest first.

    Columns: those of ``describe("answers")``, with the names of seats only if asked for.
    `seen_as` is "instructor", "everybody" or the letter of a seat; UnknownName otherwise. Another
    seat's secret answer has the move "hidden", no fields and no question. Sealed answers that are
    not yet opened are shown to their own seat and the instructor only.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).answer("keep").undo().answer("reverse")
    >>> [(r["seat"], r["decision"], r["move"]) for r in answer_rows(m)]
    [('B', 'set_arrow', 'reverse')]
    """
    viewer = read_viewer(seen_as, match.seats, match.names)
    shown: dict[int, Entry] = dict(match.view_shown(viewer).numbered_answers)
    return [
        row_of(match, given, shown[given.number], names)
        for given in walk(match)
        if given.number in shown
    ]


def row_of(match: Match, given: Given, entry: Entry, names: bool) -> dict[str, Any]:
    """Return the row of one answer as it may be shown; a hidden one without its question."""
    seat = entry.seat or ""
    whole = entry.name == given.entry.name and entry.value == given.entry.value
    return {
        "number": given.number,
        "turn": given.turn,
        "round": given.round,
        "seat": seat,
        **labelled(match, seat, names),
        "kind": entry.kind,
        "decision": given.decision if whole else "",
        "rule": given.rule if whole else "",
        "move": entry.name,
        "fields": dict(entry.value or {}),
        "by": entry.by,
        "bot": bool(entry.by),
        "forced": given.forced if whole else None,
    }


def answers_frame(match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False) -> pd.DataFrame:
    """Return the answers as a pandas frame; columns as in `answer_rows`.

    `seen_as` and `names` are as in `history_rows`.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> len(answers_frame(m)) == len(m.answers)
    True
    """
    from .typed import frame

    return frame("answers", answer_rows(match, seen_as, names=names))
