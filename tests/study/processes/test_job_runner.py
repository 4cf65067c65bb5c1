"""Many jobs over processes: each is played once, whatever happens to the processes."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from classkit.engine.errors import ClasskitError
from classkit.study.processes import job_runner
from classkit.study.processes.job_payload import serialize_job
from classkit.study.processes.pickling import to_bytes
from classkit.study.processes.pool import Pool, Worker
from classkit.study.processes.worker import JobError
from tests.study import plays

SQUARES = [(number, number * number) for number in range(100)]


@pytest.mark.parametrize("processes", [1, 2, 3, None])
def test_every_job_is_played_once_by_however_many(processes: int | None) -> None:
    assert sorted(job_runner.run(range(100), plays.square, processes=processes)) == SQUARES


def test_short_runs_stay_in_this_process() -> None:
    played = job_runner.run([1, 2, 3], plays.who)
    assert {process for _, process in played} == {os.getpid()}


@pytest.mark.parametrize("each, here", [(0.019, 100), (0.025, 2)])
def test_the_first_jobs_decide_whether_processes_are_worth_starting(
    each: float, here: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below two seconds, starting them costs more than they save."""
    now = [0.0]

    def play(job: int) -> int:
        now[0] += each
        return job * job

    def elsewhere(jobs: Any, play: Any, count: int, pool: Any, first: int) -> Any:
        begun.append(first)
        return ((at, jobs[at] ** 2) for at in range(first, len(jobs)))

    begun: list[int] = []
    monkeypatch.setattr(job_runner.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(job_runner, "run_in_pool", elsewhere)
    monkeypatch.setattr(job_runner, "count_cores", lambda: 2)
    monkeypatch.delenv(job_runner.PROCESSES_VARIABLE, raising=False)
    assert sorted(job_runner.run(range(100), play)) == SQUARES
    assert begun == ([here] if here < 100 else [])


def test_two_processes_play_besides_this_one(tmp_path: Path) -> None:
    played = dict(job_runner.run(range(40), plays.Meet(2, tmp_path), processes=2))
    assert len(set(played.values())) == 2
    assert os.getpid() not in played.values()


def test_the_collector_is_calm_where_matches_are_only_played() -> None:
    """In the processes of a study; never in the notebook's own."""
    before = (gc.get_threshold(), gc.get_freeze_count())
    played = dict(job_runner.run(range(4), plays.collector, processes=2))
    assert set(played.values()) == {(10_000, True)}
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


def test_nothing_to_do_is_done() -> None:
    assert list(job_runner.run([], plays.square, processes=2)) == []


def test_what_is_printed_harms_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    played = job_runner.run(range(30), plays.chatter, processes=2)
    assert sorted(played) == [(number, number) for number in range(30)]
    told = capfd.readouterr()
    assert told.out == "" and "xxx" in told.err and "yyy" in told.err


def test_a_function_of_a_notebook_is_sent_whole() -> None:
    by = 7
    played = job_runner.run(range(20), lambda number: number * by, processes=2)
    assert sorted(played) == [(number, 7 * number) for number in range(20)]


def test_what_cannot_be_sent_is_played_here_and_said() -> None:
    lock = threading.Lock()

    def play(number: int) -> int:
        with lock:
            return number * number

    with pytest.warns(UserWarning, match="Played in this process alone: .*lock"):
        assert sorted(job_runner.run(range(100), play, processes=2)) == SQUARES


@pytest.mark.parametrize("processes", [1, 2])
def test_a_job_that_breaks_is_named(processes: int) -> None:
    with pytest.raises(JobError, match="ValueError: thirteen brings bad luck") as caught:
        list(job_runner.run(range(100), plays.square_or_break, processes=processes))
    assert caught.value.index == 13
    assert "plays.py, line" in str(caught.value)
    assert "square_or_break" in caught.value.details


def test_a_result_that_cannot_be_sent_is_named() -> None:
    with pytest.raises(JobError, match="generator"):
        list(job_runner.run(range(4), plays.unsendable, processes=2))


def test_a_process_that_dies_is_replaced_and_nothing_is_lost_or_twice(tmp_path: Path) -> None:
    play = plays.DieOnce(57, tmp_path / "died")
    played = list(job_runner.run(range(100), play, processes=2))
    assert sorted(played) == SQUARES
    assert play.note.exists()


def test_a_job_that_kills_every_process_is_named() -> None:
    with pytest.raises(JobError, match="ended unexpectedly, 3 times") as caught:
        list(job_runner.run(range(20), plays.die, processes=2))
    assert caught.value.index == 5


def test_a_run_may_be_closed_in_the_middle() -> None:
    with Pool(2) as pool:
        played = job_runner.run(range(10**6), plays.square, pool=pool)
        assert next(played)
        played.close()
        assert all(worker.process is None for worker in pool.workers)
        assert sorted(job_runner.run(range(100), plays.square, pool=pool)) == SQUARES, "it goes on"


def test_no_process_is_started_once_a_run_is_stopped() -> None:
    stopped, worker = threading.Event(), Worker()
    stopped.set()
    with pytest.raises(EOFError):
        worker.ask(serialize_job(plays.square), to_bytes([(0, 1)]), stopped)
    assert worker.process is None


def test_a_crew_stays_for_the_next_run(tmp_path: Path) -> None:
    folders = [tmp_path / "first", tmp_path / "again"]
    for folder in folders:
        folder.mkdir()
    with Pool(2) as pool:
        pool.start_workers()
        first, again = (
            set(dict(job_runner.run(range(40), plays.Meet(2, folder), pool=pool)).values())
            for folder in folders
        )
        assert first == again and len(first) == 2
        processes = [worker.process for worker in pool.workers]
    assert all(process is not None and process.poll() is not None for process in processes)


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "two", True, 10_000])
def test_a_wrong_number_of_processes_is_refused(wrong: Any) -> None:
    with pytest.raises(ClasskitError, match="processes must be a whole number from 1 to 256"):
        job_runner.run([1], plays.square, processes=wrong)


