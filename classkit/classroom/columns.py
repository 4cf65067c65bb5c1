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
DUE = Column("due", "whole number", "as in `axis`", "after which turn or round the figure counts")
DUE_AXIS = Column("axis", "text", "", "what `due` counts: turn or round")
TIME = Column("at", "number", "seconds", "when, from the opening of the room")
QUESTION = Column("question", "whole number", "", "number of the question, as in `questions`")
PERSON = Column("participant", "text", "", "code of who answered")
COUNTS = Column(
    "counts", "yes or no", "", "no if it was changed later, or its participant was removed"
)
CAME = Column("came", "number", "as in `unit`", "what came; empty while that is not known")
FIRST_GROUP = Column("first", "text", "", "the group with which another is compared")
OTHER_GROUP = Column("other", "text", "", "that other group")
LOW = Column("low", "number", "as in `unit`", "lower end of its 95 % interval, from 3 pairs on")
HIGH = Column("high", "number", "as in `unit`", "upper end of that interval")

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
        Column("proposed_by", "text", "", "code of the team member who proposed the answer first"),
        Column("agreed", "text", "", "codes of all members who proposed it, separated by spaces"),
        Column("against", "text", "", "codes of the members who proposed another answer"),
        Column("chosen", "text", "", "agreed (by all), taken (by the captain) or time (was up)"),
        Column("taken_by", "text", "", "code of the captain who took the answer"),
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
        Column("seed", "whole number", "", "seed of that luck; empty until the lesson is closed"),
        Column("seats", "whole number", "seats", "how many seats it had"),
        Column("people", "whole number", "people", "how many of them people had at the end"),
        Column("order", "text", "", "who sat together: random, arrival, balanced, list or groups"),
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
        Column("value", "number", "as in `unit`", "the figure, of seats their mean; may be empty"),
    ),
    "contrasts": (
        METRIC,
        LABEL,
        UNIT,
        AXIS,
        AT,
        FIRST_GROUP,
        OTHER_GROUP,
        Column("pairs", "whole number", "pairs", "pairs of tables with the same luck"),
        Column("difference", "number", "as in `unit`", "mean of the other less the first"),
        LOW,
        HIGH,
    ),
    "conclusions": (
        METRIC,
        LABEL,
        UNIT,
        AXIS,
        AT,
        FIRST_GROUP,
        OTHER_GROUP,
        Column("pairs", "whole number", "pairs", "pairs of tables that have come so far"),
        Column("all_pairs", "whole number", "pairs", "all pairs of tables with the same luck"),
        Column("higher", "whole number", "pairs", "in how many of `pairs` the other is higher"),
        Column("lower", "whole number", "pairs", "in how many of them it is lower"),
        Column("first_mean", "number", "as in `unit`", "mean of the first group in `pairs`"),
        Column("other_mean", "number", "as in `unit`", "mean of the other group in `pairs`"),
        Column("difference", "number", "as in `unit`", "mean of the other less the first"),
        LOW,
        HIGH,
        Column("unattended", "whole number", "tables", "paired tables at which no student sits"),
        Column("sentence", "text", "", "the result in words, as the desk shows it"),
    ),
    "questions": (
        QUESTION._replace(about="number of the question, from 1"),
        Column("kind", "text", "", "prediction or poll"),
        Column("words", "text", "", "what was asked"),
        Column("choices", "JSON", "", "the answers to choose from; empty if a number was asked"),
        Column("about", "text", "", "class (the median of the tables) or table; empty for a poll"),
        TABLE._replace(about="the table that the figure is of; else empty"),
        METRIC,
        LABEL,
        UNIT,
        SEAT,
        DUE_AXIS,
        DUE,
        Column("asked_in_turn", "whole number", "turns", "the turn in which it was asked"),
        Column("asked", "number", "seconds", "when it was asked, from the opening of the room"),
        Column("revealed", "number", "seconds", "when its answers were shown; empty before"),
        Column("answers", "whole number", "people", "how many answers count"),
        CAME,
        Column("came_how", "text", "", "what to know about it, such as an early end"),
    ),
    "predictions": (
        QUESTION,
        PERSON,
        NAME,
        SIMULATED,
        Column("answer", "text", "", "the number as typed"),
        Column("number", "number", "that of the figure", "the same as a number"),
        CAME._replace(unit="that of the figure"),
        Column("error", "number", "that of the figure", "the number predicted less what came"),
        Column("nearest", "yes or no", "", "whether nobody was nearer; empty before it came"),
        TIME,
        COUNTS,
    ),
    "polls": (
        QUESTION,
        PERSON,
        NAME,
        SIMULATED,
        Column("choice", "whole number", "", "which answer was chosen, from 1; else empty"),
        Column("answer", "text", "", "that answer in words, or the number as typed"),
        Column("number", "number", "", "the same as a number; empty for a choice"),
        TIME,
        COUNTS,
    ),
    "guesses": (
        TABLE,
        GROUP,
        PERSON,
        NAME,
        SIMULATED,
        METRIC,
        LABEL,
        UNIT,
        DUE_AXIS,
        DUE,
        Column("value", "number", "as in `unit`", "the figure when it was guessed"),
        Column("answer", "text", "", "how it would stand to `value`: lower, the same or higher"),
        CAME,
        Column("right", "yes or no", "", "whether it did; empty before it came"),
        TIME,
        COUNTS,
    ),
    "proposals": (
        TABLE,
        GROUP,
        SEAT._replace(about="letter of the team's seat"),
        TURN,
        ROUND,
        Column("participant", "text", "", "code of the member who proposed it"),
        NAME,
        SIMULATED,
        Column("decision", "text", "", "what was asked, as a short name"),
        Column("move", "text", "", "what was proposed, as a short name"),
        Column("answer", "text", "", "what was proposed, in words"),
        Column("fields", "JSON", "", "what was filled in, by name"),
        TIME,
    ),
    "seatings": (
        TABLE,
        GROUP,
        SEAT,
        Column("participant", "text", "", "code of who had the seat; empty for a bot"),
        NAME,
        SIMULATED._replace(about="whether the participant was invented; empty for a bot"),
        Column("by", "text", "", "person or bot"),
        Column("captain", "yes or no", "", "whether they led the team; empty without a team"),
        Column("since", "number", "seconds", "from when, from the opening of the room"),
        Column("until", "number", "seconds", "until when; empty for the end"),
        Column("cause", "text", "", "table (set up), seated, unseated, captain or removed"),
    ),
    "timeline": (
        TIME,
        Column(
            "event", "text", "",
            "paused, absent or pace (time limits), ends (last round), hand, removed, goto (step "
            "to which the teacher went back), awaited, names_hidden, usual_shown or closed",
        ),
        TABLE._replace(about="number of the table; empty for all"),
        GROUP,
        SEAT,
        Column("participant", "text", "", "code of the person it is about; else empty"),
        NAME,
        Column("on", "yes or no", "", "whether it began or ended, such as a pause"),
        Column("number", "number", "as in `unit`", "the number that was set; 0 for none"),
        UNIT._replace(about="unit of the number: seconds, round or step"),
    ),
}  # fmt: skip
"""The exported tables of a room, in the order in which they are written."""
