"""What else on a page reveals the values of each metric, for charts that have to hide them."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import OFFICE_EVENTS

PRICE_METRICS = ("company_price", "company_profit", "advert_price")

PRICED_METRICS = ("real_worth", "worth_split", "income_by_source")
"""Metrics that contain the prices of companies or the profits that visitors paid."""

NUMBER = GivesAway(
    signs=("number", "price."),
    pieces=("marker",),
    spaces=("I", "O"),
    events=("marker_moved",),
    figures=("inflation_number", "index_word", *PRICE_METRICS, *PRICED_METRICS),
    amounts=("$",),
)
"""The marker shows the number, and every price is a multiple of it (P4.2)."""

WORTH = GivesAway(figures=("net_worth", "real_worth", "worth_split", "liquid_share"))
"""The parts add up to net worth, and the board shows prices (P15.3)."""

TREASURY = GivesAway(
    signs=("treasury",),
    figures=("treasury_cash", "budget", "budget_balance"),
    questions=("pm_action",),
)
"""The Treasury's cash changes by the round's budget, and the Prime Minister is shown the cash."""

DEBT = GivesAway(
    signs=("bonds",),
    figures=("public_debt", "bonds_issued", "next_interest"),
    questions=("pm_action",),
)
"""Issued and unissued bonds add up, and each issued bond bears the same interest (P17.6)."""

IN_OFFICE = GivesAway(
    signs=("government",),
    events=(*OFFICE_EVENTS, "votes_counted", "coalition_proposed", "cabinet_changed"),
    figures=("prime_minister", "government", "in_government", "pm_terms", "election", "vote_share"),
)
"""Votes decide who is in office."""

GIVES_AWAY = {
    "inflation_number": NUMBER,
    "index_word": NUMBER,
    **dict.fromkeys(PRICE_METRICS, NUMBER),
    **dict.fromkeys(WORTH.figures, WORTH),
    **dict.fromkeys(TREASURY.figures, TREASURY),
    **dict.fromkeys(DEBT.figures, DEBT),
    **dict.fromkeys(IN_OFFICE.figures, IN_OFFICE),
}
