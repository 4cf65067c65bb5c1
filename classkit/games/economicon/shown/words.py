"""The words of Economicon: questions, labels and sentences for people, by name."""

from __future__ import annotations

from fractions import Fraction

from classkit.engine.words import Say, Words

from ..accounts import CURRENCY, SEATS
from ..rules.nouns import Facts, decimal, peg_words
from .news import ENDINGS, EVENTS, WEIGHTS


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


def ask_consent(say: Say, about: Facts) -> str:
    """Ask `consent` (N10.3)."""
    what = say.amount(about["qty"], about["unit"])
    cost = say.amount(about["cost"], about["pay_with"])
    way = "buy from you" if about["side"] == "buy" else "sell you"
    return f"{say.seat(about['proposer'])} wants to {way} {what} for {cost}. Do you agree?"


PEGS = {
    "gold": "gold",
    "grain": "grain",
    "oil": "oil",
    "tech": "tech",
    **{CURRENCY[seat]: f"the currency of {{{seat}}}" for seat in SEATS},
}

OPTION_WORDS = {
    "max_players": "Most nations at the table",
    "max_players.auto": "As the edition says",
    "rounds": "Rounds",
    "rounds.auto": "As the edition says",
    "law_rounds": "Rounds with new laws",
    "law_rounds.auto": "As the edition says",
    "disqualify_at": "Volatility tokens with which a nation cannot win",
    "peg_values": "A peg sets the value of a currency",
    "peg_values.both": "when it pays and when it is bought",
    "peg_values.payment_only": "only when it pays",
    "peg_cycles": "Pegs that would close a ring",
    "peg_cycles.forbid": "are not allowed",
    "peg_cycles.float": "float together",
    "production_cost": "Cost of production",
    "production_cost.half": "half the market value",
    "production_cost.full": "the whole market value",
    "production_cost.split": "the first unit whole, the others half",
    "production_pay": "Production is paid in",
    "production_pay.gold": "gold",
    "production_pay.gold_or_native": "gold or the nation's own money",
    "production_cost_to": "The cost of production goes to",
    "production_cost_to.supply": "the supply, out of play",
    "production_cost_to.market": "the market",
    "production_order": "Production orders are given",
    "production_order.together": "by all at once",
    "production_order.in_turn": "in order of play",
    "production_hidden": "Orders given in turn stay hidden",
    "pass_final": "A nation that passes is out of the trade phase",
    "trade_turn_limit": "Trade turns of a nation in a phase, at most",
    "float_limit": "Notes created and destroyed in a round, at most",
    "float_limit.auto": "As the edition says",
    "destroy_scope": "A floating nation may destroy",
    "destroy_scope.own_issue": "notes that it has created",
    "destroy_scope.any_in_market": "any of its notes in the market",
    "token_counting": "Volatility tokens for a round that failed",
    "token_counting.single": "one in all",
    "token_counting.per_cause": "one for each cause",
    "final_valuation": "Reserves are valued at the end",
    "final_valuation.spot": "at the prices of the market",
    "final_valuation.liquidation": "as if they were sold",
    "no_eligible": "Where all have too many tokens, those who can win are",
    "no_eligible.fewest_tokens": "the nations with the fewest",
    "no_eligible.nobody": "nobody",
}
"""Labels by the name of the option, and of its values by "option.value"."""

WORDS = Words(
    options=OPTION_WORDS,
    endings=ENDINGS,
    facts={"order_production": "Every nation orders its production."},
    decisions={
        "choose_peg": ask_peg,
        "order_production": ask_production,
        "release_goods": (
            "What do you release from your reserves to the market? You are paid nothing for it."
        ),
        "trade": "Do you buy in the market, deal with a partner, or pass?",
        "consent": ask_consent,
    },
    moves={
        "keep": "Keep it as it is",
        **{peg: f"Peg to {words}" for peg, words in PEGS.items()},
        "none": "Float",
        "order": "Order and pay",
        "release": "Release these",
        "trade.buy": "Buy in the market",
        "buy": "Buy",
        "sell": "Sell",
        "direct": "Propose a direct deal",
        "pass": "Pass",
        "accept": "Accept",
        "decline": "Decline",
    },
    asides={"float_money": "Create or destroy your own currency"},
    fields={
        "grain": "Grain",
        "oil": "Oil",
        "tech": "Tech",
        "unit": "What",
        "quantity": "How many",
        "pay_with": "Pay with",
        "side": "Buy or sell",
        "partner": "Partner",
        "amount": "Notes to create (above 0) or destroy (below 0)",
    },
    events=EVENTS,
    weights=WEIGHTS,
    units={
        "gold": "gold",
        "grain": "grain",
        "oil": "oil",
        "tech": "tech",
        **{CURRENCY[seat]: (f"note of {{{seat}}}", f"notes of {{{seat}}}") for seat in SEATS},
        "token": "volatility tokens",
    },
    reasons={
        "opening_reserve": "opening reserves",
        "opening_market": "opening market",
        "peg_counter": "peg counter",
        "mined": "mined",
        "production_cost": "cost of production",
        "produced": "produced",
        "delivered": "delivered to the market",
        "kept": "kept of what was produced",
        "released": "released from reserves",
        "payment": "payment for a purchase",
        "purchase": "a purchase",
        "depletion_mined": "mined for the empty market",
        "direct_payment": "payment for a direct deal",
        "direct_purchase": "a direct deal",
        "currency_created": "currency created",
        "currency_destroyed": "currency destroyed",
        "consumed": "consumed by the people",
        "reward": "reward",
        "event_give": "given by the event",
        "event_take": "taken by the event",
        "event_market": "moved by the event",
        "token_phase9": "judged in phase 9",
        "token_peg": "peg changed twice",
        "token_event": "by the event",
        "position": "as the position states",
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
