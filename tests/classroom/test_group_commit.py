"""Group commit: answers at many tables in one transaction, each confirmed after it."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from classkit.classroom.database_timeouts import RoomStoreError
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from classkit.widgets.idempotency import NUMBERS_PER_PAGE

from .rooms import CODE, Page, opened

TABLES = 3
NUMBERS = itertools.count(7 * NUMBERS_PER_PAGE)


def class_at_tables(folder: Path) -> tuple[RoomRuntime, list[Page]]:
    """A room with three tables, and for each the phone that is asked there."""
    live = RoomRuntime(opened(folder, absent=0), CODE)
    phones = [Page(live, f"p{number}") for number in range(3 * TABLES)]
    for number, phone in enumerate(phones):
        phone.join(f"Name {number}")
    Page(live, teacher=True).ask(room="seat_all")
    asked = [phone for phone in phones if phone.is_asked()]
    assert sorted(phone.room["place"] for phone in asked) == [1, 2, 3]
    return live, sorted(asked, key=lambda phone: int(phone.room["place"]))


def say(phone: Page, number: int | None = None) -> int:
    """Answer what is asked, as a page that repeats it until it is confirmed; gives its number."""
    number = next(NUMBERS) if number is None else number
    asked = {"id": number, "do": "default", "seat": phone.room["seat"]}
    phone.line.receive(json.dumps(asked))
    return number


def replies(phone: Page, number: int) -> list[str]:
    """The kinds of the messages that answer a request."""
    return [one["kind"] for one in phone.told if one.get("reply") == number]


def last_numbers(live: RoomRuntime) -> dict[int, int]:
    """The last number of each table in the log."""
    found = live.store.get_latest_numbers(CODE)
    return {place: found.get(place, 0) for place in range(1, TABLES + 1)}


def test_answers_of_many_tables_are_one_transaction_and_confirmed_after_it(tmp_path: Path) -> None:
    live, phones = class_at_tables(tmp_path)
    commits: list[int] = []
    event.listen(live.store.engine, "commit", lambda _: commits.append(1))
    with live.group_commit.collect():
        numbers = [say(phone) for phone in phones]
        assert [replies(*one) for one in zip(phones, numbers, strict=True)] == [[], [], []]
        assert last_numbers(live) == {1: 0, 2: 0, 3: 0}
        commits.clear()
    assert len(commits) == 1
    assert [replies(*one) for one in zip(phones, numbers, strict=True)] == [["step"]] * 3
    assert min(last_numbers(live).values()) > 0


def test_a_table_that_another_process_was_first_at_fails_no_other(tmp_path: Path) -> None:
    live, phones = class_at_tables(tmp_path)
    other = RoomRuntime(RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite"), CODE)
    teacher = Page(other, teacher=True)
    teacher.ask(room="show", place=2)
    teacher.ask(do="snapshot")
    with live.group_commit.collect():
        numbers = [say(phone) for phone in phones]
        stepped = teacher.ask(do="default", seat=phones[1].room["seat"])
        assert stepped["kind"] == "step"
    kinds = [replies(*one) for one in zip(phones, numbers, strict=True)]
    assert kinds[0] == kinds[2] == ["step"]
    assert kinds[1] in (["step"], ["refused"])  # judged again, after the teacher's
    rebuilt = RoomRuntime(RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite"), CODE)
    for place in range(1, TABLES + 1):
        expected = rebuilt.get_table(place).place.match.digest()
        assert live.get_table(place).place.match.digest() == expected


def test_a_server_that_is_killed_before_storing_has_confirmed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """The process ends here."""

    def die(*_: Any) -> None:
        raise Killed

    live, phones = class_at_tables(tmp_path)
    monkeypatch.setattr(live.store, "insert_rows", die)
    with pytest.raises(Killed), live.group_commit.collect():
        numbers = [say(phone) for phone in phones]
    assert [replies(*one) for one in zip(phones, numbers, strict=True)] == [[], [], []]
    again = RoomRuntime(RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite"), CODE)
    assert last_numbers(again) == {1: 0, 2: 0, 3: 0}
    for phone, number in zip(phones, numbers, strict=True):
        seat = phone.room["seat"]
        back = Page(again, again.room.tables[phone.room["place"]].holders[seat])
        back.ask(room="look")
        back.ask(do="snapshot")
        for _ in range(2):
            say(back, number)
        assert replies(back, number) == ["step", "snapshot"]
    assert min(last_numbers(again).values()) > 0
    steps = [again.get_table(place).place.match.step for place in (1, 2, 3)]
    assert steps == [1, 1, 1]


def test_a_refused_database_refuses_each_answer_and_the_tables_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, phones = class_at_tables(tmp_path)
    before = [live.get_table(place).place.match.digest() for place in (1, 2, 3)]

    def refuse(*_: Any) -> None:
        raise RoomStoreError("This room has been deleted.")

    monkeypatch.setattr(live.store, "insert_rows", refuse)
    with live.group_commit.collect():
        numbers = [say(phone) for phone in phones]
    assert [replies(*one) for one in zip(phones, numbers, strict=True)] == [["refused"]] * 3
    assert [live.get_table(place).place.match.digest() for place in (1, 2, 3)] == before


def test_a_second_request_at_a_table_waits_for_the_first_to_be_stored(tmp_path: Path) -> None:
    live, phones = class_at_tables(tmp_path)
    with live.group_commit.collect():
        number = say(phones[0])
        assert replies(phones[0], number) == []
        look = phones[0].ask(do="snapshot")
        assert replies(phones[0], number) == ["step"]
        assert look["now"]["step"] == 1
        say(phones[1])
        assert live.group_commit.is_pending(2)
        phones[2].ask(room="hand", on=True)  # what is done in the room comes after it as well
        assert not live.group_commit.is_pending(2)
