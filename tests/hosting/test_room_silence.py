"""Servers whose database is silent, locked or started anew: pages go on, and nothing is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
import websocket

from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from tests.classroom.test_room_store import silent_address
from tests.hosting.serving import Server, serving
from tests.hosting.test_room_handlers import line, opened, phone_cookie, told
from tests.hosting.visitor import cookies_of, get
from tests.postgres import cluster, needed

REPEATED = 2_000_000_001
"""The number of a request that a page repeats until it is answered."""
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows stops no process")


@contextmanager
def room_at(address: str, place: Path) -> Iterator[tuple[Server, str, str]]:
    """A server with a room in a database; gives the teacher's cookie and the code as well."""
    (place / "dashboards").mkdir()
    with serving(place / "data", str(place / "dashboards"), CLASSKIT_ROOMS=address) as server:
        teacher = cookies_of(get(server, "/desk/")[0])
        yield server, teacher, opened(server, teacher, "economy", 3)


def seated(server: Server, teacher: str, code: str, people: int = 3) -> list[websocket.WebSocket]:
    """Telephones that have joined and have a seat, and show it."""
    phones = []
    for number in range(people):
        phone = line(server, f"/class/{code}/line", Cookie=phone_cookie(server, code))
        phone.send(f'{{"room": "join", "name": "Student {number}", "id": 1}}')
        assert told(phone)["joined"]
        phones.append(phone)
    desk = line(server, f"/desk/{code}/line", Cookie=teacher)
    desk.send('{"room": "seat_all", "id": 1}')
    for phone in phones:
        while not told(phone)["seat"]:
            pass
        phone.send('{"do": "snapshot", "id": 2}')
        told(phone, "snapshot")
    desk.close()
    return phones


def answered(phone: websocket.WebSocket, number: int) -> dict[str, Any]:
    """The answer to a request."""
    while True:
        message: dict[str, Any] = json.loads(phone.recv())
        if message.get("reply") == number:
            return message


def pages_answer(server: Server, code: str, cookie: str) -> None:
    """Pages of tables and of rooms are there at once."""
    begun = time.monotonic()
    for path in ("/", f"/class/{code}", "/class/", "/login"):
        answer, _ = get(server, path, Cookie=cookie)
        assert answer.status in (200, 302), path
    assert time.monotonic() - begun < 10, "nobody waited for the database"


def processes_of(folder: str) -> list[psutil.Process]:
    """The processes of the PostgreSQL whose socket is in a folder."""
    (main,) = [
        one
        for one in psutil.process_iter(["cmdline"])
        if f"-cunix_socket_directories={folder}" in (one.info["cmdline"] or [])
    ]
    return [main, *main.children(recursive=True)]


def asking(phones: list[websocket.WebSocket]) -> tuple[websocket.WebSocket, dict[str, Any]]:
    """The telephone that is asked something, and its question."""
    for phone in phones:
        phone.send('{"do": "snapshot", "id": 3}')
        if asks := answered(phone, 3)["now"]["asks"]:
            return phone, asks[0]
    raise AssertionError("nobody is asked")


def store_through(
    phones: list[websocket.WebSocket], breaks: Callable[[], None], heals: Callable[[], None],
    meanwhile: Callable[[], None],
) -> None:  # fmt: skip
    """Answer while the database is silent: the page is told, and then it is stored.

    The line carries heartbeats all the time, however much its page asks meanwhile.
    """
    phone, ask = asking(phones)
    breaks()
    try:
        phone.send(f'{{"do": "default", "seat": "{ask["seat"]}", "id": {REPEATED}}}')
        assert told(phone, "storing")["on"] is True
        for _ in range(100):
            phone.send('{"room": "look"}')
        with ThreadPoolExecutor(1) as other:
            work = other.submit(meanwhile)
            while not work.done():  # a client that reads nothing would be taken for asleep
                phone.send('{"room":"ping"}')
                assert told(phone, "pong"), "the line itself is not held up"
                time.sleep(1.1)
            work.result()
    finally:
        heals()
    assert answered(phone, REPEATED)["kind"] == "step"


def count_stored(address: str, code: str) -> int:
    """How often the answer of that telephone stands in the log."""
    store = RoomStore(address)
    places = RoomRuntime(store, code).room.tables
    keys = [row.key for place in places for row in store.read_rows(code, place)]
    return keys.count(f"1/{REPEATED}")


def test_a_postgresql_that_is_paused_in_mid_class_holds_up_no_page(tmp_path: Path) -> None:
    with cluster(needed()) as address, room_at(address, tmp_path) as (server, teacher, code):
        phones = seated(server, teacher, code)
        cookie = phone_cookie(server, code)
        paused: list[psutil.Process] = []

        def pause() -> None:
            paused.extend(processes_of(address.rpartition("host=")[2]))
            for one in paused:
                one.suspend()

        def go_on() -> None:
            for one in reversed(paused):
                one.resume()

        def meanwhile() -> None:
            pages_answer(server, code, cookie)
            answer, text = get(server, "/class/ZZZZ22")
            assert answer.status == 503 and "retries automatically" in text
            assert answer.getheader("Refresh")
            answer, text = get(server, "/desk/", Cookie=teacher)
            assert answer.status == 503 and "does not respond" in text

        store_through(phones, pause, go_on, meanwhile)
        assert count_stored(address, code) == 1


