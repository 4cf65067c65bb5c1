"""Laws of secrecy: a view never changes with what only another seat knows.

The same holds for everything made of views: what a table shows to that seat or to everybody, what
its page may ask for, and what is exported for them.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.log import EVERYBODY, INSTRUCTOR
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.requests import Sealed
from classkit.widgets.desk import Desk
from classkit.widgets.present import now
from classkit.widgets.sight import Sight

from .looks import in_files, in_notebook, seen_by, told_apart, viewer_in_words
from .matches import (
    THOROUGH,
    Setup,
    answer_something,
    begun,
    law,
    play_by_chance,
    setups,
    walk,
)

STEPS = 120
MOMENTS = 6
"""The sealed moments of a match that the short form tries, since an auction has dozens alike."""
PAGES_ONE_IN = 8
"""Pages and files take longer than views, so one moment in this many has them made."""


def check_own(m: Match, seat: str) -> None:
    """Check that its own seat and the instructor see a new answer as it is, sealed or not."""
    given = m.answers[-1]
    assert given.seat == seat
    for viewer in (seat, INSTRUCTOR):
        assert m.view(viewer).answers[-1] == given, f"{viewer} is not shown what {seat} answered"


def others(m: Match, *knowing: str) -> list[str | None]:
    """List the seats that may not know, and the public."""
    return [None, *(seat for seat in m.seats if seat not in knowing)]


@law
@given(st.data())
def test_sealed_answers_stay_sealed(game: Any, data: st.DataObject) -> None:
    """Check that no other view changes with a seat's answer until the last answer is in."""
    m, chance = begun(game, data, "sealed")
    looked = 0
    for _ in walk(m, chance, STEPS):
        is_sealed = isinstance(m.request, Sealed) and len(m.requests()) > 1
        if is_sealed and (THOROUGH or (looked < MOMENTS and chance.below(2))):
            check_sealed(m, chance)
            looked += 1


def check_sealed(m: Match, chance: Stream) -> None:
    """Check that two answers of one seat look the same to all others, as does a withdrawal."""
    decision = chance.choice(m.requests())
    before = {seat: seen_by(m, seat) for seat in others(m, decision.seat)}
    looking = [None, chance.choice(list(before))]
    on_pages = [] if chance.below(PAGES_ONE_IN) else looking
    files = {seat: in_files(m, seat) for seat in on_pages}
    answered = one, twin = m.fork(), m.fork()
    for other in answered:
        answer_something(other, other.requests(decision.seat)[0], chance)
        assert other.digest() == m.digest(), "a sealed answer stays out of the state"
        check_own(other, decision.seat)
        assert {seat: seen_by(other, seat) for seat in before} == before
        same = all(in_files(other, seat) == written for seat, written in files.items())
        assert same, f"a file tells what {decision} was answered"
    for seat in looking:  # everybody sees that an answer is in, but not which
        found = told_apart(one, twin, seat, page=seat in on_pages)
        assert found is None, (
            f"{viewer_in_words(seat)} can tell what {decision} was answered by {found}"
        )
    for other in answered:
        other.withdraw(decision.seat)
        assert {seat: seen_by(other, seat) for seat in before} == before


@law
@given(st.data())
def test_the_instructor_sees_everything(game: Any, data: st.DataObject) -> None:
    """Check that the instructor sees all but the seed: sealed answers come in openly."""
    setup: Setup = data.draw(setups(game))
    m = play_by_chance(setup.new(), data.draw(st.integers(0, STEPS)), f"whole {setup.seed}")
    view = m.view(INSTRUCTOR)
    if m.is_over:
        assert view.events == m.events
    else:
        assert [without_seed(event.facts) for event in m.events] == [e.facts for e in view.events]
    assert view.ledger == m.transfers
    assert view.history == m.history
    given_up = [entry for entry in m.answers if entry.kind == "withdraw"]
    assert len(view.answers) == len(m.answers) - 2 * len(given_up)


def without_seed(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of an event as they are while the match goes on."""
    return {key: value for key, value in facts.items() if key != "seed"}


@law
@given(st.data())
def test_a_game_says_so_if_it_has_secrets(game: Any, data: st.DataObject) -> None:
    """Check that everybody sees what the instructor sees unless Game.has_secrets says otherwise."""
    m, chance = begun(game, data, "none")
    for _ in walk(m, chance, 30):
        if not m.game.has_secrets(m.table):
            whole = m.view(INSTRUCTOR)
            for seat in (None, *m.seats):
                view = m.view(seat)
                assert (view.events, view.ledger, view.history) == (
                    whole.events, whole.ledger, whole.history,
                ), "override Game.has_secrets: something is hidden from some"  # fmt: skip
                assert m.game.scene(m.table, seat) == m.game.scene(m.table, INSTRUCTOR)


@law
@given(st.data())
def test_what_is_asked_in_private_is_on_no_other_page(game: Any, data: st.DataObject) -> None:
    """Check that others' pages show that a private decision or aside is there, and no more."""
    m, chance = begun(game, data, "private")
    for _ in walk(m, chance, 40):
        for decision in m.requests():
            if decision.private:
                for seat in others(m, decision.seat):
                    sight = Sight(Desk(m, dict.fromkeys(m.seats)), seat or EVERYBODY)
                    ask = next(one for one in now(sight)["asks"] if one["seat"] == decision.seat)
                    assert ask["closed"] and not ask["moves"] and not ask["question"]
                    assert "default" not in ask and "asides" not in ask
                shown = "".join(in_notebook(m))
                assert not any(f"{move.name}(" in shown for move in decision.legal)


@law
@given(st.data())
def test_no_view_shows_the_seed(game: Any, data: st.DataObject) -> None:
    """Check that no view shows the seed, from which every throw to come could be computed."""
    setup: Setup = data.draw(setups(game))
    secret = 2**63 + setup.seed % 2**62
    m = Setup(game, setup.seats, secret, setup.options).new()
    chance = Stream(f"seed {setup.seed}")
    for _ in walk(m, chance, 20, last=True):
        viewers = (None, *m.seats)
        for seat in viewers if THOROUGH or m.is_over else [chance.choice(viewers)]:
            assert str(secret) not in repr(seen_by(m, seat))
        assert str(secret) not in "".join(in_notebook(m))
