"""The hall's view: eyes and a theme of its own, and the covers of the table that it follows."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.widgets import table
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_constants, build_state
from tests.toy import GAME as TOY

Message = dict[str, Any]


def open_page(game: Any = "economy", **start: Any) -> tuple[Channel, list[Message]]:
    """Return the channel of a page that sees all secrets, and the messages that it is sent."""
    desk = MatchController(classkit.new(game, seats=3, seed=5, **start))
    sent: list[Message] = []
    channel = Channel(
        Hub(desk), lambda content, buffers=None: sent.append(content), PageView(desk, "instructor")
    )
    return channel, sent


def newest(sent: list[Message], view: str | None) -> Message:
    """Return the last message of the page (None), or of its hall's view ("hall")."""
    return [one for one in sent if one.get("view") == view][-1]


def shown_standings(sent: list[Message]) -> list[Message]:
    """Return the standings that the hall shows."""
    standings: list[Message] = newest(sent, "hall")["now"]["standings"]
    return standings


def test_the_hall_has_eyes_and_a_theme_of_its_own() -> None:
    channel, sent = open_page()
    channel.receive_message({"do": "snapshot", "id": 1})
    channel.receive_message({"do": "snapshot", "id": 2, "view": "hall"})
    own, hall = newest(sent, None)["now"], newest(sent, "hall")["now"]
    assert (own["seen_as"], own["theme"]) == ("instructor", "light")
    assert (hall["seen_as"], hall["theme"]) == ("everybody", "projector")
    channel.receive_message({"do": "theme", "theme": "dark", "id": 3, "view": "hall"})
    assert channel.page_view.theme == "light"


@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economicon", "economy", TOY])
def test_the_hall_is_told_what_everybody_may_see_and_nothing_else(game: Any) -> None:
    """The teacher's eyes, on the same line, see all secrets."""
    channel, sent = open_page(game)
    desk = channel.hub.controller
    channel.receive_message({"do": "snapshot", "id": 1})
    differ = 0
    for turn in range(12):
        if desk.match.is_over:
            break
        desk.step("turn")
        channel.receive_message({"do": "snapshot", "id": turn + 2, "view": "hall"})
        everybody = PageView(desk, "everybody")
        everybody.set_theme("projector")
        told = newest(sent, "hall")
        assert told["now"] == build_state(everybody)
        assert told["fixed"] == build_constants(everybody)
        differ += build_state(channel.page_view)["board"] != told["now"]["board"]
    assert differ or game is not TOY, "the teacher has seen no secret either"


def test_a_step_on_either_is_shown_on_both() -> None:
    channel, sent = open_page("poleconomy")
    channel.receive_message({"do": "snapshot", "id": 1})
    channel.receive_message({"do": "snapshot", "id": 2, "view": "hall"})
    channel.receive_message({"do": "step", "id": 3})
    steps = [newest(sent, view)["change"]["in"]["step"] for view in (None, "hall")]
    assert steps[0] == steps[1]
    channel.receive_message({"do": "back", "id": 4, "view": "hall"})
    assert newest(sent, None)["change"]["in"]["step"] == {"is": 0}


def test_what_the_table_covers_is_covered_in_the_hall() -> None:
    channel, sent = open_page("poleconomy", options={"game": 2})
    desk = channel.hub.controller
    for _ in range(4):
        desk.step("round")
    channel.receive_message({"do": "snapshot", "id": 1})
    channel.receive_message({"do": "snapshot", "id": 2, "view": "hall"})
    channel.receive_message({"do": "charts", "charts": ["net_worth"], "id": 3, "view": "hall"})
    channel.receive_message({"do": "cover", "chart": "net_worth", "on": True, "id": 4})
    channel.receive_message({"do": "snapshot", "id": 5, "view": "hall"})
    everybody = PageView(desk, "everybody")
    everybody.set_theme("projector")
    everybody.cover("net_worth")
    assert newest(sent, "hall")["now"] == build_state(everybody, ["net_worth"])
    assert [one["text"] for one in shown_standings(sent)] == ["covered"] * 3
    lifted = {"do": "cover", "chart": "net_worth", "on": False, "id": 6, "view": "hall"}
    channel.receive_message(lifted)
    assert channel.page_view.covered == []


def test_the_hall_can_be_blank() -> None:
    channel, sent = open_page("poleconomy")
    channel.receive_message({"do": "snapshot", "id": 1, "view": "hall"})
    assert newest(sent, "hall")["now"]["hall"]["blank"] is False
    channel.receive_message({"do": "blank", "on": True, "id": 2})
    assert newest(sent, "hall")["change"]["in"]["hall"]["in"]["blank"] == {"is": True}


def test_one_chart_can_be_covered_in_the_hall_alone() -> None:
    """From the teacher's phone; the table shows it."""
    channel, sent = open_page("poleconomy")
    channel.receive_message({"do": "snapshot", "id": 1})
    channel.receive_message({"do": "snapshot", "id": 2, "view": "hall"})
    channel.receive_message({"do": "blank", "on": True, "chart": "inflation", "id": 3})
    channel.receive_message({"do": "snapshot", "id": 4})
    channel.receive_message({"do": "snapshot", "id": 5, "view": "hall"})
    assert newest(sent, None)["now"]["covered"] == []
    assert newest(sent, "hall")["now"]["covered"] == ["inflation"]
    channel.receive_message({"do": "blank", "on": False, "chart": "inflation", "id": 6})
    channel.receive_message({"do": "snapshot", "id": 7, "view": "hall"})
    assert newest(sent, "hall")["now"]["covered"] == []


def test_a_page_that_is_gone_takes_its_hall_along() -> None:
    channel, _ = open_page("poleconomy")
    channel.receive_message({"do": "snapshot", "id": 1, "view": "hall"})
    assert len(channel.hub.channels) == 2
    channel.close()
    assert channel.hub.channels == []


def test_a_cell_shows_the_hall_of_a_table() -> None:
    live = table("poleconomy", seats=3, seed=5, seen_as="instructor")
    hall = live.hall()
    assert (hall.part, hall.seen_as, hall.theme) == ("hall", "everybody", "projector")
    live.step(until="turn").cover("inflation").blank()
    assert hall.turn == live.turn and hall.page_view.covered == ["inflation"]
    assert live.controller.is_hall_blank
    assert live.hall(seen_as="B", theme="dark").page_view.theme == "dark"
