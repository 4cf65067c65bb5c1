"""Futures: rollouts of a match from its current position. Each has its own random seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from classkit.charts.chart_context import Seat
from classkit.charts.instruments import choose_instruments, get_role
from classkit.charts.rows import metric_plans
from classkit.engine.call_keywords import with_typed_keywords
from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.match import Match
from classkit.engine.metrics import Chart
from classkit.engine.positions import Point
from classkit.engine.registry import find_fixed_options, read_seed
from classkit.engine.rulebook_text import format_count
from classkit.engine.untrusted_input import read_flag, read_int
from classkit.frames.history_tables import collect_meanings

from ..players import Bots
from . import probabilities, significance
from .quantiles import QUANTILE_NAMES, Fans, build_fans, draw_fans
from .rollout_arguments import (
    MAX_FUTURES,
    Unit,
    check_match,
    get_metrics,
    read_bots,
    read_horizon,
    read_metrics,
)
from .rollout_run import RolloutRun
from .single_future import FutureOutcome, RolloutPlan, SeriesKey

if TYPE_CHECKING:
    import pandas as pd
    from plotly.graph_objects import Figure

Row = dict[str, Any]


@with_typed_keywords(find_fixed_options)
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
    """Prepare ``n`` futures of a match from its current position. Bots play all seats.

    The match may be at any position, for example one from a file: ``futures(classkit.new("opoly",
    position="crisis.toml"))``. No futures are played until you iterate over the result or call
    :meth:`Futures.wait`. All other methods wait until the futures are played.

    The futures use hidden information: hidden cards remain in place, and sealed answers remain as
    given. Show the futures only to people who may know this information. Each bot sees only the
    information of its own seat.

    Args:
        match: Match to continue. It is not changed.
        n: Number of futures.
        bots: One bot for every seat, a list assigned to seats in order, or a dict from seat to bot.
            Seats missing from the dict get the game's default bots. A bot is a name, a policy or a
            policy class. A policy is copied, and a class instantiated, for each future.
        horizon: Number of turns that a future lasts, including the current one. By default, it
            lasts until the match ends, but at most 1,000 turns.
        metrics: Keys of metrics or charts. By default, the metrics of the first two line charts.
        seed: Seed of the study. The seed of each future is derived from this seed and the number of
            the future, not from the match, so that two branches of a match get the same random
            events. Policies that use ``random`` are seeded as in :func:`classkit.study.simulate`.
        unit: "turn" or "round", the unit of ``horizon``.
        sealed: False to let bots replace sealed answers.
        processes: Number of processes. It does not affect the results.

    Returns:
        The futures, which can be iterated while they are played.

    Raises:
        UnknownName: If a bot, seat, metric or unit is unknown.
        NothingToDo: If the match is over.
        ClasskitError: If an argument is invalid.

    Example:
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
    number = read_int("n", n, high=MAX_FUTURES)
    scenario = RolloutPlan(
        point=get_start_point(match, read_flag("sealed", sealed)),
        bots=read_bots(match, bots),
        horizon=read_horizon(horizon, unit),
        figures=read_metrics(match, metrics),
        study=read_seed(seed),
    )
    return Futures(match, scenario, number, processes)


def get_start_point(match: Match, sealed: bool = True) -> Point:
    """Return the point from which futures continue."""
    point = match.point()
    return point if sealed or not match.unopened_seats else point.drop_sealed()


