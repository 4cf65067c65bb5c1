"""Rooms on a server: a telephone's cookie opens its room and nothing else."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest
import websocket

from classkit.classroom.codes import new_room_code
from classkit.hosting import desk_handlers, room_handlers
from classkit.hosting.desk_handlers import build_qr_code
from classkit.hosting.room_admission import MAX_PHONE_CONNECTIONS
from tests.hosting.serving import Server, serving
from tests.hosting.visitor import cookies_of, get

TOKEN = "a-token-for-the-tests"
WAITING = 60
"""Seconds within which a message comes."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a token, without any dashboard."""
    place = tmp_path_factory.mktemp("rooms")
    (place / "dashboards").mkdir()
    (place / "dashboards" / "page.ipynb").write_text(
        '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    )
    with serving(place / "data", str(place / "dashboards"), CLASSKIT_TOKEN=TOKEN) as found:
        yield found


@pytest.fixture(scope="module")
def teacher(server: Server) -> str:
    """The cookies of whoever knows the token."""
    answer, _ = get(server, f"/desk/?token={TOKEN}")
    assert answer.status == 200
    return cookies_of(answer)


@pytest.fixture(scope="module")
def code(server: Server, teacher: str) -> str:
    """The code of a room that the teacher has opened."""
    return opened(server, teacher, "economy", 3)


def opened(server: Server, teacher: str, game: str, seats: object, **more: object) -> str:
    """Open a room by the form."""
    xsrf = re.search(r"_xsrf=([^;]+)", teacher)
    assert xsrf
    answer, text = get(
        server,
        "/desk/",
        "POST",
        urlencode({"asked": json.dumps({"game": game, "seats": seats, **more}), "_xsrf": xsrf[1]}),
        Cookie=teacher,
        Content_Type="application/x-www-form-urlencoded",
    )
    assert answer.status == 302, text
    return (answer.getheader("Location") or "").rpartition("/")[2]


def phone_cookie(server: Server, code: str, own: str = "", cookie: str = "") -> str:
    """The cookie of a telephone that has opened the page of a room, and has others already."""
    answer, text = get(server, f"/class/{code}{own}", Cookie=cookie)
    assert answer.status == 200 and 'id="classkit-phone"' in text
    assert "HttpOnly" in (answer.getheader("Set-Cookie") or "")
    assert f"Path=/class/{code}{own}" in (answer.getheader("Set-Cookie") or "")
    return cookies_of(answer)


def line(server: Server, path: str, **headers: str) -> websocket.WebSocket:
    """A websocket to a line of a room."""
    return websocket.create_connection(
        f"ws://127.0.0.1:{server.port}{path}", timeout=60, header=headers
    )


def told(socket: websocket.WebSocket, kind: str = "room") -> dict[str, object]:
    """The next message of a kind; heartbeats alone do not keep anybody waiting for ever."""
    end = time.monotonic() + WAITING
    while time.monotonic() < end:
        message: dict[str, object] = json.loads(socket.recv())
        if message["kind"] == kind:
            return message
    raise TimeoutError(f"no message of the kind {kind!r} came within {WAITING} seconds")


def test_a_class_joins_by_its_lines_and_is_seated(server: Server, teacher: str, code: str) -> None:
    desk = line(server, f"/desk/{code}/line", Cookie=teacher)
    desk.send('{"room": "look", "id": 1}')
    assert told(desk)["people"] == []
    cookie = phone_cookie(server, code)
    phone = line(server, f"/class/{code}/line", Cookie=cookie)
    phone.send('{"room": "join", "name": "<b>Ada", "id": 1}')
    joined = told(phone)
    assert (joined["joined"], joined["name"]) == (True, "<b>Ada")
    desk.send('{"room": "seat_all", "id": 2}')
    while not (room := told(phone))["seat"]:
        pass
    assert room["place"] == 1
    phone.send('{"do": "snapshot", "id": 2000000001}')
    now = told(phone, "snapshot")["now"]
    assert isinstance(now, dict) and now["seen_as"] == room["seat"]
    again = line(server, f"/class/{code}/line", Cookie=cookie)
    again.send('{"room": "look", "id": 1}')
    assert told(again)["seat"] == room["seat"], "the same telephone has its seat again"
    for socket in (desk, phone, again):
        socket.close()


def test_every_route_is_closed_to_a_telephones_cookie(server: Server, code: str) -> None:
    """With it one gets no kernel, no contents, no terminal, and no other room."""
    cookie = phone_cookie(server, code)
    for path in (
        "/", "/voila/tree", "/voila/render/page.ipynb", "/desk/", f"/desk/{code}", "/api/kernels",
        "/api/contents", "/api/terminals", "/api/sessions", "/tree", "/lab", "/files/page.ipynb",
        "/voila/files/page.ipynb", "/api/status", "/metrics",
    ):  # fmt: skip
        answer, text = get(server, path, Cookie=cookie)
        assert answer.status in (302, 303, 403, 404), (path, answer.status)
        assert "Ada" not in text
    for path in (
        f"/desk/{code}/line",
        f"/class/{new_room_code()}/line",
        f"/class/{code}/3/line",
    ):
        with pytest.raises(websocket.WebSocketBadStatusException):
            line(server, path, Cookie=cookie)


def test_a_line_needs_the_cookie_and_the_right_origin(server: Server, code: str) -> None:
    for headers in (
        {},
        {"Cookie": f"classkit_room_{code}=abc"},
        {"Cookie": phone_cookie(server, code), "Origin": "https://elsewhere.example"},
    ):
        with pytest.raises(websocket.WebSocketBadStatusException):
            websocket.create_connection(
                f"ws://127.0.0.1:{server.port}/class/{code}/line",
                timeout=60,
                header={name: value for name, value in headers.items() if name != "Origin"},
                origin=headers.get("Origin"),
            )


def test_lines_that_are_refused_take_no_place(server: Server, code: str) -> None:
    cookie = phone_cookie(server, code)
    address = f"ws://127.0.0.1:{server.port}/class/{code}/line"
    for _ in range(MAX_PHONE_CONNECTIONS + 1):
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            websocket.create_connection(
                address, header={"Cookie": cookie}, origin="https://elsewhere.example"
            )
    line(server, f"/class/{code}/line", Cookie=cookie).close()


def test_the_desk_needs_the_token(server: Server, code: str) -> None:
    for path in ("/desk/", f"/desk/{code}"):
        assert get(server, path)[0].status == 302
    with pytest.raises(websocket.WebSocketBadStatusException):
        line(server, f"/desk/{code}/line")


def test_a_code_that_is_none_is_asked_for_again(server: Server, code: str) -> None:
    answer, text = get(server, "/class/?code=%3Cb%3E")
    assert answer.status == 404 and "&lt;B&gt;" in text and "<B>" not in text
    answer, _ = get(server, f"/class/?code={code.lower()}")
    assert (answer.status, answer.getheader("Location")) == (302, f"/class/{code}")
    assert get(server, f"/class/{new_room_code()}")[0].status == 404
    assert get(server, "/class/..%2f..%2fetc")[0].status in (302, 404)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "economy", "seats": 99}, "seats must be a whole number"),
        ({"game": "nogame", "seats": 4}, "nogame"),
        ({"game": "economy", "seats": "x"}, "Reload the page"),
        ({"game": "economy", "seats": 3, "tables": 1.5}, "number of tables"),
        ({"game": "economy", "seats": 3, "options": {"seed": 7}}, "no option 'seed'"),
        ({"game": "economy", "seats": 3, "options": {"position": "/etc/passwd"}}, "position"),
        ({"game": "economy", "seats": 3, "options": {"edition": "/etc/passwd"}}, "Reload the page"),
        ({"game": "economy", "seats": 3, "compare": {"placement": ["players"]}}, "two different"),
    ],
)
def test_a_room_that_cannot_be_opened_is_told(
    server: Server, teacher: str, asked: dict[str, Any], said: str
) -> None:
    with pytest.raises(AssertionError, match=said):
        opened(server, teacher, **asked)


