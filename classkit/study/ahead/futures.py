"""Futures: a match played on many times from its present position, each time with new luck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from classkit.charts.rows import metric_plans
from classkit.charts.series import Seat
from classkit.engine.data import read_flag, read_whole
from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.match import Match
from classkit.engine.metrics import Chart
from classkit.engine.options import tells_keywords
from classkit.engine.positions import Point
from classkit.engine.registry import read_seed
from classkit.engine.words import how_many
from classkit.frames.history import meanings

from ..players import Bots
from . import chances, verdict
from .arguments import (
    MOST,
    Unit,
    check_match,
    metrics_of,
    read_bots,
    read_figures,
    read_horizon,
)
from .fan import NAMES, Fans, draw_fans, fans_of
from .future import Column, Outcome, Scenario
from .running import Running

if TYPE_CHECKING:
    import pandas as pd
    from plotly.graph_objects import Figure

Row = dict[str, Any]


@tells_keywords()
def futures(
    match: Match,
    n: int = 200,
    bots: Bots | None = None,
    horizon: int | None = None,
    *,
    unit: Unit = "turn",
    metrics: str | Iterable[str] | None = None,
    seed: int = 0,
    processes: int | None = None,
    sealed: bool = True,
) -> Futures:
    """Play ``n`` futures of a match from its present position, with bots in all seats.

    The match may stand anywhere, also where a position put it: ``futures(classkit.new("opoly",
    position="crisis.toml"))``. Each has luck of its own, made from ``seed`` and its number, never
    the match's: past throws and answers stay, what comes is open. The same call gives the same
    futures, whatever the number of ``processes``. Two branches of a match get the same luck, so
    that they differ only by what was decided.

    ``bots`` is one bot for all seats, a list whose bots take the seats in turn, or a mapping from
    seats; the game's own bots play the seats that are not named, and people none. A bot is a name,
    a policy or a class of policies. A policy carries nothing over from one future to the next; a
    class of policies is instantiated for each. One that uses ``random`` finds it seeded for each
    future, as in :func:`classkit.study.simulate`. ``horizon`` is the number of turns they last (or
    rounds, with ``unit="round"``), counting the present one; by default they last to the end, or
    1,000 turns. ``metrics`` are keys of figures or of charts; by default those of the first two
    line charts.

    The futures use everything, secrets included: hidden cards lie where they lie, and sealed
    answers stand as given (with ``sealed=False`` bots answer instead). Show them only to people who
    may know that. The bots themselves see what their seats see.

    Nothing is played yet: iterate over the futures as they come, or call :meth:`Futures.wait`. All
    other methods wait by themselves.

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
    check_match(match)
    number = read_whole("n", n, high=MOST)
    scenario = Scenario(
        point=point_of(match, read_flag("sealed", sealed)),
        bots=read_bots(match, bots),
        horizon=read_horizon(horizon, unit),
        figures=read_figures(match, metrics),
        study=read_seed(seed),
    )
    return Futures(match, scenario, number, processes)


def point_of(match: Match, sealed: bool = True) -> Point:
    """Return the point from which futures go on."""
    point = match.point()
    return point if sealed or not match.unopened else point.without_sealed()


