"""A desk to try things on."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.widgets.match_controller import MatchController


def desk_of(seats: Any = 3, bots: Any = "passive", **settings: Any) -> MatchController:
    """The desk of a match of Poleconomy's Game 1, all seats bots unless told otherwise."""
    settings["options"] = {"game": 1, **settings.get("options", {})}
    return MatchController(classkit.new("poleconomy", seats=seats, seed=7, **settings), bots)
