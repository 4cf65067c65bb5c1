"""Note on the experimental design of a lesson, written from the tables of its export.

It says who played under which rules, which tables are pairs, where bots played for people, and
which file contains each kind of row of the log.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from classkit.engine.registry import find
from classkit.engine.rulebook_text import format_count
from classkit.jinja_templates import render_template

from .decision_recorder import PERSON, SUBSTITUTE_BOT, TEAM
from .log_coverage import EXPORTED_KINDS, UNEXPORTED_KINDS
from .room import Room
from .room_table import ENDED_BY_RULES, ENDED_BY_TEACHER
from .seat_allocation import ARRIVAL_ORDER, BALANCED_ORDER, BY_GROUPS, BY_LIST, RANDOM_ORDER

Rows = Sequence[Mapping[str, Any]]
Tables = Mapping[str, Rows]
"""The rows of the exported tables, by name."""
Cells = list[list[str]]
ORDER_WORDS: Mapping[str, str] = {
    RANDOM_ORDER: "People were drawn at random",
    ARRIVAL_ORDER: "People were taken in the order in which they joined",
    BALANCED_ORDER: "People who joined early and late were mixed at random",
    BY_LIST: "The teacher listed the people",
    BY_GROUPS: "People of different groups in the teacher's list were mixed at random",
}
"""Descriptions of how people were assigned to a table, keyed by the order in the table's setup."""
MAX_OPTION_LENGTH = 80
"""Maximum length of an option's value, in characters. The table of treatments has the full
value."""


class NoteTable(NamedTuple):
    """A table of the note: its title, a sentence about it, its columns and its cells."""

    title: str
    about: str
    columns: list[str]
    cells: Cells


class Replacement(NamedTuple):
    """A period in which a bot played for a person.

    ``until`` is None if the period lasted until the end.
    """

    table: int
    group: str
    seat: str
    participant: str
    what: str
    since: float
    until: float | None


def render_note(room: Room, tables: Tables, extension: str) -> str:
    """Render the note as a page.

    Args:
        room: The room.
        tables: The rows of all exported tables, by name.
        extension: The extension of the files with the tables, such as "csv".
    """
    return render_template(
        __package__,
        "design_note.html.j2",
        code=room.code,
        facts=describe_design(room, tables),
        parts=[
            build_group_table(tables),
            build_pair_table(room, tables),
            *([build_change_table(tables)] if room.groups else []),
            build_replacement_table(tables),
            build_file_table(extension),
        ],
        conclusions=[row["sentence"] for row in tables["conclusions"]],
        unexported=UNEXPORTED_KINDS,
    )


def describe_design(room: Room, tables: Tables) -> list[str]:
    """Describe the game, the people, the assignment to groups, and the course of the lesson."""
    people = tables["participants"]
    invented = sum(row["invented"] for row in people)
    moved = sum(row["cause"] == "seated" and row["by"] == "person" for row in tables["seatings"])
    pauses = sum(row["event"] == "paused" and row["on"] for row in tables["timeline"])
    back = sum(row["event"] == "goto" for row in tables["timeline"])
    facts = [
        f"Game: {find(room.game).title}, rules {room.rules or 'unknown'}, with the options "
        f"{format_options(room.options)}.",
        f"{format_count(len(people) - invented, 'student')} and "
        f"{format_count(invented, 'invented participant')} joined. "
        f"Tables set up: {len(tables['tables'])}.",
        *describe_orders(tables["tables"]),
        "The tables were assigned to the groups in turn.",
        f"Single seats were assigned {format_count(moved, 'time')}: to people who joined late, or "
        "by the teacher.",
        f"The lesson had {format_count(pauses, 'pause')}. The teacher went back "
        f"{format_count(back, 'time')}, and decisions taken back are marked “undone”.",
    ]
    if any(setup.teams for setup in room.tables.values()):
        facts.append(
            "Teams played the seats. The table “proposals” lists the proposals of each member."
        )
    seed = (
        f"The seed of the room is {room.seed}."
        if room.closed
        else "The seeds appear after the lesson."
    )
    return [*facts, seed, "All times are seconds from the opening of the room."]


def describe_orders(tables: Rows) -> list[str]:
    """Describe how people were assigned to tables. State the number of tables if it differed.

    >>> describe_orders([{"order": "random"}])
    ['People were drawn at random for each table.']
    >>> describe_orders([{"order": "list"}, {"order": "random"}, {"order": "random"}])
    ['People were drawn at random for 2 tables.', 'The teacher listed the people for 1 table.']
    """
    counts = Counter(row["order"] for row in tables)
    return [
        f"{words} for {'each table' if len(counts) == 1 else format_count(counts[order], 'table')}."
        for order, words in ORDER_WORDS.items()
        if counts[order]
    ]


def build_group_table(tables: Tables) -> NoteTable:
    """Build the table of groups and their rules."""
    cells = [
        [
            row["group"],
            format_options(row["options"]),
            *map(str, (row["tables"], row["people"], row["invented"])),
        ]
        for row in tables["treatments"]
    ]
    about = "" if len(cells) > 1 else "This class was not split into groups."
    return NoteTable("Groups", about, ["Group", "Options", "Tables", "People", "Invented"], cells)


