"""Explanations of exchanges and of losses: what came and went, what it is worth, and why."""

from __future__ import annotations

from fractions import Fraction

import pytest

import classkit
from classkit.attribution.contributions import Contribution, ContributionSource
from classkit.attribution.decomposition import Decomposition
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.metric_selection import MetricOfSeat
from classkit.engine.events import Event, Transfer
from classkit.engine.match import Match


def play_at_random(game: str, seats: int, seed: int, /, **options: object) -> Match:
    """Return a match between bots that make any legal move."""
    match = classkit.new(game, seats=seats, seed=seed, options=options)
    return match.play(until="end", bots="random")


def explain(match: Match, metric: str, seat: str, turn: int) -> list[str]:
    """Return the parts of a change as printed."""
    return str(match.why(metric, seat, turn=turn)).splitlines()[1:]


def test_new_debts_are_named_beside_what_is_traded() -> None:
    """Regression: "$470,000 and Prairie Kettle Foods, worth -$16,900,000", without the debt.

    Ada gets $670,000 and a company of $300,000; she gives $200,000, $420,000 of squares, and a
    debt of $17,670,000 in all.
    """
    match = play_at_random("poleconomy", 5, 7079, quick_start=True)
    assert explain(match, "net_worth", "A", 25) == [
        "  -$17,320,000  Trades and the loans made in them with Esi: $470,000 and Prairie Kettle "
        "Foods, worth $770,000, for net debts of $17,670,000, Loon Lake Lumber and other items, "
        "worth $18,090,000"
    ]


@pytest.fixture(scope="module")
def struck() -> tuple[Match, Event]:
    """Return a match with a disaster that takes claims, of a seat that trades nothing then."""
    for seed in range(150):
        match = classkit.new("poleconomy", seats=6, seed=seed).play(until="end")
        for event in match.events:
            if event.name == "disaster" and dict(event.facts["lost"]).get("debt"):
                traded = [
                    one.name == "trade_done" or "repaid" in one.facts.values()
                    for one in match.events
                    if one.turn == event.turn
                ]
                if not any(traded):
                    return match, event
    pytest.fail("no disaster takes claims")


def test_claims_that_a_disaster_takes_are_no_trade(struck: tuple[Match, Event]) -> None:
    """Regression: "-$320,000 Trades and the loans made in them" where nobody traded (P11.5)."""
    match, event = struck
    assert event.seat is not None
    why = match.why("net_worth", event.seat, turn=event.turn)
    parts = {part.name: part for part in why.split.parts}
    lost = [line.amount for line in parts["disaster"].lines if line.unit == "loans"]
    assert lost == [-dict(event.facts["lost"])["debt"]]
    assert "bargains" not in parts


def test_a_price_is_explained_by_the_marker_alone(struck: tuple[Match, Event]) -> None:
    """Regression: a disaster was given as a reason for the price of a company (P4.2)."""
    match, event = struck
    assert "disaster" not in str(match.why("company_price", turn=event.turn))


def test_bonds_issued_have_all_events_as_evidence() -> None:
    """Regression: of five issues and redemptions, three were told as all, with a false sum."""
    match = play_at_random("poleconomy", 5, 7005)
    why = match.why("bonds_issued", turn=41)
    assert str(why).endswith(". And 2 more events")
    told = {
        number
        for number, event in enumerate(match.events, 1)
        if event.turn == 41 and event.name in ("bonds_issued", "bonds_redeemed")
    }
    assert len(told) == 5
    assert {*why.statements[0].evidence.events} >= told


def explain_swap(metric_key: str, *moved: tuple[str, int, int, str]) -> str:
    """Return the words for an exchange of things in 487-opoly; each with its amount."""
    match = classkit.new("opoly", seats=4, seed=0)
    metric = next(one for one in match.game.active_metrics(match.table) if one.key == metric_key)
    lines = [
        ContributionSource(
            1,
            worth,
            None if title else Transfer(unit, abs(held), "A", "B", "deal", "Q6", 1),
            unit,
            held,
            goes_with=title,
        )
        for unit, held, worth, title in moved
    ]
    change = int(sum(Fraction(line.amount) for line in lines))
    part = Contribution("moved", "deal", change, change, lines)
    split = Decomposition(MetricOfSeat(metric, "A"), 0, 0, 0, change, change, [part])
    return ExplanationWriter(match, match.say(), None).describe_part(split, part)


def test_a_mortgage_counts_in_the_worth_of_its_title() -> None:
    """Regression: "$571 and Pennsylvania Railroad, worth $831": $571 and $200 are $771."""
    told = explain_swap(
        "asset_score",
        ("dollars", 571, 571, ""),
        ("pennsylvania_railroad", 1, 200, ""),
        ("baltic_avenue", -1, -60, ""),
        ("mortgage:baltic_avenue", 60, 60, "baltic_avenue"),
    )
    assert told.endswith(
        ": $571 and Pennsylvania Railroad, worth $771, for Baltic Avenue, worth $0"
    )


def test_value_above_cost_is_not_what_a_lot_is_worth() -> None:
    """Regression: "Kentucky Avenue, worth $566": it is worth $220, and cost $4."""
    told = explain_swap(
        "surplus_paid",
        ("kentucky_avenue", 1, 220, ""),
        ("boardwalk", -1, -400, ""),
        ("cost:kentucky_avenue", -4, -4, "kentucky_avenue"),
        ("cost:boardwalk", 350, 350, "boardwalk"),
    )
    assert told.endswith(": Kentucky Avenue (+$216) for Boardwalk (-$50)")
