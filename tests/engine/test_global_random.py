"""Policies that draw from global generators: the same seed plays the same match."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from threading import Barrier, Event, Lock
from typing import Any

import numpy
import pytest

import classkit
from classkit.engine import global_random
from classkit.engine.global_random import GlobalGenerators
from classkit.engine.match import Match
from classkit.engine.policy import Players, is_builtin, passive_policy

pytestmark = pytest.mark.usefixtures("own_plays")
GIVE_UP = 60
"""Seconds after which a test that would wait for ever fails."""


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
    if policy is not Moody:  # which each call creates again
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


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread inside a policy counts as waiting as soon as another one looks."""
    monkeypatch.setattr(global_random, "IDLE_TIMEOUT", 0.0)


@pytest.mark.usefixtures("impatient")
def test_a_policy_may_wait_for_a_thread_that_asks_policies() -> None:
    before = random.getstate()
    with ThreadPoolExecutor(2) as threads:

        def looks_ahead(view: Any, decision: Any) -> Any:
            random.random()
            ahead = threads.submit(lambda: new(3).play("turn", bots=lucky).digest())
            assert ahead.result(GIVE_UP) == other
            return simple(decision, random.random())

        def draws_twice(view: Any, decision: Any) -> Any:
            random.random()
            return simple(decision, random.random())

        other = new(3).play("turn", bots=lucky).digest()
        own = new().play("turn", bots=looks_ahead).digest()
    assert own == new().play("turn", bots=draws_twice).digest(), "its own draws go on"
    assert random.getstate() == before


@pytest.mark.usefixtures("impatient")
def test_two_policies_may_wait_for_each_other() -> None:
    meeting = Barrier(2)

    def meets(view: Any, decision: Any) -> Any:
        meeting.wait(GIVE_UP)
        return decision.default

    with ThreadPoolExecutor(2) as threads:
        played = [threads.submit(new(seed).play, "decision", meets) for seed in (1, 2)]
        assert [one.result(GIVE_UP).step for one in played] == [1, 1]


@pytest.mark.usefixtures("impatient")
def test_a_policy_may_wait_for_what_a_thread_holds_that_plays() -> None:
    held, asked = Lock(), Event()

    def waits(view: Any, decision: Any) -> Any:
        asked.set()
        assert held.acquire(timeout=GIVE_UP)
        held.release()
        return decision.default

    with ThreadPoolExecutor(1) as threads:
        with held:
            waiting = threads.submit(new().play, "decision", waits)
            assert asked.wait(GIVE_UP)
            assert new(3).play("turn", bots=lucky).turn
        assert waiting.result(GIVE_UP).step == 1


def test_a_thread_that_works_keeps_the_generators(monkeypatch: pytest.MonkeyPatch) -> None:
    now, used = [100.0], [5.0]
    monkeypatch.setattr(global_random, "monotonic", lambda: now[0])
    monkeypatch.setattr(global_random, "read_clock", lambda clock: used[0])

    def waits_after(seconds: float, work: float) -> bool:
        now[0] += seconds
        used[0] += work
        return play.is_waiting()

    play = GlobalGenerators()
    assert not play.is_waiting()
    assert not any(waits_after(0.5, 0.02) for _ in range(8))
    assert not waits_after(0.9, 0.0) and waits_after(0.2, 0.0), "it has stopped to work"
    assert waits_after(5, 0.0) and not waits_after(0.1, 0.5), "it works again"
    assert waits_after(20, 0.5), "nobody waits for ever"


def test_the_last_play_puts_the_callers_generators_back() -> None:
    before = random.getstate()
    first, second = GlobalGenerators(), GlobalGenerators()
    first.begin_decision(1)
    first.end_decision()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(second.begin_decision, 2).result(GIVE_UP)
        threads.submit(second.end_decision).result(GIVE_UP)
        first.restore_generators()
        assert random.getstate() != before
        threads.submit(second.restore_generators).result(GIVE_UP)
    assert random.getstate() == before
    users = global_random.generator_users
    assert (users.drawing, users.plays, users.callers) == (
        [],
        set(),
        None,
    )


def test_the_generators_of_a_forked_process_are_free() -> None:
    elsewhere = GlobalGenerators()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(elsewhere.begin_decision, 5).result(GIVE_UP)
        # as in a process in which that thread does not run
        global_random.generator_users.forget_forked()
        assert new().play("turn", bots=lucky).digest() == new().play("turn", bots=lucky).digest()
        elsewhere.restore_generators()


def test_a_wrapper_of_a_bot_of_classkit_is_seeded() -> None:
    @wraps(passive_policy)
    def own(view: Any, decision: Any) -> Any:
        return lucky(view, decision)

    assert new().play("turn", bots=own).digest() == new().play("turn", bots=lucky).digest()


def test_a_policy_that_imports_numpy_as_it_answers_draws_the_same() -> None:
    code = (
        "import classkit\n"
        "def late(view, decision):\n"
        "    import numpy\n"
        "    chance = view.chance.below(2)\n"
        "    names = [move.name for move in decision.legal if not move.fields]\n"
        "    at = (chance + numpy.random.randint(99)) % max(1, len(names))\n"
        "    return names[at] if names else decision.default\n"
        "def play():\n"
        "    return classkit.new('poleconomy', seats=2, seed=7).play('round', bots=late).digest()\n"
        "assert play() == play()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_bots_of_classkit_pay_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("seeded for nothing")

    monkeypatch.setattr(GlobalGenerators, "begin_decision", refuse)
    for name in classkit.list_games():
        for bot in classkit.bots(name):
            m = classkit.new(name, seed=7)
            assert all(is_builtin(one.policy) for one in m.make_players(bot).bots.values())
            assert isinstance(m.make_players(bot), Players)
            m.play("turn", bots=bot)


def test_numpy_is_not_loaded_for_it() -> None:
    code = (
        "import sys, classkit, random\n"
        "def lucky(view, decision):\n    random.random()\n    return decision.default\n"
        "classkit.new('poleconomy', seats=2, seed=7).play('turn', bots=lucky)\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
