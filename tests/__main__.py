"""Run everything that keeps classkit honest: ``python -m tests``.

Style, types, the page's own tests, and all of pytest: rules, laws, notebooks, and a real browser.
What no Python package brings (a Chromium, a PostgreSQL, an nginx) is looked for and, if it is
missing, installed first, with a line that says what is installed and why; ``--no-install`` installs
nothing and skips the tests that need it, by name. ``--fast`` runs in under three minutes what finds
most mistakes: all checks except types, and the tests of `FAST`. Other arguments go to pytest:
``python -m tests --deep`` runs all in full, ``-k auction`` the tests of auctions, ``-n 0`` one
test after the other in one process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests import browser_binary, nginx, postgres
from tests.system_packages import NO_INSTALL

ROOT = Path(__file__).resolve().parent.parent
NO_INSTALL_OPTION = "--no-install"
FAST_OPTION = "--fast"
FAST = (
    "tests/engine", "tests/games", "tests/mechanics", "tests/frames", "tests/charts",
    "tests/attribution", "tests/laws/test_accounts.py", "tests/laws/test_clauses.py",
    "tests/laws/test_golden.py", "tests/laws/test_records.py", "tests/laws/test_refusals.py",
    "tests/laws/test_strides.py",
)  # fmt: skip
"""What ``--fast`` runs: rules by clause, the engine, records, and no other program or process."""
PROCESSES_MAX = 4
"""More would each need their own servers, browser and kernels, about a gigabyte together."""
WAITING = 1
"""So many more than there are cores: at any time a test waits for a browser or a server."""
SLOWEST = 60
"""So many of the tests that took longest are named in the end, each with its seconds."""


class Result(NamedTuple):
    """What is known of a check in the end; ``said`` is shown then, where it has failed."""

    name: str
    passed: bool
    seconds: float
    said: str = ""


def checks(*, fast: bool = False) -> dict[str, list[str]]:
    """Return what is run one after the other beside the tests: commands by name."""
    python = sys.executable
    types = {} if fast else {"types": [python, "-m", "mypy"]}  # a minute, and checked at each push
    return {
        "style": [python, "-m", "ruff", "check", "."],
        "format": [python, "-m", "ruff", "format", "--check", "."],
        **types,
        "names": [python, "-m", "tests.glossary"],
        "imports": [python, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
        "page": [python, "-m", "tests.node", "--test", *map(str, page_tests())],
    }


def compiled(places: Sequence[str]) -> Result:
    """Have pytest compile the tests once: otherwise each of its processes would, all at a time."""
    words = ["-n", "0", "--collect-only", "--quiet", "--quiet", *places]
    return run("compile", [sys.executable, "-m", "pytest", *words], kept_back=True)


def tests(arguments: list[str]) -> list[str]:
    """Return the command that runs pytest, which takes all cores."""
    slowest = [f"--durations={SLOWEST}", "--durations-min=5"]  # so that nobody adds to them unseen
    return [sys.executable, "-m", "pytest", *at_once(), *slowest, *arguments]


def run(name: str, command: list[str], *, kept_back: bool = False) -> Result:
    """Run one check; what it says is shown as it comes, or kept back until all is over."""
    title = f"\n=== {name}: {' '.join(command[1:])}\n"
    began = time.monotonic()
    said = ""
    if kept_back:
        ran = subprocess.run(
            command,
            cwd=ROOT,
            env=kept(),
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        said = title + ran.stdout.decode(errors="replace")
    else:
        print(title, end="", flush=True)
        ran = subprocess.run(command, cwd=ROOT, env=kept(), check=False)
    return Result(name, ran.returncode == 0, time.monotonic() - began, said)


def kept() -> dict[str, str]:
    """Return an environment in which Python keeps what it compiles.

    The tests start several hundred processes; otherwise each would compile the package anew.
    """
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def at_once() -> list[str]:
    """How many tests pytest runs at a time, those of a file in one process.

    So what a file starts (a server, a kernel, a course) is started once. Files keep their order,
    since the long ones come first.
    """
    processes = min((os.cpu_count() or 1) + WAITING, PROCESSES_MAX)
    return ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]


def page_tests() -> list[Path]:
    """The tests of the page's modules that need no browser."""
    return sorted((ROOT / "tests" / "page").rglob("*.test.mjs"))


def main(arguments: list[str]) -> int:
    """Run everything, also after a check has failed; 0 when all passed.

    The tests are compiled first, and wait for browsers and servers now and then; the checks are
    run meanwhile.
    """
    fast = FAST_OPTION in arguments
    if NO_INSTALL_OPTION in arguments:
        os.environ[NO_INSTALL] = "1"
    arguments = [word for word in arguments if word not in (FAST_OPTION, NO_INSTALL_OPTION)]
    places = FAST if fast else ()
    if not fast:
        print(f"browser: {browser_binary.find_or_install() or browser_binary.WHY_NOT}", flush=True)
        print(f"PostgreSQL: {postgres.find_or_install() or postgres.WHY_NOT}", flush=True)
        print(f"nginx: {nginx.find_or_install() or nginx.WHY_NOT}", flush=True)
    with ThreadPoolExecutor(1) as beside:
        ran = [beside.submit(run, *one, kept_back=True) for one in checks(fast=fast).items()]
        first = compiled(places)
        tested = run("tests", tests([*places, *arguments]))
    results = [*(one.result() for one in ran), first, tested]
    for result in results:
        if not result.passed:
            print(result.said, end="", flush=True)
    print()
    for name, passed, seconds, _ in results:
        print(f"{'passed' if passed else 'FAILED':7} {name:8} {seconds:6.0f} s")
    return 0 if all(result.passed for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
