"""A Dask cluster whose scheduler and workers are processes of their own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from asyncio import CancelledError
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from distributed import Client, KilledWorker

from classkit import study
from classkit.engine.errors import ClasskitError
from classkit.study.processes import job_runner
from classkit.study.processes.cluster import read_reply
from classkit.study.processes.job_payload import CodeMismatch
from classkit.study.processes.worker import JobError
from tests.study import plays


class Cluster:
    """A scheduler and workers on loopback, started one by one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        self.scheduler = start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        self.workers = [self.worker(), self.worker()]

    def worker(self) -> subprocess.Popen[bytes]:
        return start(
            "worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
            "--no-dashboard", "--memory-limit", "0", "--death-timeout", "60",
            "--local-directory", str(self.folder),
        )  # fmt: skip

    def replace_one(self) -> None:
        """Kill a worker as the system would do it, and start another."""
        victim = self.workers.pop(0)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        self.workers.append(self.worker())

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def start(part: str, *words: str) -> subprocess.Popen[bytes]:
    """One process of a cluster."""
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{part}", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.end()


@pytest.fixture
def client(cluster: Cluster) -> Iterator[Any]:
    with Client(cluster.address, timeout=600) as client:
        client.wait_for_workers(2, timeout=600)
        yield client


def test_jobs_are_played_on_the_cluster(client: Any) -> None:
    played = dict(job_runner.run(range(40), plays.who, client=client))
    assert sorted(played) == list(range(40))
    assert len(set(played.values())) == 2 and os.getpid() not in played.values()


def test_a_job_that_breaks_there_is_named(client: Any) -> None:
    with pytest.raises(JobError, match="thirteen brings bad luck") as caught:
        list(job_runner.run(range(100), plays.square_or_break, client=client))
    assert caught.value.index == 13


def test_a_run_may_be_closed_there(client: Any) -> None:
    played = job_runner.run(range(10_000), plays.who, client=client)
    assert next(played)
    played.close()
    assert sorted(job_runner.run(range(20), plays.square, client=client))[-1] == (19, 361)


def test_a_cluster_with_other_code_is_refused(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its workers stay, with what they have loaded."""
    assert dict(job_runner.run([1, 2], plays.scaled, client=client)) == {0: 3, 1: 6}
    monkeypatch.setattr(plays, "FACTOR", 4)
    with pytest.raises(
        CodeMismatch, match=r"FACTOR of tests\.study\.plays: another process, .*reload"
    ):
        list(job_runner.run([1, 2], plays.scaled, client=client))
    monkeypatch.undo()
    assert dict(job_runner.run([1, 2], plays.scaled, client=client)) == {0: 3, 1: 6}


def test_workers_with_another_python_are_refused_with_both_versions(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytecode is what is sent to them."""
    versions = client.get_versions()
    for worker in versions["workers"].values():
        worker["host"]["python"] = "3.13.1.final.0"
    monkeypatch.setattr(client, "get_versions", lambda: versions)
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    with pytest.raises(ClasskitError, match=rf"3\.13, but this process runs {own}"):
        study.simulate("poleconomy", n=1, seats=3, client=client)


def test_what_is_no_client_is_refused(client: Any) -> None:
    with pytest.raises(ClasskitError, match=r"must be a dask\.distributed\.Client"):
        job_runner.run([1], plays.square, client="tcp://127.0.0.1:8786")
    with pytest.raises(ClasskitError, match="either client or processes"):
        job_runner.run([1], plays.square, client=client, processes=2)
    closed = Client(client.scheduler.address, timeout=600)
    closed.close()
    with pytest.raises(ClasskitError, match="client is closed"):
        job_runner.run([1], plays.square, client=closed)


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        ("error", KilledWorker("task", "worker", 3), "The cluster gave up after several workers"),
        ("error", ModuleNotFoundError("No module named 'classkit'"), "Install the same packages"),
        ("error", MemoryError("too much"), "MemoryError: too much"),
        ("cancelled", CancelledError("gone"), "connection to the cluster was lost"),
        ("lost", CancelledError("gone"), "connection to the cluster was lost"),
    ],
)
def test_what_the_cluster_reports_is_said_in_words(
    status: str, error: Exception, said: str
) -> None:
    future = SimpleNamespace(status=status)
    with pytest.raises(JobError, match=said) as caught:
        read_reply(future, (type(error), error, None), 40)
    assert caught.value.index == 40


def test_a_simulation_survives_the_loss_of_a_worker(
    cluster: Cluster, client: Any, tmp_path: Path
) -> None:
    """No match is lost and none comes twice: the frame and the file are those of one process."""
    wish: dict[str, Any] = {
        "bots": ["saver", lambda view, decision: decision.default], "seats": 2, "n": 150,
        "vary": {"quick_start": [False, True]}, "metrics": ["net_worth"], "progress": False,
    }  # fmt: skip
    out = tmp_path / "there.jsonl"
    killer = Thread(target=kill_in_the_middle, args=(cluster, out))
    killer.start()
    there = study.simulate("poleconomy", client=client, out=out, **wish)
    killer.join()
    here = study.simulate("poleconomy", processes=1, out=tmp_path / "here.jsonl", **wish)
    pd.testing.assert_frame_equal(there, here)
    assert out.read_bytes() == (tmp_path / "here.jsonl").read_bytes()
    two_again(client)


def kill_in_the_middle(cluster: Cluster, out: Path) -> None:
    """Kill one of two workers as soon as some matches, and not half of them, are there."""
    while not out.exists() or out.read_bytes().count(b"\n") < 20:
        time.sleep(0.002)
    cluster.replace_one()
    assert out.read_bytes().count(b"\n") < 300, "it was in the middle"


def two_again(client: Any) -> None:
    """Wait for the worker that was started instead, so that the next test finds two."""
    deadline = time.monotonic() + 600
    while len(client.nthreads()) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(client.nthreads()) == 2


def test_a_lost_worker_loses_no_job(cluster: Cluster, client: Any) -> None:
    """One of two workers is killed in the middle: every job comes once."""
    played = []
    for number, result in enumerate(job_runner.run(range(300), plays.who, client=client)):
        played.append(result)
        if number == 100:
            cluster.replace_one()
    assert sorted(index for index, _ in played) == list(range(300))
    two_again(client)
