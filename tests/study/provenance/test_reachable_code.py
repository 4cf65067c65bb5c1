"""What a policy or a game can reach is told apart, and told the same in every process."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache, partial, wraps
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import classkit
from classkit.engine.game import Game
from classkit.study.provenance.fingerprint import build_code_hashes, hash_player
from classkit.study.provenance.hashing import hash_code
from classkit.study.provenance.reachable_code import find_reachable
from classkit.study.provenance.user_modules import is_own
from classkit.testing.viewer_observations import observe_page
from tests.every_game import for_every_game

TABLE = {"corn": 3}
LIMIT = 5


class Card(NamedTuple):
    name: str
    price: int


CARDS = (Card("corn", 3),)


@lru_cache
def worth(name: str) -> int:
    return TABLE[name]


def doubled(function: Any) -> Any:
    @wraps(function)
    def twice(*args: Any) -> Any:
        return 2 * function(*args)

    return twice


@doubled
def price(name: str) -> int:
    return worth(name) + LIMIT + CARDS[0].price


class Trader:
    margin = 1

    def __init__(self, level: int) -> None:
        self.level = level

    @property
    def step(self) -> int:
        return price("corn")

    def __call__(self, view: Any, decision: Any) -> Any:
        return self.step


def late(view: Any, decision: Any) -> Any:
    from tests.study import plays

    return plays.square(3)


def places(*things: Any) -> set[str]:
    return {place.partition(":")[2] for place in find_reachable(things).marks}


def test_everything_that_a_policy_uses_is_reached() -> None:
    found = places(Trader(1))
    assert {
        "Trader()",
        "Trader().level",
        "Trader.margin",
        "Trader.step",
        "Trader.__call__",
    } <= found
    assert {"price", "worth", "TABLE", "LIMIT", "CARDS"} <= found
    assert "late" not in found and "places" not in found, "and nothing else"


def relative(view: Any, decision: Any) -> Any:
    from .. import plays

    return plays.square(3)


@pytest.mark.parametrize("function", [late, relative])
def test_what_is_imported_when_it_is_called_is_reached(
    function: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "square" in places(function)
    monkeypatch.delitem(sys.modules, "tests.study.plays", raising=False)
    assert "square" in places(function), "though nobody has loaded it"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LIMIT", 6), ("TABLE", {"corn": 4}), ("CARDS", (Card("corn", 4),)),
        ("worth", lambda name: 3), ("price", lambda name: 3),
    ],
)  # fmt: skip
def test_a_change_of_any_of_it_is_seen(
    name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = hash_player(Trader(1))
    monkeypatch.setitem(globals(), name, value)
    assert hash_player(Trader(1)) != before
    monkeypatch.undo()
    assert hash_player(Trader(1)) == before != hash_player(Trader(2))


def test_a_member_or_a_captured_value_that_changes_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = hash_player(Trader)
    monkeypatch.setattr(Trader, "margin", 2)
    assert hash_player(Trader) != before
    marks = {hash_player(partial(late, None, level)) for level in (1, 2)}
    marks |= {hash_player(lambda view, decision, level=level: level) for level in (1, 2)}
    assert len(marks) == 4


@pytest.mark.parametrize(
    "line",
    [
        "any(name == 'buy' for name in x)", "[name == 'buy' for name in x]",
        "{name == 'buy' for name in x}", "{'buy': name for name in x}", "lambda name: 'buy'",
    ],
)  # fmt: skip
def test_the_first_text_of_an_inner_expression_is_no_docstring(line: str) -> None:
    marks = set()
    for text in (line, line.replace("buy", "sell")):
        named: dict[str, Any] = {}
        exec(f"def act(x):\n    return {text}\n", named)
        marks.add(hash_code(named["act"].__code__))
    assert len(marks) == 2


def test_a_list_that_holds_itself_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    round_about: list[Any] = [1]
    round_about.append(round_about)
    monkeypatch.setitem(globals(), "TABLE", round_about)
    assert "TABLE" in places(Trader(1))


def test_own_is_what_a_user_may_change() -> None:
    assert is_own(__name__) and is_own("classkit.games.opoly.rules.turn")
    assert not any(map(is_own, ("pytest", "classkit.study.players", "builtins", "sys")))
    sys.modules["made_in_memory"] = ModuleType("made_in_memory")
    try:
        sys.modules["made_in_memory"].__spec__ = None
        assert is_own("made_in_memory")
    finally:
        del sys.modules["made_in_memory"]


@for_every_game
def test_play_changes_nothing_that_a_game_reaches(game: Game[Any]) -> None:
    """Otherwise a game that was played, looked at and drawn would be another afterwards."""
    bots = {name: name for name in game.policies}
    before = build_code_hashes(game, bots)
    match = classkit.new(game, seed=5)
    match.play("round", game.default_bots(match.seats))
    _ = (match.history, match.standings(), match.view("A"), match.say(), match.events)
    observe_page(match, "A")
    assert build_code_hashes(game, bots) == before


MARKS = """
import json
from classkit.engine.registry import find
from classkit.study.provenance.fingerprint import build_code_hashes
game = find("economicon")
print(json.dumps(build_code_hashes(game, {name: name for name in game.policies})))
"""


def test_the_marks_are_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", MARKS], capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1")
    }  # fmt: skip
    assert len(found) == 1
