"""The door to the rooms: one stranger keeps nobody out, and a class behind one address comes in."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from classkit.engine.errors import ClasskitError
from classkit.hosting.room_admission import (
    ARRIVAL_BURST,
    MAX_CLAIMS,
    MAX_CONNECTIONS,
    MAX_NEWCOMERS,
    MAX_PEOPLE,
    MAX_PHONE_CONNECTIONS,
    RoomAdmission,
)

CLASS, STRANGER = "10.0.0.7", "203.0.113.9"


@dataclass(eq=False)
class Telephone:
    """A line as the door knows it."""

    door: RoomAdmission
    phone: str
    address: str
    joined: bool = False
    lost: bool = False

    def has_joined(self) -> bool:
        return self.joined

    def evict_connection(self) -> None:
        self.lost = True

    def opens(self) -> bool:
        """Whether the line is opened."""
        admitted = self.door.admit_connection(self)
        if admitted:
            self.door.add_connection(self)
        return admitted


class Watch:
    """A clock that is set by hand, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def flood(door: RoomAdmission, watch: Watch, lines: int) -> list[Telephone]:
    """Lines that one stranger opens with invented cookies, as slowly as the door likes."""
    opened = []
    for number in range(lines):
        watch.now += 1.0
        opened.append(Telephone(door, f"ABC234/{number}", STRANGER))
        opened[-1].opens()
    return opened


def test_a_stranger_with_invented_cookies_keeps_no_telephone_out() -> None:
    watch = Watch()
    door = RoomAdmission(clock=watch)
    strangers = flood(door, watch, 2 * MAX_CONNECTIONS)
    assert door.phone_counts.total() == MAX_NEWCOMERS
    assert strangers[0].lost and not strangers[-1].lost, "the oldest gives way"
    everybody = [Telephone(door, f"ABC234/p{n}", CLASS, joined=n % 2 == 0) for n in range(80)]
    assert all(phone.opens() for phone in everybody)
    assert not any(phone.lost for phone in everybody)


def test_many_lines_in_a_moment_from_one_address_are_refused() -> None:
    door = RoomAdmission(clock=lambda: 0.0)
    opened = [Telephone(door, f"ABC234/{n}", STRANGER).opens() for n in range(900)]
    assert sum(opened) == ARRIVAL_BURST
    back = Telephone(door, "ABC234/ada", STRANGER, joined=True)
    assert back.opens(), "whoever has joined comes back at once"


def test_whoever_has_not_joined_gives_way_where_the_server_is_full() -> None:
    door = RoomAdmission(is_shared_address=lambda address: True)
    idle = [Telephone(door, f"ABC234/{n}", STRANGER) for n in range(MAX_CONNECTIONS)]
    assert all(phone.opens() for phone in idle)
    ada = Telephone(door, "ABC234/ada", CLASS, joined=True)
    assert ada.opens() and idle[0].lost and not idle[1].lost
    for phone in idle:
        phone.joined = True
    assert not Telephone(door, "ABC234/bo", CLASS, joined=True).opens()


def test_lines_of_others_at_the_same_address_keep_nobody_out_who_has_joined() -> None:
    door = RoomAdmission(clock=lambda: 0.0)
    phones = [
        Telephone(door, f"ABC234/{n}", STRANGER, joined=True)
        for n in range(MAX_PEOPLE)
        for _ in range(MAX_PHONE_CONNECTIONS)
    ]
    assert all(phone.opens() for phone in phones)
    assert Telephone(door, "ABC234/ada", STRANGER, joined=True).opens()
    assert Telephone(door, "ABC234/new", STRANGER).opens()


def test_second_lines_give_way_where_the_server_is_full() -> None:
    door = RoomAdmission(is_shared_address=lambda address: True)
    greedy = [Telephone(door, "ABC234/greedy", STRANGER, joined=True) for _ in range(2)]
    others = [
        Telephone(door, f"ABC234/{n}", STRANGER, joined=True) for n in range(MAX_CONNECTIONS - 2)
    ]
    assert all(phone.opens() for phone in (*greedy, *others))
    assert Telephone(door, "ABC234/ada", CLASS, joined=True).opens()
    assert [phone.lost for phone in greedy] == [True, False]
    assert not any(phone.lost for phone in others)


def test_a_class_of_two_hundred_joins_within_a_minute_from_one_address() -> None:
    watch, present = Watch(), set[str]()
    door = RoomAdmission(clock=watch)
    for number in range(200):
        watch.now += 0.05
        phone = Telephone(door, f"ABC234/{number}", CLASS)
        assert phone.opens()
        door.admit_person("ABC234", CLASS, f"{number}", present)
        present.add(f"{number}")
        phone.joined = True


def test_a_line_that_closes_is_counted_no_more() -> None:
    door = RoomAdmission()
    line = Telephone(door, "ABC234/ada", CLASS)
    assert line.opens()
    door.remove_connection(line)
    door.remove_connection(line)
    assert (door.phone_counts.total(), door.connections) == (0, {})


def test_one_address_does_not_fill_a_room() -> None:
    watch, present = Watch(), set[str]()
    door = RoomAdmission(is_shared_address=lambda address: address == CLASS, clock=watch)
    refused = set()
    for number in range(2_000):
        watch.now += 0.1  # more than the door lets in
        try:
            door.admit_person("ABC234", STRANGER, f"s{number}", present)
            present.add(f"s{number}")
        except ClasskitError as error:
            refused.add(str(error).partition(".")[0])
    assert len(present) == MAX_PEOPLE and len(refused) == 1
    for number in range(300):
        door.admit_person("ABC234", CLASS, f"c{number}", present)
        present.add(f"c{number}")
    gone = {person for person in present if person.startswith("s")}
    door.admit_person(
        "ABC234", STRANGER, "late", present - gone
    )  # those were removed by the teacher


def test_people_of_one_address_who_leave_and_come_anew_are_slowed_down() -> None:
    door = RoomAdmission(clock=lambda: 0.0)
    with pytest.raises(ClasskitError, match="few seconds"):
        for number in range(int(ARRIVAL_BURST) + 1):
            door.admit_person("ABC234", STRANGER, f"s{number}", set())
    assert number == ARRIVAL_BURST


def test_claims_of_one_address_leave_room_for_others() -> None:
    door, waiting = RoomAdmission(clock=lambda: 0.0), set[str]()
    for number in range(MAX_CLAIMS):
        door.admit_claim("ABC234", STRANGER, f"s{number}", waiting)
        waiting.add(f"s{number}")
    with pytest.raises(ClasskitError, match="network"):
        door.admit_claim("ABC234", STRANGER, "more", waiting)
    door.admit_claim("ABC234", STRANGER, "s0", waiting)  # says another name
    door.admit_claim("ABC234", CLASS, "ada", waiting)
