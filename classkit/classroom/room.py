"""What the rows of a room say: who is there, which tables there are, and who sits where.

A room is folded from its log, row by row; nothing else changes it. The same rows give the same room
in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.errors import ClasskitError, shorten

from . import questions
from .log import THE_ROOM, DamagedRow, Row
from .questions import Question

Body = Mapping[str, Any]


@dataclass
class Person:
    """Somebody who has joined; ``name`` is what they typed, empty if they did not.

    An ``invented`` person is played by a bot, for a rehearsal, and is not counted as a student. A
    person ``removed`` by the teacher has left the room and cannot join again.
    """

    id: str
    name: str
    invented: bool = False
    removed: bool = False


@dataclass
class TableSetup:
    """How a table began: its seats, its luck, its options, and the group it belongs to.

    ``holders`` tells who sits in each seat: a person by id, or a bot (``""``). Where a seat is one
    of ``teams``, these are its people in the order in which they came, and its holder is their
    captain. ``absent`` and ``ends`` are the table's own where it has any, else those of the room
    hold. It may be ``paused`` by itself.
    """

    place: int
    seats: tuple[str, ...]
    seed: int
    options: Mapping[str, Any]
    group: str = ""
    holders: dict[str, str] = field(default_factory=dict)
    teams: dict[str, list[str]] = field(default_factory=dict)
    absent: int | None = None
    ends: int | None = None
    paused: bool = False

    def people_at(self, seat: str) -> list[str]:
        """Return who sits in a seat: nobody, somebody, or a team."""
        holder = self.holders[seat]
        return self.teams.get(seat, [holder] if holder else [])

    @property
    def free(self) -> list[str]:
        """The seats in which bots sit."""
        return [seat for seat, holder in self.holders.items() if not holder]


@dataclass
class Room:
    """A room as its log tells it, up to row ``number``.

    ``seats`` is how many sit at a table at most, ``numbers`` with how many the game can be played
    as it is set here. ``most_tables`` are set up at most; 0 for as many as the class needs. After
    ``absent`` seconds a bot answers for whoever is asked and does not; 0 waits for ever. Invented
    participants answer after ``pace`` seconds. Tables end after round ``ends``; with 0 the game
    itself ends them. ``devices`` are those at which the teacher let somebody in, each with who it
    is, and ``claims`` those that wait for it, each with a name. ``questions`` are those that the
    teacher has asked the class, by number. ``sits`` is the table and the seat of each person who
    has one; ``students`` is how many have come who are not invented.
    """

    code: str
    number: int = 0
    game: str = ""
    seats: int = 4
    numbers: list[int] = field(default_factory=list)
    most_tables: int = 0
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    groups: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    fill: bool = True
    absent: int = 0
    pace: int = 2
    ends: int = 0
    paused: bool = False
    names_hidden: bool = False
    closed: bool = False
    people: dict[str, Person] = field(default_factory=dict)
    tables: dict[int, TableSetup] = field(default_factory=dict)
    devices: dict[str, str] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    questions: dict[int, Question] = field(default_factory=dict)
    sits: dict[str, tuple[int, str]] = field(default_factory=dict)
    students: int = 0
    done: set[tuple[str, str]] = field(default_factory=set)
    """What has been done in the room, as pairs of a writer and that writer's own number for it."""

    def take(self, row: Row) -> None:
        """Take in the next row; DamagedRow where that is not possible."""
        try:
            assert row.number == self.number + 1, f"row {row.number} after {self.number}"
            refuse_other_types(row.body)
            TAKES[row.kind](self, row.body)
        except Exception as error:  # whatever stands in a damaged row
            remedy = "Restore the database from a copy, or open another room."
            raise DamagedRow(f"room {self.code}", row, error, remedy) from error
        self.number = row.number
        if row.key:
            self.done.add((row.by, row.key))

    def seat_of(self, person: str) -> tuple[int, str] | None:
        """Return the table and the seat of a person; None while they have none."""
        return self.sits.get(person)

    @property
    def waiting(self) -> list[str]:
        """The people who have no seat, in the order in which they came."""
        return [person for person in self.present if person not in self.sits]

    @property
    def present(self) -> dict[str, Person]:
        """The people who are in the room: not those whom the teacher removed."""
        return {who: person for who, person in self.people.items() if not person.removed}

    def is_in(self, person: str) -> bool:
        """Return whether somebody has joined, and was not removed."""
        return person in self.people and not self.people[person].removed

    def is_removed(self, person: str) -> bool:
        """Return whether the teacher removed somebody."""
        return person in self.people and self.people[person].removed

    def paused_at(self, place: int) -> bool:
        """Return whether a table is paused, by itself or with all others."""
        return self.paused or self.tables[place].paused

    def person_at(self, device: str) -> str:
        """Return who somebody's device is: whom the teacher let in there, else itself."""
        return self.devices.get(device, device)

    def absent_at(self, place: int) -> int:
        """Return after how many seconds a bot answers for the absent at a table; 0 for never."""
        own = self.tables[place].absent
        return self.absent if own is None else own

    def ends_at(self, place: int) -> int:
        """Return after which round a table ends; 0 where the game itself ends it."""
        own = self.tables[place].ends
        return self.ends if own is None else own

    def is_invented(self, person: str) -> bool:
        """Return whether a person is invented; False for an unknown one."""
        return person in self.people and self.people[person].invented

    def names_at(self, place: int) -> dict[str, str]:
        """Return the names to show at a table: those of the people who sit there, and of teams."""
        table = self.tables[place]
        named = {seat: f"Team {seat}" for seat in table.teams if table.holders[seat]}
        if not self.names_hidden:
            alone = {seat: who for seat, who in table.holders.items() if seat not in table.teams}
            named |= {seat: self.people[who].name for seat, who in alone.items() if who}
        return {seat: name for seat, name in named.items() if name}

    def leads(self, place: int, seat: str) -> str:
        """Return the next captain of a team: its first member, real people before invented ones."""
        members = self.tables[place].teams[seat]
        return min(members, key=self.is_invented, default="")


