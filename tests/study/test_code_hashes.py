"""Hashes of code and values in memory are those of other processes, and differ where these do."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from classkit.study.code_hashes import describe, hash_code, hash_definitions, is_own


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


def test_own_is_what_a_user_may_change() -> None:
    assert is_own(__name__) and is_own("classkit.games.opoly.rules.turn") and is_own("__main__")
    unknown = ("pytest", "classkit.study.players", "builtins", "sys", "no_such_module", "")
    assert not any(map(is_own, unknown))


def test_a_value_that_holds_itself_has_an_end() -> None:
    round_about: list[Any] = [1]
    round_about.append(round_about)
    assert describe(round_about, {}) != describe([1, [1]], {})


MODULE = """
import json
from functools import lru_cache
from json import dumps
LIMIT, SEEN, calls = 3, {'a': 1}, 0
CARDS = (('corn', 3),)
class Trader:
    '''Sells.'''
    margin, asked = 1, 0
    @property
    def step(self):
        return price(1)
    def count(self):
        type(self).asked += 1
@lru_cache
def price(n, more=2):
    return LIMIT + n
def play():
    global calls
    calls += 1
"""


def load(text: str) -> ModuleType:
    module = ModuleType("loaded_code")
    exec(text, vars(module))
    return module


def test_definitions_are_functions_methods_and_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "loaded_code", load(""))
    one = hash_definitions(load(MODULE))
    names = {place.partition(":")[2] for place in one}
    assert {"LIMIT", "CARDS", "price", "play", "Trader.margin", "Trader.step"} < names
    assert not {"calls", "Trader.asked", "json", "Trader.__doc__"} & names, "counters and modules"
    changes = {
        "LIMIT": ("= 3, {", "= 4, {"), "CARDS": ("'corn', 3", "'corn', 4"),
        "Trader.margin": ("asked = 1, 0", "asked = 2, 0"), "Trader.step": ("price(1)", "price(2)"),
        "price": ("more=2", "more=3"), "play": ("calls += 1", "calls += 2"),
        "": ("'a': 1", "'a': 2"), "dumps": ("import dumps", "import loads as dumps"),
    }  # fmt: skip
    for name, (old, new) in changes.items():
        assert old in MODULE
        other = hash_definitions(load(MODULE.replace(old, new)))
        assert {place for place in one if other.get(place) != one[place]} == (
            {f"loaded_code:{name}"} if name else set()
        )
