"""The options of Economicon (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.options import Option

AUTO = "auto"
"""The value of an option that leaves the figure to the edition (section 8)."""

OPTIONS = (
    Option(
        "max_players", "int", AUTO, "N0.1", "Most nations at the table", allowed=(4, 6),
        also={AUTO: "As the edition says"},
    ),
    Option(
        "rounds", "int", AUTO, "N16.1", "Rounds", allowed=range(1, 21),
        also={AUTO: "As the edition says"},
    ),
    Option(
        "law_rounds", "numbers", AUTO, "N7.1", "Rounds with new laws", allowed=range(1, 21),
        also={AUTO: "As the edition says"}, examples=([1, 3, 6], [1, 3, 6, 10]),
    ),
    Option(
        "disqualify_at", "int", 3, "N16.2", "Volatility tokens with which a nation cannot win",
        allowed=(3, 4),
    ),
    Option(
        "peg_values", "text", "both", "N2.4", "A peg sets the value of a currency",
        allowed={"both": "when it pays and when it is bought", "payment_only": "only when it pays"},
    ),
    Option(
        "peg_cycles", "text", "forbid", "N3.5", "Pegs that would close a ring",
        allowed={"forbid": "are not allowed", "float": "float together"},
    ),
    Option(
        "production_cost", "text", "half", "N8.3", "Cost of production",
        allowed={
            "half": "half the market value",
            "full": "the whole market value",
            "split": "the first unit whole, the others half",
        },
    ),
    Option(
        "production_pay", "text", "gold", "N8.4", "Production is paid in",
        allowed={"gold": "gold", "gold_or_native": "gold or the nation's own money"},
    ),
    Option(
        "production_cost_to", "text", "supply", "N8.4", "The cost of production goes to",
        allowed={"supply": "the supply, out of play", "market": "the market"},
    ),
    Option(
        "production_order", "text", "together", "N8.6", "Production orders are given",
        allowed={"together": "by all at once", "in_turn": "in order of play"},
    ),
    Option("production_hidden", "bool", True, "N8.6", "Orders given in turn stay hidden"),
    Option("pass_final", "bool", True, "N9.6", "A nation that passes is out of the trade phase"),
    Option(
        "trade_turn_limit", "int", 12, "N9.7", "Trade turns of a nation in a phase, at most",
        allowed=range(1, 51), also={0: "no limit"},
    ),
    Option(
        "float_limit", "int", AUTO, "N11.4", "Notes created and destroyed in a round, at most",
        allowed=range(1, 101), also={AUTO: "As the edition says", 0: "no limit"},
    ),
    Option(
        "destroy_scope", "text", "own_issue", "N11.3", "A floating nation may destroy",
        allowed={
            "own_issue": "notes that it has created",
            "any_in_market": "any of its notes in the market",
        },
    ),
    Option(
        "token_counting", "text", "single", "N13.2", "Volatility tokens for a round that failed",
        allowed={"single": "one in all", "per_cause": "one for each cause"},
    ),
    Option(
        "final_valuation", "text", "spot", "N16.1", "Reserves are valued at the end",
        allowed={"spot": "at the prices of the market", "liquidation": "as if they were sold"},
    ),
    Option(
        "no_eligible", "text", "fewest_tokens", "N16.4",
        "Where all have too many tokens, those who can win are",
        allowed={"fewest_tokens": "the nations with the fewest", "nobody": "nobody"},
    ),
)  # fmt: skip
