"""What tells a figure besides its chart: the Number stands on the board, and prices follow it."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import OFFICE

PRICES = ("company_price", "company_profit", "advert_price")

COUNTED_BY_PRICE = ("real_worth", "worth_split", "income_by_source")
"""Net worth in companies, the worth of one's companies, and what visitors have paid for them."""

NUMBER = GivesAway(
    signs=("number", "price."),
    pieces=("marker",),
    spaces=("I", "O"),
    events=("marker_moved",),
    figures=("inflation_number", "index_word", *PRICES, *COUNTED_BY_PRICE),
    amounts=("$",),
)
"""The marker shows the Number, and each price is it times that of the opening (P4.2)."""

WORTH = GivesAway(figures=("net_worth", "real_worth", "worth_split", "liquid_share"))
"""Parts add up to net worth, and prices stand on the board (P15.3)."""

TREASURY = GivesAway(
    signs=("treasury",),
    figures=("treasury_cash", "budget", "budget_balance"),
    questions=("pm_action",),
)
"""What a round's budget leaves is the change of the Treasury's cash, which its leader is told."""

DEBT = GivesAway(
    signs=("bonds",),
    figures=("public_debt", "bonds_issued", "next_interest"),
    questions=("pm_action",),
)
"""Each bond that is issued bears the same interest, and the others are left to issue (P17.6)."""

IN_OFFICE = GivesAway(
    signs=("government",),
    events=(*OFFICE, "votes_counted", "coalition_proposed", "cabinet_changed"),
    figures=("prime_minister", "government", "in_government", "pm_terms", "election", "vote_share"),
)
"""Votes bring seats into office."""

GIVES_AWAY = {
    "inflation_number": NUMBER,
    "index_word": NUMBER,
    **dict.fromkeys(PRICES, NUMBER),
    **dict.fromkeys(WORTH.figures, WORTH),
    **dict.fromkeys(TREASURY.figures, TREASURY),
    **dict.fromkeys(DEBT.figures, DEBT),
    **dict.fromkeys(IN_OFFICE.figures, IN_OFFICE),
}