def build_pair_table(room: Room, tables: Tables) -> NoteTable:
    """List the game tables that had the same luck: one column per group."""
    groups, by_seed = [name for name, _ in room.groups] or [""], itemgetter("luck")
    cells, alone = [], []
    for luck, same in groupby(sorted(tables["tables"], key=by_seed), by_seed):
        rows = list(same)
        cells.append(
            [str(luck), format_number(rows[0]["seed"])]
            + ["; ".join(describe_table(row) for row in rows if row["group"] == name)
               for name in groups]
        )  # fmt: skip
        alone += [str(row["table"]) for row in rows if len(groups) > 1 and len(rows) == 1]
    about = "Tables in the same row had the same luck: the same dice and cards."
    if alone:
        about += f" In no comparison, because they have no partner: table {', '.join(alone)}."
    named = [name or "Tables" for name in groups]
    return NoteTable("Pairs", about, ["Luck", "Seed", *named], cells)


def describe_table(row: Mapping[str, Any]) -> str:
    """Describe a table in a few words."""
    if row["ended_by"] == ENDED_BY_TEACHER:
        end = f"until the teacher ended it after round {row['round']}"
    else:
        end = "to its end" if row["ended_by"] == ENDED_BY_RULES else f"to turn {row['turn']}"
    people = format_count(row["people"], "person", "people")
    invented = f" and {row['invented']} invented" if row["invented"] else ""
    return f"table {row['table']}: {people}{invented} in {row['seats']} seats, played {end}"


def build_change_table(tables: Tables) -> NoteTable:
    """Build the table of the participants who were moved to a table of another group."""
    spells = sorted(
        (row for row in tables["seatings"] if row["participant"]),
        key=itemgetter("participant", "since"),
    )
    cells = [
        [
            after["participant"],
            f"{before['group']} (table {before['table']})",
            f"{after['group']} (table {after['table']})",
            format_number(after["since"]),
        ]
        for before, after in pairwise(spells)
        if before["participant"] == after["participant"] and before["group"] != after["group"]
    ]
    about = "Nobody changed group."
    if cells:
        about = (
            "These participants know the rules of both groups. The table “participants” lists the "
            "groups of each, and adds up their decisions in all groups."
        )
    return NoteTable("Changes of group", about, ["Participant", "From", "To", "At (s)"], cells)


def build_replacement_table(tables: Tables) -> NoteTable:
    """Build the table of bots that played for people."""
    found = [*list_taken_seats(tables["seatings"]), *list_substitutions(tables["decisions"])]
    found.sort(key=lambda one: (one.table, one.seat, one.since))
    cells = [
        [
            *map(str, (one.table, one.group, one.seat, one.participant, one.what)),
            format_number(one.since),
            "end" if one.until is None else format_number(one.until),
        ]
        for one in found
    ]
    about = "" if cells else "No bot played for a person."
    columns = ["Table", "Group", "Seat", "Participant", "What", "From (s)", "Until (s)"]
    return NoteTable("Bots in place of people", about, columns, cells)


def list_taken_seats(seatings: Rows) -> list[Replacement]:
    """List the periods in which a bot had the former seat of a person."""
    return [
        Replacement(
            bot["table"], bot["group"], bot["seat"], person["participant"],
            "a bot had the seat", bot["since"], bot["until"],
        )
        for person, bot in pairwise(seatings)
        if (person["table"], person["seat"]) == (bot["table"], bot["seat"])
        and (person["by"], bot["by"]) == ("person", "bot")
        and bot["since"] != bot["until"]
    ]  # fmt: skip


def list_substitutions(decisions: Rows) -> list[Replacement]:
    """List the people for whom a bot answered while they kept their seat."""
    asked = defaultdict[tuple[int, str, str, str], list[Mapping[str, Any]]](list)
    for row in decisions:
        if row["decision"] and not row["forced"] and row["by"] in (PERSON, TEAM, SUBSTITUTE_BOT):
            asked[row["table"], row["group"], row["seat"], row["participant"]].append(row)
    found = []
    for (table, group, seat, participant), rows in asked.items():
        times = [row["at"] for row in rows if row["by"] == SUBSTITUTE_BOT]
        if times:
            what = f"a bot answered {len(times)} of {format_count(len(rows), 'decision')}"
            found.append(Replacement(table, group, seat, participant, what, times[0], times[-1]))
    return found


def build_file_table(extension: str) -> NoteTable:
    """Build the table of the files that contain each kind of row of the room's log."""
    kinds = defaultdict[str, list[str]](list)
    for kind, names in EXPORTED_KINDS.items():
        for name in names:
            kinds[name].append(kind)
    cells = [[f"{name}.{extension}", ", ".join(some)] for name, some in kinds.items()]
    about = "columns.csv describes every column. Further tables are computed from these."
    return NoteTable("Where the log is", about, ["File", "Kinds of rows"], cells)


def format_options(options: Mapping[str, Any]) -> str:
    """Format options as JSON. Long values, such as a teacher's own edition, are truncated.

    >>> format_options({"quick_start": True}), format_options({})
    ('quick_start = true', 'of the game')
    """
    values = {name: json.dumps(value, ensure_ascii=False) for name, value in options.items()}
    texts = (
        f"{name} = {text if len(text) <= MAX_OPTION_LENGTH else text[:MAX_OPTION_LENGTH] + ' …'}"
        for name, text in values.items()
    )
    return ", ".join(texts) or "of the game"


def format_number(value: float | None) -> str:
    """Format a number, or an empty string for None."""
    return "" if value is None else f"{value:.15g}"
