"""Descriptions of the columns in all tables: type, unit and meaning.

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
        unit: Unit of the values, or an empty string for none.
        about: Sentence that describes the contents.
        window: Period that the metric covers (:class:`classkit.Metric`), or an empty string for
            other columns.
        relative_to: Reference of the metric, or an empty string for other columns.
        clause: Clause of the metric, or an empty string for other columns.

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
        """Return the text that describes the column. It does not repeat the name and type.

        Returns:
            A dict from the name of a property to its text.
        """
        return {key: value for key, value in self._asdict().items() if key not in ("name", "type")}


TURN = Column(
    "turn", "whole number", "turns", "number of the turn, counted from 1; 0 during set-up"
)
ROUND = Column(
    "round", "whole number", "rounds", "number of the round, counted from 1; 0 during set-up"
)
SEAT = Column("seat", "text", "", "letter of the seat; empty for the whole table")
NAME = Column("name", "text", "", "name of the seat; only in exports with names")
RULE = Column("rule", "text", "", "clause of the rules")

TABLES: dict[str, tuple[Column, ...]] = {
    "history": (
        TURN,
        ROUND,
        Column("metric", "text", "", "key of the metric; `figures` describes each metric"),
        Column("label", "text", "", "label of the metric"),
        Column("unit", "text", "", "unit of the value, such as % or the sign of the currency"),
        SEAT,
        NAME,
        Column("part", "text", "", "part of the metric, such as cash; empty if it has no parts"),
        Column("value", "number", "as in `unit`", "value of the metric at the end of the turn"),
        Column("text", "text", "", "value of the metric if it is text"),
    ),
    "ledger": (
        Column("number", "whole number", "transfers", "number among all transfers, from 1"),
        TURN,
        Column("unit", "text", "", "unit or title that was transferred"),
        Column("amount", "whole number", "as in `unit`", "amount in this unit"),
        Column("source", "text", "", "account that paid: a seat's letter, the bank, a space"),
        Column("target", "text", "", "account that received the amount"),
        Column("reason", "text", "", "reason, as a short name"),
        Column("text", "text", "", "reason, in words"),
        RULE,
    ),
    "events": (
        Column("number", "whole number", "events", "number among all events, from 1"),
        TURN,
        SEAT,
        NAME,
        Column("event", "text", "", "name of the event"),
        RULE,
        Column("text", "text", "", "sentence that describes the event"),
        Column("facts", "JSON", "", "facts of the event, by name"),
    ),
    "answers": (
        Column(
            "number",
            "whole number",
            "answers",
            "number among the answers that were not undone, from 1",
        ),
        TURN,
        ROUND,
        SEAT,
        NAME,
        Column("kind", "text", "", "answer, aside, withdraw or signal"),
        Column("decision", "text", "", "name of the decision; empty if nothing was asked"),
        RULE,
        Column("move", "text", "", "name of the move"),
        Column("fields", "JSON", "", "values of the fields of the move, by name"),
        Column("by", "text", "", "name of the bot that answered; empty for people"),
        Column("bot", "yes or no", "", "whether a bot answered"),
        Column(
            "forced", "yes or no", "", "whether no other answer was possible; empty if not asked"
        ),
    ),
}


PREDICTIONS = (
    Column("chart", "text", "", "key of the chart that the class was asked about"),
    Column("question", "text", "", "question to the class"),
    Column("figure", "text", "", "key of the predicted metric; empty for other questions"),
    SEAT,
    Column("unit", "text", "", "unit of `at`: turn or round"),
    Column(
        "at", "whole number", "as in `unit`", "turn or round after which the metric is measured"
    ),
    Column("asked_in_turn", "whole number", "turns", "turn in which the question was asked"),
    Column("who", "text", "", "name of the respondent, as typed; empty for the whole class"),
    Column("answer", "text", "", "the answer, as typed"),
    Column("drawn", "JSON", "as in `unit`", "points of a drawn line; empty without one"),
    Column("number", "number", "unit of the metric", "answer as a number; empty for text"),
    Column("came", "number", "unit of the metric", "actual value; empty while unknown"),
    Column("error", "number", "unit of the metric", "predicted number minus actual value"),
)
"""Columns for a class's predictions, which are stored in a table but not in a match."""

DICTIONARY_COLUMNS = (
    Column("table", "text", "", "name of the table"),
    Column("column", "text", "", "name of the column"),
    Column("type", "text", "", "type of the values"),
    Column("unit", "text", "", "unit of the values"),
    Column("about", "text", "", "meaning; for a metric, its definition"),
    Column(
        "window", "text", "", "period that the metric covers, such as this moment or this round"
    ),
    Column("relative_to", "text", "", "reference that the metric is relative to; empty for none"),
    Column("clause", "text", "", "clause of the rules that defines the metric"),
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
    """Return the data dictionary: one row per column. ``more`` adds columns by table.

    >>> build_dictionary()[0]["table"], build_dictionary()[0]["column"]
    ('history', 'turn')
    """
    return [
        {"table": table, "column": column.name, "type": column.type, **column.meaning()}
        for table, columns in {**TABLES, **(more or {}), "columns": DICTIONARY_COLUMNS}.items()
        for column in columns
    ]


def name_column(match: Match, seat: str, names: bool) -> dict[str, str]:
    """Return a dict with a seat's name as a column, or an empty dict if ``names`` is False."""
    return {"name": match.names.get(seat, "")} if names else {}
