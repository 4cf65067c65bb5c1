"""A room's state, rebuilt from the rows of its log: people, tables, seats and settings.

Rows change a room, and the same rows produce the same room in every process. Only deletion has no
row. A deleted room is marked as closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, truncate_text

from . import poll_model
from .poll_model import UNITS, ClassQuestion
from .room_events import ROOM_STREAM, DamagedEvent, StoredEvent
from .seat_allocation import RANDOM_ORDER

Body = Mapping[str, Any]


@dataclass
class Person:
    """A person who has joined. ``name`` is the name that they typed, or "" if they typed none.

    ``number`` counts the people in the order in which they joined, from 1 on.

    A person who ``is_simulated`` is played by a bot, for a rehearsal, and is not counted as a
    student. A person who ``is_removed`` has been removed by the teacher and cannot join again.
    """

    id: str
    name: str
    is_simulated: bool = False
    is_removed: bool = False
    number: int = 0

    @property
    def pseudonym(self) -> str:
        """The label of this person while names are hidden.

        >>> Person("p1", "Ada", number=5).pseudonym
        'Student 5'
        """
        return f"Student {self.number}"

    @property
    def label(self) -> str:
        """The name of this person, or else the pseudonym."""
        return self.name or self.pseudonym


@dataclass
class TableSetup:
    """Setup of a table: its seats, its seed, its options, and its group.

    ``holders`` maps each seat to a person's id or to a bot (``""``). ``teams`` maps the seat of
    each team to its members, in the order in which they joined. The holder of such a seat is the
    captain. ``order`` is how people were assigned to the table (:mod:`.seat_allocation`).
    ``absent`` and ``ends`` override the settings of the room if they are not None. ``paused``
    pauses only this table.
    """

    place: int
    seats: tuple[str, ...]
    seed: int
    options: Mapping[str, Any]
    group: str = ""
    holders: dict[str, str] = field(default_factory=dict)
    teams: dict[str, list[str]] = field(default_factory=dict)
    order: str = RANDOM_ORDER
    absent: int | None = None
    ends: int | None = None
    paused: bool = False

    def list_people(self, seat: str) -> list[str]:
        """Return the people in a seat: nobody, one person, or a team."""
        holder = self.holders[seat]
        return self.teams.get(seat, [holder] if holder else [])

    @property
    def people(self) -> list[str]:
        """The people in all seats."""
        return [who for seat in self.seats for who in self.list_people(seat)]

    @property
    def free_seats(self) -> list[str]:
        """The seats of bots."""
        return [seat for seat, holder in self.holders.items() if not holder]


class Claim(NamedTuple):
    """A device that waits to be let in as a person, with the typed name and the device's code.

    The device shows the ``code`` of four digits, so that the teacher knows whom they let in.
    """

    name: str
    code: str


@dataclass
class NextGuess:
    """A guess of a person at a table: how a metric after ``at`` will compare to ``value``.

    ``answer`` is -1 for lower, 0 for the same, 1 for higher.
    """

    place: int
    figure: str
    unit: str
    at: int
    value: float
    answer: int
    changes: int = 0

    def matches(self, place: int, at: int) -> bool:
        """Return True if the guess is about this table and this turn or round."""
        return (self.place, self.at) == (place, at)


@dataclass
class Room:
    """A room as of row ``row_number`` of its log.

    Attributes:
        rules: Rules version that the options refer to, or "" in rooms of older versions of
            classkit.
        seats: Maximum number of seats at a table.
        numbers: Numbers of seats that the game allows with these options.
        max_tables: Maximum number of tables, or 0 for as many as the class needs.
        absent: Seconds after which a bot answers for a person, or 0 for never.
        pace: Seconds after which simulated participants answer.
        ends: The round after which tables end, or 0 if the game itself ends them.
        groups_revealed: Whether the desk shows how the groups differ. Until then groups are
            letters.
        devices: Devices that the teacher let in, each with the person it represents, or "" for a
            device that ended because its person was let in on another.
        claims: Devices that wait to be let in.
        reserved: Seats kept for people on the teacher's list who have not joined, with their names.
        usual_shown: Whether phones show usual returns.
        questions: The teacher's questions to the class, by number.
        guesses: Each person's guesses about next values at their table, oldest first.
        seat_by_person: The table and the seat of each person who has one.
        left_tables: The table that each person without a seat had to leave, if any.
        students: Number of people who have joined, without simulated and removed ones.
    """

    code: str
    row_number: int = 0
    game: str = ""
    rules: str = ""
    seats: int = 4
    numbers: list[int] = field(default_factory=list)
    max_tables: int = 0
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    groups: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    fill: bool = True
    absent: int = 0
    pace: int = 2
    ends: int = 0
    paused: bool = False
    names_hidden: bool = False
    usual_shown: bool = True
    groups_revealed: bool = False
    closed: bool = False
    people: dict[str, Person] = field(default_factory=dict)
    tables: dict[int, TableSetup] = field(default_factory=dict)
    devices: dict[str, str] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    reserved: dict[tuple[int, str], str] = field(default_factory=dict)
    questions: dict[int, ClassQuestion] = field(default_factory=dict)
    guesses: dict[str, list[NextGuess]] = field(default_factory=dict)
    seat_by_person: dict[str, tuple[int, str]] = field(default_factory=dict)
    left_tables: dict[str, int] = field(default_factory=dict)
    students: int = 0
    hands: set[str] = field(default_factory=set)
    """The people who have raised a hand."""
    done: set[tuple[str, str]] = field(default_factory=set)
    """The requests already carried out, as pairs of a writer and the writer's number for the
    request.
    """

    def apply_row(self, row: StoredEvent) -> None:
        """Apply the next row. Raise DamagedEvent if that is impossible."""
        try:
            assert row.number == self.row_number + 1, f"row {row.number} after {self.row_number}"
            check_value_types(row.body)
            EVENT_HANDLERS[row.kind](self, row.body)
        except Exception as error:  # a damaged row may contain anything
            remedy = "Restore the database from a copy, or open another room."
            raise DamagedEvent(f"room {self.code}", row, error, remedy) from error
        self.row_number = row.number
        if row.key:
            self.done.add((row.by, row.key))

    def get_seat(self, person: str) -> tuple[int, str] | None:
        """Return the table and the seat of a person, or None if they have no seat."""
        return self.seat_by_person.get(person)

    @property
    def waiting(self) -> list[str]:
        """The people who have no seat, in the order in which they joined."""
        return [person for person in self.present if person not in self.seat_by_person]

    @property
    def present(self) -> dict[str, Person]:
        """The people in the room, except people whom the teacher removed."""
        return {who: person for who, person in self.people.items() if not person.is_removed}

    def has_joined(self, person: str) -> bool:
        """Return True if a person has joined and was not removed."""
        return person in self.people and not self.people[person].is_removed

    def is_removed(self, person: str) -> bool:
        """Return True if the teacher removed a person."""
        return person in self.people and self.people[person].is_removed

    def is_table_paused(self, place: int) -> bool:
        """Return True if a table is paused, alone or with all others."""
        return self.paused or self.tables[place].paused

    def get_person(self, device: str) -> str:
        """Return the person of a device: as the teacher assigned, or else the device's id.

        Return "" for a device that has ended.
        """
        return self.devices.get(device, device)

    def has_ended(self, device: str) -> bool:
        """Return True if the person of a device was let in on another device."""
        return self.devices.get(device) == ""

    def get_group_label(self, group: str) -> str:
        """Return the name of a group as the desk shows it: a letter until groups are revealed."""
        names = [name for name, _ in self.groups]
        if self.groups_revealed or group not in names:
            return group
        return chr(ord("A") + names.index(group))

    def get_absence_timeout(self, place: int) -> int:
        """Return the seconds after which a bot answers for absent people, or 0 for never."""
        own = self.tables[place].absent
        return self.absent if own is None else own

    def get_end_round(self, place: int) -> int:
        """Return the round after which a table ends, or 0 if the game itself ends it."""
        own = self.tables[place].ends
        return self.ends if own is None else own

    def is_simulated(self, person: str) -> bool:
        """Return True if a person is simulated, or False if the person is unknown."""
        return person in self.people and self.people[person].is_simulated

    def count_students(self, people: Iterable[str]) -> int:
        """Count the people, excluding simulated ones. Every count of people uses this."""
        return sum(not self.is_simulated(person) for person in people)

    def select_counted(self, people: Iterable[str]) -> list[str]:
        """Return the students among people. In a room without students, return all of them.

        Such a room is a rehearsal, which shows the answers and scores of simulated participants.
        """
        return [who for who in people if not self.students or not self.is_simulated(who)]

    def list_unattended_tables(self) -> list[int]:
        """Return the tables that have only bots and simulated participants, and no student."""
        return [
            place for place, table in self.tables.items() if not self.count_students(table.people)
        ]

    def get_shown_names(self, place: int, *, with_hidden: bool = False) -> dict[str, str]:
        """Return the names to show for a table's seats: of teams, and of people.

        People without a name, and all while names are hidden, have a number.
        """
        table = self.tables[place]
        named = {seat: f"Team {seat}" for seat in table.teams if table.holders[seat]}
        shown = with_hidden or not self.names_hidden
        for seat, who in table.holders.items():
            if who and seat not in table.teams:
                person = self.people[who]
                named[seat] = person.label if shown else person.pseudonym
        return named

    def choose_captain(self, place: int, seat: str) -> str:
        """Return the next captain of a team: its first member, preferring real people."""
        members = self.tables[place].teams[seat]
        return min(members, key=self.is_simulated, default="")


MAX_TABLE_NUMBER = 10_000
"""Maximum table number, which no class comes close to."""
TEXT_KEYS = frozenset(
    {"game", "rules", "group", "person", "name", "seat", "device", "words", "code", "order"}
)
INTEGER_KEYS = frozenset(
    {"seats", "tables", "seed", "absent", "place", "seconds", "round", "question"}
)
FLAG_KEYS = frozenset({"fill", "invented", "on", "names_hidden"})
LIST_KEYS = frozenset({"numbers", "groups", "people", "devices", "choices", "reserved"})
MAPPING_KEYS = frozenset({"options", "holders", "teams"})
VALUE_TYPES: Mapping[str, type] = {
    **dict.fromkeys(TEXT_KEYS, str),
    **dict.fromkeys(INTEGER_KEYS, int),
    **dict.fromkeys(FLAG_KEYS, bool),
    **dict.fromkeys(LIST_KEYS, list),
    **dict.fromkeys(MAPPING_KEYS, dict),
}
"""The type of each value in a row, by its key."""


def check_value_types(body: Body) -> None:
    """Raise ClasskitError if a value in a row has the wrong type or a place is out of range."""
    for key, value in body.items():
        kind = VALUE_TYPES.get(key)
        if kind is not None and type(value) is not kind:
            raise ClasskitError(f"{key} is {truncate_text(value)}.")
    if not 0 <= body.get("place", 0) <= MAX_TABLE_NUMBER:
        raise ClasskitError(f"there is no table {truncate_text(body['place'])}.")


def check_people(room: Room, people: Iterable[str]) -> None:
    """Raise ClasskitError if a person has not joined. A bot (``""``) is accepted."""
    for who in people:
        if type(who) is not str or (who and who not in room.people):
            raise ClasskitError(f"{truncate_text(who)} has not joined.")


def apply_opened(room: Room, body: Body) -> None:
    """Initialize the room as the teacher opened it."""
    room.game, room.seats, room.seed = body["game"], body["seats"], body["seed"]
    room.rules = body.get("rules", "")
    room.numbers, room.max_tables = list(body["numbers"]), body.get("tables", 0)
    room.options, room.fill, room.absent = body["options"], body["fill"], body["absent"]
    room.groups = [(name, options) for name, options in body["groups"]]
    room.names_hidden = body.get("names_hidden", False)


def apply_joined(room: Room, body: Body) -> None:
    """Add a person who joined."""
    invented = body.get("invented", False)
    number = len(room.people) + 1
    room.people[body["person"]] = Person(body["person"], body["name"], invented, number=number)
    room.students += not invented


def apply_named(room: Room, body: Body) -> None:
    """Change a person's name."""
    room.people[body["person"]].name = body["name"]


