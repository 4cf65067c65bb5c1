"""The pool that stays: only the first short study waits for processes to start."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from classkit.study.processes import job_runner, warm_pool
from tests.study import plays


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No pool is left over, before and after."""
    warm_pool.close_pools()
    yield
    warm_pool.close_pools()


def processes() -> set[int]:
    """The processes that stay."""
    workers = [worker for pool in warm_pool.pools.values() for worker in pool.workers]
    return {worker.process.pid for worker in workers if worker.process is not None}


def test_the_next_study_finds_the_processes_of_the_one_before() -> None:
    first = dict(warm_pool.run(range(20), plays.who, processes=2))
    stayed = processes()
    assert set(first.values()) <= stayed and len(stayed) == 2
    assert set(dict(warm_pool.run(range(20), plays.who, processes=2)).values()) <= stayed
    assert processes() == stayed


def test_they_can_be_started_before_they_are_needed_and_ended_when_idle() -> None:
    warm_pool.start_pool(2)
    stayed = processes()
    assert len(stayed) == 2
    played = warm_pool.run(range(20), plays.who, processes=2)
    next(played)
    warm_pool.end_pool()
    assert processes() == stayed, "not while a study is under way"
    played.close()
    warm_pool.end_pool()
    assert processes() == set()


def test_they_stand_back_for_whoever_is_at_a_table() -> None:
    warm_pool.start_pool(2)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for process in processes():
        assert os.getpriority(os.PRIO_PROCESS, process) == max(own, warm_pool.NICENESS)


def test_a_crew_of_another_size_takes_the_place_of_the_one_before() -> None:
    list(warm_pool.run(range(20), plays.who, processes=2))
    list(warm_pool.run(range(20), plays.who, processes=3))
    assert list(warm_pool.pools) == [3]


def test_a_study_that_breaks_leaves_the_crew_free() -> None:
    with pytest.raises(ValueError):
        list(warm_pool.run([1, "x", 3, 4], plays.square, processes=2))
    assert dict(warm_pool.run([5, 6], plays.square, processes=2)) == {0: 25, 1: 36}


def test_one_process_or_one_job_needs_no_crew() -> None:
    assert list(warm_pool.run([5], plays.square, processes=2)) == [(0, 25)]
    assert list(warm_pool.run([5, 6], plays.square, processes=1)) == [(0, 25), (1, 36)]
    assert warm_pool.pools == {}


def test_unless_told_there_are_as_many_as_cores_and_four_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(job_runner.PROCESSES_VARIABLE, raising=False)
    monkeypatch.setattr(warm_pool, "count_cores", lambda: 64)
    assert warm_pool.get_default_processes() == warm_pool.MAX_PROCESSES == 4
    monkeypatch.setenv(job_runner.PROCESSES_VARIABLE, "2")
    assert warm_pool.get_default_processes() == 2
