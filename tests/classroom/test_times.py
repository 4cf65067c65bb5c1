"""Time limits of a room when clocks are wrong or the machine slept: nobody is overtaken."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from classkit.awake_clock import GRACE_SECONDS, AwakeClock
from classkit.classroom.room_archive import RoomArchive
from classkit.classroom.room_events import CLOCK
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore

from .rooms import CODE, Page, opened

pytestmark = pytest.mark.usefixtures("after_first_decision")

HOUR, YEAR = 3_600.0, 365 * 86_400.0
LIMIT = 60


class Time:
    """The clocks of a machine, set by hand: `wall` since 1970, `running` since it was started."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.running, self.ahead = 1_000.0, ahead

    def wall(self) -> float:
        return 1_800_000_000.0 + self.running + self.ahead

    def read(self) -> float:
        return self.running


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    clock = SimpleNamespace(time=found.wall, monotonic=found.read)
    monkeypatch.setattr("classkit.classroom.room_store.time", clock)
    return found


def room_of(machine: Time, store: RoomStore | None = None) -> RoomRuntime:
    """The room in a process that has just started."""
    store = store or opened(None, "economy", 3, absent=LIMIT)
    return RoomRuntime(store, CODE, AwakeClock(read=machine.read))


def seated(machine: Time, people: int = 3) -> tuple[RoomRuntime, list[Page]]:
    live = room_of(machine)
    phones = [Page(live, f"p{number}") for number in range(people)]
    for phone in phones:
        phone.join()
    Page(live, teacher=True).ask(room="seat_all")
    for phone in phones:
        phone.ask(do="snapshot")
    return live, phones


def run(machine: Time, seconds: int, *rooms: RoomRuntime) -> None:
    """Let a process run, which looks after its rooms every second."""
    for _ in range(seconds):
        machine.running += 1
        for live in rooms:
            live.tick_room()


def stood_in(live: RoomRuntime) -> int:
    """How often a bot has answered for somebody at table 1."""
    return sum(row.by == CLOCK for row in live.store.read_rows(CODE, 1))


def seconds_left(phone: Page) -> float:
    """What this telephone shows as the time that is left, by what it was told last."""
    return float(phone.now["until"] - phone.room["clock"]) if phone.now["until"] else 0.0


def test_nobody_is_overtaken_on_waking(machine: Time) -> None:
    """Ten minutes of sleep in the last second of a limit: all have a grace, and are shown it."""
    live, phones = seated(machine)
    seat = live.get_table(1).list_asked_seats()[0]
    phone = next(one for one in phones if one.room["seat"] == seat)
    run(machine, LIMIT - 1, live)
    machine.running += 600
    live.tick_room()
    assert stood_in(live) == 0
    assert seconds_left(phone) == GRACE_SECONDS, "the page is told the time again"
    run(machine, int(GRACE_SECONDS) - 1, live)
    assert stood_in(live) == 0
    run(machine, 1, live)
    assert stood_in(live) >= 1, "the limit still ends"


def test_the_desk_shows_for_how_long_a_phone_is_waited_for(machine: Time) -> None:
    live, _ = seated(machine, people=1)
    desk = Page(live, teacher=True)
    desk.ask(room="show", place=1)
    desk.ask(do="snapshot")
    seat = live.get_table(1).list_asked_seats()[0]
    asked = desk.now["phones"][seat]
    assert asked["until"] - asked["since"] == LIMIT and not asked["away"]
    run(machine, 2 * LIMIT, live)
    waited = desk.now["phones"][seat]
    assert waited["away"] and waited["since"] >= asked["since"] + LIMIT
    assert waited["until"] - waited["since"] < LIMIT, "a bot answers sooner for who stays away"


def test_the_desk_can_wait_for_who_is_away(machine: Time) -> None:
    """The full time again, in every process; who is there needs no such thing."""
    live, _ = seated(machine, people=1)
    other = room_of(machine, live.store)
    desk = Page(live, teacher=True)
    desk.ask(room="show", place=1)
    desk.ask(do="snapshot")
    seat = live.get_table(1).list_asked_seats()[0]
    assert desk.ask(do="await", seat=seat)["kind"] == "refused"
    run(machine, 2 * LIMIT, live)
    assert desk.now["phones"][seat]["away"]
    answered = stood_in(live)
    assert desk.ask(do="await", seat=seat)["kind"] == "detail"
    waits = desk.now["phones"][seat]
    assert not waits["away"] and waits["until"] - waits["since"] == LIMIT
    run(machine, LIMIT - 1, live, other)
    assert stood_in(live) == answered
    run(machine, 1, live, other)
    assert stood_in(live) > answered


