"""Shares of futures with an outcome, their standard errors and descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from classkit.engine.rulebook_text import TextFormatter, format_count

from .single_future import FutureOutcome

Z_SCORE = 1.96
"""Half-width of a 95 % confidence interval in standard errors."""
UNFINISHED_ENDING = "goes on"
"""Name of the ending for a future that is still unfinished at the horizon."""


class OutcomeShare(NamedTuple):
    """Share of futures with an outcome: ``times`` of ``n``.

    In a future that is not over at the horizon, the leader counts as its winner.

    Args:
        kind: "ending" or "win".
        name: The ending, as in :attr:`.Match.ending` ("goes on" if the match was not over), or the
            winning seat.
        label: Description of the ending or the win.
        times: Number of futures with this outcome.
        n: Number of futures.
        race: Title of the race won, or an empty string for an ending.

    Example:
        >>> OutcomeShare("win", "C", "C wins", 84, 200).share
        0.42
    """

    kind: str
    name: str
    label: str
    times: int
    n: int
    race: str = ""

    @property
    def share(self) -> float:
        """The share, from 0 to 1."""
        return self.times / self.n

    @property
    def standard_error(self) -> float:
        """The binomial standard error of the share.

        >>> round(OutcomeShare("win", "C", "C wins", 36, 200).standard_error, 4)
        0.0272
        """
        return sqrt(self.share * (1 - self.share) / self.n)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson).

        >>> low, high = OutcomeShare("win", "C", "C wins", 0, 200).interval
        >>> low, round(high, 3)
        (0.0, 0.019)
        """
        n, share, z = self.n, self.share, Z_SCORE
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        low = 0.0 if self.times == 0 else max(0.0, middle - half)
        return low, 1.0 if self.times == n else min(1.0, middle + half)

    def row(self) -> dict[str, Any]:
        """Return the share as a row of a data frame.

        Returns:
            The columns of :meth:`classkit.study.Futures.chances_frame`.
        """
        low, high = self.interval
        return {
            "kind": self.kind,
            "name": self.name,
            "race": self.race,
            "label": self.label,
            "count": self.times,
            "n": self.n,
            "share": self.share,
            "standard_error": self.standard_error,
            "low": low,
            "high": high,
        }

    def sentence(self) -> str:
        """Describe the share in a sentence.

        Returns:
            The sentence.

        Example:
            >>> OutcomeShare("win", "C", "C wins", 84, 200).sentence()
            'C wins in 42% ± 3% of 200 futures.'
            >>> OutcomeShare("ending", "bank", "The Bank has run out of money", 0, 200).sentence()
            'The Bank has run out of money in none of 200 futures.'
        """
        if self.n == 1:
            return f"{self.label} in {'the one future' if self.times else 'no future of one'}."
        if self.times in (0, self.n):
            which = "all" if self.times else "none of"
            return f"{self.label} in {which} {format_count(self.n, 'future')}."
        return f"{self.label} in {format_percent(self)} of {format_count(self.n, 'future')}."


def format_percent(chance: OutcomeShare) -> str:
    """Format a share and its standard error in percent. Small values have one decimal.

    >>> format_percent(OutcomeShare("win", "C", "", 84, 200))
    '42% ± 3%'
    >>> format_percent(OutcomeShare("win", "C", "", 12, 4000))
    '0.3% ± 0.1%'
    """
    share, error = 100 * chance.share, 100 * chance.standard_error
    places = 0 if error >= 0.95 else 1
    return f"{share:.{places}f}% ± {max(error, 0.1 if places else 1):.{places}f}%"


def count_endings(outcomes: Sequence[FutureOutcome], say: TextFormatter) -> list[OutcomeShare]:
    """Count the reasons why futures end, most frequent first and "goes on" last."""
    counts: dict[str, int] = {}
    for one in outcomes:
        name = one.ending or UNFINISHED_ENDING
        counts[name] = counts.get(name, 0) + 1
    order = sorted(counts, key=lambda name: (name == UNFINISHED_ENDING, -counts[name], name))
    n = len(outcomes)
    return [
        OutcomeShare(
            "ending",
            name,
            "The match goes on" if name == UNFINISHED_ENDING else say.ending(name),
            counts[name],
            n,
        )
        for name in order
    ]


def count_wins(
    outcomes: Sequence[FutureOutcome], seats: Sequence[str], say: TextFormatter
) -> list[OutcomeShare]:
    """Count the futures that each seat wins, shares, or leads at the horizon.

    There is one result for each seat and deciding race.
    """
    over = sum(one.ending is not None for one in outcomes)
    n = len(outcomes)
    verb = "wins" if over == n else "leads" if over == 0 else "wins or leads"
    titles = dict.fromkeys(race.title for one in outcomes for race in one.races if race.decides)
    what = {title: f"{verb} in {title}" if over < n else f"{verb} {title}" for title in titles}
    return [
        OutcomeShare(
            "win",
            seat,
            f"{say.seat(seat)} {what[title] if len(titles) > 1 else verb}",
            sum(race.won[at] > 0 for one in outcomes for race in one.races if race.title == title),
            n,
            title,
        )
        for title in titles
        for at, seat in enumerate(seats)
    ]
