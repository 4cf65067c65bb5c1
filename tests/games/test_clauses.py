"""Coverage of the rulebooks: every clause of every game has a test that names it."""

from __future__ import annotations

import pytest

from classkit.engine.registry import find, list_games
from classkit.testing.game_sources import find_cited_rules
from tests.every_game import its_tests

CLAUSES = {"economicon": 77, "economy": 45, "opoly": 105, "poleconomy": 119}
"""How many clauses each rulebook has, so that none is lost with its test."""


@pytest.mark.parametrize("name", sorted(CLAUSES))
def test_every_clause_has_a_test(name: str) -> None:
    """The report of clauses that no test names is empty."""
    game = find(name)
    named: set[str] = set()
    for path in its_tests(game):
        named |= find_cited_rules(game, path.read_text(encoding="utf-8"))
    assert [clause for clause in game.rulebook.clauses if clause not in named] == []


def test_no_clause_is_lost() -> None:
    """Each rulebook has as many clauses as are counted here, and each game is counted."""
    counts = {name: len(find(name).rulebook.clauses) for name in list_games()}
    assert counts == CLAUSES
