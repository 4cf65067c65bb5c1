"""A room's commands, and the rows that carry them out.

Each command checks whether it is possible in the current room, and raises ClasskitError with a
reason if it is not. Commands change nothing themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from classkit.engine.errors import ClasskitError, require_known, truncate_text
from classkit.engine.game import Game
from classkit.engine.registry import find
from classkit.engine.rulebook_text import format_count
from classkit.engine.seats import read_name, read_seat_count
from classkit.engine.untrusted_input import fold_name, read_int

from .room import Room
from .room_events import NewEvent
from .seat_allocation import (
    ARRIVAL_ORDER,
    RANDOM_ORDER,
    SEAT_ORDERS,
    assign_tables,
    assign_teams,
    choose_seat_count,
    sample_people,
)
from .treatments import begin_match, read_groups, read_settings

MAX_PEOPLE = 2_000
"""Maximum number of people who may join a room."""
MAX_TABLES = 200
"""Maximum number of tables in a room."""
MAX_ABSENCE_SECONDS = 3_600
"""Maximum number of seconds before a bot answers for an absent person."""
MAX_SIMULATED, MAX_PACE_SECONDS = 400, 120
"""Maximum number of simulated participants added in one step, and of seconds until they answer."""
SIMULATED_NAMES = (
    "Alma", "Boris", "Chidi", "Dana", "Emeka", "Farah", "Goran", "Hana", "Ines", "Jonas", "Kavya",
    "Liam", "Mei", "Noor", "Olga", "Pablo", "Quynh", "Rosa", "Samir", "Tova", "Uma", "Viktor",
    "Wanda", "Yusuf", "Zofia",
)  # fmt: skip
MAX_CLAIMS, MAX_END_ROUND = 60, 10_000
"""Maximum number of devices that wait to be let in, and maximum round after which tables end."""
DEVICE_CODES = 10_000
"""Number of codes of four digits, by which a teacher distinguishes waiting devices."""
LESSON_OVER_MESSAGE = "This lesson is over."
ENDED_MESSAGE = "You are playing on another device now."
REMOVED_MESSAGE = "Your teacher has taken you out of this room."


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
) -> list[NewEvent]:
    """Open a room.

    A trial match is started for each group, so that setting up tables cannot fail.

    Args:
        game: The game's name.
        seats: Maximum number of seats at a table.
        seed: The random seed of the room.
        tables: Maximum number of tables, or 0 for as many as the class needs. People without a seat
            watch.
        options: Options of the game by name, besides the game's ``classroom_options``. They may
            include an ``edition``.
        compare: Values of options to compare: there is a group of tables for each value, as for
            ``{"quick_start": [False, True]}``. Names are hidden at first in such a room, and
            groups are letters until the teacher reveals them.
        groups: Groups in another form: pairs of a name and the settings that differ.
        fill: Whether bots take the remaining seats.
        absent: Seconds after which a bot answers for a person who is asked, or 0 for never.

    Returns:
        The rows to store.

    Raises:
        ClasskitError: If the settings are not possible.

    >>> open_room("poleconomy", seats=90, seed=1)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: seats must be a whole number from 2 to 6, not 90.
    """
    rules = find(game)
    own = read_settings(rules, {**rules.classroom_options, **(options or {})})
    seats = read_seat_count(seats, rules.seat_numbers)
    most = read_int("the number of tables", tables, 0, MAX_TABLES)
    split = [(name, read_settings(rules, other)) for name, other in groups]
    split = split or read_groups(rules, seats, own, compare or {})
    if 0 < most < len(split):
        raise ClasskitError(
            f"{len(split)} groups need at least {len(split)} tables, not {most}. Increase "
            "the number of tables."
        )
    treatments = [{**own, **other} for _, other in split] or [own]
    for options_of_group in treatments:
        begin_match(rules, seats, seed, options_of_group)
    fewer = [number for number in rules.seat_numbers if number < seats]
    numbers = [n for n in fewer if all(can_begin(rules, n, one) for one in treatments)]
    return [
        NewEvent(
            "opened",
            {
                "game": rules.name,
                "rules": rules.rules_version,
                "seats": seats,
                "numbers": [*numbers, seats],
                "tables": most,
                "seed": seed,
                "options": own,
                "groups": [[name, other] for name, other in split],
                "fill": fill,
                "absent": read_absence_timeout(absent),
                "names_hidden": bool(split),
            },
        )
    ]


def can_begin(rules: Game[Any], seats: int, options: Mapping[str, Any]) -> bool:
    """Return True if a game with these options can be played with this number of seats."""
    try:
        begin_match(rules, seats, 1, options)
    except ClasskitError:
        return False
    return True


def join_room(
    room: Room, person: str, name: str = "", ended: Collection[int] = ()
) -> list[NewEvent]:
    """Let a person join, and give them a seat if one is free for late arrivals.

    A person who joins again, or with another name, stays the same person. Nobody gets a seat at one
    of the ``ended`` tables.
    """
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    if room.has_ended(person):
        raise ClasskitError(ENDED_MESSAGE)
    person = room.get_person(person)
    if room.is_removed(person):
        raise ClasskitError(REMOVED_MESSAGE)
    called = read_person_name(name) if name.strip() else ""
    if person in room.people:
        known = room.people[person].name
        if called in ("", known):
            return []
        named = NewEvent("named", {"person": person, "name": called})
        kept = None if room.get_seat(person) else find_reserved_seat(room, called, ended)
        return [named, *([build_seated_row(kept, person)] if kept else [])]
    if len(room.present) >= MAX_PEOPLE:
        raise ClasskitError("This room is full.")
    came = [NewEvent("joined", {"person": person, "name": called})]
    if person in room.claims:  # a device that waited to be let in joins as a new person
        came.insert(0, NewEvent("let_in", {"device": person, "person": ""}))
    late = find_reserved_seat(room, called, ended) or find_late_seat(room, ended)
    if late is not None:
        came.append(build_seated_row(late, person))
    return came


def read_person_name(name: str) -> str:
    """Parse a name in the form that phones show.

    Raise ClasskitError with a sentence if it is invalid.

    >>> read_person_name("Ada\\x07")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: The name 'Ada\\x07' contains an invisible control
    character (U+0007). Remove it.
    """
    try:
        return read_name(name)
    except ClasskitError as error:
        reason = str(error)
        raise ClasskitError(reason[:1].upper() + reason[1:]) from None


def build_seated_row(seat: tuple[int, str], person: str) -> NewEvent:
    """Return the row that gives a seat (a table and a letter) to a person or a bot (``""``)."""
    return NewEvent("seated", {"place": seat[0], "seat": seat[1], "person": person})


def add_simulated(room: Room, number: object) -> list[NewEvent]:
    """Add simulated participants. They wait until tables are set up."""
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    read = read_int("the number of invented participants", number, 1, MAX_SIMULATED)
    if len(room.present) + read > MAX_PEOPLE:
        raise ClasskitError(f"A room has at most {MAX_PEOPLE:,} people.")
    before = sum(person.is_simulated for person in room.people.values())
    return [
        NewEvent(
            "joined", {"person": f"invented-{at}", "name": get_simulated_name(at), "invented": True}
        )
        for at in range(before + 1, before + read + 1)
    ]


def get_simulated_name(at: int) -> str:
    """Return the name of the simulated participant with this number, from 1 on.

    >>> get_simulated_name(1), get_simulated_name(len(SIMULATED_NAMES) + 1)
    ('Alma', 'Alma 2')
    """
    again, which = divmod(at - 1, len(SIMULATED_NAMES))
    return f"{SIMULATED_NAMES[which]} {again + 1}" if again else SIMULATED_NAMES[which]


def set_pace(room: Room, seconds: object) -> list[NewEvent]:
    """Set the seconds after which simulated participants answer, or 0 for immediately."""
    read = read_int("the seconds after which the invented answer", seconds, 0, MAX_PACE_SECONDS)
    return [] if room.pace == read else [NewEvent("pace", {"seconds": read})]


def find_late_seat(room: Room, ended: Collection[int] = ()) -> tuple[int, str] | None:
    """Return the seat for a person who arrives late, or None if no seat is free.

    It is a bot's seat at the table with the most bots, or else a place in the smallest team.
    Reserved seats and ``ended`` tables are not used.
    """
    playing = {place: table for place, table in room.tables.items() if place not in ended}
    alone = {place: table for place, table in playing.items() if not table.teams}
    free = {place: seats for place in alone if (seats := list_open_seats(room, place))}
    if free:
        place = max(free, key=lambda one: (len(free[one]), -one))
        return place, free[place][0]
    teams = [
        (len(people), place, seat)
        for place, table in playing.items()
        for seat, people in table.teams.items()
    ]
    return min(teams)[1:] if teams else None


def list_open_seats(room: Room, place: int) -> list[str]:
    """Return the bots' seats at a table, except reserved ones."""
    free = room.tables[place].free_seats
    return [seat for seat in free if (place, seat) not in room.reserved]


