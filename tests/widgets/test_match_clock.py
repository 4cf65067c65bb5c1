"""The clock of a table: what counts, who stops it, when the game is told, and what is stored."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

import classkit
from classkit.awake_clock import AwakeClock
from classkit.engine.errors import ClasskitError, NothingToDo
from classkit.engine.match import Match
from classkit.engine.registry import loads
from classkit.widgets.clock_driver import CHECK_INTERVAL, PAGE_TIMEOUT, ClockDriver
from classkit.widgets.match_clock import MatchClock, create_clock
from tests.strange import STRANGE

from .pages import Page


class Watch:
    """A watch that stands until a test moves it on."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Room:
    """A page of a match with a clock, and a watch for it."""

    def __init__(self, match: Match, minutes: int | None = None) -> None:
        self.watch = Watch()
        self.page = Page.of(match)
        self.page.channel.hub.clock_driver = ClockDriver(self.page.channel.hub, self.watch)
        if minutes:
            self.page.do("minutes", minutes=minutes)
        self.page.do("ping")

    @property
    def clock(self) -> Any:
        """The clock as the page has it."""
        return self.page.now["clock"]

    def after(self, minutes: float, seen: bool = True) -> Room:
        """So much time passes; the page asks every few seconds whether its kernel is there."""
        left = minutes * 60
        while left > 0:
            self.watch.seconds += min(left, PAGE_TIMEOUT / 2)
            left -= PAGE_TIMEOUT / 2
            if seen:
                self.page.do("ping")
        return self

    def do(self, verb: str, **arguments: Any) -> Room:
        assert self.page.do(verb, **arguments)["kind"] != "refused"
        return self

    def look(self) -> Room:
        """The kernel's loop looks, as it does when time is up."""
        self.page.channel.hub.clock_driver.check_time()
        return self

    def called(self) -> int:
        """How often the game was told that time is up."""
        return sum(entry.kind == "signal" for entry in self.page.match.answers)


def poleconomy(minutes: int | None = 45, turns: int = 0, **options: Any) -> Room:
    match = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1, **options})
    for _ in range(turns):
        match.play(until="turn", bots="passive")
    return Room(match, minutes)


def opoly(turns: int = 3, **options: Any) -> Room:
    match = classkit.new("opoly", seats=3, seed=5, options={"clock": "minutes", **options})
    while match.turn < turns:
        match.play(until="turn", bots="passive")
    return Room(match)


# --- what has a clock ---------------------------------------------


def test_play_minutes_sets_the_clock_of_opoly() -> None:
    """Q10.3: the option says after how many minutes the host calls time."""
    assert opoly(play_minutes=60).clock["minutes"] == 60
    assert create_clock(classkit.new("opoly", seats=3, seed=5)) is None, "the rolls are counted"


def test_poleconomy_ends_by_a_period_that_the_table_agrees_on() -> None:
    """P15.1: by a setting of the table, or while it is played."""
    table = classkit.table("poleconomy", seats=3, seed=7, minutes=45, options={"game": 1})
    assert table.minutes_left == 45
    assert classkit.table("poleconomy", seats=3, seed=7, options={"game": 1}).minutes_left is None
    room = poleconomy().after(10)
    assert room.do("minutes", minutes=30).clock["left"] == 20 * 60, "what was played counts"
    assert room.do("minutes", minutes=0).clock is None


@pytest.mark.parametrize("wrong", [0, -1, 601, 4.5, "45", True, [45]])
def test_other_minutes_are_refused_in_words(wrong: Any) -> None:
    with pytest.raises(ClasskitError, match="whole number from 1 to 600"):
        classkit.table("poleconomy", seats=3, seed=7, minutes=wrong, options={"game": 1})


def test_where_no_host_calls_time_there_is_no_clock() -> None:
    with pytest.raises(ClasskitError, match="Economicon ends only by its rules"):
        classkit.table("economicon", seats=4, seed=7, minutes=45)
    with pytest.raises(ClasskitError, match=r"option clock = minutes"):
        classkit.table("opoly", seats=3, seed=7, minutes=45)
    page = Page.of(classkit.new("economicon", seats=4, seed=7))
    assert page.now["clock"] is None and page.now["timed"] is False
    assert page.do("clock", on=False)["reason"].startswith("This table has no clock")


# --- what counts ---------------------------------------------


