"""The options of Economicon (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.options import Option

AUTO = "auto"
"""The value of an option that leaves the figure to the edition (section 8)."""

OPTIONS = (
    Option(
        "max_players", "int", AUTO, "N0.1", "widens the table beyond four; auto as the edition",
        allowed=(4, 6), also=(AUTO,),
    ),
    Option(
        "rounds", "int", AUTO, "N16.1", "how many rounds are played; auto as the edition, 10",
        allowed=range(1, 21), also=(AUTO,),
    ),
    Option(
        "law_rounds", "numbers", AUTO, "N7.1", "rounds in which laws are ratified; auto 1, 3, 6",
        allowed=range(1, 21), also=(AUTO,), examples=([1, 3, 6], [1, 3, 6, 10]),
    ),
    Option(
        "disqualify_at", "int", 3, "N16.2", "so many tokens, and a nation cannot win",
        allowed=(3, 4),
    ),
    Option(
        "peg_values", "text", "both", "N2.4", "whether a peg also values a currency bought",
        allowed=("both", "payment_only"),
    ),
    Option(
        "peg_cycles", "text", "forbid", "N3.5", "rings of pegs are illegal, or float",
        allowed=("forbid", "float"),
    ),
    Option(
        "production_cost", "text", "half", "N8.3", "what share of market value production costs",
        allowed=("half", "full", "split"),
    ),
    Option(
        "production_pay", "text", "gold", "N8.4", "what production may be paid with",
        allowed=("gold", "gold_or_native"),
    ),
    Option(
        "production_cost_to", "text", "supply", "N8.4", "where the cost of production goes",
        allowed=("supply", "market"),
    ),
    Option(
        "production_order", "text", "together", "N8.6", "orders all at once, or in order of play",
        allowed=("together", "in_turn"),
    ),
    Option(
        "production_hidden", "bool", True, "N8.6", "orders in turn stay hidden until all are in"
    ),
    Option("pass_final", "bool", True, "N9.6", "who passes trades no more in that phase"),
    Option(
        "trade_turn_limit", "int", 12, "N9.7", "trade turns of a nation in a phase; 0 for no limit",
        allowed=range(1, 51), also=(0,),
    ),
    Option(
        "float_limit", "int", AUTO, "N11.4",
        "units created and destroyed in a round; 0 for no limit, auto as the edition, 10",
        allowed=range(1, 101), also=(AUTO, 0),
    ),
    Option(
        "destroy_scope", "text", "own_issue", "N11.3", "which of its own units may be destroyed",
        allowed=("own_issue", "any_in_market"),
    ),
    Option(
        "token_counting", "text", "single", "N13.2", "one token in all, or one for each cause",
        allowed=("single", "per_cause"),
    ),
    Option(
        "final_valuation", "text", "spot", "N16.1", "reserves at present prices, or as if sold",
        allowed=("spot", "liquidation"),
    ),
    Option(
        "no_eligible", "text", "fewest_tokens", "N16.4", "who wins where all have too many tokens",
        allowed=("fewest_tokens", "nobody"),
    ),
)  # fmt: skip
