"""Laws of secrecy: a view never changes with what only another seat knows.

The same holds for everything made of views: what a table shows to that seat or to everybody, what
its page may ask for, and what is exported for them.
"""

from __future__ import annotations

import inspect
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.charts.hidden_figures import plans_seen
from classkit.charts.rows import chart_plans, metric_plans
from classkit.engine.log import ALL, EVERYBODY, INSTRUCTOR
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.requests import Draw, Sealed
from classkit.engine.views import View
from classkit.frames import to_data
from classkit.widgets.actions import figures, ledger, trail
from classkit.widgets.desk import Desk
from classkit.widgets.present import now
from classkit.widgets.sight import Sight

from .matches import (
    THOROUGH,
    Setup,
    answer_something,
    begun,
    give_something,
    law_of_secrets,
    play_by_chance,
    setups,
    walk,
)

STEPS = 120
BOTS_OWN = ("chance", "renew_chance")


def seen_by(m: Match, seat: str | None) -> dict[str, Any]:
    """Return everything that the view of a seat answers: properties, and methods by seat."""
    view = m.view(seat)
    seen: dict[str, Any] = {}
    for name in dir(type(view)):
        if name.startswith("_") or name in BOTS_OWN:
            continue
        if inspect.isfunction(getattr(type(view), name)):
            for value in call(view, name, m.seats):
                seen[f"{name}({len(seen)})"] = value
        else:
            seen[name] = repr(getattr(view, name))
    seen["forms"] = repr([[move.form() for move in d.moves] for d in view.requests])
    seen["scene"] = repr(m.game.scene(m.table, seat)) if seat else ""
    return seen


def call(view: View, name: str, seats: tuple[str, ...]) -> list[str]:
    """Return what a method of a view answers, without arguments or about every seat."""
    method = getattr(view, name)
    wanted = [
        parameter
        for parameter in inspect.signature(method).parameters.values()
        if parameter.default is parameter.empty
    ]
    if not wanted:
        return [repr(method())]
    if len(wanted) > 1 or wanted[0].name not in ("seat", "account", "player"):
        return []
    return [repr(method(seat)) for seat in seats]


def shown_to(m: Match, seat: str | None) -> str:
    """Return everything that a table shows to a seat or everybody, and what its page may ask.

    Persons sit in all seats, since a bot's questions would be left out.
    """
    sight = Sight(Desk(m, dict.fromkeys(m.seats)), seat or EVERYBODY)
    present = now(sight)
    latest = [line["id"] for line in present["news"][-TRAILS:]]
    plans = plans_seen(m, chart_plans(m), sight.viewer)
    asked = [
        plans,
        metric_plans(m, sight.say),
        present,
        ledger(sight),
        [trail(sight, number) for number in latest],
        [figures(sight, plan["key"]) for plan in plans],
        in_notebook(m),
    ]
    return json.dumps(asked)


def in_notebook(m: Match) -> list[str]:
    """Return what a notebook shows of a match and of what it asks: what all may know."""
    request = m.request
    html = "" if request is None else request._repr_html_()
    return [repr(m), repr(request), m._repr_html_(), html]


TRAILS = 3
MOMENTS = 6
"""The sealed moments of a match that the short form tries: an auction has dozens alike."""
PAGES_ONE_IN = 8
"""Pages and files take longer than views, so one moment in this many has them made."""


def exported(m: Match, seat: str | None) -> str:
    """Return what is written into files for a seat or for everybody."""
    return json.dumps(to_data(m, seat or EVERYBODY), default=str)


def check_own(m: Match, seat: str) -> None:
    """Check that its own seat and the instructor see a new answer as it is, sealed or not."""
    given = m.answers[-1]
    assert given.seat == seat
    for viewer in (seat, INSTRUCTOR):
        assert m.view(viewer).answers[-1] == given, f"{viewer} is not shown what {seat} answered"


def others(m: Match, *knowing: str) -> list[str | None]:
    """List the seats that may not know, and the public."""
    return [None, *(seat for seat in m.seats if seat not in knowing)]


@law_of_secrets
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
    on_pages: list[str | None] = []
    if not chance.below(PAGES_ONE_IN):
        on_pages = [None, chance.choice(list(before))]
    files = {seat: exported(m, seat) for seat in on_pages}
    digest = m.digest()
    pages = []
    for _ in range(2):
        other = m.fork()
        answer_something(other, other.requests(decision.seat)[0], chance)
        assert other.digest() == digest, "a sealed answer stays out of the state"
        check_own(other, decision.seat)
        for seat, seen in before.items():
            assert seen_by(other, seat) == seen
        for seat, text in files.items():
            same = exported(other, seat) == text
            assert same, f"a file for {seat} tells what {decision} was answered"
        # everybody sees that an answer is in, but not which
        pages.append([shown_to(other, seat) for seat in on_pages])
        other.withdraw(decision.seat)
        assert {seat: seen_by(other, seat) for seat in before} == before
    assert all(page == pages[0] for page in pages[1:]), f"a page shows what {decision} was answered"


@law_of_secrets
@given(st.data())
def test_what_is_drawn_in_secret_stays_secret(game: Any, data: st.DataObject) -> None:
    """Check that a secret draw leaves the views of all who may not see it the same."""
    m, chance = begun(game, data, "secret", luck="by_hand")
    for _ in range(STEPS):
        request = m.request
        if request is None:
            break
        if isinstance(request, Draw) and request.seen_by != ALL:
            seen = []
            seats = others(m, *request.seen_by)
            on_pages = [None, chance.choice(seats)]
            for _ in range(3):
                other = m.fork()
                give_something(other, chance)
                # if the draw changes who is asked what, only the moment after can be compared
                views = {seat: seen_by(other, seat) for seat in seats}
                pages = [(shown_to(other, seat), exported(other, seat)) for seat in on_pages]
                seen.append((views, pages))
            # compared one by one, since a difference between whole pages takes minutes to print
            assert all(one == seen[0] for one in seen[1:]), f"somebody sees what {request} brings"
        give_something(m, chance)


@law_of_secrets
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


@law_of_secrets
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


@law_of_secrets
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


@law_of_secrets
@given(st.data())
def test_no_view_shows_the_seed(game: Any, data: st.DataObject) -> None:
    """Check that no view shows the seed, from which every throw to come could be computed."""
    setup: Setup = data.draw(setups(game))
    secret = 2**63 + setup.seed % 2**62
    m = Setup(game, setup.seats, secret, setup.options).new()
    chance = Stream(f"seed {setup.seed}")
    for _ in walk(m, chance, 20, last=True):
        for seat in (None, *m.seats):
            assert str(secret) not in repr(seen_by(m, seat))
        assert str(secret) not in "".join(in_notebook(m))
