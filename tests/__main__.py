"""Run everything that keeps classkit honest: ``python -m tests``.

Style, types, the page's own tests, and all of pytest: rules, laws, notebooks, and a real browser.
Whatever is missing that no Python package brings (a Chromium) is looked for and, if need be,
installed first. Arguments go to pytest: ``python -m tests --deep`` runs the laws in full,
``python -m tests -k auction`` the tests of auctions.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.browser_binary import find_or_install

ROOT = Path(__file__).resolve().parent.parent


def gates(pytest_arguments: list[str]) -> list[tuple[str, list[str]]]:
    """The checks by name, cheapest first."""
    python = sys.executable
    return [
        ("style", [python, "-m", "ruff", "check", "."]),
        ("format", [python, "-m", "ruff", "format", "--check", "."]),
        ("types", [python, "-m", "mypy"]),
        ("page", [python, "-m", "tests.node", "--test", *map(str, page_tests())]),
        ("tests", [python, "-m", "pytest", *pytest_arguments]),
    ]


def page_tests() -> list[Path]:
    """The tests of the page's modules that need no browser."""
    return sorted((ROOT / "tests" / "page").glob("*.test.mjs"))


def main(arguments: list[str]) -> int:
    """Run all gates, also after one has failed; 0 when all passed."""
    print(f"browser: {find_or_install()}", flush=True)
    results: list[tuple[str, bool, float]] = []
    for name, command in gates(arguments):
        print(f"\n=== {name}: {' '.join(command[1:])}", flush=True)
        began = time.monotonic()
        passed = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
        results.append((name, passed, time.monotonic() - began))
    print()
    for name, passed, seconds in results:
        print(f"{'passed' if passed else 'FAILED':7} {name:8} {seconds:6.0f} s")
    return 0 if all(passed for _, passed, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
