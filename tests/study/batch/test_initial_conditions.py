"""Studies of beginnings: positions, single facts of them, and editions varied like options.

Issue 18.5: ``simulate(..., position=..., vary={"A.basic_income": [...]})``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import classkit
from classkit import study
from classkit.engine.errors import ClasskitError, EditionError, PositionError, UnknownName
from tests.toy import GAME

QUIET: dict[str, Any] = {"progress": False, "processes": 1}
TWO: dict[str, Any] = {
    "bots": ["saver", "tycoon"],
    "seats": 2,
    "options": {"game": 1},
    **QUIET,
}


def test_a_fact_is_varied_like_an_option_with_the_same_seeds() -> None:
    incomes = [20_000, 120_000]
    runs = study.simulate("poleconomy", n=3, vary={"A.basic_income": incomes}, **TWO)
    assert list(runs["A.basic_income"]) == incomes * 3
    assert list(runs.seed) == [1, 1, 2, 2, 3, 3]
    for row in runs.itertuples():
        position = {"A.basic_income": runs["A.basic_income"][row.Index]}
        alone = classkit.new(
            "poleconomy", seats=2, seed=row.seed, position=position, options={"game": 1}
        )
        alone.play(bots={"A": "saver", "B": "tycoon"})
        scores = {line.seat: line.score for line in alone.standings()}
        assert scores == {seat: runs[f"score.{seat}"][row.Index] for seat in "AB"}
    meaning = runs.attrs["columns"]["A.basic_income"]["about"]
    assert "A.basic_income" in meaning and "position" in meaning


def test_a_fact_takes_the_place_of_what_the_position_states() -> None:
    position = {"marker": 4, "A.cash": 500_000, "B": {"squares": ["I07"], "cash": 400_000}}
    runs = study.simulate(
        "poleconomy", n=1, position=position, horizon=1, by="turn",
        metrics=["worth_split"], vary={"A.cash": [100_000, 300_000]}, **TWO,
    )  # fmt: skip
    first = runs[runs.turn == 0]
    assert list(first["A.cash"]) == [100_000, 300_000] == list(first["worth_split.A.cash"])
    assert list(first["worth_split.B.cash"]) == [400_000, 400_000]
    assert position["A.cash"] == 500_000, "what was given is left as it was"


def test_who_begins_is_varied_too() -> None:
    runs = study.simulate("poleconomy", n=4, vary={"mover": ["A", "B"]}, **TWO)
    assert list(runs.mover) == ["A", "B"] * 4
    assert not runs[runs.mover == "A"]["score.A"].equals(runs[runs.mover == "B"]["score.A"])


def test_positions_and_the_ordinary_beginning_are_compared(tmp_path: Path) -> None:
    poor = tmp_path / "poor.toml"
    poor.write_text("A.cash = 10_000\n")
    vary = {"position": [None, poor, {"A.cash": 900_000, "A.squares": ["I07"]}]}
    runs = study.simulate("poleconomy", n=2, vary=vary, **TWO)
    rich = 'A.cash=900000, A.squares=["I07"]'
    assert list(runs.position) == ["beginning", "poor", rich] * 2
    plain = study.simulate("poleconomy", n=2, **TWO)
    ordinary = runs[runs.position == "beginning"]
    assert list(ordinary["score.A"]) == list(plain["score.A"])


def test_a_wrong_position_is_named_by_its_file(tmp_path: Path) -> None:
    for name, text in (("one", "A.chas = 5\n"), ("two", "A.cash = \n"), ("three", "marker = 99\n")):
        (tmp_path / f"{name}.toml").write_text(text)
        with pytest.raises(PositionError, match=rf"^{name}.toml: "):
            study.simulate(
                "poleconomy", vary={"position": [None, tmp_path / f"{name}.toml"]}, **TWO
            )
    (tmp_path / "four.toml").write_text("A.cash = 10_000\n")
    with pytest.raises(PositionError, match=r"^position: A.cash: must be a whole number"):
        study.simulate("poleconomy", position=tmp_path / "four.toml", vary={"A.cash": [5]}, **TWO)


def test_answers_and_luck_lead_into_every_match() -> None:
    position = {"mover": "B", "prime_minister": "A", "then": ["throw"], "luck": [[3, 4]]}
    runs = study.simulate("poleconomy", n=2, position=position, vary={"marker": [0, 4]}, **TWO)
    for at, seed in enumerate((1, 1, 2, 2)):
        stated = {**position, "marker": [0, 4][at % 2]}
        m = classkit.new("poleconomy", seats=2, seed=seed, position=stated, options={"game": 1})
        assert m.answers[0].name == "throw"
        m.play(bots={"A": "saver", "B": "tycoon"})
        assert runs.turns[at] == m.turn


def test_editions_are_varied_by_file_and_told_apart(tmp_path: Path) -> None:
    """Two editions may have one id, since each says only what differs from the same third."""
    for name, price in (("cheap", 50_000), ("dear", 200_000)):
        text = f'based_on = "poleconomy-canada"\n[price]\ncompany_per_point = {price}\n'
        (tmp_path / f"{name}.toml").write_text(text)
    files = [tmp_path / "cheap.toml", str(tmp_path / "dear.toml")]
    runs = study.simulate("poleconomy", n=2, vary={"edition": ["poleconomy-canada", *files]}, **TWO)
    names = ["poleconomy-canada", "poleconomy-canada 2", "poleconomy-canada 3"]
    assert list(runs.edition) == names * 2
    assert runs.groupby("edition")["score.A"].first().nunique() == 3


def test_a_fact_called_like_a_column_keeps_both() -> None:
    vary = {"turn": [1, 5]}
    runs = study.simulate(
        "poleconomy", n=1, horizon=6, by="turn", metrics=["inflation_number"], vary=vary, **TWO
    )
    assert set(runs["position.turn"]) == {1, 5}
    assert runs[runs["position.turn"] == 5].turn.min() >= 4


def test_an_option_goes_before_a_fact_of_the_same_name() -> None:
    """487-opoly has an option and a fact "mergers": the fact has a prefix."""
    quiet = {"bots": "banker", "seats": 3, "n": 1, "horizon": 2, **QUIET}
    option = study.simulate("opoly", vary={"mergers": classkit_values("opoly", "mergers")}, **quiet)
    assert "mergers" in option and option.attrs["columns"]["mergers"]["about"]
    fact = study.simulate("opoly", vary={"position.mergers": [[], [["A", "B", 1]]]}, **quiet)
    assert list(fact["position.mergers"]) == ["", '[["A","B",1]]']


def classkit_values(game: str, option: str) -> list[Any]:
    """Return the values that an option may take."""
    return classkit.options(game)[option].values.suggest()


def test_positions_do_not_depend_on_the_number_of_workers_and_go_on(tmp_path: Path) -> None:
    wish: dict[str, Any] = {
        "bots": ["saver", "random"], "seats": 2, "vary": {"A.basic_income": [20_000, 90_000]},
        "position": {"marker": 3}, "progress": False,
    }  # fmt: skip
    alone = study.simulate("poleconomy", n=4, processes=1, **wish)
    both = study.simulate("poleconomy", n=4, processes=2, **wish)
    pd.testing.assert_frame_equal(alone, both)
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", n=2, processes=1, out=out, **wish)
    on = study.simulate("poleconomy", n=4, processes=1, out=out, **wish)
    pd.testing.assert_frame_equal(on, alone)
    with pytest.raises(ClasskitError, match=r"runs.jsonl"):
        study.simulate("poleconomy", n=4, out=out, processes=1, **{**wish, "position": {}})


VARIED = [
    (
        "A.basic_incme",
        [1],
        UnknownName,
        "option or fact 'A.basic_incme'. Did you mean 'A.basic_income'",
    ),
    ("quik_start", [True], UnknownName, "'quik_start'. Did you mean 'quick_start'"),
    ("Z.cash", [1], UnknownName, "'Z.cash'"),
    ("treasury", [0], UnknownName, "'treasury'"),
    (5, [1], UnknownName, "5"),
    (
        "A.basic_income",
        [25_000],
        PositionError,
        "A.basic_income: must be a whole number .* in steps of 10,000",
    ),
    (
        "A.basic_income",
        [10_000],
        PositionError,
        "A.basic_income: must be 20,000 to 120,000",
    ),
    ("marker", [0, 99], PositionError, "marker: must be a whole number from 0 to 13, not 99"),
    ("A.cash", ["rich"], PositionError, "A.cash: must be a whole number"),
    ("A.cash", [object()], PositionError, "A.cash: must be a whole number"),
    ("A.cash", 5, ClasskitError, r"vary\['A.cash'\] must be a list of values"),
    ("position", ["nowhere.toml"], PositionError, "there is no file 'nowhere.toml'"),
    ("position", [{"A.cash": 0}, {"A": {"cash": 0}}], ClasskitError, "Two variants are the same"),
    ("edition", ["poleconomy-canda"], UnknownName, "Did you mean 'poleconomy-canada'"),
    ("edition", ["nowhere/mine.toml"], EditionError, "mine.toml: this file"),
]


@pytest.mark.parametrize(("name", "values", "error", "words"), VARIED)
def test_what_cannot_be_varied_is_refused_before_anything_is_played(
    name: Any, values: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        study.simulate("poleconomy", n=2, vary={name: values}, **TWO)


@pytest.mark.parametrize(
    ("position", "vary", "words"),
    [
        (5, {}, "a mapping or a TOML file"),
        ({"A.chas": 5}, {}, "A.chas: is not a fact of a seat; did you mean 'cash'"),
        ({}, {"position": [{}]}, "position is varied, so it cannot"),
        ({"A": 5}, {"A.cash": [0]}, "A must be a table of facts, not 5"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: Any, vary: Any, words: str) -> None:
    with pytest.raises(ClasskitError, match=words):
        study.simulate("poleconomy", n=2, position=position, vary=vary, **TWO)


def test_a_treasury_is_a_fact_of_game_2() -> None:
    runs = study.simulate(
        "poleconomy",
        n=1,
        horizon=2,
        vary={"treasury": [0, 500_000]},
        **{**TWO, "options": {"game": 2}},
    )
    assert set(runs[next(c for c in runs if c.endswith("treasury"))]) == {0, 500_000}


def test_a_game_of_another_package_judges_its_facts_itself() -> None:
    runs = study.simulate(GAME, n=1, seats=3, horizon=2, vary={"A.coins": [5, 20]}, **QUIET)
    assert list(runs["A.coins"]) == [5, 20]
    with pytest.raises((PositionError, UnknownName), match=r"A.coin"):
        study.simulate(GAME, n=1, seats=3, vary={"A.coin": [5]}, **QUIET)
