"""The usual returns that phones show, measured in matches of bots.

python -m tests.usual_returns [GAME ...]     measures them again

For each game that samples what its things bring (:meth:`.Game.sample_returns`), the means over
``MATCHES`` matches are written to ``presentation/usual_returns.json`` of its package. Of the first
``CHECKED`` matches the means are written too, which a test computes again: when it fails, rules or
bots have changed, and the file has to be measured again.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import classkit
from classkit.engine.registry import find, list_games
from classkit.widgets.usual_returns import FILE

MATCHES, CHECKED = 60, 2
SEATS = 4

Row = dict[str, Any]


def measure_returns(game: str, seeds: range) -> list[Row]:
    """Return the mean of each kind, label and level over matches of the game's own bots."""
    sums: dict[tuple[str, str, str, str], list[float]] = defaultdict(list)
    for seed in seeds:
        match = classkit.new(game, seats=SEATS, seed=seed, **make_options(game))
        match.play("end")
        for one in match.game.sample_returns(match):
            sums[one.kind, one.label, one.unit, one.level].append(one.amount)
    return [
        {"kind": kind, "label": label, "unit": unit, "level": level, "samples": len(found),
         "amount": round(sum(found) / len(found), 2)}
        for (kind, label, unit, level), found in sorted(sums.items())
    ]  # fmt: skip


def make_options(game: str) -> dict[str, Any]:
    """Return the options with which classes play."""
    chosen = find(game).classroom_options
    return {"options": dict(chosen)} if chosen else {}


def find_file(game: str) -> Path:
    """Return the file of a game of this repository."""
    return Path(str(files(find(game).rulebook.package).joinpath(FILE)))


def write_returns(game: str) -> None:
    rows = measure_returns(game, range(1, MATCHES + 1))
    if not rows:
        return
    data = {
        "matches": MATCHES,
        "rows": rows,
        "checked": {"matches": CHECKED, "rows": measure_returns(game, range(1, CHECKED + 1))},
    }
    text = json.dumps(data, indent=1, ensure_ascii=False)
    find_file(game).write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or list_games():
        write_returns(name)
