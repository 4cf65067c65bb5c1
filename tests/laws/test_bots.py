"""Laws of the bots that ship with a game."""

from __future__ import annotations

from typing import Any

from classkit.engine.game import Game


def test_a_bot_is_read_from_top_to_bottom(game: Game[Any]) -> None:
    """It may build on what the bots of its game have in common, and on nothing beyond that."""
    package = type(game).__module__.rpartition(".")[0]
    for name, make in game.policies.items():
        kinds = [kind for kind in type(make()).__mro__ if kind.__module__.startswith(package)]
        assert len(kinds) <= 2, f"{name}: {', '.join(kind.__name__ for kind in kinds)}"
