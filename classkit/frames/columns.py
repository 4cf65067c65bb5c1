"""Descriptions of the columns of all tables: type, unit and meaning.

The exported data dictionary, the fields of a Parquet file and ``frame.attrs["columns"]`` use these
descriptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from classkit.engine.errors import UnknownName

if TYPE_CHECKING:
    from classkit.engine.match import Match

ColumnType = Literal["whole number", "number", "text", "yes or no", "JSON"]


class Column(NamedTuple):
    """One column of a table.

    Args:
        name: Name of the column.
        type: "whole number", "number", "text", "yes or no" or "JSON".
        unit: Unit of the values; empty for none.
        about: Sentence that describes the contents.
        window: Period that the metric covers (:class:`classkit.Metric`); empty for other columns.
        relative_to: Reference of the metric; empty for other columns.
        clause: Clause of the metric; empty for other columns.

    Example:
        >>> describe("ledger")[3].name, describe("ledger")[3].type
        ('amount', 'whole number')
    """

    name: str
    type: ColumnType | str
    unit: str
    about: str
    window: str = ""
    relative_to: str = ""
    clause: str = ""

    def meaning(self) -> dict[str, str]:
        """Return the description of the column, without its name and type.

        Returns:
            A dict from the name of a property to its text.
        """
        return {key: value for key, value in self._asdict().items() if key not in ("name", "type")}


TURN = Column("turn", "whole number", "turns", "number of the turn, from 1; 0 in set-up")
ROUND = Column("round", "whole number", "rounds", "number of the round, from 1; 0 in set-up")
SEAT = Column("seat", "text", "", "letter of the seat; empty where it concerns the whole table")
NAME = Column("name", "text", "", "name of the seat; only in exports that were asked to name")
RULE = Column("rule", "text", "", "the clause of the rules it follows")

TABLES: dict[str, tuple[Column, ...]] = {
    "history": (
        TURN,
        ROUND,
        Column("metric", "text", "", "key of the figure; `figures` has what each means"),
        Column("label", "text", "", "name of the figure"),
        Column("unit", "text", "", "unit of the value, such as $ or %"),
        SEAT,
        NAME,
        Column("part", "text", "", "part of the figure, such as cash; empty where it has none"),
        Column("value", "number", "as in `unit`", "the figure at the end of the turn"),
        Column("text", "text", "", "the figure if it is a word and not a number"),
    ),
    "ledger": (
        Column("number", "whole number", "transfers", "place among all transfers, from 1"),
        TURN,
        Column("unit", "text", "", "what moved: money, a card, a good"),
        Column("amount", "whole number", "as in `unit`", "how much of it"),
        Column("source", "text", "", "account it left: a seat's letter, the bank, a space"),
        Column("target", "text", "", "account it came to"),
        Column("reason", "text", "", "why, as a short name"),
        Column("text", "text", "", "why, in words"),
        RULE,
    ),
    "events": (
        Column("number", "whole number", "events", "place among all events, from 1"),
        TURN,
        SEAT,
        NAME,
        Column("event", "text", "", "what happened, as a short name"),
        RULE,
        Column("text", "text", "", "what happened, as a sentence"),
        Column("facts", "JSON", "", "the facts of it by name"),
    ),
    "answers": (
        Column("number", "whole number", "answers", "place among the answers that stand, from 1"),
        TURN,
        ROUND,
        SEAT,
        NAME,
        Column("kind", "text", "", "answer, aside, withdraw or signal"),
        Column("decision", "text", "", "what was asked, as a short name; empty where nothing was"),
        RULE,
        Column("move", "text", "", "what was answered"),
        Column("fields", "JSON", "", "what was filled in, by name"),
        Column("by", "text", "", "the bot that answered; empty for persons"),
        Column("bot", "yes or no", "", "whether a bot answered"),
        Column("forced", "yes or no", "", "whether nothing else was possible; empty if not asked"),
    ),
}


PREDICTIONS = (
    Column("chart", "text", "", "key of the chart that the class was asked about"),
    Column("question", "text", "", "what it was asked"),
    Column("figure", "text", "", "key of the figure asked for; empty where none was"),
    SEAT,
    Column("unit", "text", "", "what `at` counts: turn or round"),
    Column("at", "whole number", "as in `unit`", "after which turn or round the figure counts"),
    Column("asked_in_turn", "whole number", "turns", "the turn in which it was asked"),
    Column("who", "text", "", "who answered, as typed; empty for the class as a whole"),
    Column("answer", "text", "", "the answer, as typed"),
    Column("drawn", "JSON", "as in `unit`", "the points of a line drawn to it; empty without one"),
    Column("number", "number", "that of the figure", "the answer as a number; empty for words"),
    Column("came", "number", "that of the figure", "what came; empty while that is not known"),
    Column("error", "number", "that of the figure", "the number expected less what came"),
)
"""Columns for the predictions of a class, which are stored in a table but not in a match."""

DICTIONARY_COLUMNS = (
    Column("table", "text", "", "table of the column"),
    Column("column", "text", "", "name of the column"),
    Column("type", "text", "", "what its values are"),
    Column("unit", "text", "", "unit of its values"),
    Column("about", "text", "", "what it means; for a figure its definition"),
    Column("window", "text", "", "time that the figure covers, such as this moment or this round"),
    Column("relative_to", "text", "", "what the figure is measured against; empty for nothing"),
    Column("clause", "text", "", "the clause of the rules that the figure follows"),
)
"""Columns of the data dictionary."""


def describe(table: str) -> tuple[Column, ...]:
    """Return the columns of a table.

    Args:
        table: "history", "ledger", "events" or "answers".

    Returns:
        The columns in the order of the table.

    Raises:
        UnknownName: The table is unknown.

    Example:
        >>> [column.name for column in describe("ledger")][:4]
        ['number', 'turn', 'unit', 'amount']
    """
    if table not in TABLES:
        raise UnknownName("table", table, TABLES)
    return TABLES[table]


def build_dictionary(more: Mapping[str, Iterable[Column]] | None = None) -> list[dict[str, Any]]:
    """Return the data dictionary, with one row for each column. ``more`` adds columns by table.

    >>> build_dictionary()[0]["table"], build_dictionary()[0]["column"]
    ('history', 'turn')
    """
    return [
        {"table": table, "column": column.name, "type": column.type, **column.meaning()}
        for table, columns in {**TABLES, **(more or {}), "columns": DICTIONARY_COLUMNS}.items()
        for column in columns
    ]


def name_column(match: Match, seat: str, names: bool) -> dict[str, str]:
    """Return a dict with the name of a seat as a column; empty without ``names``."""
    return {"name": match.names.get(seat, "")} if names else {}