def find_reserved_seat(
    room: Room, name: str, ended: Collection[int] = ()
) -> tuple[int, str] | None:
    """Return the free seat that the teacher's list reserves for this name, or None.

    Upper and lower case do not matter. Seats at ``ended`` tables are not used.
    """
    for (place, seat), kept in room.reserved.items():
        is_free = place not in ended and not room.tables[place].holders[seat]
        if is_free and fold_name(kept) == fold_name(name):
            return place, seat
    return None


def seat_all(
    room: Room, tables: object = 0, teams: object = False, order: object = RANDOM_ORDER
) -> list[NewEvent]:
    """Set up tables for people without a seat.

    The random numbers depend only on the room's seed and its number of rows. Tables are assigned to
    the groups in turn. The first tables of all groups have the same seed, and so on. Without teams,
    each group gets the same number of tables if there are enough people.

    Args:
        room: The room.
        tables: Number of tables, or 0 for as many as needed, or for one table of teams. Without
            teams, people beyond the seats of these tables watch, and with fewer tables than groups
            each group gets one.
        teams: Whether each seat is a team, so that everybody gets a seat. The captain is the member
            who joined first; simulated members are captains only of teams without real people.
        order: How people are assigned to tables, one of ``SEAT_ORDERS``; teams are always drawn at
            random.

    Returns:
        The rows to store. People for whom no table is left watch.
    """
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    if not room.waiting:
        raise ClasskitError("Everybody who has joined has a seat.")
    wanted = read_int("the number of tables", tables, 0, MAX_TABLES)
    order = RANDOM_ORDER if teams else require_known("order", order, SEAT_ORDERS)
    most = min(count_tables_left(room), wanted or (1 if teams else MAX_TABLES))
    if not most:
        raise ClasskitError(describe_full_room(room))
    luck = Random(f"{room.seed}/{room.row_number}")
    if teams:
        seatings = assign_teams(room.waiting, most, room.seats, luck)
    else:
        seated = choose_seated(room, most, luck, order, limited=bool(wanted or room.max_tables))
        seatings = [
            [[one] for one in table]
            for table in assign_tables(seated, room.seats, luck, len(room.groups) or 1, order)
        ]
    first = max(room.tables, default=0) + 1
    return [
        set_up_table(room, place, seating, order, teams=bool(teams))
        for place, seating in enumerate(seatings, first)
    ]


