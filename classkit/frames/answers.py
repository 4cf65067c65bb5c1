"""Everything that was answered, as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.events import INSTRUCTOR
from classkit.engine.views import looker

if TYPE_CHECKING:
    import pandas as pd

    from classkit.engine.match import Match


def answer_rows(match: Match, seen_as: str = INSTRUCTOR) -> list[dict[str, Any]]:
    """One row for each answer, aside, withdrawal and signal, oldest first.

    Columns: number (from 1), seat and name, kind, move, fields (a dict), by (the bot that answered,
    empty for persons). `seen_as` is "instructor", "everybody" or the letter of a seat; UnknownName
    otherwise. What others answered in secret has the move "hidden" and no fields. What is sealed
    and not yet opened is left out, for the instructor as well.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).answer("keep")
    >>> [(row["seat"], row["move"]) for row in answer_rows(m)]
    [('B', 'keep')]
    """
    given = match.view_shown(looker(seen_as, match.seats)).answers
    return [
        {
            "number": number,
            "seat": entry.seat or "",
            "name": match.names.get(entry.seat or "", ""),
            "kind": entry.kind,
            "move": entry.name,
            "fields": dict(entry.value or {}),
            "by": entry.by,
        }
        for number, entry in enumerate(given, start=1)
    ]


def answers_frame(match: Match, seen_as: str = INSTRUCTOR) -> pd.DataFrame:
    """The answers as a pandas frame; columns as in `answer_rows`.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> len(answers_frame(m)) == len(m.answers)
    True
    """
    import pandas as pd

    return pd.DataFrame(answer_rows(match, seen_as))
