"""Guesses at a table on the next value of the first instrument."""

from __future__ import annotations

import pytest

from classkit.classroom.poll_model import MAX_CHANGES
from classkit.classroom.room import NextGuess
from classkit.classroom.room_runtime import RoomRuntime
from classkit.engine.randomness import RandomStream

from .rooms import CODE, Page, Watch, opened


@pytest.fixture
def table() -> tuple[RoomRuntime, list[Page]]:
    """Two people at a table of Poleconomy, and its teacher."""
    live = RoomRuntime(opened(None, "poleconomy", 3, absent=0, options={"game": 1}), CODE, Watch())
    phones = [Page(live, "ada"), Page(live, "bo")]
    for phone, name in zip(phones, ("Ada", "Bo"), strict=True):
        phone.join(name)
    Page(live, teacher=True).ask(room="seat_all")
    for phone in phones:
        phone.ask(do="snapshot")
    return live, phones


def guess_of(phone: Page) -> dict[str, object]:
    found: dict[str, object] = phone.now["own"]["guess"]
    return found


def play_turns(phones: list[Page], turn: int) -> None:
    chance = RandomStream("guesses")
    for _ in range(400):
        if max(phone.now["turn"] for phone in phones) >= turn or phones[0].now["over"]:
            return
        asked = next(phone for phone in phones if phone.is_asked())
        asked.answer_at_random(chance)
    raise AssertionError("the table does not get there")


def test_a_guess_is_one_tap_and_can_be_changed(table: tuple[RoomRuntime, list[Page]]) -> None:
    _, (ada, bo) = table
    assert str(guess_of(ada)["words"]).startswith("Your guess: the Inflation Number after")
    assert ada.ask(room="guess", answer=1)["kind"] == "room"
    assert guess_of(ada)["mine"] == 1
    ada.ask(room="guess", answer=0)
    assert guess_of(ada)["mine"] == 0
    assert guess_of(bo)["mine"] is None, "nobody sees what others guess"


def test_it_is_counted_once_its_turn_is_over(table: tuple[RoomRuntime, list[Page]]) -> None:
    live, phones = table
    for phone in phones:
        phone.ask(room="guess", answer=0)
    (guess,) = live.room.guesses["ada"]
    assert guess_of(phones[0])["score"] == ""
    play_turns(phones, guess.at + 1)
    match = live.get_table(1).place.match
    value = [row for row in match.history if row["turn"] <= guess.at][-1]["inflation_number"]
    assert guess_of(phones[0])["last"] is (value == guess.value)
    assert guess_of(phones[0])["score"] in ("0 of 1 right", "1 of 1 right")


def test_what_is_no_guess_is_refused(table: tuple[RoomRuntime, list[Page]]) -> None:
    live, (ada, _) = table
    for wrong in (2, "1", True, None, 1.0):
        assert ada.ask(room="guess", answer=wrong)["kind"] == "refused", wrong
    Page(live, "third").join("Third")  # has the seat of the last bot
    late = Page(live, "late")
    late.join("Late")
    assert "no seat" in late.ask(room="guess", answer=1)["reason"]


def test_a_guess_is_not_changed_without_end(table: tuple[RoomRuntime, list[Page]]) -> None:
    _, (ada, _) = table
    for change in range(MAX_CHANGES + 1):
        assert ada.ask(room="guess", answer=change % 2)["kind"] == "room"
    assert "Your last one counts" in ada.ask(room="guess", answer=-1)["reason"]


def test_another_process_reads_the_guesses_from_the_log(
    table: tuple[RoomRuntime, list[Page]],
) -> None:
    live, (ada, _) = table
    ada.ask(room="guess", answer=-1)
    twin = RoomRuntime(live.store, CODE, Watch())
    (found,) = twin.room.guesses["ada"]
    assert isinstance(found, NextGuess)
    assert (found.place, found.answer, found.figure) == (1, -1, "inflation_number")


def test_the_teacher_hides_what_is_usual_on_all_phones(
    table: tuple[RoomRuntime, list[Page]],
) -> None:
    live, _ = table
    assert live.room.usual_shown
    Page(live, teacher=True).ask(room="usual", on=False)
    assert not live.room.usual_shown
