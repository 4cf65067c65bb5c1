"""Which cookies a visitor is given, and for how long, by all headers of a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from classkit.classroom import room_commands
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_store import RoomStore

from .serving import Server, serving
from .visitor import cookies_of, get, visit

CODE = "ABC234"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data: Path = tmp_path_factory.mktemp("data")
    (data / "rooms").mkdir()
    rooms = RoomStore(f"sqlite:///{data}/rooms/rooms.sqlite")
    rooms.append_rows(CODE, ROOM_STREAM, 0, room_commands.open_room("economy", 3, seed=7))
    with serving(data, "--keep-room-days", "90", CLASSKIT_ROOMS=rooms_address(data)) as running:
        yield running


def rooms_address(data: Path) -> str:
    return f"sqlite:///{data}/rooms/rooms.sqlite"


def cookies(answer: HTTPResponse) -> dict[str, str]:
    """The cookies that an answer sets, with all that is said of each."""
    found = answer.headers.get_all("Set-Cookie") or []
    return {one.partition("=")[0]: one.partition("=")[2] for one in found}


def test_a_visitor_of_a_dashboard_gets_session_cookies_alone(server: Server) -> None:
    """No identity of Jupyter's, and nothing that outlives the browser."""
    given: dict[str, str] = {}
    first, _ = get(server, "/voila/tree/")
    given |= cookies(first)
    sent, _ = get(server, "/voila/render/economy.ipynb", Cookie=cookies_of(first))
    given |= cookies(sent)
    page, _ = visit(server, "/voila/render/economy.ipynb", Cookie=cookies_of(first))
    given |= cookies(page)
    assert page.status == 200
    assert given.keys() <= {"classkit_visitor", "_xsrf"}, given
    assert "classkit_visitor" in given
    assert not [one for one in given.values() if re.search("expires|max-age", one, re.I)], given


def test_a_phone_gets_the_cookie_of_its_room_for_as_long_as_the_room_is_kept(
    server: Server,
) -> None:
    door, text = get(server, f"/class/{CODE}")
    given = cookies(door)
    assert given.keys() == {f"classkit_room_{CODE}"}, given
    (cookie,) = given.values()
    assert f"Max-Age={90 * 86_400}" in cookie and f"Path=/class/{CODE}" in cookie
    assert '"days": 90.0' in text, "the door says for how long"
    code, _ = get(server, "/class/")
    assert not cookies(code)
