"""A design: which matches, in which order, and what tells it from others."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from classkit.engine.registry import find
from classkit.study.batch.design import read_design
from classkit.study.batch.labels import Titles, fingerprint


def test_matches_of_the_same_luck_stand_together() -> None:
    """An interrupted run then has whole pairs."""
    design = read_design("opoly", n=2, vary={"seats": [3, 4], "mergers": [True, False]})
    layout = design.layout
    numbers = range(len(design))
    assert [layout.cells.index(layout.cell_of(number)) for number in numbers] == [0, 1, 2, 3] * 2
    assert [layout.seed_of(number) for number in numbers] == [1] * 4 + [2] * 4
    for number in range(len(design)):
        front = next(layout.fronts(number))
        cell = design.cells[layout.cells.index(layout.cell_of(number))]
        assert front["seed"] == layout.seed_of(number)
        assert (front["seats"], front["mergers"]) == (cell.setting.seats, cell.varied["mergers"])


def test_bots_take_the_seats_in_turn() -> None:
    design = read_design("poleconomy", n=1, seats=5, bots=["saver", "random"])
    assert design.cells[0].bots == dict(zip("ABCDE", ["saver", "random"] * 3, strict=False))
    assert set(read_design("poleconomy", n=1).cells[0].bots.values()) == set(
        find("poleconomy").policies
    )


def test_names_of_seats_count_seats() -> None:
    design = read_design("poleconomy", n=1, seats=["Ada", "Bo", "Cy"])
    assert list(design.cells[0].bots) == ["A", "B", "C"]
    assert "Ada" not in str(design.layout.as_data()), "names of people stay out of files"


HASH = """
from classkit.study.batch.design import read_design
def mine(view, decision):
    return "yes" if decision.name in {"a", "b", "c", "d"} else decision.default
print(read_design("opoly", n=3, bots=["banker", mine], vary={"seats": [3, 4]}).hash())
"""


def test_the_fingerprint_of_a_design_is_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", HASH], capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1", "2")
    }  # fmt: skip
    assert len(found) == 1 and len(found.pop().strip()) == 16


@pytest.mark.parametrize(
    "change",
    [
        {"seeds": 2}, {"n": 4}, {"seats": 4}, {"mergers": True}, {"bots": "banker"},
        {"by": "seat"}, {"metrics": ["cash"]}, {"horizon": 9},
        {"vary": {"seats": [3]}, "seats": None},
    ],
)  # fmt: skip
def test_whatever_changes_results_changes_the_fingerprint(change: dict[str, Any]) -> None:
    wish: dict[str, Any] = {"n": 3, "seats": 3, "bots": "appraiser"}
    assert read_design("opoly", **sort(wish)).hash() == read_design("opoly", **sort(wish)).hash()
    assert (
        read_design("opoly", **sort(wish)).hash()
        != read_design("opoly", **sort({**wish, **change})).hash()
    )


def sort(wish: dict[str, Any]) -> dict[str, Any]:
    """A wish for `read_design`, which takes options apart."""
    options = {name: wish[name] for name in wish if name == "mergers"}
    return {**{name: wish[name] for name in wish if name != "mergers"}, "options": options}


def test_an_edition_changed_under_the_same_name_changes_the_fingerprint() -> None:
    data = dict(find("opoly").edition().data)
    hashes = set()
    for cash in (1500, 1400):
        edition = {**data, "edition": {**data["edition"], "id": "ours", "start_cash": cash}}
        hashes.add(read_design("opoly", n=1, edition=edition).hash())
    assert len(hashes) == 2


# --- telling policies apart ---------------------------------------------------------------------

LEVEL = 3


class Bold:
    """A policy with a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self, view: Any, decision: Any) -> Any:
        return decision.default


class Bolder(Bold):
    """Another that extends it."""

    def __call__(self, view: Any, decision: Any) -> Any:
        return decision.legal[0]


def made(number: int) -> Any:
    def policy(view: Any, decision: Any, extra: int = 1) -> Any:
        return number + extra

    return policy


def by_level(view: Any, decision: Any) -> Any:
    return LEVEL


def test_policies_that_differ_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    one = [Bold(1), Bold(2), Bold, Bolder(1), Bolder, made(1), made(2), by_level, Bold(1).__call__]
    again = [Bold(1), Bold(2), Bold, Bolder(1), Bolder, made(1), made(2), by_level]
    marks = [fingerprint(policy) for policy in one]
    assert len(set(marks)) == len(one)
    assert marks[:-1] == [fingerprint(policy) for policy in again]
    monkeypatch.setitem(globals(), "LEVEL", 4)
    assert fingerprint(by_level) != marks[7]


def test_policies_of_one_name_get_numbers() -> None:
    bots = (Bold(1), Bold(2), Bold(1), "Bold", "Bold", made(1))
    assert list(map(Titles().of_player, bots)) == [
        "Bold", "Bold 2", "Bold", "Bold 3", "Bold 3", "policy",
    ]  # fmt: skip
