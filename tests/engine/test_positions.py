"""Positions: matches that start in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.engine.errors import PositionError, RuleError
from classkit.engine.events import Keep
from classkit.engine.positions import read_position
from tests.toy import GAME

from .tiny import Tiny, TinyTable, ask, ask_sealed


def at(position: Any, **more: Any) -> Any:
    return classkit.new(GAME, seats=3, seed=4, position=position, **more)


def test_facts_are_stated_and_the_rest_is_as_after_set_up() -> None:
    m = at({"A.coins": 50, "A.docks": ["Q1"], "B": {"at": "Q3"}, "round": 2, "phase": "voyage"})
    t = m.table
    assert (t.cash("A"), t.cash("B"), t.ledger.holder("Q1"), t.ships["B"]) == (50, 12, "A", "Q3")
    assert t.ledger.totals()["coins"] == 200, "balanced against the Bank"
    assert m.request.name == "choose_voyage" and m.turn == 1


def test_answers_and_luck_lead_into_a_position() -> None:
    m = at({"round": 1, "phase": "voyage", "A.at": "Q0", "then": ["sail"], "luck": [[1]]})
    assert m.table.ships["A"] == "Q1" and m.request.decisions["A"].name == "bid"
    bid = {"seat": "B", "move": "bid", "with": {"amount": 7}}
    m = at({"round": 1, "phase": "voyage", "then": ["sail", bid], "luck": [1]})
    assert m.answered_seats == ("B",)


def test_asides_signals_and_withdrawals_may_lead_into_it_too() -> None:
    then = [
        {"seat": "B", "aside": "pawn", "with": {"good": "oil"}},
        {"signal": "time_up"},
        "sail",
        {"seat": "C", "move": "bid", "with": {"amount": 0}},
        {"withdraw": "C"},
    ]
    goods = {"grain": 0, "oil": 1, "spice": 0}
    m = at({"round": 1, "phase": "voyage", "B.goods": goods, "then": then, "luck": [1]})
    assert m.table.time_up and m.answered_seats == () and m.table.held("B")["oil"] == 0
    assert at(m.position()).digest() == m.digest()


def test_a_toml_file_is_a_position_too(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text('round = 1\nphase = "voyage"\nA.coins = 40\nthen = ["rest"]\n')
    assert at(path).table.cash("A") == 41
    path.write_text("A.coins = 1979-05-27\n")
    with pytest.raises(PositionError, match=r"^p.toml: A.coins: must be a whole number"):
        at(path)
    path.write_text("A.conis = 5\n")
    with pytest.raises(PositionError, match=r"^p.toml: A.conis: is not a fact .* 'coins'"):
        at(path)
    path.write_text('then = ["dance"]\n')
    with pytest.raises(PositionError, match=r"^p.toml: then\[0\]: "):
        at(path)
    path.write_text("A.coins = ")
    with pytest.raises(PositionError, match=r"^p.toml: is not valid TOML"):
        at(path)
    with pytest.raises(PositionError, match=r"there is no file"):
        at(tmp_path / "q.toml")


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (
            {"A.coins": 201},
            r"A.coins: there are 200 in total; \d+ are left for A, not 201 \(T1.2\)",
        ),
        ({"A.coins": -1}, "A.coins"),
        ({"A.coins": "many"}, "A.coins"),
        ({"A.at": "Q99"}, "A.at: must be one of Q0"),
        ({"A.docks": ["Q0"]}, r"A.docks\[0\]: must be one of Q1"),
        ({"A.docks": ["Q1"], "B.docks": ["Q1"]}, "B.docks: Q1 belongs to A"),
        ({"A.docks": "Q1"}, "A.docks: must be a list"),
        ({"A.goods": {"gold": 1}}, "must be one of grain"),
        (
            {"A.goods": {"spice": 7}},
            r"A.goods.spice: there are 6 in total; \d are left for A, not 7",
        ),
        ({"A.goods": 5}, "A.goods: must be a table"),
        ({"Q.coins": 5}, "Q: is not a fact of this table; its seats are A, B, C"),
        ({"A.cash": 5}, "A.cash: is not a fact"),
        ({"A": 5}, "A: must be a table"),
        ({"A.coins": 5, "A": {"coins": 6}}, "appears twice"),
        ({"phase": "voyage"}, "phase: a voyage needs a round"),
        ({"phase": ["x"]}, "phase"),
        ({"then": "rest"}, "then: must be a list"),
        ({"then": [5]}, "an answer must be .* not 5"),
        ({"then": [{"move": "x", "what": 1}]}, "an answer must be"),
        ({"then": [{"move": "x", "seat": 5}]}, "an answer must be"),
        ({"then": ["dance"]}, r"then\[0\]: .*(Several seats|no answer)"),
        ({"then": ["x"] * 1001}, "at most 1000"),
        ({"round": 1, "phase": "voyage", "then": ["rest", "dance"]}, r"then\[1\]: 'dance' is no"),
        ({5: 1}, "a fact needs a name"),
        (5, "position: must be a mapping or a TOML file, not 5"),
        ([], "must be a mapping or a TOML file"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(position: Any, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        at(position)


def test_reading_a_position_does_not_change_it() -> None:
    source = {"A": {"coins": 5}, "A.at": "Q1", "then": ["rest"]}
    read_position(source)
    assert source == {"A": {"coins": 5}, "A.at": "Q1", "then": ["rest"]}


def test_set_up_before_a_position_is_answered_by_default() -> None:
    """Also what is asked sealed; the position begins with the first turn."""

    class Prepared(Tiny):
        def is_set_up(self, table: TinyTable) -> bool:
            return table.played >= 2

        def place(self, table: TinyTable, facts: Any) -> None:
            table.notes.append(dict(facts))

    game = Prepared(ask("A"), ask_sealed("A", "B"), ask("B"))
    m = classkit.new(game, seats=2, seed=1, position={"x": 1})
    assert m.table.notes == ["A no", ["A no", "B no"], {"x": 1}]
    assert m.request.seat == "B" and m.step == 0


def test_a_set_up_that_breaks_is_a_broken_rule() -> None:
    class Broken(Tiny):
        def is_set_up(self, table: TinyTable) -> bool:
            return table.played >= 1

    def flow(t: TinyTable) -> Any:
        yield from ask("A")(t)
        raise ZeroDivisionError

    with pytest.raises(RuleError, match=r"ZeroDivisionError"):
        classkit.new(Broken(flow, ask("A")), seats=2, position={})


def test_a_position_that_the_ledger_refuses_is_refused() -> None:
    class Poor(Tiny):
        def place(self, table: TinyTable, facts: Any) -> None:
            table.pay("bank", "A", 10**6, "start", "X1")

    with pytest.raises(PositionError, match=r"bank has 100 dollars and cannot give 1,000,000"):
        classkit.new(Poor(ask("A")), seats=2, position={})


def test_a_match_without_copies_has_the_same_positions() -> None:
    moments = []
    for keep in (Keep(), Keep.nothing()):
        m = classkit.new(GAME, seats=3, seed=4, keep=keep)
        m.play(until="turn").play(until="turn").play(until="turn").play(until="turn")
        m.play(until="decision")
        moments.append(m.position())
    assert moments[0] == moments[1]


@pytest.mark.parametrize("game", classkit.list_games())
def test_the_opening_row_bears_the_round_of_the_turn_before(game: str) -> None:
    """A position that begins a round is not in set-up: its first row is in the round before."""
    m = classkit.new(game, seed=3, seats=3).play()
    rounds = {row["turn"]: row["round"] for row in m.history}
    compared = set()
    for turn in sorted(rounds)[:25]:
        m.goto(turn=turn + 1)
        if m.turn == turn + 1:
            opening = classkit.new(game, seats=3, seed=3, position=m.position()).history[0]
            assert opening["round"] == rounds[opening["turn"]]
            compared.add(opening["turn"])
    assert {0, 3, 6} <= compared or (game == "economicon" and len(compared) > 3)
