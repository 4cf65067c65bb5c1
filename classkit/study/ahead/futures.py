"""Futures: what may come of a match from here on, played many times with luck of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from classkit.engine.data import as_whole
from classkit.engine.errors import ClasskitError, UnknownName, shorten
from classkit.engine.match import Match
from classkit.engine.metrics import Chart
from classkit.engine.onward import Point

from ..processes import standing
from . import chances
from .asked import (
    Bots,
    fan_charts,
    metrics_of,
    own_bots,
    read_bots,
    read_figures,
    read_horizon,
    read_number,
)
from .coming import Coming
from .fan import NAMES, Fan, Fans, fans_of
from .fan_figure import Line, make_figure
from .future import Column, Course, Outcome

if TYPE_CHECKING:
    import pandas as pd
    from plotly.graph_objects import Figure

Row = dict[str, Any]

__all__ = ["Futures", "fan_charts", "futures", "own_bots"]


def futures(
    match: Match,
    n: int = 200,
    bots: Bots | None = None,
    horizon: int | None = None,
    *,
    unit: str = "turn",
    metrics: str | Iterable[str] | None = None,
    seed: int = 0,
    processes: int | None = None,
    sealed: bool = True,
) -> Futures:
    """``n`` futures of a match from where it stands now, bots in all seats from here on.

    Each has luck of its own, made from ``seed`` and its number, and never the match's: what was
    thrown and answered stays, what comes is open. The same call gives the same futures, whatever
    number of ``processes`` plays them; two branches of a match are given the same lucks, so that
    they differ by what was decided.

    ``bots`` is a name or a policy for all seats, a list of them that take the seats in turn, or a
    mapping from seats; where nobody is named the game's own bots play in turn. A policy keeps
    nothing from one future for the next; a class of policies is made anew for each. ``horizon`` is
    how many turns they go on (or rounds, ``unit="round"``), the present one counted; by default
    they go on to the end, or for 1,000 turns. ``metrics`` are keys of figures or of charts; by
    default those of the first two charts of lines.

    The futures come from all there is to know, whoever asks: what lies hidden is where it lies,
    and what was sealed is answered as it was sealed (without, if ``sealed`` is False: bots then
    answer). Show them to those only who may know it. Bots themselves see what their seats see.

    Nothing is played before it is asked for: go through the futures as they come, or call
    :meth:`Futures.wait`, which everything else does by itself.

    >>> import classkit
    >>> from classkit import study
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
    >>> ahead = study.futures(m, n=20, bots="saver", processes=1)
    >>> for so_far in ahead:
    ...     if so_far.done == 5:
    ...         break
    >>> len(ahead.wait().wins()), ahead.done
    (3, 20)
    >>> ahead.frame().columns.tolist()[:6]
    ['turn', 'metric', 'label', 'unit', 'seat', 'name']
    """
    number = read_number(n)
    course = Course(
        point=point_of(match, sealed),
        bots=read_bots(match, bots),
        horizon=read_horizon(horizon, unit),
        figures=read_figures(match, metrics),
        study=read_seed(seed),
    )
    return Futures(match, course, number, processes)


def point_of(match: Match, sealed: bool = True) -> Point:
    """The point from which futures go on."""
    point = Point.of(match)
    return point if sealed or not match.answered else point.without_sealed()


def read_seed(seed: Any) -> int:
    """The seed of a study: any whole number."""
    number = as_whole(seed)
    if number is None:
        raise ClasskitError(f"seed is a whole number, not {shorten(seed)}.")
    return number


class Futures(Coming):
    """Futures of a match, as far as they have been played.

    ``n`` are wanted, ``done`` are there; ``turn`` is where they begin. Iterating plays them and
    gives this very object after each; leaving the loop leaves them where they are, and
    :meth:`cancel` ends them for good. What there is can be read at any time by ``wait=False``.
    """

    def __init__(self, match: Match, course: Course, n: int, processes: int | None) -> None:
        super().__init__(n, standing.run(range(n), course, processes))
        self.course, self.n = course, n
        self.seats, self.turn, self.round = match.seats, match.turn, match.round
        self.past = match.history
        """The figures of the match up to now, which the fans go on from."""
        self.metrics = metrics_of(match)
        self.charts = {chart.key: chart for chart in match.game.charts_of(match.table)}
        self.say = match.say()
        self._came: dict[int, Outcome] = {}

    # --- as they come ---------------------------------------------

    def take(self, number: int, outcome: Outcome) -> None:
        """Note a future that has been played."""
        self._came[number] = outcome

    @property
    def done(self) -> int:
        """How many futures there are."""
        return len(self._came)

    @property
    def outcomes(self) -> list[Outcome]:
        """What came of each, by their numbers."""
        return [self._came[number] for number in sorted(self._came)]

    def _outcomes(self, wait: bool) -> list[Outcome]:
        if wait:
            self.wait()
        return self.outcomes

    # --- what they tell ---------------------------------------------

    def endings(self, wait: bool = True) -> list[chances.Chance]:
        """Why they end, the most frequent first, each with its standard error."""
        found = self._outcomes(wait)
        return chances.endings(found, self.say) if found else []

    def wins(self, wait: bool = True) -> list[chances.Chance]:
        """How often each seat wins; at a horizon before the end, how often it leads."""
        found = self._outcomes(wait)
        return chances.wins(found, self.seats, self.say) if found else []

    def sentences(self, wait: bool = True) -> list[str]:
        """The same in words.

        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=2, seed=7, round_limit=2)
        >>> study.futures(m, n=3, processes=1).sentences()[0]
        'The agreed length is over in all 3 futures.'
        """
        return [one.sentence() for one in (*self.endings(wait), *self.wins(wait))]

    def fans(self, unit: str = "turn", wait: bool = True) -> Fans:
        """The quantiles of every figure by turn, or by round."""
        return fans_of(self._outcomes(wait), unit=unit)

    def rows(self, unit: str = "turn", wait: bool = True) -> list[Row]:
        """The fans as rows, one for each turn and line of numbers.

        Columns: turn (or round), metric, label, unit, seat and name (empty for figures of the whole
        table), part (empty for figures without parts), futures, playing (the share that had not
        ended before), p10, p25, p50, p75 and p90. A match that is over keeps its last value.
        """
        found = self.fans(unit, wait)
        rows = []
        for fan in found.fans:
            for at, place in enumerate(found.axis):
                rows.append(
                    {
                        unit: place,
                        **self.labels(fan.column),
                        "futures": self.done,
                        "playing": found.playing[at],
                        **{
                            name: values[at]
                            for name, values in zip(NAMES, fan.quantiles, strict=True)
                        },
                    }
                )
        return rows

    def labels(self, column: Column) -> Row:
        """What one line of numbers is: its figure, seat and part."""
        key, seat, part = column
        metric = self.metrics[key]
        return {
            "metric": key,
            "label": metric.label,
            "unit": metric.unit,
            "seat": seat,
            "name": self.say.seats.get(seat, ""),
            "part": part,
        }

    def frame(self, unit: str = "turn") -> pd.DataFrame:
        """The fans as a tidy pandas frame, as :meth:`rows`."""
        import pandas as pd

        return pd.DataFrame(self.rows(unit))

    def chances_frame(self) -> pd.DataFrame:
        """Endings and wins as a frame: kind, name, label, count, n, share, standard_error, and the
        ends (low, high) between which the true share lies in 95 of 100 studies."""
        import pandas as pd

        return pd.DataFrame([one.row() for one in (*self.endings(), *self.wins())])

    def outcomes_frame(self) -> pd.DataFrame:
        """A row for each future and seat: future, ending, turns, seat, name, score, place, won."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "future": number,
                    "ending": one.ending or chances.GOES_ON,
                    "turns": one.last_turn,
                    "seat": seat,
                    "name": self.say.seats.get(seat, ""),
                    "score": one.scores[at],
                    "place": one.places[at],
                    "won": seat in one.winners,
                }
                for number, one in enumerate(self._outcomes(wait=True))
                for at, seat in enumerate(self.seats)
            ]
        )

    def figure(self, key: str | None = None) -> Figure:
        """The fan of a chart or a figure behind its line up to now, as a plotly figure.

        By default the first of those asked for. UnknownName for one that is not among them.
        """
        self.wait()
        chart = self.chart_of(key)
        keys = chart.metrics if chart else (key,)
        unit = chart.per if chart and chart.per == "round" else "turn"
        fans = self.fans(unit)
        shown = [fan for fan in fans.fans if fan.column[0] in keys]
        metric = self.metrics[keys[0] or shown[0].column[0]]
        title = chart.title if chart else metric.label
        return make_figure(
            [Line(self.name_of(fan, shown), self.past_of(fan, unit), fan) for fan in shown],
            fans,
            title=f"{title}: {self.done} futures from turn {self.turn}",
            x_title=unit.capitalize(),
            y_title=chart.y_title if chart else f"{metric.label} ({metric.unit})",
            step=bool(chart and chart.kind == "step"),
        )

    def chart_of(self, key: str | None) -> Chart | None:
        """Return the chart asked for; None if it is a figure. UnknownName if it is neither."""
        asked = dict.fromkeys(fan.column[0] for fan in self.fans().fans)
        charts = {
            name: chart
            for name, chart in self.charts.items()
            if chart.kind in ("line", "step") and asked.keys() & {*chart.metrics}
        }
        if not asked:
            why = "they keep no figures" if self.done else "none has been played"
            raise ClasskitError(f"There is nothing to draw of these futures: {why}.")
        if key is None:
            key = next(iter(charts or asked))
        if key not in asked and key not in charts:
            raise UnknownName("figure or chart of these futures", key, {*asked, *charts})
        return charts.get(key)

    def name_of(self, fan: Fan, shown: list[Fan]) -> str:
        """Name a line by its seat or part, and by its figure too where several are shown."""
        key, seat, part = fan.column
        label = self.metrics[key].label
        own = self.say.seat(seat) if seat else part.replace("_", " ")
        several = len({other.column[0] for other in shown}) > 1
        return f"{label}: {own}" if own and several else own or label

    def past_of(self, fan: Fan, unit: str) -> list[tuple[int, Any]]:
        """Return a line up to now: (turn or round, value)."""
        key, seat, part = fan.column
        found: dict[int, Any] = {}
        for row in self.past:
            value = row[key]
            if seat:
                value = value[seat]
            found[row[unit]] = value.get(part, 0) if part else value
        return list(found.items())

    def __repr__(self) -> str:
        state = "cancelled, " if self.cancelled else ""
        return f"<Futures from turn {self.turn}, {state}{self.done} of {self.n}>"
