"""Laws of going back and forth: undo is the identity, a fork is a world of its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import NothingToDo
from classkit.engine.luck import Stream

from .matches import (
    Setup,
    begun,
    decide_otherwise,
    fingerprint,
    give_again,
    give_something,
    law,
    lean,
    play_by_chance,
    setups,
    some,
)

STEPS = 60


@law
@given(st.data())
def test_undo_after_a_step_is_the_identity(game: Any, data: st.DataObject) -> None:
    """Check at every request that undo brings back what was, and redo what had been done."""
    m, chance = begun(game, data, "undo")
    for _ in range(STEPS):
        if m.is_over:
            break
        before = fingerprint(m)
        give_something(m, chance)
        after = fingerprint(m)
        assert after["step"] == before["step"] + 1
        assert fingerprint(m.undo()) == before
        assert m.can_redo
        assert fingerprint(m.redo()) == after
        assert not m.can_redo


@law
@given(st.data(), st.sampled_from([{}, {"keep": lean()}, {"luck": "by_hand"}]))
def test_every_moment_can_be_gone_to(game: Any, data: st.DataObject, more: dict[str, Any]) -> None:
    """Check that going to a step or turn, or stepping both ways, shows what was seen then."""
    setup: Setup = data.draw(setups(game))
    m = setup.new(**more)
    chance = Stream(f"moments {setup.seed}")
    moments = [fingerprint(m)]
    while not m.is_over and len(moments) < STEPS:
        give_something(m, chance)
        moments.append(fingerprint(m))
    last = len(moments) - 1
    assert m.last_step == last
    for step in some(setup.seed, list(range(last + 1)), 12):
        assert fingerprint(m.goto(step=step)) == moments[step]
        assert m.last_step == last
        assert fingerprint(m.fork()) == moments[step]
    for turn in sorted({moment["turn"] for moment in moments}):
        first = next(moment for moment in moments if moment["turn"] >= turn)
        assert fingerprint(m.goto(turn=turn)) == first
    for step in range(m.step, last):
        assert fingerprint(m) == moments[step]
        m.redo()
    with pytest.raises(NothingToDo):
        m.redo()
    for step in range(last, 0, -1):
        assert fingerprint(m) == moments[step]
        m.undo()
    assert fingerprint(m) == moments[0]
    with pytest.raises(NothingToDo):
        m.undo()
    assert fingerprint(m.redo(last)) == moments[last]


@law
@given(st.data())
def test_acting_on_a_fork_never_changes_the_original(game: Any, data: st.DataObject) -> None:
    """Check that nothing done in a fork, of the present or the past, changes the original."""
    setup: Setup = data.draw(setups(game))
    m = play_by_chance(setup.new(), STEPS, "original")
    there = fingerprint(m)
    end = m.step
    for number, step in enumerate(some(setup.seed, list(range(end + 1)), 4)):
        other = m.fork().goto(step=step)
        play_by_chance(other, STEPS, f"fork {number}")
        other.fork().goto(step=0)
        assert fingerprint(m) == there
    past = m.fork().goto(step=end // 2)
    was = fingerprint(past)
    play_by_chance(m.goto(step=end // 3), STEPS, "another way")
    assert fingerprint(past) == was
    assert past.last_step == end


@law
@given(st.data())
def test_a_new_answer_replaces_what_lay_ahead(game: Any, data: st.DataObject) -> None:
    """Check that deciding otherwise after going back cuts off what lay ahead."""
    setup: Setup = data.draw(setups(game))
    m = play_by_chance(setup.new(), STEPS, "first")
    if not m.step:
        return
    old = m.step
    m.goto(step=old // 2)
    if m.is_over or not decide_otherwise(m, f"{setup.seed}"):
        return
    assert m.step == m.last_step == old // 2 + 1
    now = fingerprint(m)
    assert fingerprint(m.undo().redo()) == now
    play_by_chance(m, STEPS, "second")
    step = m.step
    now = fingerprint(m)
    assert fingerprint(m.goto(step=0).goto(step=step)) == now


@law
@given(st.data(), st.sampled_from([{}, {"keep": lean()}, {"luck": "by_hand"}]))
def test_the_same_given_again_repeats_what_lay_ahead(
    game: Any, data: st.DataObject, more: dict[str, Any]
) -> None:
    """Check that whoever decides as what lies ahead does loses nothing, nor by going on."""
    setup: Setup = data.draw(setups(game))
    m = play_by_chance(setup.new(**more), STEPS, "first")
    last, end = m.step, fingerprint(m)
    given_ = [entry for _, entries in m.entries for entry in entries if m.is_step(entry)]
    chance = Stream(f"again {setup.seed}")
    m.goto(step=last // 2)
    for entry in given_[last // 2 :]:
        step = m.step
        if chance.below(2):
            give_again(m, entry)
        else:
            m.play("decision")
        assert step < m.step <= m.last_step == last
        if m.step > step + 1:
            m.goto(step=step + 1)  # a stride of several sealed answers
    assert not m.cuts
    assert fingerprint(m) == end