class Futures(Running):
    """Futures of a match, as far as they have been played.

    ``n`` is the number wanted, ``done`` the number played, ``turn`` the turn in which they begin.
    Iterating plays them and yields this object after each; leaving the loop pauses them, and
    :meth:`cancel` ends them for good. With ``wait=False`` every method reads what is there so far.
    """

    def __init__(self, match: Match, scenario: Scenario, n: int, processes: int | None) -> None:
        super().__init__(range(n), scenario, processes)
        self.n = n
        self.seats, self.turn, self.round = match.seats, match.turn, match.round
        self.past = match.history
        """The figures of the match up to now, from which the fans go on."""
        self.metrics = metrics_of(match)
        self.figures = metric_plans(match, match.say(), self.metrics)
        self.charts = {chart.key: chart for chart in match.game.charts_of(match.table)}
        self.say = match.say()
        self.length = match.game.length(match.table)

    # --- as they come ---------------------------------------------

    @property
    def outcomes(self) -> list[Outcome]:
        """The results of the futures, in the order of their numbers."""
        return [self.came[number] for number in sorted(self.came)]

    def _outcomes(self, wait: bool) -> list[Outcome]:
        if wait:
            self.wait()
        return self.outcomes

    # --- what they tell ---------------------------------------------

    def endings(self, wait: bool = True) -> list[chances.Chance]:
        """Return why they end, the most frequent reason first, each with its standard error."""
        found = self._outcomes(wait)
        return chances.endings(found, self.say) if found else []

    def wins(self, wait: bool = True) -> list[chances.Chance]:
        """Return how often each seat wins, or leads at a horizon before the end.

        Of 487-opoly each seat's chances in both races: A wins ASSET, ..., A wins FUTURE EARNINGS.
        """
        found = self._outcomes(wait)
        return chances.wins(found, self.seats, self.say) if found else []

    def sentences(self, wait: bool = True) -> list[str]:
        """Return endings and wins in words.

        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=2, seed=7, options={"round_limit": 2})
        >>> study.futures(m, n=3, processes=1).sentences()[0]
        'The agreed length is over in all 3 futures.'
        """
        return [one.sentence() for one in (*self.endings(wait), *self.wins(wait))]

    def sentence(self, wait: bool = True) -> str:
        """Say how often each seat wins, and whether the lead of the first may be luck.

        Where futures run past the length that was agreed, it is said why. Empty before the first.

        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=2, seed=7, options={"round_limit": 2})
        >>> study.futures(m, n=9, processes=1).sentence()
        'In 9 futures from here B wins 9 times and A 0. The lead of B over A is larger than luck \
(95 %).'
        """
        found = self._outcomes(wait)
        told = verdict.who_wins(self.wins(wait), found, self.seats, self.say) if found else ""
        return " ".join(filter(None, [told, self.overtime(wait)]))

    def lines(self) -> list[dict[str, str]]:
        """Return endings and wins as the lines of a table for people."""
        found = (*self.endings(wait=False), *self.wins(wait=False))
        return [
            {
                "in the futures": one.label,
                "times": f"{one.times} of {one.n}",
                "share": f"{one.share:.0%}",
            }
            for one in found
        ]

    def overtime(self, wait: bool = True) -> str:
        """Say why futures run past the length that was agreed; empty if none does."""
        found, agreed = self._outcomes(wait), self.length.agreed
        late = sum(one.last_turn > agreed for one in found) if agreed else 0
        if not late:
            return ""
        runs = "runs" if late == 1 else "run"
        which = f"{late} of {how_many(len(found), 'future')}"
        return f"{which} {runs} past turn {agreed}: {self.length.goes_on}."

    def fans(self, unit: str = "turn", wait: bool = True) -> Fans:
        """Return the quantiles of every figure by turn, or by round."""
        return fans_of(self._outcomes(wait), unit=unit)

    def rows(self, unit: str = "turn", wait: bool = True) -> list[Row]:
        """Return the fans as rows, one for each turn and line of numbers.

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
        """Return the labels of one line of numbers: its figure, seat and part."""
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
        """Return the fans as a tidy pandas frame with the columns of :meth:`rows`.

        ``unit`` is "turn" or "round": what the rows count.
        ``attrs["figures"]`` says what each figure means, as in :meth:`Match.history_frame`.
        """
        import pandas as pd

        made = pd.DataFrame(self.rows(unit))
        made.attrs["figures"] = meanings(self.metrics.values())
        return made

    def chances_frame(self) -> pd.DataFrame:
        """Return endings and wins as a frame.

        Columns: kind, name, race, label, count, n, share, standard_error, and the range (low, high)
        of the true share in 95 of 100 studies.
        """
        import pandas as pd

        return pd.DataFrame([one.row() for one in (*self.endings(), *self.wins())])

    def outcomes_frame(self) -> pd.DataFrame:
        """Return a frame with a row for each future, race and seat.

        Columns: future, ending, turns, race, seat, name, score, place, won. The first race is that
        of the standings, and the only one in most games.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "future": number,
                    "ending": one.ending or chances.GOES_ON,
                    "turns": one.last_turn,
                    "race": race.title,
                    "seat": seat,
                    "name": self.say.seats.get(seat, ""),
                    "score": race.scores[at],
                    "place": race.places[at],
                    "won": race.won[at] > 0,
                }
                for number, one in enumerate(self._outcomes(wait=True))
                for race in one.races
                for at, seat in enumerate(self.seats)
            ]
        )

    def figure(self, key: str | None = None) -> Figure:
        """Return a plotly figure of a chart or a figure: the line up to now and its fan.

        ``key`` is that of a chart, or of a figure that was asked for. By default the first one that
        was asked for. Raises UnknownName for any other.
        """
        self.wait()
        chart = self.chart_of(key)
        fans = self.fans("round" if chart.per == "round" else "turn")
        title = f"{chart.title}: {self.done} futures from turn {self.turn}"
        seats = [Seat(seat, self.say.seat(seat)) for seat in self.seats]
        named = replace(chart, title=title)
        return draw_fans(named, self.figures, seats, self.past, fans, self.turn)

    def chart_of(self, key: str | None) -> Chart:
        """Return the chart asked for, or one made for a figure. UnknownName if it is neither."""
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
        if key in charts:
            return charts[key]
        metric = self.metrics[key]
        return Chart(key, metric.label, "line", (key,), metric.unit)

    def __repr__(self) -> str:
        state = "cancelled, " if self.cancelled else ""
        return f"<Futures from turn {self.turn}, {state}{self.done} of {self.n}>"
