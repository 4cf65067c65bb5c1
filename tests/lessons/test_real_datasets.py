"""The real series: small, named with their source and licence, true as far as can be checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from classkit.engine.errors import ClasskitError
from classkit.lessons import bounds, real
from classkit.lessons.real_datasets import DATA_FOLDER, load_sources

from .books import LESSONS, PLOTLY, cell, executed, read

NAMES = ["hyperinflation", "debt", "concentration", "spectrum", "pegs"]


def test_what_is_named_is_there_and_nothing_else() -> None:
    assert list(load_sources()) == NAMES
    assert {path.name for path in Path(str(DATA_FOLDER)).iterdir()} == {
        "sources.toml", *(f"{name}.csv" for name in NAMES)
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_series_is_small_and_says_where_it_is_from(name: str) -> None:
    assert len((DATA_FOLDER / f"{name}.csv").read_bytes()) < 4096
    frame = real(name)
    told = frame.attrs
    assert set(told) == {
        "title",
        "cite",
        "source",
        "licence",
        "rounded",
        "checked",
        "columns",
        "values",
    }
    assert all(len(told[key]) > 15 for key in set(told) - {"columns", "values"})
    assert any(word in told["licence"] for word in ("public domain", "facts, quoted"))
    assert list(frame.columns) == list(told["columns"])
    assert not frame.isna().any().any()


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_has_a_unit_and_is_an_interval(name: str) -> None:
    """Each column of numbers but the one of time; a rounded value is in the middle of its ends."""
    frame, (low, high) = real(name), bounds(name)
    values = frame.attrs["values"]
    numbers = {column for column in frame if frame[column].dtype.kind in "if"}
    assert set(values) == numbers - {"year", "months"}
    for column, about in values.items():
        assert set(about) in ({"unit", "step"}, {"unit", "digits"}) and about["unit"]
        width = high[column] - low[column]
        assert ((low[column] + high[column]) / 2 - frame[column]).abs().max() <= 1e-9 * high[
            column
        ].max()
        assert (width == 0).all() if about.get("step") == 0 else (width > 0).all()
        if about.get("step"):
            rest = (frame[column] / about["step"]).round(6) % 1
            assert name == "spectrum" or (rest == 0).all(), "not as coarse as it says"


def test_bounds_of_an_unknown_series_are_refused() -> None:
    with pytest.raises(ClasskitError, match="no real-world series 'gold'"):
        bounds("gold")


@pytest.mark.parametrize("name", NAMES)
def test_the_docstring_gives_every_column(name: str) -> None:
    text = (real.__doc__ or "").split(f"``{name}``:")[1].split("\n    - ")[0]
    for column in real(name).columns:
        assert f"``{column}``" in text, column


def test_another_name_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        ClasskitError, match=r"no real-world series 'gold'\. Choose .*hyperinflation"
    ):
        real("gold")


def test_a_frame_may_be_changed() -> None:
    mine = real("debt")
    mine["debt"] = 0
    assert real("debt").debt.max() == 106


def test_hyperinflation() -> None:
    """37 at first; the rise of October 1923 is known from elsewhere, 29,500 %."""
    prices = real("hyperinflation").set_index("month").wholesale_prices
    assert len(prices) == 29 and "1923-02" not in prices.index, "24 + 6 months, less one"
    assert prices.index.is_monotonic_increasing
    assert prices.iloc[0] == 37
    assert prices["1923-10"] / prices["1923-09"] == pytest.approx(296, rel=0.03)
    assert (prices["1923-12":] / 1e12).between(1.2, 1.3).all(), "stable at a trillion to one"
    assert all(len(f"{value:.0f}".rstrip("0")) <= 2 for value in prices), "two figures"


def test_debt() -> None:
    debt = real("debt").set_index("year")
    assert list(debt.index) == list(range(1946, 2026))
    assert debt.debt.between(20, 110).all() and debt.interest.between(1, 4).all()
    assert (debt.debt[1946], debt.debt[1974]) == (106, 22)
    rates = debt.interest / debt.debt
    assert rates.between(0.012, 0.10).all(), "an interest rate that has been seen"
    assert rates.loc[1975:1995].mean() > 2 * rates.loc[2009:2021].mean()


def test_concentration() -> None:
    packers = real("concentration")
    assert packers.year.is_monotonic_increasing and packers.four_largest.between(20, 100).all()


def test_spectrum() -> None:
    """In the order of the sales; Germany's is what 98.8 billion marks are for each inhabitant."""
    sales = real("spectrum").set_index("country")
    assert sales.ended.is_monotonic_increasing and sales.ended.str.startswith("2000-").all()
    assert (sales.bidders >= sales.licences).all()
    assert sales.euros_per_head["Germany"] == pytest.approx(98.8e9 / 1.95583 / 82.2e6, rel=0.01)
    assert sales.euros_per_head["United Kingdom"] == sales.euros_per_head.max()


def test_pegs() -> None:
    """A year on either side of the end; ``worth`` follows from ``rate``."""
    pegs = real("pegs")
    assert list(dict.fromkeys(pegs.currency)) == ["pound", "baht", "franc"]
    ends = {"pound": "1992-09", "baht": "1997-07", "franc": "2015-01"}
    for currency, rows in pegs.groupby("currency"):
        assert list(rows.months) == list(range(-12, 13))
        assert rows.loc[rows.months == 0, "month"].item() == ends[str(currency)]
        before = rows.rate[rows.months < 0].mean()
        assert (100 * before / rows.rate - rows.worth).abs().max() <= 0.5
    rate = pegs.set_index(["currency", "months"]).rate
    assert rate["pound"].loc[:-1].max() <= 1 / 2.778, "never above its limit as a monthly mean"
    assert rate["franc"].loc[:-1].min() >= 1.20, "nor below the floor"


def halves(book: Any) -> tuple[list[Any], list[Any]]:
    """The traces of both halves of the figure of a lesson."""
    drawn = next(
        output["data"][PLOTLY]["data"]
        for output in cell(book, "world").outputs
        if PLOTLY in output.get("data", {})
    )
    left = [one for one in drawn if one.get("xaxis", "x") == "x"]
    return left, [one for one in drawn if one.get("xaxis") == "x2"]


BESIDE = {"01": (1, 1), "03": (2, 2), "04": (2, 2), "05": (1, 1), "08": (4, 3)}


@pytest.mark.parametrize("path", [path for path in LESSONS if path.name[:2] in BESIDE],
                         ids=lambda path: path.stem)  # fmt: skip
def test_the_figure_of_a_lesson_shows_both(path: Path) -> None:
    """What was played and what is real, each line with values, and the source under them."""
    book = executed(path)
    left, right = halves(book)
    assert (len(left), len(right)) == BESIDE[path.name[:2]]
    for one in left + right:
        assert len(one["y"]) > 3 and one["name"]
    outputs = cell(book, "world").outputs
    layout = next(o["data"][PLOTLY]["layout"] for o in outputs if PLOTLY in o.get("data", {}))
    texts = [one["text"] for one in layout["annotations"]]
    name = next(name for name in NAMES if f'of="{name}"' in cell(book, "world").source)
    assert texts == [
        "At the table",
        load_sources()[name]["title"],
        f"Source: {load_sources()[name]['cite']}.",
    ]


def test_every_series_has_its_lesson() -> None:
    drawn = "".join(one.source for path in LESSONS for one in read(path).cells)
    assert all(f'of="{name}"' in drawn for name in NAMES)