def test_play_counts() -> None:
    room = poleconomy(turns=2).after(5).do("step")
    assert room.clock == {
        "state": "running",
        "minutes": 45,
        "left": 40 * 60,
        "overtime": 0,
        "pace": "",
    }


def test_set_up_and_time_outs_of_opoly_do_not_count() -> None:
    """Q10.3: "set-up and called time-outs excluded"; a time-out runs to the next roll."""
    room = opoly(turns=0).after(20).do("step")
    assert (room.clock["state"], room.clock["left"]) == ("set-up", 90 * 60)
    room = opoly().after(10).do("signal", name="time_out").after(15).do("step", until="decision")
    assert room.clock["left"] == 80 * 60
    room.do("step", until="turn").after(1).do("step")
    assert (room.clock["state"], room.clock["left"]) == ("running", 79 * 60)


def test_the_teacher_stops_it_while_the_class_discusses() -> None:
    room = poleconomy(turns=2).after(5).do("clock", on=False).after(30)
    assert room.do("step").clock["state"] == "stopped"
    assert room.clock["left"] == 40 * 60
    assert room.do("clock", on=True).after(1).do("step").clock["left"] == 39 * 60


def test_time_in_which_no_page_is_there_does_not_count() -> None:
    """A page asks every few seconds: the one that was closed does not."""
    room = poleconomy(turns=2).after(5).after(600, seen=False).do("step")
    assert room.clock["left"] == 40 * 60 - PAGE_TIMEOUT
    room.page.channel.receive_message({"do": "leave"})
    room.watch.seconds += 30
    room.page.channel.hub.clock_driver.update_clock()
    assert room.page.desk.clock.seconds_left == 40 * 60 - PAGE_TIMEOUT  # type: ignore[union-attr]


def test_a_table_that_looks_on_does_not_count() -> None:
    room = poleconomy(turns=2)
    room.page.desk.read_only = "Another page has this match."
    room.after(10)
    room.page.do("snapshot")
    assert (room.clock["state"], room.clock["left"]) == ("stopped", 45 * 60)
    room.page.desk.read_only = None
    room.after(50)
    room.page.desk.read_only = "Another page has this match."
    assert room.look().called() == 0


def test_going_back_takes_no_minutes_back() -> None:
    room = poleconomy(turns=3).after(5).do("back", until="turn").after(5).do("back", until="turn")
    assert (room.clock["state"], room.clock["left"]) == ("running", 35 * 60)


# --- when time is up ---------------------------------------------


def test_the_game_is_told_when_the_minutes_are_over_and_once() -> None:
    """P15.1: between turns the match ends at once; the signal is an entry of its log."""
    room = poleconomy(turns=2)
    assert room.after(44.9).look().called() == 0
    assert not room.page.match.is_over
    room.after(0.1).look()
    assert room.called() == 1 and room.page.match.is_over and room.clock["state"] == "over"
    assert room.after(5).look().called() == 1


def test_within_a_turn_what_follows_is_overtime() -> None:
    room = poleconomy(turns=2).do("step", until="decision").after(45).look()
    assert room.called() == 1 and not room.page.match.is_over
    room.after(2).do("name", seat="A", name="Ada")
    assert (room.clock["state"], room.clock["overtime"]) == ("overtime", 120)
    assert room.do("step", until="turn").page.match.is_over


def test_opoly_goes_on_until_the_next_doubles() -> None:
    room = opoly(play_minutes=10).after(10).look()
    assert room.called() == 1 and not room.page.match.is_over
    room.do("step", until="end")
    assert room.page.match.is_over and room.page.match.ending == "time"


def test_whoever_answers_first_after_the_time_is_up_calls_it_too() -> None:
    """A kernel that was kept busy has not looked: the next action tells the game."""
    room = poleconomy(turns=2).after(50)
    assert room.called() == 0
    assert room.do("step", until="decision").called() == 1


def test_the_kernels_loop_looks_by_itself() -> None:
    """Nobody does anything: the loop calls time, and no sooner than it is up."""

    async def lesson() -> tuple[int, int]:
        room = poleconomy(turns=2)
        keeper = room.page.channel.hub.clock_driver
        room.after(44.5)
        assert keeper._timer is not None
        first = keeper._timer.when() - asyncio.get_running_loop().time()
        assert first <= CHECK_INTERVAL + 1, "what is left is stored now and then"
        due = keeper._timer.when()
        for _ in range(3):
            await asyncio.sleep(0.01)
            room.page.do("ping")
        assert keeper._timer.when() == due, "a page that is heard puts nothing off"
        room.watch.seconds += 29.9
        room.page.do("ping")
        before = room.called()
        room.watch.seconds += 0.1
        await asyncio.sleep(0.4)
        return before, room.called()

    assert asyncio.run(lesson()) == (0, 1)


