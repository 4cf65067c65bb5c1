"""Tournament file, which stores each match as it ends, so that a tournament can be resumed.

The first line describes the tournament and contains its seed. Anyone with the seed can compute
every roll, so do not share the file before the tournament ends.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Self

from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.randomness import new_seed
from classkit.sandbox.isolation import ISOLATION_LAYERS
from classkit.version import __version__

from ..batch.results_jsonl import (
    MAX_LINE_BYTES,
    LineFile,
    ResultsError,
    build_write_error,
    encode_line,
    format_value,
    read_line,
)
from ..code_hashes import hash_text
from ..provenance import Code, build_code_hashes, changes, list_differences
from ..race_results import RaceResult
from .failures import PolicyFailure, read_source_lines
from .pairings import Pairing
from .tournament_match import Arena, MatchResult, SeatResult

KIND = "classkit tournament"
FORMAT = 4


@dataclass(frozen=True)
class TournamentDesign:
    """All inputs that determine the results of a tournament, except the seed.

    ``facts`` maps the beginning of a sentence, such as "number of seats is", to JSON data.
    ``policies`` maps names of policies to hashes of their sources. ``code`` has the hashes from
    :func:`~classkit.study.provenance.build_code_hashes`.
    """

    game: Game[Any]
    facts: dict[str, Any]
    policies: dict[str, str]
    code: Code

    def as_data(self) -> dict[str, Any]:
        """Return the design as JSON data."""
        return {"facts": self.facts, "policies": self.policies, "code": self.code}

    def describe_difference(self, there: Any) -> str:
        """Describe how the design in a file differs from this design, or return "".

        Args:
            there: Design read from the file (untrusted input).
        """
        parts = there if isinstance(there, dict) else {}
        facts, policies, code = (
            parts[name] if isinstance(parts.get(name), dict) else {}
            for name in ("facts", "policies", "code")
        )
        for name, wanted in self.facts.items():
            if facts.get(name) != wanted:
                return f"its {name} {format_value(facts.get(name))}, not {format_value(wanted)}"
        changed = list_differences(policies, self.policies)
        if changed:
            return f"policies have been added, changed or removed ({format_value(changed)})"
        return changes(code, self.code, self.game)


def build_design(arena: Arena, trial: Match, seats: int, matches: int) -> TournamentDesign:
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
    policies = {one.name: hash_text(one.source) for one in arena.entrants if not one.is_bot}
    code = build_code_hashes(trial.game, {name: name for name in bots})
    return TournamentDesign(trial.game, json.loads(json.dumps(facts)), policies, code)


class TournamentFile(LineFile):
    """File of a tournament in progress. Without a path, nothing is stored.

    ``seed`` is the tournament's seed. For a resumed tournament it is read from the file.

    Args:
        path: Path of the file, or None.
        design: Design of the tournament. A file with another design is not resumed.
        seed: Seed of the tournament, by default a random one.

    Raises:
        ResultsError: On entering the context, if the file is not a tournament file, contains
            matches of another tournament, or is being written by another process.
    """

    writer = "tournament"

    def __init__(self, path: Path | None, design: TournamentDesign, seed: int | None) -> None:
        super().__init__(path)
        self.design, self.wished = design, seed
        self.seed = new_seed() if seed is None else seed
        self.lines: list[tuple[int, Any]] = []

    def __enter__(self) -> Self:
        if self.path is not None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise build_write_error(self.path, error) from error
        return super().__enter__()

    def build_content(self) -> bytes:
        """Return the first line of the file."""
        first = {"file": KIND, "format": FORMAT, "seed": self.seed}
        return encode_line({**first, "design": self.design.as_data()})

    def read(self, path: Path, stream: IO[bytes]) -> int:
        """Read the seed and all complete lines. Return the offset where the last one ends.

        For another tournament without any matches, return 0 so that the file is rewritten.
        """
        first = read_line(stream.readline(MAX_LINE_BYTES + 1))
        if not isinstance(first, dict) or first.get("file") != KIND:
            raise ResultsError(path, "is not a tournament file. Choose another file.")
        if other := self.describe_mismatch(first):
            if not stream.read(1):
                return 0
            raise ResultsError(
                path,
                f"contains another interrupted tournament: {other}. Delete it to start over "
                "(--anew on the command line), or continue with its settings.",
            )
        self.seed, end = first["seed"], stream.tell()
        while (text := stream.readline(MAX_LINE_BYTES + 1)).endswith(b"\n"):
            self.lines.append((len(self.lines) + 2, read_line(text)))
            end = stream.tell()
        return end

    def describe_mismatch(self, first: Mapping[str, Any]) -> str:
        """Describe how a first line differs from this tournament's, or return ""."""
        if first.get("format") != FORMAT:
            return "it was started by another version of classkit, and its code is unknown"
        if type(first.get("seed")) is not int:
            return "its seed is not a number"
        if self.wished not in (None, first["seed"]):
            return f"its seed is not {self.wished}"
        return self.design.describe_difference(first.get("design"))

    def read_matches(self, plan: Sequence[Pairing]) -> dict[int, MatchResult]:
        """Return the stored matches by match number.

        Raises:
            ResultsError: If a line is damaged.
        """
        found: dict[int, MatchResult] = {}
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

    def append(self, match: MatchResult) -> None:
        """Append one match to the file."""
        self.write(encode_line(match_to_data(match)))


