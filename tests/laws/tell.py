"""Write the story beside a golden record: ``python -m tests.laws.tell harbour-second-price``."""

from __future__ import annotations

import sys

from classkit.engine.replay import load

from .matches import every_game
from .test_records import GOLDEN, story


def main(names: list[str]) -> None:
    """Tell the records named."""
    for name in names:
        path = (GOLDEN / name).with_suffix(".json")
        game = next(game for game in every_game() if path.name.startswith(f"{game.name}-"))
        path.with_suffix(".txt").write_text(story(load(path, game=game)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
