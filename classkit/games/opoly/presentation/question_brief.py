"""The background of each decision: its subject, a company's holdings, and usual returns of lots."""

from __future__ import annotations

from collections.abc import Iterator

from classkit.engine.decisions import Decision, Seat
from classkit.engine.question_brief import (
    Cost,
    Fact,
    QuestionBrief,
    ReturnSample,
    SampledMatch,
    Scale,
)
from classkit.engine.rulebook_text import TextFormatter

from ..rules.rents import get_landing_rent, get_reachable_rent
from ..rules_data import BoardSpace
from ..state import OpolyState

HORIZON = 10
"""Number of turns over which usual returns are measured."""
RENT, ABOVE = f"Rent, usual in {HORIZON} turns", "Paid above its value, usual"
HOUSES = ("none", "1", "2", "3", "4", "hotel")
KIND_WORDS = {"street": "a street", "railroad": "a railroad", "utility": "a utility"}


def build_question_brief(t: OpolyState, decision: Decision, say: TextFormatter) -> QuestionBrief:
    """Return the subject of a decision, or an empty brief if its question says everything."""
    about, name, seat = decision.about, decision.name, decision.seat
    spaces = t.edition.spaces
    if name in ("bid_english", "bid_sealed", "trustee_bid") and about["lot"] in spaces:
        lot, standing = spaces[about["lot"]], about.get("standing")
        found = describe_lot(t, seat, lot, "For sale:")
        facts = (Fact("Appraised value", about["appraised"], t.currency), *found.facts)
        if standing:
            facts = (*facts, Fact("Standing bid", standing, t.currency))
        costs = {"bid": Cost(None, "If you win you keep")}
        return found._replace(facts=facts, costs=costs)
    if name == "use_first_mover":
        found = describe_lot(t, seat, spaces[about["space"]], "First Mover:")
        facts = (Fact("Price", about["price"], t.currency), *found.facts)
        costs = {"buy": Cost(about["price"], "After buying you keep")}
        return found._replace(facts=facts, costs=costs)
    if name == "pledge_property":
        costs = {move.name: Cost(about["fee"]) for move in decision.moves if move.name in spaces}
        return QuestionBrief(
            about["lot"], facts=(Fact("Fee", about["fee"], t.currency),), costs=costs
        )
    if name == "answer_deal":
        paid = about["get_cash"] - about["give_cash"]
        return QuestionBrief(costs={"accept": Cost(paid, "After this deal you have")})
    if name == "answer_shed":
        found = describe_lot(t, seat, spaces[about["space"]], "Given up:")
        return found._replace(costs={"buy": Cost(about["price"], "After buying you keep")})
    if name == "raise_cash":
        return QuestionBrief(facts=(Fact("You owe", about["owed"], t.currency),))
    return QuestionBrief()


def describe_lot(t: OpolyState, seat: Seat, lot: BoardSpace, how: str) -> QuestionBrief:
    """Return the brief of a property: its rent for this company, and its rent by houses."""
    owned = t.owner(lot.id) in t.companies
    rent = get_landing_rent(t, lot.id) if owned else get_reachable_rent(t, seat, lot.id)
    scale = None
    if lot.rent:
        level = HOUSES[min(t.level(lot.id), len(HOUSES) - 1)]
        values = dict(zip(HOUSES, lot.rent, strict=False))
        scale = Scale("Rent by houses on it", values, t.currency, level)
    return QuestionBrief(
        space=lot.id,
        caption=f"{how} {KIND_WORDS[lot.kind]}",
        facts=(Fact("Rent for each landing", rent, t.currency),),
        scale=scale,
        kind=lot.group,
    )


# --- usual returns ------------------------------------------------------------------------


def sample_returns(match: SampledMatch) -> Iterator[ReturnSample]:
    """Yield samples of the rents that properties earned after an auction, and their prices."""
    spaces, last, here = match.table.edition.spaces, match.turn, ""
    rents: list[tuple[int, str, Seat, int]] = []
    sales: list[tuple[int, str, Seat, int]] = []
    for event in match.events:
        facts = event.facts
        if event.name == "pawn_moved":
            here = facts["to"]
        elif event.name == "money_moved" and facts["reason"] in ("rent", "rent_share"):
            rents.append((event.turn, here, facts["payee"], facts["amount"]))
        elif event.name == "lot_sold" and facts["lot"] in spaces:
            sales.append((event.turn, facts["lot"], facts["winner"], facts["price"]))
    for turn, lot, owner, price in sales:
        group = spaces[lot].group
        yield ReturnSample(group, ABOVE, price - spaces[lot].price, match.table.currency)
        if turn + HORIZON <= last:
            income = sum(
                amount
                for when, where, who, amount in rents
                if turn < when <= turn + HORIZON and (where, who) == (lot, owner)
            )
            yield ReturnSample(group, RENT, income, match.table.currency)