def choose_seated(
    room: Room, tables: int, luck: Random, order: str, *, limited: bool
) -> Sequence[str]:
    """Return the waiting people who fit at these tables: the first to arrive, or a random draw.

    If the number of tables is not ``limited`` and all fit, no random numbers are used.
    """
    if not limited and len(room.waiting) <= tables * room.seats:
        return room.waiting
    if order == ARRIVAL_ORDER:
        return room.waiting[: tables * room.seats]
    return sample_people(room.waiting, tables * room.seats, luck)


def count_tables_left(room: Room) -> int:
    """Return how many tables can still be set up, rounded down to a multiple of the groups."""
    left = (room.max_tables or MAX_TABLES) - len(room.tables)
    return max(0, left - left % max(1, len(room.groups)))


def describe_full_room(room: Room) -> str:
    """Return a sentence that explains why no more tables are set up."""
    has = format_count(len(room.tables), "table")
    if room.max_tables:
        return (
            f"This room has {has}, the maximum that it was opened for. Waiting students can watch."
        )
    return f"This room has {has}, which is the maximum. Waiting students can watch."


def describe_ended_table(place: int) -> str:
    """Return a sentence that explains why nobody gets a seat at a table that is over."""
    return (
        f"Table {place} is over, and its result belongs to the people who played there. Choose "
        "a table that still plays."
    )