def test_a_host_may_limit_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(job_runner.PROCESSES_VARIABLE, "3")
    assert job_runner.read_processes(None) == 3 and job_runner.read_processes(2) == 2
    monkeypatch.setenv(job_runner.PROCESSES_VARIABLE, "lots")
    with pytest.raises(ClasskitError, match="CLASSKIT_PROCESSES must be a whole number from 1"):
        job_runner.read_processes(None)


def test_an_interrupt_of_the_whole_group_ends_no_worker(tmp_path: Path) -> None:
    """A notebook is interrupted by a signal to all processes that it has started."""
    with Pool(2) as pool:
        both = {
            process for _, process in job_runner.run(range(9), plays.Meet(2, tmp_path), pool=pool)
        }
        assert len(both) == 2, "both are there"
        before = [worker.process for worker in pool.workers]
        played = job_runner.run(range(60), plays.who, pool=pool)
        next(played)
        for process in before:
            assert process is not None
            process.send_signal(signal.SIGINT)
        there = {process for _, process in played}
        assert there <= {process.pid for process in before if process is not None}


def test_a_script_without_a_guard_may_run_over_processes(tmp_path: Path) -> None:
    """Workers do not execute the program again that started them."""
    script = tmp_path / "mine.py"
    script.write_text(
        "from classkit.study.processes import job_runner\n"
        "def mine(number):\n    return number + 1\n"
        "print('once', sum(result for _, result in job_runner.run(range(10), mine, processes=2)))\n"
    )
    told = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=600, check=True
    )
    assert told.stdout == "once 55\n"


def test_workers_stay_light() -> None:
    """A process that plays loads neither pandas nor numpy."""
    loaded = dict(job_runner.run([0, 1], plays.heavy, processes=2))
    assert loaded == {0: [], 1: []}
