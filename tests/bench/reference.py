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
from types import TracebackType

from classkit.engine.randomness import RandomStream

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

OPENSPIEL = """
import random, sys, time
from importlib.metadata import version
import pyspiel
from open_spiel.python.games import tic_tac_toe
game = pyspiel.load_game("python_tic_tac_toe")
print("ready", version("open_spiel"), flush=True)
for seconds in sys.stdin:
    steps, start = 0, time.process_time()
    while time.process_time() - start < float(seconds):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    print(steps / (time.process_time() - start), flush=True)
"""


def plain_tic_tac_toe(matches: int) -> int:
    """So many matches by chance; gives the number of moves made."""
    chance = RandomStream("reference")
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


def per_second(run: Callable[[], int]) -> float:
    """Steps a second of processor time."""
    start = time.process_time()
    steps = run()
    return steps / (time.process_time() - start)


class OpenSpiel:
    """OpenSpiel in a process of its own, which plays whenever it is asked how fast it is.

    It waits while others are measured, so that both can be measured in turn.
    """

    def __init__(self, python: str) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.version = ""
        try:
            self.process = subprocess.Popen(
                [python, "-c", OPENSPIEL],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError:
            return
        state, _, self.version = self._line().partition(" ")
        if state != "ready":
            self.__exit__(None, None, None)

    @property
    def is_here(self) -> bool:
        """Whether it is installed in that environment."""
        return self.process is not None

    def speed(self, seconds: float = 0.3) -> float:
        """Steps a second of processor time, over so many seconds of it."""
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return float(self._line())

    def _line(self) -> str:
        assert self.process is not None and self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def __enter__(self) -> OpenSpiel:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None:
            self.process.communicate()  # no more seconds come, so it ends
            self.process = None
