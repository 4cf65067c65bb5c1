"""A memory is no change: what a policy writes itself counts as its file states it."""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from classkit.engine.game import Game
from classkit.study.provenance.fingerprint import build_code_hashes, hash_player, not_compared
from tests.every_game import every_game

Load = Callable[[str], Any]
NUMBERS = itertools.count()


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Loads a module from a file that holds a text, and another one beside it."""
    monkeypatch.syspath_prepend(tmp_path)
    name = f"memo_{next(NUMBERS)}"

    def loaded(text: str) -> Any:
        for one in (name, f"{name}_book"):
            (tmp_path / f"{one}.py").write_text(
                text.replace("BOOK", f"{name}_book") if one == name else "SEEN = {'a': 1}\n"
            )
            sys.modules.pop(one, None)
        importlib.invalidate_caches()
        return importlib.import_module(name)

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return loaded


MEMORIES = {
    "a dict": "MEMO = {'a': 1}\ndef act(view, asked):\n    MEMO[view] = asked\n    return MEMO",
    "a list": "MEMO = [1]\ndef act(view, asked):\n    MEMO.append(view)\n    return MEMO",
    "a dict inside": "MEMO = {'a': 1}\ndef act(view, asked):\n"
    "    mine = MEMO.setdefault(view, [1])\n    mine.append(asked)",
    "a counter": "MEMO = 1\ndef act(view, asked):\n    global MEMO\n    MEMO += 1",
    "a counter in a dict": "MEMO = {'n': 1}\ndef act(view, asked):\n    MEMO['n'] += 1",
    "of another function": "MEMO = {'a': 1}\ndef keep(view):\n    MEMO[view] = 1\n"
    "def act(view, asked):\n    keep(view)\n    return sum(MEMO.values())",
    "an object": "class Book:\n    def __init__(self):\n        self.lines = [1]\n"
    "    def note(self, line):\n        self.lines.append(line)\n"
    "MEMO = Book()\ndef act(view, asked):\n    MEMO.note(view)",
    "an attribute": "class Book:\n    last = 1\nMEMO = Book()\n"
    "def act(view, asked):\n    MEMO.last = view",
    "a class": "class act:\n    seen = {'a': 1}\n    def __init__(self, view, asked):\n"
    "        self.note(view)\n    def note(self, view):\n        self.seen[view] = 1",
    "a number of a class": "class act:\n    count = 1\n"
    "    def __init__(self, view, asked):\n        act.count += 1",
    "a default": "def act(view, asked, memo={'a': 1}):\n    memo[view] = asked",
    "what a function has captured": "def made():\n    memo = {'a': 1}\n"
    "    def act(view, asked):\n        memo[view] = asked\n    return act\nact = made()",
    "what two functions share": "def made():\n    memo = {'a': 1}\n"
    "    def note(view):\n        memo[view] = 1\n"
    "    def act(view, asked):\n        note(view)\n        return memo\n"
    "    return act\nact = made()",
    "a deque": "from collections import deque\nMEMO = deque([1])\n"
    "def act(view, asked):\n    MEMO.appendleft(view)",
    "of another module": "import BOOK\ndef act(view, asked):\n    BOOK.SEEN[view] = asked",
    "imported by name": "from BOOK import SEEN\ndef act(view, asked):\n    SEEN[view] = asked",
    "a frame": "import pandas\nMEMO = pandas.DataFrame({'a': [1, 2]})\n"
    "def act(view, asked):\n    MEMO.loc[0, 'a'] += 1",
    "an array": "import numpy\nMEMO = numpy.array([1, 2])\ndef act(view, asked):\n    MEMO[0] += 1",
    "an iterator": "from itertools import count\nMEMO = count(1)\n"
    "def act(view, asked):\n    return next(MEMO)",
    "lru_cache": "from functools import lru_cache\n@lru_cache\ndef worth(view):\n    return 1\n"
    "def act(view, asked):\n    return worth(view)",
}


@pytest.mark.parametrize("kind", MEMORIES)
def test_what_a_policy_remembers_changes_nothing(kind: str, load: Load) -> None:
    module = load(MEMORIES[kind])
    before = hash_player(module.act)
    for number in range(3):
        module.act(f"view {number}", "asked")
    assert hash_player(module.act) == before


STATED = ("a dict", "a list", "a counter", "a counter in a dict", "of another function", "a deque",
          "a number of a class")  # fmt: skip


@pytest.mark.parametrize("kind", STATED)
def test_with_what_a_memory_begins_counts(kind: str, load: Load) -> None:
    text = MEMORIES[kind]
    before = hash_player(load(text).act)
    assert hash_player(load(text).act) == before
    begins = next(line for line in text.splitlines() if "1" in line)
    assert hash_player(load(text.replace(begins, begins.replace("1", "2"), 1)).act) != before


SETTINGS = {
    "of this module": "C = {'limit': 3, 'calls': 0}\ndef act(view, asked):\n    C['calls'] += 1",
    "of another": "import BOOK\nC = BOOK.SEEN\nC['limit'] = 3\n"
    "def act(view, asked):\n    BOOK.SEEN['a'] += 1",
    "with an object of one's own": "class Best:\n    def __init__(self, view):\n"
    "        self.view = view\nC = {'limit': 3}\ndef act(view, asked):\n"
    "    C['best'] = Best(view)\n    C['calls'] = 1\n    del C['calls']",
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_a_setting_beside_a_counter_counts(kind: str, load: Load) -> None:
    module = load(SETTINGS[kind])
    before = hash_player(module.act)
    module.act("view", "asked")
    assert hash_player(module.act) == before
    module.C["limit"] = 5
    assert hash_player(module.act) != before
    module.C["limit"] = 3
    assert hash_player(module.act) == before


WHOLE = ("C['a']['n'] = view", "mine = C['a']\n    mine['n'] = view", "C[view] = 1")


@pytest.mark.parametrize("line", WHOLE)
def test_an_entry_whose_key_is_not_stated_may_be_any(line: str, load: Load) -> None:
    """Nor is the key of a dict inside one of its own."""
    module = load(f"C = {{'a': {{}}, 'n': 1}}\ndef act(view, asked):\n    {line}")
    before = hash_player(module.act)
    module.act("view", "asked")
    assert hash_player(module.act) == before


def test_what_is_not_compared_is_named(load: Load) -> None:
    game = next(one for one in every_game() if one.name == "poleconomy")
    mine = load(MEMORIES["a dict"]).act
    told = (
        f"the contents of MEMO of {mine.__module__} were not compared, because matches change them"
    )
    assert not_compared(game, {"mine": mine, "saver": "saver"}) == told
    captured = load(MEMORIES["what a function has captured"]).act
    assert "made.<locals>.act.memo of" in not_compared(game, {"mine": captured})
    assert not_compared(game, {"mine": load(SETTINGS["of this module"]).act}) == ""


READ = {
    "a dict": "PRICES = {'corn': 3}\ndef act(view, asked):\n    return PRICES['corn']",
    "a copy is written": "PRICES = {'corn': 3}\ndef act(view, asked):\n"
    "    mine = PRICES.copy()\n    mine['corn'] += 1\n    return mine",
    "a slice is written": "PRICES = [3, 4]\ndef act(view, asked):\n"
    "    mine = PRICES[:]\n    mine.append(1)\n    return mine",
    "a local of that name": "PRICES = {'corn': 3}\ndef other():\n    PRICES = {}\n"
    "    PRICES['corn'] = 1\ndef act(view, asked):\n    other()\n    return PRICES",
    "a frame": "import pandas\nPRICES = pandas.DataFrame({'corn': [3, 4], 'salt': [1, 1]})\n"
    "def act(view, asked):\n    return PRICES.corn.sum()",
    "a frame with lists": "import pandas\nPRICES = pandas.DataFrame({'corn': [[3], [4]]})\n"
    "def act(view, asked):\n    return PRICES.corn[0]",
    "an index": "import pandas\nPRICES = pandas.Index(['3', 'x'])\n"
    "def act(view, asked):\n    return PRICES[0]",
    "an array": "import numpy\nPRICES = numpy.array([3, 4])\n"
    "def act(view, asked):\n    return PRICES[0]",
    "an object": "class Book:\n    def __init__(self):\n        self.price = 3\n"
    "PRICES = Book()\ndef act(view, asked):\n    return PRICES.price",
    "what is built as it is loaded": "PRICES = {}\nPRICES['corn'] = 3\n"
    "def act(view, asked):\n    return PRICES",
}


@pytest.mark.parametrize("kind", READ)
def test_what_a_policy_only_reads_counts(kind: str, load: Load) -> None:
    before = hash_player(load(READ[kind]).act)
    module = load(READ[kind].replace("3", "5"))
    assert hash_player(module.act) != before
    module = load(READ[kind])
    assert hash_player(module.act) == before
    held = vars(module)["PRICES"]
    if isinstance(held, dict):
        held["corn"] = 7
        assert hash_player(module.act) != before, "also where it is changed in memory"


def test_an_object_that_plays_counts_with_all_that_it_holds(load: Load) -> None:
    """Each match begins with a copy of it, so what it holds is what every match begins with."""
    trader = load(
        "class Trader:\n    def __init__(self, level):\n        self.level = level\n"
        "    def __call__(self, view, asked):\n        self.level += 1"
    ).Trader
    assert hash_player(trader(1)) == hash_player(trader(1)) != hash_player(trader(2))


def test_lists_and_dicts_of_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game[Any] = next(one for one in every_game() if one.name == "economicon")
    from classkit.games.economicon.presentation import event_text

    before = build_code_hashes(game, {})
    monkeypatch.setitem(
        event_text.MOVEMENT_SENTENCES, next(iter(event_text.MOVEMENT_SENTENCES)), "another"
    )
    assert build_code_hashes(game, {})["loaded"] != before["loaded"]
    monkeypatch.undo()
    assert build_code_hashes(game, {}) == before
