"""Laws of secrecy: a view never changes with what another seat alone knows."""

from __future__ import annotations

import inspect
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.events import ALL
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.requests import Draw, Sealed
from classkit.engine.views import View

from .matches import Setup, answer_something, for_every_game, give_something, setups

STEPS = 120
BOTS_OWN = ("chance", "renew_chance")


def seen_by(m: Match, seat: str | None) -> dict[str, Any]:
    """Everything that the view of a seat answers: properties, and methods for every seat."""
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
    """What a method of a view answers: without arguments, or about every seat."""
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


def others(m: Match, *knowing: str) -> list[str | None]:
    """The seats that may not know, and the public."""
    return [None, *(seat for seat in m.seats if seat not in knowing)]


@for_every_game
@given(st.data())
def test_sealed_answers_stay_sealed(game: Any, data: st.DataObject) -> None:
    """Until the last is in, no other view changes with what a seat has answered."""
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    chance = Stream(f"sealed {setup.seed}")
    for _ in range(STEPS):
        if m.is_over:
            break
        if isinstance(m.request, Sealed) and len(m.requests()) > 1:
            check_sealed(m, chance)
        give_something(m, chance)


def check_sealed(m: Match, chance: Stream) -> None:
    """Two different answers of one seat look the same to all others, as does a withdrawal."""
    decision = chance.choice(m.requests())
    before = {seat: seen_by(m, seat) for seat in others(m, decision.seat)}
    digest = m.digest()
    for _ in range(2):
        other = m.fork()
        answer_something(other, other.requests(decision.seat)[0], chance)
        assert other.digest() == digest, "a sealed answer stays out of the state"
        for seat, seen in before.items():
            assert seen_by(other, seat) == seen
        other.withdraw(decision.seat)
        assert {seat: seen_by(other, seat) for seat in before} == before


@for_every_game
@given(st.data())
def test_what_is_drawn_in_secret_stays_secret(game: Any, data: st.DataObject) -> None:
    """Whatever a seat draws that only some may see, the views of the rest are the same."""
    setup: Setup = data.draw(setups(game))
    m = setup.new(luck="by_hand")
    chance = Stream(f"secret {setup.seed}")
    for _ in range(STEPS):
        request = m.request
        if request is None:
            break
        if isinstance(request, Draw) and request.seen_by != ALL:
            seen = []
            for _ in range(3):
                other = m.fork()
                give_something(other, chance)
                # where the draw changes who is asked what, only the moment after can be compared
                seen.append({seat: seen_by(other, seat) for seat in others(m, *request.seen_by)})
            assert seen[0] == seen[1] == seen[2]
        give_something(m, chance)


@for_every_game
@given(st.data())
def test_no_view_shows_the_seed(game: Any, data: st.DataObject) -> None:
    """Whoever knew the seed could compute every throw to come."""
    setup: Setup = data.draw(setups(game))
    secret = 2**63 + setup.seed % 2**62
    m = Setup(game, setup.seats, secret, setup.options).new()
    chance = Stream(f"seed {setup.seed}")
    for _ in range(20):
        for seat in (None, *m.seats):
            assert str(secret) not in repr(seen_by(m, seat))
        if m.is_over:
            break
        give_something(m, chance)
