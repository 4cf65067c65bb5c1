"""The options of Poleconomy as a teacher reads them in the form of a new match (section 8)."""

from __future__ import annotations

OPTION_WORDS = {
    "game": "Game",
    "game.1": "Game 1: companies and inflation",
    "game.2": "Game 2: with parties, Parliament and a Treasury",
    "banker_seat": "The Banker",
    "quick_start": "Quick start: companies and adverts dealt out free",
    "round_limit": "Rounds until the end",
    "round_limit.auto": "As the rules say",
    "bank_cash": "The Bank's cash at the start, in $",
    "auction_style": "Bids in auctions are made",
    "auction_style.sealed": "in secret, all at once",
    "auction_style.open": "aloud, in turn",
    "stay_on_corner": "Whoever stands on a corner may name it again",
    "opportunity_to_corner": "Opportunity may lead to a corner",
    "disaster_still_moves": "A double 6 still moves the player's piece (the beaver)",
    "second_takeover_fee": "Fee for a second takeover, in $",
    "advert_deal_only_without_company": "Only owners of no company may ask an advert for shares",
    "share_asks_max": "Refusals of a share in one landing, at most",
    "trades_per_turn": "Trades offered in one turn, at most",
    "loans_allowed": "Trades may hold a new debt",
    "failed_formations_max": "Failed coalition talks until a Government is forced",
    "redeem_any_time": "Bonds may be redeemed before each interest payment",
    "minister_first_salary_free": "A new minister may be given any salary",
    "salaries_need_consent": "Parliament votes on each raise of a salary",
    "bills_per_turn": "Bills in one turn, at most",
    "pm_actions_max": "Acts of the Prime Minister in one turn, at most",
    "min_band_width": "Least width of an income band in a tax law, in $",
    "no_confidence": "Parliament may vote a Government out",
}
"""Labels by the name of the option, and of its values by "option.value"."""