def apply_table(room: Room, body: Body) -> None:
    """Add a table, and seat people at it."""
    place, holders = body["place"], dict(body["holders"])
    teams = {seat: list(people) for seat, people in body.get("teams", {}).items()}
    check_people(room, [*holders.values(), *(who for team in teams.values() for who in team)])
    if not set(teams) <= set(holders):
        raise ClasskitError("a team has no seat.")
    if body["group"] not in (dict(room.groups) or {"": {}}):
        raise ClasskitError(f"there is no group {truncate_text(body['group'])}.")
    table = TableSetup(
        place, tuple(holders), body["seed"], body["options"], body["group"], holders, teams,
        body.get("order", RANDOM_ORDER),
    )  # fmt: skip
    room.tables[place] = table
    seated = {who: (place, seat) for seat in holders for who in table.list_people(seat)}
    room.seat_by_person |= seated
    for who in seated:
        room.left_tables.pop(who, None)


def apply_seated(room: Room, body: Body) -> None:
    """Give a seat to a person, a new team member, or a bot."""
    person, place, seat = body["person"], body["place"], body["seat"]
    table = room.tables[place]
    check_people(room, [person])
    if person in room.seat_by_person:
        leave_seat(room, person)
    if not person or seat not in table.teams:
        for who in [*table.list_people(seat)]:
            leave_seat(room, who)
    if not person:
        return
    room.seat_by_person[person] = (place, seat)
    room.left_tables.pop(person, None)
    room.reserved.pop((place, seat), None)
    if seat in table.teams:
        table.teams[seat].append(person)
        holder = table.holders[seat]
        if not holder or room.is_simulated(holder):
            table.holders[seat] = room.choose_captain(place, seat)
    else:
        table.holders[seat] = person


