"""The preparation of processes for policies: the game and edition that they need."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.sandbox.copies import CAN_FORK, Starter
from classkit.sandbox.shields import SHIELDS
from classkit.sandbox.starter import Begin
from classkit.sandbox.wire import Channel


def describe_game(match: Match) -> dict[str, Any]:
    """Return what a process needs to know of a match: the game and its edition."""
    edition = match.edition
    source: Any = edition.id if edition.built_in else dict(edition.data)
    return {"game": match.game.name, "edition": source}


def starter_for(
    told: Mapping[str, Any],
    *,
    hash_seed: int = 0,
    forks: bool = CAN_FORK,
    folder: str = "",
    shields: Collection[str] = SHIELDS,
) -> Starter:
    """Return a starter of policies for one game and edition. It must be closed."""
    return Starter(
        f"{__name__}:{prepare.__name__}", told,
        hash_seed=hash_seed, forks=forks, folder=folder, shields=shields,
    )  # fmt: skip


def prepare(told: Mapping[str, Any]) -> Begin:
    """Load the game in the starter's process. Return what each policy's process runs."""
    from .player import play

    rules = find(told["game"]).edition(told["edition"]).rules

    def begin(channel: Channel) -> None:
        play(channel, channel.receive(), rules)

    return begin
