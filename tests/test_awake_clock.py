"""The clock of time limits: sleep does not count, and nobody is overtaken on waking."""

from __future__ import annotations

import math

import pytest

from classkit.awake_clock import GRACE_SECONDS, AwakeClock


class Read:
    """A monotonic clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def read() -> Read:
    return Read()


@pytest.fixture
def clock(read: Read) -> AwakeClock:
    return AwakeClock(tick=1, longest=5, read=read)


def test_ticks_count_whole(clock: AwakeClock, read: Read) -> None:
    for _ in range(100):
        read.now += 1.5
        clock()
    assert clock() == 150 and clock.woke_at == -math.inf


@pytest.mark.parametrize("slept", [5.1, 600, 1e9])
def test_sleep_counts_as_one_tick(clock: AwakeClock, read: Read, slept: float) -> None:
    read.now += 3
    assert clock() == 3
    read.now += slept
    assert clock() == 4 and clock.woke_at == 4


def test_it_never_runs_backwards(clock: AwakeClock, read: Read) -> None:
    read.now += 3
    assert clock() == 3
    read.now -= 1_000
    assert clock() == 3
    read.now += 2
    assert clock() == 5


def test_a_machine_that_stutters_puts_nothing_off_for_ever(clock: AwakeClock, read: Read) -> None:
    """Every tick is a gap: time passes all the same, and the grace of the first gap ends."""
    for _ in range(math.ceil(GRACE_SECONDS)):
        read.now += 6
        clock()
    assert clock.woke_at == 1 and clock() == math.ceil(GRACE_SECONDS)
    for _ in range(100):
        read.now += 6
        clock()
    assert clock() == math.ceil(GRACE_SECONDS) + 100


@pytest.mark.parametrize("slept", [GRACE_SECONDS + 1, 600])
def test_a_laptop_that_sleeps_again_gives_the_grace_again(
    clock: AwakeClock, read: Read, slept: float
) -> None:
    read.now += 600
    clock()
    for _ in range(math.ceil(GRACE_SECONDS) - 2):
        read.now += 1
        clock()
    read.now += slept
    assert clock() == clock.woke_at == math.ceil(GRACE_SECONDS)
