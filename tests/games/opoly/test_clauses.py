"""The report: every clause has a test that names it, and is carried out somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from classkit.games.opoly import GAME

HERE = Path(__file__).parent
CITED = re.compile(r"\bQ\d+\.\d+\b")
CLAUSES = list(GAME.rulebook.clauses)


def named_in_tests() -> set[str]:
    """All clauses that tests name, in a docstring or by their own name."""
    found: set[str] = set()
    for file in HERE.glob("test_*.py"):
        if file.name != Path(__file__).name:
            text = file.read_text(encoding="utf-8")
            found |= set(CITED.findall(text))
            found |= {f"Q{a}.{b}" for a, b in re.findall(r"def test_q(\d+)_(\d+)_", text)}
    return found


def test_every_clause_has_a_test() -> None:
    """The report is empty."""
    assert len(CLAUSES) == 105
    assert [clause for clause in CLAUSES if clause not in named_in_tests()] == []


def test_no_clause_is_named_that_does_not_exist() -> None:
    """Nor does a test cite what is not in the book."""
    assert named_in_tests() - set(CLAUSES) == set()
