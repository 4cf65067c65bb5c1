"""The options of 487-opoly (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.fields import Amount, Flag, OneOf
from classkit.engine.options import AUTO, EDITION_DEFAULT, Option

OPTIONS = (
    Option(
        "play_rolls", AUTO, "Q10.3", "Rolls of the pawn before the next doubles end the game",
        Amount(10, 300, also=EDITION_DEFAULT),
    ),
    Option(
        "clock", "rolls", "Q10.3", "The length of the game is counted",
        OneOf({"rolls": "in rolls", "minutes": "in minutes, called by the host"}),
    ),
    Option("play_minutes", 90, "Q10.3", "Minutes after which the host calls time", Amount(10, 240)),
    Option(
        "auction_format", "english", "Q2.1", "Auctions",
        OneOf({
            "english": "English: bids rise aloud",
            "first_price": "Sealed, the winner pays the highest bid",
            "second_price": "Sealed, the winner pays the second highest bid",
            "third_price": "Sealed, the winner pays the third highest bid",
        }),
    ),
    Option("bid_increment", 5, "Q2.2", "Minimum raise in an English auction, in $", Amount(1, 50)),
    Option(
        "tie_break", "lead_order", "Q2.4", "Equal sealed bids are decided",
        OneOf({"lead_order": "by the order of play", "random": "by chance"}),
    ),
    Option(
        "forced_auction_min", "one", "Q2.9", "Minimum bid for property in a forced sale",
        OneOf({"one": "$1", "half": "half its price"}),
    ),
    Option("three_doubles_recession", True, "Q3.3", "Third doubles lead to Recession", Flag()),
    Option(
        "roll_again_skips_window", True, "Q3.10", "No action window where property finds no buyer",
        Flag(),
    ),
    Option(
        "alliance_double", "every_group", "Q3.8", "Allied railroads and utilities earn",
        OneOf({"every_group": "double", "as_one_owner": "as those of one owner"}),
    ),
    Option(
        "returned_cards", "bottom", "Q3.12", "A card returned to its deck goes",
        OneOf({"bottom": "to the bottom", "shuffle": "anywhere, by shuffling"}),
    ),
    Option(
        "income_tax", "choice", "Q3.13", "Income tax",
        OneOf({"choice": "a sum, or a tenth of worth", "flat": "always the sum"}),
    ),
    Option(
        "recession_order", "roll_then_pay", "Q4.4", "In a recession comes first",
        OneOf({
            "roll_then_pay": "the roll, then the charge",
            "pay_then_roll": "the charge, then the roll",
        }),
    ),
    Option("raise_cash", False, "Q5.1", "Buildings and mortgages may meet a charge", Flag()),
    Option(
        "trustee_pays_charges", True, "Q5.5", "A bankrupt seat pays charges with what cash it has",
        Flag(),
    ),
    Option(
        "bank_limit", "edition", "Q1.2", "Money in the game",
        OneOf({
            "edition": "As the edition says",
            "classic_15140": "$15,140, as in the classic set",
            "unlimited": "without limit",
        }),
    ),
    Option(
        "proposals_per_window", 1, "Q6.1", "Offers a seat may make in an action window",
        OneOf(range(6)),
    ),
    Option(
        "shed_offers", "each_once", "Q6.10", "Excess property may be offered",
        OneOf({"each_once": "to one company after another", "one": "to one company"}),
    ),
    Option(
        "ads_lost_to", "discard", "Q8.1", "An Ad Campaign that is lost goes to",
        OneOf({"discard": "the discard pile", "deck": "its deck"}),
    ),
    Option(
        "disgraced_assets", "bank", "Q8.4", "Property of a disgraced seat",
        OneOf({"bank": "goes to the bank", "frozen": "stays where it is, frozen"}),
    ),
    Option(
        "marketing_genius_void", "all", "Q8.7", "A split by percentage ends the bonus",
        OneOf({"all": "everywhere", "alliance_only": "for that group"}),
    ),
    Option(
        "electric_owner", "pays", "Q8.9", "The Electric Company's owner in the levy",
        OneOf({"pays": "pays", "receives": "receives"}),
    ),
    Option("mergers", False, "Q9.1", "Merger Fever lets companies merge", Flag()),
    Option(
        "future_double", True, "Q11.2", "Doubled rents of alliances count for the future",
        Flag(),
    ),
    Option(
        "future_counts_mortgaged", True, "Q11.2", "Mortgaged properties count for the future",
        Flag(),
    ),
    Option("future_stolen", True, "Q11.2", "Stolen properties count for the future", Flag()),
    Option(
        "combined_score", "none", "Q11.3", "The two races",
        OneOf({
            "none": "are scored separately", "sum_of_places": "are combined by the sum of places",
        }),
    ),
    Option(
        "place_penalty", "swap", "Q11.4", "A bankrupt seat drops one place",
        OneOf({"swap": "by swapping with the next", "plain": "and the others keep theirs"}),
    ),
)  # fmt: skip
