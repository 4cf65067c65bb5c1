"""A fingerprint: what a study plays, in files and in a notebook, and no cache that play fills."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest

from classkit.engine.registry import find
from classkit.study import provenance
from classkit.study.provenance import build_code_hashes, changes, collect_contents, hash_player

Run = Callable[[str], Any]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a cell of a notebook, and returns the notebook's variables."""
    module = ModuleType("cells")
    monkeypatch.setitem(sys.modules, "cells", module)

    def cell(text: str) -> Any:
        exec(compile(text, "<cell>", "exec"), vars(module))
        return module

    return cell


NOTEBOOK = """
import json
LIMIT, MARGINS, unused = 5, {'corn': 3}, 1
class Book:
    rate = 2
    def price(self):
        return helper()
def helper():
    return MARGINS['corn']
def act(view, decision):
    '''Decide.'''
    return Book().price() + LIMIT if json else None
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("LIMIT, MARGINS, unused = 5", "LIMIT, MARGINS, unused = 6", "LIMIT of cells"),
        ("'corn': 3", "'corn': 4", "MARGINS of cells"),
        ("rate = 2", "rate = 3", "Book of cells"),
        ("return helper()", "return -helper()", "Book of cells"),
        ("return MARGINS", "return 1 + MARGINS", "helper of cells"),
        ("+ LIMIT", "- LIMIT", "act of cells"),
        ("", "", ""), ("unused = 5, {'corn': 3}, 1", "unused = 5, {'corn': 3}, 2", ""),
        ("'''Decide.'''", "'''Choose.'''  # quickly", ""),
    ],
)  # fmt: skip
def test_a_changed_cell_is_named(old: str, new: str, told: str, run: Run) -> None:
    assert old in NOTEBOOK
    game = find("economy")
    before = build_code_hashes(game, {"act": run(NOTEBOOK).act})
    now = build_code_hashes(game, {"act": run(NOTEBOOK.replace(old, new)).act})
    whole = f"the policy 'act' has changed since ({told})" if told else ""
    assert changes(before, now, game) == whole


CACHES = {
    "a variable": "MEMO = {'a': 1}\ndef act(view):\n    MEMO[view] = 1",
    "of another function": "MEMO = ['a']\ndef note(memo, view):\n    memo.append(view)\n"
    "def act(view):\n    note(MEMO, view)",
    "a counter": "calls = 1\ndef act(view):\n    global calls\n    calls += 1",
    "an object": "class Book:\n    def __init__(self):\n        self.seen = []\n"
    "BOOK = Book()\ndef act(view):\n    BOOK.seen.append(view)",
    "of a class": "class act:\n    seen, count = [], 0\n    def __init__(self, view):\n"
    "        self.seen.append(view)\n        act.count += 1",
    "a default": "def act(view, memo={'a': 1}):\n    memo[view] = 1",
    "captured": "def made():\n    memo, n = [], 0\n    def note(view):\n        memo.append(view)\n"
    "    def act(view):\n        nonlocal n\n        n += 1\n        note(view)\n"
    "    return act\nact = made()",
    "an iterator": "from itertools import count\nMEMO = count()\ndef act(view):\n    next(MEMO)",
    "lru_cache": "from functools import lru_cache\n@lru_cache\ndef worth(view):\n    return 1\n"
    "def act(view):\n    return worth(view)",
    "by hand": "LEVELS = [1, 2]\ndef act(view):\n    return LEVELS",
}


@pytest.mark.parametrize("kind", CACHES)
def test_what_changes_in_place_is_no_change_until_its_cell_runs_again(kind: str, run: Run) -> None:
    """As the guide says, this includes a list that somebody changes by hand."""
    cells = run(CACHES[kind])
    before = hash_player(cells.act)
    for view in ("one", "two"):
        cells.act(view)
    if kind == "by hand":
        cells.LEVELS.append(3)
    assert hash_player(cells.act) == before
    assert hash_player(run(CACHES[kind]).act) == before
    begins = next(line for line in CACHES[kind].splitlines() if line)
    if "1" in begins and kind != "a counter":
        assert hash_player(run(CACHES[kind].replace("1", "7", 1)).act) != before


class Trader:
    def __init__(self, *held: Any) -> None:
        self.held = held

    def __call__(self, view: Any, decision: Any) -> Any:
        return self.held


def careful(*held: Any) -> Any:
    return lambda view, decision: held


GIVEN: list[Callable[[], Any]] = [
    lambda: 3, lambda: 5, lambda: 3.0, lambda: True, lambda: "3", lambda: [3], lambda: (3,),
    lambda: {"a": {3, 5}}, lambda: {"a": {3, 7}}, lambda: np.arange(3), lambda: np.arange(4),
    lambda: pd.DataFrame({"a": [1, 2]}), lambda: pd.DataFrame({"a": [1, 3]}),
    lambda: Trader(3), lambda: Trader(5), lambda: careful(3), lambda: careful(5),
    lambda: Path("a"), lambda: partial(careful, 3), lambda: partial(careful, 5),
]  # fmt: skip


@pytest.mark.parametrize("make", [Trader, careful, partial(partial, careful)])
def test_policies_are_told_apart_by_what_they_were_created_with(make: Any) -> None:
    one, again = ([hash_player(make(held())) for held in GIVEN] for _ in range(2))
    assert one == again and len(set(one)) == len(GIVEN)


def test_policies_of_an_installed_package_without_names_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed package is not hashed, and two lambdas in it have the same place."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    lines = ["first, second = lambda view, decision: 1, lambda view, decision: 2"]
    lines += ["def one():", "    return lambda view, decision: 3", "third = one()"]
    (folder / "bots_of_others.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(str(folder))
    bots = importlib.import_module("bots_of_others")
    monkeypatch.delitem(sys.modules, "bots_of_others")
    assert len({hash_player(one) for one in (bots.first, bots.second, bots.third)}) == 3
    assert hash_player(bots.third) == hash_player(bots.one())


def test_attributes_of_a_policy_count_when_they_change_by_hand() -> None:
    trader = Trader([3])
    before = hash_player(trader)
    trader.held[0].append(5)
    assert hash_player(trader) != before
    assert hash_player(Trader(open, iter([3]), sys.stdout)), "whatever it holds"


def test_files_are_read_again_when_their_module_is_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then, a study plays the code in memory."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    game = find("economy")
    (tmp_path / "shop_prices.py").write_text("TOP = {'corn': 3}\n")
    (tmp_path / "shop_policy.py").write_text("import shop_prices\ndef act(view, decision): ...\n")
    module = importlib.import_module("shop_policy")
    try:
        first = build_code_hashes(game, {"act": module.act})
        assert {"shop_policy.py", "shop_prices.py"} < first["bots"]["act"].keys()
        (tmp_path / "shop_prices.py").write_text("TOP = {'corn': 5}\n")
        assert build_code_hashes(game, {"act": module.act}) == first
        importlib.reload(sys.modules["shop_prices"])
        now = build_code_hashes(game, {"act": module.act})
        assert changes(first, now, game) == "the policy 'act' has changed since (shop_prices.py)"
    finally:
        del sys.modules["shop_prices"], sys.modules["shop_policy"]


def test_packages_that_policies_compute_with_count(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, act = (
        find("economy"),
        run("import numpy as np\ndef act(v, d):\n    return np.sqrt(4)").act,
    )
    before = build_code_hashes(game, {"act": act})
    assert before["packages"] == {"numpy": ".".join(np.__version__.split(".")[:2])}
    assert build_code_hashes(game, {})["packages"] == {}
    monkeypatch.setattr(provenance, "version", lambda name: "99.1.2")
    told = changes(before, build_code_hashes(game, {"act": act}), game)
    assert told == f"it was played with numpy {before['packages']['numpy']}, but this is 99.1"


def test_a_game_of_a_notebook_counts(run: Run) -> None:
    text = (
        "from classkit.games.economy.game import EconomyGame\nclass Mine(EconomyGame):\n"
        "    name = 'mine'\n    def standings(self, table):\n        return RATE * []\nRATE = 1\n"
    )
    game = run(text).Mine()
    before = build_code_hashes(game, {})
    assert "classkit/games/economy" in before["rules"]
    game = run(text.replace("RATE = 1", "RATE = 2")).Mine()
    told = changes(before, build_code_hashes(game, {}), game)
    assert told == "the rules of mine have changed since (RATE of cells)"


MARKS = """
import json
from classkit.engine.registry import find
from classkit.study.provenance import build_code_hashes
KINDS = {"a", "b", "c"}
def act(view, decision, wanted=frozenset({"x", "y", "z"})):
    return decision.name in {"p", "q", "r"} or KINDS
game = find("economicon")
print(json.dumps(build_code_hashes(game, {"act": act, **{name: name for name in game.policies}})))
"""


def test_a_fingerprint_is_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", MARKS], capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1")
    }  # fmt: skip
    assert len(found) == 1


def test_contents_follow_no_library() -> None:
    assert collect_contents(partial(len)).modules <= {"builtins", "functools"}
