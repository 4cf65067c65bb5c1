"""Columns of a tournament's tables, with type, unit and meaning."""

from __future__ import annotations

from classkit.frames.columns import Column

POLICY_COLUMN = Column("policy", "text", "", "name of the policy's file without .py, or of the bot")
KIND_COLUMN = Column("kind", "text", "", '"policy" for a file, "bot" for a bot of the game')
RACE_COLUMN = Column("race", "text", "", "title of the race")
EACH_RACE_TEXT = "the same in the rows of each race"


def add_interval(figure: Column) -> tuple[Column, Column, Column]:
    """Return the column, followed by two columns for the bounds of its 95 % interval."""
    name, ends = figure.name, "bound of its 95 % interval; empty if too few matches were played"
    low = figure._replace(name=f"{name}_low", about=f"{name}: lower {ends}")
    return figure, low, figure._replace(name=f"{name}_high", about=f"{name}: upper {ends}")


TABLE_COLUMNS = (
    RACE_COLUMN._replace(about='title of the race, or "Overall" for all deciding races combined'),
    Column("rank", "whole number", "", "rank by the rating in the race, 1 is best"),
    POLICY_COLUMN,
    KIND_COLUMN,
    *add_interval(
        Column("rating", "number", "points", "openskill rating (Plackett-Luce); starts at 25")
    ),
    *add_interval(Column("win_share", "number", "share", "wins per counted match, 0 to 1")),
    *add_interval(
        Column("place", "number", "", "mean place, 1 is best; for Overall the mean over its races")
    ),
    Column("matches", "whole number", "matches", "matches that count"),
    Column(
        "wins", "number", "matches", ("matches won in the race; a shared win counts as a fraction")
    ),
    Column(
        "answers", "whole number", "answers", (f"answers that it was asked for; {EACH_RACE_TEXT}")
    ),
    Column(
        "forfeits", "whole number", "answers", f"answers replaced by the default; {EACH_RACE_TEXT}"
    ),
    Column("milliseconds", "number", "ms", f"mean time per answer; {EACH_RACE_TEXT}"),
    Column("slowest", "number", "s", f"longest time for an answer; {EACH_RACE_TEXT}"),
    Column(
        "gave_up",
        "whole number",
        "matches",
        (f"matches from which it was excluded; {EACH_RACE_TEXT}"),
    ),
    Column(
        "remark", "text", "", (f"most frequent failure; empty if there was none; {EACH_RACE_TEXT}")
    ),
)
MATCH_COLUMNS = (
    Column("match", "whole number", "", "number of the match, from 1"),
    Column("round", "whole number", "", "number of the round, whose matches have the same seed"),
    Column("group", "whole number", "", "number of the group, which plays once in each rotation"),
    Column("seed", "whole number", "", "seed of the match"),
    Column("turns", "whole number", "turns", "turns played"),
    Column("ending", "text", "", "why the match ended"),
    Column("counts", "yes or no", "", "whether the match counts, which requires that it ended"),
    Column("seat", "text", "", "letter of the seat"),
    POLICY_COLUMN,
    KIND_COLUMN,
    RACE_COLUMN,
    Column("score", "number", "", "score in the race, in its own unit"),
    Column("place", "whole number", "", "place in the race, 1 is best; ties share a place"),
    Column("won", "number", "share", "share of the win in this race, 0 to 1"),
    Column(
        "answers",
        "whole number",
        "answers",
        (f"answers that the policy was asked for; {EACH_RACE_TEXT}"),
    ),
    Column(
        "forfeits",
        "whole number",
        "answers",
        (f"answers replaced by the default; {EACH_RACE_TEXT}"),
    ),
    Column("seconds", "number", "s", f"time for all answers; {EACH_RACE_TEXT}"),
    Column("gave_up", "text", "", f"why it was excluded; empty if it was not; {EACH_RACE_TEXT}"),
)
FORFEIT_COLUMNS = (
    POLICY_COLUMN,
    Column("kind", "text", "", "kind of failure, such as crash, slow or illegal"),
    Column("reason", "text", "", "description of the failure"),
    Column("where", "text", "", "line of the policy's file; empty if unknown"),
    Column("decision", "text", "", 'decision that it was asked; "start" for loading the file'),
    Column("times", "whole number", "answers", "how often it happened"),
    Column("match", "whole number", "", "number of the first match with this failure"),
    Column("turn", "whole number", "turns", "turn of that match"),
    Column("seat", "text", "", "seat of the policy in that match"),
    Column("seed", "whole number", "", "seed of that match"),
)