def test_a_file_that_is_locked_elsewhere_holds_up_no_page(tmp_path: Path) -> None:
    """Eight join at once meanwhile: all of them are in once it is free, in no more time."""
    file = tmp_path / "rooms.sqlite"
    with room_at(f"sqlite:///{file}", tmp_path) as (server, teacher, code):
        phones = seated(server, teacher, code)
        more = [
            line(server, f"/class/{code}/line", Cookie=phone_cookie(server, code)) for _ in range(8)
        ]
        lock = sqlite3.connect(file, isolation_level=None)

        def meanwhile() -> None:
            for phone in more:
                phone.send('{"room": "join", "id": 1}')
            for phone in more:
                assert told(phone, "storing")["on"] is True
            pages_answer(server, code, phone_cookie(server, code))

        store_through(
            phones,
            lambda: lock.execute("BEGIN IMMEDIATE").close(),
            lambda: lock.execute("ROLLBACK").close(),
            meanwhile,
        )
        for phone in more:
            assert answered(phone, 1)["joined"] is True
            assert told(phone, "storing")["on"] is False
        lock.close()
        assert count_stored(f"sqlite:///{file}", code) == 1


def test_a_server_that_starts_beside_a_silent_database_names_it(tmp_path: Path) -> None:
    """Tables are served meanwhile."""
    (tmp_path / "dashboards").mkdir()
    with silent_address() as (host, port):
        address = f"postgresql://ada:secret@{host}:{port}/postgres"
        with serving(
            tmp_path / "data", str(tmp_path / "dashboards"), CLASSKIT_ROOMS=address
        ) as server:
            assert get(server, "/")[0].status == 200
            answer, _ = get(server, "/class/ABC234")
            assert answer.status == 503
            answer, text = get(server, "/desk/")
            assert answer.status == 503 and f"at {host}:{port}" in text
            with pytest.raises(websocket.WebSocketBadStatusException, match="503"):
                line(server, "/class/ABC234/line", Cookie="a=b")
            complaints = server.stop()
        assert f'PostgreSQL "postgres" at {host}:{port}, does not respond' in complaints
        assert "secret" not in complaints and "no free table" not in complaints


def test_rooms_appear_once_the_database_answers(tmp_path: Path) -> None:
    """The address is that of a PostgreSQL which is started after the server."""
    (tmp_path / "dashboards").mkdir()
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        with cluster(needed()) as real:
            role, folder = real.partition("//")[2].partition("@")[0], real.rpartition("host=")[2]
            address = f"postgresql://{role}@127.0.0.1:{port}/postgres"
            with serving(
                tmp_path / "data", str(tmp_path / "dashboards"), CLASSKIT_ROOMS=address
            ) as server:
                assert get(server, "/desk/")[0].status == 503
                silent.close()
                relay = subprocess.Popen(
                    [sys.executable, "-c", RELAY, str(port), f"{folder}/.s.PGSQL.5432"]
                )
                try:
                    until(lambda: get(server, "/desk/")[0].status == 200)
                    teacher = cookies_of(get(server, "/desk/")[0])
                    code = opened(server, teacher, "economy", 3)
                    assert phone_cookie(server, code)
                finally:
                    relay.kill()
                    relay.wait()
                complaints = server.stop()
            assert "responds again" in complaints


RELAY = """
import socket, sys, threading
listening = socket.socket()
listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listening.bind(("127.0.0.1", int(sys.argv[1])))
listening.listen()
def carry(one, other):
    while data := one.recv(65_536):
        other.sendall(data)
    other.shutdown(socket.SHUT_WR)
while True:
    front, _ = listening.accept()
    back = socket.socket(socket.AF_UNIX)
    back.connect(sys.argv[2])
    for pair in ((front, back), (back, front)):
        threading.Thread(target=carry, args=pair, daemon=True).start()
"""


def until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_postgresql_whose_connections_drop_in_mid_class_loses_nothing(tmp_path: Path) -> None:
    with cluster(needed()) as address, room_at(address, tmp_path) as (server, teacher, code):
        phones = seated(server, teacher, code)
        phone, ask = asking(phones)
        for one in processes_of(address.rpartition("host=")[2])[1:]:
            if re.search(r"\bpostgres postgres\b|\[local\]", " ".join(one.cmdline())):
                one.send_signal(signal.SIGTERM)
        phone.send(f'{{"do": "default", "seat": "{ask["seat"]}", "id": {REPEATED}}}')
        assert answered(phone, REPEATED)["kind"] == "step"
        assert count_stored(address, code) == 1


@pytest.mark.sweep(1)
@pytest.mark.parametrize("words", [["list"], ["open", "--port", "0"], ["export", "ABC234"]])
def test_commands_name_a_silent_database_and_end(tmp_path: Path, words: list[str]) -> None:
    with silent_address() as (host, port):
        done = subprocess.run(
            [sys.executable, "-m", "classkit", "class", *words],
            env={
                **os.environ,
                "CLASSKIT_DATA": str(tmp_path),
                "CLASSKIT_ROOMS": f"postgresql://ada:secret@{host}:{port}/rooms",
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (
        done.returncode and f'PostgreSQL "rooms" at {host}:{port}, does not respond' in done.stderr
    )
    assert "secret" not in done.stderr and "Traceback" not in done.stderr
