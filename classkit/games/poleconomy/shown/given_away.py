"""What tells a figure besides its chart: the Number stands on the board, and prices follow it."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

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

TREASURY = GivesAway(signs=("treasury",))

GIVES_AWAY = {
    "inflation_number": NUMBER,
    "index_word": NUMBER,
    **dict.fromkeys(PRICES, NUMBER),
    **dict.fromkeys(WORTH.figures, WORTH),
    "treasury_cash": TREASURY,
    "budget": TREASURY,
    "budget_balance": TREASURY,
    "public_debt": GivesAway(signs=("bonds",)),
}
