"""News of a match: lines that are kept from earlier steps are those that a new page is told."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.game import Game
from classkit.engine.randomness import RandomStream
from classkit.widgets.narration import NewsLog, list_later_lines
from tests.every_game import for_every_game

STEPS = 60


@for_every_game
def test_news_kept_through_other_moves_are_the_news_made_anew(game: Game[Any]) -> None:
    """Steps are taken back and followed by others before anybody looks again."""
    match, chance = (
        classkit.new(game, seats=3 if 3 in game.seat_numbers else 4, seed=7),
        RandomStream(f"news {game.name}"),
    )
    logs = {viewer: NewsLog() for viewer in (None, "A")}
    for _ in range(STEPS):
        if match.is_over:
            break
        if match.can_undo and chance.below(4) == 0:
            match.undo(min(match.step, 1 + chance.below(3)))
            match.rename("B", f"Bo {match.step}")
        bots = ("random", "passive")[chance.below(2)]
        for _ in range(1 + chance.below(4)):
            if not match.is_over:
                match.play("decision", bots=bots)
        for viewer, log in logs.items():
            told = log.latest_lines(match, match.say(), viewer)
            assert told == NewsLog().latest_lines(match, match.say(), viewer)
            assert [*list_later_lines(told, 5)] == [line for line in told if line["id"] > 5]
