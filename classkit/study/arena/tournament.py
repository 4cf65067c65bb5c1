"""Tournaments: students' policies against each other and the game's bots."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError
from classkit.engine.game import Game
from classkit.engine.luck import new_seed
from classkit.engine.registry import find

from ..processes.workers import run
from .entrants import number_of_seats, read_entrants, read_files, shown
from .guest import SHIELDS
from .isolation import PREFIX, describe_game
from .limits import Limits
from .pairings import Pairing, pair
from .ratings import Rated, rate
from .tournament_match import Duel, Entrant, Played, begin, close_starter, play_duel

if TYPE_CHECKING:
    import pandas as pd

USUAL_MATCHES = 300
PER_MATCH = ("match", "round", "group", "seed", "turns", "ending", "counts")


@dataclass(repr=False)
class Tournament:
    """What came of a tournament; best first.

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

    @property
    def counted(self) -> list[Played]:
        """The matches that count."""
        return [match for match in self.played if not match.void]

    @property
    def shields(self) -> tuple[str, ...]:
        """What kept the policies in their processes: the shields that were up in every match."""
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
        """What went wrong most often, in words; nothing where nothing did."""
        mine = [row for row in self.forfeit_rows if row["policy"] == self.entrants[entrant].name]
        if not mine:
            return ""
        most = max(mine, key=lambda row: row["times"])
        where = f"{most['where']}: " if most["where"] else ""
        others = f" (and {len(mine) - 1} more)" if len(mine) > 1 else ""
        return f"{where}{most['reason']}{others}"

    @cached_property
    def forfeit_rows(self) -> list[dict[str, Any]]:
        """Every way in which a policy failed: how often, and where it happened first."""
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
        """A row for each seat of each match, in the order of the plan."""
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
    def table(self) -> pd.DataFrame:
        """The table as a frame: rating, share of wins and mean place with 95 % intervals."""
        return frame(self.table_rows)

    @property
    def matches(self) -> pd.DataFrame:
        """The matches as a tidy frame."""
        return frame(self.match_rows)

    @property
    def forfeits(self) -> pd.DataFrame:
        """What went wrong as a frame."""
        return frame(self.forfeit_rows)

    def to_html(self) -> str:
        """The page that one can project: whole in itself, it asks nobody for anything."""
        from .tournament_page import page

        return page(self)

    def write(self, folder: Path | str) -> list[Path]:
        """Write ``tournament.html`` and three CSV files; the files written."""
        from classkit.frames.export import to_csv, write

        target = Path(folder)
        files = {
            "tournament.html": self.to_html(),
            "table.csv": to_csv(self.table_rows),
            "matches.csv": to_csv(self.match_rows),
            "forfeits.csv": to_csv(self.forfeit_rows),
        }
        try:
            target.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                write(target / name, text)
        except OSError as error:
            raise ClasskitError(
                f"could not write into {target}: {error.strerror or error}."
            ) from error
        return [target / name for name in files]

    def __str__(self) -> str:
        lines = [f"{self.title}: {len(self.counted)} matches, seed {self.seed}"]
        for row in self.table_rows:
            wins = f"{100 * row['win_share']:.0f} %" if row["win_share"] is not None else "-"
            bounds = ""
            if row["rating_low"] is not None:
                bounds = f"{row['rating_low']:.1f} to {row['rating_high']:.1f}"
            kind = " (bot)" if row["kind"] == "bot" else ""
            lines.append(
                f"{row['rank']:>3}. {row['policy'] + kind:<28} {row['rating']:>5.1f}  {bounds:<14}"
                f" wins {wins:>5}  forfeits {row['forfeits']:,}"
            )
        if self.left_out:
            lines.append(f"Left out: {shown(self.left_out)}")
        lines.append(f"Shields up: {', '.join(self.shields) or 'none'} (see the foot of the page)")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.counted)} matches, {len(self.entrants)} policies>"

    def _repr_html_(self) -> str:
        """In a notebook: the table alone."""
        from .tournament_page import table_html

        return table_html(self, css=True)


def frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Rows as a pandas frame."""
    import pandas as pd

    return pd.DataFrame(rows)


def tournament(
    folder: Path | str | Sequence[Path | str],
    game: str = "poleconomy",
    *,
    matches: int = USUAL_MATCHES,
    seats: int | None = None,
    bots: Sequence[str] | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    edition: Any = None,
    limits: Limits | None = None,
    processes: int | None = None,
    title: str = "",
    progress: Callable[[int, int], object] | None = None,
) -> Tournament:
    """Let policies play against each other and against the bots of the game.

    ``folder`` holds one Python file for each policy (or it is a list of files); ``bots`` are
    those of the game, by default all it has, ``[]`` for none. Everybody plays as often, in every
    seat as often, and all matches of a round have the same luck; ``matches`` is rounded up to
    whole rounds. ``seed`` fixes who meets whom and every dice: leave it out when it counts.
    ``progress`` is called with the matches played and all there are.

    Each policy plays in a process of its own, within ``limits``. One that is slow, crashes,
    answers illegally or tries to cheat forfeits that answer to the default, and is named with the
    reason; others are not harmed.

    What this does not protect against: policies run as you. On Linux (x86-64) the kernel refuses
    them other processes, the network, changes to files, and others' files; elsewhere a malicious
    policy can do there what you can. It is no virtual machine: files of strangers belong in a
    container. The whole of it is :data:`classkit.study.arena.limits.NOT_PROTECTED`; ``shields`` of
    the result tells what was up.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for name, reply in {"ada": "decision.default", "bo": "'fly'"}.items():
    ...         text = f"def policy(view, decision):\\n    return {reply}\\n"
    ...         _ = Path(folder, f"{name}.py").write_text(text)
    ...     played = tournament(folder, seats=2, bots=[], matches=2, seed=7, processes=1)
    >>> [(row["policy"], row["forfeits"] > 0) for row in played.table_rows if row["policy"] == "bo"]
    [('bo', True)]
    """
    if type(matches) is not int or not 1 <= matches <= 100_000:
        raise ClasskitError("the number of matches is a whole number from 1 to 100,000.")
    rules = find(game)
    policies, left_out = read_files(folder)
    entrants = read_entrants(policies, rules, bots)
    seed = new_seed() if seed is None else seed
    settings = (rules.name, edition, dict(options or {}), limits or Limits())
    count = number_of_seats(rules, seats, len(entrants))
    plan = pair(len(entrants), count, matches, seed)
    with tempfile.TemporaryDirectory(prefix=PREFIX) as empty:
        jobs = [duel(settings, each, entrants, empty) for each in plan]
        first = begin(jobs[0])
        told = describe_game(first)
        jobs = [
            duel((rules.name, told["edition"], *settings[2:]), p, entrants, empty) for p in plan
        ]
        played: dict[int, Played] = {}
        try:
            for index, result in run(jobs, play_duel, processes=processes):
                played[index] = result
                if progress is not None:
                    progress(len(played), len(jobs))
        finally:
            close_starter(json.dumps(told), empty)
    whole = [played[index] for index in sorted(played)]
    counted = [match for match in whole if not match.void]
    if not counted:
        raise ClasskitError(f"no match could be played to its end: {whole[0].void}")
    rated = rate(len(entrants), counted, seed)
    return Tournament(
        rules, entrants, whole, rated, settings[3], dict(first.options), count, seed,
        title or f"Tournament of {rules.title}", left_out,
    )  # fmt: skip


def duel(
    settings: tuple[str, Any, Mapping[str, Any], Limits],
    pairing: Pairing,
    entrants: Sequence[Entrant],
    empty: str,
) -> Duel:
    """A match of the plan, as any process can play it."""
    game, edition, options, limits = settings
    players = tuple(entrants[place] for place in pairing.seating)
    return Duel(game, edition, options, pairing, players, limits, SHIELDS, empty)
