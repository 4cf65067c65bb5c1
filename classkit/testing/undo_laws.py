"""Laws of undo, redo, goto and fork: undo restores the state, and forks are independent."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import NothingToDo
from classkit.engine.randomness import RandomStream

from .match_strategies import (
    Setup,
    act_differently,
    act_randomly,
    begin_match,
    law,
    no_checkpoints,
    play_randomly,
    repeat_entry,
    sample_items,
    setups,
    snapshot_match,
)

STEPS = 60


@law
@given(st.data())
def test_undo_after_a_step_is_the_identity(game: Any, data: st.DataObject) -> None:
    """Check at every step that undo restores the previous state, and redo the next one."""
    m, chance = begin_match(game, data, "undo")
    for _ in range(STEPS):
        if m.is_over:
            break
        before = snapshot_match(m)
        act_randomly(m, chance)
        after = snapshot_match(m)
        assert after["step"] == before["step"] + 1
        assert snapshot_match(m.undo()) == before
        assert m.can_redo
        assert snapshot_match(m.redo()) == after
        assert not m.can_redo


@law
@given(st.data(), st.sampled_from([{}, {"keep": no_checkpoints()}, {"luck": "by_hand"}]))
def test_every_moment_can_be_reached(game: Any, data: st.DataObject, more: dict[str, Any]) -> None:
    """Check that goto, undo and redo restore the snapshot of each step."""
    setup: Setup = data.draw(setups(game))
    m = setup.new(**more)
    chance = RandomStream(f"moments {setup.seed}")
    moments = [snapshot_match(m)]
    while not m.is_over and len(moments) < STEPS:
        act_randomly(m, chance)
        moments.append(snapshot_match(m))
    last = len(moments) - 1
    assert m.last_step == last
    for step in sample_items(setup.seed, list(range(last + 1)), 12):
        assert snapshot_match(m.goto(step=step)) == moments[step]
        assert m.last_step == last
        assert snapshot_match(m.fork()) == moments[step]
    for turn in sorted({moment["turn"] for moment in moments}):
        first = next(moment for moment in moments if moment["turn"] >= turn)
        assert snapshot_match(m.goto(turn=turn)) == first
    for step in range(m.step, last):
        assert snapshot_match(m) == moments[step]
        m.redo()
    with pytest.raises(NothingToDo):
        m.redo()
    for step in range(last, 0, -1):
        assert snapshot_match(m) == moments[step]
        m.undo()
    assert snapshot_match(m) == moments[0]
    with pytest.raises(NothingToDo):
        m.undo()
    assert snapshot_match(m.redo(last)) == moments[last]


@law
@given(st.data())
def test_acting_on_a_fork_never_changes_the_original(game: Any, data: st.DataObject) -> None:
    """Check that actions on a fork, of the present or the past, do not change the original."""
    setup: Setup = data.draw(setups(game))
    m = play_randomly(setup.new(), STEPS, "original")
    there = snapshot_match(m)
    end = m.step
    for number, step in enumerate(sample_items(setup.seed, list(range(end + 1)), 4)):
        other = m.fork().goto(step=step)
        play_randomly(other, STEPS, f"fork {number}")
        other.fork().goto(step=0)
        assert snapshot_match(m) == there
    past = m.fork().goto(step=end // 2)
    was = snapshot_match(past)
    play_randomly(m.goto(step=end // 3), STEPS, "another way")
    assert snapshot_match(past) == was
    assert past.last_step == end


@law
@given(st.data())
def test_a_new_answer_replaces_what_lay_ahead(game: Any, data: st.DataObject) -> None:
    """Check that a different answer after going back discards the recorded later steps."""
    setup: Setup = data.draw(setups(game))
    m = play_randomly(setup.new(), STEPS, "first")
    if not m.step:
        return
    old = m.step
    m.goto(step=old // 2)
    if m.is_over or not act_differently(m, f"{setup.seed}"):
        return
    assert m.step == m.last_step == old // 2 + 1
    now = snapshot_match(m)
    assert snapshot_match(m.undo().redo()) == now
    play_randomly(m, STEPS, "second")
    step = m.step
    now = snapshot_match(m)
    assert snapshot_match(m.goto(step=0).goto(step=step)) == now


@law
@given(st.data(), st.sampled_from([{}, {"keep": no_checkpoints()}, {"luck": "by_hand"}]))
def test_the_same_given_again_repeats_what_lay_ahead(
    game: Any, data: st.DataObject, more: dict[str, Any]
) -> None:
    """Check that repeating the recorded answers, or continuing, keeps the recorded later steps."""
    setup: Setup = data.draw(setups(game))
    m = play_randomly(setup.new(**more), STEPS, "first")
    last, end = m.step, snapshot_match(m)
    given_ = [entry for _, entries in m.entries for entry in entries if m.is_step(entry)]
    chance = RandomStream(f"again {setup.seed}")
    m.goto(step=last // 2)
    for entry in given_[last // 2 :]:
        step = m.step
        if chance.below(2):
            repeat_entry(m, entry)
        else:
            m.play("decision")
        assert step < m.step <= m.last_step == last
        if m.step > step + 1:
            m.goto(step=step + 1)  # play submitted several sealed answers
    assert not m.truncation_count
    assert snapshot_match(m) == end
