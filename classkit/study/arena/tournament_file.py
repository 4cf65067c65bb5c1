"""The file of a tournament: matches are written as they end, so an interrupted one can go on.

The first line describes the tournament and holds its seed. Whoever reads it can compute every
throw, so the file must not be handed round before the end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Self

from classkit.engine.game import Game
from classkit.engine.luck import new_seed
from classkit.engine.match import Match
from classkit.sandbox.shields import SHIELDS
from classkit.version import __version__

from ..batch.result_lines import (
    LONGEST_LINE,
    LineFile,
    ResultsError,
    as_line,
    in_words,
    not_written,
    read_line,
)
from ..code.fingerprint import Code, changes, code_of, differing
from ..code.marks import mark_of
from ..races import Race
from .forfeits import Failure, read_lines
from .pairings import Pairing
from .tournament_match import Arena, Played, Seated

KIND = "classkit tournament"
FORMAT = 3


@dataclass(frozen=True)
class Design:
    """Everything but the seed that decides a tournament, each part under its name.

    ``facts`` are JSON data, named as they are in a sentence; ``policies`` has the marks of the
    policies' files by name, and ``code`` is the fingerprint of game, bots and kernel.
    """

    game: Game[Any]
    facts: dict[str, Any]
    policies: dict[str, str]
    code: Code

    def as_data(self) -> dict[str, Any]:
        """Return the design as JSON data."""
        return {"facts": self.facts, "policies": self.policies, "code": self.code}

    def difference(self, there: Any) -> str:
        """Say how the design in a file differs from this one; "" if it does not.

        ``there`` comes from a file that anybody may have written.
        """
        parts = there if isinstance(there, dict) else {}
        facts, policies, code = (
            parts[name] if isinstance(parts.get(name), dict) else {}
            for name in ("facts", "policies", "code")
        )
        for name, wanted in self.facts.items():
            if facts.get(name) != wanted:
                return f"its {name} {in_words(facts.get(name))}, not {in_words(wanted)}"
        changed = differing(policies, self.policies)
        if changed:
            return f"policies have been added, changed or left out ({in_words(changed)})"
        return changes(code, self.code, self.game)


def design_of(arena: Arena, trial: Match, seats: int, matches: int) -> Design:
    bots = [one.name for one in arena.entrants if one.is_bot]
    facts = {
        "version of classkit is": __version__,
        "game is": arena.game,
        "version of the rules is": trial.game.rules_version,
        "edition is": [trial.edition.id, trial.edition.hash],
        **{f"option {name} is": value for name, value in trial.options.items()},
        **{f"limit {name} is": value for name, value in asdict(arena.limits).items()},
        "bots are": bots,
        "number of seats is": seats,
        "number of matches is": matches,
    }
    policies = {one.name: mark_of(one.source) for one in arena.entrants if not one.is_bot}
    code = code_of(trial.game, {name: name for name in bots})
    return Design(trial.game, json.loads(json.dumps(facts)), policies, code)


class TournamentFile(LineFile):
    """The file of a tournament in progress; without a path nothing is kept.

    ``seed`` is the tournament's, taken from the file if it goes on. Raises ResultsError for a file
    of another tournament, or one that is damaged or being written.
    """

    writer = "tournament"

    def __init__(self, path: Path | None, design: Design, seed: int | None) -> None:
        super().__init__(path)
        self.design, self.wished = design, seed
        self.seed = new_seed() if seed is None else seed
        self.lines: list[tuple[int, Any]] = []

    def __enter__(self) -> Self:
        if self.path is not None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise not_written(self.path, error) from error
        return super().__enter__()

    def content(self) -> bytes:
        """Return the first line."""
        first = {"file": KIND, "format": FORMAT, "seed": self.seed}
        return as_line({**first, "design": self.design.as_data()})

    def read(self, path: Path, stream: IO[bytes]) -> int:
        """Read the seed and all whole lines.

        The file of another tournament that was stopped before its first match is written anew.
        """
        first = read_line(stream.readline(LONGEST_LINE + 1))
        if not isinstance(first, dict) or first.get("file") != KIND:
            raise ResultsError(path, "is not the file of a tournament. Choose another file.")
        if other := self.other(first):
            if not stream.read(1):
                return 0
            raise ResultsError(
                path,
                f"holds an interrupted tournament that is another: {other}. Delete it to begin "
                "again (--anew on the command line), or go on as it was begun.",
            )
        self.seed, end = first["seed"], stream.tell()
        while (text := stream.readline(LONGEST_LINE + 1)).endswith(b"\n"):
            self.lines.append((len(self.lines) + 2, read_line(text)))
            end = stream.tell()
        return end

    def other(self, first: Mapping[str, Any]) -> str:
        """Say how the tournament of a first line differs from this one; "" if it does not."""
        if first.get("format") != FORMAT:
            return "another version of classkit began it, and with which code is unknown"
        if type(first.get("seed")) is not int:
            return "its seed is no number"
        if self.wished not in (None, first["seed"]):
            return f"its seed is not {self.wished}"
        return self.design.difference(first.get("design"))

    def played(self, plan: Sequence[Pairing]) -> dict[int, Played]:
        """Return the matches in the file by number."""
        found: dict[int, Played] = {}
        for line, data in self.lines:
            number = data.get("match") if isinstance(data, dict) else None
            match = None
            if type(number) is int and 1 <= number <= len(plan):
                match = read_played(data, plan[number - 1])
            if match is None:
                assert self.path is not None
                raise ResultsError(
                    self.path,
                    f"line {line} is damaged. Delete that line to have its match played again.",
                )
            found[match.pairing.number] = match
        return found

    def append(self, match: Played) -> None:
        """Write one match."""
        self.write(as_line(as_data(match)))


def as_data(match: Played) -> dict[str, Any]:
    """Return a match as JSON data, without its seating, which the plan holds."""
    return {
        "match": match.pairing.number,
        "turns": match.turns,
        "ending": match.ending,
        "void": match.void,
        "shields": list(match.shields),
        "races": [list(race) for race in match.races],
        "seats": [
            [*seat[1:-1], [failure_as_data(failure) for failure in seat.failures]]
            for seat in match.seated
        ],
    }


def failure_as_data(failure: Failure) -> list[Any]:
    """Return a failure as JSON data, without its seat and seed, which the match holds."""
    lines = [list(line) for line in failure.lines]
    return [failure.kind, failure.reason, failure.decision, failure.turn, lines]


SEAT = (str, int, int, float, float, int, str, list)
RACE = (str, bool, list, list, list)
FAILURE = (str, str, str, int, list)


def read_played(data: dict[str, Any], pairing: Pairing) -> Played | None:
    """Read the match of a line; None if it is none."""
    keys = ("turns", "ending", "void", "shields", "races", "seats")
    facts: list[Any] = [data.get(key) for key in keys]
    turns, ending, void, shields, races, seats = facts
    many = len(pairing.seating)
    if not fits(facts, (int, str, str, list, list, list)) or len(seats) != many:
        return None
    if not races or not all(is_race(race, many) for race in races):
        return None
    seated = []
    for entrant, seat in zip(pairing.seating, seats, strict=True):
        if not fits(seat, SEAT) or not all(fits(one, FAILURE) for one in seat[-1]):
            return None
        failures = [
            Failure(kind, reason, decision, seat[0], turn, pairing.seed, read_lines(lines))
            for kind, reason, decision, turn, lines in seat[-1]
        ]
        seated.append(Seated._make((entrant, *seat[:-1], failures)))
    up = tuple(name for name in SHIELDS if name in shields)
    ranked = tuple(Race(race[0], race[1], *map(tuple, race[2:])) for race in races)
    return Played(pairing, turns, ending, void, seated, up, ranked)


def is_race(data: Any, seats: int) -> bool:
    """Return True if this is a race of so many seats: title, whether it decides, three lists."""
    kinds = ((float,) * seats, (int,) * seats, (float,) * seats)
    return fits(data, RACE) and all(map(fits, data[2:], kinds))


def fits(values: Any, kinds: Sequence[type]) -> bool:
    """Return True if a value is a list of values of these types, in order.

    >>> fits(["A", 3], (str, int)), fits(["A", True], (str, int)), fits(["A"], (str, int))
    (True, False, False)
    """
    return (
        isinstance(values, list)
        and len(values) == len(kinds)
        and all(type(value) is kind for value, kind in zip(values, kinds, strict=True))
    )
