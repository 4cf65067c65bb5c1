"""Charts as ordinary plotly figures, for notebooks and reports."""

from __future__ import annotations

import classkit
from classkit.widgets.figure import make_figure


def test_votes_outside_the_government_are_paler() -> None:
    """Section 7, vote_share: the Government is shaded, at each election."""
    match = classkit.new("poleconomy", seats=3, seed=5, game=2).play(until="round")
    figure = make_figure(match, "votes")
    elections = {row["election"]: row for row in match.history}
    for seat, bars in zip(match.seats, figure.data, strict=True):
        governs = [elections[number]["in_government"][seat] for number in bars.x]
        assert list(bars.marker.opacity) == [1 if one else 0.4 for one in governs]
    assert 0.4 in {opacity for bars in figure.data for opacity in bars.marker.opacity}
