"""Laws of golden records: a whole match that was kept still tells the same story.

A golden record is a match that is over, saved as ``records/GAME-WHAT-IT-SHOWS.json`` beside the
file that runs the laws. Its story stands in a ``.txt`` beside it::

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
    """Return the folder of golden records, beside the file that runs the laws."""
    return request.path.parent / "records"


def golden(game: Game[Any], records: Path) -> list[Path]:
    """List the golden records of a game."""
    return sorted(records.glob(f"{game.name}-*.json"))


def test_golden_records_still_tell_the_same_story(game: Game[Any], records: Path) -> None:
    """Check that they replay to the end with every fingerprint, and to the same sentences."""
    for path in golden(game, records):
        m = load(path, game=game)
        assert m.is_over, f"{path.name} is no whole match"
        kept = json.loads(path.read_text(encoding="utf-8"))
        # An option that the game was given later stands at its default in a match kept before, or
        # at what the rules of then did.
        meant = game.recorded_options(kept["options"], kept["rules"], m.edition)
        kept["options"] = {option.name: option.default for option in game.options} | dict(meant)
        # Earlier records kept answers that were taken back, too; they are no part of the match.
        kept["log"] = [line for line in kept["log"] if not line.get("undone")]
        written = m.to_record()
        for record in (written, kept):
            record.pop("class", None)  # whose class plays it is no part of the story
        assert written == kept
        told = path.with_suffix(".txt")
        assert told.exists(), f"write it with: python -m classkit.testing.golden {path}"
        assert story(m) == told.read_text(encoding="utf-8"), path.name


def story(m: Match) -> str:
    """Tell a match for readers: turn by turn, sentence by sentence, then the standings."""
    say, lines, turn = m.say(), [], -1
    for event in m.events:
        if event.turn != turn:
            turn = event.turn
            lines.append(f"\nTurn {turn}")
        sentence = say.event(event)
        if sentence:
            lines.append(f"  {sentence} ({event.rule})")
    lines.append("\nStandings")
    lines += [f"  {line.place}. {line.seat} {line.score:,} {line.unit}" for line in m.standings()]
    return "\n".join(lines).lstrip() + "\n"


def write_story(path: Path, game: Game[Any] | None = None) -> None:
    """Write the story of a record beside it; the game is found by its name if left out."""
    path.with_suffix(".txt").write_text(story(load(path, game=game)), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write_story(Path(name))