def apply_unseated(room: Room, body: Body) -> None:
    """Take a person's seat away, so that they wait for another."""
    leave_seat(room, body["person"])
    room.hands.discard(body["person"])


def apply_reserved(room: Room, body: Body) -> None:
    """Reserve seats for people who have not joined, replacing earlier reservations."""
    kept = {(place, seat): name for place, seat, name in body["reserved"]}
    for (place, seat), name in kept.items():
        if type(name) is not str or seat not in room.tables[place].holders:
            raise ClasskitError(f"{truncate_text(name)} has no seat.")
    room.reserved = kept


def leave_seat(room: Room, person: str) -> None:
    """Remove a person from their seat or team. A bot takes over an empty seat."""
    place, seat = room.seat_by_person.pop(person)
    room.left_tables[person] = place
    table = room.tables[place]
    if seat in table.teams:
        table.teams[seat].remove(person)
    if table.holders[seat] == person:
        table.holders[seat] = room.choose_captain(place, seat) if seat in table.teams else ""


def apply_removed(room: Room, body: Body) -> None:
    """Remove people from the room, as the teacher requested.

    Their seats become free, and their answers to open questions are dropped.
    """
    for person in body["people"]:
        if person in room.seat_by_person:
            leave_seat(room, person)
        room.people[person].is_removed = True
        room.hands.discard(person)
        room.students -= not room.is_simulated(person)
        for question in room.questions.values():
            if not question.is_revealed:
                question.answers.pop(person, None)


