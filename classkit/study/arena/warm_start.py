"""Preparation of the fork server for policies, which loads the game and the edition once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.sandbox.fork_client import CAN_FORK, ForkServer
from classkit.sandbox.fork_server import ChildMain
from classkit.sandbox.isolation import ISOLATION_LAYERS
from classkit.sandbox.json_socket import JsonChannel


def describe_game(match: Match) -> dict[str, Any]:
    """Return the game and edition of a match as JSON data."""
    edition = match.edition
    source: Any = edition.id if edition.built_in else dict(edition.data)
    return {"game": match.game.name, "edition": source}


def create_fork_server(
    game_data: Mapping[str, Any],
    *,
    hash_seed: int = 0,
    forks: bool = CAN_FORK,
    folder: str = "",
    shields: Collection[str] = ISOLATION_LAYERS,
) -> ForkServer:
    """Return a fork server for policies of one game and edition. Close it after use."""
    return ForkServer(
        f"{__name__}:{prepare_game.__name__}", game_data,
        hash_seed=hash_seed, forks=forks, folder=folder, shields=shields,
    )  # fmt: skip


def prepare_game(game_data: Mapping[str, Any]) -> ChildMain:
    """Load the game in the fork server. Return the main function of each policy's process."""
    from .policy_process import play_match

    rules = find(game_data["game"]).edition(game_data["edition"]).rules

    def begin(channel: JsonChannel) -> None:
        play_match(channel, channel.receive(), rules)

    return begin
