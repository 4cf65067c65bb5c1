"""Laws of positions: a match opened from ``m.position()`` continues by the same rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import PositionError
from classkit.engine.match import Match
from classkit.engine.randomness import RandomStream

from .match_strategies import Setup, act_randomly, get_decisions, law, setups

RANDOM_STEPS = 40
"""Number of random steps before bots continue."""
MAX_TURNS = 60


def snapshot_rules(m: Match) -> dict[str, Any]:
    """Return everything that the rules depend on: holdings, decisions and legal answers."""
    return {
        "request": get_decisions(m),
        "answered": m.answered_seats,
        "forms": [(d.seat, d.name, [move.form() for move in d.moves]) for d in m.requests()],
        "asides": [(aside.seat, aside.move.form()) for aside in m.asides()],
        "turn": (m.turn, m.round),
        "standings": m.standings(),
        "totals": m.ledger.totals(),
        "titles": m.ledger.titles,
        **{f"accounts of {unit}": get_holdings(m, unit) for unit in m.ledger.balances},
    }


def get_holdings(m: Match, unit: str) -> dict[str, int]:
    """Return the nonzero balances of a unit, by account."""
    return {account: held for account, held in m.ledger.balances[unit].items() if held}


def check_position(setup: Setup, m: Match) -> None:
    """Check that a match opened from the position of ``m`` has the same rules snapshot."""
    try:
        position = json.loads(json.dumps(m.position()))
    except PositionError as error:
        assert m.is_over or not m.turn, f"turn {m.turn}: {error}"
        assert str(error).endswith(".")
        return
    other = setup.new(position=position)
    was, now = snapshot_rules(m), snapshot_rules(other)
    for part in was:
        assert now[part] == was[part], f"turn {m.turn}: {part}"
    assert other.position() == position


@law
@given(st.data())
def test_a_position_goes_on_by_the_rules_at_every_turn(game: Any, data: st.DataObject) -> None:
    """Check positions in set-up, in mid-turn, and at the beginning of turns."""
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    if not game.has_positions:
        with pytest.raises(PositionError, match="does not support positions"):
            m.position()
        return
    chance = RandomStream(f"positions {setup.seed}")
    for _ in range(RANDOM_STEPS):
        if not chance.below(4) or not m.turn:
            check_position(setup, m)
        if m.is_over:
            break
        act_randomly(m, chance)
    for _ in range(MAX_TURNS):
        if m.is_over:
            break
        m.play("turn", bots=setup.players)
        for _ in range(chance.below(4)):
            if not m.is_over:
                m.play("decision", bots=setup.players)
        if not chance.below(6):
            check_position(setup, m)
    check_position(setup, m)


def default_setup(game: Any) -> Setup:
    """Return a setup with default options, for the second allowed number of seats if possible."""
    numbers = game.seat_numbers
    return Setup(game, numbers[-1] if len(numbers) < 3 else numbers[1], 7)


def test_changed_outcomes_of_a_turn_are_refused_as_it_opens(game: Any) -> None:
    """Check that a position contains the random outcomes of its turn, and rejects others."""
    setup = default_setup(game)
    m = setup.new()
    for _ in range(RANDOM_STEPS * MAX_TURNS):
        position = m.position() if game.has_positions and m.turn and not m.is_over else {}
        if m.is_over or "luck" in position:
            break
        m.play("decision", bots="passive")
    if "luck" not in position:
        pytest.skip("nothing is rolled or drawn in the middle of its turns")
    assert get_decisions(setup.new(position=position)) == get_decisions(m)
    luck = [*position["luck"], position["luck"][-1]]
    with pytest.raises(PositionError, match=r"luck\[\d+\]: .* do not use .* remove this outcome"):
        setup.new(position={**position, "luck": luck})


def test_a_finished_match_has_no_position(game: Any) -> None:
    """Check that a finished match raises an error when its position is requested."""
    over = default_setup(game).new()
    signal = game.length(over.table).ended_by
    over.play(until="round" if signal else "end", bots="passive")
    if signal:
        over.signal(signal).play(until="end", bots="passive")
    assert over.is_over
    with pytest.raises(PositionError, match="the match is over"):
        over.position()