MOST_PLACES = 10_000
"""Maximum number of a table, far beyond any class."""
WORDS = frozenset({"game", "group", "person", "name", "seat", "device", "words"})
NUMBERS = frozenset({"seats", "tables", "seed", "absent", "place", "seconds", "round", "question"})
FLAGS = frozenset({"fill", "invented", "on"})
LISTS = frozenset({"numbers", "groups", "people", "devices", "choices"})
TABLES = frozenset({"options", "holders", "teams"})
TYPES: Mapping[str, type] = {
    **dict.fromkeys(WORDS, str),
    **dict.fromkeys(NUMBERS, int),
    **dict.fromkeys(FLAGS, bool),
    **dict.fromkeys(LISTS, list),
    **dict.fromkeys(TABLES, dict),
}
"""The type of each value in a row, by its key."""


def refuse_other_types(body: Body) -> None:
    """Refuse a row that holds a value of another type, which would be noticed only in its use."""
    for key, value in body.items():
        kind = TYPES.get(key)
        if kind is not None and type(value) is not kind:
            raise ClasskitError(f"{key} is {shorten(value)}.")
    if not 0 <= body.get("place", 0) <= MOST_PLACES:
        raise ClasskitError(f"there is no table {shorten(body['place'])}.")


def known_people(room: Room, people: Iterable[str]) -> None:
    """Refuse somebody who has not joined; a bot is nobody (``""``)."""
    for who in people:
        if type(who) is not str or (who and who not in room.people):
            raise ClasskitError(f"{shorten(who)} has not joined.")


def opened(room: Room, body: Body) -> None:
    """The teacher opened the room."""
    room.game, room.seats, room.seed = body["game"], body["seats"], body["seed"]
    room.numbers, room.most_tables = list(body["numbers"]), body.get("tables", 0)
    room.options, room.fill, room.absent = body["options"], body["fill"], body["absent"]
    room.groups = [(name, options) for name, options in body["groups"]]


def joined(room: Room, body: Body) -> None:
    """Somebody came."""
    invented = body.get("invented", False)
    room.people[body["person"]] = Person(body["person"], body["name"], invented)
    room.students += not invented


def named(room: Room, body: Body) -> None:
    """Somebody's name was changed."""
    room.people[body["person"]].name = body["name"]


def set_up(room: Room, body: Body) -> None:
    """A table was set up, with people in its seats."""
    place, holders = body["place"], dict(body["holders"])
    teams = {seat: list(people) for seat, people in body.get("teams", {}).items()}
    known_people(room, [*holders.values(), *(who for team in teams.values() for who in team)])
    if not set(teams) <= set(holders):
        raise ClasskitError("a team has no seat.")
    if body["group"] not in (dict(room.groups) or {"": {}}):
        raise ClasskitError(f"there is no group {shorten(body['group'])}.")
    table = TableSetup(
        place, tuple(holders), body["seed"], body["options"], body["group"], holders, teams
    )
    room.tables[place] = table
    room.sits |= {who: (place, seat) for seat in holders for who in table.people_at(seat)}


