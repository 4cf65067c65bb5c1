"""Pages of a room get changes of what was kept from earlier steps: the same as a state made anew.

A seat's page, and what everybody sees, are held to a state that a view without any memory makes for
it, through random play, with steps that the teacher takes back.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from classkit.classroom.room_runtime import RoomRuntime, TableRuntime
from classkit.classroom.table_connections import SeatConnection
from classkit.engine.randomness import RandomStream
from classkit.engine.registry import list_games
from classkit.widgets.board_state import BoardCache
from classkit.widgets.page_view import PageView
from classkit.widgets.seat_page import build_own_data
from classkit.widgets.state_snapshot import build_state

from .rooms import CODE, Page, opened

STEPS, BACK_EVERY = 40, 9


def state_made_anew(line: SeatConnection) -> dict[str, Any]:
    """What the page of a seat shows, made without anything that was kept from earlier steps.

    Only the row that the page saw before the last step is taken over, since it is part of the past.
    """
    view = view_without_memory(line.hub, line.seat)
    view.answering_seat, view.is_play_stopped = line.seat, line.page_view.is_play_stopped
    whole: dict[str, Any] = {**build_state(view)}
    whole["own"] = build_own_data(view, line.seat, shows_usual=True)
    whole["asks"] = [line.reveal_decision(ask) for ask in whole["asks"] if line.is_visible(ask)]
    whole["over"] = whole["over"] or ""
    found: dict[str, Any] = json.loads(json.dumps(whole))
    return found


def view_without_memory(hub: TableRuntime, *seen_as: str) -> PageView:
    """A new view of a copy of a table that has kept nothing, but for the row before the step."""
    desk = hub.controller.clone()
    desk.row_caches, desk.board_cache = {}, BoardCache()
    view, seen = PageView(desk, *seen_as), hub.public_view
    view.previous_row, view._last_row = seen.previous_row, seen._last_row
    return view


def public_state_made_anew(hub: TableRuntime) -> dict[str, Any]:
    """What everybody sees, made without anything that was kept from earlier steps."""
    view = view_without_memory(hub)
    view.answering_seat = ""
    found: dict[str, Any] = json.loads(json.dumps(build_state(view)))
    return found


def is_to_answer(phone: Page) -> bool:
    """Whether the seat of a phone has a decision to answer."""
    assert phone.line.table is not None
    return bool(phone.line.table.hub.place.match.requests(phone.room["seat"]))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", list_games())
def test_changes_add_up_to_the_state_made_anew(game: str) -> None:
    laid_out = {"options": {"placement": "demo"}} if game == "economy" else {}
    live = RoomRuntime(opened(None, game, absent=0, **laid_out), CODE)
    phones = [Page(live, f"p{number}") for number in range(3)]
    for number, phone in enumerate(phones):
        phone.join(f"Name {number}")
    teacher, chance = Page(live, teacher=True), RandomStream(f"whole {game}")
    teacher.ask(room="seat_all")
    for phone in phones:
        phone.ask(do="snapshot")
    for step in range(1, STEPS):
        asked = next((phone for phone in phones if is_to_answer(phone)), None)
        if asked is None:
            break
        if step % BACK_EVERY:
            asked.answer_at_random(chance)
        else:
            teacher.ask(room="back", until="decision", place=1)
        for phone in phones:
            line = phone.line.table
            assert isinstance(line, SeatConnection)
            whole = state_made_anew(line)
            told = {key: phone.now[key] for key in whole if key in phone.now}
            told["own"] = {key: part for key, part in told["own"].items() if key != "guess"}
            assert told == whole, f"at step {step}"
        hub = live.get_table(1)
        shown = json.loads(json.dumps(hub.get_public_state((), ())))
        assert shown == public_state_made_anew(hub), f"at step {step}, for everybody"
