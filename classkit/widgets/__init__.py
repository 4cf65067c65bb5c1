"""Everything that is seen: the live table, and its parts one by one.

Importing this package is light; ipywidgets comes with the first table. The modules that say *what*
a page shows (``asks``, ``scene``, ``rows``, ``story``, ``present``) are functions from a match to
plain data and need no widget at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

if TYPE_CHECKING:
    from classkit.engine.match import Match

    from .live import Table, TableSettings
    from .parts import Part

__all__ = ["ask", "board", "chart", "controls", "futures", "news", "standings", "table", "timeline"]


def table(match: Match | str, /, **settings: Unpack[TableSettings]) -> Table:
    """Return the live table of a match, or of a new one: ``table("poleconomy", seats=4, seed=7)``.

    ``settings`` are as in :func:`classkit.table`.

    >>> from classkit.widgets import table
    >>> live = table("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7)
    >>> live.step(until="turn").turn
    2
    """
    from .live import Table

    return Table(match, **settings)


def board(source: Table | Match) -> Part:
    """Return the board alone, of a table (it follows that table) or of a match.

    >>> from classkit.widgets import board, table
    >>> live = table("poleconomy", seats=3, seed=7)
    >>> alone = board(live)
    >>> live.step(until="turn").turn == alone.turn
    True
    """
    return part(source, "board")


def ask(source: Table | Match) -> Part:
    """Return the ask panel alone.

    ``source`` is a table, whose part it then is, or a match, of which a table is made; so it is
    with all parts.
    """
    return part(source, "ask")


def chart(source: Table | Match, key: str = "") -> Part:
    """Return one chart alone, by its key; by default the game's first.

    >>> from classkit.widgets import chart, table
    >>> chart(table("poleconomy", seats=3, seed=7), "inflation").chart
    'inflation'
    """
    return part(source, "chart", key)


def controls(source: Table | Match) -> Part:
    """Return Step, Back, Forward and Play alone: they play whatever parts are shown."""
    return part(source, "controls")


def timeline(source: Table | Match) -> Part:
    """Return the timeline alone."""
    return part(source, "timeline")


def news(source: Table | Match) -> Part:
    """Return the news alone."""
    return part(source, "news")


def standings(source: Table | Match) -> Part:
    """Return the standings alone."""
    return part(source, "standings")


def futures(source: Table | Match) -> Part:
    """Return futures and compared moves alone: what to ask, and what came of it."""
    return part(source, "ahead")


def part(source: Table | Match, name: str, chart: str = "") -> Part:
    """Any part of a table by name, see :class:`classkit.widgets.parts.Part`."""
    from .parts import Part

    return Part(source, name, chart)
