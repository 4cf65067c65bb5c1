"""The report: every clause has a test that names it, and is carried out somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from classkit.games.poleconomy import GAME

HERE = Path(__file__).parent
RULES = HERE.parents[2] / "classkit" / "games" / "poleconomy"
CITED = re.compile(r"\bP\d+\.\d+\b")
SPAN = re.compile(r"\b(P\d+)\.(\d+) to (?:P\d+\.)?(\d+)\b")
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


def without_a_test() -> list[str]:
    """The clauses that no test names."""
    tested = cited_in(HERE)
    return [clause for clause in CLAUSES if clause not in tested]


def test_every_clause_has_a_test():
    """The report is empty."""
    assert len(CLAUSES) == 119
    assert without_a_test() == []


def test_no_clause_is_cited_that_does_not_exist():
    """Neither by the rules nor by their tests."""
    known = set(GAME.rulebook.clauses)
    assert cited_in(HERE) - known == set()
    assert cited_in(RULES) - known == set()


def test_every_clause_that_commands_is_cited_by_code_or_test():
    """Neither game leaves one out."""
    assert [c for c in CLAUSES if c not in cited_in(RULES) | cited_in(HERE)] == []