def test_a_page_that_is_heard_just_as_time_is_up_does_not_keep_it_from_being_called() -> None:
    """Seen: it came between the end of the time and the look, which it put off for good."""

    async def lesson() -> int:
        room = poleconomy(turns=2).after(44.5)
        room.watch.seconds += 30.0
        room.page.do("ping")
        await asyncio.sleep(0.4)
        return room.called()

    assert asyncio.run(lesson()) == 1


def test_a_clock_that_stands_wakes_nobody() -> None:
    async def lesson() -> list[bool]:
        room = poleconomy(turns=2)
        keeper = room.page.channel.hub.clock_driver
        runs = [keeper._timer is not None]
        room.do("clock", on=False)
        runs.append(keeper._timer is not None)
        room.do("clock", on=True)
        runs.append(keeper._timer is not None)
        room.page.do("signal", name="time_up")
        return [*runs, keeper._timer is not None]

    assert asyncio.run(lesson()) == [True, False, True, False]


def test_back_past_the_signal_does_not_call_it_again_and_loses_nothing() -> None:
    """The clock does not run backwards; what lies ahead is not cut off by it."""
    room = poleconomy(turns=3).after(45).look()
    last = room.page.match.last_step
    room.do("back").do("back", until="turn")
    assert not room.page.match.is_over and room.clock["left"] == 0
    assert room.clock["state"] == "overtime"
    room.after(5).look()
    assert room.page.match.last_step == last and room.page.desk.branches.all.keys() == {"Main"}
    room.do("forward", until="turn")
    while room.page.match.can_redo:
        room.do("step")
    assert room.page.match.is_over and room.called() == 1, "the one in the log, played again"


def test_another_answer_before_the_signal_is_followed_by_a_new_one() -> None:
    room = poleconomy(turns=3).after(45).look().do("back").do("back", until="turn")
    seat = room.page.desk.open_decisions()[0].seat
    room.do("seat", seat=seat, who="person")
    room.do("answer", seat=seat, move="C1")
    assert not room.page.match.can_redo
    assert room.called() == 1, "time is up in what is played instead, too"


def test_the_record_replays_without_any_clock() -> None:
    room = poleconomy(turns=2).after(45).look()
    match = room.page.match
    again = loads(match.record_text())
    assert again.digest() == match.digest() and again.ending == match.ending == "host"
    assert "minutes" not in match.record_text()


# --- branches and new matches ---------------------------------------------


def test_a_branch_has_a_clock_of_its_own() -> None:
    room = poleconomy(turns=2).after(5).do("fork", name="What if").after(10)
    assert room.do("step").clock["left"] == 30 * 60, "it goes on from where it was forked"
    assert room.do("branch", name="Main").clock["left"] == 40 * 60
    assert room.after(1).do("branch", name="What if").clock["left"] == 30 * 60


def test_a_new_match_has_the_whole_time() -> None:
    room = poleconomy(turns=2).after(5).do("reset")
    assert room.clock["left"] == 45 * 60
    assert room.do("branch", name="Main as it was").clock["left"] == 40 * 60
    room = opoly().after(5).do("new", options={"play_minutes": 30})
    assert room.clock["left"] == 30 * 60 and room.clock["state"] == "set-up"
    assert room.do("new", options={"clock": "rolls"}).clock is None


def test_what_breaks_off_takes_no_clock_along() -> None:
    """A new match that is refused leaves clock and match as they were."""
    room = poleconomy(turns=2).after(5)
    assert room.page.do("new", options={"round_limit": -3})["kind"] == "refused"
    assert room.do("step").clock["left"] == 40 * 60


# --- what comes first ---------------------------------------------


@pytest.mark.parametrize(
    ("each", "words"),
    [
        (1, "At this pace the last round is over first, in about 30 minutes."),
        (4, "At this pace time is up first, in round 4 of 12."),
    ],
)
def test_it_says_whether_time_or_the_last_round_comes_first(each: int, words: str) -> None:
    """From the pace so far: 36 turns of a minute fit into 45 minutes, of four they do not."""
    room = poleconomy()
    while room.page.match.turn < 7:
        room.after(each).do("step", until="turn")
    assert room.clock["pace"] == words


