"""What a submission begins beside itself: counted, limited, and ended with it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import psutil
import pytest

from classkit.assignments.keeper import are_listed
from classkit.assignments.submission import Limits, sit

SHEET = "poleconomy-1-read"
LIMITS = Limits(cell_seconds=3, seconds=5, megabytes=1_500)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not are_listed(), reason="only Linux has subreapers"
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
    answers, remarks = sit(
        cells(a=SLEEPER.format(mark=mark), b=TWICE, d=WAITING, f=PHOENIX), SHEET, LIMITS
    )
    assert answers == {"a": 1, "b": 2, "d": 4, "f": 6} and remarks == []
    assert left_over(mark) == [] and left_over("501") == []


def test_a_bomb_costs_its_own_cell() -> None:
    answers, remarks = sit(cells(c=BOMB, e=SHELL), SHEET, LIMITS)
    assert answers == {"e": "hello"}
    assert remarks == ["c: left out, it began too many processes"]


def test_memory_is_counted_over_all_processes() -> None:
    answers, remarks = sit(cells(g=GREEDY, e=SHELL), SHEET, LIMITS)
    assert answers == {"e": "hello"}
    assert remarks == ["g: left out, it took too much memory for its processes"]


def test_what_will_not_end_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """It only waits, and what it began waits too: the keeper is told, and nothing is left."""
    monkeypatch.setattr(Limits, "patience", 4)
    mark = f"waits-{time.monotonic_ns()}"
    source = SLEEPER.format(mark=mark) + "import time\ntime.sleep(300)"
    answers, remarks = sit(cells(a=source, e=SHELL), SHEET, LIMITS)
    assert answers == {"e": "hello"}
    assert remarks == ["a: left out, it was not done after 4 seconds"]
    assert left_over(mark) == []
