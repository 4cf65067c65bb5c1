"""The options of Poleconomy (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.options import Option

BANK_CASH = 59_800_000
"""The default of the option: the Bank then starts with the cash of the edition."""
BANK_CASH_PER_PLAYER = 800_000
MONEY_STEP = 10_000

OPTIONS = (
    Option("game", "int", 1, "P2.1", "2 adds parties, Parliament and a Treasury", allowed=(1, 2)),
    Option("banker_seat", "seat", "A", "P2.2", "who throws first where several throw"),
    Option("quick_start", "bool", False, "P2.5", "3 companies and 3 adverts dealt free"),
    Option(
        "round_limit", "int", "auto", "P15.1", "rounds until the end; 0 for none",
        allowed=range(1, 201), also=("auto", 0),
    ),
    Option(
        "bank_cash", "int", BANK_CASH, "P1.1",
        "the Bank's starting cash; left as it is, that of the edition",
        allowed=range(2 * BANK_CASH_PER_PLAYER, 10**12 + 1, MONEY_STEP),
    ),
    Option(
        "auction_style", "text", "sealed", "P8.1", "bids in secret, or in turn",
        allowed=("sealed", "open"),
    ),
    Option("stay_on_corner", "bool", False, "P3.5", "a corner may be named by who stands on it"),
    Option("opportunity_to_corner", "bool", True, "P9.5", "Opportunity may lead to a corner"),
    Option("disaster_still_moves", "bool", True, "P11.7", "a double 6 still moves the beaver"),
    Option(
        "second_takeover_fee", "int", 0, "P12.3", "fee for a second takeover", allowed=(0, 30_000)
    ),
    Option(
        "advert_deal_only_without_company", "bool", False, "P7.4",
        "only owners of no company may ask for shares",
    ),
    Option("share_asks_max", "int", 3, "P7.4", "refusals in one landing", allowed=range(1, 6)),
    Option("trades_per_turn", "int", 3, "P13.1", "offers in one turn", allowed=range(11)),
    Option("loans_allowed", "bool", True, "P13.4", "trades may hold a new debt"),
    Option(
        "failed_formations_max", "int", 3, "P16.6",
        "Game 2: failed coalition talks until a Government is forced", allowed=range(1, 11),
    ),
    Option(
        "redeem_any_time", "bool", False, "P17.9",
        "Game 2: bonds may be redeemed before each interest payment too",
    ),
    Option(
        "minister_first_salary_free", "bool", False, "P18.3",
        "Game 2: a new minister may be given any salary",
    ),
    Option(
        "salaries_need_consent", "bool", False, "P18.5", "Game 2: Parliament votes on each raise"
    ),
    Option("bills_per_turn", "int", 3, "P19.1", "Game 2: bills in one turn", allowed=range(11)),
    Option(
        "pm_actions_max", "int", 20, "P17.10", "Game 2: political acts in one turn",
        allowed=range(1, 101),
    ),
    Option(
        "min_band_width", "int", 20_000, "P19.2", "Game 2: least width of an income band in a law",
        allowed=range(0, 100_001, MONEY_STEP),
    ),
    Option("no_confidence", "bool", True, "P20.1", "Game 2: no confidence may be moved"),
)  # fmt: skip
