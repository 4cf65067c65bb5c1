"""One match of a tournament: plain data that any process can play, and its result."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from classkit.engine.log import Keep
from classkit.engine.match import Match
from classkit.sandbox.copies import Starter
from classkit.sandbox.shields import SHIELDS

from .forfeits import Failure
from .limits import Limits
from .pairings import Pairing
from .preparation import describe_game, starter_for
from .referee import play_to_end
from .remote_policy import RemotePolicy, with_asides


class Entrant(NamedTuple):
    """A player: ``source`` is the text of a student's file, empty for a bot of the game."""

    name: str
    source: str
    file: str

    @property
    def is_bot(self) -> bool:
        """True for a bot of the game."""
        return not self.source


@dataclass(frozen=True, slots=True)
class Duel:
    """A match to play: its settings and its players, seat by seat."""

    game: str
    edition: Any
    options: Mapping[str, Any]
    pairing: Pairing
    players: tuple[Entrant, ...]
    limits: Limits
    shields: tuple[str, ...] = SHIELDS
    folder: str = ""


class Seated(NamedTuple):
    """The result of one entrant in one match; ``place`` counts from 1, and equals share it."""

    entrant: int
    seat: str
    score: float
    place: int
    won: float
    answers: int
    forfeits: int
    seconds: float
    slowest: float
    printed: int
    out: str
    failures: list[Failure]


class Played(NamedTuple):
    """The result of a match; ``void`` tells why it does not count, if it does not."""

    pairing: Pairing
    turns: int
    ending: str
    void: str
    seated: list[Seated]
    shields: tuple[str, ...]


@lru_cache(maxsize=1)
def starter_of(told: str, folder: str) -> Starter:
    """Return the starter of this process, which serves all matches of a tournament."""
    return starter_for(json.loads(told), folder=folder)


def close_starter(told: str, folder: str) -> None:
    """End the starter of this process."""
    starter_of(told, folder).close()
    starter_of.cache_clear()


def begin(duel: Duel) -> Match:
    """Begin a match."""
    import classkit

    return classkit.new(
        duel.game,
        seats=len(duel.players),
        seed=duel.pairing.seed,
        edition=duel.edition,
        keep=Keep(copies=True),
        **duel.options,
    )


def play_duel(duel: Duel) -> Played:
    """Play a match to its end. Whatever goes wrong in it is reported, never raised."""
    match = begin(duel)
    starter = starter_of(json.dumps(describe_game(match)), duel.folder)
    remotes: dict[str, RemotePolicy] = {}
    bots: dict[str, Any] = {}
    try:
        for seat, player in zip(match.seats, duel.players, strict=True):
            if player.is_bot:
                bots[seat] = match.game.bot(player.name)
                continue
            remote = RemotePolicy(
                player.name, player.source, match, seat, starter, duel.limits,
                file=player.file, shields=duel.shields,
            )  # fmt: skip
            remotes[seat] = remote
            bots[seat] = with_asides(remote.open())
        unended = play_to_end(match, bots)
    finally:
        for remote in remotes.values():
            remote.close()
    return report(duel, match, remotes, unended)


def report(duel: Duel, match: Match, remotes: Mapping[str, RemotePolicy], unended: str) -> Played:
    """Return the result of a match; one that was cut off counts as it stands."""
    void = "" if not unended or unended.startswith("not over") else unended
    standings = {line.seat: line for line in match.standings()}
    winners = match.winners or tuple(s for s, line in standings.items() if line.place == 1)
    seated = []
    shields = set(SHIELDS)
    for place, seat in enumerate(match.seats):
        line, remote = standings[seat], remotes.get(seat)
        score = remote.score if remote else None
        if score is not None and score.answers > score.forfeits:
            shields &= set(score.shields)
        seated.append(
            Seated(
                duel.pairing.seating[place], seat, float(line.score), line.place,
                (seat in winners) / max(1, len(winners)),
                *(
                    (score.answers, score.forfeits, score.seconds, score.slowest,
                     len(score.printed), score.out, score.failures)
                    if score else (0, 0, 0.0, 0.0, 0, "", [])
                ),
            )
        )  # fmt: skip
    ending = unended or (match.ending or "")
    return Played(
        duel.pairing, match.turn, ending, void, seated,
        tuple(name for name in SHIELDS if name in shields),
    )  # fmt: skip
