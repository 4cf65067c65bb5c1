"""Everything that happened, as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.log import INSTRUCTOR

from .columns import labelled

if TYPE_CHECKING:
    import pandas as pd

    from classkit.engine.match import Match


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

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> len(events_frame(m)) == len(m.events)
    True
    """
    from .typed import frame

    return frame("events", event_rows(match, seen_as, names=names))
