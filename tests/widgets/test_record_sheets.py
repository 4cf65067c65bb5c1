"""Record sheets on the page: the same tables as in the exports, in words, as their viewer knows."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import classkit
from classkit.engine.events import Transfer
from classkit.frames.file_export import sheet_rows
from classkit.widgets.record_sheets import MAX_ROWS
from tests.games.opoly.tables import ORANGE, act, alliance, do, end_turn, on, skip_to
from tests.toy import GAME as TOY
from tests.toy.game import Harbour
from tests.toy.state import HarbourTable
from tests.widgets.pages import Page

NAME = "Bo <b>"


@pytest.fixture(scope="module")
def page() -> Page:
    """Companies some turns into a match."""
    page = Page.of(classkit.new("opoly", seats=["Ada", NAME, "Cy", "Di"], seed=7), bots="banker")
    for _ in range(12):
        page.do("step", until="turn")
    return page


def texts(sheet: dict[str, Any], label: str) -> list[str]:
    """A column of a sheet."""
    at = [column["label"] for column in sheet["columns"]].index(label)
    return [row[at] for row in sheet["rows"]]


def test_the_page_is_told_which_sheets_there_are(page: Page) -> None:
    assert page.fixed["sheets"] == [
        {"name": "cash-flow", "label": "Cash flow"},
        {"name": "holdings", "label": "Holdings"},
        {"name": "contracts", "label": "Contracts"},
        {"name": "lots", "label": "Lots"},
    ]
    assert Page.of(classkit.new(TOY, seats=3, seed=4)).fixed["sheets"] == []


def test_a_sheet_has_the_rows_of_the_export(page: Page) -> None:
    kept = sheet_rows(page.match, "everybody")
    for name, rows in kept.items():
        sheet = page.do("sheet", name=name)["data"]
        assert sheet["total"] == len(rows) and len(sheet["rows"]) == min(len(rows), MAX_ROWS)
    flow = page.do("sheet", name="cash-flow")["data"]
    latest = sorted(kept["cash-flow"], key=lambda row: int(row["turn"]))[-MAX_ROWS:]
    assert texts(flow, "Cash afterwards, $") == [f"{row['balance']:,}" for row in latest]
    assert set(texts(flow, "Company")) <= {"Ada", NAME, "Cy", "Di"}
    assert "bought at auction" in texts(flow, "Why")


def test_a_card_is_named_by_its_title_and_not_by_its_id_as_well() -> None:
    """E0.5: "health-3" is for programs, and stands in the file."""
    facts = {"A": {"properties": ["motor-2", "food-3"]}, "B": {"properties": ["health-3"]}}
    table = Page.of(
        classkit.new("economy", seats=3, seed=4, options={"placement": "demo"}, position=facts)
    )
    sheet = table.do("sheet")["data"]
    labels = [column["label"] for column in sheet["columns"]]
    assert labels == ["Seat", "Title", "Sector", "Category", "Points"]
    assert texts(sheet, "Title") == ["Car plant", "Canning process", "Vaccine"]
    told = table.do("sheet_file", name="properties")["data"]["text"]
    assert [row["card"] for row in csv.DictReader(io.StringIO(told))] == [
        "motor-2", "food-3", "health-3",
    ]  # fmt: skip


def test_a_sheet_of_one_company_ends_with_its_cash(page: Page) -> None:
    for seat in page.match.seats:
        sheet = page.do("sheet", name="cash-flow", seat=seat)["data"]
        assert "Company" not in [column["label"] for column in sheet["columns"]]
        assert texts(sheet, "Cash afterwards, $")[-1] == f"{page.match.view(None).cash(seat):,}"
    held = page.do("sheet", name="holdings", seat="A")["data"]
    names = [space.name for space in page.match.view(None).edition.board]
    properties = page.match.view(None).properties_of("A")
    assert len(set(texts(held, "What")) & set(names)) == len(properties)


def test_a_sheet_is_taken_along_whole_and_safe_for_spreadsheets(page: Page) -> None:
    file = page.do("sheet_file", name="cash-flow")["data"]
    rows = list(csv.DictReader(io.StringIO(file["text"])))
    kept = sheet_rows(page.match, "everybody")["cash-flow"]
    assert file["name"] == f"opoly-turn-{page.match.turn}-cash-flow.csv"
    assert [row["balance"] for row in rows] == [str(row["balance"]) for row in kept]


def test_contracts_stand_on_the_sheets_of_their_parties_with_their_notice() -> None:
    """Q7.6: who has given notice, and when the contract ends."""
    facts = {"A": {"properties": ORANGE[:1]}, "B": {"properties": ORANGE[1:]}}
    m = skip_to(on("free_parking", **facts), "propose", "A")
    m.answer("alliance", **alliance("orange", split={"A": 40, "B": 60}, note="own <i>word</i>"))
    m.answer("accept")
    do(skip_to(end_turn(m), "manage", "B"), act("cancel_alliance", group="orange"))
    page = Page.of(m)
    for seat, seen in {"A": 1, "B": 1, "C": 0}.items():
        sheet = page.do("sheet", name="contracts", seat=seat)["data"]
        assert sheet["total"] == seen
    sheet = page.do("sheet", name="contracts", seat="A")["data"]
    assert texts(sheet, "Group") == ["Orange"] and texts(sheet, "Parties") == ["Ada, Bruno"]
    assert texts(sheet, "Split of the rents") == ["Ada 40, Bruno 60"]
    assert texts(sheet, "Note") == ["own <i>word</i>"]
    assert texts(sheet, "Notice by") == ["Bruno"]
    ends = m.view(None).alliances()[0]["ends"]
    assert texts(sheet, "Ends in turn") == [str(ends)] and ends == m.turn + 1


@pytest.mark.parametrize(
    "action",
    [
        {"name": "secrets"},
        {"name": 7},
        {"name": "cash-flow", "seat": "Z"},
        {"name": "cash-flow", "folder": "/"},
    ],
)
def test_what_is_no_sheet_is_refused(page: Page, action: dict[str, Any]) -> None:
    assert page.do("sheet", **action)["kind"] == "refused"


def test_a_game_without_sheets_says_so() -> None:
    page = Page.of(classkit.new(TOY, seats=3, seed=4))
    answer = page.do("sheet", name="")
    assert answer["kind"] == "refused" and "There is no sheet" in answer["reason"]


class Logged(Harbour):
    """A harbour that keeps a sheet of all that it is told of."""

    def sheets(
        self, table: HarbourTable, transfers: Sequence[Transfer]
    ) -> Mapping[str, list[dict[str, Any]]]:
        return {"log": [{"seat": row.target, "unit": row.unit} for row in transfers]}


def test_a_sheet_tells_what_its_viewer_may_know() -> None:
    """Goods drawn in secret stand on nobody else's page (design 3)."""
    page = Page.of(classkit.new(Logged(), seats=3, seed=4))
    totals = {}
    for whom in ("everybody", "A", "instructor"):
        page.do("seen_as", seen_as=whom)
        totals[whom] = page.do("sheet")["data"]["total"]
        rows = csv.DictReader(io.StringIO(page.do("sheet_file", name="log")["data"]["text"]))
        assert len(list(rows)) == totals[whom]
    assert totals["everybody"] < totals["A"] < totals["instructor"]


