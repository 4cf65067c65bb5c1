"""What the engine is measured beside: another rules engine in pure Python, on the same machine.

With OpenSpiel installed in some environment, its ``python_tic_tac_toe`` (a game written in Python
on its kernel) played by random moves::

    python -m tests.bench.engine --openspiel /path/to/its/bin/python

Otherwise, and always beside it, the loop below: tic-tac-toe written for this purpose as plainly as
possible. It lists the legal moves, draws one, carries it out on a list and looks for a line; it
keeps no events, no ledger, validates nothing and can take nothing back. It is a floor for what a
step of a rules engine costs in Python, not a peer.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

from classkit.engine.luck import Stream

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

OPENSPIEL = """
import random, time
import pyspiel
from open_spiel.python.games import tic_tac_toe
game = pyspiel.load_game("python_tic_tac_toe")
best = 0
for _ in range(5):
    steps, start = 0, time.process_time()
    while time.process_time() - start < 0.5:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    best = max(best, steps / (time.process_time() - start))
print(best)
"""


def plain_tic_tac_toe(matches: int) -> int:
    """So many matches by chance; gives the number of moves made."""
    chance = Stream("reference")
    moves = 0
    for _ in range(matches):
        board = [0] * 9
        player = 1
        while True:
            free = [at for at in range(9) if not board[at]]
            if not free:
                break
            board[free[chance.below(len(free))]] = player
            moves += 1
            if any(board[a] == board[b] == board[c] == player for a, b, c in LINES):
                break
            player = 3 - player
    return moves


def per_second(run: Callable[[], int], tries: int = 5) -> float:
    """Steps a second of processor time, the best of a few tries (the least disturbed)."""
    best = 0.0
    for _ in range(tries):
        start = time.process_time()
        steps = run()
        best = max(best, steps / (time.process_time() - start))
    return best


def openspiel(python: str) -> float | None:
    """Steps a second of OpenSpiel's Python tic-tac-toe, or None where it is not installed."""
    try:
        done = subprocess.run([python, "-c", OPENSPIEL], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return float(done.stdout)
