"""Metrics recomputed from events and transfers, following their definitions."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.events import Event
from classkit.engine.match import Match
from classkit.engine.rulebook_text import StepSummary, TextFormatter
from classkit.games.opoly.presentation.turn_summary import MAX_DETAILED_SALES, tell_sales


@pytest.fixture(scope="module", params=["english", "first_price", "second_price", "third_price"])
def match(request: pytest.FixtureRequest) -> Match:
    """Return a finished match under each auction format."""
    bots = list(classkit.bots("opoly"))
    match = classkit.new("opoly", seats=4, seed=5, options={"auction_format": request.param})
    return match.play("end", {seat: bots[place] for place, seat in enumerate(match.seats)})


def price_of(match: Match, lot: str) -> int:
    """Return the printed price of a property; 0 for other names."""
    space = match.edition.rules.spaces.get(lot)
    return space.price if space else 0


def test_the_price_index_covers_the_last_5_properties_auctioned(match: Match) -> None:
    """The price index is total prices in per cent of total appraised values, from the first lot."""
    sold: list[tuple[int, int]] = []
    for row in match.history:
        for event in match.events:
            if event.turn == row["turn"] and event.name == "lot_sold":
                sold.append((event.facts["price"], price_of(match, event.facts["lot"])))
        sold = [(paid, price) for paid, price in sold if price]
        last = sold[-5:]
        index = 100 * sum(paid for paid, _ in last) / sum(price for _, price in last)
        assert row["price_index"] == pytest.approx(index, abs=0.051)
    assert len(sold) > 10


def test_lot_price_and_money_left_are_of_the_last_lot(match: Match) -> None:
    """Price and money left on the table are of the turn's last lot, unless a rent followed."""
    seen, minimum = set(), 0
    for row in match.history[1:]:
        last = None
        for event in match.events:
            if event.turn == row["turn"]:
                if event.name == "lot_opened":
                    minimum = event.facts["minimum"]
                elif event.name == "lot_sold":
                    last = event.facts
                elif event.name == "money_moved" and event.facts["reason"].startswith("rent"):
                    last = None
        price = price_of(match, last["lot"]) if last else 0
        if last is None or not price:
            assert row["lot_price"] is None
        else:
            assert row["lot_price"] == pytest.approx(100 * last["price"] / price, abs=0.051)
            seen.add(row["lot_price"])
        if last is None:
            assert row["money_left_on_table"] == 0
        else:
            second = last["second_bid"] or minimum
            assert row["money_left_on_table"] == last["price"] - second
    assert len(seen) > 1


def test_rent_so_far_is_what_the_bank_has_paid(match: Match) -> None:
    """Rents and shares of rents since the match began, from the ledger (Q3.5)."""
    paid = dict.fromkeys(match.seats, 0)
    for row in match.history:
        for moved in match.transfers:
            if moved.turn == row["turn"] and moved.reason in ("rent", "rent_share"):
                assert moved.source == "bank"
                paid[moved.target] += moved.amount
        assert row["rent_income"] == paid
    assert sum(paid.values())


def test_recession_turns_are_those_that_began_in_one(match: Match) -> None:
    """Counted from when recessions started and ended (Q4.1)."""
    under, turns = False, 0
    shown = {row["turn"]: row["recession_turns"] for row in match.history}
    for event in match.events:
        if event.name == "turn_started":
            assert shown[event.turn - 1] == turns
            turns += under
        under = {"recession_started": True, "recession_ended": False}.get(event.name, under)
    assert shown[match.turn] == turns


def test_concentration_is_of_the_value_that_companies_own(match: Match) -> None:
    """Concentration is the sum of squared shares in per cent, without the bank (Q2.6)."""
    owned = dict.fromkeys(match.seats, 0)
    for space, owner in match.ledger.titles.items():
        if owner in owned:
            owned[owner] += price_of(match, space)
    total = sum(owned.values())
    index = sum((100 * part / total) ** 2 for part in owned.values())
    assert match.metrics()["ownership_hhi"] == pytest.approx(index, abs=0.51)


def test_value_above_cost_is_appraised_value_less_what_was_paid(match: Match) -> None:
    """Surplus uses the latest cost basis of each property held; 0 if stolen (Q2.5, Q8.4)."""
    paid: dict[str, int] = {}
    for event in match.events:
        if event.name == "property_moved":
            basis = event.facts["cost_basis"]
            paid[event.facts["space"]] = 0 if basis == "soul" else basis
    for seat, surplus in match.metrics()["surplus_paid"].items():
        held = [space for space, owner in match.ledger.titles.items() if owner == seat]
        lots = [space for space in held if space in match.edition.rules.properties]
        assert surplus == sum(price_of(match, space) - paid[space] for space in lots)


def test_a_summary_without_sales_lists_none() -> None:
    """A summary of several turns lists only the buyers and lots."""
    moved = [Event("pawn_moved", {}, "Q3.1", turn) for turn in range(1, MAX_DETAILED_SALES + 3)]
    sold = Event("lot_sold", {"winner": "A", "lot": "baltic"}, "Q2.5", 2)
    assert tell_sales(TextFormatter(), [moved], {}) == []
    assert tell_sales(TextFormatter(), [[*moved, sold]], {}) == [
        StepSummary("A buys baltic at auction.", [sold])
    ]


def test_every_lot_sold_has_its_price_in_a_table(match: Match) -> None:
    """The price of each lot is a metric too, also in set-up."""
    rows = match.game.sheets(match.table, match.transfers)["lots"]
    told = [event for event in match.events if event.name == "lot_sold"]
    told = [event for event in told if event.facts["lot"] in match.ledger.titles]
    assert [(row["turn"], row["lot"], row["seat"], row["price"]) for row in rows] == [
        (event.turn, event.facts["lot"], event.facts["winner"], event.facts["price"])
        for event in told
    ]
    assert sum(row["turn"] == 0 for row in rows) > 5
    properties = [row for row in rows if row["kind"] == "property"]
    assert properties and all(
        row["price_pct"] == pytest.approx(100 * row["price"] / row["appraised"], abs=0.051)
        for row in properties
    )
    last = properties[-5:]
    index = 100 * sum(row["price"] for row in last) / sum(row["appraised"] for row in last)
    assert match.metrics()["price_index"] == pytest.approx(index, abs=0.051)
