"""Whatever a study is asked for is taken, or refused with a documented error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import classkit
from classkit import ClasskitError, study
from classkit.engine.untrusted_input import read_int
from classkit.study.batch.experiment_design import read_design
from classkit.study.batch.results_header import build_header
from classkit.study.horizon import MAX_HORIZON
from classkit.study.processes.job_runner import read_processes
from classkit.study.rollouts.rollout_arguments import read_bots, read_horizon, read_metrics
from tests.engine.test_arguments import STRANGE, is_refused_well

WISHES = ["game", "bots", "n", "vary", "seeds", "seats", "edition", "by", "metrics", "horizon",
          "limit"]  # fmt: skip


@pytest.mark.parametrize("wish", WISHES)
def test_a_design_takes_or_refuses_whatever_it_is_given(wish: str) -> None:
    def design(value: Any) -> None:
        read_design(**{"game": "poleconomy", "n": 2, wish: value})

    for value in STRANGE:
        is_refused_well(lambda value=value: design(value))
        if wish == "vary":
            is_refused_well(lambda value=value: design({"seats": value}))
            is_refused_well(lambda value=value: design({"round_limit": [value]}))


def test_what_lies_ahead_too() -> None:
    for value in STRANGE:
        is_refused_well(lambda value=value: read_int("n", value))
        is_refused_well(lambda value=value: read_horizon(3, value))
        is_refused_well(lambda value=value: read_horizon(value, "turn"))
        is_refused_well(lambda value=value: read_processes(value))
        is_refused_well(lambda value=value: study.Limits(memory=value))
        is_refused_well(lambda value=value: study.Limits(answer=value))


@pytest.mark.parametrize("horizon", [0, MAX_HORIZON + 1])
def test_no_study_looks_farther_than_another(horizon: int) -> None:
    m = classkit.new("poleconomy", seats=3, seed=7)
    said = rf"^horizon must be a whole number from 1 to 100,000, not {horizon:,}\.$"
    for study_it in (
        lambda: study.simulate("poleconomy", n=1, horizon=horizon, progress=False),
        lambda: study.futures(m, n=1, horizon=horizon),
        lambda: study.compare_moves(m, n=1, horizon=horizon),
    ):
        with pytest.raises(ClasskitError, match=said):
            study_it()


def test_the_bots_and_figures_of_what_lies_ahead_too() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7)
    for value in STRANGE:
        is_refused_well(lambda value=value: read_metrics(m, value))
        is_refused_well(lambda value=value: read_metrics(m, [value]))
        for bots in (value, [value], {"A": value}):
            is_refused_well(lambda bots=bots: read_bots(m.fork(), bots))


def test_numbers_of_numpy_are_whole_numbers() -> None:
    two = np.int64(2)
    quiet: dict[str, Any] = {"processes": np.int64(1), "progress": False}
    wish = {"n": two, "seats": np.int64(3), "horizon": two, "vary": {"round_limit": [two, 3]}}
    runs = study.simulate("poleconomy", seeds=np.uint8(5), **wish, **quiet)
    assert sorted(set(runs.seed)) == [5, 6] and len(runs) == 4
    m = classkit.new("poleconomy", seats=3, seed=7)
    ahead = study.futures(m, n=two, horizon=two, seed=np.int64(1), processes=1).wait()
    assert ahead.done == 2
    assert study.Limits(memory=np.int64(300)) == study.Limits(memory=300)


def test_arrays_and_columns_are_lists_of_values() -> None:
    """Whoever knows pandas varies by np.arange and by a column of a frame."""
    plain = read_design("poleconomy", vary={"A.cash": [100_000, 200_000]}, seeds=[3, 4])
    for cash in (np.arange(100_000, 300_000, 100_000), pd.Series([100_000, 200_000])):
        for seeds in (np.arange(3, 5), pd.Series([3, 4])):
            design = read_design("poleconomy", vary={"A.cash": cash}, seeds=seeds)
            assert build_header(design) == build_header(plain)
    with pytest.raises(ClasskitError, match=r"vary\['seats'\] must be a list of values"):
        read_design("poleconomy", vary={"seats": np.array(3)})