def match_to_data(match: MatchResult) -> dict[str, Any]:
    """Convert a match to JSON data without its seating, which the plan contains."""
    return {
        "match": match.pairing.number,
        "turns": match.turns,
        "ending": match.ending,
        "void": match.void,
        "shields": list(match.shields),
        "races": [list(race) for race in match.races],
        "seats": [
            [*seat[1:-1], [failure_to_data(failure) for failure in seat.failures]]
            for seat in match.seated
        ],
    }


def failure_to_data(failure: PolicyFailure) -> list[Any]:
    """Convert a failure to JSON data without its seat and seed, which the match contains."""
    lines = [list(line) for line in failure.lines]
    return [failure.kind, failure.reason, failure.decision, failure.turn, lines]


SEAT_TYPES = (str, int, int, float, float, int, str, list)
RACE_TYPES = (str, bool, list, list, list)
FAILURE_TYPES = (str, str, str, int, list)


def read_played(data: dict[str, Any], pairing: Pairing) -> MatchResult | None:
    """Return the match described by a line of the file, or None if the data is invalid."""
    keys = ("turns", "ending", "void", "shields", "races", "seats")
    facts: list[Any] = [data.get(key) for key in keys]
    turns, ending, void, shields, races, seats = facts
    many = len(pairing.seating)
    if not has_types(facts, (int, str, str, list, list, list)) or len(seats) != many:
        return None
    if not races or not all(is_race(race, many) for race in races):
        return None
    seated = []
    for entrant, seat in zip(pairing.seating, seats, strict=True):
        if not has_types(seat, SEAT_TYPES) or not all(
            has_types(one, FAILURE_TYPES) for one in seat[-1]
        ):
            return None
        failures = [
            PolicyFailure(
                kind, reason, decision, seat[0], turn, pairing.seed, read_source_lines(lines)
            )
            for kind, reason, decision, turn, lines in seat[-1]
        ]
        seated.append(SeatResult._make((entrant, *seat[:-1], failures)))
    up = tuple(name for name in ISOLATION_LAYERS if name in shields)
    ranked = tuple(RaceResult(race[0], race[1], *map(tuple, race[2:])) for race in races)
    return MatchResult(pairing, turns, ending, void, seated, up, ranked)


def is_race(data: Any, seats: int) -> bool:
    """Return True if the data describes a valid race with this number of seats."""
    kinds = ((float,) * seats, (int,) * seats, (float,) * seats)
    return has_types(data, RACE_TYPES) and all(map(has_types, data[2:], kinds))


def has_types(values: Any, kinds: Sequence[type]) -> bool:
    """Return True if a value is a list whose items have exactly these types, in order.

    >>> [has_types(values, (str, int)) for values in (["A", 3], ["A", True], ["A"])]
    [True, False, False]
    """
    return (
        isinstance(values, list)
        and len(values) == len(kinds)
        and all(type(value) is kind for value, kind in zip(values, kinds, strict=True))
    )