def test_an_address_in_small_letters_leads_to_that_of_the_cookie(server: Server, code: str) -> None:
    answer, _ = get(server, f"/class/{code.lower()}")
    assert (answer.status, answer.getheader("Location")) == (302, f"/class/{code}")


def test_windows_of_one_browser_are_telephones_of_their_own(server: Server, code: str) -> None:
    """A browser sends the cookie of the room to the windows with numbers as well."""
    mine = phone_cookie(server, code)
    second = f"{mine}; {phone_cookie(server, code, '/2', mine)}"
    names = {}
    for path, cookie, name in (("", mine, "Ada"), ("/2", second, "Bo"), ("/2", second, "")):
        socket = line(server, f"/class/{code}{path}/line", Cookie=cookie)
        socket.send(json.dumps({"room": "join", "name": name, "id": 1}))
        names[path] = told(socket)["name"]
        socket.close()
    assert names == {"": "Ada", "/2": "Bo"}
    with pytest.raises(websocket.WebSocketBadStatusException):
        line(server, f"/class/{code}/2/line", Cookie=mine)
    for number in ("0", "100", "x"):
        assert get(server, f"/class/{code}/{number}")[0].status in (302, 404)


def test_one_telephone_has_a_few_lines_and_no_more(server: Server, code: str) -> None:
    cookie = phone_cookie(server, code)
    lines = [
        line(server, f"/class/{code}/line", Cookie=cookie) for _ in range(MAX_PHONE_CONNECTIONS)
    ]
    with pytest.raises(websocket.WebSocketBadStatusException, match="429"):
        line(server, f"/class/{code}/line", Cookie=cookie)
    for socket in lines:
        socket.close()


