"""Commands of the seat map: moving a person, and seating by the teacher's list.

Like all commands of a room they return the rows to store, and raise ClasskitError if they are not
possible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from random import Random

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.rulebook_text import format_count
from classkit.engine.untrusted_input import fold_name

from .room import Room
from .room_commands import (
    LESSON_OVER_MESSAGE,
    build_seated_row,
    build_table_row,
    count_tables_left,
    describe_ended_table,
    describe_full_room,
    list_open_seats,
    set_up_table,
)
from .room_events import NewEvent
from .seat_allocation import (
    BY_GROUPS,
    BY_LIST,
    choose_seat_count,
    compute_table_sizes,
    deal_people,
    sample_people,
)
from .seat_list import ListedPerson, describe_overfull_table, read_seat_list

MAX_NAMED_PEOPLE = 5
"""Maximum number of people named in an error message."""
SeatKey = tuple[int, str]
"""A table and a seat there."""


def move_person(
    room: Room, person: object, place: object, seat: object = "", ended: Collection[int] = ()
) -> list[NewEvent]:
    """Move a person to a seat. A person in that seat gets the mover's earlier seat in exchange.

    Args:
        room: The room.
        person: The person.
        place: The number of a table, or 0 to take the person's seat away, so that they wait.
        seat: The letter of the seat, or "" for any free seat of the table. If the seat is a team,
            the person joins the team.
        ended: The tables that are over. Nobody can move to them.

    Returns:
        The rows to store.

    Raises:
        ClasskitError: If the person or the seat is unknown, the table has no free seat, or somebody
            would come to a table that is over.
    """
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    if not isinstance(person, str) or not room.has_joined(person):
        raise ClasskitError("This person is not in the room.")
    before = room.get_seat(person)
    if type(place) is not int or (place and place not in room.tables):
        raise ClasskitError(f"There is no table {truncate_text(place)}.")
    if not place:
        return [NewEvent("unseated", {"person": person})] if before else []
    if place in ended and (not before or before[0] != place or seat):
        raise ClasskitError(describe_ended_table(place))
    letter = find_free_seat(room, place, person) if seat == "" else seat
    if not isinstance(letter, str) or letter not in room.tables[place].holders:
        raise ClasskitError(f"There is no seat {truncate_text(letter)} at table {place}.")
    if before == (place, letter):
        return []
    rows = [build_seated_row((place, letter), person)]
    table = room.tables[place]
    if letter not in table.teams and (holder := table.holders[letter]) and before:
        if before[0] in ended:
            raise ClasskitError(
                f"Table {before[0]} is over, so the person in that seat cannot move there. Choose "
                "a bot's seat, or take one of the two seats away first."
            )
        rows.append(build_seated_row(before, holder))
    return rows


def find_free_seat(room: Room, place: int, person: str) -> str:
    """Return a seat for a person at a table: a bot's, or the smallest team.

    A reserved seat is used only if no other is free.
    """
    table, before = room.tables[place], room.get_seat(person)
    if before is not None and before[0] == place:
        return before[1]
    if table.teams:
        return min(table.teams, key=lambda seat: len(table.teams[seat]))
    free = [*list_open_seats(room, place), *table.free_seats]
    if not free:
        raise ClasskitError(
            f"Table {place} has no free seat. Choose one of its seats. The person in "
            "that seat moves."
        )
    return free[0]


def seat_by_list(room: Room, text: object, ended: Collection[int] = ()) -> list[NewEvent]:
    """Seat people by the teacher's list.

    With tables, people are moved to the seats of the list, new tables are set up, and free seats
    are kept for people who have not joined. People who are not in the list keep their seats unless
    a listed person who is there needs one. With groups, people who wait are seated so that
    each table has people from as many groups as possible.

    Args:
        room: The room.
        text: The list, see :mod:`.seat_list`.
        ended: The tables that are over. People there stay, and nobody else comes.

    Returns:
        The rows to store.

    Raises:
        ClasskitError: If the list is invalid, does not fit the tables of the room, or would bring
            somebody to a table that is over.
    """
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    listed = read_seat_list(text)
    if not any(one.table for one in listed):
        return seat_by_groups(room, listed)
    check_new_tables(room, {one.table for one in listed})
    rows: list[NewEvent] = []
    moves: dict[SeatKey, str] = {}
    reserved: dict[SeatKey, str] = {}
    known = find_listed_people(room, listed)
    refused: list[ListedPerson] = []
    for place in sorted({one.table for one in listed}):
        here = [one for one in listed if one.table == place]
        seats = list_table_seats(room, place, len(here))
        assigned = assign_listed_seats(room, place, seats, here, known)
        for one, letter in assigned:
            key = (place, letter)
            if one.name in known:
                moves[key] = known[one.name]
                is_new = room.get_seat(known[one.name]) != key
            elif is_kept_by_other(room, key, known):
                continue
            else:
                reserved[key] = one.name
                is_new = room.reserved.get(key) != one.name
            if is_new and place in ended:
                refused.append(one)
        if place not in room.tables:
            rows.append(build_table_row(room, place, dict.fromkeys(seats, ""), BY_LIST))
    if refused:
        raise ClasskitError(describe_ended_lines(refused))
    rows += [
        build_seated_row(seat, person)
        for seat, person in moves.items()
        if room.get_seat(person) != seat
    ]
    if reserved != room.reserved:
        kept = [[place, seat, name] for (place, seat), name in reserved.items()]
        rows.append(NewEvent("reserved", {"reserved": kept}))
    return rows


def describe_ended_lines(listed: Sequence[ListedPerson]) -> str:
    """Return the message that refuses lines of a list because their tables are over."""
    first, *others = listed
    if not others:
        return (
            f"Line {first.line} of the list: table {first.table} is over. Leave out the line, or "
            "choose a table that still plays."
        )
    lines = [str(line) for line in sorted(one.line for one in listed)]
    named = ", ".join(lines[:MAX_NAMED_PEOPLE])
    more = len(lines) - MAX_NAMED_PEOPLE
    return (
        f"Lines {named}{f' and {more} more' if more > 0 else ''} of the list: their tables are "
        "over. Leave out the lines, or choose tables that still play."
    )


def check_new_tables(room: Room, tables: set[int]) -> None:
    """Raise ClasskitError if the new tables of a list have gaps, or are too many."""
    first = max(room.tables, default=0) + 1
    new = sorted(table for table in tables if table not in room.tables)
    for number, table in enumerate(new, first):
        if number != table:
            raise ClasskitError(
                f"The list has table {table} but no table {number}. Number the tables without gaps."
            )
    if new and not count_tables_left(room):
        raise ClasskitError(describe_full_room(room))
    if len(new) > count_tables_left(room):
        left = format_count(count_tables_left(room), "more table")
        raise ClasskitError(
            f"The list needs {format_count(len(new), 'new table')}, but this room can have only "
            f"{left}."
        )


def find_listed_people(room: Room, listed: Sequence[ListedPerson]) -> dict[str, str]:
    """Return the people in the room whose names are in the list, by the name in the list.

    Students come before simulated participants. Raise ClasskitError if several students have the
    same name.
    """
    by_name = defaultdict[str, list[str]](list)
    for person in room.present.values():
        by_name[fold_name(person.label)].append(person.id)
    known: dict[str, str] = {}
    for one in listed:
        people = by_name.get(fold_name(one.name), [])
        students = [who for who in people if not room.is_simulated(who)] or people[:1]
        if len(students) > 1:
            raise ClasskitError(describe_equal_names(room, one, students))
        if students:
            known[one.name] = students[0]
    return known


def describe_equal_names(room: Room, listed: ListedPerson, people: Sequence[str]) -> str:
    """Return the message that refuses a line of a list and names the people it may mean."""
    named = []
    for person in people[:MAX_NAMED_PEOPLE]:
        seat = room.get_seat(person)
        where = f"table {seat[0]}, seat {seat[1]}" if seat else "without a seat"
        named.append(f"{room.people[person].label} ({where})")
    if more := len(people) - len(named):
        named.append(f"{more} more")
    return (
        f"Line {listed.line} of the list: {len(people)} people are called "
        f"{truncate_text(listed.name)}: {', '.join(named)}. Leave out the line and move them in "
        "the seat map, or ask them to change their names."
    )


def is_kept_by_other(room: Room, seat: SeatKey, known: Mapping[str, str]) -> bool:
    """Return True if the seat belongs to somebody outside the list, who therefore keeps it."""
    table = room.tables.get(seat[0])
    holder = table.holders[seat[1]] if table else ""
    return bool(holder) and holder not in known.values()


def list_table_seats(room: Room, place: int, people: int) -> list[str]:
    """Return the seats at a listed table. The table may be new."""
    if table := room.tables.get(place):
        if table.teams:
            raise ClasskitError(f"Table {place} is played in teams. A list cannot seat teams.")
        seats = [*table.seats]
    else:
        if people > room.seats:
            raise ClasskitError(describe_overfull_table(place, people, room.seats))
        number = choose_seat_count(people, room.numbers, fill=room.fill)
        seats = [chr(ord("A") + at) for at in range(number)]
    if people > len(seats):
        raise ClasskitError(describe_overfull_table(place, people, len(seats)))
    return seats


def assign_listed_seats(
    room: Room,
    place: int,
    seats: Sequence[str],
    listed: Sequence[ListedPerson],
    known: Mapping[str, str],
) -> list[tuple[ListedPerson, str]]:
    """Return the seat of each listed person at a table.

    People without a seat in the list keep the seat that they have at this table. Otherwise they get
    a bot's seat, and only then a seat of somebody who is not in the list.
    """
    taken: dict[str, ListedPerson] = {}
    for one in listed:
        if one.seat and one.seat not in seats:
            raise ClasskitError(
                f"Line {one.line} of the list: table {place} has no seat {one.seat}. Its seats "
                f"are {', '.join(seats)}."
            )
        if one.seat and one.seat in taken:
            raise ClasskitError(
                f"Lines {taken[one.seat].line} and {one.line} of the list have the same seat, "
                f"{one.seat} at table {place}."
            )
        if one.seat:
            taken[one.seat] = one
    others = [one for one in listed if not one.seat]
    for one in others:
        at, letter = room.get_seat(known.get(one.name, "")) or (0, "")
        if at == place and letter not in taken:
            taken[letter] = one
    table = room.tables.get(place)
    free = [seat for seat in seats if seat not in taken]
    free.sort(key=lambda seat: bool(table and table.holders[seat]))
    placed = {one.name for one in taken.values()}
    taken |= zip(free, [one for one in others if one.name not in placed], strict=False)
    return [(one, letter) for letter, one in taken.items()]


def seat_by_groups(room: Room, listed: Sequence[ListedPerson]) -> list[NewEvent]:
    """Set up tables for people who wait. Mix people from as many groups as possible.

    People who are not in the list count as a group of their own.
    """
    if not room.waiting:
        raise ClasskitError("Everybody who has joined has a seat.")
    tables = count_tables_left(room)
    if not tables:
        raise ClasskitError(describe_full_room(room))
    luck = Random(f"{room.seed}/{room.row_number}")
    people = room.waiting
    if len(people) > tables * room.seats:
        people = sample_people(people, tables * room.seats, luck)
    known = find_listed_people(room, listed)
    group_by_person = {known[one.name]: one.group for one in listed if one.name in known}
    shuffled = [*people]
    luck.shuffle(shuffled)
    shuffled.sort(key=lambda person: group_by_person.get(person, ""))
    sizes = compute_table_sizes(len(shuffled), room.seats, len(room.groups) or 1)
    first = max(room.tables, default=0) + 1
    return [
        set_up_table(room, place, [[person] for person in table], BY_GROUPS)
        for place, table in enumerate(deal_people(shuffled, sizes, luck), first)
    ]
