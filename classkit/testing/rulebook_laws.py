"""Laws of the rulebook: cited clauses exist, and every clause is cited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.decisions import Decision, Draw, Roll
from classkit.engine.game import Game

from .game_sources import find_cited_rules, find_source_files, get_chapter
from .match_strategies import act_randomly, begin_match, law

STEPS = 150


@pytest.fixture
def tests_of_game(request: pytest.FixtureRequest) -> list[Path]:
    """Return the test files of the game, which are next to the file that runs the laws."""
    return sorted(request.path.parent.glob("**/*.py"))


@law
@given(st.data())
def test_every_clause_cited_in_play_exists(game: Any, data: st.DataObject) -> None:
    """Check the clauses of events, transfers, decisions, asides, and rolls."""
    m, chance = begin_match(game, data, "clauses", luck="by_hand")
    clauses = game.rulebook.clauses
    for _ in range(STEPS):
        request = m.request
        if request is None:
            break
        if isinstance(request, (Decision, Roll, Draw)):
            assert request.rule in clauses, request
        for decision in m.requests():
            assert decision.rule in clauses, decision
        for aside in m.asides():
            assert aside.rule in clauses, aside.move
        act_randomly(m, chance)
    for event in m.events:
        assert event.rule in clauses, event
    for row in m.transfers:
        assert row.rule in clauses, row


def test_every_clause_cited_in_the_code_exists(game: Game[Any], tests_of_game: list[Path]) -> None:
    """Check clauses and chapters cited in code, tests, options, metrics and signals."""
    clauses = game.rulebook.clauses
    chapters = {get_chapter(clause) for clause in clauses}
    for path in (*find_source_files(game), *tests_of_game):
        for clause in find_cited_rules(game, path.read_text(encoding="utf-8")):
            exists = clause in clauses or ("." not in clause and get_chapter(clause) in chapters)
            assert exists, f"{path.name} cites an unknown clause, {clause}"
    for option in game.options:
        assert option.clause in clauses, option.name
    for metric in (*game.metrics, *game.starting_facts):
        assert not metric.clause or metric.clause in clauses, metric.key
    for signal, clause in game.signals.items():
        assert clause in clauses, signal


def test_every_clause_is_carried_out_or_tested(game: Game[Any], tests_of_game: list[Path]) -> None:
    """Check that the code or a test cites every clause."""
    seen: set[str] = set()
    for path in (*find_source_files(game), *tests_of_game):
        seen |= find_cited_rules(game, path.read_text(encoding="utf-8"))
    missing = [c for c in game.rulebook.clauses if c not in seen]
    assert not missing, f"not cited anywhere: {', '.join(missing)}"


def test_every_clause_can_be_read(game: Game[Any]) -> None:
    """Check that each clause has a text and can be looked up by its number."""
    assert game.rulebook.clauses
    for clause, text in game.rulebook.clauses.items():
        assert game.rulebook.clause(clause) == text
        assert len(text) > 10, clause
