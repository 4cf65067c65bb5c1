"""Record sheet, which lists the property cards of each player (E0.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..state import EconomyState

SHEET_COLUMNS: Mapping[str, Mapping[str, tuple[str, str, str]]] = {
    "properties": {
        "seat": ("text", "", "letter of the seat that holds the property card"),
        "card": ("text", "", "id of the property card: its sector and its slot"),
        "title": ("text", "", "product or trade on the card"),
        "sector": ("text", "", "id of the card's sector"),
        "category": ("text", "", "Invention, Factory or Shop"),
        "points": ("whole number", "points", "points that it earns when its sector scores"),
    }
}
"""The meaning of the table's columns."""


def build_sheets(t: EconomyState) -> dict[str, list[dict[str, Any]]]:
    """Build the table of the property cards in players' hands, which are public (E6.2).

    The table does not reveal the locations of the cards (E6.4). For a past state shown later, it is
    empty if a location has been hidden since: the turn of a change would reveal the card.

    >>> import classkit
    >>> position = {"A": {"properties": ["motor-2"]}, "face_down": ["f3"]}
    >>> m = classkit.new("economy", 3, options={"placement": "demo"}, position=position)
    >>> [list(row.values()) for row in build_sheets(m.table)["properties"]]
    [['A', 'motor-2', 'Car plant', 'motor', 'Factory', 2]]
    """
    if t.hidden_since:
        return {"properties": []}
    rows = [
        {
            "seat": seat,
            "card": card.id,
            "title": card.title,
            "sector": card.sector,
            "category": t.edition.categories[card.category].name,
            "points": card.points,
        }
        for seat in t.seats
        for card in map(t.deck.cards.__getitem__, t.properties(seat))
    ]
    return {"properties": rows}
