"""What a submission begins beside itself: counted, limited, and ended with it."""

from __future__ import annotations

import os
import platform
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from classkit.assignments.question_server import QuestionServer
from classkit.assignments.run_supervisor import SubmissionLimits, run_cells
from classkit.sandbox.folder import temporary_folder
from classkit.sandbox.subreaper import can_list_children

EXAM = QuestionServer("poleconomy-1-read")
LIMITS = SubmissionLimits(cell_seconds=3, seconds=5, megabytes=1_500)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not can_list_children(), reason="only Linux has subreapers"
)

SLEEPER = """
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(500)", {mark!r}],
                 start_new_session=True)
a = 1
"""
TWICE = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", "501"])
    os._exit(0)
b = 2
"""
BOMB = """
import os, time
for _ in range(7):
    os.fork()
time.sleep(20)
c = 3
"""
WAITING = "import threading, time\nthreading.Thread(target=time.sleep, args=(300,)).start()\nd = 4"
SHELL = "!echo hello > own.txt\ne = open('own.txt').read().strip()"
PHOENIX = "import atexit\natexit.register(lambda: open('handed.json', 'w').write('{}'))\nf = 6"
SHARED = "import os\nif os.fork() == 0:\n    hoard = bytearray(800_000_000)\n    while 1: pass\n"
GREEDY = SHARED + "hoard = bytearray(900_000_000)\nwhile 1: pass\ng = 7"
HOARD = """
import os, socket, time
for _ in range(28):
    if os.fork() == 0:
        break
hoard = [end for _ in range(100) for end in socket.socketpair()]
time.sleep(20)
h = 8
"""


def cells(**sources: str) -> list[dict[str, object]]:
    return [
        {"id": name, "source": source, "answers": [name], "contest": ""}
        for name, source in sources.items()
    ]


def left_over(mark: str) -> list[int]:
    """Processes with this among their words."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if mark in (process.info["cmdline"] or []):
            found.append(process.pid)
    return found


def test_nothing_is_left(tmp_path: Path) -> None:
    """Neither what left its session nor the orphan of an orphan, nor a thread that waits."""
    mark = f"left-over-{tmp_path.name}"
    ran = run_cells(cells(a=SLEEPER.format(mark=mark), b=TWICE, d=WAITING, f=PHOENIX), EXAM, LIMITS)
    assert ran.answers == {"a": 1, "b": 2, "d": 4, "f": 6} and ran.remarks == []
    assert left_over(mark) == [] and left_over("501") == []


def test_a_bomb_costs_its_own_cell() -> None:
    ran = run_cells(cells(c=BOMB, e=SHELL), EXAM, LIMITS)
    assert ran.answers == {"e": "hello"}
    assert ran.remarks == ["c: skipped, because it started too many processes"]


def test_memory_is_counted_over_all_processes() -> None:
    ran = run_cells(cells(g=GREEDY, e=SHELL), EXAM, LIMITS)
    assert ran.answers == {"e": "hello"}
    assert ran.remarks == ["g: skipped, because it took too much memory for its processes"]


def test_what_waits_in_sockets_is_counted_too() -> None:
    """It is held by the system, and would be charged to nobody: 28 times 200 times 200 kB."""
    ran = run_cells(cells(h=HOARD, e=SHELL), EXAM, LIMITS)
    assert ran.answers == {"e": "hello"}
    assert ran.remarks == ["h: skipped, because it took too much memory for its processes"]


def test_what_will_not_end_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """It only waits, and what it began waits too: the keeper is told, and nothing is left."""
    monkeypatch.setattr(SubmissionLimits, "cell_timeout", 10)
    mark = f"waits-{time.monotonic_ns()}"
    source = SLEEPER.format(mark=mark) + "import time\ntime.sleep(300)"
    ran = run_cells(cells(a=source, e=SHELL), EXAM, LIMITS)
    assert ran.answers == {"e": "hello"}
    assert ran.remarks == ["a: skipped, because it did not finish within 10 seconds"]
    assert left_over(mark) == []


