"""Laws of shared states: viewers that share a state receive what each would see individually.

Rooms build a table's public state once, and add the information that each seat has.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.bots import PERSON
from classkit.engine.events import EVERYBODY
from classkit.engine.match import Match
from classkit.engine.randomness import RandomStream
from classkit.widgets.action_summary import record_moment, summarize_action
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_seat_state, build_state

from .match_strategies import begin_match, law, walk_randomly

STEPS = 30
BUILD_ODDS = 4
"""States, which take longer than steps, are built at one in this many steps."""


def open_page(desk: MatchController, viewer: str) -> PageView:
    """Return the view of a page on which nobody, or only the ``viewer``'s seat, may answer."""
    page_view = PageView(desk, viewer)
    page_view.answering_seat = "" if viewer == EVERYBODY else viewer
    return page_view


def check_shared_states(m: Match, chance: RandomStream, steps: int = STEPS) -> None:
    """Play randomly, and check the states of all seats at some moments.

    Raises:
        AssertionError: If the state derived from the public state differs from the seat's own.
    """
    desk = MatchController(m, dict.fromkeys(m.seats))
    for seat in m.seats:
        desk.hand(seat, PERSON)
    public = open_page(desk, EVERYBODY)
    alone, shared = ({seat: open_page(desk, seat) for seat in m.seats} for _ in range(2))
    before = record_moment(desk)
    for _ in walk_randomly(m, chance, steps, last=True):
        if not m.is_over and chance.below(BUILD_ODDS):
            continue
        desk.summary, before = summarize_action(desk, before), record_moment(desk)
        charts = [one.key for one in m.game.active_charts(m.table)]
        shown = [] if chance.below(3) else [chance.choice(charts)]
        expected = {seat: build_state(view, shown) for seat, view in alone.items()}
        with desk.keep_results():
            everybody = build_state(public, shown)
            found = {
                seat: build_seat_state(view, everybody, shown) for seat, view in shared.items()
            }
        for seat, state in expected.items():
            other = found[seat]
            wrong = [part for part in {**state, **other} if state.get(part) != other.get(part)]
            assert not wrong, (
                f"Seat {seat} sees other {', '.join(wrong)} than everybody, so "
                "Secrecy.hides_alike must return False"
            )


@law
@given(st.data())
def test_a_seat_is_sent_what_it_would_see_alone(game: Any, data: st.DataObject) -> None:
    """Check that a seat's state derived from the public state equals one built for the seat.

    Secrecy.hides_alike promises this. Charts are built at some moments.
    """
    check_shared_states(*begin_match(game, data, "shared"))