def apply_captain(room: Room, body: Body) -> None:
    """Change the captain of a team."""
    check_people(room, [body["person"]])
    room.tables[body["place"]].holders[body["seat"]] = body["person"]


def apply_paused(room: Room, body: Body) -> None:
    """Pause or resume one table or all tables."""
    if place := body.get("place", 0):
        room.tables[place].paused = body["on"]
        return
    room.paused = body["on"]
    for table in room.tables.values():
        table.paused = False


def apply_absent(room: Room, body: Body) -> None:
    """Set the time limit for absent people, for one table or for all."""
    if place := body.get("place", 0):
        room.tables[place].absent = body["seconds"]
        return
    room.absent = body["seconds"]
    for table in room.tables.values():
        table.absent = None


def apply_ends(room: Room, body: Body) -> None:
    """Set the round after which one table or all tables end."""
    if place := body["place"]:
        room.tables[place].ends = body["round"]
        return
    room.ends = body["round"]
    for table in room.tables.values():
        table.ends = None


def apply_claimed(room: Room, body: Body) -> None:
    """Add a device that waits to be let in as a person."""
    room.claims[body["device"]] = Claim(body["name"], body.get("code", ""))


def apply_claim_answer(room: Room, body: Body) -> None:
    """Let a device in as a person, or reject it.

    The earlier devices of the person end.
    """
    device, person = body["device"], body["person"]
    room.claims.pop(device, None)
    if not person:
        return
    check_people(room, [person])
    for other in {person, *room.devices}:
        if room.get_person(other) == person:
            room.devices[other] = ""
    room.devices[device] = person


