"""A room that is kept, read from its log: tidy tables, records, and each student's own story.

Nothing is written to the log. People go by codes; whoever asks for names gets those that were
typed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.log import INSTRUCTOR, plain_fields
from classkit.engine.match import Match
from classkit.engine.record import dumps, names_text
from classkit.frames.columns import Column
from classkit.widgets.records import record_to_hand_on

from .codes import check_room_code, person_codes
from .columns import NAME, TABLES
from .contrast import contrasts, pairs_of
from .decisions import PERSON, STOOD_IN, TEAM, Decided, Witness
from .figures import Course, class_figures, course_of
from .log import THE_ROOM
from .own_story import Classmates, Story, as_page, classmates, isolated, own_story
from .room import Room, TableSetup
from .sittings import Sittings
from .store import RoomStore

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("csv", "parquet")
Rows = list[dict[str, Any]]


class KeptTable(NamedTuple):
    """A table as it was left: its match, all that was decided there, and when the last row came."""

    match: Match
    decisions: list[Decided]
    last_at: float


class KeptRoom:
    """A room as its log tells it, for whoever looks at it afterwards.

    ``frames()`` gives the tables of :mod:`~classkit.classroom.columns` as pandas frames by name,
    ``match(3)`` the match of table 3, and ``story("K7MQ")`` that of whoever has this code.
    """

    def __init__(self, store: RoomStore, code: str) -> None:
        """Read the rows of a room; ClasskitError where none of this code is kept."""
        self.store, self.code = store, check_room_code(code)
        rows = store.read(self.code, THE_ROOM)
        if not rows:
            raise ClasskitError(f"No room {self.code} is kept here.")
        self.room = Room(self.code)
        for row in rows:
            self.room.take(row)
        self.times = Sittings(self.code, rows)
        self.codes = person_codes(self.code, self.room.people)
        self._tables: dict[int, KeptTable] = {}

    def __repr__(self) -> str:
        people, tables = len(self.room.people), len(self.room.tables)
        return f"<KeptRoom {self.code}: {self.room.game}, {people} people, {tables} tables>"

    # --- tables -------------------------------------------------------------------------------

    def table(self, place: int) -> KeptTable:
        """Return a table, played again from its rows; ClasskitError where there is none."""
        if place not in self.room.tables:
            raise ClasskitError(f"Room {self.code} has no table {shorten(place)}.")
        if place not in self._tables:
            witness, last = Witness(self.room, place, self.times), self.times.set_up[place]
            for row in self.store.read(self.code, place):
                witness.take(row)
                last = row.at
            self._tables[place] = KeptTable(witness.place.match, witness.found, last)
        return self._tables[place]

    def match(self, place: int, *, names: bool = False) -> Match:
        """Return a copy of the match of a table, with the names of its seats if they are wanted."""
        match = self.table(place).match.fork()
        match.names = self.room.names_at(place) if names else {}
        return match

    @cached_property
    def matches(self) -> Mapping[int, Match]:
        """The matches of all tables."""
        return {place: self.table(place).match for place in self.room.tables}

    def record(self, place: int) -> str:
        """Return the match of a table as the text of a record.

        As long as the lesson goes on it holds no luck to come, which other tables may share.
        """
        match = self.table(place).match
        return dumps(match.to_record() if self.room.closed else record_to_hand_on(match))

    # --- people -------------------------------------------------------------------------------

    def person(self, code: str) -> str:
        """Return who has a code; ClasskitError where nobody has."""
        people = {known: person for person, known in self.codes.items()}
        return people[known_name("participant", code.upper(), people)]

    def code_of(self, person: str) -> str:
        """Return the code of somebody; an empty text for nobody."""
        return self.codes.get(person, "")

    def who(self, person: str, names: bool) -> dict[str, str]:
        """Return the columns that say who somebody is."""
        known = self.room.people.get(person)
        found = {"participant": self.code_of(person)}
        return {**found, "name": known.name if known else ""} if names else found

    @cached_property
    def classmates(self) -> Mapping[str, Classmates]:
        """What the people of each group of tables came to, for comparisons."""
        return classmates(self.room, self.matches)

    def story(self, code: str, *, names: bool = False) -> Story:
        """Return the story of whoever has a code: what they decided, what it brought.

        ClasskitError where nobody has it, or where they never had a seat.
        """
        return self.story_of(self.person(code), self.classmates, names=names)

    def story_of(
        self, person: str, beside: Mapping[str, Classmates], *, names: bool = False
    ) -> Story:
        """Return the story of somebody, beside those who played by the same rules."""
        sat = self.times.last_seat.get(person)
        if sat is None:
            raise ClasskitError(f"{self.code_of(person)} has not had a seat.")
        place, seat = sat
        decided = [one for one in self.table(place).decisions if one.entry.seat == seat]
        own = [one for one in decided if person in one.people and not one.undone]
        of_group = beside[self.room.tables[place].group]
        match = self.match(place, names=names)
        match.names = {seat: isolated(name) for seat, name in match.names.items()}
        return own_story(match, place, seat, own, self.code_of(person), of_group)

    # --- rows ---------------------------------------------------------------------------------

    def rows(self, table: str, *, names: bool = False) -> Rows:
        """Return the rows of a table by its name, such as "participants"; else UnknownName."""
        makers = {
            "participants": self.participants,
            "decisions": self.decisions,
            "results": self.results,
            "tables": self.tables,
            "treatments": self.treatments,
            "figures": self.figures,
            "contrasts": self.contrasts,
        }
        columns = [one.name for one in columns_of(table, names)]
        found = makers[known_name("table", table, makers)](names)
        return [{name: row.get(name) for name in columns} for row in found]

    def frame(self, table: str, *, names: bool = False) -> pd.DataFrame:
        """Return the rows of a table as a pandas frame; its ``attrs`` say what columns mean."""
        from classkit.frames.typed import frame

        return frame(table, self.rows(table, names=names), columns_of(table, names))

    def frames(self, *, names: bool = False) -> dict[str, pd.DataFrame]:
        """Return all tables as pandas frames by name."""
        return {table: self.frame(table, names=names) for table in TABLES}

    def participants(self, names: bool) -> Rows:
        """Return a row for each person, in the order of their codes."""
        people = sorted(self.room.people.values(), key=lambda one: self.codes[one.id])
        return [
            {
                **self.who(one.id, names),
                "invented": one.invented,
                "joined": round(self.times.came[one.id] - self.times.opened, 1),
                **self.seat_and_result(one.id),
            }
            for one in people
        ]

    def seat_and_result(self, person: str) -> dict[str, Any]:
        """Return where somebody sat last, what they decided in all, and how they stand."""
        sat = self.times.last_seat.get(person)
        if sat is None:
            return {"decided": 0, "stood_in": 0}
        place, seat = sat
        theirs = [
            one
            for table in self.room.tables
            for one in self.table(table).decisions
            if person in one.people and one.decision and not one.forced
        ]
        by = Counter(one.by for one in theirs)
        own = [one for one in theirs if one.by in (PERSON, TEAM)]
        took = [one.seconds for one in own if one.seconds is not None]
        line = next(one for one in self.table(place).match.standings() if one.seat == seat)
        return {
            "table": place,
            "seat": seat,
            "group": self.room.tables[place].group,
            "decided": by[PERSON] + by[TEAM],
            "stood_in": by[STOOD_IN],
            "seconds": median(took) if took else None,
            "place": line.place,
            "score": line.score,
            "unit": line.unit,
        }

    def decisions(self, names: bool) -> Rows:
        """Return a row for each decision, those of a table in their order."""
        return [
            self.decision_row(number, one, names)
            for place in self.room.tables
            for number, one in enumerate(self.table(place).decisions, start=1)
        ]

    def decision_row(self, number: int, one: Decided, names: bool) -> dict[str, Any]:
        entry, say = one.entry, self.table(one.place).match.say(names=False)
        return {
            "table": one.place,
            "group": self.room.tables[one.place].group,
            "number": number,
            "turn": one.turn,
            "round": one.round,
            "seat": entry.seat,
            **self.who(one.person, names),
            "by": one.by,
            "bot": entry.by,
            "kind": entry.kind,
            "decision": one.decision,
            "rule": one.rule,
            "move": entry.name,
            "answer": say.move(one.decision, entry.name),
            "fields": plain_fields(entry.value) if isinstance(entry.value, Mapping) else {},
            "forced": one.forced,
            "seconds": one.seconds,
            "at": round(one.at - self.times.opened, 1),
            "undone": one.undone,
        }

    def results(self, names: bool) -> Rows:
        """Return a row for each seat and race, best first."""
        return [
            {
                "table": place,
                "group": setup.group,
                "seat": line.seat,
                **self.who(setup.holders[line.seat], names),
                "invented": self.room.is_invented(setup.holders[line.seat]),
                "race": title,
                "place": line.place,
                "score": line.score,
                "unit": line.unit,
                "held_back": line.held_back,
            }
            for place, setup in self.room.tables.items()
            for title, lines in self.table(place).match.races_shown(INSTRUCTOR).items()
            for line in lines
        ]

    def tables(self, _names: bool) -> Rows:
        lucks = {seed: at for at, seed in enumerate(self.seeds, start=1)}
        rows = []
        for place, setup in self.room.tables.items():
            table = self.table(place)
            seconds = self.times.waited(place, self.times.set_up[place], table.last_at)
            rows.append(
                {
                    "table": place,
                    "group": setup.group,
                    "game": self.room.game,
                    "options": dict(setup.options),
                    "luck": lucks[setup.seed],
                    "seats": len(setup.seats),
                    "people": people_of(setup),
                    "turn": table.match.turn,
                    "round": table.match.round,
                    "over": table.match.is_over,
                    "minutes": round(seconds / 60, 1),
                    "record": record_name(place),
                }
            )
        return rows

    @property
    def seeds(self) -> list[int]:
        """The seeds of all tables, each once."""
        return list(dict.fromkeys(setup.seed for setup in self.room.tables.values()))

    def treatments(self, _names: bool) -> Rows:
        """Return a row for each group of tables; one for all of them where there are no groups."""
        tables = self.room.tables.values()
        return [
            {
                "group": name,
                "options": dict(options),
                "tables": sum(one.group == name for one in tables),
                "people": sum(people_of(one) for one in tables if one.group == name),
            }
            for name, options in self.room.groups or [("", self.room.options)]
        ]

    @cached_property
    def courses(self) -> Mapping[Any, Mapping[int, Course]]:
        """The figures of the class, each with its course at every table."""
        known = {one.key: one for match in self.matches.values() for one in class_figures(match)}
        return {
            figure: {place: course_of(match, figure) for place, match in self.matches.items()}
            for figure in known.values()
        }

    def figures(self, _names: bool) -> Rows:
        """Return a row for each figure, table, and turn or round that is over."""
        return [
            {
                "table": place,
                "group": self.room.tables[place].group,
                **about(figure),
                "at": at,
                "value": value,
            }
            for figure, courses in self.courses.items()
            for place, course in courses.items()
            for at, value in enumerate(course.values)
            if value is not None
        ]

    def contrasts(self, _names: bool) -> Rows:
        """Return a row for each figure, pair of groups, and turn or round that half have reached.

        The first group is compared with each of the others.
        """
        groups, tables = [name for name, _ in self.room.groups], [*self.room.tables.values()]
        return [
            {
                **about(figure),
                "at": at,
                "first": groups[0],
                "other": other,
                "pairs": one.pairs,
                "difference": one.mean,
                "low": one.low,
                "high": one.high,
            }
            for figure, courses in self.courses.items()
            for other in groups[1:]
            for at, one in enumerate(contrasts(pairs_of(tables, courses, groups[0], other)))
            if one is not None
        ]

    # --- files --------------------------------------------------------------------------------

    def export(
        self, folder: str | os.PathLike[str], format: str = "csv", *, names: bool = False
    ) -> list[Path]:
        """Write everything into a folder: tables, records, stories. Return the files written.

        ``format`` is "csv" or "parquet", else UnknownName; ExportError where a file cannot be
        written.
        """
        from classkit.frames.export import to_csv, write_all
        from classkit.frames.typed import need_parquet, to_parquet

        known_name("format", format, FORMATS)
        files: dict[str, str | bytes] = {}
        if format == "parquet":
            need_parquet()
        for table in TABLES:
            rows, columns = self.rows(table, names=names), columns_of(table, names)
            if format == "parquet":
                files[f"{table}.parquet"] = to_parquet(table, rows, columns)
            else:
                files[f"{table}.csv"] = to_csv(rows) if rows else header(columns)
        files["columns.csv"] = to_csv(
            [
                {"table": table, **one._asdict()}
                for table in TABLES
                for one in columns_of(table, names)
            ]
        )
        target = Path(folder)
        written = write_all(target, files)
        records = {record_name(place): self.record(place) for place in self.room.tables}
        if names:
            for place in self.room.tables:
                stem = record_name(place).removesuffix(".classkit.json")
                records[f"{stem}.names.json"] = names_text(self.room.names_at(place))
        written += write_all(target / "tables", records)
        stories = {
            f"{self.codes[person]}.html": as_page(self.story(self.codes[person], names=names))
            for person in self.room.people
            if self.times.last_seat.get(person) is not None
        }
        return written + write_all(target / "stories", stories)


def columns_of(table: str, names: bool) -> list[Column]:
    """Return the columns of a table, with names or without; UnknownName for no table."""
    return [one for one in TABLES[known_name("table", table, TABLES)] if names or one != NAME]


def header(columns: list[Column]) -> str:
    """Return a CSV file without rows."""
    return ",".join(one.name for one in columns) + "\r\n"


def people_of(setup: TableSetup) -> int:
    """Return how many people sit at a table, all those of teams too."""
    return sum(len(setup.people_at(seat)) for seat in setup.seats)


def about(figure: Any) -> dict[str, str]:
    """Return the columns that say which figure a value is."""
    return {
        "figure": figure.key,
        "label": figure.label,
        "unit": figure.unit,
        "axis": figure.axis,
    }


def record_name(place: int) -> str:
    """Return the name of the file with the record of a table.

    >>> record_name(3)
    'table-03.classkit.json'
    """
    return f"table-{place:02}.classkit.json"
