"""The projector does not unblind: groups are letters and names are hidden until a click."""

from __future__ import annotations

import json

from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.simulated_participants import play_simulated

from .rooms import CODE, Page, opened

COMPARED = {"auction_format": ["english", "second_price"]}
WORDS = ("English", "Sealed", "Auction")


def experiment(people: int = 6) -> tuple[RoomRuntime, Page]:
    """Two tables of two groups with invented participants, somewhat into their matches."""
    live = RoomRuntime(opened(None, "opoly", 3, compare=COMPARED, absent=0), CODE)
    teacher = Page(live, teacher=True)
    Page(live, "ada").join("Ada Lovelace")
    teacher.ask(room="invent", number=people - 1)
    teacher.ask(room="pace", seconds=0)
    teacher.ask(room="seat_all")
    for _ in range(3):
        play_simulated(live)
    return live, teacher


def test_groups_are_letters_until_the_teacher_reveals_them() -> None:
    live, teacher = experiment()
    assert [table["group"] for table in teacher.room["tables"]] == ["A", "B"]
    assert teacher.room["compared"] == ""
    teacher.ask(room="charts")
    shown = json.dumps([one for one in teacher.told if one["kind"] in ("room", "class")])
    assert not [word for word in WORDS if word in shown]
    (chart,) = [one["chart"] for one in teacher.told if one["kind"] == "class"][-1:]
    assert [entry["name"][:2] for entry in chart["legend"]] == ["A ", "B "]
    teacher.ask(room="reveal_groups", on=True)
    live.broadcast_room()
    assert "English" in teacher.room["tables"][0]["group"] and teacher.room["compared"]
    chart = [one["chart"] for one in teacher.told if one["kind"] == "class"][-1]
    assert chart["legend"][0]["name"].startswith("English")
    assert RoomRuntime(live.store, CODE).room.groups_revealed
    teacher.ask(room="reveal_groups", on=False)
    assert teacher.room["tables"][0]["group"] == "A"


def test_a_room_of_one_group_has_nothing_to_reveal() -> None:
    live = RoomRuntime(opened(None, "opoly", 3), CODE)
    answer = Page(live, teacher=True).ask(room="reveal_groups", on=True)
    assert "same rules" in answer["reason"]


def test_names_are_hidden_at_first_in_an_experiment() -> None:
    _, teacher = experiment()
    assert teacher.room["names_hidden"] and "Lovelace" not in json.dumps(teacher.told)
    assert not RoomRuntime(opened(None, "opoly", 3), CODE).room.names_hidden
    teacher.ask(room="hide_names", on=False)
    assert "Ada Lovelace" in json.dumps(teacher.room)


def test_one_page_of_the_teacher_may_see_hidden_names() -> None:
    """The seat map on the teacher's own screen: the projected page does not show them."""
    live, wall = experiment()
    own = Page(live, teacher=True)
    own.ask(room="names", on=True)
    wall.ask(room="look")
    assert own.room["named"] and "Ada Lovelace" in json.dumps(own.room["people"])
    assert "Ada Lovelace" not in json.dumps(wall.told)
    own.ask(room="names", on=False)
    assert "Ada Lovelace" not in json.dumps(own.room["people"])
    assert own.ask(room="names", on="yes")["kind"] == "refused"


def test_somebody_is_let_in_while_names_are_hidden() -> None:
    """The desk offers whom the device may be, by the name that it typed and does not show."""
    live, teacher = experiment()
    Page(live, "other").ask(room="claim", name="ada lovelace")
    (claim,) = teacher.room["claims"]
    assert (claim["name"], claim["people"]) == ("", ["ada"])
