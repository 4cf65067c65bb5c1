"""Laws of broken rules: a mistake inside leaves no trace, and is told with its clause."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import RuleError
from classkit.engine.ledger import Ledger
from classkit.engine.record import dumps
from classkit.engine.registry import loads
from classkit.engine.table import Table

from .matches import begun, fingerprint, give_something, law, lean

STEPS = 60


class Bug(Exception):
    """A mistake in a rule, made on purpose."""


def break_at(
    patch: pytest.MonkeyPatch, table: type[Table], number: int, error: BaseException
) -> None:
    """Raise ``error`` right after the event or the transfer of this number, counted together."""
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

    breaking(table, "tell")  # as this kind of table tells it
    breaking(Ledger, "move")


@law
@given(st.data(), st.sampled_from([{}, {"keep": lean()}]), st.booleans())
def test_a_broken_rule_changes_nothing(
    game: Any, data: st.DataObject, more: dict[str, Any], after_undo: bool
) -> None:
    """Check that the match stands where it was, keeps what lay ahead, and plays on."""
    m, chance = begun(game, data, "broken", **more)
    broke = 0
    for _ in range(STEPS):
        if m.is_over:
            break
        if after_undo and m.step:
            m.undo()
        before, ahead = fingerprint(m), m.last_step
        record = m.to_record()
        with pytest.MonkeyPatch.context() as patch:
            break_at(patch, type(m.table), 1 + chance.below(4), Bug("made on purpose"))
            try:
                give_something(m, chance)
            except RuleError as error:
                broke += 1
                assert isinstance(error.__cause__, Bug)
                assert error.clause in game.rulebook.clauses
                assert fingerprint(loads(dumps(error.record), game=game)) == before
                broke_now = True
            else:
                broke_now = False
        if broke_now:
            assert fingerprint(m) == before
            assert m.last_step == ahead
            assert m.to_record() == record
            give_something(m, chance)
        if after_undo and not m.is_over:
            give_something(m, chance)
    assert broke or m.is_over
    if broke:
        m.play(until="round", bots="passive")


@law
@given(st.data())
def test_an_interrupted_kernel_leaves_nothing_half_done(game: Any, data: st.DataObject) -> None:
    """Check that the stop button of a notebook counts as no answer."""
    m, chance = begun(game, data, "stopped")
    for _ in range(STEPS // 2):
        if m.is_over:
            break
        before = fingerprint(m)
        with pytest.MonkeyPatch.context() as patch:
            break_at(patch, type(m.table), 1 + chance.below(4), KeyboardInterrupt())
            try:
                give_something(m, chance)
            except KeyboardInterrupt:
                assert fingerprint(m) == before
            else:
                continue
        give_something(m, chance)
