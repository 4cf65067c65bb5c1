"""Ratings, shares of wins and mean places of entrants, race by race, with their intervals.

The rating is that of the package openskill (Plackett-Luce: a race ranks all its seats); everybody
begins at 25. Intervals are 95 % by bootstrap (scipy), which resamples the groups of a tournament,
each with all its rotations, since these have the same luck.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError

from ..races import Race
from .tournament_match import Played

PACKAGES = ("numpy", "scipy", "openskill")
CONFIDENCE = 0.95
MOST_RATED = 100_000
"""Matches of a race rated again for the intervals, in all resamples together."""
FEWEST_RESAMPLES, MOST_RESAMPLES = 100, 499


class NoStudy(ClasskitError):
    """A package that studies need is not installed."""


def need_packages() -> None:
    """Raise NoStudy, before a tournament begins, if it could not be rated at the end."""
    for name in PACKAGES:
        if find_spec(name) is None:
            raise NoStudy(f"ratings need the package {name}: pip install 'classkit[study]'.")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and its 95 % interval, which is None if too little was played."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Rated:
    """The figures of one entrant in one race."""

    entrant: int
    matches: int
    wins: float
    rating: Figure
    share: Figure
    place: Figure


class Ranked(NamedTuple):
    """One race of a match: the entrants who sat in it, and the race in the order of their seats."""

    group: int
    seating: tuple[int, ...]
    race: Race


def rate_races(entrants: int, played: Sequence[Played], seed: int) -> dict[str, list[Rated]]:
    """Return every race by its title, first what a match counts for, with the entrants' figures.

    The best rating comes first. ``seed`` is that of the bootstrap.
    """
    ranked: dict[str, list[Ranked]] = {}
    for match in played:
        for race in match.rated:
            one = Ranked(match.pairing.group, match.pairing.seating, race)
            ranked.setdefault(race.title, []).append(one)
    return {title: rate(entrants, some, seed) for title, some in ranked.items()}


def rate(entrants: int, played: Sequence[Ranked], seed: int) -> list[Rated]:
    """Return every entrant's figures in one race, best rating first."""
    import numpy as np
    from scipy.stats import bootstrap

    blocks: dict[int, list[Ranked]] = {}
    for ranked in played:
        blocks.setdefault(ranked.group, []).append(ranked)
    groups = list(blocks.values())
    values = figures(entrants, groups)
    low = high = np.full_like(values, np.nan)
    if len(groups) > 1:
        resamples = max(FEWEST_RESAMPLES, min(MOST_RESAMPLES, MOST_RATED // len(played)))

        def statistic(drawn: Any) -> Any:
            return figures(entrants, [groups[int(n)] for n in drawn]).ravel()

        tail = (1 - CONFIDENCE) / 2
        with warnings.catch_warnings():
            # an entrant that a resample leaves out has no figures in it
            warnings.simplefilter("ignore")
            found = bootstrap(
                (np.arange(len(groups)),), statistic, vectorized=False, method="percentile",
                n_resamples=resamples, rng=np.random.default_rng(seed),
            )  # fmt: skip
            drawn = found.bootstrap_distribution.reshape(*values.shape, resamples)
            low, high = np.nanquantile(drawn, [tail, 1 - tail], axis=-1)
    rated = []
    for one in range(entrants):
        mine = [
            won
            for _, seating, race in played
            for who, won in zip(seating, race.won, strict=True)
            if who == one
        ]
        rating, share, place = (
            Figure(
                float(values[row, one]),
                number_or_none(low[row, one]),
                number_or_none(high[row, one]),
            )
            for row in range(3)
        )
        rated.append(Rated(one, len(mine), sum(mine), rating, share, place))
    return sorted(rated, key=lambda line: (-line.rating.value, line.entrant))


def number_or_none(value: Any) -> float | None:
    """Return a bound of an interval; None for nan."""
    number = float(value)
    return number if number == number else None


def figures(entrants: int, groups: Sequence[Sequence[Ranked]]) -> Any:
    """Return rows of ratings, shares of wins and mean places, with a column for each entrant."""
    import numpy as np
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(entrants)]
    wins, places, matches = (np.zeros(entrants) for _ in range(3))
    for group in groups:
        for _, seating, race in group:
            teams = [[ratings[who]] for who in seating]
            after = model.rate(teams, ranks=[float(place) for place in race.places])
            for who, (rating,), place, won in zip(
                seating, after, race.places, race.won, strict=True
            ):
                ratings[who] = rating
                wins[who] += won
                places[who] += place
                matches[who] += 1
    with np.errstate(all="ignore"):
        mu = np.array([rating.mu for rating in ratings])
        mu[matches == 0] = np.nan
        return np.array([mu, wins / matches, places / matches])
