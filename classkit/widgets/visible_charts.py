"""Visible charts of the pages: only visible charts are rendered.

Each page of a channel reports its visible charts whenever they change. A browser may show one model
in several windows, each of which counts as a page. A chart is rendered if any page shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.errors import truncate_text

from .actions import InvalidAction

MAX_PAGES = 8
"""Maximum number of pages. If it is exceeded, the least recently reporting page is dropped."""
MAX_CHARTS = 100


class PageCharts(NamedTuple):
    """The visible charts of a page, and the charts whose tables of numbers are visible."""

    charts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


class VisibleCharts:
    """The visible charts of all pages of one channel."""

    def __init__(self) -> None:
        self.pages: dict[int, PageCharts] = {}

    def set_page(self, page: int, said: Mapping[str, Any]) -> None:
        """Store the report of a page: ``{"charts": [keys], "numbers": [keys]}``."""
        shown = PageCharts(parse_chart_keys(said, "charts"), parse_chart_keys(said, "numbers"))
        self.pages.pop(page, None)
        self.pages[page] = shown
        for first in list(self.pages)[:-MAX_PAGES]:
            del self.pages[first]

    def forget_other_pages(self, page: int) -> None:
        """Drop all pages except a new one. Other open pages will report again."""
        self.pages = {one: shown for one, shown in self.pages.items() if one == page}

    @property
    def charts(self) -> set[str]:
        """Keys of the charts that are visible on any page."""
        return {key for shown in self.pages.values() for key in shown.charts}

    @property
    def numbers(self) -> set[str]:
        """Keys of the charts whose tables of numbers are visible on any page."""
        return {key for shown in self.pages.values() for key in shown.numbers}


def parse_chart_keys(said: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the chart keys in a report. Raise InvalidAction if they are invalid.

    >>> parse_chart_keys({"charts": ["inflation"]}, "charts"), parse_chart_keys({}, "numbers")
    (('inflation',), ())
    """
    found = said.get(name, [])
    known = isinstance(found, list) and len(found) <= MAX_CHARTS
    if not known or not all(isinstance(key, str) for key in found):
        raise InvalidAction(
            f"{name} must be a list of at most {MAX_CHARTS} charts, not {truncate_text(found)}."
        )
    return tuple(found)
