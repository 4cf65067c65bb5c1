"""Time series of a race: which changes lasted."""

from __future__ import annotations

from fractions import Fraction

from classkit.attribution.race_series import find_floors, permanent_gain


def test_what_lasted_is_what_was_never_lost_again() -> None:
    levels = [Fraction(level) for level in (0, 5, 3, 9, 7, 8)]
    floors = find_floors(levels)
    kept = [int(permanent_gain(levels[at - 1], floors[at])) for at in range(1, 6)]
    assert floors == [min(levels[at:]) for at in range(6)]
    assert kept == [3, 0, 4, 0, 1]
