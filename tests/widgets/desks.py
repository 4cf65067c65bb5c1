"""A desk to try things on."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.widgets.desk import Desk


def desk_of(seats: Any = 3, bots: Any = "passive", **settings: Any) -> Desk:
    """The desk of a match of Poleconomy, all seats bots unless told otherwise."""
    return Desk(classkit.new("poleconomy", seats=seats, seed=7, **settings), bots)
