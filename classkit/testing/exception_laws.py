"""Laws of exceptions: an error in a rule leaves the match unchanged, and names the clause."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import RuleError
from classkit.engine.ledger import Ledger
from classkit.engine.registry import loads
from classkit.engine.serialization import format_record
from classkit.engine.state import GameState

from .match_strategies import act_randomly, begin_match, law, no_checkpoints, snapshot_match

STEPS = 60


class InjectedError(Exception):
    """Error that a test injects into a rule."""


def inject_error(
    patch: pytest.MonkeyPatch, table: type[GameState], number: int, error: BaseException
) -> None:
    """Raise ``error`` after the given number of events and transfers, counted together."""
    left = [number]

    def breaking(owner: type, name: str) -> None:
        original = getattr(owner, name)

        def broken(*args: Any, **kwargs: Any) -> Any:
            result = original(*args, **kwargs)
            left[0] -= 1
            if left[0] == 0:
                raise error
            return result

        patch.setattr(owner, name, broken)

    breaking(table, "tell")  # a subclass may override it
    breaking(Ledger, "move")


@law
@given(st.data(), st.sampled_from([{}, {"keep": no_checkpoints()}]), st.booleans())
def test_a_broken_rule_changes_nothing(
    game: Any, data: st.DataObject, more: dict[str, Any], after_undo: bool
) -> None:
    """Check that the match keeps its position and recorded answers, and can continue."""
    m, chance = begin_match(game, data, "broken", **more)
    broke = 0
    for _ in range(STEPS):
        if m.is_over:
            break
        if after_undo and m.step:
            m.undo()
        before, ahead = snapshot_match(m), m.last_step
        record = m.to_record()
        with pytest.MonkeyPatch.context() as patch:
            inject_error(patch, type(m.table), 1 + chance.below(4), InjectedError("injected error"))
            try:
                act_randomly(m, chance)
            except RuleError as error:
                broke += 1
                assert isinstance(error.__cause__, InjectedError)
                assert error.clause in game.rulebook.clauses
                assert snapshot_match(loads(format_record(error.record), game=game)) == before
                broke_now = True
            else:
                broke_now = False
        if broke_now:
            assert snapshot_match(m) == before
            assert m.last_step == ahead
            assert m.to_record() == record
            act_randomly(m, chance)
        if after_undo and not m.is_over:
            act_randomly(m, chance)
    assert broke or m.is_over
    if broke:
        m.play(until="round", bots="passive")


@law
@given(st.data())
def test_an_interrupted_kernel_leaves_nothing_half_done(game: Any, data: st.DataObject) -> None:
    """Check that interrupting a notebook's kernel leaves the decision unanswered."""
    m, chance = begin_match(game, data, "stopped")
    for _ in range(STEPS // 2):
        if m.is_over:
            break
        before = snapshot_match(m)
        with pytest.MonkeyPatch.context() as patch:
            inject_error(patch, type(m.table), 1 + chance.below(4), KeyboardInterrupt())
            try:
                act_randomly(m, chance)
            except KeyboardInterrupt:
                assert snapshot_match(m) == before
            else:
                continue
        act_randomly(m, chance)
