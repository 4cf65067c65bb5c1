"""Usual returns: average proceeds of a game's items, measured in matches between bots."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from math import floor, log10
from typing import NamedTuple

FILE = "presentation/usual_returns.json"
"""Path of the measured returns, relative to the package of a game's rulebook."""
MAX_SHOWN = 3
"""Maximum number of usual returns shown with a question."""
MIN_SAMPLES = 20
"""Minimum number of samples for a mean to be shown."""


class UsualReturn(NamedTuple):
    """Mean proceeds of a kind of item.

    ``level`` is "" if they apply at every price level.
    """

    kind: str
    label: str
    unit: str
    level: str
    samples: int
    amount: float


def find_usual_returns(package: str, kind: str, level: str) -> list[UsualReturn]:
    """Return the usual returns of a kind of item at a price level.

    Args:
        package: Package of the game's rulebook.
        kind: Kind of the item, or "" for none.
        level: Current price level.

    Example:
        >>> found = find_usual_returns("classkit.games.poleconomy", "company", "1")
        >>> [one.label for one in found]
        ['Visits, usual in 10 turns', 'Its price, usual in 10 turns']
        >>> find_usual_returns("classkit.games.poleconomy", "", "1")
        []
    """
    if not kind:
        return []
    found = [
        one
        for one in read_usual_returns(package)
        if one.kind == kind and one.level in ("", level) and one.samples >= MIN_SAMPLES
    ]
    return sorted(found, key=lambda one: bool(one.level))[:MAX_SHOWN]


@lru_cache(maxsize=32)
def read_usual_returns(package: str) -> tuple[UsualReturn, ...]:
    """Return the measured returns of the game in a package, or an empty tuple if it has none."""
    if not package:
        return ()
    try:
        text = files(package).joinpath(FILE).read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError):
        return ()
    return tuple(
        UsualReturn(*(row[key] for key in UsualReturn._fields)) for row in json.loads(text)["rows"]
    )


def round_usual(amount: float) -> float:
    """Round a mean to two significant digits, because the sample does not justify more.

    >>> round_usual(52_431.2), round_usual(-0.347), round_usual(0)
    (52000.0, -0.35, 0.0)
    """
    if not amount:
        return 0.0
    return round(amount, 1 - floor(log10(abs(amount))))
