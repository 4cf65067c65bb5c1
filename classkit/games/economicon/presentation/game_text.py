"""Texts of Economicon by name: questions, labels and event sentences."""

from __future__ import annotations

from fractions import Fraction

from classkit.engine.rulebook_text import (
    TextFormatter,
    Words,
    choose_sentence,
    make_labels,
    make_phrases,
)

from ..account_names import CURRENCY, SEATS
from ..rules.noun_text import Facts, describe_peg, format_decimal
from .event_text import COST_TEXT, DEAL_TEXT, ENDINGS, EVENTS, QUANTITY_TEXT, WEIGHTS
from .metric_components import WORTH_SENTENCES
from .step_summary import summarize_step


def ask_peg(say: TextFormatter, about: Facts) -> str:
    now = describe_peg(say, about["peg"])
    again = ""
    if about["costs_token"]:
        again = " If you change the peg two rounds in a row, you get a volatility token."
    if about["peg"] == "none":
        return f"Your currency floats. Keep it floating, or peg it?{again}"
    return f"Your currency is pegged to {now}. Keep the peg, or change it?{again}"


def ask_production(say: TextFormatter, about: Facts) -> str:
    """Return the question for `order_production`. It states the unit costs (N8.2, N8.4)."""
    each = ", ".join(
        f"{good} {format_decimal(Fraction(rate.further, rate.den), 2)}"
        for good, rate in about["costs"].items()
    )
    asked = "How many units of each do you order?"
    return f"Cost per unit, in gold: {each} (the total is rounded). {asked}"


PEG_TEXTS = {
    "gold": "gold",
    "grain": "grain",
    "oil": "oil",
    "tech": "tech",
    **{CURRENCY[seat]: f"{{{seat}}}'s currency" for seat in SEATS},
}

NOTE_TEXTS = {
    seat: (f"{{{seat}}} note", f"{{{seat}}} notes", f"{{{seat}}}'s notes") for seat in SEATS
}
"""Words for each seat's notes: after 1, after other numbers, and without a number."""

WORDS = Words(
    endings=ENDINGS,
    facts={"order_production": "Every nation orders its production."},
    decisions={
        "choose_peg": ask_peg,
        "order_production": ask_production,
        "release_goods": (
            "Which goods do you release from your reserves to the market, without payment?"
        ),
        "trade": "Do you buy in the market, trade with a partner, or pass?",
        "consent": choose_sentence(
            "side",
            {
                "buy": (
                    f"{{proposer:seat}} wants to buy {QUANTITY_TEXT} from you for {COST_TEXT}. "
                    "Do you agree?"
                )
            },
            f"{{proposer:seat}} wants to sell you {DEAL_TEXT}. Do you agree?",
        ),
    },
    moves={
        **make_labels("buy", "sell", "pass", "accept", "decline"),
        "keep": "Keep it as it is",
        **{peg: f"Peg to {words}" for peg, words in PEG_TEXTS.items()},
        "none": "Float",
        "order": "Order and pay",
        "release": "Release these",
        "trade.buy": "Buy in the market",
        "direct": "Propose a direct deal",
    },
    asides={"float_money": "Create or destroy your own currency"},
    fields={
        **make_labels("grain", "oil", "tech", "pay_with", "partner"),
        "unit": "What",
        "quantity": "How many",
        "side": "Buy or sell",
        "amount": "Notes to create (above 0) or destroy (below 0)",
    },
    events=EVENTS,
    worth=WORTH_SENTENCES,
    weights=WEIGHTS,
    sum_up=summarize_step,
    units={
        **make_phrases("gold", "grain", "oil", "tech"),
        **{CURRENCY[seat]: NOTE_TEXTS[seat] for seat in SEATS},
        **{f"notes {seat}": NOTE_TEXTS[seat][-1] for seat in SEATS},  # in the name of a peg
        "token": ("volatility token", "volatility tokens"),
        "tokens": ("token", "tokens"),
        "notes": ("note", "notes"),
        "units": ("unit", "units"),
    },
    metrics={
        "price_cur:": "Price of {}'s notes",
        "market_cur:": "In the market: {}'s notes",
    },
    reasons={
        **make_phrases("opening_market", "peg_counter", "produced", "currency_created"),
        **make_phrases("currency_destroyed"),
        "reward": "reward for meeting requirements and laws",
        "mined": "gold mined",
        "opening_reserve": "opening reserves",
        "production_cost": "cost of production",
        "production": "cost of production, less the worth of the units kept",
        "delivered": "delivered to the market",
        "kept": "kept from production",
        "released": "released from reserves",
        "payment": "payment for a purchase",
        "purchase": "bought in the market",
        "depletion_mined": "mined for the empty market",
        "direct_payment": "payment for a direct deal",
        "direct_purchase": "in a direct deal",
        "consumed": "consumed by the people",
        "event_give": "given by the event",
        "event_take": "taken by the event",
        "event_market": "moved by the event",
        "token_phase9": "judged in phase 9",
        "token_peg": "peg changed twice in a row",
        "token_event": "by the event",
        "position": "given by the position",
        "peg": "changes of pegs",
    },
    causes={
        "mined": "by mining",
        **dict.fromkeys(("purchase", "direct_purchase"), "by buying {things}"),
        "consumed": "in consumption by the people ({things})",
        "delivered": "by delivering {things} to the market",
        "released": "by releasing {things} to the market",
        "currency_created": "by creating {things}",
        "currency_destroyed": "by destroying {things}",
        "event_give": "from the event",
        "event_take": "because of the event",
        "reward": "from the reward for meeting requirements and laws",
        "payment": "in payment for purchases",
        "production_cost": "in production costs",
        "production": "in net production costs",
    },
    accounts={
        "market": "the market",
        "supply": "the supply",
        "stock": "the common stock of tokens",
        **{f"reserve:{seat}": f"{{{seat}}}'s reserves" for seat in SEATS},
        **{f"peg:{seat}": f"{{{seat}}}'s peg counter" for seat in SEATS},
        **{f"staged:{seat}": f"{{{seat}}}'s staged goods" for seat in SEATS},
    },
)
