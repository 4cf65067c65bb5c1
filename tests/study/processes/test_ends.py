"""However a program ends, and whatever lies in its folder, its processes leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

SECONDS = 600
"""After which a program that does not end, or whose processes hold its pipes, has failed."""
LEFT_IN_THE_MIDDLE = """
import sys
from classkit.study.processes import {module}
from tests.study import plays
played = {module}.run(range(9), plays.endless, processes=2)
print(next(played), flush=True)
sys.stdin.read()
"""
SHADOWS = ("enum.py", "queue.py", "random.py", "signal.py", "types.py")
IN_A_NOTEBOOK = """
import site, sys
sys.path.remove("")
sys.path.insert(sys.path.index(site.getsitepackages()[0]), "")  # as IPython has it
from math import sqrt
from classkit.study.processes import job_runner
print(sum(root for _, root in job_runner.run([1, 4, 9], sqrt, processes=2)))
"""


def started(code: str, folder: Path | None = None) -> subprocess.Popen[str]:
    """Start a program whose pipes are read here."""
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=folder, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.parametrize("module", ["warm_pool", "job_runner"])
def test_a_program_ends_with_a_run_left_in_the_middle(module: str) -> None:
    """It does not wait for what is played, and says nothing."""
    program = started(LEFT_IN_THE_MIDDLE.format(module=module))
    out, err = program.communicate("", timeout=SECONDS)
    assert (program.returncode, out, err) == (0, "(0, 0)\n", "")


def test_a_killed_program_leaves_no_process_no_pipe_and_no_semaphore() -> None:
    """Not even where a policy never decides. Jupyter kills all, and nothing could tidy up."""
    program = started(LEFT_IN_THE_MIDDLE.format(module="job_runner"))
    assert program.stdout is not None
    assert program.stdout.readline() == "(0, 0)\n"
    children = psutil.Process(program.pid).children(recursive=True)
    assert len(children) == 2, "those that play, and none that tidies up"
    maps = Path(f"/proc/{program.pid}/maps")
    assert not maps.exists() or "/dev/shm/" not in maps.read_text()
    program.kill()
    assert program.communicate(timeout=SECONDS) == ("", ""), "nobody holds its pipes any more"
    _, alive = psutil.wait_procs(children, timeout=SECONDS)
    assert not alive


def test_files_called_like_modules_of_python_end_no_process(tmp_path: Path) -> None:
    """A student's folder may hold a queue.py, which no process runs."""
    for name in SHADOWS:
        (tmp_path / name).write_text("raise RuntimeError('not the one you want')\n")
    program = started(IN_A_NOTEBOOK, tmp_path)
    assert program.communicate("", timeout=SECONDS) == ("6.0\n", "")
