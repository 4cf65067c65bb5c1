"""Columns of the tables exported from a room, each with type, unit and meaning."""

from __future__ import annotations

from classkit.frames.columns import ROUND, RULE, TURN, Column

TABLE = Column("table", "whole number", "", "number of the table")
GROUP = Column("group", "text", "", "name of the group of tables; empty without groups")
PARTICIPANT = Column(
    "participant",
    "text",
    "",
    "code of the person in the seat, or of a team's captain; empty for a bot",
)
NAME = Column("name", "text", "", "the name as typed; only in exports with names")
SEAT = Column("seat", "text", "", "letter of the seat")
SIMULATED = Column("invented", "yes or no", "", "whether the participant was invented")
SEATED = Column(
    "seated",
    "number",
    "share",
    "share of the table's turns that ended while the participant had this seat, from 0 to 1; "
    "below 1, somebody else played a part of its score",
)
METRIC = Column("figure", "text", "", "key of the figure")
LABEL = Column("label", "text", "", "name of the figure")
UNIT = Column("unit", "text", "", "unit of the values, such as % or the sign of the currency")
AXIS = Column("axis", "text", "", "unit of `at`: turn or round")
AT = Column("at", "whole number", "as in `axis`", "turn or round after which the value was taken")
DUE = Column("due", "whole number", "as in `axis`", "turn or round after which the figure counts")
DUE_AXIS = Column("axis", "text", "", "unit of `due`: turn or round")
TIME = Column("at", "number", "seconds", "time since the opening of the room")
QUESTION = Column("question", "whole number", "", "number of the question, as in `questions`")
PERSON = Column("participant", "text", "", "code of the person who answered")
COUNTS = Column(
    "counts", "yes or no", "", "no if the answer was changed later, or its participant was removed"
)
CAME = Column("came", "number", "as in `unit`", "the actual value; empty until it is known")
FIRST_GROUP = Column("first", "text", "", "the first group, the basis of the comparison")
OTHER_GROUP = Column("other", "text", "", "the group compared with it")
LOW = Column(
    "low", "number", "as in `unit`", "lower end of its 95 % interval; empty for fewer than 3 pairs"
)
HIGH = Column(
    "high", "number", "as in `unit`", "upper end of the interval; empty for fewer than 3 pairs"
)

