"""Policies that draw from Python's global generators play the same match from the same seed."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pandas as pd
import pytest

import classkit
from classkit import study
from classkit.study.match_random import find_generators, play_seeded, seeded_scope

pytestmark = pytest.mark.usefixtures("own_plays")
QUIET: dict[str, Any] = {"seats": 2, "progress": False}


def takes(decision: Any, wish: bool) -> Any:
    return "yes" if wish and "yes" in {move.name for move in decision.legal} else decision.default


def lucky(view: Any, decision: Any) -> Any:
    return takes(decision, random.random() < 0.5)


def numerical(view: Any, decision: Any) -> Any:
    return takes(decision, numpy.random.random() < 0.5)


class Moody:
    """Makes up its mind by chance as it is made."""

    def __init__(self) -> None:
        self.mood = random.random()

    def __call__(self, view: Any, decision: Any) -> Any:
        return takes(decision, self.mood < 0.5)


KEPT, KEPT_BY_NUMPY, OLD = (
    random.Random(5),
    numpy.random.default_rng(5),
    numpy.random.RandomState(5),
)


def keeps(view: Any, decision: Any) -> Any:
    drawn = (KEPT.random(), KEPT_BY_NUMPY.random(), OLD.random_sample())
    return takes(decision, sum(drawn) < 1.5)


class Box:
    """Holds a generator in its class, and in itself by whichever method."""

    shared = random.Random(1)

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.own = numpy.random.default_rng(2)


BOX, SHELF, SPACE = Box(), {"a": [random.Random(3)]}, SimpleNamespace(rng=random.Random(4))
TURN, NUMPYS = random.Random(6).random, numpy.random.default_rng(7).random


def captures(rng: random.Random) -> Any:
    return lambda: rng.random()


CAPTURED = captures(random.Random(8))


def hides(view: Any, decision: Any, rng: Any = random.Random(9)) -> Any:  # noqa: B008
    drawn = [BOX.shared.random(), BOX.own.random(), SHELF["a"][0].random(), SPACE.rng.random()]
    drawn += [TURN(), NUMPYS(), CAPTURED(), rng.random()]
    return takes(decision, sum(drawn) < 4)


def test_generators_are_found_wherever_they_are_kept() -> None:
    class Playing:
        def roots(self) -> list[Any]:
            return [hides]

    kept = find_generators(Playing())
    assert len(kept) == 8
    states = [one.getstate() for one in kept.values() if isinstance(one, random.Random)]
    with seeded_scope(1, kept):
        first = hides.__defaults__[0].random(), TURN(), NUMPYS()  # type: ignore[index]
    with seeded_scope(1, kept):
        assert first == (hides.__defaults__[0].random(), TURN(), NUMPYS())  # type: ignore[index]
    assert states == [one.getstate() for one in kept.values() if isinstance(one, random.Random)]


POLICIES = pytest.mark.parametrize("policy", [lucky, numerical, Moody, keeps, hides])


@pytest.mark.sweep(1)
@POLICIES
def test_the_same_call_gives_the_same_frame_whoever_plays(policy: Any, tmp_path: Path) -> None:
    wish = {"bots": policy, "n": 16, **QUIET}
    one = study.simulate("poleconomy", processes=1, **wish)
    assert len(set(one["score.A"])) > 3, "luck matters"
    for processes in (1, 2):
        again = study.simulate("poleconomy", processes=processes, **wish)
        pd.testing.assert_frame_equal(one, again)
    out = tmp_path / "runs.jsonl"
    for n in (5, 11, 16):
        grown = study.simulate("poleconomy", processes=1, out=out, **{**wish, "n": n})
    pd.testing.assert_frame_equal(one, grown)
    backwards = study.simulate(
        "poleconomy", processes=1, **{**wish, "n": None, "seeds": [*range(16, 0, -1)]}
    )
    assert list(backwards["score.A"]) == list(one["score.A"])[::-1]


@pytest.mark.sweep(1)
@POLICIES
def test_futures_and_compared_moves_are_the_same_too(policy: Any) -> None:
    match = classkit.new("poleconomy", seats=2, seed=7)
    ahead = [study.futures(match, n=8, bots=policy, processes=n).wait() for n in (1, 2)]
    assert ahead[0].outcomes == ahead[1].outcomes
    moves = [study.compare_moves(match, n=6, bots=policy, processes=n).rows() for n in (1, 2)]
    assert moves[0] == moves[1]


def test_the_callers_generators_are_left_as_they_were() -> None:
    states = random.getstate(), numpy.random.get_state(legacy=False)
    kept = KEPT.getstate(), KEPT_BY_NUMPY.bit_generator.state
    match = classkit.new("poleconomy", seats=2, seed=7)
    for policy in (lucky, numerical, Moody, keeps):
        study.simulate("poleconomy", bots=policy, n=2, processes=1, **QUIET)
        for _ in study.futures(match, n=2, bots=policy, processes=1):
            pass
    with pytest.raises(ZeroDivisionError):
        play_seeded(1, lambda: random.random() / 0)
    assert random.getstate() == states[0]
    assert (KEPT.getstate(), KEPT_BY_NUMPY.bit_generator.state) == kept
    now = numpy.random.get_state(legacy=False)
    assert now["state"]["pos"] == states[1]["state"]["pos"]
    assert (now["state"]["key"] == states[1]["state"]["key"]).all()


@pytest.mark.parametrize("kept", [random.Random(5), numpy.random.default_rng(5)])
def test_numpys_own_generator_is_put_back_whatever_a_policy_keeps(kept: Any) -> None:
    """The state of a kept generator was taken for that of numpy, which refused it."""
    before = numpy.random.get_state()[1].tolist()
    with seeded_scope(3, {"mine:kept": kept}):
        numpy.random.random()
    assert numpy.random.get_state()[1].tolist() == before


def test_a_generator_without_a_seed_is_left_alone() -> None:
    before = numpy.random.get_bit_generator()
    numpy.random.set_bit_generator(numpy.random.PCG64(5))
    try:
        with seeded_scope(3):
            pass
        value = numpy.random.random()
    finally:
        numpy.random.set_bit_generator(before)
    assert value == numpy.random.Generator(numpy.random.PCG64(5)).random()


LATE = """
import sys
from classkit.study.match_random import play_seeded

def late():
    import numpy
    return numpy.random.random()

play_seeded(1, lambda: None)
assert "numpy" not in sys.modules, "nobody pays for what is not used"
print(play_seeded(7, late) == play_seeded(7, late))
"""


def test_numpy_that_is_first_loaded_in_a_match_is_seeded_as_well() -> None:
    ran = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, check=True)
    assert ran.stdout == "True\n"


def test_variants_share_the_luck_of_their_policies() -> None:
    """They differ by what is varied alone, here by nothing that matters to the first turns."""
    runs = study.simulate(
        "poleconomy", bots=lucky, n=6, vary={"round_limit": [50, 60]}, by="turn",
        metrics="bank_cash", horizon=6, processes=1, **QUIET,
    )  # fmt: skip
    one, other = (runs[runs.round_limit == rounds] for rounds in (50, 60))
    assert list(one.bank_cash) == list(other.bank_cash) and one.bank_cash.nunique() > 3