HANGS_UP = """
import os, signal, sys, time
first = os.getpid()
if os.fork() == 0:
    if os.fork() == 0:
        time.sleep(0.5)
        os.kill(first, signal.SIGSTOP)
        time.sleep(0.5)
        os._exit(0)
    os.setpgid(0, 0)
    os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)", {mark!r}])
time.sleep(60)
"""


def test_a_group_that_is_orphaned_with_a_stopped_process_does_not_end_the_keeper() -> None:
    """The kernel hangs up on all of such a group; the keeper is not in it."""
    mark = f"hangs-up-{time.monotonic_ns()}"
    ran = run_cells(cells(a=HANGS_UP.format(mark=mark)), EXAM, LIMITS)
    assert ran.remarks == ["a: skipped, because it ended its process (-1)"]
    assert left_over(mark) == []


def rabbit(generations: int) -> bytes:
    """A program that begins its successor and ends, so many times; a few bytes of x86-64."""
    code = b"\xbb" + struct.pack("<I", generations) + bytes.fromhex(
        "ffcb 740b b839000000 0f05 85c0 74f1 b83c000000 31ff 0f05"
    )  # fmt: skip
    base, head = 0x400000, 120
    return (
        b"\x7fELF\x02\x01\x01" + bytes(9)
        + struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, base + head, 64, 0, 0, 64, 56, 1, 0, 0, 0)
        + struct.pack("<IIQQQQQQ", 1, 5, 0, base, base, head + len(code), head + len(code), 4096)
        + code
    )  # fmt: skip


RABBIT = """
import os
with open("rabbit-{mark}", "wb", opener=lambda path, how: os.open(path, how, 0o700)) as file:
    file.write({program!r})
if os.fork() == 0:
    os.setsid()
    os.execv("./rabbit-{mark}", ["rabbit"])
a = 1
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the program is made of its bytes")
def test_what_ends_as_soon_as_it_has_begun_its_successor_is_ended() -> None:
    mark = str(time.monotonic_ns() % 10_000)
    source = RABBIT.format(mark=mark, program=rabbit(20_000))
    ran = run_cells(cells(a=source), EXAM, LIMITS)
    left = [
        one.pid for one in psutil.process_iter(["name"]) if one.info["name"] == f"rabbit-{mark}"
    ]
    assert (ran.answers, left) == ({"a": 1}, [])


def test_ended_processes_that_nobody_takes_back_are_counted() -> None:
    source = "import os, time\nfor _ in range(60):\n    if not os.fork():\n        os._exit(0)\n"
    ran = run_cells(cells(a=source + "time.sleep(9)"), EXAM, LIMITS)
    assert ran.remarks == ["a: skipped, because it started too many processes"]


def test_nothing_goes_on_when_whoever_marks_was_killed(tmp_path: Path) -> None:
    mark = f"goes-on-{tmp_path.name}"
    source = SLEEPER.format(mark=mark) + "import time\ntime.sleep(300)"
    program = (
        "from classkit.assignments.question_server import QuestionServer\n"
        "from classkit.assignments.run_supervisor import SubmissionLimits, run_cells\n"
        f"run_cells({cells(a=source)!r}, {EXAM!r}, SubmissionLimits())"
    )
    with subprocess.Popen([sys.executable, "-c", program]) as marker:
        wait_until(lambda: left_over(mark) != [])
        below = psutil.Process(marker.pid).children(recursive=True)
        os.kill(marker.pid, signal.SIGKILL)
    wait_until(lambda: not any(one.is_running() and one.status() != "zombie" for one in below))
    assert left_over(mark) == []


def wait_until(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not what():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_folder_is_removed_however_deep_it_is() -> None:
    with temporary_folder("classkit-test-") as folder:
        inner = os.open(folder, os.O_RDONLY)
        for _ in range(2_000):
            os.mkdir("inside another", dir_fd=inner)
            deeper = os.open("inside another", os.O_RDONLY, dir_fd=inner)
            os.close(inner)
            inner = deeper
        os.close(inner)
        Path(folder, "shut").mkdir(0o300)
    assert not os.path.exists(folder)
