"""The crew that stays: only the first short study waits for processes to start."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from classkit.study.processes import standing
from tests.study import plays


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No crew is left over, before and after."""
    standing.close()
    yield
    standing.close()


def processes() -> set[int]:
    """The processes that stay."""
    workers = [worker for crew in standing.crews.values() for worker in crew.workers]
    return {worker.process.pid for worker in workers if worker.process is not None}


def test_the_next_study_finds_the_processes_of_the_one_before() -> None:
    first = dict(standing.run(range(20), plays.who, processes=2))
    stayed = processes()
    assert set(first.values()) <= stayed and len(stayed) == 2
    assert set(dict(standing.run(range(20), plays.who, processes=2)).values()) <= stayed
    assert processes() == stayed


def test_they_can_be_started_before_they_are_needed_and_ended_when_idle() -> None:
    standing.warm(2)
    stayed = processes()
    assert len(stayed) == 2
    played = standing.run(range(20), plays.who, processes=2)
    next(played)
    standing.rest()
    assert processes() == stayed, "not while a study is under way"
    played.close()
    standing.rest()
    assert processes() == set()


def test_they_stand_back_for_whoever_is_at_a_table() -> None:
    standing.warm(2)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for process in processes():
        assert os.getpriority(os.PRIO_PROCESS, process) == max(own, standing.NICE)


def test_a_crew_of_another_size_takes_the_place_of_the_one_before() -> None:
    list(standing.run(range(20), plays.who, processes=2))
    list(standing.run(range(20), plays.who, processes=3))
    assert list(standing.crews) == [3]


def test_a_study_that_breaks_leaves_the_crew_free() -> None:
    with pytest.raises(ValueError):
        list(standing.run([1, "x", 3, 4], plays.square, processes=2))
    assert dict(standing.run([5, 6], plays.square, processes=2)) == {0: 25, 1: 36}


def test_one_process_or_one_job_needs_no_crew() -> None:
    assert list(standing.run([5], plays.square, processes=2)) == [(0, 25)]
    assert list(standing.run([5, 6], plays.square, processes=1)) == [(0, 25), (1, 36)]
    assert standing.crews == {}


def test_unless_told_there_are_as_many_as_cores_and_four_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(standing.LIMIT, raising=False)
    monkeypatch.setattr(standing, "cores", lambda: 64)
    assert standing.most_processes() == standing.MOST == 4
    monkeypatch.setenv(standing.LIMIT, "2")
    assert standing.most_processes() == 2
