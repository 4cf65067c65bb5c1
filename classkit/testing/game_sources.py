"""Source files of a game, and the clauses cited in them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from classkit.engine.game import Game


def get_package_folder(game: Game[Any]) -> Path:
    """Return the folder of a game's package."""
    module = sys.modules[type(game).__module__]
    assert module.__file__ and module.__package__, f"{game.title} must be in a package"
    return Path(module.__file__).parent


def find_source_files(game: Game[Any]) -> list[Path]:
    """Return the Python files of a game, in a fixed order."""
    return sorted(get_package_folder(game).glob("**/*.py"))


def get_rule_prefix(game: Game[Any]) -> str:
    """Return the letters that begin all clause numbers of a game."""
    letters = {re.match("[A-Z]+", clause)[0] for clause in game.rulebook.clauses}  # type: ignore[index]  # all match
    assert len(letters) == 1, f"clauses of several rulebooks: {letters}"
    return letters.pop()


def find_cited_rules(game: Game[Any], text: str) -> set[str]:
    """Return the clauses that a text cites. "P14.1 to P14.3" cites all three."""
    letter = get_rule_prefix(game)
    clause = rf"{letter}(\d+)(?:\.(\d+))?"
    found = {match[0] for match in re.finditer(rf"\b{clause}\b(?!\.\d)", text)}
    for match in re.finditer(rf"\b{clause} to {clause}\b", text):
        chapter, first, other, last = match.groups()
        if first and last and chapter == other:
            found |= {f"{letter}{chapter}.{n}" for n in range(int(first), int(last) + 1)}
    return found


def get_chapter(clause: str) -> int:
    """Return the number of a clause's chapter."""
    return int(re.sub("[A-Z]", "", clause).split(".")[0])
