"""Lines of pages that slept: heartbeats are answered, and a dead line keeps nobody out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websocket

from classkit.hosting.room_admission import MAX_PHONE_CONNECTIONS
from classkit.hosting.room_sockets import HEARTBEAT, PING_INTERVAL, PONG_TIMEOUT
from tests.hosting.serving import Server, serving
from tests.hosting.test_room_handlers import TOKEN, line, opened, phone_cookie, told
from tests.hosting.visitor import cookies_of, get

REMEMBERED = 2_000_000_001
"""The number of a request that a page repeats until it is answered."""
QUICK = """
import sys
if "serve" in sys.orig_argv:
    from classkit.hosting import room_sockets
    room_sockets.PING_INTERVAL, room_sockets.PONG_TIMEOUT = 0.5, 0.5
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pings follow each other twice a second."""
    place = tmp_path_factory.mktemp("rooms")
    (place / "sitecustomize.py").write_text(QUICK)
    (place / "dashboards").mkdir()
    with serving(
        place / "data", str(place / "dashboards"), CLASSKIT_TOKEN=TOKEN, PYTHONPATH=str(place)
    ) as found:
        yield found


@pytest.fixture(scope="module")
def teacher(server: Server) -> str:
    return cookies_of(get(server, f"/desk/?token={TOKEN}")[0])


@pytest.fixture
def code(server: Server, teacher: str) -> str:
    return opened(server, teacher, "economy", 3)


def is_closed(socket: websocket.WebSocket) -> bool:
    """Read what is left on a line. Return whether the server has closed it."""
    try:
        while socket.recv():
            pass
    except (websocket.WebSocketConnectionClosedException, ConnectionError):
        pass
    except websocket.WebSocketTimeoutException:
        return False
    return True


@pytest.mark.parametrize("side", ["class", "desk"])
def test_a_heartbeat_is_answered(server: Server, teacher: str, code: str, side: str) -> None:
    cookie = teacher if side == "desk" else phone_cookie(server, code)
    page = line(server, f"/{side}/{code}/line", Cookie=cookie)
    page.send(HEARTBEAT)
    assert told(page, "pong") == {"kind": "pong"}
    page.close()


@pytest.mark.parametrize("side", ["class", "desk"])
def test_a_page_that_answers_no_ping_is_cut_off(
    server: Server, teacher: str, code: str, side: str
) -> None:
    """A client that reads nothing answers nothing, as a phone that sleeps."""
    cookie = teacher if side == "desk" else phone_cookie(server, code)
    asleep = line(server, f"/{side}/{code}/line", Cookie=cookie)
    asleep.pong = lambda *_: None
    assert is_closed(asleep)
    assert PING_INTERVAL + PONG_TIMEOUT <= 30, "seconds until a class sees that somebody is gone"


def test_a_new_line_of_a_page_replaces_the_old_one(server: Server, code: str) -> None:
    """However often it comes back, it is never one line too many."""
    cookie = phone_cookie(server, code)
    path = f"/class/{code}/line?page=one"
    before = line(server, path, Cookie=cookie)
    for _ in range(MAX_PHONE_CONNECTIONS + 2):
        after = line(server, path, Cookie=cookie)
        assert is_closed(before)
        before = after
    before.send('{"room": "look", "id": 1}')
    assert told(before)["code"] == code
    before.close()


def test_a_page_replaces_no_line_of_another(server: Server, code: str) -> None:
    one = line(server, f"/class/{code}/line?page=one", Cookie=phone_cookie(server, code))
    other = line(server, f"/class/{code}/line?page=one", Cookie=phone_cookie(server, code))
    one.send('{"room": "look", "id": 1}')
    assert told(one)["code"] == code
    for socket in (one, other):
        socket.close()


def test_the_server_that_was_killed_remembers_what_was_asked(tmp_path: Path) -> None:
    """What a page asks again over its next line is done once, on the desk as well."""
    (tmp_path / "dashboards").mkdir()
    words = (tmp_path / "data", str(tmp_path / "dashboards"))
    invented: dict[str, Any] = {"room": "invent", "number": 2, "id": REMEMBERED}
    with serving(*words, CLASSKIT_TOKEN=TOKEN) as server:
        teacher = cookies_of(get(server, f"/desk/?token={TOKEN}")[0])
        code = opened(server, teacher, "economy", 3)
        desk = line(server, f"/desk/{code}/line?page=one", Cookie=teacher)
        desk.send(json.dumps(invented))
        assert len(told(desk)["people"]) == 2  # type: ignore[arg-type]
        again = line(server, f"/desk/{code}/line?page=one", Cookie=teacher)
        again.send(json.dumps(invented))
        assert len(told(again)["people"]) == 2  # type: ignore[arg-type]
        port = server.port
        server.process.kill()
    with serving(*words, port=port, CLASSKIT_TOKEN=TOKEN) as server:
        teacher = cookies_of(get(server, f"/desk/?token={TOKEN}")[0])
        desk = line(server, f"/desk/{code}/line?page=one", Cookie=teacher)
        desk.send(json.dumps(invented))
        assert len(told(desk)["people"]) == 2  # type: ignore[arg-type]
