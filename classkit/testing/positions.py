"""Laws of positions: `m.position()` opens to a table that goes on alike, or is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import PositionError
from classkit.engine.luck import Stream
from classkit.engine.match import Match

from .matches import Setup, asked, give_something, law, setups

BY_CHANCE = 40
"""The number of random steps at the beginning, before bots play on."""
TURNS = 60


def table_by_the_rules(m: Match) -> dict[str, Any]:
    """Return what the rules go by: who holds what, what is asked, and what may be answered."""
    return {
        "request": asked(m),
        "answered": m.answered,
        "forms": [(d.seat, d.name, [move.form() for move in d.moves]) for d in m.requests()],
        "asides": [(aside.seat, aside.move.form()) for aside in m.asides()],
        "turn": (m.turn, m.round),
        "standings": m.standings(),
        "totals": m.ledger.totals(),
        "titles": m.ledger.titles,
        **{f"accounts of {unit}": holdings(m, unit) for unit in m.ledger.balances},
    }


def holdings(m: Match, unit: str) -> dict[str, int]:
    """Return what each account holds of a unit; one that holds none need not be there."""
    return {account: held for account, held in m.ledger.balances[unit].items() if held}


def check_position(setup: Setup, m: Match) -> None:
    """Open the position of a match: it must go on from there by the rules as the match does."""
    try:
        position = json.loads(json.dumps(m.position()))
    except PositionError as error:
        assert m.is_over or not m.turn, f"turn {m.turn}: {error}"
        assert str(error).endswith(".")
        return
    other = setup.new(position=position)
    was, now = table_by_the_rules(m), table_by_the_rules(other)
    for part in was:
        assert now[part] == was[part], f"turn {m.turn}: {part}"
    assert other.position() == position


@law
@given(st.data())
def test_a_position_goes_on_by_the_rules_at_every_turn(game: Any, data: st.DataObject) -> None:
    """Check it in set-up, in mid-turn, and at each turn: a table alike, or a reason against."""
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


def usual(game: Any) -> Setup:
    """Return a setup with default options, for the second number of seats, or the last of two."""
    numbers = game.seat_numbers
    return Setup(game, numbers[-1] if len(numbers) < 3 else numbers[1], 7)


def test_luck_of_a_turn_that_was_changed_is_refused_as_it_opens(game: Any) -> None:
    """Check that what came up in a turn opens with it, and one outcome more is refused."""
    setup = usual(game)
    m = setup.new()
    for _ in range(BY_CHANCE * TURNS):
        position = m.position() if game.has_positions and m.turn and not m.is_over else {}
        if m.is_over or "luck" in position:
            break
        m.play("decision", bots="passive")
    if "luck" not in position:
        pytest.skip("no luck comes up in the middle of its turns")
    assert asked(setup.new(position=position)) == asked(m)
    luck = [*position["luck"], position["luck"][-1]]
    with pytest.raises(PositionError, match=r"luck\[\d+\]: nothing .* asks for .* leave it out"):
        setup.new(position={**position, "luck": luck})


def test_no_position_of_a_match_that_is_over(game: Any) -> None:
    """Check that a match that is over refuses its position, but not that of a step before."""
    over = usual(game).new()
    signal = game.length(over.table).ended_by
    over.play(until="round" if signal else "end", bots="passive")
    if signal:
        over.signal(signal).play(until="end", bots="passive")
    assert over.is_over
    with pytest.raises(PositionError, match="the match is over"):
        over.position()