def apply_turned_away(room: Room, body: Body) -> None:
    """Reject all waiting devices."""
    for device in body["devices"]:
        room.claims.pop(device, None)


def apply_pace(room: Room, body: Body) -> None:
    """Set the delay of simulated participants."""
    room.pace = body["seconds"]


def apply_names_hidden(room: Room, body: Body) -> None:
    """Hide names, or show them again."""
    room.names_hidden = body["on"]


def apply_usual_shown(room: Room, body: Body) -> None:
    """Show usual returns on phones, or hide them."""
    room.usual_shown = body["on"]


def apply_groups_revealed(room: Room, body: Body) -> None:
    """Show on the desk how the groups differ, or show letters again."""
    room.groups_revealed = body["on"]


def apply_guessed(room: Room, body: Body) -> None:
    """Add or replace a person's guess about the next value of a figure."""
    person, answer = body["person"], body["answer"]
    check_people(room, [person])
    if type(answer) is not int or type(body["at"]) is not int or body["unit"] not in UNITS:
        raise ClasskitError(f"{truncate_text(dict(body))} is not a guess.")
    value = float(body["value"])
    guess = NextGuess(body["place"], body["figure"], body["unit"], body["at"], value, answer)
    known = room.guesses.setdefault(person, [])
    before = next((one for one in known if one.matches(guess.place, guess.at)), None)
    if before is not None:
        known.remove(before)
        guess.changes = before.changes + 1
    known.append(guess)


def apply_hand(room: Room, body: Body) -> None:
    """Raise a person's hand, or lower hands."""
    check_people(room, body["people"])
    if body["on"]:
        room.hands.update(body["people"])
    else:
        room.hands.difference_update(body["people"])


def apply_closed(room: Room, body: Body) -> None:
    """End the lesson. Nobody can join or answer afterwards."""
    room.closed = True


def apply_asked(room: Room, body: Body) -> None:
    """Add a question that the teacher asked the class."""
    poll_model.add_question(room.questions, body)
    about = room.questions[body["question"]].about
    if about is not None and about["place"] not in (ROOM_STREAM, *room.tables):
        raise ClasskitError(f"there is no table {about['place']}.")


def apply_answered(room: Room, body: Body) -> None:
    """Record a person's answer to a question."""
    check_people(room, [body["person"]])
    poll_model.add_answer(room.questions, body)


def apply_reveal(room: Room, body: Body) -> None:
    """Reveal the answers to a question."""
    poll_model.reveal_question(room.questions, body)


EVENT_HANDLERS: Mapping[str, Callable[[Room, Body], None]] = {
    "opened": apply_opened,
    "joined": apply_joined,
    "named": apply_named,
    "table": apply_table,
    "seated": apply_seated,
    "unseated": apply_unseated,
    "reserved": apply_reserved,
    "captain": apply_captain,
    "paused": apply_paused,
    "absent": apply_absent,
    "pace": apply_pace,
    "ends": apply_ends,
    "claimed": apply_claimed,
    "let_in": apply_claim_answer,
    "turned_away": apply_turned_away,
    "removed": apply_removed,
    "names_hidden": apply_names_hidden,
    "usual_shown": apply_usual_shown,
    "groups_revealed": apply_groups_revealed,
    "hand": apply_hand,
    "asked": apply_asked,
    "predicted": apply_answered,
    "polled": apply_answered,
    "guessed": apply_guessed,
    "told": apply_reveal,
    "closed": apply_closed,
}
"""The function that applies each kind of row."""
