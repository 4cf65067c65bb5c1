"""Old public names: they work for one version, and the warning names the new one."""

from __future__ import annotations

import copy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import classkit
from classkit.deprecation import MEMBERS, MODULES, warn_about_members
from classkit.engine.decisions import ChanceRequest, Decision
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.options import Option
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.schema import ErrorPath, PositionSchema
from classkit.engine.state import GameState
from classkit.engine.visibility import Secrecy
from classkit.mechanics import affordability
from classkit.mechanics.auction_formats import Lot
from classkit.mechanics.sealed_votes import VoteResult
from classkit.mechanics.trade_offers import TradeSide
from classkit.study.arena.policy_check import Check
from classkit.study.arena.tournament_result import Tournament
from classkit.study.rollouts.futures import Futures
from classkit.study.rollouts.move_comparison import Comparison
from classkit.study.rollouts.rollout_run import RolloutRun

CLASSES = (
    Match, Comparison, RolloutRun, Futures, Tournament, Check, ChanceRequest, Decision, Game,
    Option, TextFormatter, ErrorPath, PositionSchema, GameState, Secrecy, Lot, VoteResult,
    TradeSide,
)  # fmt: skip
NOTEBOOK = """
from classkit.engine.reading import fact
from classkit.engine.requests import Decision, Flow, Seat
from classkit.engine.table import Table
from classkit.engine.words import Rulebook, Words
from classkit.procedures.auctions import Lot, sealed_auction

class Market(Table):
    pass
"""
"""Imports of a game that was written from the guide of the last version."""


@pytest.mark.parametrize("old", MODULES)
def test_old_modules_warn_and_give_what_the_new_ones_have(old: str) -> None:
    sys.modules.pop(old, None)
    target, names = MODULES[old]
    with pytest.warns(DeprecationWarning, match=target):
        module = import_module(old)
    new = import_module(target)
    for old_name, new_name in names.items():
        with pytest.warns(DeprecationWarning, match=new_name):
            found = getattr(module, old_name)
        expected = getattr(new, new_name)
        assert expected in (found, getattr(found, "__wrapped__", None))
        assert not hasattr(new, old_name), "an old name must not come to mean something else"
    with pytest.raises(AttributeError, match="no attribute 'nothing_of_this_name'"):
        module.nothing_of_this_name  # noqa: B018


def test_no_module_of_an_old_name_exists() -> None:
    package = Path(classkit.__file__).parent.parent
    for old in MODULES:
        path = package / old.replace(".", "/")
        assert not path.with_suffix(".py").exists() and not (path / "__init__.py").exists(), old


def test_old_members_are_those_of_classes_that_have_the_new_ones() -> None:
    by_name = {cls.__name__: cls for cls in CLASSES}
    assert set(MEMBERS) <= set(by_name)
    for name, members in MEMBERS.items():
        assert [old for old in members if hasattr(by_name[name], old)] == []
        slots = set(getattr(by_name[name], "__annotations__", {}))
        source = Path(sys.modules[by_name[name].__module__].__file__ or "").read_text("utf-8")
        for new in members.values():
            new = new.partition("()")[0]
            assert hasattr(by_name[name], new) or new in slots or f"self.{new}" in source, new


def test_an_old_member_may_now_be_a_part_of_what_another_one_gives() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    with pytest.warns(DeprecationWarning, match=r"Match\.races_shown is now Match\.as_seen_by\(\)"):
        races = m.races_shown("A")
    assert races == m.as_seen_by("A").races


def test_an_old_member_warns_at_the_line_that_uses_it() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    with pytest.warns(DeprecationWarning, match=r"Match\.told is now Match\.events_by") as caught:
        told = m.told
    assert told == m.events_by_segment
    assert caught[0].filename == __file__


def test_a_member_that_never_was_is_an_error_and_copies_work() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7)
    with pytest.raises(AttributeError, match="'Match' object has no attribute 'nothing'"):
        m.nothing  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(copy.copy(m), "nothing")


def test_what_goes_wrong_inside_a_property_is_said() -> None:
    """A class with ``__getattr__`` would otherwise blame the property itself."""

    @warn_about_members
    class Broken:
        @property
        def rows(self) -> int:
            return [].nothing  # type: ignore[attr-defined, no-any-return]

    with pytest.raises(AttributeError, match="'list' object has no attribute 'nothing'"):
        _ = Broken().rows


def test_a_notebook_of_last_week_warns_and_works() -> None:
    """Warnings are shown where the code is the main program, as a notebook's cells are."""
    done = subprocess.run(
        [sys.executable, "-c", NOTEBOOK], capture_output=True, text=True, check=True
    )
    for words in ("engine.schema", "engine.decisions", "GameState", "mechanics.auction_formats"):
        assert words in done.stderr


def test_a_game_that_overrides_an_old_hook_is_asked_by_the_new_one() -> None:
    kind = type(classkit.find("economy"))

    with pytest.warns(DeprecationWarning, match=r"Game\.moment is now Game\.moment_title"):

        class Mine(kind):  # type: ignore[misc, valid-type]
            def moment(self, *_: object) -> str:
                return "My moment"

    assert Mine.moment_title is Mine.moment
    with pytest.warns(DeprecationWarning, match=r"Secrecy\.unopened"):

        class Hidden(Secrecy[GameState]):
            def unopened(self, *_: object) -> tuple[str, ...]:
                return ()

    assert vars(Hidden)["unopened_seats"] is Hidden.unopened


def test_old_arguments_of_an_old_function_are_taken() -> None:
    with pytest.warns(DeprecationWarning):
        module = import_module("classkit.procedures.payments")
        too_dear = module.too_dear
    t = classkit.new("economicon", seats=3, seed=7).table
    old = too_dear(t, "A", what="a card", cost=10**9, rule="N2.3")
    assert old and old == affordability.unaffordable_reason(t, "A", "a card", 10**9, "N2.3")


def test_the_reference_lists_every_name_that_changed() -> None:
    page = Path(__file__).parents[1] / "lessons/guide/reference/renamed-names.md"
    rows = [row for row in page.read_text("utf-8").splitlines() if row.startswith("| `")]
    names = sum(1 + len(module.names) for module in MODULES.values())
    assert len(rows) == names + sum(map(len, MEMBERS.values()))
    for old, (target, _) in MODULES.items():
        assert f"| `{old}` | `{target}` |" in rows
    for name, members in MEMBERS.items():
        for old, new in members.items():
            assert f"| `{name}.{old}` | `{name}.{new}` |" in rows
