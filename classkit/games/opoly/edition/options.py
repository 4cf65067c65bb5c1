"""The options of 487-opoly (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.options import Option

AUTO = "auto"
"""The value of an option that leaves the figure to the edition (section 8)."""

OPTIONS = (
    Option(
        "play_rolls", "int", AUTO, "Q10.3",
        "Rolls of the pawn before the next doubles end the game",
        allowed=range(10, 301), also={AUTO: "As the edition says"},
    ),
    Option(
        "clock", "text", "rolls", "Q10.3", "The length of the game is counted",
        allowed={"rolls": "in rolls", "minutes": "in minutes, called by the host"},
    ),
    Option(
        "play_minutes", "int", 90, "Q10.3", "Minutes after which the host calls time",
        allowed=range(10, 241),
    ),
    Option(
        "auction_format", "text", "english", "Q2.1", "Auctions",
        allowed={
            "english": "English: bids rise aloud",
            "first_price": "Sealed, the winner pays the highest bid",
            "second_price": "Sealed, the winner pays the second highest bid",
            "third_price": "Sealed, the winner pays the third highest bid",
        },
    ),
    Option(
        "bid_increment", "int", 5, "Q2.2", "Least raise in an English auction, in $",
        allowed=range(1, 51),
    ),
    Option(
        "tie_break", "text", "lead_order", "Q2.4", "Equal sealed bids are decided",
        allowed={"lead_order": "by the order of play", "random": "by chance"},
    ),
    Option(
        "forced_auction_min", "text", "one", "Q2.9", "Least bid for property in a forced sale",
        allowed={"one": "$1", "half": "half its price"},
    ),
    Option("three_doubles_recession", "bool", True, "Q3.3", "Third doubles lead to Recession"),
    Option(
        "roll_again_skips_window", "bool", True, "Q3.10",
        "No action window where property finds no buyer",
    ),
    Option(
        "alliance_double", "text", "every_group", "Q3.8", "Allied railroads and utilities earn",
        allowed={"every_group": "double", "as_one_owner": "as those of one owner"},
    ),
    Option(
        "returned_cards", "text", "bottom", "Q3.12", "A card returned to its deck goes",
        allowed={"bottom": "to the bottom", "shuffle": "anywhere, by shuffling"},
    ),
    Option(
        "income_tax", "text", "choice", "Q3.13", "Income tax",
        allowed={"choice": "a sum, or a tenth of worth", "flat": "always the sum"},
    ),
    Option(
        "recession_order", "text", "roll_then_pay", "Q4.4", "In a recession comes first",
        allowed={
            "roll_then_pay": "the roll, then the charge",
            "pay_then_roll": "the charge, then the roll",
        },
    ),
    Option("raise_cash", "bool", False, "Q5.1", "Buildings and mortgages may meet a charge"),
    Option(
        "trustee_pays_charges", "bool", True, "Q5.5",
        "A bankrupt seat pays charges with what cash it has",
    ),
    Option(
        "bank_limit", "text", "edition", "Q1.2", "Money in the game",
        allowed={
            "edition": "As the edition says",
            "classic_15140": "$15,140, as in the classic set",
            "unlimited": "without limit",
        },
    ),
    Option(
        "proposals_per_window", "int", 1, "Q6.1", "Offers a seat may make in an action window",
        allowed=range(6),
    ),
    Option(
        "shed_offers", "text", "each_once", "Q6.10", "Property that must go may be offered",
        allowed={"each_once": "to one company after another", "one": "to one company"},
    ),
    Option(
        "ads_lost_to", "text", "discard", "Q8.1", "An Ad Campaign that is lost goes to",
        allowed={"discard": "the discard pile", "deck": "its deck"},
    ),
    Option(
        "disgraced_assets", "text", "bank", "Q8.4", "Property of a disgraced seat",
        allowed={"bank": "goes to the bank", "frozen": "stays where it is, frozen"},
    ),
    Option(
        "marketing_genius_void", "text", "all", "Q8.7", "A split by percentage ends the bonus",
        allowed={"all": "everywhere", "alliance_only": "for that group"},
    ),
    Option(
        "electric_owner", "text", "pays", "Q8.9", "The Electric Company's owner in the levy",
        allowed={"pays": "pays", "receives": "receives"},
    ),
    Option("mergers", "bool", False, "Q9.1", "Merger Fever lets companies merge"),
    Option(
        "future_double", "bool", True, "Q11.2", "Doubled rents of alliances count for the future",
    ),
    Option(
        "future_counts_mortgaged", "bool", True, "Q11.2",
        "Mortgaged properties count for the future",
    ),
    Option("future_stolen", "bool", True, "Q11.2", "Stolen properties count for the future"),
    Option(
        "combined_score", "text", "none", "Q11.3", "The two races",
        allowed={"none": "stay apart", "sum_of_places": "are added up by places"},
    ),
    Option(
        "place_penalty", "text", "swap", "Q11.4", "A bankrupt seat drops one place",
        allowed={"swap": "by changing with the next", "plain": "and the others keep theirs"},
    ),
)  # fmt: skip
