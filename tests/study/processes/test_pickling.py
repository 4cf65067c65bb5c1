"""What is sent to other processes draws there from the generators that are seeded there."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from random import randrange
from typing import Any

import numpy as np
import pytest

from classkit.study.processes.pickling import to_bytes
from tests.study.fishery import Fishery


@pytest.mark.parametrize("draw", [randrange, random.random, np.random.randint, np.random.rand])
@pytest.mark.parametrize("whole", [False, True])
def test_a_function_of_a_shared_generator_is_sent_by_name(
    draw: Callable[..., Any], whole: bool
) -> None:
    """A function of a script, as a lambda is, goes whole."""
    pytest.importorskip("cloudpickle")
    sent = pickle.loads(to_bytes((lambda: draw) if whole else draw))
    got = sent() if whole else sent
    assert got.__self__ is draw.__self__  # type: ignore[attr-defined]


def test_a_generator_of_its_own_goes_with_its_state() -> None:
    own = random.Random(5)
    assert pickle.loads(to_bytes(own)).random() == own.random()


SCRIPT = """
from random import randrange as rrange
from classkit import study

def at_random(view, decision):
    may = "yes" in {move.name for move in decision.legal}
    return "yes" if may and rrange(2) else decision.default

if __name__ == "__main__":
    frames = [
        study.simulate("poleconomy", n=12, seats=2, bots=at_random, processes=processes,
                       progress=False)
        for processes in (1, 2)
    ]
    print(frames[0].equals(frames[1]), frames[1]["score.A"].nunique() > 2)
"""


def test_a_script_with_a_function_of_random_plays_the_same_elsewhere(fishery: Fishery) -> None:
    assert fishery.program(SCRIPT) == "True True"
