"""The thread of rooms: in order for each room, in turns for all, and nothing after its end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from classkit.hosting.room_worker import Outbox, RoomWorker


def test_a_room_is_worked_on_in_order_and_rooms_take_turns() -> None:
    worker, gate, done = RoomWorker(), threading.Event(), list[str]()
    worker.submit("", gate.wait)
    jobs = [("A", "A1"), ("A", "A2"), ("A", "A3"), ("B", "B1"), ("C", "C1"), ("B", "B2")]
    last = [worker.submit(room, lambda name=name: done.append(name)) for room, name in jobs]
    gate.set()
    for one in last:
        one.result(30)
    assert done == ["A1", "B1", "C1", "A2", "B2", "A3"]
    worker.stop()


def test_what_is_cancelled_before_its_turn_is_not_done() -> None:
    worker, gate, done = RoomWorker(), threading.Event(), list[str]()
    worker.submit("A", gate.wait)
    late = worker.submit("A", lambda: done.append("late"))
    assert late.cancel()
    after = worker.submit("A", lambda: done.append("after"))
    gate.set()
    after.result(30)
    assert done == ["after"]
    worker.stop()
    assert worker.submit("A", lambda: done.append("never")).cancelled()


def test_later_comes_after_its_time_and_an_error_ends_nothing() -> None:
    worker, came = RoomWorker(), threading.Event()
    worker.submit_later(0.05, "A", lambda: 1 / 0)
    worker.submit_later(0.1, "A", came.set)
    begun = time.monotonic()
    assert came.wait(30) and time.monotonic() - begun > 0.09
    worker.stop()


def test_messages_keep_their_order_and_leave_the_loop_time_for_others() -> None:
    sent: list[str] = []
    between = 0

    async def deliver() -> None:
        nonlocal between
        outbox = Outbox(asyncio.get_running_loop())

        def send(text: str) -> None:
            time.sleep(0.003)
            sent.append(text)

        def post() -> None:
            for number in range(30):
                outbox.add_message(send, f"{number}")
            outbox.wake_loop()

        poster = threading.Thread(target=post)
        poster.start()
        poster.join()  # nothing is sent before all is posted
        while len(sent) < 30:
            between += 1
            await asyncio.sleep(0)

    asyncio.run(deliver())
    assert sent == [f"{number}" for number in range(30)]
    assert between > 3, "the loop did something else meanwhile"


def test_jobs_of_a_block_run_together_and_have_their_results_after_it() -> None:
    worker, gate, done = RoomWorker(), threading.Event(), list[str]()
    results: list[Future[None]] = []

    @contextmanager
    def block() -> Iterator[None]:
        done.append("begun")
        yield
        done.append(f"stored before {sum(one.done() for one in results)} results")

    def fail() -> None:
        raise ValueError("one of them")

    worker.submit("A", gate.wait)
    results += [worker.submit("A", lambda: done.append("one"), block)]
    results += [worker.submit("A", fail, block)]
    results += [worker.submit("A", lambda: done.append("two"), block)]
    last = worker.submit("A", lambda: done.append("another"))
    gate.set()
    last.result(30)
    assert done == ["begun", "one", "two", "stored before 0 results", "another"]
    assert [type(one.exception(30)) for one in results] == [type(None), ValueError, type(None)]
    worker.stop()
