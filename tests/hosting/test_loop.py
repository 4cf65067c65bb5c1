"""Nothing of rooms holds up the loop of a server, whatever a page asks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import websocket

from classkit.classroom.room_connections import TEACHER_ACTIONS
from classkit.hosting import desk_handlers, room_handlers
from classkit.hosting.voila_app import ALLOWED_HANDLERS
from tests.hosting.loop_watch import SITE
from tests.hosting.serving import Server, serving
from tests.hosting.test_room_handlers import line, opened, phone_cookie
from tests.hosting.visitor import cookies_of, get

PEOPLE = 24
DESK_ASKS = (
    {"room": "invent", "number": 12},
    {"room": "seat_all"},
    {"room": "pace", "seconds": 0},
    {"room": "show", "place": 1},
    {"do": "snapshot"},
    {"do": "step"},
    {"do": "back"},
    {"do": "step", "until": "round"},
    {"do": "ledger"},
    {"do": "rules"},
    {"do": "figures"},
    {"room": "charts"},
    {"room": "asking", "on": True},
    {"room": "ask", "place": 1, "figure": "points"},
    {"room": "poll", "words": "Why?", "choices": ["This", "That"]},
    {"room": "tell", "question": 1},
    {"room": "bots", "place": 1},
    {"room": "pause", "on": True},
    {"room": "pause", "on": False},
    {"room": "hide_names", "on": True},
    {"room": "usual", "on": False},
    {"room": "absent", "seconds": 30},
    {"room": "ends", "round": 3},
    {"room": "back", "until": "round"},
    {"room": "seat", "place": 1, "seat": "A", "person": ""},
    {"room": "move", "person": "nobody", "place": 1},
    {"room": "seat_list", "list": "name,table\nAda,1\n"},
    {"room": "reveal_groups", "on": True},
    {"room": "remove", "person": "nobody"},
    {"room": "remove_waiting"},
    {"room": "turn_away"},
    {"room": "let_in", "device": "x", "person": ""},
    {"room": "look"},
    {"room": "close"},
)
"""What a desk asks, each kind once."""
PHONE_ASKS = (
    {"do": "snapshot"},
    {"room": "look"},
    {"room": "reply", "question": 1, "answer": "5"},
    {"room": "claim", "name": "Ada"},
    {"room": "second", "choice": "x"},
    {"room": "take", "choice": "x"},
    {"room": "captain", "to": "x"},
    {"room": "hand", "on": True},
    {"room": "guess", "answer": 1},
    {"do": "default"},
    {"do": "why"},
    {"do": "preview"},
)


def ask(socket: websocket.WebSocket, number: int, content: dict[str, object]) -> None:
    """Ask for something, and wait for its answer."""
    socket.send(json.dumps({"id": number, **content}))
    while json.loads(socket.recv()).get("reply") != number:
        pass


def use_every_page(server: Server) -> None:
    """Open every page, and ask for everything that there is."""
    teacher = cookies_of(get(server, "/desk/")[0])
    code = opened(server, teacher, "poleconomy", 4)
    cookies = [phone_cookie(server, code) for _ in range(PEOPLE)]
    phones = [line(server, f"/class/{code}/line", Cookie=cookie) for cookie in cookies]
    for number, phone in enumerate(phones):
        ask(phone, 1, {"room": "join", "name": f"Student {number}"})
    desk = line(server, f"/desk/{code}/line", Cookie=teacher)
    for number, asked in enumerate(DESK_ASKS, 2_000_000_001):
        ask(desk, number, asked)
        if asked["room" if "room" in asked else "do"] in ("figures", "tell"):
            for at, wanted in enumerate(PHONE_ASKS, number + 3_000_000):
                ask(phones[0], at, wanted)
    for path in (
        "/", "/voila/tree", "/desk/", f"/desk/{code}", f"/class/{code}", f"/class/?code={code}",
        f"/class/{code}/story", f"/class/{code}/homework", "/class/ZZZZ22", "/login", "/nothing",
    ):  # fmt: skip
        get(server, path, Cookie=teacher if path.startswith("/desk") else cookies[0])
    for socket in (desk, *phones):
        socket.close()


def test_no_handler_of_rooms_holds_the_loop(tmp_path: Path) -> None:
    """Every page and every kind of message: no callback takes 50 ms, and none waits for a disk."""
    (tmp_path / "sitecustomize.py").write_text(SITE)
    (tmp_path / "dashboards").mkdir()
    found = tmp_path / "found"
    path = os.pathsep.join([str(tmp_path), os.getcwd(), os.environ.get("PYTHONPATH", "")])
    with serving(
        tmp_path / "data",
        str(tmp_path / "dashboards"),
        PYTHONPATH=path,
        CLASSKIT_WATCH=str(found),
    ) as server:
        use_every_page(server)
    assert not found.exists(), found.read_text(encoding="utf-8")


def test_every_kind_of_message_and_every_address_is_asked_above() -> None:
    """Whoever adds one adds it to the test."""
    asked = {one["room"] for one in DESK_ASKS if "room" in one}
    assert asked >= {*TEACHER_ACTIONS}
    assert (
        len(room_handlers.build_handlers("/")) == 5
        and len(desk_handlers.build_handlers("/")) == 6
        and len(ALLOWED_HANDLERS) == 9
    )
