"""Laws of races: every race ranks every seat, and each winner is first in a deciding race."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.game import first_seats
from classkit.engine.match import Match

from .match_strategies import Setup, law, setups


@law
@given(st.data())
def test_every_race_ranks_every_seat(game: Any, data: st.DataObject) -> None:
    """Check races and winners at the beginning, after a round, and at the end of a match."""
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    check_races(m)
    m.play(until="round", bots=setup.players)
    check_races(m)
    while not m.is_over and m.turn < 500:
        m.play(until="round", bots=setup.players)
    check_races(m)


def check_races(m: Match) -> None:
    """Check the titles, ranks and winners of the current races."""
    races = m.game.all_races(m.table)
    deciding = m.game.deciding_races(m.table)
    assert len(races) == 1 + len(m.races()), "two races have the same title"
    assert deciding and set(deciding) <= set(races), (
        f"{deciding} decide, but the races are {set(races)}"
    )
    for title, lines in races.items():
        assert sorted(line.seat for line in lines) == sorted(m.seats), title
        assert all(1 <= line.place <= len(m.seats) for line in lines), title
    first = {seat for title in deciding for seat in first_seats(races[title])}
    assert set(m.winners) <= first, "a winner must be first in a deciding race"
