"""The clock of a store: however wrong the machine's is, no match grows old by it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from classkit.hosting.store_clock import (
    DAY,
    DOUBT_SECONDS,
    HOUR,
    MAX_GAP,
    MAX_SETBACK,
    STAMP_FILE,
    StoreClock,
)

TODAY = 20_000 * DAY
"""A day in 2024."""


class Machine:
    """The clock of a machine, set by hand."""

    def __init__(self) -> None:
        self.right, self.wrong_by = TODAY, 0.0

    def __call__(self) -> float:
        return self.right + self.wrong_by

    def after(self, days: float) -> None:
        self.right += days * DAY


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def clock(machine: Machine, tmp_path: Path) -> StoreClock:
    clock = StoreClock(tmp_path, machine)
    clock.update_stamp(list)
    return clock


def test_a_right_clock_counts_every_day(clock: StoreClock, machine: Machine) -> None:
    for days in (0.01, 1, 7, 14.9, 0):
        machine.after(days)
        stamp = clock.update_stamp(list)
        assert stamp.time == machine.right and not stamp.is_in_doubt


@pytest.mark.parametrize("days", [200, 16, -365, -2, 10_000])
def test_a_wrong_clock_counts_nothing_and_the_right_one_all(
    clock: StoreClock, machine: Machine, days: float
) -> None:
    machine.after(3)
    before = clock.update_stamp(list).time
    machine.wrong_by = days * DAY
    doubt = clock.update_stamp(list).describe_doubt()
    assert f"{abs(days)} days {'after' if days > 0 else 'before'}" in doubt.replace(",", "")
    for _ in range(5):  # however often it is started
        machine.after(0.1)
        stamp = clock.update_stamp(list)
        assert stamp.is_in_doubt and 0 <= stamp.time - before <= 0.51 * DAY
    machine.wrong_by = 0
    stamp = clock.update_stamp(list)
    assert not stamp.is_in_doubt and stamp.time == pytest.approx(machine.right)


def test_a_clock_that_stays_wrong_is_believed_and_nothing_ages_by_the_jump(
    clock: StoreClock, machine: Machine
) -> None:
    machine.wrong_by = 200 * DAY
    assert clock.update_stamp(list).is_in_doubt
    machine.after(DOUBT_SECONDS / DAY)
    stamp = clock.update_stamp(list)
    assert not stamp.is_in_doubt and stamp.time == machine.right
    machine.wrong_by = 0
    assert clock.update_stamp(list).is_in_doubt
    machine.after(DOUBT_SECONDS / DAY)
    stamp = clock.update_stamp(list)
    assert not stamp.is_in_doubt and stamp.time == machine.right


def test_a_machine_that_was_off_for_a_summer_goes_on_after_a_week_or_a_word(
    clock: StoreClock, machine: Machine
) -> None:
    machine.after(90)
    stamp = clock.update_stamp(list)
    assert stamp.is_in_doubt and stamp.time == TODAY
    trusted = stamp.accept_clock(machine())
    assert not trusted.is_in_doubt and trusted.time == machine.right, "by a word the summer counts"


def test_a_time_zone_that_is_mended_is_no_jump(clock: StoreClock, machine: Machine) -> None:
    machine.wrong_by = -MAX_SETBACK
    assert not clock.update_stamp(list).is_in_doubt
    machine.wrong_by = 0
    assert clock.update_stamp(list).time == machine.right


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_clock_does_time_runs_no_faster(
    clock: StoreClock, machine: Machine, seed: int
) -> None:
    """It loses an hour at most, and a jump that passes for time is shorter than MAX_GAP."""
    chance, latest, jumps = random.Random(seed), TODAY, 0
    for _ in range(200):
        machine.after(chance.uniform(0, 2))
        if chance.random() < 0.2:
            machine.wrong_by = chance.choice([0, chance.uniform(-400, 400) * DAY])
            jumps += 1
        time = clock.update_stamp(list).time
        assert time >= latest - HOUR, "that is how often it is written"
        latest = time
        assert time - machine.right <= jumps * MAX_GAP
    machine.wrong_by = 0
    for _ in range(10):
        machine.after(1)
        stamp = clock.update_stamp(list)
    assert not stamp.is_in_doubt, "in the end it goes on by itself"


def test_a_store_without_a_stamp_begins_with_its_newest_match(
    machine: Machine, tmp_path: Path
) -> None:
    """The very first start may be the one with the wrong clock."""
    written = [TODAY - days * DAY for days in (0.5, 3, 90)]
    machine.wrong_by = 200 * DAY
    assert StoreClock(tmp_path, machine).update_stamp(lambda: written).time == written[0]
    (tmp_path / STAMP_FILE).unlink()
    machine.wrong_by = -365 * DAY
    stamp = StoreClock(tmp_path, machine).update_stamp(lambda: written)
    assert stamp.is_in_doubt and stamp.time == written[0]
    (tmp_path / STAMP_FILE).unlink()
    machine.wrong_by = 0
    one_ahead = [*written, TODAY + 300 * DAY]
    stamp = StoreClock(tmp_path, machine).update_stamp(lambda: one_ahead)
    assert not stamp.is_in_doubt and stamp.time == TODAY


DAMAGED = [
    "",
    "no",
    "[]",
    "{}",
    '{"wall": 1}',
    '{"wall": 1e300, "time": 0}',
    '{"wall": "a", "time": 1}',
    '{"wall": "5", "time": "6"}',
    '{"wall": null, "time": null}',
    '{"wall": 1, "time": 1, "wall_before": null}',
    pytest.param("[" * 200_000, id="nested"),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_stamp_that_cannot_be_read_is_written_again(
    machine: Machine, tmp_path: Path, text: str
) -> None:
    (tmp_path / STAMP_FILE).write_text(text)
    clock = StoreClock(tmp_path, machine)
    assert clock.update_stamp(list).time == TODAY
    assert clock.read_stamp() is not None


def test_the_file_is_private_and_seldom_written(clock: StoreClock, machine: Machine) -> None:
    assert clock.path.stat().st_mode & 0o077 == 0
    written = clock.path.stat().st_ino
    machine.after(0.01)
    clock.update_stamp(list)
    assert clock.path.stat().st_ino == written, "each step of a match reads the clock"
    machine.after(0.1)
    clock.update_stamp(list)
    assert clock.path.stat().st_ino != written
