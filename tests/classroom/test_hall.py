"""The hall's view in a room: the teacher opens it, on the desk's own connection."""

from __future__ import annotations

import json
from typing import Any

from tests.classroom.rooms import Page
from tests.classroom.test_room import seated


def keep_hall(page: Page) -> list[dict[str, Any]]:
    """Keep the messages for the hall's view that a page is sent from now on, apart from its own."""
    kept: list[dict[str, Any]] = []

    def hear(text: str) -> None:
        message = json.loads(text)
        if message.get("view") == "hall":
            kept.append(message)
        else:
            page.hear(text)

    page.line.send = hear
    if page.line.table is not None:
        page.line.table.send = lambda content, buffers=None: hear(json.dumps(content))
    return kept


def test_the_desk_opens_the_hall_with_eyes_of_its_own() -> None:
    live, _, _ = seated(people=2, seats=4, game="poleconomy")
    desk = Page(live, teacher=True)
    kept = keep_hall(desk)
    desk.ask(room="show", place=1, seen_as="B")
    desk.ask(do="snapshot")
    desk.line.receive('{"do": "snapshot", "id": 5000001, "view": "hall"}')
    assert desk.now["seen_as"] == "B"
    assert kept[-1]["now"]["seen_as"] == "everybody"
    desk.ask(do="blank", on=True)
    assert kept[-1]["change"]["in"]["hall"]["in"]["blank"] == {"is": True}


def test_the_hall_of_a_table_that_is_left_is_closed() -> None:
    live, _, _ = seated(people=2, seats=4, game="poleconomy")
    desk = Page(live, teacher=True)
    kept = keep_hall(desk)
    desk.ask(room="show", place=1)
    desk.line.receive('{"do": "snapshot", "id": 5000001, "view": "hall"}')
    hub = live.get_table(1)
    assert len([one for one in hub.channels if one.sent_state is not None]) >= 1 and kept
    desk.ask(room="show", place=0)
    assert not [one for one in hub.channels if one.page_view.theme == "projector"]


def test_a_phone_opens_no_hall() -> None:
    """It gets an answer of its own table, with its own eyes."""
    _, _, phones = seated(people=2, seats=4, game="poleconomy")
    phone = phones[0]
    kept = keep_hall(phone)
    phone.line.receive('{"do": "snapshot", "id": 5000001, "view": "hall"}')
    assert kept == [] and phone.now["seen_as"] != "everybody"
