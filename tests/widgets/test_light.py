"""A kernel that plays stays light: no pandas, plotly or numpy, and at about 70 MiB (design 7)."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import psutil
import pytest
from jupyter_client.manager import start_new_kernel

MIB = 2**20
LIMITS = {1: 71 * MIB, 2: 73 * MIB}
"""Poleconomy's Game 2 keeps the Treasury, bonds and votes of each turn as well."""

PLAY = """
import json, sys
import classkit
light = sorted({"pandas", "plotly", "numpy", "IPython", "ipywidgets"} & set(sys.modules))
table = classkit.table("poleconomy", seats=4, seed=7, options={"round_limit": 200})
table._channel.receive_message({"do": "snapshot", "id": 1})
for step in range(200):
    table._channel.receive_message({"do": "step", "until": "turn", "id": step + 2})
table._channel.receive_message({"do": "plotly", "id": 900})
table._channel.receive_message({"do": "save", "id": 901})
heavy = sorted({"pandas", "plotly", "numpy"} & set(sys.modules))
games = {name.split(".")[2] for name in sys.modules if name.startswith("classkit.games.")}
found = {"turn": table.turn, "light": light, "heavy": heavy, "games": sorted(games)}
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def played() -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, check=True, timeout=600
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_import_classkit_brings_nothing_heavy(played: dict[str, object]) -> None:
    assert played["light"] == []


def test_a_table_imports_no_other_game(played: dict[str, object]) -> None:
    assert played["games"] == ["poleconomy"]


def test_a_kernel_that_plays_imports_neither_pandas_nor_plotly_nor_numpy(
    played: dict[str, object],
) -> None:
    assert played["turn"] == 200
    assert played["heavy"] == []


def memory_after_play(game: int) -> int:
    """Return what a real kernel holds in bytes, with a page's messages, at turn 200.

    What it compiles it keeps as bytecode for the next kernel, whatever this environment says.
    """
    environment = {key: os.environ[key] for key in os.environ if key != "PYTHONDONTWRITEBYTECODE"}
    manager, client = start_new_kernel(kernel_name="python3", env=environment)
    try:
        code = PLAY.replace('table._channel.receive_message({"do": "plotly", "id": 900})\n', "")
        code = code.replace('"round_limit"', f'"game": {game}, "round_limit"')
        answer = client.execute_interactive(code, timeout=600, output_hook=lambda message: None)
        assert answer["content"]["status"] == "ok", answer["content"]
        memory: int = psutil.Process(manager.provisioner.pid).memory_info().rss
        return memory
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("game", LIMITS)
def test_a_kernel_that_plays_two_hundred_turns_has_a_limit_of_memory(game: int) -> None:
    """A first kernel may have to compile what it imports, which takes some 13 MiB for good."""
    memory = memory_after_play(game)
    if memory > LIMITS[game]:
        memory = memory_after_play(game)
    assert memory <= LIMITS[game], f"{memory / MIB:.1f} MiB"