def test_too_long_a_frame_closes_the_line(server: Server, code: str) -> None:
    socket = line(server, f"/class/{code}/line", Cookie=phone_cookie(server, code))
    with suppress(websocket.WebSocketException, ConnectionError):
        socket.send("[" * 200_000)
        while socket.recv():  # empty where the other side has closed the line in good order
            pass
    with pytest.raises((websocket.WebSocketException, ConnectionError)):
        socket.send('{"room": "look"}')
        socket.recv()


def test_rooms_outlive_the_server(tmp_path: Path) -> None:
    """What was acknowledged is there after a kill."""
    (tmp_path / "dashboards").mkdir()
    with serving(tmp_path / "data", str(tmp_path / "dashboards")) as server:
        answer, _ = get(server, "/desk/")
        code = opened(server, cookies_of(answer), "economy", 3)
        cookie = phone_cookie(server, code)
        socket = line(server, f"/class/{code}/line", Cookie=cookie)
        socket.send('{"room": "join", "name": "Ada", "id": 1}')
        assert told(socket)["joined"] is True
        server.process.kill()
        server.process.communicate()
    with serving(tmp_path / "data", str(tmp_path / "dashboards")) as server:
        socket = line(server, f"/class/{code}/line", Cookie=cookie)
        socket.send('{"room": "look", "id": 1}')
        assert told(socket)["name"] == "Ada", "the same telephone is the same person"
    with serving(tmp_path / "data", str(tmp_path / "dashboards")) as server:
        desk = line(server, f"/desk/{code}/line", Cookie=cookies_of(get(server, "/desk/")[0]))
        desk.send('{"room": "look", "id": 1}')
        people = told(desk)["people"]
        assert isinstance(people, list) and [one["name"] for one in people] == ["Ada"]


def test_a_story_and_homework_are_told_to_whose_they_are(server: Server, teacher: str) -> None:
    """After the lesson, by the cookie of a telephone, and with nothing that is for the teacher."""
    code = opened(server, teacher, "economy", 3)
    cookie = phone_cookie(server, code)
    assert get(server, f"/class/{code}/story", Cookie=cookie)[0].status == 403, "nobody has joined"
    phone = line(server, f"/class/{code}/line", Cookie=cookie)
    phone.send('{"room": "join", "name": "Ada", "id": 1}')
    told(phone)
    desk = line(server, f"/desk/{code}/line", Cookie=teacher)
    desk.send('{"room": "seat_all", "id": 1}')
    while not told(phone)["seat"]:
        pass
    for what in ("story", "homework"):
        answer, text = get(server, f"/class/{code}/{what}", Cookie=cookie)
        assert answer.status == 409 and "lesson" in text, (what, text)
        assert get(server, f"/class/{code}/{what}")[0].status == 403
        assert get(server, f"/class/{new_room_code()}/{what}", Cookie=cookie)[0].status == 404
    desk.send('{"room": "close", "id": 2}')
    while not told(phone)["closed"]:
        pass
    answer, text = get(server, f"/class/{code}/story", Cookie=cookie)
    story = json.loads(text)
    assert answer.status == 200 and story["homework"] and "of 3 at your table" in story["head"]
    answer, text = get(server, f"/class/{code}/homework", Cookie=cookie)
    assert answer.status == 409 and "too short for a homework" in text
    for socket in (desk, phone):
        socket.close()


