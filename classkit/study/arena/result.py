"""The result of a tournament: table, matches and forfeits as rows, frames and files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.game import Game
from classkit.engine.words import how_many
from classkit.sandbox.report import ON, what_is_missing
from classkit.sandbox.shields import SHIELDS

from .entrants import in_short
from .limits import Limits
from .ratings import Rated
from .tournament_match import Entrant, Played
from .tournament_page import page, table_html

if TYPE_CHECKING:
    import pandas as pd

FEW_GROUPS = 10
"""Groups of one entrant below which bootstrap intervals are too narrow."""
PER_MATCH = ("match", "round", "group", "seed", "turns", "ending", "counts")


@dataclass(repr=False)
class Tournament:
    """The result of a tournament, best first.

    ``table`` has one row for each policy, ``matches`` one for each seat of each match, and
    ``forfeits`` one for each way in which a policy failed. ``to_html`` gives the page.
    """

    game: Game[Any]
    entrants: list[Entrant]
    played: list[Played]
    rated: list[Rated]
    limits: Limits
    options: Mapping[str, Any]
    seats: int
    seed: int
    title: str
    left_out: list[str]
    planned: int
    """The number of matches planned; a tournament that was stopped has played fewer."""

    @property
    def stopped(self) -> str:
        """A sentence on a tournament that was stopped early; empty for a complete one."""
        if len(self.played) == self.planned:
            return ""
        return (
            f"Stopped early, after {len(self.played):,} of {self.planned:,} matches: not everybody "
            "has played equally often in every seat with the same luck."
        )

    @property
    def counted(self) -> list[Played]:
        """The matches that count."""
        return [match for match in self.played if not match.void]

    @property
    def shields(self) -> tuple[str, ...]:
        """The shields that were up in every match."""
        guarded = [set(match.shields) for match in self.played]
        return tuple(name for name in SHIELDS if all(name in one for one in guarded))

    @cached_property
    def table_rows(self) -> list[dict[str, Any]]:
        """The table as rows, best first."""
        mine: dict[int, Counter[str]] = {place: Counter() for place in range(len(self.entrants))}
        slowest = dict.fromkeys(mine, 0.0)
        for match in self.played:
            for seat in match.seated:
                count = mine[seat.entrant]
                count.update(answers=seat.answers, forfeits=seat.forfeits)
                count["seconds"] += seat.seconds  # type: ignore[assignment]  # a sum like the others
                count["out"] += bool(seat.out)
                slowest[seat.entrant] = max(slowest[seat.entrant], seat.slowest)
        rows = []
        for rank, line in enumerate(self.rated, start=1):
            entrant, count = self.entrants[line.entrant], mine[line.entrant]
            row: dict[str, Any] = {
                "rank": rank,
                "policy": entrant.name,
                "kind": "bot" if entrant.is_bot else "policy",
            }
            for name, figure, digits in (
                ("rating", line.rating, 2), ("win_share", line.share, 4), ("place", line.place, 3),
            ):  # fmt: skip
                for part, value in (
                    ("", figure.value), ("_low", figure.low), ("_high", figure.high),
                ):  # fmt: skip
                    row[name + part] = None if value is None else round(value, digits)
            row |= {
                "matches": line.matches,
                "wins": round(line.wins, 2),
                "answers": count["answers"],
                "forfeits": count["forfeits"],
                "milliseconds": round(1000 * count["seconds"] / max(1, count["answers"]), 2),
                "slowest": round(slowest[line.entrant], 3),
                "gave_up": count["out"],
                "remark": self.remark(line.entrant),
            }
            rows.append(row)
        return rows

    def remark(self, entrant: int) -> str:
        """Return what went wrong most often; empty if nothing did."""
        mine = [row for row in self.forfeit_rows if row["policy"] == self.entrants[entrant].name]
        if not mine:
            return ""
        most = max(mine, key=lambda row: row["times"])
        where = f"{most['where']}: " if most["where"] else ""
        others = f" (and {len(mine) - 1} more)" if len(mine) > 1 else ""
        return f"{where}{most['reason']}{others}"

    @cached_property
    def forfeit_rows(self) -> list[dict[str, Any]]:
        """The ways in which policies failed: how often, and where first."""
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
        """The matches, with a row for each seat, in the order of the plan."""
        rows = []
        for match in self.played:
            pairing = match.pairing
            facts = (
                pairing.number, pairing.round, pairing.group, pairing.seed, match.turns,
                match.ending, not match.void,
            )  # fmt: skip
            for seat in match.seated:
                entrant = self.entrants[seat.entrant]
                rows.append(
                    {
                        **dict(zip(PER_MATCH, facts, strict=True)),
                        "seat": seat.seat, "policy": entrant.name,
                        "kind": "bot" if entrant.is_bot else "policy", "score": seat.score,
                        "place": seat.place, "won": round(seat.won, 4), "answers": seat.answers,
                        "forfeits": seat.forfeits, "seconds": round(seat.seconds, 4),
                        "gave_up": seat.out,
                    }
                )  # fmt: skip
        return rows

    @property
    def about(self) -> list[str]:
        """Sentences on how it was played: matches, ratings, limits, options, shields."""
        limits, counted = self.limits, len(self.counted)
        each, void = self.rated[0].matches, len(self.played) - counted
        has_policies = any(not entrant.is_bot for entrant in self.entrants)
        shields = "; ".join(ON[name] for name in self.shields) if has_policies else ""
        shared_out = self.stopped or (
            f"Everybody played {how_many(each, 'match', 'matches')}, equally often in every seat, "
            "and all matches of a round had the same luck."
        )
        lines = [
            f"{how_many(counted, 'match', 'matches')} of {self.seats} seats, in "
            f"{how_many(self.played[-1].pairing.round, 'round')}. {shared_out}",
            "The rating is that of openskill (Plackett-Luce). The intervals are 95 % by bootstrap "
            "over groups: two policies whose intervals overlap widely may be equally good.",
            f"A policy had {limits.answer:g} s for an answer, {limits.match:g} s for a match, and "
            f"{limits.memory} MB of memory. What it did not answer in time or not by the rules "
            "was answered by the default; that is a forfeit.",
            f"Options: {', '.join(f'{key} = {value}' for key, value in self.options.items())}. "
            f"Seed {self.seed}.",
        ]
        if each < FEW_GROUPS * self.seats:
            lines.append(
                "Few matches were played: the intervals are too narrow, and those without any "
                "width say nothing. Play more."
            )
        if void:
            lines.append(
                f"{how_many(void, 'match', 'matches')} could not be ended and do not count."
            )
        if self.left_out:
            lines.append(f"Left out: {in_short(self.left_out)}")
        lines.append(f"Shields that were up: {shields or 'none'}.")
        if has_policies:
            lines += [f"Not up: {line}." for line in what_is_missing(self.shields)]
        return lines

    @property
    def table(self) -> pd.DataFrame:
        """The table as a frame: rating, share of wins and mean place with 95 % intervals."""
        return frame(self.table_rows)

    @property
    def matches(self) -> pd.DataFrame:
        """The matches as a tidy frame."""
        return frame(self.match_rows)

    @property
    def forfeits(self) -> pd.DataFrame:
        """The forfeits as a frame."""
        return frame(self.forfeit_rows)

    def to_html(self) -> str:
        """Return the page to project, which loads nothing from elsewhere."""
        return page(self.title, self.table_rows, self.forfeit_rows, self.about)

    def write(self, folder: Path | str) -> list[Path]:
        """Write ``tournament.html`` and three CSV files. Return their paths."""
        from classkit.frames.export import to_csv, write_all

        files = {
            "tournament.html": self.to_html(),
            "table.csv": to_csv(self.table_rows),
            "matches.csv": to_csv(self.match_rows),
            "forfeits.csv": to_csv(self.forfeit_rows),
        }
        return write_all(Path(folder), files)

    def __str__(self) -> str:
        lines = [f"{self.title}: {len(self.counted)} matches, seed {self.seed}"]
        for row in self.table_rows:
            wins = f"{100 * row['win_share']:.0f}%" if row["win_share"] is not None else "-"
            bounds = ""
            if row["rating_low"] is not None:
                bounds = f"{row['rating_low']:.1f} to {row['rating_high']:.1f}"
            kind = " (bot)" if row["kind"] == "bot" else ""
            lines.append(
                f"{row['rank']:>3}. {row['policy'] + kind:<28} {row['rating']:>5.1f}  {bounds:<14}"
                f" wins {wins:>5}  forfeits {row['forfeits']:,}"
            )
        if self.stopped:
            lines.append(self.stopped)
        if self.left_out:
            lines.append(f"Left out: {in_short(self.left_out)}")
        lines.append(f"Shields up: {', '.join(self.shields) or 'none'} (see the foot of the page)")
        if any(not entrant.is_bot for entrant in self.entrants):
            lines += [f"Not up: {line}." for line in what_is_missing(self.shields)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.counted)} matches, {len(self.entrants)} policies>"

    def _repr_html_(self) -> str:
        """Return only the table, for a notebook."""
        return table_html(self.table_rows)


def frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Return rows as a pandas frame."""
    import pandas as pd

    return pd.DataFrame(rows)
