"""Matches of a tournament: results, and shared settings with which any process can play a match."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.sandbox.fork_client import ForkServer
from classkit.sandbox.isolation import ISOLATION_LAYERS

from ..match_random import find_generators, play_seeded
from ..race_results import RaceResult, combine_races, get_races
from .failures import PolicyFailure
from .limits import Limits
from .pairings import Pairing
from .referee import play_remote_match
from .remote_policy import RemotePolicy
from .warm_start import create_fork_server


class Entrant(NamedTuple):
    """Participant in a tournament: a policy or a bot.

    Args:
        name: Name of the policy or bot.
        source: Text of the policy's file, or an empty string for a bot.
        file: Name of the policy's file, or an empty string for a bot.

    Example:
        >>> Entrant("saver", "", "").kind
        'bot'
    """

    name: str
    source: str
    file: str

    @property
    def is_bot(self) -> bool:
        """True for a bot of the game."""
        return not self.source

    @property
    def kind(self) -> str:
        """Kind of entrant: "bot" or "policy"."""
        return "bot" if self.is_bot else "policy"


class SeatResult(NamedTuple):
    """Result of one entrant in one match.

    Args:
        entrant: Index of the entrant.
        seat: Seat of the entrant.
        answers: Number of answers.
        forfeits: Number of forfeited answers.
        seconds: Total seconds spent on answers.
        slowest: Seconds spent on the slowest answer.
        printed: Number of characters printed.
        out: Why the entrant was excluded from the rest of the match, or an empty string.
        failures: The forfeited answers.

    Example:
        >>> SeatResult(0, "A", 40, 1, 0.2, 0.01, 0, "", []).forfeits
        1
    """

    entrant: int
    seat: str
    answers: int
    forfeits: int
    seconds: float
    slowest: float
    printed: int
    out: str
    failures: list[PolicyFailure]


class MatchResult(NamedTuple):
    """Result of one match in a tournament.

    Args:
        pairing: Seating and seed of the match.
        turns: Number of turns.
        ending: How the match ended.
        void: Why the match does not count, or an empty string.
        seated: Results of the entrants, in the order of the seats.
        shields: Isolation layers of the sandbox that were active.
        races: Results of the races, each with its values in the order of ``seated``.

    Example:
        >>> race = RaceResult("worth", True, (9.0, 5.0), (1.0, 2.0), (1.0, 0.0))
        >>> played = MatchResult(Pairing(1, 1, 1, 7, (0, 1)), 40, "rounds", "", [], (), (race,))
        >>> [one.title for one in played.rated_races]
        ['worth']
    """

    pairing: Pairing
    turns: int
    ending: str
    void: str
    seated: list[SeatResult]
    shields: tuple[str, ...]
    races: tuple[RaceResult, ...]

    @property
    def rated_races(self) -> tuple[RaceResult, ...]:
        """The races to rate, starting with the deciding race or all deciding races combined."""
        first = combine_races(self.races)
        return first, *(race for race in self.races if race is not first)


@lru_cache(maxsize=1)
def get_cached_server(game_json: str, folder: str) -> ForkServer:
    """Return the fork server of this process, which serves all matches of a tournament."""
    return create_fork_server(json.loads(game_json), folder=folder)


@dataclass(frozen=True, slots=True, eq=False)
class Arena:
    """Settings that all matches of a tournament share. Any process can call it to play a match.

    Args:
        game: Name of the game.
        edition: Id of an edition, or the data of a custom one.
        options: Options of the game.
        limits: Limits of the policies.
        entrants: The participants.
        folder: Empty working folder for the policies' processes, by default a temporary folder.
    """

    game: str
    edition: Any
    options: Mapping[str, Any]
    limits: Limits
    entrants: Sequence[Entrant]
    folder: str = ""

    def begin_match(self, pairing: Pairing) -> Match:
        from classkit.engine import registry

        return registry.new(
            self.game,
            seats=len(pairing.seating),
            seed=pairing.seed,
            edition=self.edition,
            keep=Keep(copies=True),
            options=self.options,
        )

    def __call__(self, pairing: Pairing) -> MatchResult:
        """Play a match. The result includes policy failures, and why a match did not end."""
        return play_seeded(pairing.seed, lambda: self.play(pairing), find_generators(self))

    def roots(self) -> list[Any]:
        """Return the game and its participating bots, to search for random generators."""
        game = find(self.game)
        return [game, *(game.bot(one.name) for one in self.entrants if one.is_bot)]

    def play(self, pairing: Pairing) -> MatchResult:
        """Play a match. The caller must have seeded the random generators."""
        match = self.begin_match(pairing)
        starter = self.get_fork_server()
        remotes: dict[str, RemotePolicy] = {}
        bots: dict[str, Any] = {}
        for seat, place in zip(match.seats, pairing.seating, strict=True):
            player = self.entrants[place]
            if player.is_bot:
                bots[seat] = match.game.bot(player.name)
            else:
                remotes[seat] = RemotePolicy(
                    player.name, player.source, match, seat, starter, self.limits,
                    file=player.file,
                )  # fmt: skip
        return build_result(pairing, match, remotes, play_remote_match(match, remotes, bots))

    def get_fork_server(self) -> ForkServer:
        """Return the fork server of this process. It has loaded the game and the edition."""
        return get_cached_server(
            json.dumps({"game": self.game, "edition": self.edition}), self.folder
        )

    def close(self) -> None:
        """Close the fork server of this process."""
        self.get_fork_server().close()
        get_cached_server.cache_clear()


def build_result(
    pairing: Pairing, match: Match, remotes: Mapping[str, RemotePolicy], unended: str
) -> MatchResult:
    """Return the result of a match. An endless match counts with its current standings."""
    void = "" if not unended or unended.startswith("not over") else unended
    seated = []
    shields = set(ISOLATION_LAYERS)
    for place, seat in enumerate(match.seats):
        remote = remotes.get(seat)
        score = remote.stats if remote else None
        if score is not None and score.answers > score.forfeits:
            shields &= set(score.shields)
        seated.append(
            SeatResult(
                pairing.seating[place], seat,
                *(
                    (score.answers, score.forfeits, score.seconds, score.slowest,
                     len(score.printed), score.out, score.failures)
                    if score else (0, 0, 0.0, 0.0, 0, "", [])
                ),
            )
        )  # fmt: skip
    ending = unended or (match.ending or "")
    return MatchResult(
        pairing, match.turn, ending, void, seated,
        tuple(name for name in ISOLATION_LAYERS if name in shields), get_races(match),
    )  # fmt: skip
