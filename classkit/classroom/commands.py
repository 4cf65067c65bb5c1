"""What may be asked of a room, and the rows that carry it out.

Each command is judged by the room as it stands, and raises ClasskitError with a reason where it is
not possible; it changes nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from classkit.engine.data import read_whole
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.game import Game
from classkit.engine.registry import find
from classkit.engine.words import how_many, read_name, read_number_of_seats

from .log import Draft
from .room import Room
from .seating import drawn, in_teams, seats_at, spread
from .treatments import begin, read_groups, read_settings

MOST_PEOPLE = 2_000
"""So many people may join a room."""
MOST_TABLES = 200
LONGEST_ABSENCE = 3_600
"""Seconds that a bot waits at most for whoever is asked."""
MOST_INVENTED, LONGEST_PACE = 400, 120
"""So many invented participants come at a click at most, and answer after so many seconds."""
NAMES = (
    "Alma", "Boris", "Chidi", "Dana", "Emeka", "Farah", "Goran", "Hana", "Ines", "Jonas", "Kavya",
    "Liam", "Mei", "Noor", "Olga", "Pablo", "Quynh", "Rosa", "Samir", "Tova", "Uma", "Viktor",
    "Wanda", "Yusuf", "Zofia",
)  # fmt: skip
MOST_CLAIMS, LATEST_ROUND = 60, 10_000
"""So many wait to be let in at most, and tables end after a round up to this."""
GONE = "This lesson is over."
REMOVED = "Your teacher has taken you out of this room."


def open_room(
    game: str,
    seats: int = 4,
    *,
    seed: int,
    tables: object = 0,
    options: Mapping[str, Any] | None = None,
    compare: Mapping[str, Sequence[Any]] | None = None,
    groups: Sequence[tuple[str, Mapping[str, Any]]] = (),
    fill: bool = True,
    absent: int = 60,
) -> list[Draft]:
    """Open a room; a match of each group is begun for a trial, so that nothing is refused later.

    At most so many ``tables`` are set up; 0 for as many as the class needs. Whoever finds no seat
    then looks on. ``options`` may name an ``edition`` too. ``compare`` makes a group of tables for
    each value of an option, such as ``{"quick_start": [False, True]}``; ``groups`` states groups
    otherwise, each by a name and what is other there.

    >>> open_room("poleconomy", seats=90, seed=1)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: seats must be a whole number from 2 to 6, not 90.
    """
    rules = find(game)
    own = read_settings(rules, options or {})
    seats = read_number_of_seats(seats, rules.seat_numbers)
    most = read_whole("the number of tables", tables, 0, MOST_TABLES)
    split = [(name, read_settings(rules, other)) for name, other in groups]
    split = split or read_groups(rules, seats, own, compare or {})
    if 0 < most < len(split):
        raise ClasskitError(
            f"{len(split)} groups need a table each at least: tables={most} is too few."
        )
    treatments = [{**own, **other} for _, other in split] or [own]
    for options_of_group in treatments:
        begin(rules, seats, seed, options_of_group)
    fewer = [number for number in rules.seat_numbers if number < seats]
    numbers = [n for n in fewer if all(is_played_by(rules, n, one) for one in treatments)]
    return [
        Draft(
            "opened",
            {
                "game": rules.name,
                "seats": seats,
                "numbers": [*numbers, seats],
                "tables": most,
                "seed": seed,
                "options": own,
                "groups": [[name, other] for name, other in split],
                "fill": fill,
                "absent": read_absence(absent),
            },
        )
    ]


def is_played_by(rules: Game[Any], seats: int, options: Mapping[str, Any]) -> bool:
    """Return whether a game with these options can be played by so many."""
    try:
        begin(rules, seats, 1, options)
    except ClasskitError:
        return False
    return True


def join(room: Room, person: str, name: str = "") -> list[Draft]:
    """Let somebody in; who comes once more, or says another name, is the same person."""
    if room.closed:
        raise ClasskitError(GONE)
    person = room.person_at(person)
    if room.is_removed(person):
        raise ClasskitError(REMOVED)
    called = read_name(name) if name.strip() else ""
    if person in room.people:
        known = room.people[person].name
        changes = called not in ("", known)
        return [Draft("named", {"person": person, "name": called})] if changes else []
    if len(room.present) >= MOST_PEOPLE:
        raise ClasskitError("This room is full.")
    came = [Draft("joined", {"person": person, "name": called})]
    if person in room.claims:  # whoever waited to be let in comes as somebody new
        came.insert(0, Draft("let_in", {"device": person, "person": ""}))
    late = late_seat(room)
    if late is not None:
        place, seat = late
        came.append(Draft("seated", {"place": place, "seat": seat, "person": person}))
    return came


def invent(room: Room, number: object) -> list[Draft]:
    """Let invented participants join, who wait for a seat as everybody does."""
    if room.closed:
        raise ClasskitError(GONE)
    read = read_whole("the number of invented participants", number, 1, MOST_INVENTED)
    if len(room.present) + read > MOST_PEOPLE:
        raise ClasskitError(f"A room has at most {MOST_PEOPLE:,} people.")
    before = sum(person.invented for person in room.people.values())
    return [
        Draft("joined", {"person": f"invented-{at}", "name": invented_name(at), "invented": True})
        for at in range(before + 1, before + read + 1)
    ]


def invented_name(at: int) -> str:
    """Return the name of the invented participant of this number, from 1 on.

    >>> invented_name(1), invented_name(len(NAMES) + 1)
    ('Alma', 'Alma 2')
    """
    again, which = divmod(at - 1, len(NAMES))
    return f"{NAMES[which]} {again + 1}" if again else NAMES[which]


def set_pace(room: Room, seconds: object) -> list[Draft]:
    """Set after how many seconds the invented answer; 0 for as soon as they can."""
    read = read_whole("the seconds after which the invented answer", seconds, 0, LONGEST_PACE)
    return [] if room.pace == read else [Draft("pace", {"seconds": read})]


def late_seat(room: Room) -> tuple[int, str] | None:
    """Return the seat for somebody who comes late; None if there is none.

    It is that of a bot where most bots sit, else in the smallest team.
    """
    alone = {place: table for place, table in room.tables.items() if not table.teams}
    free = {place: table.free for place, table in alone.items() if table.free}
    if free:
        place = max(free, key=lambda one: (len(free[one]), -one))
        return place, free[place][0]
    teams = [
        (len(people), place, seat)
        for place, table in room.tables.items()
        for seat, people in table.teams.items()
    ]
    return min(teams)[1:] if teams else None


def seat_all(room: Room, tables: object = 0, teams: object = False) -> list[Draft]:
    """Set up tables for all who have no seat, spread at random by the room's own luck.

    With a number of ``tables`` only as many people as these have seats for are seated, and the
    others look on; where there are more groups than tables, they come to a table of each. With
    ``teams`` everybody finds a seat: it is a team there, whose captain is who came first. Tables
    belong to the groups in turn; the first of each group have the same luck, and so on. As many
    come to each group, where there are people enough.
    """
    if room.closed:
        raise ClasskitError(GONE)
    if not room.waiting:
        raise ClasskitError("Everybody who has come has a seat.")
    wanted = read_whole("the number of tables", tables, 0, MOST_TABLES)
    most = tables_left(room, wanted or int(bool(teams)))
    luck = Random(f"{room.seed}/{room.number}")
    groups = room.groups or [("", {})]
    if teams:
        seatings = in_teams(room.waiting, most or 1, room.seats, luck)
    else:
        seated = drawn(room.waiting, most * room.seats, luck) if most else room.waiting
        seatings = [
            [[one] for one in table] for table in spread(seated, room.seats, luck, len(groups))
        ]
    first = max(room.tables, default=0) + 1
    if first + len(seatings) - 1 > MOST_TABLES:
        raise ClasskitError(f"A room has at most {MOST_TABLES} tables.")
    return [
        set_table(room, place, seating, bool(teams))
        for place, seating in enumerate(seatings, first)
    ]


def tables_left(room: Room, asked: int) -> int:
    """Return how many tables of those ``asked`` for can still be set up; 0 for any number.

    Each group has as many.
    """
    if not room.most_tables:
        return asked
    left = room.most_tables - len(room.tables)
    left -= left % max(1, len(room.groups))
    if left <= 0:
        has = how_many(len(room.tables), "table")
        raise ClasskitError(
            f"This room has {has}, and was opened for {room.most_tables} at most. Whoever waits "
            "looks on."
        )
    return min(asked or left, left)


def set_table(room: Room, place: int, seating: list[list[str]], teams: bool) -> Draft:
    """Set up a table, with the people of each of its first seats; bots have the others."""
    groups = room.groups or [("", {})]
    name, options = groups[(place - 1) % len(groups)]
    number = seats_at(len(seating), room.numbers, fill=room.fill)
    letters = [chr(ord("A") + at) for at in range(number)]
    at_seat = {letter: list[str]() for letter in letters}
    at_seat |= dict(zip(letters, seating, strict=False))
    body = {
        "place": place,
        "holders": {seat: captain_among(room, people) for seat, people in at_seat.items()},
        "seed": seed_of(room.seed, (place - 1) // len(groups)),
        "options": {**room.options, **options},
        "group": name,
    }
    return Draft("table", body | ({"teams": at_seat} if teams else {}))


def captain_among(room: Room, people: Sequence[str]) -> str:
    """Return the first of some people, real ones before invented ones; "" of nobody."""
    return min(people, key=room.is_invented, default="")


def hand_on(room: Room, place: int, seat: str, at: object) -> list[Draft]:
    """Make the member ``at`` this place of a team, counted from 0, its captain."""
    table = room.tables[place]
    members = table.teams.get(seat, [])
    if type(at) is not int or not 0 <= at < len(members):
        raise ClasskitError("Whoever is to be the captain is not in this team.")
    body = {"place": place, "seat": seat, "person": members[at]}
    return [] if table.holders[seat] == members[at] else [Draft("captain", body)]


def seed_of(seed: int, pair: int) -> int:
    """Return the luck of a table: tables of different groups with the same number share it.

    >>> seed_of(7, 0) == seed_of(7, 0), seed_of(7, 0) == seed_of(7, 1)
    (True, False)
    """
    return Random(f"{seed}/luck/{pair}").getrandbits(32)


def give_seat(room: Room, place: int, seat: str, person: str) -> list[Draft]:
    """Give a seat to somebody, or to a bot (``""``)."""
    table = room.tables.get(place)
    if table is None or seat not in table.holders:
        raise ClasskitError(f"There is no seat {shorten(seat)} at table {shorten(place)}.")
    if person and not room.is_in(person):
        raise ClasskitError("Whoever is to sit there has not joined.")
    if person in table.people_at(seat) or not (person or table.people_at(seat)):
        return []
    return [Draft("seated", {"place": place, "seat": seat, "person": person})]


def pause(room: Room, on: bool, place: object = 0) -> list[Draft]:
    """Let tables pause, or go on. Place 0 is every table, also those that are paused alone."""
    at = read_place(room, place)
    if not at:
        alone = any(table.paused for table in room.tables.values())
        return [Draft("paused", {"on": on})] if alone or room.paused is not on else []
    if room.paused and not on:
        raise ClasskitError("All tables are paused. Let all of them go on.")
    return [] if room.paused_at(at) is on else [Draft("paused", {"on": on, "place": at})]


def remove(room: Room, person: object) -> list[Draft]:
    """Take somebody out of the room: the seat is free, and their telephone does not come back."""
    if not isinstance(person, str) or not room.is_in(person):
        raise ClasskitError("Whoever is to be removed is not in this room.")
    return [Draft("removed", {"people": [person]})]


def remove_waiting(room: Room) -> list[Draft]:
    """Take all out of the room who have no seat."""
    return [Draft("removed", {"people": room.waiting})] if room.waiting else []


def set_absence(room: Room, seconds: object, place: object = 0) -> list[Draft]:
    """Set after how many seconds a bot answers for whoever is asked; 0 for never.

    Place 0 is every table, also those that had a time of their own.
    """
    read, at = read_absence(seconds), read_place(room, place)
    return [Draft("absent", {"seconds": read, "place": at})]


def end_after(room: Room, number: object, place: object = 0) -> list[Draft]:
    """Let tables end after a round; 0 lets the game itself end them. Place 0 is every table."""
    read = read_whole("the round after which tables end", number, 0, LATEST_ROUND)
    return [Draft("ends", {"round": read, "place": read_place(room, place)})]


def read_place(room: Room, place: object) -> int:
    """Return the number of a table, or 0 for all of them; ClasskitError for anything else."""
    if type(place) is not int or (place and place not in room.tables):
        raise ClasskitError(f"There is no table {shorten(place)}.")
    return place


def claim(room: Room, device: str, name: str) -> list[Draft]:
    """Say on another device who one is; the teacher lets it in, or does not."""
    if room.closed:
        raise ClasskitError(GONE)
    if room.is_removed(room.person_at(device)):
        raise ClasskitError(REMOVED)
    if room.person_at(device) in room.people:
        raise ClasskitError("You are in already.")
    called = read_name(name)
    if room.claims.get(device) == called:
        return []
    if len(room.claims) >= MOST_CLAIMS:
        raise ClasskitError("Many wait to be let in. Ask your teacher, and try again.")
    return [Draft("claimed", {"device": device, "name": called})]


def answer_claim(room: Room, device: object, person: object) -> list[Draft]:
    """Let a device in as somebody who has joined, or turn it away (``""``)."""
    if not isinstance(device, str) or device not in room.claims:
        raise ClasskitError("Nobody waits there any more.")
    if not isinstance(person, str) or (person and not room.is_in(person)):
        raise ClasskitError("Whoever it is to be has not joined.")
    if room.is_invented(person):
        raise ClasskitError("Whoever is invented has no device.")
    return [Draft("let_in", {"device": device, "person": person})]


def turn_away(room: Room) -> list[Draft]:
    """Turn all devices away that wait to be let in."""
    return [Draft("turned_away", {"devices": [*room.claims]})] if room.claims else []


def read_absence(seconds: object) -> int:
    """Return the seconds after which a bot answers, 0 for never; ClasskitError for what is none."""
    return read_whole("the seconds after which a bot answers", seconds, 0, LONGEST_ABSENCE)


def hide_names(room: Room, on: bool) -> list[Draft]:
    """Hide the names of people everywhere, or show them."""
    return [] if room.names_hidden is on else [Draft("names_hidden", {"on": on})]


def close(room: Room) -> list[Draft]:
    """End the lesson."""
    return [] if room.closed else [Draft("closed", {})]
