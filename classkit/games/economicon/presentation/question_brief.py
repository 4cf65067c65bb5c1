"""The background of each decision: its subject, the nation's holdings, and usual price changes."""

from __future__ import annotations

from collections.abc import Iterator

from classkit.engine.decisions import Decision, Seat
from classkit.engine.question_brief import (
    Belongings,
    Fact,
    QuestionBrief,
    ReturnSample,
    SampledMatch,
    Scale,
    describe_belongings,
)
from classkit.engine.rulebook_text import TextFormatter

from ..account_names import CURRENCY
from ..rules_data import COMMODITIES
from ..state import EconomiconState
from .metric_values import compute_prices, get_counts

GOLD = "gold"
HORIZON = 3
"""Number of rounds over which usual price changes are measured."""
GOODS = "goods"
"""Name of the kind of usual returns."""


def build_question_brief(
    t: EconomiconState, decision: Decision, say: TextFormatter
) -> QuestionBrief:
    """Return the subject of a decision: current prices in gold, and the amounts in question."""
    about, name, seat = decision.about, decision.name, decision.seat
    prices = QuestionBrief(scale=build_price_scale(t, seat), kind=GOODS)
    if name == "choose_peg":
        fee = "1 token" if about["costs_token"] else "nothing"
        facts = (Fact("Your currency is pegged to", say.unit(about["peg"])),
                 Fact("A change costs", fee))  # fmt: skip
        return prices._replace(space=about["peg"], facts=facts, kind="")
    if name == "consent":
        give = say.format_quantity(about["qty"], about["unit"])
        get = say.format_quantity(about["cost"], about["pay_with"])
        if about["side"] != "buy":
            give, get = get, give
        return prices._replace(facts=(Fact("You give", give), Fact("You get", get)))
    if name in ("order_production", "trade"):
        return prices
    if name == "release_goods":
        return prices._replace(kind="")
    return QuestionBrief()


def build_price_scale(t: EconomiconState, seat: Seat) -> Scale:
    """Return the price of each good and of the nation's own currency in gold (N2.2)."""
    prices = compute_prices(t.units, get_counts(t))
    own = {"own notes": prices[CURRENCY[seat]]} if CURRENCY[seat] in prices else {}
    return Scale("Price in gold now", {good: prices[good] for good in COMMODITIES} | own, "")


def build_belongings(t: EconomiconState, seat: Seat, say: TextFormatter) -> Belongings:
    """Return a nation's gold, and the other units in its reserves (N2.1)."""
    found = describe_belongings(t, seat, say, skip=(GOLD, "peg:", "staged:"))
    return found._replace(label="your gold", amount=t.get_reserve(seat, GOLD), unit=GOLD)


# --- usual returns ------------------------------------------------------------------------


def sample_returns(match: SampledMatch) -> Iterator[ReturnSample]:
    """Yield samples of the price change of each good, in percent."""
    ends = list({row["round"]: row for row in match.history}.values())
    for row, later in zip(ends, ends[HORIZON:], strict=False):
        for good in COMMODITIES:
            before, after = row[f"price_{good}"], later[f"price_{good}"]
            if before:
                label = f"{good.capitalize()}, usual in {HORIZON} rounds"
                yield ReturnSample(GOODS, label, 100 * (after - before) / before, "%")
