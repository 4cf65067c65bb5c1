"""Items on the board, in forms and in the news that reveal metrics, besides other charts."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metric_components import OFFICE_EVENTS

NUMBER = GivesAway(
    signs=("price.",), pieces=("marker",), spaces=("I", "O"), events=("marker_moved",),
    amounts=("$",),
)  # fmt: skip
"""The marker shows the number, and every price is a multiple of it (P4.2)."""
TREASURY = GivesAway(signs=("treasury",), questions=("pm_action",))
DEBT = GivesAway(signs=("bonds",), questions=("pm_action",))
"""The Prime Minister's form shows the Treasury's cash and bonds."""
IN_OFFICE = GivesAway(
    signs=("government",),
    events=(*OFFICE_EVENTS, "votes_counted", "coalition_proposed", "cabinet_changed"),
)
"""Votes determine who is in office."""

OF_NUMBER = ("inflation_number", "index_word", "company_price", "company_profit", "advert_price")
OF_TREASURY, OF_DEBT = (
    ("treasury_cash", "budget", "budget_balance"), ("public_debt", "bonds_issued", "next_interest")
)  # fmt: skip
OF_OFFICE = (
    "prime_minister", "government", "in_government", "pm_terms", "election", "vote_share"
)  # fmt: skip
GIVES_AWAY = {
    **dict.fromkeys(OF_NUMBER, NUMBER),
    **dict.fromkeys(OF_TREASURY, TREASURY),
    **dict.fromkeys(OF_DEBT, DEBT),
    **dict.fromkeys(OF_OFFICE, IN_OFFICE),
}
