"""The live table of a match as a Jupyter widget, and its parts as separate widgets.

Importing this package is fast: ipywidgets is imported only when you create the first table. Modules
such as ``ask_panel``, ``board_state``, ``narration`` and ``state_snapshot`` convert a match to JSON
for the page, and need no widget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

if TYPE_CHECKING:
    from classkit.engine.match import Match

    from .live_table import Table, TableSettings
    from .standalone_parts import TablePart

__all__ = ["ask", "board", "chart", "controls", "futures", "news", "standings", "table", "timeline"]


def table(match: Match | str, /, **settings: Unpack[TableSettings]) -> Table:
    """Return a live table of a match: ``table("poleconomy", seats=4, seed=7)``.

    Args:
        match: A match, or the name of a game to start a new match.
        settings: As in :func:`classkit.table`.

    Returns:
        The widget. A notebook shows the widget if it is the last line of a cell.

    Example:
        >>> from classkit.widgets import table
        >>> live = table("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7, options={"game": 1})
        >>> live.step(until="turn").turn
        2
    """
    from .live_table import Table

    return Table(match, **settings)


def board(source: Table | Match) -> TablePart:
    """Return the board as its own widget.

    Args:
        source: A table that the widget follows, or a match. For a match, a new table is created.
            All functions for parts accept both.

    Returns:
        The widget.

    Example:
        >>> from classkit.widgets import board, table
        >>> live = table("poleconomy", seats=3, seed=7)
        >>> alone = board(live)
        >>> live.step(until="turn").turn == alone.turn
        True
    """
    return part(source, "board")


def ask(source: Table | Match) -> TablePart:
    """Return the ask panel, where decisions are made, as a separate widget.

    Args:
        source: A table or a match, as in :func:`board`.

    Returns:
        The widget.

    Example:
        >>> from classkit.widgets import ask, table
        >>> live = table("poleconomy", seats=3, seed=7)
        >>> ask(live).turn == live.turn
        True
    """
    return part(source, "ask")


def chart(source: Table | Match, key: str = "") -> TablePart:
    """Return one chart as a separate widget.

    Args:
        source: A table or a match, as in :func:`board`.
        key: Key of the chart. Defaults to the first chart of the game.

    Returns:
        The widget.

    Raises:
        UnknownName: The chart is unknown.

    Example:
        >>> from classkit.widgets import chart, table
        >>> chart(table("poleconomy", seats=3, seed=7), "inflation").chart
        'inflation'
    """
    return part(source, "chart", key)


def controls(source: Table | Match) -> TablePart:
    """Return the buttons Step, Back, Forward and Play as their own widget.

    Args:
        source: A table or a match, as in :func:`board`.

    Returns:
        The widget.

    Example:
        >>> from classkit.widgets import controls, table
        >>> live = table("poleconomy", seats=3, seed=7)
        >>> controls(live).turn == live.turn
        True
    """
    return part(source, "controls")


def timeline(source: Table | Match) -> TablePart:
    """Return the timeline as a separate widget.

    Args:
        source: A table or a match, as in :func:`board`.

    Returns:
        The widget.

    Example:
        >>> from classkit.widgets import timeline, table
        >>> live = table("poleconomy", seats=3, seed=7)
        >>> timeline(live).turn == live.turn
        True
    """
    return part(source, "timeline")


def news(source: Table | Match) -> TablePart:
    """Return the news as a separate widget.

    Args:
        source: A table or a match, as in :func:`board`.

    Returns:
        The widget.

    Example:
        >>> from classkit.widgets import news, table
        >>> live = table("poleconomy", seats=3, seed=7)
        >>> news(live).turn == live.turn
        True
    """
    return part(source, "news")


def standings(source: Table | Match) -> TablePart:
    """Return the standings as a separate widget.

    Args:
        source: A table or a match, as in :func:`board`.

    Returns:
        The widget.

    Example:
        >>> from classkit.widgets import standings, table
        >>> live = table("poleconomy", seats=3, seed=7)
        >>> standings(live).turn == live.turn
        True
    """
    return part(source, "standings")


def futures(source: Table | Match) -> TablePart:
    """Return the forecasts (futures and compared moves) as a separate widget.

    Args:
        source: A table or a match, as in :func:`board`.

    Returns:
        The widget.

    Example:
        >>> from classkit.widgets import futures, table
        >>> live = table("poleconomy", seats=3, seed=7)
        >>> futures(live).turn == live.turn
        True
    """
    return part(source, "ahead")


def part(source: Table | Match, name: str, chart: str = "") -> TablePart:
    """Return the part of a table named ``name``. See :class:`.TablePart`."""
    from .standalone_parts import TablePart

    return TablePart(source, name, chart)
