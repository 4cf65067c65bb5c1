"""One match of a tournament: plain data that any process can play, and its result."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from classkit.engine.log import Keep
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.sandbox.copies import Starter
from classkit.sandbox.shields import SHIELDS

from ..generators import kept_by, play_seeded
from ..races import Race, overall, races_of
from .forfeits import Failure
from .limits import Limits
from .pairings import Pairing
from .preparation import starter_for
from .referee import play_remotes
from .remote_policy import RemotePolicy


class Entrant(NamedTuple):
    """A player: ``source`` is the text of a student's file, empty for a bot of the game."""

    name: str
    source: str
    file: str

    @property
    def is_bot(self) -> bool:
        """True for a bot of the game."""
        return not self.source

    @property
    def kind(self) -> str:
        """What it is: "bot" or "policy"."""
        return "bot" if self.is_bot else "policy"


class Seated(NamedTuple):
    """One entrant in one match: the seat, and how it answered."""

    entrant: int
    seat: str
    answers: int
    forfeits: int
    seconds: float
    slowest: float
    printed: int
    out: str
    failures: list[Failure]


class Played(NamedTuple):
    """The result of a match; ``void`` tells why it does not count, if it does not.

    ``races`` are those of the match, in the order of ``seated``.
    """

    pairing: Pairing
    turns: int
    ending: str
    void: str
    seated: list[Seated]
    shields: tuple[str, ...]
    races: tuple[Race, ...]

    @property
    def rated(self) -> tuple[Race, ...]:
        """The races to be rated: first what the match counts for, then its other races."""
        first = overall(self.races)
        return first, *(race for race in self.races if race is not first)


@lru_cache(maxsize=1)
def starter_of(told: str, folder: str) -> Starter:
    """Return the starter of this process, which serves all matches of a tournament."""
    return starter_for(json.loads(told), folder=folder)


@dataclass(frozen=True, slots=True, eq=False)
class Arena:
    """The settings that all matches of a tournament share; plays them, in any process.

    ``game`` is a name, ``edition`` an id or the data of the instructor's own, and ``folder`` an
    empty one that policies may see.
    """

    game: str
    edition: Any
    options: Mapping[str, Any]
    limits: Limits
    entrants: Sequence[Entrant]
    folder: str = ""

    def begin(self, pairing: Pairing) -> Match:
        from classkit.engine import registry

        return registry.new(
            self.game,
            seats=len(pairing.seating),
            seed=pairing.seed,
            edition=self.edition,
            keep=Keep(copies=True),
            options=self.options,
        )

    def __call__(self, pairing: Pairing) -> Played:
        """Play a match to its end. Whatever goes wrong in it is reported, never raised."""
        return play_seeded(pairing.seed, lambda: self.play(pairing), kept_by(self))

    def roots(self) -> list[Any]:
        """Return what it plays with: the game, and those of its bots that play."""
        game = find(self.game)
        return [game, *(game.bot(one.name) for one in self.entrants if one.is_bot)]

    def play(self, pairing: Pairing) -> Played:
        """Play a match whose random generators are seeded."""
        match = self.begin(pairing)
        starter = self.starter()
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
        return report(pairing, match, remotes, play_remotes(match, remotes, bots))

    def starter(self) -> Starter:
        """Return the starter of this process, whose processes have read game and edition."""
        return starter_of(json.dumps({"game": self.game, "edition": self.edition}), self.folder)

    def close(self) -> None:
        """End the starter of this process."""
        self.starter().close()
        starter_of.cache_clear()


def report(
    pairing: Pairing, match: Match, remotes: Mapping[str, RemotePolicy], unended: str
) -> Played:
    """Return the result of a match; one that was cut off counts as it stands."""
    void = "" if not unended or unended.startswith("not over") else unended
    seated = []
    shields = set(SHIELDS)
    for place, seat in enumerate(match.seats):
        remote = remotes.get(seat)
        score = remote.score if remote else None
        if score is not None and score.answers > score.forfeits:
            shields &= set(score.shields)
        seated.append(
            Seated(
                pairing.seating[place], seat,
                *(
                    (score.answers, score.forfeits, score.seconds, score.slowest,
                     len(score.printed), score.out, score.failures)
                    if score else (0, 0, 0.0, 0.0, 0, "", [])
                ),
            )
        )  # fmt: skip
    ending = unended or (match.ending or "")
    return Played(
        pairing, match.turn, ending, void, seated,
        tuple(name for name in SHIELDS if name in shields), races_of(match),
    )  # fmt: skip
