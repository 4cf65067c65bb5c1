"""Limits on a real server: what strangers send wrong delays nobody who is right."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
import websocket

from classkit.classroom.codes import CODE_LENGTH, new_room_code
from classkit.classroom.room_commands import open_room
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_store import RoomStore

from .serving import Server, serving
from .test_room_handlers import line, opened, phone_cookie, told
from .visitor import cookies_of, get

TOKEN = secrets.token_urlsafe(24)
CLASS, STRANGER = "192.0.2.7", "203.0.113.9"
HEAVY = 20
"""Seconds beyond which somebody was delayed: a minute and more before, whatever the machine."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a token and a proxy that is named."""
    place = tmp_path_factory.mktemp("limits")
    (place / "dashboards").mkdir()
    words = (str(place / "dashboards"), "--proxy", "127.0.0.1")
    with serving(place / "data", *words, CLASSKIT_TOKEN=TOKEN) as found:
        yield found


@pytest.fixture(scope="module")
def code(server: Server) -> str:
    """The code of a room."""
    teacher = cookies_of(get(server, f"/desk/?token={TOKEN}")[0])
    return opened(server, teacher, "economy", 3)


def test_wrong_tokens_of_one_network_keep_no_student_out(server: Server) -> None:
    """420 wrong ones from 70 addresses of an IPv6 /58, then 60 students at those and others."""
    network = [f"2001:db8:0:{number:x}::1" for number in range(70)]
    ask = partial(get, server)
    with ThreadPoolExecutor(20) as many:
        asked = [
            many.submit(
                ask, f"/?token={secrets.token_urlsafe(24)}", X_Forwarded_For=network[n % 70]
            )
            for n in range(420)
        ]
        assert {one.result()[0].status for one in asked} <= {302, 403}
        begun = time.monotonic()
        came = [
            many.submit(ask, f"/?token={TOKEN}", X_Forwarded_For=address)
            for address in [*network[:30], *[CLASS] * 30]
        ]
        assert {one.result()[0].status for one in came} == {200}
    assert time.monotonic() - begun < HEAVY


def test_wrong_codes_delay_no_phone(server: Server, code: str) -> None:
    """Eleven of the class itself, and 400 of a stranger; the phones in keep their lines."""
    assert len(code) == CODE_LENGTH
    ask = partial(get, server)
    inside = phone_cookie(server, code)
    phone = line(server, f"/class/{code}/line", Cookie=inside)
    phone.send('{"room": "join", "name": "Ada", "id": 1}')
    assert told(phone)["joined"] is True
    with ThreadPoolExecutor(20) as many:
        wrong = [
            many.submit(ask, f"/class/{new_room_code()}", X_Forwarded_For=address)
            for address in [*[CLASS] * 11, *[STRANGER] * 400]
        ]
        statuses = [one.result()[0].status for one in wrong]
        assert {*statuses[:11]} == {404} and 429 in statuses[11:], "guessing is limited"
        begun = time.monotonic()
        came = [many.submit(ask, f"/class/{code}", X_Forwarded_For=CLASS) for _ in range(200)]
        assert {one.result()[0].status for one in came} == {200}
        assert time.monotonic() - begun < HEAVY
    # somebody who is in is let in again at once, also beside the stranger
    for _ in range(3):
        answer, _ = get(server, f"/class/{code}", Cookie=inside, X_Forwarded_For=STRANGER)
        assert answer.status == 200
    phone.send('{"room": "look", "id": 2}')
    assert told(phone)["joined"] is True
    phone.close()


def test_a_class_of_two_hundred_behind_one_address_joins(server: Server, code: str) -> None:
    def join(number: int) -> websocket.WebSocket:
        if number % 10 == 0:
            get(server, f"/class/{new_room_code()}", X_Forwarded_For=CLASS)
        answer, _ = get(server, f"/class/{code}", X_Forwarded_For=CLASS)
        headers = {"Cookie": cookies_of(answer), "X-Forwarded-For": CLASS}
        phone = line(server, f"/class/{code}/line", **headers)
        phone.send(json.dumps({"room": "join", "name": f"S{number}", "id": 1}))
        while not told(phone)["joined"]:
            pass
        return phone

    begun = time.monotonic()
    with ThreadPoolExecutor(20) as many:
        phones = [*many.map(join, range(200))]
    assert time.monotonic() - begun < HEAVY
    for phone in phones:
        phone.shutdown()


def test_rooms_with_codes_of_six_letters_still_open(tmp_path: Path) -> None:
    """They were opened by earlier versions."""
    (tmp_path / "dashboards").mkdir()
    (tmp_path / "data" / "rooms").mkdir(parents=True)
    store = RoomStore(f"sqlite:///{tmp_path}/data/rooms/rooms.sqlite")
    store.append_rows("K7MQ2X", ROOM_STREAM, 0, open_room("economy", 3, seed=7))
    with serving(tmp_path / "data", str(tmp_path / "dashboards")) as server:
        assert get(server, "/class/k7mq2x")[0].getheader("Location") == "/class/K7MQ2X"
        phone = line(server, "/class/K7MQ2X/line", Cookie=phone_cookie(server, "K7MQ2X"))
        phone.send('{"room": "join", "name": "Ada", "id": 1}')
        assert told(phone)["joined"] is True
        phone.close()
