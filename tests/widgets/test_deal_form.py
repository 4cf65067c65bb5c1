"""The form of a deal in 487-opoly: what it offers, what goes with what, and its preview."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.moves import Amount, Move
from classkit.engine.rulebook_text import TextFormatter
from classkit.widgets.forms import build_field
from tests.widgets.pages import Page

POSITION = {
    "pawn": "pennsylvania_railroad", "luck": [(2, 3)],
    "A.properties": ["park_place", "baltic_avenue"], "B.properties": ["boardwalk"],
    "C.properties": ["short_line"], "B.cards": ["land_bank"],
}  # fmt: skip


@pytest.fixture
def page() -> Page:
    """Ada is asked for a proposal; all seats are persons."""
    match = classkit.new("opoly", seats=["Ada", "Bo", "Cy"], position=POSITION)
    while match.requests()[0].name != "propose":
        match.play("decision", bots="passive")
    return Page.of(match, bots="person")


def filled(page: Page, verb: str, **terms: Any) -> dict[str, Any]:
    """What the page gets for a deal filled in so far."""
    empty: dict[str, Any] = {
        "give_cash": 0, "give_spaces": [], "give_cards": [], "get_cash": 0, "get_spaces": [],
        "get_cards": [], "bases": [], "lift_now": [],
    }  # fmt: skip
    values = {**empty, **terms}
    return dict(page.do(verb, seat="A", move="deal", **{"with": values})["data"])


def test_the_deal_is_announced_with_its_preview(page: Page) -> None:
    """Q6.6, design 7: the step message names it; its rows come when somebody opens it."""
    (deal,) = [one for one in page.now["asks"][0]["moves"] if one["name"] == "deal"]
    assert deal["preview"] and deal["large"] and deal["fields"] == []
    whole = page.do("form", seat="A", move="deal")["data"]
    fields = {field["name"]: field for field in whole["fields"]}
    gets = fields["get_spaces"]["form"]
    offered = [option["value"] for option in gets["options"]]
    assert dict(zip(offered, gets["given"]["values"], strict=True)) == {
        "boardwalk": "B", "short_line": "C"
    }  # fmt: skip
    assert "given" not in fields["give_spaces"]["form"]
    assert fields["give_cash"]["suggest"] == [0, 50, 100, 200, 500, {"value": 1500, "title": "All"}]


def test_a_deal_shows_what_it_would_bring_before_it_is_sent(page: Page) -> None:
    """Q6.6: rents, cash, holdings and scores of both, by name; nothing changes by asking."""
    before = page.match.digest()
    answer = filled(page, "preview", partner="B", give_cash=250, get_spaces=["boardwalk"])
    assert answer["reason"] is None
    table = answer["table"]
    assert table["columns"] == ["Now → then", "Ada", "Bo"]
    rows = {row[0]: [cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row[1:]]
            for row in table["rows"]}  # fmt: skip
    assert rows["Rent: Boardwalk"] == ["$0 → $100", "$50 → $0"]
    assert rows["Cash"] == ["$1,500 → $1,250", "$1,500 → $1,750"]
    assert rows["ASSET"] == ["$1,910 → $2,060", "$2,000 → $1,850"]
    assert page.match.digest() == before


def test_a_deal_that_would_be_illegal_says_why_and_shows_no_figures(page: Page) -> None:
    """Q6.6: the reason names property as people call it."""
    answer = filled(page, "preview", partner="C", give_cash=5, get_spaces=["boardwalk"])
    assert answer["table"] is None
    assert answer["reason"] == "Cy does not hold Boardwalk (Q6.6)."


def test_values_worth_offering_carry_their_titles() -> None:
    """An amount without sensible values offers the quarters of its range."""
    say = TextFormatter()
    plain = build_field("n", Amount(0, 100), "bid", say)
    assert plain["suggest"] == [0, 25, 50, 75, 100]
    bid = Amount(10, 90, also=(0,), sensible=lambda low, high: [("Least", low), ("", high)])
    assert build_field("n", bid, "bid", say)["suggest"] == [0, {"value": 10, "title": "Least"}, 90]
    assert Move("bid", amount=bid).refusal({"amount": 0}) is None