def seated(room: Room, body: Body) -> None:
    """Somebody took a seat or joined a team, or a seat was left to a bot."""
    person, place, seat = body["person"], body["place"], body["seat"]
    table = room.tables[place]
    known_people(room, [person])
    if person in room.sits:
        leave(room, person)
    if not person or seat not in table.teams:
        for who in [*table.people_at(seat)]:
            leave(room, who)
    if not person:
        return
    room.sits[person] = (place, seat)
    if seat in table.teams:
        table.teams[seat].append(person)
        holder = table.holders[seat]
        if not holder or room.is_invented(holder):
            table.holders[seat] = room.leads(place, seat)
    else:
        table.holders[seat] = person


def leave(room: Room, person: str) -> None:
    """Somebody leaves a seat to a bot, or a team to those who stay."""
    place, seat = room.sits.pop(person)
    table = room.tables[place]
    if seat in table.teams:
        table.teams[seat].remove(person)
    if table.holders[seat] == person:
        table.holders[seat] = room.leads(place, seat) if seat in table.teams else ""


def removed(room: Room, body: Body) -> None:
    """The teacher took people out of the room: their seats are free, open questions forget them."""
    for person in body["people"]:
        if person in room.sits:
            leave(room, person)
        room.people[person].removed = True
        room.students -= not room.is_invented(person)
        for question in room.questions.values():
            if not question.told:
                question.answers.pop(person, None)


def handed_on(room: Room, body: Body) -> None:
    """Somebody else is the captain of a team."""
    known_people(room, [body["person"]])
    room.tables[body["place"]].holders[body["seat"]] = body["person"]


def paused(room: Room, body: Body) -> None:
    """One table was paused or goes on, or all of them."""
    if place := body.get("place", 0):
        room.tables[place].paused = body["on"]
        return
    room.paused = body["on"]
    for table in room.tables.values():
        table.paused = False


def absence(room: Room, body: Body) -> None:
    """The time after which a bot answers for the absent was set, at one table or at all."""
    if place := body.get("place", 0):
        room.tables[place].absent = body["seconds"]
        return
    room.absent = body["seconds"]
    for table in room.tables.values():
        table.absent = None


def end_set(room: Room, body: Body) -> None:
    """The round after which tables end was set, for one table or for all."""
    if place := body["place"]:
        room.tables[place].ends = body["round"]
        return
    room.ends = body["round"]
    for table in room.tables.values():
        table.ends = None


def claimed(room: Room, body: Body) -> None:
    """Somebody says on another device who they are."""
    room.claims[body["device"]] = body["name"]


def let_in(room: Room, body: Body) -> None:
    """The teacher let a device in as somebody, or turned it away."""
    room.claims.pop(body["device"], None)
    if body["person"]:
        room.devices[body["device"]] = body["person"]


def turned_away(room: Room, body: Body) -> None:
    """The teacher turned all devices away that waited."""
    for device in body["devices"]:
        room.claims.pop(device, None)


def paced(room: Room, body: Body) -> None:
    """The time after which the invented answer was set."""
    room.pace = body["seconds"]


def hid_names(room: Room, body: Body) -> None:
    """Names were hidden, or are shown again."""
    room.names_hidden = body["on"]


def closed(room: Room, body: Body) -> None:
    """The lesson is over: nobody joins and nobody answers any more."""
    room.closed = True


def asked(room: Room, body: Body) -> None:
    """The teacher asked the class something."""
    questions.asked(room.questions, body)
    about = room.questions[body["question"]].about
    if about is not None and about["place"] not in (THE_ROOM, *room.tables):
        raise ClasskitError(f"there is no table {about['place']}.")


def answered(room: Room, body: Body) -> None:
    """Somebody answered what the class was asked."""
    known_people(room, [body["person"]])
    questions.answered(room.questions, body)


def told(room: Room, body: Body) -> None:
    """The answers of the class were told."""
    questions.told(room.questions, body)


TAKES: Mapping[str, Callable[[Room, Body], None]] = {
    "opened": opened,
    "joined": joined,
    "named": named,
    "table": set_up,
    "seated": seated,
    "captain": handed_on,
    "paused": paused,
    "absent": absence,
    "pace": paced,
    "ends": end_set,
    "claimed": claimed,
    "let_in": let_in,
    "turned_away": turned_away,
    "removed": removed,
    "names_hidden": hid_names,
    "asked": asked,
    "predicted": answered,
    "polled": answered,
    "told": told,
    "closed": closed,
}
"""What each kind of row does to a room."""
