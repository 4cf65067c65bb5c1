"""Whole servers whose clock is wrong, and one that was stopped for longer than a time limit."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import websocket

from classkit.awake_clock import GRACE_SECONDS
from classkit.classroom.room_events import CLOCK
from classkit.classroom.room_store import RoomStore
from classkit.hosting.match_store import MatchStore, new_code
from classkit.hosting.store_clock import DAY
from tests.hosting.serving import Server, serving
from tests.hosting.test_room_handlers import TOKEN, line, opened, phone_cookie, told
from tests.hosting.visitor import cookies_of, get

WRONG = """
import os, time
right, ahead = time.time, os.environ["CLOCK_AHEAD"]
time.time = lambda: right() + float(open(ahead).read())
"""
LIMIT, HELD = 10, 12.0
"""Seconds until a bot answers, and for which the server is held."""


def set_ahead(place: Path, days: float) -> None:
    """Set the clock of the server in a place, also while it runs."""
    (place / "next").write_text(str(days * DAY))
    (place / "next").replace(place / "ahead")


@contextmanager
def server_ahead(place: Path, days: float = 0.0) -> Iterator[Server]:
    """A server whose clock is so many days ahead."""
    (place / "sitecustomize.py").write_text(WRONG)
    set_ahead(place, days)
    (place / "dashboards").mkdir(exist_ok=True)
    with serving(
        place / "data",
        str(place / "dashboards"),
        CLASSKIT_TOKEN=TOKEN,
        PYTHONPATH=os.pathsep.join([str(place), os.environ.get("PYTHONPATH", "")]),
        CLOCK_AHEAD=str(place / "ahead"),
    ) as server:
        yield server


def test_a_server_with_a_wrong_clock_removes_no_match(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "data" / "matches")
    codes = [new_code() for _ in range(5)]
    for code in codes:
        store.write(code, "{}")
    for days, words in ((200, "200 days after"), (0, ""), (-365, "365 days before"), (0, "")):
        with server_ahead(tmp_path, days) as server:
            complaints = server.stop()
        assert (words in complaints) if words else "No old match" not in complaints
        assert sorted(store.list_files()) == sorted(codes)
    past = time.time() - 181 * DAY
    os.utime(store.get_path(codes[0]), (past, past))
    with server_ahead(tmp_path):
        assert sorted(store.list_files()) == sorted(codes[1:]), (
            "the right clock removes what is old"
        )
    assert (store.directory / "trash").is_dir()


def test_a_server_whose_trash_is_out_of_order_serves_all_the_same(tmp_path: Path) -> None:
    store, codes = MatchStore(tmp_path / "data" / "matches"), [new_code(), new_code()]
    for code in codes:
        store.write(code, "{}")
    past = time.time() - 181 * DAY
    os.utime(store.get_path(codes[0]), (past, past))
    (store.directory / "trash").write_text("no folder can be made here")
    with server_ahead(tmp_path) as server:
        assert get(server, f"/desk/?token={TOKEN}")[0].status < 400
        assert "Matches cannot be moved" in server.stop()
    assert sorted(store.list_files()) == sorted(codes)


def seat(server: Server, limit: int) -> tuple[str, str, websocket.WebSocket]:
    """Open a room and seat somebody. Return its code, the phone's cookie, and its line."""
    teacher = cookies_of(get(server, f"/desk/?token={TOKEN}")[0])
    code = opened(server, teacher, "economy", 3)
    desk = line(server, f"/desk/{code}/line", Cookie=teacher)
    desk.send(json.dumps({"room": "absent", "seconds": limit, "id": 1}))
    cookie = phone_cookie(server, code)
    phone = line(server, f"/class/{code}/line", Cookie=cookie)
    phone.send('{"room": "join", "name": "Ada", "id": 1}')
    while not told(phone)["joined"]:  # only those who have joined are seated
        pass
    desk.send('{"room": "seat_all", "id": 2}')
    while not (own := told(phone)["seat"]):
        pass
    phone.send(json.dumps({"do": "default", "seat": own, "id": 3}))
    while not now_of(phone, 4)["until"]:  # the first decision of a table has no limit
        time.sleep(0.1)
    desk.close()
    return code, cookie, phone


def now_of(phone: websocket.WebSocket, number: int) -> Any:
    """What a phone shows of its table."""
    phone.send(json.dumps({"do": "snapshot", "id": number}))
    return told(phone, "snapshot")["now"]


def left(phone: websocket.WebSocket, number: int) -> float:
    """The seconds that a phone shows as left for its answer."""
    phone.send(json.dumps({"room": "look", "id": number}))
    clock = told(phone)["clock"]
    until = now_of(phone, number + 1)["until"]
    assert isinstance(clock, float | int) and until
    return float(until - clock)


def stood_in(place: Path, code: str) -> int:
    """How often a bot has answered for somebody."""
    store = RoomStore(f"sqlite:///{place}/data/rooms/rooms.sqlite")
    return sum(row.by == CLOCK and bool(row.key) for row in store.read_rows(code, 1))


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process is stopped here")
def test_a_server_that_was_held_overtakes_nobody(tmp_path: Path) -> None:
    with server_ahead(tmp_path) as server:
        code, _, phone = seat(server, LIMIT)
        before = stood_in(tmp_path, code)
        assert before == 0 and 0 < left(phone, 10) <= LIMIT
        os.kill(server.process.pid, signal.SIGSTOP)
        try:
            time.sleep(HELD)
        finally:
            os.kill(server.process.pid, signal.SIGCONT)
        shown = left(phone, 20)
        assert stood_in(tmp_path, code) == 0 and GRACE_SECONDS - 5 < shown <= GRACE_SECONDS
        phone.close()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("days", [-365, 365])
def test_a_room_goes_on_under_another_clock(tmp_path: Path, days: float) -> None:
    """A phone keeps its cookie, and has as much time as before."""
    with server_ahead(tmp_path) as server:
        code, cookie, phone = seat(server, 600)
        phone.close()
    with server_ahead(tmp_path, days) as server:
        phone = line(server, f"/class/{code}/line", Cookie=cookie)
        assert 500 < left(phone, 10) <= 600
        answer, _ = get(server, f"/class/{code}")
        kept = answer.getheader("Set-Cookie") or ""
        assert "Max-Age=" in kept and "expires=" not in kept.lower()
        phone.close()


def test_a_teacher_gets_in_and_opens_a_room_while_the_clock_is_wrong(tmp_path: Path) -> None:
    """A cookie with a day of expiry that lies behind would be dropped by the browser."""
    with server_ahead(tmp_path, -365) as server:
        answer, _ = get(server, f"/desk/?token={TOKEN}")
        given = answer.headers.get_all("Set-Cookie") or []
        assert len(given) >= 2 and not [one for one in given if "expires=" in one.lower()]
        assert opened(server, cookies_of(answer), "economy", 3)
        for days in (0, 200):
            set_ahead(tmp_path, days)
            answer_now, _ = get(server, "/desk/", Cookie=cookies_of(answer))
            assert answer_now.status == 200, "and stays in when it is set"
