"""Laws of determinism: the same seed gives the same match, and what-ifs keep random outcomes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine import registry
from classkit.engine.decisions import Draw, Roll
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.randomness import SeededRandom

from .match_strategies import Setup, law, play_randomly, sample_items, setups, snapshot_match

CHILD_CODE = (
    "import sys, pickle; from classkit.testing import determinism_laws as laws; "
    "print(laws.outcomes(pickle.loads(bytes.fromhex(sys.argv[1]))))"
)
SEEDS = (1, 2**63 + 5)


@law
@given(st.data())
def test_the_same_seed_is_the_same_match(game: Any, data: st.DataObject) -> None:
    """Check that dice, draws and bots depend only on the seed."""
    setup: Setup = data.draw(setups(game))
    one = setup.new().play(until="round", bots=setup.players).play("round", bots=setup.players)
    other = setup.new().play(until="round", bots=setup.players).play("round", bots=setup.players)
    assert snapshot_match(one) == snapshot_match(other)


def test_the_same_seed_is_the_same_match_in_other_processes(game: Game[Any]) -> None:
    """Check that nothing depends on set order, PYTHONHASHSEED, or earlier matches."""
    command = [sys.executable, "-c", CHILD_CODE, pickle.dumps(game).hex()]
    paths = os.pathsep.join(sys.path)
    playing = [
        subprocess.Popen(
            command,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for hash_seed in ("1", "4242")
    ]
    told = [process.communicate() for process in playing]
    for process, (_, complaint) in zip(playing, told, strict=True):
        assert process.returncode == 0, complaint
    assert told[0][0] == told[1][0]
    assert told[0][0].count("\n") == 2 * len(SEEDS)


def outcomes(game: Game[Any]) -> str:
    """Return the outcomes of a few matches as text, for a comparison between processes."""
    lines = []
    for seed in SEEDS:
        m = registry.new(game, seed=seed).play("end", "random")
        lines.append(repr((m.step, m.digest(), m.events[-3:], m.standings())))
        m = play_randomly(registry.new(game, seed=seed), 60)
        lines.append(repr((m.step, m.digest(), m.request)))
    return "\n".join(lines)


@law
@given(st.data())
def test_bots_repeat_themselves_in_a_fork(game: Any, data: st.DataObject) -> None:
    """Check that bots make the same decisions from a step, no matter how the match reached it."""
    setup: Setup = data.draw(setups(game))
    m = setup.new().play(until="round", bots=setup.players)
    there = m.step
    m.play(until="turn", bots=setup.players)
    other = m.fork().goto(step=there // 2).goto(step=there)
    other.play(until="turn", bots=setup.players)
    assert snapshot_match(other) == snapshot_match(m)


@law
@given(st.data())
def test_a_what_if_keeps_the_dice(game: Any, data: st.DataObject) -> None:
    """Check that branches get the same dice for the same purpose (same label)."""
    setup: Setup = data.draw(setups(game))
    fell: dict[str, tuple[int, ...]] = {}
    original = SeededRandom.outcome

    def noted(luck: SeededRandom, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...]:
        outcome = original(luck, request, label, number)
        if isinstance(request, Roll):
            form = f"{label}|{request.dice}d{request.sides}"
            assert fell.setdefault(form, outcome) == outcome, f"{label} fell {outcome} this time"
        return outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SeededRandom, "outcome", noted)
        m = play_randomly(setup.new(), 60, "trunk")
        for number, step in enumerate(sample_items(setup.seed, list(range(m.step)), 4)):
            play_randomly(m.fork().goto(step=step), 60, f"branch {number}")
    assert fell or not any(entry.kind == "roll" for entry in get_entries(m))


def get_entries(m: Match) -> list[Any]:
    """Return all log entries of a match, including random outcomes."""
    return [entry for _, entries in m.entries for entry in entries]
