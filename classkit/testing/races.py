"""Laws of who is ahead: every race ranks every seat, and the winners are the first of some race."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.game import first_of
from classkit.engine.match import Match

from .matches import Setup, law, setups


@law
@given(st.data())
def test_every_race_ranks_every_seat(game: Any, data: st.DataObject) -> None:
    """Check the races at the beginning and at the end of a match, and who has won it."""
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    check_races(m)
    m.play(until="round", bots=setup.players)
    check_races(m)
    while not m.is_over and m.turn < 500:
        m.play(until="round", bots=setup.players)
    check_races(m)


def check_races(m: Match) -> None:
    """Check titles, places and winners as the match stands."""
    races = m.game.all_races(m.table)
    deciding = m.game.deciding_races(m.table)
    assert len(races) == 1 + len(m.races()), "two races have the same title"
    assert deciding and set(deciding) <= set(races), f"{deciding} decide, and {set(races)} are run"
    for title, lines in races.items():
        assert sorted(line.seat for line in lines) == sorted(m.seats), title
        assert all(1 <= line.place <= len(m.seats) for line in lines), title
    first = {seat for title in deciding for seat in first_of(races[title])}
    assert set(m.winners) <= first, "a winner is the first of a race that decides"
