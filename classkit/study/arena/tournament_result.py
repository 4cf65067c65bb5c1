"""Result of a tournament: table, matches and forfeits as rows, data frames and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.deprecation import warn_about_members
from classkit.engine.game import Game
from classkit.engine.rulebook_text import format_count
from classkit.frames.columns import Column
from classkit.sandbox.isolation import ISOLATION_LAYERS
from classkit.sandbox.isolation_probe import LAYER_DESCRIPTIONS, describe_missing_layers

from ..race_results import RaceResult, describe_ranking
from .columns import FORFEIT_COLUMNS, MATCH_COLUMNS, TABLE_COLUMNS
from .entrants import in_short
from .limits import Limits
from .ratings import EntrantRating
from .tournament_match import Entrant, MatchResult
from .tournament_page import render_page, render_tables

if TYPE_CHECKING:
    import pandas as pd

MIN_GROUPS = 10
"""Minimum number of groups per entrant, below which bootstrap intervals are too narrow."""
MATCH_FACTS = ("match", "round", "group", "seed", "turns", "ending", "counts")


@warn_about_members
@dataclass(repr=False)
class Tournament:
    """Result of a tournament.

    ``table`` has one row for each entrant and race, best first. ``matches`` has one row for each
    seat and race of each match. ``forfeits`` has one row for each kind of failure of a policy.
    ``to_html`` returns the page.

    If several races decide a match, the table begins with the race "Overall", which ranks the seats
    of a match by their mean place in these races
    (:func:`classkit.study.race_results.combine_races`). Otherwise it begins with the deciding race.

    Attributes:
        game: The game.
        entrants: The policies and bots that took part.
        played: The matches, in the order played.
        limits: Limits of each policy.
        options: Options of the matches.
        seats: Number of seats in a match.
        seed: Seed of the pairings and of every roll.
        title: Title of the page.
        left_out: Policies that could not take part, each with the reason.

    Example:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from classkit import study
        >>> with TemporaryDirectory() as folder:
        ...     text = "def policy(view, decision):\\n    return decision.default\\n"
        ...     _ = Path(folder, "ada.py").write_text(text)
        ...     played = study.tournament(folder, seats=2, bots=["saver"], n=2, seed=7, processes=1)
        >>> sorted(played.table["policy"])
        ['ada', 'saver']
    """

    game: Game[Any]
    entrants: list[Entrant]
    played: list[MatchResult]
    rated: dict[str, list[EntrantRating]]
    """Ratings by race, best entrant first.

    The first race decides, or combines all deciding races.
    """
    limits: Limits
    options: Mapping[str, Any]
    seats: int
    seed: int
    title: str
    left_out: list[str]
    planned: int
    """Number of matches planned. A tournament that was stopped early has played fewer."""

    @property
    def stopped(self) -> str:
        """Sentence about a tournament that was stopped early, or an empty string."""
        if len(self.played) == self.planned:
            return ""
        return (
            f"Stopped early, after {len(self.played):,} of {self.planned:,} matches, so not "
            "all entrants have played equally often in every seat with the same seeds."
        )

    @property
    def counted_matches(self) -> list[MatchResult]:
        """The matches that count."""
        return [match for match in self.played if not match.void]

    @property
    def races(self) -> list[RaceResult]:
        """The races of the game, taken from the first match."""
        return list(self.played[0].races)

    @property
    def shields(self) -> tuple[str, ...]:
        """The isolation layers that were active in every match."""
        guarded = [set(match.shields) for match in self.played]
        return tuple(name for name in ISOLATION_LAYERS if all(name in one for one in guarded))

    @cached_property
    def table_rows(self) -> list[dict[str, Any]]:
        """Rows of the table: race by race, best entrant first."""
        efforts = [self.get_effort(entrant) for entrant in range(len(self.entrants))]
        return [
            {
                "race": title,
                "rank": rank,
                "policy": self.entrants[line.entrant].name,
                "kind": self.entrants[line.entrant].kind,
                **build_rating_columns(line),
                **efforts[line.entrant],
            }
            for title, lines in self.rated.items()
            for rank, line in enumerate(lines, start=1)
        ]

    def get_effort(self, entrant: int) -> dict[str, Any]:
        """Return the columns on the answers of an entrant (given by index) over all matches."""
        mine = [one for match in self.played for one in match.seated if one.entrant == entrant]
        answers = sum(one.answers for one in mine)
        seconds = sum(one.seconds for one in mine)
        return {
            "answers": answers,
            "forfeits": sum(one.forfeits for one in mine),
            "milliseconds": round(1000 * seconds / max(1, answers), 2),
            "slowest": round(max((one.slowest for one in mine), default=0.0), 3),
            "gave_up": sum(bool(one.out) for one in mine),
            "remark": self.get_remark(entrant),
        }

    @property
    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Rows of the table, grouped by race."""
        return {
            title: [row for row in self.table_rows if row["race"] == title] for title in self.rated
        }

    def get_remark(self, entrant: int) -> str:
        """Return the most frequent failure of an entrant (given by index), or an empty string."""
        mine = [row for row in self.forfeit_rows if row["policy"] == self.entrants[entrant].name]
        if not mine:
            return ""
        most = max(mine, key=lambda row: row["times"])
        where = f"{most['where']}: " if most["where"] else ""
        others = f" (and {len(mine) - 1} more)" if len(mine) > 1 else ""
        return f"{where}{most['reason']}{others}"

    @cached_property
    def forfeit_rows(self) -> list[dict[str, Any]]:
        """Failures grouped by policy, kind, line and decision, and the first of each group."""
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        for match in self.played:
            for seat in match.seated:
                for failure in seat.failures:
                    key = (seat.entrant, failure.kind, failure.where, failure.decision)
                    row = found.setdefault(
                        key,
                        {
                            "policy": self.entrants[seat.entrant].name, "kind": failure.kind,
                            "reason": failure.reason, "where": failure.where,
                            "decision": failure.decision, "times": 0,
                            "match": match.pairing.number, "turn": failure.turn,
                            "seat": failure.seat, "seed": failure.seed,
                        },
                    )  # fmt: skip
                    row["times"] += 1
        return sorted(found.values(), key=lambda row: (row["policy"], -row["times"], row["match"]))

    @cached_property
    def match_rows(self) -> list[dict[str, Any]]:
        """The matches in the order played, one row for each seat and race."""
        rows = []
        for match in self.played:
            pairing = match.pairing
            facts = (
                pairing.number, pairing.round, pairing.group, pairing.seed, match.turns,
                match.ending, not match.void,
            )  # fmt: skip
            for at, seat in enumerate(match.seated):
                entrant = self.entrants[seat.entrant]
                rows += [
                    {
                        **dict(zip(MATCH_FACTS, facts, strict=True)),
                        "seat": seat.seat, "policy": entrant.name, "kind": entrant.kind,
                        "race": race.title, "score": race.scores[at], "place": race.places[at],
                        "won": round(race.won[at], 4), "answers": seat.answers,
                        "forfeits": seat.forfeits, "seconds": round(seat.seconds, 4),
                        "gave_up": seat.out,
                    }
                    for race in match.races
                ]  # fmt: skip
        return rows

    @property
    def about(self) -> list[str]:
        """Sentences about matches, ratings, limits, options and isolation layers."""
        limits, counted = self.limits, len(self.counted_matches)
        each, void = next(iter(self.rated.values()))[0].matches, len(self.played) - counted
        has_policies = any(not entrant.is_bot for entrant in self.entrants)
        shields = (
            "; ".join(LAYER_DESCRIPTIONS[name] for name in self.shields) if has_policies else ""
        )
        shared_out = self.stopped or (
            f"Everybody played {format_count(each, 'match', 'matches')}, equally often in "
            "every seat, and all matches of a round had the same seed."
        )
        lines = [
            f"{format_count(counted, 'match', 'matches')} of {self.seats} seats, in "
            f"{format_count(self.played[-1].pairing.round, 'round')}. {shared_out}",
            f"{describe_ranking(self.races)} A shared win is divided equally, and a match "
            "without a winner counts for nobody.",
            "Ratings are computed with openskill (Plackett-Luce). The 95 % intervals are "
            "bootstrapped over groups: two policies whose intervals overlap widely may be "
            "equally good.",
            f"A policy had {limits.answer:g} s for an answer, {limits.match:g} s for a match, "
            f"and {limits.memory} MB of memory. Late and illegal answers were forfeited: the "
            "default replaced them.",
            f"Options: {', '.join(f'{key} = {value}' for key, value in self.options.items())}. "
            f"Seed {self.seed}.",
        ]
        if each < MIN_GROUPS * self.seats:
            lines.append(
                "Few matches were played, so the intervals are too narrow, and intervals of "
                "zero width are meaningless. Play more matches."
            )
        if void:
            lines.append(f"{format_count(void, 'match', 'matches')} did not end and do not count.")
        if self.left_out:
            lines.append(f"Skipped: {in_short(self.left_out)}")
        lines.append(f"Active protections: {shields or 'none'}.")
        if has_policies:
            lines += [f"Not up: {line}." for line in describe_missing_layers(self.shields)]
        return lines

    @property
    def table(self) -> pd.DataFrame:
        """Data frame of the table: rating, win share and mean place with 95 % intervals.

        ``attrs["columns"]`` describes the unit and meaning of each column, here and in the other
        frames.
        """
        return build_frame(self.table_rows, TABLE_COLUMNS)

    @property
    def matches(self) -> pd.DataFrame:
        """Tidy data frame of the matches, one row for each seat and race.

        The race "Overall" of the table uses the means of ``place`` and ``won`` over the races that
        decide a match.
        """
        return build_frame(self.match_rows, MATCH_COLUMNS)

    @property
    def forfeits(self) -> pd.DataFrame:
        """Data frame of the forfeits."""
        return build_frame(self.forfeit_rows, FORFEIT_COLUMNS)

    def to_html(self) -> str:
        """Return the page as self-contained HTML, to project or print.

        Returns:
            The HTML of the page.
        """
        return render_page(self.title, self.tables, self.races, self.forfeit_rows, self.about)

    def write(self, folder: Path | str) -> list[Path]:
        """Write ``tournament.html`` and three CSV files into a folder.

        Args:
            folder: Output folder, created if it is missing.

        Returns:
            The paths of the files.
        """
        from classkit.frames.file_export import to_csv, write_export

        files = {
            "tournament.html": self.to_html(),
            "table.csv": to_csv(self.table_rows),
            "matches.csv": to_csv(self.match_rows),
            "forfeits.csv": to_csv(self.forfeit_rows),
        }
        return write_export(Path(folder), files)

    def __str__(self) -> str:
        counted = format_count(len(self.counted_matches), "match", "matches")
        lines = [f"{self.title}: {counted}, seed {self.seed}"]
        for title, rows in self.tables.items():
            if len(self.tables) > 1:
                lines += ["", title]
            lines += [format_row(row) for row in rows]
        if len(self.tables) > 1:
            lines += ["", describe_ranking(self.races)]
        if self.stopped:
            lines.append(self.stopped)
        if self.left_out:
            lines.append(f"Skipped: {in_short(self.left_out)}")
        lines.append(
            f"Active protections: {', '.join(self.shields) or 'none'} (see the bottom of the page)"
        )
        if any(not entrant.is_bot for entrant in self.entrants):
            lines += [f"Not up: {line}." for line in describe_missing_layers(self.shields)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.counted_matches)} matches, {len(self.entrants)} policies>"

    def _repr_html_(self) -> str:
        """Return the tables as HTML, for a notebook."""
        return render_tables(self.tables, self.races)


