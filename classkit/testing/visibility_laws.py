"""Laws of visibility: a view does not depend on information that only another seat has.

The same applies to everything made from views: pages, their requests, and exported files.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.decisions import Sealed
from classkit.engine.events import ALL_SEATS, EVERYBODY, INSTRUCTOR, Event
from classkit.engine.match import Match
from classkit.engine.randomness import RandomStream
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state

from .match_strategies import (
    THOROUGH_MODE,
    Setup,
    answer_randomly,
    begin_match,
    law,
    play_randomly,
    setups,
    walk_randomly,
)
from .viewer_observations import (
    compare_matches,
    format_viewer,
    get_view_texts,
    observe_files,
    render_notebook,
)

STEPS = 120
MAX_SEALED_MOMENTS = 6
"""Number of sealed steps that the short form tries. An auction has dozens of similar ones."""
PAGE_CHECK_ODDS = 8
"""Pages and files, which take longer than views, are compared at one in this many steps."""


def check_own_answer(m: Match, seat: str) -> None:
    """Check that the seat and the instructor see the seat's latest answer, sealed or not."""
    given = m.answers[-1]
    assert given.seat == seat
    for viewer in (seat, INSTRUCTOR):
        assert m.view(viewer).answers[-1] == given, f"{viewer} is not shown what {seat} answered"


def get_other_viewers(m: Match, *knowing: str) -> list[str | None]:
    """Return the viewers except the ``knowing`` seats. None means the public."""
    return [None, *(seat for seat in m.seats if seat not in knowing)]


@law
@given(st.data())
def test_sealed_answers_stay_sealed(game: Any, data: st.DataObject) -> None:
    """Check that an answer changes no other view until all sealed answers are in."""
    m, chance = begin_match(game, data, "sealed")
    looked = 0
    for _ in walk_randomly(m, chance, STEPS):
        is_sealed = isinstance(m.request, Sealed) and len(m.requests()) > 1
        if is_sealed and (THOROUGH_MODE or (looked < MAX_SEALED_MOMENTS and chance.below(2))):
            check_sealed_answers(m, chance)
            looked += 1


def check_sealed_answers(m: Match, chance: RandomStream) -> None:
    """Check that others see no difference between two answers of a seat, or a withdrawal."""
    decision = chance.choice(m.requests())
    before = {seat: get_view_texts(m, seat) for seat in get_other_viewers(m, decision.seat)}
    looking = [None, chance.choice(list(before))]
    on_pages = [] if chance.below(PAGE_CHECK_ODDS) else looking
    files = {seat: observe_files(m, seat) for seat in on_pages}
    answered = one, twin = m.fork(), m.fork()
    for other in answered:
        answer_randomly(other, other.requests(decision.seat)[0], chance)
        assert other.digest() == m.digest(), "a sealed answer changes the state"
        check_own_answer(other, decision.seat)
        assert {seat: get_view_texts(other, seat) for seat in before} == before
        same = all(observe_files(other, seat) == written for seat, written in files.items())
        assert same, f"a file reveals the answer to {decision}"
    for seat in looking:  # others see that the seat has answered, but not the answer
        found = compare_matches(one, twin, seat, page=seat in on_pages)
        assert found is None, (
            f"{format_viewer(seat)} can infer the answer to {decision} from {found}"
        )
    for other in answered:
        other.withdraw(decision.seat)
        assert {seat: get_view_texts(other, seat) for seat in before} == before


@law
@given(st.data())
def test_the_instructor_sees_everything(game: Any, data: st.DataObject) -> None:
    """Check that the instructor sees everything except the seed, including sealed answers."""
    setup: Setup = data.draw(setups(game))
    m = play_randomly(setup.new(), data.draw(st.integers(0, STEPS)), f"whole {setup.seed}")
    view = m.view(INSTRUCTOR)
    if m.is_over:
        assert view.events == m.events
    else:
        assert [remove_seed(event.facts) for event in m.events] == [e.facts for e in view.events]
    assert view.ledger == m.transfers
    assert view.history == m.history
    given_up = [entry for entry in m.answers if entry.kind == "withdraw"]
    assert len(view.answers) == len(m.answers) - 2 * len(given_up)


