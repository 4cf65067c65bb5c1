"""How production orders become known: they are carried out when the last is in."""

from __future__ import annotations

from classkit.engine.game import ANSWERS, Reveal

REVEALS = (
    Reveal("order_production", ANSWERS, "N0.6"),
    Reveal("order_production", "moved", "N8.4"),
    Reveal("order_production", "moved", "N8.7"),
)
