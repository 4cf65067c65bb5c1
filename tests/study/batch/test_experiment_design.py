"""A design: which matches, in which order, and what tells it from others."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from classkit.engine.registry import find
from classkit.study.batch.experiment_design import ExperimentDesign, read_design
from classkit.study.batch.player_labels import UniqueLabels
from classkit.study.batch.results_header import build_header
from classkit.study.provenance import hash_player


def test_matches_of_the_same_luck_stand_together() -> None:
    """An interrupted run then has whole pairs."""
    design = read_design("opoly", n=2, vary={"seats": [3, 4], "mergers": [True, False]})
    layout = design.layout
    numbers = range(len(design))
    assert [layout.cells.index(layout.get_cell(number)) for number in numbers] == [0, 1, 2, 3] * 2
    assert [layout.get_seed(number) for number in numbers] == [1] * 4 + [2] * 4
    for number in range(len(design)):
        front = next(layout.iter_leading_columns(number))
        cell = design.cells[layout.cells.index(layout.get_cell(number))]
        assert front["seed"] == layout.get_seed(number)
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


LINE = """
import json
from classkit.study.batch.experiment_design import read_design
from classkit.study.batch.results_header import build_header
def mine(view, decision):
    return "yes" if decision.name in {"a", "b", "c", "d"} else decision.default
design = read_design("opoly", n=3, bots=["banker", mine], vary={"seats": [3, 4]})
print(json.dumps(build_header(design)))
"""


def test_the_first_line_of_a_design_is_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", LINE], capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1", "2")
    }  # fmt: skip
    assert len(found) == 1 and json.loads(found.pop())["code"]["bots"].keys() == {"banker", "mine"}


@pytest.mark.parametrize(
    "change",
    [
        {"seeds": 2}, {"n": 4}, {"seats": 4}, {"options": {"mergers": True}}, {"bots": "banker"},
        {"by": "seat"}, {"metrics": ["cash"]}, {"horizon": 9},
        {"vary": {"seats": [3]}, "seats": None},
    ],
)  # fmt: skip
def test_whatever_changes_results_changes_the_first_line(change: dict[str, Any]) -> None:
    wish: dict[str, Any] = {"n": 3, "seats": 3, "bots": "appraiser"}
    one, again, other = (
        build_header(read_design("opoly", **asked)) for asked in (wish, wish, {**wish, **change})
    )
    assert one == again != other


def test_an_edition_changed_under_the_same_name_changes_the_first_line() -> None:
    data = dict(find("opoly").edition().data)
    designs: list[ExperimentDesign] = []
    for cash in (1500, 1400):
        edition = {**data, "edition": {**data["edition"], "id": "ours", "start_cash": cash}}
        designs.append(read_design("opoly", n=1, edition=edition))
    one, other = (build_header(design)["design"] for design in designs)
    assert one != other


# --- telling policies apart ---------------------------------------------------------------------

LEVEL = 3


class Bold:
    """A policy with a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self, view: Any, decision: Any) -> Any:
        return decision.default


class Bolder(Bold):
    """Another based on it."""

    def __call__(self, view: Any, decision: Any) -> Any:
        return decision.legal[0]


def made(number: int) -> Any:
    def policy(view: Any, decision: Any, extra: int = 1) -> Any:
        return number + extra

    return policy


def by_level(view: Any, decision: Any) -> Any:
    return LEVEL


def test_policies_that_differ_are_told_apart() -> None:
    one = [Bold(1), Bold(2), Bold, Bolder(1), Bolder, made(1), made(2), by_level, Bold(1).__call__]
    again = [Bold(1), Bold(2), Bold, Bolder(1), Bolder, made(1), made(2), by_level]
    marks = [hash_player(policy) for policy in one]
    assert len(set(marks)) == len(one)
    assert marks[:-1] == [hash_player(policy) for policy in again]


def test_policies_of_one_name_get_numbers() -> None:
    bots = (Bold(1), Bold(2), Bold(1), "Bold", "Bold", made(1))
    assert list(map(UniqueLabels().get_player_label, bots)) == [
        "Bold", "Bold 2", "Bold", "Bold 3", "Bold 3", "policy",
    ]  # fmt: skip
