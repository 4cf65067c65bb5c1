"""Columns of the tables exported from a room, with type, unit and meaning of each."""

from __future__ import annotations

from classkit.frames.columns import ROUND, RULE, TURN, Column

TABLE = Column("table", "whole number", "", "number of the table")
GROUP = Column("group", "text", "", "group of tables, by what is other there; empty without groups")
PARTICIPANT = Column(
    "participant", "text", "", "code of who sat there, of a team its captain; empty for a bot"
)
NAME = Column("name", "text", "", "the name as typed; only in exports that were asked to name")
SEAT = Column("seat", "text", "", "letter of the seat")
SIMULATED = Column("invented", "yes or no", "", "whether the participant was invented")
METRIC = Column("figure", "text", "", "key of the figure")
LABEL = Column("label", "text", "", "name of the figure")
UNIT = Column("unit", "text", "", "unit of the values, such as $ or %")
AXIS = Column("axis", "text", "", "what `at` counts: turn or round")
AT = Column("at", "whole number", "as in `axis`", "after which turn or round")

TABLES: dict[str, tuple[Column, ...]] = {
    "participants": (
        Column("participant", "text", "", "code of the participant"),
        NAME,
        SIMULATED,
        Column("joined", "number", "seconds", "when they came, from the opening of the room"),
        TABLE,
        SEAT,
        GROUP,
        Column("decided", "whole number", "decisions", "what they or their team chose freely"),
        Column("stood_in", "whole number", "decisions", "what a bot answered in their absence"),
        Column("seconds", "number", "seconds", "median time that they took for a decision"),
        Column("place", "whole number", "", "place at their table, from 1"),
        Column("score", "number", "as in `unit`", "by what the place is given"),
        UNIT,
    ),
    "decisions": (
        TABLE,
        GROUP,
        Column("number", "whole number", "decisions", "place among all at the table, from 1"),
        TURN,
        ROUND,
        SEAT,
        PARTICIPANT,
        NAME,
        Column("by", "text", "", "person, team, teacher, invented, bot, or bot for the absent"),
        Column("bot", "text", "", "the bot that decided; empty for persons"),
        Column("kind", "text", "", "answer, aside or withdraw"),
        Column("decision", "text", "", "what was asked, as a short name; empty where nothing was"),
        RULE,
        Column("move", "text", "", "what was answered, as a short name"),
        Column("answer", "text", "", "what was answered, in words"),
        Column("fields", "JSON", "", "what was filled in, by name"),
        Column("forced", "yes or no", "", "whether nothing else was possible; empty if not asked"),
        Column(
            "seconds", "number", "seconds",
            "from being asked to the answer, without pauses; empty for bots",
        ),
        Column("at", "number", "seconds", "time of the answer, from the opening of the room"),
        Column("undone", "yes or no", "", "whether it was taken back afterwards"),
    ),
    "results": (
        TABLE,
        GROUP,
        SEAT,
        PARTICIPANT,
        NAME,
        SIMULATED,
        Column("race", "text", "", "what the places are given by, such as Net worth"),
        Column("place", "whole number", "", "place at the table, from 1"),
        Column("score", "number", "as in `unit`", "by what the place is given"),
        UNIT,
        Column("held_back", "text", "", "why the place is not that of the score; else empty"),
    ),
    "tables": (
        TABLE,
        GROUP,
        Column("game", "text", "", "the game that was played"),
        Column("options", "JSON", "", "options and edition of the table, where they were set"),
        Column("luck", "whole number", "", "tables with the same number had the same luck"),
        Column("seats", "whole number", "seats", "how many seats it had"),
        Column("people", "whole number", "people", "how many of them people had at the end"),
        TURN,
        ROUND,
        Column("over", "yes or no", "", "whether the match was played to its end"),
        Column("minutes", "number", "minutes", "from set-up to the last answer, without pauses"),
        Column("record", "text", "", "file with the match, which every table opens"),
    ),
    "treatments": (
        GROUP,
        Column("options", "JSON", "", "what is other at its tables"),
        Column("tables", "whole number", "tables", "how many it has"),
        Column("people", "whole number", "people", "how many people had a seat there at the end"),
    ),
    "figures": (
        TABLE,
        GROUP,
        METRIC,
        LABEL,
        UNIT,
        AXIS,
        AT,
        Column("value", "number", "as in `unit`", "the figure; of seats their mean"),
    ),
    "contrasts": (
        METRIC,
        LABEL,
        UNIT,
        AXIS,
        AT,
        Column("first", "text", "", "the group with which another is compared"),
        Column("other", "text", "", "that other group"),
        Column("pairs", "whole number", "pairs", "pairs of tables with the same luck"),
        Column("difference", "number", "as in `unit`", "mean of the other less the first"),
        Column("low", "number", "as in `unit`", "lower end of its 95 % interval, from 3 pairs on"),
        Column("high", "number", "as in `unit`", "upper end of that interval"),
    ),
}  # fmt: skip
"""The exported tables of a room, in the order in which they are written."""