def test_sleep_takes_nothing_from_a_limit(machine: Time) -> None:
    live, _ = seated(machine)
    run(machine, 10, live)
    machine.running += 8 * HOUR
    live.tick_room()  # the gap counts as one second
    run(machine, LIMIT - 12, live)
    assert stood_in(live) == 0
    run(machine, 1, live)
    assert stood_in(live) == 1


def test_the_away_are_not_overtaken_on_waking_either(machine: Time) -> None:
    live, _ = seated(machine, people=1)
    run(machine, 2 * LIMIT, live)
    assert [*live.get_table(1).place.missed_counts.values()] == [2], "they are away by now"
    machine.running += 600
    live.tick_room()
    before = stood_in(live)
    run(machine, int(GRACE_SECONDS) - 1, live)
    assert stood_in(live) == before


@pytest.mark.parametrize("ahead", [-YEAR, -HOUR, HOUR, YEAR])
def test_a_process_with_another_clock_waits_as_long(machine: Time, ahead: float) -> None:
    """The rows were written by a clock that was wrong, or by another machine's."""
    live, _ = seated(machine)
    run(machine, 30, live)
    machine.ahead = ahead
    other = room_of(machine, live.store)  # started again
    other.get_table(1)
    run(machine, LIMIT - 1, other)
    assert stood_in(other) == 0, "not at once"
    run(machine, 1, other)
    assert stood_in(other) == 1, "nor never"


def test_two_processes_with_clocks_an_hour_apart_answer_once(machine: Time) -> None:
    live, _ = seated(machine)
    other_machine = Time(ahead=HOUR)
    other = room_of(other_machine, live.store)
    other.get_table(1)
    for _ in range(LIMIT + 1):
        run(machine, 1, live)
        run(other_machine, 1, other)
    assert stood_in(live) == 1
    assert live.get_table(1).place.match.digest() == other.get_table(1).place.match.digest()


@pytest.mark.parametrize("step", [-YEAR, -HOUR, HOUR, YEAR])
def test_a_clock_that_steps_in_a_lesson_fires_nothing(machine: Time, step: float) -> None:
    live, _ = seated(machine)
    run(machine, 30, live)
    machine.ahead = step
    run(machine, LIMIT - 31, live)
    assert stood_in(live) == 0
    run(machine, 1, live)
    assert stood_in(live) == 1


def test_a_clock_set_back_takes_no_decision_from_anybody(machine: Time, tmp_path: Path) -> None:
    """Reports say who sat where by the time of rows, which therefore never goes back."""
    machine.ahead = HOUR
    live = room_of(machine, opened(tmp_path, "economy", 3, absent=LIMIT))
    for number in range(3):
        Page(live, f"p{number}").join()
    Page(live, teacher=True).ask(room="seat_all")
    machine.ahead = 0  # corrected, and the server started again
    store = RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite")
    again = room_of(machine, store)
    for phone in [Page(again, f"p{number}") for number in range(3)]:
        machine.running += 5
        phone.ask(room="look")
        if phone.is_asked():
            phone.ask(do="default", seat=phone.room["seat"])
    decided = [one for one in RoomArchive(store, CODE).rows("decisions") if one["by"] == "person"]
    assert decided and all(one["participant"] for one in decided)
    assert all(0 <= one["at"] < 60 for one in decided), "and an hour is no time to answer"


def test_a_page_is_told_the_time_only_when_it_changes(machine: Time) -> None:
    live, phones = seated(machine)
    run(machine, 2, live)
    told = [len(phone.told) for phone in phones]
    run(machine, 10, live)
    assert told == [len(phone.told) for phone in phones]
    machine.running += 600
    live.tick_room()
    latest = [phone.told[-1] for phone in phones]
    assert all(one["kind"] == "room" and one["clock"] == live.clock() for one in latest)
