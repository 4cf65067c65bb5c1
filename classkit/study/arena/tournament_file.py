"""The file of a tournament: matches are written as they end, so an interrupted one can go on.

The first line describes the tournament and holds its seed. Whoever reads it can compute every
throw, so the file must not be handed round before the end.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Self

import classkit
from classkit.engine.luck import new_seed
from classkit.engine.match import Match
from classkit.sandbox.shields import SHIELDS

from ..batch.result_lines import (
    LONGEST_LINE,
    LineFile,
    ResultsError,
    as_line,
    not_written,
    read_line,
)
from .forfeits import Failure, read_lines
from .pairings import Pairing
from .tournament_match import Arena, Played, Seated

KIND = "classkit tournament"
FORMAT = 2


def design_of(arena: Arena, trial: Match, seats: int, matches: int) -> str:
    """Return a fingerprint of a tournament without its seed: 16 hexadecimal digits."""
    whole = [
        classkit.__version__, arena.game, trial.game.rules_version, trial.edition.hash,
        dict(trial.options), asdict(arena.limits), [list(entrant) for entrant in arena.entrants],
        seats, matches,
    ]  # fmt: skip
    text = json.dumps(whole, sort_keys=True, default=repr)
    return blake2b(text.encode(), digest_size=8).hexdigest()


class TournamentFile(LineFile):
    """The file of a tournament in progress; without a path nothing is kept.

    ``seed`` is the tournament's, taken from the file if it goes on. Raises ResultsError for a file
    of another tournament, or one that is damaged or being written.
    """

    writer = "tournament"

    def __init__(self, path: Path | None, design: str, seed: int | None) -> None:
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
        return as_line({"file": KIND, "format": FORMAT, "design": self.design, "seed": self.seed})

    def read(self, path: Path, stream: IO[bytes]) -> int:
        """Read the seed and all whole lines.

        The file of another tournament that was stopped before its first match is written anew.
        """
        first = read_line(stream.readline(LONGEST_LINE + 1))
        if not isinstance(first, dict) or first.get("file") != KIND:
            raise ResultsError(path, "is not the file of a tournament. Choose another file.")
        seed = first.get("seed")
        is_same = first.get("format") == FORMAT and first.get("design") == self.design
        if not is_same or type(seed) is not int or self.wished not in (None, seed):
            if not stream.read(1):
                return 0
            raise ResultsError(
                path,
                "holds an interrupted tournament with other files, settings or classkit. Delete it "
                "to begin again, or go on with the settings it was begun with.",
            )
        self.seed, end = seed, stream.tell()
        while (text := stream.readline(LONGEST_LINE + 1)).endswith(b"\n"):
            self.lines.append((len(self.lines) + 2, read_line(text)))
            end = stream.tell()
        return end

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
        "seats": [
            [*seat[1:-1], [failure_as_data(failure) for failure in seat.failures]]
            for seat in match.seated
        ],
    }


def failure_as_data(failure: Failure) -> list[Any]:
    """Return a failure as JSON data, without its seat and seed, which the match holds."""
    lines = [list(line) for line in failure.lines]
    return [failure.kind, failure.reason, failure.decision, failure.turn, lines]


SEAT = (str, float, int, float, int, int, float, float, int, str, list)
FAILURE = (str, str, str, int, list)


def read_played(data: dict[str, Any], pairing: Pairing) -> Played | None:
    """Read the match of a line; None if it is none."""
    facts: list[Any] = [data.get(key) for key in ("turns", "ending", "void", "shields", "seats")]
    turns, ending, void, shields, seats = facts
    if not fits(facts, (int, str, str, list, list)) or len(seats) != len(pairing.seating):
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
    return Played(pairing, turns, ending, void, seated, up)


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
