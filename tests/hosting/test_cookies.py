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
from classkit.hosting.known_visitors import get_person_id

from .serving import Server, serving
from .test_room_handlers import line, told
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
    again, _ = get(server, f"/class/{CODE}", Cookie=cookies_of(door))
    assert cookies(again) == given, "the days begin again with each visit"
    forged, _ = get(server, f"/class/{CODE}", Cookie=f"classkit_room_{CODE}=x")
    assert cookies_of(forged) != cookies_of(door)


def test_the_database_has_no_cookie_and_no_address_of_a_phone(server: Server) -> None:
    """It has the name that was typed, and a hash of the cookie."""
    cookie = cookies_of(get(server, f"/class/{CODE}")[0])
    phone = line(server, f"/class/{CODE}/line", Cookie=cookie)
    phone.send('{"room": "join", "name": "Trillian", "id": 1}')
    assert told(phone)["joined"]
    phone.close()
    person = get_person_id(cookie.partition("=")[2])
    stored = b"".join(path.read_bytes() for path in (server.data / "rooms").iterdir())
    assert b"Trillian" in stored and person.encode() in stored
    assert cookie.partition("=")[2].encode() not in stored
    assert b"127.0.0.1" not in stored


def test_a_login_cookie_is_for_those_who_give_the_token(tmp_path: Path) -> None:
    token = "t" * 40
    with serving(tmp_path, "--token", token) as server:
        stranger, _ = get(server, "/voila/tree/")
        assert cookies(stranger).keys() == {"classkit_visitor"}
        teacher, _ = get(server, f"/voila/tree/?token={token}", Cookie=cookies_of(stranger))
        given = cookies(teacher)
        (login,) = given.keys() - {"_xsrf", "classkit_visitor"}
        assert login.startswith("username-") and f"Max-Age={30 * 86_400}" in given[login]
        assert not re.search("expires|max-age", given["_xsrf"], re.I), "it ends with the browser"


def test_a_phone_in_a_frame_of_another_site_gets_a_cookie_that_browsers_accept_there(
    server: Server,
) -> None:
    """A page at its own address gets the usual one."""
    path = f"/class/{CODE}"
    frame = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"}
    for headers, framed in (
        (frame, True),
        ({**frame, "Sec-Fetch-Site": "same-origin"}, False),
        ({**frame, "Sec-Fetch-Dest": "document"}, False),
        ({}, False),
    ):
        (cookie,) = cookies(get(server, path, **headers)[0]).values()
        assert cookie.endswith("; SameSite=None; Secure; Partitioned") == framed, headers
        assert ("SameSite=Lax" in cookie) != framed


def test_a_room_suggests_a_name_from_a_cookie_and_nothing_else(server: Server) -> None:
    """Whoever changes the cookie changes the suggestion on their own page."""
    for cookie, shown in (
        ("Ada%20%3C%2Fscript%3E", '"name": "Ada \\u003c/script\\u003e"'),
        ("%0a%00", '"name": ""'),
        ("%C3%84" * 90, '"name": "' + "\\u00c4" * 40 + '"'),
    ):
        _, text = get(server, f"/class/{CODE}", Cookie=f"classkit_name={cookie}")
        assert shown in text
    assert '"name": ""' in get(server, f"/class/{CODE}")[1]
