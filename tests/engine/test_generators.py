"""Policies that draw from global generators: the same seed plays the same match."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy
import pytest

import classkit
from classkit.engine import generators
from classkit.engine.generators import GlobalGenerators
from classkit.engine.match import Match
from classkit.engine.policy import Players, is_shipped


def simple(decision: Any, number: float) -> Any:
    """Answer with one of the moves that need no fields, or the default."""
    names = [move.name for move in decision.legal if not move.fields]
    return names[int(number * len(names))] if names else decision.default


def lucky(view: Any, decision: Any) -> Any:
    return simple(decision, random.random())


def numerical(view: Any, decision: Any) -> Any:
    return simple(decision, numpy.random.random())


class Moody:
    """Draws as it is made, and for what it does aside."""

    def __init__(self) -> None:
        self.mood = random.random()

    def __call__(self, view: Any, decision: Any) -> Any:
        return simple(decision, self.mood * random.random())

    def aside(self, view: Any, decision: Any, open_asides: Any) -> Any:
        listed = [] if random.random() < 0.9 else open_asides()
        return listed[0].move.draw(view.chance) if listed else None


POLICIES = pytest.mark.parametrize("policy", [lucky, numerical, Moody])


def new(seed: int = 7) -> Match:
    return classkit.new("poleconomy", seats=3, seed=seed)


def disturb() -> None:
    """Draw as a notebook does between two runs."""
    random.random()
    numpy.random.random()


@POLICIES
def test_the_same_seed_plays_the_same_match(policy: Any) -> None:
    played = [new().play(bots=policy)]
    disturb()
    played.append(new().play(bots=policy))
    by_steps = new()
    while not by_steps.is_over:
        disturb()
        by_steps.play("decision", bots=lucky if policy is lucky else policy)
    if policy is not Moody:  # which is made anew by each call
        played.append(by_steps)
    assert {m.digest() for m in played} == {played[0].digest()}
    assert len({new(seed).play(bots=policy).digest() for seed in range(5)}) > 1


@POLICIES
def test_a_fork_repeats_its_draws_and_so_does_going_back(policy: Any) -> None:
    m = new().play("round", bots=policy)
    twin = m.fork()
    disturb()
    assert m.play("round", bots=policy).digest() == twin.play("round", bots=policy).digest()
    answers = m.answers
    m.goto(step=0)
    m.play("round", bots=policy).play("round", bots=policy)
    assert m.answers == answers, "they decide as what lies ahead does"


def test_the_callers_generators_go_on_as_if_nothing_had_been_drawn() -> None:
    def states() -> Any:
        legacy = numpy.random.get_state(legacy=False)
        return random.getstate(), legacy["state"]["pos"], legacy["state"]["key"].tolist()

    def breaks(view: Any, decision: Any) -> Any:
        raise ZeroDivisionError(random.random())

    before = states()
    for policy in (lucky, numerical, Moody):
        new().play("turn", bots=policy)
        assert states() == before
    with pytest.raises(ZeroDivisionError):
        new().play(bots=breaks)
    assert states() == before


def test_a_policy_may_play_matches_of_its_own() -> None:
    def looks_ahead(view: Any, decision: Any) -> Any:
        first = random.random()
        state = random.getstate()
        new(3).play("decision", bots=lucky)
        assert random.getstate() == state, "its own draws go on"
        return simple(decision, first)

    assert new().play(bots=looks_ahead).digest() == new().play(bots=lucky).digest()


def test_matches_in_several_threads_are_the_same_as_one_by_one() -> None:
    seeds = range(12)
    alone = [new(seed).play(bots=lucky).digest() for seed in seeds]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            together = [*threads.map(lambda seed: new(seed).play(bots=lucky).digest(), seeds)]
    finally:
        sys.setswitchinterval(before)
    assert together == alone


def test_the_generators_of_a_forked_process_are_free() -> None:
    first = generators.lock
    generators.renew_lock()
    assert generators.lock is not first
    held = GlobalGenerators()
    held.seed(5)
    generators.renew_lock()
    held.put_back()


def test_bots_of_classkit_pay_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("seeded for nothing")

    monkeypatch.setattr(GlobalGenerators, "seed", refuse)
    for name in classkit.list_games():
        for bot in classkit.bots(name):
            m = classkit.new(name, seed=7)
            assert all(is_shipped(one.policy) for one in m.seat(bot).bots.values())
            assert isinstance(m.seat(bot), Players)
            m.play("turn", bots=bot)


def test_numpy_is_not_loaded_for_it() -> None:
    code = (
        "import sys, classkit, random\n"
        "def lucky(view, decision):\n    random.random()\n    return decision.default\n"
        "classkit.new('poleconomy', seats=2, seed=7).play('turn', bots=lucky)\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