def remove_seed(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of an event without the seed, which is hidden until the match is over."""
    return {key: value for key, value in facts.items() if key != "seed"}


@law
@given(st.data())
def test_a_game_says_so_if_it_has_secrets(game: Any, data: st.DataObject) -> None:
    """Check that everybody sees what the instructor sees unless Game.has_secrets returns True."""
    m, chance = begin_match(game, data, "none")
    for _ in walk_randomly(m, chance, 30):
        if not m.game.has_secrets(m.table):
            whole = m.view(INSTRUCTOR)
            for seat in (None, *m.seats):
                view = m.view(seat)
                assert (view.events, view.ledger, view.history) == (
                    whole.events, whole.ledger, whole.history,
                ), "override Game.has_secrets: some viewers do not see everything"  # fmt: skip
                assert m.game.scene(m.table, seat) == m.game.scene(m.table, INSTRUCTOR)


@law
@given(st.data())
def test_what_is_hidden_alike_is_the_same_for_all_seats(game: Any, data: st.DataObject) -> None:
    """If Secrecy.hides_alike is True, check that seats see the public view, and their own parts."""
    m, chance = begin_match(game, data, "alike")
    for _ in walk_randomly(m, chance, 30):
        secrecy = m.game.secrecy
        if not secrecy.hides_alike(m.table):
            continue
        for seat in m.seats:
            assert m.game.scene(m.table, seat) == m.game.scene(m.table, None)
            for event in m.events:
                if event.seen_by == ALL_SEATS:
                    alike = secrecy.visible_event(event, m.table, None)
                    assert secrecy.visible_event(event, m.table, seat) == alike
            for moved in m.transfers:
                if moved.seen_by == ALL_SEATS:
                    same = secrecy.visible_transfer(moved, m.table, None)
                    assert secrecy.visible_transfer(moved, m.table, seat) == same


@law
@given(st.data())
def test_events_look_the_same_while_their_key_is_equal(game: Any, data: st.DataObject) -> None:
    """Check that Secrecy.get_event_key changes whenever viewers see past events differently."""
    m, chance = begin_match(game, data, "event key")
    secrecy, seen = m.game.secrecy, dict[Any, list[tuple[Event, Event | None]]]()
    for _ in walk_randomly(m, chance, STEPS, last=True):
        key = secrecy.get_event_key(m.table)
        if key is None:
            continue
        for viewer in (None, chance.choice(m.seats)):
            now = [(one, secrecy.visible_event(one, m.table, viewer)) for one in m.events]
            before = seen.get((viewer, m.is_over, key), [])
            for (event, then), (same, shown) in zip(before, now, strict=False):
                assert event != same or then == shown, f"{event} has changed for {viewer}"
            seen[viewer, m.is_over, key] = now


@law
@given(st.data())
def test_what_is_asked_in_private_is_on_no_other_page(game: Any, data: st.DataObject) -> None:
    """Check that other pages show only that a private decision exists."""
    m, chance = begin_match(game, data, "private")
    for _ in walk_randomly(m, chance, 40):
        for decision in m.requests():
            if decision.private:
                for seat in get_other_viewers(m, decision.seat):
                    sight = PageView(MatchController(m, dict.fromkeys(m.seats)), seat or EVERYBODY)
                    ask = next(
                        one for one in build_state(sight)["asks"] if one["seat"] == decision.seat
                    )
                    assert ask["closed"] and not ask["moves"] and not ask["question"]
                    assert "default" not in ask and "asides" not in ask
                shown = "".join(render_notebook(m))
                assert not any(f"{move.name}(" in shown for move in decision.legal)


@law
@given(st.data())
def test_no_view_shows_the_seed(game: Any, data: st.DataObject) -> None:
    """Check that no view shows the seed, from which future random outcomes could be computed."""
    setup: Setup = data.draw(setups(game))
    secret = 2**63 + setup.seed % 2**62
    m = Setup(game, setup.seats, secret, setup.options).new()
    chance = RandomStream(f"seed {setup.seed}")
    for _ in walk_randomly(m, chance, 20, last=True):
        viewers = (None, *m.seats)
        for seat in viewers if THOROUGH_MODE or m.is_over else [chance.choice(viewers)]:
            assert str(secret) not in repr(get_view_texts(m, seat))
        assert str(secret) not in "".join(render_notebook(m))