def set_up_table(
    room: Room, place: int, seating: list[list[str]], order: str, *, teams: bool = False
) -> NewEvent:
    """Set up a table with people in its first seats and bots in the others."""
    number = choose_seat_count(len(seating), room.numbers, fill=room.fill)
    at_seat = {chr(ord("A") + at): list[str]() for at in range(number)}
    at_seat |= dict(zip(at_seat, seating, strict=False))
    holders = {seat: pick_captain(room, people) for seat, people in at_seat.items()}
    return build_table_row(room, place, holders, order, at_seat if teams else {})


def build_table_row(
    room: Room,
    place: int,
    holders: Mapping[str, str],
    order: str,
    teams: Mapping[str, Sequence[str]] | None = None,
) -> NewEvent:
    """Return the row that sets up a table with these holders of its seats."""
    groups = room.groups or [("", {})]
    name, options = groups[(place - 1) % len(groups)]
    body = {
        "place": place,
        "holders": dict(holders),
        "seed": derive_table_seed(room.seed, (place - 1) // len(groups)),
        "options": {**room.options, **options},
        "group": name,
        "order": order,
    }
    return NewEvent("table", body | ({"teams": dict(teams)} if teams else {}))


def pick_captain(room: Room, people: Sequence[str]) -> str:
    """Return the first of these people, preferring real people, or "" if there is nobody."""
    return min(people, key=room.is_simulated, default="")


def set_captain(room: Room, place: int, seat: str, at: object) -> list[NewEvent]:
    """Make the member at index ``at`` of a team its captain."""
    table = room.tables[place]
    members = table.teams.get(seat, [])
    if type(at) is not int or not 0 <= at < len(members):
        raise ClasskitError("This person is not in the team and cannot be its captain.")
    body = {"place": place, "seat": seat, "person": members[at]}
    return [] if table.holders[seat] == members[at] else [NewEvent("captain", body)]


def derive_table_seed(seed: int, pair: int) -> int:
    """Return the seed of a table. Tables of different groups with the same number share it.

    >>> (derive_table_seed(7, 0) == derive_table_seed(7, 0),
    ...  derive_table_seed(7, 0) == derive_table_seed(7, 1))
    (True, False)
    """
    return Random(f"{seed}/luck/{pair}").getrandbits(32)


def give_seat(
    room: Room, place: int, seat: str, person: str, ended: Collection[int] = ()
) -> list[NewEvent]:
    """Give a seat to a person, unless the table is one of the ``ended``, or to a bot (``""``)."""
    table = room.tables.get(place)
    if table is None or seat not in table.holders:
        raise ClasskitError(
            f"There is no seat {truncate_text(seat)} at table {truncate_text(place)}."
        )
    if person and not room.has_joined(person):
        raise ClasskitError("This person has not joined the room.")
    if person in table.list_people(seat) or not (person or table.list_people(seat)):
        return []
    if person and place in ended:
        raise ClasskitError(describe_ended_table(place))
    return [build_seated_row((place, seat), person)]


def set_paused(room: Room, on: bool, place: object = 0) -> list[NewEvent]:
    """Pause or resume a table. Place 0 is every table, including those paused alone."""
    at = read_table_number(room, place)
    if not at:
        alone = any(table.paused for table in room.tables.values())
        return [NewEvent("paused", {"on": on})] if alone or room.paused is not on else []
    if room.paused and not on:
        raise ClasskitError("All tables are paused. Resume all of them.")
    return [] if room.is_table_paused(at) is on else [NewEvent("paused", {"on": on, "place": at})]


def remove_person(room: Room, person: object) -> list[NewEvent]:
    """Remove a person from the room. Their seat becomes free, and their phone cannot join again."""
    if not isinstance(person, str) or not room.has_joined(person):
        raise ClasskitError("This person is not in the room.")
    return [NewEvent("removed", {"people": [person]})]


def remove_waiting(room: Room) -> list[NewEvent]:
    """Remove all people who have no seat."""
    return [NewEvent("removed", {"people": room.waiting})] if room.waiting else []


def set_absence_timeout(room: Room, seconds: object, place: object = 0) -> list[NewEvent]:
    """Set the seconds after which a bot answers for a person, or 0 for never.

    Place 0 is every table, including tables with their own time limit.
    """
    read, at = read_absence_timeout(seconds), read_table_number(room, place)
    return [NewEvent("absent", {"seconds": read, "place": at})]


def set_end_round(room: Room, number: object, place: object = 0) -> list[NewEvent]:
    """End tables after a round; 0 lets the game itself end them. Place 0 means every table."""
    read = read_int("the round after which tables end", number, 0, MAX_END_ROUND)
    return [NewEvent("ends", {"round": read, "place": read_table_number(room, place)})]


def read_table_number(room: Room, place: object) -> int:
    """Return the number of a table, or 0 for all tables. Raise ClasskitError for anything else."""
    if type(place) is not int or (place and place not in room.tables):
        raise ClasskitError(f"There is no table {truncate_text(place)}.")
    return place


def claim_identity(room: Room, device: str, name: str) -> list[NewEvent]:
    """Ask to be let in as a person on another device. The teacher accepts or rejects."""
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    if room.is_removed(room.get_person(device)):
        raise ClasskitError(REMOVED_MESSAGE)
    if room.get_person(device) in room.people:
        raise ClasskitError("You have already joined.")
    called = read_person_name(name)
    before = room.claims.get(device)
    if before is not None and before.name == called:
        return []
    if before is None and len(room.claims) >= MAX_CLAIMS:
        raise ClasskitError(
            "Too many people are waiting to be let in. Ask your teacher, and try again."
        )
    code = before.code if before else draw_device_code(room, device)
    return [NewEvent("claimed", {"device": device, "name": called, "code": code})]


def draw_device_code(room: Room, device: str) -> str:
    """Draw a code of four digits that no other waiting device has."""
    luck = Random(f"{room.seed}/code/{device}/{room.row_number}")
    taken = {claim.code for claim in room.claims.values()}
    while (code := f"{luck.randrange(DEVICE_CODES):04}") in taken:
        pass
    return code


def list_claimed_people(room: Room, name: str) -> list[str]:
    """Return the people to whom a waiting device may belong, by the name typed there."""
    return [
        person.id
        for person in room.present.values()
        if not person.is_simulated and fold_name(person.label) == fold_name(name)
    ]


def answer_claim(room: Room, device: object, person: object) -> list[NewEvent]:
    """Let a device in as a person who has joined, or reject it (``""``)."""
    if not isinstance(device, str) or device not in room.claims:
        raise ClasskitError("This device is no longer waiting.")
    if not isinstance(person, str) or (person and not room.has_joined(person)):
        raise ClasskitError("This person has not joined the room.")
    if room.is_simulated(person):
        raise ClasskitError("Simulated participants have no device.")
    return [NewEvent("let_in", {"device": device, "person": person})]


def reject_claims(room: Room) -> list[NewEvent]:
    """Reject all devices that wait to be let in."""
    return [NewEvent("turned_away", {"devices": [*room.claims]})] if room.claims else []


def read_absence_timeout(seconds: object) -> int:
    """Parse the seconds after which a bot answers, 0 for never. Raise ClasskitError if invalid."""
    return read_int("the seconds after which a bot answers", seconds, 0, MAX_ABSENCE_SECONDS)


def hide_names(room: Room, on: bool) -> list[NewEvent]:
    """Hide the names of people everywhere, or show them."""
    return [] if room.names_hidden is on else [NewEvent("names_hidden", {"on": on})]


def reveal_groups(room: Room, on: bool) -> list[NewEvent]:
    """Show on the desk how the groups differ, or show letters instead."""
    if not room.groups:
        raise ClasskitError("This room has no groups: all tables play by the same rules.")
    return [] if room.groups_revealed is on else [NewEvent("groups_revealed", {"on": on})]


def show_usual(room: Room, on: bool) -> list[NewEvent]:
    """Show or hide usual returns on phones. They are a hint for players."""
    return [] if room.usual_shown is on else [NewEvent("usual_shown", {"on": on})]


def raise_hand(room: Room, person: str, on: bool) -> list[NewEvent]:
    """Raise the hand of a person at a table, or lower it."""
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    if room.get_seat(person) is None:
        raise ClasskitError("You have no seat yet.")
    same = (person in room.hands) is on
    return [] if same else [NewEvent("hand", {"people": [person], "on": on})]


def lower_hands(room: Room, place: int) -> list[NewEvent]:
    """Lower all hands at a table, because the teacher is looking at it."""
    table = room.tables[place]
    raised = [who for seat in table.seats for who in table.list_people(seat) if who in room.hands]
    return [NewEvent("hand", {"people": raised, "on": False})] if raised else []


def close_room(room: Room) -> list[NewEvent]:
    """End the lesson."""
    return [] if room.closed else [NewEvent("closed", {})]
