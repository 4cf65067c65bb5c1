"""The property cards that lie open before each player, as a table (E0.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..state import Economy

SHEET_COLUMNS: Mapping[str, Mapping[str, tuple[str, str, str]]] = {
    "properties": {
        "seat": ("text", "", "letter of the seat that holds the property card"),
        "card": ("text", "", "id of the property card: its sector and its slot"),
        "title": ("text", "", "product or trade on the card"),
        "sector": ("text", "", "id of the card's sector"),
        "category": ("text", "", "Invention, Factory or Shop"),
        "points": ("whole number", "points", "what it earns when its sector scores"),
    }
}
"""The meaning of the columns of the table."""


def property_cards(t: Economy) -> dict[str, list[dict[str, Any]]]:
    """Return the property cards in hand, visible whatever lies face-down (E6.2).

    They do not tell where their locations lie (E6.4). On an earlier table shown again there are
    none if a location has been hidden since: who took what at which turn would name it.

    >>> import classkit
    >>> position = {"A": {"properties": ["motor-2"]}, "face_down": ["f3"]}
    >>> m = classkit.new("economy", 3, options={"placement": "demo"}, position=position)
    >>> [list(row.values()) for row in property_cards(m.table)["properties"]]
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
