"""Page action that creates homework from a table's match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.live_table import Table


def offer_homework(table: Table) -> None:
    """Register the homework action on a table."""
    table.on_action("homework", lambda _content: build_homework_reply(table.match))


def build_homework_reply(match: Match) -> dict[str, Any]:
    """Return both notebooks as the reply to the button “Homework from this match”."""
    from classkit.assignments.homework.homework_notebook import (
        zip_homework,  # imported here because it is slow to import and rarely used
    )

    return {"kind": "detail", "what": "homework", "data": zip_homework(match)}
