"""The options of 487-opoly (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.options import Option

PLAY_ROLLS = 75
"""The option's default, with which the edition says how many rolls are played."""

OPTIONS = (
    Option(
        "play_rolls", "int", PLAY_ROLLS, "Q10.3",
        "pawn rolls before the next doubles end the game; left as it is, those of the edition",
        allowed=range(10, 301),
    ),
    Option(
        "clock", "text", "rolls", "Q10.3", "the time is counted in rolls, or called by the host",
        allowed=("rolls", "minutes"),
    ),
    Option(
        "play_minutes", "int", 90, "Q10.3", "minutes of play after which the host calls time",
        allowed=range(10, 241),
    ),
    Option(
        "auction_format", "text", "english", "Q2.1", "how everything is auctioned",
        allowed=("english", "first_price", "second_price", "third_price"),
    ),
    Option(
        "bid_increment", "int", 5, "Q2.2", "least raise in an English auction, in $",
        allowed=range(1, 51),
    ),
    Option(
        "tie_break", "text", "lead_order", "Q2.4", "who wins with equal sealed bids",
        allowed=("lead_order", "random"),
    ),
    Option(
        "forced_auction_min", "text", "one", "Q2.9", "least bid for property in a forced sale",
        allowed=("one", "half"),
    ),
    Option("three_doubles_recession", "bool", True, "Q3.3", "third doubles lead to Recession"),
    Option(
        "roll_again_skips_window", "bool", True, "Q3.10",
        "no action window where property finds no buyer",
    ),
    Option(
        "alliance_double", "text", "every_group", "Q3.8",
        "allied railroads and utilities earn double, or as those of one owner",
        allowed=("every_group", "as_one_owner"),
    ),
    Option(
        "returned_cards", "text", "bottom", "Q3.12", "where a card returned to its deck goes",
        allowed=("bottom", "shuffle"),
    ),
    Option(
        "income_tax", "text", "choice", "Q3.13", "a sum or a tenth of worth, or always the sum",
        allowed=("choice", "flat"),
    ),
    Option(
        "recession_order", "text", "roll_then_pay", "Q4.4", "what comes first in a recession",
        allowed=("roll_then_pay", "pay_then_roll"),
    ),
    Option("raise_cash", "bool", False, "Q5.1", "buildings and mortgages may meet a charge"),
    Option("trustee_pays_charges", "bool", True, "Q5.5", "bankrupt seats pay what cash they have"),
    Option(
        "bank_limit", "text", "edition", "Q1.2", "how much money there is",
        allowed=("edition", "classic_15140", "unlimited"),
    ),
    Option(
        "proposals_per_window", "int", 1, "Q6.1", "offers a seat may make in a window",
        allowed=range(6),
    ),
    Option(
        "ads_lost_to", "text", "discard", "Q8.1", "where a lost Ad Campaign goes",
        allowed=("discard", "deck"),
    ),
    Option(
        "disgraced_assets", "text", "bank", "Q8.4", "what becomes of a disgraced seat's property",
        allowed=("bank", "frozen"),
    ),
    Option(
        "marketing_genius_void", "text", "all", "Q8.7",
        "a percentage split voids the bonus everywhere, or for that group",
        allowed=("all", "alliance_only"),
    ),
    Option(
        "electric_owner", "text", "pays", "Q8.9", "the Electric Company in the levy",
        allowed=("pays", "receives"),
    ),
    Option("mergers", "bool", False, "Q9.1", "Merger Fever lets companies merge"),
    Option("future_double", "bool", True, "Q11.2", "alliance doubling counts for the future"),
    Option("future_counts_mortgaged", "bool", True, "Q11.2", "mortgaged properties count as held"),
    Option("future_stolen", "bool", True, "Q11.2", "stolen properties count as held"),
    Option(
        "combined_score", "text", "none", "Q11.3", "whether the two races are added up",
        allowed=("none", "sum_of_places"),
    ),
    Option(
        "place_penalty", "text", "swap", "Q11.4", "how a bankrupt seat drops one place",
        allowed=("swap", "plain"),
    ),
)  # fmt: skip
