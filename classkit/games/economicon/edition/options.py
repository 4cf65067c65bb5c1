"""Options of Economicon (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.fields import Amount, Flag, OneOf, Rising
from classkit.engine.options import AUTO, EDITION_DEFAULT, Option

OPTIONS = (
    Option(
        "max_players", AUTO, "N0.1", "Maximum number of nations",
        OneOf({**EDITION_DEFAULT, 4: "4", 6: "6"}),
    ),
    Option("rounds", AUTO, "N16.1", "Rounds", Amount(1, 20, also=EDITION_DEFAULT)),
    Option(
        "law_rounds", AUTO, "N7.1", "Rounds with new laws",
        Rising(1, 20, also=EDITION_DEFAULT, examples=([1, 3, 6], [1, 3, 6, 10])),
    ),
    Option(
        "disqualify_at", 3, "N16.2", "Number of volatility tokens that bars a nation from winning",
        OneOf((3, 4)),
    ),
    Option(
        "peg_values", "both", "N2.4", "A peg sets the value of a currency",
        OneOf({
            "both": "when it is used to pay and when it is bought",
            "payment_only": "only when it is used to pay",
        }),
    ),
    Option(
        "peg_cycles", "forbid", "N3.5", "Pegs that would form a circle",
        OneOf({"forbid": "are not allowed", "float": "float together"}),
    ),
    Option(
        "production_cost", "half", "N8.3", "Cost of production",
        OneOf({
            "half": "half the market value",
            "full": "the whole market value",
            "split": "the first unit in full, the others half",
        }),
    ),
    Option(
        "production_pay", "gold", "N8.4", "Production is paid in",
        OneOf({"gold": "gold", "gold_or_native": "gold or the nation's own money"}),
    ),
    Option(
        "production_cost_to", "supply", "N8.4", "The cost of production goes to",
        OneOf({"supply": "the supply, out of play", "market": "the market"}),
    ),
    Option(
        "production_order", "together", "N8.6", "Production orders are given",
        OneOf({"together": "by all at the same time", "in_turn": "in order of play"}),
    ),
    Option("production_hidden", True, "N8.6", "Orders given in turn stay hidden", Flag()),
    Option("pass_final", True, "N9.6", "A nation that passes is out of the trade phase", Flag()),
    Option(
        "trade_turn_limit", 12, "N9.7", "Maximum trade turns of a nation in a phase",
        Amount(1, 50, also={0: "no limit"}),
    ),
    Option(
        "float_limit", AUTO, "N11.4", "Maximum notes created and destroyed in a round",
        Amount(1, 100, also={**EDITION_DEFAULT, 0: "no limit"}),
    ),
    Option(
        "destroy_scope", "own_issue", "N11.3", "A floating nation may destroy",
        OneOf({
            "own_issue": "notes that it has created",
            "any_in_market": "any of its notes in the market",
        }),
    ),
    Option(
        "token_counting", "single", "N13.2", "Volatility tokens for a round that failed",
        OneOf({"single": "one in total", "per_cause": "one for each cause"}),
    ),
    Option(
        "final_valuation", "spot", "N16.1", "Reserves are valued at the end",
        OneOf({
            "spot": "at market prices, the author's formula",
            "liquidation": "as if they were sold",
        }),
    ),
    Option(
        "no_eligible", "fewest_tokens", "N16.4",
        "If all have too many tokens, the possible winners are",
        OneOf({"fewest_tokens": "the nations with the fewest", "nobody": "nobody"}),
    ),
)  # fmt: skip

CLASSROOM_OPTIONS = {"final_valuation": "liquidation"}
"""With "spot", a nation that corners a unit in the last round is worth more than all gold."""
