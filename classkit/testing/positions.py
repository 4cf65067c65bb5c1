"""Laws of positions: what `m.position()` states opens to the same table, or is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import PositionError
from classkit.engine.log import INSTRUCTOR
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.views import View

from .matches import Setup, asked, give_something, law, setups

BY_CHANCE = 40
"""The number of random steps that try everything offered; bots play from there."""
TURNS = 60

OF_THE_PAST = frozenset({"answers", "chance", "events", "history", "ledger", "numbered_answers"})
"""Attributes of a view that tell of the past, which a position does not, and a bot's draws."""


def seen(view: View) -> dict[str, Any]:
    """Return what a view shows of the present, property by property."""
    names = [name for name in dir(type(view)) if not name.startswith("_")]
    shown = [name for name in names if isinstance(getattr(type(view), name), property)]
    return {name: repr(getattr(view, name)) for name in shown if name not in OF_THE_PAST}


def table_as_seen(m: Match) -> dict[str, Any]:
    """Return everything that can be seen of the present table, by everybody who may look."""
    viewers = (None, INSTRUCTOR, *m.seats)
    return {
        "request": asked(m),
        "answered": m.answered,
        "forms": [(d.seat, d.name, [move.form() for move in d.moves]) for d in m.requests()],
        "asides": [(aside.seat, aside.move.form()) for aside in m.asides()],
        "turn": (m.turn, m.round),
        "figures": m.metrics(),
        "standings": m.standings(),
        "totals": m.ledger.totals(),
        **{f"board for {viewer}": m.game.scene(m.table, viewer) for viewer in viewers},
        **{f"view of {viewer}": seen(m.view(viewer)) for viewer in viewers},
    }


def check_position(setup: Setup, m: Match) -> None:
    """Open the position of a match: its table must be the same, and its luck from there on."""
    try:
        position = json.loads(json.dumps(m.position()))
    except PositionError as error:
        assert m.is_over or not m.turn, f"turn {m.turn}: {error}"
        assert str(error).endswith(".")
        return
    other = setup.new(position=position)
    assert_same(m, other, f"turn {m.turn}")
    assert other.position() == position
    on = m.fork().play("turn", bots="passive").play("turn", bots="passive")
    other.play("turn", bots="passive").play("turn", bots="passive")
    assert_same(on, other, f"two turns after turn {m.turn}")


def assert_same(m: Match, other: Match, where: str) -> None:
    """Compare part by part, so that a failing test names the part."""
    was, now = table_as_seen(m), table_as_seen(other)
    for part in was:
        assert now[part] == was[part], f"{where}: {part}"


@law
@given(st.data())
def test_a_position_opens_to_the_same_table_at_every_turn(game: Any, data: st.DataObject) -> None:
    """Check it in set-up, in mid-turn, and at each turn: the same table, or a reason against."""
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    if not game.has_positions:
        with pytest.raises(PositionError, match="knows no positions"):
            m.position()
        return
    chance = Stream(f"positions {setup.seed}")
    for _ in range(BY_CHANCE):
        if not chance.below(4) or not m.turn:
            check_position(setup, m)
        if m.is_over:
            break
        give_something(m, chance)
    for _ in range(TURNS):
        if m.is_over:
            break
        m.play("turn", bots=setup.players)
        for _ in range(chance.below(4)):
            if not m.is_over:
                m.play("decision", bots=setup.players)
        if not chance.below(6):
            check_position(setup, m)
    check_position(setup, m)


def test_no_position_of_a_match_that_is_over(game: Any) -> None:
    """Check that a match that is over refuses its position, but not that of a step before."""
    m = Setup(
        game, game.seat_numbers[-1] if len(game.seat_numbers) < 3 else game.seat_numbers[1], 7
    )
    over = m.new()
    signal = game.ended_by_host(over.options)
    over.play(until="round" if signal else "end", bots="passive")
    if signal:
        over.signal(signal).play(until="end", bots="passive")
    assert over.is_over
    with pytest.raises(PositionError, match="the match is over"):
        over.position()
