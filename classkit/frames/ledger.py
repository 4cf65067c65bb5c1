"""Everything that moved between accounts, as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.log import INSTRUCTOR

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

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> len(ledger_frame(m)) == len(m.transfers)
    True
    """
    from .typed import frame

    return frame("ledger", ledger_rows(match, seen_as, names=names))
