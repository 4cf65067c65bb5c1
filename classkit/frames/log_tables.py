"""Transfers, events and answers of a match as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.events import INSTRUCTOR, Entry
from classkit.engine.views import read_viewer

from .columns import name_column
from .decision_replay import AnsweredEntry, replay_entries

if TYPE_CHECKING:
    import pandas as pd

    from classkit.engine.match import Match


def ledger_rows(
    match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False
) -> list[dict[str, Any]]:
    """Return one row for each transfer that a viewer may see now, oldest first.

    ``describe("ledger")`` lists the columns.

    Args:
        match: The match.
        seen_as: "instructor", "everybody" or a seat's letter.
        names: Use the names that users entered in sentences, instead of the default names of seats
            (A is Ada).

    Returns:
        Dicts with the same keys in every row.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> ledger_rows(m)[0]["number"]
        1
    """
    say = match.say(names)
    transfers = match.as_seen_by(seen_as).view.ledger
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
    """Return the ledger as a pandas frame.

    Args:
        match: The match.
        seen_as: As in `ledger_rows`.
        names: As in `ledger_rows`.

    Returns:
        A frame with the columns of `ledger_rows`, one row for each transfer.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> len(ledger_frame(m)) == len(m.transfers)
        True
    """
    from .dataframe import build_frame

    return build_frame("ledger", ledger_rows(match, seen_as, names=names))


def event_rows(
    match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False
) -> list[dict[str, Any]]:
    """Return one row for each event that a viewer may see now, oldest first.

    ``describe("events")`` lists the columns. The seed is omitted until the match is over, because
    all future rolls can be computed from it.

    Args:
        match: The match.
        seen_as: "instructor", "everybody" or a seat's letter.
        names: Use the names that users entered in sentences, instead of the default names of seats
            (A is Ada).

    Returns:
        Dicts with the same keys in every row.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> any("seed" in row["facts"] for row in event_rows(m))
        False
    """
    say = match.say(names)
    rows = []
    events = match.as_seen_by(seen_as).view.events
    for number, event in enumerate(events, start=1):
        facts = {k: v for k, v in event.facts.items() if k != "seed" or match.is_over}
        rows.append(
            {
                "number": number,
                "turn": event.turn,
                "seat": event.seat or "",
                **name_column(match, event.seat or "", names),
                "event": event.name,
                "rule": event.rule,
                "text": say.event_sentence(event._replace(facts=facts)) or "",
                "facts": facts,
            }
        )
    return rows


def events_frame(match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False) -> pd.DataFrame:
    """Return the events as a pandas frame.

    Args:
        match: The match.
        seen_as: As in `event_rows`.
        names: As in `event_rows`.

    Returns:
        A frame with the columns of `event_rows`, one row for each event.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> len(events_frame(m)) == len(m.events)
        True
    """
    from .dataframe import build_frame

    return build_frame("events", event_rows(match, seen_as, names=names))


def answer_rows(
    match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False
) -> list[dict[str, Any]]:
    """Return one row for each answer, aside, withdrawal and signal, oldest first.

    ``describe("answers")`` lists the columns. A secret answer of another seat has the move
    "hidden", no fields and no decision. Until sealed answers are opened, only their own seat and
    the instructor see them.

    Args:
        match: The match.
        seen_as: "instructor", "everybody" or a seat's letter.
        names: Add the names of seats.

    Returns:
        Dicts with the same keys in every row.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).answer("keep")
        >>> m = m.undo().answer("reverse")
        >>> [(r["seat"], r["decision"], r["move"]) for r in answer_rows(m)]
        [('B', 'set_arrow', 'reverse')]
    """
    viewer = read_viewer(seen_as, match.seats, match.seat_names)
    shown: dict[int, Entry] = dict(match.as_seen_by(viewer).view.numbered_answers)
    return [
        build_answer_row(match, given, shown[given.number], names)
        for given in replay_entries(match)
        if given.number in shown
    ]


def build_answer_row(
    match: Match, given: AnsweredEntry, entry: Entry, names: bool
) -> dict[str, Any]:
    """Return the row for an answer. The row of a hidden answer omits its decision."""
    seat = entry.seat or ""
    whole = entry.name == given.entry.name and entry.value == given.entry.value
    return {
        "number": given.number,
        "turn": given.turn,
        "round": given.round,
        "seat": seat,
        **name_column(match, seat, names),
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
    """Return the answers as a pandas frame.

    Args:
        match: The match.
        seen_as: As in `answer_rows`.
        names: As in `answer_rows`.

    Returns:
        A frame with the columns of `answer_rows`, one row for each answer.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> len(answers_frame(m)) == len(m.answers)
        True
    """
    from .dataframe import build_frame

    return build_frame("answers", answer_rows(match, seen_as, names=names))