def ask_for_export(server: Server, code: str, cookie: str, names: str = "") -> tuple[int, str]:
    """Request an export as the desk does."""
    xsrf = re.search(r"_xsrf=([^;]+)", cookie)
    answer, text = get(
        server,
        f"/desk/{code}/export",
        "POST",
        urlencode({"names": names, "_xsrf": xsrf[1] if xsrf else ""}),
        Cookie=cookie,
        Content_Type="application/x-www-form-urlencoded",
    )
    return answer.status, text


def test_the_results_are_a_zip_file_for_the_teacher(server: Server, teacher: str) -> None:
    code = opened(server, teacher, "economy", 3)
    phone = line(server, f"/class/{code}/line", Cookie=phone_cookie(server, code))
    phone.send('{"room": "join", "name": "Adalovelace", "id": 1}')
    told(phone)
    desk = line(server, f"/desk/{code}/line", Cookie=teacher)
    desk.send('{"room": "seat_all", "id": 1}')
    while not told(phone)["seat"]:
        pass
    for names, has_names in (("", False), ("1", True)):
        assert ask_for_export(server, code, teacher, names)[0] == 202
        end = time.monotonic() + 10 * WAITING
        asked = f"/desk/{code}/export?names={names}"
        while not json.loads(get(server, asked, Cookie=teacher)[1])["ready"]:
            assert time.monotonic() < end
            time.sleep(0.2)
        with urlopen(
            Request(
                f"http://127.0.0.1:{server.port}/desk/{code}/export/file?names={names}",
                headers={"Cookie": teacher},
            )
        ) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            assert f"class-{code}" in answer.headers["Content-Disposition"]
            packed = ZipFile(BytesIO(answer.read()))
        files = {name.partition("/")[2] for name in packed.namelist()}
        assert {"participants.csv", "design.html", "tables/table-01.classkit.json"} <= files
        said = b"".join(packed.read(name) for name in packed.namelist())
        assert (b"Adalovelace" in said) is has_names
    assert get(server, f"/desk/{code}/export/notebook", Cookie=teacher)[0].status == 404
    for socket in (desk, phone):
        socket.close()


def test_the_notebook_of_a_comparison_is_there_for_a_room_with_groups(
    server: Server, teacher: str
) -> None:
    compare = {"placement": ["players", "random"]}
    code = opened(server, teacher, "economy", 3, compare=compare)
    answer, text = get(server, f"/desk/{code}/export/notebook", Cookie=teacher)
    assert answer.status == 200 and json.loads(text)["nbformat"] == 4
    assert "comparison.ipynb" in (answer.getheader("Content-Disposition") or "")


def test_results_are_for_the_teacher_alone(server: Server, teacher: str, code: str) -> None:
    cookie = phone_cookie(server, code)
    for path in ("", "/file", "/notebook"):
        for known in ("", cookie):
            assert get(server, f"/desk/{code}/export{path}", Cookie=known)[0].status == 302
        none = new_room_code()
        assert get(server, f"/desk/{none}/export{path}", Cookie=teacher)[0].status == 404
    assert ask_for_export(server, code, cookie)[0] == 403
    without = re.sub(r"_xsrf=[^;]+;? ?", "", teacher)
    assert ask_for_export(server, code, without)[0] == 403, "a page of another site may ask so"
    for path in ("", "/file"):
        answer, text = get(server, f"/desk/{code}/export{path}", Cookie=teacher)
        assert answer.status == 409 and "Request it again" in text


def test_no_address_of_rooms_is_left_untried() -> None:
    """Whoever adds one adds it to the tests above."""
    assert (
        len(room_handlers.build_handlers("/")) == 5 and len(desk_handlers.build_handlers("/")) == 6
    )
    assert build_qr_code("http://10.0.0.7:8866/class/K7MQ2X").startswith("data:image/svg+xml")
