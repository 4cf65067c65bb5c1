"""The expressions of the scores, and of the metrics of money, property, rents and charges."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.metrics.components import ExactNumber, Holding
from classkit.engine.metrics.counters import counted_from, set_by, unsplit_value
from classkit.engine.metrics.expressions import (
    Function,
    Sum,
    get_own_account,
    holding,
    make_sum,
    total_of,
)
from classkit.engine.metrics.formulas import concentration_of, scale_sum
from classkit.engine.metrics.titles import titles, titles_by_account
from classkit.engine.rulebook_text import Sentence, TextFormatter

from ..rules.holdings import get_dollar_basis
from ..rules.recession import get_payment
from ..rules.scores import Race, compute_asset, compute_future, get_exact_scores
from ..rules_data import floor_percent
from ..state import BANK, OpolyState
from .rent_causes import get_rent_facts

MORTGAGE_KIND, BUILDING_KIND = "mortgages", "build"
COST_KIND, CHARGE_KIND, SHARE_KIND = "cost", "charged", "share"
PAYMENT_KINDS = {
    "mortgage": MORTGAGE_KIND, "mortgage_lift": MORTGAGE_KIND, "building_sale": BUILDING_KIND,
    "unsupported": BUILDING_KIND, "poach_fee": "poached",
}  # fmt: skip
RENT_REASONS = ("rent", "rent_share")
"""The reasons for which the bank pays rent (Q3.5)."""


def list_properties(t: OpolyState) -> tuple[str, ...]:
    return t.edition.properties


def list_mortgaged(t: OpolyState) -> list[str]:
    return [space for space in t.edition.properties if space in t.mortgaged]


def list_built(t: OpolyState) -> list[str]:
    return [space for space in t.edition.properties if t.level(space)]


def list_purchased(t: OpolyState) -> list[str]:
    return [space for space in t.edition.properties if t.basis.get(space)]


def get_price(t: OpolyState, space: str) -> int:
    """Return the appraised value of a property (Q2.5)."""
    return t.edition.spaces[space].price


def get_building_worth(t: OpolyState, space: str) -> int:
    """Return the value of the buildings on a lot for ASSET (Q11.1)."""
    return floor_percent(t.edition.house_cost[t.edition.spaces[space].group] * t.level(space), 50)


# --- cash and property --------------------------------------------------------------------------

CASH = holding("dollars")
BANK_CASH = holding("dollars", BANK)
CASH_IN_HANDS = holding("dollars", lambda t: t.seats)
PROPERTIES = titles(list_properties, worth=get_price)
UNOWNED = titles(list_properties, BANK)
OWNERSHIP = titles_by_account(lambda t: (*t.seats, BANK), list_properties, get_price)
CONCENTRATION = concentration_of(PROPERTIES, kind=SHARE_KIND, digits=0)

# --- the two scores -----------------------------------------------------------------------------


def follows_holdings(t: OpolyState, seat: Seat) -> bool:
    """Return whether a seat's score follows from its current holdings (Q8.4, Q9.3).

    After a merger, the score is a share of the survivor's. A busted company keeps its last score.
    """
    return not t.mergers and t.is_charged(seat)


def make_score(race: Race, made: Sum, compute: Function) -> Sum:
    """Return the expression of a score, which a merger or a scandal may replace for a seat."""

    def value(t: OpolyState, seat: Seat) -> float:
        if t.mergers or t.scores_at_end or t.companies[seat].status not in ("active", "bankrupt"):
            return round(float(get_exact_scores(t, race)[seat]), 2)
        score: float = compute(t, seat)
        return score

    def holdings(t: OpolyState, seat: Seat) -> list[Holding]:
        if follows_holdings(t, seat):
            return made.holdings(t, seat)
        reason = "merger" if t.mergers else "busted"
        return [Holding("score", get_exact_scores(t, race)[seat], reason=reason)]

    return make_sum(
        value, made.accounts, holdings, made.facts, PAYMENT_KINDS, inner=made.inner,
        leaves=made.leaves,
    )  # fmt: skip


def get_future_score(t: OpolyState, seat: Seat) -> float:
    """Return FUTURE EARNINGS from a seat's holdings, in dollars (Q11.2)."""
    _, adjusted, count = compute_future(t, seat)
    return round(adjusted * count / t.edition.future_divisor, 2)


