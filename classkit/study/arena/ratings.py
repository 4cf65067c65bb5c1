"""Ratings, win shares and mean places of entrants in each race, with confidence intervals.

Ratings are computed with openskill (Plackett-Luce model, which ranks all seats of a race) and start
at 25. The 95 % intervals are bootstrap intervals (scipy) over the groups of a tournament: the
rotations of a group are resampled together, because they share their seed.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError

from ..race_results import RaceResult
from .tournament_match import MatchResult

PACKAGES = ("numpy", "scipy", "openskill")
CONFIDENCE = 0.95
MAX_RATED_MATCHES = 100_000
"""Maximum number of matches rated to compute the intervals of a race, over all resamples."""
MIN_RESAMPLES, MAX_RESAMPLES = 100, 499


class StudyPackagesMissing(ClasskitError):
    """Raised when a package that studies require is not installed."""


def need_packages() -> None:
    """Raise StudyPackagesMissing if a package for the ratings is not installed."""
    for name in PACKAGES:
        if find_spec(name) is None:
            raise StudyPackagesMissing(
                f"ratings need the package {name}: pip install 'classkit[study]'."
            )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval.

    Args:
        value: The value.
        low: Lower end of the interval, or None if there are too few matches.
        high: Upper end of the interval, or None if there are too few matches.

    Example:
        >>> Estimate(0.5, 0.4, 0.6).high
        0.6
    """

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class EntrantRating:
    """Rating, win share and mean place of one entrant in one race.

    Args:
        entrant: Index of the entrant.
        matches: Number of matches played.
        wins: Number of wins. A shared win counts as a fraction.
        rating: Rating.
        share: Share of matches won.
        place: Mean place.

    Example:
        >>> half = Estimate(0.5, None, None)
        >>> EntrantRating(0, 4, 2.0, Estimate(1500.0, None, None), half, half).share.value
        0.5
    """

    entrant: int
    matches: int
    wins: float
    rating: Estimate
    share: Estimate
    place: Estimate


class RankedRace(NamedTuple):
    """One race of a match. Entrants are in the order of their seats."""

    group: int
    seating: tuple[int, ...]
    race: RaceResult


def rate_races(
    entrants: int, played: Sequence[MatchResult], seed: int
) -> dict[str, list[EntrantRating]]:
    """Return the ratings of the entrants by race title, best entrants first.

    The first race is the race that ranks a match. ``seed`` seeds the bootstrap.
    """
    ranked: dict[str, list[RankedRace]] = {}
    for match in played:
        for race in match.rated_races:
            one = RankedRace(match.pairing.group, match.pairing.seating, race)
            ranked.setdefault(race.title, []).append(one)
    return {title: rate_entrants(entrants, some, seed) for title, some in ranked.items()}


def rate_entrants(entrants: int, played: Sequence[RankedRace], seed: int) -> list[EntrantRating]:
    """Return the ratings of all entrants in one race, best first."""
    import numpy as np
    from scipy.stats import bootstrap

    blocks: dict[int, list[RankedRace]] = {}
    for ranked in played:
        blocks.setdefault(ranked.group, []).append(ranked)
    groups = list(blocks.values())
    values = compute_statistics(entrants, groups)
    low = high = np.full_like(values, np.nan)
    if len(groups) > 1:
        resamples = max(MIN_RESAMPLES, min(MAX_RESAMPLES, MAX_RATED_MATCHES // len(played)))

        def statistic(drawn: Any) -> Any:
            return compute_statistics(entrants, [groups[int(n)] for n in drawn]).ravel()

        tail = (1 - CONFIDENCE) / 2
        with warnings.catch_warnings():
            # an entrant without a match in a resample has NaN values
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
            Estimate(
                float(values[row, one]),
                number_or_none(low[row, one]),
                number_or_none(high[row, one]),
            )
            for row in range(3)
        )
        rated.append(EntrantRating(one, len(mine), sum(mine), rating, share, place))
    return sorted(rated, key=lambda line: (-line.rating.value, line.entrant))


def number_or_none(value: Any) -> float | None:
    """Return a bound of an interval, or None for NaN."""
    number = float(value)
    return number if number == number else None


def compute_statistics(entrants: int, groups: Sequence[Sequence[RankedRace]]) -> Any:
    """Return an array with rows for rating, win share and mean place, and a column per entrant."""
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