TABLES: dict[str, tuple[Column, ...]] = {
    "participants": (
        Column("participant", "text", "", "code of the participant"),
        NAME,
        SIMULATED,
        Column("joined", "number", "seconds", "time of joining, since the opening of the room"),
        Column(
            "table", "whole number", "",
            "the table at which they decided most (the latest, if several are equal)",
        ),
        Column("seat", "text", "", "letter of their seat there"),
        GROUP,
        SEATED,
        Column(
            "groups", "JSON", "",
            "all groups in which they had a seat, in order; more than one if they were moved",
        ),
        Column(
            "decided", "whole number", "decisions",
            "decisions that they or their team made by choice and kept, in all groups",
        ),
        Column(
            "stood_in", "whole number", "decisions",
            "decisions that a bot made in their absence and were kept, in all groups",
        ),
        Column("seconds", "number", "seconds", "median time for a decision"),
        Column("place", "whole number", "", "rank at their table, from 1"),
        Column("score", "number", "as in `unit`", "score that determines the place"),
        UNIT,
    ),
    "decisions": (
        TABLE,
        GROUP,
        Column(
            "number", "whole number", "decisions",
            "position among all decisions at the table, from 1",
        ),
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
        Column(
            "decision", "text", "",
            "short name of the decision; empty for moves that answer no question",
        ),
        RULE,
        Column("move", "text", "", "short name of the answer"),
        Column("answer", "text", "", "the answer in words"),
        Column("fields", "JSON", "", "values of the answer's fields, by name"),
        Column(
            "forced", "yes or no", "",
            "whether it was the only possible answer; empty if not asked",
        ),
        Column(
            "seconds", "number", "seconds",
            "time from the question to the answer, without pauses; empty for bots",
        ),
        Column("at", "number", "seconds", "time of the answer, since the opening of the room"),
        Column("undone", "yes or no", "", "whether it was taken back afterwards"),
    ),
    "results": (
        TABLE,
        GROUP,
        SEAT,
        PARTICIPANT,
        NAME,
        SIMULATED,
        SEATED,
        Column("race", "text", "", "name of the ranking, such as Net worth"),
        Column("place", "whole number", "", "rank at the table, from 1"),
        Column("score", "number", "as in `unit`", "score that determines the place"),
        UNIT,
        Column(
            "held_back", "text", "",
            "why the place differs from the rank of the score; else empty",
        ),
    ),
    "tables": (
        TABLE,
        GROUP,
        Column("game", "text", "", "the game that was played"),
        Column("options", "JSON", "", "options and edition that were set for the table"),
        Column("luck", "whole number", "", "tables with the same number had the same luck"),
        Column("seed", "whole number", "", "seed of the luck; empty until the lesson is closed"),
        Column("seats", "whole number", "seats", "number of seats"),
        Column(
            "people", "whole number", "people",
            "number of people in the seats at the end, without the invented",
        ),
        Column(
            "invented", "whole number", "participants", "number of invented participants there",
        ),
        Column(
            "order", "text", "",
            "how people were seated: random, arrival, balanced, list or groups",
        ),
        TURN,
        ROUND,
        Column("over", "yes or no", "", "whether play had ended there"),
        Column(
            "ended_by", "text", "",
            "rules (the match is over), teacher (its last round is over), damage (of the stored "
            "room), or empty",
        ),
        Column(
            "minutes", "number", "minutes",
            "time from set-up to the last answer, without pauses",
        ),
        Column("record", "text", "", "file of the match, which any table can open"),
    ),
    "treatments": (
        GROUP,
        Column("options", "JSON", "", "options that its tables have"),
        Column("tables", "whole number", "tables", "number of tables"),
        Column(
            "people", "whole number", "people",
            "number of people with a seat there at the end, without the invented",
        ),
        Column(
            "invented", "whole number", "participants", "number of invented participants there",
        ),
    ),
    "figures": (
        TABLE,
        GROUP,
        METRIC,
        LABEL,
        UNIT,
        AXIS,
        AT,
        Column(
            "value", "number", "as in `unit`",
            "value of the figure, for seats the mean; may be empty",
        ),
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
        Column("difference", "number", "as in `unit`", "mean of the other group minus the first"),
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
        Column("pairs", "whole number", "pairs", "pairs of tables that have reached this point"),
        Column("all_pairs", "whole number", "pairs", "all pairs of tables with the same luck"),
        Column(
            "higher", "whole number", "pairs",
            "number of `pairs` in which the other group is higher",
        ),
        Column("lower", "whole number", "pairs", "number of `pairs` in which it is lower"),
        Column("first_mean", "number", "as in `unit`", "mean of the first group in `pairs`"),
        Column("other_mean", "number", "as in `unit`", "mean of the other group in `pairs`"),
        Column("difference", "number", "as in `unit`", "mean of the other group minus the first"),
        LOW,
        HIGH,
        Column(
            "left_out", "text", "",
            "tables whose pairs are left out, because they have hardly begun",
        ),
        Column("unattended", "whole number", "tables", "paired tables at which no student sits"),
        Column("sentence", "text", "", "the result in words, as the desk shows it"),
    ),
    "questions": (
        QUESTION._replace(about="number of the question, from 1"),
        Column("kind", "text", "", "prediction or poll"),
        Column("words", "text", "", "the question"),
        Column("choices", "JSON", "", "the choices; empty if the question asked for a number"),
        Column("about", "text", "", "class (the median of the tables) or table; empty for a poll"),
        TABLE._replace(about="the table of the figure; else empty"),
        METRIC,
        LABEL,
        UNIT,
        SEAT,
        DUE_AXIS,
        DUE,
        Column("asked_in_turn", "whole number", "turns", "turn in which the question was asked"),
        Column("asked", "number", "seconds", "time of the question, since the opening of the room"),
        Column(
            "revealed", "number", "seconds",
            "time when the answers were revealed; empty before",
        ),
        Column(
            "answers", "whole number", "people",
            "number of answers of people that count, without the invented",
        ),
        CAME,
        Column("came_how", "text", "", "remark about the value, such as an early end"),
    ),
    "predictions": (
        QUESTION,
        PERSON,
        NAME,
        SIMULATED,
        Column("answer", "text", "", "the number as typed"),
        Column("number", "number", "that of the figure", "the answer as a number"),
        CAME._replace(unit="that of the figure"),
        Column("error", "number", "that of the figure", "predicted number minus actual value"),
        Column(
            "nearest", "yes or no", "",
            "whether no answer was nearer; empty until the value is known",
        ),
        TIME,
        COUNTS,
    ),
    "polls": (
        QUESTION,
        PERSON,
        NAME,
        SIMULATED,
        Column("choice", "whole number", "", "number of the chosen answer, from 1; else empty"),
        Column("answer", "text", "", "the answer in words, or the number as typed"),
        Column("number", "number", "", "the answer as a number; empty for a choice"),
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
        Column("value", "number", "as in `unit`", "the figure at the time of the guess"),
        Column("answer", "text", "", "guess compared with `value`: lower, the same or higher"),
        CAME,
        Column("right", "yes or no", "", "whether the guess was right; empty until known"),
        TIME,
        COUNTS,
    ),
    "proposals": (
        TABLE,
        GROUP,
        SEAT._replace(about="letter of the team's seat"),
        TURN,
        ROUND,
        Column("participant", "text", "", "code of the member who made the proposal"),
        NAME,
        SIMULATED,
        Column("decision", "text", "", "short name of the decision"),
        Column("move", "text", "", "short name of the proposed answer"),
        Column("answer", "text", "", "the proposed answer in words"),
        Column("fields", "JSON", "", "values of the answer's fields, by name"),
        TIME,
    ),
    "seatings": (
        TABLE,
        GROUP,
        SEAT,
        Column("participant", "text", "", "code of the person in the seat; empty for a bot"),
        NAME,
        SIMULATED._replace(about="whether the participant was invented; empty for a bot"),
        Column("by", "text", "", "person or bot"),
        Column(
            "captain", "yes or no", "",
            "whether they were captain of the team; empty without a team",
        ),
        Column("since", "number", "seconds", "start, since the opening of the room"),
        Column(
            "until", "number", "seconds",
            "end, since the opening of the room; empty if it lasted to the end",
        ),
        Column("cause", "text", "", "table (set up), seated, unseated, captain or removed"),
    ),
    "timeline": (
        TIME,
        Column(
            "event", "text", "",
            "paused, absent or pace (time limits), ends (last round), hand, removed, goto (step "
            "to which the teacher went back), awaited or handed (to a bot), names_hidden, "
            "usual_shown or closed",
        ),
        TABLE._replace(about="number of the table; empty for all"),
        GROUP,
        SEAT,
        Column("participant", "text", "", "code of the person concerned; else empty"),
        NAME,
        Column("on", "yes or no", "", "yes if it began, no if it ended, such as a pause"),
        Column("number", "number", "as in `unit`", "the number that was set; 0 for none"),
        UNIT._replace(about="unit of the number: seconds, round or step"),
    ),
}  # fmt: skip
"""The exported tables of a room, in the order in which they are written."""