def build_rating_columns(line: EntrantRating) -> dict[str, Any]:
    """Return rating, win share, mean place and their intervals in one race as columns."""
    row: dict[str, Any] = {}
    for name, figure, digits in (
        ("rating", line.rating, 2), ("win_share", line.share, 4), ("place", line.place, 3),
    ):  # fmt: skip
        for part, value in (("", figure.value), ("_low", figure.low), ("_high", figure.high)):
            row[name + part] = None if value is None else round(value, digits)
    return {**row, "matches": line.matches, "wins": round(line.wins, 2)}


def format_row(row: Mapping[str, Any]) -> str:
    """Format a row of the table as a line of text."""
    wins = f"{100 * row['win_share']:.0f}%" if row["win_share"] is not None else "-"
    bounds = ""
    if row["rating_low"] is not None:
        bounds = f"{row['rating_low']:.1f} to {row['rating_high']:.1f}"
    name = row["policy"] + (" (bot)" if row["kind"] == "bot" else "")
    return (
        f"{row['rank']:>3}. {name:<28} {row['rating']:>5.1f}  {bounds:<14} wins {wins:>5}  "
        f"forfeits {row['forfeits']:,}"
    )


def build_frame(rows: list[dict[str, Any]], columns: Sequence[Column]) -> pd.DataFrame:
    """Return a data frame of the rows. ``attrs`` contains the meanings of its columns."""
    import pandas as pd

    made = pd.DataFrame(rows, columns=[column.name for column in columns])
    made.attrs["columns"] = {column.name: column.meaning() for column in columns}
    return made
