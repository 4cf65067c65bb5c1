"""The table's button that writes a homework from the match it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.live import Table


def offer_homework(table: Table) -> None:
    """Let the page of a table ask for a homework from its match."""
    table.on_action("homework", lambda _content: answer_page(table.match))


def answer_page(match: Match) -> dict[str, Any]:
    """Return the answer to the button “Homework from this match”, with both notebooks."""
    from classkit.assignments.homework.notebook import for_page  # slow to import, seldom asked

    return {"kind": "detail", "what": "homework", "data": for_page(match)}
