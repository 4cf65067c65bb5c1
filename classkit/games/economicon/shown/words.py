"""The words of Economicon: questions, labels and sentences for people, by name."""

from __future__ import annotations

from fractions import Fraction

from classkit.engine.words import Say, Words, by, labelled, named

from ..accounts import CURRENCY, SEATS
from ..rules.nouns import Facts, decimal, peg_words
from .makeup import WORTH
from .news import DEAL, ENDINGS, EVENTS, WEIGHTS
from .ratios import RATIOS
from .summary import sum_up


def ask_peg(say: Say, about: Facts) -> str:
    """Ask `choose_peg` (N6.1)."""
    now = peg_words(say, about["peg"])
    again = ""
    if about["costs_token"]:
        again = " A change now, two rounds running, brings a volatility token."
    if about["peg"] == "none":
        return f"Your currency floats. Keep it so, or peg it?{again}"
    return f"Your currency is pegged to {now}. Keep the peg, or change it?{again}"


def ask_production(say: Say, about: Facts) -> str:
    """Ask `order_production`, with what a unit of each commodity costs (N8.2, N8.4)."""
    each = ", ".join(
        f"{good} {decimal(Fraction(rate.further, rate.den), 2)}"
        for good, rate in about["costs"].items()
    )
    return f"Production costs gold ({each} each, rounded): how many units do you order?"


PEGS = {
    "gold": "gold",
    "grain": "grain",
    "oil": "oil",
    "tech": "tech",
    **{CURRENCY[seat]: f"the currency of {{{seat}}}" for seat in SEATS},
}

WORDS = Words(
    endings=ENDINGS,
    facts={"order_production": "Every nation orders its production."},
    decisions={
        "choose_peg": ask_peg,
        "order_production": ask_production,
        "release_goods": (
            "What do you release from your reserves to the market? You are paid nothing for it."
        ),
        "trade": "Do you buy in the market, deal with a partner, or pass?",
        "consent": by(
            "side",
            {"buy": f"{{proposer:seat}} wants to buy from you {DEAL}. Do you agree?"},
            f"{{proposer:seat}} wants to sell you {DEAL}. Do you agree?",
        ),
    },
    moves={
        **labelled("buy", "sell", "pass", "accept", "decline"),
        "keep": "Keep it as it is",
        **{peg: f"Peg to {words}" for peg, words in PEGS.items()},
        "none": "Float",
        "order": "Order and pay",
        "release": "Release these",
        "trade.buy": "Buy in the market",
        "direct": "Propose a direct deal",
    },
    asides={"float_money": "Create or destroy your own currency"},
    fields={
        **labelled("grain", "oil", "tech", "pay_with", "partner"),
        "unit": "What",
        "quantity": "How many",
        "side": "Buy or sell",
        "amount": "Notes to create (above 0) or destroy (below 0)",
    },
    events=EVENTS,
    worth={**WORTH, **RATIOS},
    weights=WEIGHTS,
    sum_up=sum_up,
    units={
        **named("gold", "grain", "oil", "tech"),
        **{CURRENCY[seat]: (f"note of {{{seat}}}", f"notes of {{{seat}}}") for seat in SEATS},
        "token": "volatility tokens",
        "tokens": ("token", "tokens"),
        "units": ("unit", "units"),
    },
    reasons={
        **named("opening_market", "peg_counter", "mined", "produced", "currency_created"),
        **named("currency_destroyed"),
        "reward": "reward for requirements and laws that were met",
        "opening_reserve": "opening reserves",
        "production_cost": "cost of production",
        "production": "cost of production, less what is kept of it",
        "delivered": "delivered to the market",
        "kept": "kept of what was produced",
        "released": "released from reserves",
        "payment": "payment for a purchase",
        "purchase": "a purchase",
        "depletion_mined": "mined for the empty market",
        "direct_payment": "payment for a direct deal",
        "direct_purchase": "a direct deal",
        "consumed": "consumed by the people",
        "event_give": "given by the event",
        "event_take": "taken by the event",
        "event_market": "moved by the event",
        "token_phase9": "judged in phase 9",
        "token_peg": "peg changed twice",
        "token_event": "by the event",
        "position": "as the position states",
        "peg": "changes of pegs",
    },
    accounts={
        "market": "the market",
        "supply": "the supply",
        "stock": "the common stock of tokens",
        **{f"reserve:{seat}": f"the reserves of {{{seat}}}" for seat in SEATS},
        **{f"peg:{seat}": f"the peg counter of {{{seat}}}" for seat in SEATS},
        **{f"staged:{seat}": f"the staged goods of {{{seat}}}" for seat in SEATS},
    },
)
