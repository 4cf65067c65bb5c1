"""What the processes of these tests play."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple


def square(number: int) -> int:
    return number * number


FACTOR = 3


def scaled(number: int) -> int:
    return FACTOR * number


def square_or_break(number: int) -> int:
    if number == 13:
        raise ValueError("thirteen brings bad luck")
    return number * number


def who(number: int) -> int:
    """The process that played it, after a moment in which others come to their turn."""
    time.sleep(0.01)
    return os.getpid()


class Meet(NamedTuple):
    """The process that played it, once ``number`` processes have come to play."""

    number: int
    folder: Path

    def __call__(self, _: int) -> int:
        (self.folder / str(os.getpid())).touch()
        deadline = time.monotonic() + 300
        while len(list(self.folder.iterdir())) < self.number and time.monotonic() < deadline:
            time.sleep(0.005)
        return os.getpid()


def collector(_: int) -> tuple[int, bool]:
    """How many new things bring the collector of garbage, and whether it leaves some alone."""
    return gc.get_threshold()[0], gc.get_freeze_count() > 0


def chatter(number: int) -> int:
    """Says a lot on its standard output, in every way there is."""
    print("x" * 1000)
    sys.stdout.flush()
    os.write(1, b"y" * 1000)
    return number


class DieOnce(NamedTuple):
    """Squares; the first process that plays ``number`` is killed, as the system would do it."""

    number: int
    note: Path

    def __call__(self, number: int) -> int:
        if number == self.number and not self.note.exists():
            self.note.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


def die(number: int) -> int:
    if number == 5:
        os._exit(3)
    return number


def endless(number: int) -> int:
    """Play the first job, and never end any other."""
    while number:
        pass
    return number


def unsendable(number: int) -> Any:
    return (one for one in range(number))


def heavy(number: int) -> list[str]:
    """Large packages that this process has loaded after a match."""
    from classkit.study.batch.match_setting import MatchSetting, PreparedSetting

    PreparedSetting.from_setting(
        MatchSetting("poleconomy", 3, bots=("saver",) * 3, options={"game": 1})
    ).play(seed=number)
    large = {"pandas", "numpy", "plotly", "IPython", "ipywidgets", "distributed"}
    return sorted(large & sys.modules.keys())
