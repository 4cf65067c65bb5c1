"""A stored room, read from its log: tidy tables, records, and a report for each student.

Nothing is written to the log. People are identified by codes. Names as typed are included only on
request.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from importlib.resources import files as files_of_package
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.charts.chart_style import isolate_direction
from classkit.engine.errors import ClasskitError, require_known, truncate_text
from classkit.engine.events import INSTRUCTOR, copy_plain_fields
from classkit.engine.match import Match
from classkit.engine.rulebook_text import format_count
from classkit.engine.serialization import format_record, names_text
from classkit.frames.columns import Column
from classkit.widgets.match_lifecycle import shareable_record

from .archive_comparisons import (
    GroupComparison,
    build_conclusion_rows,
    build_contrast_rows,
    build_metric_columns,
    list_comparisons,
)
from .archive_questions import QuestionArchive
from .archive_timeline import build_seating_rows, build_timeline_rows
from .class_metrics import ClassMetric, TableSeries, build_series, list_class_metrics
from .codes import build_person_codes, check_room_code
from .columns import NAME, TABLES
from .decision_recorder import (
    PERSON,
    SUBSTITUTE_BOT,
    TEAM,
    DecisionRecorder,
    RecordedDecision,
    RecordedProposal,
    TeamChoice,
)
from .design_note import render_note
from .room import Room, TableSetup
from .room_events import ROOM_STREAM, StoredEvent
from .room_store import RoomStore
from .room_table import ENDED_BY_TEACHER
from .seat_history import SeatHistory, SeatKey
from .student_report import (
    Classmates,
    Story,
    build_story,
    collect_classmates,
    is_own_decision,
    render_page,
)

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("csv", "parquet")
NOTEBOOK = "comparison.ipynb"
"""File next to this module: the notebook that recomputes the comparison of groups."""
Rows = list[dict[str, Any]]


class ArchivedTable(NamedTuple):
    """A table in its last state: its match, its decisions, and the time of its last row.

    ``turn_ends`` has the time at which each turn ended, and ``end`` what ended play: "rules",
    "teacher", "damage", or "" if nothing did.
    """

    match: Match
    decisions: list[RecordedDecision]
    proposals: list[RecordedProposal]
    interventions: list[StoredEvent]
    last_at: float
    turn_ends: Mapping[int, float]
    end: str


class RoomArchive:
    """A stored room for analysis, which :func:`classkit.kept_room` returns.

    Attributes:
        code: The code that the class typed.

    Example:
        >>> import classkit
        >>> from tempfile import TemporaryDirectory
        >>> archive = classkit.kept_room(classkit.room("economy", seats=3))
        >>> with TemporaryDirectory() as folder:
        ...     files = archive.export(folder)
        >>> "decisions.csv" in [file.name for file in files]
        True
    """

    def __init__(self, store: RoomStore, code: str) -> None:
        """Read the rows of a room. Raise ClasskitError if no room with this code is stored."""
        self.store, self.code = store, check_room_code(code)
        rows = store.read_rows(self.code, ROOM_STREAM)
        if not rows:
            raise ClasskitError(
                f"Unknown room {self.code}. `classkit class list` lists the rooms on this computer."
            )
        self.room = Room(self.code)
        for row in rows:
            self.room.apply_row(row)
        self.room_events = rows
        self.seat_history = SeatHistory(self.code, rows)
        self.codes = build_person_codes(self.code, self.room.people)
        self._tables: dict[int, ArchivedTable] = {}

    def __repr__(self) -> str:
        people, tables = self.describe_people(), format_count(len(self.room.tables), "table")
        return f"<RoomArchive {self.code}: {self.room.game}, {people}, {tables}>"

    def describe_people(self) -> str:
        """Describe how many students and simulated participants have joined.

        Returns:
            A phrase, such as "2 people" or "2 people and 1 invented participant".
        """
        students = self.room.count_students(self.room.people)
        invented = len(self.room.people) - students
        also = f" and {format_count(invented, 'invented participant')}" if invented else ""
        return f"{format_count(students, 'person', 'people')}{also}"

    # --- tables -------------------------------------------------------------------------------

    def get_table(self, place: int) -> ArchivedTable:
        """Replay a table from its rows, once. Raise ClasskitError if the table is unknown."""
        if place not in self.room.tables:
            raise ClasskitError(f"Room {self.code} has no table {truncate_text(place)}.")
        if place not in self._tables:
            witness, last = (
                DecisionRecorder(self.room, place, self.seat_history),
                self.seat_history.setup_times[place],
            )
            for row in self.store.read_rows(self.code, place):
                witness.apply_row(row)
                last = row.at
            self._tables[place] = ArchivedTable(
                witness.room_table.match,
                witness.decisions,
                witness.proposals,
                witness.interventions,
                last,
                witness.turn_ends,
                witness.room_table.end_cause,
            )
        return self._tables[place]

    def match(self, place: int, *, names: bool = False) -> Match:
        """Return a copy of a table's match.

        Args:
            place: The number of the table.
            names: Whether to give seats the names that people typed.

        Returns:
            The match.

        Raises:
            ClasskitError: If the table is unknown.
        """
        match = self.get_table(place).match.fork()
        match.names = self.room.get_shown_names(place, with_hidden=True) if names else {}
        return match

    @cached_property
    def matches(self) -> Mapping[int, Match]:
        """The matches of all tables, by table number."""
        return {place: self.get_table(place).match for place in self.room.tables}

    def dump_record(self, place: int) -> str:
        """Return the match of a table as the text of a record.

        Until the lesson is closed, the record has no future random outcomes: other tables may share
        them.
        """
        match = self.get_table(place).match
        return format_record(match.to_record() if self.room.closed else shareable_record(match))

    # --- people -------------------------------------------------------------------------------

    def find_person(self, code: str) -> str:
        """Return the person with a code. Raise ClasskitError if the code is unknown."""
        people = {known: person for person, known in self.codes.items()}
        return people[require_known("participant", code.upper(), people)]

    def get_code(self, person: str) -> str:
        """Return a person's code, or an empty string for nobody."""
        return self.codes.get(person, "")

    def build_person_columns(self, person: str, names: bool) -> dict[str, str]:
        """Build the columns that identify a person."""
        known = self.room.people.get(person)
        found = {"participant": self.get_code(person)}
        return {**found, "name": known.name if known else ""} if names else found

    @cached_property
    def classmates(self) -> Mapping[str, Classmates]:
        """The results of the people in each group of tables, for comparisons."""
        return collect_classmates(self.room, self.matches)

    def story(self, code: str, *, names: bool = False) -> Story:
        """Return a person's report: their decisions and the effects, compared with the class.

        Args:
            code: The code of the person.
            names: Whether to show the names that people typed.

        Returns:
            The report.

        Raises:
            ClasskitError: If nobody has this code, or the person never had a seat.
        """
        return self.build_person_story(self.find_person(code), self.classmates, names=names)

    def build_person_story(
        self, person: str, beside: Mapping[str, Classmates], *, names: bool = False
    ) -> Story:
        """Build a person's report, compared with people who played under the same rules."""
        seat = self._find_main_seat(person)
        if seat is None:
            raise ClasskitError(f"{self.get_code(person)} has not had a seat.")
        place, letter = seat
        of_group = beside[self.room.tables[place].group]
        match = self.match(place, names=names)
        match.names = {seat: isolate_direction(name) for seat, name in match.names.items()}
        return build_story(
            match, place, letter, self._list_decisions(person), self.get_code(person), of_group,
            self._list_other_turns(person, seat),
        )  # fmt: skip

    def _list_decisions(self, person: str) -> list[RecordedDecision]:
        """List the decisions of the seats that a person had, while they had them.

        Decisions that were taken back are left out.
        """
        return [
            one
            for place in sorted({place for place, _ in self.seat_history.list_seats(person)})
            for one in self.get_table(place).decisions
            if person in one.people and not one.undone
        ]

    def _find_main_seat(self, person: str) -> SeatKey | None:
        """Return the seat in which a person decided most, or None if they never had one.

        Among equals, the latest seat counts.
        """
        counts = Counter(
            (one.place, one.entry.seat)
            for one in self._list_decisions(person)
            if is_own_decision(one) and one.decision and not one.forced
        )
        seats = self.seat_history.list_seats(person)
        return max(reversed(seats), key=lambda seat: counts[seat], default=None)

    def _list_other_turns(self, person: str, seat: SeatKey) -> set[int]:
        """List the turns that ended while a person did not have a seat."""
        return {
            turn
            for turn, at in self.get_table(seat[0]).turn_ends.items()
            if turn and person not in self.seat_history.get_occupancy(seat, at).people
        }

    def _compute_seated_share(self, person: str, seat: SeatKey) -> float:
        """Return the share of a table's turns that ended while a person had a seat there."""
        turns = sum(map(bool, self.get_table(seat[0]).turn_ends))
        return round(1 - len(self._list_other_turns(person, seat)) / turns, 3) if turns else 1.0

    # --- rows ---------------------------------------------------------------------------------

    def rows(self, table: str, *, names: bool = False) -> Rows:
        """Return the rows of a table by its name, such as "participants".

        Args:
            table: The name of a table, such as "participants". ``columns.csv`` of an export lists
                them.
            names: Include the names that people typed.

        Returns:
            Dicts with the same keys in every row.

        Raises:
            UnknownName: If the table is unknown.
        """
        identify = partial(self.build_person_columns, names=names)
        makers: dict[str, Callable[[bool], Rows]] = {
            "participants": self.build_participant_rows,
            "decisions": self.build_decision_rows,
            "results": self.build_result_rows,
            "tables": self.build_table_rows,
            "treatments": self.build_treatment_rows,
            "figures": self.build_metric_rows,
            "contrasts": lambda _: build_contrast_rows(self.comparisons),
            "conclusions": lambda _: build_conclusion_rows(self.comparisons, self.room),
            "questions": lambda _: self.questions.build_question_rows(),
            "predictions": lambda _: self.questions.build_prediction_rows(identify),
            "polls": lambda _: self.questions.build_poll_rows(identify),
            "guesses": lambda _: self.questions.build_guess_rows(identify),
            "proposals": self.build_proposal_rows,
            "seatings": lambda _: build_seating_rows(self.room, self.seat_history, identify),
            "timeline": lambda _: build_timeline_rows(
                self.room, self.streams, self.seat_history.opened_at, identify
            ),
        }
        columns = [one.name for one in get_columns(table, names)]
        found = makers[require_known("table", table, makers)](names)
        return [{name: row.get(name) for name in columns} for row in found]

    def frame(self, table: str, *, names: bool = False) -> pd.DataFrame:
        """Return a table as a pandas frame. Its ``attrs`` describe the columns.

        Args:
            table: The name of the table, such as "participants".
            names: Include the names that people typed.

        Returns:
            The frame.

        Raises:
            UnknownName: If the table is unknown.
        """
        from classkit.frames.dataframe import build_frame

        return build_frame(table, self.rows(table, names=names), get_columns(table, names))

    def frames(self, *, names: bool = False) -> dict[str, pd.DataFrame]:
        """Return all tables as pandas frames by name.

        Args:
            names: Include the names that people typed.

        Returns:
            A dict from the name of a table to its frame.
        """
        return {table: self.frame(table, names=names) for table in TABLES}

    def build_participant_rows(self, names: bool) -> Rows:
        """Build a row for each person, in the order of their codes."""
        people = sorted(self.room.people.values(), key=lambda one: self.codes[one.id])
        return [
            {
                **self.build_person_columns(one.id, names),
                "invented": one.is_simulated,
                "joined": round(
                    self.seat_history.join_times[one.id] - self.seat_history.opened_at, 1
                ),
                **self.build_seat_columns(one.id),
            }
            for one in people
        ]

    def build_seat_columns(self, person: str) -> dict[str, Any]:
        """Build the columns of a person's main seat, their decisions, and their standing."""
        seat = self._find_main_seat(person)
        if seat is None:
            return {"groups": [], "decided": 0, "stood_in": 0}
        place, letter = seat
        theirs = [one for one in self._list_decisions(person) if one.decision and not one.forced]
        by = Counter(one.by for one in theirs)
        own = [one for one in theirs if one.by in (PERSON, TEAM)]
        took = [one.seconds for one in own if one.seconds is not None]
        line = next(one for one in self.get_table(place).match.standings() if one.seat == letter)
        return {
            "table": place,
            "seat": letter,
            "group": self.room.tables[place].group,
            "seated": self._compute_seated_share(person, seat),
            "groups": self.seat_history.list_groups(person) if self.room.groups else [],
            "decided": by[PERSON] + by[TEAM],
            "stood_in": by[SUBSTITUTE_BOT],
            "seconds": median(took) if took else None,
            "place": line.place,
            "score": line.score,
            "unit": line.unit,
        }

    def build_decision_rows(self, names: bool) -> Rows:
        """Build a row for each decision, in order for each table."""
        return [
            self.build_decision_row(number, one, names)
            for place in self.room.tables
            for number, one in enumerate(self.get_table(place).decisions, start=1)
        ]

    def build_decision_row(self, number: int, one: RecordedDecision, names: bool) -> dict[str, Any]:
        entry, say = one.entry, self.get_table(one.place).match.say(names=False)
        return {
            "table": one.place,
            "group": self.room.tables[one.place].group,
            "number": number,
            "turn": one.turn,
            "round": one.round,
            "seat": entry.seat,
            **self.build_person_columns(one.person, names),
            "by": one.by,
            "bot": entry.by,
            **self.build_team_columns(one.choice),
            "kind": entry.kind,
            "decision": one.decision,
            "rule": one.rule,
            "move": entry.name,
            "answer": say.move_label(one.decision, entry.name),
            "fields": copy_plain_fields(entry.value) if isinstance(entry.value, Mapping) else {},
            "forced": one.forced,
            "seconds": one.seconds,
            "at": round(one.at - self.seat_history.opened_at, 1),
            "undone": one.undone,
        }

    def build_team_columns(self, choice: TeamChoice | None) -> dict[str, str]:
        """Build the columns about how a team arrived at a decision."""
        if choice is None:
            return {}
        return {
            "proposed_by": "".join(map(self.get_code, choice.agreed[:1])),
            "agreed": " ".join(map(self.get_code, choice.agreed)),
            "against": " ".join(map(self.get_code, choice.against)),
            "chosen": choice.why,
            "taken_by": self.get_code(choice.taken_by),
        }

    def build_proposal_rows(self, names: bool) -> Rows:
        """Build a row for each proposal of a team member, in order for each table."""
        return [
            {
                "table": place,
                "group": setup.group,
                "seat": one.seat,
                "turn": one.proposal.turn,
                "round": one.round,
                **self.build_person_columns(one.proposal.person, names),
                "invented": self.room.is_simulated(one.proposal.person),
                "decision": one.proposal.decision,
                "move": one.proposal.move,
                "answer": say.move_label(one.proposal.decision, one.proposal.move),
                "fields": dict(one.proposal.fields),
                "at": round(one.at - self.seat_history.opened_at, 1),
            }
            for place, setup in self.room.tables.items()
            for say in [self.get_table(place).match.say(names=False)]
            for one in self.get_table(place).proposals
        ]

    def build_result_rows(self, names: bool) -> Rows:
        """Build a row for each table, race and seat, best first within a race."""
        return [
            {
                "table": place,
                "group": setup.group,
                "seat": line.seat,
                **self.build_person_columns(setup.holders[line.seat], names),
                "invented": self.room.is_simulated(setup.holders[line.seat]),
                "seated": (
                    self._compute_seated_share(setup.holders[line.seat], (place, line.seat))
                    if setup.holders[line.seat]
                    else None
                ),
                "race": title,
                "place": line.place,
                "score": line.score,
                "unit": line.unit,
                "held_back": line.held_back,
            }
            for place, setup in self.room.tables.items()
            for title, lines in self.get_table(place).match.as_seen_by(INSTRUCTOR).races.items()
            for line in lines
        ]

    def build_table_rows(self, _names: bool) -> Rows:
        lucks = {seed: at for at, seed in enumerate(self.seeds, start=1)}
        rows = []
        for place, setup in self.room.tables.items():
            table = self.get_table(place)
            seconds = self.seat_history.get_active_seconds(
                place, self.seat_history.setup_times[place], table.last_at
            )
            rows.append(
                {
                    "table": place,
                    "group": setup.group,
                    "game": self.room.game,
                    "options": dict(setup.options),
                    "luck": lucks[setup.seed],
                    "seed": setup.seed if self.room.closed else None,
                    "seats": len(setup.seats),
                    "people": self.room.count_students(setup.people),
                    "invented": self._count_simulated(setup),
                    "order": setup.order,
                    "turn": table.match.turn,
                    "round": min(
                        table.match.round,
                        self.room.get_end_round(place)
                        if table.end == ENDED_BY_TEACHER
                        else table.match.round,
                    ),
                    "over": bool(table.end),
                    "ended_by": table.end,
                    "minutes": round(seconds / 60, 1),
                    "record": get_record_name(place),
                }
            )
        return rows

    @property
    def seeds(self) -> list[int]:
        """The distinct seeds of all tables."""
        return list(dict.fromkeys(setup.seed for setup in self.room.tables.values()))

    def build_treatment_rows(self, _names: bool) -> Rows:
        """Build a row for each group of tables, or one row if there are no groups."""
        tables = self.room.tables.values()
        return [
            {
                "group": name,
                "options": dict(options),
                "tables": sum(one.group == name for one in tables),
                "people": sum(
                    self.room.count_students(one.people) for one in tables if one.group == name
                ),
                "invented": sum(self._count_simulated(one) for one in tables if one.group == name),
            }
            for name, options in self.room.groups or [("", self.room.options)]
        ]

    def _count_simulated(self, setup: TableSetup) -> int:
        """Count the simulated participants at a table."""
        return len(setup.people) - self.room.count_students(setup.people)

    @cached_property
    def series(self) -> Mapping[ClassMetric, Mapping[int, TableSeries]]:
        """Values of each class metric at every table."""
        known = {
            one.key: one for match in self.matches.values() for one in list_class_metrics(match)
        }
        return {
            figure: {place: build_series(match, figure) for place, match in self.matches.items()}
            for figure in known.values()
        }

    def build_metric_rows(self, _names: bool) -> Rows:
        """Build a row for each metric, table, and completed turn or round.

        Values that are not known are None.
        """
        return [
            {
                "table": place,
                "group": self.room.tables[place].group,
                **build_metric_columns(figure),
                "at": at,
                "value": value,
            }
            for figure, courses in self.series.items()
            for place, course in courses.items()
            for at, value in enumerate(course.values)
        ]

    @cached_property
    def comparisons(self) -> list[GroupComparison]:
        """Comparisons of each metric between the first group and every other group."""
        return list_comparisons(self.room, self.series)

    @cached_property
    def questions(self) -> QuestionArchive:
        """Questions to the class, their answers and outcomes."""
        return QuestionArchive(
            self.room, self.room_events, self.matches, self.series,
            {place for place in self.room.tables if self.get_table(place).end},
        )  # fmt: skip

    @property
    def streams(self) -> dict[int, Sequence[StoredEvent]]:
        """The room's rows (stream 0), and the teacher's rows at each table."""
        tables = {place: self.get_table(place).interventions for place in self.room.tables}
        return {ROOM_STREAM: self.room_events, **tables}

    # --- files --------------------------------------------------------------------------------

    def export(
        self, folder: str | os.PathLike[str], format: str = "csv", *, names: bool = False
    ) -> list[Path]:
        """Write tables, records, reports and a note on the design to a folder.

        If the class had groups, also write a notebook that recomputes their comparison.

        Args:
            folder: The folder, created if it is missing.
            format: The format of the tables, "csv" or "parquet".
            names: Include the names that people typed.

        Returns:
            The files written.

        Raises:
            UnknownName: For another format.
            ExportError: If a file cannot be written.
            ClasskitError: If "parquet" is requested, and ``classkit[parquet]`` is not installed.
        """
        from classkit.frames.dataframe import require_parquet, to_parquet
        from classkit.frames.file_export import to_csv, write_export

        require_known("format", format, FORMATS)
        made = {table: self.rows(table, names=names) for table in TABLES}
        files: dict[str, str | bytes] = {"design.html": render_note(self.room, made, format)}
        if self.comparisons:
            files[NOTEBOOK] = read_comparison_notebook()
        if format == "parquet":
            require_parquet()
        for table in TABLES:
            rows, columns = made[table], get_columns(table, names)
            if format == "parquet":
                files[f"{table}.parquet"] = to_parquet(table, rows, columns)
            else:
                files[f"{table}.csv"] = to_csv(rows) if rows else build_header(columns)
        files["columns.csv"] = to_csv(
            [
                {"table": table, **one._asdict()}
                for table in TABLES
                for one in get_columns(table, names)
            ]
        )
        target = Path(folder)
        written = write_export(target, files)
        records = {get_record_name(place): self.dump_record(place) for place in self.room.tables}
        if names:
            for place in self.room.tables:
                stem = get_record_name(place).removesuffix(".classkit.json")
                records[f"{stem}.names.json"] = names_text(
                    self.room.get_shown_names(place, with_hidden=True)
                )
        written += write_export(target / "tables", records)
        stories = {
            f"{self.codes[person]}.html": render_page(self.story(self.codes[person], names=names))
            for person in self.room.people
            if self.seat_history.list_seats(person)
        }
        return written + write_export(target / "stories", stories)


def read_comparison_notebook() -> bytes:
    """Return the notebook that recomputes the comparison of groups from the exported tables."""
    return (files_of_package(__package__) / NOTEBOOK).read_bytes()


def get_columns(table: str, names: bool) -> list[Column]:
    """Return the columns of a table, with or without names.

    Raises:
        UnknownName: If the table is unknown.
    """
    return [one for one in TABLES[require_known("table", table, TABLES)] if names or one != NAME]


def build_header(columns: list[Column]) -> str:
    """Return the header line of a CSV file."""
    return ",".join(one.name for one in columns) + "\r\n"


def get_record_name(place: int) -> str:
    """Return the file name for the record of a table.

    >>> get_record_name(3)
    'table-03.classkit.json'
    """
    return f"table-{place:02}.classkit.json"