def test_without_a_limit_of_rounds_or_before_one_is_over_it_says_nothing() -> None:
    assert poleconomy(turns=2).after(5).do("step").clock["pace"] == ""
    room = poleconomy(round_limit=0)
    for _ in range(9):
        room.after(1).do("step", until="turn")
    assert room.clock["pace"] == ""


# --- on the board ---------------------------------------------


def test_the_minutes_on_the_board_count_down() -> None:
    """Instead of "90 minutes of play"; once time is up, the board says so."""
    room = opoly()
    sign = lambda: room.page.now["board"]["signs"]["clock"]  # noqa: E731
    assert sign()["text"].endswith(" · 90 minutes of play left") and "counting" not in sign()
    room.after(47.5).look()
    assert sign()["text"].endswith(" · 43 minutes of play left")
    room.do("signal", name="time_out")
    assert sign()["text"].endswith("43 minutes of play left, time-out")
    room.do("step", until="turn").after(43).look()
    assert sign()["text"].endswith("time is up")


def test_nothing_is_sent_each_second() -> None:
    room = poleconomy(turns=2)
    before = len(room.page.messages)
    for _ in range(30):
        room.watch.seconds += 1
        room.page.channel.hub.clock_driver.note_page()
    assert len(room.page.messages) == before


# --- what is stored ---------------------------------------------


def test_what_is_stored_goes_on_in_another_kernel() -> None:
    clock = MatchClock(45, played=754.26, overtime=3, stopped=True, first_turn=4)
    assert MatchClock.from_json(clock.to_json()) == MatchClock(45, 754.2, 3, True, 4)


def test_a_clock_that_was_stored_has_as_many_seconds_left() -> None:
    for hundredth in range(300):
        clock = MatchClock(45, played=0.96 + hundredth / 100)
        kept = MatchClock.from_json(clock.to_json())
        assert kept and math.ceil(kept.seconds_left) == math.ceil(clock.seconds_left)


@pytest.mark.parametrize("key", [*MatchClock(45).to_json()])
@pytest.mark.parametrize("strange", STRANGE, ids=repr)
def test_strange_clocks_are_none_or_sound(key: str, strange: Any) -> None:
    read = MatchClock.from_json({**MatchClock(45).to_json(), key: strange})
    assert read is None or (1 <= read.minutes <= 600 and read.seconds_left >= 0)
    assert MatchClock.from_json(strange) is None


def test_a_table_without_a_clock_cannot_stop_it() -> None:
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    with pytest.raises(NothingToDo, match="Set the minutes of play first"):
        table.stop_clock()
    assert table.set_minutes(45).stop_clock().run_clock().minutes_left == 45


def test_a_machine_that_slept_takes_no_minutes() -> None:
    """Nor does a paused virtual machine, while a page counts as open."""
    room, watch = poleconomy(turns=1), Watch()
    keeper = ClockDriver(room.page.channel.hub)
    assert isinstance(keeper.read_seconds, AwakeClock), "by default"
    keeper = ClockDriver(room.page.channel.hub, AwakeClock(1.0, keeper.read_seconds.longest, watch))
    room.page.channel.hub.clock_driver = keeper
    keeper.note_page()
    before = room.page.channel.hub.controller.clock
    assert before is not None
    for _ in range(6):
        watch.seconds += CHECK_INTERVAL
        keeper.check_time()
    watch.seconds += 600
    keeper.check_time()
    after = room.page.channel.hub.controller.clock
    assert after is not None and after.played - before.played == 6 * CHECK_INTERVAL + 1


def test_overtime_is_counted_while_a_hidden_page_is_silent() -> None:
    async def play() -> float:
        room = poleconomy(turns=2).do("step", until="decision").after(45).look()
        desk, watch = room.page.channel.hub.controller, Watch()
        keeper = ClockDriver(room.page.channel.hub, watch)
        keeper.note_page()
        assert keeper._timer is not None, "it goes on counting by itself"
        assert desk.clock is not None
        before = desk.clock.overtime
        watch.seconds += CHECK_INTERVAL
        keeper.count_overtime()
        assert keeper._timer is not None
        return desk.clock.overtime - before

    assert asyncio.run(play()) == CHECK_INTERVAL
