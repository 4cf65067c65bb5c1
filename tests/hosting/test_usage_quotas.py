"""What visitors cost the server: no class waits, and no stranger keeps others waiting for long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application
from tornado.websocket import WebSocketHandler

from classkit.engine.serialization import MAX_BYTES
from classkit.hosting.kernel_websocket import BYTE_COST, FRAME_COST, READ_COST, ThrottledProtocol
from classkit.hosting.token_bucket import TokenBucket
from classkit.hosting.usage_quotas import ADDRESS_QUOTA, SERVER_QUOTA, USER_QUOTA, UsageCosts

STEP = {"seconds": 0.002, "size": 300}
RECORD = {"seconds": 0.01, "size": MAX_BYTES}
SCHOOL, HOME = "10.0.0.7", "10.0.0.8"


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def costs(clock: Clock) -> UsageCosts:
    return UsageCosts(clock)


def spend_all(costs: UsageCosts, clock: Clock, visitor: str, address: str, until: float) -> float:
    """Take seconds as fast as there are any; gives how many those were."""
    spent = 0.0
    while clock.now < until:
        wait = costs.get_wait_seconds(visitor, address)
        if not wait:
            costs.charge(visitor, address, seconds=0.01)
            spent += 0.01
        clock.now += max(wait, 0.001)
    return spent


def test_an_allowance_comes_back_with_time() -> None:
    allowance = TokenBucket(a_second=10, at_once=5, now=0)
    assert all(allowance.try_acquire(1, now=0) for _ in range(5))
    assert not allowance.try_acquire(1, now=0)
    assert allowance.try_acquire(4, now=10), "not more than it holds"
    assert not allowance.try_acquire(2, now=10)
    allowance = TokenBucket(a_second=10, at_once=5, now=0)
    allowance.debit_tokens(5, now=0)
    assert allowance.get_wait_seconds(now=0) == 0 and allowance.has_tokens(0, now=0)
    allowance.debit_tokens(20, now=0)
    assert allowance.get_wait_seconds(now=0) == 2 and allowance.get_wait_seconds(now=1.5) == 0.5
    assert not allowance.has_tokens(0, now=1.5)
    assert allowance.has_tokens(1, now=100) and allowance.tokens == 5, "not more than it holds"


def test_a_class_behind_one_address_never_waits(costs: UsageCosts, clock: Clock) -> None:
    """Eighty students step every second for a quarter of an hour, and open a record at once."""
    students = [f"student {number}" for number in range(80)]
    for student in students:
        costs.charge(student, SCHOOL, seconds=0.01, size=1_000_000)
    for second in range(900):
        clock.now = float(second)
        for student in students:
            costs.charge(student, SCHOOL, **STEP)
            assert not costs.get_wait_seconds(student, SCHOOL)


def test_a_visitor_opens_three_large_records_in_a_row(costs: UsageCosts) -> None:
    for _ in range(3):
        assert not costs.get_wait_seconds("ada", HOME)
        costs.charge("ada", HOME, **RECORD)
    costs.charge("ada", HOME, **RECORD)
    assert costs.get_wait_seconds("ada", HOME) > 0


def test_whoever_takes_all_they_can_have_gets_their_share_of_the_server(
    costs: UsageCosts, clock: Clock
) -> None:
    spent = spend_all(costs, clock, "stranger", HOME, until=100)
    share = USER_QUOTA.seconds_at_once + 100 * USER_QUOTA.seconds_a_second
    assert 0.95 * share < spent < share + 0.02


def test_a_class_does_not_pay_for_strangers_behind_its_address(
    costs: UsageCosts, clock: Clock
) -> None:
    for _ in range(1_000):
        costs.charge("stranger", SCHOOL, **RECORD)
    assert costs.get_wait_seconds("stranger", SCHOOL) > 0
    assert not costs.get_wait_seconds("ada", SCHOOL) and not costs.get_wait_seconds("bo", HOME)
    costs.charge("ada", SCHOOL, **STEP)
    assert not costs.get_wait_seconds("ada", SCHOOL)


@pytest.mark.parametrize(("many", "share"), [(SCHOOL, ADDRESS_QUOTA), ("", SERVER_QUOTA)])
def test_many_who_take_much_wait_for_each_other(
    costs: UsageCosts, clock: Clock, many: str, share: Any
) -> None:
    """As all behind one address, and as all together."""
    visitors = 40
    for number in range(visitors):
        costs.charge(f"stranger {number}", many or f"10.0.1.{number}", seconds=0.6)
    wait = costs.get_wait_seconds("stranger 0", many or "10.0.1.0")
    assert wait == pytest.approx((0.6 * visitors - share.seconds_at_once) / share.seconds_a_second)


def test_those_behind_a_proxy_have_no_address_in_common(costs: UsageCosts) -> None:
    for number in range(9):
        costs.charge(f"stranger {number}", "127.0.0.1", seconds=0.6)
    assert not costs.addresses and not costs.get_wait_seconds("stranger 0", "127.0.0.1")


def test_those_who_owe_nothing_are_forgotten(costs: UsageCosts, clock: Clock) -> None:
    for number in range(1_000):
        clock.now += 1
        costs.charge(f"visitor {number}", f"10.0.{number // 250}.{number % 250}", **STEP)
    assert len(costs.visitors) < 10 and len(costs.addresses) < 10


def test_what_the_server_does_beside_its_own_handling_has_a_price() -> None:
    """A record costs some 5 ms before it is here, an empty frame a tenth of one."""
    assert 0.003 < BYTE_COST * MAX_BYTES < 0.03 and 0.000_03 < FRAME_COST < 0.000_3
    assert pytest.approx(FRAME_COST) == 3 * READ_COST, "an empty frame is read in three pieces"


# --- the protocol that reads what is paid for -----------------------------------------------------


class Payer(WebSocketHandler):
    """A websocket that counts what was paid for, and waits as told."""

    paid = unfinished = 0
    heard: list[str | bytes]
    may_go_on: asyncio.Event

    def get_websocket_protocol(self) -> Any:
        found: Any = super().get_websocket_protocol()
        return ThrottledProtocol(self, mask_outgoing=False, params=found.params)

    async def throttle_read(self, size: int) -> None:
        await self.may_go_on.wait()
        type(self).paid += size

    def add_partial_backlog(self, size: int) -> None:
        type(self).unfinished = max(size, self.unfinished)

    def on_message(self, message: str | bytes) -> None:
        self.heard.append(message)


def over_a_line(
    talk: Callable[[type[Payer], asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> None:
    """Talk to a server of this process over a websocket, in a thread of its own."""

    async def conversation() -> None:
        handler = type("Own", (Payer,), {"heard": [], "may_go_on": asyncio.Event()})
        socket, port = bind_unused_port()
        server = HTTPServer(Application([("/", handler)]))
        server.add_sockets([socket])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        await talk(handler, reader, writer)
        writer.close()
        server.stop()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(asyncio.wait_for(conversation(), 60))).result()


def frame(first: int, data: bytes = b"") -> bytes:
    """A short frame as browsers send it, with a mask of zeros."""
    return bytes([first, 0x80 | len(data), 0, 0, 0, 0]) + data


TEXT, BEGIN, MORE, END, PING = 0x81, 0x01, 0x00, 0x80, 0x89


def test_every_byte_is_paid_for_fragments_and_pings_too() -> None:
    async def talk(handler: type[Payer], reader: Any, writer: Any) -> None:
        handler.may_go_on.set()
        sent = frame(BEGIN, b"a") + (frame(MORE, b"b") + frame(PING)) * 50 + frame(END)
        writer.write(sent)
        for _ in range(50):
            await reader.readexactly(2)  # the pongs
        while not handler.heard:
            await asyncio.sleep(0.01)
        assert handler.heard == ["a" + "b" * 50]
        assert handler.paid in (len(sent), len(sent) + 2), "the next may be waited for already"
        assert handler.unfinished == 51, "what has come of a message is counted until its end"

    over_a_line(talk)


def test_nothing_more_is_read_of_a_page_that_owes() -> None:
    async def talk(handler: type[Payer], reader: Any, writer: Any) -> None:
        writer.write(frame(TEXT, b"1") + frame(TEXT, b"2") + frame(TEXT, b"3"))
        await asyncio.sleep(0.1)
        assert not handler.heard and not handler.paid
        handler.may_go_on.set()
        while len(handler.heard) < 3:
            await asyncio.sleep(0.01)
        assert handler.heard == ["1", "2", "3"], "and nothing is lost"

    over_a_line(talk)
