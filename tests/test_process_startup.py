"""The garbage collector of a server of rooms: what it has set outlasts the answers in its rooms.

Each message to a table pauses the collector (``classkit/widgets/gc_pause.py``).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from classkit.classroom.room_runtime import RoomRuntime
from classkit.process_startup import GC_THRESHOLD, tune_collector
from tests.classroom.rooms import CODE, Page, opened


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """The garbage collector as it was."""
    was_on, before = gc.isenabled(), gc.get_threshold()
    yield
    (gc.enable if was_on else gc.disable)()
    gc.set_threshold(*before)


@pytest.mark.parametrize("is_on", [True, False])
def test_answers_in_a_room_leave_the_collector_as_its_server_has_set_it(
    tmp_path: Path, is_on: bool
) -> None:
    live = RoomRuntime(opened(tmp_path, absent=0), CODE)
    phones = [Page(live, f"p{number}") for number in range(3)]
    for phone in phones:
        phone.join("Somebody")
    Page(live, teacher=True).ask(room="seat_all")
    tune_collector()
    if not is_on:
        gc.disable()
    frozen = gc.get_freeze_count()
    assert frozen
    for _ in range(3):
        (asked,) = [phone for phone in phones if phone.is_asked()]
        asked.ask(do="default", seat=asked.room["seat"])
        assert gc.isenabled() is is_on
        assert gc.get_threshold()[0] == GC_THRESHOLD
        assert gc.get_freeze_count() >= 0.9 * frozen  # one that is freed leaves them as well
