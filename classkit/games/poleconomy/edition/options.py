"""Options of Poleconomy (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.fields import Amount, Flag, OneOf
from classkit.engine.options import AUTO, EDITION_DEFAULT, AnySeat, Option

BANK_CASH_PER_PLAYER = 800_000
MONEY_STEP = 10_000

OPTIONS = (
    Option(
        "game", 2, "P2.1", "Game",
        OneOf({
            1: "Game 1: companies and inflation",
            2: "Game 2: with parties, Parliament and a Treasury",
        }),
    ),
    Option("banker_seat", "A", "P2.2", "The Banker", AnySeat()),
    Option(
        "quick_start", False, "P2.5", "Quick start: companies and adverts dealt out free",
        Flag(),
    ),
    Option(
        "round_limit", AUTO, "P15.1", "Rounds until the end",
        Amount(1, 200, also={**EDITION_DEFAULT, 0: "none"}),
    ),
    Option(
        "bank_cash", AUTO, "P1.1", "The Bank's cash at the start, in $",
        Amount(2 * BANK_CASH_PER_PLAYER, 10**12, MONEY_STEP, also=EDITION_DEFAULT),
    ),
    Option(
        "auction_style", "sealed", "P8.1", "Bids in auctions are made",
        OneOf({"sealed": "in secret, all at once", "open": "aloud, in turn"}),
    ),
    Option("stay_on_corner", False, "P3.5", "A player on a corner may name it again", Flag()),
    Option("opportunity_to_corner", True, "P9.5", "Opportunity may lead to a corner", Flag()),
    Option(
        "disaster_still_moves", True, "P11.7",
        "A double 6 still moves the player's piece (the beaver)",
        Flag(),
    ),
    Option(
        "second_takeover_fee", 0, "P12.3", "Fee for a second takeover, in $",
        OneOf((0, 30_000)),
    ),
    Option(
        "advert_deal_only_without_company", False, "P7.4",
        "Only players without a company may ask for shares with an advert",
        Flag(),
    ),
    Option(
        "share_asks_max", 3, "P7.4", "Maximum number of refused shares in one landing",
        OneOf(range(1, 6)),
    ),
    Option(
        "trades_per_turn", 3, "P13.1", "Maximum number of trades offered in one turn",
        OneOf(range(11)),
    ),
    Option("loans_allowed", True, "P13.4", "Trades may include a new debt", Flag()),
    Option(
        "failed_formations_max", 3, "P16.6",
        "Game 2: failed coalition talks until a Government is forced",
        OneOf(range(1, 11)),
    ),
    Option(
        "redeem_any_time", False, "P17.9",
        "Game 2: bonds may be redeemed before each interest payment",
        Flag(),
    ),
    Option(
        "minister_first_salary_free", False, "P18.3",
        "Game 2: a new minister may be given any salary",
        Flag(),
    ),
    Option(
        "salaries_need_consent", False, "P18.5",
        "Game 2: Parliament votes on each raise of a salary",
        Flag(),
    ),
    Option(
        "bills_per_turn", 3, "P19.1", "Game 2: maximum number of bills in one turn",
        OneOf(range(11)),
    ),
    Option(
        "pm_actions_max", 20, "P17.10", "Game 2: maximum number of political acts in one turn",
        Amount(1, 100),
    ),
    Option(
        "min_band_width", 20_000, "P19.2",
        "Game 2: minimum width of an income band in a tax law, in $",
        OneOf(range(0, 100_001, MONEY_STEP)),
    ),
    Option("no_confidence", True, "P20.1", "Game 2: Parliament may vote a Government out", Flag()),
)  # fmt: skip
