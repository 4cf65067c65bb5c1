"""Python exits quietly, whatever is under way."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import ctypes, sys
import classkit

kept = [classkit.new(game, seed=1).play(until="turn") for game in classkit.list_games()]
assert not any(match.is_over for match in kept)
# a library in C that never lets go of modules: their names go before what they named
for module in list(sys.modules.values()):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(module))
"""


def test_matches_under_way_say_nothing_when_python_ends() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
