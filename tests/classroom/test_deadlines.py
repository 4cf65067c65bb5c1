"""When a seat has time: at its first decision, and while the class is asked something."""

from __future__ import annotations

import pytest

from classkit.classroom.room_commands import open_room
from classkit.classroom.room_events import CLOCK
from classkit.classroom.room_runtime import AWAY_SECONDS, UNSEEN_SECONDS, RoomRuntime

from .rooms import CODE, Page, Watch, opened

LIMIT = 60


def seated(people: int = 3, absent: int = LIMIT) -> tuple[RoomRuntime, Watch, Page, list[Page]]:
    """A table of Economy as the guide opens it, its clock, the teacher and the people."""
    watch = Watch()
    live = RoomRuntime(
        opened(None, "economy", 3, absent=absent, options={"placement": "random"}), CODE, watch
    )
    phones = [Page(live, f"p{number}") for number in range(people)]
    for phone in phones:
        phone.join()
    teacher = Page(live, teacher=True)
    teacher.ask(room="seat_all")
    for phone in phones:
        phone.ask(do="snapshot")
    return live, watch, teacher, phones


def asked(phones: list[Page]) -> Page:
    """The phone that is asked now."""
    return next(phone for phone in phones if phone.now["asks"])


def pass_time(live: RoomRuntime, watch: Watch, seconds: float) -> None:
    """Let so many seconds pass."""
    watch.now += seconds
    live.tick_room()


def stood_in(live: RoomRuntime) -> int:
    """How often a bot has answered for a person."""
    return sum(row.by == CLOCK for row in live.store.read_rows(CODE, 1))


def test_the_first_decision_of_each_person_has_no_clock() -> None:
    """People read the three cards; the clock of each begins with their own first answer."""
    live, watch, _, phones = seated()
    first = asked(phones)
    assert first.now["until"] == 0
    pass_time(live, watch, 100 * LIMIT)
    assert stood_in(live) == 0
    decided = set[str]()
    while len(decided) < len(phones):
        phone = asked(phones)
        seat = phone.room["seat"]
        assert phone.now["until"] == (watch.now + LIMIT if seat in decided else 0)
        pass_time(live, watch, 0 if seat in decided else 100 * LIMIT)
        phone.ask(do="default", seat=seat)
        decided.add(seat)
    assert stood_in(live) == 0
    assert asked(phones).now["until"] == watch.now + LIMIT
    again = RoomRuntime(live.store, CODE, Watch())
    assert again.get_table(1).get_deadline(asked(phones).room["seat"]) > 0
    pass_time(live, watch, LIMIT)
    assert stood_in(live) == 1


def test_a_phone_that_is_lost_before_its_first_decision_holds_up_nobody() -> None:
    live, watch, teacher, phones = seated()
    first = asked(phones)
    seat = first.room["seat"]
    teacher.ask(room="show", place=1)
    teacher.ask(do="snapshot")
    pass_time(live, watch, 100 * LIMIT)
    first.line.unsubscribe()
    assert teacher.now["phones"][seat]["until"] == watch.now + LIMIT, "the desk is told"
    pass_time(live, watch, LIMIT - 1)
    back = Page(live, str(first.line.person))
    back.ask(do="snapshot")
    assert back.now["until"] == teacher.now["phones"][seat]["until"] == 0, "it is back"
    pass_time(live, watch, 100 * LIMIT)
    assert stood_in(live) == 0
    second = Page(live, str(first.line.person))
    second.line.unsubscribe()
    assert live.get_table(1).get_deadline(seat) == 0, "another page of the same phone is open"
    for phone in (*phones, back):
        phone.line.unsubscribe()
    for _ in range(3 * len(phones)):
        pass_time(live, watch, LIMIT)
    assert stood_in(live) >= 2 * len(phones)
    assert live.get_table(1).list_away_seats() == ["A", "B", "C"]


def test_a_phone_that_does_not_come_back_after_a_restart_counts_as_lost() -> None:
    live, watch, _, phones = seated()
    again = RoomRuntime(live.store, CODE, watch)
    until = again.get_table(1).get_deadline(asked(phones).room["seat"])
    assert until == watch.now + UNSEEN_SECONDS + LIMIT


@pytest.mark.parametrize("absent", [0, LIMIT])
def test_a_first_decision_that_never_comes_is_handed_to_a_bot_by_the_desk(absent: int) -> None:
    """Also where the teacher has chosen no limit. The seat stays the phone's."""
    live, watch, desk, (phone,) = seated(people=1, absent=absent)
    first = stood_in(live)
    pass_time(live, watch, 100 * LIMIT)
    assert stood_in(live) == first and phone.is_asked() and not phone.now["until"]
    desk.ask(room="bots", place=1)
    (table,) = desk.ask(room="look")["tables"]
    assert len(table["away"]) == 1
    assert phone.now["until"] == watch.now + AWAY_SECONDS
    for _ in range(20):
        pass_time(live, watch, AWAY_SECONDS)
    assert stood_in(live) > first + 2, "a bot goes on"
    again = RoomRuntime(live.store, CODE, watch)
    back = Page(again, "p0")
    assert back.ask(room="look")["seat"] == phone.room["seat"], "who comes back has the seat"
    back.ask(do="snapshot")
    while not back.is_asked():
        pass_time(again, watch, 1)
    assert again.get_table(1).is_away(back.room["seat"]), "another process knows it as well"
    assert back.ask(do="default", seat=back.room["seat"])["kind"] == "step"
    pass_time(again, watch, LIMIT - 1)
    assert not again.get_table(1).list_away_seats()


@pytest.mark.parametrize("place", [0, 2, "1", None])
def test_a_table_is_handed_to_bots_only_by_its_number(place: object) -> None:
    _, _, desk, _ = seated()
    assert desk.ask(room="bots", place=place)["kind"] == "refused"


def test_cards_of_economy_are_dealt_and_laid_out_in_a_room() -> None:
    """E1.5: the guide's example began with 36 placements."""
    (row,) = open_room("economy", 3, seed=1)
    assert row.body["options"]["placement"] == "random"
    (row,) = open_room("economy", 3, seed=1, options={"placement": "players"})
    assert row.body["options"]["placement"] == "players"


def test_a_question_to_the_class_costs_no_turn() -> None:
    """The seat that is asked has its full time again: from the question, and from its answer."""
    live, watch, teacher, phones = seated()
    while asked(phones).now["until"] == 0:  # everybody's first decision
        phone = asked(phones)
        phone.ask(do="default", seat=phone.room["seat"])
    phone = asked(phones)
    pass_time(live, watch, LIMIT - 1)
    teacher.ask(room="poll", words="Why?", choices=["This", "That"])
    assert phone.now["until"] == watch.now + LIMIT, "the page is told"
    pass_time(live, watch, LIMIT - 1)
    assert stood_in(live) == 0
    phone.ask(room="reply", question=1, answer=0)
    assert phone.now["until"] == watch.now + LIMIT
    pass_time(live, watch, 30)
    phone.ask(room="reply", question=1, answer=1)
    assert phone.now["until"] == watch.now + LIMIT - 30, "only the first answer gives time"
    other = next(one for one in phones if one is not phone)
    other.ask(room="reply", question=1, answer=1)
    assert phone.now["until"] == watch.now + LIMIT - 30, "only one's own"
    pass_time(live, watch, LIMIT - 30)
    assert stood_in(live) == 1, "the limit still ends"