def test_the_host_is_offered_the_signals_of_the_game() -> None:
    """Q10.3: time, and time-outs, are called from outside, where a clock of minutes is played."""
    page = Page.of(classkit.new("opoly", seats=3, seed=5, options={"clock": "minutes"}))
    offered = {line["name"]: line for line in page.now["signals"]}
    assert offered["time_up"]["rule"] == "Q10.3" and "doubles" in offered["time_up"]["label"]
    assert page.do("signal", name="time_up")["kind"] != "refused"
    assert [line["name"] for line in page.now["signals"]] == ["time_out"], "called once"


def test_the_host_is_offered_no_signal_that_changes_nothing() -> None:
    """Q10.3: the clock of rolls needs no host."""
    page = Page.of(classkit.new("opoly", seats=3, seed=5))
    assert page.now["signals"] == []
    refused = page.do("signal", name="time_up")
    assert refused["kind"] == "refused" and "Q10.3" in str(refused)


def test_who_is_offered_an_alliance_sees_what_it_would_bring() -> None:
    """Q7.4: the rent of each lot now, and what each party would get, by the names of companies."""
    facts = {"A": {"properties": ORANGE[:1]}, "B": {"properties": ORANGE[1:]}}
    m = skip_to(on("free_parking", **facts), "propose", "A")
    m.names = {"A": "Ada", "B": NAME}
    m.answer("alliance", **alliance("orange", split={"A": 67, "B": 33}))
    ask = Page.of(m).now["asks"][0]
    assert ask["question"].startswith("Ada offers an alliance for the orange lots: Ada 67%")
    assert ask["facts"]["columns"] == ["Lot", "Rent now", "Ada", NAME]
    assert ask["facts"]["rows"][0] == ["St. James Place", "$14", "$19", "$9"]
    assert ask["facts"]["rows"][2] == ["New York Avenue", "$16", "$21", "$11"]
