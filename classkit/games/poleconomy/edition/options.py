"""The options of Poleconomy (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.options import Option

AUTO = "auto"
"""The value of an option that leaves the figure to the edition (section 8)."""
BANK_CASH_PER_PLAYER = 800_000
MONEY_STEP = 10_000

OPTIONS = (
    Option(
        "game", "int", 1, "P2.1", "Game",
        allowed={
            1: "Game 1: companies and inflation",
            2: "Game 2: with parties, Parliament and a Treasury",
        },
    ),
    Option("banker_seat", "seat", "A", "P2.2", "The Banker"),
    Option(
        "quick_start", "bool", False, "P2.5", "Quick start: companies and adverts dealt out free",
    ),
    Option(
        "round_limit", "int", AUTO, "P15.1", "Rounds until the end", allowed=range(1, 201),
        also={AUTO: "As the rules say", 0: "none"},
    ),
    Option(
        "bank_cash", "int", AUTO, "P1.1", "The Bank's cash at the start, in $",
        allowed=range(2 * BANK_CASH_PER_PLAYER, 10**12 + 1, MONEY_STEP),
        also={AUTO: "As the edition says"},
    ),
    Option(
        "auction_style", "text", "sealed", "P8.1", "Bids in auctions are made",
        allowed={"sealed": "in secret, all at once", "open": "aloud, in turn"},
    ),
    Option("stay_on_corner", "bool", False, "P3.5", "Whoever stands on a corner may name it again"),
    Option("opportunity_to_corner", "bool", True, "P9.5", "Opportunity may lead to a corner"),
    Option(
        "disaster_still_moves", "bool", True, "P11.7",
        "A double 6 still moves the player's piece (the beaver)",
    ),
    Option(
        "second_takeover_fee", "int", 0, "P12.3", "Fee for a second takeover, in $",
        allowed=(0, 30_000),
    ),
    Option(
        "advert_deal_only_without_company", "bool", False, "P7.4",
        "Only owners of no company may ask an advert for shares",
    ),
    Option(
        "share_asks_max", "int", 3, "P7.4", "Refusals of a share in one landing, at most",
        allowed=range(1, 6),
    ),
    Option(
        "trades_per_turn", "int", 3, "P13.1", "Trades offered in one turn, at most",
        allowed=range(11),
    ),
    Option("loans_allowed", "bool", True, "P13.4", "Trades may hold a new debt"),
    Option(
        "failed_formations_max", "int", 3, "P16.6",
        "Game 2: failed coalition talks until a Government is forced", allowed=range(1, 11),
    ),
    Option(
        "redeem_any_time", "bool", False, "P17.9",
        "Game 2: bonds may be redeemed before each interest payment",
    ),
    Option(
        "minister_first_salary_free", "bool", False, "P18.3",
        "Game 2: a new minister may be given any salary",
    ),
    Option(
        "salaries_need_consent", "bool", False, "P18.5",
        "Game 2: Parliament votes on each raise of a salary",
    ),
    Option(
        "bills_per_turn", "int", 3, "P19.1", "Game 2: bills in one turn, at most",
        allowed=range(11),
    ),
    Option(
        "pm_actions_max", "int", 20, "P17.10",
        "Game 2: acts of the Prime Minister in one turn, at most", allowed=range(1, 101),
    ),
    Option(
        "min_band_width", "int", 20_000, "P19.2",
        "Game 2: least width of an income band in a tax law, in $",
        allowed=range(0, 100_001, MONEY_STEP),
    ),
    Option("no_confidence", "bool", True, "P20.1", "Game 2: Parliament may vote a Government out"),
)  # fmt: skip
