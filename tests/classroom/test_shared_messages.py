"""Messages to the pages of a table: what several show is computed and encoded once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import classkit
from classkit.classroom import room_runtime, table_connections
from classkit.classroom.room_connections import PhoneConnection
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.table_connections import encode_change
from classkit.widgets.json_diff import diff_json
from classkit.widgets.match_controller import MatchController

from .rooms import CODE, Page, opened


def class_at_a_table(game: str) -> tuple[RoomRuntime, list[Page]]:
    """A room with one table, whose phones show it."""
    live = RoomRuntime(opened(None, game, absent=0), CODE)
    phones = [Page(live, f"p{number}") for number in range(3)]
    for number, phone in enumerate(phones):
        phone.join(f"Name {number}")
    Page(live, teacher=True).ask(room="seat_all")
    for phone in phones:
        phone.ask(do="snapshot")
    return live, phones


def without_number(text: str) -> str:
    """A message without its sequence number, which counts the messages of one page."""
    return re.sub(r'"seq":\d+', '"seq":0', text)


@pytest.mark.parametrize("game", ["economy", "poleconomy", "economicon"])
def test_two_pages_of_one_person_get_the_same_bytes(game: str) -> None:
    live, phones = class_at_a_table(game)
    told: tuple[list[str], list[str]] = ([], [])
    lines = [PhoneConnection(live, "p0", heard.append) for heard in told]
    for line in lines:
        line.receive('{"do": "snapshot"}')
    for heard in told:
        heard.clear()
    for _ in range(12):
        asked = next((phone for phone in phones if phone.is_asked()), None)
        assert asked is not None
        asked.ask(do="default", seat=asked.room["seat"])
    one, other = ([without_number(text) for text in heard] for heard in told)
    assert one == other
    assert one


def test_what_everybody_sees_is_built_once_for_all_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    _, phones = class_at_a_table("opoly")
    built: list[Any] = []
    build = room_runtime.build_state

    def count(*arguments: Any) -> Any:
        built.append(arguments)
        return build(*arguments)

    monkeypatch.setattr(room_runtime, "build_state", count)
    compared: list[Any] = []
    compare = table_connections.diff_json  # type: ignore[attr-defined]  # what it imports
    monkeypatch.setattr(
        table_connections,
        "diff_json",
        lambda before, now: compared.append(now) or compare(before, now),
    )
    asked = next(phone for phone in phones if phone.is_asked())
    asked.ask(do="default", seat=asked.room["seat"])
    assert len(built) == 1
    boards = [one for one in compared if isinstance(one, dict) and "pieces" in one]
    assert len(boards) <= 1
    assert len({phone.now["step"] for phone in phones}) == 1


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"a": 1}, {"a": 1}),
        ({"a": 1}, {"a": True}),
        ({"a": [1, 2], "b": {"c": None}}, {"a": [2, 3], "b": {"c": 0, "d": []}}),
        ({"a": None}, {"b": None}),
        ({"a": {"x": 1}}, {}),
    ],
)
def test_a_change_is_encoded_as_it_would_be_whole(
    before: dict[str, Any], now: dict[str, Any]
) -> None:
    text = encode_change(before, now, MatchController(classkit.new("opoly", seats=3, seed=7)))
    change = diff_json(before, now)
    assert (json.loads(text) if text else None) == change
