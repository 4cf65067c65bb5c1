"""Functions and classes of a notebook as entrants: written out with all that they name."""

from __future__ import annotations

import math
import random as chance
import sys
from collections import Counter
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from classkit import study
from classkit.engine.errors import ClasskitError
from classkit.study.arena.policy_source_export import export_policy

LIMIT = 4
WISHED = {"buy_square", "buy_life"}
OPEN_FILE = object()


def wishes(decision: Any) -> bool:
    return decision.name in WISHED


def up_to(limit: int) -> Any:
    def policy(view: Any, decision: Any) -> Any:
        if wishes(decision) and view.number <= min(limit, LIMIT):
            return decision.legal[0].name
        return decision.default

    return policy


def tosses(view: Any, decision: Any) -> Any:
    return chance.choice([decision.default]) if math.pi > 3 and Counter("a") else None


class Cautious:
    """Counts what it was asked, for a subclass."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, view: Any, decision: Any) -> Any:
        self.asked.append(decision.name)
        return decision.default


@dataclass
class Counting(Cautious):
    limit: int = LIMIT

    def __post_init__(self) -> None:
        super().__init__()


def lost(view: Any, decision: Any) -> Any:
    return OPEN_FILE


def flies(view: Any, decision: Any) -> Any:
    return "fly"


def ran(policy: Any) -> dict[str, Any]:
    """What the written file defines."""
    written = ModuleType("policy")
    sys.modules["policy"] = written  # as where policies play
    exec(compile(export_policy(policy).source, "policy.py", "exec"), vars(written))
    del sys.modules["policy"]
    return vars(written)


def test_what_a_function_names_is_written_before_it() -> None:
    found = ran(up_to(3))
    assert (found["limit"], found["LIMIT"], found["WISHED"]) == (3, LIMIT, WISHED)
    assert callable(found["wishes"])
    assert "wishes" in found["policy"].__code__.co_names
    assert "OPEN_FILE" not in found


def test_modules_and_what_comes_from_them_are_imported() -> None:
    found = ran(tosses)
    assert (found["math"], found["chance"], found["Counter"]) == (math, chance, Counter)
    assert found["policy"] is found["tosses"]


def test_a_class_comes_with_its_base_and_its_decorator() -> None:
    found = ran(Counting)
    assert found["policy"]().limit == LIMIT
    assert found["Counting"].__mro__[1] is found["Cautious"]


def test_two_policies_are_not_mixed_up() -> None:
    assert ran(up_to(1))["limit"] == 1
    assert ran(up_to(8))["limit"] == 8


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (lost, "lost uses 'OPEN_FILE', .* cannot be written to a file: create it inside"),
        (lambda view, decision: decision.default, "cannot be written to a file"),
        (Cautious(), "Pass a function `def name"),
    ],
    ids=["a thing", "a lambda", "an object"],
)
def test_what_cannot_be_written_is_named_with_the_remedy(policy: Any, said: str) -> None:
    with pytest.raises(ClasskitError, match=said):
        export_policy(policy)


def test_lines_that_are_gone_are_said() -> None:
    scope: dict[str, Any] = {"__name__": __name__}
    exec("def typed(view, decision):\n    return decision.default\n", scope)
    with pytest.raises(ClasskitError, match="source of typed is no longer available"):
        export_policy(scope["typed"])


def test_functions_and_classes_play_in_checks_and_tournaments() -> None:
    """They stand under their names, and what is refused is told by their lines."""
    check = study.check_policy(flies, "poleconomy", n=1, seats=2, seed=3)
    assert check.file.name == "flies.py"
    assert check.problems[0].failure.kind == "illegal"
    assert 'return "fly"' in str(check)
    assert "again:  the same call with n=1, seed=3, seat=" in str(check)
    played = study.tournament([up_to(2), Counting], seats=2, bots=[], n=2, seed=7)
    assert {row["policy"]: row["forfeits"] for row in played.table_rows} == {
        "policy": 0,
        "Counting": 0,
    }


def test_what_is_typed_in_a_notebook_plays() -> None:
    """There a class has no file, and its functions stand in ``__main__``."""
    cells = [
        "import statistics\nLIMIT = 2",
        "class Mine:\n    def __call__(self, view, decision):\n"
        "        return decision.default if statistics.mean([LIMIT]) else None",
        "def yes(view, decision):\n    return decision.default if LIMIT else 'fly'",
        "from classkit import study\n"
        "played = study.tournament([Mine, yes], seats=2, bots=[], n=2, seed=7)\n"
        "print(sorted((row['policy'], row['forfeits']) for row in played.table_rows))",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one) for one in cells])
    ran_through = NotebookClient(book, timeout=300).execute()
    assert "[('Mine', 0), ('yes', 0)]" in str(ran_through.cells[-1].outputs)
