"""The three instruments of a match: charts of prices, of public finances and of the scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric

Role: TypeAlias = Literal["prices", "purse", "scores", ""]

ROLES: tuple[Role, Role, Role] = ("prices", "purse", "scores")
PRICE_WORDS = ("inflation", "price", "index", "rate")
PURSE_WORDS = ("treasury", "bank", "purse", "fund", "cash", "money", "gold", "stock", "free")
SERIES_KINDS = ("line", "step", "stacked_area")


def choose_instruments(match: Match) -> tuple[str, ...]:
    """Return the keys of the charts that a page always shows, in the order of their roles.

    A game declares the keys (:meth:`classkit.engine.game.Game.first_charts`). If a role is missing,
    the scores are the chart named in the game's description, prices and public finances are found
    by words in the titles, and any others are the first charts over time. A game with fewer charts
    has fewer instruments.

    >>> import classkit
    >>> choose_instruments(classkit.new("poleconomy", seats=3, seed=1, options={"game": 2}))
    ('inflation', 'treasury', 'net_worth')
    """
    charts = list(match.game.active_charts(match.table))
    keys = {chart.key for chart in charts}
    named = [key for key in match.game.first_charts(match.table) if key in keys][:3]
    if len(named) == 3:
        return tuple(named)
    metrics = {one.key: one for one in match.game.active_metrics(match.table)}
    left = [chart for chart in charts if chart.key not in named and chart.metrics[0] in metrics]
    left.sort(key=lambda chart: chart.kind not in SERIES_KINDS or chart.now)
    described = match.game.get_description(match.table).chart
    of_seats = [one for one in left if metrics[one.metrics[0]].scope == "seat"]
    scores = next((one for one in left if one.key == described), next(iter(of_seats), None))
    if scores is not None and len(left) > 2 - len(named):
        left.remove(scores)
    found = list(named)
    for words in (PRICE_WORDS, PURSE_WORDS)[len(named) :]:
        one = find_by_words(left, metrics, words)
        if one is not None:
            left.remove(one)
            found.append(one.key)
    rest = [scores.key] if scores is not None else []
    return tuple(dict.fromkeys([*found, *rest, *(one.key for one in left)]))[:3]


def find_by_words(
    charts: Iterable[Chart], metrics: dict[str, Metric], words: Iterable[str]
) -> Chart | None:
    """Return the first chart of the table with one of the words, or else its first chart.

    If no chart is about the table, return the first chart. A chart of public finances is chosen for
    prices only if there is no other.
    """
    found = list(charts)
    of_table = [one for one in found if metrics[one.metrics[0]].scope in ("table", "parts")]
    if words is PRICE_WORDS:
        of_table.sort(key=lambda one: any(word in name_chart(one) for word in PURSE_WORDS))
    for word in words:
        for chart in of_table:
            if word in name_chart(chart):
                return chart
    return next(iter(of_table), next(iter(found), None))


def name_chart(chart: Chart) -> str:
    """Return the words that describe the subject of a chart."""
    return f"{chart.key} {chart.title}".lower()


def get_role(key: str, instruments: tuple[str, ...]) -> Role:
    """Return the role of a chart among the instruments, or "".

    >>> get_role("treasury", ("inflation", "treasury", "worth")), get_role("debt", ("inflation",))
    ('purse', '')
    """
    return ROLES[instruments.index(key)] if key in instruments else ""
