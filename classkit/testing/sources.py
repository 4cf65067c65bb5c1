"""The source files of a game's rules, and the clauses that they cite."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from classkit.engine.game import Game


def folder(game: Game[Any]) -> Path:
    """Return the folder of a game's package."""
    module = sys.modules[type(game).__module__]
    assert module.__file__ and module.__package__, f"{game.title} is to be in a package"
    return Path(module.__file__).parent


def sources(game: Game[Any]) -> list[Path]:
    """Return the Python files of a game."""
    return sorted(folder(game).glob("**/*.py"))


def prefix(game: Game[Any]) -> str:
    """Return the letter before the numbers of a game's clauses."""
    letters = {re.match("[A-Z]+", clause)[0] for clause in game.rulebook.clauses}  # type: ignore[index]  # all begin so
    assert len(letters) == 1, f"clauses of several rulebooks: {letters}"
    return letters.pop()


def cited(game: Game[Any], text: str) -> set[str]:
    """Return the clauses that a text cites; "P14.1 to P14.3" cites all three."""
    letter = prefix(game)
    clause = rf"{letter}(\d+)(?:\.(\d+))?"
    found = {match[0] for match in re.finditer(rf"\b{clause}\b(?!\.\d)", text)}
    for match in re.finditer(rf"\b{clause} to {clause}\b", text):
        chapter, first, other, last = match.groups()
        if first and last and chapter == other:
            found |= {f"{letter}{chapter}.{n}" for n in range(int(first), int(last) + 1)}
    return found


def chapter(clause: str) -> int:
    """Return the number of a clause's chapter."""
    return int(re.sub("[A-Z]", "", clause).split(".")[0])
