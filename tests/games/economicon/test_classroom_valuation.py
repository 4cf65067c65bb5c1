"""Where a class plays, reserves are valued as if they were sold (N16.1)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import classkit
from classkit.classroom import room_commands
from classkit.engine.registry import find
from classkit.hosting.session import open_table
from classkit.hosting.table_catalog import list_catalog_tables

DASHBOARDS = Path(__file__).parents[3] / "lessons" / "dashboards"
LESSONS = sorted(DASHBOARDS.parent.glob("0[78]-*.ipynb"))


def test_a_match_begun_in_python_has_the_formula_of_the_author() -> None:
    assert classkit.new("economicon").options.final_valuation == "spot"
    assert classkit.table("economicon").match.options.final_valuation == "spot"


def test_dashboards_the_site_and_rooms_value_by_liquidation() -> None:
    assert "final_valuation" not in (DASHBOARDS / "economicon.ipynb").read_text(encoding="utf-8")
    assert open_table("economicon", seats=4).match.options.final_valuation == "liquidation"
    offered = next(table for table in list_catalog_tables() if table.game == "economicon")
    assert offered.options == find("economicon").classroom_options
    (draft,) = room_commands.open_room("economicon", 4, seed=1)
    assert draft.body["options"] == {"final_valuation": "liquidation"}


def test_the_formula_of_the_author_can_be_had_everywhere() -> None:
    spot = {"final_valuation": "spot"}
    table = open_table("economicon", seats=4, options=spot)
    assert table.match.options.final_valuation == "spot"
    table = open_table("economicon", seats=4)
    assert table.new(options=spot).match.options.final_valuation == "spot", "by New match"
    (draft,) = room_commands.open_room("economicon", 4, seed=1, options=spot)
    assert draft.body["options"] == spot


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem[:2])
def test_lessons_value_by_liquidation(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    assert 'options = {"final_valuation": "liquidation"}' in code
    begun = [call.partition("\n\n")[0] for call in code.split('"economicon"')[1:]]
    assert begun and all("options" in call or "**settings" in call for call in begun)


@pytest.mark.parametrize(
    ("valuation", "legend", "sentence"),
    [
        ("spot", "at the prices of the market", "count at the market's final prices"),
        ("liquidation", "as if they were sold", "count as if they were sold"),
    ],
)
def test_the_board_and_the_panel_about_the_game_say_which(
    valuation: str, legend: str, sentence: str
) -> None:
    m = classkit.new("economicon", options={"final_valuation": valuation})
    (said,) = (text for emblem, text in m.game.board(m.table).legend if emblem == "coin")
    assert said == f"Worth at the end: reserves {legend}"
    assert sentence in m.game.get_description(m.table).measure


def test_what_changes_the_worth_is_told_by_the_valuation_of_the_match() -> None:
    """No price is told to rise where only the holding that would be sold is smaller."""
    told = {}
    for valuation in ("spot", "liquidation"):
        m = classkit.new("economicon", seats=4, seed=3, options={"final_valuation": valuation})
        m.play(until="end")
        told[valuation] = "\n".join(
            str(m.why("worth", seat, turn=turn)) for turn in range(1, m.turn) for seat in m.seats
        )
    price = re.compile(r"\d+ [\w' ]+ in reserve (rise|fall)")
    assert price.search(told["spot"]) and "if sold" not in told["spot"]
    assert not price.search(told["liquidation"])
    assert re.search(
        r"\d+ [\w' ]+ in reserve, if sold, (rise|fall)s? from [\d.]+ to [\d.]+ gold ",
        told["liquidation"],
    )
