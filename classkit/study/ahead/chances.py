"""Shares of futures in which something happens, with standard errors and in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from classkit.engine.words import Say, how_many

from .future import Outcome

SPREAD = 1.96
"""Standard errors to either side that hold the true share in 95 of 100 studies."""
GOES_ON = "goes on"
"""The ending of a future that was not over at the horizon."""


class Chance(NamedTuple):
    """A share: ``times`` in ``n`` futures.

    ``kind`` is "ending" or "win"; ``name`` is that of :attr:`Match.ending` ("goes on" if the match
    was not over), or the seat. ``race`` is the title of the race that is won, empty for an ending.
    In a future that is not over at the horizon, the leader counts as its winner.
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
        """The standard error of the share, that of a binomial count.

        >>> round(Chance("win", "C", "C wins", 36, 200).standard_error, 4)
        0.0272
        """
        return sqrt(self.share * (1 - self.share) / self.n)

    @property
    def interval(self) -> tuple[float, float]:
        """The range of the true share in 95 of 100 studies (Wilson), even if nothing was counted.

        >>> low, high = Chance("win", "C", "C wins", 0, 200).interval
        >>> low, round(high, 3)
        (0.0, 0.019)
        """
        n, share, z = self.n, self.share, SPREAD
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        low = 0.0 if self.times == 0 else max(0.0, middle - half)
        return low, 1.0 if self.times == n else min(1.0, middle + half)

    def row(self) -> dict[str, Any]:
        """Return the share as a row of a frame."""
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
        """Return the share in words.

        >>> Chance("win", "C", "C wins", 84, 200).sentence()
        'C wins in 42% ± 3% of 200 futures.'
        >>> Chance("ending", "bank", "The Bank has run out of money", 0, 200).sentence()
        'The Bank has run out of money in none of 200 futures.'
        """
        if self.n == 1:
            return f"{self.label} in {'the one future' if self.times else 'no future of one'}."
        if self.times in (0, self.n):
            which = "all" if self.times else "none of"
            return f"{self.label} in {which} {how_many(self.n, 'future')}."
        return f"{self.label} in {percent(self)} of {how_many(self.n, 'future')}."


def percent(chance: Chance) -> str:
    """Format a share and its standard error in percent, with one decimal if they are small.

    >>> percent(Chance("win", "C", "", 84, 200)), percent(Chance("win", "C", "", 12, 4000))
    ('42% ± 3%', '0.3% ± 0.1%')
    """
    share, error = 100 * chance.share, 100 * chance.standard_error
    places = 0 if error >= 0.95 else 1
    return f"{share:.{places}f}% ± {max(error, 0.1 if places else 1):.{places}f}%"


def endings(outcomes: Sequence[Outcome], say: Say) -> list[Chance]:
    """Return the reasons why futures end, the most frequent first and "goes on" last."""
    counts: dict[str, int] = {}
    for one in outcomes:
        name = one.ending or GOES_ON
        counts[name] = counts.get(name, 0) + 1
    order = sorted(counts, key=lambda name: (name == GOES_ON, -counts[name], name))
    n = len(outcomes)
    return [
        Chance(
            "ending",
            name,
            "The match goes on" if name == GOES_ON else say.ending(name),
            counts[name],
            n,
        )
        for name in order
    ]


def wins(outcomes: Sequence[Outcome], seats: Sequence[str], say: Say) -> list[Chance]:
    """Return how often each seat wins, alone or with others, or leads at the horizon.

    Where several races decide a match, it is told of each race by itself.
    """
    over = sum(one.ending is not None for one in outcomes)
    n = len(outcomes)
    verb = "wins" if over == n else "leads" if over == 0 else "wins or leads"
    titles = dict.fromkeys(race.title for one in outcomes for race in one.races if race.decides)
    what = {title: f"{verb} in {title}" if over < n else f"{verb} {title}" for title in titles}
    return [
        Chance(
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
