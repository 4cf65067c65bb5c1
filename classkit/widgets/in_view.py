"""Which charts somebody looks at: these alone are filled for a page, all others cost nothing.

Each page of a channel says what it shows whenever that changes. A browser may show one model in
several windows, and each of them is a page of its own: whatever any of them shows is filled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.errors import shorten

from .actions import BadAction

MOST_PAGES = 8
"""The most pages remembered. Beyond that the oldest is forgotten until it speaks again."""
MOST_CHARTS = 100


class Shown(NamedTuple):
    """The charts that a page shows, and those of which it shows the numbers."""

    charts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


class InView:
    """What the pages of one channel show."""

    def __init__(self) -> None:
        self.pages: dict[int, Shown] = {}

    def shows(self, page: int, said: Mapping[str, Any]) -> None:
        """Note what a page says that it shows: ``{"charts": [keys], "numbers": [keys]}``."""
        shown = Shown(keys(said, "charts"), keys(said, "numbers"))
        self.pages.pop(page, None)
        self.pages[page] = shown
        for first in list(self.pages)[:-MOST_PAGES]:
            del self.pages[first]

    def forget_others(self, page: int) -> None:
        """Forget all pages but one that has just begun; others still open will speak again."""
        self.pages = {one: shown for one, shown in self.pages.items() if one == page}

    @property
    def charts(self) -> set[str]:
        """The keys of the charts that any page shows."""
        return {key for shown in self.pages.values() for key in shown.charts}

    @property
    def numbers(self) -> set[str]:
        """The keys of the charts of which any page shows the numbers."""
        return {key for shown in self.pages.values() for key in shown.numbers}


def keys(said: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the keys of charts that a page names; BadAction where they are none.

    >>> keys({"charts": ["inflation"]}, "charts"), keys({}, "numbers")
    (('inflation',), ())
    """
    found = said.get(name, [])
    known = isinstance(found, list) and len(found) <= MOST_CHARTS
    if not known or not all(isinstance(key, str) for key in found):
        raise BadAction(
            f"{name} must be a list of at most {MOST_CHARTS} charts, not {shorten(found)}."
        )
    return tuple(found)
