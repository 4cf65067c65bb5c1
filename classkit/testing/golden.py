"""Law of golden records: a saved match still replays to the same sentences.

A golden record is a finished match, saved as ``records/GAME-WHAT-IT-SHOWS.json`` next to the file
that runs the laws. Its story is in a ``.txt`` file next to it, which this command writes::

    python -m classkit.testing.golden records/lemonade-three-bots.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.registry import load


@pytest.fixture
def records(request: pytest.FixtureRequest) -> Path:
    """Return the folder of golden records, next to the file that runs the laws."""
    return request.path.parent / "records"


def find_golden_records(game: Game[Any], records: Path) -> list[Path]:
    """Return the golden records of a game in a fixed order."""
    return sorted(records.glob(f"{game.name}-*.json"))


def test_golden_records_still_tell_the_same_story(game: Game[Any], records: Path) -> None:
    """Check that golden records replay to the end with the same digests and sentences."""
    for path in find_golden_records(game, records):
        m = load(path, game=game)
        assert m.is_over, f"{path.name} is not a complete match"
        kept = json.loads(path.read_text(encoding="utf-8"))
        # For an option added later, an earlier record has the default value, or the value that
        # matches the rules at that time.
        meant = game.recorded_options(kept["options"], kept["rules"], m.edition)
        kept["options"] = {option.name: option.default for option in game.options} | dict(meant)
        # Early records also contain undone answers.
        kept["log"] = [line for line in kept["log"] if not line.get("undone")]
        written = m.to_record()
        for record in (written, kept):
            record.pop("class", None)  # not part of the story
        assert written == kept
        told = path.with_suffix(".txt")
        assert told.exists(), f"write its story: python -m classkit.testing.golden {path}"
        assert format_story(m) == told.read_text(encoding="utf-8"), path.name


def format_story(m: Match) -> str:
    """Return the sentences of a match, turn by turn, and its standings."""
    say, lines, turn = m.say(), [], -1
    for event in m.events:
        if event.turn != turn:
            turn = event.turn
            lines.append(f"\nTurn {turn}")
        sentence = say.event_sentence(event)
        if sentence:
            lines.append(f"  {sentence} ({event.rule})")
    lines.append("\nStandings")
    lines += [
        f"  {line.place}. {say.seat(line.seat)} {line.score:,} {line.unit}"
        for line in m.standings()
    ]
    return "\n".join(lines).lstrip() + "\n"


def write_story(path: Path, game: Game[Any] | None = None) -> None:
    """Write the story of a record next to it. By default, the record names its game."""
    path.with_suffix(".txt").write_text(format_story(load(path, game=game)), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write_story(Path(name))
