"""A phone that slept: what it is told when it comes back, and answers that come too late."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.table_connections import TOO_LATE_MESSAGE
from classkit.widgets.idempotency import NUMBERS_PER_PAGE

from .rooms import CODE, Page, Watch, opened
from .test_room import seated

pytestmark = pytest.mark.usefixtures("after_first_decision")

REPEATED = 2_000 * NUMBERS_PER_PAGE
"""The first number of a page whose requests are repeated until they are answered."""


def asked(phones: list[Page]) -> Page:
    """The phone whose seat is asked."""
    return next(phone for phone in phones if phone.is_asked())


def bot_answers(live: RoomRuntime) -> None:
    """Let the time of whoever is asked run out."""
    watch = live.clock
    assert isinstance(watch, Watch)
    live.get_table(1).place.last_at = watch.now
    watch.now += 61
    live.tick_room()


def missed(phone: Page, seen: dict[str, Any]) -> list[str]:
    """What a page is told that showed this when it went to sleep."""
    answer = phone.ask(do="missed", step=seen["step"], turn=seen["turn"])
    assert answer["kind"] == "detail", answer
    said: list[str] = answer["data"]["said"]
    return said


def test_nothing_is_told_where_nothing_happened() -> None:
    _, _, phones = seated()
    phone = asked(phones)
    assert missed(phone, phone.now) == []


@pytest.mark.parametrize("game", ["economy", "economicon", "opoly", "poleconomy"])
def test_what_a_bot_answered_is_told_to_the_seat_and_to_no_other(game: str) -> None:
    live, _, phones = seated(game, absent=60)
    phone = asked(phones)
    other = next(one for one in phones if one is not phone)
    other.ask(do="snapshot")
    seen, others = phone.now, other.now
    bot_answers(live)
    (one,) = [
        one for one in live.get_table(1).place.substitutions if one.seat == phone.room["seat"]
    ]
    told = missed(phone, seen)
    say = live.get_table(1).controller.say
    assert told[0].startswith("A bot answered for you: ")
    assert say.move_label(one.decision, one.answer.move) in told[0]
    assert len(told) <= 4
    assert "answered for you" not in " ".join(missed(other, others))


def test_turns_are_counted_and_whose_turn_it_is_is_told() -> None:
    live, _, phones = seated(absent=60)
    phone = asked(phones)
    seen = phone.now
    match = live.get_table(1).place.match
    while match.turn < seen["turn"] + 2:
        bot_answers(live)
    told = missed(phone, seen)
    assert f"{match.turn - seen['turn']} turns were played." in told
    now = "It is your turn." if phone.is_asked() else " now."
    assert told[-1].endswith(now)


def test_a_teacher_who_went_back_is_told() -> None:
    live, teacher, phones = seated(absent=60)
    phone = asked(phones)
    bot_answers(live)
    seen = phone.now
    teacher.ask(room="back", until="decision")
    assert live.get_table(1).place.match.step < seen["step"]
    assert "went back" in missed(phone, seen)[0]
    assert live.get_table(1).place.substitutions == [], "what was taken back is told no more"


def test_what_bots_answered_is_known_after_a_restart(tmp_path: Path) -> None:
    live = RoomRuntime(opened(tmp_path, absent=60), CODE, Watch())
    phone, teacher = Page(live, "p0"), Page(live, teacher=True)
    phone.join("Ada")
    teacher.ask(room="seat_all")
    phone.ask(do="snapshot")
    seen = phone.now
    for _ in range(3):
        bot_answers(live)
    told = missed(phone, seen)
    fresh = RoomRuntime(live.store, CODE, live.clock)
    again = Page(fresh, "p0")
    again.ask(do="snapshot")
    assert missed(again, seen) == told and "answered for you" in told[0]
    assert fresh.get_table(1).place.substitutions == live.get_table(1).place.substitutions
    assert fresh.get_table(1).kernel_id == live.get_table(1).kernel_id, (
        "a page asks on where it was"
    )


@pytest.mark.parametrize("wrong", [{}, {"step": "1", "turn": 1}, {"step": 1, "turn": None}])
def test_what_is_no_moment_is_refused(wrong: dict[str, Any]) -> None:
    _, _, phones = seated()
    assert phones[0].ask(do="missed", **wrong)["kind"] == "refused"


def test_an_answer_to_an_earlier_question_is_refused_in_words() -> None:
    live, _, phones = seated(people=1, absent=60)
    phone = asked(phones)
    seat, decided = phone.room["seat"], phone.now["decided"]
    bot_answers(live)
    assert phone.is_asked() and phone.now["decided"] == decided + 1
    rows = len(live.store.read_rows(CODE, 1))
    late = phone.ask(do="default", seat=seat, decided=decided)
    assert (late["kind"], late["reason"]) == ("refused", TOO_LATE_MESSAGE)
    assert len(live.store.read_rows(CODE, 1)) == rows
    assert phone.ask(do="default", seat=seat, decided=decided + 1)["kind"] != "refused"


def test_an_answer_that_was_stored_is_not_late_when_it_is_asked_again() -> None:
    """Its line died after the answer was stored, and before that was told."""
    live, _, phones = seated(people=1)
    phone = asked(phones)
    phone.numbers = iter([REPEATED, REPEATED, REPEATED + 1])  # type: ignore[assignment]
    given = {"do": "default", "seat": phone.room["seat"], "decided": phone.now["decided"]}
    phone.ask(**given)
    rows = live.store.read_rows(CODE, 1)
    again = Page(live, phone.line.person)
    again.numbers = iter([REPEATED])  # type: ignore[assignment]
    answer = again.ask(**given)
    assert answer["kind"] == "snapshot" and answer["now"]["decided"] == phone.now["decided"]
    assert live.store.read_rows(CODE, 1) == rows


@pytest.mark.parametrize(
    "asks",
    [
        {"room": "invent", "number": 2},
        {"room": "back", "until": "decision"},
        {"room": "pause", "on": True},
        {"room": "poll", "words": "Who?", "choices": ["A", "B"]},
    ],
)
def test_what_the_desk_asks_again_is_done_once(asks: dict[str, Any]) -> None:
    live, teacher, phones = seated(people=1)
    asked(phones).ask(do="default", seat=phones[0].room["seat"])

    def rows() -> list[Any]:
        return [live.store.read_rows(CODE, place) for place in (0, 1)]

    before = rows()
    teacher.numbers = iter([REPEATED])  # type: ignore[assignment]
    assert teacher.ask(**asks)["kind"] == "room"
    done = rows()
    assert done != before
    again = Page(live, teacher=True)
    again.numbers = iter([REPEATED])  # type: ignore[assignment]
    assert again.ask(**asks)["kind"] == "room"
    assert rows() == done