def get_future_factor(t: OpolyState, seat: Seat) -> Fraction:
    """Return the factor on each rent: the number of properties over the divisor."""
    return Fraction(compute_future(t, seat).held, t.edition.future_divisor)


def get_future_facts(t: OpolyState, seat: Seat) -> dict[str, object]:
    """Return the facts that determine FUTURE EARNINGS: the number of properties, and rents."""
    lots = {space: get_rent_facts(t, space) for space in t.get_properties(seat)}
    divisor = t.edition.future_divisor
    return {"properties": compute_future(t, seat).held, "lots": lots, "divisor": divisor}


ASSET = make_score(
    "asset",
    total_of(
        CASH,
        titles(list_properties, worth=get_price, kind="property"),
        titles(list_mortgaged, worth=get_price, minus=True, name="mortgage", reason=MORTGAGE_KIND),
        titles(list_built, worth=get_building_worth, name="built", reason=BUILDING_KIND),
        titles(
            lambda t: t.edition.internal,
            worth=lambda t, card: t.edition.cards[card].appraised,
            kind="card",
        ),
    ),
    compute_asset,
)
FUTURE = make_score(
    "future",
    scale_sum(
        titles(
            list_properties, worth=lambda t, space: get_rent_facts(t, space).rent, held_only=True
        ),
        get_future_factor,
        get_future_score,
        kind="rents",
        facts=get_future_facts,
    ),
    get_future_score,
)
"""Each property adds its own rent times the number of properties, and raises that number."""

# --- auctions, rents and recessions ---------------------------------------------------------------

LOT_PRICE = set_by("lot_sold", value=lambda t: t.headline)
SURPLUS = total_of(
    PROPERTIES,
    titles(list_purchased, worth=get_dollar_basis, minus=True, name=COST_KIND, reason=COST_KIND),
    also=[LOT_PRICE],
    paid_for=PAYMENT_KINDS,
)
RENT_INCOME = counted_from(
    lambda t, seat: t.companies[seat].rent,
    RENT_REASONS,
    unit="dollars",
    target=get_own_account,
)
RECESSION_COST = set_by("recession_payment", value=lambda t: t.recession_cost)
RECESSION_TURNS = unsplit_value(
    lambda t: t.recession_turns,
    "It grows by 1 with each turn at whose start there is a recession or depression.",
    also=[RECESSION_COST],
)
PLAIN_CHARGE = total_of(
    titles(list_properties, worth=lambda t, space: t.edition.recession.per_property),
    titles(
        list_properties,
        worth=lambda t, space: t.get_building_charge(
            space, t.edition.recession.per_house, t.edition.recession.per_hotel
        ),
        name="built",
        reason=BUILDING_KIND,
    ),
    paid_for=PAYMENT_KINDS,
)


def get_charge_factor(t: OpolyState, seat: Seat) -> ExactNumber:
    """Return the factor of a depression and of cards on a recession payment (Q4.5)."""
    plain = PLAIN_CHARGE.value(t, seat)
    return Fraction(get_payment(t, seat), plain) if plain else 1


CHARGE = scale_sum(
    PLAIN_CHARGE,
    get_charge_factor,
    get_payment,
    kind=CHARGE_KIND,
    facts=lambda t, seat: {"times": float(get_charge_factor(t, seat))},
    also=[RECESSION_COST],
)

# --- as text ------------------------------------------------------------------------------------


def tell_charge_change(say: TextFormatter, facts: Mapping[str, float]) -> str:
    """Describe why the charge per property in a recession payment has changed (Q4.5)."""
    before, after = (100 * facts[f"times_{when}"] for when in ("before", "after"))
    return f"each charge is {after:.0f}% instead of {before:.0f}%, because of a depression or cards"


def tell_share_change(say: TextFormatter, facts: Mapping[str, Any]) -> str:
    """Describe whose share of all property has changed, by appraised value."""
    before, after = facts["before"], facts["after"]
    verb = "rises" if after > before else "falls"
    whose = f"{say.seat(facts['of'])}'s share of all companies' property"
    return f"{whose} {verb} from {before:.1f}% to {after:.1f}%"


SHARE_SENTENCES: Mapping[str, str | Sentence] = {
    CHARGE_KIND: tell_charge_change,
    SHARE_KIND: tell_share_change,
}
