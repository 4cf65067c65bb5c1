"""Laws of luck: the same seed is the same match, and a what-if changes no luck."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.luck import Seeded
from classkit.engine.requests import Draw, Roll

from .matches import (
    Setup,
    every_game,
    fingerprint,
    for_every_game,
    play_by_chance,
    setups,
    some,
)

ROOT = Path(__file__).parent.parent.parent
PLAY = """
import json, sys
import classkit
from tests.laws.matches import every_game, play_by_chance
told = []
for game in every_game():
    for seed in (1, 2**63 + 5):
        m = classkit.new(game, seats=min(4, game.seat_numbers[-1]), seed=seed).play("end", "random")
        told.append([game.name, m.step, m.digest(), repr(m.events[-3:]), repr(m.standings())])
        m = play_by_chance(classkit.new(game, seats=3, seed=seed), 60)
        told.append([m.step, m.digest(), repr(m.request)])
print(json.dumps(told))
"""


@for_every_game
@given(st.data())
def test_the_same_seed_is_the_same_match(game: Any, data: st.DataObject) -> None:
    """Dice, draws and bots: all of it follows from the seed."""
    setup: Setup = data.draw(setups(game))
    one = setup.new().play(until="round", bots=setup.players).play("round", bots=setup.players)
    other = setup.new().play(until="round", bots=setup.players).play("round", bots=setup.players)
    assert fingerprint(one) == fingerprint(other)


def test_the_same_seed_is_the_same_match_in_other_processes() -> None:
    """Nothing depends on the order of a set, on PYTHONHASHSEED, or on what ran before."""
    told = []
    for hash_seed in ("1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", PLAY],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]
    assert len(told[0]) == 4 * len(every_game())


@for_every_game
@given(st.data())
def test_bots_repeat_themselves_in_a_fork(game: Any, data: st.DataObject) -> None:
    """From the same place the same bots play on the same way, however it was reached."""
    setup: Setup = data.draw(setups(game))
    m = setup.new().play(until="round", bots=setup.players)
    there = m.step
    m.play(until="turn", bots=setup.players)
    other = m.fork().goto(step=there // 2).goto(step=there)
    other.play(until="turn", bots=setup.players)
    assert fingerprint(other) == fingerprint(m)


@for_every_game
@given(st.data())
def test_a_what_if_changes_no_luck(game: Any, data: st.DataObject) -> None:
    """What two branches throw for the same purpose (same label) falls the same way."""
    setup: Setup = data.draw(setups(game))
    fell: dict[str, tuple[int, ...]] = {}
    original = Seeded.outcome

    def noted(luck: Seeded, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...]:
        outcome = original(luck, request, label, number)
        if isinstance(request, Roll):
            form = f"{label}|{request.dice}d{request.sides}"
            assert fell.setdefault(form, outcome) == outcome, f"{label} fell {outcome} this time"
        return outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Seeded, "outcome", noted)
        m = play_by_chance(setup.new(), 60, "trunk")
        for number, step in enumerate(some(setup.seed, list(range(m.step)), 4)):
            play_by_chance(m.fork().goto(step=step), 60, f"branch {number}")
    assert fell or m.is_over or not m.turn  # a long set-up may throw no dice