class Futures(RolloutRun):
    """Futures of a match, created by :func:`classkit.study.futures`.

    Iterating plays the futures and yields this object after each future. Leaving the loop pauses
    playing, and :meth:`cancel` stops it. With ``wait=False`` a method uses only the futures played
    so far.

    Attributes:
        n: Number of futures.
        turn: Turn in which the futures begin.
        seats: The seats of the match.
        metrics: The metrics of the match, by key.
        charts: The charts of the match, by key.

    Example:
        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
        >>> ahead = study.futures(m, n=4, horizon=2, processes=1)
        >>> ahead.done, ahead.wait().done
        (0, 4)
    """

    def __init__(self, match: Match, scenario: RolloutPlan, n: int, processes: int | None) -> None:
        super().__init__(range(n), scenario, processes)
        self.n = n
        self.seats, self.turn, self.round = match.seats, match.turn, match.round
        self.past = match.history
        """Metrics of the match so far, which the fans continue."""
        self.metrics = get_metrics(match)
        self.metric_plans = metric_plans(match, match.say(), self.metrics)
        self.charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
        self.instruments = choose_instruments(match)
        self.say = match.say()
        self.length = match.game.length(match.table)

    # --- progress --------------------------------------------------

    @property
    def outcomes(self) -> list[FutureOutcome]:
        """Results of the futures, ordered by number."""
        return [self.results[number] for number in sorted(self.results)]

    def _get_outcomes(self, wait: bool) -> list[FutureOutcome]:
        if wait:
            self.wait()
        return self.outcomes

    # --- results -----------------------------------------------------

    def endings(self, wait: bool = True) -> list[probabilities.OutcomeShare]:
        """Return how often futures end for each reason, most frequent first.

        Args:
            wait: Play the remaining futures first.

        Returns:
            One share for each reason, each with its count and its 95 % confidence interval.
        """
        found = self._get_outcomes(wait)
        return probabilities.count_endings(found, self.say) if found else []

    def wins(self, wait: bool = True) -> list[probabilities.OutcomeShare]:
        """Return the share of futures in which each seat wins, or leads at the horizon.

        If several races decide a match, as in 487-opoly, there is a share for each seat and race.

        Args:
            wait: Play the remaining futures first.

        Returns:
            One share for each seat (and race), each with its count and its 95 % confidence
            interval.
        """
        found = self._get_outcomes(wait)
        return probabilities.count_wins(found, self.seats, self.say) if found else []

    def sentences(self, wait: bool = True) -> list[str]:
        """Describe the endings and wins in sentences.

        Args:
            wait: Play the remaining futures first.

        Returns:
            One sentence for each ending and each seat.

        Example:
            >>> import classkit
            >>> from classkit import study
            >>> m = classkit.new("poleconomy", seats=2, seed=7, options={"round_limit": 2})
            >>> study.futures(m, n=3, processes=1).sentences()[0]
            'The agreed number of rounds is over in all 3 futures.'
        """
        return [one.sentence() for one in (*self.endings(wait), *self.wins(wait))]

    def sentence(self, wait: bool = True) -> str:
        """Describe how often each seat wins, and whether the lead is significant.

        If futures exceed the agreed length, the text explains why.

        Args:
            wait: Play the remaining futures first.

        Returns:
            The text, or an empty string before the first future is played.

        Example:
            >>> import classkit
            >>> from classkit import study
            >>> two = {"game": 1, "round_limit": 2}
            >>> m = classkit.new("poleconomy", seats=2, seed=7, options=two)
            >>> study.futures(m, n=9, processes=1).sentence()
            'In 9 futures from here Bruno wins 9 times and Ada 0. The lead of Bruno over Ada is \
too large to be luck (95% confidence).'
        """
        found = self._get_outcomes(wait)
        told = (
            significance.describe_winners(self.wins(wait), found, self.seats, self.say)
            if found
            else ""
        )
        return " ".join(filter(None, [told, self.describe_overtime(wait)]))

    def short_sentence(self, wait: bool = True) -> str:
        """State in one sentence whether the most frequent winner's lead is significant.

        Args:
            wait: Play the remaining futures first.

        Returns:
            The sentence, or an empty string before the first future is played.

        Example:
            >>> import classkit
            >>> from classkit import study
            >>> two = {"game": 1, "round_limit": 2}
            >>> m = classkit.new("poleconomy", seats=2, seed=7, options=two)
            >>> study.futures(m, n=9, processes=1).short_sentence()
            'The lead of Bruno over Ada is too large to be luck (95% confidence).'
        """
        found = self._get_outcomes(wait)
        wins = self.wins(wait)
        return significance.describe_leads(wins, found, self.seats, self.say) if found else ""

    def describe_exceptions(self, wait: bool = True) -> str:
        """Describe how many futures nobody wins, and why some exceed the agreed length."""
        found = self._get_outcomes(wait)
        races = [*dict.fromkeys(one.race for one in self.wins(wait))] if found else []
        nobody = [
            f"{f'{title}: ' if len(races) > 1 else ''}{told[:1].upper()}{told[1:]}."
            for title in races
            for told in significance.describe_no_winner(found, title, self.say)
        ]
        return " ".join(filter(None, [*nobody, self.describe_overtime(wait)]))

    def build_display_rows(self) -> list[dict[str, str]]:
        """Return the endings and wins as rows of a display table."""
        found = (*self.endings(wait=False), *self.wins(wait=False))
        return [
            {
                "in the futures": one.label,
                "times": f"{one.times} of {one.n}",
                "share": f"{one.share:.0%}",
            }
            for one in found
        ]

    def describe_overtime(self, wait: bool = True) -> str:
        """Describe why some futures exceed the agreed length, or return an empty string."""
        found, agreed = self._get_outcomes(wait), self.length.agreed
        late = sum(one.last_turn > agreed for one in found) if agreed else 0
        if not late:
            return ""
        runs = "runs" if late == 1 else "run"
        which = f"{late} of {format_count(len(found), 'future')}"
        return f"{which} {runs} past turn {agreed}: {self.length.goes_on}."

    def fans(self, unit: str = "turn", wait: bool = True) -> Fans:
        """Return the quantiles of every metric by turn, or by round.

        Args:
            unit: "turn" or "round", the unit of the axis.
            wait: Play the remaining futures first.

        Returns:
            The quantiles (10, 25, 50, 75 and 90 %), by metric, seat and part.
        """
        return build_fans(self._get_outcomes(wait), unit=unit)

    def rows(self, unit: str = "turn", wait: bool = True) -> list[Row]:
        """Return the fans as rows, one for each turn and series.

        Columns: turn (or round), metric, label, unit, seat and name (empty for metrics of the whole
        table), part (empty for metrics without parts), futures, playing (the share of futures still
        running at that turn), p10, p25, p50, p75 and p90. A future that has ended keeps its last
        value.

        Args:
            unit: "turn" or "round", the unit of the rows.
            wait: Play the remaining futures first.

        Returns:
            One dict per row. All dicts have the same keys.
        """
        found = self.fans(unit, wait)
        rows = []
        for fan in found.fans:
            for at, place in enumerate(found.axis):
                rows.append(
                    {
                        unit: place,
                        **self.get_labels(fan.column),
                        "futures": self.done,
                        "playing": found.playing[at],
                        **{
                            name: values[at]
                            for name, values in zip(QUANTILE_NAMES, fan.quantiles, strict=True)
                        },
                    }
                )
        return rows

    def get_labels(self, column: SeriesKey) -> Row:
        """Return the labels that describe a series: metric, seat and part."""
        key, seat, part = column
        metric = self.metrics[key]
        return {
            "metric": key,
            "label": self.say.metric_label(key, metric.label),
            "unit": metric.unit,
            "seat": seat,
            "name": self.say.seats.get(seat, ""),
            "part": part,
        }

    def frame(self, unit: str = "turn") -> pd.DataFrame:
        """Return the fans as a tidy pandas data frame with the columns of :meth:`rows`.

        Args:
            unit: "turn" or "round", the unit of the rows.

        Returns:
            The data frame. As in :meth:`.Match.history_frame`, ``attrs["figures"]`` has the meaning
            of each metric.
        """
        import pandas as pd

        made = pd.DataFrame(self.rows(unit))
        made.attrs["figures"] = collect_meanings(self.metrics.values())
        return made

    def chances_frame(self) -> pd.DataFrame:
        """Return the endings and wins as a data frame.

        Columns: kind, name, race, label, count, n, share, standard_error, low and high (the 95 %
        confidence interval of the share).

        Returns:
            A data frame with one row for each ending, and one for each seat and race.
        """
        import pandas as pd

        return pd.DataFrame([one.row() for one in (*self.endings(), *self.wins())])

    def outcomes_frame(self) -> pd.DataFrame:
        """Return a data frame with one row for each future, race and seat.

        Columns: future, ending, turns, race, seat, name, score, place, won. The first race is the
        standings. Most games have no other race.

        Returns:
            The data frame.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "future": number,
                    "ending": one.ending or probabilities.UNFINISHED_ENDING,
                    "turns": one.last_turn,
                    "race": race.title,
                    "seat": seat,
                    "name": self.say.seats.get(seat, ""),
                    "score": race.scores[at],
                    "place": race.places[at],
                    "won": race.won[at] > 0,
                }
                for number, one in enumerate(self._get_outcomes(wait=True))
                for race in one.races
                for at, seat in enumerate(self.seats)
            ]
        )

    def figure(self, key: str | None = None) -> Figure:
        """Plot a chart or metric with plotly: its history so far, followed by its fan.

        Args:
            key: Key of a chart, or of a metric of these futures. The default is the first chart.

        Returns:
            The figure, which a notebook can display.

        Raises:
            UnknownName: If the key is unknown.
            ClasskitError: If there is nothing to draw, because no metrics were recorded or no
                future was played.
        """
        self.wait()
        chart = self.find_chart(key)
        fans = self.fans("round" if chart.per == "round" else "turn")
        title = f"{chart.title}: {self.done} futures from turn {self.turn}"
        seats = [Seat(seat, self.say.seat(seat)) for seat in self.seats]
        named = replace(chart, title=title)
        role = get_role(named.key, self.instruments)
        return draw_fans(named, self.metric_plans, seats, self.past, fans, self.turn, role)

    def find_chart(self, key: str | None) -> Chart:
        """Return the chart with this key, or make one for a metric. Raise UnknownName otherwise."""
        asked = dict.fromkeys(fan.column[0] for fan in self.fans().fans)
        charts = {
            name: chart
            for name, chart in self.charts.items()
            if chart.kind in ("line", "step") and asked.keys() & {*chart.metrics}
        }
        if not asked:
            why = "no figures were recorded" if self.done else "none has been played"
            raise ClasskitError(f"There is nothing to draw for these futures: {why}.")
        if key is None:
            key = next(iter(charts or asked))
        if key not in asked and key not in charts:
            raise UnknownName("figure or chart of these futures", key, {*asked, *charts})
        if key in charts:
            return charts[key]
        metric = self.metrics[key]
        label = self.say.metric_label(key, metric.label)
        return Chart(key, label, "line", (key,), metric.unit)

    def __repr__(self) -> str:
        state = "cancelled, " if self.cancelled else ""
        return f"<Futures from turn {self.turn}, {state}{self.done} of {self.n}>"
