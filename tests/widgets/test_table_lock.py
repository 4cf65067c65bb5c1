"""A cell and a page in two threads: at a table they take turns, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, RLock, Thread
from typing import Any

import pytest

import classkit
from classkit.engine.registry import load
from classkit.widgets import table
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.live_table import Table
from classkit.widgets.match_controller import MatchController
from classkit.widgets.table_lock import TableBusy, TableLock
from tests.toy import GAME
from tests.widgets.pages import Page


class Slow:
    """A bot that holds its table until it is let go, once."""

    def __init__(self) -> None:
        self.is_asked, self.may_go = Event(), Event()

    def __call__(self, view: Any, decision: Any) -> Any:
        self.is_asked.set()
        assert self.may_go.wait(60)
        return decision.default


class Watched(TableLock):
    """Turns that tell when a thread is about to wait."""

    def __init__(self, max_wait: float = 60) -> None:
        super().__init__(max_wait)
        self.waits = Event()

    def __enter__(self) -> Watched:
        if not self.is_free():
            self.waits.set()
        super().__enter__()
        return self


def toy(bot: Any, max_wait: float = 60) -> tuple[Table, Watched]:
    live = table(classkit.new(GAME, seats=2, seed=3), bots=bot)
    turns = live.hub.access_lock = Watched(max_wait)
    return live, turns


def page_of(live: Table) -> Page:
    page = Page(live.hub)
    page.do("snapshot")
    return page


@pytest.fixture
def background() -> Iterator[Callable[[Callable[[], Any]], Any]]:
    with ThreadPoolExecutor(2) as pool:
        yield pool.submit


def test_what_the_page_asks_while_a_cell_steps_is_done_after_it(background: Any) -> None:
    bot = Slow()
    live, turns = toy(bot)
    page = page_of(live)
    cell = background(lambda: live.step(until="turn").answers)
    assert bot.is_asked.wait(60)
    asked = background(lambda: page.do("step", until="turn"))
    assert turns.waits.wait(60)
    assert not asked.done(), "the page waits for the cell"
    bot.may_go.set()
    first = cell.result(60)
    assert asked.result(60)["kind"] == "step"
    alone = classkit.new(GAME, seats=2, seed=3)
    for _ in range(2):
        alone.play("turn", bots=lambda view, decision: decision.default)
    assert live.match.step == alone.step > first
    assert live.match.digest() == alone.digest()


def test_a_cell_waits_for_the_page_and_reads_what_it_left(tmp_path: Path, background: Any) -> None:
    bot = Slow()
    live, turns = toy(bot)
    page = page_of(live)
    asked = background(lambda: page.do("step", until="turn"))
    assert bot.is_asked.wait(60)
    saved = background(lambda: live.save(tmp_path / "m.json"))
    assert turns.waits.wait(60)
    assert not saved.done()
    bot.may_go.set()
    assert asked.result(60)["kind"] == "step"
    assert load(saved.result(60), game=GAME).step == live.match.step > 0


def test_a_page_that_waits_too_long_is_told_and_may_ask_again(background: Any) -> None:
    bot = Slow()
    live, turns = toy(bot)
    page = page_of(live)
    cell = background(lambda: live.step(until="turn"))
    assert bot.is_asked.wait(60)
    turns.max_wait = 0
    page.ids = 7 * 2**20  # a page that numbers its questions
    answer = page.do("step", until="turn")
    assert answer["kind"] == "refused"
    assert "busy for 0 seconds" in answer["reason"] and "try again" in answer["reason"]
    bot.may_go.set()
    before = cell.result(60).answers
    page.ids -= 1  # the very same question
    turns.max_wait = 60
    assert page.do("step", until="turn")["kind"] == "step"
    assert live.answers > before


def test_a_ping_is_answered_while_a_cell_runs(background: Any) -> None:
    bot = Slow()
    live, turns = toy(bot)
    page = page_of(live)
    cell = background(lambda: live.step(until="turn"))
    assert bot.is_asked.wait(60)
    assert page.do("ping")["kind"] == "pong"
    assert not cell.done() and not turns.waits.is_set()
    bot.may_go.set()
    cell.result(60)


def test_the_match_of_a_table_refuses_and_the_page_says_it(background: Any) -> None:
    """Who plays ``table.match`` itself goes past the table."""
    bot = Slow()
    live, _ = toy("passive")
    page = page_of(live)
    before = live.match.step
    cell = background(lambda: live.match.play("round", bots=bot))
    assert bot.is_asked.wait(60)
    answer = page.do("step", until="turn")
    assert answer["kind"] == "refused" and "in use by another thread" in answer["reason"]
    assert live.match.step == before
    bot.may_go.set()
    cell.result(60)
    assert page.do("step", until="turn")["kind"] != "refused"


def test_a_policy_that_waits_for_a_thread_at_its_own_table_is_no_deadlock() -> None:
    errors: list[BaseException] = []
    live, turns = toy("passive")

    def act() -> None:
        try:
            live.step()
        except classkit.ClasskitError as error:
            errors.append(error)

    def waits(view: Any, decision: Any) -> Any:
        turns.max_wait = 0.01
        thread = Thread(target=act)
        thread.start()
        thread.join(60)
        assert not thread.is_alive()
        return decision.default

    for seat in live.match.seats:
        live.hand(seat, waits)
    asked = live.step().answers
    assert asked and [type(error) for error in errors] == [TableBusy] * asked
    assert isinstance(errors[0], classkit.MatchInUse)


def test_a_policy_cannot_step_the_table_that_asks_it() -> None:
    live, _ = toy("passive")

    def meddle(view: Any, decision: Any) -> Any:
        live.step()
        return decision.default

    for seat in live.match.seats:
        live.hand(seat, meddle)
    with pytest.raises(classkit.MatchInUse, match="waiting for a policy"):
        live.step()
    assert live.answers == 0
    for seat in live.match.seats:
        live.hand(seat, "passive")
    assert live.step().answers


def test_the_clock_does_not_wait_in_the_loop_for_a_cell(
    background: Any, caplog: pytest.LogCaptureFixture
) -> None:
    bot = Slow()
    live, turns = toy(bot)
    live.set_minutes(5)
    page_of(live)
    keeper = live.hub.clock_driver
    cell = background(lambda: live.step())
    assert bot.is_asked.wait(60)

    async def look() -> None:
        for one in (keeper.check_time, keeper.count_overtime):
            one()
            assert keeper._timer is not None
            keeper._timer.cancel()

    with caplog.at_level(logging.ERROR):
        asyncio.run(look())
    assert not turns.waits.is_set() and not caplog.records
    bot.may_go.set()
    cell.result(60)


def test_studies_are_looked_at_again_after_the_thread_of_a_page_has_ended() -> None:
    """A subshell ends with its page, and its loop with it."""
    hub = Hub(MatchController(classkit.new(GAME, seats=2, seed=3)))
    hub.controller.studies = Running()  # type: ignore[assignment]

    async def follow() -> None:
        hub.start_polling()

    for _ in range(2):
        asyncio.run(follow())
        assert hub.polling_loop is not None and not hub.polling_loop.is_running()
    first = hub.polling_loop
    asyncio.run(follow())
    assert hub.polling_loop is not first


class Running:
    is_running = True


def test_under_stress_two_tables_and_two_threads_lose_nothing() -> None:
    lives = [toy("passive")[0] for _ in range(2)]

    def step(number: int) -> None:
        for turn in range(4):
            lives[(turn + number) % 2].step()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(step, range(4)))
    alone = classkit.new(GAME, seats=2, seed=3)
    for _ in range(8):
        alone.play("decision", bots="passive")
    for live in lives:
        assert live.match.step == alone.step and live.match.digest() == alone.digest()


class WatchedLock:
    """A lock that tells when a thread is about to wait."""

    def __init__(self) -> None:
        self.lock, self.waits = RLock(), Event()

    def __enter__(self) -> None:
        if not self.lock.acquire(blocking=False):
            self.waits.set()
            self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()


def test_a_refusal_in_another_thread_has_a_number_of_its_own(background: Any) -> None:
    live, _ = toy("passive")
    sent: list[dict[str, Any]] = []
    refusals: list[Any] = []

    def send(content: dict[str, Any], buffers: list[bytes] | None = None) -> None:
        if not sent and not refusals:
            refusals.append(background(lambda: channel.send_refusal(None, "no")))
            assert lock.waits.wait(60)
        sent.append(content)

    channel = Channel(live.hub, send)
    lock = WatchedLock()
    channel.send_lock = lock  # type: ignore[assignment]  # it is entered and left alike
    channel.receive_message({"do": "snapshot", "id": 1})
    refusals[0].result(60)
    assert [one["kind"] for one in sent] == ["snapshot", "refused"]
    assert [one["seq"] for one in sent] == [1, 2]
