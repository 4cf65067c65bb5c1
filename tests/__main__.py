"""Run everything that keeps classkit honest: ``python -m tests``.

Style, types, the page's own tests, and all of pytest: rules, laws, notebooks, and a real browser.
Whatever is missing that no Python package brings (a Chromium) is looked for and, if need be,
installed first. Arguments go to pytest: ``python -m tests --deep`` runs the laws in full,
``python -m tests -k auction`` the tests of auctions, ``python -m tests -n 0`` one test after the
other in one process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.browser_binary import find_or_install

ROOT = Path(__file__).resolve().parent.parent
PROCESSES_MAX = 4
"""More would each need their own servers, browser and kernels, about a gigabyte together."""


Result = tuple[str, bool, float]
"""What is known of a check in the end: its name, whether it passed, and how long it took."""


def checks() -> dict[str, list[str]]:
    """Return what needs one core each and can be run side by side: commands by name."""
    python = sys.executable
    return {
        "style": [python, "-m", "ruff", "check", "."],
        "format": [python, "-m", "ruff", "format", "--check", "."],
        "types": [python, "-m", "mypy"],
        "page": [python, "-m", "tests.node", "--test", *map(str, page_tests())],
    }


def tests(arguments: list[str]) -> list[str]:
    """Return the command that runs pytest, which takes all cores."""
    return [sys.executable, "-m", "pytest", *at_once(), *arguments]


def run(name: str, command: list[str], *, captured: bool = False) -> Result:
    """Run one check; what it says is shown as it comes, or as a whole when it is over."""
    title = f"\n=== {name}: {' '.join(command[1:])}"
    began = time.monotonic()
    if captured:
        ran = subprocess.run(
            command, cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        print(title, ran.stdout.decode(errors="replace"), sep="\n", flush=True)
    else:
        print(title, flush=True)
        ran = subprocess.run(command, cwd=ROOT, check=False)
    return name, ran.returncode == 0, time.monotonic() - began


def at_once() -> list[str]:
    """How many tests pytest runs at a time: one for each core, those of a file in one process.

    So what a file starts (a server, a kernel, a course) is started once. Files keep their order,
    since the long ones come first.
    """
    processes = min(os.cpu_count() or 1, PROCESSES_MAX)
    return ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]


def page_tests() -> list[Path]:
    """The tests of the page's modules that need no browser."""
    return sorted((ROOT / "tests" / "page").rglob("*.test.mjs"))


def main(arguments: list[str]) -> int:
    """Run everything, also after a check has failed; 0 when all passed."""
    print(f"browser: {find_or_install()}", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
        ran = [side_by_side.submit(run, *one, captured=True) for one in checks().items()]
    results = [*(one.result() for one in ran), run("tests", tests(arguments))]
    print()
    for name, passed, seconds in results:
        print(f"{'passed' if passed else 'FAILED':7} {name:8} {seconds:6.0f} s")
    return 0 if all(passed for _, passed, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
