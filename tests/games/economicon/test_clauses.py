"""The report: every clause has a test that names it, and is carried out somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from classkit.games.economicon import GAME

HERE = Path(__file__).parent
RULES = HERE.parents[2] / "classkit" / "games" / "economicon"
CITED = re.compile(r"\bN\d+\.\d+\b")
SPAN = re.compile(r"\b(N\d+)\.(\d+) to (?:N\d+\.)?(\d+)\b")
CLAUSES = list(GAME.rulebook.clauses)


def cited_in(folder: Path) -> set[str]:
    """All clauses that the Python files of a folder cite."""
    found: set[str] = set()
    for file in folder.glob("*.py"):
        if file.name != Path(__file__).name:
            text = file.read_text(encoding="utf-8")
            found |= set(CITED.findall(text))
            for chapter, low, high in SPAN.findall(text):
                found |= {f"{chapter}.{n}" for n in range(int(low), int(high) + 1)}
    return found


def test_every_clause_has_a_test():
    """The report is empty."""
    assert len(CLAUSES) == 77
    assert [clause for clause in CLAUSES if clause not in cited_in(HERE)] == []


def test_no_clause_is_cited_that_does_not_exist():
    """Neither by the rules nor by their tests."""
    known = set(CLAUSES)
    assert cited_in(HERE) - known == set()
    assert cited_in(RULES) - known == set()
